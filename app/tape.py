"""A tape: a week made ready to show, so that any of its events can be shown without asking Python.

For every event it holds the time, the sentence, and the HTML of each region of the page. Equal strings are
stored once.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from app import words
from app.cause import Causes
from app.link import link_of
from app.markup import log_line, marks, regions, sentence_region
from app.reel import Reel
from app.view import look
from sim.events import RunEnded, TryEnded
from sim.history import History, HistoryValues
from sim.model import RunState, TryOutcome
from sim.replay import begin, play


def compact(values: object) -> str:
    """JSON in one line, as a browser writes it."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


FAILED = (TryOutcome.FAILED, RunState.FAILED)


@dataclass(frozen=True, slots=True)
class Tape:
    """``frames[event][r]`` is the place in ``strings`` of the HTML of region ``regions[r]``.

    ``times[event]`` and ``sentences[event]`` are places in ``strings`` too: the time of day, and what
    happened as plain text. ``news[event]`` is the place of what is worth saying while the week plays,
    or -1. ``minutes[event]`` counts from the moment the job was switched on. ``failures`` are the events
    at which a try or a run failed or a property broke, in order; ``marks`` is the HTML that shows them
    over the slider. ``link`` leads to the week, once ``&event=`` and a number are added.
    """

    history: HistoryValues
    link: str
    failures: tuple[int, ...]
    marks: str
    regions: tuple[str, ...]
    strings: tuple[str, ...]
    minutes: tuple[int, ...]
    frames: tuple[tuple[int, ...], ...]
    times: tuple[int, ...]
    sentences: tuple[int, ...]
    news: tuple[int, ...]

    def html(self, event: int) -> dict[str, str]:
        """The HTML of each region after ``event``."""
        return {
            region: self.strings[place]
            for region, place in zip(self.regions, self.frames[event], strict=True)
        }

    def sentence(self, event: int) -> str:
        """The HTML of what happened at ``event``."""
        return sentence_region(event, self.strings[self.times[event]], self.strings[self.sentences[event]])

    def log(self, event: int) -> str:
        """The HTML of what happened up to and with ``event``, newest first."""
        return "".join(
            log_line(at, self.strings[self.times[at]], self.strings[self.sentences[at]])
            for at in range(event, -1, -1)
        )

    def digest(self) -> str:
        """A SHA-256 in hexadecimal over all that the tape holds. Equal digests mean the same week."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()

    def values(self) -> dict[str, Any]:
        """The tape as plain values, as static/page.js reads them."""
        return {name: getattr(self, name) for name in self.__slots__}

    def to_json(self) -> str:
        """The tape as one line of JSON."""
        return compact(self.values())


class _Picture(NamedTuple):
    """All that a tape holds of one event. ``news`` is empty where nothing is worth saying."""

    minute: int
    regions: dict[str, str]
    time: str
    sentence: str
    news: str
    failed: bool
    broken: bool


_reel = Reel[_Picture]()


def tape_of(history: History) -> Tape:
    """Play the week to its end and keep a picture of every event.

    Raises HistoryError where a press names an event that the week does not reach.
    """
    pictures = tuple(_pictures(history, _reel.known(history)))
    _reel.keep(pictures, history)
    return _tape(history.to_json(), pictures)


def _pictures(history: History, known: Sequence[_Picture]) -> Iterator[_Picture]:
    """A picture of each event of the week, of which the first are known."""
    simulator, checker = begin(history)
    causes = Causes(history)
    violations = 0
    for event in play(simulator):
        causes.see(event, checker.broken)
        first_violations = list(checker.broken.values())[violations:]
        violations += len(first_violations)
        if event.event < len(known):
            yield known[event.event]
            continue
        week = simulator.week()
        view = look(week, event, checker.broken, history.scheduler, causes.found)
        yield _Picture(
            minute=event.minute,
            regions=regions(view),
            time=view.time,
            sentence=view.sentence,
            news=words.news(week, event, first_violations),
            failed=isinstance(event, TryEnded | RunEnded) and event.outcome in FAILED,
            broken=bool(first_violations),
        )


def _tape(history: HistoryValues, pictures: Sequence[_Picture]) -> Tape:
    """The pictures with each text stored once. ``history``: the entries that the page keeps of a week."""
    places: dict[str, int] = {}

    def place(text: str) -> int:
        return places.setdefault(text, len(places))

    frames: list[tuple[int, ...]] = []
    times: list[int] = []
    sentences: list[int] = []
    news: list[int] = []
    for picture in pictures:
        frames.append(tuple(map(place, picture.regions.values())))
        times.append(place(picture.time))
        sentences.append(place(picture.sentence))
        news.append(place(picture.news) if picture.news else -1)
    failed = [event for event, picture in enumerate(pictures) if picture.failed]
    broken = [event for event, picture in enumerate(pictures) if picture.broken]
    return Tape(
        history=history,
        link=link_of(history),
        failures=tuple(sorted({*failed, *broken})),
        marks=marks(failed, broken, len(pictures) - 1),
        regions=tuple(pictures[0].regions) if pictures else (),
        strings=tuple(places),
        minutes=tuple(picture.minute for picture in pictures),
        frames=tuple(frames),
        times=tuple(times),
        sentences=tuple(sentences),
        news=tuple(news),
    )
