"""A week played again is the same week; a press anywhere breaks nothing; a rerun changes what it should."""

from itertools import pairwise

import pytest

from sim.books import Books
from sim.history import History
from sim.job import Job, LoadDate, Settings, WriteMode
from sim.jobs import BAKERY
from sim.scheduler import Scheduler
from sim.schedulers import SCHEDULERS
from sim.witness.findings import Property
from tests.proof import across
from tests.proof.across import OVERWRITE, THREE_DAYS, every_press
from tests.proof.swarm import MIXED, play_whole, swarm_week


def test_the_same_history_twice_is_the_same_week_and_so_is_the_one_pressed_live() -> None:
    assert across.replay_differs(range(120)) is None


@pytest.mark.parametrize("seed", [6, 12, 21, 33])
def test_a_week_stopped_at_any_event_and_gone_on_with_equals_the_uninterrupted_one(seed: int) -> None:
    assert len(swarm_week(seed, MIXED).history.presses) >= 3
    assert across.restore_differs(range(seed, seed + 1)) is None


def test_three_numbers_are_drawn_for_each_try_and_none_besides() -> None:
    assert across.stream_differs(range(120)) is None


# Presses anywhere.


@pytest.mark.parametrize(("seed", "percent"), [(1, 0), (2, 30), (3, 60)])
def test_any_press_at_any_event_of_three_days_breaks_nothing_and_the_week_ends(
    seed: int, percent: int
) -> None:
    history = History(THREE_DAYS, seed, OVERWRITE, failure_percent=percent)
    presses = tuple(every_press(THREE_DAYS))
    assert len(presses) == 3 * (1 + 5 + 2) + 3 + 2 + 2
    assert across.press_anywhere_breaks(history, presses) is None


@pytest.mark.parametrize("part", range(2))
def test_any_press_at_any_event_of_a_whole_week_breaks_nothing_and_the_week_ends(part: int) -> None:
    """Any press on its first day, on one in the middle and on its last, and any that is for no day."""
    history = History(BAKERY, 11, Settings(WriteMode.OVERWRITE, LoadDate.OWN, 3), failure_percent=30)
    presses = tuple(press for press in every_press(BAKERY) if getattr(press, "day", 0) in (0, 3, 6))
    assert len(presses) == 3 * (1 + 5 + 2) + 7 + 2 + 2
    assert across.press_anywhere_breaks(history, presses[part::2]) is None


@pytest.mark.parametrize("job", [THREE_DAYS, BAKERY], ids=["three days", "a week"])
def test_two_presses_anywhere_break_nothing_and_the_week_ends(job: Job) -> None:
    assert across.pair_of_presses_breaks(range(300), job) is None


# Idempotence.


def test_with_overwrite_a_day_that_is_cleared_and_loaded_again_leaves_the_report_as_it_was() -> None:
    assert across.rerun_differs(range(30), WriteMode.OVERWRITE) is None


def test_with_append_a_day_that_is_cleared_and_loaded_again_adds_its_rows_once_more() -> None:
    assert across.rerun_differs(range(30), WriteMode.APPEND) is None


# The comparisons see a difference where there is one.


def test_the_weeks_of_two_different_schedulers_are_told_apart() -> None:
    weeks = [swarm_week(3, MIXED, scheduler()).events for scheduler in SCHEDULERS.values()]
    assert all(one != other for one, other in pairwise(weeks))


def test_the_first_event_that_differs_is_named() -> None:
    one, other = swarm_week(3, MIXED).events, swarm_week(4, MIXED).events
    assert across.first_difference(one, one) == len(one)
    assert across.first_difference(one[:9], one) == 9
    assert one[across.first_difference(one, other)] != other[across.first_difference(one, other)]


def test_a_scheduler_that_never_opens_a_slot_does_not_let_the_week_end() -> None:
    class NeverLoads(Scheduler):
        def open_slots(self, books: Books, pool: str) -> int:
            return 0

    played = play_whole(History(BAKERY, 1, OVERWRITE), NeverLoads())
    assert set(played.broken_at) >= {Property.LIVE}
