"""Weeks in which one event is told otherwise: the checker finds first what its plain twin finds first."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sim.events import Event, Pressed, RunEnded, TryEnded, TryStarted
from sim.job import Job
from sim.model import Refusal, RunState, TryOutcome
from sim.presses import Clear, MakeLate, SetMaxActiveRuns
from sim.warehouse import Warehouse
from sim.witness.checker import Checker
from sim.witness.findings import Property
from sim.writes import Insert, Write
from tests.proof.across import THREE_DAYS
from tests.proof.recheck import Recheck
from tests.proof.swarm import RIGHT, Played, Report, swarm_week
from tests.sim.weeks import WHOLESALER

BRANCHES = replace(WHOLESALER, days=WHOLESALER.days[:3])
GOES_ON = 20  # how many events are told from the changed one on
OUT_OF_TURN = {Property.ONCE, Property.CLEARED}


def told_otherwise(events: Sequence[Event], at: int, job: Job) -> Iterator[list[Any]]:
    """The week with the event left out, told twice, after the next one, or with one field changed."""
    before, event, after = list(events[:at]), events[at], list(events[at + 1 :])
    yield before + after
    yield [*before, event, event, *after]
    yield [*before, *after[:1], event, *after[1:]]
    for changed in otherwise(event, job):
        yield [*before, changed, *after]


def otherwise(event: Event, job: Job) -> Iterator[Event]:
    """The event with one field changed, in every way that is worth trying."""
    for minutes in (-1, 1, 0.5):
        yield event._replace(minute=event.minute + minutes)  # type: ignore[arg-type]
    values = event._asdict()
    if "day" in values:
        yield event._replace(day=(values["day"] + 1) % len(job.days))  # type: ignore[call-arg]
    if isinstance(event, TryStarted | TryEnded):
        yield event._replace(task=(event.task + 1) % len(job.tasks))
        yield event._replace(try_number=event.try_number + 1)
        yield event._replace(try_since_clear=event.try_since_clear + 1)
        yield event._replace(writes=(*event.writes, Insert("orders", job.days[event.day].logical_date, 1)))
        for writes in other_writes(event.writes, job):
            yield event._replace(writes=writes)
    if isinstance(event, TryEnded):
        yield from (event._replace(outcome=outcome) for outcome in TryOutcome)
        for retry_at_min in (None, event.minute + 5, event.minute + 6, event.minute + 10):
            yield event._replace(retry_at_min=retry_at_min, outcome=TryOutcome.FAILED)
    if isinstance(event, RunEnded):
        yield from (event._replace(outcome=outcome) for outcome in (RunState.SUCCESS, RunState.FAILED))
    if isinstance(event, Pressed):
        yield event._replace(refused=None if event.refused else Refusal.FILE_WAS_READ)
        for press in (Clear(0), Clear(0, 2), Clear(1, 0), MakeLate(1, 5), SetMaxActiveRuns(1)):
            yield event._replace(press=press)


def other_writes(writes: tuple[Write, ...], job: Job) -> Iterator[tuple[Write, ...]]:
    """What a load could have written in place of this."""
    for write in writes:
        yield ()
        yield (write, write)
        yield (write._replace(rows=write.rows + 1),)
        yield (write._replace(table="returns"),)
        yield from ((write._replace(date=day.logical_date),) for day in job.days[:2])
        yield (write._replace(date=job.clock_date(0)),)


def judged(played: Played, events: Sequence[Any]) -> tuple[dict[Property, int], dict[Property, int]]:
    """What the checker and its twin find in these events. The report holds what was said to be written."""
    job, history = played.simulator.job, played.history
    checker, report = Checker(job, history.seed, history.settings), Warehouse()
    reports: list[Report] = []
    numbered = [event._replace(event=number) for number, event in enumerate(events)]
    for event in numbered:
        for write in getattr(event, "writes", ()):
            report.apply(write)
        reports.append(dict(report.picture()))
        checker.see(event, report)
    checker.see_the_end(report)
    found = {each: violation.event for each, violation in checker.broken.items()}
    return found, Recheck(history, job).judge(numbered, reports)


@pytest.mark.parametrize("seed", range(8))
def test_the_checker_and_its_twin_find_the_same_first_in_a_week_told_otherwise(seed: int) -> None:
    played = swarm_week(seed, replace(RIGHT, job=BRANCHES if seed % 4 == 0 else THREE_DAYS))
    events, job = played.events, played.simulator.job
    noticed = 0
    for at in Random(seed).sample(range(len(events)), 6):
        for told in told_otherwise(events[: at + GOES_ON], at, job):
            found, found_again = (breaks_first(each) for each in judged(played, told))
            noticed += bool(found)
            # What else is said of a step that has moved out of turn is each one's own affair.
            if not OUT_OF_TURN.isdisjoint(found) and found.items() & found_again.items():
                continue
            assert found == found_again, f"event {at} of {played.replays_it}: {told[at : at + 2]}"
    assert noticed > 30


def breaks_first(broken_at: dict[Property, int]) -> dict[Property, int]:
    """Of the properties that broke, those that did so at the first event at which any did."""
    first = min(broken_at.values(), default=0)
    return {each: event for each, event in broken_at.items() if event == first}
