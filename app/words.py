"""What the page says: every English word and sentence that Python or the page's script chooses.

A sentence is true of its event and of the week right after it. A language is two files, this one and
sim/words.py, beside the text of index.html.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import cache

from sim.events import Event, FileArrived, Pressed, RunEnded, RunStarted, SwitchedOn, TryEnded, TryStarted
from sim.explain import FileMissing, NeedsStep, NoFreePlace, NoFreeSlot, Reason, WaitsToRetry
from sim.job import Action, Job, LoadDate, Partition, Task, WriteMode
from sim.model import FINAL_RUN_STATES, NotWhole, RunState, SchedulerName, TaskState, TryOutcome, Week
from sim.presses import Clear, MakeLate, SetLoadDate, SetMaxActiveRuns, SetWriteMode
from sim.witness.findings import Property, Violation
from sim.words import figures as figures
from sim.words import no_such_event as no_such_event  # the page says it of a link
from sim.words import refusal as refusal
from sim.writes import DeletePartition, ReplacePartition, Write

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

STATES = {
    TaskState.NONE: "not started",
    TaskState.RUNNING: "running",
    TaskState.UP_FOR_RETRY: "waiting to retry",
    TaskState.SUCCESS: "succeeded",
    TaskState.FAILED: "failed",
    TaskState.UPSTREAM_FAILED: "cannot start",
}
WAITING_FOR_FILE = "waiting for its file"
WAITS_FOR_SLOT = "slot"
WEEK = "Week"
IN_REPORT = "in the report,"
IN_SOURCE = "in the source"
CLEAR = "Clear"  # the name of the day follows it

PROPERTIES = {
    Property.STEPS_IN_ORDER: "Steps in order",
    Property.TWO_LOADS_AT_MOST: "Two loads at most",
    Property.EACH_DAY_ONCE: "Each day counted once",
    Property.ROWS_ACCOUNTED_FOR: "Every row accounted for",
    Property.PLACES: "No more runs than places",
    Property.OLDEST_FIRST: "Oldest day first",
    Property.TRIES: "Three tries, no more and no fewer",
    Property.DELAYS: "Five minutes, then ten",
    Property.TIME: "Time never runs back",
    Property.CLEARED: "Cleared is over",
    Property.NO_IDLING: "Nothing idles that could start",
    Property.ONCE: "One end for each start",
    Property.FILE: "No wait ends without its file",
    Property.VERDICT: "Every outcome is the right one",
    Property.BOUNDED: "No endless week",
    Property.LIVE: "Every run ends",
}
HOLDS = "holds"

# The controls: A load (appends its rows to) (its run's own day); at most (3 runs) at a time.
A_LOAD = "A load"
AT_MOST = "; at most"
AT_A_TIME = "at a time."
WRITE_LABEL = "How a load writes"
WRITE_CHOICES: dict[str, str] = {WriteMode.APPEND: "appends its rows to", WriteMode.OVERWRITE: "overwrites"}
DATE_LABEL = "Which day it writes to"
DATE_CHOICES: dict[str, str] = {
    LoadDate.OWN: "its run\u2019s own day",
    LoadDate.CLOCK: "the clock\u2019s day",
}
RUNS_LABEL = "How many runs at a time"

LATE_LABEL = "Whose file is late"
MAKE_LATE = "Make it late"
START_OVER_LATE = "Start over with it late"

# What a broken scheduler does wrong, said above the board of a week that it runs.
BROKEN_SCHEDULERS = {
    SchedulerName.IGNORES_UPSTREAM: "starts a step before the steps it needs have succeeded",
    SchedulerName.OVERFILLS_WAREHOUSE: "runs a third load beside the two",
    SchedulerName.SPLITS_OVERWRITE: "deletes a day when its load starts, and inserts the rows only when it "
    "ends",
}

# The Try buttons, in their order.
EXPERIMENTS = {
    "count-twice": "Watch Wednesday count twice",
    "write-to-today": "Write to today",
    "rerun": "Rerun Tuesday",
    "late": "Monday five hours late",
    "fix": "Clear Wednesday after the fix",
    "never-recovers": "A failed load that never recovers",
    "stopped": "A cleared load that was running",
}

# Two weeks, side by side: with loads that append on the left, with loads that overwrite on the right.
TWIN_SIDES = {WriteMode.APPEND: "Append", WriteMode.OVERWRITE: "Overwrite"}
TWIN_CAPTION = "The same week with loads that append and with loads that overwrite"
DAY = "Day"
REPORT = "Report"
COMPARED = "Compared"
DIFFERS = "differs"
SAME = "same"

# A week from outside: a link, or a file. What is wrong with it follows the first.
LINK_REFUSED = "This link does not open, so here is the opening week."
FILE_REFUSED = "This file does not open."
LINK_LETTERS = "A link is made of letters, digits and the signs = & : - _ alone."
OLDER_RULES = "It was made under older rules: its later events may have moved."
NOT_A_WEEK = "It is not the JSON of a saved week."

# Questions that have no answer.
UNKNOWN = "The page asked for something that Python does not know."
NO_LIST = "What the page asks for is a list."
NO_JSON = "The page sent what is not JSON."
EVENT_OF_A_WEEK = "The event of a week"
EVENT_OF_AN_ACTION = "The event of an action"
NO_EXPERIMENT = "There is no such experiment."
NOTHING_FOUND = "No week has been found that breaks a property."
BREAKS_NOTHING = "The week that was found breaks nothing."
THE_SHARES = "The shares"
THE_SHARE = "The share"
WEEKS_PLAYED = "The weeks played"

# What the scripts say. They fill in the names in braces.
PAGE_WORDS = {
    "play": "Play",
    "pause": "Pause",
    "position": "event {event} of {last}",
    "slider": "event {event}, {time}. {sentence}",
    "hour": "hour",
    "hours": "hours",
    "python_loading": "Python: {loaded} of {total} MB",
    "python_starting": "Python: starting",
    "python_ready": "Python: ready",
    "python_failed": "Python: not running",
    "no_web_assembly": "Python cannot start: this browser has WebAssembly switched off.",
    "no_storage": "Python cannot start: this browser blocks storage (IndexedDB) for this page.",
    "pyscript_missing": "Python cannot start: PyScript did not load.",
    "file_missing": "Python cannot start: {file} did not load.",
    "worker_silent": "Python cannot start: its worker does not answer.",
    "python_silent": "Python has stopped answering.",
    "hunt_needs_python": "The hunt can start when the simulator has loaded.",
    "hunt_start": "Run 3,000 weeks here",
    "hunt_stop": "Stop",
    "hunt_starting": "Starting Python for the hunt …",
    "try_seen": "(seen)",
    "twin_open": "Compare append with overwrite",
    "twin_close": "Close the comparison",
    "answers_missing": "The answers drawn ahead did not load.",
    "early": "Saved. It runs when the page has loaded.",
    "no_scripts": "The page\u2019s scripts did not load, so what you see is a picture: a press does nothing. "
    "Load the page again.",
    "press_again": "A browser opens a file only at a press: press \u201cOpen one\u201d once more.",
    "saved": "Saved. It runs when the simulator has loaded.",
    "kept": "What you pressed is kept: it runs when Python has started.",
    "python_stopped": "Python has stopped.",
    "still_plays": "The week can still be played.",
    "digest_differs": "Python makes another week than the one drawn here.",
    "at_first_event": "This is the first event.",
    "at_last_event": "This is the last event: nothing more will happen.",
    "set_aside": "The week goes on from here; what was pressed later is set aside. Undo brings it back.",
    "undone": "Undone: the week stands at event {event} again.",
    "redone": "Done again: the week stands at event {event}.",
    "hours_out_of_bounds": "A file is late by 1 to 24 whole hours.",
    "no_later_failure": "Nothing fails and nothing breaks after this event.",
    "nothing_to_undo": "There is nothing to undo.",
    "nothing_to_redo": "There is nothing to redo.",
    "taken_back": "Taken back before it was run.",
    "on_its_way": "The week you asked for comes when the simulator has loaded.",
    "link_on_its_way": "The week of the link is on its way. Until it comes, here is the opening week.",
    "link_copied": "Copied: the link opens this week at event {event}.",
    "link_by_hand": "The page may not copy here. The link stands by the button, to be copied by hand.",
    "file_saved": "Saved as {file}.",
    "story_chosen": "{name}\u2019s story is below the board.",
    "story_waits": "{name}\u2019s story comes when the simulator has loaded.",
    "text_needs_python": "The text can be made when the simulator has loaded.",
    "file_unreadable": "The browser cannot read this file.",
}


# Days, times and numbers.


@cache  # a day's story names the same few times at every event
def clock(job: Job, minute: int) -> str:
    """The time of day at a minute, with the date where it is not the day the job was switched on."""
    moment = job.moment(minute)
    time = f"{moment:%H:%M}"
    return time if moment.date() == job.switched_on.date() else f"{time} on {short_date(moment.date())}"


@cache
def time_of_day(job: Job, minute: int) -> str:
    """The time of day at a minute, always five characters."""
    return f"{job.moment(minute):%H:%M}"


def short_date(day: date) -> str:
    """12 January"""
    return f"{day.day} {MONTHS[day.month - 1]}"


def day_name(job: Job, day: int) -> str:
    """Monday; in a job of more than a week, where that would not be enough, 5 January."""
    logical_date = job.days[day].logical_date
    return WEEKDAYS[logical_date.weekday()] if len(job.days) <= len(WEEKDAYS) else short_date(logical_date)


def date_name(job: Job, on: date) -> str:
    """A date of the report, by its day's name if it is a day of the job."""
    for index, day in enumerate(job.days):
        if day.logical_date == on:
            return day_name(job, index)
    return short_date(on)


def clock_date_label(on: date) -> str:
    """The heading of the row that shows what lies on the clock's day."""
    return f"{short_date(on)} (the clock\u2019s day)"


def event_number(event: int | str) -> str:
    """event 44"""
    return f"event {event}"


def possessive(name: str) -> str:
    """Monday's"""
    return f"{name}\u2019s"


def rows(count: int) -> str:
    """1 row, 2 rows"""
    return f"{count:,} {'row' if count == 1 else 'rows'}"


def runs_choices(days: int) -> dict[str, str]:
    """1 run, 2 runs and so on, up to as many runs as there are days."""
    return {str(count): f"{count} {'run' if count == 1 else 'runs'}" for count in range(1, days + 1)}


def _taken(held: int, of: int, what: str) -> str:
    """2 of 3 places are taken"""
    things = what if of != 1 else what.removesuffix("s")
    return f"{held} of {of} {things} {'is' if held == 1 else 'are'} taken"


def _and(names: Iterable[str]) -> str:
    """a, b and c"""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


# The cells of the board.


def cell(
    state: TaskState, tries: int, max_tries: int, retry_at: str, file_is_missing: bool, failed_step: str
) -> str:
    """What a lamp says in words. ``tries`` counts since the step was last cleared.

    ``retry_at`` is empty where the next try is due and waits for a slot.
    """
    match state:
        case TaskState.RUNNING if file_is_missing:
            return WAITING_FOR_FILE
        case TaskState.RUNNING | TaskState.SUCCESS if tries > 1:
            return f"{STATES[state]}, try {tries} of {max_tries}"
        case TaskState.UP_FOR_RETRY:
            when = f"at {retry_at}" if retry_at else "waits for a slot"
            return f"failed, try {tries + 1} of {max_tries} {when}"
        case TaskState.FAILED if max_tries > 1:
            return f"failed, {tries} of {max_tries} tries"
        case TaskState.UPSTREAM_FAILED:
            return f"{STATES[state]}: {_step(failed_step)} failed"
        case _:
            return STATES[state]


# The properties.


def other_properties(count: int, broken: Iterable[str]) -> str:
    """12 more rules hold; or which of them are broken"""
    names = list(broken)
    return f"{count} more rules hold" if not names else f"broken besides: {_and(names)}"


def not_whole(job: Job, days: Iterable[NotWhole]) -> str:
    """Not whole when its run ended: Thursday 266 of 301 rows."""
    told = [
        f"{day_name(job, each.day)}{_table(job, each.table)} {each.rows:,} "
        f"{'of' if each.rows < each.source else 'instead of'} {each.source:,}"
        for each in days
    ]
    return f"Not whole when {'its run' if len(told) == 1 else 'their runs'} ended: {', '.join(told)} rows."


def _table(job: Job, table: str) -> str:
    """Which table's rows; not said where there is one."""
    return f"\u2019s {table}" if len(job.tables) > 1 else ""


def broken_scheduler(does: str) -> str:
    """The notice above a week that a broken scheduler runs."""
    return f"A scheduler that is broken on purpose runs this week: it {does}. Start over ends that."


# The hunt.


def hunt_so_far(weeks: int, of: int, events: int) -> str:
    """1,200 of 3,000 weeks, 150,321 events."""
    return f"{weeks:,} of {of:,} weeks, {events:,} events."


def hunt_nothing(properties: int) -> str:
    """What a hunt says that has found nothing."""
    return f"No property was broken; {properties} were checked after every event."


def hunt_broken(name: str, weeks: int) -> str:
    """Each day counted once: broken in 2 weeks."""
    return f"{name}: broken in {weeks:,} {'week' if weeks == 1 else 'weeks'}."


SHOW_FIRST = "Show me the first"


def property_broken(violation: Violation) -> str:
    """The few words beside the name of a broken property."""
    return f"broken at event {violation.event}"


def property_figures(job: Job, violation: Violation) -> str:
    """How it was broken: the day, if it was one, and the figures."""
    if violation.logical_date is None:
        return figures(violation.finding)[0].upper() + figures(violation.finding)[1:]
    return f"{date_name(job, violation.logical_date)}: {figures(violation.finding)}"


def property_story(job: Job, violation: Violation, minute: int, cause: str) -> str:
    """When and how it was broken, and what led there."""
    when = time_of_day(job, minute)
    on = violation.logical_date
    where = when if on is None else f"{date_name(job, on)}, {when}"
    return f"{where}: {figures(violation.finding)}. {cause}".strip()


CAUSE_SCHEDULER = "This scheduler is broken on purpose."
CAUSE_DELETES = "The load deletes the day when it starts, not when it ends."


def cause_failed_try(present: int, event: int) -> str:
    """96 are left from the try that failed at event 44."""
    return f"{present:,} are left from the try that failed at event {event}."


def cause_killed_try(present: int, event: int) -> str:
    """82 are left from the try that was stopped at event 45."""
    return f"{present:,} are left from the try that was stopped at event {event}."


def cause_several(present: int, event: int) -> str:
    """146 lay there before, the last of them since event 60."""
    return f"{present:,} lay there before, the last of them since event {event}."


def cause_clear(present: int, event: int) -> str:
    """254 stayed when it was cleared at event 37."""
    return f"{present:,} stayed when it was cleared at event {event}."


def cause_clock(switched_at: int | None) -> str:
    """Loads write to the clock's day since event 45."""
    since = "from the start" if switched_at is None else f"since event {switched_at}"
    return f"Loads write to the clock\u2019s day {since}."


# One sentence for each event: who, what, how many rows, and what comes next.


def sentence(week: Week, event: Event) -> str:
    """What happened, in one or two short sentences, seen in the week right after it."""
    return _sentence(week, event).replace("'", "\u2019")


def _sentence(week: Week, event: Event) -> str:
    match event:
        case SwitchedOn():
            return _switched_on(week)
        case FileArrived():
            return _file_arrived(week, event.day)
        case RunStarted():
            return _run_started(week, event.day)
        case TryStarted():
            return _try_started(week, event)
        case TryEnded():
            return _try_ended(week, event)
        case RunEnded():
            return _run_ended(week, event)
        case Pressed():
            return _pressed(week, event)


def _switched_on(week: Week) -> str:
    job, limit = week.job, week.settings.max_active_runs
    today = job.switched_on.date()
    days = "1 day is" if len(job.days) == 1 else f"{len(job.days)} days are"
    return (
        f"The job is switched on, on {WEEKDAYS[today.weekday()]} {short_date(today)}. "
        f"{days} still to be counted, oldest first, at most {limit} at a time."
    )


def _file_arrived(week: Week, day: int) -> str:
    waits = any(
        instance.state is TaskState.RUNNING and task.action is Action.WAIT_FOR_FILE
        for task, instance in zip(week.job.tasks, week.runs[day].tasks, strict=True)
    )
    arrived = f"{day_name(week.job, day)}'s export file has arrived"
    return f"{arrived}; its wait can end." if waits else f"{arrived}."


def _run_started(week: Week, day: int) -> str:
    active = sum(run.state is RunState.RUNNING for run in week.runs)
    places = _taken(active, week.settings.max_active_runs, "places")
    return f"{day_name(week.job, day)}'s run starts; {places}."


def _try_started(week: Week, event: TryStarted) -> str:
    task = week.job.tasks[event.task]
    starts = f"{_whose(week.job, event.day, task)} starts"
    if event.try_number > event.try_since_clear:
        starts += f", try {event.try_number}: {event.try_since_clear} of {task.max_tries} since the clear"
    elif event.try_number > 1:
        starts += f", try {event.try_number} of {task.max_tries}"
    match task.action:
        case Action.WAIT_FOR_FILE if (due_min := week.runs[event.day].file_due_min) is not None:
            due = clock(week.job, due_min)
            return f"{starts}; the day's export file is due at {due}."
        case Action.WAIT_FOR_FILE:
            return f"{starts}; the day's export file is already there."
        case Action.WORK:
            return f"{starts}."
        case Action.LOAD if event.writes:
            return f"{starts} and deletes what the day holds{_slots(week, task)}."
        case Action.LOAD:
            return f"{starts}{_load_intends(week, event, task)}{_slots(week, task)}."
        case Action.COMPARE_COUNTS:
            return f"{starts}; it compares the report's count for the day with the source's."


def _load_intends(week: Week, event: TryStarted, task: Task) -> str:
    """To which day the load will write how many rows, and what it will meet there."""
    own = _own_partition(week.job, event.day, task)
    source, present = rows(week.job.source[own]), week.report.get(own, 0)
    appends = week.settings.write_mode is WriteMode.APPEND
    if week.settings.load_date is LoadDate.CLOCK:
        to = f"to add {source} to the clock's day" if appends else f"to fill the clock's day with {source}"
    elif not present:
        to = f"to write {source}"
    elif appends:
        to = f"to add {source} to the {present:,} there"
    else:
        to = f"to put {source} in place of {present:,}"
    return f", {to}"


def _slots(week: Week, task: Task) -> str:
    """How full the task's pool is; nothing for a task that needs no slot."""
    if task.pool is None:
        return ""
    held, slots = _pool(week, task.pool)
    return f"; {_taken(held, slots, f'{task.pool} slots')}"


def _try_ended(week: Week, event: TryEnded) -> str:
    match event.outcome:
        case TryOutcome.SUCCESS:
            return _try_succeeded(week, event)
        case TryOutcome.FAILED:
            return _try_failed(week, event)
        case TryOutcome.KILLED:
            return _try_killed(week, event)


def _try_succeeded(week: Week, event: TryEnded) -> str:
    job, task = week.job, week.job.tasks[event.task]
    who = _whose(job, event.day, task)
    match task.action:
        case Action.WAIT_FOR_FILE:
            return f"{who} has found the day's export file.{_what_is_next(week, event)}"
        case Action.WORK:
            return f"{who} succeeded.{_what_is_next(week, event)}"
        case Action.LOAD:
            return f"{who} {_wrote(week, event, task)}.{_what_is_next(week, event)}"
        case Action.COMPARE_COUNTS:
            return f"{who} found {rows(_present(week, event.day, task))}, as many as the source has."


def _wrote(week: Week, event: TryEnded, task: Task) -> str:
    """What a load that succeeded did, and what its own day holds now."""
    job, own = week.job, _own_partition(week.job, event.day, task)
    source, present = job.source[own], week.report.get(own, 0)
    elsewhere = _elsewhere(event, own)
    if any(isinstance(write, ReplacePartition) for write in event.writes):
        where = " in place" if elsewhere is None else f" in place of all on {date_name(job, elsewhere)}"
        did = f"put its {rows(source)}{where}"
    else:
        did = f"added its {rows(source)}" + (f" to {date_name(job, elsewhere)}" if elsewhere else "")
    if elsewhere is None and present == source:
        return f"{did}: the day is whole"
    itself = " itself" if elsewhere else " now"
    return f"{did}: {day_name(job, event.day)}{itself} holds {present:,}, the source {source:,}"


def _try_failed(week: Week, event: TryEnded) -> str:
    job, task = week.job, week.job.tasks[event.task]
    who = _whose(job, event.day, task)
    if task.action is Action.COMPARE_COUNTS:
        source, present = job.source[_own_partition(job, event.day, task)], _present(week, event.day, task)
        return f"{who} failed: the report holds {rows(present)} of the day, the source {source:,}."
    failed = f"{who} failed{_left_behind(week, event, task)}"
    if event.retry_at_min is not None:
        return f"{failed}; it tries again at {clock(job, event.retry_at_min)}."
    stuck = [
        job.tasks[later].task_id
        for later in job.and_downstream[event.task]
        if week.runs[event.day].tasks[later].state is TaskState.UPSTREAM_FAILED
    ]
    after = f"; its {_and(map(_step, stuck))} can never start" if stuck else ""
    return f"{failed}. It was the last of {task.max_tries} tries{after}."


def _try_killed(week: Week, event: TryEnded) -> str:
    task = week.job.tasks[event.task]
    stopped = f"{_whose(week.job, event.day, task)} was stopped by the clear{_left_behind(week, event, task)}"
    return f"{stopped}; the rows stay." if event.writes else f"{stopped}."


def _left_behind(week: Week, event: TryEnded, task: Task) -> str:
    """What a load that did not succeed has written all the same; nothing for any other step."""
    if task.action is not Action.LOAD:
        return ""
    own = _own_partition(week.job, event.day, task)
    written = sum(write.rows for write in event.writes if not isinstance(write, DeletePartition))
    if not event.writes:
        return " and wrote nothing"
    elsewhere = _elsewhere(event, own)
    to = f" to {date_name(week.job, elsewhere)}" if elsewhere else ""
    return f" after writing {written:,} of its {rows(week.job.source[own])}{to}"


def _run_ended(week: Week, event: RunEnded) -> str:
    job, run = week.job, week.runs[event.day]
    present, source = week.rows(event.day), sum(job.days[event.day].source_rows)
    whose = f"{day_name(job, event.day)}'s run has"
    if event.outcome is RunState.SUCCESS:
        ended = f"{whose} succeeded"
    else:
        failed = [_step(task.task_id) for task in run.tasks if task.state is TaskState.FAILED]
        ended = f"{whose} failed at its {_and(failed)}" if failed else f"{whose} failed"
    if all(other.state in FINAL_RUN_STATES for other in week.runs):
        total = sum(job.source.values())
        return f"{ended}. The week is over: the report holds {rows(week.total_rows())}, the source {total:,}."
    if present == source:
        return f"{ended}; the report holds its {rows(present)}, as the source does."
    return f"{ended}; the report holds {rows(present)} for the day, the source {source:,}."


def _pressed(week: Week, event: Pressed) -> str:
    job, press = week.job, event.press
    match press:
        case MakeLate(day) if event.refused:
            return f"{day_name(job, day)}'s file was not made late. {refusal(event.refused)}"
        case _ if event.refused:
            return refusal(event.refused)
        case Clear(day, None):
            goes_back = "its run goes back to its first step and queues again"
            return f"{day_name(job, day)} is cleared: {goes_back}.{_stay(week, day)}"
        case Clear(day, int(task)):
            step = _step(job.tasks[task].task_id)
            as_new = f"is cleared from its {step} on, as if that part had never run"
            return f"{day_name(job, day)} {as_new}.{_stay(week, day)}"
        case MakeLate(day):
            due = clock(job, week.runs[day].file_due_min or week.minute)
            return f"{day_name(job, day)}'s export file is made late: it will be there at {due}."
        case SetMaxActiveRuns(limit):
            active = sum(run.state is RunState.RUNNING for run in week.runs)
            more = f"; the {active} that are active go on" if active > limit else ""
            return f"From now on {'one run' if limit == 1 else f'at most {limit} runs'} at a time{more}."
        case SetWriteMode(WriteMode.APPEND):
            return f"From now on a load adds its rows to what the day holds{_running_loads(week)}."
        case SetWriteMode(WriteMode.OVERWRITE):
            return f"From now on a load replaces what the day holds, in one step{_running_loads(week)}."
        case SetLoadDate(LoadDate.OWN):
            return f"From now on a load writes to its run's own day{_running_loads(week)}."
        case SetLoadDate(LoadDate.CLOCK):
            return f"From now on a load writes to the day that the clock shows{_running_loads(week)}."
        case _:
            raise AssertionError(f"unknown press {press!r}")


def _stay(week: Week, day: int) -> str:
    """That what a day holds outlives the clearing of its run: the reason why append counts twice."""
    present = week.rows(day)
    if not present:
        return ""
    return f" Its {rows(present)} {'stays' if present == 1 else 'stay'} in the report."


def _running_loads(week: Week) -> str:
    running = sum(
        instance.state is TaskState.RUNNING and task.action is Action.LOAD
        for run in week.runs
        for task, instance in zip(week.job.tasks, run.tasks, strict=True)
    )
    if not running:
        return ""
    if running == 1:
        return "; the load that runs now goes on as it began"
    return f"; the {running} that run now go on as they began"


def _what_is_next(week: Week, event: TryEnded) -> str:
    """The steps of the same day that can start now, and whether the first must wait for a slot."""
    job, instances = week.job, week.runs[event.day].tasks
    ready = [
        job.tasks[later]
        for later in job.downstream[event.task]
        if instances[later].state is TaskState.NONE
        and all(instances[need].state is TaskState.SUCCESS for need in job.upstream[later])
    ]
    if not ready:
        return ""
    names = _and(_step(task.task_id) for task in ready)
    pool = ready[0].pool
    if len(ready) == 1 and pool is not None:
        held, slots = _pool(week, pool)
        if held >= slots:
            return f" Its {names} waits: {_taken(held, slots, f'{pool} slots')}."
    return f" Its {names} {'is' if len(ready) == 1 else 'are'} next."


# Facts that the sentences need.


def _step(task_id: str) -> str:
    return task_id.replace("_", " ")


def _whose(job: Job, day: int, task: Task) -> str:
    return f"{day_name(job, day)}'s {_step(task.task_id)}"


def _own_partition(job: Job, day: int, task: Task) -> Partition:
    """The place in the report that belongs to a day's load, or that its check counts."""
    if task.table is None:
        raise AssertionError(f"step {task.task_id!r} has no table")
    return Partition(task.table, job.days[day].logical_date)


def _elsewhere(event: TryEnded, own: Partition) -> date | None:
    """The date that a load wrote to, if it was not its own day."""
    return next((write.date for write in event.writes if write.date != own.date), None)


def _present(week: Week, day: int, task: Task) -> int:
    return week.report.get(_own_partition(week.job, day, task), 0)


def _pool(week: Week, pool_id: str) -> tuple[int, int]:
    """How many of a pool's slots are held, and how many it has."""
    members = [index for index, task in enumerate(week.job.tasks) if task.pool == pool_id]
    held = sum(run.tasks[index].state is TaskState.RUNNING for run in week.runs for index in members)
    return held, next(pool.slots for pool in week.job.pools if pool.pool_id == pool_id)


# The story of a day.


def no_story_of(given: str) -> str:
    """There is no day 'x'."""
    return f"There is no day {given}."


LEDGER = "Its rows in the report"
LEDGER_HEAD = ("At", "Write", "Rows", "In all")
CLEAR_FROM_HERE = "Clear from here"
NO_DAY = "No run belongs to it. Rows come here from loads that write to the clock\u2019s day."
NOTHING_KEEPS_IT = "Nothing keeps it: it starts next."
NO_PLACE_YET = "Its run has no place yet."

STANDS = {
    TaskState.NONE: "has not started",
    TaskState.UP_FOR_RETRY: "waits to retry",
    TaskState.FAILED: "has failed",
    TaskState.UPSTREAM_FAILED: "can never start",
}


def date_heading(job: Job, on: date) -> str:
    """Wednesday 7 January"""
    name = f"{WEEKDAYS[on.weekday()]} {short_date(on)}"
    return name if on in job.day_of_date else f"{name}, no day of the job"


def step_heading(task_id: str) -> str:
    """Load"""
    step = _step(task_id)
    return step[0].upper() + step[1:]


def run_says(
    job: Job,
    state: RunState,
    started_min: int | None,
    ended_min: int | None,
    cleared: tuple[int, int] | None,
    clears: int,
) -> str:
    """Where a day's run stands, and when it was last cleared; ``cleared`` is (event, minute)."""
    match state:
        case RunState.RUNNING if started_min is not None:
            said = f"Its run has held a place since {clock(job, started_min)}."
        case RunState.SUCCESS | RunState.FAILED if ended_min is not None:
            did = "succeeded" if state is RunState.SUCCESS else "failed"
            said = f"Its run {did} at {clock(job, ended_min)}."
        case _:
            said = "Its run queues for a place."
    if cleared is None:
        return said
    event, minute = cleared
    times = "Cleared" if clears == 1 else f"Cleared {clears} times, the last time"
    return f"{said} {times} at {clock(job, minute)} (event {event})."


def reason(job: Job, day: int, why: Reason, since: Callable[[int, int], str]) -> str:
    """One condition that keeps a step from running, and who holds what it needs.

    ``since`` gives the time at which the running try of a day's step began.
    """
    match why:
        case NeedsStep(task, state):
            stands = f"has run since {since(day, task)}" if state is TaskState.RUNNING else STANDS[state]
            return f"It needs {_step(job.tasks[task].task_id)}, which {stands}."
        case FileMissing(due_min):
            return f"The day\u2019s export file is due at {clock(job, due_min)}."
        case WaitsToRetry(retry_at_min):
            return f"Its next try is due at {clock(job, retry_at_min)}."
        case NoFreePlace(holders, _):
            names = _and(possessive(day_name(job, holder)) for holder in holders)
            if len(holders) == 1:
                return f"{names} run holds the only place."
            return f"{names} runs hold {_all(len(holders))} places."
        case NoFreeSlot(pool, holders):
            names = _and(
                f"{_whose(job, holder, job.tasks[task])}, since {since(holder, task)},"
                for holder, task in holders
            )
            if len(holders) == 1:
                return f"{names} holds the {pool}\u2019s only slot."
            return f"{names} hold {_all(len(holders))} of the {pool}\u2019s slots."


def _all(count: int) -> str:
    return "both" if count == 2 else f"all {count}"


def from_to(job: Job, started_min: int, ended_min: int | None) -> str:
    """06:21 to 06:28; or since when it runs"""
    started = clock(job, started_min)
    return f"since {started}" if ended_min is None else f"{started} to {clock(job, ended_min)}"


def try_says(
    job: Job,
    task: Task,
    own: date,
    number: int,
    outcome: TryOutcome | None,
    writes: tuple[Write, ...],
    cleared: bool,
) -> str:
    """What came of one try. ``outcome`` is None while it runs, or is being stopped where it was cleared."""
    name = f"try {number}: " if task.max_tries > 1 or number > 1 else ""
    written = sum(write.rows for write in writes)
    to = next((f" to {date_name(job, write.date)}" for write in writes if write.date != own), "")
    match outcome:
        case None:
            said = "is being stopped by the clear" if cleared else "running"
        case TryOutcome.SUCCESS:
            said = f"succeeded, {rows(written)} written{to}" if writes else "succeeded"
        case TryOutcome.FAILED | TryOutcome.KILLED:
            said = "failed" if outcome is TryOutcome.FAILED else "stopped by the clear"
            if task.action is Action.COMPARE_COUNTS and outcome is TryOutcome.FAILED:
                said += ": the counts differ"
            elif writes:
                said += f", {rows(written)} written{to} and left there"
            elif task.action is Action.LOAD:
                said += ", nothing written"
    return name + said


def earlier_tries(count: int) -> str:
    """1 try before it was cleared"""
    return f"{count} {'try' if count == 1 else 'tries'} before it was cleared"


def clear_from(step: str) -> str:
    """What the button says to those who do not see where it stands."""
    return f"{CLEAR_FROM_HERE}: {step}"


def clear_resets(
    steps: list[str], of: int, stops: list[str], nothing_ran: bool, stay: int, leaves: bool
) -> str:
    """What "Clear from here" would do: which steps, which running tries, which rows stay."""
    if nothing_ran:
        return "Nothing has started from here on."
    names = f"all {of} steps" if len(steps) == of > 1 else _and(map(_step, steps))
    said = f"Resets {names}"
    if stops:
        said += f", stops the {_and(map(_step, stops))} that runs"
    if stay:
        said += f"; {rows(stay)} {'stays' if stay == 1 else 'stay'}"
    if leaves:
        said += "; what the load has written by then stays" + (" too" if stay else "")
    return f"{said}."


def ledger_sum(counted: list[int], source: int | None) -> str:
    """96 + 179 = 275 rows; the source has 179."""
    has = "this is no day of the job" if source is None else f"the source has {source:,}"
    if not counted:
        return f"No rows; {has}."
    total = rows(sum(counted))
    if len(counted) == 1:
        return f"{total}, from one write; {has}."
    return f"{' + '.join(f'{each:,}' for each in counted)} = {total}; {has}."


def ledger_says(
    job: Job,
    write: Write,
    outcome: TryOutcome | None,
    *,
    step: str,
    of_day: int | None,
    number: int,
    cleared: int | None,
    before: int,
    here: bool,
    replaced: int | None,
) -> str:
    """Which try made a write, and what became of it."""
    who = f"{possessive(day_name(job, of_day))} {_step(step)}" if of_day is not None else step_heading(step)
    said = f"{who}, try {number}"
    if cleared is not None:
        said += f", after the clear at event {cleared}"
    if isinstance(write, ReplacePartition):
        did = f"put its rows in place of {before:,}" if before else "put its rows in place"
    elif isinstance(write, DeletePartition):
        did = f"deleted the {before:,} there"
    elif outcome is TryOutcome.FAILED:
        did = "failed, and left rows"
    elif outcome is TryOutcome.KILLED:
        did = "was stopped, and left rows"
    else:
        did = "added its rows"
    said += f": {did}"
    if not here:
        said += f", but on {date_name(job, write.date)}"
    if replaced is not None:
        said += f" (replaced at event {replaced})"
    return f"{said}."


def ledger_rows(write: Write) -> str:
    """+96"""
    return f"+{write.rows:,}" if write.rows else "0"


# The chart.

CHART_EVENT = "event"


def chart_label(day: str) -> str:
    """What the chart shows, for those who do not see it; its figures stand in the table."""
    return (
        f"Orders in the report after each event so far: the whole week, and {day}, each beside its source. "
        "The table has the figures."
    )


def chart_source(rows_: int) -> str:
    """- - source 2,012"""
    return f"- - source {rows_:,}"


# A week from outside.


def too_long(letters: int) -> str:
    """What is said of a link or a file that no week could need."""
    return f"It is longer than {letters:,} letters, and no week needs so many."


def link_entry_unknown(entry: str) -> str:
    """What is said of a part of a link that is not one of its entries."""
    return f"It says {_shortened(entry)}, which means nothing in a link."


def link_entry_twice(name: str) -> str:
    """What is said of a link that says one thing two times."""
    return f"It says {name} twice."


def link_entry_missing(name: str) -> str:
    """What is said of a link that was cut short."""
    return f"It does not say {name}; perhaps its end was cut off."


def _shortened(text: str) -> str:
    text = repr(text)
    return text if len(text) <= 40 else f"{text[:37]}\u2026'"


# What is said while the week plays: little, so that it can be followed by ear.


def news(week: Week, event: Event, violations: Iterable[Violation]) -> str:
    """What is worth saying of an event; empty if nothing is. ``violations``: the first of each property.

    A property that breaks, a day that is done or has failed for good, the end of the week.
    """
    said = [
        f"{PROPERTIES[each.property]}: broken. {property_figures(week.job, each)}." for each in violations
    ]
    if isinstance(event, RunEnded):
        name = day_name(week.job, event.day)
        said.append(f"{name} is done." if event.outcome is RunState.SUCCESS else f"{name} has failed.")
        if all(run.state in FINAL_RUN_STATES for run in week.runs):
            source = sum(week.job.source.values())
            said.append(
                f"The week is over: the report holds {rows(week.total_rows())}, the source {source:,}."
            )
    return " ".join(said).replace("'", "\u2019")


# What to look at, when an experiment has come to the event that tells. The page has one line for it.


def look_counted_twice(day: str, present: int, source: int, left_behind: int) -> str:
    """Wednesday's load is green, yet the day holds 275 rows, not 179: ..."""
    return (
        f"{possessive(day)} load is green, yet the day holds {rows(present)}, not {source:,}: "
        f"{left_behind:,} are left of the failed try, and the retry added all {source:,}."
    )


def look_written_to_today(present: int, today: date) -> str:
    """Every load is green, yet all 2,108 rows lie on 12 January, ..."""
    return (
        f"Every load is green, yet all {rows(present)} lie on {short_date(today)}, the day the clock showed: "
        "every day holds 0, every check has failed."
    )


def look_ran_twice(day: str, present: int, source: int, otherwise: int) -> str:
    """Tuesday has run twice and holds 508 rows, not 254; ..."""
    return (
        f"{day} has run twice and holds {rows(present)}, not {source:,}; with loads that overwrite it would "
        f"hold {otherwise:,}, however often it ran."
    )


def look_one_at_a_time(time: str, next_day: str, late_day: str, limit: int, others_end: str) -> str:
    """Only now, at 11:19, can Tuesday start: ..."""
    return (
        f"Only now, at {time}, can {next_day} start: {late_day}, waiting, kept the one place; {limit} at a "
        f"time would have let the others end by {others_end}."
    )


def look_run_again(day: str, present: int, before: int) -> str:
    """The fix alone changed no row: only Wednesday's new run put 179 in place of 275, ..."""
    return (
        f"The fix alone changed no row: only {possessive(day)} new run put {present:,} in place of "
        f"{before:,}, and what was once broken stays marked."
    )


def look_never_recovers(day: str, tries: int, present: int, source: int, next_day: str) -> str:
    """Tuesday's load failed 3 times: its check can never start, ..."""
    return (
        f"{possessive(day)} load failed {tries} times: its check can never start, {present:,} of its "
        f"{rows(source)} are all there is, and {next_day} takes its place."
    )


def look_stopped(day: str, present: int, source: int, at_the_end: int) -> str:
    """Friday's load was stopped and its slot is free, but the 228 of 342 rows it wrote stay: ..."""
    return (
        f"{possessive(day)} load was stopped and its slot is free, but the {present:,} of {rows(source)} it "
        f"wrote stay: the new run will make them {at_the_end:,}."
    )


def apart(append: int, overwrite: int, days: Sequence[str]) -> str:
    """How far two weeks are apart; ``days`` are the names of the dates whose rows differ."""
    if append == overwrite:
        return f"Both weeks hold {rows(append)}."
    on = _and(days) if len(days) <= 2 else f"{len(days)} dates"
    return (
        f"With append the report holds {rows(append)}, with overwrite {overwrite:,}: "
        f"{append - overwrite:,} apart, on {on}."
    )
