"""The engine and its plain twin tell the same week; the checker and its plain twin find the same."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from sim.events import TryEnded
from sim.hunt.hunted import Hunted
from sim.jobs import BAKERY, OPENING
from sim.model import SchedulerName
from sim.replay import begin, play
from sim.schedulers import SCHEDULERS
from sim.witness.findings import Property
from tests.proof.across import first_difference
from tests.proof.plain import PlainWeek
from tests.proof.recheck import Recheck
from tests.proof.swarm import (
    APPENDING,
    BY_THE_CLOCK,
    MIXED,
    RIGHT,
    Played,
    Report,
    play_whole,
    swarm_week,
)
from tests.sim.weeks import WHOLESALER

BRANCHES = replace(WHOLESALER, days=WHOLESALER.days[:9])


def swarm_week_twice_judged(seed: int, hunted: Hunted) -> tuple[Played, dict[Property, int]]:
    """A seed's week with what its checker found, and what the full re-check finds in it."""
    reports: list[Report] = []
    played = swarm_week(seed, hunted, reports=reports)
    return played, Recheck(played.history, played.simulator.job).judge(played.events, reports)


# The engine.


@pytest.mark.parametrize("hunted", [RIGHT, APPENDING, BY_THE_CLOCK, MIXED], ids=str)
def test_the_engine_agrees_event_for_event_with_one_that_looks_at_everything(hunted: Hunted) -> None:
    for seed in range(1_000, 1_070):
        played = swarm_week(seed, hunted)
        plain = tuple(PlainWeek(played.history, played.simulator.job).play())
        number = first_difference(plain, played.events)
        assert plain == played.events, f"event {number} differs: {played.replays_it}"


def test_they_agree_on_a_job_with_branches() -> None:
    for seed in range(15):
        played = swarm_week(seed, replace(MIXED, job=BRANCHES))
        plain = tuple(PlainWeek(played.history, played.simulator.job).play())
        assert plain == played.events, f"seed {seed}, event {first_difference(plain, played.events)}"


@pytest.mark.parametrize("scheduler", [name for name in SCHEDULERS if name != "right"])
def test_the_plain_engine_differs_from_one_with_a_broken_scheduler(scheduler: SchedulerName) -> None:
    differ = 0
    for seed in range(30):
        played = swarm_week(seed, replace(RIGHT, scheduler=scheduler))
        differ += tuple(PlainWeek(played.history, played.simulator.job).play()) != played.events
    assert differ >= 10


# The checker.


@pytest.mark.parametrize("scheduler", SCHEDULERS)
@pytest.mark.parametrize("hunted", [RIGHT, MIXED], ids=["overwrite", "mixed"])
def test_the_checker_finds_what_a_full_recheck_finds_at_the_same_event(
    scheduler: SchedulerName, hunted: Hunted
) -> None:
    found = Counter[Property]()
    for seed in range(2_000, 2_040):
        played, found_again = swarm_week_twice_judged(seed, replace(hunted, scheduler=scheduler))
        assert found_again == played.broken_at, played.replays_it
        found.update(played.broken_at)
    assert bool(found) is ((scheduler, hunted) != ("right", RIGHT))


def test_they_agree_on_what_was_found_in_a_job_with_branches() -> None:
    for seed in range(3):
        played, found_again = swarm_week_twice_judged(seed, replace(MIXED, job=BRANCHES))
        assert found_again == played.broken_at


# The re-check, told a week in which one event was changed.


def told_otherwise(number: int, **changes: Any) -> dict[Property, int]:  # noqa: ANN401, fields of events
    """What the re-check finds in the opening week, if one event is told otherwise."""
    simulator, _ = begin(OPENING)
    events: list[Any] = []
    reports: list[Report] = []
    for event in play(simulator):
        events.append(event)
        reports.append(dict(simulator.warehouse.picture()))
    events[number] = events[number]._replace(**changes)
    return Recheck(OPENING, BAKERY).judge(events, reports)


def test_the_full_recheck_finds_an_event_that_is_told_otherwise() -> None:
    week = play_whole(OPENING)
    load_failed = week.events[44]
    assert isinstance(load_failed, TryEnded)
    assert told_otherwise(44) == week.broken_at == {Property.EACH_DAY_ONCE: 55}
    assert told_otherwise(44, retry_at_min=load_failed.minute + 6)[Property.DELAYS] == 44
    assert told_otherwise(44, retry_at_min=None)[Property.TRIES] == 44
    assert told_otherwise(44, writes=())[Property.ROWS_ACCOUNTED_FOR] == 44
    assert told_otherwise(44, minute=load_failed.minute - 2)[Property.TIME] == 44
    assert told_otherwise(44, event=45)[Property.TIME] == 45
    assert told_otherwise(1, day=1)[Property.OLDEST_FIRST] == 1
