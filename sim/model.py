"""The states of runs and tries, and the frozen picture of a week."""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from sim.job import Job, Partition, Settings


class TaskState(StrEnum):
    """Where one step of one day stands."""

    NONE = "none"
    RUNNING = "running"
    UP_FOR_RETRY = "up_for_retry"
    SUCCESS = "success"
    FAILED = "failed"
    UPSTREAM_FAILED = "upstream_failed"


class RunState(StrEnum):
    """Where one day's run stands."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCESS = "success"
    FAILED = "failed"


class TryOutcome(StrEnum):
    """How one try of a step ended."""

    SUCCESS = "success"
    FAILED = "failed"
    KILLED = "killed"


class SchedulerName(StrEnum):
    """Who runs a week: the right scheduler, or one that is broken on purpose."""

    RIGHT = "right"
    IGNORES_UPSTREAM = "ignores-upstream"
    OVERFILLS_WAREHOUSE = "overfills-warehouse"
    SPLITS_OVERWRITE = "splits-overwrite"


class Refusal(StrEnum):
    """Why nothing comes of a press."""

    FILE_WAS_READ = "file_was_read"
    NOTHING_STARTED = "nothing_started"
    AS_IT_IS = "as_it_is"


# The states in which a task will not move again until it is cleared.
FINAL_STATES = frozenset({TaskState.SUCCESS, TaskState.FAILED, TaskState.UPSTREAM_FAILED})


# The same for a run.
FINAL_RUN_STATES = (RunState.SUCCESS, RunState.FAILED)


class TaskInstance(NamedTuple):
    """One step of one day at one moment. ``retry_at_min`` is set only while it waits to retry.

    ``try_number`` is the number of its last try, ``try_since_clear`` which one that is since it was last
    cleared; 0 where there is none.
    """

    task_id: str
    state: TaskState
    try_number: int
    try_since_clear: int
    retry_at_min: int | None


class Run(NamedTuple):
    """One day's run at one moment."""

    day_id: str
    logical_date: date
    state: RunState
    tasks: tuple[TaskInstance, ...]
    file_due_min: int | None
    """The minute for which the day's late file is announced; None where the file is there."""


class NotWhole(NamedTuple):
    """A day whose run has ended, by its index in the job, and rows of a table that are not the source's."""

    day: int
    table: str
    rows: int
    source: int


class Week(NamedTuple):
    """A frozen picture of everything a reader can know after one event."""

    job: Job
    event: int
    minute: int
    settings: Settings
    runs: tuple[Run, ...]
    report: Mapping[Partition, int]

    def rows(self, day: int) -> int:
        """All rows that the report holds for a day of the job, over all tables."""
        return sum([self.report.get(partition, 0) for partition in self.job.partitions[day]])

    def not_whole(self) -> tuple[NotWhole, ...]:
        """The days whose runs have ended while the report does not hold what their source does.

        A load that fails for good leaves such a day, and so does one that counts it twice. It says that
        the report is wrong, and not that a scheduler is.
        """
        return tuple(
            NotWhole(day, partition.table, rows, source)
            for day, run in enumerate(self.runs)
            if run.state in FINAL_RUN_STATES
            for partition, source in zip(
                self.job.partitions[day], self.job.days[day].source_rows, strict=True
            )
            if (rows := self.report.get(partition, 0)) != source
        )

    def rows_by_other_date(self) -> dict[date, int]:
        """Rows on dates that are no day of the job, oldest date first."""
        days = self.job.day_of_date
        found: dict[date, int] = {}
        for partition, rows in self.report.items():
            if partition.date not in days and rows:
                found[partition.date] = found.get(partition.date, 0) + rows
        return dict(sorted(found.items()))

    def total_rows(self) -> int:
        """All rows that the report holds, on whatever date."""
        return sum(self.report.values())
