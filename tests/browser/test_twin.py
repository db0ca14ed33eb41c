"""The same week, twice, in the real page: it follows the event shown, and every tape that is inserted."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.reading import (
    LAST_EVENT,
    OPENING_EVENT,
    clear,
    do,
    go_to,
    last_event,
    open_without_python,
    said,
    setting,
    sticking_out,
    wait_for_event,
    wait_for_python,
    widths,
    without_answers,
)


@pytest.fixture
def twins(awake: Page) -> Page:
    """The opening week with both boards open."""
    do(awake, "twin").click()
    expect(apart(awake)).to_contain_text("With append the report holds 618 rows")
    expect(boards(awake)).to_be_visible()
    return awake


def boards(page: Page) -> Locator:
    return page.locator("table.twin")


def row(page: Page, day: str) -> Locator:
    return page.locator(f'[data-twin-day="{day}"]')


def expect_totals(row: Locator, append: int, overwrite: int) -> None:
    expect(row.locator("[data-total]").nth(0)).to_have_attribute("data-total", str(append))
    expect(row.locator("[data-total]").nth(1)).to_have_attribute("data-total", str(overwrite))
    expect(row.locator(".mark")).to_have_text("= same" if append == overwrite else "\u2260 differs")


def week(page: Page) -> Locator:
    return page.locator('[data-region="twin-total"]')


def apart(page: Page) -> Locator:
    return page.locator('[data-region="twin-sentence"]')


def test_it_follows_the_event_that_the_page_shows(twins: Page) -> None:
    page = twins
    expect_totals(week(page), 618, 522)
    expect_totals(row(page, "wed"), 96, 0)
    expect_totals(row(page, "mon"), 268, 268)
    expect(apart(page)).to_have_text(
        "06:28 · event 44. With append the report holds 618 rows, with overwrite 522: 96 apart, on Wednesday."
    )
    do(page, "back").click()
    expect_totals(week(page), 522, 522)
    expect(apart(page)).to_have_text("06:27 · event 43. Both weeks hold 522 rows.")
    go_to(page, LAST_EVENT - 1)
    do(page, "play").click()
    wait_for_event(page, LAST_EVENT)
    expect_totals(week(page), 2108, 2012)
    expect_totals(row(page, "wed"), 275, 179)
    checks = row(page, "wed").locator('[data-step="check"]')
    expect(checks.nth(0)).to_have_attribute("data-state", "failed")
    expect(checks.nth(1)).to_have_attribute("data-state", "success")


def test_another_tape_is_asked_for_again_and_a_press_on_how_loads_write_changes_neither(twins: Page) -> None:
    page = twins
    clear(page, "tue").click()
    wait_for_event(page, OPENING_EVENT + 1)
    ended = last_event(page)
    go_to(page, ended)
    expect_totals(row(page, "tue"), 508, 254)
    expect_totals(week(page), 2362, 2012)
    setting(page, "write").select_option("overwrite")
    wait_for_event(page, ended + 1)
    expect(said(page)).to_contain_text("From now on a load replaces")
    expect(apart(page)).to_contain_text(f"event {ended + 1}.")
    expect_totals(week(page), 2362, 2012)
    do(page, "undo").click()
    wait_for_event(page, ended)
    expect_totals(row(page, "tue"), 508, 254)


def test_it_closes_and_opens_with_what_has_come_meanwhile(twins: Page) -> None:
    page = twins
    do(page, "twin").click()
    expect(boards(page)).to_be_hidden()
    expect(do(page, "twin")).to_have_attribute("aria-expanded", "false")
    expect(do(page, "twin")).to_have_text("Compare append with overwrite")
    clear(page, "mon").click()
    wait_for_event(page, OPENING_EVENT + 1)
    go_to(page, last_event(page))
    do(page, "twin").click()
    expect(boards(page)).to_be_visible()
    expect(do(page, "twin")).to_have_attribute("aria-expanded", "true")
    expect(do(page, "twin")).to_be_focused()
    expect_totals(row(page, "mon"), 536, 268)


def test_nothing_of_it_overflows_at_320_and_360_pixels_at_any_event(twins: Page) -> None:
    page = twins
    setting(page, "date").select_option("clock")
    wait_for_event(page, OPENING_EVENT + 1)
    for width in (360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        for event in range(0, last_event(page) + 1, 7):
            go_to(page, event)
            assert page.evaluate("document.documentElement.scrollWidth") == width, event
            cut = boards(page).evaluate(
                "table => [...table.querySelectorAll('th, td:not([data-step])')]"
                ".filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent)"
            )
            assert cut == [], (width, event)


def test_nothing_of_it_sticks_out_or_is_cut_at_any_width(twins: Page) -> None:
    for event in (OPENING_EVENT, LAST_EVENT):
        go_to(twins, event)
        for width in widths():
            twins.set_viewport_size({"width": width, "height": 740})
            assert sticking_out(twins) == [], (event, width)


def test_pressed_before_python_is_ready_it_is_kept_and_so_is_its_place_so_that_the_boards_move_nothing(
    page: Page, site: str
) -> None:
    without_answers(page)
    held = open_without_python(page, site)
    place = page.locator("[data-twin]")
    do(page, "twin").click()
    expect(said(page)).to_have_text("Saved. It runs when the simulator has loaded.")
    heights: dict[int, int] = {}
    for width in (1280, 800, 360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        heights[width] = place.evaluate("place => place.offsetHeight")
    held.let_go()
    wait_for_python(page)
    expect(boards(page)).to_be_visible()
    expect_totals(week(page), 618, 522)
    for width, height in heights.items():
        page.set_viewport_size({"width": width, "height": 740})
        assert place.evaluate("place => place.offsetHeight") == height, width
