"""What the tests of the page share: the view of a week after one of its events."""

from collections.abc import Iterator

from app.view import View, look
from sim.history import OPENING, History, begin, play, replay
from sim.jobs import BAKERY
from sim.model import Job


def views(history: History = OPENING, job: Job = BAKERY) -> Iterator[View]:
    """The view after each event of a week."""
    simulator, checker = begin(history, job)
    for event in play(simulator):
        yield look(simulator.week(), event, checker.broken)


def view_at(event: int, history: History = OPENING, job: Job = BAKERY) -> View:
    """The view after one event of a week."""
    replayed = replay(history, job, until=event)
    return look(replayed.week, replayed.events[-1], replayed.checker.broken)


def last_view(history: History, job: Job = BAKERY) -> View:
    """The view after the last event of a week."""
    replayed = replay(history, job)
    return look(replayed.week, replayed.events[-1], replayed.checker.broken)
