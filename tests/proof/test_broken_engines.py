"""Engines broken by one edit each: every one is caught by the property named for it, the right one by none."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.proof.engines import (
    Engine,
    Lab,
)

ROOT = Path(__file__).resolve().parent.parent.parent


def press_anywhere_breaks(lab: Lab) -> str | None:
    across = lab.across
    history = across.History(3, across.OVERWRITE, failure_percent=60)
    presses = tuple(across.every_press(across.THREE_DAYS))
    found: str | None = across.press_anywhere_breaks(history, across.THREE_DAYS, presses)
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
