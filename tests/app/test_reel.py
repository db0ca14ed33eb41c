"""A week that begins like the one drawn before is drawn from where they part, and comes out the same."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from app import story, tape
from app.record import Record
from app.reel import Reel
from app.story import story_of
from app.story_view import DayStory, Subject, tell
from app.tape import tape_of
from app.view import View, look
from sim.events import Event
from sim.history import History
from sim.jobs import OPENING
from sim.model import SchedulerName, Week
from sim.replay import replay
from tests.proof.swarm import MIXED, swarm_week
from tests.sim.weeks import history_of

PRESSED = history_of("44:clear:tue")


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    forget(monkeypatch)


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tape, "_reel", Reel())
    monkeypatch.setattr(story, "_reel", Reel())


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of each event of which a picture is drawn from now on, in a tape or a story."""
    numbers: list[int] = []

    def look_and_count(week: Week, event: Event, *more: Any) -> View:  # noqa: ANN401, as look takes them
        numbers.append(event.event)
        return look(week, event, *more)

    def tell_and_count(week: Week, record: Record, subject: Subject) -> DayStory:
        numbers.append(len(numbers))
        return tell(week, record, subject)

    monkeypatch.setattr(tape, "look", look_and_count)
    monkeypatch.setattr(story, "tell", tell_and_count)
    return numbers


def prefixes(history: History) -> Iterator[History]:
    """The week without its presses, with the first of them, with the first two ..."""
    for count in range(len(history.presses) + 1):
        yield replace(history, presses=history.presses[:count])


def test_whatever_week_was_drawn_before_a_tape_and_a_story_are_those_drawn_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chance = random.Random(5)
    weeks = [week for seed in range(6) for week in prefixes(swarm_week(seed, MIXED).history)]
    weeks += [replace(week, seed=OPENING.seed) for week in prefixes(PRESSED)]
    alike = 0
    for _ in range(16):
        before = chance.choice(weeks)
        after = chance.choice(chance.choice([weeks, [week for week in weeks if week.seed == before.seed]]))
        alike += before.seed == after.seed
        forget(monkeypatch)
        anew = tape_of(after), story_of(after, "tue")
        forget(monkeypatch)
        tape_of(before)
        story_of(before, "tue")
        assert (tape_of(after), story_of(after, "tue")) == anew, (
            f"{before.to_options()} | {after.to_options()}"
        )
    assert alike >= 5


def test_a_press_is_drawn_from_its_event_on(drawn: list[int]) -> None:
    tape_of(OPENING)
    assert drawn == list(range(91))
    drawn.clear()
    tape_of(PRESSED)
    assert drawn == list(range(45, len(replay(PRESSED).events)))
    drawn.clear()
    tape_of(OPENING)
    assert drawn == list(range(45, 91))


def test_the_same_week_again_is_not_drawn_again(drawn: list[int]) -> None:
    tape_of(PRESSED)
    story_of(PRESSED, "tue")
    drawn.clear()
    tape_of(PRESSED)
    story_of(PRESSED, "tue")
    assert drawn == []


def test_a_story_of_another_day_or_another_scheduler_is_drawn_from_the_beginning(drawn: list[int]) -> None:
    for day, scheduler in (
        ("wed", SchedulerName.RIGHT),
        ("thu", SchedulerName.RIGHT),
        ("wed", SchedulerName.RIGHT),
        ("wed", SchedulerName.OVERFILLS_WAREHOUSE),
    ):
        drawn.clear()
        frames = story_of(replace(OPENING, scheduler=scheduler), day).frames
        assert len(drawn) == len(frames)
