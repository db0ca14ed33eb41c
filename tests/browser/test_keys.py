"""The keys act while focus is in the simulator and not in a field, and take nothing away from either."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.reading import (
    LAST_EVENT,
    OPENING_EVENT,
    clear,
    do,
    go_to,
    main,
    said,
    sentence,
    setting,
    wait_for_event,
)


@pytest.fixture
def still(still: Page) -> Page:
    """With focus in the simulator."""
    sentence(still).click()
    return still


def event_of(page: Page) -> int:
    return int(main(page).get_attribute("data-event") or "")


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Keys")


def test_space_plays_and_pauses(still: Page) -> None:
    still.keyboard.press("Space")
    expect(do(still, "play")).to_have_text("Pause")
    still.clock.run_for(600)
    wait_for_event(still, 45)
    still.keyboard.press("Space")
    expect(do(still, "play")).to_have_text("Play")
    assert still.evaluate("scrollY") == 0


def test_the_arrows_step_and_home_and_end_go_to_either_end(still: Page) -> None:
    still.keyboard.press("ArrowRight")
    wait_for_event(still, 45)
    expect(said(still)).to_have_text("Friday\u2019s extract succeeded. Its convert is next.")
    still.keyboard.press("ArrowLeft")
    still.keyboard.press("ArrowLeft")
    wait_for_event(still, 43)
    still.keyboard.press("End")
    wait_for_event(still, LAST_EVENT)
    still.keyboard.press("Home")
    wait_for_event(still, 0)
    assert still.evaluate("scrollY") == 0


def test_n_goes_from_failure_to_failure_and_says_each(still: Page) -> None:
    go_to(still, 0)
    sentence(still).click()
    seen = []
    for key in "nNnNnN":
        still.keyboard.press(key)
        seen.append(event_of(still))
    assert seen == [15, 43, 44, 55, 61, 62]
    expect(said(still)).to_contain_text("Wednesday\u2019s run has failed at its check")
    still.keyboard.press("n")
    expect(said(still)).to_have_text("Nothing fails and nothing breaks after this event.")
    assert event_of(still) == 62
    expect(do(still, "next-failure")).to_have_attribute("aria-disabled", "true")


def test_a_digit_presses_the_button_of_its_day_and_other_keys_do_nothing(still: Page) -> None:
    still.evaluate("document.addEventListener('click', ({ target }) => { window.clicked = target; })")
    for key in ("8", "9", "0", "x"):
        still.keyboard.press(key)
        assert still.evaluate("window.clicked") is None, key
        assert event_of(still) == OPENING_EVENT, key
    for key, day in (("1", "mon"), ("3", "wed"), ("7", "sun")):
        still.keyboard.press(key)
        assert still.evaluate("clicked.closest('[data-choose]').dataset.choose") == day


def test_in_a_field_the_keys_are_the_fields(still: Page) -> None:
    hours = still.locator("[data-late-hours]")
    for field in (setting(still, "write"), still.locator("[data-speed]"), hours):
        field.focus()
        for key in ("n", "ArrowLeft", "Home", "?"):
            field.press(key)
    hours.fill("7")
    hours.press("1")
    assert event_of(still) == OPENING_EVENT
    expect(dialog(still)).to_be_hidden()


def test_the_slider_keeps_its_arrows_and_takes_the_other_keys(still: Page) -> None:
    slider = still.locator("[data-slider]")
    slider.focus()
    slider.press("ArrowRight")
    wait_for_event(still, 45)
    slider.press("n")
    wait_for_event(still, 55)
    slider.press("ArrowDown")
    wait_for_event(still, 54)
    slider.press("Space")
    expect(do(still, "play")).to_have_text("Pause")


def test_on_a_button_space_presses_that_button_alone(still: Page) -> None:
    do(still, "step").focus()
    still.keyboard.press("Space")
    wait_for_event(still, 45)
    expect(do(still, "play")).to_have_text("Play")
    still.keyboard.press("ArrowRight")
    wait_for_event(still, 46)
    expect(do(still, "step")).to_be_focused()


def test_keys_act_only_in_the_simulator_and_never_with_control(still: Page) -> None:
    still.keyboard.press("Control+ArrowRight")
    still.keyboard.press("Alt+n")
    assert event_of(still) == OPENING_EVENT
    do(still, "keys").focus()
    still.keyboard.press("n")
    still.locator("h1").click()
    still.keyboard.press("ArrowRight")
    assert event_of(still) == OPENING_EVENT


def test_a_question_mark_shows_the_keys_and_escape_gives_the_focus_back(still: Page) -> None:
    clear(still, "tue").focus()
    still.keyboard.press("?")
    expect(dialog(still)).to_be_visible()
    still.keyboard.press("n")
    assert event_of(still) == OPENING_EVENT
    still.keyboard.press("Escape")
    expect(dialog(still)).to_be_hidden()
    expect(clear(still, "tue")).to_be_focused()

    do(still, "keys").click()
    expect(dialog(still)).to_be_visible()
    do(still, "close-keys").click()
    expect(dialog(still)).to_be_hidden()
    expect(do(still, "keys")).to_be_focused()


def test_what_cannot_act_keeps_its_focus_and_says_why(still: Page) -> None:
    def cannot(name: str) -> None:
        button = do(still, name)
        expect(button).to_have_attribute("aria-disabled", "true")
        button.focus()
        expect(button).to_be_focused()
        still.keyboard.press("Enter")
        expect(button).to_be_focused()

    cannot("undo")
    expect(said(still)).to_have_text("There is nothing to undo.")
    cannot("redo")
    expect(said(still)).to_have_text("There is nothing to redo.")
    go_to(still, 0)
    cannot("back")
    expect(said(still)).to_have_text("This is the first event.")
    go_to(still, LAST_EVENT)
    cannot("step")
    expect(said(still)).to_have_text("This is the last event: nothing more will happen.")
    cannot("next-failure")
    expect(said(still)).to_have_text("Nothing fails and nothing breaks after this event.")
    go_to(still, 50)
    for name in ("back", "step", "next-failure"):
        assert do(still, name).get_attribute("aria-disabled") is None


def test_play_shows_an_event_in_the_time_of_its_speed(still: Page) -> None:
    for speed, event_ms in (("slow", 1_600), ("normal", 600), ("fast", 120)):
        go_to(still, OPENING_EVENT)
        still.locator("[data-speed]").select_option(speed)
        do(still, "play").click()
        still.clock.run_for(3 * event_ms - 1)
        assert event_of(still) == 46, speed
        still.clock.run_for(1)
        assert event_of(still) == 47, speed


def test_the_speed_may_change_while_it_plays(still: Page) -> None:
    do(still, "play").click()
    still.clock.run_for(600)
    assert event_of(still) == 45
    still.locator("[data-speed]").select_option("fast")
    still.clock.run_for(240)
    assert event_of(still) == 47
    expect(do(still, "play")).to_have_text("Pause")


def test_the_marks_stand_where_the_thumb_stands_at_their_events(still: Page) -> None:
    """They are neither read out nor in the pointer's way."""
    marks = still.locator(".marks svg")
    expect(marks).to_have_count(6)
    assert still.locator(".marks").get_attribute("aria-hidden") == "true"
    assert still.locator(".marks").evaluate("marks => getComputedStyle(marks).pointerEvents") == "none"
    slider = still.locator("[data-slider]").bounding_box()
    assert slider is not None
    thumb = 16
    for at, mark in zip((15, 43, 44, 61, 62, 55), marks.all(), strict=True):
        box = mark.bounding_box()
        assert box is not None
        middle = slider["x"] + thumb / 2 + (slider["width"] - thumb) * at / LAST_EVENT
        assert abs(box["x"] + box["width"] / 2 - middle) < 1
