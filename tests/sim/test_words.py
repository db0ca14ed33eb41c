"""The sentences of sim: each function's docstring is an example of what it says."""

from collections.abc import Callable
from datetime import date
from inspect import getmembers, isfunction
from pathlib import Path

import pytest

from sim import words
from sim.model import Insert, RunState, TaskState, TryOutcome

MONDAY, WEDNESDAY = date(2026, 1, 5), date(2026, 1, 7)

EXAMPLES: dict[Callable[..., str], tuple[object, ...]] = {
    words.event_follows: (7, 5),
    words.minute_follows: (3, 4),
    words.more_events: (400,),
    words.could_start: ("load",),
    words.file_stays_away: (300,),
    words.file_came: (300, 5),
    words.wait_ended: (1, 300),
    words.run_started: (RunState.RUNNING,),
    words.run_ended: (RunState.QUEUED,),
    words.run_ended_early: (2,),
    words.runs_beyond: (3, 3),
    words.older_queued: (MONDAY,),
    words.run_called: (RunState.SUCCESS, 4, 5),
    words.tries_beyond: ("load", 4, 3),
    words.try_counted: ("load", (3, 1), (2, 2)),
    words.started_early: ("load", 34, 36),
    words.started_before: ("load", "convert"),
    words.loads_beyond: (3, "warehouse", 2),
    words.older_waited: (MONDAY,),
    words.stray_start: ("load", TaskState.SUCCESS),
    words.stray_end: ("load", TaskState.NONE),
    words.ended_as: ("load", TryOutcome.SUCCESS),
    words.next_after: (3, 3, 40),
    words.next_due: (1, 33, 34),
    words.killed_by_none: ("load",),
    words.report_adds_up: (2012, 1916),
    words.date_adds_up: (275, 179),
    words.stray_write: ("check", Insert("orders", MONDAY, 3)),
    words.rows_on_no_day: (268,),
    words.counts_differ: (275, 179),
    words.not_the_entries: ("7",),
    words.presses_no_list: ("'x'",),
    words.not_a_number: (words.A_SEED, 0, 4_294_967_295, "'x'"),
    words.not_a_choice: (("append", "overwrite"), "'x'"),
    words.no_such_day: ("'x'", ("mon", "tue")),
    words.no_such_step: ("'x'", ("wait", "load")),
    words.no_such_scheduler: ("'x'", ("right", "splits-overwrite")),
    words.not_a_recorded_press: ("'x'",),
    words.not_a_press: ("'x'",),
    words.too_many_presses: (500, 501),
    words.no_such_event: (91, 90),
    words.no_press_at: (91, 90),
    words.presses_out_of_order: (43, 44),
    words.no_command: (("week", "hunt"),),
    words.no_such_option: ("hunt", "'--sed'", ("--weeks", "--json")),
    words.no_value: ("--seed", "N"),
    words.takes_no_value: ("--json", "'yes'"),
    words.given_twice: ("--seed",),
    words.too_many_weeks: (4_294_967_295, 1, 2),
    words.cannot_be_written: ("No space left on device",),
    words.command: ("--seed 517353",),
    words.stands_at: ("2026-01-12 06:00", "06:31", 44),
    words.settings: (("write=overwrite (at first append)", "runs=3"),),
    words.setting: ("write", "overwrite", "append"),
    words.file_due: ("11:28",),
    words.whole_week: (2108, 2012),
    words.not_whole: ("thu", None, 266, 301),
    words.holds: ("steps_in_order",),
    words.broken: ("each_day_once", 55, WEDNESDAY, "the report holds 275 rows, the source 179"),
}


def test_every_sentence_has_an_example() -> None:
    assert {function for _, function in getmembers(words, isfunction)} == EXAMPLES.keys()


@pytest.mark.parametrize(
    ("function", "given"), EXAMPLES.items(), ids=[function.__name__ for function in EXAMPLES]
)
def test_what_is_said_is_what_the_docstring_shows(
    function: Callable[..., str], given: tuple[object, ...]
) -> None:
    assert function.__doc__ is not None
    assert function(*given) == function.__doc__.splitlines()[0]


def test_what_breaks_the_whole_week_names_no_day() -> None:
    assert words.broken("bounded", 401, None, "more than 400 events") == (
        "bounded: broken at event 401: more than 400 events"
    )


def test_a_number_that_can_only_be_one_is_told_no_range() -> None:
    sentence = words.not_a_number(words.THE_RUNS, 1, 1, "'2'")
    assert sentence == "The number of runs at a time can only be 1, not '2'."


def test_two_weeks_that_are_left_are_weeks() -> None:
    assert "only 2 weeks are left, not 3: give --weeks 2," in words.too_many_weeks(4_294_967_294, 2, 3)


def test_a_setting_that_has_not_changed_does_not_say_how_it_began() -> None:
    assert words.setting("runs", 3, 3) == "runs=3"


def test_a_table_is_named_where_there_are_several() -> None:
    assert words.not_whole("thu", "net", 266, 301) == (
        "not whole: thu's run has ended with 266 rows of net, the source has 301"
    )


def test_every_character_beyond_ascii_has_one_that_stands_for_it_where_an_output_lacks_it() -> None:
    """Docstrings are examples of what is said."""
    source = Path(words.__file__).read_text(encoding="utf-8")
    assert {ord(character) for character in source if not character.isascii()} == words.PLAIN.keys()
    assert all(instead.isascii() for instead in words.PLAIN.values())
