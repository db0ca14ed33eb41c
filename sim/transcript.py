"""A replayed week written down: as one JSON object for programs, and as text for a terminal."""

from collections.abc import Sequence
from typing import Any

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
from sim.history import History, Replayed, press_to_wire
from sim.model import (
    SHOWN_PROPERTIES,
    DeletePartition,
    Insert,
    Job,
    NotWhole,
    Property,
    ReplacePartition,
    TaskInstance,
    TaskState,
    Violation,
    Week,
    Write,
)

LAMPS = {
    TaskState.NONE: "o",
    TaskState.RUNNING: "(*)",
    TaskState.UP_FOR_RETRY: "x",
    TaskState.SUCCESS: "#",
    TaskState.FAILED: "X",
    TaskState.UPSTREAM_FAILED: "-",
}

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


def event_values(event: Event, job: Job) -> dict[str, Any]:
    """One event as plain values, with days and steps by their names."""
    values: dict[str, Any] = {
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
            return values | {"press": press_to_wire(event.press, job), "refused": event.refused}
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
            return values | {"outcome": event.outcome.value, **_written(event.writes)}


def _written(writes: Sequence[Write]) -> dict[str, Any]:
    """How many rows were written in all, and to which date."""
    return {
        "rows_written": sum(write.rows for write in writes),
        "to": writes[0].date.isoformat() if writes else None,
    }


def write_values(write: Write) -> dict[str, Any]:
    """One write as plain values."""
    return {
        "table": write.table,
        "date": write.date.isoformat(),
        "way": WAYS[type(write)],
        "rows": write.rows,
    }


def as_json(history: History, replayed: Replayed) -> dict[str, Any]:
    """The whole week as the one object that ``python -m sim week --json`` prints."""
    week, checker = replayed.week, replayed.checker
    job = week.job
    names = {day.logical_date: day.day_id for day in job.days}

    def violation_values(violation: Violation) -> dict[str, Any]:
        on = violation.logical_date
        day = None if on is None else names.get(on)
        return {
            "event": violation.event,
            "property": violation.property.value,
            "day": day,
            "detail": violation.figures if on is None or day else f"{on}: {violation.figures}",
        }

    return {
        "history": history.to_json(job),
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
                "steps": [
                    {
                        "step": task.task_id,
                        "state": task.state.value,
                        "try": task.try_number,
                        "try_since_clear": task.try_since_clear,
                        "retry_at": task.retry_at_min,
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


def as_text(history: History, replayed: Replayed) -> str:
    """The board in characters, one row a day, and what happened."""
    week = replayed.week
    settings = " ".join(f"{name}={value}" for name, value in history.to_json(week.job).items() if value != [])
    lines = [
        words.stands_at(_clock(week, week.minute), week.event, settings),
        "",
        *_board(week),
        "",
        *_properties(replayed),
        "",
        *(event_line(event, week.job) for event in replayed.events),
    ]
    return "\n".join(lines)


def _clock(week: Week, minute: int) -> str:
    return f"{week.job.moment(minute):%H:%M}"


def _board(week: Week) -> list[str]:
    width = max(len(task.task_id) for task in week.job.tasks) + 3
    header = f"{words.DAY:<6}" + "".join(f"{task.task_id:<{width}}" for task in week.job.tasks)
    rows = [header + words.REPORT_AND_SOURCE]
    for day, run in enumerate(week.runs):
        source = sum(week.job.days[day].source_rows)
        sign = "=" if week.rows(day) == source else "·"
        lamps = "".join(f"{_lamp(week, task):<{width}}" for task in run.tasks)
        rows.append(f"{run.day_id:<6}{lamps}{week.rows(day):>6} {sign} {source}")
    rows += [f"{date.isoformat():<12}{rows_:>6}" for date, rows_ in week.rows_by_other_date().items()]
    rows.append(words.whole_week(week.total_rows(), sum(week.job.source.values())))
    rows.append(words.LEGEND)
    return rows


def _lamp(week: Week, task: TaskInstance) -> str:
    if task.retry_at_min is None:
        return LAMPS[task.state]
    return f"{LAMPS[task.state]} {_clock(week, task.retry_at_min)}"


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
    return words.broken(judged.value, violation.event, violation.logical_date, violation.figures)


def event_line(event: Event, job: Job) -> str:
    """One event as one line: its number, the time of day, and what happened."""
    values = event_values(event, job)
    number, minute, kind = values.pop("event"), values.pop("minute"), values.pop("kind")
    writes = values.pop("writes", ())
    if isinstance(event, TryStarted | TryEnded) and event.writes:
        values |= _written(event.writes) | {"way": "+".join(write["way"] for write in writes)}
    if values.get("try") == values.get("try_since_clear"):
        values.pop("try_since_clear", None)  # it has not been cleared
    said = " ".join(f"{name}={value}" for name, value in values.items() if value is not None)
    return f"{number:>4}  {job.moment(minute):%H:%M}  {kind} {said}".rstrip()
