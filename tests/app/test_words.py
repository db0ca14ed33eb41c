"""The sentences: each is true of its event and of the week right after it."""

from dataclasses import replace

import pytest

from app.board.happened import happened
from app.words import PAGE_WORDS, rows, runs_choices, sentence
from sim.history import History
from sim.jobs import BAKERY, OPENING
from sim.replay import replay
from tests.app.views import view_at, views
from tests.sim.weeks import WHOLESALER, event_of, history_of, play_week, with_step

# What the sentence's two lines, four on a phone, have room for beside the time and the event.
LONGEST = 130


def said(event: int, history: History = OPENING) -> str:
    """The sentence of one event, with plain apostrophes."""
    return view_at(event, history).sentence.replace("\u2019", "'")


def said_of(words: str, *presses: str, write: str = "append", date: str = "own") -> str:
    """The sentence of the only event of a week that tests.sim.weeks describes with these words."""
    week = play_week(*presses, write=write, date=date)
    return said(event_of(week, words), history_of(*presses, write=write, date=date))


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (
            0,
            "The job is switched on, on Monday 12 January. 7 days are still to be counted, oldest first, "
            "at most 3 at a time.",
        ),
        (1, "Monday's run starts; 1 of 3 places is taken."),
        (3, "Wednesday's run starts; 3 of 3 places are taken."),
        (4, "Monday's wait starts; the day's export file is already there."),
        (7, "Monday's wait has found the day's export file. Its extract is next."),
        (15, "Wednesday's extract failed; it tries again at 06:11."),
        (17, "Monday's load starts, to write 268 rows; 1 of 2 warehouse slots is taken."),
        (20, "Wednesday's extract starts, try 2 of 3."),
        (23, "Monday's load added its 268 rows: the day is whole. Its check is next."),
        (24, "Monday's check starts; it compares the report's count for the day with the source's."),
        (26, "Monday's check found 268 rows, as many as the source has."),
        (27, "Monday's run has succeeded; the report holds its 268 rows, as the source does."),
        (44, "Wednesday's load failed after writing 96 of its 179 rows; it tries again at 06:33."),
        (
            50,
            "Wednesday's load starts, try 2 of 3, to add 179 rows to the 96 there; "
            "2 of 2 warehouse slots are taken.",
        ),
        (
            55,
            "Wednesday's load added its 179 rows: Wednesday now holds 275, the source 179. "
            "Its check is next.",
        ),
        (61, "Wednesday's check failed: the report holds 275 rows of the day, the source 179."),
        (
            62,
            "Wednesday's run has failed at its check; the report holds 275 rows for the day, the source 179.",
        ),
        (
            90,
            "Sunday's run has succeeded. The week is over: the report holds 2,108 rows, the source 2,012.",
        ),
    ],
)
def test_the_opening_week_is_told(event: int, expected: str) -> None:
    assert said(event) == expected


# Overwrite, and the clock's day.


def test_a_failed_overwrite_says_that_it_wrote_nothing() -> None:
    assert (
        said(44, history_of(write="overwrite"))
        == "Wednesday's load failed and wrote nothing; it tries again at 06:33."
    )


def test_an_overwrite_puts_its_rows_in_place() -> None:
    assert (
        said(23, history_of(write="overwrite"))
        == "Monday's load put its 268 rows in place: the day is whole. Its check is next."
    )


def test_a_load_to_the_clocks_day_says_where_its_rows_went_and_what_its_own_day_holds() -> None:
    to_the_clock = history_of(date="clock")
    assert (
        said(17, to_the_clock)
        == "Monday's load starts, to add 268 rows to the clock's day; 1 of 2 warehouse slots is taken."
    )
    assert (
        said(23, to_the_clock)
        == "Monday's load added its 268 rows to 12 January: Monday itself holds 0, the source 268. "
        "Its check is next."
    )


def test_an_overwrite_of_the_clocks_day_says_that_it_replaced_all_there() -> None:
    over = history_of(write="overwrite", date="clock")
    assert said(31, over) == (
        "Tuesday's load put its 254 rows in place of all on 12 January: Tuesday itself holds 0, "
        "the source 254. Its check is next."
    )


# Presses.


def test_a_cleared_day_says_that_its_rows_stay() -> None:
    assert said(45, history_of("44:clear:tue")) == (
        "Tuesday is cleared: its run goes back to its first step and queues again. "
        "Its 254 rows stay in the report."
    )


def test_a_day_cleared_before_it_wrote_anything_has_no_rows_to_mention() -> None:
    assert said(45, history_of("44:clear:sun")) == (
        "Sunday is cleared: its run goes back to its first step and queues again."
    )


def test_a_day_cleared_from_a_step_names_the_step() -> None:
    assert said(45, history_of("44:clear:tue:load")) == (
        "Tuesday is cleared from its load on, as if that part had never run. Its 254 rows stay in the report."
    )


def test_a_killed_load_says_what_it_left_behind() -> None:
    assert said(45, history_of("43:clear:wed")) == (
        "Wednesday's load was stopped by the clear after writing 82 of its 179 rows; the rows stay."
    )
    assert said(45, history_of("43:clear:wed", date="clock")) == (
        "Wednesday's load was stopped by the clear after writing 82 of its 179 rows to 12 January; "
        "the rows stay."
    )
    assert said(45, history_of("43:clear:wed", write="overwrite")) == (
        "Wednesday's load was stopped by the clear and wrote nothing."
    )


def test_a_late_file_says_when_it_comes_with_the_date_if_that_is_another_day() -> None:
    late = history_of("0:late:mon:300", "1:late:tue:1440")
    assert said(1, late) == "Monday's export file is made late: it will be there at 11:00."
    assert said(2, late) == "Tuesday's export file is made late: it will be there at 06:00 on 13 January."


def test_a_late_files_wait_and_arrival_are_told() -> None:
    assert said_of("0 mon wait try 1 started", "0:late:mon:300") == (
        "Monday's wait starts; the day's export file is due at 11:00."
    )
    assert said_of("300 mon file arrived", "0:late:mon:300") == (
        "Monday's export file has arrived; its wait can end."
    )


def test_a_refused_press_gives_the_reason() -> None:
    assert said(45, history_of("44:late:mon:300")) == (
        "Monday's file was not made late. The day's wait has already succeeded: its file has been read."
    )


@pytest.mark.parametrize(
    ("press", "expected"),
    [
        ("runs:1", "From now on one run at a time; the 3 that are active go on."),
        ("runs:3", "From now on at most 3 runs at a time."),
        (
            "write:overwrite",
            "From now on a load replaces what the day holds, in one step; the load that runs now goes on "
            "as it began.",
        ),
        (
            "write:append",
            "From now on a load adds its rows to what the day holds; the load that runs now goes on as it "
            "began.",
        ),
        (
            "date:clock",
            "From now on a load writes to the day that the clock shows; the load that runs now goes on as "
            "it began.",
        ),
        (
            "date:own",
            "From now on a load writes to its run's own day; the load that runs now goes on as it began.",
        ),
    ],
)
def test_a_changed_setting_says_what_holds_from_now_on(press: str, expected: str) -> None:
    assert said(42, history_of(f"41:{press}")) == expected


# Third failures, and other jobs.


def test_a_last_failure_says_which_steps_can_never_start() -> None:
    never = with_step(BAKERY, "extract", failure_rate=1.0)
    told = [view.sentence.replace("\u2019", "'") for view in views(replace(OPENING, job=never))]
    assert (
        "Monday's extract failed. It was the last of 3 tries; its convert, load and check can never start."
        in told
    )


def test_a_step_that_finds_no_slot_says_so() -> None:
    told = {view.sentence.replace("\u2019", "'") for view in views(history_of(runs=7))}
    assert any(each.endswith("Its load waits: 2 of 2 warehouse slots are taken.") for each in told)


def test_in_a_job_that_branches_all_steps_that_come_next_are_named() -> None:
    told = [view.sentence.replace("\u2019", "'") for view in views(history_of(job=WHOLESALER))]
    assert (
        "1 February's wait has found the day's export file. Its orders, returns and prices are next." in told
    )


def test_one_row_is_not_one_rows() -> None:
    assert (rows(1), rows(2), rows(1_000)) == ("1 row", "2 rows", "1,000 rows")
    assert runs_choices(2) == {"1": "1 run", "2": "2 runs"}
    one_row = replace(BAKERY, days=tuple(replace(day, source_rows=(1,)) for day in BAKERY.days))
    week = replay(history_of(write="overwrite", job=one_row), until=17)
    assert "to write 1 row;" in sentence(happened(week.week, week.events[-1]))


@pytest.mark.parametrize("write", ["append", "overwrite"])
@pytest.mark.parametrize("date", ["own", "clock"])
def test_every_sentence_ends_and_fits_the_room_it_has(write: str, date: str) -> None:
    fails_often = with_step(with_step(BAKERY, "extract", failure_rate=0.4), "load", failure_rate=0.4)
    presses = ("20:clear:wed", "30:late:sun:1440", "40:runs:1", "41:clear:mon:load", "50:write:append")
    for seed in range(8):
        for view in views(history_of(*presses, seed=seed, write=write, date=date, job=fails_often)):
            assert view.sentence.endswith(".")
            assert len(view.sentence) <= LONGEST, view.sentence


def test_what_the_page_says_names_only_what_it_can_fill_in() -> None:
    known = {
        *[
            "event",
            "file",
            "name",
            "last",
            "time",
            "sentence",
            "loaded",
            "total",
            "number",
            "of",
            "after",
            "step",
            "says",
            "reasons",
        ]
    }
    for text in PAGE_WORDS.values():
        text.format_map(dict.fromkeys(known, ""))
