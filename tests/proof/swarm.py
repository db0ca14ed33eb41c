"""What the proof shares: a seed's week with its pretend reader, kept whole, and its trace in plain text."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from sim.events import Event, FileArrived, Pressed, RunEnded, RunStarted, SwitchedOn, TryEnded, TryStarted
from sim.history import History
from sim.hunt.hunted import Hunted
from sim.hunt.marks import mark, mark_press
from sim.hunt.reader import Reader
from sim.job import LoadDate, Partition, WriteMode
from sim.jobs import BAKERY
from sim.model import Week
from sim.presses import RecordedPress, press_to_wire
from sim.replay import begin
from sim.scheduler import Scheduler
from sim.simulator import Simulator
from sim.witness.checker import Checker
from sim.witness.findings import Property
from sim.writes import Write

RIGHT = Hunted(BAKERY, WriteMode.OVERWRITE, LoadDate.OWN)
APPENDING = Hunted(BAKERY, WriteMode.APPEND, LoadDate.OWN)
BY_THE_CLOCK = Hunted(BAKERY, WriteMode.OVERWRITE, LoadDate.CLOCK)
APPENDING_BY_THE_CLOCK = Hunted(BAKERY, WriteMode.APPEND, LoadDate.CLOCK)
MIXED = Hunted(BAKERY, None, None)

MOST_EVENTS = 5_000  # far beyond any right week; an engine that never ends is stopped here


Report = dict[Partition, int]


@dataclass(frozen=True, slots=True)
class Played:
    """One week, played to its end: all that happened in it, and what its checker found."""

    history: History
    events: tuple[Event, ...]
    simulator: Simulator
    checker: Checker

    @property
    def broken_at(self) -> dict[Property, int]:
        """Each property that broke, with the first event that broke it."""
        return {each: violation.event for each, violation in self.checker.broken.items()}

    @property
    def week(self) -> Week:
        return self.simulator.week()

    @property
    def replays_it(self) -> str:
        """The line that replays the week, for a failing test to print."""
        return f"python -m sim week {self.history.to_options()}"


def swarm_week(
    seed: int,
    hunted: Hunted,
    scheduler: Scheduler | None = None,
    reports: list[Report] | None = None,
    marks: Counter[str] | None = None,
) -> Played:
    """The week of a seed and its pretend reader.

    ``reports`` is given the report after each event, ``marks`` what the hunt counts.
    """
    reader = Reader(seed, hunted)
    simulator, checker = begin(reader.history, scheduler)
    events: list[Event] = []
    presses: list[RecordedPress] = []
    while True:
        event = simulator.step()
        if event is not None:
            events.append(event)
            if reports is not None:
                reports.append(dict(simulator.warehouse.picture()))
            if marks is not None:
                mark(event, simulator, marks)
        press = reader.press_after(simulator, ended=event is None)
        if press is not None and simulator.event <= MOST_EVENTS:
            presses.append(RecordedPress(simulator.event, press))
            if marks is not None:
                mark_press(press, simulator, ended=event is None, marks=marks)
            simulator.press(press)
        elif event is None or simulator.event > MOST_EVENTS:
            checker.see_the_end(simulator.warehouse)
            return Played(replace(reader.history, presses=tuple(presses)), tuple(events), simulator, checker)


def play_whole(history: History, scheduler: Scheduler | None = None) -> Played:
    """The week of a history, played to its end, with the checker's last word."""
    simulator, checker = begin(history, scheduler)
    events: list[Event] = []
    while (event := simulator.step()) is not None and simulator.event <= MOST_EVENTS:
        events.append(event)
    checker.see_the_end(simulator.warehouse)
    return Played(history, tuple(events), simulator, checker)


def trace(played: Played) -> Iterator[str]:
    """A week in lines of plain text: its events, what broke, and how it ended.

    Written out by hand, value by value, so that a line is the same on every Python and says nothing of
    how the engine keeps its values.
    """
    for event in played.events:
        yield line_of(event)
    for violation in played.checker.violations:
        yield f"broken {violation.property.value} {violation.event}"
    week = played.week
    for run in week.runs:
        steps = (
            f"{step.state.value}/{step.try_number}/{step.try_since_clear}/{step.retry_at_min}"
            for step in run.tasks
        )
        yield f"{run.day_id} {run.state.value} {run.file_due_min} {' '.join(steps)}"
    for partition, rows in sorted(week.report.items()):
        if rows:
            yield f"{partition.table} {partition.date.isoformat()} {rows}"


def line_of(event: Event) -> str:
    """One event in a line of plain text."""
    return f"{event.event} {event.minute} {_happened(event)}"


def _happened(event: Event) -> str:
    match event:
        case SwitchedOn():
            return "switched on"
        case FileArrived():
            return f"file {event.day}"
        case RunStarted():
            return f"run {event.day} starts"
        case RunEnded():
            return f"run {event.day} ends {event.outcome.value}"
        case TryStarted():
            return f"{_try(event)} starts{_written(event.writes)}"
        case TryEnded():
            ends = f"ends {event.outcome.value} {event.retry_at_min}"
            return f"{_try(event)} {ends}{_written(event.writes)}"
        case Pressed():
            return f"press {press_to_wire(event.press, BAKERY)}{' refused' if event.refused else ''}"


def _try(event: TryStarted | TryEnded) -> str:
    return f"try {event.day} {event.task} {event.try_number}/{event.try_since_clear}"


def _written(writes: Iterable[Write]) -> str:
    return "".join(
        f" {type(write).__name__} {write.table} {write.date.isoformat()} {write.rows}" for write in writes
    )
