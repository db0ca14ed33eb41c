"""What sim says: each English sentence on a broken property or a refusal, and the words of a transcript.

A language is two files, this one and one in app/words, beside the text of index.html. It knows values
alone.
"""

from collections.abc import Iterable
from datetime import date
from typing import assert_never

from sim.model import Refusal
from sim.witness.findings import (
    CountsDiffer,
    DateAddsUp,
    DayQueues,
    EventOutOfOrder,
    FileCame,
    FileStaysAway,
    Finding,
    KilledByNone,
    KilledGoesOn,
    LateFileMisjudged,
    LetInTooEarly,
    MinuteOutOfOrder,
    OlderDayQueued,
    OlderDayWaited,
    ReportAddsUp,
    RetryMiscounted,
    RetryMistimed,
    RetryTooEarly,
    RowsOnNoDay,
    RunBeyondPlaces,
    RunEndedEarly,
    RunEndedInactive,
    RunGoesOn,
    RunMiscalled,
    RunNeverEnded,
    RunStartedUnqueued,
    StepIdles,
    StepOutOfOrder,
    StrayEnd,
    StrayStart,
    StrayWrite,
    TooManyEvents,
    TryBeyondSlots,
    TryBeyondTries,
    TryMiscounted,
    TryMisjudged,
    WaitEnded,
)

# Figures: how a property was broken. The page puts the day before them, and a full stop after them.


def figures(finding: Finding) -> str:
    """the report holds 275 rows, the source 179"""
    match finding:
        # Time.
        case EventOutOfOrder(event, before):
            return f"event {event} follows event {before}"
        case MinuteOutOfOrder(minute, before):
            return f"minute {minute} follows minute {before}"
        case TooManyEvents(most):
            return f"more than {most} events"
        case StepIdles(step):
            return f"{step} could start and did not"
        case RunGoesOn():
            return "a run that has nothing left to do goes on"
        case DayQueues():
            return "a day queues although a place is free"
        case RunNeverEnded():
            return "nothing more happens, and the run has not ended"
        # Files.
        case LateFileMisjudged():
            return "a late file was wrongly refused or wrongly taken"
        case FileStaysAway(due_min):
            return f"the file was announced for minute {due_min}"
        case FileCame(due_min, minute):
            return f"a file announced for minute {due_min} came at {minute}"
        case WaitEnded(minute, due_min):
            return f"the wait ended at minute {minute}, its file is due at {due_min}"
        # Runs.
        case RunStartedUnqueued(state):
            return f"a run that is {state.value} started"
        case RunEndedInactive(state):
            return f"a run that is {state.value} ended"
        case RunEndedEarly(unfinished):
            return f"the run ended with {unfinished} steps unfinished"
        case RunBeyondPlaces(active, most):
            return f"{active} runs were active already, at most {most} may be"
        case OlderDayQueued(older):
            return f"{older} was queued and is older"
        case RunMiscalled(outcome, succeeded, steps):
            return f"the run is called {outcome.value}, {succeeded} of {steps} steps succeeded"
        # Tries.
        case LetInTooEarly():
            return "it was due in this minute, and something was let in before it"
        case TryBeyondTries(step, tries, most):
            return f"{step} began try {tries} of {most}"
        case TryMiscounted(step, said, counted):
            by_name = f"{step} calls it try {said[0]} ({said[1]} since the clear)"
            return f"{by_name}, by count it is {counted[0]} ({counted[1]})"
        case RetryTooEarly(step, minute, due_min):
            return f"{step} started at minute {minute}, due at {due_min}"
        case StepOutOfOrder(step, needed):
            return f"{step} started before {needed} had succeeded"
        case TryBeyondSlots(loads, pool, slots):
            return f"{loads} loads run side by side, the {pool} has {slots} slots"
        case OlderDayWaited(older):
            return f"{older} waited for a slot and is older"
        case StrayStart(step, state):
            return f"a try of {step} started that was not due to: it is {state.value}"
        case StrayEnd(step, state):
            return f"a try of {step} ended that was not due to: it is {state.value}"
        case TryMisjudged(step, outcome):
            return f"{step} ended as {outcome.value} and should not have"
        case RetryMiscounted(tries, most, retry_at_min):
            return f"after try {tries} of {most} the next is due at {retry_at_min}"
        case RetryMistimed(tries, minute, retry_at_min):
            return f"try {tries} failed at {minute}, the next is due at {retry_at_min}"
        case KilledByNone(step):
            return f"{step} was killed by no press"
        case KilledGoesOn():
            return "a killed try did not end right after its press"
        # Rows.
        case ReportAddsUp(present, written):
            return f"the report holds {present} rows, the writes add up to {written}"
        case DateAddsUp(present, written):
            return f"it holds {present} rows, its writes add up to {written}"
        case StrayWrite(step, write):
            return f"{step} wrote {write.rows} rows to {write.table} on {write.date}"
        case RowsOnNoDay(present):
            return f"{present} rows, and it is no day of the job"
        case CountsDiffer(present, source):
            return f"the report holds {present} rows, the source {source}"
    assert_never(finding)


# A press that is refused.


def refusal(why: Refusal) -> str:
    """The day's wait has already succeeded: its file has been read."""
    match why:
        case Refusal.FILE_WAS_READ:
            return "The day's wait has already succeeded: its file has been read."
        case Refusal.NOTHING_STARTED:
            return "There is nothing to clear: none of it has started."
        case Refusal.AS_IT_IS:
            return "That is how it is already."
    assert_never(why)


# A history that is refused. ``given`` is what was given instead, as it may be shown.

A_SEED = "A seed"
THE_RUNS = "The number of runs at a time"
THE_FAILURES = "The number of failures in a hundred tries"
THE_EVENT_OF_A_PRESS = "The event of a press"
THE_EVENT_TO_STOP_AFTER = "The event to stop after"
THE_RULES = "The number of the rules"
THE_MINUTES_LATE = "The number of minutes that a file is late"
THE_FIRST_SEED = "The first seed"
THE_WEEKS = "The number of weeks"
THE_PROCESSES = "The number of processes"
A_LARGE_NUMBER = "a very large number"


def not_the_entries(given: str) -> str:
    """A history has seed, write, date, runs, presses, and may have rules, failures, scheduler, job, not 7.

    ``given`` is a list of the entries, or what stands in place of a history.
    """
    needed, optional = "seed, write, date, runs, presses", "rules, failures, scheduler, job"
    return f"A history has {needed}, and may have {optional}, not {given}."


def presses_no_list(given: str) -> str:
    """The presses of a history are a list, not 'x'."""
    return f"The presses of a history are a list, not {given}."


def not_a_number(what: str, least: int, most: int, given: str) -> str:
    """A seed is a whole number from 0 to 4294967295, not 'x'."""
    if least == most:
        return f"{what} can only be {least}, not {given}."
    return f"{what} is a whole number from {least} to {most}, not {given}."


def not_a_choice(choices: Iterable[str], given: str) -> str:
    """Choose append or overwrite, not 'x'."""
    return f"Choose {' or '.join(choices)}, not {given}."


def no_such_day(given: str, days: Iterable[str]) -> str:
    """There is no day 'x'; the days are mon, tue."""
    return f"There is no day {given}; the days are {', '.join(days)}."


def no_such_step(given: str, steps: Iterable[str]) -> str:
    """There is no step 'x'; the steps are wait, load."""
    return f"There is no step {given}; the steps are {', '.join(steps)}."


def no_such_scheduler(given: str, schedulers: Iterable[str]) -> str:
    """The schedulers are right, splits-overwrite, not 'x'."""
    return f"The schedulers are {', '.join(schedulers)}, not {given}."


def not_a_recorded_press(given: str) -> str:
    """A recorded press is AT:PRESS, such as 44:clear:tue, not 'x'."""
    return f"A recorded press is AT:PRESS, such as 44:clear:tue, not {given}."


def not_a_press(given: str) -> str:
    """A press is clear:DAY, clear:DAY:STEP, late:DAY:MINUTES, runs:N, write:MODE or date:WHICH, not 'x'."""
    return (
        "A press is clear:DAY, clear:DAY:STEP, late:DAY:MINUTES, runs:N, write:MODE or date:WHICH, "
        f"not {given}."
    )


def too_many_presses(most: int, presses: int) -> str:
    """A week takes at most 500 presses, not 501."""
    return f"A week takes at most {most} presses, not {presses}."


def presses_out_of_order(event: int, before: int) -> str:
    """Presses are listed in the order they were made: one at event 43 cannot follow one at event 44."""
    return (
        "Presses are listed in the order they were made: "
        f"one at event {event} cannot follow one at event {before}."
    )


def no_such_event(event: int, last: int) -> str:
    """The week ends at event 90; there is no event 91."""
    return f"The week ends at event {last}; there is no event {event}."


def no_press_at(event: int, last: int) -> str:
    """The week ends at event 90; no press can be made at event 91."""
    return f"The week ends at event {last}; no press can be made at event {event}."


# A command line that is refused.


def no_command(commands: Iterable[str]) -> str:
    """Say what to play: python -m sim week, or python -m sim hunt."""
    return f"Say what to play: {', or '.join(f'python -m sim {command}' for command in commands)}."


def no_such_option(command: str, given: str, options: Iterable[str]) -> str:
    """The options of hunt are --weeks, --json, not '--sed'."""
    return f"The options of {command} are {', '.join(options)}, not {given}."


def no_value(option: str, value: str) -> str:
    """A value is missing after --seed: it is --seed N."""
    return f"A value is missing after {option}: it is {option} {value}."


def takes_no_value(option: str, given: str) -> str:
    """The option --json stands alone, without 'yes'."""
    return f"The option {option} stands alone, without {given}."


def given_twice(option: str) -> str:
    """The option --seed is given twice; give it once."""
    return f"The option {option} is given twice; give it once."


def too_many_weeks(first_seed: int, left: int, weeks: int) -> str:
    """With --first-seed 4294967295 only 1 week is left, not 2: give --weeks 1, or a smaller first seed."""
    are_left = "1 week is" if left == 1 else f"{left} weeks are"
    return (
        f"With --first-seed {first_seed} only {are_left} left, not {weeks}: "
        f"give --weeks {left}, or a smaller first seed."
    )


def cannot_be_written(reason: str) -> str:
    """The output cannot be written: No space left on device."""
    return f"The output cannot be written: {reason}."


# What stands for a character that the encoding of the output lacks.
PLAIN = str.maketrans({"·": "-"})

# The transcript: a week as text.

DAY = "day"
REPORT_AND_SOURCE = "report / source"
LEGEND = (
    "o not started  q its day is queued  s waits for a slot  (*) running  # succeeded  X failed\n"
    "r HH:MM waits to retry  r s waits for a slot to retry  - cannot start"
)


def command(options: str) -> str:
    """python -m sim week --seed 517353"""
    return f"python -m sim week {options}"


def stands_at(switched_on: str, now: str, event: int) -> str:
    """switched on 2026-01-12 06:00 · now 06:31 · event 44"""
    return f"switched on {switched_on} · now {now} · event {event}"


def settings(each: Iterable[str]) -> str:
    """settings: write=overwrite (at first append) runs=3"""
    return f"settings: {' '.join(each)}"


def setting(name: str, now: object, at_first: object) -> str:
    """write=overwrite (at first append)"""
    return f"{name}={now}" if now == at_first else f"{name}={now} (at first {at_first})"


def file_due(time: str) -> str:
    """file due 11:28"""
    return f"file due {time}"


def whole_week(present: int, source: int) -> str:
    """week: 2,108 / 2,012"""
    return f"week: {present:,} / {source:,}"


def not_whole(day: str, table: str | None, present: int, source: int) -> str:
    """not whole: thu's run has ended with 266 rows, the source has 301"""
    of = "" if table is None else f" of {table}"
    return f"not whole: {day}'s run has ended with {present} rows{of}, the source has {source}"


def holds(judged: str) -> str:
    """steps_in_order: holds"""
    return f"{judged}: holds"


def broken(judged: str, event: int, on: date | None, figures: str) -> str:
    """each_day_once: broken at event 55: 2026-01-07: the report holds 275 rows, the source 179"""
    where = "" if on is None else f"{on}: "
    return f"{judged}: broken at event {event}: {where}{figures}"
