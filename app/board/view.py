"""What the page shows of a week after one event: values only, with the words chosen."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import NamedTuple

from app import words
from app.board.cause import Cause
from app.board.happened import broken
from app.facts import Counted, NotWholeDay, called
from sim.events import TryEnded, TryStarted, day_of, writes_of
from sim.job import Action, Job, Settings
from sim.model import FINAL_RUN_STATES, Run, SchedulerName, TaskInstance, TaskState, Week
from sim.replay import Moment
from sim.witness.findings import SHOWN_PROPERTIES, Property, Violation

# The day whose story the page opens with.
CHOSEN_AT_START = "wed"

# What their lamps say depends on more than the state: the time, the file, another step.
DEPENDS_ON_MORE = (TaskState.RUNNING, TaskState.UP_FOR_RETRY, TaskState.UPSTREAM_FAILED)


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


class LateDay(NamedTuple):
    """What the button does that makes a day's file late, and what it says."""

    do: str
    label: str


class DayRow(NamedTuple):
    """One day of the job."""

    day: str
    name: str
    cells: tuple[Cell, ...]
    rows: Count
    late: LateDay


class DateRow(NamedTuple):
    """A date that is no day of the job, as YYYY-MM-DD, and the rows that lie there."""

    date: str
    name: str
    rows: int


class Judgement(NamedTuple):
    """One property: ``broken_at`` is the first event that broke it, or None while it holds."""

    property: str
    name: str
    broken_at: int | None
    verdict: str
    figures: str


class Properties(NamedTuple):
    """The properties shown by name; the days that are ``not_whole`` and the ``others``, a sentence each."""

    judgements: tuple[Judgement, ...]
    not_whole: str
    others: str


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


class Controls(NamedTuple):
    """What the selects choose among: the settings that hold, in a job of so many days. See ``selects``."""

    settings: Settings
    days: int


class Whole(NamedTuple):
    """All that the page shows of the week as a whole."""

    other_dates: tuple[DateRow, ...]
    total: Count
    properties: Properties
    controls: Controls
    broken_scheduler: str


FILE_WAS_READ = LateDay("start-over-late", words.START_OVER_LATE)
FILE_IS_TO_COME = LateDay("late", words.MAKE_LATE)
NO_CAUSES: Mapping[Property, Cause] = MappingProxyType({})


def look_at_whole(
    moment: Moment,
    scheduler: SchedulerName = SchedulerName.RIGHT,
    causes: Mapping[Property, Cause] = NO_CAUSES,
) -> Whole:
    """The week as a whole, right after an event.

    ``scheduler`` is the name of the one that runs the week; ``causes`` says what led to each violation.
    """
    _, week, broken = moment
    return Whole(
        other_dates=look_at_other_dates(week),
        total=look_at_total(week),
        properties=Properties(
            tuple(
                _judgement(week.job, each, broken.get(each), causes.get(each)) for each in SHOWN_PROPERTIES
            ),
            not_whole=_not_whole(week, broken.get(Property.EACH_DAY_ONCE)),
            others=words.other_properties(len(Property) - len(SHOWN_PROPERTIES), _others_broken(broken)),
        ),
        controls=Controls(week.settings, len(week.job.days)),
        broken_scheduler=words.BROKEN_SCHEDULERS.get(scheduler, ""),
    )


def look_at_total(week: Week) -> Count:
    """The week's total."""
    ended = all(run.state in FINAL_RUN_STATES for run in week.runs)
    return _count(week.total_rows(), sum(week.job.source.values()), ended)


class Seen(NamedTuple):
    """A run, and the row that shows it."""

    run: Run
    row: DayRow


class Eye:
    """Follows a week from its first moment on, and looks each time only at what may look otherwise.

    ``days`` are the rows of its days as they look now.
    """

    def __init__(self, job: Job) -> None:
        self.days: dict[int, DayRow] = {}
        self._runs: dict[int, Run] = {}  # as each was when its row was looked at
        # A lamp can look otherwise without an event of its day: when the minute of its retry has come.
        self._due: dict[int, int] = dict.fromkeys(range(len(job.days)), 0)
        self._minute = -1
        self._date: date | None = None
        self._broken = 0

    def see(self, moment: Moment) -> dict[int, DayRow | None]:
        """Take in the next moment: the days that may look otherwise now, each with its row before it."""
        event, week, _ = moment
        named = (day_of(event), *(week.job.day_of_date.get(write.date) for write in writes_of(event)))
        due = (day for day, minute in self._due.items() if minute <= week.minute)
        seen = sorted({*due, *(day for day in named if day is not None)})
        before = {day: self.days.get(day) for day in seen}
        for day, row in before.items():
            run = week.runs[day]
            self.days[day] = look_at_day(week, day, None if row is None else Seen(self._runs[day], row))
            self._runs[day] = run
            retries = [task.retry_at_min for task in run.tasks if task.retry_at_min is not None]
            self._due.pop(day, None)
            if to_come := [minute for minute in retries if minute > week.minute]:
                self._due[day] = min(to_come)
        return before

    def sees_the_whole(self, moment: Moment) -> bool:
        """May the week as a whole look otherwise now than at the moment before?

        Most events are tries that start, or that end and write nothing. Of these it shows nothing, unless
        another date has begun or something is broken now.
        """
        event, week, broken = moment
        before = self._date, self._broken
        if event.minute != self._minute:
            self._minute, self._date = event.minute, week.job.clock_date(event.minute)
        self._broken = len(broken)
        of_a_step = isinstance(event, TryStarted | TryEnded) and not event.writes
        return not of_a_step or before != (self._date, self._broken)


def _others_broken(violations: Mapping[Property, Violation]) -> tuple[str, ...]:
    return tuple(words.PROPERTIES[each] for each in violations if each not in SHOWN_PROPERTIES)


def look_at_day(week: Week, day: int, last: Seen | None = None) -> DayRow:
    """One day's row of the board. Lamps that cannot have changed since it was ``last`` seen are kept."""
    job, run = week.job, week.runs[day]
    ended = run.state in FINAL_RUN_STATES
    tasks = range(len(run.tasks))
    if last is None:
        cells = [look_at_step(week, day, task) for task in tasks]
    else:
        cells = [
            look_at_step(week, day, task) if old != instance or instance.state in DEPENDS_ON_MORE else cell
            for task, instance, old, cell in zip(
                tasks, run.tasks, last.run.tasks, last.row.cells, strict=True
            )
        ]
    return DayRow(
        day=run.day_id,
        name=last.row.name if last else words.day_name(called(job, day)),
        cells=tuple(cells),
        rows=_count(week.rows(day), sum(job.days[day].source_rows), ended),
        late=_late_day(job, run),
    )


def _count(report: int, source: int, ended: bool) -> Count:
    return Count(report, source, differs=report > source or (ended and report < source))


def look_at_step(week: Week, day: int, task: int) -> Cell:
    """The lamp of one step of one day."""
    run, definition = week.runs[day], week.job.tasks[task]
    instance = run.tasks[task]
    state = instance.state
    retry_at, file_is_missing, failed_step = "", False, ""
    if state is TaskState.RUNNING:
        file_is_missing = definition.action is Action.WAIT_FOR_FILE and run.file_due_min is not None
    elif state is TaskState.UP_FOR_RETRY:
        retry_at = _due(week, instance)
    elif state is TaskState.UPSTREAM_FAILED:
        failed_step = _failed_step(week.job, run, task)
    says = words.cell(
        state, instance.try_since_clear, definition.max_tries, retry_at, file_is_missing, failed_step
    )
    note = retry_at or words.WAITS_FOR_SLOT if state is TaskState.UP_FOR_RETRY else ""
    return Cell(definition.task_id, state.value, says, note)


def _due(week: Week, instance: TaskInstance) -> str:
    """The time of the next try; empty if that has passed, for then the try is ready and waits for a slot."""
    if instance.retry_at_min is None or instance.retry_at_min <= week.minute:
        return ""
    return words.time_of_day(week.job.moment(instance.retry_at_min))


def _failed_step(job: Job, run: Run, task: int) -> str:
    """The failed step that keeps ``task`` from ever starting."""
    return next(
        other.task_id
        for index, other in enumerate(run.tasks)
        if other.state is TaskState.FAILED and task in job.and_downstream[index]
    )


def look_at_other_dates(week: Week) -> tuple[DateRow, ...]:
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
        words.property_broken(violation.event),
        words.property_figures(broken(job, violation))
        if cause is None
        else words.property_story(broken(job, violation), job.moment(cause.minute), cause.words),
    )


def _not_whole(week: Week, counted: Violation | None) -> str:
    """The days that have ended without their rows, but for one that ``counted`` tells of already."""
    told = None if counted is None else counted.logical_date
    job = week.job
    days = [
        NotWholeDay(
            called(job, each.day),
            each.table if len(job.tables) > 1 else None,
            Counted(each.rows, each.source),
        )
        for each in week.not_whole()
        if job.days[each.day].logical_date != told
    ]
    return words.not_whole(days) if days else ""


def selects(controls: Controls) -> tuple[Setting, ...]:
    """How a load writes, to which day, and how many runs at a time."""
    settings, days = controls
    return (
        Setting("write", words.WRITE_LABEL, settings.write_mode.value, _choices(words.WRITE_CHOICES)),
        Setting("date", words.DATE_LABEL, settings.load_date.value, _choices(words.DATE_CHOICES)),
        Setting("runs", words.RUNS_LABEL, str(settings.max_active_runs), _choices(words.runs_choices(days))),
    )


def _choices(choices: Mapping[str, str]) -> tuple[Choice, ...]:
    return tuple(Choice(str(value), text) for value, text in choices.items())


def _late_day(job: Job, run: Run) -> LateDay:
    """A file that has been read can be late only in a week that starts over."""
    read = any(
        definition.action is Action.WAIT_FOR_FILE and instance.state is TaskState.SUCCESS
        for definition, instance in zip(job.tasks, run.tasks, strict=True)
    )
    return FILE_WAS_READ if read else FILE_IS_TO_COME
