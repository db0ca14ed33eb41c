"""The bakery's job as the page describes it, and a second job that needs no other engine."""

from datetime import date, datetime

import pytest

from sim.events import RunStarted, TryEnded, TryStarted
from sim.job import Action, Partition, Pool
from sim.jobs import BAKERY
from sim.model import RunState, TaskState
from sim.replay import Replayed
from tests.sim.weeks import WHOLESALER, event_of, in_words, play_week, with_step, words_of

# The bakery.


def test_the_bakery_counts_the_week_of_monday_5_to_sunday_11_january_2026() -> None:
    assert [(day.day_id, day.logical_date) for day in BAKERY.days] == [
        ("mon", date(2026, 1, 5)),
        ("tue", date(2026, 1, 6)),
        ("wed", date(2026, 1, 7)),
        ("thu", date(2026, 1, 8)),
        ("fri", date(2026, 1, 9)),
        ("sat", date(2026, 1, 10)),
        ("sun", date(2026, 1, 11)),
    ]
    assert [f"{day.logical_date:%a}".lower() for day in BAKERY.days] == [day.day_id for day in BAKERY.days]


def test_the_bakery_is_switched_on_at_six_on_the_morning_after_its_week() -> None:
    assert BAKERY.switched_on == datetime(2026, 1, 12, 6, 0)


def test_the_bakerys_steps_form_a_chain_of_five() -> None:
    assert [(task.task_id, task.needs) for task in BAKERY.tasks] == [
        ("wait", ()),
        ("extract", ("wait",)),
        ("convert", ("extract",)),
        ("load", ("convert",)),
        ("check", ("load",)),
    ]


def test_only_extract_and_load_fail_on_their_own_and_are_tried_three_times() -> None:
    assert {
        task.task_id: (task.failure_rate, task.max_tries, task.retry_delays_min) for task in BAKERY.tasks
    } == {
        "wait": (0.0, 1, ()),
        "extract": (0.08, 3, (5, 10)),
        "convert": (0.0, 1, ()),
        "load": (0.08, 3, (5, 10)),
        "check": (0.0, 1, ()),
    }


def test_only_the_load_takes_one_of_the_warehouses_two_slots() -> None:
    assert BAKERY.pools == (Pool("warehouse", 2),)
    assert [task.task_id for task in BAKERY.tasks if task.pool == "warehouse"] == ["load"]


def test_each_step_does_what_the_page_says() -> None:
    assert [task.action for task in BAKERY.tasks] == [
        Action.WAIT_FOR_FILE,
        Action.WORK,
        Action.WORK,
        Action.LOAD,
        Action.COMPARE_COUNTS,
    ]


# The wholesaler: 27 days, steps that part and meet again, three tables, two pools.


def test_the_second_job_runs_to_its_end_with_every_row_in_its_place() -> None:
    week = play_week(job=WHOLESALER, runs=5)
    assert week.ended
    assert {run.state for run in week.week.runs} == {RunState.SUCCESS}
    assert week.week.report == WHOLESALER.source
    assert week.week.total_rows() == sum(117 + 2 * number for number in range(27)) == 3_861
    assert week.checker.violations == []


@pytest.mark.parametrize("runs", [1, 4, 27])
def test_the_second_job_starts_as_many_days_at_once_as_it_may(runs: int) -> None:
    week = play_week(job=WHOLESALER, runs=runs)
    started = [event.day for event in week.events if isinstance(event, RunStarted) and event.minute == 0]
    assert started == list(range(runs))


def test_a_step_that_needs_two_starts_with_the_end_of_the_later_one() -> None:
    week = play_week(job=WHOLESALER, runs=1)
    for day in range(27):
        ended = {
            WHOLESALER.tasks[event.task].task_id: event.minute
            for event in week.events
            if isinstance(event, TryEnded) and event.day == day
        }
        started = {
            WHOLESALER.tasks[event.task].task_id: event.minute
            for event in week.events
            if isinstance(event, TryStarted) and event.day == day
        }
        assert started["orders"] == started["returns"] == started["prices"] == ended["wait"]
        assert started["join"] == max(ended["orders"], ended["returns"])
        assert started["publish"] == max(ended["check_net"], ended["check_returns"], ended["load_prices"])


def most_at_once(week: Replayed, pool: str) -> int:
    held = most = 0
    for event in week.events:
        if isinstance(event, TryStarted | TryEnded) and WHOLESALER.tasks[event.task].pool == pool:
            held += 1 if isinstance(event, TryStarted) else -1
            most = max(most, held)
    return most


def test_each_pool_has_its_own_slots() -> None:
    week = play_week(job=WHOLESALER, runs=27)
    assert (most_at_once(week, "warehouse"), most_at_once(week, "archive")) == (2, 1)


def test_clearing_from_the_middle_of_a_diamond_repeats_what_needs_it_and_nothing_beside_it() -> None:
    calm = play_week(job=WHOLESALER, runs=1)
    end = event_of(
        calm, next(words for words in words_of(calm.events, "d1", job=WHOLESALER) if "run success" in words)
    )
    cleared = play_week(f"{end}:clear:d1:orders", write="overwrite", job=WHOLESALER, runs=1)
    again = [
        words.split()[2]
        for words in words_of(cleared.events, "d1", job=WHOLESALER, since=end)
        if "started" in words and "run" not in words
    ]
    assert again == ["orders", "join", "load_net", "check_net", "publish"]
    assert cleared.week.report == WHOLESALER.source
    assert cleared.checker.violations == []


def test_clearing_one_branch_of_an_active_run_lets_the_other_branch_go_on() -> None:
    calm = play_week(job=WHOLESALER, runs=1)
    words = next(
        words for words in words_of(calm.events, "d1", "prices", job=WHOLESALER) if "started" in words
    )
    event = event_of(calm, words)
    cleared = play_week(f"{event}:clear:d1:returns", job=WHOLESALER, runs=1)
    killed = [event for event in cleared.events if isinstance(event, TryEnded) and event.outcome == "killed"]
    assert [(WHOLESALER.tasks[event.task].task_id, event.minute) for event in killed] == [("returns", 1)]
    assert in_words(cleared.events[event + 3], WHOLESALER) == "1 d1 returns try 2 started"
    orders = words_of(cleared.events, "d1", "orders", job=WHOLESALER)
    assert orders == words_of(calm.events, "d1", "orders", job=WHOLESALER)
    assert cleared.week.report == WHOLESALER.source


def test_clearing_a_day_kills_all_its_running_branches_one_after_another() -> None:
    calm = play_week(job=WHOLESALER, runs=1)
    event = event_of(calm, "1 d1 prices try 1 started")
    cleared = play_week(f"{event}:clear:d1", job=WHOLESALER, runs=1)
    assert [in_words(event, WHOLESALER) for event in cleared.events[event + 1 : event + 7]] == [
        "1 press clear:d1",
        "1 d1 orders try 1 killed",
        "1 d1 returns try 1 killed",
        "1 d1 prices try 1 killed",
        "1 d1 run started",
        "1 d1 wait try 2 started",
    ]


def test_a_failed_branch_stops_what_needs_it_and_the_other_branches_finish() -> None:
    week = play_week(job=with_step(WHOLESALER, "orders", failure_rate=1.0), runs=27)
    stopped = {"join", "load_net", "check_net", "publish"}
    for run in week.week.runs:
        assert run.state is RunState.FAILED
        assert {task.task_id for task in run.tasks if task.state is TaskState.UPSTREAM_FAILED} == stopped
        assert [task.task_id for task in run.tasks if task.state is TaskState.FAILED] == ["orders"]
    assert {partition: rows for partition, rows in week.week.report.items() if rows} == {
        partition: rows for partition, rows in WHOLESALER.source.items() if partition[0] != "net"
    }
    assert week.checker.violations == []


def test_a_run_with_a_failed_branch_ends_only_when_its_other_branches_have() -> None:
    week = play_week(job=with_step(WHOLESALER, "prices", failure_rate=1.0), runs=1)
    words = words_of(week.events, "d1", job=WHOLESALER)
    failed = next(index for index, each in enumerate(words) if "prices try 1 failed" in each)
    assert words[-1].endswith("d1 run failed")
    assert any("check_returns try 1 success" in each for each in words[failed:])
    # Nothing that needs the prices has started.
    assert not any("load_net" in each or "load_prices" in each or "publish" in each for each in words)


def test_a_cleared_failed_branch_joins_what_the_others_had_done() -> None:
    broken = with_step(WHOLESALER, "orders", failure_rate=0.6)
    week = play_week(job=broken, runs=1, write="overwrite")
    failed = next(day for day, run in enumerate(week.week.runs) if run.state is RunState.FAILED)
    name = WHOLESALER.days[failed].day_id
    last = week.events[-1].event
    repaired = play_week(f"{last}:clear:{name}:orders", job=broken, runs=1, write="overwrite", seed=517_353)
    again = {
        WHOLESALER.tasks[event.task].task_id
        for event in repaired.events[last:]
        if isinstance(event, TryStarted)
    }
    assert again == {"orders", "join", "load_net", "check_net", "publish"}
    assert repaired.week.runs[failed].state is RunState.SUCCESS
    assert repaired.week.report[Partition("net", WHOLESALER.days[failed].logical_date)] == 100 + failed


def test_a_day_of_the_second_job_that_is_cleared_with_append_holds_every_table_twice() -> None:
    last = play_week(job=WHOLESALER).events[-1].event
    doubled = play_week(f"{last}:clear:d27", job=WHOLESALER)
    assert doubled.week.rows(26) == 2 * (126 + 36 + 7)
    assert {found.logical_date for found in doubled.checker.violations} == {date(2026, 2, 27)}
    assert {found.property.value for found in doubled.checker.violations} == {"each_day_once"}
