"""Virtual minutes, and the order of what is to come."""

from hypothesis import given
from hypothesis import strategies as st

from sim.clock import Clock


def a_file_arrives(day: int) -> None: ...


def a_try_ends(instance: int) -> None: ...


def a_retry_is_due(instance: int) -> None: ...


def test_the_clock_starts_at_minute_0_with_nothing_to_come() -> None:
    clock = Clock()
    assert clock.minute == 0
    assert not clock.queue


def test_what_is_due_earlier_comes_first() -> None:
    clock = Clock()
    clock.announce(300, a_file_arrives, 0)
    clock.announce(1, a_try_ends, 5)
    assert clock.pop() == (1, 2, a_try_ends, 5)
    assert clock.pop() == (300, 1, a_file_arrives, 0)
    assert not clock.queue


def test_of_two_things_due_in_the_same_minute_the_one_announced_first_comes_first() -> None:
    clock = Clock()
    announced = [(a_try_ends, 9), (a_file_arrives, 4), (a_retry_is_due, 1)]
    for kind, index in announced:
        clock.announce(28, kind, index)
    popped = [clock.pop() for _ in announced]
    assert [each[2:] for each in popped] == announced


@given(
    announced=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 5)), max_size=30),
    cancelled=st.integers(0, 5),
)
def test_what_is_cancelled_does_not_come_and_all_else_comes_in_the_same_order(
    announced: list[tuple[int, int]], cancelled: int
) -> None:
    clock, without = Clock(), Clock()
    for minute, index in announced:
        clock.announce(minute, a_try_ends, index)
        without.announce(minute, a_try_ends, index)
    clock.cancel(cancelled)
    kept = [without.pop() for _ in announced]
    assert [clock.pop() for _ in list(clock.queue)] == [each for each in kept if each[3] != cancelled]


def test_taking_something_out_does_not_move_the_clock() -> None:
    clock = Clock()
    clock.announce(33, a_retry_is_due, 13)
    clock.pop()
    assert clock.minute == 0


@given(minutes=st.lists(st.integers(0, 40), max_size=30))
def test_everything_announced_comes_once_by_minute_and_then_in_the_order_announced(
    minutes: list[int],
) -> None:
    clock = Clock()
    for index, minute in enumerate(minutes):
        clock.announce(minute, a_try_ends, index)
    popped = []
    while clock.queue:
        minute, _, _, index = clock.pop()
        popped.append((minute, index))
    assert popped == sorted((minute, index) for index, minute in enumerate(minutes))
