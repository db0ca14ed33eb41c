"""The trunk: takes what comes next, changes the books, says the change as an event, asks the checker."""

from bisect import insort
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import sub
from typing import NamedTuple, assert_never

from sim.books import Books
from sim.chance import Chance, Draw
from sim.clock import Clock
from sim.events import (
    Event,
    FileArrived,
    Pressed,
    RunEnded,
    RunStarted,
    SwitchedOn,
    TryEnded,
    TryStarted,
    day_of,
    writes_of,
)
from sim.fast import (
    ACTIVE,
    COMPARE_COUNTS,
    FAILED,
    LOAD,
    NONE,
    OWN_DAY,
    QUEUED,
    RUN_FAILED,
    RUN_SUCCEEDED,
    RUNNING,
    SUCCESS,
    TRY_FAILED,
    TRY_KILLED,
    TRY_SUCCEEDED,
    UP_FOR_RETRY,
    UPSTREAM_FAILED,
    WAIT_FOR_FILE,
    said,
)
from sim.job import Job, Partition, Settings
from sim.model import Refusal, Run, TaskInstance, TaskState, TryOutcome, Week
from sim.presses import (
    Clear,
    MakeLate,
    Press,
    RecordedPress,
    SetLoadDate,
    SetMaxActiveRuns,
    SetWriteMode,
)
from sim.scheduler import Scheduler
from sim.warehouse import Warehouse
from sim.witness.checker import Checker
from sim.writes import Write

NO_WRITES: tuple[Write, ...] = ()


# A try that runs: the minute it began, what chance said of it, the settings it began under, its number, and
# its number since the step was last cleared. A plain tuple, because one is made for every try.
Try = tuple[int, Draw, Settings, int, int]


class Killed(NamedTuple):
    """A try that a clear has stopped and whose end is still to be said."""

    instance: int
    the_try: Try


class Simulator:
    """One week in progress. ``step()`` makes the next event happen; ``week()`` is the picture after it.

    ``for event in simulator.life`` steps too, at less cost.

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
        # A cached property costs three times as much as an attribute, and these are read at every try.
        self._instances, self._needed_by = job.instances, job.needed_by
        self._own_partition, self._source = job.own_partition, job.source
        self.event = -1
        self.books = Books(job, settings)
        self.clock = Clock()
        self.chance = Chance(seed)
        self.warehouse = Warehouse()
        self.scheduler = scheduler or Scheduler()
        self.waiting_presses = deque(presses)
        self._killed: deque[Killed] = deque()
        self._tries: dict[int, Try] = {}  # the last of each task instance
        # Waits that have looked for their file in vain: only its arrival ends them. They stay here until
        # they are cleared; before that their file cannot be late again.
        self._looked_in_vain: set[int] = set()
        # Bound once: every try announces its end.
        self._try_ends = self._end_try
        # Makes the next event happen; None when nothing is left to happen, until something is pressed.
        self.life = self._live(checker)
        self.step: Callable[[], Event | None] = self.life.__next__

    def press(self, press: Press) -> None:
        """Press now: it takes effect at the next step, after the event that was the last."""
        self.waiting_presses.append(RecordedPress(self.event, press))

    def refusal(self, press: Press) -> Refusal | None:
        """Why nothing would come of the press, were it made now; None if it would take effect."""
        if isinstance(press, MakeLate):
            first = press.day * len(self.job.tasks)
            for task, definition in enumerate(self.job.tasks):
                if definition.action is WAIT_FOR_FILE and self.books.task_state[first + task] is SUCCESS:
                    return Refusal.FILE_WAS_READ
        return None

    def leaves_as_it_is(self, press: Press) -> Refusal | None:
        """Why the press, were it made now, would be an event that changes nothing; None if it changes any.

        Such a press can be made all the same: a history may hold it.
        """
        books = self.books
        match press:
            case Clear(day, task):
                first = day * len(self.job.tasks)
                reset = range(len(self.job.tasks)) if task is None else self.job.and_downstream[task]
                begun = any(books.task_state[first + each] is not NONE for each in reset)
                keeps_its_place = task is not None or books.run_state[day] is QUEUED
                return None if begun or not keeps_its_place else Refusal.NOTHING_STARTED
            case MakeLate(day, minutes):
                same = books.file_due_min[day] == self.clock.minute + minutes
            case SetMaxActiveRuns(max_active_runs):
                same = books.settings.max_active_runs == max_active_runs
            case SetWriteMode(write_mode):
                same = books.settings.write_mode is write_mode
            case SetLoadDate(load_date):
                same = books.settings.load_date is load_date
            case _:
                assert_never(press)
        return Refusal.AS_IT_IS if same else None

    def has_ended(self) -> bool:
        """Has every run ended, with no press still to come? Then nothing more will happen."""
        going_on = (QUEUED, ACTIVE)
        return not (
            self._killed or self.waiting_presses or any(state in going_on for state in self.books.run_state)
        )

    def week(self) -> Week:
        """The frozen picture after the last event."""
        runs = tuple(self._run(day) for day in range(len(self.job.days)))
        return self._picture(runs, self.warehouse.picture())

    def week_after(self, before: Week, event: Event) -> Week:
        """The same, from the picture ``before`` the last event: only what ``event`` has changed is drawn."""
        runs, day = before.runs, day_of(event)
        if day is not None:
            runs = (*runs[:day], self._run(day), *runs[day + 1 :])
        return self._picture(runs, self.warehouse.picture() if writes_of(event) else before.report)

    def _picture(self, runs: tuple[Run, ...], report: Mapping[Partition, int]) -> Week:
        return Week(self.job, self.event, self.clock.minute, self.books.settings, runs, report)

    def _live(self, checker: Checker | None) -> Iterator[Event | None]:
        """The whole life of a week: of each minute first all that it brings, then what may start in it.

        So the oldest day is let in first, however it became due.
        """
        books, clock, scheduler, warehouse = self.books, self.clock, self.scheduler, self.warehouse
        killed, presses, queue = self._killed, self.waiting_presses, clock.queue
        ready, done_runs = books.ready, books.done_runs
        a_run_may_start = True  # asked again only after something that can free a place or queue a day
        # Is more due in this minute? Asked again only after something that was due, or a press.
        minute, more_is_due = clock.minute, False
        happened = self._switch_on()
        while True:
            if checker is not None:
                checker.see(happened, warehouse)
            yield happened
            event: Event | None = None
            while event is None:
                if killed:
                    event = self._end_killed_try()
                elif presses and presses[0].at_event <= self.event:
                    event = self._take_press(presses.popleft().press)
                    a_run_may_start = True
                    more_is_due = queue[0][0] == minute if queue else False
                elif done_runs:
                    event = self._end_run(done_runs[0])
                    a_run_may_start = True
                elif more_is_due:
                    _, _, happens, index = clock.pop()
                    event = happens(index)
                    more_is_due = queue[0][0] == minute if queue else False
                elif a_run_may_start:
                    if (day := scheduler.run_to_start(books)) is not None:
                        event = self._start_run(day)
                    else:
                        a_run_may_start = False
                elif ready and (instance := scheduler.task_to_start(books)) is not None:
                    event = self._start_try(instance)
                elif queue:
                    minute, _, happens, index = clock.pop()
                    clock.minute = minute
                    event = happens(index)
                    more_is_due = queue[0][0] == minute if queue else False
                else:
                    yield None  # nothing is left to happen, until something is pressed
            happened = event

    def _retry_is_due(self, instance: int) -> None:
        insort(self.books.ready, instance)

    # Runs.

    def _switch_on(self) -> Event:
        self.event += 1
        return SwitchedOn(self.event, self.clock.minute)

    def _file_of(self, day: int) -> int:
        """What a day's file goes by in the queue: a number after those of all task instances."""
        return len(self._instances) + day

    def _file_arrives(self, file: int) -> Event:
        day, tasks = file - self._file_of(0), len(self.job.tasks)
        self.books.file_due_min[day] = None
        for instance in range(day * tasks, (day + 1) * tasks):
            if instance in self._looked_in_vain:
                self.clock.announce(self.clock.minute, self._try_ends, instance)
        self.event += 1
        return FileArrived(self.event, self.clock.minute, day)

    def _start_run(self, day: int) -> Event:
        books = self.books
        books.queued_runs.remove(day)
        books.run_state[day] = ACTIVE
        books.active_runs += 1
        self._look_over_run(day)
        self.event += 1
        return said(RunStarted, (self.event, self.clock.minute, day))

    def _end_run(self, day: int) -> Event:
        books, tasks = self.books, len(self.job.tasks)
        succeeded = books.task_state[day * tasks : (day + 1) * tasks].count(SUCCESS)
        outcome = RUN_SUCCEEDED if succeeded == tasks else RUN_FAILED
        books.done_runs.remove(day)
        books.run_state[day] = outcome
        books.active_runs -= 1
        self.event += 1
        return said(RunEnded, (self.event, self.clock.minute, day, outcome))

    def _look_over_run(self, day: int) -> None:
        """Find out, for every step of an active run, whether it is ready or can never start."""
        books, tasks = self.books, len(self.job.tasks)
        states, scheduler = books.task_state, self.scheduler
        for instance in range(day * tasks, (day + 1) * tasks):
            if states[instance] is NONE:
                if scheduler.upstream_succeeded(books, instance):
                    if instance not in books.ready:
                        insort(books.ready, instance)
                elif books.failed_needs[instance]:
                    self._fail(instance, UPSTREAM_FAILED)

    # Tasks.

    def _succeed(self, instance: int, day: int) -> None:
        """Bring a step to success. The steps that needed only this one are ready now."""
        books = self.books
        states = books.task_state
        states[instance] = SUCCESS
        for later in self._needed_by[instance]:
            books.missing_needs[later] -= 1
            if (
                states[later] is NONE
                and self.scheduler.upstream_succeeded(books, later)
                and later not in books.ready
            ):
                insort(books.ready, later)
        books.unfinished_tasks[day] = unfinished = books.unfinished_tasks[day] - 1
        if not unfinished:
            insort(books.done_runs, day)

    def _fail(self, instance: int, state: TaskState) -> None:
        """Bring a step to a failed state. The steps that need it can never start."""
        books = self.books
        day, _, _ = self._instances[instance]
        books.task_state[instance] = state
        books.unfinished_tasks[day] -= 1
        if instance in books.ready:
            books.ready.remove(instance)
        for later in self._needed_by[instance]:
            if books.task_state[later] is NONE:
                self._fail(later, UPSTREAM_FAILED)
        if not books.unfinished_tasks[day] and day not in books.done_runs:
            insort(books.done_runs, day)

    # Tries.

    def _start_try(self, instance: int) -> Event:
        books, minute = self.books, self.clock.minute
        day, task, definition = self._instances[instance]
        draw = self.chance.draw(definition)
        books.try_number[instance] = try_number = books.try_number[instance] + 1
        since_clear = try_number - books.cleared_at_try[instance]
        self._tries[instance] = (minute, draw, books.settings, try_number, since_clear)
        self.clock.announce(minute + draw[0], self._try_ends, instance)
        books.ready.remove(instance)
        if (pool := definition.pool) is not None:
            books.slots_held[pool] += 1
        books.task_state[instance] = RUNNING
        books.retry_at_min[instance] = None
        writes = NO_WRITES
        if definition.action is LOAD and self.scheduler.writes_at_start:
            writes = self._write(instance, self._tries[instance], None)
        self.event = number = self.event + 1
        return said(TryStarted, (number, minute, day, task, try_number, since_clear, writes))

    def _end_try(self, instance: int) -> Event | None:
        """End a try. None for a wait whose file is not there: it goes on until the file's arrival ends it."""
        books, minute = self.books, self.clock.minute
        day, task, definition = self._instances[instance]
        action, the_try = definition.action, self._tries[instance]
        _, draw, _, try_number, since_clear = the_try
        fails, writes = draw[1], NO_WRITES
        if action is LOAD:
            writes = self._write(instance, the_try, TRY_FAILED if fails else TRY_SUCCEEDED)
        elif action is COMPARE_COUNTS:
            fails = fails or self._counts_differ(instance)
        elif action is WAIT_FOR_FILE and books.file_due_min[day] is not None:
            self._looked_in_vain.add(instance)
            return None
        if (pool := definition.pool) is not None:
            books.slots_held[pool] -= 1
        self.event = number = self.event + 1
        if not fails:
            self._succeed(instance, day)
            return said(
                TryEnded, (number, minute, day, task, try_number, since_clear, TRY_SUCCEEDED, writes, None)
            )
        retry_at_min: int | None = None
        if since_clear < definition.max_tries:
            retry_at_min = minute + definition.retry_delays_min[since_clear - 1]
            books.task_state[instance] = UP_FOR_RETRY
            books.retry_at_min[instance] = retry_at_min
            self.clock.announce(retry_at_min, self._retry_is_due, instance)
        else:
            self._fail(instance, FAILED)
        return said(
            TryEnded, (number, minute, day, task, try_number, since_clear, TRY_FAILED, writes, retry_at_min)
        )

    def _counts_differ(self, instance: int) -> bool:
        own = self._own_partition[instance]
        return self.warehouse.rows(own) != self._source[own]

    def _end_killed_try(self) -> Event:
        """Say the end of a try that a clear has stopped. Its slot is free and its step reset already."""
        instance, the_try = self._killed.popleft()
        day, task, definition = self._instances[instance]
        writes = self._write(instance, the_try, TRY_KILLED) if definition.action is LOAD else ()
        self.event += 1
        numbers = the_try[3:]
        return said(TryEnded, (self.event, self.clock.minute, day, task, *numbers, TRY_KILLED, writes, None))

    def _write(self, instance: int, the_try: Try, outcome: TryOutcome | None) -> tuple[Write, ...]:
        """Make the writes of a load that starts (no outcome yet) or ends."""
        own = self._own_partition[instance]
        settings = the_try[2]
        writes = self.scheduler.load_writes(
            settings.write_mode,
            outcome,
            own.table,
            own.date if settings.load_date is OWN_DAY else self.job.clock_date(self.clock.minute),
            0 if outcome is None else self._rows_sent(the_try, outcome, self._source[own]),
        )
        for write in writes:
            self.warehouse.apply(write)
        return writes

    def _rows_sent(self, the_try: Try, outcome: TryOutcome, source_rows: int) -> int:
        """How many of its rows a load has sent when it fails, is killed or succeeds."""
        started_min, (duration_min, fails, share), *_ = the_try
        rows_by_its_end = int(share * source_rows) if fails else source_rows
        if outcome is TRY_KILLED:
            return rows_by_its_end * (self.clock.minute - started_min) // duration_min
        return rows_by_its_end

    # Presses.

    def _take_press(self, press: Press) -> Event:
        books, refused = self.books, self.refusal(press)
        match press:
            case Clear(day, task):
                self._clear(day, task)
            case MakeLate(day, minutes):
                if refused is None:
                    self._make_late(day, minutes)
            case SetMaxActiveRuns(max_active_runs):
                books.settings = replace(books.settings, max_active_runs=max_active_runs)
            case SetWriteMode(write_mode):
                books.settings = replace(books.settings, write_mode=write_mode)
            case SetLoadDate(load_date):
                books.settings = replace(books.settings, load_date=load_date)
            case _:
                assert_never(press)
        self.event += 1
        return Pressed(self.event, self.clock.minute, press, refused)

    def _clear(self, day: int, task: int | None) -> None:
        """Reset a day's steps. A run that has ended queues again, and so does one cleared whole.

        A run that is active and only partly cleared keeps its place: its other steps may be running.
        """
        books = self.books
        first = day * len(self.job.tasks)
        for index in range(len(self.job.tasks)) if task is None else self.job.and_downstream[task]:
            self._reset(first + index)
        books.count_day(day)
        if day in books.done_runs:
            books.done_runs.remove(day)
        active = books.run_state[day] is ACTIVE
        if active and task is not None:
            self._look_over_run(day)
            return
        if active:
            books.active_runs -= 1
        if books.run_state[day] is not QUEUED:
            books.run_state[day] = QUEUED
            insort(books.queued_runs, day)

    def _reset(self, instance: int) -> None:
        """Put a step back to its beginning. A running try is stopped and its slot freed at once."""
        books = self.books
        _, _, definition = self._instances[instance]
        if books.task_state[instance] is RUNNING:
            if definition.pool is not None:
                books.slots_held[definition.pool] -= 1
            self._killed.append(Killed(instance, self._tries[instance]))
        if instance in books.ready:
            books.ready.remove(instance)
        self.clock.cancel(instance)
        self._looked_in_vain.discard(instance)
        books.task_state[instance] = NONE
        books.cleared_at_try[instance] = books.try_number[instance]  # all its tries are allowed anew
        books.retry_at_min[instance] = None

    def _make_late(self, day: int, minutes: int) -> None:
        """Announce that the day's file comes later."""
        due_min = self.clock.minute + minutes
        self.books.file_due_min[day] = due_min
        file = self._file_of(day)
        self.clock.cancel(file)  # as announced before, it will not come
        self.clock.announce(due_min, self._file_arrives, file)

    def _run(self, day: int) -> Run:
        """The picture of one run."""
        books, definition = self.books, self.job.days[day]
        its = slice(day * len(self.job.tasks), (day + 1) * len(self.job.tasks))
        tries = books.try_number[its]
        since_clear = map(sub, tries, books.cleared_at_try[its])
        instances = zip(
            self.job.task_index,
            books.task_state[its],
            tries,
            since_clear,
            books.retry_at_min[its],
            strict=True,
        )
        return Run(
            day_id=definition.day_id,
            logical_date=definition.logical_date,
            state=books.run_state[day],
            tasks=tuple([said(TaskInstance, each) for each in instances]),
            file_due_min=books.file_due_min[day],
        )
