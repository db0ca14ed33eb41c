"""Marks: the rare things worth having happened, counted."""

from collections import Counter
from typing import assert_never

from sim.events import Event, FileArrived, TryEnded
from sim.fast import UP_FOR_RETRY
from sim.job import Action
from sim.model import RunState, TaskState, TryOutcome
from sim.presses import (
    Clear,
    MakeLate,
    Press,
    SetLoadDate,
    SetMaxActiveRuns,
    SetWriteMode,
)
from sim.simulator import Simulator

WAIT = 0  # the index of the step that waits for a day's file: it needs nothing, so it is listed first


def mark(event: Event, simulator: Simulator, marks: Counter[str]) -> None:
    """Count what is rare about an event that has just happened."""
    if isinstance(event, TryEnded):
        mark_try_ended(event, simulator, marks)
    elif isinstance(event, FileArrived) and all(
        instance % len(simulator.job.tasks) == WAIT
        for instance, state in enumerate(simulator.books.task_state)
        if state in (TaskState.RUNNING, TaskState.UP_FOR_RETRY)
    ):
        marks["the whole week waited for a file"] += 1


def mark_try_ended(event: TryEnded, simulator: Simulator, marks: Counter[str]) -> None:
    """Count what is rare about the end of a try."""
    books, definition = simulator.books, simulator.job.tasks[event.task]
    if event.outcome is TryOutcome.KILLED:
        marks[f"a running {definition.task_id} was killed"] += 1
        if event.writes:
            marks["a killed load had written rows"] += 1
    elif event.outcome is TryOutcome.SUCCESS:
        if event.try_since_clear > 1:
            marks[f"a retried {definition.task_id} succeeded"] += 1
        if event.try_since_clear == 3:
            marks["a third try succeeded"] += 1
    elif event.retry_at_min is not None:
        marks[f"{definition.task_id} failed and will be retried"] += 1
    elif definition.action is Action.COMPARE_COUNTS:
        marks["a check found counts that differ"] += 1
    else:
        marks["a third failure"] += 1
        marks["steps became upstream failed"] += 1
    if definition.pool is not None:
        # Whatever waits for a slot now has waited for this one.
        waiting = [
            instance
            for instance in books.ready
            if simulator.job.instances[instance][2].pool == definition.pool
        ]
        if waiting:
            marks["a load waited for a slot"] += 1
        if any(books.task_state[instance] is UP_FOR_RETRY for instance in waiting):
            marks["a retry that was due waited for a slot"] += 1


def mark_press(press: Press, simulator: Simulator, ended: bool, marks: Counter[str]) -> None:
    """Count what is rare about a press that is about to take effect."""
    books, tasks = simulator.books, len(simulator.job.tasks)
    if ended:
        marks["a press after the end"] += 1
    if simulator.waiting_presses:
        marks["two presses at one event"] += 1
    match press:
        case Clear(day, task):
            states = books.task_state[day * tasks : (day + 1) * tasks]
            run_state = books.run_state[day]
            if task is None:
                marks[f"clear of a day whose run is {run_state.value}"] += 1
            elif run_state is RunState.RUNNING:
                marks["clear from a step of an active run"] += 1
            else:
                marks["clear from a step of a run that is not active"] += 1
            if TaskState.UP_FOR_RETRY in states:
                marks["clear of a day that waited to retry"] += 1
            if TaskState.UPSTREAM_FAILED in states:
                marks["clear of a day with steps that could not start"] += 1
            if states[WAIT] is TaskState.RUNNING and books.file_due_min[day] is not None:
                marks["clear of a day that waited for its file"] += 1
        case MakeLate(day):
            if books.task_state[day * tasks + WAIT] is TaskState.SUCCESS:
                marks["a late file was refused"] += 1
            elif books.file_due_min[day] is not None:
                marks["a late file was moved again"] += 1
            elif books.task_state[day * tasks + WAIT] is TaskState.RUNNING:
                marks["a file was made late while its wait ran"] += 1
        case SetMaxActiveRuns(limit):
            if limit < books.active_runs:
                marks["more runs were active than a lowered limit"] += 1
        case SetWriteMode() | SetLoadDate():
            if any(books.slots_held.values()):
                marks["a switch was turned while a load ran"] += 1
        case _:
            assert_never(press)
