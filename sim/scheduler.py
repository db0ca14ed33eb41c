"""What may start now, and which writes a load makes. It answers questions and changes nothing."""

from datetime import date

from sim.books import Books
from sim.job import WriteMode
from sim.model import TryOutcome
from sim.writes import Insert, ReplacePartition, Write

# Bound once and made without their class's own code, as in sim/simulator.py: a load asks for each.
APPEND, SUCCESS = WriteMode.APPEND, TryOutcome.SUCCESS
said = tuple.__new__


class Scheduler:
    """Small questions about the books. A broken scheduler answers exactly one of them wrong."""

    # May a load write before it has sent a row? If so, ``load_writes`` is asked when it starts as well.
    writes_at_start = False

    def run_to_start(self, books: Books) -> int | None:
        """The day whose run takes a free place now: the oldest that is queued."""
        if books.queued_runs and books.active_runs < books.settings.max_active_runs:
            return books.queued_runs[0]
        return None

    def task_to_start(self, books: Books) -> int | None:
        """The task instance that starts now: the oldest ready one that has a slot, if it needs one."""
        for instance in books.ready:
            pool = books.instances[instance][2].pool
            if pool is None or self.open_slots(books, pool) > 0:
                return instance
        return None

    def upstream_succeeded(self, books: Books, instance: int) -> bool:
        """Has every step that this one needs succeeded?"""
        return books.missing_needs[instance] == 0

    def open_slots(self, books: Books, pool: str) -> int:
        """How many more tries the pool has room for."""
        return books.slots[pool] - books.slots_held[pool]

    def load_writes(
        self, mode: WriteMode, outcome: TryOutcome | None, table: str, on: date, rows: int
    ) -> tuple[Write, ...]:
        """The writes a load makes when it ends, having sent ``rows`` rows; or starts: ``outcome`` is None."""
        if mode is APPEND:
            return (said(Insert, (table, on, rows)),) if rows else ()
        return (said(ReplacePartition, (table, on, rows)),) if outcome is SUCCESS else ()
