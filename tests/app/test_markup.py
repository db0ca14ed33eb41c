"""The regions as HTML: their hooks, their shape, and that no text can become markup."""

from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from app.board.controls import late_select
from app.board.markup import board_row, day_regions, log_line, sentence_region, templates, whole_regions
from app.html import placed
from sim.history import History
from sim.jobs import BAKERY, OPENING
from tests.app.views import View, last_view, regions, view_at, views
from tests.sim.weeks import MON, THU, TUE, WAIT, WED, WHOLESALER, history_of

# Elements that never have an end.
VOID = {"use", "input", "col"}


class Outline(HTMLParser):
    """Reads HTML into the list of its elements, each with its depth, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[int, str, dict[str, str | None]]] = []
        self.text = ""
        self.open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((len(self.open), tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((len(self.open), tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def shape(self) -> list[tuple[int, str]]:
        return [(depth, tag) for depth, tag, _ in self.elements]

    def having(self, attribute: str) -> list[dict[str, str | None]]:
        return [attributes for _, _, attributes in self.elements if attribute in attributes]


def at_44() -> dict[str, str]:
    return regions(view_at(44))


def row_at_44(day: int) -> str:
    return board_row(view_at(44).days[day])


def outline(view: View) -> dict[str, list[tuple[int, str]]]:
    return {name: Outline(html).shape() for name, html in regions(view).items()}


# The regions.


def test_each_region_is_one_element_that_carries_its_name_where_it_is_placed() -> None:
    drawn = at_44()
    for name, html in placed(drawn).items():
        read = Outline(html)
        assert read.open == []
        assert [depth for depth, _, _ in read.elements].count(0) == 1
        assert read.elements[0][2].pop("data-region") == name
        assert read.elements == Outline(drawn[name]).elements


def test_lamps_of_two_days_that_say_the_same_are_equal_strings() -> None:
    monday, tuesday = view_at(44).days[MON], view_at(44).days[TUE]
    assert monday.cells[WAIT] == tuesday.cells[WAIT]
    assert at_44()["lamp:mon:wait"] == at_44()["lamp:tue:wait"]


def names_of_day(day: str, steps: tuple[str, ...]) -> list[str]:
    return [*(f"lamp:{day}:{step}" for step in steps), f"count:{day}", f"late:{day}"]


def test_every_day_of_any_job_has_its_lamps_its_count_and_its_late_option() -> None:
    steps: tuple[str, ...] = ("wait", "extract", "convert", "load", "check")
    assert list(at_44()) == [
        *(
            name
            for day in ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
            for name in names_of_day(day, steps)
        ),
        "other-dates",
        "week-total",
        "properties",
        "settings",
        "scheduler",
    ]
    steps = tuple(task.task_id for task in WHOLESALER.tasks)
    assert set(names_of_day("d27", steps)) < set(regions(view_at(0, history_of(job=WHOLESALER))))


@pytest.mark.parametrize("history", [OPENING, history_of(job=WHOLESALER)], ids=["bakery", "wholesaler"])
def test_every_region_of_a_day_stands_once_in_its_row_or_among_the_late_options(history: History) -> None:
    view = view_at(44, history)
    late = late_select(view.days)
    assert [each["data-region"] for each in Outline(late).having("data-region")] == [
        f"late:{row.day}" for row in view.days
    ]
    for row in view.days:
        drawn, html = placed(day_regions(row)), board_row(row)
        *in_row, option = drawn
        assert [each["data-region"] for each in Outline(html).having("data-region")] == in_row
        assert all(drawn[name] in html for name in in_row)
        assert drawn[option] in late


@pytest.mark.parametrize(
    "history",
    [
        OPENING,
        history_of("30:late:sun:60", "44:clear:tue", "50:runs:1", "60:write:overwrite", date="clock"),
        history_of(runs=7, scheduler="overfills-warehouse"),
        history_of(seed=740),
    ],
    ids=lambda history: history.to_options(),
)
def test_only_the_regions_that_say_something_else_than_before_are_drawn_again(history: History) -> None:
    steps = len(history.job.tasks)
    for before, after in pairwise(views(history)):
        drawn = whole_regions(after.whole, steps, before.whole)
        for row, last in zip(after.days, before.days, strict=True):
            drawn |= day_regions(row, last)
        shown = regions(before)
        assert drawn == {name: html for name, html in regions(after).items() if html != shown[name]}


def test_a_region_keeps_its_elements_from_event_to_event_so_that_focus_is_kept() -> None:
    shapes = [outline(view) for view in views(history_of("44:clear:tue"))]
    assert all(shape == shapes[0] for shape in shapes)


# The hooks.


def test_a_row_carries_the_hooks_of_its_day_its_steps_and_its_total() -> None:
    row = Outline(row_at_44(WED))
    assert row.elements[0][2]["data-day"] == "wed"
    assert [(cell["data-step"], cell["data-state"]) for cell in row.having("data-step")] == [
        ("wait", "success"),
        ("extract", "success"),
        ("convert", "success"),
        ("load", "up_for_retry"),
        ("check", "none"),
    ]
    assert [cell["data-total"] for cell in row.having("data-total")] == ["96"]
    assert [button["data-press"] for button in row.having("data-press")] == ["clear:wed"]


def test_each_lamp_has_its_shape_and_its_words() -> None:
    row = row_at_44(WED)
    assert '<use href="#lamp-up_for_retry"/>' in row
    assert '<span class="hidden">failed, try 2 of 3 at 06:33</span>' in row


def test_the_row_reads_as_words_and_figures() -> None:
    assert Outline(row_at_44(WED)).text.endswith("96· in the report, 179 in the sourceClear Wednesday")


def test_the_sign_between_the_figures_tells_equal_open_and_different() -> None:
    signs = {name: Outline(html).text for name, html in regions(view_at(90)).items()}
    assert signs["count:mon"].startswith("268= in")
    assert signs["count:wed"].startswith("275≠ in")
    assert Outline(at_44()["count:wed"]).text.startswith("96· in")


def test_a_property_that_holds_is_broken_at_nothing_and_a_broken_one_at_its_event() -> None:
    for event, expected in ((44, ["", "", "", ""]), (90, ["", "", "55", ""])):
        hooks = Outline(regions(view_at(event))["properties"]).having("data-property")
        assert [hook["data-property"] for hook in hooks] == [
            "steps_in_order",
            "two_loads_at_most",
            "each_day_once",
            "rows_accounted_for",
        ]
        assert [hook["data-broken-at"] for hook in hooks] == expected


def test_a_day_that_is_not_whole_is_told_where_the_figures_of_the_properties_stand() -> None:
    outline = Outline(regions(last_view(history_of(seed=740)))["properties"])
    assert "Not whole when its run ended: Tuesday 205 of 254 rows." in outline.text
    assert "Not whole" not in Outline(regions(view_at(44))["properties"]).text


def test_a_verdict_is_a_button_all_along_and_leads_to_the_event_that_broke_it() -> None:
    for event, expected in ((44, ["", "", "", ""]), (90, ["", "", "55", ""])):
        buttons = Outline(regions(view_at(event))["properties"]).having("data-goto")
        assert [button["data-goto"] for button in buttons] == expected
        assert ["aria-disabled" in button for button in buttons] == [not goes for goes in expected]


def test_the_name_of_a_day_or_a_date_opens_its_story() -> None:
    for html, story, pressed in (
        (row_at_44(WED), "wed", "true"),
        (row_at_44(THU), "thu", "false"),
        (at_44()["other-dates"], "2026-01-12", "false"),
    ):
        (button,) = Outline(html).having("data-choose")
        assert (button["data-choose"], button["aria-pressed"]) == (story, pressed)


def test_the_controls_read_as_one_sentence_with_the_chosen_values() -> None:
    settings = Outline(at_44()["settings"])
    assert [(each["data-set"], each["data-value"]) for each in settings.having("data-set")] == [
        ("write", "append"),
        ("date", "own"),
        ("runs", "3"),
    ]
    assert [each["value"] for each in settings.having("selected")] == ["append", "own", "3"]
    assert settings.text.startswith("A load ")
    assert settings.text.endswith(" at a time.")


def test_each_late_option_says_what_the_button_does_for_its_day() -> None:
    options = Outline(late_select(view_at(44).days)).having("data-do")
    assert len(options) == 7
    assert options[0] == {
        "data-region": "late:mon",
        "value": "mon",
        "data-do": "start-over-late",
        "data-label": "Start over with it late",
    }
    assert options[-1] == {
        "data-region": "late:sun",
        "value": "sun",
        "data-do": "late",
        "data-label": "Make it late",
    }


# What happened.


def test_a_line_of_what_happened_goes_to_its_event() -> None:
    view = view_at(44)
    line = Outline(log_line(view.event, view.time, view.sentence))
    assert line.elements[0][2]["data-event"] == "44"
    assert [button["data-goto"] for button in line.having("data-goto")] == ["44"]
    assert line.text.startswith("06:28 Wednesday\u2019s load failed")


def test_what_the_page_fills_in_itself_is_what_is_drawn_here() -> None:
    view = view_at(44)
    names = {"{event}": "44", "{time}": view.time, "{sentence}": view.sentence}
    for name, drawn in (("line", log_line), ("sentence", sentence_region)):
        html = templates()[name]
        for mark, text in names.items():
            assert mark in html
            html = html.replace(mark, text)
        assert html == drawn(44, view.time, view.sentence)


# Escaping.


SLY = '<img src="x">&\'"\\1'


def of_sly_names() -> History:
    """The opening week of a job of which a day and a step are called like markup."""
    days = (replace(BAKERY.days[0], day_id=SLY), *BAKERY.days[1:])
    tasks = (replace(BAKERY.tasks[0], task_id=SLY), replace(BAKERY.tasks[1], needs=(SLY,)), *BAKERY.tasks[2:])
    return replace(OPENING, job=replace(BAKERY, days=days, tasks=tasks))


def test_names_from_a_job_cannot_become_markup() -> None:
    for view in views(of_sly_names()):
        told = view.event, view.time, view.sentence
        for html in (*regions(view).values(), log_line(*told), sentence_region(*told)):
            assert "<img" not in html
            assert Outline(html).open == []
    drawn = regions(view_at(44, of_sly_names()))
    assert Outline(drawn[f"lamp:{SLY}:{SLY}"]).elements[0][2]["data-step"] == SLY
    assert Outline(drawn[f"late:{SLY}"]).elements[0][2]["value"] == SLY


def test_names_from_a_job_cannot_become_markup_where_a_region_is_placed_either() -> None:
    view = view_at(44, of_sly_names())
    for html in (*placed(regions(view)).values(), *map(board_row, view.days), late_select(view.days)):
        assert "<img" not in html
        assert Outline(html).open == []
    row = Outline(board_row(view.days[MON]))
    assert row.elements[0][2]["data-day"] == SLY
    assert row.having("data-step")[0]["data-step"] == SLY
    assert row.having("data-region")[0]["data-region"] == f"lamp:{SLY}:{SLY}"
