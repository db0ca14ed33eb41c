"""What is told of one day, or one other date: its tries, why its steps do not run, where its rows come from.

Values only, with the words chosen, like the view of the board.
"""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple, assert_never

from app import facts, words
from app.board.view import look_at_step
from app.facts import called, called_on, time_at
from sim.explain import FileMissing, NeedsStep, NoFreePlace, NoFreeSlot, Reason, WaitsToRetry, why_not_running
from sim.job import Action, Job, LoadDate, WriteMode
from sim.model import RunState, TaskState, Week
from sim.reading import HistoryError, quoted
from sim.record import Entry, Record, Try
from sim.writes import DeletePartition, Insert, ReplacePartition

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
        raise HistoryError(words.no_story_of(quoted(name))) from error
    return Subject(on, job.day_of_date.get(on))


# One event.


def tell(week: Week, record: Record, subject: Subject) -> DayStory:
    """The story as it stands right after the last event that ``record`` has seen."""
    job, (on, day) = week.job, subject
    ledger = ledger_of(week, record, subject)
    if day is None:
        return DayStory(words.date_heading(on, of_the_job=False), words.NO_DAY, (), ledger)
    cells = tuple(look_at_step(week, day, task) for task in range(len(job.tasks)))
    running = [record.running_try(day, task) for task in range(len(job.tasks))]
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
            resets=_resets(week, running, day, index),
        )
        for index, task in enumerate(job.tasks)
    )
    return DayStory(words.date_heading(on, of_the_job=True), _run_says(week, record, day), steps, ledger)


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
    job, state = week.job, week.runs[day].state
    since = (record.runs_started if state is RunState.RUNNING else record.runs_ended).get(day)
    clears = record.clears.get(day, [])
    last = facts.Clearing(clears[-1].event, time_at(job, clears[-1].minute)) if clears else None
    return words.run_says(
        facts.RunStands(state, None if since is None else time_at(job, since.minute), last, len(clears))
    )


def _reasons(week: Week, record: Record, day: int, task: int) -> tuple[str, ...]:
    found = why_not_running(week, day, task)
    if not found:
        waits = week.runs[day].tasks[task].state is TaskState.NONE
        return (words.NOTHING_KEEPS_IT,) if waits else ()
    return tuple(
        # Who holds the places stands with the first step.
        words.NO_PLACE_YET
        if isinstance(each, NoFreePlace) and task != 0
        else words.reason(_reason(week.job, record, day, each))
        for each in found
    )


def _reason(job: Job, record: Record, day: int, reason: Reason) -> facts.Reason:
    match reason:
        case NeedsStep(task, state):
            since = _running_since(job, record, day, task) if state is TaskState.RUNNING else None
            return facts.Needs(job.tasks[task].task_id, state, since)
        case FileMissing(due_min):
            return facts.FileIsDue(time_at(job, due_min))
        case WaitsToRetry(retry_at_min):
            return facts.TryIsDue(time_at(job, retry_at_min))
        case NoFreePlace(days, _):
            return facts.PlacesAreHeld(tuple(called(job, holder) for holder in days))
        case NoFreeSlot(pool, holders):
            return facts.SlotsAreHeld(pool, tuple(_holder(job, record, *holder) for holder in holders))
    assert_never(reason)


def _holder(job: Job, record: Record, day: int, task: int) -> facts.Holder:
    who = facts.StepOf(called(job, day), job.tasks[task].task_id)
    return facts.Holder(who, _running_since(job, record, day, task))


def _running_since(job: Job, record: Record, day: int, task: int) -> facts.Time:
    running = record.running_try(day, task)
    assert running is not None, task
    return time_at(job, running.started.minute)


def _try_lines(job: Job, record: Record, day: int, task: int, earlier: bool) -> tuple[TryLine, ...]:
    now = record.cleared(day, task)
    tries = record.tries_of(day, task)
    return tuple(_try_line(job, each, earlier) for each in tries if (each.cleared != now) is earlier)


def _try_line(job: Job, told: Try, cleared: bool) -> TryLine:
    task, own = job.tasks[told.task], job.days[told.day].logical_date
    ended = None if told.ended is None else time_at(job, told.ended.minute)
    stands = facts.TryStands(
        number=told.number,
        of=task.max_tries,
        outcome=told.outcome,
        written=sum(write.rows for write in told.writes) if told.writes else None,
        elsewhere=next((called_on(job, write.date) for write in told.writes if write.date != own), None),
        loads=task.action is Action.LOAD,
        compares=task.action is Action.COMPARE_COUNTS,
        cleared=cleared,
    )
    return TryLine(words.from_to(time_at(job, told.started.minute), ended), words.try_says(stands))


def _resets(week: Week, running: Sequence[Try | None], day: int, task: int) -> str:
    """What "Clear from here" would do; ``running`` has for each step of the day the try that runs, if any."""
    job, run = week.job, week.runs[day]
    reset = job.and_downstream[task]
    stopped = [stops for each in reset if (stops := running[each]) is not None]
    leaves = any(
        job.tasks[each.task].action is Action.LOAD
        and each.settings.write_mode is WriteMode.APPEND
        and each.settings.load_date is LoadDate.OWN
        for each in stopped
    )
    return words.clear_resets(
        facts.Again(
            steps=tuple(job.tasks[each].task_id for each in reset),
            of=len(job.tasks),
            stops=tuple(job.tasks[each.task].task_id for each in stopped),
            nothing_ran=all(run.tasks[each].state is TaskState.NONE for each in reset),
            stay=week.rows(day),
            leaves=leaves,
        )
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
    by, write = entry.by, entry.write
    return LedgerLine(
        event=entry.at.event,
        time=words.time_of_day(job.moment(entry.at.minute)),
        says=words.ledger_says(
            facts.LedgerEntry(
                how=_how(entry),
                outcome=by.outcome,
                step=job.tasks[by.task].task_id,
                number=by.number,
                of_day=None if by.day == subject.day else called(job, by.day),
                cleared=None if by.cleared is None else by.cleared.event,
                on=None if write.date == subject.on else called_on(job, write.date),
                replaced=None if entry.replaced is None else entry.replaced.event,
            )
        ),
        rows=words.ledger_rows(write.rows),
        total=total,
        counts=counts,
    )


def _how(entry: Entry) -> facts.Appended | facts.Replaced | facts.Deleted:
    match entry.write:
        case Insert():
            return facts.Appended()
        case ReplacePartition():
            return facts.Replaced(entry.before)
        case DeletePartition():
            return facts.Deleted(entry.before)
