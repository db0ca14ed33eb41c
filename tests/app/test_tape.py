"""A tape holds what the page would show of each event, each string once; its digest stands for all of it."""

import json
import re
from dataclasses import fields, replace
from itertools import islice
from typing import Any

import pytest

from app.cause import Causes
from app.link import link_of
from app.markup import log_line, regions, sentence_region
from app.tape import Tape, tape_of
from app.view import View, look
from sim.history import History
from sim.jobs import JOBS, OPENING, OPENING_EVENT
from sim.reading import HistoryError
from sim.replay import begin, play, replay
from tests.sim.weeks import history_of

CLEARED_TWICE = history_of("36:clear:tue", "60:write:overwrite", "61:clear:tue", "70:late:mon:300")
ON_THE_CLOCKS_DAY = history_of("44:clear:wed:load", write="overwrite", date="clock", runs=1)
WEEKS = {"opening": OPENING, "cleared twice": CLEARED_TWICE, "the clock's day": ON_THE_CLOCKS_DAY}


def looked_at_anew(history: History, event: int) -> View:
    """The view after ``event`` of a week that is played to there and no further."""
    simulator, checker = begin(history)
    causes = Causes(history)
    for seen in islice(play(simulator), event + 1):
        causes.see(seen, checker.broken)
    return look(simulator.week(), seen, checker.broken, causes=causes.found)


@pytest.mark.parametrize("history", WEEKS.values(), ids=WEEKS)
def test_a_tape_shows_of_each_event_what_looking_at_it_anew_shows(history: History) -> None:
    tape = tape_of(history)
    log = ""
    for event in range(len(replay(history).events)):
        view = looked_at_anew(history, event)
        log = log_line(event, view.time, view.sentence) + log
        assert tape.html(event) == regions(view), event
        assert tape.log(event) == log, event
        assert tape.sentence(event) == sentence_region(event, view.time, view.sentence), event
        assert tape.minutes[event] == view.minute, event
        assert tape.strings[tape.times[event]] == view.time, event
        assert tape.strings[tape.sentences[event]] == view.sentence, event
    assert tape.link == link_of(history.to_json())


@pytest.mark.parametrize("history", WEEKS.values(), ids=WEEKS)
def test_every_list_of_a_tape_is_as_long_as_the_week(history: History) -> None:
    tape, events = tape_of(history), len(replay(history).events)
    lists = (tape.minutes, tape.frames, tape.times, tape.sentences, tape.news)
    assert [len(each) for each in lists] == [events] * 5
    assert {len(frame) for frame in tape.frames} == {len(tape.regions)}


@pytest.mark.parametrize("history", WEEKS.values(), ids=WEEKS)
def test_a_string_is_stored_once_and_every_one_is_used(history: History) -> None:
    tape = tape_of(history)
    assert len(set(tape.strings)) == len(tape.strings)
    news = {place for place in tape.news if place >= 0}
    used = news | {
        *tape.times,
        *tape.sentences,
        *(place for frame in tape.frames for place in frame),
    }
    assert used == set(range(len(tape.strings)))


def test_the_opening_tape_stands_at_28_minutes_past_six_at_event_44_of_90() -> None:
    tape = tape_of(OPENING)
    assert len(tape.frames) == 91
    assert (tape.minutes[OPENING_EVENT], tape.strings[tape.times[OPENING_EVENT]]) == (28, "06:28")
    assert "after writing 96 of its 179 rows" in tape.sentence(OPENING_EVENT)
    assert 'data-total="618"' in tape.html(OPENING_EVENT)["week-total"]


def test_of_its_91_pictures_of_monday_the_opening_tape_stores_the_11_that_differ() -> None:
    tape = tape_of(OPENING)
    monday = [frame[tape.regions.index("row-mon")] for frame in tape.frames]
    assert len(set(monday)) == 11


def test_the_opening_week_fails_at_six_events_and_breaks_at_one_of_them() -> None:
    """Two extracts, the load that shapes the week, its check and its run; 55 is where it counts twice."""
    tape = tape_of(OPENING)
    assert tape.failures == (15, 43, 44, 55, 61, 62)
    assert tape.marks.count("#mark-failed") == 5
    assert re.findall(r'left:([\d.]+)%"><use href="#mark-broken"', tape.marks) == [f"{100 * 55 / 90:.2f}"]


def test_while_it_plays_only_days_that_end_and_what_breaks_and_the_end_are_worth_saying() -> None:
    tape = tape_of(OPENING)
    assert {event: tape.strings[place] for event, place in enumerate(tape.news) if place >= 0} == {
        27: "Monday is done.",
        36: "Tuesday is done.",
        55: "Each day counted once: broken. Wednesday: the report holds 275 rows, the source 179.",
        60: "Friday is done.",
        62: "Wednesday has failed.",
        77: "Thursday is done.",
        86: "Saturday is done.",
        90: "Sunday is done. The week is over: the report holds 2,108 rows, the source 2,012.",
    }


def test_the_same_week_has_the_same_tape_and_the_same_digest() -> None:
    assert tape_of(CLEARED_TWICE) == tape_of(CLEARED_TWICE)
    assert tape_of(CLEARED_TWICE).digest() == tape_of(CLEARED_TWICE).digest()


def test_another_week_has_another_digest() -> None:
    weeks = [
        OPENING,
        history_of(seed=517_354),
        history_of(write="overwrite"),
        history_of(date="clock"),
        history_of(runs=2),
        history_of("90:clear:tue"),
        history_of("90:clear:wed"),
    ]
    assert len({tape_of(week).digest() for week in weeks}) == len(weeks)


@pytest.mark.parametrize("name", [field.name for field in fields(Tape)])
def test_the_digest_changes_with_any_part_of_the_tape(name: str) -> None:
    tape = tape_of(OPENING)
    part = getattr(tape, name)
    other: Any = part | {"seed": 1} if isinstance(part, dict) else (*part[:-1], part[0])
    assert other != part
    assert replace(tape, **{name: other}).digest() != tape.digest()


def test_a_tape_travels_as_one_line_of_json_with_the_history_that_makes_it_again() -> None:
    tape = tape_of(CLEARED_TWICE)
    text = tape.to_json()
    assert "\n" not in text
    values = json.loads(text)
    assert set(values) == {field.name for field in fields(Tape)}
    assert tuple(values["strings"]) == tape.strings
    assert History.from_json(values["history"], JOBS) == CLEARED_TWICE


def test_a_press_that_the_week_never_reaches_gives_no_tape_but_a_sentence() -> None:
    with pytest.raises(
        HistoryError, match=r"^The week ends at event 90; no press can be made at event 91\.$"
    ):
        tape_of(history_of("91:clear:tue"))
