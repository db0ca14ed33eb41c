"""The properties, judged from outside.

The checker is a witness. It is told every event and may look at the report; it keeps its own account
of the week and imports nothing of what it judges. It never raises: what it finds, it says as violations.
It looks only at what the event touched, so an event costs the same in a week and in twenty years.
"""

from collections.abc import Callable
from typing import Any, Protocol

from sim.events import (
    Clear,
    Event,
    Pressed,
    SetLoadDate,
    TryEnded,
    TryStarted,
)
from sim.model import (
    Action,
    DeletePartition,
    Insert,
    Job,
    LoadDate,
    Partition,
    Property,
    ReplacePartition,
    Settings,
    TryOutcome,
    Violation,
    Write,
)


class Report(Protocol):
    """What the checker may look at: how many rows lie where in the report."""

    total: int

    def rows(self, partition: Partition) -> int: ...


class Checker:
    """Watches one week. ``violations`` holds all it found, ``broken`` the first of each property."""

    def __init__(self, job: Job, settings: Settings) -> None:
        self.violations: list[Violation] = []
        self.broken: dict[Property, Violation] = {}
        self._job = job
        self._tasks = len(job.tasks)
        # Which step of which day has succeeded since it was last cleared.
        self._succeeded = [False] * (self._tasks * len(job.days))
        self._slots = {pool.pool_id: pool.slots for pool in job.pools}
        self._slots_held = dict.fromkeys(self._slots, 0)
        self._loads_of = {
            table: [
                index
                for index, task in enumerate(job.tasks)
                if task.action is Action.LOAD and task.table == table
            ]
            for table in job.tables
        }
        self._day_of_date = {day.logical_date: index for index, day in enumerate(job.days)}
        self._load_date = settings.load_date
        self._load_date_of_try: dict[tuple[int, int], LoadDate] = {}
        self._ledger: dict[Partition, int] = {}
        self._ledger_total = 0
        self._see: dict[type, Callable[[Any, Report], None]] = {
            TryStarted: self._see_try_started,
            TryEnded: self._see_try_ended,
            Pressed: self._see_pressed,
        }

    def see(self, event: Event, report: Report) -> None:
        """Judge the week after ``event``. ``report`` is the report as it stands now."""
        if see := self._see.get(type(event)):
            see(event, report)
        if report.total != self._ledger_total:
            self._find(
                Property.ROWS_ACCOUNTED_FOR,
                event.event,
                None,
                f"the report holds {report.total} rows, the writes add up to {self._ledger_total}",
            )

    def _find(self, broken: Property, event: int, day: int | None, figures: str) -> None:
        date = None if day is None else self._job.days[day].logical_date
        violation = Violation(broken, event, date, figures)
        self.violations.append(violation)
        self.broken.setdefault(broken, violation)

    # One method for each kind of event that can break something.

    def _see_try_started(self, event: TryStarted, report: Report) -> None:
        _, _, day, task, _, writes = event
        definition = self._job.tasks[task]
        first = day * self._tasks
        for need in self._job.upstream[task]:
            if not self._succeeded[first + need]:
                needed = self._job.tasks[need].task_id
                self._find(
                    Property.STEPS_IN_ORDER,
                    event.event,
                    day,
                    f"{definition.task_id} started before {needed} had succeeded",
                )
        if definition.pool is not None:
            self._slots_held[definition.pool] += 1
            held, slots = self._slots_held[definition.pool], self._slots[definition.pool]
            if held > slots:
                self._find(
                    Property.TWO_LOADS_AT_MOST,
                    event.event,
                    day,
                    f"{held} loads run beside each other, the {definition.pool} has {slots} slots",
                )
        if definition.action is Action.LOAD:
            self._load_date_of_try[day, task] = self._load_date
        if writes:
            self._see_writes(event, writes, report)

    def _see_try_ended(self, event: TryEnded, report: Report) -> None:
        _, _, day, task, _, outcome, writes, _ = event
        definition = self._job.tasks[task]
        if definition.pool is not None:
            self._slots_held[definition.pool] -= 1
        if outcome is TryOutcome.SUCCESS:
            self._succeeded[day * self._tasks + task] = True
        if writes:
            self._see_writes(event, writes, report)
        if definition.action is Action.LOAD and outcome is TryOutcome.SUCCESS:
            own = Partition(definition.table or "", self._job.days[day].logical_date)
            if not any(own == write[:2] for write in writes):
                self._judge_count(event.event, own, self._ledger.get(own, 0), report)

    def _see_pressed(self, event: Pressed, report: Report) -> None:
        match event.press:
            case Clear(day, task) if not event.refused:
                first = day * self._tasks
                cleared = range(self._tasks) if task is None else self._job.and_downstream[task]
                for index in cleared:
                    self._succeeded[first + index] = False
            case SetLoadDate(load_date):
                self._load_date = load_date

    # Rows.

    def _see_writes(self, event: TryStarted | TryEnded, writes: tuple[Write, ...], report: Report) -> None:
        """Carry the writes into the ledger, then judge every partition they touched."""
        before: dict[Partition, int] = {}
        for write in writes:
            partition = Partition(write.table, write.date)
            held = self._ledger.get(partition, 0)
            before.setdefault(partition, held)
            match write:
                case Insert():
                    holds = held + write.rows
                case ReplacePartition():
                    holds = write.rows
                case DeletePartition():
                    holds = 0
            self._ledger[partition] = holds
            self._ledger_total += holds - held
            self._judge_write(event, write)
        for partition, held in before.items():
            if (rows := report.rows(partition)) != self._ledger[partition]:
                self._find(
                    Property.ROWS_ACCOUNTED_FOR,
                    event.event,
                    self._day_of_date.get(partition.date),
                    f"{partition.date} holds {rows} rows, its writes add up to {self._ledger[partition]}",
                )
            self._judge_count(event.event, partition, held, report)

    def _judge_write(self, event: TryStarted | TryEnded, write: Write) -> None:
        """Only a load writes, to its own table, on the day that its settings say."""
        task = self._job.tasks[event.task]
        load_date = self._load_date_of_try.get((event.day, event.task), LoadDate.OWN)
        if load_date is LoadDate.OWN:
            date = self._job.days[event.day].logical_date
        else:
            date = self._job.clock_date(event.minute)
        if task.action is not Action.LOAD or write.table != task.table or write.date != date:
            self._find(
                Property.ROWS_ACCOUNTED_FOR,
                event.event,
                event.day,
                f"{task.task_id} wrote {write.rows} rows to {write.table} on {write.date}",
            )

    def _judge_count(self, event: int, partition: Partition, held_before: int, report: Report) -> None:
        """A day that was whole, or whose load has succeeded, holds exactly the source's rows."""
        rows = report.rows(partition)
        day = self._day_of_date.get(partition.date)
        if day is None:
            if rows:
                figures = f"{rows} rows lie on {partition.date}, which is no day of the job"
                self._find(Property.EACH_DAY_ONCE, event, None, figures)
            return
        source = self._job.source[partition]
        loaded = any(self._succeeded[day * self._tasks + task] for task in self._loads_of[partition.table])
        if rows != source and (loaded or held_before == source):
            self._find(
                Property.EACH_DAY_ONCE, event, day, f"the report holds {rows} rows, the source {source}"
            )
