"""The Try buttons in the real page: each plays to the event that tells, stops, and says what to look at."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from app.lessons.bakery import EXPERIMENTS
from app.replies import experiment
from tests.browser.reading import (
    OPENING_EVENT,
    clear,
    do,
    go_to,
    happened,
    last_event,
    main,
    open_without_python,
    play_fast,
    said,
    setting,
    total,
    wait_for_event,
    wait_for_python,
    week_total,
    without_answers,
)

WHOLE = ["success"] * 5
# The slowest plays 74 events, on a machine that does much else.
PLAYED_MS = 60_000


def answer(name: str) -> dict[str, Any]:
    """What Python says of the experiment; tests/app/test_experiments.py pins it."""
    values: dict[str, Any] = json.loads(experiment(name))
    return values


def button(page: Page, name: str) -> Locator:
    return page.locator(f'[data-experiment="{name}"]')


def line(page: Page) -> Locator:
    """The line above the board, in which the page speaks."""
    return page.locator(".speaks")


HEIGHT = "line => line.getBoundingClientRect().height"


def lead(page: Page) -> Locator:
    return do(page, "next-experiment")


def expect_seen(page: Page, name: str) -> None:
    expect(button(page, name)).to_have_accessible_name(f"{LABELS[name]} (seen)", timeout=PLAYED_MS)
    expect(button(page, name)).to_contain_text("\u2713")


def states(page: Page, day: str) -> list[str]:
    cells = page.locator(f'tr[data-day="{day}"] td[data-step]')
    found: list[str] = cells.evaluate_all("all => all.map(({dataset}) => dataset.state)")
    return found


def rows(page: Page) -> dict[str, int]:
    """What the board says of each day's total, and of all other dates together."""
    found: dict[str, int] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("tr[data-day]")].map((row) =>
          [row.dataset.day, Number(row.querySelector("[data-total]").dataset.total)]))"""
    )
    return found


LABELS = {
    "count-twice": "Watch Wednesday count twice",
    "write-to-today": "Write to today",
    "rerun": "Rerun Tuesday",
    "late": "Monday five hours late",
    "fix": "Clear Wednesday after the fix",
    "never-recovers": "A failed load that never recovers",
    "stopped": "A cleared load that was running",
}


def count_twice_is_true(page: Page) -> None:
    expect(total(page, "wed")).to_have_attribute("data-total", "275")
    assert states(page, "wed")[3] == "success"


def write_to_today_is_true(page: Page) -> None:
    assert set(rows(page).values()) == {0}
    expect(page.locator('[data-region="other-dates"] [data-total]')).to_have_attribute("data-total", "2108")
    for day in rows(page):
        assert states(page, day) == ["success"] * 4 + ["failed"]


def rerun_is_true(page: Page) -> None:
    expect(total(page, "tue")).to_have_attribute("data-total", "508")
    assert states(page, "tue")[3] == "success"


def late_is_true(page: Page) -> None:
    expect(main(page)).to_have_attribute("data-minute", "319")
    expect(setting(page, "runs")).to_have_value("1")
    assert states(page, "mon") == WHOLE
    for day in ("tue", "wed", "thu", "fri", "sat", "sun"):
        assert states(page, day) == ["none"] * 5


def fix_is_true(page: Page) -> None:
    expect(total(page, "wed")).to_have_attribute("data-total", "179")
    expect(setting(page, "write")).to_have_value("overwrite")
    go_to(page, 91)
    expect(total(page, "wed")).to_have_attribute("data-total", "275")


def never_recovers_is_true(page: Page) -> None:
    expect(total(page, "tue")).to_have_attribute("data-total", "205")
    assert states(page, "tue")[3:] == ["failed", "upstream_failed"]
    go_to(page, last_event(page))
    for day in ("mon", "wed", "thu", "fri", "sat", "sun"):
        assert states(page, day) == WHOLE


def stopped_is_true(page: Page) -> None:
    expect(total(page, "fri")).to_have_attribute("data-total", "228")
    assert states(page, "fri") == ["none"] * 5
    go_to(page, last_event(page))
    expect(total(page, "fri")).to_have_attribute("data-total", "570")


CLAIMS = {
    "count-twice": count_twice_is_true,
    "write-to-today": write_to_today_is_true,
    "rerun": rerun_is_true,
    "late": late_is_true,
    "fix": fix_is_true,
    "never-recovers": never_recovers_is_true,
    "stopped": stopped_is_true,
}


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_it_ends_at_its_telling_event_with_its_claim_true_on_the_board(awake: Page, name: str) -> None:
    page, expected = awake, answer(name)
    expect(button(page, name)).to_have_accessible_name(LABELS[name])
    before = line(page).evaluate(HEIGHT)
    play_fast(page)
    button(page, name).click()
    expect_seen(page, name)
    wait_for_event(page, expected["telling"])
    expect(said(page)).to_have_text(expected["look_at"])
    expect(line(page)).to_have_attribute("data-shows", "news")
    expect(said(page)).to_be_in_viewport(ratio=1)
    expect(do(page, "play")).to_have_text("Play")
    expect(button(page, name)).to_be_focused()
    assert line(page).evaluate(HEIGHT) == before, "the line keeps its height"
    assert last_event(page) == len(expected["tape"]["minutes"]) - 1
    CLAIMS[name](page)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1366, 650), (360, 740)])
def test_the_first_is_offered_on_the_first_screen_and_then_one_after_the_other(
    page: Page, site: str, width: int, height: int
) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": height})
    open_without_python(page, site)
    labels = list(LABELS.values())
    which = page.locator("[data-lead-which]")
    for number, label in enumerate(labels, start=1):
        expect(lead(page)).to_have_accessible_name(label)
        then = f" \u00b7 then: {labels[number]}" if number < len(labels) else ""
        expect(which).to_have_text(f"{number} of 7{then}")
        page.evaluate("scrollTo(0, 0)")
        for each in (lead(page), line(page), page.locator('[data-day="wed"]')):
            expect(each).to_be_in_viewport(ratio=1)
        lead(page).click()
        expect(said(page)).to_have_text(answer(list(LABELS)[number - 1])["look_at"])
    expect(which).to_have_text("all 7 seen")
    expect(lead(page)).to_have_accessible_name(labels[0])


def test_the_next_that_is_offered_is_the_first_not_seen_after_the_one_that_ended(
    page: Page, site: str
) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_without_python(page, site)
    for name, following in (
        ("fix", "never-recovers"),
        ("stopped", "count-twice"),
        ("count-twice", "write-to-today"),
    ):
        button(page, name).click()
        expect(lead(page)).to_have_accessible_name(LABELS[following])


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1366, 650), (360, 740)])
def test_what_the_page_says_stays_in_sight_when_the_page_is_scrolled(
    page: Page, site: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    open_without_python(page, site)
    page.locator('[data-press="clear:wed:load"]').click()
    expect(said(page)).to_contain_text("Wednesday is cleared from its load on")
    expect(line(page)).to_be_in_viewport(ratio=1)


def test_undo_brings_back_the_week_from_before(awake: Page) -> None:
    page = awake
    page.emulate_media(reduced_motion="reduce")  # it goes to its telling event at once
    button(page, "count-twice").click()
    wait_for_event(page, answer("count-twice")["telling"])
    expect(do(page, "play")).to_have_text("Play")
    button(page, "stopped").click()
    wait_for_event(page, answer("stopped")["telling"])
    assert any("Friday is cleared" in each for each in happened(page))
    do(page, "undo").click()
    wait_for_event(page, answer("count-twice")["telling"])
    assert not any("Friday is cleared" in each for each in happened(page))
    expect(total(page, "wed")).to_have_attribute("data-total", "275")
    expect(said(page)).to_contain_text("Undone")


def test_a_press_while_it_plays_ends_it_and_nothing_is_ticked(awake: Page) -> None:
    page = awake
    button(page, "write-to-today").click()
    expect(do(page, "play")).to_have_text("Pause")
    clear(page, "mon").click()
    expect(said(page)).to_contain_text("Monday is cleared")
    expect(do(page, "play")).to_have_text("Play")
    assert int(main(page).get_attribute("data-event") or "") < answer("write-to-today")["telling"]
    expect(button(page, "write-to-today")).to_have_accessible_name(LABELS["write-to-today"])
    # So does a step.
    button(page, "rerun").click()
    expect(do(page, "play")).to_have_text("Pause")
    do(page, "back").click()
    expect(do(page, "play")).to_have_text("Play")
    expect(button(page, "rerun")).to_have_accessible_name(LABELS["rerun"])


def test_where_less_motion_is_wanted_it_jumps(awake: Page) -> None:
    page = awake
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 740})
    shown = page.evaluate_handle(
        """() => {
          const shown = [];
          new MutationObserver(() => shown.push(document.querySelector("main").dataset.event))
            .observe(document.querySelector("main"), { attributeFilter: ["data-event"] });
          return shown;
        }"""
    )
    name = "never-recovers"
    button(page, name).click()
    expect_seen(page, name)
    wait_for_event(page, 63)
    assert set(page.evaluate("shown => shown", shown)) <= {"20", "63"}
    expect(said(page)).to_have_text(answer(name)["look_at"])
    expect(said(page)).to_be_in_viewport(ratio=1)
    expect(page.locator('tr[data-day="tue"]')).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    heights = [box["height"] for each in EXPERIMENTS if (box := button(page, each).bounding_box())]
    assert len(heights) == 7 and min(heights) >= 44


def test_pressed_before_python_is_ready_it_is_kept_and_happens_once_and_the_tick_goes_with_the_page(
    page: Page, site: str
) -> None:
    without_answers(page)
    held = open_without_python(page, site)
    button(page, "stopped").click()
    expect(said(page)).to_have_text("Saved. It runs when the simulator has loaded.")
    button(page, "stopped").click()
    expect(main(page)).to_have_attribute("data-event", str(OPENING_EVENT))
    play_fast(page)
    held.let_go()
    wait_for_python(page)
    expect_seen(page, "stopped")
    wait_for_event(page, answer("stopped")["telling"])
    assert [each for each in happened(page) if "Friday is cleared" in each] == [
        "06:37 Friday is cleared: its run goes back to its first step and queues again."
    ]
    do(page, "undo").click()
    wait_for_event(page, OPENING_EVENT)
    expect(do(page, "undo")).to_have_attribute("aria-disabled", "true")
    expect(week_total(page)).to_have_attribute("data-total", "618")
    expect_seen(page, "stopped")
    page.reload()
    expect(button(page, "stopped")).to_have_accessible_name(LABELS["stopped"])
