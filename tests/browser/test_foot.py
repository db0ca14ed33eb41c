"""The foot of the board: each lamp and each number says why it is so, by pointer and by key."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.reading import (
    clear,
    do,
    go_to,
    last_event,
    open_without_python,
    said,
    wait_for_event,
)

HINT = "Press a lamp or a number: this line says why it is so."


def foot(page: Page) -> Locator:
    return page.locator("[data-foot]")


def lamp(page: Page, day: str, step: str) -> Locator:
    return page.locator(f'tr[data-day="{day}"] td[data-step="{step}"]')


def test_a_lamp_says_where_it_stands_and_why_and_opens_the_story_of_its_day(awake: Page) -> None:
    page = awake
    expect(foot(page)).to_have_text(HINT)
    lamp(page, "thu", "extract").click()
    expect(foot(page)).to_have_text(
        "Thursday \u00b7 Extract: failed, try 2 of 3 at 06:32. Its next try is due at 06:32."
    )
    expect(page.locator("#story-name")).to_have_text("Thursday 8 January")
    lamp(page, "sun", "wait").click()
    expect(foot(page)).to_have_text(
        "Sunday \u00b7 Wait: not started. "
        "Wednesday\u2019s, Thursday\u2019s and Friday\u2019s runs hold all 3 places."
    )


def test_every_lamp_says_in_the_foot_what_it_says_to_a_screen_reader(page: Page, site: str) -> None:
    open_without_python(page, site)
    names = page.locator("tr[data-day] th").all_text_contents()
    steps = page.locator(".board thead .step").all_text_contents()
    for row, name in enumerate(names):
        for column, step in enumerate(steps):
            cell = page.locator("tr[data-day]").nth(row).locator("td[data-step]").nth(column)
            words = cell.locator(".hidden").text_content()
            cell.click()
            expect(foot(page)).to_have_text(
                re.compile(rf"^{name} \u00b7 {step.strip()}: {re.escape(str(words))}\.")
            )


def test_a_number_says_of_which_writes_it_is_the_sum(awake: Page) -> None:
    page = awake
    page.locator('tr[data-day="wed"] td.count').click()
    expect(foot(page)).to_have_text("Wednesday: 96 rows, from one write; the source has 179.")
    go_to(page, last_event(page))
    expect(foot(page)).to_have_text("Wednesday: 96 + 179 = 275 rows; the source has 179.")


def test_the_week_s_number_is_told_too(awake: Page) -> None:
    page = awake
    page.locator("tfoot td.count").click()
    expect(foot(page)).to_contain_text("Week: 618")
    expect(foot(page)).to_contain_text("2,012 in the source")


def test_what_the_foot_says_follows_the_event_and_is_spoken_once(awake: Page) -> None:
    page = awake
    lamp(page, "wed", "load").click()
    expect(said(page)).to_contain_text("Wednesday \u00b7 Load: failed, try 2 of 3 at 06:33.")
    go_to(page, last_event(page))
    expect(foot(page)).to_contain_text("Wednesday \u00b7 Load: succeeded, try 2 of 3.")


def test_from_a_lamp_the_day_can_be_cleared_from_that_step_on(awake: Page) -> None:
    page = awake
    lamp(page, "tue", "load").click()
    button = page.locator("[data-foot-clear]")
    expect(button).to_have_accessible_name("Clear from here: Tuesday \u00b7 Load")
    button.click()
    wait_for_event(page, 45)
    expect(said(page)).to_contain_text("Tuesday is cleared from its load on")
    page.locator('tr[data-day="tue"] td.count').click()
    expect(button).to_be_hidden()


def test_pressed_again_a_lamp_lets_go(awake: Page) -> None:
    page = awake
    lamp(page, "mon", "check").click()
    lamp(page, "mon", "check").click()
    expect(foot(page)).to_have_text(HINT)
    expect(page.locator("#pressed")).to_have_count(0)


def test_the_board_is_one_stop_and_the_arrows_go_from_cell_to_cell(awake: Page) -> None:
    page = awake
    board = page.locator(".chain").first
    do(page, "copy-link").focus()
    page.keyboard.press("Tab")
    expect(board).to_be_focused()
    seen = []
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
        expect(board).to_have_attribute("aria-activedescendant", "pressed")
        seen.append(str(foot(page).text_content()).split(":")[0])
    monday, tuesday = "Monday \u00b7 ", "Tuesday \u00b7 "
    assert seen == [
        f"{monday}Wait",
        f"{monday}Extract",
        f"{tuesday}Extract",
        f"{tuesday}Wait",
        f"{tuesday}Wait",
        f"{monday}Wait",
        f"{monday}Wait",
    ]
    expect(said(page)).to_contain_text(f"{monday}Wait")
    wait_for_event(page, 44)  # no arrow has stepped


@pytest.mark.parametrize("width", [1280, 360])
def test_whatever_is_pressed_the_board_keeps_its_height(page: Page, site: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_without_python(page, site)
    height = "board => board.getBoundingClientRect().height"
    board = page.locator(".simulator > .board")
    before = board.evaluate(height)
    for day in ("mon", "wed", "sun"):
        for step in ("wait", "load", "check"):
            lamp(page, day, step).click()
            assert board.evaluate(height) == before, (day, step)
    clear(page, "tue").click()
    wait_for_event(page, 45)
    assert board.evaluate(height) == before
