"""What is told of one day, or one other date: its tries, why its steps do not run, where its rows come from.

Values only, with the words chosen, like the view of the board.
"""

from datetime import date
from typing import NamedTuple

from app import words
from app.board.view import look_at_step
from sim.explain import NoFreePlace, Reason, why_not_running
from sim.job import Action, Job, LoadDate, WriteMode
from sim.model import TaskState, Week
from sim.reading import HistoryError, shown
from sim.record import Entry, Record, Try

# Steps of which something may be told otherwise though nothing happened to their day: why, and until when.
WAITS = frozenset({TaskState.NONE.value, TaskState.UP_FOR_RETRY.value, TaskState.UPSTREAM_FAILED.value})


class TryLine(NamedTuple):
    """One try: from when to when, and what came of it."""

    when: str
    says: str


class StepStory(NamedTuple):
    """One step. ``earlier`` are its tries before it was last cleared; ``resets`` is what a clear would do."""

    day: str
    step: str
    name: str
    state: str
    says: str
    reasons: tuple[str, ...]
    tries: tuple[TryLine, ...]
    earlier: tuple[TryLine, ...]
    resets: str


class LedgerLine(NamedTuple):
    """One write. ``total``: what the date holds after it. ``counts``: its rows lie there still."""

    event: int
    time: str
    says: str
    rows: str
    total: int
    counts: bool


class Ledger(NamedTuple):
    """Every write that touched the date, or came from its run; the rows that count add up to ``total``."""

    says: str
    lines: tuple[LedgerLine, ...]
    total: int


class DayStory(NamedTuple):
    """All that is told of one day, or of one date that is no day of the job and has no steps."""

    name: str
    says: str
    steps: tuple[StepStory, ...]
    ledger: Ledger


class Subject(NamedTuple):
    """What a story is about: a date of the report, and the day of the job that it is, if it is one."""

    on: date
    day: int | None


def subject_of(name: str, job: Job) -> Subject:
    """Read the short name of a day, or a date as YYYY-MM-DD. Raises HistoryError."""
    if name in job.day_index:
        day = job.day_index[name]
        return Subject(job.days[day].logical_date, day)
    try:
        on = date.fromisoformat(name)
    except ValueError as error:
        raise HistoryError(words.no_story_of(shown(name))) from error
    return Subject(on, job.day_of_date.get(on))


# One event.


def tell(week: Week, record: Record, subject: Subject) -> DayStory:
    """The story as it stands right after the last event that ``record`` has seen."""
    job, (on, day) = week.job, subject
    ledger = ledger_of(week, record, subject)
    if day is None:
        return DayStory(words.date_heading(job, on), words.NO_DAY, (), ledger)
    cells = tuple(look_at_step(week, day, task) for task in range(len(job.tasks)))
    steps = tuple(
        StepStory(
            day=job.days[day].day_id,
            step=task.task_id,
            name=words.step_heading(task.task_id),
            state=cells[index].state,
            says=cells[index].words,
            reasons=_reasons(week, record, day, index),
            tries=_try_lines(job, record, day, index, earlier=False),
            earlier=_try_lines(job, record, day, index, earlier=True),
            resets=_resets(week, record, day, index),
        )
        for index, task in enumerate(job.tasks)
    )
    return DayStory(words.date_heading(job, on), _run_says(week, record, day), steps, ledger)


def retell(told: DayStory, week: Week, record: Record, subject: Subject) -> DayStory:
    """The story after one more event, which was not the day's own and wrote nothing.

    Only steps that wait may be told otherwise: why they do, and until when.
    """
    day = subject.day
    waiting = [task for task, step in enumerate(told.steps) if step.state in WAITS]
    if day is None or not waiting:
        return told
    steps = list(told.steps)
    for task in waiting:
        says, reasons = look_at_step(week, day, task).words, _reasons(week, record, day, task)
        steps[task] = steps[task]._replace(says=says, reasons=reasons)
    return told._replace(steps=tuple(steps))


def _run_says(week: Week, record: Record, day: int) -> str:
    started, ended = record.runs_started.get(day), record.runs_ended.get(day)
    clears = record.clears.get(day, [])
    last_clear = clears[-1] if clears else None
    return words.run_says(
        week.job,
        week.runs[day].state,
        None if started is None else started.minute,
        None if ended is None else ended.minute,
        None if last_clear is None else (last_clear.event, last_clear.minute),
        len(clears),
    )


def _reasons(week: Week, record: Record, day: int, task: int) -> tuple[str, ...]:
    found = why_not_running(week, day, task)
    if not found:
        waits = week.runs[day].tasks[task].state is TaskState.NONE
        return (words.NOTHING_KEEPS_IT,) if waits else ()
    return tuple(_reason(week, record, day, each, first=task == 0) for each in found)


def _reason(week: Week, record: Record, day: int, reason: Reason, first: bool) -> str:
    if isinstance(reason, NoFreePlace) and not first:
        return words.NO_PLACE_YET  # who holds the places stands with the first step

    def since(other_day: int, task: int) -> str:
        running = record.running_try(other_day, task)
        return "" if running is None else words.clock(week.job, running.started.minute)

    return words.reason(week.job, day, reason, since)


def _try_lines(job: Job, record: Record, day: int, task: int, earlier: bool) -> tuple[TryLine, ...]:
    now = record.cleared(day, task)
    tries = record.tries_of(day, task)
    return tuple(_try_line(job, each, earlier) for each in tries if (each.cleared != now) is earlier)


def _try_line(job: Job, told: Try, cleared: bool) -> TryLine:
    task = job.tasks[told.task]
    ended = None if told.ended is None else told.ended.minute
    return TryLine(
        words.from_to(job, told.started.minute, ended),
        words.try_says(
            job, task, job.days[told.day].logical_date, told.number, told.outcome, told.writes, cleared
        ),
    )


def _resets(week: Week, record: Record, day: int, task: int) -> str:
    """What "Clear from here" would do."""
    job, run = week.job, week.runs[day]
    reset = job.and_downstream[task]
    running = [record.running_try(day, each) for each in reset]
    leaves = any(
        each is not None
        and job.tasks[each.task].action is Action.LOAD
        and each.settings.write_mode is WriteMode.APPEND
        and each.settings.load_date is LoadDate.OWN
        for each in running
    )
    return words.clear_resets(
        [job.tasks[each].task_id for each in reset],
        of=len(job.tasks),
        stops=[job.tasks[each.task].task_id for each in running if each is not None],
        nothing_ran=all(run.tasks[each].state is TaskState.NONE for each in reset),
        stay=week.rows(day),
        leaves=leaves,
    )


# The ledger.


def ledger_of(week: Week, record: Record, subject: Subject) -> Ledger:
    """The ledger of a date. Its ``total`` is what the report holds there, added up from the writes."""
    job, (on, day) = week.job, subject
    held: dict[str, int] = {}
    lines: list[LedgerLine] = []
    counted: list[int] = []
    for entry in record.entries:
        here = entry.write.date == on
        if not here and entry.by.day != day:
            continue
        if here:
            held[entry.write.table] = entry.after
        counts = here and entry.replaced is None
        if counts and entry.write.rows:
            counted.append(entry.write.rows)
        lines.append(_ledger_line(job, entry, subject, sum(held.values()), counts))
    source = None if day is None else sum(job.days[day].source_rows)
    return Ledger(words.ledger_sum(counted, source), tuple(lines), sum(held.values()))


def _ledger_line(job: Job, entry: Entry, subject: Subject, total: int, counts: bool) -> LedgerLine:
    by = entry.by
    return LedgerLine(
        event=entry.at.event,
        time=words.time_of_day(job, entry.at.minute),
        says=words.ledger_says(
            job,
            entry.write,
            by.outcome,
            step=job.tasks[by.task].task_id,
            of_day=None if by.day == subject.day else by.day,
            number=by.number,
            cleared=None if by.cleared is None else by.cleared.event,
            before=entry.before,
            here=entry.write.date == subject.on,
            replaced=None if entry.replaced is None else entry.replaced.event,
        ),
        rows=words.ledger_rows(entry.write),
        total=total,
        counts=counts,
    )
