"""All that can happen in a week, as values.

An event names days and steps by their index in the job (``day`` in ``job.days``, ``task`` in
``job.tasks``), so that it means the same for any job. ``event`` counts up from 0 without gaps;
``minute`` counts from the moment the job was switched on.
"""

from typing import NamedTuple

from sim.model import Refusal, RunState, TryOutcome
from sim.presses import Clear, MakeLate, Press
from sim.writes import Write


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
    """The reader pressed something. ``refused`` says why nothing came of it, or is None."""

    event: int
    minute: int
    press: Press
    refused: Refusal | None


Event = SwitchedOn | FileArrived | RunStarted | TryStarted | TryEnded | RunEnded | Pressed


def day_of(event: Event) -> int | None:
    """The day whose run an event changes, by its index in the job; None where it changes no run."""
    match event:
        case SwitchedOn():
            return None
        case Pressed(press=press):
            return press.day if isinstance(press, Clear | MakeLate) else None
        case _:
            return event.day


def writes_of(event: Event) -> tuple[Write, ...]:
    """What an event wrote into the report."""
    return event.writes if isinstance(event, TryStarted | TryEnded) else ()
