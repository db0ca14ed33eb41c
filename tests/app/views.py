"""What the tests of the page share: the view of a week after one of its events."""

from collections.abc import Iterator

from app.view import View, look
from sim.history import History
from sim.jobs import OPENING
from sim.replay import begin, play, replay


def views(history: History = OPENING) -> Iterator[View]:
    """The view after each event of a week."""
    simulator, checker = begin(history)
    for event in play(simulator):
        yield look(simulator.week(), event, checker.broken)


def view_at(event: int, history: History = OPENING) -> View:
    """The view after one event of a week."""
    replayed = replay(history, until=event)
    return look(replayed.week, replayed.events[-1], replayed.checker.broken)


def last_view(history: History) -> View:
    """The view after the last event of a week."""
    replayed = replay(history)
    return look(replayed.week, replayed.events[-1], replayed.checker.broken)
