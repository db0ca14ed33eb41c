"""The checker's twin: judges a whole list of events, and looks at every day and step after each.

It keeps a plain log (for each step what happened to it since it was last cleared) and works out
everything else from that anew, each time. Slow; what it is for is to find what the checker finds, each
property at the same event.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from sim.events import Event, FileArrived, Pressed, RunEnded, RunStarted, TryEnded, TryStarted
from sim.history import History
from sim.job import Action, Job, LoadDate, Partition, Task
from sim.model import RunState, TryOutcome
from sim.presses import Clear, MakeLate, SetLoadDate, SetMaxActiveRuns
from sim.witness.findings import Property
from sim.writes import Insert, ReplacePartition, Write
from tests.proof.swarm import Report

ALWAYS, NEVER = float("-inf"), float("inf")
SUCCESS, FAILED, KILLED = TryOutcome.SUCCESS, TryOutcome.FAILED, TryOutcome.KILLED


@dataclass
class Log:
    """What happened to one step of one day since it was last cleared."""

    task: Task
    moves: list[TryStarted | TryEnded] = field(default_factory=list)
    fails: bool = False  # what chance says of the last try
    load_date: LoadDate = LoadDate.OWN  # how the switch stood when the last try started
    was_cleared: bool = False
    tries_before: int = 0  # it was cleared

    @property
    def last_end(self) -> TryEnded | None:
        return self.moves[-1] if self.moves and isinstance(self.moves[-1], TryEnded) else None

    @property
    def tries(self) -> int:
        return sum(isinstance(move, TryStarted) for move in self.moves)

    @property
    def numbers(self) -> tuple[int, int]:
        """By what the last try must go: its number for ever, and its number since the clear."""
        return (self.tries_before + self.tries, self.tries)

    @property
    def runs(self) -> bool:
        return bool(self.moves) and isinstance(self.moves[-1], TryStarted)

    @property
    def succeeded(self) -> bool:
        return self.last_end is not None and self.last_end.outcome is SUCCESS

    @property
    def retry_at(self) -> int | None:
        return None if self.last_end is None else self.last_end.retry_at_min

    @property
    def failed(self) -> bool:
        return self.last_end is not None and not self.succeeded and self.retry_at is None


class Recheck:
    """Judges one week. ``found`` holds each property that broke, with the first event that broke it."""

    def __init__(self, history: History, job: Job) -> None:
        self.job = job
        self.random = Random(history.seed).random
        self.max_active_runs = history.settings.max_active_runs
        self.load_date = history.settings.load_date
        self.found: dict[Property, int] = {}
        self.event = -1
        self.minute = 0
        self.runs = [RunState.QUEUED for _ in job.days]
        self.steps = [[Log(task) for task in job.tasks] for _ in job.days]
        self.must_end_now: dict[tuple[int, int], tuple[int, int]] = {}  # and by what numbers each goes
        self.let_in = False  # has anything started in this minute?
        self.files: dict[int, int] = {}  # the days whose files are to come, and when
        self.writes: list[Write] = []
        self.ledger: Report = {}  # worked out from all the writes before this event
        self.most_events = 1 + len(job.days) * self.most_in_a_run

    @property
    def most_in_a_run(self) -> int:
        return 2 + sum(2 * (1 + len(task.retry_delays_min)) for task in self.job.tasks)

    def say(self, broken: Property, wrong: bool) -> None:
        """The property is broken after this event, if it is."""
        if wrong and broken not in self.found:
            self.found[broken] = self.event

    def judge(self, events: Sequence[Event], reports: Sequence[Report]) -> dict[Property, int]:
        """Judge a week that has ended: its events, and the report as it stood after each."""
        for event, report in zip(events, reports, strict=True):
            self.see(event, report)
        over = (RunState.SUCCESS, RunState.FAILED)
        self.say(Property.LIVE, any(run not in over for run in self.runs))
        return self.found

    def see(self, event: Event, report: Report) -> None:
        follows = event.event == self.event + 1
        self.event = event.event
        self.say(
            Property.TIME, not follows or not isinstance(event.minute, int) or event.minute < self.minute
        )
        if event.minute != self.minute:
            self.judge_what_was_left_undone(event.minute)
            self.let_in = False
        self.minute = event.minute
        killed = isinstance(event, TryEnded) and event.outcome is KILLED
        self.say(Property.CLEARED, bool(self.must_end_now) and not killed)
        if not killed:
            self.must_end_now = {}
        was_due = isinstance(event, FileArrived | TryEnded) and not killed
        self.say(Property.OLDEST_FIRST, was_due and self.let_in)
        self.let_in = self.let_in or isinstance(event, RunStarted | TryStarted)
        match event:
            case FileArrived(day=day):
                self.say(Property.FILE, self.files.pop(day, None) != event.minute)
            case RunStarted(day=day):
                self.see_run_started(day)
            case RunEnded():
                self.see_run_ended(event)
            case TryStarted():
                self.see_try_started(event)
            case TryEnded():
                self.see_try_ended(event)
            case Pressed():
                self.see_pressed(event)
        self.say(Property.BOUNDED, event.event > self.most_events)
        if isinstance(event, TryStarted | TryEnded):
            self.judge_rows(event, report)
        everywhere = set(report) | set(self.ledger)
        differs = any(report.get(each, 0) != self.ledger.get(each, 0) for each in everywhere)
        self.say(Property.ROWS_ACCOUNTED_FOR, differs)

    # Where things stand, worked out from the logs.

    def needs(self, day: int, task: int) -> list[tuple[int, Log]]:
        names = self.job.tasks[task].needs
        return [(index, log) for index, log in enumerate(self.steps[day]) if log.task.task_id in names]

    def all_needs_succeeded(self, day: int, task: int) -> bool:
        return all(need.succeeded for _, need in self.needs(day, task))

    def is_hopeless(self, day: int, task: int) -> bool:
        """Not begun, and something that it needs has failed for good or is hopeless itself."""
        return not self.steps[day][task].moves and any(
            need.failed or self.is_hopeless(day, index) for index, need in self.needs(day, task)
        )

    def is_done(self, day: int) -> bool:
        """Active, and with nothing left to do."""
        return self.runs[day] is RunState.RUNNING and all(
            log.succeeded or log.failed or self.is_hopeless(day, task)
            for task, log in enumerate(self.steps[day])
        )

    def due_at(self, day: int, task: int) -> float:
        """From which minute this step could start, but for a slot: always, if it waits for nothing else."""
        log = self.steps[day][task]
        if self.runs[day] is not RunState.RUNNING:
            return NEVER
        if log.retry_at is not None:
            return log.retry_at
        return ALWAYS if not log.moves and self.all_needs_succeeded(day, task) else NEVER

    def held(self, pool_id: str) -> int:
        return sum(log.runs and log.task.pool == pool_id for logs in self.steps for log in logs)

    def slots(self, pool_id: str) -> int:
        return next(pool.slots for pool in self.job.pools if pool.pool_id == pool_id)

    # Time.

    def judge_what_was_left_undone(self, minute: int) -> None:
        """Before the clock moved on, all that could happen should have happened."""
        active = self.runs.count(RunState.RUNNING)
        self.say(Property.NO_IDLING, RunState.QUEUED in self.runs and active < self.max_active_runs)
        self.say(Property.NO_IDLING, any(self.is_done(day) for day in range(len(self.runs))))
        for day, logs in enumerate(self.steps):
            for task, log in enumerate(logs):
                pool = log.task.pool
                has_room = pool is None or self.held(pool) < self.slots(pool)
                self.say(Property.NO_IDLING, has_room and self.due_at(day, task) < minute)
        self.say(Property.FILE, any(due < minute for due in self.files.values()))

    # Runs.

    def see_run_started(self, day: int) -> None:
        if self.runs[day] is not RunState.QUEUED:
            self.say(Property.ONCE, True)
            return
        self.say(Property.PLACES, self.runs.count(RunState.RUNNING) >= self.max_active_runs)
        self.say(Property.OLDEST_FIRST, RunState.QUEUED in self.runs[:day])
        self.runs[day] = RunState.RUNNING

    def see_run_ended(self, event: RunEnded) -> None:
        day = event.day
        if self.runs[day] is not RunState.RUNNING:
            self.say(Property.CLEARED if self.steps[day][0].was_cleared else Property.ONCE, True)
            return
        self.say(Property.ONCE, not self.is_done(day))
        all_succeeded = all(log.succeeded for log in self.steps[day])
        self.say(Property.VERDICT, (event.outcome is RunState.SUCCESS) != all_succeeded)
        self.runs[day] = event.outcome

    # Tries.

    def see_try_started(self, event: TryStarted) -> None:
        day, task = event.day, event.task
        log = self.steps[day][task]
        pool, retry_at = log.task.pool, log.retry_at
        self.say(Property.STEPS_IN_ORDER, not self.all_needs_succeeded(day, task))
        self.say(Property.DELAYS, retry_at is not None and event.minute < retry_at)
        waits = retry_at is not None or self.is_hopeless(day, task)
        not_due = bool(log.moves) or self.runs[day] is not RunState.RUNNING
        if not waits and not_due:
            self.say(Property.CLEARED if log.was_cleared else Property.ONCE, True)
        if pool is not None:
            older = [
                (other_day, index)
                for other_day, logs in enumerate(self.steps)
                for index, other in enumerate(logs)
                if other.task.pool == pool and self.due_at(other_day, index) <= event.minute
            ]
            self.say(Property.OLDEST_FIRST, any(each < (day, task) for each in older))
        log.moves.append(event)
        most = 1 + len(log.task.retry_delays_min)
        self.say(Property.TRIES, self.misnumbered(event, log.numbers) or log.tries > most)
        log.load_date = self.load_date
        self.random()
        log.fails = self.random() < log.task.failure_rate
        self.random()
        self.say(Property.TWO_LOADS_AT_MOST, pool is not None and self.held(pool) > self.slots(pool))

    def see_try_ended(self, event: TryEnded) -> None:
        day, task = event.day, event.task
        log = self.steps[day][task]
        if event.outcome is KILLED:
            self.say(Property.CLEARED, (day, task) not in self.must_end_now)
            numbers = self.must_end_now.pop((day, task), None)
            self.say(Property.TRIES, numbers is not None and self.misnumbered(event, numbers))
            return
        if not log.runs:
            self.say(Property.CLEARED if log.was_cleared else Property.ONCE, True)
            return
        self.say(Property.TRIES, self.misnumbered(event, log.numbers))
        log.moves.append(event)
        should_fail = log.fails
        if log.task.action is Action.COMPARE_COUNTS:
            own = self.own_partition(day, task)
            should_fail = should_fail or self.ledger.get(own, 0) != self.source(own)
        self.say(Property.VERDICT, (event.outcome is SUCCESS) == should_fail)
        if event.outcome is SUCCESS:
            self.say(Property.FILE, log.task.action is Action.WAIT_FOR_FILE and day in self.files)
            return
        delays = log.task.retry_delays_min
        self.say(Property.TRIES, (event.retry_at_min is None) != (log.tries > len(delays)))
        if event.retry_at_min is not None and log.tries <= len(delays):
            self.say(Property.DELAYS, event.retry_at_min != event.minute + delays[log.tries - 1])

    @staticmethod
    def misnumbered(event: TryStarted | TryEnded, numbers: tuple[int, int]) -> bool:
        return (event.try_number, event.try_since_clear) != numbers

    # Presses.

    def see_pressed(self, event: Pressed) -> None:
        self.most_events += 2 + self.most_in_a_run
        match event.press:
            case Clear(day, task):
                self.see_clear(day, task)
            case MakeLate(day, minutes):
                waits = [log for log in self.steps[day] if log.task.action is Action.WAIT_FOR_FILE]
                was_read = any(log.succeeded for log in waits)
                self.say(Property.FILE, was_read != (event.refused is not None))
                if event.refused is None:
                    self.files[day] = event.minute + minutes
            case SetMaxActiveRuns(runs):
                self.max_active_runs = runs
            case SetLoadDate(load_date):
                self.load_date = load_date

    def see_clear(self, day: int, task: int | None) -> None:
        cleared = set(range(len(self.job.tasks))) if task is None else {task}
        for _ in self.job.tasks:
            cleared |= {
                later
                for later in range(len(self.job.tasks))
                if any(index in cleared for index, _ in self.needs(day, later))
            }
        for index in sorted(cleared):
            log = self.steps[day][index]
            if log.runs:
                self.must_end_now[day, index] = log.numbers
            self.steps[day][index] = Log(
                log.task, load_date=log.load_date, was_cleared=True, tries_before=log.tries_before + log.tries
            )
        if task is None or self.runs[day] is not RunState.RUNNING:
            self.runs[day] = RunState.QUEUED

    # Rows.

    def own_partition(self, day: int, task: int) -> Partition:
        return Partition(self.job.tasks[task].table or "", self.job.days[day].logical_date)

    def source(self, partition: Partition) -> int | None:
        """The source's rows for a partition; None where it is no day or no table of the job."""
        for day in self.job.days:
            if day.logical_date == partition.date and partition.table in self.job.tables:
                return day.source_rows[self.job.tables.index(partition.table)]
        return None

    def add_up(self) -> Report:
        """The ledger, from the first write to the last."""
        rows: Report = {}
        for write in self.writes:
            partition = Partition(write.table, write.date)
            match write:
                case Insert():
                    rows[partition] = rows.get(partition, 0) + write.rows
                case ReplacePartition():
                    rows[partition] = write.rows
                case _:
                    rows[partition] = 0
        return rows

    def judge_rows(self, event: TryStarted | TryEnded, report: Report) -> None:
        before = self.ledger
        log = self.steps[event.day][event.task]
        if not log.moves and isinstance(event, TryEnded) and event.outcome is not KILLED:
            return  # it should not have happened, and was said so
        for write in event.writes:
            own_day = log.load_date is LoadDate.OWN
            days_date = self.job.days[event.day].logical_date
            date = days_date if own_day else self.job.moment(event.minute).date()
            right = log.task.action is Action.LOAD and (write.table, write.date) == (log.task.table, date)
            self.say(Property.ROWS_ACCOUNTED_FOR, not right)
        self.writes += event.writes
        self.ledger = self.add_up()
        for partition in {*before, *self.ledger, *(Partition(w.table, w.date) for w in event.writes)}:
            self.judge_count(partition, before.get(partition, 0), report.get(partition, 0), event)
        if log.task.action is Action.LOAD and log.last_end is event and log.succeeded:
            own = self.own_partition(event.day, event.task)
            self.judge_count(own, before.get(own, 0), report.get(own, 0), event)

    def judge_count(
        self, partition: Partition, held_before: int, rows: int, event: TryStarted | TryEnded
    ) -> None:
        """A day that was whole, or is loaded, holds exactly its rows; other days hold none."""
        days = [day.logical_date for day in self.job.days]
        if partition.date not in days:
            self.say(Property.EACH_DAY_ONCE, rows > 0)
            return
        loaded = any(
            log.task.action is Action.LOAD and log.task.table == partition.table and log.succeeded
            for log in self.steps[days.index(partition.date)]
        )
        source = self.source(partition)
        if source is not None and (loaded or held_before == source):
            self.say(Property.EACH_DAY_ONCE, rows != source)
