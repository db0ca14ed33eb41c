"""The nouns: what a job refuses, what follows from its needs, and what a picture of a week adds up."""

from dataclasses import asdict, replace
from datetime import date, datetime
from typing import Any

import pytest

from sim.job import Action, Day, Job, Partition, Task
from sim.jobs import BAKERY
from sim.writes import DeletePartition
from tests.sim.weeks import CHECK, LOAD, MON, TUE, WED, WHOLESALER, play_week, with_step

# What a job refuses.


def test_both_jobs_can_be_made_again_from_their_parts() -> None:
    assert asdict(replace(BAKERY)) == asdict(BAKERY)
    assert asdict(replace(WHOLESALER)) == asdict(WHOLESALER)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"tasks": (Task("wait", Action.WORK), Task("wait", Action.WORK))}, "two steps are called 'wait'"),
        (
            {"tasks": (Task("convert", Action.WORK, needs=("extract",)), Task("extract", Action.WORK))},
            "step 'convert' needs 'extract', which is not listed before it",
        ),
        (
            {"tasks": (Task("convert", Action.WORK, needs=("convert",)),)},
            "step 'convert' needs 'convert', which is not listed before it",
        ),
        (
            {"tasks": (Task("load", Action.WORK, pool="garage"),)},
            "step 'load' names the unknown pool 'garage'",
        ),
        (
            {"tasks": (Task("load", Action.LOAD, table="returns"),)},
            "step 'load' must name a table of the job exactly if it loads or compares",
        ),
        (
            {"tasks": (Task("load", Action.LOAD),)},
            "step 'load' must name a table of the job exactly if it loads or compares",
        ),
        (
            {"tasks": (Task("check", Action.COMPARE_COUNTS),)},
            "step 'check' must name a table of the job exactly if it loads or compares",
        ),
        (
            {"tasks": (Task("convert", Action.WORK, table="orders"),)},
            "step 'convert' must name a table of the job exactly if it loads or compares",
        ),
        (
            {"tasks": (Task("convert", Action.WORK, duration_min=(0, 3)),)},
            "step 'convert' must take at least one minute",
        ),
        (
            {"tasks": (Task("convert", Action.WORK, duration_min=(5, 2)),)},
            "step 'convert' must take at least one minute",
        ),
        ({"days": BAKERY.days[::-1]}, "days must be listed oldest first, each once"),
        ({"days": BAKERY.days[:1] * 2}, "days must be listed oldest first, each once"),
        (
            {"days": (Day("mon", date(2026, 1, 5), (1,)), Day("mon", date(2026, 1, 6), (1,)))},
            "days must be listed oldest first, each once",
        ),
        (
            {"days": (Day("mon", date(2026, 1, 5), ()),)},
            "every day must give the source's rows for every table",
        ),
        (
            {"days": (Day("mon", date(2026, 1, 5), (268, 3)),)},
            "every day must give the source's rows for every table",
        ),
    ],
)
def test_a_job_that_breaks_a_rule_is_refused_in_one_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        replace(BAKERY, **change)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("minutes", [(1, 1), (2, 5)])
def test_a_step_may_take_one_minute_or_a_range(minutes: tuple[int, int]) -> None:
    assert with_step(BAKERY, "convert", duration_min=minutes).tasks[2].duration_min == minutes


def test_a_job_without_tables_is_accepted() -> None:
    day = Day("mon", date(2026, 1, 5), ())
    job = Job("sweeping", (Task("sweep", Action.WORK),), (), (), (day,), datetime(2026, 1, 6))
    week = play_week(job=job, runs=1)
    assert [run.state.value for run in week.week.runs] == ["success"]


# What follows from a job's parts.


def test_days_and_steps_are_found_by_name() -> None:
    assert (BAKERY.day_index["tue"], BAKERY.task_index["load"]) == (TUE, LOAD)
    assert (WHOLESALER.day_index["d27"], WHOLESALER.task_index["publish"]) == (26, 10)


def names(tasks: tuple[int, ...]) -> list[str]:
    return [WHOLESALER.tasks[task].task_id for task in tasks]


def test_needs_are_known_in_both_directions() -> None:
    join, prices = WHOLESALER.task_index["join"], WHOLESALER.task_index["prices"]
    assert names(WHOLESALER.upstream[join]) == ["orders", "returns"]
    assert names(WHOLESALER.downstream[prices]) == ["load_net", "load_prices"]
    assert names(WHOLESALER.downstream[WHOLESALER.task_index["publish"]]) == []


@pytest.mark.parametrize(
    ("step", "reached"),
    [
        ("orders", ["orders", "join", "load_net", "check_net", "publish"]),
        ("load_prices", ["load_prices", "publish"]),
        ("publish", ["publish"]),
        ("wait", [task.task_id for task in WHOLESALER.tasks]),
    ],
)
def test_a_step_and_all_that_need_it_directly_or_not(step: str, reached: list[str]) -> None:
    assert names(WHOLESALER.and_downstream[WHOLESALER.task_index[step]]) == reached


def test_the_source_is_known_by_table_and_date() -> None:
    assert BAKERY.source[Partition("orders", date(2026, 1, 7))] == 179
    assert WHOLESALER.source[Partition("returns", date(2026, 2, 27))] == 36
    assert len(WHOLESALER.source) == 3 * 27


@pytest.mark.parametrize(
    ("minute", "moment"),
    [
        (0, "2026-01-12T06:00:00"),
        (300, "2026-01-12T11:00:00"),
        (1_079, "2026-01-12T23:59:00"),
        (1_080, "2026-01-13T00:00:00"),
    ],
)
def test_minutes_count_from_six_in_the_morning_of_12_january(minute: int, moment: str) -> None:
    assert BAKERY.moment(minute).isoformat() == moment
    assert BAKERY.clock_date(minute).isoformat() == moment[:10]


# A picture of a week.


def test_a_picture_of_a_week_cannot_be_changed() -> None:
    week = play_week().week
    with pytest.raises(AttributeError):
        week.minute = 0  # type: ignore[misc]
    with pytest.raises(AttributeError):
        week.runs[MON].file_due_min = 0  # type: ignore[misc]
    with pytest.raises(AttributeError):
        week.runs[MON].tasks[LOAD].try_number = 0  # type: ignore[misc]


def test_the_rows_of_a_day_are_those_of_all_its_tables() -> None:
    week = play_week(job=WHOLESALER).week
    assert week.rows(0) == 100 + 10 + 7
    assert week.rows(26) == 126 + 36 + 7


def test_rows_on_other_dates_are_listed_by_date_and_counted_in_the_total() -> None:
    week = play_week("0:late:mon:1070", date="clock").week
    assert [date_.isoformat() for date_ in week.rows_by_other_date()] == ["2026-01-12", "2026-01-13"]
    assert sum(week.rows_by_other_date().values()) == week.total_rows()
    assert [week.rows(day) for day in (MON, TUE, WED)] == [0, 0, 0]


def test_rows_on_one_other_date_are_added_up_over_all_tables() -> None:
    week = play_week(job=WHOLESALER, date="clock").week
    assert week.rows_by_other_date() == {date(2026, 2, 28): 3_861}


def test_the_next_try_is_told_only_while_a_step_waits_to_retry() -> None:
    for event in range(91):
        for run in play_week(until=event).week.runs:
            for task in run.tasks:
                assert (task.retry_at_min is not None) == (task.state.value == "up_for_retry")


def test_a_step_that_has_not_begun_has_no_try() -> None:
    assert play_week(until=44).week.runs[WED].tasks[CHECK].try_number == 0
    assert play_week(until=50).week.runs[WED].tasks[LOAD].try_number == 2


def test_emptying_a_partition_brings_no_rows() -> None:
    assert DeletePartition("orders", BAKERY.days[0].logical_date).rows == 0
