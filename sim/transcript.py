"""A replayed week written down: as one JSON object for programs, and as text for a terminal."""

from collections.abc import Sequence
from typing import TypedDict

from sim import words
from sim.events import (
    Event,
    FileArrived,
    Pressed,
    RunEnded,
    RunStarted,
    SwitchedOn,
    TryEnded,
    TryStarted,
)
from sim.explain import NoFreeSlot, why_not_running
from sim.history import History, HistoryValues, SettingsValues, settings_to_wire
from sim.job import Job
from sim.model import NotWhole, Run, RunState, TaskState, Week
from sim.presses import MakeLate, press_to_wire
from sim.replay import Replayed
from sim.witness.findings import SHOWN_PROPERTIES, Property, Violation
from sim.writes import DeletePartition, Insert, ReplacePartition, Write

LAMPS = {
    TaskState.NONE: "o",
    TaskState.RUNNING: "(*)",
    TaskState.UP_FOR_RETRY: "r",
    TaskState.SUCCESS: "#",
    TaskState.FAILED: "X",
    TaskState.UPSTREAM_FAILED: "-",
}
QUEUED, WAITS_FOR_SLOT = "q", "s"

KINDS: dict[type, str] = {
    SwitchedOn: "switched_on",
    FileArrived: "file_arrived",
    RunStarted: "run_started",
    TryStarted: "try_started",
    TryEnded: "try_ended",
    RunEnded: "run_ended",
    Pressed: "press",
}


WAYS: dict[type, str] = {Insert: "insert", ReplacePartition: "replace", DeletePartition: "delete"}


# One step of a day as plain values. "try" is no name that a class can give to an entry.
StepValues = TypedDict(
    "StepValues",
    {
        "step": str,
        "state": str,
        "try": int,
        "try_since_clear": int,
        "retry_at": int | None,
        "next_try_at": str | None,
    },
)


class RunValues(TypedDict):
    """One day as plain values: its run, and how many rows of it the source has and the report holds."""

    day: str
    logical_date: str
    state: str
    source: int
    report: int
    file_due_at: str | None
    steps: list[StepValues]


class NotWholeValues(TypedDict):
    """Rows of a day and a table that are not the source's, as plain values."""

    day: str
    table: str
    rows: int
    source: int


class ViolationValues(TypedDict):
    """One violation as plain values."""

    event: int
    property: str
    day: str | None
    detail: str


class WeekValues(TypedDict):
    """A week as plain values.

    ``properties`` holds the event at which each was broken first, or None. Which entries one of ``events``
    has depends on its kind: ``event_values`` writes them.
    """

    command: str
    history: HistoryValues
    settings: SettingsValues
    event: int
    minute: int
    clock: str
    ended: bool
    runs: list[RunValues]
    not_whole: list[NotWholeValues]
    other_dates: dict[str, int]
    properties: dict[str, int | None]
    violations: list[ViolationValues]
    events: list[dict[str, object]]


def event_values(event: Event, job: Job) -> dict[str, object]:
    """One event as plain values, with days and steps by their names."""
    values: dict[str, object] = {
        "event": event.event,
        "minute": event.minute,
        "kind": KINDS[type(event)],
    }
    match event:
        case SwitchedOn():
            return values
        case FileArrived() | RunStarted():
            return values | {"day": job.days[event.day].day_id}
        case RunEnded():
            return values | {"day": job.days[event.day].day_id, "outcome": event.outcome.value}
        case Pressed():
            return values | {
                "press": press_to_wire(event.press, job),
                "refused": None if event.refused is None else words.refusal(event.refused),
                "file_due_at": _iso(job, _file_due_min(event)),
            }
        case TryStarted() | TryEnded():
            values |= {
                "day": job.days[event.day].day_id,
                "step": job.tasks[event.task].task_id,
                "try": event.try_number,
                "try_since_clear": event.try_since_clear,
                "writes": [write_values(write) for write in event.writes],
            }
            if isinstance(event, TryStarted):
                return values
            return values | {
                "outcome": event.outcome.value,
                **_written(event.writes),
                "next_try_at": _iso(job, event.retry_at_min),
            }


def _file_due_min(pressed: Pressed) -> int | None:
    """The minute for which a press announces a file; None if it announces none."""
    if isinstance(pressed.press, MakeLate) and pressed.refused is None:
        return pressed.minute + pressed.press.minutes
    return None


def _iso(job: Job, minute: int | None) -> str | None:
    return None if minute is None else job.moment(minute).isoformat()


def _written(writes: Sequence[Write]) -> dict[str, object]:
    """How many rows were written in all, and to which date."""
    return {
        "rows_written": sum(write.rows for write in writes),
        "to": writes[0].date.isoformat() if writes else None,
    }


def write_values(write: Write) -> dict[str, object]:
    """One write as plain values."""
    return {
        "table": write.table,
        "date": write.date.isoformat(),
        "way": WAYS[type(write)],
        "rows": write.rows,
    }


def command_of(history: History, until: int | None = None) -> str:
    """The command that plays a week, to its end or to an event."""
    options = history.to_options()
    return words.command(options if until is None else f"{options} --until {until}")


def _command_of(replayed: Replayed) -> str:
    return command_of(replayed.history, None if replayed.ended else replayed.week.event)


def as_json(replayed: Replayed) -> WeekValues:
    """The whole week as the one object that ``python -m sim week --json`` prints."""
    week, checker = replayed.week, replayed.checker
    job = week.job
    names = {day.logical_date: day.day_id for day in job.days}

    def violation_values(violation: Violation) -> ViolationValues:
        on, figures = violation.logical_date, words.figures(violation.finding)
        day = None if on is None else names.get(on)
        return {
            "event": violation.event,
            "property": violation.property.value,
            "day": day,
            "detail": figures if on is None or day else f"{on}: {figures}",
        }

    return {
        "command": _command_of(replayed),
        "history": replayed.history.to_json(),
        "settings": settings_to_wire(week.settings),
        "event": week.event,
        "minute": week.minute,
        "clock": job.moment(week.minute).isoformat(),
        "ended": replayed.ended,
        "runs": [
            {
                "day": run.day_id,
                "logical_date": run.logical_date.isoformat(),
                "state": run.state.value,
                "source": sum(job.days[day].source_rows),
                "report": week.rows(day),
                "file_due_at": _iso(job, run.file_due_min),
                "steps": [
                    {
                        "step": task.task_id,
                        "state": task.state.value,
                        "try": task.try_number,
                        "try_since_clear": task.try_since_clear,
                        "retry_at": task.retry_at_min,
                        "next_try_at": _iso(job, task.retry_at_min),
                    }
                    for task in run.tasks
                ],
            }
            for day, run in enumerate(week.runs)
        ],
        "not_whole": [
            {"day": job.days[each.day].day_id, "table": each.table, "rows": each.rows, "source": each.source}
            for each in week.not_whole()
        ],
        "other_dates": {date.isoformat(): rows for date, rows in week.rows_by_other_date().items()},
        "properties": {
            each.value: checker.broken[each].event if each in checker.broken else None
            for each in SHOWN_PROPERTIES
        },
        "violations": [violation_values(violation) for violation in checker.violations],
        "events": [event_values(event, job) for event in replayed.events],
    }


def as_text(replayed: Replayed) -> str:
    """The command that plays the week, the board in characters, one row a day, and what happened."""
    week = replayed.week
    lines = [
        _command_of(replayed),
        _stands_at(week),
        _settings(replayed.history, week),
        "",
        *_board(week),
        "",
        *_properties(replayed),
        "",
        *(event_line(event, week.job) for event in replayed.events),
    ]
    return "\n".join(lines)


def _stands_at(week: Week) -> str:
    switched_on = f"{week.job.switched_on:%Y-%m-%d %H:%M}"
    return words.stands_at(switched_on, _clock(week.job, week.minute), week.event)


def _settings(history: History, week: Week) -> str:
    now, at_first = settings_to_wire(week.settings), settings_to_wire(history.settings)
    each = zip(now.items(), at_first.values(), strict=True)
    return words.settings(words.setting(name, value, was) for (name, value), was in each)


def _clock(job: Job, minute: int) -> str:
    """What the clock shows, with the date where it is not the one at which the job was switched on."""
    moment = job.moment(minute)
    return f"{moment:%H:%M}" if moment.date() == job.switched_on.date() else f"{moment:%Y-%m-%d %H:%M}"


def _board(week: Week) -> list[str]:
    job = week.job
    columns = [
        _column(task.task_id, [_lamp(week, day, index) for day in range(len(week.runs))])
        for index, task in enumerate(job.tasks)
    ]
    names = [words.DAY, *(run.day_id for run in week.runs)]
    rows = [words.REPORT_AND_SOURCE, *(_rows(week, day, run) for day, run in enumerate(week.runs))]
    lines = [
        f"{name:<6}{''.join(cells)}{counted}"
        for name, *cells, counted in zip(names, *columns, rows, strict=True)
    ]
    lines += [f"{date.isoformat():<12}{rows_:>6}" for date, rows_ in week.rows_by_other_date().items()]
    lines.append(words.whole_week(week.total_rows(), sum(job.source.values())))
    lines.append(words.LEGEND)
    return lines


def _column(name: str, lamps: Sequence[str]) -> list[str]:
    width = max(len(cell) for cell in (name, *lamps)) + 3
    return [cell.ljust(width) for cell in (name, *lamps)]


def _rows(week: Week, day: int, run: Run) -> str:
    """What the report holds of a day, what its source has, and until when its file is late."""
    report, source = week.rows(day), sum(week.job.days[day].source_rows)
    sign = "<" if report < source else ">" if report > source else "="
    counted = f"{report:>6} {sign} {source}"
    if run.file_due_min is None:
        return counted
    return f"{counted}  {words.file_due(_clock(week.job, run.file_due_min))}"


def _lamp(week: Week, day: int, index: int) -> str:
    """Where a step stands, in a letter; when it is tried again, or that only a slot is missing."""
    run = week.runs[day]
    task = run.tasks[index]
    if run.state is RunState.QUEUED and task.state is TaskState.NONE:
        return QUEUED
    reasons = why_not_running(week, day, index)
    if reasons and all(isinstance(reason, NoFreeSlot) for reason in reasons):
        return WAITS_FOR_SLOT if task.state is TaskState.NONE else f"{LAMPS[task.state]} {WAITS_FOR_SLOT}"
    if task.retry_at_min is not None:
        return f"{LAMPS[task.state]} {_clock(week.job, task.retry_at_min)}"
    return LAMPS[task.state]


def _properties(replayed: Replayed) -> list[str]:
    broken = replayed.checker.broken
    verdicts = [_verdict(each, broken.get(each)) for each in SHOWN_PROPERTIES]
    return [*verdicts, *(_not_whole(replayed.week, each) for each in replayed.week.not_whole())]


def _not_whole(week: Week, each: NotWhole) -> str:
    table = each.table if len(week.job.tables) > 1 else None
    return words.not_whole(week.job.days[each.day].day_id, table, each.rows, each.source)


def _verdict(judged: Property, violation: Violation | None) -> str:
    if violation is None:
        return words.holds(judged.value)
    return words.broken(
        judged.value, violation.event, violation.logical_date, words.figures(violation.finding)
    )


def event_line(event: Event, job: Job) -> str:
    """One event as one line: its number, the time of day, and what happened."""
    values = event_values(event, job) | _due(event, job)
    for name in ("event", "minute", "kind", "writes"):
        values.pop(name, None)  # said in another form
    if isinstance(event, TryStarted | TryEnded) and event.writes:
        values |= _written(event.writes) | {"way": "+".join(WAYS[type(write)] for write in event.writes)}
    if values.get("try") == values.get("try_since_clear"):
        values.pop("try_since_clear", None)  # it has not been cleared
    said = " ".join(f"{name}={value}" for name, value in values.items() if value is not None)
    return f"{event.event:>4}  {_clock(job, event.minute)}  {KINDS[type(event)]} {said}".rstrip()


def _due(event: Event, job: Job) -> dict[str, str]:
    """When the next try is due, or the file, as the clock will show it."""
    due = {
        "next_try_at": event.retry_at_min if isinstance(event, TryEnded) else None,
        "file_due_at": _file_due_min(event) if isinstance(event, Pressed) else None,
    }
    return {name: _clock(job, minute) for name, minute in due.items() if minute is not None}
