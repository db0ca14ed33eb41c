"""Seeded weeks by the thousand: what happened in them, and what broke."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from sim.history import History
from sim.hunt.hunted import Hunted
from sim.hunt.marks import mark, mark_press
from sim.hunt.reader import Reader
from sim.presses import (
    RecordedPress,
)
from sim.replay import begin
from sim.scheduler import Scheduler
from sim.witness.findings import Property, Violation


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
