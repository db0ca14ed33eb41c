"""Two rules, looked for in the events alone: all that is due comes first, a try has one number for ever."""

from collections import defaultdict
from dataclasses import replace
from itertools import groupby

import pytest

from sim.events import FileArrived, RunStarted, TryEnded, TryStarted
from sim.job import Job
from sim.jobs import BAKERY
from sim.model import TryOutcome
from sim.replay import replay
from tests.proof.across import THREE_DAYS
from tests.proof.swarm import MIXED, Played, swarm_week
from tests.sim.weeks import WHOLESALER, history_of, words_of

WEEKS = 300
LETS_IN = (RunStarted, TryStarted)
JOBS = {"bakery": BAKERY, "three days": THREE_DAYS, "wholesaler": WHOLESALER}


def brought(played: Played) -> list[list[str]]:
    """The kinds of event of each minute, in order, but for presses and what they kill."""
    return [
        ["let in" if isinstance(event, LETS_IN) else "due" for event in events if is_let_in_or_due(event)]
        for _, events in groupby(played.events, key=lambda event: event.minute)
    ]


def is_let_in_or_due(event: object) -> bool:
    killed = isinstance(event, TryEnded) and event.outcome is TryOutcome.KILLED
    return isinstance(event, (*LETS_IN, TryEnded, FileArrived)) and not killed


@pytest.mark.parametrize("job", JOBS.values(), ids=JOBS)
def test_all_that_is_due_in_a_minute_is_in_before_anything_is_let_in(job: Job) -> None:
    minutes_with_both = 0
    for seed in range(WEEKS if job is not WHOLESALER else 20):
        played = swarm_week(seed, replace(MIXED, job=job))
        for kinds in brought(played):
            assert kinds == sorted(kinds), played.replays_it
            minutes_with_both += len(set(kinds)) == 2
    assert minutes_with_both > 1_000


def test_of_two_retries_due_in_the_same_minute_the_older_day_takes_the_one_free_slot() -> None:
    """At 06:24 Monday's and Wednesday's are due, and Wednesday's was announced first."""
    week = replay(history_of(seed=754))
    loads = [words for words in words_of(week.events) if " load " in words]
    failed = [words.split(", ")[-1] for words in loads if "try 1 failed" in words]
    assert failed[:2] == ["next at 24", "next at 24"]
    second = [words for words in loads if "try 2 started" in words]
    assert second[:2] == ["24 mon load try 2 started", "28 wed load try 2 started"]


def test_of_a_retry_and_an_older_load_that_is_ready_in_the_same_minute_the_older_takes_the_slot() -> None:
    week = replay(replace(history_of(seed=491), failure_percent=30))
    words = words_of(week.events)
    assert next(each for each in words if "tue load try 1 failed" in each).endswith("next at 27")
    starts = [each for each in words if " load " in each and "started" in each]
    since = starts.index("27 mon load try 1 started")
    assert starts[since + 1] == "32 tue load try 2 started"


@pytest.mark.parametrize("job", JOBS.values(), ids=JOBS)
def test_a_step_counts_its_tries_on_after_a_clear_and_a_try_ends_as_it_began(job: Job) -> None:
    cleared = 0
    for seed in range(200 if job is not WHOLESALER else 20):
        played = swarm_week(seed, replace(MIXED, job=job))
        tries: dict[tuple[int, int], int] = defaultdict(int)
        began: dict[tuple[int, int], tuple[int, int]] = {}
        for event in played.events:
            if not isinstance(event, TryStarted | TryEnded):
                continue
            step, numbers = (event.day, event.task), (event.try_number, event.try_since_clear)
            if isinstance(event, TryStarted):
                tries[step] += 1
                assert event.try_number == tries[step], played.replays_it
                assert 1 <= event.try_since_clear <= job.tasks[event.task].max_tries, played.replays_it
                began[step] = numbers
                cleared += event.try_number > event.try_since_clear
            else:
                assert numbers == began.pop(step), played.replays_it
    assert cleared > 100
