"""The tape plays, steps and scrubs, all before Python has loaded.

The page's clock stands still but where a test lets it run, so that Play can be watched event by event.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.reading import (
    LAST_EVENT,
    OPENING_EVENT,
    clear,
    do,
    go_to,
    happened,
    last_event,
    main,
    said,
    sentence,
    wait_for_event,
)

EVENT_MS = 600
HIDE_THE_TAB = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def play_events(page: Page, events: int) -> None:
    page.clock.run_for(events * EVENT_MS)


def event_of(page: Page) -> int:
    return int(main(page).get_attribute("data-event") or "")


def test_the_page_opens_paused(still: Page) -> None:
    play_events(still, 20)
    assert event_of(still) == OPENING_EVENT
    expect(do(still, "play")).to_have_text("Play")


def test_play_shows_an_event_every_600_ms_and_pause_stops_it(still: Page) -> None:
    do(still, "play").click()
    expect(do(still, "play")).to_have_text("Pause")
    seen = [event_of(still)]
    for _ in range(3):
        play_events(still, 1)
        seen.append(event_of(still))
    assert seen == [44, 45, 46, 47]
    do(still, "play").click()
    expect(do(still, "play")).to_have_text("Play")
    play_events(still, 20)
    assert event_of(still) == 47


def test_play_stops_at_the_end_and_from_there_begins_again(still: Page) -> None:
    go_to(still, LAST_EVENT - 2)
    do(still, "play").click()
    play_events(still, 2)
    assert event_of(still) == LAST_EVENT
    expect(do(still, "play")).to_have_text("Play")
    play_events(still, 20)
    assert event_of(still) == LAST_EVENT

    do(still, "play").click()
    assert event_of(still) == 0
    play_events(still, 2)
    assert event_of(still) == 2


def test_play_stops_when_the_tab_is_hidden(still: Page) -> None:
    do(still, "play").click()
    play_events(still, 2)
    still.evaluate(HIDE_THE_TAB)
    expect(do(still, "play")).to_have_text("Play")
    play_events(still, 20)
    assert event_of(still) == 46


@pytest.mark.parametrize("name", ["step", "back"])
def test_step_and_back_pause_the_tape_and_go_one_event(still: Page, name: str) -> None:
    do(still, "play").click()
    play_events(still, 6)
    do(still, name).click()
    expect(do(still, "play")).to_have_text("Play")
    play_events(still, 20)
    assert event_of(still) == {"step": 51, "back": 49}[name]


def test_a_step_says_what_happened_and_the_board_the_minute_and_the_list_follow(still: Page) -> None:
    do(still, "step").click()
    wait_for_event(still, 45)
    what = "Friday\u2019s extract succeeded. Its convert is next."
    expect(said(still)).to_have_text(what)
    expect(sentence(still)).to_have_text(f"06:28 · event 45. {what}")
    friday = still.locator('tr[data-day="fri"] [data-step="extract"]')
    expect(friday).to_have_attribute("data-state", "success")
    assert happened(still)[0] == f"06:28 {what}"
    assert len(happened(still)) == 46
    expect(still.locator("[data-position]")).to_have_text("event 45 of 90")

    do(still, "back").click()
    do(still, "back").click()
    wait_for_event(still, 43)
    expect(main(still)).to_have_attribute("data-minute", "27")
    assert len(happened(still)) == 44
    expect(still.locator("[data-position]")).to_have_text("event 43 of 90")


def test_the_slider_goes_to_any_event_and_says_it_in_words(still: Page) -> None:
    slider = still.locator("[data-slider]")
    assert last_event(still) == LAST_EVENT
    expect(slider).to_have_value("44")
    slider.focus()
    still.keyboard.press("ArrowRight")
    wait_for_event(still, 45)
    still.keyboard.press("End")
    wait_for_event(still, 90)
    still.keyboard.press("Home")
    wait_for_event(still, 0)
    go_to(still, 55)
    expect(main(still)).to_have_attribute("data-minute", "41")
    expect(slider).to_have_attribute(
        "aria-valuetext",
        "event 55, 06:41. Wednesday\u2019s load added its 179 rows: Wednesday now holds 275, the source 179."
        " Its check is next.",
    )
    expect(still.locator('[data-property="each_day_once"]')).to_have_attribute("data-broken-at", "55")


def test_at_either_end_a_step_further_says_that_there_is_none(still: Page) -> None:
    go_to(still, LAST_EVENT)
    do(still, "step").press("Enter")
    expect(said(still)).to_have_text("This is the last event: nothing more will happen.")
    go_to(still, 0)
    do(still, "back").press("Enter")
    expect(said(still)).to_have_text("This is the first event.")
    assert event_of(still) == 0


def test_a_line_of_what_happened_goes_to_its_event(still: Page) -> None:
    still.locator('[data-goto="36"]').click()
    wait_for_event(still, 36)
    assert len(happened(still)) == 37
    expect(still.locator('[data-goto="36"]')).to_be_focused()


def test_focus_on_clear_tuesday_survives_ten_events(still: Page) -> None:
    do(still, "play").click()
    clear(still, "tue").focus()
    clear(still, "tue").evaluate("button => { button.sameAsBefore = true; }")
    play_events(still, 10)
    assert event_of(still) == 54
    expect(clear(still, "tue")).to_be_focused()
    assert still.evaluate("document.activeElement.sameAsBefore") is True


def test_a_bad_number_of_hours_gives_one_sentence_and_nothing_is_lost(still: Page) -> None:
    hours = still.locator("[data-late-hours]")
    go_to(still, 50)
    for wrong in ("0", "25", "-1", "2.5", "1e9", ""):
        said(still).evaluate("status => { status.textContent = ''; }")
        hours.fill(wrong)
        do(still, "late").click()
        expect(said(still)).to_have_text("A file is late by 1 to 24 whole hours.")
        expect(hours).to_have_value(wrong)
        assert event_of(still) == 50
    hours.fill("24")
    do(still, "late").click()
    expect(said(still)).to_have_text("Saved. It runs when the simulator has loaded.")


def test_the_button_says_what_it_would_do_to_a_late_file(still: Page) -> None:
    day, button = still.locator("[data-late-day]"), do(still, "late")
    expect(button).to_have_text("Start over with it late")
    day.select_option("sat")
    expect(button).to_have_text("Make it late")
    go_to(still, LAST_EVENT)
    expect(button).to_have_text("Start over with it late")
    expect(day).to_have_value("sat")
    go_to(still, 0)
    expect(button).to_have_text("Make it late")
    still.locator("[data-late-hours]").fill("1")
    expect(still.locator("[data-late-unit]")).to_have_text("hour")
