"""Why a step is not running: every unmet condition, as values. A pure function of a frozen week."""

from dataclasses import dataclass

from sim.job import Action
from sim.model import RunState, TaskState, Week


@dataclass(frozen=True, slots=True)
class NeedsStep:
    """A step it needs has not succeeded; ``state`` is where that step stands."""

    task: int
    state: TaskState


@dataclass(frozen=True, slots=True)
class FileMissing:
    """The day's file is not there; it is announced for ``due_min``."""

    due_min: int


@dataclass(frozen=True, slots=True)
class NoFreePlace:
    """The day's run is queued. ``holders`` are the days whose runs hold the places."""

    holders: tuple[int, ...]
    max_active_runs: int


@dataclass(frozen=True, slots=True)
class NoFreeSlot:
    """The pool has no slot free. ``holders`` are the (day, task) of the tries that hold them."""

    pool: str
    holders: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class WaitsToRetry:
    """Its last try failed; the next is due at ``retry_at_min``."""

    retry_at_min: int


Reason = NeedsStep | FileMissing | NoFreePlace | NoFreeSlot | WaitsToRetry


def why_not_running(week: Week, day: int, task: int) -> tuple[Reason, ...]:
    """Every condition that keeps this step from running (for a wait that runs: from ending).

    Empty where nothing keeps it: it runs, it has finished, or it starts with the next events.
    """
    job, run = week.job, week.runs[day]
    definition, instance = job.tasks[task], run.tasks[task]
    due_min = run.file_due_min if definition.action is Action.WAIT_FOR_FILE else None
    missing = () if due_min is None else (FileMissing(due_min),)
    reasons: list[Reason] = []
    if instance.state is TaskState.RUNNING:
        return missing
    if instance.state in (TaskState.SUCCESS, TaskState.FAILED):
        return ()
    if run.state is RunState.QUEUED:
        active = tuple(index for index, other in enumerate(week.runs) if other.state is RunState.RUNNING)
        if len(active) >= week.settings.max_active_runs:
            reasons.append(NoFreePlace(active, week.settings.max_active_runs))
    for need in job.upstream[task]:
        if run.tasks[need].state is not TaskState.SUCCESS:
            reasons.append(NeedsStep(need, run.tasks[need].state))
    if instance.retry_at_min is not None and instance.retry_at_min > week.minute:
        reasons.append(WaitsToRetry(instance.retry_at_min))
    if definition.pool is not None and instance.state is not TaskState.UPSTREAM_FAILED:
        holders = tuple(
            (other_day, other_task)
            for other_day, other in enumerate(week.runs)
            for other_task, other_instance in enumerate(other.tasks)
            if other_instance.state is TaskState.RUNNING and job.tasks[other_task].pool == definition.pool
        )
        slots = next(pool.slots for pool in job.pools if pool.pool_id == definition.pool)
        if len(holders) >= slots:
            reasons.append(NoFreeSlot(definition.pool, holders))
    return (*reasons, *missing)
