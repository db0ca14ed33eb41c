"""The story of the chosen day, the properties that lead to what broke them, and the chart."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.reading import (
    OPENING_EVENT,
    do,
    go_to,
    last_event,
    main,
    open_without_python,
    said,
    total,
    wait_for_event,
    wait_for_python,
    week_total,
)

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def name_of(page: Page, day: str) -> Locator:
    return page.locator(f'[data-choose="{day}"]')


def choose(page: Page, day: str) -> None:
    """Choose a day or a date, and wait for its story."""
    name_of(page, day).click()
    expect(name_of(page, day)).to_have_attribute("aria-pressed", "true")
    button = page.locator(f'.story [data-press^="clear:{day}:"]')
    expect(button if day in DAYS else head(page)).to_have_count(5 if day in DAYS else 1)


def head(page: Page) -> Locator:
    return page.locator('[data-region="story-head"]')


def step(page: Page, name: str) -> Locator:
    return page.locator(f'[data-region="story:{name}"]')


def ledger(page: Page) -> Locator:
    return page.locator('[data-region="ledger"]')


# For every event: what the ledger and the last row of the chart's table say, and what the board does.
FIGURES = """(day) => {
  const slider = document.querySelector("[data-slider]");
  const found = [];
  for (let event = 0; event <= Number(slider.max); event++) {
    slider.value = event;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    const rows = document.querySelectorAll('[data-region="chart-rows"] tr[data-event]');
    const row = [...rows].findLast((each) => !each.hidden);
    found.push({
      ledger: document.querySelector('[data-region="ledger"]').dataset.total,
      chart: [...row.querySelectorAll("td")].map(({ dataset }) => dataset.week ?? dataset.dayRows),
      board: document.querySelector(`tr[data-day="${day}"] [data-total]`).dataset.total,
      week: document.querySelector('[data-region="week-total"] [data-total]').dataset.total,
      cursor: document.querySelector("[data-chart]").style.getPropertyValue("--event"),
      edge: document.querySelector('[data-region="properties"]').getBoundingClientRect().height,
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    });
  }
  return found;
}"""


def figures_of_every_event(page: Page, day: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(FIGURES, day)
    assert len(found) == last_event(page) + 1
    return found


def test_every_lamp_that_is_not_lit_says_why_after_one_press(awake: Page) -> None:
    page = awake
    for day in DAYS:
        choose(page, day)
        for name in ("wait", "extract", "convert", "load", "check"):
            state = step(page, name).get_attribute("data-state")
            reasons = step(page, name).locator(".reasons")
            if state in ("none", "up_for_retry", "upstream_failed"):
                expect(reasons).not_to_be_empty()
            else:
                expect(step(page, name).locator(".tries li")).not_to_have_count(0)
    choose(page, "sat")
    expect(step(page, "wait")).to_contain_text(
        "Wednesday\u2019s, Thursday\u2019s and Friday\u2019s runs hold all 3 places."
    )


def test_wednesdays_ledger_explains_275_as_96_and_179(awake: Page) -> None:
    page = awake
    expect(ledger(page)).to_contain_text("96 rows, from one write; the source has 179.")
    go_to(page, last_event(page))
    expect(ledger(page)).to_contain_text("96 + 179 = 275 rows; the source has 179.")
    expect(ledger(page).locator("tbody tr")).to_have_count(2)
    expect(total(page, "wed")).to_have_attribute("data-total", "275")
    # A line of it leads to the event of its write.
    ledger(page).locator("tbody button").first.click()
    wait_for_event(page, 44)


def test_tuesday_cleared_explains_508_as_254_twice(awake: Page) -> None:
    page = awake
    choose(page, "tue")
    page.locator('[data-press="clear:tue"]').click()
    wait_for_event(page, 45)
    go_to(page, last_event(page))
    expect(ledger(page)).to_contain_text("254 + 254 = 508 rows; the source has 254.")
    expect(ledger(page)).to_contain_text("Load, try 2, after the clear at event 45: added its rows.")
    expect(total(page, "tue")).to_have_attribute("data-total", "508")
    folded = step(page, "load").locator("details")
    expect(folded).to_have_count(1)
    folded.locator("summary").click()
    expect(folded).to_contain_text("06:12 to 06:18 try 1: succeeded, 254 rows written")
    # What the reader folded open stays open.
    do(page, "back").click()
    expect(folded).to_have_attribute("open", "")


def test_clear_from_here_says_what_it_resets_and_resets_that(awake: Page) -> None:
    page = awake
    choose(page, "tue")
    button = page.locator('[data-press="clear:tue:load"]')
    expect(button).to_have_accessible_name("Clear from here: Load")
    expect(button).to_have_accessible_description("Resets load and check; 254 rows stay.")
    button.click()
    wait_for_event(page, 45)
    expect(button).to_be_focused()
    cells = page.locator('tr[data-day="tue"] td[data-state]')
    states = cells.evaluate_all("all => all.map((cell) => cell.dataset.state)")
    assert states == ["success", "success", "success", "none", "none"]
    expect(step(page, "load")).to_have_attribute("data-state", "none")
    expect(total(page, "tue")).to_have_attribute("data-total", "254")


def test_choosing_a_day_keeps_the_focus_and_marks_the_day(awake: Page) -> None:
    page = awake
    name_of(page, "fri").focus()
    page.keyboard.press("Enter")
    expect(head(page)).to_contain_text("Friday 9 January")
    expect(name_of(page, "fri")).to_be_focused()
    expect(said(page)).to_have_text("Friday\u2019s story is below the board.")
    pressed = page.locator('[data-choose][aria-pressed="true"]')
    expect(pressed).to_have_count(1)
    for event in (0, 90, OPENING_EVENT):
        go_to(page, event)
        expect(pressed).to_have_attribute("data-choose", "fri")


def test_the_clocks_day_has_a_story_without_steps(awake: Page) -> None:
    page = awake
    choose(page, "2026-01-12")
    expect(head(page)).to_contain_text("Monday 12 January, no day of the job")
    expect(step(page, "load")).to_be_hidden()
    expect(ledger(page)).to_contain_text("No rows; this is no day of the job.")


def test_a_broken_property_names_its_cause_and_leads_to_its_event(awake: Page) -> None:
    page = awake
    go_to(page, last_event(page))
    expect(page.locator(".why")).to_contain_text(
        "Wednesday, 06:41: the report holds 275 rows, the source 179."
        " 96 are left from the try that failed at event 44."
    )
    verdict = page.locator('[data-property="each_day_once"] .verdict')
    verdict.click()
    wait_for_event(page, 55)
    expect(verdict).to_be_focused()
    # It keeps the focus where the property holds still, and then leads nowhere.
    do(page, "back").click()
    wait_for_event(page, 54)
    expect(verdict).to_have_text("holds")
    verdict.focus()
    page.keyboard.press("Enter")
    expect(main(page)).to_have_attribute("data-event", "54")


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_the_figures_agree_at_every_event_and_the_boards_edge_keeps_its_height(
    awake: Page, width: int
) -> None:
    page = awake
    page.set_viewport_size({"width": width, "height": 800 if width == 1280 else 740})
    found = figures_of_every_event(page, "wed")
    for event, at in enumerate(found):
        assert at["ledger"] == at["board"], event
        assert at["chart"] == [at["week"], at["board"]], event
        assert at["cursor"] == str(event)
        assert at["overflow"] <= 0, event
    assert len({at["edge"] for at in found}) == 1


def test_the_cursor_stands_at_the_event_shown_and_hides_what_comes_after(awake: Page) -> None:
    page = awake
    chart = page.locator('[data-region="chart"]')
    plot = chart.locator(".tick").first.bounding_box()
    assert plot is not None
    for event in (0, 45, 90):
        go_to(page, event)
        cursor = chart.locator(".cursor").bounding_box()
        veil = chart.locator(".veil").bounding_box()
        assert cursor is not None
        assert veil is not None
        expected = plot["x"] + plot["width"] * event / 90
        assert cursor["x"] + cursor["width"] / 2 == pytest.approx(expected, abs=3)
        assert veil["x"] == pytest.approx(expected, abs=3)


def test_another_week_brings_the_story_of_the_same_day(awake: Page) -> None:
    page = awake
    choose(page, "thu")
    page.locator('[data-press="clear:thu"]').click()
    wait_for_event(page, 45)
    expect(head(page)).to_contain_text("Cleared at 06:28 (event 45).")
    expect(name_of(page, "thu")).to_have_attribute("aria-pressed", "true")


def test_before_python_wednesdays_story_plays_and_another_day_is_promised(page: Page, site: str) -> None:
    held = open_without_python(page, site)
    expect(head(page)).to_contain_text("Wednesday 7 January")
    go_to(page, 90)
    expect(ledger(page)).to_contain_text("96 + 179 = 275 rows")
    name_of(page, "thu").click()
    expect(said(page)).to_have_text("Thursday\u2019s story comes when the simulator has loaded.")
    expect(page.locator("[data-story-waits]")).to_have_text(
        "Thursday\u2019s story comes when the simulator has loaded."
    )
    expect(head(page)).to_contain_text("Wednesday 7 January")
    name_of(page, "wed").click()
    expect(page.locator("[data-story-waits]")).to_be_empty()
    name_of(page, "thu").click()
    held.let_go()
    wait_for_python(page)
    expect(head(page)).to_contain_text("Thursday 8 January")
    expect(page.locator("[data-story-waits]")).to_be_empty()
    expect(week_total(page)).to_have_attribute("data-total", "2108")


def test_the_chart_says_what_it_shows_and_has_its_figures_in_a_table(still: Page) -> None:
    chart = still.get_by_role("img", name=re.compile("^Orders in the report after each event so far"))
    expect(chart).to_be_visible()
    still.get_by_text("The figures as a table").click()
    table = still.locator('[data-region="chart-rows"]')
    expect(table.get_by_role("columnheader")).to_have_text(["event", "Week", "Wednesday 7 January"])
    expect(table.get_by_role("row")).to_have_count(5)
    table.get_by_role("button").nth(1).click()
    wait_for_event(still, 23)
