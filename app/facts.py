"""Facts: the values that sentences are made of. Phrases take nothing else, and know no week.

A fact holds numbers, names of steps and tables as the job has them, and the closed lists of sim. What a fact
means in words, its plurals and its order are the language's affair: see app/words.
"""

from datetime import date, datetime
from typing import NamedTuple

from sim.job import Job, LoadDate, WriteMode
from sim.model import Refusal, RunState, TaskState, TryOutcome
from sim.witness.findings import Finding, Property

DAYS_OF_A_WEEK = 7


class Called(NamedTuple):
    """A date, and whether its weekday is name enough: so for the days of a job of no more than a week."""

    on: date
    by_weekday: bool


class Time(NamedTuple):
    """What the clock shows; ``dated`` where that is another date than at the beginning."""

    moment: datetime
    dated: bool


class Clearing(NamedTuple):
    """A clear: the event at which it was pressed, and the time."""

    event: int
    at: Time


class StepOf(NamedTuple):
    """One step of one day."""

    day: Called
    step: str


class Taken(NamedTuple):
    """How many are held of a pool's slots; of the places of runs where ``pool`` is None."""

    held: int
    of: int
    pool: str | None


class Counted(NamedTuple):
    """Rows in the report beside the source's. Which ones says where it stands."""

    report: int
    source: int


def called(job: Job, day: int) -> Called:
    """A day of the job, by its index."""
    return Called(job.days[day].logical_date, len(job.days) <= DAYS_OF_A_WEEK)


def called_on(job: Job, on: date) -> Called:
    """A date of the report, which may be a day of the job."""
    day = job.day_of_date.get(on)
    return Called(on, by_weekday=False) if day is None else called(job, day)


def time_at(job: Job, minute: int) -> Time:
    """The time of a minute, which counts from the moment the job was switched on."""
    moment = job.moment(minute)
    return Time(moment, dated=moment.date() != job.switched_on.date())


# What happened at an event.


class JobSwitchedOn(NamedTuple):
    """The job was switched on: so many days are to be counted, so many at a time."""

    today: date
    days: int
    at_a_time: int


class FileIsThere(NamedTuple):
    """A day's late file has arrived. ``waited_for``: its wait runs."""

    day: Called
    waited_for: bool


class RunBegins(NamedTuple):
    """A day's run has taken a place."""

    day: Called
    places: Taken


class WaitsFor(NamedTuple):
    """A wait's file is due then; None where it is there."""

    due: Time | None


class Works(NamedTuple):
    """A step that touches no table."""


class Deletes(NamedTuple):
    """A load that deletes its day before it writes."""

    slots: Taken | None


class Loads(NamedTuple):
    """A load that is to write so many rows, and what its own day ``holds`` when it begins."""

    rows: int
    holds: int
    mode: WriteMode
    date: LoadDate
    slots: Taken | None


class Compares(NamedTuple):
    """A check of the report's count against the source's."""


class TryBegins(NamedTuple):
    """A try of a step begins: its number, and which one ``of`` those allowed it is since the last clear."""

    who: StepOf
    number: int
    since_clear: int
    of: int
    does: WaitsFor | Works | Deletes | Loads | Compares


class Next(NamedTuple):
    """The steps that can start now; ``slots`` where the only one must wait for a slot."""

    steps: tuple[str, ...]
    slots: Taken | None


class FoundFile(NamedTuple):
    """A wait has found its file."""


class Worked(NamedTuple):
    """A step that touches no table is done."""


class Wrote(NamedTuple):
    """A load has written its rows, in place of others or beside them; ``elsewhere`` if not on its own day.

    ``holds`` is what its own day holds now.
    """

    rows: int
    replaced: bool
    elsewhere: Called | None
    holds: int


class FoundCount(NamedTuple):
    """A check has found as many rows as the source has."""

    rows: int


class TrySucceeds(NamedTuple):
    """A try succeeded, and what comes next."""

    who: StepOf
    did: FoundFile | Worked | Wrote | FoundCount
    next: Next


class LeftBehind(NamedTuple):
    """What a load that did not succeed has ``written`` all the same, None if nothing, of the rows it had."""

    written: int | None
    of: int
    elsewhere: Called | None


class TryFails(NamedTuple):
    """A try failed. The next is due ``again_at``; where there is none, steps that need it are ``stuck``."""

    who: StepOf
    left: LeftBehind | None
    again_at: Time | None
    of: int
    stuck: tuple[str, ...]


class CheckFails(NamedTuple):
    """A check has found counts that differ."""

    who: StepOf
    counted: Counted


class TryIsStopped(NamedTuple):
    """A clear has stopped a try."""

    who: StepOf
    left: LeftBehind | None


class RunEnds(NamedTuple):
    """A day's run ended; ``week`` is what the whole report holds, if it was the last."""

    day: Called
    outcome: RunState
    failed_at: tuple[str, ...]
    counted: Counted
    week: Counted | None


class IsRefused(NamedTuple):
    """A press of which nothing came. ``late``: the day whose file it would have made late, if that was it."""

    why: Refusal
    late: Called | None


class DayCleared(NamedTuple):
    """A day was cleared, from a step on or whole (None); so many rows stay in the report."""

    day: Called
    step: str | None
    stay: int


class FileMadeLate(NamedTuple):
    """A day's file was made late."""

    day: Called
    due: Time


class RunsLimited(NamedTuple):
    """So many runs at a time from now on; ``active`` are active now."""

    at_a_time: int
    active: int


class LoadsSwitched(NamedTuple):
    """How or to which day loads write from now on; ``running`` go on as they began."""

    to: WriteMode | LoadDate
    running: int


Happened = (
    JobSwitchedOn
    | FileIsThere
    | RunBegins
    | TryBegins
    | TrySucceeds
    | TryFails
    | CheckFails
    | TryIsStopped
    | RunEnds
    | IsRefused
    | DayCleared
    | FileMadeLate
    | RunsLimited
    | LoadsSwitched
)


# What the board says of the week as a whole.


class NotWholeDay(NamedTuple):
    """A day whose run has ended, and its rows; ``table`` only where the job has several."""

    day: Called
    table: str | None
    counted: Counted


class Broken(NamedTuple):
    """A broken property: on which date, if on one, and how."""

    property: Property
    on: Called | None
    finding: Finding


class News(NamedTuple):
    """What is worth saying of an event: what it broke, the run that it ended, and the week's end."""

    broken: tuple[Broken, ...]
    ended: RunEnds | None


# The story of a day.


class RunStands(NamedTuple):
    """Where a day's run stands, since when (None while it queues), its last clear, and how many."""

    state: RunState
    since: Time | None
    cleared: Clearing | None
    clears: int


class Needs(NamedTuple):
    """A step that has not succeeded; ``since`` if it runs."""

    step: str
    state: TaskState
    since: Time | None


class FileIsDue(NamedTuple):
    """The day's file is not there yet."""

    at: Time


class TryIsDue(NamedTuple):
    """The next try is not due yet."""

    at: Time


class PlacesAreHeld(NamedTuple):
    """Every place is held by the runs of these days."""

    by: tuple[Called, ...]


class Holder(NamedTuple):
    """A try that holds a slot, and since when."""

    who: StepOf
    since: Time


class SlotsAreHeld(NamedTuple):
    """Every slot of a pool is held."""

    pool: str
    by: tuple[Holder, ...]


Reason = Needs | FileIsDue | TryIsDue | PlacesAreHeld | SlotsAreHeld


class TryStands(NamedTuple):
    """What came of a try; ``outcome`` is None while it runs, or is being stopped where it was ``cleared``.

    ``written`` is None for a try that wrote nothing, ``elsewhere`` the date if that is not the day's own.
    """

    number: int
    of: int
    outcome: TryOutcome | None
    written: int | None
    elsewhere: Called | None
    loads: bool
    compares: bool
    cleared: bool


class Again(NamedTuple):
    """What "Clear from here" would do: reset ``steps`` of all, stop those that run, and leave rows behind.

    ``leaves``: a load that is stopped may leave rows of its own.
    """

    steps: tuple[str, ...]
    of: int
    stops: tuple[str, ...]
    nothing_ran: bool
    stay: int
    leaves: bool


class Appended(NamedTuple):
    """A write that added rows."""


class Replaced(NamedTuple):
    """A write that put rows in place of those that lay there before."""

    before: int


class Deleted(NamedTuple):
    """A write that deleted what lay there before."""

    before: int


class LedgerEntry(NamedTuple):
    """One write, who made it, and what became of it.

    ``of_day`` is the day of its run where that is not the one told of, ``on`` the date it went to if that is
    another; ``cleared`` and ``replaced`` are events.
    """

    how: Appended | Replaced | Deleted
    outcome: TryOutcome | None
    step: str
    number: int
    of_day: Called | None
    cleared: int | None
    on: Called | None
    replaced: int | None
