"""The same week written with SimPy, the general simulator that most people would reach for.

It is here to be timed against, nothing else. As the engine does, it keeps what the board shows (each
step's state, try and next try's time), says what happens as the same events, and takes presses after
any event: a day is cleared by interrupting its process, which starts over. It cannot change the runs
at a time, because the capacity of a SimPy resource is fixed. Of what happens in one minute SimPy's
order is another, so chance does not fall on the same tries; without chance, its weeks hold the same
events as the engine's (tests/test_simpy_week.py).
"""

from collections import deque
from collections.abc import Generator
from datetime import date
from random import Random
from typing import Any

import simpy

from sim.events import Event, RunEnded, RunStarted, SwitchedOn, TryEnded, TryStarted
from sim.job import Action, Job, LoadDate, Settings, WriteMode
from sim.model import RunState, TaskState, TryOutcome
from sim.presses import Clear, MakeLate, Press, RecordedPress, SetLoadDate, SetWriteMode
from sim.writes import Insert, ReplacePartition, Write

Steps = Generator[simpy.Event, Any, bool]

# Bound to names once, and events made at half the cost, as in the engine.
said = tuple.__new__
NO_WRITES: tuple[Write, ...] = ()
TRY_SUCCEEDED, TRY_FAILED, TRY_KILLED = TryOutcome
RUN_SUCCEEDED, RUN_FAILED = RunState.SUCCESS, RunState.FAILED
APPEND = WriteMode.APPEND
NONE, RUNNING, UP_FOR_RETRY, SUCCESS, FAILED, UPSTREAM_FAILED = TaskState
WAIT_FOR_FILE, LOAD, COMPARE_COUNTS = Action.WAIT_FOR_FILE, Action.LOAD, Action.COMPARE_COUNTS


class SimPyWeek:
    """One week of a job: a process for each run, resources for the places and the pools' slots."""

    def __init__(
        self, job: Job, seed: int, settings: Settings, presses: tuple[RecordedPress, ...] = ()
    ) -> None:
        self.job = job
        self.write_mode, self.load_date = settings.write_mode, settings.load_date
        self.random = Random(seed).random
        self.env = simpy.Environment()
        # Of the runs that wait for a place and the loads that wait for a slot, the oldest day comes first.
        self.places = simpy.PriorityResource(self.env, settings.max_active_runs)
        self.pools = {pool.pool_id: simpy.PriorityResource(self.env, pool.slots) for pool in job.pools}
        self.report: dict[date, int] = {}
        self.happened: list[Event] = [SwitchedOn(0, 0)]
        self.presses = deque(presses)
        self.state = [[NONE] * len(job.tasks) for _ in job.days]
        self.tries = [[0] * len(job.tasks) for _ in job.days]
        self.retry_at: list[list[int | None]] = [[None] * len(job.tasks) for _ in job.days]
        self.file_at = [0.0] * len(job.days)
        self.runs = [self.env.process(self.run(day)) for day in range(len(job.days))]

    def play(self) -> None:
        self.env.run()

    def say(self, event: Event) -> None:
        self.happened.append(event)
        if self.presses and self.presses[0].at_event <= len(self.happened):
            self.press(self.presses.popleft().press)

    def press(self, press: Press) -> None:
        match press:
            case Clear(day):
                if self.runs[day].is_alive:
                    self.runs[day].interrupt()
                else:
                    self.runs[day] = self.env.process(self.run(day))
            case MakeLate(day, minutes):
                self.file_at[day] = self.env.now + minutes
            case SetWriteMode(write_mode):
                self.write_mode = write_mode
            case SetLoadDate(load_date):
                self.load_date = load_date

    def run(self, day: int) -> Generator[simpy.Event, Any, None]:
        while True:
            self.state[day] = [NONE] * len(self.job.tasks)
            try:
                with self.places.request(priority=day) as place:
                    yield place
                    self.say(said(RunStarted, (len(self.happened), self.env.now, day)))
                    outcome = RUN_SUCCEEDED if (yield from self.steps(day)) else RUN_FAILED
                    self.say(said(RunEnded, (len(self.happened), self.env.now, day, outcome)))
                return
            except simpy.Interrupt:
                pass  # cleared: it queues again

    def steps(self, day: int) -> Steps:
        for task in range(len(self.job.tasks)):  # the bakery's steps are a chain
            if not (yield from self.step(day, task)):
                for later in range(task + 1, len(self.job.tasks)):
                    self.state[day][later] = UPSTREAM_FAILED
                return False
        return True

    def step(self, day: int, task: int) -> Steps:
        definition = self.job.tasks[task]
        for since_clear in range(1, definition.max_tries + 1):
            if definition.pool is None:
                succeeded = yield from self.one_try(day, task, since_clear)
            else:
                with self.pools[definition.pool].request(priority=day) as slot:
                    yield slot
                    succeeded = yield from self.one_try(day, task, since_clear)
            if succeeded:
                return True
            if since_clear < definition.max_tries:
                yield self.env.timeout(definition.retry_delays_min[since_clear - 1])
        self.state[day][task] = FAILED
        return False

    def one_try(self, day: int, task: int, since_clear: int) -> Steps:
        definition = self.job.tasks[task]
        shortest, longest = definition.duration_min
        duration = shortest + int(self.random() * (longest - shortest + 1))
        fails = self.random() < definition.failure_rate
        share = self.random()
        source = self.job.days[day].source_rows[0]
        by_its_end = int(share * source) if fails else source
        started, write_mode, load_date = self.env.now, self.write_mode, self.load_date
        self.state[day][task] = RUNNING
        self.tries[day][task] = try_number = self.tries[day][task] + 1
        numbers = (try_number, since_clear)
        self.retry_at[day][task] = None
        self.say(said(TryStarted, (len(self.happened), started, day, task, *numbers, NO_WRITES)))
        try:
            yield self.env.timeout(duration)
            if definition.action is WAIT_FOR_FILE:
                while self.file_at[day] > self.env.now:
                    yield self.env.timeout(self.file_at[day] - self.env.now)
        except simpy.Interrupt:
            writes = NO_WRITES
            if definition.action is LOAD:
                rows = by_its_end * int(self.env.now - started) // duration
                writes = self.load(day, rows, TRY_KILLED, write_mode, load_date)
            self.end_try(day, task, numbers, TRY_KILLED, writes, None)
            raise
        writes = NO_WRITES
        if definition.action is LOAD:
            outcome = TRY_FAILED if fails else TRY_SUCCEEDED
            writes = self.load(day, by_its_end, outcome, write_mode, load_date)
        if definition.action is COMPARE_COUNTS:
            fails = self.report.get(self.job.days[day].logical_date, 0) != source
        if not fails:
            self.state[day][task] = SUCCESS
            self.end_try(day, task, numbers, TRY_SUCCEEDED, writes, None)
            return True
        retry_at: int | None = None
        if since_clear < definition.max_tries:
            self.state[day][task] = UP_FOR_RETRY
            retry_at = int(self.env.now) + definition.retry_delays_min[since_clear - 1]
            self.retry_at[day][task] = retry_at
        self.end_try(day, task, numbers, TRY_FAILED, writes, retry_at)
        return False

    def end_try(
        self,
        day: int,
        task: int,
        numbers: tuple[int, int],
        outcome: TryOutcome,
        writes: tuple[Write, ...],
        retry_at: int | None,
    ) -> None:
        event = (len(self.happened), self.env.now, day, task, *numbers, outcome, writes, retry_at)
        self.say(said(TryEnded, event))

    def load(
        self, day: int, rows: int, outcome: TryOutcome, write_mode: WriteMode, load_date: LoadDate
    ) -> tuple[Write, ...]:
        own = load_date is LoadDate.OWN
        on = self.job.days[day].logical_date if own else self.job.clock_date(int(self.env.now))
        if write_mode is APPEND:
            self.report[on] = self.report.get(on, 0) + rows
            return (said(Insert, (self.job.tables[0], on, rows)),) if rows else ()
        if outcome is not TRY_SUCCEEDED:
            return ()
        self.report[on] = rows
        return (said(ReplacePartition, (self.job.tables[0], on, rows)),)
