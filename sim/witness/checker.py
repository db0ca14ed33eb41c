"""The properties, judged from outside.

The checker is a witness. It is told every event and may look at the report. It keeps books of its own,
reads a random stream of its own, and imports nothing of what it judges. It never raises: what it finds
it says as violations. It looks only at what an event touched and at what is active, so an event costs
the same in a week and in twenty years.
"""

from bisect import insort
from collections import deque
from collections.abc import Callable
from datetime import date
from random import Random
from typing import Any, Protocol, assert_never

from sim.events import Event, FileArrived, Pressed, RunEnded, RunStarted, TryEnded, TryStarted
from sim.fast import (
    ACTIVE,
    CLOCK_DAY,
    COMPARE_COUNTS,
    FAILED,
    LOAD,
    NONE,
    QUEUED,
    RUN_SUCCEEDED,
    RUNNING,
    SUCCESS,
    TRY_KILLED,
    TRY_SUCCEEDED,
    UP_FOR_RETRY,
    UPSTREAM_FAILED,
    WAIT_FOR_FILE,
)
from sim.job import Job, LoadDate, Settings
from sim.model import TaskState
from sim.presses import Clear, MakeLate, SetLoadDate, SetMaxActiveRuns, SetWriteMode
from sim.witness.findings import (
    CountsDiffer,
    DateAddsUp,
    DayQueues,
    EventOutOfOrder,
    FileCame,
    FileStaysAway,
    Finding,
    KilledByNone,
    KilledGoesOn,
    LateFileMisjudged,
    LetInTooEarly,
    MinuteOutOfOrder,
    OlderDayQueued,
    OlderDayWaited,
    Property,
    ReportAddsUp,
    RetryMiscounted,
    RetryMistimed,
    RetryTooEarly,
    RowsOnNoDay,
    RunBeyondPlaces,
    RunEndedEarly,
    RunEndedInactive,
    RunGoesOn,
    RunMiscalled,
    RunNeverEnded,
    RunStartedUnqueued,
    StepIdles,
    StepOutOfOrder,
    StrayEnd,
    StrayStart,
    StrayWrite,
    TooManyEvents,
    TryBeyondSlots,
    TryBeyondTries,
    TryMiscounted,
    TryMisjudged,
    Violation,
    WaitEnded,
)
from sim.writes import Insert, ReplacePartition, Write


class Report(Protocol):
    """What the checker may look at: how many rows lie where in the report."""

    total: int

    def rows(self, partition: tuple[str, date]) -> int: ...


class Checker:
    """Watches one week. ``violations`` holds all it found, ``broken`` the first of each property.

    It knows the job, the seed and the starting settings, as any reader of the history does, and learns
    everything else from the events.
    """

    def __init__(self, job: Job, seed: int, settings: Settings) -> None:
        self.violations: list[Violation] = []
        self.broken: dict[Property, Violation] = {}
        days, tasks = len(job.days), len(job.tasks)
        self._job = job
        self._instances, self._source = job.instances, job.source
        self._upstream, self._needed_by = job.upstream, job.needed_by
        self._own_partition = job.own_partition
        self._tasks = tasks
        self._max_tries = tuple(task.max_tries for task in job.tasks)
        self._event = -1
        self._minute = 0
        # Has a run or a try started in this minute? All that comes due in it must have been in before, so
        # that the oldest day wins.
        self._let_in = False
        self._random = Random(seed).random
        # Any, because each takes events of its own kind alone, and no type says so of a dict.
        self._see_by_kind: dict[type, Callable[[Any, Report], None]] = {
            FileArrived: self._see_file_arrived,
            RunStarted: self._see_run_started,
            TryStarted: self._see_try_started,
            TryEnded: self._see_try_ended,
            RunEnded: self._see_run_ended,
            Pressed: self._see_pressed,
        }
        # Runs: who queues, who is active, who must end now.
        self._max_active_runs = settings.max_active_runs
        self._run_state = [QUEUED] * days
        self._queued = deque(range(days))
        self._active = 0
        self._unfinished = [tasks] * days
        self._done: list[int] = []
        # Task instances: where each stands, how often it was tried since it was last cleared and before
        # that, what it still needs.
        self._state = [NONE] * (days * tasks)
        self._tries = [0] * (days * tasks)
        self._tries_before = [0] * (days * tasks)
        self._fails: dict[int, bool] = {}  # what the stream says of the last try
        self._missing = [len(needs) for needs in job.upstream] * days
        self._hopeless = [0] * (days * tasks)  # how many of the steps it needs can never succeed
        self._ready: list[int] = []
        self._retry_at: dict[int, int] = {}
        self._to_be_killed: dict[int, int] = {}  # which try since the step was cleared each of them is
        self._was_cleared: set[int] = set()
        self._slots = {pool.pool_id: pool.slots for pool in job.pools}
        self._held = dict.fromkeys(self._slots, 0)
        # Files that are not there, and the minute each was last announced for.
        self._files_due: dict[int, int] = {}
        # Rows: the ledger, and where each running load should write.
        self._ledger: dict[tuple[str, date], int] = {}
        self._ledger_total = 0
        self._load_date = settings.load_date
        self._load_date_of_try: dict[int, LoadDate] = {}
        self._day_of_date = job.day_of_date
        # The most events there can be: for each time a day runs, its start and end and all tries of
        # all its steps; and for each press itself and the arrival of a file.
        self._most_in_a_run = 2 + 2 * sum(self._max_tries)
        self._most_events = 1 + days * self._most_in_a_run

    def see(self, event: Event, report: Report) -> None:
        """Judge the week after ``event``. ``report`` is the report as it stands now."""
        number, minute = event[0], event[1]
        if number != self._event + 1:
            self._find(Property.TIME, number, None, EventOutOfOrder(number, self._event))
        self._event = number
        if minute != self._minute:
            self._see_time_pass(number, minute)
        if self._to_be_killed and not (isinstance(event, TryEnded) and event.outcome is TRY_KILLED):
            self._find(Property.CLEARED, number, None, KilledGoesOn())
            self._to_be_killed.clear()
        if see := self._see_by_kind.get(type(event)):
            see(event, report)
        if number > self._most_events:
            self._find(Property.BOUNDED, number, None, TooManyEvents(self._most_events))
        if report.total != self._ledger_total:
            finding = ReportAddsUp(report.total, self._ledger_total)
            self._find(Property.ROWS_ACCOUNTED_FOR, number, None, finding)

    def see_the_end(self, report: Report) -> None:
        """Judge a week in which nothing is left to happen: the whole of it, not only what was touched."""
        for partition in {**self._source, **self._ledger}:
            rows, written = report.rows(partition), self._ledger.get(partition, 0)
            if rows != written:
                finding = DateAddsUp(rows, written)
                self._find(Property.ROWS_ACCOUNTED_FOR, self._event, partition[1], finding)
        for day, state in enumerate(self._run_state):
            if state in (QUEUED, ACTIVE):
                self._find(Property.LIVE, self._event, day, RunNeverEnded())

    def _find(self, broken: Property, event: int, where: int | date | None, finding: Finding) -> None:
        """Say what was found, about a day of the job, about another date, or about the whole week."""
        on = self._job.days[where].logical_date if isinstance(where, int) else where
        violation = Violation(broken, event, on, finding)
        self.violations.append(violation)
        self.broken.setdefault(broken, violation)

    # Time.

    def _see_time_pass(self, number: int, minute: int) -> None:
        """When the clock moves on, nothing that could have happened before may have been left."""
        if not isinstance(minute, int) or minute < self._minute:
            self._find(Property.TIME, number, None, MinuteOutOfOrder(minute, self._minute))
        if self._done:
            self._find(Property.NO_IDLING, number, self._done[0], RunGoesOn())
        if self._queued and self._active < self._max_active_runs:
            self._find(Property.NO_IDLING, number, self._queued[0], DayQueues())
        for instance in self._ready:
            self._judge_idle(number, instance)
        for instance, due_min in self._retry_at.items():
            if due_min < minute:
                self._judge_idle(number, instance)
        for day, due_min in self._files_due.items():
            if due_min < minute:
                self._find(Property.FILE, number, day, FileStaysAway(due_min))
        self._minute = minute
        self._let_in = False

    def _judge_idle(self, number: int, instance: int) -> None:
        day, _, task = self._instances[instance]
        if task.pool is None or self._held[task.pool] < self._slots[task.pool]:
            self._find(Property.NO_IDLING, number, day, StepIdles(task.task_id))

    def _see_file_arrived(self, event: FileArrived, report: Report) -> None:
        number, minute, day = event
        if self._let_in:
            self._find(Property.OLDEST_FIRST, number, day, LetInTooEarly())
        due_min = self._files_due.pop(day, None)
        if due_min != minute:
            self._find(Property.FILE, number, day, FileCame(due_min, minute))

    # Runs.

    def _see_run_started(self, event: RunStarted, report: Report) -> None:
        number, _, day = event
        self._let_in = True
        if self._run_state[day] is not QUEUED:
            self._find(Property.ONCE, number, day, RunStartedUnqueued(self._run_state[day]))
            return
        if self._active >= self._max_active_runs:
            self._find(Property.PLACES, number, day, RunBeyondPlaces(self._active, self._max_active_runs))
        if self._queued[0] != day:
            oldest = self._job.days[self._queued[0]].logical_date
            self._find(Property.OLDEST_FIRST, number, day, OlderDayQueued(oldest))
        self._queued.remove(day)
        self._active += 1
        self._run_state[day] = ACTIVE
        self._look_over_run(day)

    def _look_over_run(self, day: int) -> None:
        """Find which steps of an active run can start, and which never can."""
        states, first = self._state, day * self._tasks
        for instance in range(first, first + self._tasks):
            if states[instance] is NONE:
                if self._hopeless[instance]:
                    self._give_up(instance, UPSTREAM_FAILED)
                elif not self._missing[instance] and instance not in self._ready:
                    insort(self._ready, instance)

    def _give_up(self, instance: int, state: TaskState) -> None:
        """Bring a step to a failed state, and with it the steps that need it."""
        day, _, _ = self._instances[instance]
        self._state[instance] = state
        self._unfinished[day] -= 1
        for later in self._needed_by[instance]:
            self._hopeless[later] += 1
            if self._state[later] is NONE:
                if later in self._ready:
                    self._ready.remove(later)
                self._give_up(later, UPSTREAM_FAILED)
        self._note_if_done(day)

    def _note_if_done(self, day: int) -> None:
        if not self._unfinished[day] and day not in self._done:
            self._done.append(day)

    def _see_run_ended(self, event: RunEnded, report: Report) -> None:
        number, _, day, outcome = event
        if self._run_state[day] is not ACTIVE:
            kind = Property.CLEARED if day * self._tasks in self._was_cleared else Property.ONCE
            self._find(kind, number, day, RunEndedInactive(self._run_state[day]))
            return
        if day not in self._done:
            self._find(Property.ONCE, number, day, RunEndedEarly(self._unfinished[day]))
        else:
            self._done.remove(day)
        first = day * self._tasks
        succeeded = self._state[first : first + self._tasks].count(SUCCESS)
        if (outcome is RUN_SUCCEEDED) != (succeeded == self._tasks):
            self._find(Property.VERDICT, number, day, RunMiscalled(outcome, succeeded, self._tasks))
        self._run_state[day] = outcome
        self._active -= 1

    # Tries.

    def _see_try_started(self, event: TryStarted, report: Report) -> None:
        number, minute, day, task, try_number, since_clear, writes = event
        self._let_in = True
        instance = day * self._tasks + task
        _, _, definition = self._instances[instance]
        state = self._state[instance]
        if self._missing[instance]:
            self._judge_order(number, day, task)
        if state is not NONE or self._run_state[day] is not ACTIVE:
            self._judge_restart(number, minute, instance)
        if instance in self._ready:
            self._ready.remove(instance)
        self._state[instance] = RUNNING
        self._tries[instance] = tries = self._tries[instance] + 1
        if tries > self._max_tries[task]:
            finding = TryBeyondTries(definition.task_id, tries, self._max_tries[task])
            self._find(Property.TRIES, number, day, finding)
        if since_clear != tries or try_number != self._tries_before[instance] + tries:
            self._misnumbered(event, self._tries_before[instance] + tries, tries)
        if definition.pool is not None:
            self._judge_slot(number, minute, instance, definition.pool)
        if definition.action is LOAD:
            self._load_date_of_try[instance] = self._load_date
        # Every try draws three numbers; the second says whether it fails (sim/chance.py).
        random = self._random
        random()
        self._fails[instance] = random() < definition.failure_rate
        random()
        if writes:
            self._see_writes(event, instance, writes, report)

    def _misnumbered(self, event: TryStarted | TryEnded, in_all: int, tries: int) -> None:
        """A try goes by two numbers: one for ever, which counts on after a clear, and one since the clear."""
        step, said = self._job.tasks[event.task].task_id, (event.try_number, event.try_since_clear)
        self._find(Property.TRIES, event.event, event.day, TryMiscounted(step, said, (in_all, tries)))

    def _judge_restart(self, number: int, minute: int, instance: int) -> None:
        """A try that is not the first of a step that was ready: it must be a retry, and due."""
        day, _, definition = self._instances[instance]
        match self._state[instance]:
            case TaskState.UP_FOR_RETRY if self._run_state[day] is ACTIVE:
                due_min = self._retry_at.pop(instance)
                if minute < due_min:
                    finding = RetryTooEarly(definition.task_id, minute, due_min)
                    self._find(Property.DELAYS, number, day, finding)
            case TaskState.UPSTREAM_FAILED:
                self._revive(instance)  # out of order, and said so already; it moves again all the same
            case _:
                self._judge_stray(Property.CLEARED, number, instance, StrayStart)

    def _revive(self, instance: int) -> None:
        """A step that could never start has started: those after it wait for it again."""
        day, _, _ = self._instances[instance]
        self._state[instance] = NONE
        self._unfinished[day] += 1
        if day in self._done:
            self._done.remove(day)
        for later in self._needed_by[instance]:
            self._hopeless[later] -= 1
            if self._state[later] is UPSTREAM_FAILED and not self._hopeless[later]:
                self._revive(later)

    def _judge_order(self, number: int, day: int, task: int) -> None:
        """A step starts only after every step it needs has succeeded, since it was last cleared."""
        for need in self._upstream[task]:
            if self._state[day * self._tasks + need] is not SUCCESS:
                step, needed = self._job.tasks[task].task_id, self._job.tasks[need].task_id
                self._find(Property.STEPS_IN_ORDER, number, day, StepOutOfOrder(step, needed))

    def _judge_slot(self, number: int, minute: int, instance: int, pool: str) -> None:
        """Never more tries than slots; and a slot goes to the oldest that waits for it."""
        day = instance // self._tasks
        self._held[pool] += 1
        if self._held[pool] > self._slots[pool]:
            finding = TryBeyondSlots(self._held[pool], pool, self._slots[pool])
            self._find(Property.TWO_LOADS_AT_MOST, number, day, finding)
        waiting = self._ready
        if self._retry_at:
            waiting = waiting + [other for other, due_min in self._retry_at.items() if due_min <= minute]
        for other in waiting:
            if other < instance and self._instances[other][2].pool == pool:
                waited = self._job.days[other // self._tasks].logical_date
                self._find(Property.OLDEST_FIRST, number, day, OlderDayWaited(waited))
                break

    def _judge_stray(
        self, otherwise: Property, number: int, instance: int, stray: type[StrayStart | StrayEnd]
    ) -> None:
        """A try that should not have moved: left over from before a clear, or moved twice."""
        day, _, definition = self._instances[instance]
        kind = otherwise if instance in self._was_cleared else Property.ONCE
        self._find(kind, number, day, stray(definition.task_id, self._state[instance]))

    def _see_try_ended(self, event: TryEnded, report: Report) -> None:
        number, minute, day, task, try_number, since_clear, outcome, writes, _ = event
        instance = day * self._tasks + task
        _, _, definition = self._instances[instance]
        if outcome is TRY_KILLED:
            if instance in self._to_be_killed:
                tries = self._to_be_killed.pop(instance)
                if since_clear != tries or try_number != self._tries_before[instance]:
                    self._misnumbered(event, self._tries_before[instance], tries)
            else:
                self._find(Property.CLEARED, number, day, KilledByNone(definition.task_id))
            if writes:
                self._see_writes(event, instance, writes, report)
            return
        if self._let_in:
            self._find(Property.OLDEST_FIRST, number, day, LetInTooEarly())
        if self._state[instance] is not RUNNING:
            self._judge_stray(Property.CLEARED, number, instance, StrayEnd)
            return
        tries = self._tries[instance]
        if since_clear != tries or try_number != self._tries_before[instance] + tries:
            self._misnumbered(event, self._tries_before[instance] + tries, tries)
        if definition.pool is not None:
            self._held[definition.pool] -= 1
        if outcome is TRY_SUCCEEDED:
            self._see_success(number, minute, instance)
        else:
            self._see_failure(event, instance)
        should_fail = self._fails[instance]
        if definition.action is COMPARE_COUNTS:
            own = self._own_partition[instance]
            should_fail = should_fail or self._ledger.get(own, 0) != self._source[own]
        if (outcome is TRY_SUCCEEDED) == should_fail:
            self._find(Property.VERDICT, number, day, TryMisjudged(definition.task_id, outcome))
        if writes or definition.action is LOAD:
            self._see_writes(event, instance, writes, report)

    def _see_success(self, number: int, minute: int, instance: int) -> None:
        day, _, definition = self._instances[instance]
        if definition.action is WAIT_FOR_FILE and day in self._files_due:
            self._find(Property.FILE, number, day, WaitEnded(minute, self._files_due[day]))
        self._state[instance] = SUCCESS
        self._unfinished[day] -= 1
        for later in self._needed_by[instance]:
            self._missing[later] -= 1
            if self._missing[later] == 0 and self._state[later] is NONE:
                insort(self._ready, later)
        if self._unfinished[day] == 0:
            self._done.append(day)

    def _see_failure(self, event: TryEnded, instance: int) -> None:
        number, minute, retry_at_min = event.event, event.minute, event.retry_at_min
        day, _, definition = self._instances[instance]
        tries = self._tries[instance]
        if (retry_at_min is None) != (tries >= definition.max_tries):
            finding = RetryMiscounted(tries, definition.max_tries, retry_at_min)
            self._find(Property.TRIES, number, day, finding)
        if retry_at_min is not None:
            self._state[instance] = UP_FOR_RETRY
            self._retry_at[instance] = retry_at_min
            delays = definition.retry_delays_min
            if tries <= len(delays) and retry_at_min != minute + delays[tries - 1]:
                self._find(Property.DELAYS, number, day, RetryMistimed(tries, minute, retry_at_min))
            return
        self._give_up(instance, FAILED)

    # Presses.

    def _see_pressed(self, event: Pressed, report: Report) -> None:
        number, minute, press, refused = event
        self._most_events += 2 + self._most_in_a_run
        match press:
            case Clear(day, task):
                self._see_clear(day, task)
            case MakeLate(day, minutes):
                read = any(
                    task.action is WAIT_FOR_FILE and self._state[day * self._tasks + index] is SUCCESS
                    for index, task in enumerate(self._job.tasks)
                )
                if read != (refused is not None):
                    self._find(Property.FILE, number, day, LateFileMisjudged())
                if refused is None:
                    self._files_due[day] = minute + minutes
            case SetMaxActiveRuns(max_active_runs):
                self._max_active_runs = max_active_runs
            case SetLoadDate(load_date):
                self._load_date = load_date
            case SetWriteMode():
                pass  # what a load writes is judged by the rows that it leaves
            case _:
                assert_never(press)

    def _see_clear(self, day: int, task: int | None) -> None:
        first = day * self._tasks
        for index in range(self._tasks) if task is None else self._job.and_downstream[task]:
            instance = first + index
            pool = self._job.tasks[index].pool
            if self._state[instance] is RUNNING:
                self._to_be_killed[instance] = self._tries[instance]
                if pool is not None:
                    self._held[pool] -= 1
            self._retry_at.pop(instance, None)
            if instance in self._ready:
                self._ready.remove(instance)
            self._state[instance] = NONE
            self._tries_before[instance] += self._tries[instance]
            self._tries[instance] = 0
            self._was_cleared.add(instance)
        states = self._state[first : first + self._tasks]
        self._unfinished[day] = states.count(NONE) + states.count(RUNNING) + states.count(UP_FOR_RETRY)
        for index, needs in enumerate(self._upstream):
            needed = [states[need] for need in needs]
            self._missing[first + index] = len(needed) - needed.count(SUCCESS)
            self._hopeless[first + index] = needed.count(FAILED) + needed.count(UPSTREAM_FAILED)
        if day in self._done:
            self._done.remove(day)
        if self._run_state[day] is ACTIVE:
            if task is not None:
                self._look_over_run(day)
                return
            self._active -= 1
        if self._run_state[day] is not QUEUED:
            self._run_state[day] = QUEUED
            insort(self._queued, day)

    # Rows.

    def _see_writes(
        self, event: TryStarted | TryEnded, instance: int, writes: tuple[Write, ...], report: Report
    ) -> None:
        """Carry the writes into the ledger, then judge every partition they touched."""
        before: dict[tuple[str, date], int] = {}
        for write in writes:
            partition = write[:2]  # every write names its table and its date first
            held = self._ledger.get(partition, 0)
            before.setdefault(partition, held)
            if type(write) is Insert:
                holds = held + write.rows
            elif type(write) is ReplacePartition:
                holds = write.rows
            else:
                holds = 0
            self._ledger[partition] = holds
            self._ledger_total += holds - held
            self._judge_write(event, instance, write)
        if self._state[instance] is SUCCESS and self._instances[instance][2].action is LOAD:
            own = self._own_partition[instance]  # judged even where the load wrote elsewhere
            before.setdefault(own, self._ledger.get(own, 0))
        for partition, held in before.items():
            rows, written = report.rows(partition), self._ledger.get(partition, 0)
            if rows != written:
                finding = DateAddsUp(rows, written)
                self._find(Property.ROWS_ACCOUNTED_FOR, event.event, partition[1], finding)
            self._judge_count(event.event, partition, held, rows)

    def _judge_write(self, event: TryStarted | TryEnded, instance: int, write: Write) -> None:
        """Only a load writes, to its own table, on the day that its settings say."""
        day, _, task = self._instances[instance]
        if self._load_date_of_try.get(instance) is CLOCK_DAY:
            on = self._job.clock_date(event.minute)
        else:
            on = self._job.days[day].logical_date
        if task.action is not LOAD or write.table != task.table or write.date != on:
            self._find(Property.ROWS_ACCOUNTED_FOR, event.event, day, StrayWrite(task.task_id, write))

    def _judge_count(self, number: int, partition: tuple[str, date], held_before: int, rows: int) -> None:
        """A day that was whole, or whose load has succeeded, holds exactly the source's rows."""
        table, on = partition
        day = self._day_of_date.get(on)
        if day is None:
            if rows:
                self._find(Property.EACH_DAY_ONCE, number, on, RowsOnNoDay(rows))
            return
        source = self._source.get(partition, rows)  # a table that the job does not have was said already
        if rows != source and (held_before == source or self._is_loaded(day, table)):
            self._find(Property.EACH_DAY_ONCE, number, day, CountsDiffer(rows, source))

    def _is_loaded(self, day: int, table: str) -> bool:
        """Has a load of this table succeeded for this day, since it was last cleared?"""
        return any(
            task.action is LOAD and task.table == table and self._state[day * self._tasks + index] is SUCCESS
            for index, task in enumerate(self._job.tasks)
        )
