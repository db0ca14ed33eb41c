"""The pretend reader, who makes weeks wild.

Plain weeks are tame: third failures and cleared retries hardly ever come up. So every seed first draws a
mix of its own: how often tries fail, how many presses, of which kinds, for which days, how many runs at a
time.
"""

from collections import deque
from random import Random

from sim.fast import FAILED, UP_FOR_RETRY
from sim.history import History
from sim.hunt.hunted import Hunted
from sim.job import LoadDate, Settings, WriteMode
from sim.presses import (
    Clear,
    MakeLate,
    Press,
    SetLoadDate,
    SetMaxActiveRuns,
    SetWriteMode,
)
from sim.simulator import Simulator

FAILURE_PERCENTS = (0, 8, 30, 60)
MAX_READER_PRESSES = 16
KINDS = ("clear", "clear_step", "late", "runs", "write", "date")
NEVER = float("inf")


class Reader:
    """Draws a seed's mix, then presses accordingly. Its random stream is its own, not the week's.

    ``looks_from`` is the event from which the reader looks whether to press.
    """

    looks_from: float

    def __init__(self, seed: int, hunted: Hunted) -> None:
        self._random = random = Random(f"reader of week {seed}")
        self._job = job = hunted.job
        settings = Settings(
            hunted.write_mode or random.choice(tuple(WriteMode)),
            hunted.load_date or random.choice(tuple(LoadDate)),
            job.settings.max_active_runs if hunted.plain else random.choice((1, 2, 3, 7)),
        )
        percent = random.choice(FAILURE_PERCENTS)
        self.history = History(
            job,
            seed,
            settings,
            failure_percent=None if hunted.plain else percent,
            scheduler=hunted.scheduler,
        )
        kinds = [
            kind
            for kind in KINDS
            if not (kind == "write" and hunted.write_mode) and not (kind == "date" and hunted.load_date)
        ]
        self._kinds = random.sample(kinds, random.randint(1, 3))
        self._days = random.sample(range(len(job.days)), random.randint(1, 3))
        presses = 0 if hunted.plain else random.randint(0, MAX_READER_PRESSES)
        # Some presses come soon after another, some together, some only when the week has ended.
        at_events = [random.randint(0, 130) for _ in range(presses)]
        self._at_events = deque(sorted(random.choice(at_events) for _ in at_events))
        self._find_next()
        self._aims = random.random() < 0.5

    def press_after(self, simulator: Simulator, ended: bool) -> Press | None:
        """What the reader presses now, if anything. A reader who aims waits for something to go wrong."""
        if self.looks_from == NEVER or (simulator.event < self.looks_from and not ended):
            return None
        if self._aims and not ended and simulator.event < self.looks_from + 20:
            troubled = self._troubled_days(simulator)
            if not troubled:
                return None
            self._find_next()
            return Clear(self._random.choice(troubled))
        self._find_next()
        return self._draw()

    def _find_next(self) -> None:
        self.looks_from = self._at_events.popleft() if self._at_events else NEVER

    def _troubled_days(self, simulator: Simulator) -> list[int]:
        states, tasks = simulator.books.task_state, len(self._job.tasks)
        if UP_FOR_RETRY not in states and FAILED not in states:
            return []
        return [
            day
            for day in range(len(self._job.days))
            if UP_FOR_RETRY in states[day * tasks : (day + 1) * tasks]
            or FAILED in states[day * tasks : (day + 1) * tasks]
        ]

    def _draw(self) -> Press:
        random = self._random
        day = random.choice(self._days)
        match random.choice(self._kinds):
            case "clear":
                return Clear(day)
            case "clear_step":
                return Clear(day, random.randrange(len(self._job.tasks)))
            case "late":
                return MakeLate(day, random.choice((1, 5, 30, 300)))
            case "runs":
                return SetMaxActiveRuns(random.randint(1, len(self._job.days)))
            case "write":
                return SetWriteMode(random.choice(tuple(WriteMode)))
            case _:
                return SetLoadDate(random.choice(tuple(LoadDate)))
