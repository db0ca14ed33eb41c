"""A job as data: its steps, pools, tables and days, and what of it the reader can switch."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple


class WriteMode(StrEnum):
    """How a load writes."""

    APPEND = "append"
    OVERWRITE = "overwrite"


class LoadDate(StrEnum):
    """Which day a load writes to: its run's own day, or the day the clock shows."""

    OWN = "own"
    CLOCK = "clock"


class Action(StrEnum):
    """What a task does when it runs."""

    WAIT_FOR_FILE = "wait_for_file"
    WORK = "work"
    LOAD = "load"
    COMPARE_COUNTS = "compare_counts"


@dataclass(frozen=True, slots=True)
class Task:
    """One step of a job, as data.

    ``needs`` names the steps that must have succeeded first. ``retry_delays_min`` holds one delay
    for each try after the first. ``duration_min`` is the shortest and the longest a try can take.
    ``table`` is the table that a load writes, or whose count a comparison reads.
    """

    task_id: str
    action: Action
    needs: tuple[str, ...] = ()
    table: str | None = None
    pool: str | None = None
    retry_delays_min: tuple[int, ...] = ()
    failure_rate: float = 0.0
    duration_min: tuple[int, int] = (1, 1)

    @property
    def max_tries(self) -> int:
        return 1 + len(self.retry_delays_min)


@dataclass(frozen=True, slots=True)
class Pool:
    """Slots that tries share: a try that names the pool holds one of its slots while it runs."""

    pool_id: str
    slots: int


@dataclass(frozen=True, slots=True)
class Day:
    """One day of data: its short name, its logical date, and the source's rows for each table of the job."""

    day_id: str
    logical_date: date
    source_rows: tuple[int, ...]


class Partition(NamedTuple):
    """Where in the report one date's rows of one table lie."""

    table: str
    date: date


@dataclass(frozen=True, slots=True)
class Settings:
    """What the reader can switch: how a load writes, which day it writes to, how many runs at a time."""

    write_mode: WriteMode = WriteMode.APPEND
    load_date: LoadDate = LoadDate.OWN
    max_active_runs: int = 3


@dataclass(
    frozen=True, eq=False, repr=False
)  # a job is itself: comparing and hashing all it holds would cost too much
class Job:
    """A daily job: steps that form a directed acyclic graph, and the days it runs for.

    Every step needs only steps listed before it, which rules out cycles. Days are listed oldest
    first. ``settings`` are those it has until somebody switches them. Raises ValueError, in one sentence,
    for a job that breaks a rule.
    """

    job_id: str
    tasks: tuple[Task, ...]
    pools: tuple[Pool, ...]
    tables: tuple[str, ...]
    days: tuple[Day, ...]
    switched_on: datetime
    settings: Settings = Settings()

    def __post_init__(self) -> None:
        seen: set[str] = set()
        pool_ids = {pool.pool_id for pool in self.pools}
        for task in self.tasks:
            if task.task_id in seen:
                raise ValueError(f"two steps are called {task.task_id!r}")
            if unknown := [need for need in task.needs if need not in seen]:
                raise ValueError(f"step {task.task_id!r} needs {unknown[0]!r}, which is not listed before it")
            if task.pool is not None and task.pool not in pool_ids:
                raise ValueError(f"step {task.task_id!r} names the unknown pool {task.pool!r}")
            touches_a_table = task.action in (Action.LOAD, Action.COMPARE_COUNTS)
            known = task.table in self.tables
            if touches_a_table != known or (not known and task.table is not None):
                raise ValueError(
                    f"step {task.task_id!r} must name a table of the job exactly if it loads or compares"
                )
            if not 1 <= task.duration_min[0] <= task.duration_min[1]:
                raise ValueError(f"step {task.task_id!r} must take at least one minute")
            seen.add(task.task_id)
        dates = [day.logical_date for day in self.days]
        if dates != sorted(set(dates)) or len({day.day_id for day in self.days}) != len(dates):
            raise ValueError("days must be listed oldest first, each once")
        if any(len(day.source_rows) != len(self.tables) for day in self.days):
            raise ValueError("every day must give the source's rows for every table")

    def __repr__(self) -> str:
        return f"Job({self.job_id!r})"

    @cached_property
    def task_index(self) -> dict[str, int]:
        """Each step's index in ``tasks``."""
        return {task.task_id: index for index, task in enumerate(self.tasks)}

    @cached_property
    def day_index(self) -> dict[str, int]:
        """Each day's index in ``days``."""
        return {day.day_id: index for index, day in enumerate(self.days)}

    @cached_property
    def day_of_date(self) -> dict[date, int]:
        """Each day's index in ``days``, by its logical date."""
        return {day.logical_date: index for index, day in enumerate(self.days)}

    @cached_property
    def upstream(self) -> tuple[tuple[int, ...], ...]:
        """For each step, the indexes of the steps it needs directly."""
        return tuple(tuple(self.task_index[need] for need in task.needs) for task in self.tasks)

    @cached_property
    def downstream(self) -> tuple[tuple[int, ...], ...]:
        """For each step, the indexes of the steps that need it directly."""
        return tuple(
            tuple(later for later, needs in enumerate(self.upstream) if index in needs)
            for index in range(len(self.tasks))
        )

    @cached_property
    def needed_by(self) -> tuple[tuple[int, ...], ...]:
        """For each task instance, the instances of its day that need it directly."""
        return tuple(
            tuple(instance - task + later for later in self.downstream[task])
            for instance, (_, task, _) in enumerate(self.instances)
        )

    @cached_property
    def and_downstream(self) -> tuple[tuple[int, ...], ...]:
        """For each step, its own index and those of all steps that need it, directly or not, in order."""
        found: list[tuple[int, ...]] = []
        for index in range(len(self.tasks)):
            reached = {index}
            for later, needs in enumerate(self.upstream):
                if reached.intersection(needs):
                    reached.add(later)
            found.append(tuple(sorted(reached)))
        return tuple(found)

    @cached_property
    def instances(self) -> tuple[tuple[int, int, Task], ...]:
        """For each task instance its day's index, its step's index and its step.

        A task instance is one step of one day. It goes by one number, ``day * len(tasks) + task``, so
        that a smaller number is an older day, then an earlier step.
        """
        return tuple(
            (day, index, task) for day in range(len(self.days)) for index, task in enumerate(self.tasks)
        )

    @cached_property
    def own_partition(self) -> dict[int, Partition]:
        """For each task instance whose step names a table, the partition of its own day."""
        return {
            instance: Partition(task.table, self.days[day].logical_date)
            for instance, (day, _, task) in enumerate(self.instances)
            if task.table is not None
        }

    @cached_property
    def partitions(self) -> tuple[tuple[Partition, ...], ...]:
        """For each day its partitions, one for each table."""
        return tuple(tuple(Partition(table, day.logical_date) for table in self.tables) for day in self.days)

    @cached_property
    def source(self) -> dict[tuple[str, date], int]:
        """The source's rows for each partition that the report should have."""
        return {
            partition: rows
            for day, partitions in zip(self.days, self.partitions, strict=True)
            for partition, rows in zip(partitions, day.source_rows, strict=True)
        }

    def with_failures(self, percent: int) -> "Job":
        """The same job with another failure rate for every step that can fail on its own.

        Asked for again, it is the same object, so that what is found once about a job is found once.
        """
        if percent not in self._other_rates:
            self._other_rates[percent] = replace(
                self,
                tasks=tuple(
                    replace(task, failure_rate=percent / 100) if task.failure_rate else task
                    for task in self.tasks
                ),
            )
        return self._other_rates[percent]

    @cached_property
    def _other_rates(self) -> "dict[int, Job]":
        return {}

    def moment(self, minute: int) -> datetime:
        """What the virtual clock shows ``minute`` minutes after the job was switched on."""
        return self.switched_on + timedelta(minutes=minute)

    def clock_date(self, minute: int) -> date:
        """The date the virtual clock shows at ``minute``."""
        return self.moment(minute).date()
