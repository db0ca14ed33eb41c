"""Undo and Redo: whatever was done to the week, the identical tape comes back, and nothing is lost."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.reading import (
    OPENING_EVENT,
    clear,
    do,
    go_to,
    happened,
    main,
    open_without_python,
    said,
    setting,
    wait_for_event,
    wait_for_python,
)

# What the page's own module holds: the browser gives every import of it the same one.
TAPE = """async () => JSON.stringify((await import("./static/week.js")).week.tape)"""


def tape(page: Page) -> str:
    held: str = page.evaluate(TAPE)
    return held


def press(page: Page, name: str) -> None:
    """Press Undo, Redo or another button, and wait until its week is here."""
    said(page).evaluate("status => { status.textContent = ''; }")
    do(page, name).click()
    expect(said(page)).not_to_be_empty()


def late(page: Page) -> None:
    page.locator("[data-late-day]").select_option("sun")
    do(page, "late").click()


PRESSES: dict[str, Callable[[Page], object]] = {
    "clear a day": lambda page: clear(page, "tue").click(),
    "a file made late": late,
    "runs at a time": lambda page: setting(page, "runs").select_option("1"),
    "how loads write": lambda page: setting(page, "write").select_option("overwrite"),
    "which day they write to": lambda page: setting(page, "date").select_option("clock"),
    "clear from a step": lambda page: page.evaluate(
        """async () => (await import("./static/desk.js")).act({ do: "press", press: "clear:wed:load" })"""
    ),
}


@pytest.mark.parametrize("do_it", PRESSES.values(), ids=PRESSES)
def test_undo_after_a_press_gives_back_the_identical_tape_and_redo_the_other(
    awake: Page, do_it: Callable[[Page], object]
) -> None:
    page = awake
    before = tape(page)
    do_it(page)
    wait_for_event(page, 45)
    after = tape(page)
    assert after != before
    go_to(page, 60)
    press(page, "undo")
    wait_for_event(page, OPENING_EVENT)
    expect(said(page)).to_have_text("Undone: the week stands at event 44 again.")
    expect(do(page, "undo")).to_be_focused()
    assert tape(page) == before
    assert setting(page, "write").input_value() == "append"
    press(page, "redo")
    wait_for_event(page, 45)
    expect(said(page)).to_have_text("Done again: the week stands at event 45.")
    assert tape(page) == after
    expect(do(page, "redo")).to_have_attribute("aria-disabled", "true")


def test_undo_brings_back_what_a_press_in_the_past_set_aside(awake: Page) -> None:
    page = awake
    clear(page, "tue").click()
    wait_for_event(page, 45)
    before = tape(page)
    go_to(page, 30)
    clear(page, "mon").click()
    wait_for_event(page, 31)
    expect(said(page)).to_contain_text("what was pressed later is set aside. Undo brings it back.")
    assert not any("Tuesday is cleared" in line for line in happened(page))
    press(page, "undo")
    wait_for_event(page, 30)
    assert tape(page) == before
    go_to(page, 45)
    assert "Tuesday is cleared" in happened(page)[0]


def test_start_over_can_be_undone(awake: Page) -> None:
    page = awake
    setting(page, "write").select_option("overwrite")
    wait_for_event(page, 45)
    before = tape(page)
    press(page, "start-over")
    wait_for_event(page, 0)
    press(page, "undo")
    wait_for_event(page, 45)
    assert tape(page) == before


def test_an_experiment_can_be_undone_and_done_again(awake: Page) -> None:
    page = awake
    before = tape(page)
    page.emulate_media(reduced_motion="reduce")  # it goes to its telling event at once
    page.locator('[data-experiment="rerun"]').click()
    expect(said(page)).to_contain_text("Tuesday has run twice")
    page.emulate_media(reduced_motion="null")
    after = tape(page)
    assert json.loads(after)["history"] != json.loads(before)["history"]
    press(page, "undo")
    wait_for_event(page, OPENING_EVENT)
    expect(said(page)).to_have_text("Undone: the week stands at event 44 again.")
    assert tape(page) == before
    press(page, "redo")
    expect(said(page)).to_contain_text("Done again")
    assert tape(page) == after


def test_several_presses_are_undone_one_by_one_as_fast_as_undo_is_pressed(awake: Page) -> None:
    page = awake
    opening = tape(page)
    tapes = []
    for event, day in enumerate(("mon", "tue", "wed"), start=45):
        clear(page, day).click()
        wait_for_event(page, event)
        tapes.append(tape(page))
    for _ in range(3):
        do(page, "undo").click()
    expect(do(page, "undo")).to_have_attribute("aria-disabled", "true")
    wait_for_event(page, OPENING_EVENT)
    expect(said(page)).to_have_text("Undone: the week stands at event 44 again.")
    assert tape(page) == opening
    for event, expected in enumerate(tapes, start=45):
        press(page, "redo")
        wait_for_event(page, event)
        assert tape(page) == expected


def test_a_press_after_undo_takes_the_place_of_what_was_undone(awake: Page) -> None:
    page = awake
    clear(page, "tue").click()
    wait_for_event(page, 45)
    press(page, "undo")
    clear(page, "mon").click()
    wait_for_event(page, 45)
    expect(do(page, "redo")).to_have_attribute("aria-disabled", "true")
    press(page, "undo")
    wait_for_event(page, OPENING_EVENT)
    expect(do(page, "undo")).to_have_attribute("aria-disabled", "true")


def test_a_refused_press_leaves_nothing_to_undo(awake: Page) -> None:
    page = awake
    page.evaluate(
        """async () => (await import("./static/desk.js")).act({ do: "press", press: "late:mon:300" })"""
    )
    expect(said(page)).to_contain_text("has already succeeded")
    expect(do(page, "undo")).to_have_attribute("aria-disabled", "true")


def test_before_python_is_ready_undo_takes_back_the_last_press_and_leaves_the_others(
    page: Page, site: str
) -> None:
    held = open_without_python(page, site)
    clear(page, "tue").click()
    setting(page, "write").select_option("overwrite")
    clear(page, "mon").click()
    do(page, "undo").click()
    expect(said(page)).to_have_text("Taken back before it was run.")
    held.let_go()
    wait_for_python(page)
    wait_for_event(page, 46)
    assert json.loads(tape(page))["history"]["presses"] == ["44:clear:tue", "45:write:overwrite"]

    # The two that were run together are undone one by one.
    press(page, "undo")
    wait_for_event(page, 45)
    assert json.loads(tape(page))["history"]["presses"] == ["44:clear:tue"]
    press(page, "undo")
    wait_for_event(page, OPENING_EVENT)
    expect(main(page)).to_have_attribute("data-minute", "28")
    assert json.loads(tape(page))["history"]["presses"] == []
