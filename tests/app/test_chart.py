"""The chart: round numbers, lines through the counts, dashes, and the same figures in its table."""

import re

import pytest

from app.story.chart import Line, Point, chart, chart_rows, round_steps, seen_at
from app.story.story import story_of
from sim.history import History
from sim.jobs import OPENING
from tests.app.test_markup import Outline
from tests.app.views import views
from tests.sim.weeks import WED, history_of

WEEKS = {
    "opening": OPENING,
    "Tuesday twice": history_of("36:clear:tue"),
    "the clock's day": history_of(date="clock", write="overwrite"),
}


@pytest.mark.parametrize(
    ("highest", "most", "expected"),
    [
        (2_108, 5, (500, 1_000, 1_500, 2_000, 2_500)),
        (275, 3, (100, 200, 300)),
        (508, 3, (200, 400, 600)),
        (90, 5, (20, 40, 60, 80, 100)),
        (0, 3, (1,)),
        (1, 3, (1,)),
        (12_345_678, 5, (5_000_000, 10_000_000, 15_000_000)),
    ],
)
def test_the_numbers_at_the_side_are_few_and_round(
    highest: int, most: int, expected: tuple[int, ...]
) -> None:
    assert round_steps(highest, most) == expected


def test_the_numbers_reach_the_highest_count_and_are_never_too_many() -> None:
    for highest in range(1, 3_000):
        steps = round_steps(highest, 5)
        assert len(steps) <= 5
        assert steps[-1] >= highest > steps[-1] - steps[0]


def shown_rows(html: str) -> list[tuple[int, int, int]]:
    """The rows of the table that are not hidden: of each its event, the week's rows and the day's."""
    read = Outline(html)
    rows = zip(read.having("data-event"), read.having("data-week"), read.having("data-day-rows"), strict=True)
    return [
        (int(row["data-event"] or ""), int(week["data-week"] or ""), int(day["data-day-rows"] or ""))
        for row, week, day in rows
        if "hidden" not in row
    ]


@pytest.mark.parametrize("history", WEEKS.values(), ids=WEEKS)
def test_the_table_holds_the_boards_totals_at_every_event(history: History) -> None:
    story = story_of(history, "wed")
    for event, view in enumerate(views(history)):
        since, week, day = shown_rows(seen_at(event, story.html(event)["chart-rows"]))[-1]
        assert since <= event
        assert (week, day) == (view.whole.total.report, view.days[WED].rows.report), event


def test_the_table_has_a_row_only_where_a_count_changed() -> None:
    rows = shown_rows(story_of(OPENING, "wed").html(90)["chart-rows"])
    assert [event for event, _, _ in rows] == [0, 23, 31, 44, 53, 55, 73, 83, 87]


def test_the_table_is_the_same_at_every_event_for_the_page_hides_the_figures_still_to_come() -> None:
    story = story_of(OPENING, "wed")
    html = story.html(0)["chart-rows"]
    assert {story.html(event)["chart-rows"] for event in range(91)} == {html}
    rows = shown_rows(html)
    for event in range(91):
        assert shown_rows(seen_at(event, html)) == [row for row in rows if row[0] <= event]
    assert seen_at(90, html) == html


def drawn(history: History = OPENING, day: str = "wed") -> str:
    return story_of(history, day).html(0)["chart"]


def test_the_chart_is_the_same_at_every_event_for_the_page_moves_its_cursor() -> None:
    story = story_of(OPENING, "wed")
    assert {story.html(event)["chart"] for event in range(91)} == {story.html(0)["chart"]}
    assert drawn().count("now") == 2


def test_the_veil_and_the_cursor_move_by_the_width_of_an_event() -> None:
    step = float(re.findall(r'style="--step:([\d.]+)"', drawn())[0])
    assert step * 90 == pytest.approx(400 - 46 - 10, abs=0.1)


def test_each_line_has_its_source_beside_it_dashed() -> None:
    html = drawn()
    assert html.count('class="count-line"') == html.count('class="source-line"') == 2
    text = Outline(html).text
    assert "- - source 2,012" in text
    assert "- - source 179" in text
    assert drawn(day="2026-01-12").count('class="source-line"') == 1


def test_a_cross_stands_where_a_property_broke_on_the_week_and_on_its_day() -> None:
    assert drawn().count('class="break"') == 2
    assert drawn(day="thu").count('class="break"') == 1
    assert drawn(history_of(write="overwrite")).count('class="break"') == 0


def test_the_line_steps_to_the_count_at_its_event() -> None:
    line = Line("Week", ((0, 0), (5, 50), (10, 100)), 100, (5,))
    html = chart(line, line, ["06:00"] * 11)
    path = re.findall(r'class="count-line" d="([^"]+)"', html)[0]
    # From 0 at the left, up by half at the middle, to the top at the right.
    assert path == "M46 154.0H46.0V154.0H218.0V88.0H390.0V22.0H390"


def test_the_events_below_have_their_times() -> None:
    text = Outline(drawn()).text
    for event, time in ((0, "06:00"), (20, "06:11"), (40, "06:21"), (80, "06:51")):
        assert f"{event}{time}" in text
    assert "2,500" in text


def test_nothing_in_a_chart_can_become_markup() -> None:
    line = Line("<b>&", ((0, 1),), 2, ())
    assert "<b>" not in chart(line, line, ["06:00"])
    assert "<b>" not in chart_rows((Point(0, 1, 1),), "<b>&", ["06:00"])


def test_a_week_of_one_event_has_its_chart() -> None:
    line = Line("Week", ((0, 0),), 0, ())
    assert 'style="--step:344.0000"' in chart(line, line, ["06:00"])
