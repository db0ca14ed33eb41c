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
from sim.hunt import scheduler_named

UNKNOWN = "The page asked for something that Python does not know."


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page shows: a week, the scheduler that runs it, and the event it stands at."""

    history: History
    event: int
    scheduler: str = "right"


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
    An action that cannot be done is refused and the others are carried out; raises HistoryError where
    there is no telling which week or which actions are meant.
    """
    start = shown = _week_of(_parsed(history))
    todo = _parsed(actions)
    if not isinstance(todo, list):
        raise HistoryError("What the page asks for is a list.")
    refused: list[str] = []
    done_at = set_aside = 0
    started_over = False
    for action in todo:
        try:
            at_event = _event_of(action)
            # Later actions were done while still looking at the old week. Unless the reader had gone
            # back in it, they belong after what the action before them led to. Of a week that was
            # started over, the events seen in the old one say nothing.
            stands_at = at_event
            if started_over:
                stands_at = shown.event
            elif at_event >= done_at:
                stands_at = max(at_event, shown.event)
            before, shown = shown.history, _after(replace(shown, event=stands_at), action)
            if action["do"] == "press":
                set_aside += len(before.presses) + 1 - len(shown.history.presses)
            else:
                started_over = True
            done_at = at_event
        except HistoryError as error:
            refused.append(str(error))
    changed = shown is not start
    return json.dumps(
        {
            "tape": json.loads(tape_of(shown.history, scheduler=shown.scheduler).to_json())
            if changed
            else None,
            "event": shown.event,
            "refused": refused,
            "set_aside": set_aside,
        },
        ensure_ascii=False,
    )


def _parsed(text: str) -> Any:  # noqa: ANN401, whatever the text holds
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise HistoryError("The page sent what is not JSON.") from error


def _event_of(action: object) -> int:
    """The event that was seen when the action was done."""
    if not isinstance(action, dict) or "at" not in action:
        raise HistoryError(UNKNOWN)
    return read_number(action["at"], "The event of an action", 0, 10**6)


def _week_of(values: object) -> Shown:
    """The week that the page shows. A week of a broken scheduler names it beside its history."""
    scheduler = "right"
    if isinstance(values, dict) and "scheduler" in values:
        scheduler = values.pop("scheduler")
        scheduler_named(scheduler)
    return Shown(History.from_json(values), 0, scheduler)


def _after(shown: Shown, action: dict[str, Any]) -> Shown:
    """What is shown after one action. Raises HistoryError, in a sentence, for one that cannot be done."""
    # What was done may lie in an old week that was longer.
    scheduler = scheduler_named(shown.scheduler)
    at_event = min(shown.event, len(replay(shown.history, scheduler=scheduler).events) - 1)
    match action:
        case {"do": "press", "press": str(press)}:
            history = go_on(shown.history, at_event, read_press(press), scheduler=scheduler)
            events = replay(history, scheduler=scheduler).events
            pressed = [event for event in events if isinstance(event, Pressed)][-1]
            if pressed.refused is not None:
                raise HistoryError(pressed.refused)
            return replace(shown, history=history, event=pressed.event)
        case {"do": "start-over", "press": None | str() as press}:
            # Whatever ran the week before, a new one has the right scheduler.
            now = replay(shown.history, scheduler=scheduler, until=at_event).week.settings
            history = replace(shown.history, settings=now, presses=())
            if press is None:
                return Shown(history, 0)
            late = RecordedPress(0, read_press(press))
            return Shown(replace(history, presses=(late,)), 0)
    raise HistoryError(UNKNOWN)
