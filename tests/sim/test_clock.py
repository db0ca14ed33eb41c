"""Virtual minutes, and the order of what is to come."""

from hypothesis import given
from hypothesis import strategies as st

from sim.clock import Clock, Kind


def test_the_clock_starts_at_minute_0_with_nothing_to_come() -> None:
    clock = Clock()
    assert clock.minute == 0
    assert clock.pop() is None


def test_what_is_due_earlier_comes_first() -> None:
    clock = Clock()
    clock.announce(300, Kind.FILE_ARRIVES, 0)
    clock.announce(1, Kind.TRY_ENDS, 5)
    assert clock.pop() == (1, 2, Kind.TRY_ENDS, 5)
    assert clock.pop() == (300, 1, Kind.FILE_ARRIVES, 0)
    assert clock.pop() is None


def test_of_two_things_due_in_the_same_minute_the_one_announced_first_comes_first() -> None:
    clock = Clock()
    announced = [(Kind.TRY_ENDS, 9), (Kind.FILE_ARRIVES, 4), (Kind.RETRY_IS_DUE, 1)]
    for kind, index in announced:
        clock.announce(28, kind, index)
    popped = [clock.pop() for _ in announced]
    assert [each[2:] for each in popped if each is not None] == announced


def test_announcing_returns_the_serial_that_the_occurrence_carries() -> None:
    clock = Clock()
    serials = [clock.announce(minute, Kind.TRY_ENDS, 0) for minute in (12, 7)]
    assert serials == [1, 2]
    assert clock.pop() == (7, serials[1], Kind.TRY_ENDS, 0)


def test_taking_something_out_does_not_move_the_clock() -> None:
    clock = Clock()
    clock.announce(33, Kind.RETRY_IS_DUE, 13)
    clock.pop()
    assert clock.minute == 0


@given(minutes=st.lists(st.integers(0, 40), max_size=30))
def test_everything_announced_comes_once_by_minute_and_then_in_the_order_announced(
    minutes: list[int],
) -> None:
    clock = Clock()
    for index, minute in enumerate(minutes):
        clock.announce(minute, Kind.TRY_ENDS, index)
    popped = []
    while (occurrence := clock.pop()) is not None:
        minute, _, _, index = occurrence
        popped.append((minute, index))
    assert popped == sorted((minute, index) for index, minute in enumerate(minutes))
