"""Engines broken by one edit: each is caught by the property named for it, the right one by none."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim.witness.findings import Property
from tests.proof.engines import (
    CANARY,
    ENGINES,
    RIGHT_ENGINE,
    Engine,
    Lab,
    edited_source,
    laboratory,
)
from tests.proof.swarm import RIGHT, swarm_week

ROOT = Path(__file__).resolve().parent.parent.parent


def press_anywhere_breaks(lab: Lab) -> str | None:
    across = lab.across
    history = across.History(across.THREE_DAYS, 3, across.OVERWRITE, failure_percent=60)
    presses = tuple(across.every_press(across.THREE_DAYS))
    found: str | None = across.press_anywhere_breaks(history, presses)
    return found


def hash_seed_shows(engine: Engine) -> str | None:
    """Do its weeks depend on the order in which a set of strings happens to lie?"""
    command = [sys.executable, "-m", "tests.proof.engines", engine.name]
    printed = {
        subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1")
    }
    return "another hash seed gives other weeks" if len(printed) > 1 else None


# What must be true from one run of a week to another, each as a question to an engine.
ACROSS: dict[str, Callable[[Lab, Engine], str | None]] = {
    "replay_differs": lambda lab, engine: lab.across.replay_differs(range(20)),
    "restore_differs": lambda lab, engine: lab.across.restore_differs(range(6, 7)),
    "stream_differs": lambda lab, engine: lab.across.stream_differs(range(20)),
    "golden_differs": lambda lab, engine: lab.across.golden_differs(),
    "hash_seed_shows": lambda lab, engine: hash_seed_shows(engine),
    "twins_differ": lambda lab, engine: lab.across.twins_differ(range(engine.seeds)),
    "press_anywhere_breaks": lambda lab, engine: press_anywhere_breaks(lab),
    "pair_of_presses_breaks": lambda lab, engine: lab.across.pair_of_presses_breaks(
        range(100), lab.across.THREE_DAYS
    ),
    "rerun_differs": lambda lab, engine: lab.across.rerun_differs(range(6), lab.across.WriteMode.OVERWRITE),
}


def weeks_caught(lab: Lab, engine: Engine) -> Any:  # noqa: ANN401, its classes are the laboratory's own
    """The first week in which a property named by the engine breaks, and that property; or None."""
    hunted = lab.swarm.RIGHT if engine.weeks == "overwrite" else lab.swarm.MIXED
    for seed in range(engine.seeds):
        played = lab.swarm.swarm_week(seed, hunted)
        for violation in played.checker.violations:
            if violation.property.value in engine.caught_by:
                return played, violation
    return None


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_a_broken_engine_is_caught_by_the_property_named_for_it(engine: Engine) -> None:
    with laboratory(engine) as lab:
        across = [question for question in engine.caught_by if question in ACROSS]
        if across:
            assert ACROSS[across[0]](lab, engine) is not None
            return
        caught = weeks_caught(lab, engine)
        assert caught is not None, f"nothing is found in {engine.seeds} weeks"
        played, violation = caught
        failure = lab.shrink.Failure(played.history, 0, violation)
        shortest = lab.shrink.shrink(failure)
        assert len(shortest.history.presses) <= 2, shortest.history.to_options()
        assert shortest.violation.property.value in engine.caught_by


def breaks_first(broken_at: dict[Property, int]) -> dict[Property, int]:
    """Of the properties that broke, those that did so at the first event at which any did."""
    first = min(broken_at.values(), default=0)
    return {each: event for each, event in broken_at.items() if event == first}


@pytest.mark.parametrize(
    # The checker looks where something is written, and finds rows of another week only at the end.
    "engine",
    [engine for engine in ENGINES if engine.name != "a resumed week shares the table"],
    ids=lambda engine: engine.name,
)
def test_a_full_recheck_finds_what_breaks_first_in_a_broken_engine_at_the_same_event(engine: Engine) -> None:
    """Only what breaks first: what either makes of an engine that has gone astray is its own affair."""
    with laboratory(engine) as lab:
        for seed in range(3):
            reports: list[Any] = []
            played = lab.swarm.swarm_week(seed, lab.swarm.MIXED, reports=reports)
            found = lab.recheck.Recheck(played.history, played.simulator.job).judge(played.events, reports)
            assert breaks_first(found) == breaks_first(played.broken_at), played.replays_it


def test_the_right_engine_is_caught_by_nothing() -> None:
    seeds = max(engine.seeds for engine in ENGINES)
    every_property = tuple(each.value for each in Property)
    with laboratory(RIGHT_ENGINE) as lab:
        assert weeks_caught(lab, RIGHT_ENGINE._replace(caught_by=every_property, seeds=seeds)) is None
        mixed = RIGHT_ENGINE._replace(weeks="mixed", seeds=seeds)
        may_break = Property.EACH_DAY_ONCE.value
        others = tuple(each for each in every_property if each != may_break)
        assert weeks_caught(lab, mixed._replace(caught_by=others)) is None
        for question, ask in ACROSS.items():
            assert ask(lab, RIGHT_ENGINE._replace(seeds=100)) is None, question


def test_the_canary_is_caught_at_once_in_every_week() -> None:
    with laboratory(CANARY) as lab:
        for seed in range(20):
            played = lab.swarm.swarm_week(seed, lab.swarm.RIGHT)
            assert played.checker.violations[0].property.value in CANARY.caught_by
            assert played.checker.violations[0].event == 0


# The list, and the laboratory.


def test_every_property_has_an_engine_that_only_it_or_one_other_must_catch() -> None:
    assert len(ENGINES) >= 50
    assert len({engine.name for engine in ENGINES}) == len(ENGINES)
    named = {name for engine in ENGINES for name in engine.caught_by}
    assert named == {*(each.value for each in Property), *ACROSS}
    assert all(len(engine.caught_by) <= 2 for engine in ENGINES)
    alone = {engine.caught_by[0] for engine in ENGINES if len(engine.caught_by) == 1}
    assert alone == named


def test_an_edit_is_made_in_the_laboratory_and_nowhere_else() -> None:
    with laboratory(CANARY) as lab:
        assert lab.swarm.swarm_week(0, lab.swarm.RIGHT).simulator.warehouse.total == 2013
    with laboratory(RIGHT_ENGINE) as lab:
        assert lab.swarm.swarm_week(0, lab.swarm.RIGHT).simulator.warehouse.total == 2012
    here = swarm_week(0, RIGHT)
    assert here.simulator.warehouse.total == 2012
    assert here.checker.violations == []


def test_an_edit_that_fits_nowhere_or_twice_or_touches_the_checker_is_refused() -> None:
    with pytest.raises(ValueError, match=r"holds 'no such text' 0 times, not once\.$"):
        edited_source(CANARY._replace(old="no such text"))
    with pytest.raises(ValueError, match=r"holds 'self' \d+ times, not once\.$"):
        edited_source(CANARY._replace(old="self"))
    with pytest.raises(ValueError, match=r"edits witness/checker\.py, which the checker reads or is\.$"):
        edited_source(CANARY._replace(file="witness/checker.py"))
