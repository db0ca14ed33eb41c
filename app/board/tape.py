"""A tape: a week made ready to show, so that any of its events can be shown without asking Python.

It is a reel of the board and all that belongs to it, with the time and the sentence of every event.
"""

import hashlib
from dataclasses import dataclass

from app import words
from app.board.cause import Causes
from app.board.happened import happened, news_of
from app.board.markup import day_regions, log_line, marks, sentence_region, whole_regions
from app.board.view import Eye, Whole, look_at_whole
from app.link import link_of
from app.played import moments_of
from app.reel import Drawing, Reel
from sim.events import Event, RunEnded, TryEnded
from sim.history import History, HistoryValues
from sim.model import RunState, TryOutcome

FAILED = (TryOutcome.FAILED, RunState.FAILED)


@dataclass(frozen=True, slots=True)
class Tape(Reel):
    """``minutes``, ``times``, ``sentences`` and ``news`` hold one number for each event.

    ``times`` and ``sentences`` are indexes in ``strings``: the time of day, and what happened as plain text.
    ``news`` is the index of what is worth saying while the week plays, or -1. ``minutes`` counts from
    the moment the job was switched on. ``failures`` are the events at which a try or a run failed or a
    property broke, in order; ``marks`` is the HTML that shows them over the slider. ``link`` leads to the
    week, once ``&event=`` and a number are added.
    """

    history: HistoryValues
    link: str
    failures: tuple[int, ...]
    marks: str
    minutes: tuple[int, ...]
    times: tuple[int, ...]
    sentences: tuple[int, ...]
    news: tuple[int, ...]

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


def tape_of(history: History) -> Tape:
    """The tape of a week, played to its end.

    Raises HistoryError where a press names an event that the week does not reach.
    """
    job = history.job
    drawing, eye, causes = Drawing(), Eye(job), Causes(history)
    whole: Whole | None = None
    minutes: list[int] = []
    times: list[int] = []
    sentences: list[int] = []
    news: list[int] = []
    failed: list[int] = []
    broken: list[int] = []
    for moment in moments_of(history):
        event, week, violations = moment
        first_violations = list(violations.values())[len(causes.found) :]
        causes.see(event, violations)
        regions: dict[str, str] = {}
        for day, before in eye.see(moment).items():
            regions |= day_regions(eye.days[day], before)
        if eye.sees_the_whole(moment):
            last, whole = whole, look_at_whole(moment, history.scheduler, causes.found)
            regions |= whole_regions(whole, len(job.tasks), last)
        drawing.draw(event.event, regions)
        if minutes and minutes[-1] == event.minute:
            times.append(times[-1])
        else:
            times.append(drawing.index_of(words.time_of_day(job.moment(event.minute))))
        minutes.append(event.minute)
        sentences.append(drawing.index_of(words.sentence(happened(week, event))))
        worth_saying = news_of(week, event, first_violations)
        news.append(-1 if worth_saying is None else drawing.index_of(words.news(worth_saying)))
        if _fails(event):
            failed.append(event.event)
        if first_violations:
            broken.append(event.event)
    values = history.to_json()
    return Tape(
        *drawing.drawn(),
        history=values,
        link=link_of(values),
        failures=tuple(sorted({*failed, *broken})),
        marks=marks(failed, broken, len(minutes) - 1),
        minutes=tuple(minutes),
        times=tuple(times),
        sentences=tuple(sentences),
        news=tuple(news),
    )


def _fails(event: Event) -> bool:
    return isinstance(event, TryEnded | RunEnded) and event.outcome in FAILED
