"""A week's history: seed, starting settings and recorded presses; their wire forms; replay.

Everything else about a week is computed from its history. What comes from outside (the command line,
a link, a file) is bounded here, and what is out of bounds is refused in one sentence.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise, zip_longest
from typing import Any, TypeVar

from sim import words
from sim.checker import Checker
from sim.events import (
    Clear,
    Event,
    MakeLate,
    Press,
    RecordedPress,
    SetLoadDate,
    SetMaxActiveRuns,
    SetWriteMode,
)
from sim.jobs import BAKERY
from sim.model import Job, LoadDate, Settings, Week, WriteMode
from sim.scheduler import Scheduler
from sim.simulator import Simulator

MAX_SEED = 4_294_967_295
MAX_LATE_MIN = 1_440
MAX_PRESSES = 500

# The number of the rules that a week is computed by. It goes up when the same history gives other events, and
# links and files carry it. Under rules 1, which they did not name, what came due in a minute was let in one
# by one, so that a younger day could take the slot from an older one; and a clear let the numbers of tries
# begin anew.
RULES = 2

Choice = TypeVar("Choice", bound=StrEnum)


class HistoryError(ValueError):
    """Why a history is refused, in one sentence."""


@dataclass(frozen=True, slots=True)
class History:
    """All that a week is computed from."""

    seed: int
    settings: Settings
    presses: tuple[RecordedPress, ...] = ()
    failure_percent: int | None = None
    """How many of a hundred tries fail, of the steps that can; None leaves it to the job."""

    def to_json(self, job: Job = BAKERY) -> dict[str, Any]:
        """The history as plain values: {rules, seed, write, date, runs, presses}, and failures if set."""
        values: dict[str, Any] = {
            "rules": RULES,
            "seed": self.seed,
            **settings_to_wire(self.settings),
            "presses": [f"{at_event}:{press_to_wire(press, job)}" for at_event, press in self.presses],
        }
        if self.failure_percent is not None:
            values["failures"] = self.failure_percent
        return values

    def to_options(self, job: Job = BAKERY) -> str:
        """The history as the options of ``python -m sim week``, shortest form."""
        options = [f"--seed {self.seed}"]
        if self.settings.write_mode is not OPENING.settings.write_mode:
            options.append(f"--write {self.settings.write_mode.value}")
        if self.settings.load_date is not OPENING.settings.load_date:
            options.append(f"--date {self.settings.load_date.value}")
        if self.settings.max_active_runs != OPENING.settings.max_active_runs:
            options.append(f"--runs {self.settings.max_active_runs}")
        if self.failure_percent is not None:
            options.append(f"--failures {self.failure_percent}")
        options += [f"--press {at_event}:{press_to_wire(press, job)}" for at_event, press in self.presses]
        return " ".join(options)

    @staticmethod
    def from_json(values: object, job: Job = BAKERY) -> "History":
        """Read what ``to_json`` writes, or wrote under older rules. Raises HistoryError for anything else.

        What was made under older rules is played by today's: ``rules_of`` tells.
        """
        needed = {"seed", "write", "date", "runs", "presses"}
        if not isinstance(values, Mapping) or set(values) - {"failures", "rules"} != needed:
            given = list(values) if isinstance(values, Mapping) else values
            raise HistoryError(words.not_the_entries(shown(given)))
        rules_of(values)
        presses = values["presses"]
        if not isinstance(presses, list):
            raise HistoryError(words.presses_no_list(shown(presses)))
        settings = Settings(
            read_choice(WriteMode, values["write"]),
            read_choice(LoadDate, values["date"]),
            read_runs(values["runs"], job),
        )
        recorded = tuple(read_recorded_press(press, job) for press in presses)
        return checked_order(
            History(
                read_number(values["seed"], words.A_SEED, 0, MAX_SEED),
                settings,
                recorded,
                read_percent(values["failures"]) if "failures" in values else None,
            )
        )


# The opening week's seed was found by tests/find_opening_week.py, which says how.
OPENING = History(seed=517_353, settings=Settings(WriteMode.APPEND, LoadDate.OWN, 3))
OPENING_EVENT = 44


# Reading what comes from outside.


def read_number(value: object, what: str, least: int, most: int) -> int:
    """A whole number within bounds, given as an int or as ASCII digits. Raises HistoryError."""
    number = int(value) if isinstance(value, str) and re.fullmatch(r"[0-9]{1,12}", value) else value
    if isinstance(number, int) and not isinstance(number, bool) and least <= number <= most:
        return number
    raise HistoryError(words.not_a_number(what, least, most, shown(value)))


def read_choice(choices: type[Choice], value: object) -> Choice:
    """One of a closed list, by its wire form. Raises HistoryError."""
    for choice in choices:
        if choice.value == value:
            return choice
    raise HistoryError(words.not_a_choice((choice.value for choice in choices), shown(value)))


def read_runs(value: object, job: Job) -> int:
    """How many runs at a time: 1 to the number of the job's days. Raises HistoryError."""
    return read_number(value, words.THE_RUNS, 1, len(job.days))


def read_percent(value: object) -> int:
    """How many of a hundred tries fail. Raises HistoryError."""
    return read_number(value, words.THE_FAILURES, 0, 100)


def rules_of(values: Mapping[str, object]) -> int:
    """By which rules a history was made, from its plain values. Raises HistoryError, for newer ones too."""
    return read_number(values.get("rules", 1), words.THE_RULES, 1, RULES)


def read_recorded_press(value: object, job: Job = BAKERY) -> RecordedPress:
    """Read ``AT:PRESS``, such as ``44:clear:tue``. Raises HistoryError."""
    if not isinstance(value, str) or ":" not in value:
        raise HistoryError(words.not_a_recorded_press(shown(value)))
    at_event, press = value.split(":", 1)
    return RecordedPress(read_number(at_event, words.THE_EVENT_OF_A_PRESS, 0, 10**6), read_press(press, job))


def read_press(text: str, job: Job = BAKERY) -> Press:
    """Read a press in its wire form, such as ``clear:tue:load``. Raises HistoryError."""
    match text.split(":"):
        case ["clear", day]:
            return Clear(_read_day(day, job))
        case ["clear", day, step]:
            return Clear(_read_day(day, job), _read_id(step, job.task_index, words.no_such_step))
        case ["late", day, minutes]:
            return MakeLate(
                _read_day(day, job), read_number(minutes, words.THE_MINUTES_LATE, 1, MAX_LATE_MIN)
            )
        case ["runs", runs]:
            return SetMaxActiveRuns(read_runs(runs, job))
        case ["write", mode]:
            return SetWriteMode(read_choice(WriteMode, mode))
        case ["date", date]:
            return SetLoadDate(read_choice(LoadDate, date))
    raise HistoryError(words.not_a_press(shown(text)))


def settings_to_wire(settings: Settings) -> dict[str, Any]:
    """The settings as plain values: {write, date, runs}."""
    return {
        "write": settings.write_mode.value,
        "date": settings.load_date.value,
        "runs": settings.max_active_runs,
    }


def press_to_wire(press: Press, job: Job = BAKERY) -> str:
    """The wire form of a press; ``read_press`` reads it back."""
    match press:
        case Clear(day, None):
            return f"clear:{job.days[day].day_id}"
        case Clear(day, int(task)):
            return f"clear:{job.days[day].day_id}:{job.tasks[task].task_id}"
        case MakeLate(day, minutes):
            return f"late:{job.days[day].day_id}:{minutes}"
        case SetMaxActiveRuns(runs):
            return f"runs:{runs}"
        case SetWriteMode(mode):
            return f"write:{mode.value}"
        case SetLoadDate(date):
            return f"date:{date.value}"
    raise AssertionError(f"unknown press {press!r}")


def events_in_common(one: History, other: History) -> int:
    """How many events, from the first on, the weeks of two histories share at least, if they have as many."""
    if replace(one, presses=()) != replace(other, presses=()):
        return 0
    for press, instead in zip_longest(one.presses, other.presses):
        if press != instead:
            return 1 + min(each.at_event for each in (press, instead) if each is not None)
    return sys.maxsize


def checked_order(history: History) -> History:
    """The history itself, if its presses are few enough and in order. Raises HistoryError."""
    if len(history.presses) > MAX_PRESSES:
        raise HistoryError(words.too_many_presses(MAX_PRESSES, len(history.presses)))
    events = [press.at_event for press in history.presses]
    for before, event in pairwise(events):
        if event < before:
            raise HistoryError(words.presses_out_of_order(event, before))
    return history


def shown(value: object) -> str:
    """A value from outside, short enough for a sentence, with nothing unprintable in it."""
    if isinstance(value, int) and abs(value) > 10**30:
        return words.A_LARGE_NUMBER  # Python refuses to print the largest ones
    text = ascii(value)
    # Cut in the middle, so that the sentence it stands in does not seem to end with the dots.
    return text if len(text) <= 40 else f"{text[:32]}...{text[-5:]}"


def _read_day(text: str, job: Job) -> int:
    return _read_id(text, job.day_index, words.no_such_day)


def _read_id(text: str, known: Mapping[str, int], refusal: Callable[[str, Iterable[str]], str]) -> int:
    if text in known:
        return known[text]
    raise HistoryError(refusal(shown(text), known))


# Replay.


@dataclass(frozen=True, slots=True)
class Replayed:
    """A week played to its end, or to an event before it."""

    events: tuple[Event, ...]
    week: Week
    checker: Checker
    ended: bool
    """True if nothing more will happen."""


def begin(
    history: History, job: Job = BAKERY, scheduler: Scheduler | None = None
) -> tuple[Simulator, Checker]:
    """A simulator that will play the history, and the checker that watches it."""
    if history.failure_percent is not None:
        job = job.with_failures(history.failure_percent)
    checker = Checker(job, history.seed, history.settings)
    return Simulator(job, history.seed, history.settings, history.presses, scheduler, checker), checker


def play(simulator: Simulator) -> Iterator[Event]:
    """Each event as it happens. Raises HistoryError at the end if the week never reached a press's event."""
    for event in simulator.life:
        if event is None:
            break
        yield event
    if simulator.waiting_presses:
        at_event = simulator.waiting_presses[0].at_event
        raise HistoryError(words.no_press_at(at_event, simulator.event))


def replay(
    history: History, job: Job = BAKERY, scheduler: Scheduler | None = None, until: int | None = None
) -> Replayed:
    """Play a history to its end, or up to and with the event ``until``.

    Raises HistoryError where ``until`` names an event that the week does not reach, or, in a week
    that is played to its end, a press does.
    """
    simulator, checker = begin(history, job, scheduler)
    events: list[Event] = []
    for event in play(simulator):
        events.append(event)
        if event.event == until:
            break
    if until is not None and simulator.event < until:
        raise HistoryError(words.no_such_event(until, simulator.event))
    ended = until is None or simulator.has_ended()
    if ended:
        checker.see_the_end(simulator.warehouse)
    return Replayed(tuple(events), simulator.week(), checker, ended)
