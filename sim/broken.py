"""The three broken schedulers, each with the property that must catch it.

Each differs from the right scheduler in the answer to one question. They prove that the checks can
find a real bug; nothing but the hunt, the tests and the command line may use them.
"""

from datetime import date

from sim.books import Books
from sim.model import DeletePartition, Insert, Property, TryOutcome, Write, WriteMode
from sim.scheduler import Scheduler


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


# By the name they have on the command line and on the page.
SCHEDULERS: dict[str, type[Scheduler]] = {
    "right": Scheduler,
    "ignores-upstream": IgnoresUpstream,
    "overfills-warehouse": OverfillsWarehouse,
    "splits-overwrite": SplitsOverwrite,
}

CAUGHT_BY: dict[str, Property] = {
    "ignores-upstream": Property.STEPS_IN_ORDER,
    "overfills-warehouse": Property.TWO_LOADS_AT_MOST,
    "splits-overwrite": Property.EACH_DAY_ONCE,
}
