"""The same weeks, event for event, from CPython and from Pyodide, the Python that runs in the page."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from app.replies import digest
from build_snapshot import our_sources
from sim.history import MAX_SEED, History
from sim.job import LoadDate, Settings, WriteMode
from sim.jobs import BAKERY, OPENING
from sim.presses import read_press
from sim.replay import Playing, replay
from sim.transcript import as_json
from tests.sim.weeks import history_of
from trim.library import run

WEEKS = 216
DAYS = [day.day_id for day in BAKERY.days]
WRITE_MODES, LOAD_DATES = list(WriteMode), list(LoadDate)
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
            f"write:{chance.choice(WRITE_MODES)}",
            f"date:{chance.choice(LOAD_DATES)}",
        ]
    )


def some_history(chance: random.Random) -> History:
    """Any seed and settings, and one to five presses at events that the week reaches."""
    settings = Settings(chance.choice(WRITE_MODES), chance.choice(LOAD_DATES), chance.randint(1, len(DAYS)))
    history = History(BAKERY, chance.choice([0, MAX_SEED, chance.randint(0, MAX_SEED)]), settings)
    playing = Playing(history)
    at_event = 0
    for _ in range(chance.randint(1, 5)):
        last = len(replay(playing.history).events) - 1
        at_event = chance.choice([at_event, chance.randint(at_event, last), last])
        playing.go_to(at_event)
        playing.press(read_press(some_press(chance), BAKERY))
    return playing.history


def some_histories() -> list[History]:
    """The same list on every machine; the page's own stories come first."""
    chance = random.Random(12_012_028)
    opening = [OPENING, history_of("44:clear:tue")]
    overwrite = [
        replace(week, settings=replace(week.settings, write_mode=WriteMode.OVERWRITE)) for week in opening
    ]
    return [*opening, *overwrite, *(some_history(chance) for _ in range(WEEKS))]


PLAY = """
import json, sys
from app.replies import digest
from sim.history import History
from sim.jobs import JOBS, OPENING
from sim.replay import replay
from sim.transcript import as_json

weeks = [as_json(replay(History.from_json(values, JOBS))) for values in json.loads(given)]
json.dumps({"python": sys.version, "weeks": weeks, "digest": digest(json.dumps(OPENING.to_json()))})
"""


def play_in_pyodide(histories: list[History], folder: Path, library: Path) -> Played:
    """All the weeks, played in one Pyodide under Node, with the library of the site."""
    archive, script = folder / "app.zip", folder / "play.py"
    archive.write_bytes(our_sources())
    script.write_text(PLAY, encoding="utf-8")
    return Played(**run(script, json.dumps([history.to_json() for history in histories]), archive, library))


def play_here(history: History) -> dict[str, Any]:
    """The week as this Python plays it, after a journey through JSON as the other's had."""
    values: dict[str, Any] = json.loads(json.dumps(as_json(replay(history))))
    return values


def assert_all_kinds_of_weeks(weeks: list[dict[str, Any]]) -> None:
    """Every kind of press, every setting and every rare thing is among them."""
    events = [event for week in weeks for event in week["events"]]
    presses = [event for event in events if event["kind"] == "press"]
    words = [event["press"].split(":") for event in presses]
    assert len({json.dumps(week["history"]) for week in weeks if week["history"]["presses"]}) >= 200
    assert {kind for kind, *_ in words} == {"clear", "late", "runs", "write", "date"}
    assert {step for kind, _, *steps in words if kind == "clear" for step in steps} == set(STEPS)
    assert any(event["refused"] for event in presses)
    assert {(week["history"]["write"], week["history"]["date"]) for week in weeks} == {
        (write.value, date.value) for write in WriteMode for date in LoadDate
    }
    assert {week["history"]["runs"] for week in weeks} == set(range(1, 8))
    tries = [event for event in events if event["kind"] == "try_ended"]
    assert {event["outcome"] for event in tries} == {"success", "failed", "killed"}
    assert max(event["try_since_clear"] for event in tries) == 3
    assert any(event["try"] > event["try_since_clear"] for event in tries)
    assert any(event["kind"] == "file_arrived" for event in events)
    steps = [step["state"] for week in weeks for run in week["runs"] for step in run["steps"]]
    assert "upstream_failed" in steps
    assert any(week["other_dates"] for week in weeks)
    assert any(week["violations"] for week in weeks)


def test_pyodide_plays_every_week_event_for_event_as_this_python_does(tmp_path: Path, library: Path) -> None:
    histories = some_histories()
    there = play_in_pyodide(histories, tmp_path, library)
    here = [play_here(history) for history in histories]
    assert_all_kinds_of_weeks(here)
    for history, week_there, week_here in zip(histories, there.weeks, here, strict=True):
        replays_it = f"in the week {json.dumps(history.to_json())}"
        for event_there, event_here in zip(week_there["events"], week_here["events"], strict=False):
            assert event_there == event_here, replays_it
        assert week_there == week_here, replays_it
    assert there.digest == digest(json.dumps(OPENING.to_json()))
    assert there.python.startswith("3.14."), "this is not the Python of the page"
