"""The only reader of the random stream: what it draws, how often, and with which method."""

from random import Random

import pytest

from sim.chance import Chance
from sim.events import Event, TryEnded, TryStarted
from sim.job import Action, Task
from sim.jobs import BAKERY, OPENING
from sim.model import TryOutcome
from sim.replay import begin, play
from tests.sim.weeks import EXTRACT, LOAD, WHOLESALER, history_of, play_week

EXTRACTING, LOADING = BAKERY.tasks[EXTRACT], BAKERY.tasks[LOAD]


def test_the_first_draws_of_the_opening_seed_are_pinned() -> None:
    chance = Chance(OPENING.seed)
    draws = [chance.draw(LOADING) for _ in range(3)]
    assert [(minutes, fails, round(share, 6)) for minutes, fails, share in draws] == [
        (12, True, 0.85357),
        (8, False, 0.902274),
        (11, False, 0.285747),
    ]


@pytest.mark.parametrize("seed", [0, 1, 517_353, 4_294_967_295])
def test_a_draw_reads_three_numbers_of_the_stream_with_random_alone(seed: int) -> None:
    chance, random = Chance(seed), Random(seed).random
    for task in (*BAKERY.tasks, *WHOLESALER.tasks) * 5:
        shortest, longest = task.duration_min
        minutes = shortest + int(random() * (longest - shortest + 1))
        assert chance.draw(task) == (minutes, random() < task.failure_rate, random())


@pytest.mark.parametrize("task", BAKERY.tasks, ids=lambda task: task.task_id)
def test_a_try_takes_every_number_of_minutes_in_its_range_and_no_other(task: Task) -> None:
    chance = Chance(7)
    shortest, longest = task.duration_min
    taken = {minutes for minutes, _, _ in (chance.draw(task) for _ in range(500))}
    assert taken == set(range(shortest, longest + 1))


def failures(chance: Chance, task: Task, tries: int) -> int:
    return sum(fails for _, fails, _ in (chance.draw(task) for _ in range(tries)))


def test_about_8_in_100_extracts_and_loads_fail_and_no_wait_convert_or_check() -> None:
    chance = Chance(2026)
    failed = {task.task_id: failures(chance, task, tries=10_000) for task in BAKERY.tasks}
    assert (failed["wait"], failed["convert"], failed["check"]) == (0, 0, 0)
    assert 700 < failed["extract"] < 900
    assert 700 < failed["load"] < 900


@pytest.mark.parametrize(("failure_rate", "failed"), [(0.0, 0), (1.0, 300)])
def test_a_failure_rate_of_0_never_fails_and_of_1_always(failure_rate: float, failed: int) -> None:
    task = Task("work", Action.WORK, failure_rate=failure_rate)
    assert failures(Chance(11), task, tries=300) == failed


def test_the_share_of_a_load_is_at_least_none_and_less_than_all_of_its_rows() -> None:
    chance = Chance(5)
    assert all(0 <= share < 1 for _, _, share in (chance.draw(LOADING) for _ in range(1_000)))


def fates(events: tuple[Event, ...]) -> list[object]:
    """Of every try: when, which, how it ended. Not what it wrote, and not the checks' verdicts."""
    return [
        event[:5] if isinstance(event, TryStarted) else (*event[:6], event.retry_at_min)
        for event in events
        if isinstance(event, TryStarted | TryEnded) and BAKERY.tasks[event.task].task_id != "check"
    ]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize(
    ("write", "date"), [("overwrite", "own"), ("append", "clock"), ("overwrite", "clock")]
)
def test_the_same_tries_take_as_long_and_fail_alike_whatever_the_switches_say(
    seed: int, write: str, date: str
) -> None:
    assert fates(play_week(seed=seed, write=write, date=date).events) == fates(play_week(seed=seed).events)


def test_among_those_forty_weeks_loads_fail_and_checks_differ() -> None:
    weeks = [play_week(seed=seed).events for seed in range(40)]
    failed = [
        event
        for events in weeks
        for event in events
        if isinstance(event, TryEnded) and event.outcome is TryOutcome.FAILED
    ]
    assert sum(event.task == LOAD for event in failed) >= 10
    assert sum(BAKERY.tasks[event.task].action is Action.COMPARE_COUNTS for event in failed) >= 10


@pytest.mark.parametrize(
    "presses",
    [(), ("44:clear:tue",), ("3:late:mon:9", "30:write:overwrite", "50:clear:wed:load"), ("90:date:clock",)],
    ids=str,
)
def test_chance_is_asked_once_for_each_try_that_starts_and_for_nothing_else(presses: tuple[str, ...]) -> None:
    history = history_of(*presses)
    simulator, _ = begin(history)
    started = sum(isinstance(event, TryStarted) for event in play(simulator))
    assert started >= 37
    stream = Random(history.seed)
    numbers = [stream.random() for _ in range(3 * started + 3)]
    duration, fails, share = numbers[-3:]
    # The next try would read the next three numbers.
    assert simulator.chance.draw(LOADING) == (6 + int(duration * 7), fails < 0.08, share)


def test_two_seeds_give_two_weeks() -> None:
    assert play_week(seed=1).events != play_week(seed=2).events
