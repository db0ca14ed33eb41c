"""A tape: a week made ready to show, so that any of its events can be shown without asking Python.

For every event it holds the time, the sentence, the line of what happened, and the HTML of each region
of the page. Equal strings are stored once.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from app.markup import log_line, regions
from app.view import look
from sim.history import History, begin, play
from sim.hunt import scheduler_named
from sim.jobs import BAKERY
from sim.model import Job


@dataclass(frozen=True, slots=True)
class Tape:
    """``frames[event][r]`` is the place in ``strings`` of the HTML of region ``regions[r]``.

    ``lines[event]``, ``times[event]`` and ``sentences[event]`` are places in ``strings`` too: one ``<li>``
    of what happened, the time of day, and what happened as plain text. ``minutes[event]`` counts from
    the moment the job was switched on.
    """

    history: dict[str, Any]
    regions: tuple[str, ...]
    strings: tuple[str, ...]
    minutes: tuple[int, ...]
    frames: tuple[tuple[int, ...], ...]
    lines: tuple[int, ...]
    times: tuple[int, ...]
    sentences: tuple[int, ...]

    def html(self, event: int) -> dict[str, str]:
        """The HTML of each region after ``event``."""
        return {
            region: self.strings[place]
            for region, place in zip(self.regions, self.frames[event], strict=True)
        }

    def log(self, event: int) -> str:
        """What happened up to and with ``event``, newest first."""
        return "".join(self.strings[place] for place in reversed(self.lines[: event + 1]))

    def digest(self) -> str:
        """A SHA-256 in hexadecimal over all that the tape holds. Equal digests mean the same week."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()

    def to_json(self) -> str:
        """The tape as one line of JSON, as static/page.js reads it."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def tape_of(history: History, job: Job = BAKERY, scheduler: str = "right") -> Tape:
    """Play the week to its end and keep a picture of every event.

    A week of a broken scheduler says so: its history has the scheduler's name besides. Raises
    HistoryError where a press names an event that the week does not reach.
    """
    simulator, checker = begin(history, job, scheduler_named(scheduler))
    places: dict[str, int] = {}

    def place(text: str) -> int:
        return places.setdefault(text, len(places))

    names: tuple[str, ...] = ()
    minutes: list[int] = []
    frames: list[tuple[int, ...]] = []
    lines: list[int] = []
    times: list[int] = []
    sentences: list[int] = []
    for event in play(simulator):
        view = look(simulator.week(), event, checker.broken, scheduler)
        drawn = regions(view)
        names = names or tuple(drawn)
        minutes.append(event.minute)
        frames.append(tuple(place(drawn[name]) for name in names))
        lines.append(place(log_line(view)))
        times.append(place(view.time))
        sentences.append(place(view.sentence))
    return Tape(
        history.to_json(job) | ({} if scheduler == "right" else {"scheduler": scheduler}),
        names,
        tuple(places),
        tuple(minutes),
        tuple(frames),
        tuple(lines),
        tuple(times),
        tuple(sentences),
    )
