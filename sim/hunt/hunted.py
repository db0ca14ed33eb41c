"""What a hunt looks for."""

from dataclasses import dataclass

from sim import words
from sim.history import read_scheduler
from sim.job import Job, LoadDate, WriteMode
from sim.model import SchedulerName
from sim.reading import Choice, HistoryError, quoted


@dataclass(frozen=True, slots=True)
class Hunted:
    """What a hunt looks for: which weeks of which job, under which scheduler.

    A write mode or load date of None is mixed: each week starts with either, and its reader switches.
    ``plain`` weeks fail at the job's own rate and have no reader.
    """

    job: Job
    write_mode: WriteMode | None = WriteMode.OVERWRITE
    load_date: LoadDate | None = LoadDate.OWN
    scheduler: SchedulerName = SchedulerName.RIGHT
    plain: bool = False


MIXED = "mixed"


def read_hunted(write: object, date: object, scheduler: object, job: Job, plain: bool = False) -> Hunted:
    """What to hunt for, from the names of a command line or of the page. Raises HistoryError."""
    modes, dates = _read_or_mixed(WriteMode, write), _read_or_mixed(LoadDate, date)
    return Hunted(job, modes, dates, read_scheduler(scheduler), plain)


def _read_or_mixed(choices: type[Choice], value: object) -> Choice | None:
    """One of a closed list, or None for all of them in turn."""
    if value == MIXED:
        return None
    for choice in choices:
        if choice.value == value:
            return choice
    raise HistoryError(words.not_a_choice((*choices, MIXED), quoted(value)))
