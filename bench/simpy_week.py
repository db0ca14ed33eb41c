"""The same week written with SimPy, the general simulator that most people would reach for.

It is here to be timed against, nothing else. It knows no presses, and it keeps its own list of what
happened, as the engine does.
"""

from collections.abc import Generator
from datetime import date
from random import Random
from typing import Any

import simpy

from sim.model import Action, Job, LoadDate, Settings, WriteMode

Happening = tuple[Any, ...]


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
        for day in range(len(job.days)):
            self.env.process(self.run(day))

    def play(self) -> None:
        self.env.run()

    def say(self, *what: Any) -> None:
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
                yield self.env.timeout(definition.retry_delays_min[try_number - 1])
        return False

    def one_try(self, day: int, task: int, try_number: int) -> Generator[simpy.Event, Any, bool]:
        definition = self.job.tasks[task]
        shortest, longest = definition.duration_min
        duration = shortest + int(self.random() * (longest - shortest + 1))
        fails = self.random() < definition.failure_rate
        share = self.random()
        self.say("try_started", day, task, try_number)
        yield self.env.timeout(duration)
        source = self.job.days[day].source_rows[0]
        rows = 0
        if definition.action is Action.LOAD:
            rows = self.load(day, int(share * source) if fails else source, fails)
        if definition.action is Action.COMPARE_COUNTS:
            fails = self.report.get(self.job.days[day].logical_date, 0) != source
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
