"""The same week written with SimPy, the general simulator that most people would reach for.

It is here to be timed against, nothing else. It keeps what the board shows (each step's state, try and
next try's time) and a list of what happened, as the engine does. It knows no presses.
"""

from collections.abc import Generator
from datetime import date
from random import Random
from typing import Any

import simpy

from sim.model import Action, Job, LoadDate, Settings, TaskState, WriteMode

Happening = tuple[Any, ...]

# Bound to names once, as in the engine.
_, RUNNING, UP_FOR_RETRY, SUCCESS, FAILED, UPSTREAM_FAILED = TaskState
WAIT_FOR_FILE, LOAD, COMPARE_COUNTS = Action.WAIT_FOR_FILE, Action.LOAD, Action.COMPARE_COUNTS


class SimPyWeek:
    """One week of a job: a process for each run, resources for the places and the pools' slots."""

    def __init__(self, job: Job, seed: int, settings: Settings) -> None:
        self.job, self.settings = job, settings
        self.random = Random(seed).random
        self.env = simpy.Environment()
        self.places = simpy.Resource(self.env, settings.max_active_runs)
        # Of the loads that wait for a slot, the oldest day's comes first.
        self.pools = {pool.pool_id: simpy.PriorityResource(self.env, pool.slots) for pool in job.pools}
        self.report: dict[date, int] = {}
        self.happened: list[Happening] = []
        self.state = [[TaskState.NONE] * len(job.tasks) for _ in job.days]
        self.tries = [[0] * len(job.tasks) for _ in job.days]
        self.retry_at: list[list[int | None]] = [[None] * len(job.tasks) for _ in job.days]
        self.file_at = [0] * len(job.days)
        for day in range(len(job.days)):
            self.env.process(self.run(day))

    def play(self) -> None:
        self.env.run()

    def say(self, *what: object) -> None:
        self.happened.append((self.env.now, *what))

    def run(self, day: int) -> Generator[simpy.Event, Any, None]:
        with self.places.request() as place:
            yield place
            self.say("run_started", day)
            outcome = "success"
            for task in range(len(self.job.tasks)):  # the bakery's steps are a chain
                succeeded = yield from self.step(day, task)
                if not succeeded:
                    outcome = "failed"
                    for later in range(task + 1, len(self.job.tasks)):
                        self.state[day][later] = UPSTREAM_FAILED
                    break
            self.say("run_ended", day, outcome)

    def step(self, day: int, task: int) -> Generator[simpy.Event, Any, bool]:
        definition = self.job.tasks[task]
        for try_number in range(1, definition.max_tries + 1):
            if definition.pool is None:
                succeeded = yield from self.one_try(day, task, try_number)
            else:
                with self.pools[definition.pool].request(priority=day) as slot:
                    yield slot
                    succeeded = yield from self.one_try(day, task, try_number)
            if succeeded:
                return True
            if try_number < definition.max_tries:
                delay = definition.retry_delays_min[try_number - 1]
                self.state[day][task] = UP_FOR_RETRY
                self.retry_at[day][task] = self.env.now + delay
                yield self.env.timeout(delay)
        self.state[day][task] = FAILED
        return False

    def one_try(self, day: int, task: int, try_number: int) -> Generator[simpy.Event, Any, bool]:
        definition = self.job.tasks[task]
        shortest, longest = definition.duration_min
        duration = shortest + int(self.random() * (longest - shortest + 1))
        fails = self.random() < definition.failure_rate
        share = self.random()
        self.state[day][task] = RUNNING
        self.tries[day][task] = try_number
        self.retry_at[day][task] = None
        self.say("try_started", day, task, try_number)
        yield self.env.timeout(duration)
        if definition.action is WAIT_FOR_FILE and self.file_at[day] > self.env.now:
            yield self.env.timeout(self.file_at[day] - self.env.now)
        source = self.job.days[day].source_rows[0]
        rows = 0
        if definition.action is LOAD:
            rows = self.load(day, int(share * source) if fails else source, fails)
        if definition.action is COMPARE_COUNTS:
            fails = self.report.get(self.job.days[day].logical_date, 0) != source
        if not fails:
            self.state[day][task] = SUCCESS
        self.say("try_ended", day, task, try_number, fails, rows)
        return not fails

    def load(self, day: int, rows: int, fails: bool) -> int:
        own = self.settings.load_date is LoadDate.OWN
        on = self.job.days[day].logical_date if own else self.job.clock_date(int(self.env.now))
        if self.settings.write_mode is WriteMode.APPEND:
            self.report[on] = self.report.get(on, 0) + rows
            return rows
        if fails:
            return 0
        self.report[on] = rows
        return rows
