"""Uses every function that app/worker.py gives to the page, and every kind of press. Runs in Pyodide.

`given` is the source of app/worker.py. The answer is
{"uses": for each function the lists of its arguments, "answers": what it answered to each, "unused":
functions for which there is no use here, "modules": all modules that were imported from a file: the
standard library's, PyScript's and ours}.
"""

import json
import sys
import traceback
from collections.abc import Callable
from typing import Any

import js
from pyodide.code import run_js

from app.lessons.bakery import EXPERIMENTS
from sim.history import RULES
from sim.jobs import OPENING

PRESSES = (
    "clear:tue",
    "clear:tue:load",
    "late:sun:60",
    "late:mon:60",
    "runs:1",
    "write:overwrite",
    "date:clock",
)
WEEK = OPENING.to_json()
SAVED = json.dumps({**WEEK, "event": 44})
OLD_LINK = "seed={seed}&write={write}&date={date}&runs={runs}&event=44".format(**WEEK)
LINK = f"{OLD_LINK}&rules={RULES}"


def actions(*presses: str | None) -> str:
    """As static/desk.js sends them: presses, or None for starting over."""
    return json.dumps(
        [{"at": 44, "do": "press" if press else "start-over", "press": press} for press in presses]
    )


# A scheduler in whose weeks nothing breaks, and one that leads to a first week to show.
HUNTS = [
    json.dumps({"write": "overwrite", "date": "own", "scheduler": name, "share": 0, "of": 30})
    for name in ("right", "splits-overwrite")
]

USES: dict[str, list[tuple[str, ...]]] = {
    "ping": [()],
    "digest": [(json.dumps(WEEK),), ("nonsense",)],
    "act": [
        *((json.dumps(WEEK), actions(press)) for press in (*PRESSES, None, "nonsense")),
        (json.dumps(WEEK), actions(*PRESSES, None)),
        (json.dumps(WEEK), json.dumps([{"at": 0, "do": "start-over", "press": "late:mon:300"}])),
        ("nonsense", "[]"),
    ],
    "open_week": [(SAVED,), ("nonsense",)],
    "open_link": [(LINK,), (OLD_LINK,), ("nonsense",), ("",)],
    "transcript": [(SAVED,), ("nonsense",)],
    "story": [(json.dumps(WEEK), day) for day in ("wed", "2026-01-12", "nonsense")],
    "experiment": [(name,) for name in (*EXPERIMENTS, "nonsense")],
    "twin": [(json.dumps(WEEK),), ("nonsense",)],
    "hunt_on": [(hunt,) for hunt in HUNTS],
}


def answer_of(function: Callable[..., object], *arguments: str) -> str:
    try:
        return str(function(*arguments))
    except Exception:
        # Formatted, because to tell a reader of the console what went wrong takes modules too. Not kept:
        # a trimmed library has no sources to show.
        traceback.format_exc()
        return repr(sys.exc_info()[1])


def exercise(functions: dict[str, Any]) -> dict[str, list[str]]:
    """What each function answers to each of its uses; those of what a hunt has found are added here."""
    answers: dict[str, list[str]] = {}
    found = ("hunt_so_far", "show_first")
    for name in (*USES, *found):
        if name in found:
            USES[name] = [(f"[{share}]",) for share in answers["hunt_on"]]
        if name in functions:
            answers[name] = [answer_of(functions[name], *arguments) for arguments in USES[name]]
    return answers


namespace: dict[str, Any] = {"__name__": "__main__"}
given: str = globals()["given"]  # run.mjs sets it
exec(compile(given, "worker.py", "exec"), namespace)
exported = {function.__name__: function for function in namespace["EXPORTS"]}
answered = exercise(exported)
# An error that goes to JavaScript, and one that comes from there.
run_js("(fail) => { try { fail() } catch (error) { String(error) } }")(lambda: 1 / 0)
answer_of(run_js, "throw new Error('no')")
answer_of(js.JSON.parse, "nonsense")

json.dumps(
    {
        "uses": USES,
        "answers": answered,
        "unused": sorted(exported.keys() - answered.keys()),
        "modules": sorted(
            name
            for name, module in sys.modules.items()
            if (getattr(getattr(module, "__spec__", None), "origin", None) or "").endswith((".py", ".pyc"))
        ),
    }
)
