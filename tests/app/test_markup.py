"""The regions as HTML: their hooks, their shape, and that no text can become markup."""

from dataclasses import replace
from html.parser import HTMLParser

from app.markup import log_line, regions, sentence_region, templates
from app.view import View
from sim.jobs import BAKERY, OPENING
from tests.app.views import last_view, view_at, views
from tests.sim.weeks import WHOLESALER, history_of

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


def outline(view: View) -> dict[str, list[tuple[int, str]]]:
    return {name: Outline(html).shape() for name, html in regions(view).items()}


# The regions.


def test_each_region_is_one_element_that_carries_its_name() -> None:
    for name, html in at_44().items():
        read = Outline(html)
        assert read.open == []
        assert [depth for depth, _, _ in read.elements].count(0) == 1
        assert read.elements[0][2]["data-region"] == name


def test_every_day_of_any_job_has_its_row() -> None:
    assert list(at_44()) == [
        *(f"row-{day}" for day in ("mon", "tue", "wed", "thu", "fri", "sat", "sun")),
        "other-dates",
        "week-total",
        "properties",
        "scheduler",
        "settings",
        "late",
    ]
    assert "row-d27" in regions(view_at(0, history_of(job=WHOLESALER)))


def test_a_region_keeps_its_elements_from_event_to_event_so_that_focus_is_kept() -> None:
    shapes = [outline(view) for view in views(history_of("44:clear:tue"))]
    assert all(shape == shapes[0] for shape in shapes)


# The hooks.


def test_a_row_carries_the_hooks_of_its_day_its_steps_and_its_total() -> None:
    row = Outline(at_44()["row-wed"])
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
    row = at_44()["row-wed"]
    assert '<use href="#lamp-up_for_retry"/>' in row
    assert '<span class="hidden">failed, try 2 of 3 at 06:33</span>' in row


def test_the_row_reads_as_words_and_figures() -> None:
    assert Outline(at_44()["row-wed"]).text.endswith("96· in the report, 179 in the sourceClear Wednesday")


def test_the_sign_between_the_figures_tells_equal_open_and_different() -> None:
    signs = [Outline(html).text for name, html in regions(view_at(90)).items() if name.startswith("row-")]
    assert "268= in" in signs[0]
    assert "275≠ in" in signs[2]


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
    for region, story, pressed in (
        ("row-wed", "wed", "true"),
        ("row-thu", "thu", "false"),
        ("other-dates", "2026-01-12", "false"),
    ):
        (button,) = Outline(at_44()[region]).having("data-choose")
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
    options = Outline(at_44()["late"]).having("data-do")
    assert options[0] == {
        "value": "mon",
        "data-do": "start-over-late",
        "data-label": "Start over with it late",
    }
    assert options[-1] == {"value": "sun", "data-do": "late", "data-label": "Make it late"}


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


def test_names_from_a_job_cannot_become_markup() -> None:
    sly = '<img src="x">&\'"'
    days = (replace(BAKERY.days[0], day_id=sly), *BAKERY.days[1:])
    tasks = (replace(BAKERY.tasks[0], task_id=sly), replace(BAKERY.tasks[1], needs=(sly,)), *BAKERY.tasks[2:])
    job = replace(BAKERY, days=days, tasks=tasks)
    for view in views(replace(OPENING, job=job)):
        told = view.event, view.time, view.sentence
        for html in (*regions(view).values(), log_line(*told), sentence_region(*told)):
            assert "<img" not in html
            assert Outline(html).open == []
    row = Outline(regions(view_at(44, replace(OPENING, job=job)))[f"row-{sly}"])
    assert row.elements[0][2]["data-day"] == sly
    assert row.having("data-step")[0]["data-step"] == sly
