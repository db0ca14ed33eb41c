"""Troubles that real schedulers have had, each told as one week that any reader can play.

Each history is one line: the options of ``python -m sim week``.
"""

from sim.__main__ import history_of, parsers
from sim.events import TryEnded, TryStarted
from sim.model import RunState, TaskState
from sim.replay import Replayed, replay
from tests.sim.weeks import (
    CONVERT,
    EXTRACT,
    LOAD,
    MON,
    TUE,
    WED,
    broken_at,
    event_of,
    rows_by_day,
    states_of,
    words_of,
)

THE_SOURCES = [268, 254, 179, 301, 342, 391, 277]


def played(options: str, until: int | None = None) -> Replayed:
    """The week that the options tell, to its end or to an event."""
    return replay(history_of(parsers()[0].parse_args(["week", *options.split()])), until=until)


def test_a_load_dies_half_way_and_its_retry_ends_green_while_the_day_is_wrong() -> None:
    week = played("--seed 517353")
    assert words_of(week.events, "wed", "load") == [
        "21 wed load try 1 started",
        "28 wed load try 1 failed, 96 rows, next at 33",
        "33 wed load try 2 started",
        "41 wed load try 2 success, 179 rows",
    ]
    assert week.week.runs[WED].tasks[LOAD].state is TaskState.SUCCESS
    assert rows_by_day(week) == [268, 254, 275, 301, 342, 391, 277]
    assert set(broken_at(week)) == {"each_day_once"}


def test_the_same_failure_is_harmless_where_loads_overwrite() -> None:
    week = played("--seed 517353 --write overwrite")
    assert "33 wed load try 2 started" in words_of(week.events, "wed", "load")
    assert rows_by_day(week) == THE_SOURCES
    assert broken_at(week) == {}


def test_a_wait_to_retry_is_not_taken_for_a_failure_by_the_step_after_it() -> None:
    options = "--seed 517353 --write overwrite"
    failed = event_of(played(options), "6 wed extract try 1 failed, next at 11")
    waiting = played(options, until=failed).week.runs[WED]
    assert [task.state.value for task in waiting.tasks] == [
        "success",
        "up_for_retry",
        "none",
        "none",
        "none",
    ]
    assert words_of(played(options).events, "wed", "convert")[0] == "17 wed convert try 1 started"
    assert played(options).week.runs[WED].state is RunState.SUCCESS


def test_clearing_one_step_resets_those_after_it_and_none_before() -> None:
    options = "--seed 517353 --write overwrite --press 84:clear:tue:convert"
    assert states_of(played(options, until=84), TUE) == ["success"] * 5
    assert states_of(played(options, until=85), TUE) == ["success", "success", "none", "none", "none"]
    assert [words for words in words_of(played(options).events, "tue", since=86) if "started" in words] == [
        "58 tue run started",
        "58 tue convert try 2 started",
        "60 tue load try 2 started",
        "70 tue check try 2 started",
    ]


def test_with_mondays_file_late_and_three_places_thursday_starts_when_tuesday_ends() -> None:
    week = played("--seed 517353 --write overwrite --press 0:late:mon:300")
    ended = event_of(week, "14 tue run success")
    assert event_of(week, "14 thu run started") == ended + 1
    assert event_of(week, "23 wed run success") > ended
    assert event_of(week, "300 mon file arrived") > event_of(week, "62 sun run success")
    assert rows_by_day(week) == THE_SOURCES
    assert broken_at(week) == {}


def test_two_full_slots_hold_back_no_extract() -> None:
    options = "--seed 517353 --write overwrite --failures 0 --press 0:late:wed:12"
    start = event_of(played(options), "12 wed extract try 1 started")
    runs = played(options, until=start).week.runs
    assert [runs[day].tasks[LOAD].state.value for day in (MON, TUE)] == ["running", "running"]
    assert runs[WED].tasks[EXTRACT].state is TaskState.RUNNING
    assert event_of(played(options), "12 wed file arrived") < start


def test_one_failed_day_does_not_stop_the_others() -> None:
    week = played("--seed 5 --write overwrite --failures 30")
    assert words_of(week.events, "tue")[-2:] == ["35 tue extract try 3 failed", "35 tue run failed"]
    assert states_of(week, TUE) == ["success", "failed"] + ["upstream_failed"] * 3
    assert [run.state.value for run in week.week.runs] == ["success", "failed"] + ["success"] * 5
    assert rows_by_day(week) == [268, 0, 179, 301, 342, 391, 277]
    assert broken_at(week) == {}


def test_a_retry_that_was_due_does_not_wake_beside_the_try_that_replaced_it() -> None:
    """Wednesday's load waits to try again at minute 33. Cleared, it starts at once; at 33 nothing happens."""
    week = played("--seed 517353 --press 44:clear:wed:load")
    assert words_of(week.events, "wed", "load", since=44) == [
        "28 wed load try 1 failed, 96 rows, next at 33",
        "28 wed load try 2 started",
        "36 wed load try 2 success, 179 rows",
    ]


def test_a_try_that_was_killed_does_not_end_beside_the_one_that_replaced_it() -> None:
    """Tuesday's convert runs from minute 8 to 12. Cleared after 8, the first try is never heard of again."""
    first = event_of(played("--seed 517353 --write overwrite"), "8 tue convert try 1 started")
    week = played(f"--seed 517353 --write overwrite --press {first}:clear:tue:convert")
    moves = [
        type(event)
        for event in week.events
        if isinstance(event, TryStarted | TryEnded) and (event.day, event.task) == (TUE, CONVERT)
    ]
    assert moves == [TryStarted, TryEnded, TryStarted, TryEnded]
    assert "killed" in words_of(week.events, "tue", "convert")[1]
    assert broken_at(week) == {}
