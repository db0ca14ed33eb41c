"""What an event means: the facts of its sentence, seen in the week right after it."""

from collections.abc import Sequence
from typing import assert_never

from app import facts
from app.facts import Happened, called, called_on, time_at
from sim.events import Event, FileArrived, Pressed, RunEnded, RunStarted, SwitchedOn, TryEnded, TryStarted
from sim.job import Action, Job, Task
from sim.model import FINAL_RUN_STATES, RunState, TaskState, TryOutcome, Week
from sim.presses import Clear, MakeLate, SetLoadDate, SetMaxActiveRuns, SetWriteMode
from sim.witness.findings import Violation
from sim.writes import DeletePartition, ReplacePartition


def happened(week: Week, event: Event) -> Happened:
    """What happened. ``week`` is the week right after it."""
    job = week.job
    match event:
        case SwitchedOn():
            return facts.JobSwitchedOn(job.switched_on.date(), len(job.days), week.settings.max_active_runs)
        case FileArrived(day=day):
            return facts.FileIsThere(called(job, day), _runs(week, Action.WAIT_FOR_FILE, day) > 0)
        case RunStarted(day=day):
            places = facts.Taken(_active_runs(week), week.settings.max_active_runs, None)
            return facts.RunBegins(called(job, day), places)
        case TryStarted():
            return _try_begins(week, event)
        case TryEnded():
            return _try_ended(week, event)
        case RunEnded():
            return _run_ends(week, event)
        case Pressed():
            return _pressed(week, event)


def news_of(week: Week, event: Event, violations: Sequence[Violation]) -> facts.News | None:
    """What is worth saying of an event, if anything is. ``violations``: the first of what it broke."""
    if not violations and not isinstance(event, RunEnded):
        return None
    ended = _run_ends(week, event) if isinstance(event, RunEnded) else None
    return facts.News(tuple(broken(week.job, each) for each in violations), ended)


def broken(job: Job, violation: Violation) -> facts.Broken:
    """A broken property."""
    on = violation.logical_date
    return facts.Broken(violation.property, None if on is None else called_on(job, on), violation.finding)


# Tries.


def _try_begins(week: Week, event: TryStarted) -> facts.TryBegins:
    task = week.job.tasks[event.task]
    return facts.TryBegins(
        _who(week.job, event.day, task),
        event.try_number,
        event.try_since_clear,
        task.max_tries,
        _does(week, event, task),
    )


def _does(
    week: Week, event: TryStarted, task: Task
) -> facts.WaitsFor | facts.Works | facts.Deletes | facts.Loads | facts.Compares:
    match task.action:
        case Action.WAIT_FOR_FILE:
            due_min = week.runs[event.day].file_due_min
            return facts.WaitsFor(None if due_min is None else time_at(week.job, due_min))
        case Action.WORK:
            return facts.Works()
        case Action.LOAD if event.writes:
            return facts.Deletes(_slots(week, task))
        case Action.LOAD:
            counted, settings = _counted(week, event), week.settings
            return facts.Loads(
                counted.source, counted.report, settings.write_mode, settings.load_date, _slots(week, task)
            )
        case Action.COMPARE_COUNTS:
            return facts.Compares()


def _try_ended(
    week: Week, event: TryEnded
) -> facts.TrySucceeds | facts.TryFails | facts.CheckFails | facts.TryIsStopped:
    job, task = week.job, week.job.tasks[event.task]
    who = _who(job, event.day, task)
    match event.outcome:
        case TryOutcome.SUCCESS:
            return facts.TrySucceeds(who, _did(week, event, task), _next(week, event))
        case TryOutcome.KILLED:
            return facts.TryIsStopped(who, _left_behind(week, event, task))
        case TryOutcome.FAILED if task.action is Action.COMPARE_COUNTS:
            return facts.CheckFails(who, _counted(week, event))
        case TryOutcome.FAILED:
            again = event.retry_at_min
            return facts.TryFails(
                who,
                _left_behind(week, event, task),
                None if again is None else time_at(job, again),
                task.max_tries,
                _stuck(week, event),
            )


def _did(
    week: Week, event: TryEnded, task: Task
) -> facts.FoundFile | facts.Worked | facts.Wrote | facts.FoundCount:
    match task.action:
        case Action.WAIT_FOR_FILE:
            return facts.FoundFile()
        case Action.WORK:
            return facts.Worked()
        case Action.LOAD:
            counted = _counted(week, event)
            replaced = any(isinstance(write, ReplacePartition) for write in event.writes)
            return facts.Wrote(counted.source, replaced, _elsewhere(week.job, event), counted.report)
        case Action.COMPARE_COUNTS:
            return facts.FoundCount(_counted(week, event).report)


def _next(week: Week, event: TryEnded) -> facts.Next:
    """The steps of the same day that can start now."""
    job, instances = week.job, week.runs[event.day].tasks
    ready = [
        job.tasks[later]
        for later in job.downstream[event.task]
        if instances[later].state is TaskState.NONE
        and all(instances[need].state is TaskState.SUCCESS for need in job.upstream[later])
    ]
    slots = _slots(week, ready[0]) if len(ready) == 1 else None
    waits = slots is not None and slots.held >= slots.of
    return facts.Next(tuple(task.task_id for task in ready), slots if waits else None)


def _stuck(week: Week, event: TryEnded) -> tuple[str, ...]:
    """The steps that can never start, because this one has failed."""
    return tuple(
        week.job.tasks[later].task_id
        for later in week.job.and_downstream[event.task]
        if week.runs[event.day].tasks[later].state is TaskState.UPSTREAM_FAILED
    )


def _left_behind(week: Week, event: TryEnded, task: Task) -> facts.LeftBehind | None:
    """What a load has written; None for any other step."""
    if task.action is not Action.LOAD:
        return None
    written = sum(write.rows for write in event.writes if not isinstance(write, DeletePartition))
    return facts.LeftBehind(
        written if event.writes else None, _counted(week, event).source, _elsewhere(week.job, event)
    )


def _who(job: Job, day: int, task: Task) -> facts.StepOf:
    return facts.StepOf(called(job, day), task.task_id)


def _counted(week: Week, event: TryStarted | TryEnded) -> facts.Counted:
    """The rows of the day's own partition that the step writes or reads."""
    own = week.job.own_partition[event.day * len(week.job.tasks) + event.task]
    return facts.Counted(week.report.get(own, 0), week.job.source[own])


def _elsewhere(job: Job, event: TryEnded) -> facts.Called | None:
    """The date that a load wrote to, if it was not its own day."""
    own = job.days[event.day].logical_date
    return next((called_on(job, write.date) for write in event.writes if write.date != own), None)


def _slots(week: Week, task: Task) -> facts.Taken | None:
    """How full the task's pool is; None for a task that needs no slot."""
    job = week.job
    if task.pool is None:
        return None
    members = [index for index, other in enumerate(job.tasks) if other.pool == task.pool]
    held = sum(run.tasks[index].state is TaskState.RUNNING for run in week.runs for index in members)
    slots = next(pool.slots for pool in job.pools if pool.pool_id == task.pool)
    return facts.Taken(held, slots, task.pool)


# Runs, and the week.


def _run_ends(week: Week, event: RunEnded) -> facts.RunEnds:
    job, run = week.job, week.runs[event.day]
    over = all(other.state in FINAL_RUN_STATES for other in week.runs)
    return facts.RunEnds(
        called(job, event.day),
        event.outcome,
        tuple(task.task_id for task in run.tasks if task.state is TaskState.FAILED),
        facts.Counted(week.rows(event.day), sum(job.days[event.day].source_rows)),
        facts.Counted(week.total_rows(), sum(job.source.values())) if over else None,
    )


def _active_runs(week: Week) -> int:
    return sum(run.state is RunState.RUNNING for run in week.runs)


def _runs(week: Week, action: Action, *days: int) -> int:
    """How many steps with this action run, of some days or of all."""
    return sum(
        instance.state is TaskState.RUNNING and task.action is action
        for day in days or range(len(week.runs))
        for task, instance in zip(week.job.tasks, week.runs[day].tasks, strict=True)
    )


# Presses.


def _pressed(
    week: Week, event: Pressed
) -> facts.IsRefused | facts.DayCleared | facts.FileMadeLate | facts.RunsLimited | facts.LoadsSwitched:
    job, press = week.job, event.press
    if event.refused is not None:
        late = called(job, press.day) if isinstance(press, MakeLate) else None
        return facts.IsRefused(event.refused, late)
    match press:
        case Clear(day, task):
            step = None if task is None else job.tasks[task].task_id
            return facts.DayCleared(called(job, day), step, week.rows(day))
        case MakeLate(day):
            due_min = week.runs[day].file_due_min
            return facts.FileMadeLate(
                called(job, day), time_at(job, week.minute if due_min is None else due_min)
            )
        case SetMaxActiveRuns(limit):
            return facts.RunsLimited(limit, _active_runs(week))
        case SetWriteMode(to) | SetLoadDate(to):
            return facts.LoadsSwitched(to, _runs(week, Action.LOAD))
    assert_never(press)
