"""A week is a history: its job, its scheduler, the seed, the settings it starts with, and what was pressed.

Everything else about a week is computed from its history.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NotRequired, TypedDict

from sim import words
from sim.job import Job, LoadDate, Settings, WriteMode
from sim.model import SchedulerName
from sim.presses import RecordedPress, press_to_wire, read_recorded_press, read_runs
from sim.reading import HistoryError, quoted, read_choice, read_number

MAX_SEED = 4_294_967_295
MAX_PRESSES = 500

# The number of the rules that a week is computed by. It goes up when the same history gives other events, and
# links and files carry it. Under rules 1, which they did not name, what came due in a minute was let in one
# by one, so that a younger day could take the slot from an older one; and a clear let the numbers of tries
# begin anew.
RULES = 2

# The job of a history that names none, as none did while this was the only one.
UNNAMED_JOB = "bakery"


class SettingsValues(TypedDict):
    """Settings as plain values."""

    write: str
    date: str
    runs: int


class HistoryValues(SettingsValues):
    """A history as plain values. Left out: the job's own failure rate, the right scheduler, the bakery."""

    rules: int
    seed: int
    presses: list[str]
    failures: NotRequired[int]
    scheduler: NotRequired[str]
    job: NotRequired[str]


NEEDED = frozenset({"seed", "write", "date", "runs", "presses"})
OPTIONAL = frozenset({"rules", "failures", "scheduler", "job"})


@dataclass(frozen=True, slots=True)
class History:
    """All that a week is computed from."""

    job: Job
    seed: int
    settings: Settings
    presses: tuple[RecordedPress, ...] = ()
    failure_percent: int | None = None
    """How many of a hundred tries fail, of the steps that can; None leaves it to the job."""
    scheduler: SchedulerName = SchedulerName.RIGHT

    def to_json(self) -> HistoryValues:
        """The history as plain values."""
        settings = settings_to_wire(self.settings)
        values: HistoryValues = {
            "rules": RULES,
            "seed": self.seed,
            "write": settings["write"],
            "date": settings["date"],
            "runs": settings["runs"],
            "presses": [f"{at_event}:{press_to_wire(press, self.job)}" for at_event, press in self.presses],
        }
        if self.failure_percent is not None:
            values["failures"] = self.failure_percent
        if self.scheduler is not SchedulerName.RIGHT:
            values["scheduler"] = self.scheduler.value
        if self.job.job_id != UNNAMED_JOB:
            values["job"] = self.job.job_id
        return values

    def to_options(self) -> str:
        """The history as the options of ``python -m sim week``, shortest form."""
        given, usual = settings_to_wire(self.settings), settings_to_wire(self.job.settings)
        options = [f"--seed {self.seed}"]
        options += [
            f"--{name} {value}"
            for (name, value), by_itself in zip(given.items(), usual.values(), strict=True)
            if value != by_itself
        ]
        if self.failure_percent is not None:
            options.append(f"--failures {self.failure_percent}")
        options += [
            f"--press {at_event}:{press_to_wire(press, self.job)}" for at_event, press in self.presses
        ]
        if self.scheduler is not SchedulerName.RIGHT:
            options.append(f"--scheduler {self.scheduler.value}")
        return " ".join(options)

    @staticmethod
    def from_json(values: object, jobs: Mapping[str, Job]) -> "History":
        """Read what ``to_json`` writes, or wrote under older rules. Raises HistoryError for anything else.

        ``jobs`` are those that a history may be of, by their names. What was made under older rules is
        played by today's: ``rules_of`` tells.
        """
        if not isinstance(values, Mapping) or set(values) - OPTIONAL != NEEDED:
            given = list(values) if isinstance(values, Mapping) else values
            raise HistoryError(words.not_the_entries(quoted(given)))
        rules_of(values)
        name, presses = values.get("job", UNNAMED_JOB), values["presses"]
        if not isinstance(name, str) or name not in jobs:
            raise HistoryError(words.not_a_choice(jobs, quoted(name)))
        if not isinstance(presses, list):
            raise HistoryError(words.presses_no_list(quoted(presses)))
        job = jobs[name]
        return checked_order(
            History(
                job,
                read_number(values["seed"], words.A_SEED, 0, MAX_SEED),
                read_settings(values["write"], values["date"], values["runs"], job),
                tuple(read_recorded_press(press, job) for press in presses),
                read_percent(values["failures"]) if "failures" in values else None,
                read_scheduler(values.get("scheduler", SchedulerName.RIGHT.value)),
            )
        )


def settings_to_wire(settings: Settings) -> SettingsValues:
    """The settings as plain values."""
    return {
        "write": settings.write_mode.value,
        "date": settings.load_date.value,
        "runs": settings.max_active_runs,
    }


def read_settings(write: object, date: object, runs: object, job: Job) -> Settings:
    """Read the three values of ``settings_to_wire``. Raises HistoryError."""
    return Settings(read_choice(WriteMode, write), read_choice(LoadDate, date), read_runs(runs, job))


def read_percent(value: object) -> int:
    """How many of a hundred tries fail. Raises HistoryError."""
    return read_number(value, words.THE_FAILURES, 0, 100)


def read_scheduler(value: object) -> SchedulerName:
    """Which scheduler runs a week, by its name. Raises HistoryError."""
    for name in SchedulerName:
        if name.value == value:
            return name
    raise HistoryError(words.no_such_scheduler(quoted(value), SchedulerName))


def rules_of(values: Mapping[str, object]) -> int:
    """By which rules a history was made, from its plain values. Raises HistoryError, for newer ones too."""
    return read_number(values.get("rules", 1), words.THE_RULES, 1, RULES)


def checked_order(history: History) -> History:
    """The history itself, if its presses are few enough and in order. Raises HistoryError."""
    if len(history.presses) > MAX_PRESSES:
        raise HistoryError(words.too_many_presses(MAX_PRESSES, len(history.presses)))
    events = [press.at_event for press in history.presses]
    for before, event in pairwise(events):
        if event < before:
            raise HistoryError(words.presses_out_of_order(event, before))
    return history
