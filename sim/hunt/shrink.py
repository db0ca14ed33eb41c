"""A week that broke a property, made as short as it gets."""

from collections.abc import Iterator
from dataclasses import replace

from sim.history import History
from sim.hunt.weeks import Failure
from sim.presses import (
    RecordedPress,
)
from sim.reading import HistoryError
from sim.replay import replay
from sim.scheduler import Scheduler
from sim.witness.findings import Property

SMALL_SEEDS = 30  # how many small seeds a shrink tries in place of the one that was found


def shrink(failure: Failure, scheduler: Scheduler | None = None) -> Failure:
    """A shorter history that breaks the same property: fewer presses, made earlier, a smaller seed.

    Each simplification that still breaks the property is kept, until none does. ``scheduler`` runs the weeks
    in place of the history's own.
    """
    broken = failure.violation.property
    smallest = failure
    improved = True
    while improved:
        improved = False
        for simpler in _simpler(smallest.history):
            if (found := first_violation(simpler, broken, scheduler)) is not None:
                smallest, improved = found, True
                break
    return smallest


def first_violation(history: History, broken: Property, scheduler: Scheduler | None = None) -> Failure | None:
    """The history's first violation of one property, if it has one and can be played at all."""
    try:
        replayed = replay(history, scheduler)
    except HistoryError:
        return None
    for violation in replayed.checker.violations:
        if violation.property is broken:
            return Failure(history, replayed.events[violation.event].minute, violation)
    return None


def _simpler(history: History) -> Iterator[History]:
    """Histories one step simpler, the largest steps first."""
    presses = history.presses
    for length in range((len(presses) + 1) // 2, 0, -1):
        for start in range(len(presses) - length + 1):
            yield replace(history, presses=presses[:start] + presses[start + length :])
    if history.failure_percent is not None:
        yield replace(history, failure_percent=None)
    for seed in range(min(history.seed, SMALL_SEEDS)):
        yield replace(history, seed=seed)
    default = history.job.settings.max_active_runs
    if history.settings.max_active_runs != default:
        yield replace(history, settings=replace(history.settings, max_active_runs=default))
    for index, (at_event, press) in enumerate(presses):
        earliest = presses[index - 1].at_event if index else 0
        for earlier in (earliest, (earliest + at_event) // 2, at_event - 1):
            if earliest <= earlier < at_event:
                moved = RecordedPress(earlier, press)
                yield replace(history, presses=(*presses[:index], moved, *presses[index + 1 :]))
