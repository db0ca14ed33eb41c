"""The sentences of sim: each function's docstring is an example of what it says."""

from collections.abc import Callable
from datetime import date
from inspect import getmembers, isfunction
from pathlib import Path
from typing import get_args

import pytest

from sim import words
from sim.model import Refusal, RunState, TaskState, TryOutcome
from sim.witness.findings import (
    CountsDiffer,
    DateAddsUp,
    DayQueues,
    EventOutOfOrder,
    FileCame,
    FileStaysAway,
    Finding,
    KilledByNone,
    KilledGoesOn,
    LateFileMisjudged,
    LetInTooEarly,
    MinuteOutOfOrder,
    OlderDayQueued,
    OlderDayWaited,
    ReportAddsUp,
    RetryMiscounted,
    RetryMistimed,
    RetryTooEarly,
    RowsOnNoDay,
    RunBeyondPlaces,
    RunEndedEarly,
    RunEndedInactive,
    RunGoesOn,
    RunMiscalled,
    RunNeverEnded,
    RunStartedUnqueued,
    StepIdles,
    StepOutOfOrder,
    StrayEnd,
    StrayStart,
    StrayWrite,
    TooManyEvents,
    TryBeyondSlots,
    TryBeyondTries,
    TryMiscounted,
    TryMisjudged,
    WaitEnded,
)
from sim.writes import Insert

MONDAY, WEDNESDAY = date(2026, 1, 5), date(2026, 1, 7)

EXAMPLES: dict[Callable[..., str], tuple[object, ...]] = {
    words.figures: (CountsDiffer(275, 179),),
    words.refusal: (Refusal.FILE_WAS_READ,),
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


FIGURES: dict[Finding, str] = {
    EventOutOfOrder(7, 5): "event 7 follows event 5",
    MinuteOutOfOrder(3, 4): "minute 3 follows minute 4",
    TooManyEvents(400): "more than 400 events",
    StepIdles("load"): "load could start and did not",
    RunGoesOn(): "a run that has nothing left to do goes on",
    DayQueues(): "a day queues although a place is free",
    RunNeverEnded(): "nothing more happens, and the run has not ended",
    LateFileMisjudged(): "a late file was wrongly refused or wrongly taken",
    FileStaysAway(300): "the file was announced for minute 300",
    FileCame(300, 5): "a file announced for minute 300 came at 5",
    WaitEnded(1, 300): "the wait ended at minute 1, its file is due at 300",
    RunStartedUnqueued(RunState.RUNNING): "a run that is running started",
    RunEndedInactive(RunState.QUEUED): "a run that is queued ended",
    RunEndedEarly(2): "the run ended with 2 steps unfinished",
    RunBeyondPlaces(3, 3): "3 runs were active already, at most 3 may be",
    OlderDayQueued(MONDAY): "2026-01-05 was queued and is older",
    RunMiscalled(RunState.SUCCESS, 4, 5): "the run is called success, 4 of 5 steps succeeded",
    LetInTooEarly(): "it was due in this minute, and something was let in before it",
    TryBeyondTries("load", 4, 3): "load began try 4 of 3",
    TryMiscounted("load", (3, 1), (2, 2)): ("load calls it try 3 (1 since the clear), by count it is 2 (2)"),
    RetryTooEarly("load", 34, 36): "load started at minute 34, due at 36",
    StepOutOfOrder("load", "convert"): "load started before convert had succeeded",
    TryBeyondSlots(3, "warehouse", 2): "3 loads run side by side, the warehouse has 2 slots",
    OlderDayWaited(MONDAY): "2026-01-05 waited for a slot and is older",
    StrayStart("load", TaskState.SUCCESS): "a try of load started that was not due to: it is success",
    StrayEnd("load", TaskState.NONE): "a try of load ended that was not due to: it is none",
    TryMisjudged("load", TryOutcome.SUCCESS): "load ended as success and should not have",
    RetryMiscounted(3, 3, 40): "after try 3 of 3 the next is due at 40",
    RetryMistimed(1, 33, 34): "try 1 failed at 33, the next is due at 34",
    KilledByNone("load"): "load was killed by no press",
    KilledGoesOn(): "a killed try did not end right after its press",
    ReportAddsUp(2012, 1916): "the report holds 2012 rows, the writes add up to 1916",
    DateAddsUp(275, 179): "it holds 275 rows, its writes add up to 179",
    StrayWrite("check", Insert("orders", MONDAY, 3)): "check wrote 3 rows to orders on 2026-01-05",
    RowsOnNoDay(268): "268 rows, and it is no day of the job",
    CountsDiffer(275, 179): "the report holds 275 rows, the source 179",
}


@pytest.mark.parametrize(("finding", "said"), FIGURES.items(), ids=repr)
def test_each_kind_of_finding_is_said_with_its_figures(finding: Finding, said: str) -> None:
    assert words.figures(finding) == said


def test_every_kind_of_finding_has_an_example() -> None:
    assert {type(finding) for finding in FIGURES} == set(get_args(Finding))


def test_every_sentence_has_an_example() -> None:
    functions = {each for _, each in getmembers(words, isfunction) if each.__module__ == words.__name__}
    assert functions == EXAMPLES.keys()


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
