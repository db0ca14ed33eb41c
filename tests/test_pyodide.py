"""The same weeks, event for event, from CPython and from Pyodide, the Python that runs in the page."""

import json
import random
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from app.replies import opening_digest
from build_snapshot import our_sources
from sim.history import MAX_SEED, OPENING, History, go_on, read_press, replay
from sim.jobs import BAKERY
from sim.model import LoadDate, Settings, WriteMode
from sim.transcript import as_json

ROOT = Path(__file__).resolve().parent.parent
WEEKS = 240
DAYS = [day.day_id for day in BAKERY.days]
STEPS = [task.task_id for task in BAKERY.tasks]


class Played(NamedTuple):
    """What Pyodide answered: each week as ``python -m sim week --json`` prints it, and a digest."""

    python: str
    weeks: list[dict[str, Any]]
    digest: str


def some_press(chance: random.Random) -> str:
    """A press of any kind, in its wire form."""
    return chance.choice(
        [
            f"clear:{chance.choice(DAYS)}",
            f"clear:{chance.choice(DAYS)}:{chance.choice(STEPS)}",
            f"late:{chance.choice(DAYS)}:{chance.randint(1, 300)}",
            f"runs:{chance.randint(1, 7)}",
            f"write:{chance.choice(list(WriteMode))}",
            f"date:{chance.choice(list(LoadDate))}",
        ]
    )


def some_history(chance: random.Random) -> History:
    """Any seed and settings, and up to six presses at events that the week reaches."""
    settings = Settings(
        chance.choice(list(WriteMode)), chance.choice(list(LoadDate)), chance.randint(1, len(DAYS))
    )
    history = History(chance.choice([0, MAX_SEED, chance.randint(0, MAX_SEED)]), settings)
    at_event = 0
    for _ in range(chance.randint(0, 6)):
        last = len(replay(history).events) - 1
        at_event = chance.choice([at_event, chance.randint(at_event, last), last])
        history = go_on(history, at_event, read_press(some_press(chance)))
    return history


def some_histories() -> list[History]:
    """The same list on every machine; the opening week and the page's own stories come first."""
    chance = random.Random(12_012_026)
    opening = [OPENING, go_on(OPENING, 44, read_press("clear:tue"))]
    overwrite = [
        replace(week, settings=replace(week.settings, write_mode=WriteMode.OVERWRITE)) for week in opening
    ]
    return [*opening, *overwrite, *(some_history(chance) for _ in range(WEEKS))]


@pytest.fixture(scope="module")
def histories() -> list[History]:
    return some_histories()


@pytest.fixture(scope="module")
def played(histories: list[History], tmp_path_factory: pytest.TempPathFactory) -> Played:
    """All the weeks, played in one Pyodide under Node."""
    archive = tmp_path_factory.mktemp("pyodide") / "app.zip"
    archive.write_bytes(our_sources())
    node = shutil.which("node")
    if node is None:
        pytest.fail("Node was not found; the project needs it.")
    result = subprocess.run(
        [node, ROOT / "tests" / "pyodide_weeks.mjs", archive],
        input=json.dumps([history.to_json() for history in histories]),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return Played(**json.loads(result.stdout))


def week_here(history: History) -> dict[str, Any]:
    """The week as this Python plays it, after a journey through JSON as the other's had."""
    values: dict[str, Any] = json.loads(json.dumps(as_json(history, replay(history))))
    return values


def test_the_weeks_hold_every_kind_of_press_every_setting_and_every_rare_thing(
    histories: list[History],
) -> None:
    weeks = [week_here(history) for history in histories]
    events = [event for week in weeks for event in week["events"]]
    presses = [event["press"] for event in events if event["kind"] == "press"]
    assert len({tuple(week["history"]["presses"]) for week in weeks}) >= 200
    assert {press.split(":")[0] for press in presses} == {"clear", "late", "runs", "write", "date"}
    assert {press.split(":")[2] for press in presses if press.count(":") == 2} >= set(STEPS)
    assert {(week["history"]["write"], week["history"]["date"]) for week in weeks} == {
        (write, date) for write in WriteMode for date in LoadDate
    }
    assert {week["history"]["runs"] for week in weeks} == set(range(1, 8))
    assert {event["outcome"] for event in events if event["kind"] == "try_ended"} == {
        "success",
        "failed",
        "killed",
    }
    assert any(event["kind"] == "press" and event["refused"] for event in events)
    assert any(event["kind"] == "file_arrived" for event in events)
    assert any(event["kind"] == "try_started" and event["try"] == 3 for event in events)
    assert any(
        step["state"] == "upstream_failed" for week in weeks for run in week["runs"] for step in run["steps"]
    )
    assert any(week["other_dates"] for week in weeks)
    assert {name for week in weeks for name, at in week["properties"].items() if at is not None} == {
        "each_day_once"
    }


def test_pyodide_is_another_python_than_this_one_or_at_least_a_whole_one(played: Played) -> None:
    assert played.python.startswith("3.14.")


def test_pyodide_plays_every_week_event_for_event_as_this_python_does(
    histories: list[History], played: Played
) -> None:
    assert len(played.weeks) == len(histories) >= 200
    for history, there in zip(histories, played.weeks, strict=True):
        here = week_here(history)
        for event_here, event_there in zip(here["events"], there["events"], strict=False):
            assert event_there == event_here, f"in the week {json.dumps(history.to_json())}"
        assert there == here, f"in the week {json.dumps(history.to_json())}"


def test_pyodide_draws_the_opening_week_as_this_python_does(played: Played) -> None:
    assert played.digest == opening_digest()
