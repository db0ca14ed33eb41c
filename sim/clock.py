"""Virtual minutes, and the queue of what is to come."""

from enum import StrEnum
from heapq import heappop, heappush


class Kind(StrEnum):
    """What can come due: for a day its file, for a task instance the end of its try or its next try."""

    FILE_ARRIVES = "file_arrives"
    TRY_ENDS = "try_ends"
    RETRY_IS_DUE = "retry_is_due"


# (minute, serial, what, the day or the task instance). A plain tuple, because the heap compares them often.
Occurrence = tuple[int, int, Kind, int]


class Clock:
    """The virtual time, and all that is still to come, in the order (minute, serial).

    The serial makes the order total: of two things due in the same minute, the one that was
    announced first comes first.
    """

    def __init__(self) -> None:
        self.minute = 0
        self._serial = 0
        self._queue: list[Occurrence] = []

    def announce(self, minute: int, kind: Kind, index: int) -> int:
        """Put something into the queue. Returns its serial, by which it can be told from a stale one."""
        self._serial += 1
        heappush(self._queue, (minute, self._serial, kind, index))
        return self._serial

    def pop(self) -> Occurrence | None:
        """Take the next occurrence out of the queue, or None if there is none.

        Time does not move here: only the caller knows whether the occurrence is stale, and
        a stale one must not move the clock.
        """
        return heappop(self._queue) if self._queue else None
