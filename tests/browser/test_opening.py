"""The page as it opens: the picture that the build drew, and Python that takes over without a trace."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from app.replies import opening_tape
from tests.browser.reading import (
    BOOT_MS,
    OPENING_EVENT,
    broken_at,
    clear,
    do,
    every_event,
    go_to,
    happened,
    main,
    open_without_python,
    said,
    sentence,
    setting,
    total,
    wait_for_event,
    wait_for_python,
    week_total,
)

# The whole of <main> as HTML, but for the one thing that may change while Python loads.
MAIN_HTML = """main => {
  const copy = main.cloneNode(true);
  delete copy.dataset.python;
  copy.querySelector("[data-python-status]").textContent = "";
  return copy.outerHTML;
}"""
BUILT_MAIN_HTML = f"""html =>
  ({MAIN_HTML})(new DOMParser().parseFromString(html, "text/html").querySelector("main"))"""

NAME_AND_POINTER = """all => all.map((control) =>
  Object.keys(control.dataset) + " " + getComputedStyle(control).pointerEvents)"""


def main_html(page: Page) -> str:
    return str(main(page).evaluate(MAIN_HTML))


def built_main_html(page: Page, built_site: Path) -> str:
    html = (built_site / "index.html").read_text(encoding="utf-8")
    return str(page.evaluate(BUILT_MAIN_HTML, html))


def test_python_takes_over_where_the_build_left_off_and_nothing_a_reader_sees_changes(
    page: Page, site: str, built_site: Path
) -> None:
    held = open_without_python(page, site)
    expect(main(page)).to_have_attribute("data-python", "loading")
    built = built_main_html(page, built_site)
    assert 'data-event="44"' in built
    assert main_html(page) == built

    held.let_go()
    wait_for_python(page)
    assert main_html(page) == built
    expect(page.locator("[data-python-status]")).to_have_text("Python: ready")
    expect(main(page)).to_have_attribute("data-event", "44")
    expect(main(page)).to_have_attribute("data-minute", "28")


def test_a_reader_who_scrubs_meanwhile_keeps_the_event_and_the_focus(page: Page, site: str) -> None:
    held = open_without_python(page, site)
    go_to(page, 20)
    clear(page, "tue").focus()
    before = main_html(page)
    held.let_go()
    wait_for_python(page)
    assert main_html(page) == before
    expect(main(page)).to_have_attribute("data-event", "20")
    expect(clear(page, "tue")).to_be_focused()


def test_another_week_than_the_one_drawn_is_no_takeover(page: Page, site: str, built_site: Path) -> None:
    """What Python computes decides, and not what the page says of itself."""
    html = (built_site / "index.html").read_text(encoding="utf-8")
    digest = opening_tape().digest()
    assert html.count(digest) == 1
    page.route(
        site, lambda route: route.fulfill(body=html.replace(digest, "0" * 64), content_type="text/html")
    )
    page.goto(site)
    expect(main(page)).to_have_attribute("data-python", "failed", timeout=BOOT_MS)
    expect(said(page)).to_have_text(
        "Python makes another week than the one drawn here. The week can still be played."
    )
    do(page, "step").click()
    wait_for_event(page, 45)


def test_the_opening_board_tells_the_story(still: Page) -> None:
    expect(sentence(still)).to_have_text(
        "06:28 · event 44. Wednesday\u2019s load failed after writing 96 of its 179 rows;"
        " it tries again at 06:33."
    )
    assert every_event(still)[44]["states"] == {
        "mon": ["success"] * 5,
        "tue": ["success"] * 5,
        "wed": ["success", "success", "success", "up_for_retry", "none"],
        "thu": ["success", "up_for_retry", "none", "none", "none"],
        "fri": ["success", "running", "none", "none", "none"],
        "sat": ["none"] * 5,
        "sun": ["none"] * 5,
    }


def test_stepping_away_and_back_draws_the_same_page_again(page: Page, site: str, built_site: Path) -> None:
    open_without_python(page, site)
    regions = "[data-region], [data-log] > li"
    html = "all => all.map((region) => region.outerHTML)"
    before = page.locator(regions).evaluate_all(html)
    for event in (45, 0, 90, OPENING_EVENT):
        go_to(page, event)
    assert page.locator(regions).evaluate_all(html) == before


def test_without_javascript_the_page_reads_right_and_offers_nothing_dead(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site)
    expect(sentence(page)).to_contain_text("Wednesday\u2019s load failed after writing 96 of its 179 rows")
    expect(page.locator('tr[data-day="wed"] [data-step="load"]')).to_contain_text(
        "failed, try 2 of 3 at 06:33"
    )
    for day, rows in {"mon": "268", "tue": "254", "wed": "96", "thu": "0"}.items():
        expect(total(page, day)).to_have_attribute("data-total", rows)
    expect(week_total(page)).to_contain_text("618")
    expect(week_total(page)).to_contain_text("2,012")
    assert set(broken_at(page).values()) == {""}
    assert len(happened(page)) == 45
    expect(page.locator(".no-script").first).to_be_visible()
    expect(page.locator(".no-script").first).to_contain_text("switch JavaScript on")
    # A time in the list of what happened reads as text, as the name of a day does, and answers to no pointer.
    offered = page.locator("button:visible, select:visible, input:visible")
    assert set(offered.evaluate_all(NAME_AND_POINTER)) == {"goto none", "choose none"}
    context.close()


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_nothing_is_wider_than_the_screen_at_any_event(still: Page, width: int) -> None:
    still.set_viewport_size({"width": width, "height": 740})
    boards = every_event(still)
    assert [board["event"] for board in boards if board["overflow"] > 0] == []
    assert still.evaluate("innerWidth") == width
    expect(setting(still, "write")).to_have_value("append")
