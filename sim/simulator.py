"""The trunk: takes what comes next, changes the books, says the change as an event, asks the checker."""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from sim.books import Books, WaitList
from sim.chance import Chance, Draw
from sim.checker import Checker
from sim.clock import Clock, Kind, Occurrence
from sim.events import (
    Clear,
    Event,
    FileArrived,
    MakeLate,
    Press,
    Pressed,
    RecordedPress,
    RunEnded,
    RunStarted,
    SetLoadDate,
    SetMaxActiveRuns,
    SetWriteMode,
    SwitchedOn,
    TryEnded,
    TryStarted,
)
from sim.model import (
    Action,
    Job,
    LoadDate,
    Partition,
    Run,
    RunState,
    Settings,
    TaskInstance,
    TaskState,
    TryOutcome,
    Week,
    Write,
)
from sim.scheduler import Scheduler
from sim.warehouse import Warehouse

# Bound to names once: on Python 3.11 looking a member up on its class costs about fifteen times as much.
NONE, RUNNING, UP_FOR_RETRY, SUCCESS, FAILED, UPSTREAM_FAILED = TaskState


class Try(NamedTuple):
    """A try that runs: when it began, what chance said of it, and the settings it began under."""

    started_min: int
    draw: Draw
    settings: Settings


class Killed(NamedTuple):
    """A try that a clear has stopped and whose end is still to be said."""

    instance: int
    try_number: int
    the_try: Try


class Simulator:
    """One week in progress. ``step`` makes the next event happen; ``week`` is the picture after it.

    Every change to the books is made here, and every change is one event. What may start is asked
    anew before each event, so a press can take effect after any event and nothing is half done.
    """

    def __init__(
        self,
        job: Job,
        seed: int,
        settings: Settings,
        presses: Sequence[RecordedPress] = (),
        scheduler: Scheduler | None = None,
        checker: Checker | None = None,
    ) -> None:
        self.job = job
        self.event = -1
        self.books = Books(job, settings)
        self.clock = Clock()
        self.chance = Chance(seed)
        self.warehouse = Warehouse()
        self.scheduler = scheduler or Scheduler()
        self.checker = checker
        self.waiting_presses = deque(presses)
        self._killed: deque[Killed] = deque()
        self._tries: dict[int, Try] = {}
        # What each task instance, and each day's file, waits for: the serial of one occurrence.
        # Any other occurrence that comes due for it is stale.
        self._awaited = [0] * len(self.books.task_state)
        self._awaited_file = [0] * len(job.days)

    def press(self, press: Press) -> None:
        """Press now: it takes effect at the next step, after the event that was the last."""
        self.waiting_presses.append(RecordedPress(self.event, press))

    def step(self) -> Event | None:
        """Make the next event happen. None when nothing is left to happen."""
        event = self._next_event()
        if event is not None and self.checker is not None:
            self.checker.see(event, self.warehouse)
        return event

    def week(self) -> Week:
        """The frozen picture after the last event."""
        return Week(
            job=self.job,
            event=self.event,
            minute=self.clock.minute,
            settings=self.books.settings,
            runs=tuple(self._run(day) for day in range(len(self.job.days))),
            report=self.warehouse.picture(),
        )

    def _next_event(self) -> Event | None:
        if self.event < 0:
            return SwitchedOn(self._count(), self.clock.minute)
        if self._killed:
            return self._end_killed_try()
        if self.waiting_presses and self.waiting_presses[0].at_event <= self.event:
            return self._take_press(self.waiting_presses.popleft().press)
        while True:
            if (day := self.books.done_runs.first()) is not None:
                return self._end_run(day)
            if (day := self.scheduler.run_to_start(self.books)) is not None:
                return self._start_run(day)
            if (instance := self.scheduler.task_to_start(self.books)) is not None:
                return self._start_try(instance)
            occurrence = self._next_occurrence()
            if occurrence is None:
                return None
            self.clock.minute = occurrence.minute
            if (event := self._come_due(occurrence)) is not None:
                return event

    def _count(self) -> int:
        self.event += 1
        return self.event

    # What comes due.

    def _next_occurrence(self) -> Occurrence | None:
        """The next occurrence that something still waits for."""
        while (occurrence := self.clock.pop()) is not None:
            awaited = self._awaited_file if occurrence.kind is Kind.FILE_ARRIVES else self._awaited
            if awaited[occurrence.index] == occurrence.serial:
                awaited[occurrence.index] = 0
                return occurrence
        return None

    def _come_due(self, occurrence: Occurrence) -> Event | None:
        match occurrence.kind:
            case Kind.FILE_ARRIVES:
                return self._file_arrives(occurrence.index)
            case Kind.TRY_ENDS:
                return self._try_comes_to_its_end(occurrence.index)
            case Kind.RETRY_IS_DUE:
                self._make_ready(occurrence.index)
                return None

    def _file_arrives(self, day: int) -> Event:
        first = day * len(self.job.tasks)
        for task, definition in enumerate(self.job.tasks):
            instance = first + task
            looked_in_vain = (
                definition.action is Action.WAIT_FOR_FILE
                and self.books.task_state[instance] is RUNNING
                and not self._awaited[instance]
            )
            if looked_in_vain:
                self._announce(self.clock.minute, Kind.TRY_ENDS, instance)
        return FileArrived(self._count(), self.clock.minute, day)

    def _try_comes_to_its_end(self, instance: int) -> Event | None:
        day, task = divmod(instance, len(self.job.tasks))
        definition = self.job.tasks[task]
        if definition.action is Action.WAIT_FOR_FILE and self.books.file_at_min[day] > self.clock.minute:
            return None  # the try goes on; the file's arrival will end it
        return self._end_try(instance, self._outcome(instance))

    def _outcome(self, instance: int) -> TryOutcome:
        day, task = divmod(instance, len(self.job.tasks))
        definition = self.job.tasks[task]
        fails = self._tries[instance].draw.fails
        if definition.action is Action.COMPARE_COUNTS and definition.table is not None:
            partition = Partition(definition.table, self.job.days[day].logical_date)
            fails = fails or self.warehouse.rows(partition) != self.job.source[partition]
        return TryOutcome.FAILED if fails else TryOutcome.SUCCESS

    # Runs.

    def _start_run(self, day: int) -> Event:
        books = self.books
        books.queued_runs.discard(day)
        books.run_state[day] = RunState.RUNNING
        books.active_runs += 1
        self._settle_run(day)
        return RunStarted(self._count(), self.clock.minute, day)

    def _end_run(self, day: int) -> Event:
        books = self.books
        first = day * len(self.job.tasks)
        states = books.task_state[first : first + len(self.job.tasks)]
        outcome = (
            RunState.SUCCESS if all(state is SUCCESS for state in states) else RunState.FAILED
        )
        books.done_runs.discard(day)
        books.run_state[day] = outcome
        books.active_runs -= 1
        return RunEnded(self._count(), self.clock.minute, day, outcome)

    def _settle_run(self, day: int) -> None:
        """Find out, for every step of an active run, whether it is ready or can never start."""
        first = day * len(self.job.tasks)
        for instance in range(first, first + len(self.job.tasks)):
            self._settle(instance)
        self._note_if_done(day)

    def _note_if_done(self, day: int) -> None:
        if self.books.unfinished_tasks[day] == 0:
            self.books.done_runs.add(day)

    # Tasks.

    def _settle(self, instance: int) -> None:
        """Find out whether a step that has not begun is ready, or can never start."""
        books = self.books
        if books.task_state[instance] is not NONE:
            return
        day, task = divmod(instance, len(self.job.tasks))
        first = instance - task
        needed = [books.task_state[first + need] for need in self.job.upstream[task]]
        if FAILED in needed or UPSTREAM_FAILED in needed:
            self._finish(instance, UPSTREAM_FAILED)
        elif self.scheduler.upstream_succeeded(books, instance):
            self._make_ready(instance)

    def _finish(self, instance: int, state: TaskState) -> None:
        """Bring a step to a final state, and see what that means for the steps that need it."""
        day, task = divmod(instance, len(self.job.tasks))
        self.books.task_state[instance] = state
        self._ready_list(task).discard(instance)
        self.books.unfinished_tasks[day] -= 1
        for later in self.job.downstream[task]:
            self._settle(instance - task + later)
        self._note_if_done(day)

    def _ready_list(self, task: int) -> WaitList:
        return self.books.ready[self.job.tasks[task].pool]

    def _make_ready(self, instance: int) -> None:
        self._ready_list(instance % len(self.job.tasks)).add(instance)

    def _announce(self, minute: int, kind: Kind, instance: int) -> None:
        self._awaited[instance] = self.clock.announce(minute, kind, instance)

    # Tries.

    def _start_try(self, instance: int) -> Event:
        books, minute = self.books, self.clock.minute
        day, task = divmod(instance, len(self.job.tasks))
        definition = self.job.tasks[task]
        draw = self.chance.draw(definition)
        self._tries[instance] = the_try = Try(minute, draw, books.settings)
        self._ready_list(task).discard(instance)
        books.slots_held[definition.pool] += 1
        books.task_state[instance] = RUNNING
        books.try_number[instance] += 1
        books.retry_at_min[instance] = None
        self._announce(minute + draw.duration_min, Kind.TRY_ENDS, instance)
        writes = self._write(instance, the_try, outcome=None)
        return TryStarted(self._count(), minute, day, task, books.try_number[instance], writes)

    def _end_try(self, instance: int, outcome: TryOutcome) -> Event:
        books, minute = self.books, self.clock.minute
        day, task = divmod(instance, len(self.job.tasks))
        definition = self.job.tasks[task]
        try_number = books.try_number[instance]
        writes = self._write(instance, self._tries.pop(instance), outcome)
        books.slots_held[definition.pool] -= 1
        retry_at_min: int | None = None
        if outcome is TryOutcome.SUCCESS:
            self._finish(instance, SUCCESS)
        elif try_number < definition.max_tries:
            retry_at_min = minute + definition.retry_delays_min[try_number - 1]
            books.task_state[instance] = UP_FOR_RETRY
            books.retry_at_min[instance] = retry_at_min
            self._announce(retry_at_min, Kind.RETRY_IS_DUE, instance)
        else:
            self._finish(instance, FAILED)
        return TryEnded(self._count(), minute, day, task, try_number, outcome, writes, retry_at_min)

    def _end_killed_try(self) -> Event:
        """Say the end of a try that a clear has stopped. Its slot is free and its step reset already."""
        instance, try_number, the_try = self._killed.popleft()
        day, task = divmod(instance, len(self.job.tasks))
        writes = self._write(instance, the_try, TryOutcome.KILLED)
        return TryEnded(
            self._count(), self.clock.minute, day, task, try_number, TryOutcome.KILLED, writes, None
        )

    def _write(self, instance: int, the_try: Try, outcome: TryOutcome | None) -> tuple[Write, ...]:
        """Make the writes of a load that starts (no outcome yet) or ends. Other steps write nothing."""
        day, task = divmod(instance, len(self.job.tasks))
        definition = self.job.tasks[task]
        if definition.action is not Action.LOAD or definition.table is None:
            return ()
        own_date = self.job.days[day].logical_date
        settings = the_try.settings
        writes = self.scheduler.load_writes(
            settings.write_mode,
            outcome,
            definition.table,
            own_date if settings.load_date is LoadDate.OWN else self.job.clock_date(self.clock.minute),
            self._rows_sent(the_try, outcome, self.job.source[Partition(definition.table, own_date)]),
        )
        for write in writes:
            self.warehouse.apply(write)
        return writes

    def _rows_sent(self, the_try: Try, outcome: TryOutcome | None, source_rows: int) -> int:
        """How many of its rows a load has sent when it starts, fails, is killed or succeeds."""
        draw = the_try.draw
        rows_by_its_end = int(draw.share * source_rows) if draw.fails else source_rows
        if outcome is None:
            return 0
        if outcome is TryOutcome.KILLED:
            return rows_by_its_end * (self.clock.minute - the_try.started_min) // draw.duration_min
        return rows_by_its_end

    # Presses.

    def _take_press(self, press: Press) -> Event:
        books, refused = self.books, None
        match press:
            case Clear(day, task):
                self._clear(day, task)
            case MakeLate(day, minutes):
                refused = self._make_late(day, minutes)
            case SetMaxActiveRuns(max_active_runs):
                books.settings = replace(books.settings, max_active_runs=max_active_runs)
            case SetWriteMode(write_mode):
                books.settings = replace(books.settings, write_mode=write_mode)
            case SetLoadDate(load_date):
                books.settings = replace(books.settings, load_date=load_date)
        return Pressed(self._count(), self.clock.minute, press, refused)

    def _clear(self, day: int, task: int | None) -> None:
        """Reset a day's steps. A run that has ended queues again, and so does one cleared whole.

        A run that is active and only partly cleared keeps its place: its other steps may be running.
        """
        books = self.books
        first = day * len(self.job.tasks)
        cleared = range(len(self.job.tasks)) if task is None else self.job.and_downstream[task]
        for index in cleared:
            self._reset(first + index)
        books.unfinished_tasks[day] = books.count_unfinished(day)
        books.done_runs.discard(day)
        active = books.run_state[day] is RunState.RUNNING
        if active and task is not None:
            self._settle_run(day)
            return
        if active:
            books.active_runs -= 1
        books.run_state[day] = RunState.QUEUED
        books.queued_runs.add(day)

    def _reset(self, instance: int) -> None:
        """Put a step back to its beginning. A running try is stopped and its slot freed at once."""
        books = self.books
        task = instance % len(self.job.tasks)
        if books.task_state[instance] is RUNNING:
            books.slots_held[self.job.tasks[task].pool] -= 1
            self._killed.append(Killed(instance, books.try_number[instance], self._tries.pop(instance)))
        self._ready_list(task).discard(instance)
        self._awaited[instance] = 0
        books.task_state[instance] = NONE
        books.try_number[instance] = 0
        books.retry_at_min[instance] = None

    def _make_late(self, day: int, minutes: int) -> str | None:
        """Announce that the day's file comes later. Returns the reason if that is no longer possible."""
        books = self.books
        first = day * len(self.job.tasks)
        for task, definition in enumerate(self.job.tasks):
            if definition.action is Action.WAIT_FOR_FILE:
                if books.task_state[first + task] is SUCCESS:
                    return "The day's wait has already succeeded: its file has been read."
        books.file_at_min[day] = self.clock.minute + minutes
        self._awaited_file[day] = self.clock.announce(books.file_at_min[day], Kind.FILE_ARRIVES, day)
        return None

    def _run(self, day: int) -> Run:
        books = self.books
        first = day * len(self.job.tasks)
        return Run(
            day_id=self.job.days[day].day_id,
            logical_date=self.job.days[day].logical_date,
            state=books.run_state[day],
            tasks=tuple(
                TaskInstance(
                    definition.task_id,
                    books.task_state[first + task],
                    books.try_number[first + task],
                    books.retry_at_min[first + task],
                )
                for task, definition in enumerate(self.job.tasks)
            ),
            file_at_min=books.file_at_min[day],
        )
