"""The story of a day: its tries, why steps do not run, what a clear would do, and the ledger of its rows."""

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache

import pytest

from app.html import placed
from app.story.markup import regions
from app.story.story import Story, story_of
from app.story.view import DayStory, StepStory, TryLine, subject_of, tell
from app.words import NO_PLACE_YET
from sim.events import RunEnded
from sim.history import History
from sim.jobs import BAKERY, OPENING
from sim.model import SchedulerName, TaskState
from sim.reading import HistoryError
from sim.record import Record
from sim.replay import begin, play, replay
from tests.app.test_markup import Outline
from tests.app.views import views
from tests.proof.swarm import MIXED, swarm_week
from tests.sim.weeks import (
    CHECK,
    EXTRACT,
    LOAD,
    TUE,
    WAIT,
    WHOLESALER,
    event_of,
    history_of,
    play_week,
    with_step,
)

# Stopped while its load ran, run again under the same rule, and then loaded once more to overwrite.
CLEARED_TWICE = history_of("43:clear:wed", "60:write:overwrite", "77:clear:wed:load")
WEEKS = {
    "opening": OPENING,
    "cleared twice": CLEARED_TWICE,
    "the clock's day": history_of("20:date:clock", "50:clear:mon"),
    "five at a time, one late": history_of("0:late:mon:300", "3:runs:5", "60:clear:tue:extract"),
}


def told_anew(day: str, history: History) -> Iterator[DayStory]:
    """The story of a day after each event, told without those before it."""
    simulator, _ = begin(history)
    record = Record(simulator.job, history.settings)
    for event in play(simulator):
        record.see(event)
        yield tell(simulator.week(), record, subject_of(day, history.job))


@cache
def stories(day: str, history: History) -> tuple[DayStory, ...]:
    """The story of a day after each event."""
    return tuple(told_anew(day, history))


def every_event(history: History) -> range:
    return range(len(replay(history).events))


def told_at(event: int, day: str = "wed", history: History = OPENING) -> DayStory:
    """The story of a day right after an event."""
    return stories(day, history)[event]


def step_at(event: int, step: int, day: str = "wed", history: History = OPENING) -> StepStory:
    return told_at(event, day, history).steps[step]


def plain(*texts: str) -> list[str]:
    return [text.replace("\u2019", "'") for text in texts]


# Tries.


def test_each_try_has_its_times_and_its_outcome() -> None:
    assert step_at(44, EXTRACT).tries == (
        TryLine("06:01 to 06:06", "try 1: failed"),
        TryLine("06:11 to 06:17", "try 2: succeeded"),
    )
    assert step_at(44, LOAD).tries == (
        TryLine("06:21 to 06:28", "try 1: failed, 96 rows written and left there"),
    )


def test_a_try_that_runs_says_since_when_and_nothing_of_its_end() -> None:
    assert step_at(50, LOAD).tries[-1] == TryLine("since 06:33", "try 2: running")


def test_the_tries_before_a_clear_are_kept_apart() -> None:
    load = step_at(-1, LOAD, history=CLEARED_TWICE)
    assert load.tries == (TryLine("06:48 to 06:57", "try 3: succeeded, 179 rows written"),)
    assert [each.says for each in load.earlier] == [
        "try 1: stopped by the clear, 82 rows written and left there",
        "try 2: succeeded, 179 rows written",
    ]
    assert step_at(-1, WAIT, history=CLEARED_TWICE).earlier == (TryLine("06:00 to 06:01", "succeeded"),)


def test_at_the_very_event_of_the_clear_its_try_is_being_stopped() -> None:
    load = step_at(44, LOAD, history=CLEARED_TWICE)
    assert (load.tries, load.earlier) == (
        (),
        (TryLine("since 06:21", "try 1: is being stopped by the clear"),),
    )


def test_a_load_that_wrote_elsewhere_says_where() -> None:
    assert step_at(90, LOAD, "fri", history_of(date="clock")).tries[-1].says == (
        "try 1: succeeded, 342 rows written to 12 January"
    )


def test_an_overwrite_that_failed_wrote_nothing() -> None:
    assert step_at(44, LOAD, history=history_of(write="overwrite")).tries[-1].says == (
        "try 1: failed, nothing written"
    )


def test_a_check_that_failed_says_that_the_counts_differ() -> None:
    assert step_at(63, CHECK).tries == (TryLine("06:41 to 06:42", "failed: the counts differ"),)


# Why a step does not run.


def test_a_step_names_the_one_it_needs_and_since_when_that_runs() -> None:
    assert step_at(24, CHECK, "tue").reasons == ("It needs load, which has run since 06:12.",)


def test_every_reason_is_told_at_once() -> None:
    """Thursday's load needs its convert, and would find no slot either."""
    assert plain(*step_at(52, LOAD, "thu").reasons) == [
        "It needs convert, which has run since 06:37.",
        "Wednesday's load, since 06:33, and Friday's load, since 06:31, hold both of the warehouse's slots.",
    ]


def test_a_step_that_waits_to_retry_says_when_its_next_try_is_due() -> None:
    assert step_at(44, LOAD).reasons == ("Its next try is due at 06:33.",)


def test_a_queued_day_names_those_whose_runs_hold_the_places() -> None:
    saturday = told_at(44, "sat").steps
    assert plain(*saturday[WAIT].reasons) == ["Wednesday's, Thursday's and Friday's runs hold all 3 places."]
    assert saturday[EXTRACT].reasons == ("Its run has no place yet.", "It needs wait, which has not started.")


def test_a_load_without_a_slot_names_the_loads_that_hold_them_and_since_when() -> None:
    all_at_once = history_of(runs=7)
    reasons = step_at(50, LOAD, "wed", all_at_once).reasons
    assert plain(*reasons) == [
        "Thursday's load, since 06:10, and Sunday's load, since 06:09, hold both of the warehouse's slots."
    ]


def test_a_wait_says_when_its_file_is_due_and_the_next_day_who_holds_the_only_place() -> None:
    late = history_of("0:late:mon:300", runs=1)
    assert plain(*step_at(3, WAIT, "mon", late).reasons) == ["The day's export file is due at 11:00."]
    assert plain(*told_at(3, "tue", late).steps[WAIT].reasons) == ["Monday's run holds the only place."]


def test_a_step_that_can_never_start_names_what_failed() -> None:
    always_fails = with_step(BAKERY, "extract", failure_rate=1.0)
    steps = told_at(-1, "sun", history_of(job=always_fails)).steps
    assert steps[EXTRACT].reasons == ()
    assert steps[LOAD].reasons == ("It needs convert, which can never start.",)
    assert steps[LOAD - 1].reasons == ("It needs extract, which has failed.",)


@pytest.mark.parametrize("history", WEEKS.values(), ids=WEEKS)
def test_every_lamp_that_is_not_lit_has_a_reason_at_every_event(history: History) -> None:
    silent = {TaskState.RUNNING, TaskState.SUCCESS, TaskState.FAILED}
    for day in BAKERY.days:
        for event, told in enumerate(stories(day.day_id, history)):
            for step in told.steps:
                assert step.reasons or TaskState(step.state) in silent, (event, day.day_id, step.step)


# What a clear would do.


def test_a_clear_says_which_steps_it_resets_and_how_many_rows_stay() -> None:
    assert step_at(44, LOAD).resets == "Resets load and check; 96 rows stay."
    assert step_at(44, WAIT).resets == "Resets all 5 steps; 96 rows stay."
    assert step_at(44, CHECK).resets == "Nothing has started from here on."


def test_a_clear_says_which_try_it_stops_and_that_what_it_has_written_stays() -> None:
    assert step_at(43, LOAD).resets == (
        "Resets load and check, stops the load that runs; what the load has written by then stays."
    )
    assert step_at(50, LOAD).resets == (
        "Resets load and check, stops the load that runs; 96 rows stay; "
        "what the load has written by then stays too."
    )
    assert step_at(43, LOAD, history=history_of(write="overwrite")).resets == (
        "Resets load and check, stops the load that runs."
    )


def test_what_a_clear_said_is_what_it_does() -> None:
    week = play_week("44:clear:wed:load", until=45)
    states = [task.state for task in week.week.runs[2].tasks]
    assert states == [TaskState.SUCCESS] * 3 + [TaskState.NONE] * 2
    assert week.week.rows(2) == 96


# The ledger.


def test_275_explains_itself_as_96_and_179() -> None:
    ledger = told_at(90).ledger
    assert ledger.says == "96 + 179 = 275 rows; the source has 179."
    assert [(line.event, line.says, line.rows, line.total) for line in ledger.lines] == [
        (44, "Load, try 1: failed, and left rows.", "+96", 96),
        (55, "Load, try 2: added its rows.", "+179", 275),
    ]


def test_508_explains_itself_as_254_twice() -> None:
    tuesday = history_of("36:clear:tue")
    ledger = told_at(-1, "tue", tuesday).ledger
    assert ledger.says == "254 + 254 = 508 rows; the source has 254."
    assert [line.says for line in ledger.lines] == [
        "Load, try 1: added its rows.",
        "Load, try 2, after the clear at event 37: added its rows.",
    ]


def test_rows_that_were_replaced_are_shown_as_replaced_and_count_no_more() -> None:
    ledger = told_at(-1, history=CLEARED_TWICE).ledger
    assert [(line.says, line.counts, line.total) for line in ledger.lines] == [
        ("Load, try 1: was stopped, and left rows (replaced at event 91).", False, 82),
        ("Load, try 2, after the clear at event 44: added its rows (replaced at event 91).", False, 261),
        ("Load, try 3, after the clear at event 78: put its rows in place of 261.", True, 179),
    ]
    assert ledger.says == "179 rows, from one write; the source has 179."


def test_rows_written_elsewhere_are_told_in_both_places() -> None:
    to_the_clock = history_of(date="clock")
    friday = told_at(90, "fri", to_the_clock).ledger
    assert friday.says == "No rows; the source has 342."
    assert [(line.says, line.counts, line.total) for line in friday.lines] == [
        ("Load, try 1: added its rows, but on 12 January.", False, 0)
    ]
    clock = told_at(90, "2026-01-12", to_the_clock)
    assert clock.steps == ()
    assert clock.name == "Monday 12 January, no day of the job"
    assert plain(clock.ledger.lines[2].says) == ["Wednesday's load, try 1: failed, and left rows."]
    assert clock.ledger.total == 2_108


def test_a_delete_of_a_broken_scheduler_is_a_line_of_its_own() -> None:
    story = story_of(history_of("36:clear:tue", write="overwrite", scheduler="splits-overwrite"), "tue")
    starts, ends = Outline(story.html(65)["ledger"]).text, Outline(story.html(67)["ledger"]).text
    assert "No rows; the source has 254." in starts
    for text in (starts, ends):
        assert "try 2, after the clear at event 37: deleted the 254 there" in text


@pytest.mark.parametrize("history", WEEKS.values(), ids=WEEKS)
def test_every_ledger_adds_up_to_the_boards_total_at_every_event(history: History) -> None:
    stories = {day.day_id: story_of(history, day.day_id) for day in BAKERY.days}
    stories["2026-01-12"] = story_of(history, "2026-01-12")
    for event, view in enumerate(views(history)):
        board = {row.day: row.rows.report for row in view.days}
        board |= {row.date: row.rows for row in view.whole.other_dates}
        for day, rows in board.items():
            assert f'data-total="{rows}"' in stories[day].html(event)["ledger"], (event, day)


def test_the_rows_that_count_add_up_to_the_total() -> None:
    for told in stories("wed", CLEARED_TWICE):
        ledger = told.ledger
        assert sum(int(line.rows) for line in ledger.lines if line.counts) == ledger.total


def test_tables_of_one_day_add_up_in_its_ledger() -> None:
    week = history_of(job=WHOLESALER)
    story = story_of(week, "d2")
    last = replay(week)
    assert f'data-total="{last.week.rows(1)}"' in story.html(len(last.events) - 1)["ledger"]


# The whole of it.


def test_the_head_says_where_the_run_stands_and_when_it_was_cleared() -> None:
    assert told_at(44).says == "Its run has held a place since 06:00."
    assert told_at(44, "sun").says == "Its run queues for a place."
    assert told_at(90).says == "Its run failed at 06:42."
    cleared = replay(CLEARED_TWICE)
    pressed = event_of(cleared, "48 press clear:wed:load")
    assert told_at(pressed, history=CLEARED_TWICE).says == (
        "Its run queues for a place. Cleared 2 times, the last time at 06:48 (event 78)."
    )


def test_a_day_may_go_by_its_date_and_another_name_is_refused() -> None:
    assert subject_of("2026-01-07", BAKERY) == subject_of("wed", BAKERY)
    with pytest.raises(HistoryError, match=r"^There is no day '<b>'\.$"):
        story_of(OPENING, "<b>")


def test_a_story_has_the_same_regions_for_any_day_or_date() -> None:
    wednesday, clock = story_of(OPENING, "wed"), story_of(OPENING, "2026-01-12")
    assert wednesday.regions == clock.regions
    assert wednesday.regions == (
        "story-head",
        *(f"story:{task.task_id}" for task in BAKERY.tasks),
        "ledger",
        "chart",
        "chart-rows",
    )
    assert " hidden></li>" in clock.html(44)["story:load"]


def test_each_region_is_one_element_that_carries_its_name_where_it_is_placed() -> None:
    story = story_of(CLEARED_TWICE, "wed")
    for event in every_event(CLEARED_TWICE):
        for name, html in placed(story.html(event)).items():
            read = Outline(html)
            assert (read.open, [depth for depth, _, _ in read.elements].count(0)) == ([], 1)
            assert read.elements[0][2]["data-region"] == name


def test_a_steps_button_stays_in_its_place_so_that_focus_is_kept() -> None:
    story = story_of(CLEARED_TWICE, "wed")
    for event in every_event(CLEARED_TWICE):
        shape = Outline(story.html(event)["story:load"]).shape()
        assert (2, "button") in shape
        assert shape.index((2, "button")) == Outline(story.html(0)["story:load"]).shape().index((2, "button"))


def test_a_steps_button_clears_from_it_and_is_described_by_what_that_resets() -> None:
    read = Outline(story_of(OPENING, "wed").html(44)["story:load"])
    (button,) = read.having("data-press")
    assert button["data-press"] == "clear:wed:load"
    assert button["aria-label"] == "Clear from here: Load"
    assert button["aria-describedby"] in [each["id"] for each in read.having("id")]


def test_equal_strings_are_stored_once_and_the_story_travels_as_json() -> None:
    story = story_of(OPENING, "wed")
    assert len(set(story.strings)) == len(story.strings)
    assert {place for track in story.tracks for place in track[1::2]} == set(range(len(story.strings)))
    assert set(json.loads(story.to_json())) == {field.name for field in fields(Story)}
    assert len(story.to_json()) < 40_000


def test_a_story_is_of_the_scheduler_that_runs_the_week() -> None:
    broken = story_of(history_of(runs=7, scheduler="overfills-warehouse"), "wed")
    assert broken != story_of(history_of(runs=7), "wed")


# Of most events the story tells only what they may have changed.


def swarm_weeks() -> Iterator[History]:
    """Weeks of every kind: with presses of every kind, under each of the schedulers."""
    for scheduler in SchedulerName:
        for seed in range(12):
            yield swarm_week(seed, replace(MIXED, scheduler=scheduler)).history


def test_at_every_event_a_story_is_what_it_is_told_anew() -> None:
    for number, history in enumerate(swarm_weeks()):
        for day in (BAKERY.days[number % 7].day_id, "2026-01-12"):
            story = story_of(history, day)
            for event, told in enumerate(told_anew(day, history)):
                shown = story.html(event)
                for name, html in regions(told, history.job).items():
                    assert shown[name] == html, (history.to_options(), day, event)


@pytest.mark.parametrize("day", ["d3", "d20", "2026-02-28"])
def test_at_every_event_a_story_of_another_job_is_what_it_is_told_anew(day: str) -> None:
    history = history_of("30:late:d20:90", "60:clear:d3", "90:runs:9", "120:date:clock", job=WHOLESALER)
    story = story_of(history, day)
    for event, told in enumerate(told_anew(day, history)):
        shown = story.html(event)
        assert shown == shown | regions(told, history.job), event


def test_a_step_that_can_never_start_waits_for_a_place_no_longer_than_the_runs_that_hold_them() -> None:
    """Monday's extract has failed for good; it is cleared from its load on while Tuesday holds the place."""
    always_fails = with_step(BAKERY, "extract", failure_rate=1.0)
    alone = history_of(runs=1, job=always_fails)
    ended = next(event for event in replay(alone).events if isinstance(event, RunEnded))
    history = history_of(f"{ended.event + 1}:clear:mon:load", runs=1, job=always_fails)
    story = story_of(history, "mon")
    reasons = []
    for event, told in enumerate(told_anew("mon", history)):
        shown = story.html(event)
        assert shown == shown | regions(told, history.job), event
        reasons.append(told.steps[CHECK].reasons)
    of_tuesday = next(
        event.event for event in replay(history).events if isinstance(event, RunEnded) and event.day == TUE
    )
    assert [NO_PLACE_YET in each for each in reasons[of_tuesday - 1 : of_tuesday + 1]] == [True, False]
