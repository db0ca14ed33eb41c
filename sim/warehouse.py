"""The report table, and the writes that change it."""

from collections.abc import Mapping
from datetime import date

from sim.job import Partition
from sim.writes import Insert, ReplacePartition, Write


class Warehouse:
    """The report: rows by partition, and their total. Changed only by ``apply``."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, date], int] = {}  # its keys are partitions, or equal to one
        self.total = 0

    def rows(self, partition: tuple[str, date]) -> int:
        """The rows that the partition holds; 0 where nothing was ever written."""
        return self._rows.get(partition, 0)

    def apply(self, write: Write) -> None:
        """Carry out one write, whole."""
        partition = write[:2]  # every write names its table and its date first
        before = self._rows.get(partition, 0)
        if type(write) is Insert:
            after = before + write.rows
        elif type(write) is ReplacePartition:
            after = write.rows
        else:
            after = 0
        self._rows[partition] = after
        self.total += after - before

    def picture(self) -> Mapping[Partition, int]:
        """A copy of the report, which later writes do not change."""
        return {Partition(*partition): rows for partition, rows in self._rows.items()}
