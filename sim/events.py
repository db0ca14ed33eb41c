"""All that can happen, as values: events of the week, and presses of the reader.

An event names days and steps by their place in the job (``day`` in ``job.days``, ``task`` in
``job.tasks``), so that it means the same for any job. ``event`` counts up from 0 without gaps;
``minute`` counts from the moment the job was switched on.
"""

from dataclasses import dataclass
from typing import NamedTuple

from sim.model import LoadDate, RunState, TryOutcome, Write, WriteMode


@dataclass(frozen=True, slots=True)
class Clear:
    """Run a day again: all of it, or one step and every step after it."""

    day: int
    task: int | None = None


@dataclass(frozen=True, slots=True)
class MakeLate:
    """The day's file is not there until ``minutes`` from now."""

    day: int
    minutes: int


@dataclass(frozen=True, slots=True)
class SetMaxActiveRuns:
    """How many runs may be active at a time, from now."""

    max_active_runs: int


@dataclass(frozen=True, slots=True)
class SetWriteMode:
    """How loads write, for tries that start from now on."""

    write_mode: WriteMode


@dataclass(frozen=True, slots=True)
class SetLoadDate:
    """Which day loads write to, for tries that start from now on."""

    load_date: LoadDate


Press = Clear | MakeLate | SetMaxActiveRuns | SetWriteMode | SetLoadDate


class RecordedPress(NamedTuple):
    """A press, and the number of the event after which it was made."""

    at_event: int
    press: Press


class SwitchedOn(NamedTuple):
    """The job was switched on: event 0."""

    event: int
    minute: int


class FileArrived(NamedTuple):
    """A day's late file is there."""

    event: int
    minute: int
    day: int


class RunStarted(NamedTuple):
    """A day's run took a place."""

    event: int
    minute: int
    day: int


class TryStarted(NamedTuple):
    """A try of a step began. A right load writes nothing yet.

    ``try_number`` counts on after a clear, so that day, step and try name one try for ever.
    ``try_since_clear`` counts from 1 again: it is this that the tries allowed are counted by.
    """

    event: int
    minute: int
    day: int
    task: int
    try_number: int
    try_since_clear: int
    writes: tuple[Write, ...]


class TryEnded(NamedTuple):
    """A try of a step ended. ``retry_at_min`` is when the next one is due; None if there is none."""

    event: int
    minute: int
    day: int
    task: int
    try_number: int
    try_since_clear: int
    outcome: TryOutcome
    writes: tuple[Write, ...]
    retry_at_min: int | None


class RunEnded(NamedTuple):
    """A day's run ended and gave its place back."""

    event: int
    minute: int
    day: int
    outcome: RunState


class Pressed(NamedTuple):
    """The reader pressed something. ``refused`` says in one sentence why nothing came of it, or is None."""

    event: int
    minute: int
    press: Press
    refused: str | None


Event = SwitchedOn | FileArrived | RunStarted | TryStarted | TryEnded | RunEnded | Pressed
