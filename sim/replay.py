"""A history played: to its end, to an event, moment by moment, or on from press to press."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from sim import words
from sim.events import Event, Pressed
from sim.history import History, checked_order
from sim.job import Settings
from sim.model import Refusal, Week
from sim.presses import Press, RecordedPress
from sim.reading import HistoryError
from sim.scheduler import Scheduler
from sim.schedulers import SCHEDULERS
from sim.simulator import Simulator
from sim.witness.checker import Checker
from sim.witness.findings import Property, Violation


@dataclass(frozen=True, slots=True)
class Replayed:
    """The week of a history, played to its end or to an event before it."""

    history: History
    events: tuple[Event, ...]
    week: Week
    checker: Checker
    ended: bool
    """True if nothing more will happen."""


class Moment(NamedTuple):
    """A week right after one of its events; ``broken`` is the first violation of each property so far."""

    event: Event
    week: Week
    broken: Mapping[Property, Violation]


def moments(history: History) -> Iterator[Moment]:
    """Every moment of a week, in order. Each costs what its event changes, not what the week holds.

    Raises HistoryError at the end if the week never reached a press's event.
    """
    simulator, checker = begin(history)
    week: Week | None = None
    broken: Mapping[Property, Violation] = {}
    for event in play(simulator):
        week = simulator.week() if week is None else simulator.week_after(week, event)
        if len(checker.broken) > len(broken):
            broken = dict(checker.broken)
        yield Moment(event, week, broken)


def begin(history: History, scheduler: Scheduler | None = None) -> tuple[Simulator, Checker]:
    """A simulator that will play the history, and the checker that watches it.

    ``scheduler`` runs the week in place of the history's own: one that has no name.
    """
    job = history.job
    if history.failure_percent is not None:
        job = job.with_failures(history.failure_percent)
    scheduler = scheduler or SCHEDULERS[history.scheduler]()
    checker = Checker(job, history.seed, history.settings)
    return Simulator(job, history.seed, history.settings, history.presses, scheduler, checker), checker


def play(simulator: Simulator) -> Iterator[Event]:
    """Each event as it happens. Raises HistoryError at the end if the week never reached a press's event."""
    for event in simulator.life:
        if event is None:
            break
        yield event
    if simulator.waiting_presses:
        at_event = simulator.waiting_presses[0].at_event
        raise HistoryError(words.no_press_at(at_event, simulator.event))


def replay(history: History, scheduler: Scheduler | None = None, until: int | None = None) -> Replayed:
    """Play a history to its end, or up to and with the event ``until``.

    Raises HistoryError where ``until`` names an event that the week does not reach, or, in a week
    that is played to its end, a press does.
    """
    simulator, checker = begin(history, scheduler)
    events: list[Event] = []
    for event in play(simulator):
        events.append(event)
        if event.event == until:
            break
    if until is not None and simulator.event < until:
        raise HistoryError(words.no_such_event(until, simulator.event))
    ended = until is None or simulator.has_ended()
    if ended:
        checker.see_the_end(simulator.warehouse)
    return Replayed(history, tuple(events), simulator.week(), checker, ended)


def as_far_as_it_goes(history: History) -> tuple[History, int]:
    """A history of older rules, so that it can be played by today's; and the last event of its week.

    A press at an event that the week no longer reaches is made when nothing more would happen.
    """
    simulator, _ = begin(history)
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

    def __init__(self, history: History) -> None:
        self.history = history
        self._begin()

    def _begin(self) -> None:
        self._simulator, _ = begin(self.history)

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

    def refusal(self, press: Press) -> Refusal | None:
        """Why nothing would come of the press, were it made now; None if it would change something."""
        return self._simulator.refusal(press) or self._simulator.leaves_as_it_is(press)

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
