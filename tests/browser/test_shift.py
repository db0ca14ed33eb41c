"""The layout does not move: not while the page loads, not when Python takes over, not while a week plays."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.reading import (
    LAST_EVENT,
    OPENING_EVENT,
    do,
    go_to,
    main,
    open_without_python,
    play_fast,
    said,
    wait_for_python,
)

# A whole week takes two seconds, on a machine that does nothing else.
WEEK_MS = 60_000
# Cumulative layout shift as browsers measure it (https://web.dev/articles/cls), but summed over all the time,
# and what moved: a shift within half a second of a press is one that the reader asked for.
LISTEN = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries())
      if (!hadRecentInput)
        shifts.push([value, document.querySelector("main")?.dataset.event,
          ...sources.map(({ node }) => (node?.outerHTML ?? node?.data ?? "").slice(0, 60))]);
  }).observe({ type: "layout-shift", buffered: true });
"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def assert_nothing_moved(page: Page) -> None:
    page.evaluate(TWO_FRAMES)
    shifts = page.evaluate("shifts")
    assert sum(value for value, *_ in shifts) < 0.01, shifts


WIDE, PHONE = (1280, 800), (360, 740)
SCREENS = pytest.mark.parametrize(("width", "height"), [WIDE, PHONE])


# On a phone, where there is least room, from the week's first event on.
@pytest.mark.parametrize(("width", "height", "event"), [(*WIDE, OPENING_EVENT), (*PHONE, 0)])
def test_nothing_moves_over_load_takeover_and_while_a_week_plays(
    page: Page, site: str, width: int, height: int, event: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.add_init_script(LISTEN)
    page.goto(site)
    wait_for_python(page)
    assert_nothing_moved(page)
    go_to(page, event)
    page.evaluate("scrollTo(0, 0)")
    play_fast(page)
    # Not with the mouse: its press would excuse what moves in the half second after it.
    do(page, "play").dispatch_event("click")
    expect(main(page)).to_have_attribute("data-event", str(LAST_EVENT), timeout=WEEK_MS)
    expect(said(page)).to_contain_text("The week is over")
    assert page.evaluate("scrollY") == 0
    assert_nothing_moved(page)


@SCREENS
@pytest.mark.parametrize("second", ["board", "controls", "legend"])
def test_nothing_moves_when_the_page_comes_in_two_pieces(
    page: Page, site: str, built_site: Path, second: str, width: int, height: int
) -> None:
    """A browser draws what it has, and over a slow line that is half a page."""
    html = (built_site / "index.html").read_text(encoding="utf-8")
    html = re.sub("<script.*?</script>", "", html, flags=re.DOTALL)
    cut = html.rindex("<", 0, html.index(f' class="{second}"'))
    first, rest = html[:cut], html[cut : html.index("<section")]
    page.set_viewport_size({"width": width, "height": height})
    page.add_init_script(LISTEN)
    page.route(site, lambda route: route.fulfill(body=first, content_type="text/html"))
    page.goto(site)
    page.evaluate(TWO_FRAMES)
    page.evaluate(
        "html => document.querySelector('.simulator').insertAdjacentHTML('beforeend', html)",
        rest,
    )
    expect(page.locator(".so-far")).to_be_visible()
    assert_nothing_moved(page)


def test_what_moves_would_be_seen(page: Page, site: str) -> None:
    page.add_init_script(LISTEN)
    open_without_python(page, site)
    page.evaluate(TWO_FRAMES)
    page.evaluate("document.querySelector('main').style.paddingTop = '200px'")
    page.wait_for_function("shifts.length > 0")
    with pytest.raises(AssertionError):
        assert_nothing_moved(page)
