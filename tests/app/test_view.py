"""What the page shows of a week: cells, counts, other dates, properties, controls."""

from dataclasses import replace

from app.board.view import Cell, Count, DateRow, LateDay, look_at_other_dates, selects
from sim.jobs import BAKERY, OPENING
from sim.witness.findings import SHOWN_PROPERTIES
from tests.app.views import last_view, look, moment_at, view_at
from tests.sim.weeks import LOAD, MON, SUN, TUE, WED, WHOLESALER, history_of, with_step

# The picture that the page opens on.


def test_wednesdays_load_waits_to_retry_and_its_note_is_the_time_of_the_next_try() -> None:
    assert view_at(44).days[WED].cells[LOAD] == Cell(
        step="load", state="up_for_retry", words="failed, try 2 of 3 at 06:33", note="06:33"
    )


def test_the_board_at_event_44_shows_four_states() -> None:
    states = {cell.state for row in view_at(44).days for cell in row.cells}
    assert states == {"none", "running", "success", "up_for_retry"}


def test_each_row_sets_the_reports_rows_beside_the_sources() -> None:
    days = view_at(44).days
    assert [(row.rows.report, row.rows.source) for row in days[:4]] == [
        (268, 268),
        (254, 254),
        (96, 179),
        (0, 301),
    ]
    assert view_at(44).whole.total == Count(618, 2_012, differs=False)


def test_a_day_in_progress_does_not_differ_yet_and_one_counted_twice_does() -> None:
    assert not view_at(44).days[WED].rows.differs
    assert view_at(55).days[WED].rows == Count(275, 179, differs=True)


def test_a_day_that_ended_with_too_few_rows_differs() -> None:
    assert last_view(history_of(date="clock")).days[MON].rows == Count(0, 268, differs=True)


# The words of a cell.


def test_a_second_try_is_told_from_a_first() -> None:
    cells = view_at(44).days[WED].cells
    assert [cell.words for cell in cells[:3]] == ["succeeded", "succeeded, try 2 of 3", "succeeded"]


def test_a_wait_says_that_it_waits_for_its_file_while_the_file_is_late() -> None:
    late = history_of("0:late:mon:300")
    assert view_at(7, late).days[MON].cells[0].words == "waiting for its file"
    assert view_at(7, late).days[TUE].cells[0].words == "running"


def test_a_try_that_is_due_but_has_not_started_says_that_it_waits_for_a_slot() -> None:
    opening = moment_at(44)
    due = opening.week._replace(minute=opening.week.runs[WED].tasks[LOAD].retry_at_min or 0)
    cell = look(opening._replace(week=due)).days[WED].cells[LOAD]
    assert (cell.words, cell.note) == ("failed, try 2 of 3 waits for a slot", "slot")


def test_a_step_that_can_never_start_names_the_one_that_failed() -> None:
    always_fails = with_step(BAKERY, "extract", failure_rate=1.0)
    cells = last_view(replace(OPENING, job=always_fails)).days[SUN].cells
    assert [cell.words for cell in cells] == [
        "succeeded",
        "failed, 3 of 3 tries",
        "cannot start: extract failed",
        "cannot start: extract failed",
        "cannot start: extract failed",
    ]


def test_a_check_gets_one_try_and_its_failure_does_not_count_tries() -> None:
    assert view_at(90).days[WED].cells[-1].words == "failed"


# Rows on other dates.


def test_the_clocks_day_always_has_its_row() -> None:
    assert view_at(0).whole.other_dates == (DateRow("2026-01-12", "12 January (the clock\u2019s day)", 0),)


def test_rows_that_were_written_before_midnight_keep_their_own_row() -> None:
    today = moment_at(40, history_of(date="clock"))
    tomorrow = look_at_other_dates(today.week._replace(minute=1_440))
    assert [row.name for row in tomorrow] == ["13 January (the clock\u2019s day)", "12 January"]
    assert [row.rows for row in tomorrow] == [0, 268 + 254]


# The properties.


def test_a_broken_property_names_the_event_the_day_and_the_figures() -> None:
    once = view_at(90).whole.properties.judgements[2]
    assert once.broken_at == 55
    assert once.verdict == "broken at event 55"
    assert once.figures == "Wednesday: the report holds 275 rows, the source 179"


def test_every_property_of_the_page_holds_at_event_44() -> None:
    judgements = view_at(44).whole.properties.judgements
    assert [each.property for each in judgements] == [each.value for each in SHOWN_PROPERTIES]
    assert {(each.broken_at, each.verdict, each.figures) for each in judgements} == {(None, "holds", "")}


# Days that are not whole.


def test_a_day_that_ended_without_its_rows_is_told_though_every_property_holds() -> None:
    view = last_view(history_of(seed=740))
    assert view.whole.properties.not_whole == "Not whole when its run ended: Tuesday 205 of 254 rows."
    assert {each.verdict for each in view.whole.properties.judgements} == {"holds"}


def test_the_day_that_the_third_property_tells_of_is_not_told_twice() -> None:
    assert view_at(90).whole.properties.not_whole == ""
    assert view_at(44).whole.properties.not_whole == ""


def test_days_beside_the_one_that_was_counted_twice_are_told() -> None:
    clock = last_view(history_of(date="clock")).whole.properties
    assert clock.judgements[2].figures.startswith("12 January")
    assert clock.not_whole.startswith("Not whole when their runs ended: Monday 0 of 268, Tuesday 0 of 254, ")
    assert clock.not_whole.endswith(", Sunday 0 of 277 rows.")


def test_a_day_with_too_many_rows_has_them_instead_of_the_sources() -> None:
    job = with_step(BAKERY, "load", failure_rate=0.6)
    assert " instead of " in last_view(history_of(seed=3, job=job)).whole.properties.not_whole


def test_of_several_tables_the_one_that_is_not_whole_is_named() -> None:
    job = with_step(WHOLESALER, "load_returns", failure_rate=1.0)
    told = last_view(replace(OPENING, job=replace(job, days=job.days[:2]))).whole.properties.not_whole
    sunday, monday = "Sunday\u2019s returns 7 of 10", "Monday\u2019s returns 4 of 11"
    assert told == f"Not whole when their runs ended: {sunday}, {monday} rows."


# The controls.


def test_the_selects_show_the_settings_in_force_after_the_event() -> None:
    history = history_of("44:write:overwrite", "45:runs:1")
    assert [setting.value for setting in selects(view_at(44, history).whole.controls)] == [
        "append",
        "own",
        "3",
    ]
    assert [setting.value for setting in selects(view_at(46, history).whole.controls)] == [
        "overwrite",
        "own",
        "1",
    ]


def test_as_many_runs_can_be_chosen_as_the_job_has_days() -> None:
    runs = selects(view_at(44).whole.controls)[2]
    assert [choice.words for choice in runs.choices][:2] == ["1 run", "2 runs"]
    assert len(runs.choices) == 7


def test_a_file_that_has_been_read_can_be_late_only_in_a_week_that_starts_over() -> None:
    days = view_at(44).days
    assert days[MON].late == LateDay("start-over-late", "Start over with it late")
    assert days[SUN].late == LateDay("late", "Make it late")


# Any job.


def test_days_of_a_longer_job_go_by_their_dates() -> None:
    view = view_at(0, history_of(job=WHOLESALER))
    assert view.days[26].name == "27 February"
    assert [cell.step for cell in view.days[0].cells][-1] == "publish"
    assert view.days[0].rows.source == 100 + 10 + 7
