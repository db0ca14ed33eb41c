"""The one form of answer that brings the page a week, and the week that the page shows."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from app import words
from app.board.tape import tape_of
from sim.history import History, HistoryValues
from sim.jobs import JOBS
from sim.reading import HistoryError


class SavedWeek(HistoryValues):
    """A week as a file holds it: its history, and the event to stand at."""

    event: int


class Answer(TypedDict):
    """What the page is told, as plain values: a week to show, and what is to be said of it."""

    tape: dict[str, object] | None  # the values of a Tape, or None if nothing changed
    event: int  # where to stand
    refused: list[str]  # what could not be done, each in a sentence
    set_aside: int  # how many presses later than what was seen were dropped
    notice: str  # a sentence about the week, or ""
    between: list[SavedWeek]  # what each action but the last led to, for Undo to stop at


class WatchedAnswer(Answer):
    """The same of an experiment, ready to be watched."""

    telling: int  # the event to stop at
    look_at: str  # what to say there


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page shows: a week, and the event it stands at."""

    history: History
    event: int


def answer(
    shown: Shown | None,
    refused: Sequence[str] = (),
    set_aside: int = 0,
    between: Sequence[Shown] = (),
    notice: str = "",
) -> str:
    """What the page is told, as text. Raises HistoryError where the week does not reach its event."""
    return json.dumps(answer_values(shown, refused, set_aside, between, notice), ensure_ascii=False)


def answer_values(
    shown: Shown | None,
    refused: Sequence[str] = (),
    set_aside: int = 0,
    between: Sequence[Shown] = (),
    notice: str = "",
) -> Answer:
    """The same as plain values. Raises HistoryError."""
    tape = None if shown is None else tape_of(shown.history)
    if shown is not None and tape is not None and shown.event >= len(tape.minutes):
        raise HistoryError(words.no_such_event(shown.event, len(tape.minutes) - 1))
    return {
        "tape": None if tape is None else tape.values(),
        "event": 0 if shown is None else shown.event,
        "refused": list(refused),
        "set_aside": set_aside,
        "notice": notice,
        "between": [saved(week) for week in between],
    }


def saved(week: Shown) -> SavedWeek:
    """What is saved of a week; ``_week_and_event_of`` reads it."""
    return {**week.history.to_json(), "event": week.event}


def shown_week(history: str) -> History:
    """The week that the page shows, from the JSON of its tape's history. Raises HistoryError."""
    return History.from_json(parsed(history), JOBS)


def parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise HistoryError(words.NO_JSON) from error
