"""What the tests of the page share: all that it shows of a week after one event, drawn anew and whole."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from app import words
from app.board.cause import Cause
from app.board.happened import happened
from app.board.markup import day_regions, whole_regions
from app.board.view import NO_CAUSES, DayRow, Whole, look_at_day, look_at_whole
from sim.history import History
from sim.jobs import OPENING
from sim.model import SchedulerName
from sim.replay import Moment, moments, replay
from sim.witness.findings import Property


class View(NamedTuple):
    """All that the page shows after one event."""

    event: int
    minute: int
    time: str
    sentence: str
    days: tuple[DayRow, ...]
    whole: Whole


def look(
    moment: Moment,
    scheduler: SchedulerName = SchedulerName.RIGHT,
    causes: Mapping[Property, Cause] = NO_CAUSES,
) -> View:
    """The view of a week right after an event."""
    event, week, _ = moment
    return View(
        event=event.event,
        minute=event.minute,
        time=words.time_of_day(week.job.moment(event.minute)),
        sentence=words.sentence(happened(week, event)),
        days=tuple(look_at_day(week, day) for day in range(len(week.runs))),
        whole=look_at_whole(moment, scheduler, causes),
    )


def regions(view: View) -> dict[str, str]:
    """The outer HTML of every region, by the region's name."""
    days: dict[str, str] = {}
    for row in view.days:
        days |= day_regions(row)
    return days | whole_regions(view.whole, len(view.days[0].cells))


def moment_at(event: int, history: History = OPENING) -> Moment:
    """A week right after one of its events, played to there and no further."""
    replayed = replay(history, until=event)
    return Moment(replayed.events[-1], replayed.week, replayed.checker.broken)


def last_moment(history: History) -> Moment:
    """A week right after its last event."""
    *_, last = moments(history)
    return last


def views(history: History = OPENING) -> Iterator[View]:
    """The view after each event of a week."""
    return map(look, moments(history))


def view_at(event: int, history: History = OPENING) -> View:
    """The view after one event of a week."""
    return look(moment_at(event, history))


def last_view(history: History) -> View:
    """The view after the last event of a week."""
    return look(last_moment(history))
