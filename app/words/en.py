"""English: every word and sentence that Python or the page's script chooses.

A language is a file like this one, of phrases alone, beside sim/words.py and the text of index.html. Phrases
take facts (app/facts.py) or plain texts and numbers. A sentence is true of its event and of the week right
after it.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import assert_never

from app.facts import (
    Again,
    Appended,
    Broken,
    Called,
    CheckFails,
    Clearing,
    Compares,
    Counted,
    DayCleared,
    Deleted,
    Deletes,
    FileIsDue,
    FileIsThere,
    FileMadeLate,
    FoundCount,
    FoundFile,
    Happened,
    Holder,
    IsRefused,
    JobSwitchedOn,
    LedgerEntry,
    LeftBehind,
    Loads,
    LoadsSwitched,
    Needs,
    News,
    Next,
    NotWholeDay,
    PlacesAreHeld,
    Reason,
    Replaced,
    RunBegins,
    RunEnds,
    RunsLimited,
    RunStands,
    SlotsAreHeld,
    StepOf,
    Taken,
    Time,
    TryBegins,
    TryFails,
    TryIsDue,
    TryIsStopped,
    TryStands,
    TrySucceeds,
    WaitsFor,
    Worked,
    Works,
    Wrote,
)
from sim.job import LoadDate, WriteMode
from sim.model import RunState, SchedulerName, TaskState, TryOutcome
from sim.witness.findings import Property
from sim.words import figures as figures
from sim.words import no_such_event as no_such_event  # the page says it of a link
from sim.words import refusal as refusal

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
    "experiment_seen": "(seen)",
    "foot_lamp": "{name} \u00b7 {step}: {says}. {reasons}",
    "foot_count": "{name}: {says}",
    "lead": "{number} of {of} \u00b7 then: {after}",
    "lead_last": "{number} of {of}",
    "lead_over": "all {of} seen",
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


def clock(time: Time) -> str:
    """06:31, or 06:31 on 13 January"""
    told = time_of_day(time.moment)
    return f"{told} on {short_date(time.moment.date())}" if time.dated else told


def time_of_day(moment: datetime) -> str:
    """06:31, always five characters"""
    return f"{moment.hour:02}:{moment.minute:02}"  # strftime takes four times as long


def short_date(day: date) -> str:
    """12 January"""
    return f"{day.day} {MONTHS[day.month - 1]}"


def day_name(day: Called) -> str:
    """Monday; or, where that would not be enough, 5 January."""
    return WEEKDAYS[day.on.weekday()] if day.by_weekday else short_date(day.on)


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


def _taken(taken: Taken) -> str:
    """2 of 3 places are taken"""
    thing = "place" if taken.pool is None else f"{taken.pool} slot"
    things = thing if taken.of == 1 else f"{thing}s"
    return f"{taken.held} of {taken.of} {things} {'is' if taken.held == 1 else 'are'} taken"


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


def not_whole(days: Iterable[NotWholeDay]) -> str:
    """Not whole when its run ended: Thursday 266 of 301 rows."""
    told = [
        f"{day_name(day)}{_of_table(table)} {counted.report:,} "
        f"{'of' if counted.report < counted.source else 'instead of'} {counted.source:,}"
        for day, table, counted in days
    ]
    return f"Not whole when {'its run' if len(told) == 1 else 'their runs'} ended: {', '.join(told)} rows."


def _of_table(table: str | None) -> str:
    return "" if table is None else f"\u2019s {table}"


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


def property_broken(event: int) -> str:
    """The few words beside the name of a broken property."""
    return f"broken at event {event}"


def property_figures(broken: Broken) -> str:
    """How it was broken: the day, if it was one, and the figures."""
    told = figures(broken.finding)
    return told[0].upper() + told[1:] if broken.on is None else f"{day_name(broken.on)}: {told}"


def property_story(broken: Broken, at: datetime, cause: str) -> str:
    """When and how it was broken, and what led there."""
    when = time_of_day(at)
    where = when if broken.on is None else f"{day_name(broken.on)}, {when}"
    return f"{where}: {figures(broken.finding)}. {cause}".strip()


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


def sentence(happened: Happened) -> str:
    """What happened, in one or two short sentences."""
    return _sentence(happened).replace("'", "\u2019")


def _sentence(happened: Happened) -> str:
    match happened:
        case JobSwitchedOn():
            return _switched_on(happened)
        case FileIsThere(day, waited_for):
            arrived = f"{day_name(day)}'s export file has arrived"
            return f"{arrived}; its wait can end." if waited_for else f"{arrived}."
        case RunBegins(day, places):
            return f"{day_name(day)}'s run starts; {_taken(places)}."
        case TryBegins():
            return _try_begins(happened)
        case TrySucceeds():
            return _try_succeeds(happened)
        case CheckFails(who, counted):
            of_day = f"the report holds {rows(counted.report)} of the day, the source {counted.source:,}"
            return f"{_whose(who)} failed: {of_day}."
        case TryFails():
            return _try_fails(happened)
        case TryIsStopped(who, left):
            stopped = f"{_whose(who)} was stopped by the clear{_left_behind(left)}"
            return f"{stopped}; the rows stay." if left and left.written is not None else f"{stopped}."
        case RunEnds():
            return _run_ends(happened)
        case IsRefused(why, late):
            return f"{day_name(late)}'s file was not made late. {refusal(why)}" if late else refusal(why)
        case DayCleared():
            return _day_cleared(happened)
        case FileMadeLate(day, due):
            return f"{day_name(day)}'s export file is made late: it will be there at {clock(due)}."
        case RunsLimited(limit, active):
            more = f"; the {active} that are active go on" if active > limit else ""
            return f"From now on {'one run' if limit == 1 else f'at most {limit} runs'} at a time{more}."
        case LoadsSwitched(to, running):
            return f"From now on a load {FROM_NOW_ON[to]}{_running_loads(running)}."
    assert_never(happened)


FROM_NOW_ON: dict[WriteMode | LoadDate, str] = {
    WriteMode.APPEND: "adds its rows to what the day holds",
    WriteMode.OVERWRITE: "replaces what the day holds, in one step",
    LoadDate.OWN: "writes to its run's own day",
    LoadDate.CLOCK: "writes to the day that the clock shows",
}


def _switched_on(job: JobSwitchedOn) -> str:
    days = "1 day is" if job.days == 1 else f"{job.days} days are"
    return (
        f"The job is switched on, on {WEEKDAYS[job.today.weekday()]} {short_date(job.today)}. "
        f"{days} still to be counted, oldest first, at most {job.at_a_time} at a time."
    )


def _try_begins(begun: TryBegins) -> str:
    starts = f"{_whose(begun.who)} starts"
    if begun.number > begun.since_clear:
        starts += f", try {begun.number}: {begun.since_clear} of {begun.of} since the clear"
    elif begun.number > 1:
        starts += f", try {begun.number} of {begun.of}"
    match begun.does:
        case WaitsFor(due):
            is_there = "is already there" if due is None else f"is due at {clock(due)}"
            return f"{starts}; the day's export file {is_there}."
        case Works():
            return f"{starts}."
        case Deletes(slots):
            return f"{starts} and deletes what the day holds{_slots(slots)}."
        case Loads():
            return f"{starts}, {_load_intends(begun.does)}{_slots(begun.does.slots)}."
        case Compares():
            return f"{starts}; it compares the report's count for the day with the source's."
    assert_never(begun.does)


def _load_intends(load: Loads) -> str:
    """To which day the load will write how many rows, and what it will meet there."""
    told, appends = rows(load.rows), load.mode is WriteMode.APPEND
    if load.date is LoadDate.CLOCK:
        return f"to add {told} to the clock's day" if appends else f"to fill the clock's day with {told}"
    if not load.holds:
        return f"to write {told}"
    return (
        f"to add {told} to the {load.holds:,} there"
        if appends
        else f"to put {told} in place of {load.holds:,}"
    )


def _slots(slots: Taken | None) -> str:
    return "" if slots is None else f"; {_taken(slots)}"


def _try_succeeds(ended: TrySucceeds) -> str:
    who, after = _whose(ended.who), _what_is_next(ended.next)
    match ended.did:
        case FoundFile():
            return f"{who} has found the day's export file.{after}"
        case Worked():
            return f"{who} succeeded.{after}"
        case Wrote():
            return f"{who} {_wrote(ended.did, ended.who.day)}.{after}"
        case FoundCount(count):
            return f"{who} found {rows(count)}, as many as the source has."
    assert_never(ended.did)


def _wrote(wrote: Wrote, own: Called) -> str:
    """What a load that succeeded did, and what its own day holds now."""
    elsewhere = wrote.elsewhere
    if wrote.replaced:
        where = " in place" if elsewhere is None else f" in place of all on {day_name(elsewhere)}"
        did = f"put its {rows(wrote.rows)}{where}"
    else:
        did = f"added its {rows(wrote.rows)}" + (f" to {day_name(elsewhere)}" if elsewhere else "")
    if elsewhere is None and wrote.holds == wrote.rows:
        return f"{did}: the day is whole"
    itself = " itself" if elsewhere else " now"
    return f"{did}: {day_name(own)}{itself} holds {wrote.holds:,}, the source {wrote.rows:,}"


def _try_fails(ended: TryFails) -> str:
    failed = f"{_whose(ended.who)} failed{_left_behind(ended.left)}"
    if ended.again_at is not None:
        return f"{failed}; it tries again at {clock(ended.again_at)}."
    after = f"; its {_and(map(_step, ended.stuck))} can never start" if ended.stuck else ""
    return f"{failed}. It was the last of {ended.of} tries{after}."


def _left_behind(left: LeftBehind | None) -> str:
    """What a load that did not succeed has written all the same; nothing for any other step."""
    if left is None:
        return ""
    if left.written is None:
        return " and wrote nothing"
    to = f" to {day_name(left.elsewhere)}" if left.elsewhere else ""
    return f" after writing {left.written:,} of its {rows(left.of)}{to}"


def _run_ends(ended: RunEnds) -> str:
    whose, (present, source) = f"{day_name(ended.day)}'s run has", ended.counted
    if ended.outcome is RunState.SUCCESS:
        did = f"{whose} succeeded"
    else:
        did = f"{whose} failed" + (f" at its {_and(map(_step, ended.failed_at))}" if ended.failed_at else "")
    if ended.week is not None:
        return f"{did}. {_week_is_over(ended.week)}"
    if present == source:
        return f"{did}; the report holds its {rows(present)}, as the source does."
    return f"{did}; the report holds {rows(present)} for the day, the source {source:,}."


def _week_is_over(week: Counted) -> str:
    return f"The week is over: the report holds {rows(week.report)}, the source {week.source:,}."


def _day_cleared(cleared: DayCleared) -> str:
    day = day_name(cleared.day)
    # That what a day holds outlives the clearing of its run is the reason why append counts twice.
    stay = f" Its {rows(cleared.stay)} {_stay(cleared.stay)} in the report." if cleared.stay else ""
    if cleared.step is None:
        return f"{day} is cleared: its run goes back to its first step and queues again.{stay}"
    return f"{day} is cleared from its {_step(cleared.step)} on, as if that part had never run.{stay}"


def _stay(count: int) -> str:
    return "stays" if count == 1 else "stay"


def _running_loads(running: int) -> str:
    if not running:
        return ""
    if running == 1:
        return "; the load that runs now goes on as it began"
    return f"; the {running} that run now go on as they began"


def _what_is_next(then: Next) -> str:
    """The steps of the same day that can start now, or why the only one has to wait."""
    if not then.steps:
        return ""
    names = _and(map(_step, then.steps))
    if then.slots is not None:
        return f" Its {names} waits: {_taken(then.slots)}."
    return f" Its {names} {'is' if len(then.steps) == 1 else 'are'} next."


def _step(task_id: str) -> str:
    return task_id.replace("_", " ")


def _whose(who: StepOf) -> str:
    return f"{day_name(who.day)}'s {_step(who.step)}"


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


def date_heading(on: date, of_the_job: bool) -> str:
    """Wednesday 7 January"""
    name = f"{WEEKDAYS[on.weekday()]} {short_date(on)}"
    return name if of_the_job else f"{name}, no day of the job"


def step_heading(task_id: str) -> str:
    """Load"""
    step = _step(task_id)
    return step[0].upper() + step[1:]


def run_says(run: RunStands) -> str:
    """Where a day's run stands, and when it was last cleared."""
    match run:
        case RunStands(RunState.RUNNING, Time() as since):
            said = f"Its run has held a place since {clock(since)}."
        case RunStands(RunState.SUCCESS, Time() as since):
            said = f"Its run succeeded at {clock(since)}."
        case RunStands(RunState.FAILED, Time() as since):
            said = f"Its run failed at {clock(since)}."
        case _:
            said = "Its run queues for a place."
    return said if run.cleared is None else f"{said} {_cleared(run.cleared, run.clears)}"


def _cleared(last: Clearing, clears: int) -> str:
    times = "Cleared" if clears == 1 else f"Cleared {clears} times, the last time"
    return f"{times} at {clock(last.at)} (event {last.event})."


def reason(why: Reason) -> str:
    """One condition that keeps a step from running, and who holds what it needs."""
    match why:
        case Needs(step, state, since):
            stands = STANDS[state] if since is None else f"has run {_since(since)}"
            return f"It needs {_step(step)}, which {stands}."
        case FileIsDue(at):
            return f"The day\u2019s export file is due at {clock(at)}."
        case TryIsDue(at):
            return f"Its next try is due at {clock(at)}."
        case PlacesAreHeld(by):
            names = _and(possessive(day_name(holder)) for holder in by)
            if len(by) == 1:
                return f"{names} run holds the only place."
            return f"{names} runs hold {_all(len(by))} places."
        case SlotsAreHeld(pool, by):
            names = _and(map(_holder, by))
            if len(by) == 1:
                return f"{names} holds the {pool}\u2019s only slot."
            return f"{names} hold {_all(len(by))} of the {pool}\u2019s slots."
    assert_never(why)


def _holder(holder: Holder) -> str:
    return f"{_whose(holder.who)}, {_since(holder.since)},"


def _since(time: Time) -> str:
    return f"since {clock(time)}"


def _all(count: int) -> str:
    return "both" if count == 2 else f"all {count}"


def from_to(started: Time, ended: Time | None) -> str:
    """06:21 to 06:28; or since when it runs"""
    return _since(started) if ended is None else f"{clock(started)} to {clock(ended)}"


def try_says(one: TryStands) -> str:
    """What came of one try."""
    name = f"try {one.number}: " if one.of > 1 or one.number > 1 else ""
    written = None if one.written is None else f"{rows(one.written)} written{_to(one.elsewhere)}"
    match one.outcome:
        case None:
            said = "is being stopped by the clear" if one.cleared else "running"
        case TryOutcome.SUCCESS:
            said = f"succeeded, {written}" if written else "succeeded"
        case TryOutcome.FAILED if one.compares:
            said = "failed: the counts differ"
        case TryOutcome.FAILED | TryOutcome.KILLED:
            said = "failed" if one.outcome is TryOutcome.FAILED else "stopped by the clear"
            if written:
                said += f", {written} and left there"
            elif one.loads:
                said += ", nothing written"
    return name + said


def _to(elsewhere: Called | None) -> str:
    return f" to {day_name(elsewhere)}" if elsewhere else ""


def earlier_tries(count: int) -> str:
    """1 try before it was cleared"""
    return f"{count} {'try' if count == 1 else 'tries'} before it was cleared"


def clear_from(step: str) -> str:
    """What the button says to those who do not see where it stands."""
    return f"{CLEAR_FROM_HERE}: {step}"


def clear_resets(again: Again) -> str:
    """What "Clear from here" would do: which steps, which running tries, which rows stay."""
    if again.nothing_ran:
        return "Nothing has started from here on."
    steps, stay = again.steps, again.stay
    names = f"all {again.of} steps" if len(steps) == again.of > 1 else _and(map(_step, steps))
    said = f"Resets {names}"
    if again.stops:
        said += f", stops the {_and(map(_step, again.stops))} that runs"
    if stay:
        said += f"; {rows(stay)} {_stay(stay)}"
    if again.leaves:
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


def ledger_says(entry: LedgerEntry) -> str:
    """Which try made a write, and what became of it."""
    who = (
        step_heading(entry.step)
        if entry.of_day is None
        else f"{possessive(day_name(entry.of_day))} {_step(entry.step)}"
    )
    said = f"{who}, try {entry.number}"
    if entry.cleared is not None:
        said += f", after the clear at event {entry.cleared}"
    said += f": {_did(entry)}"
    if entry.on is not None:
        said += f", but on {day_name(entry.on)}"
    if entry.replaced is not None:
        said += f" (replaced at event {entry.replaced})"
    return f"{said}."


def _did(entry: LedgerEntry) -> str:
    match entry.how:
        case Replaced(before):
            return f"put its rows in place of {before:,}" if before else "put its rows in place"
        case Deleted(before):
            return f"deleted the {before:,} there"
        case Appended():
            return LEFT.get(entry.outcome, "added its rows")
    assert_never(entry.how)


LEFT: dict[TryOutcome | None, str] = {
    TryOutcome.FAILED: "failed, and left rows",
    TryOutcome.KILLED: "was stopped, and left rows",
}


def ledger_rows(count: int) -> str:
    """+96"""
    return f"+{count:,}" if count else "0"


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


def news(told: News) -> str:
    """What is worth saying of an event.

    A property that breaks, a day that is done or has failed for good, the end of the week.
    """
    said = [f"{PROPERTIES[each.property]}: broken. {property_figures(each)}." for each in told.broken]
    if told.ended is not None:
        name = day_name(told.ended.day)
        said.append(f"{name} is done." if told.ended.outcome is RunState.SUCCESS else f"{name} has failed.")
        if told.ended.week is not None:
            said.append(_week_is_over(told.ended.week))
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
