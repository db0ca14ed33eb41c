"""What the tests of the page share: the view of a week after one of its events."""

from collections.abc import Iterator

from app.view import View, look
from sim.history import History
from sim.jobs import OPENING
from sim.replay import Moment, moments, replay


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
