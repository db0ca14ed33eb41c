"""Search the seeds for an opening week: python -m tests.find_opening_week [--from N] [--seeds N]

The page opens on one week, and that week has to tell the story: Wednesday's first load fails after
writing 96 of its 179 rows, exactly at event 44, and nothing else goes wrong with a load. Prints every
seed that fits, with the number of events at which Tuesday, cleared, would end with 508 rows.
"""

import argparse
from dataclasses import replace
from random import Random

from sim.events import RunStarted, TryEnded
from sim.history import History
from sim.job import LoadDate, Partition, WriteMode
from sim.jobs import BAKERY, OPENING, OPENING_EVENT
from sim.model import RunState, TaskState, TryOutcome, Week
from sim.presses import Clear, MakeLate, RecordedPress
from sim.replay import begin, replay

MON, TUE, WED = 0, 1, 2
LOAD = BAKERY.task_index["load"]


def may_fit(seed: int) -> bool:
    """Does some early try draw a failure after 96 of 179 rows? Cheap, and no for 199 seeds in 200.

    Every try draws three numbers: how long, whether it fails, and how far it gets (sim/chance.py).
    By event 44 about twenty tries have started, and the first three are waits.
    """
    random = Random(seed).random
    draws = [random() for _ in range(3 * 21)]
    return any(
        int(draws[place + 2] * 179) == 96 and draws[place + 1] < 0.08 for place in range(9, len(draws), 3)
    )


def tells_the_story_at_44(seed: int) -> bool:
    """Is event 44 Wednesday's first failed load, with 96 rows written, on a telling board?"""
    simulator, _ = begin(replace(OPENING, seed=seed))
    for _ in range(OPENING_EVENT):
        simulator.step()
    event = simulator.step()
    if not (isinstance(event, TryEnded) and (event.day, event.task, event.try_number) == (WED, LOAD, 1)):
        return False
    if event.outcome is not TryOutcome.FAILED or sum(write.rows for write in event.writes) != 96:
        return False
    week = simulator.week()
    states = {task.state for run in week.runs for task in run.tasks}
    return (
        {TaskState.SUCCESS, TaskState.RUNNING, TaskState.NONE, TaskState.UP_FOR_RETRY} <= states
        and week.runs[MON].state is RunState.SUCCESS
        and week.runs[TUE].state is RunState.SUCCESS
    )


def ends_well(history: History) -> bool:
    """Does only Wednesday's first load fail, and does the report end with 2,108 rows?"""
    whole = replay(history)
    failed_loads = [
        event
        for event in whole.events
        if isinstance(event, TryEnded) and event.task == LOAD and event.outcome is TryOutcome.FAILED
    ]
    failed_runs = [day for day, run in enumerate(whole.week.runs) if run.state is RunState.FAILED]
    return len(failed_loads) == 1 and failed_runs == [WED] and whole.week.total_rows() == 2_108


def other_switches_tell_theirs(history: History) -> bool:
    """Overwrite: everything right. The clock's day: every check fails, all rows on 12 January."""
    overwrite = replay(replace(history, settings=replace(history.settings, write_mode=WriteMode.OVERWRITE)))
    clock = replay(replace(history, settings=replace(history.settings, load_date=LoadDate.CLOCK)))
    return (
        not overwrite.checker.violations
        and overwrite.week.total_rows() == 2_012
        and all(run.state is RunState.FAILED for run in clock.week.runs)
        and list(clock.week.rows_by_other_date().values()) == [2_108]
    )


def late_monday_holds_up_the_week(history: History) -> bool:
    """One run at a time and Monday five hours late: nothing else starts before Monday has ended."""
    one = replace(
        history,
        settings=replace(history.settings, max_active_runs=1),
        presses=(RecordedPress(0, MakeLate(MON, 300)),),
    )
    starts = [event for event in replay(one).events if isinstance(event, RunStarted)]
    return starts[1].minute > 300


def events_where_clearing_tuesday_doubles_it(history: History) -> tuple[int, int]:
    """At how many of the events since Tuesday's run succeeded a clear ends with 508 rows, of how many."""
    doubled = possible = 0
    for event in range(OPENING_EVENT, len(replay(history).events)):
        week: Week = replay(replace(history, presses=(RecordedPress(event, Clear(TUE)),))).week
        possible += 1
        doubled += week.report[Partition("orders", BAKERY.days[TUE].logical_date)] == 508
    return doubled, possible


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=5_000_000)
    arguments = parser.parse_args()
    for seed in range(arguments.first, arguments.first + arguments.seeds):
        history = replace(OPENING, seed=seed)
        if (
            may_fit(seed)
            and tells_the_story_at_44(seed)
            and ends_well(history)
            and other_switches_tell_theirs(history)
            and late_monday_holds_up_the_week(history)
        ):
            doubled, possible = events_where_clearing_tuesday_doubles_it(history)
            last = len(replay(history).events) - 1
            print(f"seed {seed}: {last} events, clearing Tuesday doubles it at {doubled} of {possible}")


if __name__ == "__main__":
    main()
