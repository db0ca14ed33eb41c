"""The witness, told events by hand: each property broken and not broken, and real weeks beside."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

import pytest

from sim.events import Event, FileArrived, Pressed, RunEnded, RunStarted, SwitchedOn, TryEnded, TryStarted
from sim.job import Job, LoadDate, Partition, Settings, WriteMode
from sim.jobs import BAKERY, OPENING
from sim.model import Refusal, RunState, TryOutcome
from sim.presses import Clear, MakeLate, SetLoadDate, SetWriteMode
from sim.warehouse import Warehouse
from sim.witness.checker import Checker
from sim.witness.findings import Property
from sim.words import figures
from sim.writes import DeletePartition, Insert, ReplacePartition, Write
from tests.sim.weeks import (
    CHECK,
    CONVERT,
    EXTRACT,
    FRI,
    LOAD,
    MON,
    SAT,
    STEADY,
    SUN,
    THU,
    TUE,
    WAIT,
    WED,
    WHOLESALER,
    broken_at,
    event_of,
    orders,
    play_week,
    with_step,
)

MONDAY, TUESDAY, WEDNESDAY = (BAKERY.days[day].logical_date for day in (MON, TUE, WED))
TWELFTH = date(2026, 1, 12)
ROWS = {MON: 268, TUE: 254, WED: 179}
THE_PAGES = (
    Property.STEPS_IN_ORDER,
    Property.TWO_LOADS_AT_MOST,
    Property.EACH_DAY_ONCE,
    Property.ROWS_ACCOUNTED_FOR,
)
SUCCESS, FAILED, KILLED = TryOutcome.SUCCESS, TryOutcome.FAILED, TryOutcome.KILLED


class Witnessed:
    """A checker, a report that takes the writes of what it is told, and a count of events."""

    def __init__(self, job: Job = BAKERY, load_date: LoadDate = LoadDate.OWN) -> None:
        self.checker = Checker(job, 0, Settings(load_date=load_date))
        self.report = Warehouse()
        self.job = job
        self.event = -1

    def see(self, event: Event, *, written: Iterable[Write] | None = None) -> "Witnessed":
        """Tell an event. The report takes its writes, or those of ``written`` instead."""
        if written is None:
            written = event.writes if isinstance(event, TryStarted | TryEnded) else ()
        for write in written:
            self.report.apply(write)
        self.event += 1
        self.checker.see(event._replace(event=self.event), self.report)
        return self

    def start(self, day: int, task: int, *writes: Write, minute: int = 20) -> "Witnessed":
        return self.see(TryStarted(0, minute, day, task, 1, 1, writes))

    def end(
        self, day: int, task: int, *writes: Write, outcome: TryOutcome = SUCCESS, minute: int = 20
    ) -> "Witnessed":
        return self.see(TryEnded(0, minute, day, task, 1, 1, outcome, writes, None))

    def clear(self, day: int, task: int | None = None) -> "Witnessed":
        return self.see(Pressed(0, 20, Clear(day, task), None))

    def until_load(self, day: int) -> "Witnessed":
        """The day up to a running load."""
        for task in (WAIT, EXTRACT, CONVERT):
            self.start(day, task).end(day, task)
        return self.start(day, LOAD)

    def loaded(self, day: int) -> "Witnessed":
        """The day with all its rows loaded once."""
        return self.until_load(day).end(day, LOAD, Insert("orders", BAKERY.days[day].logical_date, ROWS[day]))

    @property
    def found(self) -> list[tuple[str, int, date | None, str]]:
        """What was found of the page's properties: a week told by hand need not be right in all else."""
        return [
            (found.property.value, found.event, found.logical_date, figures(found.finding))
            for found in self.checker.violations
            if found.property in THE_PAGES
        ]

    @property
    def broken(self) -> set[str]:
        return {each.value for each in self.checker.broken if each in THE_PAGES}


# What is right.


def test_a_day_loaded_once_breaks_nothing() -> None:
    week = Witnessed().loaded(MON).start(MON, CHECK).end(MON, CHECK)
    assert week.found == []
    assert week.report.rows(orders(MON)) == 268


def test_events_that_neither_start_nor_write_break_nothing() -> None:
    week = Witnessed()
    for event in (
        SwitchedOn(0, 0),
        RunStarted(0, 0, MON),
        FileArrived(0, 300, MON),
        RunEnded(0, 320, MON, RunState.FAILED),
        Pressed(0, 320, MakeLate(TUE, 5), Refusal.FILE_WAS_READ),
        Pressed(0, 320, SetWriteMode(WriteMode.OVERWRITE), None),
    ):
        week.see(event)
    assert week.found == []


# Steps in order.


@pytest.mark.parametrize(
    ("task", "figures"),
    [
        (EXTRACT, "extract started before wait had succeeded"),
        (CONVERT, "convert started before extract had succeeded"),
        (LOAD, "load started before convert had succeeded"),
        (CHECK, "check started before load had succeeded"),
    ],
)
def test_a_step_that_starts_before_the_one_it_needs_has_succeeded_is_found(task: int, figures: str) -> None:
    assert Witnessed().start(MON, task).found == [("steps_in_order", 0, MONDAY, figures)]


def test_a_step_may_not_start_while_the_one_it_needs_still_runs_or_after_it_failed() -> None:
    assert Witnessed().start(MON, WAIT).start(MON, EXTRACT).broken == {"steps_in_order"}
    assert Witnessed().start(MON, WAIT).end(MON, WAIT, outcome=FAILED).start(MON, EXTRACT).broken == {
        "steps_in_order"
    }
    assert Witnessed().start(MON, WAIT).end(MON, WAIT).start(MON, EXTRACT).broken == set()


def test_the_success_of_another_day_does_not_count() -> None:
    week = Witnessed().start(MON, WAIT).end(MON, WAIT).start(TUE, EXTRACT)
    assert week.found == [("steps_in_order", 2, TUESDAY, "extract started before wait had succeeded")]


def test_a_success_counts_only_since_the_day_was_cleared() -> None:
    before = Witnessed().start(MON, WAIT).end(MON, WAIT)
    assert before.clear(MON).start(MON, EXTRACT).broken == {"steps_in_order"}


def test_clearing_from_a_step_forgets_that_step_and_those_after_but_none_before() -> None:
    assert Witnessed().loaded(MON).clear(MON, CONVERT).start(MON, CONVERT).broken == set()
    assert Witnessed().loaded(MON).clear(MON, CONVERT).start(MON, CHECK).broken == {"steps_in_order"}
    assert Witnessed().loaded(MON).clear(MON, CHECK).start(MON, CHECK).broken == set()


def test_clearing_another_day_forgets_nothing() -> None:
    assert Witnessed().start(MON, WAIT).end(MON, WAIT).clear(TUE).start(MON, EXTRACT).broken == set()


def test_every_step_that_was_needed_and_missing_is_named() -> None:
    week = Witnessed(WHOLESALER).start(0, WHOLESALER.task_index["join"])
    assert [figures for *_, figures in week.found] == [
        "join started before orders had succeeded",
        "join started before returns had succeeded",
    ]


# Two loads at most.


def test_two_loads_beside_each_other_are_right_and_a_third_is_found() -> None:
    week = Witnessed().until_load(MON).until_load(TUE)
    assert week.found == []
    week.until_load(WED)
    assert week.found == [
        (
            "two_loads_at_most",
            week.event,
            WEDNESDAY,
            "3 loads run side by side, the warehouse has 2 slots",
        )
    ]


def test_a_load_that_succeeded_failed_or_was_killed_leaves_its_slot() -> None:
    week = Witnessed().until_load(MON).until_load(TUE)
    week.end(MON, LOAD, Insert("orders", MONDAY, 268)).until_load(WED)
    week.end(WED, LOAD, outcome=FAILED).until_load(THU)
    week.clear(TUE).end(TUE, LOAD, outcome=KILLED).until_load(FRI)
    assert week.broken == set()
    assert week.until_load(SAT).broken == {"two_loads_at_most"}


def test_any_number_of_extracts_may_run_beside_each_other() -> None:
    week = Witnessed()
    for day in range(7):
        week.start(day, WAIT).end(day, WAIT).start(day, EXTRACT)
    assert week.found == []


def test_each_pool_is_counted_by_itself() -> None:
    week = Witnessed(WHOLESALER)
    step = WHOLESALER.task_index
    for day in (0, 1):
        for task in ("wait", "orders", "returns", "prices"):
            week.start(day, step[task]).end(day, step[task])
        week.start(day, step["load_returns"])
    assert week.start(0, step["load_prices"]).broken == set()
    assert week.start(1, step["load_prices"]).broken == {"two_loads_at_most"}


# Each day counted once.


def test_a_retry_that_appends_on_top_of_a_part_is_found() -> None:
    week = Witnessed().until_load(WED).end(WED, LOAD, Insert("orders", WEDNESDAY, 96), outcome=FAILED)
    assert week.found == []
    week.start(WED, LOAD).end(WED, LOAD, Insert("orders", WEDNESDAY, 179))
    assert week.found == [
        ("each_day_once", week.event, WEDNESDAY, "the report holds 275 rows, the source 179")
    ]


def test_a_retry_that_overwrites_a_part_is_right() -> None:
    week = Witnessed().until_load(WED).end(WED, LOAD, Insert("orders", WEDNESDAY, 96), outcome=FAILED)
    assert week.start(WED, LOAD).end(WED, LOAD, ReplacePartition("orders", WEDNESDAY, 179)).found == []


def test_a_whole_day_that_is_loaded_again_is_found_although_it_was_cleared() -> None:
    week = Witnessed().loaded(TUE).clear(TUE).loaded(TUE)
    assert [figures for *_, figures in week.found] == ["the report holds 508 rows, the source 254"]


def test_a_whole_day_that_is_overwritten_again_is_right() -> None:
    week = Witnessed().loaded(TUE).clear(TUE).until_load(TUE)
    assert week.end(TUE, LOAD, ReplacePartition("orders", TUESDAY, 254)).found == []


def test_a_whole_day_to_which_a_killed_load_adds_a_part_is_found() -> None:
    week = Witnessed().loaded(TUE).clear(TUE).until_load(TUE).clear(TUE)
    week.end(TUE, LOAD, Insert("orders", TUESDAY, 101), outcome=KILLED)
    assert [figures for *_, figures in week.found] == ["the report holds 355 rows, the source 254"]


def test_a_whole_day_that_a_load_empties_when_it_starts_is_found() -> None:
    week = Witnessed().loaded(TUE).clear(TUE)
    for task in (WAIT, EXTRACT, CONVERT):
        week.start(TUE, task).end(TUE, task)
    week.start(TUE, LOAD, DeletePartition("orders", TUESDAY))
    assert week.found == [("each_day_once", week.event, TUESDAY, "the report holds 0 rows, the source 254")]


def test_a_delete_and_an_insert_in_one_event_leave_the_day_whole() -> None:
    week = Witnessed().loaded(TUE).clear(TUE).until_load(TUE)
    week.end(TUE, LOAD, DeletePartition("orders", TUESDAY), Insert("orders", TUESDAY, 254))
    assert week.found == []


def test_a_load_that_succeeds_without_having_written_is_found() -> None:
    week = Witnessed().until_load(MON).end(MON, LOAD)
    assert week.found == [("each_day_once", week.event, MONDAY, "the report holds 0 rows, the source 268")]


def test_a_load_that_fails_without_having_written_is_right() -> None:
    assert Witnessed().until_load(MON).end(MON, LOAD, outcome=FAILED).found == []


def test_a_load_that_succeeds_with_too_few_rows_is_found() -> None:
    week = Witnessed().until_load(MON).end(MON, LOAD, ReplacePartition("orders", MONDAY, 267))
    assert [figures for *_, figures in week.found] == ["the report holds 267 rows, the source 268"]


def test_rows_on_a_date_that_is_no_day_of_the_job_are_found_and_the_day_they_belong_to_misses_them() -> None:
    week = Witnessed(load_date=LoadDate.CLOCK).until_load(MON)
    week.end(MON, LOAD, Insert("orders", TWELFTH, 268))
    assert week.found == [
        ("each_day_once", week.event, TWELFTH, "268 rows, and it is no day of the job"),
        ("each_day_once", week.event, MONDAY, "the report holds 0 rows, the source 268"),
    ]


# Every row accounted for.


def test_rows_that_appear_without_a_write_are_found() -> None:
    week = Witnessed().see(SwitchedOn(0, 0), written=[Insert("orders", MONDAY, 1)])
    assert week.found == [("rows_accounted_for", 0, None, "the report holds 1 rows, the writes add up to 0")]


def test_rows_that_vanish_without_a_write_are_found_at_the_event_after_which_they_were_gone() -> None:
    week = Witnessed().loaded(MON)
    assert week.found == []
    week.see(Pressed(0, 30, Clear(MON), None), written=[DeletePartition("orders", MONDAY)])
    assert week.found == [
        ("rows_accounted_for", week.event, None, "the report holds 0 rows, the writes add up to 268")
    ]


def test_a_write_that_is_said_but_not_made_is_found() -> None:
    week = Witnessed().until_load(MON)
    week.see(TryEnded(0, 20, MON, LOAD, 1, 1, SUCCESS, (Insert("orders", MONDAY, 268),), None), written=[])
    assert "rows_accounted_for" in week.broken
    assert (
        "rows_accounted_for",
        week.event,
        MONDAY,
        "it holds 0 rows, its writes add up to 268",
    ) in (week.found)


def test_rows_that_land_on_another_day_than_was_said_are_found_although_the_total_is_right() -> None:
    week = Witnessed().until_load(MON)
    said = Insert("orders", MONDAY, 268)
    week.see(
        TryEnded(0, 20, MON, LOAD, 1, 1, SUCCESS, (said,), None), written=[Insert("orders", TUESDAY, 268)]
    )
    assert "rows_accounted_for" in week.broken


def test_rows_that_appear_on_another_day_together_with_a_write_are_found() -> None:
    week = Witnessed().until_load(MON)
    said = Insert("orders", MONDAY, 268)
    ended = TryEnded(0, 20, MON, LOAD, 1, 1, SUCCESS, (said,), None)
    week.see(ended, written=[said, Insert("orders", TUESDAY, 5)])
    assert week.found == [
        (
            "rows_accounted_for",
            week.event,
            None,
            "the report holds 273 rows, the writes add up to 268",
        )
    ]


@pytest.mark.parametrize("writer", [WAIT, EXTRACT, CONVERT])
def test_a_write_by_a_step_that_is_no_load_is_found(writer: int) -> None:
    week = Witnessed()
    for task in range(writer):
        week.start(MON, task).end(MON, task)
    week.start(MON, writer).end(MON, writer, Insert("orders", MONDAY, 268))
    name = BAKERY.tasks[writer].task_id
    assert week.found == [
        ("rows_accounted_for", week.event, MONDAY, f"{name} wrote 268 rows to orders on 2026-01-05")
    ]


def test_a_write_by_a_check_is_found_even_if_it_changes_nothing() -> None:
    week = Witnessed().loaded(MON).start(MON, CHECK)
    assert week.end(MON, CHECK, ReplacePartition("orders", MONDAY, 268)).broken == {"rows_accounted_for"}


def test_a_load_that_overwrites_the_day_beside_its_own_is_found() -> None:
    week = Witnessed().until_load(MON).end(MON, LOAD, ReplacePartition("orders", TUESDAY, 268))
    assert (
        "rows_accounted_for",
        week.event,
        MONDAY,
        "load wrote 268 rows to orders on 2026-01-06",
    ) in week.found


def test_a_load_into_another_table_than_its_own_is_found() -> None:
    step = WHOLESALER.task_index
    week = Witnessed(WHOLESALER)
    for task in ("wait", "returns"):
        week.start(0, step[task]).end(0, step[task])
    week.start(0, step["load_returns"])
    week.end(0, step["load_returns"], Insert("prices", date(2026, 2, 1), 7), outcome=FAILED)
    assert week.broken == {"rows_accounted_for"}


def test_a_load_writes_to_the_day_that_was_set_when_it_started() -> None:
    switch = Pressed(0, 15, SetLoadDate(LoadDate.CLOCK), None)
    own = Witnessed().until_load(MON).see(switch).end(MON, LOAD, Insert("orders", MONDAY, 268))
    assert own.found == []
    late = Witnessed().until_load(MON).see(switch).end(MON, LOAD, Insert("orders", TWELFTH, 268))
    assert "rows_accounted_for" in late.broken
    clock = Witnessed().see(switch).until_load(MON).end(MON, LOAD, Insert("orders", TWELFTH, 268))
    assert clock.broken == {"each_day_once"}


def test_the_clocks_day_is_the_one_at_which_the_rows_were_written() -> None:
    thirteenth = Insert("orders", date(2026, 1, 13), 268)
    before = Witnessed(load_date=LoadDate.CLOCK).until_load(MON).end(MON, LOAD, thirteenth, minute=1_079)
    assert before.broken == {"each_day_once", "rows_accounted_for"}
    after = Witnessed(load_date=LoadDate.CLOCK).until_load(MON).end(MON, LOAD, thirteenth, minute=1_080)
    assert after.broken == {"each_day_once"}


# Bookkeeping.


def test_a_property_once_broken_stays_marked_with_the_first_event_that_broke_it() -> None:
    week = Witnessed().start(MON, EXTRACT).start(TUE, EXTRACT)
    for task in (WAIT, EXTRACT):
        week.start(WED, task).end(WED, task)
    assert week.checker.broken[Property.STEPS_IN_ORDER].event == 0
    assert [event for _, event, *_ in week.found] == [0, 1]


def test_a_day_put_right_leaves_its_property_marked() -> None:
    week = Witnessed().until_load(MON).end(MON, LOAD)
    first = week.event
    week.clear(MON).until_load(MON).end(MON, LOAD, ReplacePartition("orders", MONDAY, 268))
    assert week.report.rows(orders(MON)) == 268
    assert week.checker.broken[Property.EACH_DAY_ONCE].event == first


def test_the_checker_says_what_it_finds_and_never_raises() -> None:
    everything_wrong: list[Event] = [
        TryEnded(0, 0, MON, LOAD, 7, 7, SUCCESS, (DeletePartition("orders", MONDAY),), None),
        TryStarted(0, 0, MON, CHECK, 9, 9, (Insert("orders", TWELFTH, 5),)),
        TryStarted(0, 0, TUE, LOAD, 9, 9, ()),
        TryEnded(0, -5, TUE, WAIT, 0, 0, KILLED, (ReplacePartition("orders", MONDAY, 3),), 2),
        RunEnded(0, 0, SUN, RunState.QUEUED),
        Pressed(0, 0, Clear(SUN, CHECK), None),
    ]
    week = Witnessed()
    for event in everything_wrong:
        week.see(event)
    assert week.broken == {"steps_in_order", "each_day_once", "rows_accounted_for"}


def test_a_write_to_a_table_that_the_job_does_not_have_is_said_and_not_raised() -> None:
    week = Witnessed().until_load(MON).end(MON, LOAD, Insert("returns", MONDAY, 12), outcome=FAILED)
    assert "rows_accounted_for" in week.broken


def test_the_checker_keeps_its_own_account_and_only_reads_the_report() -> None:
    week = Witnessed().loaded(MON)
    assert week.report.picture() == {Partition("orders", MONDAY): 268}


# Real weeks.


@pytest.mark.parametrize("seed", range(30))
def test_with_overwrite_and_the_runs_own_day_every_property_holds(seed: int) -> None:
    presses = ("20:clear:mon", "40:clear:tue:load", "40:late:fri:90", "60:runs:7")
    assert play_week(*presses, seed=seed, write="overwrite").checker.violations == []


def test_with_append_a_day_loaded_twice_breaks_each_day_once_and_nothing_else() -> None:
    assert set(broken_at(play_week("90:clear:tue"))) == {"each_day_once"}


def test_with_the_clocks_day_each_day_once_breaks_and_nothing_else() -> None:
    assert set(broken_at(play_week("30:date:clock"))) == {"each_day_once"}
    assert set(broken_at(play_week("30:date:clock", "50:date:own", write="overwrite"))) == {"each_day_once"}


# What could start after a clear.


def test_a_step_cleared_in_an_active_run_must_start_before_time_passes() -> None:
    found = 0
    for at_event in range(10, 60):
        for task in (EXTRACT, CONVERT, LOAD):
            events = play_week(f"{at_event}:clear:tue:{BAKERY.tasks[task].task_id}").events
            press = next(event for event in events if isinstance(event, Pressed))
            starts = [
                event
                for event in events
                if isinstance(event, TryStarted) and (event.day, event.task) == (TUE, task)
                if event.event > press.event
            ]
            if not starts or starts[0].minute != press.minute:
                continue
            # The same week, up to the next minute, as an engine would tell it that forgets this start.
            week = Witnessed()
            for event in events[: events.index(starts[0])]:
                week.see(event)
            assert Property.NO_IDLING not in week.checker.broken
            week.see(FileArrived(0, press.minute + 1, SUN))
            assert Property.NO_IDLING in week.checker.broken
            assert week.checker.broken[Property.NO_IDLING].logical_date == TUESDAY
            found += 1
    assert found > 20


# What a broken engine could tell, in the words of what is found.


class Told:
    """The steady week as an engine would tell it that goes astray after an event."""

    def __init__(self, upto: str, *presses: str, job: Job = STEADY, runs: int = 3) -> None:
        replayed = play_week(*presses, write="overwrite", job=job, runs=runs)
        self.job = job
        self.event = event_of(replayed, upto)
        self.checker = Checker(job, OPENING.seed, Settings(WriteMode.OVERWRITE, max_active_runs=runs))
        self.report = Warehouse()
        for event in replayed.events[: self.event + 1]:
            self.see(event)
        assert self.checker.violations == []

    def see(self, event: Event) -> None:
        for write in event.writes if isinstance(event, TryStarted | TryEnded) else ():
            self.report.apply(write)
        self.checker.see(event, self.report)

    def found(self, *events: Event) -> list[str]:
        """What is found in events that follow: the property, the day of the month, the figures."""
        for number, event in enumerate(events, self.event + 1):
            self.see(event._replace(event=number))
        self.event += len(events)
        found = [
            f"{each.property.value} {each.logical_date.day if each.logical_date else '-'}: "
            f"{figures(each.finding)}"
            for each in self.checker.violations
        ]
        self.checker.violations.clear()
        return found


def test_an_event_that_does_not_follow_the_one_before_is_found() -> None:
    week = Told("0 wed run started")
    week.see(TryStarted(7, 0, MON, WAIT, 1, 1, ()))
    week.see(TryStarted(7, 0, TUE, WAIT, 1, 1, ()))
    assert week.found() == ["time -: event 7 follows event 3", "time -: event 7 follows event 7"]


def test_time_that_goes_back_or_stands_between_two_minutes_is_found() -> None:
    half: int = 10.5  # type: ignore[assignment]
    ends = TryEnded(0, 0, MON, LOAD, 1, 1, SUCCESS, (ReplacePartition("orders", MONDAY, 268),), None)
    assert Told("9 tue load try 1 started").found(ends._replace(minute=8)) == [
        "time -: minute 8 follows minute 9"
    ]
    assert Told("9 tue load try 1 started").found(ends._replace(minute=half)) == [
        "time -: minute 10.5 follows minute 9"
    ]
    assert Told("9 tue load try 1 started").found(ends._replace(minute=19)) == []


def test_a_run_that_starts_beyond_its_places_or_before_an_older_or_twice_is_found() -> None:
    assert Told("0 wed run started").found(RunStarted(0, 0, FRI)) == [
        "places 9: 3 runs were active already, at most 3 may be",
        "oldest_first 9: 2026-01-08 was queued and is older",
    ]
    assert Told("0 wed run started").found(RunStarted(0, 0, TUE)) == [
        "once 6: a run that is running started",
    ]


def test_a_day_that_queues_beside_a_free_place_while_time_passes_is_found() -> None:
    week = Told("0 tue run started")
    started = [TryStarted(0, 0, day, WAIT, 1, 1, ()) for day in (MON, TUE)]
    assert week.found(*started, TryEnded(0, 1, MON, WAIT, 1, 1, SUCCESS, (), None)) == [
        "no_idling 7: a day queues although a place is free"
    ]


def test_a_step_that_could_start_and_does_not_while_time_passes_is_found() -> None:
    assert Told("1 mon wait try 1 success").found(
        TryEnded(0, 1, TUE, WAIT, 1, 1, SUCCESS, (), None),
        TryEnded(0, 1, WED, WAIT, 1, 1, SUCCESS, (), None),
        FileArrived(0, 2, SUN),
    ) == [
        "no_idling 5: extract could start and did not",
        "no_idling 6: extract could start and did not",
        "no_idling 7: extract could start and did not",
        "file 11: a file announced for minute None came at 2",
    ]


def test_a_run_that_has_nothing_left_to_do_must_end_before_time_passes_and_as_what_it_is() -> None:
    week = Told("20 mon check try 1 success")
    assert week.found(TryEnded(0, 20, TUE, CHECK, 1, 1, SUCCESS, (), None)) == []
    assert week.found(RunEnded(0, 20, MON, RunState.FAILED)) == [
        "verdict 5: the run is called failed, 5 of 5 steps succeeded"
    ]
    assert week.found(RunEnded(0, 20, MON, RunState.SUCCESS)) == ["once 5: a run that is failed ended"]
    assert week.found(RunEnded(0, 20, WED, RunState.FAILED)) == [
        "once 7: the run ended with 2 steps unfinished"
    ]
    assert week.found(FileArrived(0, 21, SUN))[:1] == [
        "no_idling 6: a run that has nothing left to do goes on"
    ]


def test_a_cleared_run_that_ends_all_the_same_is_found() -> None:
    week = Told("20 mon run success", job=STEADY)
    assert week.found(Pressed(0, 20, Clear(MON), None), RunEnded(0, 20, MON, RunState.SUCCESS)) == [
        "cleared 5: a run that is queued ended"
    ]


def test_a_try_that_starts_though_it_runs_or_has_succeeded_is_found() -> None:
    running = Told("1 mon extract try 1 started")
    assert running.found(TryStarted(0, 1, MON, EXTRACT, 2, 2, ())) == [
        "once 5: a try of extract started that was not due to: it is running"
    ]
    assert running.found(TryStarted(0, 1, MON, WAIT, 2, 2, ())) == [
        "once 5: a try of wait started that was not due to: it is success",
        "tries 5: wait began try 2 of 1",
    ]


def test_a_try_that_ends_without_running_is_found_and_after_a_clear_it_is_left_over() -> None:
    ends = TryEnded(0, 1, MON, EXTRACT, 1, 1, SUCCESS, (), None)
    assert Told("1 mon wait try 1 success").found(ends) == [
        "once 5: a try of extract ended that was not due to: it is none"
    ]
    cleared = Told("1 wed extract try 1 started")
    killed = TryEnded(0, 1, MON, EXTRACT, 1, 1, KILLED, (), None)
    assert cleared.found(Pressed(0, 1, Clear(MON), None), killed) == []
    assert cleared.found(ends)[-1:] == ["cleared 5: a try of extract ended that was not due to: it is none"]
    assert cleared.found(killed) == ["cleared 5: extract was killed by no press"]


def test_a_killed_try_must_end_right_after_its_press() -> None:
    week = Told("1 wed extract try 1 started")
    killed = TryEnded(0, 1, MON, EXTRACT, 1, 1, KILLED, (), None)
    assert week.found(Pressed(0, 1, Clear(MON), None), RunStarted(0, 1, MON)) == [
        "cleared -: a killed try did not end right after its press"
    ]
    assert week.found(TryStarted(0, 1, MON, WAIT, 2, 1, ())) == []  # said once
    assert week.found(killed) == ["cleared 5: extract was killed by no press"]


def test_more_events_than_the_tries_of_its_runs_allow_are_found() -> None:
    """Seven days, each with its run's start and end and two events for each of 9 tries, and one more."""
    week = Told("0 switched on")
    arrived = [FileArrived(0, 0, SUN)] * 141
    assert not any(found.startswith("bounded") for found in week.found(*arrived))
    assert week.found(FileArrived(0, 0, SUN))[-1:] == ["bounded -: more than 141 events"]


def test_each_press_allows_its_own_event_a_files_and_those_of_one_more_run() -> None:
    week = Told("0 switched on", "0:runs:3")
    presses = [Pressed(0, 0, SetWriteMode(WriteMode.APPEND), None)] * 2
    assert week.found(*presses, *[FileArrived(0, 0, SUN)] * 183)[-1:] == [
        "file 11: a file announced for minute None came at 0"
    ]
    assert week.found(FileArrived(0, 0, SUN))[-1:] == ["bounded -: more than 185 events"]


def test_a_file_that_comes_at_another_minute_or_stays_away_is_found() -> None:
    late = ("0:late:mon:5",)
    early = Told("1 wed extract try 1 started", *late)
    assert early.found(FileArrived(0, 4, MON)) == ["file 5: a file announced for minute 5 came at 4"]
    away = Told("1 wed extract try 1 started", *late)
    assert away.found(TryEnded(0, 6, TUE, EXTRACT, 1, 1, SUCCESS, (), None)) == [
        "file 5: the file was announced for minute 5"
    ]
    waited = Told("1 wed extract try 1 started", *late)
    assert waited.found(TryEnded(0, 2, MON, WAIT, 1, 1, SUCCESS, (), None)) == [
        "file 5: the wait ended at minute 2, its file is due at 5"
    ]


def test_a_late_file_that_is_wrongly_refused_or_wrongly_taken_is_found() -> None:
    week = Told("1 mon wait try 1 success")
    late = Pressed(0, 1, MakeLate(MON, 5), None)
    assert week.found(late) == ["file 5: a late file was wrongly refused or wrongly taken"]
    assert week.found(late._replace(refused=Refusal.FILE_WAS_READ)) == []
    assert week.found(Pressed(0, 1, MakeLate(SUN, 5), Refusal.FILE_WAS_READ)) == [
        "file 11: a late file was wrongly refused or wrongly taken"
    ]


def test_a_try_goes_by_its_number_for_ever_and_by_its_number_since_the_clear() -> None:
    def cleared() -> Told:
        week = Told("1 wed extract try 1 started")
        killed = TryEnded(0, 1, MON, EXTRACT, 1, 1, KILLED, (), None)
        assert week.found(Pressed(0, 1, Clear(MON, EXTRACT), None), killed) == []
        return week

    assert cleared().found(TryStarted(0, 1, MON, EXTRACT, 2, 1, ())) == []
    for said in ((1, 1), (2, 2), (3, 1)):
        assert cleared().found(TryStarted(0, 1, MON, EXTRACT, *said, ())) == [
            f"tries 5: extract calls it try {said[0]} ({said[1]} since the clear), by count it is 2 (1)"
        ]


@pytest.mark.parametrize("outcome", [SUCCESS, KILLED])
@pytest.mark.parametrize("said", [(2, 1), (1, 2), (2, 2)])
def test_a_try_ends_under_the_numbers_it_began_with(outcome: TryOutcome, said: tuple[int, int]) -> None:
    week = Told("1 wed extract try 1 started")
    if outcome is KILLED:
        assert week.found(Pressed(0, 1, Clear(MON), None)) == []
    minute = 1 if outcome is KILLED else 6
    right, wrong = (
        TryEnded(0, minute, MON, EXTRACT, *numbers, outcome, (), None) for numbers in ((1, 1), said)
    )
    assert week.found(wrong) == [
        f"tries 5: extract calls it try {said[0]} ({said[1]} since the clear), by count it is 1 (1)"
    ]
    assert Told("1 wed extract try 1 started").found(right._replace(outcome=SUCCESS, minute=6)) == []


def test_what_is_due_in_a_minute_must_be_in_before_anything_is_let_in() -> None:
    """Else a younger day could take a place or a slot from an older one that is due in the same minute."""
    late = "oldest_first 6: it was due in this minute, and something was let in before it"
    ended = TryEnded(0, 6, TUE, EXTRACT, 1, 1, SUCCESS, (), None)
    week = Told("6 mon extract try 1 success")
    assert week.found(TryStarted(0, 6, MON, CONVERT, 1, 1, ()), ended) == [late]
    week = Told("5 thu extract try 1 started", "0:late:thu:5", "0:late:tue:6", runs=4)
    assert week.found(
        TryEnded(0, 6, MON, EXTRACT, 1, 1, SUCCESS, (), None),
        TryStarted(0, 6, MON, CONVERT, 1, 1, ()),
        FileArrived(0, 6, TUE),
    ) == [late]


def test_a_retry_that_is_due_in_this_very_minute_waits_already() -> None:
    week = Told("19 wed load try 1 started", job=LOADS_FAIL)
    assert week.found(TryStarted(0, 24, TUE, LOAD, 2, 2, ())) == [
        "oldest_first 6: 2026-01-05 waited for a slot and is older"
    ]


LOADS_FAIL = with_step(STEADY, "load", failure_rate=1.0)


def test_a_retry_is_due_five_minutes_after_the_first_failure_and_ten_after_the_second() -> None:
    first = Told("9 tue load try 1 started", job=LOADS_FAIL)
    fails = TryEnded(0, 19, MON, LOAD, 1, 1, FAILED, (), 25)
    assert first.found(fails) == ["delays 5: try 1 failed at 19, the next is due at 25"]
    second = Told("24 mon load try 2 started", job=LOADS_FAIL)
    assert second.found(fails._replace(minute=34, try_number=2, try_since_clear=2, retry_at_min=39)) == [
        "delays 5: try 2 failed at 34, the next is due at 39"
    ]


def test_a_failure_without_a_next_try_and_a_fourth_try_are_found() -> None:
    first = Told("9 tue load try 1 started", job=LOADS_FAIL)
    assert first.found(TryEnded(0, 19, MON, LOAD, 1, 1, FAILED, (), None)) == [
        "tries 5: after try 1 of 3 the next is due at None"
    ]
    third = Told("49 tue load try 3 started", job=LOADS_FAIL)
    fails, again = TryEnded(0, 54, MON, LOAD, 3, 3, FAILED, (), 54), TryStarted(0, 54, MON, LOAD, 4, 4, ())
    assert third.found(fails, again) == [
        "tries 5: after try 3 of 3 the next is due at 54",
        "tries 5: load began try 4 of 3",
    ]


def test_a_retry_that_starts_before_its_time_is_found() -> None:
    week = Told("19 mon load try 1 failed, next at 24", job=LOADS_FAIL)
    assert week.found(TryStarted(0, 23, MON, LOAD, 2, 2, ())) == [
        "no_idling 7: load could start and did not",
        "delays 5: load started at minute 23, due at 24",
    ]


def test_a_retry_that_is_due_and_has_a_slot_must_start_before_time_passes() -> None:
    week = Told("19 wed load try 1 started", job=LOADS_FAIL)
    assert week.found(TryEnded(0, 24, WED, LOAD, 1, 1, FAILED, (), 29)) == []
    assert week.found(FileArrived(0, 25, SUN)) == [
        "no_idling 5: load could start and did not",
        "no_idling 6: load could start and did not",
        "file 11: a file announced for minute None came at 25",
    ]


def test_an_end_that_chance_or_the_count_of_rows_did_not_say_is_found() -> None:
    assert Told("1 mon extract try 1 started").found(TryEnded(0, 6, MON, EXTRACT, 1, 1, FAILED, (), 11))[
        -1:
    ] == ["verdict 5: extract ended as failed and should not have"]
    assert Told("9 tue load try 1 started", job=LOADS_FAIL).found(
        TryEnded(0, 19, MON, LOAD, 1, 1, SUCCESS, (ReplacePartition("orders", MONDAY, 268),), None)
    ) == ["verdict 5: load ended as success and should not have"]
    assert Told("19 mon check try 1 started").found(TryEnded(0, 20, MON, CHECK, 1, 1, FAILED, (), None))[
        -1:
    ] == ["verdict 5: check ended as failed and should not have"]


def test_a_load_that_starts_before_an_older_one_that_waits_for_the_slot_is_found() -> None:
    week = Told("19 mon load try 1 success, 268 rows", runs=4)
    younger = TryStarted(0, 19, THU, LOAD, 1, 1, ())
    assert week.found(younger) == ["oldest_first 8: 2026-01-07 waited for a slot and is older"]


def test_a_load_that_starts_before_an_older_one_whose_retry_is_due_is_found() -> None:
    job = with_step(LOADS_FAIL, "load", retry_delays_min=(2, 2))
    week = Told("19 thu load try 1 started", runs=4, job=job)
    assert week.found(TryEnded(0, 29, WED, LOAD, 1, 1, FAILED, (), 31)) == []
    assert week.found(TryStarted(0, 29, TUE, LOAD, 2, 2, ())) == [
        "oldest_first 6: 2026-01-05 waited for a slot and is older"
    ]


def test_a_step_that_needs_a_failed_one_is_given_up_and_moves_again_once_it_starts() -> None:
    job = with_step(STEADY, "extract", failure_rate=1.0, retry_delays_min=())
    week = Told("6 mon extract try 1 failed", job=job)
    assert week.found(TryStarted(0, 6, MON, CONVERT, 1, 1, ())) == [
        "steps_in_order 5: convert started before extract had succeeded"
    ]
    assert week.found(RunEnded(0, 6, MON, RunState.FAILED)) == [
        "once 5: the run ended with 3 steps unfinished"
    ]


def test_what_never_ends_is_found_at_the_end() -> None:
    week = Told("0 tue run started", runs=2)
    week.checker.see_the_end(week.report)
    assert week.found() == [
        f"live {day}: nothing more happens, and the run has not ended" for day in range(5, 12)
    ]


def test_a_step_that_waited_is_given_up_if_one_that_it_needs_starts_again_and_fails() -> None:
    week = Told("1 mon wait try 1 success")
    again = TryStarted(0, 1, MON, WAIT, 1, 1, ())
    assert week.found(again, TryEnded(0, 1, MON, WAIT, 1, 1, FAILED, (), None))[:1] == [
        "once 5: a try of wait started that was not due to: it is success"
    ]
    passed = week.found(FileArrived(0, 2, SUN))
    assert "no_idling 5: extract could start and did not" not in passed


def test_a_step_that_cannot_start_for_two_reasons_moves_again_only_without_both() -> None:
    job = with_step(
        with_step(WHOLESALER, "orders", failure_rate=1.0, retry_delays_min=()), "prices", failure_rate=1.0
    )
    job = replace(job, days=job.days[:1])
    week = Told("4 d1 prices try 1 failed", job=job)
    step = job.task_index
    assert week.found(TryStarted(0, 4, 0, step["join"], 1, 1, ()))[:1] == [
        "steps_in_order 1: join started before orders had succeeded"
    ]
    assert week.found(RunEnded(0, 4, 0, RunState.FAILED)) == ["once 1: the run ended with 4 steps unfinished"]


def test_rows_that_move_to_another_day_without_a_write_are_found_at_the_end() -> None:
    week = Witnessed().loaded(MON)
    moved: list[Write] = [ReplacePartition("orders", MONDAY, 267), Insert("orders", TUESDAY, 1)]
    assert week.see(FileArrived(0, 30, SUN), written=moved).found == []
    week.checker.see_the_end(week.report)
    assert week.found == [
        ("rows_accounted_for", week.event, MONDAY, "it holds 267 rows, its writes add up to 268"),
        ("rows_accounted_for", week.event, TUESDAY, "it holds 1 rows, its writes add up to 0"),
    ]


def test_a_retry_does_not_wait_for_itself_even_in_a_run_that_was_ended_too_early() -> None:
    week = Told("19 mon load try 1 failed, next at 24", job=LOADS_FAIL)
    assert week.found(RunEnded(0, 19, MON, RunState.FAILED)) == [
        "once 5: the run ended with 2 steps unfinished"
    ]
    found = week.found(TryStarted(0, 25, MON, LOAD, 2, 2, ()))
    assert "once 5: a try of load started that was not due to: it is up_for_retry" in found
    assert not any(each.startswith("oldest_first") for each in found)
