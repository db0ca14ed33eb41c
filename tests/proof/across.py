"""What must be true from one run of a week to another. Each function says the first thing wrong, or None.

They are functions and no tests, so that the broken engines can be put to them as well.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from sim.events import Event, TryEnded, TryStarted
from sim.history import History
from sim.job import Action, Job, LoadDate, Settings, WriteMode
from sim.jobs import BAKERY
from sim.model import RunState, TryOutcome
from sim.presses import Clear, MakeLate, Press, RecordedPress, SetLoadDate, SetMaxActiveRuns, SetWriteMode
from sim.replay import begin, replay
from sim.simulator import Simulator
from sim.witness.findings import Property
from tests.proof import golden
from tests.proof.plain import PlainWeek
from tests.proof.swarm import MIXED, MOST_EVENTS, Played, play_whole, swarm_week

# A week of three days has all that a longer one has (two slots for three loads), and far fewer events.
THREE_DAYS = replace(BAKERY, days=BAKERY.days[:3])
OVERWRITE = Settings(WriteMode.OVERWRITE, LoadDate.OWN, 2)


def replay_differs(seeds: range) -> str | None:
    """The same history is the same week, event for event, whether pressed live or from the record."""
    for seed in seeds:
        played = swarm_week(seed, MIXED)
        for again in (play_whole(played.history), play_whole(played.history)):
            if again.events != played.events:
                number = first_difference(again.events, played.events)
                return f"event {number} differs when played again: {played.replays_it}"
            if again.week != played.week or again.broken_at != played.broken_at:
                return f"the end differs when played again: {played.replays_it}"
    return None


def restore_differs(seeds: range) -> str | None:
    """Stopping at any event, and going on from the history so far, equals the uninterrupted week.

    While the week is stopped, another is begun, so that two weeks that share anything are found out.
    """
    for seed in seeds:
        played = swarm_week(seed, MIXED)
        other = swarm_week(seed + 1, MIXED).history
        for stop in range(len(played.events)):
            taken, to_come = presses_before(played.history, stop)
            simulator, checker = begin(taken)
            events = steps(simulator, stop + 1)
            picture = simulator.week()
            if picture != replay(played.history, until=stop).week:
                return f"the picture at event {stop} differs from a replay's: {played.replays_it}"
            disturbing, _ = begin(other)
            steps(disturbing, 40)
            events += go_on_pressing(simulator, to_come)
            if tuple(events) != played.events or checker.broken != played.checker.broken:
                number = first_difference(events, played.events)
                return f"stopped at event {stop}, event {number} differs: {played.replays_it}"
            if simulator.week() != played.week:
                return f"stopped at event {stop}, the end differs: {played.replays_it}"
    return None


def presses_before(history: History, stop: int) -> tuple[History, list[RecordedPress]]:
    """The history with the presses made before an event, and the presses still to come."""
    taken = tuple(press for press in history.presses if press.at_event < stop)
    return replace(history, presses=taken), list(history.presses[len(taken) :])


def steps(simulator: Simulator, count: int) -> list[Event]:
    events: list[Event] = []
    while len(events) < count and (event := simulator.step()) is not None:
        events.append(event)
    return events


def go_on_pressing(simulator: Simulator, to_come: list[RecordedPress]) -> list[Event]:
    """Play on to the end, and press live what is still to come, each after its event."""
    events: list[Event] = []
    while True:
        while to_come and to_come[0].at_event <= simulator.event:
            simulator.press(to_come.pop(0).press)
        event = simulator.step()
        if event is None or len(events) > MOST_EVENTS:
            return events
        events.append(event)


def first_difference(one: list[Event] | tuple[Event, ...], other: list[Event] | tuple[Event, ...]) -> int:
    pairs = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def stream_differs(seeds: range) -> str | None:
    """The week has drawn three numbers for each try that started, and none besides.

    The stream is then where a fresh one is after as many numbers: the next try would draw the same.
    """
    for seed in seeds:
        played = swarm_week(seed, MIXED)
        random = Random(seed).random
        for _ in range(3 * sum(isinstance(event, TryStarted) for event in played.events)):
            random()
        for task in played.simulator.job.tasks:
            shortest, longest = task.duration_min
            duration = shortest + int(random() * (longest - shortest + 1))
            expected = (duration, random() < task.failure_rate, random())
            if tuple(played.simulator.chance.draw(task)) != expected:
                return f"the stream is not three draws a try further: {played.replays_it}"
    return None


def twins_differ(seeds: range) -> str | None:
    """The engine and its plain twin tell the same week."""
    for seed in seeds:
        played = swarm_week(seed, MIXED)
        plain = tuple(PlainWeek(played.history, played.simulator.job).play())
        if plain != played.events:
            return f"event {first_difference(plain, played.events)} differs: {played.replays_it}"
    return None


def golden_differs() -> str | None:
    """The weeks are those that are fixed in the repository. Only the first fifty are looked at here."""
    fixed = json.loads(golden.FILE.read_text(encoding="utf-8"))["seeds 0 to 49"]
    return None if golden.digests_from(0) == fixed else "the first fifty weeks go otherwise"


# Presses anywhere.


def every_press(job: Job) -> Iterator[Press]:
    """Each kind of press, with each day, step and number, and each switch both ways."""
    for day in range(len(job.days)):
        yield Clear(day)
        for task in range(len(job.tasks)):
            yield Clear(day, task)
        yield MakeLate(day, 1)
        yield MakeLate(day, 90)
    for runs in range(1, len(job.days) + 1):
        yield SetMaxActiveRuns(runs)
    for write_mode in WriteMode:
        yield SetWriteMode(write_mode)
    for load_date in LoadDate:
        yield SetLoadDate(load_date)


def may_break(press: Press) -> bool:
    """Is this a press after which a day may rightly be counted wrong?"""
    return press in (SetWriteMode(WriteMode.APPEND), SetLoadDate(LoadDate.CLOCK))


def press_anywhere_breaks(history: History, presses: tuple[Press, ...]) -> str | None:
    """Any press, at any event of a week that overwrites, breaks nothing; and the week ends."""
    for at_event in range(len(play_whole(history).events)):
        for press in presses:
            if problem := presses_break(history, RecordedPress(at_event, press)):
                return problem
    return None


def presses_break(history: History, *presses: RecordedPress) -> str | None:
    pressed = replace(history, presses=presses)
    played = play_whole(pressed)
    allowed = {Property.EACH_DAY_ONCE} if any(may_break(press) for _, press in presses) else set()
    if found := set(played.broken_at) - allowed:
        return f"{min(found)} breaks: {played.replays_it}"
    taken = played.simulator.waiting_presses
    states = {run.state for run in played.week.runs}
    if taken or not states <= {RunState.SUCCESS, RunState.FAILED}:
        return f"the week does not end: {played.replays_it}"
    return None


def pair_of_presses_breaks(seeds: range, job: Job) -> str | None:
    """Two presses at two events drawn at random, often the same one, break nothing either."""
    presses = tuple(press for press in every_press(job) if not may_break(press))
    for seed in seeds:
        random = Random(f"two presses in week {seed}")
        percent = random.choice((0, 8, 30, 60))
        history = History(job, seed, replace(OVERWRITE, max_active_runs=random.randint(1, 3)), (), percent)
        # The second press comes at an event that the week with the first one reaches.
        first = RecordedPress(random.randrange(len(play_whole(history).events)), random.choice(presses))
        reached = len(play_whole(replace(history, presses=(first,))).events)
        later = random.choice((first.at_event, random.randrange(first.at_event, reached)))
        second = RecordedPress(later, random.choice(presses))
        if problem := presses_break(history, first, second):
            return problem
    return None


# Idempotence.


def rerun_differs(seeds: range, write_mode: WriteMode) -> str | None:
    """Clearing a finished day leaves the report as it was (overwrite), or adds what its loads wrote (append).

    Where no try of the rerun failed, append adds exactly the day's rows once more.
    """
    for seed in seeds:
        percent = (0, 8, 30)[seed % 3]
        history = History(BAKERY, seed, Settings(write_mode, LoadDate.OWN, 3), (), percent)
        before = play_whole(history)
        for day in finished_days(before):
            press = RecordedPress(before.simulator.event, Clear(day))
            after = play_whole(replace(history, presses=(press,)))
            added = [after.week.rows(each) - before.week.rows(each) for each in range(len(BAKERY.days))]
            expected = [0] * len(added)
            if write_mode is WriteMode.APPEND:
                expected[day] = rows_sent_again(after, press.at_event)
            if added != expected:
                return f"the rerun added {added}, not {expected}: {after.replays_it}"
    return None


def finished_days(played: Played) -> list[int]:
    """The days whose rows a load has written whole."""
    return [
        event.day
        for event in played.events
        if isinstance(event, TryEnded)
        and BAKERY.tasks[event.task].action is Action.LOAD
        and event.outcome is TryOutcome.SUCCESS
    ]


def rows_sent_again(played: Played, since: int) -> int:
    """What a rerun adds: the day's rows, and the part of them that each failed load of it had written."""
    ends = [event for event in played.events[since + 1 :] if isinstance(event, TryEnded)]
    loads = [event for event in ends if BAKERY.tasks[event.task].action is Action.LOAD]
    failed = sum(w.rows for event in loads if event.outcome is TryOutcome.FAILED for w in event.writes)
    whole = sum(event.outcome is TryOutcome.SUCCESS for event in loads)
    return failed + whole * BAKERY.days[loads[0].day].source_rows[0] if loads else 0
