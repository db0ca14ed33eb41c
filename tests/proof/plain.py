"""The engine's plain twin: it looks at every day and every step each time, and keeps no index.

Written from the rules of the week as simply as it could be, sharing only the nouns and the events with
the engine. Slow and short; what it is for is to agree with the engine, event for event.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from sim.events import Event, FileArrived, Pressed, RunEnded, RunStarted, SwitchedOn, TryEnded, TryStarted
from sim.history import History
from sim.job import Action, Job, LoadDate, Partition, Task, WriteMode
from sim.model import Refusal, RunState, TaskState, TryOutcome
from sim.presses import Clear, MakeLate, Press, RecordedPress, SetLoadDate, SetMaxActiveRuns, SetWriteMode
from sim.writes import Insert, ReplacePartition, Write

UNFINISHED = (TaskState.NONE, TaskState.RUNNING, TaskState.UP_FOR_RETRY)


@dataclass
class Try:
    """A try of a step, and all that is known of it when it starts."""

    numbers: tuple[int, int]  # for ever, and since the step was last cleared
    began: int
    minutes: int
    fails: bool
    share: float
    write_mode: WriteMode
    load_date: LoadDate


@dataclass
class Step:
    """One step of one day."""

    task: Task
    state: TaskState = TaskState.NONE
    tries: list[Try] = field(default_factory=list)
    tries_before: int = 0  # it was cleared
    retry_is_due: bool = False


class PlainWeek:
    """A week that decides each time by looking at everything."""

    def __init__(self, history: History, job: Job) -> None:
        self.job = job
        self.random = Random(history.seed).random
        self.presses: list[RecordedPress] = list(history.presses)
        self.write_mode = history.settings.write_mode
        self.load_date = history.settings.load_date
        self.max_active_runs = history.settings.max_active_runs
        self.event = -1
        self.minute = 0
        self.runs = [RunState.QUEUED for _ in job.days]
        self.steps = [[Step(task) for task in job.tasks] for _ in job.days]
        self.file_is_there = [True for _ in job.days]
        self.killed: list[tuple[int, int, Try]] = []
        self.report: dict[Partition, int] = {}
        # What is to come: (minute, the order in which it was announced, what, day, step).
        self.to_come: list[tuple[int, int, str, int, int]] = []
        self.announced = 0

    def play(self) -> Iterator[Event]:
        """Every event of the week."""
        event: Event | None = SwitchedOn(self.number(), 0)
        while event is not None:
            yield event
            event = self.next()

    def number(self) -> int:
        self.event += 1
        return self.event

    def next(self) -> Event | None:
        """What happens next. All that a minute brings comes before anything starts in it."""
        while True:
            event = self.at_once()
            if event is None and not self.is_due_now():
                event = self.let_in()
            if event is None and self.to_come:
                event = self.later()
            elif event is None:
                return None  # nothing is left to happen
            if event is not None:
                return event

    def is_due_now(self) -> bool:
        return any(minute == self.minute for minute, *_ in self.to_come)

    def at_once(self) -> Event | None:
        """What waits for nothing: kills, presses, ends of runs."""
        if self.killed:
            return self.end_killed(*self.killed.pop(0))
        if self.presses and self.presses[0].at_event <= self.event:
            return self.take(self.presses.pop(0).press)
        for day, run in enumerate(self.runs):
            if run is RunState.RUNNING and all(step.state not in UNFINISHED for step in self.steps[day]):
                return self.end_run(day)
        return None

    def let_in(self) -> Event | None:
        """What starts: runs, oldest day first, then steps."""
        for day, run in enumerate(self.runs):
            if run is RunState.QUEUED and self.runs.count(RunState.RUNNING) < self.max_active_runs:
                self.runs[day] = RunState.RUNNING
                self.give_up_what_cannot_start()
                return RunStarted(self.number(), self.minute, day)
        for day in range(len(self.runs)):
            for task in range(len(self.job.tasks)):
                if self.may_start(day, task):
                    return self.start(day, task)
        return None

    def may_start(self, day: int, task: int) -> bool:
        step = self.steps[day][task]
        if self.runs[day] is not RunState.RUNNING:
            return False
        if step.state is TaskState.NONE:
            if any(need.state is not TaskState.SUCCESS for need in self.needs(day, task)):
                return False
        elif not (step.state is TaskState.UP_FOR_RETRY and step.retry_is_due):
            return False
        return step.task.pool is None or self.free_slots(step.task.pool) > 0

    def needs(self, day: int, task: int) -> list[Step]:
        return [step for step in self.steps[day] if step.task.task_id in self.job.tasks[task].needs]

    def free_slots(self, pool_id: str) -> int:
        slots = next(pool.slots for pool in self.job.pools if pool.pool_id == pool_id)
        running = [step for day in self.steps for step in day if step.state is TaskState.RUNNING]
        return slots - sum(step.task.pool == pool_id for step in running)

    def give_up_what_cannot_start(self) -> None:
        """In every run that is active, a step whose need has failed can never start."""
        failed = (TaskState.FAILED, TaskState.UPSTREAM_FAILED)
        for day, run in enumerate(self.runs):
            for task, step in enumerate(self.steps[day]):
                waits = run is RunState.RUNNING and step.state is TaskState.NONE
                if waits and any(need.state in failed for need in self.needs(day, task)):
                    step.state = TaskState.UPSTREAM_FAILED

    # Time.

    def announce(self, minute: int, what: str, day: int, task: int) -> None:
        self.announced += 1
        self.to_come.append((minute, self.announced, what, day, task))

    def forget(self, what: str, day: int, task: int) -> None:
        self.to_come = [each for each in self.to_come if each[2:] != (what, day, task)]

    def later(self) -> Event | None:
        """Let time pass until the next thing comes due. None where that is nothing to see."""
        due = min(self.to_come)
        self.to_come.remove(due)
        self.minute, _, what, day, task = due
        step = self.steps[day][task]
        if what == "retry":
            step.retry_is_due = True
            return None
        if what == "file":
            self.file_is_there[day] = True
            self.wake_waits(day)
            return FileArrived(self.number(), self.minute, day)
        if step.task.action is Action.WAIT_FOR_FILE and not self.file_is_there[day]:
            return None
        return self.end(day, task)

    def wake_waits(self, day: int) -> None:
        """A wait that has looked for its file in vain now ends, in this minute."""
        for task, step in enumerate(self.steps[day]):
            looks_later = any(each[2:] == ("end", day, task) for each in self.to_come)
            if (
                step.task.action is Action.WAIT_FOR_FILE
                and step.state is TaskState.RUNNING
                and not looks_later
            ):
                self.announce(self.minute, "end", day, task)

    # Runs and tries.

    def end_run(self, day: int) -> Event:
        succeeded = all(step.state is TaskState.SUCCESS for step in self.steps[day])
        self.runs[day] = RunState.SUCCESS if succeeded else RunState.FAILED
        return RunEnded(self.number(), self.minute, day, self.runs[day])

    def start(self, day: int, task: int) -> Event:
        step = self.steps[day][task]
        shortest, longest = step.task.duration_min
        minutes = shortest + int(self.random() * (longest - shortest + 1))
        fails = self.random() < step.task.failure_rate
        since_clear = len(step.tries) + 1
        numbers = (step.tries_before + since_clear, since_clear)
        step.tries.append(
            Try(numbers, self.minute, minutes, fails, self.random(), self.write_mode, self.load_date)
        )
        step.state, step.retry_is_due = TaskState.RUNNING, False
        self.announce(self.minute + minutes, "end", day, task)
        return TryStarted(self.number(), self.minute, day, task, *numbers, ())

    def end(self, day: int, task: int) -> Event:
        step = self.steps[day][task]
        the_try = step.tries[-1]
        fails = the_try.fails
        if step.task.action is Action.COMPARE_COUNTS:
            own = Partition(step.task.table or "", self.job.days[day].logical_date)
            fails = fails or self.report.get(own, 0) != self.source(day, task)
        outcome = TryOutcome.FAILED if fails else TryOutcome.SUCCESS
        writes = self.write(day, task, the_try, outcome)
        retry_at_min = None
        since_clear = len(step.tries)
        if fails and since_clear <= len(step.task.retry_delays_min):
            step.state = TaskState.UP_FOR_RETRY
            retry_at_min = self.minute + step.task.retry_delays_min[since_clear - 1]
            self.announce(retry_at_min, "retry", day, task)
        else:
            step.state = TaskState.FAILED if fails else TaskState.SUCCESS
            self.give_up_what_cannot_start()
        return TryEnded(
            self.number(), self.minute, day, task, *the_try.numbers, outcome, writes, retry_at_min
        )

    def end_killed(self, day: int, task: int, the_try: Try) -> Event:
        writes = self.write(day, task, the_try, TryOutcome.KILLED)
        number = self.number()
        return TryEnded(number, self.minute, day, task, *the_try.numbers, TryOutcome.KILLED, writes, None)

    # Rows.

    def source(self, day: int, task: int) -> int:
        return self.job.days[day].source_rows[self.job.tables.index(self.job.tasks[task].table or "")]

    def write(self, day: int, task: int, the_try: Try, outcome: TryOutcome) -> tuple[Write, ...]:
        """What a load writes when its try ends, done to the report."""
        step = self.job.tasks[task]
        if step.action is not Action.LOAD or step.table is None:
            return ()
        source = self.source(day, task)
        own_day = the_try.load_date is LoadDate.OWN
        date = self.job.days[day].logical_date if own_day else self.job.moment(self.minute).date()
        partition = Partition(step.table, date)
        if the_try.write_mode is WriteMode.OVERWRITE:
            if outcome is not TryOutcome.SUCCESS:
                return ()
            self.report[partition] = source
            return (ReplacePartition(step.table, date, source),)
        rows = int(the_try.share * source) if the_try.fails else source
        if outcome is TryOutcome.KILLED:
            rows = rows * (self.minute - the_try.began) // the_try.minutes
        if rows == 0:
            return ()
        self.report[partition] = self.report.get(partition, 0) + rows
        return (Insert(step.table, date, rows),)

    # Presses.

    def take(self, press: Press) -> Event:
        refused: Refusal | None = None
        match press:
            case Clear(day, task):
                self.clear(day, task)
            case MakeLate(day, minutes):
                waits = [step for step in self.steps[day] if step.task.action is Action.WAIT_FOR_FILE]
                if any(step.state is TaskState.SUCCESS for step in waits):
                    refused = Refusal.FILE_WAS_READ
                else:
                    self.file_is_there[day] = False
                    self.forget("file", day, 0)
                    self.announce(self.minute + minutes, "file", day, 0)
            case SetMaxActiveRuns(runs):
                self.max_active_runs = runs
            case SetWriteMode(mode):
                self.write_mode = mode
            case SetLoadDate(date):
                self.load_date = date
        return Pressed(self.number(), self.minute, press, refused)

    def clear(self, day: int, task: int | None) -> None:
        for index in range(len(self.job.tasks)) if task is None else self.step_and_those_after(task):
            step = self.steps[day][index]
            if step.state is TaskState.RUNNING:
                self.killed.append((day, index, step.tries[-1]))
            self.steps[day][index] = Step(step.task, tries_before=step.tries_before + len(step.tries))
            self.forget("end", day, index)
            self.forget("retry", day, index)
        if task is None or self.runs[day] is not RunState.RUNNING:
            self.runs[day] = RunState.QUEUED
        self.give_up_what_cannot_start()

    def step_and_those_after(self, task: int) -> list[int]:
        """The step, and every step that needs it, directly or not."""
        names = {self.job.tasks[task].task_id}
        for _ in self.job.tasks:
            names |= {each.task_id for each in self.job.tasks if names & set(each.needs)}
        return [index for index, each in enumerate(self.job.tasks) if each.task_id in names]
