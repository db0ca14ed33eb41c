"""What the checker can find, as values: how a property was broken, with the figures."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from sim.model import RunState, TaskState, TryOutcome
from sim.writes import Write


class Property(StrEnum):
    """What is checked after every event."""

    STEPS_IN_ORDER = "steps_in_order"
    TWO_LOADS_AT_MOST = "two_loads_at_most"
    EACH_DAY_ONCE = "each_day_once"
    ROWS_ACCOUNTED_FOR = "rows_accounted_for"
    PLACES = "places"
    OLDEST_FIRST = "oldest_first"
    TRIES = "tries"
    DELAYS = "delays"
    TIME = "time"
    CLEARED = "cleared"
    NO_IDLING = "no_idling"
    ONCE = "once"
    FILE = "file"
    VERDICT = "verdict"
    BOUNDED = "bounded"
    LIVE = "live"


# The properties that the page shows by name; it counts the others.
SHOWN_PROPERTIES = (
    Property.STEPS_IN_ORDER,
    Property.TWO_LOADS_AT_MOST,
    Property.EACH_DAY_ONCE,
    Property.ROWS_ACCOUNTED_FOR,
)


# Time.


@dataclass(frozen=True, slots=True)
class EventOutOfOrder:
    """An event's number is not the next one after ``before``."""

    event: int
    before: int


@dataclass(frozen=True, slots=True)
class MinuteOutOfOrder:
    """An event's minute lies before that of the event before it, or is no minute."""

    minute: object
    before: int


@dataclass(frozen=True, slots=True)
class TooManyEvents:
    """There are more events than a week with these presses can have."""

    most: int


@dataclass(frozen=True, slots=True)
class StepIdles:
    """The clock moved on though a step could have started."""

    step: str


@dataclass(frozen=True, slots=True)
class RunGoesOn:
    """The clock moved on though a run had nothing left to do."""


@dataclass(frozen=True, slots=True)
class DayQueues:
    """The clock moved on though a place was free for a queued day."""


@dataclass(frozen=True, slots=True)
class RunNeverEnded:
    """Nothing more happens, and the run has not ended."""


# Files.


@dataclass(frozen=True, slots=True)
class LateFileMisjudged:
    """A late file was wrongly refused, or wrongly taken."""


@dataclass(frozen=True, slots=True)
class FileStaysAway:
    """The minute for which a file was announced went by."""

    due_min: int


@dataclass(frozen=True, slots=True)
class FileCame:
    """A file came at another minute than it was announced for, or was not announced."""

    due_min: int | None
    minute: int


@dataclass(frozen=True, slots=True)
class WaitEnded:
    """A wait succeeded while its file was still due."""

    minute: int
    due_min: int


# Runs.


@dataclass(frozen=True, slots=True)
class RunStartedUnqueued:
    """A run started that was not queued."""

    state: RunState


@dataclass(frozen=True, slots=True)
class RunEndedInactive:
    """A run ended that was not active."""

    state: RunState


@dataclass(frozen=True, slots=True)
class RunEndedEarly:
    """A run ended before all its steps had."""

    unfinished: int


@dataclass(frozen=True, slots=True)
class RunBeyondPlaces:
    """A run started though every place was taken."""

    active: int
    most: int


@dataclass(frozen=True, slots=True)
class OlderDayQueued:
    """A run started before that of an older day."""

    older: date


@dataclass(frozen=True, slots=True)
class RunMiscalled:
    """A run's outcome is not what its steps say."""

    outcome: RunState
    succeeded: int
    steps: int


# Tries.


@dataclass(frozen=True, slots=True)
class LetInTooEarly:
    """Something was let in before all that was due in its minute had come."""


@dataclass(frozen=True, slots=True)
class TryBeyondTries:
    """A step began more tries than it has."""

    step: str
    tries: int
    most: int


@dataclass(frozen=True, slots=True)
class TryMiscounted:
    """A try goes by other numbers than the count gives: each its number, and its number since the clear."""

    step: str
    said: tuple[int, int]
    counted: tuple[int, int]


@dataclass(frozen=True, slots=True)
class RetryTooEarly:
    """A retry started before it was due."""

    step: str
    minute: int
    due_min: int


@dataclass(frozen=True, slots=True)
class StepOutOfOrder:
    """A step started before one that it needs had succeeded."""

    step: str
    needed: str


@dataclass(frozen=True, slots=True)
class TryBeyondSlots:
    """More tries run side by side than their pool has slots."""

    tries: int
    pool: str
    slots: int


@dataclass(frozen=True, slots=True)
class OlderDayWaited:
    """A slot went to a younger day than one that waited for it."""

    older: date


@dataclass(frozen=True, slots=True)
class StrayStart:
    """A try started that was not due to."""

    step: str
    state: TaskState


@dataclass(frozen=True, slots=True)
class StrayEnd:
    """A try ended that was not running."""

    step: str
    state: TaskState


@dataclass(frozen=True, slots=True)
class TryMisjudged:
    """A try ended otherwise than chance and the counts say."""

    step: str
    outcome: TryOutcome


@dataclass(frozen=True, slots=True)
class RetryMiscounted:
    """After the last try a next one is due, or after an earlier one none."""

    tries: int
    most: int
    retry_at_min: int | None


@dataclass(frozen=True, slots=True)
class RetryMistimed:
    """The next try is due at another minute than its delay says."""

    tries: int
    minute: int
    retry_at_min: int


@dataclass(frozen=True, slots=True)
class KilledByNone:
    """A try was killed though nobody cleared it."""

    step: str


@dataclass(frozen=True, slots=True)
class KilledGoesOn:
    """A killed try did not end right after its press."""


# Rows.


@dataclass(frozen=True, slots=True)
class ReportAddsUp:
    """The report holds another number of rows than all writes add up to."""

    present: int
    written: int


@dataclass(frozen=True, slots=True)
class DateAddsUp:
    """A date holds another number of rows than its writes add up to."""

    present: int
    written: int


@dataclass(frozen=True, slots=True)
class StrayWrite:
    """A write to another table or date than the step's, or of a step that does not load."""

    step: str
    write: Write


@dataclass(frozen=True, slots=True)
class RowsOnNoDay:
    """Rows lie on a date that is no day of the job."""

    present: int


@dataclass(frozen=True, slots=True)
class CountsDiffer:
    """A day holds another number of rows than its source."""

    present: int
    source: int


Finding = (
    EventOutOfOrder
    | MinuteOutOfOrder
    | TooManyEvents
    | StepIdles
    | RunGoesOn
    | DayQueues
    | RunNeverEnded
    | LateFileMisjudged
    | FileStaysAway
    | FileCame
    | WaitEnded
    | RunStartedUnqueued
    | RunEndedInactive
    | RunEndedEarly
    | RunBeyondPlaces
    | OlderDayQueued
    | RunMiscalled
    | LetInTooEarly
    | TryBeyondTries
    | TryMiscounted
    | RetryTooEarly
    | StepOutOfOrder
    | TryBeyondSlots
    | OlderDayWaited
    | StrayStart
    | StrayEnd
    | TryMisjudged
    | RetryMiscounted
    | RetryMistimed
    | KilledByNone
    | KilledGoesOn
    | ReportAddsUp
    | DateAddsUp
    | StrayWrite
    | RowsOnNoDay
    | CountsDiffer
)


class Violation(NamedTuple):
    """One property found broken: after which event, on which date, and how."""

    property: Property
    event: int
    logical_date: date | None
    finding: Finding
