"""What happens in a week, event by event: presses, kills, late files, retries, places and slots.

Most weeks here are steady ones: no step fails on its own, wait takes 1 minute, extract 5, convert 3,
load 10 and check 1. Three days start at 06:00; Monday's and Tuesday's loads hold the slots from minute 9
to 19, Wednesday's waits for one.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from sim.events import Pressed, RunStarted, TryEnded, TryStarted
from sim.history import History
from sim.job import Action, Job, Task
from sim.jobs import BAKERY, OPENING
from sim.model import Refusal, RunState, SchedulerName, TaskState
from sim.presses import Clear, MakeLate
from sim.replay import Replayed, begin, play, replay
from sim.schedulers import SplitsOverwrite
from sim.simulator import Simulator
from sim.writes import DeletePartition, Insert, ReplacePartition
from tests.proof.swarm import MIXED, swarm_week
from tests.sim.weeks import (
    EXTRACT,
    LOAD,
    MON,
    STEADY,
    SUN,
    TUE,
    WAIT,
    WED,
    WHOLESALER,
    broken_at,
    event_of,
    history_of,
    in_words,
    play_week,
    rows_by_day,
    states_of,
    with_step,
    words_of,
)

LOADS_FAIL = with_step(STEADY, "load", failure_rate=1.0)
EXTRACTS_FAIL = with_step(STEADY, "extract", failure_rate=1.0)


def after(
    words: str, *presses: str, before: tuple[str, ...] = (), write: str = "append", job: Job = STEADY
) -> Replayed:
    """The steady week with presses made after the event that the words describe."""
    event = event_of(play_week(*before, write=write, job=job), words)
    return play_week(*before, *(f"{event}:{press}" for press in presses), write=write, job=job)


def since_the_press(week: Replayed, count: int, press: str) -> list[str]:
    """As many events in words, from this press on."""
    first = next(
        event.event
        for event in week.events
        if isinstance(event, Pressed) and in_words(event).endswith(f"press {press}")
    )
    return [in_words(event) for event in week.events[first : first + count]]


def run_starts(week: Replayed) -> list[str]:
    return [
        in_words(event).removesuffix(" run started") for event in week.events if type(event) is RunStarted
    ]


# A week with nothing pressed.


def test_switching_on_is_event_0_and_the_three_oldest_days_start_at_once() -> None:
    assert [in_words(event) for event in play_week(job=STEADY, until=6).events] == [
        "0 switched on",
        "0 mon run started",
        "0 tue run started",
        "0 wed run started",
        "0 mon wait try 1 started",
        "0 tue wait try 1 started",
        "0 wed wait try 1 started",
    ]


def test_a_day_goes_through_its_five_steps_one_after_another() -> None:
    assert words_of(play_week(job=STEADY).events, "mon") == [
        "0 mon run started",
        "0 mon wait try 1 started",
        "1 mon wait try 1 success",
        "1 mon extract try 1 started",
        "6 mon extract try 1 success",
        "6 mon convert try 1 started",
        "9 mon convert try 1 success",
        "9 mon load try 1 started",
        "19 mon load try 1 success, 268 rows",
        "19 mon check try 1 started",
        "20 mon check try 1 success",
        "20 mon run success",
    ]


def test_a_place_that_comes_free_is_taken_at_once_by_the_oldest_day_that_waits() -> None:
    assert run_starts(play_week(job=STEADY)) == [
        "0 mon",
        "0 tue",
        "0 wed",
        "20 thu",
        "20 fri",
        "30 sat",
        "40 sun",
    ]


@pytest.mark.parametrize("runs", range(1, 8))
def test_as_many_days_start_at_first_as_runs_are_allowed(runs: int) -> None:
    starts = run_starts(play_week(job=STEADY, runs=runs))
    assert [start for start in starts if start.startswith("0 ")] == [
        f"0 {day.day_id}" for day in BAKERY.days[:runs]
    ]


def test_a_day_that_fails_does_not_hold_up_the_others() -> None:
    opening = play_week()
    assert [in_words(event) for event in opening.events[62:65]] == [
        "42 wed run failed",
        "42 sat run started",
        "42 sun run started",
    ]


def test_all_loads_share_two_slots_and_a_free_one_goes_to_the_oldest_load_that_waits() -> None:
    week = play_week(job=STEADY, runs=7)
    assert [words for words in words_of(week.events, step="") if "load try 1 started" in words] == [
        "9 mon load try 1 started",
        "9 tue load try 1 started",
        "19 wed load try 1 started",
        "19 thu load try 1 started",
        "29 fri load try 1 started",
        "29 sat load try 1 started",
        "39 sun load try 1 started",
    ]


def test_two_full_slots_hold_back_no_extract() -> None:
    week = play_week("0:late:wed:11", job=STEADY)
    start = event_of(week, "11 wed extract try 1 started")
    seen = play_week("0:late:wed:11", job=STEADY, until=start)
    assert [seen.week.runs[day].tasks[LOAD].state for day in (MON, TUE)] == [TaskState.RUNNING] * 2
    assert seen.week.runs[WED].tasks[EXTRACT].state is TaskState.RUNNING


def test_without_a_checker_the_week_is_the_same() -> None:
    unwatched = Simulator(BAKERY, OPENING.seed, OPENING.settings)
    events = []
    while (event := unwatched.step()) is not None:
        events.append(event)
    assert tuple(events) == play_week().events
    assert unwatched.step() is None


def test_a_picture_of_the_week_does_not_change_with_later_events() -> None:
    simulator, _ = begin(history_of(job=STEADY))
    for _ in range(25):
        simulator.step()
    picture = simulator.week()
    for _ in play(simulator):
        pass
    assert (picture.event, picture.minute, picture.total_rows()) == (24, 19, 268)
    assert picture == play_week(job=STEADY, until=24).week


def test_the_pictures_of_a_run_before_and_after_an_event_that_does_not_touch_it_are_one() -> None:
    simulator, _ = begin(OPENING)
    week = simulator.week()
    for event in play(simulator):
        before, week = week, simulator.week_after(week, event)
        touched = getattr(event, "day", None)
        for day, run in enumerate(week.runs):
            assert run is before.runs[day] or (day == touched and run != before.runs[day]), event


def many_weeks() -> Iterator[History]:
    """Weeks with a pretend reader, weeks of every scheduler, and weeks of a job with branches."""
    for seed in range(120):
        yield swarm_week(seed, MIXED).history
    for scheduler in SchedulerName:
        yield history_of("36:clear:tue", write="overwrite", runs=7, scheduler=scheduler)
    presses = (
        "20:late:d9:90",
        "45:clear:d2:join",
        "60:runs:9",
        "61:clear:d5",
        "90:date:clock",
        "130:clear:d1",
    )
    for seed in range(3):
        for write in ("append", "overwrite"):
            yield history_of(*presses, seed=seed, write=write, job=WHOLESALER)


def test_a_picture_drawn_from_the_one_before_its_event_is_the_one_drawn_anew() -> None:
    for history in many_weeks():
        simulator, _ = begin(history)
        week = simulator.week()
        for event in play(simulator):
            week = simulator.week_after(week, event)
            assert week == simulator.week(), (event, history.to_options())


def test_a_picture_shares_with_the_one_before_all_that_its_event_does_not_touch() -> None:
    for history in many_weeks():
        simulator, _ = begin(history)
        week = simulator.week()
        for event in play(simulator):
            before, week = week, simulator.week_after(week, event)
            # A press names the day that it is for, if it is for one.
            touched = getattr(event.press if isinstance(event, Pressed) else event, "day", None)
            for day, run in enumerate(week.runs):
                assert run is before.runs[day] or day == touched, (event, history.to_options())
            wrote = isinstance(event, TryStarted | TryEnded) and event.writes
            assert week.report is before.report or wrote, (event, history.to_options())


# Retries.


def test_the_second_try_comes_5_minutes_after_the_first_failed_and_the_third_10_after_the_second() -> None:
    assert words_of(play_week(job=EXTRACTS_FAIL).events, "mon", "extract") == [
        "1 mon extract try 1 started",
        "6 mon extract try 1 failed, next at 11",
        "11 mon extract try 2 started",
        "16 mon extract try 2 failed, next at 26",
        "26 mon extract try 3 started",
        "31 mon extract try 3 failed",
    ]


def test_after_the_third_failure_the_steps_after_it_can_never_start_and_the_run_has_failed() -> None:
    week = play_week(job=EXTRACTS_FAIL)
    assert words_of(week.events, "mon")[-2:] == ["31 mon extract try 3 failed", "31 mon run failed"]
    assert states_of(week, MON) == [
        "success",
        "failed",
        "upstream_failed",
        "upstream_failed",
        "upstream_failed",
    ]
    assert week.week.runs[MON].tasks[EXTRACT].try_number == 3
    assert week.week.runs[MON].tasks[EXTRACT].retry_at_min is None


def test_after_a_third_failure_the_other_days_go_on_to_their_own_ends() -> None:
    week = play_week(job=with_step(STEADY, "extract", failure_rate=0.5), seed=14)
    failed = [run.day_id for run in week.week.runs if run.state is RunState.FAILED]
    assert failed == ["tue"]
    assert rows_by_day(week) == [268, 0, 179, 301, 342, 391, 277]
    assert broken_at(week) == {}


def test_a_wait_to_retry_holds_no_slot() -> None:
    week = play_week(job=LOADS_FAIL)
    failed = next(event.event for event in week.events if isinstance(event, TryEnded) and event.task == LOAD)
    assert [in_words(event).split(",")[0] for event in week.events[failed : failed + 3]] == [
        "19 mon load try 1 failed",
        "19 tue load try 1 failed",
        "19 wed load try 1 started",
    ]
    assert play_week(job=LOADS_FAIL, until=failed + 2).week.runs[MON].tasks[LOAD].retry_at_min == 24


def test_a_wait_to_retry_keeps_its_runs_place() -> None:
    week = play_week(job=EXTRACTS_FAIL)
    # Monday to Wednesday wait to retry from minute 6 to 11 and 16 to 26; nobody takes their places.
    assert run_starts(week)[:4] == ["0 mon", "0 tue", "0 wed", "31 thu"]


def test_a_due_retry_waits_for_a_slot_like_any_other_load() -> None:
    week = play_week(job=LOADS_FAIL)
    # Tuesday's second try is due at 24, when Monday's second and Wednesday's first hold the slots.
    assert [words.split(",")[0] for words in words_of(week.events, "tue", "load")][1:3] == [
        "19 tue load try 1 failed",
        "29 tue load try 2 started",
    ]


def test_no_step_ever_has_a_fourth_try() -> None:
    for job in (LOADS_FAIL, EXTRACTS_FAIL):
        tries = [event.try_number for event in play_week(job=job).events if isinstance(event, TryStarted)]
        assert max(tries) == 3


def test_a_failing_load_leaves_its_part_with_append_and_nothing_with_overwrite() -> None:
    appended, overwritten = play_week(job=LOADS_FAIL), play_week(job=LOADS_FAIL, write="overwrite")
    parts = [
        sum(
            write.rows
            for event in appended.events
            if type(event) is TryEnded and event.day == day
            for write in event.writes
        )
        for day in range(7)
    ]
    assert rows_by_day(appended) == parts
    assert all(rows > 0 for rows in parts)
    assert rows_by_day(overwritten) == [0] * 7


def test_a_check_that_fails_is_not_retried() -> None:
    assert words_of(play_week(date="clock", job=STEADY).events, "mon", "check") == [
        "19 mon check try 1 started",
        "20 mon check try 1 failed",
    ]


def test_a_day_without_rows_at_the_source_is_whole_without_a_write() -> None:
    quiet = replace(STEADY, days=(replace(STEADY.days[0], source_rows=(0,)), *STEADY.days[1:]))
    week = play_week(job=quiet)
    assert words_of(week.events, "mon", "load", job=quiet)[-1] == "19 mon load try 1 success"
    assert states_of(week, MON) == ["success"] * 5
    assert week.checker.violations == []


# Clear a day.


def test_clearing_a_day_that_still_queues_changes_nothing() -> None:
    cleared = play_week("10:clear:sun", "12:clear:sun:load", job=STEADY)
    words = [in_words(event) for event in cleared.events]
    assert words[11] == "1 press clear:sun"
    assert words[13] == "1 press clear:sun:load"
    assert words[:11] + words[12:13] + words[14:] == words_of(play_week(job=STEADY).events)


def test_clearing_a_running_day_kills_its_try_and_the_run_starts_again_from_its_first_step() -> None:
    cleared = after("13 wed extract try 1 success", "clear:tue", before=("0:late:wed:8",))
    assert since_the_press(cleared, 6, "clear:tue") == [
        "13 press clear:tue",
        "13 tue load try 1 killed, 101 rows",
        "13 tue run started",
        "13 tue wait try 2 started",
        "13 wed convert try 1 started",
        "14 tue wait try 2 success",
    ]


def test_clearing_a_running_day_frees_its_slot_for_the_load_that_waits() -> None:
    cleared = after("9 tue load try 1 started", "clear:mon")
    assert since_the_press(cleared, 5, "clear:mon") == [
        "9 press clear:mon",
        "9 mon load try 1 killed",
        "9 mon run started",
        "9 mon wait try 2 started",
        "9 wed load try 1 started",
    ]


def test_a_cleared_day_queues_again_before_the_younger_days_that_wait() -> None:
    cleared = after("9 tue load try 1 started", "runs:2", "clear:tue")
    # Monday and Wednesday are active, so Tuesday waits; Thursday has waited longer, but is younger.
    assert run_starts(cleared)[3:] == ["20 tue", "20 thu", "40 fri", "40 sat", "60 sun"]


def test_right_after_its_press_a_cleared_day_queues_with_nothing_begun() -> None:
    event = event_of(play_week(job=STEADY), "9 tue load try 1 started")
    seen = play_week(f"{event}:clear:tue", job=STEADY, until=event + 1)
    assert seen.week.runs[TUE].state is RunState.QUEUED
    assert states_of(seen, TUE) == ["none"] * 5
    assert [task.try_since_clear for task in seen.week.runs[TUE].tasks] == [0] * 5
    assert [task.try_number for task in seen.week.runs[TUE].tasks] == [1] * 4 + [0]
    assert not seen.ended


def test_clearing_a_day_that_waits_to_retry_forgets_the_retry_and_begins_at_its_first_try() -> None:
    failed = "6 mon extract try 1 failed, next at 11"
    cleared = after(failed, "clear:mon", job=EXTRACTS_FAIL)
    press = event_of(cleared, "6 press clear:mon")
    assert words_of(cleared.events, "mon", "extract", since=press) == [
        "7 mon extract try 2 started",
        "12 mon extract try 2 failed, next at 17",
        "17 mon extract try 3 started",
        "22 mon extract try 3 failed, next at 32",
        "32 mon extract try 4 started",
        "37 mon extract try 4 failed",
    ]
    seen = play_week(f"{press - 1}:clear:mon", job=EXTRACTS_FAIL, until=press)
    assert seen.week.runs[MON].tasks[EXTRACT].retry_at_min is None


def test_clearing_a_day_that_failed_runs_it_again_with_all_its_retries() -> None:
    cleared = after("31 mon run failed", "clear:mon", job=EXTRACTS_FAIL)
    press = event_of(cleared, "31 press clear:mon")
    assert words_of(cleared.events, "mon", since=press)[0] == "31 mon run started"
    assert [words.split()[3:5] for words in words_of(cleared.events, "mon", "extract", since=press)] == [
        ["try", number] for number in ("4", "4", "5", "5", "6", "6")
    ]


def test_clearing_a_day_between_its_last_step_and_its_end_takes_the_end_back() -> None:
    cleared = after("20 mon check try 1 success", "clear:mon", write="overwrite")
    assert [words for words in words_of(cleared.events, "mon") if " run " in words] == [
        "0 mon run started",
        "20 mon run started",
        "40 mon run success",
    ]


def test_wednesday_put_right_switch_to_overwrite_and_clear_its_load() -> None:
    repaired = play_week("64:write:overwrite", "65:clear:wed:load")
    assert rows_by_day(repaired) == [268, 254, 179, 301, 342, 391, 277]
    assert repaired.week.runs[WED].state is RunState.SUCCESS
    assert broken_at(repaired) == {"each_day_once": 55}  # once broken it stays marked


# Clear from a step.


def test_clearing_from_a_step_of_an_active_run_keeps_its_place() -> None:
    cleared = after("13 wed extract try 1 success", "clear:tue:convert", before=("0:late:wed:8",))
    assert since_the_press(cleared, 5, "clear:tue:convert") == [
        "13 press clear:tue:convert",
        "13 tue load try 1 killed, 101 rows",
        "13 tue convert try 2 started",
        "13 wed convert try 1 started",
        "16 tue convert try 2 success",
    ]
    assert run_starts(cleared)[:3] == ["0 mon", "0 tue", "0 wed"]
    assert sum(start.endswith(" tue") for start in run_starts(cleared)) == 1


def test_clearing_from_a_step_of_an_ended_run_queues_it_again_and_repeats_only_from_that_step() -> None:
    cleared = after("20 tue run success", "clear:tue:load")
    press = event_of(cleared, "20 press clear:tue:load")
    assert words_of(cleared.events, "tue", since=press) == [
        "20 tue run started",
        "20 tue load try 2 started",
        "30 tue load try 2 success, 254 rows",
        "30 tue check try 2 started",
        "31 tue check try 2 failed",
        "31 tue run failed",
    ]
    assert cleared.week.rows(TUE) == 508


def test_clearing_only_the_check_writes_nothing() -> None:
    cleared = play_week("84:clear:sun:check", job=STEADY)
    assert [in_words(event) for event in cleared.events[85:]] == [
        "60 press clear:sun:check",
        "60 sun run started",
        "60 sun check try 2 started",
        "61 sun check try 2 success",
        "61 sun run success",
    ]
    assert cleared.week.rows(SUN) == 277


def test_clearing_from_a_step_that_has_not_begun_changes_nothing() -> None:
    cleared = after("6 mon extract try 1 success", "clear:mon:load")
    press = event_of(cleared, "6 press clear:mon:load")
    words = [in_words(event) for event in cleared.events]
    assert words[:press] + words[press + 1 :] == words_of(play_week(job=STEADY).events)


def test_clearing_from_a_step_that_waits_to_retry_starts_its_first_try_at_once() -> None:
    cleared = after("6 mon extract try 1 failed, next at 11", "clear:mon:extract", job=EXTRACTS_FAIL)
    press = event_of(cleared, "6 press clear:mon:extract")
    assert words_of(cleared.events, "mon", "extract", since=press)[:4] == [
        "6 mon extract try 2 started",
        "11 mon extract try 2 failed, next at 16",
        "16 mon extract try 3 started",
        "21 mon extract try 3 failed, next at 31",
    ]


def test_a_step_that_waits_for_a_slot_never_starts_once_a_step_it_needs_has_failed() -> None:
    """Only a broken scheduler lets it wait so early: here for the slots that Monday and Tuesday hold."""
    job = with_step(STEADY, "convert", failure_rate=1.0)
    week = replay(history_of(job=job, scheduler="ignores-upstream"))
    assert states_of(week, WED)[LOAD] == "upstream_failed"
    assert words_of(week.events, "wed", "load") == []
    assert week.ended


def test_clearing_a_step_after_a_failed_one_ends_the_run_failed_again() -> None:
    cleared = after("31 mon run failed", "clear:mon:load", job=EXTRACTS_FAIL)
    press = event_of(cleared, "31 press clear:mon:load")
    assert words_of(cleared.events, "mon", since=press) == [
        "31 mon run started",
        "31 mon run failed",
    ]
    assert states_of(cleared, MON)[1:] == ["failed", "upstream_failed", "upstream_failed", "upstream_failed"]


def test_a_cleared_step_that_needs_one_that_failed_and_one_that_could_not_start_cannot_start_again() -> None:
    job = with_step(with_step(WHOLESALER, "load_prices", failure_rate=1.0), "orders", failure_rate=1.0)
    job = replace(job, days=job.days[:1])
    last = play_week(job=job).events[-1].event
    week = play_week(f"{last}:clear:d1:publish", job=job)
    assert states_of(week, 0)[-1] == "upstream_failed"
    assert broken_at(week) == {}
    assert [in_words(event, job).split(" ", 1)[1] for event in week.events[last:]] == [
        "d1 run failed",
        "press clear:d1:publish",
        "d1 run started",
        "d1 run failed",
    ]


# Killed tries.


@pytest.mark.parametrize(("day", "rows"), [("mon", 107), ("tue", 101)])
def test_a_killed_append_leaves_the_share_of_its_rows_that_4_of_10_minutes_allow(day: str, rows: int) -> None:
    cleared = after("13 wed extract try 1 success", f"clear:{day}", before=("0:late:wed:8",))
    press = event_of(cleared, f"13 press clear:{day}")
    assert in_words(cleared.events[press + 1]) == f"13 {day} load try 1 killed, {rows} rows"
    # With what the new load adds, the day holds both.
    assert rows_by_day(cleared)[BAKERY.day_index[day]] == rows + {"mon": 268, "tue": 254}[day]


def test_a_killed_overwrite_leaves_nothing() -> None:
    cleared = after("13 wed extract try 1 success", "clear:tue", before=("0:late:wed:8",), write="overwrite")
    assert since_the_press(cleared, 2, "clear:tue") == ["13 press clear:tue", "13 tue load try 1 killed"]
    assert cleared.week.rows(TUE) == 254
    assert broken_at(cleared) == {}


def test_an_append_killed_in_its_first_minute_has_written_nothing_and_in_its_last_all() -> None:
    first = after("9 tue load try 1 started", "clear:tue")
    assert since_the_press(first, 2, "clear:tue")[1] == "9 tue load try 1 killed"
    last = after("19 mon load try 1 success, 268 rows", "clear:tue")
    assert since_the_press(last, 2, "clear:tue")[1] == "19 tue load try 1 killed, 254 rows"


def test_a_killed_try_that_was_going_to_fail_has_written_its_share_of_the_part() -> None:
    late = ("0:late:wed:8",)
    uncleared = play_week(*late, job=LOADS_FAIL)
    part = next(
        event.writes[0].rows
        for event in uncleared.events
        if isinstance(event, TryEnded) and (event.day, event.task) == (TUE, LOAD)
    )
    cleared = after("13 wed extract try 1 success", "clear:tue", before=late, job=LOADS_FAIL)
    assert 0 < part < 254
    assert since_the_press(cleared, 2, "clear:tue")[1] == f"13 tue load try 1 killed, {part * 4 // 10} rows"


def test_nothing_of_a_killed_try_happens_later() -> None:
    cleared = after("13 wed extract try 1 success", "clear:tue", before=("0:late:wed:8",))
    press = event_of(cleared, "13 press clear:tue")
    # The killed load would have ended at minute 19; only the new one, with its own steps before it, goes on.
    assert words_of(cleared.events, "tue", since=press) == [
        "13 tue load try 1 killed, 101 rows",
        "13 tue run started",
        "13 tue wait try 2 started",
        "14 tue wait try 2 success",
        "14 tue extract try 2 started",
        "19 tue extract try 2 success",
        "19 tue convert try 2 started",
        "22 tue convert try 2 success",
        "22 tue load try 2 started",
        "32 tue load try 2 success, 254 rows",
        "32 tue check try 1 started",
        "33 tue check try 1 failed",
        "33 tue run failed",
    ]


def test_a_killed_wait_extract_or_convert_writes_nothing() -> None:
    for words, killed in [
        ("0 wed wait try 1 started", "0 tue wait try 1 killed"),
        ("1 wed extract try 1 started", "1 tue extract try 1 killed"),
        ("6 wed convert try 1 started", "6 tue convert try 1 killed"),
    ]:
        assert since_the_press(after(words, "clear:tue"), 2, "clear:tue")[1] == killed


# Two presses.


def test_two_presses_after_the_same_event_take_effect_in_the_order_made() -> None:
    for first, second in (("append", "overwrite"), ("overwrite", "append")):
        week = play_week(f"44:write:{first}", f"44:write:{second}")
        assert [in_words(event) for event in week.events[45:47]] == [
            f"28 press write:{first}",
            f"28 press write:{second}",
        ]
        assert week.week.settings.write_mode.value == second
        assert week.week.rows(WED) == {"append": 275, "overwrite": 179}[second]


def test_a_try_that_the_first_press_killed_ends_before_the_second_press() -> None:
    cleared = after("13 wed extract try 1 success", "clear:mon", "clear:tue", before=("0:late:wed:8",))
    assert since_the_press(cleared, 6, "clear:mon") == [
        "13 press clear:mon",
        "13 mon load try 1 killed, 107 rows",
        "13 press clear:tue",
        "13 tue load try 1 killed, 101 rows",
        "13 mon run started",
        "13 tue run started",
    ]


def test_a_day_cleared_twice_after_the_same_event_is_killed_once() -> None:
    cleared = after("13 wed extract try 1 success", "clear:tue", "clear:tue", before=("0:late:wed:8",))
    assert since_the_press(cleared, 4, "clear:tue") == [
        "13 press clear:tue",
        "13 tue load try 1 killed, 101 rows",
        "13 press clear:tue",
        "13 tue run started",
    ]


# Presses and the end of the week.


def test_a_press_after_the_week_has_ended_sets_it_going_again() -> None:
    week = play_week("84:clear:mon", job=STEADY)
    assert [in_words(event) for event in week.events[85:88]] == [
        "60 press clear:mon",
        "60 mon run started",
        "60 mon wait try 2 started",
    ]
    assert in_words(week.events[-1]) == "80 mon run failed"
    assert week.ended


def test_a_press_after_the_end_that_starts_nothing_is_the_last_event() -> None:
    week = play_week("84:runs:5", job=STEADY)
    assert [in_words(event) for event in week.events[84:]] == ["60 sun run success", "60 press runs:5"]
    assert week.ended


def test_pressing_while_it_plays_is_the_same_as_a_recorded_press() -> None:
    simulator, _ = begin(history_of())
    events = []
    while (event := simulator.step()) is not None:
        events.append(event)
        if event.event == 44:
            simulator.press(Clear(TUE))
    assert tuple(events) == play_week("44:clear:tue").events


def test_switching_on_stays_event_0_even_if_something_is_pressed_before_it() -> None:
    simulator, _ = begin(history_of())
    simulator.press(Clear(TUE))
    assert [in_words(event) for event in (simulator.step(), simulator.step()) if event] == [
        "0 switched on",
        "0 press clear:tue",
    ]


def test_an_event_never_skips_a_number_and_its_minute_never_goes_back() -> None:
    for presses in ((), ("20:clear:tue", "20:late:thu:60", "50:runs:7", "90:clear:mon:load")):
        events = play_week(*presses).events
        assert [event.event for event in events] == list(range(len(events)))
        minutes = [event.minute for event in events]
        assert minutes == sorted(minutes)


def test_what_would_be_refused_is_known_before_it_is_pressed() -> None:
    simulator, _ = begin(OPENING)
    while simulator.event < 44:
        simulator.step()
    late = MakeLate(MON, 60)
    assert simulator.refusal(late) is Refusal.FILE_WAS_READ
    assert simulator.refusal(Clear(MON)) is None
    for press, refused in ((late, Refusal.FILE_WAS_READ), (Clear(MON), None), (late, None)):
        assert simulator.refusal(press) is refused
        simulator.press(press)
        assert [event.refused for event in (simulator.step(),) if isinstance(event, Pressed)] == [refused]


# Late files.


def test_a_file_made_late_while_its_wait_runs_keeps_the_wait_running_until_it_arrives() -> None:
    late = after("0 mon wait try 1 started", "late:mon:30")
    assert words_of(late.events, "mon")[1:5] == [
        "0 mon wait try 1 started",
        "30 mon file arrived",
        "30 mon wait try 1 success",
        "30 mon extract try 1 started",
    ]


def test_a_wait_for_a_late_file_keeps_its_place_and_needs_no_second_try() -> None:
    late = play_week("0:late:mon:30", runs=1, job=STEADY)
    assert run_starts(late)[:2] == ["0 mon", "49 tue"]
    assert late.week.runs[MON].tasks[WAIT].try_number == 1


def test_a_file_that_arrives_before_its_wait_would_have_ended_changes_only_one_event() -> None:
    job = with_step(STEADY, "wait", duration_min=(10, 10))
    late = play_week("0:late:mon:3", job=job)
    assert words_of(late.events, "mon", "wait") == ["0 mon wait try 1 started", "10 mon wait try 1 success"]
    assert "3 mon file arrived" in words_of(late.events)


def test_a_file_arrives_before_the_wait_for_it_succeeds_even_in_the_same_minute() -> None:
    late = after("0 wed wait try 1 started", "late:mon:1")
    arrived, waited = event_of(late, "1 mon file arrived"), event_of(late, "1 mon wait try 1 success")
    assert arrived < waited


def test_a_late_file_can_be_made_earlier_again() -> None:
    late = play_week("0:late:mon:300", "7:late:mon:20", job=STEADY)
    assert in_words(late.events[8]) == "0 press late:mon:20"
    assert [words for words in words_of(late.events) if "file arrived" in words] == ["20 mon file arrived"]
    assert "20 mon wait try 1 success" in words_of(late.events)


def test_a_late_file_can_be_made_later_still_and_arrives_once() -> None:
    late = play_week("0:late:mon:10", "8:late:mon:300", job=STEADY)
    assert [words for words in words_of(late.events) if "file arrived" in words] == ["301 mon file arrived"]
    assert "301 mon wait try 1 success" in words_of(late.events)


def test_a_file_that_has_arrived_can_be_late_again_as_long_as_its_wait_has_not_succeeded() -> None:
    before = ("0:late:mon:30",)
    late = after("30 mon file arrived", "late:mon:40", before=before)
    arrived = event_of(late, "70 mon file arrived")
    assert in_words(late.events[arrived + 1]) == "70 mon wait try 1 success"


def test_a_day_that_still_queues_can_have_a_late_file_and_starts_all_the_same() -> None:
    late = play_week("0:late:sun:100", job=STEADY)
    assert words_of(late.events, "sun")[:4] == [
        "40 sun run started",
        "40 sun wait try 1 started",
        "100 sun file arrived",
        "100 sun wait try 1 success",
    ]


def test_a_file_that_is_late_but_there_before_its_day_starts_holds_up_nothing() -> None:
    late = play_week("0:late:sun:30", job=STEADY)
    words = words_of(late.events)
    assert "30 sun file arrived" in words
    assert [each for each in words if "sun file" not in each and "press" not in each] == words_of(
        play_week(job=STEADY).events
    )


def test_making_a_file_late_is_refused_once_its_wait_has_succeeded() -> None:
    late = after("1 mon wait try 1 success", "late:mon:300")
    press = next(event for event in late.events if isinstance(event, Pressed))
    assert press.refused is Refusal.FILE_WAS_READ


def test_a_refused_press_changes_nothing_but_that_it_happened() -> None:
    late = after("1 mon wait try 1 success", "late:mon:300")
    press = event_of(late, "1 press late:mon:300, refused")
    words = [in_words(event) for event in late.events]
    assert words[:press] + words[press + 1 :] == words_of(play_week(job=STEADY).events)
    assert late.week.runs[MON].file_due_min is None


def test_the_file_of_a_finished_day_can_be_late_again_after_the_day_was_cleared() -> None:
    late = play_week("84:clear:mon", "84:late:mon:120", job=STEADY)
    assert [event.refused for event in late.events if isinstance(event, Pressed)] == [None, None]
    assert [in_words(event) for event in late.events[85:92]] == [
        "60 press clear:mon",
        "60 press late:mon:120",
        "60 mon run started",
        "60 mon wait try 2 started",
        "180 mon file arrived",
        "180 mon wait try 2 success",
        "180 mon extract try 2 started",
    ]


def test_a_day_cleared_while_it_waits_for_its_file_goes_on_waiting_until_the_same_minute() -> None:
    late = play_week("0:late:mon:30", "9:clear:mon", job=STEADY)
    assert words_of(late.events, "mon", since=10)[:6] == [
        "1 mon wait try 1 killed",
        "1 mon run started",
        "1 mon wait try 2 started",
        "30 mon file arrived",
        "30 mon wait try 2 success",
        "30 mon extract try 1 started",
    ]


def test_a_wait_begun_anew_while_its_file_arrives_takes_its_whole_time() -> None:
    job = with_step(STEADY, "wait", duration_min=(10, 10))
    words = "28 tue load try 1 success, 254 rows"
    week = after(words, "clear:mon", before=("0:late:mon:30",), job=job)
    assert words_of(week.events, "mon", "wait") == [
        "0 mon wait try 1 started",
        "28 mon wait try 1 killed",
        "28 mon wait try 2 started",
        "38 mon wait try 2 success",
    ]


def test_a_wait_that_is_not_the_first_step_is_known_to_have_read_its_file_all_the_same() -> None:
    first = Task("announce", Action.WORK)
    wait, *others = STEADY.tasks
    job = replace(STEADY, tasks=(first, replace(wait, needs=("announce",)), *others))
    week = play_week("30:late:mon:30", "30:late:sun:30", job=job)
    mon, sun = (event for event in week.events if isinstance(event, Pressed))
    assert (mon.refused is None, sun.refused is None) == (False, True)
    assert broken_at(week) == {}


def test_a_whole_week_waits_for_one_file() -> None:
    late = play_week("0:late:mon:1440", runs=1, job=STEADY)
    assert [event.minute for event in late.events if event.event in (3, 4)] == [0, 1_440]
    assert late.ended


# Settings.


def test_lowering_the_runs_at_a_time_stops_no_run_and_starts_none_until_it_allows() -> None:
    assert run_starts(play_week("7:runs:1", job=STEADY)) == [
        "0 mon",
        "0 tue",
        "0 wed",
        "30 thu",
        "50 fri",
        "70 sat",
        "90 sun",
    ]


def test_raising_the_runs_at_a_time_starts_more_at_once() -> None:
    raised = play_week("7:runs:5", job=STEADY)
    assert run_starts(raised)[:5] == ["0 mon", "0 tue", "0 wed", "1 thu", "1 fri"]
    assert [in_words(event) for event in raised.events[8:13]] == [
        "1 press runs:5",
        "1 tue wait try 1 success",
        "1 wed wait try 1 success",
        "1 thu run started",
        "1 fri run started",
    ]


def test_switching_to_overwrite_leaves_a_load_that_runs_to_append() -> None:
    week = after("9 tue load try 1 started", "write:overwrite")
    loads = [event for event in week.events if isinstance(event, TryEnded) and event.task == LOAD]
    assert [type(load.writes[0]) for load in loads] == [Insert] * 2 + [ReplacePartition] * 5


def test_switching_to_append_leaves_a_load_that_runs_to_overwrite() -> None:
    week = after("9 tue load try 1 started", "write:append", write="overwrite")
    loads = [event for event in week.events if isinstance(event, TryEnded) and event.task == LOAD]
    assert [type(load.writes[0]) for load in loads] == [ReplacePartition] * 2 + [Insert] * 5


def test_switching_to_the_clocks_day_and_back_counts_for_the_loads_that_start_in_between() -> None:
    on = event_of(play_week(job=STEADY), "9 tue load try 1 started")
    off = event_of(play_week(job=STEADY), "30 wed check try 1 success") + 1
    week = play_week(f"{on}:date:clock", f"{off}:date:own", job=STEADY)
    assert rows_by_day(week) == [268, 254, 0, 0, 0, 391, 277]
    assert list(week.week.rows_by_other_date().values()) == [179 + 301 + 342]


def test_the_clocks_day_is_the_day_the_clock_shows_when_the_rows_are_written() -> None:
    # Monday's file comes at 23:50; its load runs from 23:58 on the 12th to 00:08 on the 13th.
    week = play_week("0:late:mon:1070", date="clock", job=STEADY)
    load = words_of(week.events, "mon", "load")
    assert load == ["1078 mon load try 1 started", "1088 mon load try 1 success, 268 rows"]
    assert {date.isoformat(): rows for date, rows in week.week.rows_by_other_date().items()} == {
        "2026-01-12": 2_012 - 268,
        "2026-01-13": 268,
    }


def test_the_scheduler_that_overfills_the_warehouse_runs_a_third_load_and_no_fourth() -> None:
    week = replay(history_of(runs=7, job=STEADY, scheduler="overfills-warehouse"))
    running, most = 0, 0
    for event in week.events:
        if isinstance(event, TryStarted | TryEnded) and event.task == LOAD:
            running += 1 if isinstance(event, TryStarted) else -1
            most = max(most, running)
    assert most == 3


def test_the_scheduler_that_splits_an_overwrite_empties_the_day_when_its_load_starts() -> None:
    week = replay(history_of(write="overwrite", job=STEADY, scheduler="splits-overwrite"))
    starts = [event.writes for event in week.events if isinstance(event, TryStarted) and event.task == LOAD]
    assert starts == [(DeletePartition("orders", day.logical_date),) for day in STEADY.days]


def test_the_scheduler_that_splits_an_overwrite_appends_as_the_right_one_does() -> None:
    history = history_of("30:clear:tue")
    assert replay(history, scheduler=SplitsOverwrite()).events == replay(history).events


def test_the_settings_of_a_week_are_those_last_pressed() -> None:
    settings = play_week("3:write:overwrite", "4:date:clock", "5:runs:6").week.settings
    assert (settings.write_mode.value, settings.load_date.value, settings.max_active_runs) == (
        "overwrite",
        "clock",
        6,
    )
