"""Why a step is not running, asked of real weeks: every unmet condition, and none where there is none."""

from itertools import pairwise

import pytest

from sim.explain import (
    FileMissing,
    NeedsStep,
    NoFreePlace,
    NoFreeSlot,
    Reason,
    WaitsToRetry,
    why_not_running,
)
from sim.job import Job
from sim.model import TaskState
from tests.sim.weeks import (
    CHECK,
    CONVERT,
    EXTRACT,
    LOAD,
    MON,
    STEADY,
    SUN,
    THU,
    TUE,
    WAIT,
    WED,
    WHOLESALER,
    event_of,
    play_week,
    with_step,
)

NONE, RUNNING, FAILED, UPSTREAM_FAILED = (
    TaskState.NONE,
    TaskState.RUNNING,
    TaskState.FAILED,
    TaskState.UPSTREAM_FAILED,
)
LOADS_FAIL = with_step(STEADY, "load", failure_rate=1.0)


def why(
    day: int, task: int, words: str, *presses: str, job: Job = STEADY, runs: int = 3
) -> tuple[Reason, ...]:
    """Why the step is not running right after the event that the words describe."""
    event = event_of(play_week(*presses, job=job, runs=runs), words)
    return why_not_running(play_week(*presses, job=job, runs=runs, until=event).week, day, task)


def test_a_step_waits_for_the_step_before_it_and_says_where_that_stands() -> None:
    opening = play_week(until=44).week
    assert why_not_running(opening, WED, CHECK) == (NeedsStep(LOAD, TaskState.UP_FOR_RETRY),)
    assert why(MON, CONVERT, "1 mon extract try 1 started") == (NeedsStep(EXTRACT, RUNNING),)
    assert why(MON, CHECK, "1 mon extract try 1 started") == (NeedsStep(LOAD, NONE),)


def test_a_step_that_needs_several_names_each_that_has_not_succeeded() -> None:
    step = WHOLESALER.task_index
    week = play_week(job=WHOLESALER, until=11).week
    assert why_not_running(week, 0, step["join"]) == (
        NeedsStep(step["orders"], RUNNING),
        NeedsStep(step["returns"], RUNNING),
    )
    assert why_not_running(week, 0, step["load_net"]) == (
        NeedsStep(step["join"], NONE),
        NeedsStep(step["prices"], NONE),
    )


def test_a_step_after_a_failed_one_says_that_it_failed() -> None:
    failed = play_week(job=with_step(STEADY, "extract", failure_rate=1.0)).week
    assert why_not_running(failed, MON, CONVERT) == (NeedsStep(EXTRACT, FAILED),)
    assert why_not_running(failed, MON, LOAD) == (NeedsStep(CONVERT, UPSTREAM_FAILED),)


def test_a_wait_that_runs_says_when_its_late_file_is_due() -> None:
    assert why(MON, WAIT, "0 mon wait try 1 started", "0:late:mon:300") == (FileMissing(300),)


def test_a_wait_whose_file_is_there_has_nothing_to_wait_for() -> None:
    assert why(MON, WAIT, "0 mon wait try 1 started") == ()
    assert why(MON, WAIT, "300 mon file arrived", "0:late:mon:300") == ()


def test_only_the_wait_waits_for_the_file() -> None:
    assert why(MON, EXTRACT, "0 mon wait try 1 started", "0:late:mon:300") == (NeedsStep(WAIT, RUNNING),)


def test_a_queued_day_names_the_days_that_hold_the_places() -> None:
    assert why(SUN, WAIT, "0 mon wait try 1 started") == (NoFreePlace((MON, TUE, WED), 3),)
    assert why(THU, WAIT, "0 mon wait try 1 started", runs=1) == (NoFreePlace((MON,), 1),)


def test_a_queued_day_that_starts_next_has_nothing_to_wait_for() -> None:
    assert why(MON, WAIT, "0 switched on") == ()
    assert why(THU, WAIT, "20 mon run success") == ()


def test_after_the_limit_was_lowered_more_days_hold_places_than_are_allowed() -> None:
    week = play_week("7:runs:1", job=STEADY, until=8).week
    assert why_not_running(week, THU, WAIT) == (NoFreePlace((MON, TUE, WED), 1),)


def test_a_queued_day_with_a_late_file_waits_for_both() -> None:
    assert why(SUN, WAIT, "0 mon wait try 1 started", "0:late:sun:100") == (
        NoFreePlace((MON, TUE, WED), 3),
        FileMissing(100),
    )


def test_a_later_step_of_a_queued_day_waits_for_a_place_and_for_the_step_before() -> None:
    assert why(SUN, EXTRACT, "0 mon wait try 1 started") == (
        NoFreePlace((MON, TUE, WED), 3),
        NeedsStep(WAIT, NONE),
    )


def test_a_load_that_waits_for_a_slot_names_the_loads_that_hold_them() -> None:
    assert why(WED, LOAD, "9 tue load try 1 started") == (
        NoFreeSlot("warehouse", ((MON, LOAD), (TUE, LOAD))),
    )


def test_a_load_waits_for_no_slot_once_one_is_free() -> None:
    assert why(WED, LOAD, "19 mon load try 1 success, 268 rows") == ()


def test_a_load_of_a_queued_day_names_every_unmet_condition() -> None:
    assert why(SUN, LOAD, "9 tue load try 1 started") == (
        NoFreePlace((MON, TUE, WED), 3),
        NeedsStep(CONVERT, NONE),
        NoFreeSlot("warehouse", ((MON, LOAD), (TUE, LOAD))),
    )


def test_no_other_step_waits_for_a_slot() -> None:
    assert why(WED, CHECK, "9 tue load try 1 started") == (NeedsStep(LOAD, NONE),)


def test_each_pools_slots_are_held_by_its_own_steps() -> None:
    step = WHOLESALER.task_index
    week = play_week(job=WHOLESALER)
    event = event_of(week, "5 d2 load_prices try 1 started")
    held = play_week(job=WHOLESALER, until=event).week
    warehouse = NoFreeSlot("warehouse", ((0, step["load_returns"]), (1, step["load_returns"])))
    archive = NoFreeSlot("archive", ((1, step["load_prices"]),))
    assert warehouse in why_not_running(held, 2, step["load_net"])
    assert archive in why_not_running(held, 2, step["load_prices"])
    assert warehouse not in why_not_running(held, 2, step["load_prices"])


def test_a_step_that_waits_to_retry_says_when_its_next_try_is_due() -> None:
    assert why_not_running(play_week(until=44).week, WED, LOAD) == (WaitsToRetry(33),)
    assert why_not_running(play_week(until=44).week, THU, EXTRACT) == (WaitsToRetry(32),)


def test_a_load_that_waits_to_retry_while_others_hold_the_slots_says_both() -> None:
    assert why(MON, LOAD, "19 thu load try 1 started", job=LOADS_FAIL, runs=4) == (
        WaitsToRetry(24),
        NoFreeSlot("warehouse", ((WED, LOAD), (THU, LOAD))),
    )


def test_a_retry_that_is_due_but_finds_no_slot_says_only_that() -> None:
    # Tuesday's second try is due at 24; Monday's second and Wednesday's first load hold the slots.
    week = play_week(job=LOADS_FAIL)
    event = event_of(week, "24 mon load try 2 started")
    seen = play_week(job=LOADS_FAIL, until=event).week
    assert seen.runs[TUE].tasks[LOAD].retry_at_min == 24
    assert why_not_running(seen, TUE, LOAD) == (NoFreeSlot("warehouse", ((MON, LOAD), (WED, LOAD))),)


@pytest.mark.parametrize("task", [WAIT, EXTRACT, CONVERT, LOAD, CHECK])
def test_a_step_that_has_finished_waits_for_nothing(task: int) -> None:
    opening = play_week().week
    assert why_not_running(opening, MON, task) == ()
    assert why_not_running(opening, WED, task) == ()  # its check has failed


def test_a_step_that_runs_waits_for_nothing() -> None:
    assert why(MON, LOAD, "9 mon load try 1 started") == ()


def test_whenever_time_goes_on_every_step_that_has_not_finished_runs_or_has_a_reason() -> None:
    presses = ("20:clear:mon", "30:late:sat:90", "44:runs:1", "70:runs:7")
    events = play_week(*presses).events
    for event, following in pairwise(events):
        if following.minute == event.minute:
            continue
        week = play_week(*presses, until=event.event).week
        for day, run in enumerate(week.runs):
            for task, instance in enumerate(run.tasks):
                if instance.state not in (RUNNING, TaskState.SUCCESS, FAILED):
                    assert why_not_running(week, day, task), (event, day, task)
