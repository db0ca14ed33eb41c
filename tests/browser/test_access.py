"""The page for everyone: axe-core, the board's words, targets for a finger, no scrolling sideways.

axe-core (https://github.com/dequelabs/axe-core) knows the rules of WCAG. It looks at the page at event
44, before Python has come, and at the end of the week.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.reading import WASM

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 360, "height": 740}
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "forced colours": {"viewport": {"width": 1280, "height": 800}, "forced_colors": "active"},
    "reduced motion": {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"},
    "360 px": {"viewport": PHONE},
    "320 px": {"viewport": {"width": 320, "height": 640}},
}


@contextmanager
def opened(browser: Browser, site: str, **look: Any) -> Iterator[Page]:  # noqa: ANN401
    """The page in a look of its own, without Python. axe is put in from outside, which the policy forbids."""
    context = browser.new_context(bypass_csp=True, service_workers="block", **look)
    page = context.new_page()
    page.route(WASM, lambda route: route.abort())
    page.goto(site)
    yield page
    context.close()


def found_by_axe(page: Page) -> list[str]:
    page.add_script_tag(path=AXE)
    violations = page.evaluate("async () => (await axe.run()).violations")
    return [f"{each['id']}: {node['html'][:120]}" for each in violations for node in each["nodes"]]


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing(browser: Browser, site: str, look: str) -> None:
    with opened(browser, site, **LOOKS[look]) as page:
        assert found_by_axe(page) == []
        page.locator("[data-slider]").press("End")
        assert found_by_axe(page) == []


def test_axe_would_find_something(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        page.locator("[data-slider]").evaluate("slider => slider.removeAttribute('aria-label')")
        assert any(found.startswith("label: ") for found in found_by_axe(page))


def test_the_board_is_a_table_that_reads_aloud(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        board = page.locator(".board table").first.aria_snapshot()
        wednesday = next(line for line in board.splitlines() if "row" in line and "Wednesday" in line)
        assert "failed, try 2 of 3 at 06:33" in wednesday
        assert 'columnheader "Load"' in board
        assert 'rowheader "Wednesday' in board


def test_every_target_of_the_simulator_is_large_enough_for_a_finger(browser: Browser, site: str) -> None:
    with opened(browser, site, viewport=PHONE, has_touch=True) as page:
        small = page.locator(
            ".time button, .tools button, .board [data-press], .controls button, .controls select,[data-try]"
        ).evaluate_all(
            """targets => targets.filter(target => target.checkVisibility()).map(target => {
                 const { width, height } = target.getBoundingClientRect();
                 return [target.textContent.trim(), Math.round(width), Math.round(height)];
               }).filter(([, width, height]) => height < 44 || width < 44)"""
        )
        assert small == []


@pytest.mark.parametrize("width", [360, 320])
def test_nothing_scrolls_sideways(browser: Browser, site: str, width: int) -> None:
    with opened(browser, site, viewport={"width": width, "height": 740}) as page:
        for key in ("Home", "End"):
            page.locator("[data-slider]").press(key)
            assert page.evaluate("document.documentElement.scrollWidth") == width
