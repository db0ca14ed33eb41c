"""Virtual minutes, and the queue of what is to come."""

from collections.abc import Callable
from functools import partial
from heapq import heapify, heappop, heappush

from sim.events import Event

# (minute, serial, what happens then, to which day or task instance): what happens is a function of the last,
# and its answer the event that tells of it, if one does.
Occurrence = tuple[int, int, Callable[[int], Event | None], int]


class Clock:
    """The virtual time, and all that is still to come, in the order (minute, serial).

    The serial makes the order total: of two things due in the same minute, the one that was
    announced first comes first.
    """

    def __init__(self) -> None:
        self.minute = 0
        self.queue: list[Occurrence] = []
        self._serial = 0
        # Takes the next occurrence out of the queue. Time moves only when the caller moves it.
        self.pop: Callable[[], Occurrence] = partial(heappop, self.queue)

    def announce(self, minute: int, happens: Callable[[int], Event | None], index: int) -> None:
        """Put something into the queue."""
        self._serial = serial = self._serial + 1
        heappush(self.queue, (minute, serial, happens, index))

    def cancel(self, index: int) -> None:
        """Take out of the queue all that is to come for ``index``. Looks at all: only presses cancel."""
        self.queue[:] = [each for each in self.queue if each[3] != index]
        heapify(self.queue)
