"""The story the page opens on, line by line: seed 517353, event 44."""

import pytest

from sim.events import RunEnded, RunStarted, TryEnded
from sim.job import LoadDate, Settings, WriteMode
from sim.jobs import BAKERY, OPENING, OPENING_EVENT
from sim.model import RunState, TaskState, TryOutcome
from sim.replay import begin, play, replay
from sim.words import figures
from tests.sim.weeks import (
    CHECK,
    LOAD,
    MON,
    TUE,
    WED,
    broken_at,
    event_of,
    failed_loads,
    history_of,
    in_words,
    play_week,
    rows_by_day,
    states_of,
    words_of,
)

SOURCE = [268, 254, 179, 301, 342, 391, 277]
LAST_EVENT = 90
TUESDAY_SUCCEEDED = 36


# The history itself.


def test_the_page_opens_on_append_the_runs_own_day_three_at_a_time_and_no_presses() -> None:
    assert OPENING.settings == Settings(WriteMode.APPEND, LoadDate.OWN, max_active_runs=3)
    assert OPENING.presses == ()


def test_the_source_holds_2012_orders() -> None:
    assert [day.source_rows for day in BAKERY.days] == [(rows,) for rows in SOURCE]
    assert sum(SOURCE) == 2_012


def test_the_opening_week_ends_at_event_90_at_three_past_seven() -> None:
    opening = replay(OPENING)
    assert opening.ended
    assert [event.event for event in opening.events] == list(range(LAST_EVENT + 1))
    assert f"{BAKERY.moment(opening.week.minute):%H:%M}" == "07:03"


# Wednesday's failed load.


def test_wednesdays_first_load_fails_after_writing_96_of_its_179_rows() -> None:
    failed = failed_loads(replay(OPENING))[0]
    assert (failed.day, failed.try_number) == (WED, 1)
    assert [write.rows for write in failed.writes] == [96]
    assert BAKERY.days[WED].source_rows == (179,)


def test_no_other_load_fails_in_the_opening_week() -> None:
    assert [(load.day, load.try_number) for load in failed_loads(replay(OPENING))] == [(WED, 1)]


# The board at event 44.


def test_at_event_44_monday_and_tuesday_have_finished() -> None:
    runs = replay(OPENING, until=OPENING_EVENT).week.runs
    assert [run.state for run in runs] == [
        RunState.SUCCESS,
        RunState.SUCCESS,
        RunState.RUNNING,
        RunState.RUNNING,
        RunState.RUNNING,
        RunState.QUEUED,
        RunState.QUEUED,
    ]


def test_event_44_is_the_failure_and_wednesdays_load_says_when_it_tries_again() -> None:
    opening = replay(OPENING, until=OPENING_EVENT)
    assert in_words(opening.events[-1]) == "28 wed load try 1 failed, 96 rows, next at 33"
    load = opening.week.runs[WED].tasks[LOAD]
    assert load.state is TaskState.UP_FOR_RETRY
    assert load.retry_at_min == 33
    assert f"{BAKERY.moment(33):%H:%M}" == "06:33"


def test_the_board_at_event_44_shows_four_kinds_of_lamps() -> None:
    opening = replay(OPENING, until=OPENING_EVENT)
    assert [states_of(opening, day) for day in range(7)] == [
        ["success", "success", "success", "success", "success"],
        ["success", "success", "success", "success", "success"],
        ["success", "success", "success", "up_for_retry", "none"],
        ["success", "up_for_retry", "none", "none", "none"],
        ["success", "running", "none", "none", "none"],
        ["none", "none", "none", "none", "none"],
        ["none", "none", "none", "none", "none"],
    ]


def test_at_event_44_the_report_holds_618_rows_and_every_property_still_holds() -> None:
    opening = replay(OPENING, until=OPENING_EVENT)
    assert rows_by_day(opening) == [268, 254, 96, 0, 0, 0, 0]
    assert opening.week.total_rows() == 618
    assert broken_at(opening) == {}
    assert not opening.ended


# How it ends.


def test_the_retry_appends_all_179_rows() -> None:
    opening = replay(OPENING)
    assert words_of(opening.events, "wed", "load") == [
        "21 wed load try 1 started",
        "28 wed load try 1 failed, 96 rows, next at 33",
        "33 wed load try 2 started",
        "41 wed load try 2 success, 179 rows",
    ]


def test_wednesdays_check_finds_275_rows_against_179_and_fails() -> None:
    opening = replay(OPENING)
    assert opening.week.rows(WED) == 275
    assert words_of(opening.events, "wed", "check") == [
        "41 wed check try 1 started",
        "42 wed check try 1 failed",
    ]
    assert opening.week.runs[WED].state is RunState.FAILED


def test_every_day_but_wednesday_matches_its_source_and_succeeds() -> None:
    opening = replay(OPENING)
    assert rows_by_day(opening) == [268, 254, 275, 301, 342, 391, 277]
    assert [day for day, run in enumerate(opening.week.runs) if run.state is not RunState.SUCCESS] == [WED]
    assert [event.day for event in opening.events if isinstance(event, RunEnded)] == [0, 1, 4, 2, 3, 5, 6]


def test_the_report_then_holds_2108_rows_against_2012() -> None:
    week = replay(OPENING).week
    assert week.total_rows() == 2_108
    assert week.rows_by_other_date() == {}


def test_only_each_day_once_breaks_and_it_breaks_when_the_retry_has_written() -> None:
    opening = replay(OPENING)
    retry = event_of(opening, "41 wed load try 2 success, 179 rows")
    assert broken_at(opening) == {"each_day_once": retry}
    assert retry == 55
    (violation,) = opening.checker.violations
    assert violation.logical_date == BAKERY.days[WED].logical_date
    assert figures(violation.finding) == "the report holds 275 rows, the source 179"


# Overwrite from the start.


def test_with_overwrite_the_same_load_fails_at_the_same_minute_and_writes_nothing() -> None:
    appended, overwritten = replay(OPENING), play_week(write="overwrite")
    (one,), (other,) = failed_loads(appended), failed_loads(overwritten)
    assert other._replace(writes=one.writes) == one
    assert other.writes == ()


def test_with_overwrite_every_day_matches_and_the_report_holds_2012_rows() -> None:
    overwritten = play_week(write="overwrite")
    assert rows_by_day(overwritten) == SOURCE
    assert overwritten.week.total_rows() == 2_012
    assert {run.state for run in overwritten.week.runs} == {RunState.SUCCESS}


def test_with_overwrite_every_property_holds() -> None:
    assert play_week(write="overwrite").checker.violations == []


# The clock's day from the start.


def test_with_the_clocks_day_all_rows_land_on_12_january() -> None:
    clocked = play_week(date="clock")
    assert {date.isoformat(): rows for date, rows in clocked.week.rows_by_other_date().items()} == {
        "2026-01-12": 2_108
    }
    assert rows_by_day(clocked) == [0] * 7


def test_with_the_clocks_day_every_check_fails() -> None:
    clocked = play_week(date="clock")
    checks = [event for event in clocked.events if isinstance(event, TryEnded) and event.task == CHECK]
    assert sorted(check.day for check in checks) == list(range(7))
    assert {check.outcome for check in checks} == {TryOutcome.FAILED}
    assert {run.state for run in clocked.week.runs} == {RunState.FAILED}


def test_with_the_clocks_day_the_first_load_breaks_each_day_once_and_nothing_else_breaks() -> None:
    assert broken_at(play_week(date="clock")) == {"each_day_once": 23}


def test_with_the_clocks_day_and_overwrite_each_load_replaces_the_one_before() -> None:
    clocked = play_week(date="clock", write="overwrite")
    assert list(clocked.week.rows_by_other_date().values()) == [277]
    assert rows_by_day(clocked) == [0] * 7


# Tuesday cleared after its run has succeeded.


def test_tuesdays_run_succeeds_at_event_36() -> None:
    assert event_of(replay(OPENING), "20 tue run success") == TUESDAY_SUCCEEDED


@pytest.mark.parametrize("event", range(TUESDAY_SUCCEEDED, LAST_EVENT + 1))
def test_clearing_tuesday_with_append_doubles_it_to_508(event: int) -> None:
    cleared = play_week(f"{event}:clear:tue")
    assert cleared.ended
    assert cleared.week.rows(TUE) == 508
    assert words_of(cleared.events, "tue", "load", since=event)[-1].endswith("success, 254 rows")
    assert states_of(cleared, TUE) == ["success", "success", "success", "success", "failed"]


def test_clearing_tuesday_with_append_at_event_44_marks_tuesday_in_the_third_property() -> None:
    cleared = play_week("44:clear:tue")
    doubled = [
        found for found in cleared.checker.violations if found.logical_date == BAKERY.days[TUE].logical_date
    ]
    assert [figures(found.finding) for found in doubled] == ["the report holds 508 rows, the source 254"]
    assert set(broken_at(cleared)) == {"each_day_once"}


@pytest.mark.parametrize("event", range(TUESDAY_SUCCEEDED, LAST_EVENT + 1))
def test_clearing_tuesday_with_overwrite_changes_nothing_in_the_report(event: int) -> None:
    simulator, checker = begin(history_of(f"{event}:clear:tue", write="overwrite"))
    reruns = 0
    for happened in play(simulator):
        week = simulator.week()
        if happened.event >= TUESDAY_SUCCEEDED:
            assert week.rows(TUE) == 254
        # Every day is empty until its load succeeds, and whole from then on.
        assert all(rows in (0, source) for rows, source in zip(map(week.rows, range(7)), SOURCE, strict=True))
        reruns += isinstance(happened, RunStarted) and happened.day == TUE
    assert reruns == 2
    assert simulator.week().report == play_week(write="overwrite").week.report
    assert {run.state for run in simulator.week().runs} == {RunState.SUCCESS}
    assert checker.violations == []


# Monday five hours late from the start.


def test_a_late_monday_with_one_run_at_a_time_holds_up_the_whole_week() -> None:
    late = play_week("0:late:mon:300", runs=1)
    ended = event_of(late, "319 mon run success")
    assert f"{BAKERY.moment(319):%H:%M}" == "11:19"
    assert [event.day for event in late.events[:ended] if isinstance(event, RunStarted)] == [MON]
    assert in_words(late.events[ended + 1]) == "319 tue run started"
    assert rows_by_day(late) == SOURCE


def test_a_late_monday_with_one_run_at_a_time_starts_the_days_one_after_another() -> None:
    late = play_week("0:late:mon:300", runs=1)
    turns = [event for event in late.events if isinstance(event, RunStarted | RunEnded)]
    assert [event.day for event in turns] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]


def test_a_late_monday_with_three_at_a_time_is_passed_by_the_other_days() -> None:
    late = play_week("0:late:mon:300", runs=3)
    assert [event.day for event in late.events if isinstance(event, RunEnded)] == [1, 2, 3, 4, 5, 6, 0]
    file_arrived = event_of(late, "300 mon file arrived")
    assert in_words(late.events[file_arrived - 1]) == "62 sun run success"
    assert rows_by_day(late) == SOURCE
