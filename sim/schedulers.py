"""The schedulers by name: the right one, and three broken ones, each with the property that must catch it.

A broken one differs from the right one in the answer to one question. They prove that the checks can find a
real bug.
"""

from datetime import date

from sim.books import Books
from sim.job import WriteMode
from sim.model import SchedulerName, TryOutcome
from sim.scheduler import Scheduler
from sim.witness.findings import Property
from sim.writes import DeletePartition, Insert, Write


class IgnoresUpstream(Scheduler):
    """Starts a step before the steps it needs have succeeded."""

    def upstream_succeeded(self, books: Books, instance: int) -> bool:
        return True


class OverfillsWarehouse(Scheduler):
    """Runs a third load beside the two."""

    def open_slots(self, books: Books, pool: str) -> int:
        return super().open_slots(books, pool) + 1


class SplitsOverwrite(Scheduler):
    """Deletes the day when an overwriting load starts, and inserts its rows when it succeeds."""

    writes_at_start = True

    def load_writes(
        self, mode: WriteMode, outcome: TryOutcome | None, table: str, on: date, rows: int
    ) -> tuple[Write, ...]:
        if mode is WriteMode.APPEND:
            return super().load_writes(mode, outcome, table, on, rows)
        if outcome is None:
            return (DeletePartition(table, on),)
        return (Insert(table, on, rows),) if outcome is TryOutcome.SUCCESS else ()


SCHEDULERS: dict[SchedulerName, type[Scheduler]] = {
    SchedulerName.RIGHT: Scheduler,
    SchedulerName.IGNORES_UPSTREAM: IgnoresUpstream,
    SchedulerName.OVERFILLS_WAREHOUSE: OverfillsWarehouse,
    SchedulerName.SPLITS_OVERWRITE: SplitsOverwrite,
}

CAUGHT_BY: dict[SchedulerName, Property] = {
    SchedulerName.IGNORES_UPSTREAM: Property.STEPS_IN_ORDER,
    SchedulerName.OVERFILLS_WAREHOUSE: Property.TWO_LOADS_AT_MOST,
    SchedulerName.SPLITS_OVERWRITE: Property.EACH_DAY_ONCE,
}
