"""What the page can ask of Python, and the answers: text in, text out, nothing kept in between.

The page sends the history it shows and the actions the reader took, in order. Because nothing is kept
here, a worker that had to be started again can go on with any week.
"""

import json
from dataclasses import dataclass, replace
from typing import Any

from app.tape import Tape, tape_of
from sim.events import Pressed, RecordedPress
from sim.history import (
    OPENING,
    History,
    HistoryError,
    go_on,
    read_number,
    read_press,
    replay,
)


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page shows: a week, and the event it stands at."""

    history: History
    event: int


def opening_tape() -> Tape:
    """The tape of the opening week, which the build writes into the page."""
    return tape_of(OPENING)


def opening_digest() -> str:
    """The digest of the opening week as this Python computes it, for the page to compare with the build's."""
    return opening_tape().digest()


def act(history: str, actions: str) -> str:
    """Carry out what the reader did, in order, and answer with the week that came of it.

    ``history`` is the JSON of ``History.to_json``; ``actions`` is a JSON list of
    {"at": the event seen when it was done, "do": "press" or "start-over", "press": wire form or null}.
    The answer is JSON: {"tape": a Tape, or null if nothing changed, "event": where to stand,
    "refused": a list of sentences, "set_aside": how many presses later than what was seen were dropped}.
    """
    start = shown = Shown(History.from_json(json.loads(history)), 0)
    refused: list[str] = []
    done_at = set_aside = 0
    for action in json.loads(actions):
        at_event = read_number(action["at"], "The event of an action", 0, 10**6)
        # Later actions were done while still looking at the old week. Unless the reader had gone
        # back in it, they belong after what the action before them led to.
        stands_at = max(at_event, shown.event) if at_event >= done_at else at_event
        try:
            before, shown = shown.history, _after(Shown(shown.history, stands_at), action)
            if action["do"] == "press":
                set_aside += len(before.presses) + 1 - len(shown.history.presses)
            done_at = at_event
        except HistoryError as error:
            refused.append(str(error))
    changed = shown is not start
    return json.dumps(
        {
            "tape": json.loads(tape_of(shown.history).to_json()) if changed else None,
            "event": shown.event,
            "refused": refused,
            "set_aside": set_aside,
        },
        ensure_ascii=False,
    )


def _after(shown: Shown, action: dict[str, Any]) -> Shown:
    """What is shown after one action. Raises HistoryError, in a sentence, for one that cannot be done."""
    match action:
        case {"do": "press", "press": str(press)}:
            last = len(replay(shown.history).events) - 1
            history = go_on(shown.history, min(shown.event, last), read_press(press))
            pressed = [event for event in replay(history).events if isinstance(event, Pressed)][-1]
            if pressed.refused is not None:
                raise HistoryError(pressed.refused)
            return Shown(history, pressed.event)
        case {"do": "start-over", "press": None | str() as press}:
            now = replay(shown.history, until=shown.event).week.settings
            history = replace(shown.history, settings=now, presses=())
            if press is None:
                return Shown(history, 0)
            late = RecordedPress(0, read_press(press))
            return Shown(replace(history, presses=(late,)), 0)
    raise HistoryError("The page asked for something that Python does not know.")
