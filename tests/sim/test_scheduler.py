"""The scheduler's small questions, asked of real weeks, and an engine that obeys whatever they answer."""

from datetime import date

import pytest

from sim.books import Books
from sim.events import RunStarted, TryEnded, TryStarted
from sim.job import WriteMode
from sim.jobs import BAKERY
from sim.model import RunState, TryOutcome
from sim.replay import begin, replay
from sim.scheduler import Scheduler
from sim.schedulers import SplitsOverwrite
from sim.writes import DeletePartition, Insert, ReplacePartition, Write
from tests.sim.weeks import (
    EXTRACT,
    LOAD,
    STEADY,
    SUN,
    THU,
    WED,
    event_of,
    history_of,
    play_week,
    rows_by_day,
)

WEDNESDAY = date(2026, 1, 7)
STEPS = len(BAKERY.tasks)
ask = Scheduler()


def books_after(event: int, *presses: str, runs: int = 3) -> Books:
    """The books of a steady week (no step fails) right after an event."""
    simulator, _ = begin(history_of(*presses, runs=runs, job=STEADY))
    for _ in range(event + 1):
        simulator.step()
    return simulator.books


# Which run starts.


def test_the_oldest_day_that_queues_starts_while_there_is_a_place() -> None:
    assert [ask.run_to_start(books_after(event)) for event in (0, 1, 2)] == [0, 1, 2]


def test_no_day_starts_while_all_places_are_taken() -> None:
    assert ask.run_to_start(books_after(3)) is None
    assert ask.run_to_start(books_after(3, runs=4)) == THU


def test_a_run_that_ended_leaves_its_place_to_the_next() -> None:
    assert ask.run_to_start(books_after(29)) is None
    assert ask.run_to_start(books_after(30)) == THU


def test_no_day_starts_after_the_last() -> None:
    assert ask.run_to_start(books_after(84)) is None


def test_a_day_cleared_whole_is_older_than_those_that_have_not_begun() -> None:
    assert ask.run_to_start(books_after(31, "30:clear:mon")) == 0


# Which step starts.


def test_the_oldest_day_has_its_step_started_first() -> None:
    assert [ask.task_to_start(books_after(event)) for event in (3, 4, 5, 6)] == [0, STEPS, 2 * STEPS, None]


def test_a_load_that_is_ready_waits_until_a_slot_is_free() -> None:
    wednesdays_load = WED * STEPS + LOAD
    assert ask.task_to_start(books_after(23)) is None
    # Monday's and Tuesday's checks are older, so they come first; then the load takes a slot left.
    assert ask.task_to_start(books_after(27)) == wednesdays_load


def test_a_step_that_needs_no_slot_overtakes_an_older_load_that_waits_for_one() -> None:
    late = ("0:late:thu:9",)
    event = event_of(play_week(*late, runs=4, job=STEADY), "9 tue load try 1 started")
    books = books_after(event, *late, runs=4)
    assert WED * STEPS + LOAD in books.ready
    assert ask.open_slots(books, "warehouse") == 0
    assert ask.task_to_start(books) == THU * STEPS + EXTRACT


@pytest.mark.parametrize(("event", "slots"), [(21, 2), (22, 1), (23, 0), (24, 1), (25, 2), (28, 1), (84, 2)])
def test_the_warehouse_has_two_slots_less_those_that_loads_hold(event: int, slots: int) -> None:
    assert ask.open_slots(books_after(event), "warehouse") == slots


def test_a_killed_load_leaves_its_slot_at_once() -> None:
    assert ask.open_slots(books_after(23), "warehouse") == 0
    assert ask.open_slots(books_after(24, "23:clear:mon"), "warehouse") == 1


@pytest.mark.parametrize(
    ("event", "step", "answer"), [(6, 0, True), (6, 1, False), (7, 1, True), (12, 2, False), (13, 2, True)]
)
def test_a_step_may_start_once_the_step_before_it_has_succeeded(event: int, step: int, answer: bool) -> None:
    assert ask.upstream_succeeded(books_after(event), step) is answer


def test_a_step_may_not_start_once_the_step_before_it_was_cleared() -> None:
    assert ask.upstream_succeeded(books_after(13), 2)
    assert not ask.upstream_succeeded(books_after(14, "13:clear:mon:extract"), 2)


# What a load writes.


@pytest.mark.parametrize(
    ("mode", "outcome", "rows", "writes"),
    [
        (WriteMode.APPEND, None, 0, ()),
        (WriteMode.APPEND, TryOutcome.FAILED, 96, (Insert("orders", WEDNESDAY, 96),)),
        (WriteMode.APPEND, TryOutcome.KILLED, 40, (Insert("orders", WEDNESDAY, 40),)),
        (WriteMode.APPEND, TryOutcome.KILLED, 0, ()),
        (WriteMode.APPEND, TryOutcome.SUCCESS, 179, (Insert("orders", WEDNESDAY, 179),)),
        (WriteMode.OVERWRITE, None, 0, ()),
        (WriteMode.OVERWRITE, TryOutcome.FAILED, 96, ()),
        (WriteMode.OVERWRITE, TryOutcome.KILLED, 40, ()),
        (WriteMode.OVERWRITE, TryOutcome.SUCCESS, 179, (ReplacePartition("orders", WEDNESDAY, 179),)),
        (WriteMode.OVERWRITE, TryOutcome.SUCCESS, 0, (ReplacePartition("orders", WEDNESDAY, 0),)),
    ],
)
def test_a_load_writes_what_its_switch_and_its_end_say(
    mode: WriteMode, outcome: TryOutcome | None, rows: int, writes: tuple[Write, ...]
) -> None:
    assert ask.load_writes(mode, outcome, "orders", WEDNESDAY, rows) == writes


def test_a_load_writes_nothing_when_it_starts() -> None:
    for write in ("append", "overwrite"):
        starts = [event for event in play_week(write=write).events if isinstance(event, TryStarted)]
        assert all(event.writes == () for event in starts)


@pytest.mark.parametrize(
    ("outcome", "writes"),
    [
        (None, (DeletePartition("orders", WEDNESDAY),)),
        (TryOutcome.SUCCESS, (Insert("orders", WEDNESDAY, 179),)),
        (TryOutcome.FAILED, ()),
        (TryOutcome.KILLED, ()),
    ],
)
def test_the_one_that_splits_an_overwrite_deletes_first_and_inserts_at_the_end(
    outcome: TryOutcome | None, writes: tuple[Write, ...]
) -> None:
    split = SplitsOverwrite()
    assert split.load_writes(WriteMode.OVERWRITE, outcome, "orders", WEDNESDAY, 179) == writes
    for rows in (0, 96):
        asked = (WriteMode.APPEND, outcome, "orders", WEDNESDAY, rows)
        assert split.load_writes(*asked) == ask.load_writes(*asked)


# The engine does what the scheduler answers, whoever it is.


class NewestDayFirst(Scheduler):
    """Another rule for the queue than the page's."""

    def run_to_start(self, books: Books) -> int | None:
        if books.active_runs >= books.settings.max_active_runs:
            return None
        queued = [day for day, state in enumerate(books.run_state) if state is RunState.QUEUED]
        return max(queued, default=None)


class OneLoadAtATime(Scheduler):
    """A more careful scheduler: it never opens the second slot."""

    def open_slots(self, books: Books, pool: str) -> int:
        return super().open_slots(books, pool) - 1


def test_a_scheduler_that_takes_the_newest_day_first_is_obeyed() -> None:
    week = replay(history_of(write="overwrite"), scheduler=NewestDayFirst())
    assert [event.day for event in week.events if isinstance(event, RunStarted)] == list(range(SUN, -1, -1))
    assert rows_by_day(week) == [268, 254, 179, 301, 342, 391, 277]


def test_a_scheduler_that_opens_one_slot_is_obeyed() -> None:
    week = replay(history_of(runs=7, job=STEADY), OneLoadAtATime())
    ends = [event.minute for event in week.events if isinstance(event, TryEnded) and event.task == LOAD]
    assert ends == [19, 29, 39, 49, 59, 69, 79]


def test_asking_changes_nothing() -> None:
    class AsksTwice(Scheduler):
        def run_to_start(self, books: Books) -> int | None:
            super().run_to_start(books)
            return super().run_to_start(books)

        def task_to_start(self, books: Books) -> int | None:
            super().task_to_start(books)
            return super().task_to_start(books)

    presses = ("44:clear:tue", "50:runs:7")
    assert replay(history_of(*presses), scheduler=AsksTwice()).events == play_week(*presses).events
