"""A tape holds what the page would show of each event, each string once; its digest stands for all of it."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from app.board.cause import Causes
from app.board.markup import log_line, sentence_region
from app.board.tape import Tape, tape_of
from app.link import link_of
from sim.history import History
from sim.jobs import JOBS, OPENING, OPENING_EVENT
from sim.model import SchedulerName
from sim.reading import HistoryError
from sim.replay import Moment, begin, play, replay
from tests.app.views import View, look, regions
from tests.proof.swarm import MIXED, swarm_week
from tests.sim.weeks import WHOLESALER, history_of

CLEARED_TWICE = history_of("36:clear:tue", "60:write:overwrite", "61:clear:tue", "70:late:mon:300")
ON_THE_CLOCKS_DAY = history_of("44:clear:wed:load", write="overwrite", date="clock", runs=1)
WEEKS = {"opening": OPENING, "cleared twice": CLEARED_TWICE, "the clock's day": ON_THE_CLOCKS_DAY}


def looked_at_anew(history: History) -> Iterator[View]:
    """The view after each event of a week, from pictures that know nothing of those before them."""
    simulator, checker = begin(history)
    causes = Causes(history)
    for event in play(simulator):
        causes.see(event, checker.broken)
        moment = Moment(event, simulator.week(), checker.broken)
        yield look(moment, history.scheduler, causes.found)


def swarm_weeks() -> Iterator[History]:
    """Weeks with every kind of press, under the right scheduler and under the broken ones."""
    for number, scheduler in enumerate(SchedulerName):
        for seed in range(3):
            yield swarm_week(10 * number + seed, replace(MIXED, scheduler=scheduler)).history


@pytest.mark.parametrize(
    "history",
    [*WEEKS.values(), *swarm_weeks(), history_of("300:clear:d3", job=WHOLESALER)],
    ids=lambda history: " ".join(history.to_options())[:80],
)
def test_a_tape_shows_of_each_event_what_looking_at_it_anew_shows(history: History) -> None:
    tape = tape_of(history)
    log = ""
    for event, view in enumerate(looked_at_anew(history)):
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
    lists = (tape.minutes, tape.times, tape.sentences, tape.news)
    assert [len(each) for each in lists] == [events] * 4
    assert len(tape.tracks) == len(tape.regions)


@pytest.mark.parametrize("history", WEEKS.values(), ids=WEEKS)
def test_a_string_is_stored_once_and_every_one_is_used(history: History) -> None:
    tape = tape_of(history)
    assert len(set(tape.strings)) == len(tape.strings)
    news = {place for place in tape.news if place >= 0}
    used = news | {
        *tape.times,
        *tape.sentences,
        *(place for track in tape.tracks for place in track[1::2]),
    }
    assert used == set(range(len(tape.strings)))


def test_the_opening_tape_stands_at_28_minutes_past_six_at_event_44_of_90() -> None:
    tape = tape_of(OPENING)
    assert len(tape.minutes) == 91
    assert (tape.minutes[OPENING_EVENT], tape.strings[tape.times[OPENING_EVENT]]) == (28, "06:28")
    assert "after writing 96 of its 179 rows" in tape.sentence(OPENING_EVENT)
    assert 'data-total="618"' in tape.html(OPENING_EVENT)["week-total"]


def test_of_its_91_events_the_opening_tape_stores_mondays_wait_three_times() -> None:
    """Grey, blue, green: from events 0, 4 and 7."""
    tape = tape_of(OPENING)
    track = tape.tracks[tape.regions.index("lamp:mon:wait")]
    assert track[::2] == (0, 4, 7)


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
