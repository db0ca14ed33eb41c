"""What the tests of the simulator share: weeks to play, jobs beside the bakery's, events in words."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from sim.books import Books
from sim.events import Event, FileArrived, Pressed, RunEnded, RunStarted, SwitchedOn, TryEnded, TryStarted
from sim.history import History
from sim.job import Action, Day, Job, LoadDate, Partition, Pool, Settings, Task, WriteMode
from sim.jobs import BAKERY, OPENING
from sim.model import SchedulerName, TryOutcome
from sim.presses import press_to_wire, read_recorded_press
from sim.replay import Replayed, replay
from sim.scheduler import Scheduler
from sim.witness.findings import Property

MON, TUE, WED, THU, FRI, SAT, SUN = range(7)
WAIT, EXTRACT, CONVERT, LOAD, CHECK = range(5)


def with_step(job: Job, step: str, **changes: Any) -> Job:  # noqa: ANN401, fields of Task
    """The job with one of its steps changed."""
    return replace(
        job,
        tasks=tuple(replace(task, **changes) if task.task_id == step else task for task in job.tasks),
    )


def without_chance(job: Job, **minutes: int) -> Job:
    """The job with steps that never fail on their own and always take the minutes given."""
    for step, taken in minutes.items():
        job = with_step(job, step, failure_rate=0.0, duration_min=(taken, taken))
    return job


# The bakery on a day without chance: every minute of its weeks can be worked out on paper.
STEADY = without_chance(BAKERY, wait=1, extract=5, convert=3, load=10, check=1)

# Branches that part and meet again, three tables, a pool each for two of them, and 27 days.
WHOLESALER = Job(
    job_id="wholesaler",
    tasks=(
        Task("wait", Action.WAIT_FOR_FILE),
        Task("orders", Action.WORK, needs=("wait",), retry_delays_min=(5, 10), duration_min=(2, 4)),
        Task("returns", Action.WORK, needs=("wait",), retry_delays_min=(5, 10), duration_min=(1, 6)),
        Task("prices", Action.WORK, needs=("wait",), duration_min=(3, 3)),
        Task("join", Action.WORK, needs=("orders", "returns"), duration_min=(2, 2)),
        Task("load_net", Action.LOAD, needs=("join", "prices"), table="net", pool="warehouse"),
        Task("load_returns", Action.LOAD, needs=("returns",), table="returns", pool="warehouse"),
        Task("load_prices", Action.LOAD, needs=("prices",), table="prices", pool="archive"),
        Task("check_net", Action.COMPARE_COUNTS, needs=("load_net",), table="net"),
        Task("check_returns", Action.COMPARE_COUNTS, needs=("load_returns",), table="returns"),
        Task("publish", Action.WORK, needs=("check_net", "check_returns", "load_prices")),
    ),
    pools=(Pool("warehouse", 2), Pool("archive", 1)),
    tables=("net", "returns", "prices"),
    days=tuple(
        Day(f"d{number + 1}", date(2026, 2, 1) + timedelta(days=number), (100 + number, 10 + number, 7))
        for number in range(27)
    ),
    switched_on=datetime(2026, 2, 28, 5, 30),
)


def history_of(
    *presses: str,
    seed: int = OPENING.seed,
    write: str = "append",
    date: str = "own",
    runs: int = 3,
    job: Job = BAKERY,
    scheduler: str = "right",
) -> History:
    """The opening history, but for what is given."""
    settings = Settings(WriteMode(write), LoadDate(date), runs)
    return History(
        job,
        seed,
        settings,
        tuple(read_recorded_press(press, job) for press in presses),
        scheduler=SchedulerName(scheduler),
    )


def play_week(
    *presses: str,
    seed: int = OPENING.seed,
    write: str = "append",
    date: str = "own",
    runs: int = 3,
    job: Job = BAKERY,
    until: int | None = None,
) -> Replayed:
    """The week of ``history_of``, played to its end or until an event."""
    history = history_of(*presses, seed=seed, write=write, date=date, runs=runs, job=job)
    return replay(history, until=until)


def in_words(event: Event, job: Job = BAKERY) -> str:
    """An event in a few words: the minute, the day, the step, what happened."""
    return f"{event.minute} {_happened(event, job)}"


def _happened(event: Event, job: Job) -> str:
    match event:
        case SwitchedOn():
            return "switched on"
        case FileArrived(day=day):
            return f"{job.days[day].day_id} file arrived"
        case RunStarted(day=day):
            return f"{job.days[day].day_id} run started"
        case RunEnded(day=day, outcome=run_outcome):
            return f"{job.days[day].day_id} run {run_outcome.value}"
        case TryStarted(day=day, task=task, try_number=number):
            return f"{job.days[day].day_id} {job.tasks[task].task_id} try {number} started"
        case TryEnded(day=day, task=task, try_number=number, outcome=outcome, retry_at_min=retry_at_min):
            rows = f", {sum(write.rows for write in event.writes)} rows" if event.writes else ""
            due = "" if retry_at_min is None else f", next at {retry_at_min}"
            name = job.tasks[task].task_id
            return f"{job.days[day].day_id} {name} try {number} {outcome.value}{rows}{due}"
        case Pressed(press=press, refused=refused):
            return f"press {press_to_wire(press, job)}" + (", refused" if refused else "")


def words_of(
    events: Iterable[Event], day: str = "", step: str = "", job: Job = BAKERY, since: int = 0
) -> list[str]:
    """The events that name the day and the step, in words, from the event ``since`` on."""
    named = f" {day} {step} " if step else f" {day} " if day else ""
    return [words for event in events if event.event >= since and named in (words := in_words(event, job))]


def event_of(replayed: Replayed, words: str) -> int:
    """The number of the only event that these words describe."""
    job = replayed.week.job
    (number,) = (event.event for event in replayed.events if in_words(event, job) == words)
    return number


def rows_by_day(replayed: Replayed) -> list[int]:
    """How many rows the report holds for each day of the job."""
    return [replayed.week.rows(day) for day in range(len(replayed.week.job.days))]


def states_of(replayed: Replayed, day: int) -> list[str]:
    """Where the steps of a day stand."""
    return [task.state.value for task in replayed.week.runs[day].tasks]


def failed_loads(replayed: Replayed) -> list[TryEnded]:
    """Every try of a load that failed."""
    return [
        event
        for event in replayed.events
        if isinstance(event, TryEnded) and event.task == LOAD and event.outcome is TryOutcome.FAILED
    ]


def broken_at(replayed: Replayed) -> dict[str, int]:
    """The properties that broke, each with the first event that broke it."""
    broken = replayed.checker.broken
    return {each.value: broken[each].event for each in Property if each in broken}


def orders(day: int) -> Partition:
    """Where the orders of a day of the bakery lie."""
    return Partition("orders", BAKERY.days[day].logical_date)


class StartsNothing(Scheduler):
    """A scheduler that leaves every day in the queue."""

    def run_to_start(self, books: Books) -> int | None:
        return None
