"""What the page shows of a week after one event: values only, with the words chosen."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from app import words
from app.cause import Cause
from sim.events import Event
from sim.findings import Violation
from sim.model import (
    FINAL_RUN_STATES,
    SHOWN_PROPERTIES,
    Action,
    Job,
    Property,
    Run,
    SchedulerName,
    Settings,
    Task,
    TaskInstance,
    TaskState,
    Week,
)

# The day whose story the page opens with.
CHOSEN_AT_START = "wed"

# Asked for every lamp of every event; a name of the module is found faster than a member of an enum.
NONE, SUCCESS = TaskState.NONE, TaskState.SUCCESS


class Cell(NamedTuple):
    """One lamp. ``note`` is the few characters under it: when the next try is due, or what it waits for."""

    step: str
    state: str
    words: str
    note: str


class Count(NamedTuple):
    """The report's rows beside the source's. ``differs``: too many already, or too few at the end."""

    report: int
    source: int
    differs: bool


class DayRow(NamedTuple):
    """One day of the job."""

    day: str
    name: str
    cells: tuple[Cell, ...]
    rows: Count


class DateRow(NamedTuple):
    """A date that is no day of the job, as YYYY-MM-DD, and the rows that lie there."""

    date: str
    name: str
    rows: int


class Board(NamedTuple):
    """The rows of the board: the job's days, the other dates, and the week's total."""

    days: tuple[DayRow, ...]
    other_dates: tuple[DateRow, ...]
    total: Count


class Judgement(NamedTuple):
    """One property: ``broken_at`` is the first event that broke it, or None while it holds."""

    property: str
    name: str
    broken_at: int | None
    verdict: str
    figures: str


class Choice(NamedTuple):
    """One thing that a select offers."""

    value: str
    words: str


class Setting(NamedTuple):
    """A select: what it is called, what it offers, and the value that is chosen."""

    name: str
    label: str
    value: str
    choices: tuple[Choice, ...]


class LateDay(NamedTuple):
    """A day whose file can be made late. ``do`` and ``label``: what the button does for it."""

    day: str
    name: str
    do: str
    label: str


@dataclass(frozen=True, slots=True)
class View:
    """All that the page shows after one event."""

    event: int
    minute: int
    time: str
    sentence: str
    days: tuple[DayRow, ...]
    other_dates: tuple[DateRow, ...]
    total: Count
    judgements: tuple[Judgement, ...]
    settings: tuple[Setting, ...]
    late_days: tuple[LateDay, ...]
    not_whole: str
    others: str
    broken_scheduler: str


NO_CAUSES: Mapping[Property, Cause] = MappingProxyType({})


def look(
    week: Week,
    event: Event,
    violations: Mapping[Property, Violation],
    scheduler: SchedulerName = SchedulerName.RIGHT,
    causes: Mapping[Property, Cause] = NO_CAUSES,
) -> View:
    """The view of a week right after ``event``; ``violations`` holds the first of each broken property.

    ``scheduler`` is the name of the one that runs the week; ``causes`` says what led to each violation.
    """
    job, fixed = week.job, _fixed(week.job)
    days, other_dates, total = look_at_board(week)
    return View(
        event=event.event,
        minute=event.minute,
        time=words.time_of_day(job, event.minute),
        sentence=words.sentence(week, event),
        days=days,
        other_dates=other_dates,
        total=total,
        judgements=tuple(
            _judgement(job, each, violations.get(each), causes.get(each)) for each in SHOWN_PROPERTIES
        ),
        settings=_settings(week.settings, len(job.days)),
        late_days=tuple(_late_day(fixed, day, run) for day, run in enumerate(week.runs)),
        not_whole=_not_whole(week, violations.get(Property.EACH_DAY_ONCE)),
        others=words.other_properties(len(Property) - len(SHOWN_PROPERTIES), _others_broken(violations)),
        broken_scheduler=words.BROKEN_SCHEDULERS.get(scheduler, ""),
    )


def look_at_board(week: Week) -> Board:
    """The board of a week, and nothing else of the page."""
    fixed = _fixed(week.job)
    ended = all(run.state in FINAL_RUN_STATES for run in week.runs)
    return Board(
        days=tuple(_day_row(week, fixed, day, run) for day, run in enumerate(week.runs)),
        other_dates=_other_dates(week),
        total=_count(week.total_rows(), sum(fixed.sources), ended),
    )


def day_row(week: Week, day: int) -> DayRow:
    """One day's row of the board, and nothing else."""
    return _day_row(week, _fixed(week.job), day, week.runs[day])


def _others_broken(violations: Mapping[Property, Violation]) -> tuple[str, ...]:
    return tuple(words.PROPERTIES[each] for each in violations if each not in SHOWN_PROPERTIES)


class Fixed(NamedTuple):
    """What is the same on every board of a job, found once: a tape has a hundred boards."""

    day_names: tuple[str, ...]
    sources: tuple[int, ...]
    not_started: tuple[Cell, ...]
    succeeded: tuple[Cell, ...]
    waits: tuple[int, ...]


@cache
def _fixed(job: Job) -> Fixed:
    tasks = job.tasks
    return Fixed(
        day_names=tuple(words.day_name(job, day) for day in range(len(job.days))),
        sources=tuple(sum(day.source_rows) for day in job.days),
        not_started=tuple(_cell(task, TaskState.NONE, 0) for task in tasks),
        succeeded=tuple(_cell(task, TaskState.SUCCESS, 1) for task in tasks),
        waits=tuple(index for index, task in enumerate(tasks) if task.action is Action.WAIT_FOR_FILE),
    )


# The last row of each day, with the run and the rows it shows. An event changes one run, and a picture of
# the others is the same object as before (Simulator.week), so a tape draws each row about once.
_LAST_ROWS: dict[int, tuple[Run, int, DayRow]] = {}


def _day_row(week: Week, fixed: Fixed, day: int, run: Run) -> DayRow:
    rows = week.rows(day)
    if day in _LAST_ROWS:
        last_run, last_rows, row = _LAST_ROWS[day]
        # What waits to retry says otherwise when its time has come.
        if last_run is run and last_rows == rows and not any(cell.note for cell in row.cells):
            return row
    row = _new_day_row(week, fixed, day, run, rows)
    _LAST_ROWS[day] = (run, rows, row)
    return row


def _new_day_row(week: Week, fixed: Fixed, day: int, run: Run, rows: int) -> DayRow:
    cells: list[Cell] = []
    for task, instance in enumerate(run.tasks):
        if instance.state is NONE:
            cells.append(fixed.not_started[task])
        elif instance.state is SUCCESS and instance.try_since_clear == 1:
            cells.append(fixed.succeeded[task])
        else:
            cells.append(_busy_cell(week, run, task, instance))
    ended = run.state in FINAL_RUN_STATES
    count = _count(rows, fixed.sources[day], ended)
    return DayRow(run.day_id, fixed.day_names[day], tuple(cells), count)


def _count(report: int, source: int, ended: bool) -> Count:
    return Count(report, source, differs=report > source or (ended and report < source))


def _busy_cell(week: Week, run: Run, task: int, instance: TaskInstance) -> Cell:
    """A cell whose words depend on more than its own state."""
    definition, state = week.job.tasks[task], instance.state
    retry_at, file_is_missing, failed_step = "", False, ""
    if state is TaskState.RUNNING:
        file_is_missing = definition.action is Action.WAIT_FOR_FILE and run.file_due_min is not None
    elif state is TaskState.UP_FOR_RETRY:
        retry_at = _due(week, instance)
    elif state is TaskState.UPSTREAM_FAILED:
        failed_step = _failed_step(week.job, run, task)
    return _cell(definition, state, instance.try_since_clear, retry_at, file_is_missing, failed_step)


def _cell(
    task: Task,
    state: TaskState,
    tries: int,
    retry_at: str = "",
    file_is_missing: bool = False,
    failed_step: str = "",
) -> Cell:
    says = words.cell(state, tries, task.max_tries, retry_at, file_is_missing, failed_step)
    note = retry_at or words.WAITS_FOR_SLOT if state is TaskState.UP_FOR_RETRY else ""
    return Cell(task.task_id, state.value, says, note)


def _due(week: Week, instance: TaskInstance) -> str:
    """The time of the next try; empty if that has passed, for then the try is ready and waits for a slot."""
    if instance.retry_at_min is None or instance.retry_at_min <= week.minute:
        return ""
    return words.time_of_day(week.job, instance.retry_at_min)


def _failed_step(job: Job, run: Run, task: int) -> str:
    """The failed step that keeps ``task`` from ever starting."""
    return next(
        other.task_id
        for index, other in enumerate(run.tasks)
        if other.state is TaskState.FAILED and task in job.and_downstream[index]
    )


def _other_dates(week: Week) -> tuple[DateRow, ...]:
    """The clock's day, always, and every other date that holds rows and is no day of the job."""
    found = week.rows_by_other_date()
    today = week.job.clock_date(week.minute)
    return (
        DateRow(today.isoformat(), words.clock_date_label(today), found.pop(today, 0)),
        *(DateRow(on.isoformat(), words.short_date(on), rows) for on, rows in found.items()),
    )


def _judgement(job: Job, judged: Property, violation: Violation | None, cause: Cause | None) -> Judgement:
    name = words.PROPERTIES[judged]
    if violation is None:
        return Judgement(judged.value, name, None, words.HOLDS, "")
    return Judgement(
        judged.value,
        name,
        violation.event,
        words.property_broken(violation),
        words.property_figures(job, violation)
        if cause is None
        else words.property_story(job, violation, cause.minute, cause.words),
    )


def _not_whole(week: Week, counted: Violation | None) -> str:
    """The days that have ended without their rows, but for one that ``counted`` tells of already."""
    told = None if counted is None else counted.logical_date
    days = [each for each in week.not_whole() if week.job.days[each.day].logical_date != told]
    return words.not_whole(week.job, days) if days else ""


@cache
def _settings(settings: Settings, days: int) -> tuple[Setting, ...]:
    return (
        Setting("write", words.WRITE_LABEL, settings.write_mode.value, _choices(words.WRITE_CHOICES)),
        Setting("date", words.DATE_LABEL, settings.load_date.value, _choices(words.DATE_CHOICES)),
        Setting("runs", words.RUNS_LABEL, str(settings.max_active_runs), _choices(words.runs_choices(days))),
    )


def _choices(choices: Mapping[str, str]) -> tuple[Choice, ...]:
    return tuple(Choice(str(value), text) for value, text in choices.items())


def _late_day(fixed: Fixed, day: int, run: Run) -> LateDay:
    """A file that has been read can be late only in a week that starts over."""
    name = fixed.day_names[day]
    for task in fixed.waits:
        if run.tasks[task].state is SUCCESS:
            return LateDay(run.day_id, name, "start-over-late", words.START_OVER_LATE)
    return LateDay(run.day_id, name, "late", words.MAKE_LATE)
