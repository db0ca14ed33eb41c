"""Seeded weeks by the thousand, with a pretend reader: what happened in them, and what broke.

Plain weeks are tame: third failures and cleared retries hardly ever come up. So every seed first
draws a mix of its own (how often tries fail, how many presses, of which kinds, for which days, how
many runs at a time), and each rare thing that happened is counted as a mark.
"""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import assert_never

from sim import words
from sim.events import Event, FileArrived, TryEnded
from sim.findings import Violation
from sim.history import History, read_scheduler
from sim.model import (
    Action,
    Job,
    LoadDate,
    Property,
    RunState,
    SchedulerName,
    Settings,
    TaskState,
    TryOutcome,
    WriteMode,
)
from sim.presses import (
    Clear,
    MakeLate,
    Press,
    RecordedPress,
    SetLoadDate,
    SetMaxActiveRuns,
    SetWriteMode,
)
from sim.reading import Choice, HistoryError, shown
from sim.replay import begin, replay
from sim.scheduler import Scheduler
from sim.simulator import Simulator

# Bound to names once: on Python 3.11 looking a member up on its class costs fifteen times as much.
UP_FOR_RETRY, FAILED = TaskState.UP_FOR_RETRY, TaskState.FAILED

FAILURE_PERCENTS = (0, 8, 30, 60)
MAX_READER_PRESSES = 16
KINDS = ("clear", "clear_step", "late", "runs", "write", "date")
WAIT = 0  # the place of the step that waits for a day's file: it needs nothing, so it is listed first
NEVER = float("inf")
SMALL_SEEDS = 30  # how many small seeds a shrink tries in place of the one that was found


@dataclass(frozen=True, slots=True)
class Hunted:
    """What a hunt looks for: which weeks of which job, under which scheduler.

    A write mode or load date of None is mixed: each week starts with either, and its reader switches.
    ``plain`` weeks fail at the job's own rate and have no reader.
    """

    job: Job
    write_mode: WriteMode | None = WriteMode.OVERWRITE
    load_date: LoadDate | None = LoadDate.OWN
    scheduler: SchedulerName = SchedulerName.RIGHT
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Failure:
    """A week in which something broke, and the first violation in it."""

    history: History
    minute: int
    violation: Violation


@dataclass
class Tally:
    """What was found in some weeks. Two tallies of different weeks add up, in the order of their seeds."""

    weeks: int = 0
    events: int = 0
    marks: Counter[str] = field(default_factory=Counter)
    violations: Counter[Property] = field(default_factory=Counter)
    first: Failure | None = None

    def add(self, later: "Tally") -> None:
        """Take in the tally of later weeks."""
        self.weeks += later.weeks
        self.events += later.events
        self.marks += later.marks
        self.violations += later.violations
        self.first = self.first or later.first


MIXED = "mixed"


def read_hunted(write: object, date: object, scheduler: object, job: Job, plain: bool = False) -> Hunted:
    """What to hunt for, from the names of a command line or of the page. Raises HistoryError."""
    modes, dates = _read_or_mixed(WriteMode, write), _read_or_mixed(LoadDate, date)
    return Hunted(job, modes, dates, read_scheduler(scheduler), plain)


def _read_or_mixed(choices: type[Choice], value: object) -> Choice | None:
    """One of a closed list, or None for all of them in turn."""
    if value == MIXED:
        return None
    for choice in choices:
        if choice.value == value:
            return choice
    raise HistoryError(words.not_a_choice((*choices, MIXED), shown(value)))


def hunt(hunted: Hunted, seeds: range, marking: bool = True) -> Iterator[Tally]:
    """Play the week of every seed, and give the tally of each as it ends. Without marks it is faster."""
    for seed in seeds:
        yield week_of(seed, hunted, marking=marking)


def week_of(seed: int, hunted: Hunted, scheduler: Scheduler | None = None, marking: bool = True) -> Tally:
    """Play one seed's week to its end and tally it. ``scheduler`` runs it in place of the one hunted with."""
    reader = Reader(seed, hunted)
    simulator, checker = begin(reader.history, scheduler)
    tally = Tally(weeks=1)
    minutes: list[int] = []
    presses: list[RecordedPress] = []
    for event in simulator.life:
        if event is not None:
            minutes.append(event.minute)
            if marking:
                mark(event, simulator, tally.marks)
            if simulator.event < reader.looks_from:
                continue
        if (press := reader.press_after(simulator, ended=event is None)) is not None:
            if marking:
                mark_press(press, simulator, ended=event is None, marks=tally.marks)
            simulator.press(press)
            presses.append(RecordedPress(simulator.event, press))
        elif event is None:
            break
    checker.see_the_end(simulator.warehouse)
    tally.events = len(minutes)
    tally.violations.update(checker.broken.keys())
    if checker.violations:
        violation = checker.violations[0]
        history = replace(reader.history, presses=tuple(presses))
        tally.first = Failure(history, minutes[violation.event], violation)
    return tally


# The pretend reader.


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


# Marks: the things worth having happened.


def mark(event: Event, simulator: Simulator, marks: Counter[str]) -> None:
    """Count what is rare about an event that has just happened."""
    if isinstance(event, TryEnded):
        mark_try_ended(event, simulator, marks)
    elif isinstance(event, FileArrived) and all(
        instance % len(simulator.job.tasks) == WAIT
        for instance, state in enumerate(simulator.books.task_state)
        if state in (TaskState.RUNNING, TaskState.UP_FOR_RETRY)
    ):
        marks["the whole week waited for a file"] += 1


def mark_try_ended(event: TryEnded, simulator: Simulator, marks: Counter[str]) -> None:
    """Count what is rare about the end of a try."""
    books, definition = simulator.books, simulator.job.tasks[event.task]
    if event.outcome is TryOutcome.KILLED:
        marks[f"a running {definition.task_id} was killed"] += 1
        if event.writes:
            marks["a killed load had written rows"] += 1
    elif event.outcome is TryOutcome.SUCCESS:
        if event.try_since_clear > 1:
            marks[f"a retried {definition.task_id} succeeded"] += 1
        if event.try_since_clear == 3:
            marks["a third try succeeded"] += 1
    elif event.retry_at_min is not None:
        marks[f"{definition.task_id} failed and will be retried"] += 1
    elif definition.action is Action.COMPARE_COUNTS:
        marks["a check found counts that differ"] += 1
    else:
        marks["a third failure"] += 1
        marks["steps became upstream failed"] += 1
    if definition.pool is not None:
        # Whatever waits for a slot now has waited for this one.
        waiting = [
            instance
            for instance in books.ready
            if simulator.job.instances[instance][2].pool == definition.pool
        ]
        if waiting:
            marks["a load waited for a slot"] += 1
        if any(books.task_state[instance] is UP_FOR_RETRY for instance in waiting):
            marks["a retry that was due waited for a slot"] += 1


def mark_press(press: Press, simulator: Simulator, ended: bool, marks: Counter[str]) -> None:
    """Count what is rare about a press that is about to take effect."""
    books, tasks = simulator.books, len(simulator.job.tasks)
    if ended:
        marks["a press after the end"] += 1
    if simulator.waiting_presses:
        marks["two presses at one event"] += 1
    match press:
        case Clear(day, task):
            states = books.task_state[day * tasks : (day + 1) * tasks]
            run_state = books.run_state[day]
            if task is None:
                marks[f"clear of a day whose run is {run_state.value}"] += 1
            elif run_state is RunState.RUNNING:
                marks["clear from a step of an active run"] += 1
            else:
                marks["clear from a step of a run that is not active"] += 1
            if TaskState.UP_FOR_RETRY in states:
                marks["clear of a day that waited to retry"] += 1
            if TaskState.UPSTREAM_FAILED in states:
                marks["clear of a day with steps that could not start"] += 1
            if states[WAIT] is TaskState.RUNNING and books.file_due_min[day] is not None:
                marks["clear of a day that waited for its file"] += 1
        case MakeLate(day):
            if books.task_state[day * tasks + WAIT] is TaskState.SUCCESS:
                marks["a late file was refused"] += 1
            elif books.file_due_min[day] is not None:
                marks["a late file was moved again"] += 1
            elif books.task_state[day * tasks + WAIT] is TaskState.RUNNING:
                marks["a file was made late while its wait ran"] += 1
        case SetMaxActiveRuns(limit):
            if limit < books.active_runs:
                marks["more runs were active than a lowered limit"] += 1
        case SetWriteMode() | SetLoadDate():
            if any(books.slots_held.values()):
                marks["a switch was turned while a load ran"] += 1
        case _:
            assert_never(press)


# Shrinking.


def shrink(failure: Failure, scheduler: Scheduler | None = None) -> Failure:
    """A shorter history that breaks the same property: fewer presses, made earlier, a smaller seed.

    Each simplification that still breaks the property is kept, until none does. ``scheduler`` runs the weeks
    in place of the history's own.
    """
    broken = failure.violation.property
    smallest = failure
    improved = True
    while improved:
        improved = False
        for simpler in _simpler(smallest.history):
            if (found := first_violation(simpler, broken, scheduler)) is not None:
                smallest, improved = found, True
                break
    return smallest


def first_violation(history: History, broken: Property, scheduler: Scheduler | None = None) -> Failure | None:
    """The history's first violation of one property, if it has one and can be played at all."""
    try:
        replayed = replay(history, scheduler)
    except HistoryError:
        return None
    for violation in replayed.checker.violations:
        if violation.property is broken:
            return Failure(history, replayed.events[violation.event].minute, violation)
    return None


def _simpler(history: History) -> Iterator[History]:
    """Histories one step simpler, the largest steps first."""
    presses = history.presses
    for length in range((len(presses) + 1) // 2, 0, -1):
        for start in range(len(presses) - length + 1):
            yield replace(history, presses=presses[:start] + presses[start + length :])
    if history.failure_percent is not None:
        yield replace(history, failure_percent=None)
    for seed in range(min(history.seed, SMALL_SEEDS)):
        yield replace(history, seed=seed)
    default = history.job.settings.max_active_runs
    if history.settings.max_active_runs != default:
        yield replace(history, settings=replace(history.settings, max_active_runs=default))
    for index, (at_event, press) in enumerate(presses):
        earliest = presses[index - 1].at_event if index else 0
        for earlier in (earliest, (earliest + at_event) // 2, at_event - 1):
            if earliest <= earlier < at_event:
                moved = RecordedPress(earlier, press)
                yield replace(history, presses=(*presses[:index], moved, *presses[index + 1 :]))
