"""What the status line says, and how seldom: who listens to the page is told what matters, and no more."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.reading import do, go_to, said, wait_for_event

# Writes down when the status line changes, and what it says then, by the page's own clock.
LISTEN = """() => {
  const status = document.querySelector("[data-status]");
  window.heard = [];
  window.listener?.disconnect();
  window.listener = new MutationObserver(() => heard.push([performance.now(), status.textContent]));
  listener.observe(status, { childList: true, characterData: true, subtree: true });
}"""
EVENT_MS = {"slow": 1_600, "normal": 600, "fast": 120}
WORTH_SAYING = [
    "Monday is done.",
    "Tuesday is done.",
    "Each day counted once: broken. Wednesday: the report holds 275 rows, the source 179.",
    "Friday is done.",
    "Wednesday has failed.",
    "Thursday is done.",
    "Saturday is done.",
    "Sunday is done. The week is over: the report holds 2,108 rows, the source 2,012.",
]


@pytest.fixture
def still(still: Page) -> Page:
    """At its first event, and with a listener."""
    go_to(still, 0)
    still.evaluate(LISTEN)
    return still


def heard(page: Page) -> list[tuple[float, str]]:
    return [(at, text) for at, text in page.evaluate("heard") if text]


def play_to_the_end(page: Page, speed: str) -> None:
    page.locator("[data-speed]").select_option(speed)
    do(page, "play").click()
    for _ in range(90):
        page.clock.run_for(EVENT_MS[speed])
    expect(do(page, "play")).to_have_text("Play")
    page.clock.run_for(10_000)


@pytest.mark.parametrize("speed", EVENT_MS)
def test_while_playing_all_that_is_worth_saying_is_said_and_at_most_once_in_five_seconds(
    still: Page, speed: str
) -> None:
    play_to_the_end(still, speed)
    messages = heard(still)
    assert " ".join(text for _, text in messages) == " ".join(WORTH_SAYING)
    times = [at for at, _ in messages]
    assert [later - sooner for sooner, later in pairwise(times) if later - sooner < 5_000] == []
    assert len(messages) <= {"slow": 8, "normal": 8, "fast": 3}[speed]


def test_what_the_reader_does_is_answered_at_once_and_what_was_to_be_said_is_dropped(still: Page) -> None:
    go_to(still, 26)
    do(still, "play").click()
    still.clock.run_for(600)
    expect(said(still)).to_have_text("Monday is done.")
    still.locator("[data-speed]").select_option("fast")
    still.clock.run_for(9 * 120)
    do(still, "back").click()
    wait_for_event(still, 35)
    still.clock.run_for(10_000)
    assert [text for _, text in heard(still)] == [
        "Monday is done.",
        "Tuesday\u2019s check found 254 rows, as many as the source has.",
    ]


def test_the_slider_speaks_for_itself_and_the_status_line_is_silent(still: Page) -> None:
    for event in range(1, 30):
        go_to(still, event)
    assert heard(still) == []


def test_there_is_one_status_line_and_it_lies_outside_the_table(still: Page) -> None:
    lines = still.locator("[role=status], [role=alert], [role=log], [aria-live]")
    expect(lines).to_have_count(1)
    expect(still.locator("table [role=status]")).to_have_count(0)
