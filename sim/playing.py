"""A week in play: one simulator, stepped on from press to press, so that many presses play the week once."""

from dataclasses import replace

from sim.events import Press, Pressed, RecordedPress
from sim.history import History, begin, checked_order, play
from sim.jobs import BAKERY
from sim.model import Job, Settings
from sim.scheduler import Scheduler


def as_far_as_it_goes(
    history: History, job: Job = BAKERY, scheduler: Scheduler | None = None
) -> tuple[History, int]:
    """A history of older rules, so that it can be played by today's; and the last event of its week.

    A press at an event that the week no longer reaches is made when nothing more would happen.
    """
    simulator, _ = begin(history, job, scheduler)
    moved: list[RecordedPress] = []
    for happened in simulator.life:
        if happened is None:
            if not simulator.waiting_presses:
                break
            press = simulator.waiting_presses.popleft().press
            moved.append(RecordedPress(simulator.event, press))
            simulator.waiting_presses.appendleft(moved[-1])
    kept = history.presses[: len(history.presses) - len(moved)]
    return replace(history, presses=(*kept, *moved)), simulator.event


class Playing:
    """A history at one of its events, to which presses can be added. ``history`` is what has come of it."""

    def __init__(self, history: History, job: Job = BAKERY, scheduler: Scheduler | None = None) -> None:
        self.history = history
        self._job, self._scheduler = job, scheduler
        self._begin()

    def _begin(self) -> None:
        self._simulator, _ = begin(self.history, self._job, self._scheduler)

    @property
    def event(self) -> int:
        """The event the week stands at: the last that has happened."""
        return self._simulator.event

    @property
    def settings(self) -> Settings:
        """The settings that hold now."""
        return self._simulator.books.settings

    def go_to(self, event: int) -> None:
        """Stand at ``event``, or at the last event of a week that has no such.

        Raises HistoryError if the week ends before all its presses could be made.
        """
        if event < self.event:
            self._begin()
        if event > self.event:
            for happened in play(self._simulator):
                if happened.event == event:
                    return

    def refusal(self, press: Press) -> str | None:
        """Why nothing would come of the press, were it made now; None if it would take effect."""
        return self._simulator.refusal(press)

    def press(self, press: Press) -> Pressed:
        """Press now, and stand at the event at which that takes effect.

        Presses that would have taken effect later are set aside: the week goes on from here. Raises
        HistoryError, and changes nothing, if the week has too many presses already.
        """
        waiting = self._simulator.waiting_presses
        taken = self.history.presses[: len(self.history.presses) - len(waiting)]
        self.history = checked_order(
            replace(self.history, presses=(*taken, RecordedPress(self.event, press)))
        )
        waiting.clear()
        self._simulator.press(press)
        return next(event for event in play(self._simulator) if isinstance(event, Pressed))
