"""Virtual minutes, and the queue of what is to come."""

from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from typing import Any

# (minute, serial, what happens then, to which day or task instance): what happens is a function of the last.
Occurrence = tuple[int, int, Callable[[int], Any], int]


class Clock:
    """The virtual time, and all that is still to come, in the order (minute, serial).

    The serial makes the order total: of two things due in the same minute, the one that was
    announced first comes first.
    """

    def __init__(self) -> None:
        self.minute = 0
        self.queue: list[Occurrence] = []
        self._serial = 0
        # Takes the next occurrence out of the queue. Time does not move with it: only the caller knows
        # whether the occurrence is stale, and a stale one must not move the clock.
        self.pop: Callable[[], Occurrence] = partial(heappop, self.queue)

    def announce(self, minute: int, happens: Callable[[int], Any], index: int) -> int:
        """Put something into the queue. Returns its serial, by which it can be told from a stale one."""
        self._serial = serial = self._serial + 1
        heappush(self.queue, (minute, serial, happens, index))
        return serial
