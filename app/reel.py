"""Pictures of a week's events, kept until another week is drawn.

A press leaves the beginning of a week as it was. Half of the pictures of the week that comes of it have
been drawn already, and to draw is most of the work of an answer.
"""

from collections.abc import Sequence
from typing import Generic, TypeVar

from sim.history import History, events_in_common

Picture = TypeVar("Picture")


class Reel(Generic[Picture]):
    """The pictures that were kept last: one for each event of a week, from the first on."""

    def __init__(self) -> None:
        self._pictures: Sequence[Picture] = ()
        self._history: History | None = None
        self._of: tuple[object, ...] = ()

    def keep(self, pictures: Sequence[Picture], history: History, *of: object) -> None:
        """Keep the pictures of a week. ``of``: all that they show besides what its history tells."""
        self._pictures, self._history, self._of = pictures, history, of

    def known(self, history: History, *of: object) -> Sequence[Picture]:
        """The pictures of the first events of a week, as far as they are the same as those kept."""
        if self._history is None or of != self._of:
            return ()
        return self._pictures[: events_in_common(self._history, history)]
