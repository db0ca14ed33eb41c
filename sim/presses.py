"""What the reader can press, as values, and the wire form of each, for links, files and commands."""

from dataclasses import dataclass
from typing import NamedTuple, assert_never

from sim import words
from sim.job import Job, LoadDate, WriteMode
from sim.reading import HistoryError, quoted, read_choice, read_id, read_number

MAX_LATE_MIN = 1_440


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


def read_runs(value: object, job: Job) -> int:
    """How many runs at a time: 1 to the number of the job's days. Raises HistoryError."""
    return read_number(value, words.THE_RUNS, 1, len(job.days))


def read_recorded_press(value: object, job: Job) -> RecordedPress:
    """Read ``AT:PRESS``, such as ``44:clear:tue``. Raises HistoryError."""
    if not isinstance(value, str) or ":" not in value:
        raise HistoryError(words.not_a_recorded_press(quoted(value)))
    at_event, press = value.split(":", 1)
    return RecordedPress(read_number(at_event, words.THE_EVENT_OF_A_PRESS, 0, 10**6), read_press(press, job))


def read_press(text: str, job: Job) -> Press:
    """Read a press in its wire form, such as ``clear:tue:load``. Raises HistoryError."""
    match text.split(":"):
        case ["clear", day]:
            return Clear(_read_day(day, job))
        case ["clear", day, step]:
            return Clear(_read_day(day, job), read_id(step, job.task_index, words.no_such_step))
        case ["late", day, minutes]:
            return MakeLate(
                _read_day(day, job), read_number(minutes, words.THE_MINUTES_LATE, 1, MAX_LATE_MIN)
            )
        case ["runs", runs]:
            return SetMaxActiveRuns(read_runs(runs, job))
        case ["write", mode]:
            return SetWriteMode(read_choice(WriteMode, mode))
        case ["date", date]:
            return SetLoadDate(read_choice(LoadDate, date))
    raise HistoryError(words.not_a_press(quoted(text)))


def press_to_wire(press: Press, job: Job) -> str:
    """The wire form of a press; ``read_press`` reads it back."""
    match press:
        case Clear(day, task):
            from_step = "" if task is None else f":{job.tasks[task].task_id}"
            return f"clear:{job.days[day].day_id}{from_step}"
        case MakeLate(day, minutes):
            return f"late:{job.days[day].day_id}:{minutes}"
        case SetMaxActiveRuns(runs):
            return f"runs:{runs}"
        case SetWriteMode(mode):
            return f"write:{mode.value}"
        case SetLoadDate(date):
            return f"date:{date.value}"
    assert_never(press)


def _read_day(text: str, job: Job) -> int:
    return read_id(text, job.day_index, words.no_such_day)
