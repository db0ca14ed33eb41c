"""A tape: a week made ready to show, so that any of its events can be shown without asking Python.

For every event it holds the time, the sentence, the line of what happened, and the HTML of each region
of the page. Equal strings are stored once.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from app import words
from app.cause import Causes
from app.link import link_of
from app.markup import log_line, marks, regions
from app.view import look
from sim.events import RunEnded, TryEnded
from sim.history import History, begin, play
from sim.hunt import scheduler_named
from sim.jobs import BAKERY
from sim.model import Job, RunState, TryOutcome

FAILED = (TryOutcome.FAILED, RunState.FAILED)


@dataclass(frozen=True, slots=True)
class Tape:
    """``frames[event][r]`` is the place in ``strings`` of the HTML of region ``regions[r]``.

    ``lines[event]``, ``times[event]`` and ``sentences[event]`` are places in ``strings`` too: one ``<li>``
    of what happened, the time of day, and what happened as plain text. ``news[event]`` is the place of
    what is worth saying while the week plays, or -1. ``minutes[event]`` counts from the moment the job was
    switched on. ``failures`` are the events at which a try or a run failed or a property broke, in
    order; ``marks`` is the HTML that shows them over the slider. ``link`` leads to the week, once
    ``&event=`` and a number are added.
    """

    history: dict[str, Any]
    link: str
    failures: tuple[int, ...]
    marks: str
    regions: tuple[str, ...]
    strings: tuple[str, ...]
    minutes: tuple[int, ...]
    frames: tuple[tuple[int, ...], ...]
    lines: tuple[int, ...]
    times: tuple[int, ...]
    sentences: tuple[int, ...]
    news: tuple[int, ...]

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

    def values(self) -> dict[str, Any]:
        """The tape as plain values, as static/page.js reads them."""
        return {name: getattr(self, name) for name in self.__slots__}

    def to_json(self) -> str:
        """The tape as one line of JSON."""
        return json.dumps(self.values(), ensure_ascii=False, separators=(",", ":"))


def tape_of(history: History, job: Job = BAKERY, scheduler: str = "right") -> Tape:
    """Play the week to its end and keep a picture of every event.

    A week of a broken scheduler says so: its history has the scheduler's name besides. Raises
    HistoryError where a press names an event that the week does not reach.
    """
    simulator, checker = begin(history, job, scheduler_named(scheduler))
    causes = Causes(simulator.job, history.settings, scheduler)
    places: dict[str, int] = {}

    def place(text: str) -> int:
        return places.setdefault(text, len(places))

    names: tuple[str, ...] = ()
    minutes: list[int] = []
    frames: list[tuple[int, ...]] = []
    lines: list[int] = []
    times: list[int] = []
    sentences: list[int] = []
    news: list[int] = []
    failed: list[int] = []
    broken: list[int] = []
    violations = 0
    for event in play(simulator):
        week = simulator.week()
        causes.see(event, checker.broken)
        view = look(week, event, checker.broken, scheduler, causes.found)
        drawn = regions(view)
        names = names or tuple(drawn)
        minutes.append(event.minute)
        frames.append(tuple(place(drawn[name]) for name in names))
        lines.append(place(log_line(view)))
        times.append(place(view.time))
        sentences.append(place(view.sentence))
        first_violations = list(checker.broken.values())[violations:]
        violations += len(first_violations)
        said = words.news(week, event, first_violations)
        news.append(place(said) if said else -1)
        if first_violations:
            broken.append(event.event)
        if isinstance(event, TryEnded | RunEnded) and event.outcome in FAILED:
            failed.append(event.event)
    values = history.to_json(job) | ({} if scheduler == "right" else {"scheduler": scheduler})
    return Tape(
        history=values,
        link=link_of(values),
        failures=tuple(sorted({*failed, *broken})),
        marks=marks(failed, broken, len(frames) - 1),
        regions=names,
        strings=tuple(places),
        minutes=tuple(minutes),
        frames=tuple(frames),
        lines=tuple(lines),
        times=tuple(times),
        sentences=tuple(sentences),
        news=tuple(news),
    )
