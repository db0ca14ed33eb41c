"""The page for everyone: axe-core, the board's words, targets for a finger, nothing cut at any width.

axe-core (https://github.com/dequelabs/axe-core) knows the rules of WCAG. It looks at the page at event
44, before Python has come, and at the end of the week.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.reading import (
    AS_IT_IS,
    LAST_EVENT,
    OPENING_EVENT,
    RUNTIME,
    SCREEN,
    go_to,
    sticking_out,
    widths,
)

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
PHONE: ViewportSize = {"width": 360, "height": 740}
# The size of the window, and what the reader has asked of the system.
LOOKS: dict[str, tuple[ViewportSize, dict[str, Any]]] = {
    "light": (SCREEN, {"color_scheme": "light"}),
    "dark": (SCREEN, {"color_scheme": "dark"}),
    "forced colours": (SCREEN, {"forced_colors": "active"}),
    "reduced motion": (SCREEN, {"reduced_motion": "reduce"}),
    "360 px": (PHONE, {}),
    "320 px": ({"width": 320, "height": 640}, {}),
}


@contextmanager
def opened(browser: Browser, site: str, **look: Any) -> Iterator[Page]:  # noqa: ANN401
    """The page in a look of its own, where Python does not start. axe is put in against the page's policy."""
    context = browser.new_context(bypass_csp=True, service_workers="block", **look)
    page = context.new_page()
    page.route(RUNTIME, lambda route: route.abort())
    page.goto(site)
    yield page
    context.close()


@pytest.fixture(scope="module")
def looked_at(browser: Browser, site: str) -> Iterator[Page]:
    """A page that axe looks at, whatever it looks like."""
    with opened(browser, site) as page:
        page.add_script_tag(path=AXE)
        yield page


def found_by_axe(page: Page) -> list[str]:
    violations = page.evaluate("async () => (await axe.run({ resultTypes: ['violations'] })).violations")
    return [f"{each['id']}: {node['html'][:120]}" for each in violations for node in each["nodes"]]


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing(looked_at: Page, look: str) -> None:
    size, asked = LOOKS[look]
    looked_at.set_viewport_size(size)
    looked_at.emulate_media(**(AS_IT_IS | asked))
    for event in (OPENING_EVENT, LAST_EVENT):
        go_to(looked_at, event)
        assert found_by_axe(looked_at) == []


def test_axe_would_find_something(looked_at: Page) -> None:
    slider = looked_at.locator("[data-slider]")
    label = slider.get_attribute("aria-label")
    slider.evaluate("slider => slider.removeAttribute('aria-label')")
    assert any(found.startswith("label: ") for found in found_by_axe(looked_at))
    slider.evaluate("(slider, label) => slider.setAttribute('aria-label', label)", label)


# What the board reads out at event 44. A row's own name is left out: it is all that follows in the row.
BOARD = """\
- table "One row a day, one lamp a step; arrow keys go from lamp to lamp":
  - caption: One row a day, one lamp a step; arrow keys go from lamp to lamp
  - rowgroup:
    - row:
      - columnheader "Day"
      - columnheader "Wait"
      - columnheader "Extract"
      - columnheader "Convert"
      - columnheader "Load"
      - columnheader "Check"
      - columnheader "Report / source"
      - columnheader "Run the day again"
  - rowgroup:
    - row:
      - rowheader "Monday":
        - button "Monday"
      - cell "succeeded"
      - cell "succeeded"
      - cell "succeeded"
      - cell "succeeded"
      - cell "succeeded"
      - cell "268 in the report, 268 in the source"
      - cell "Clear Monday":
        - button "Clear Monday"
    - row:
      - rowheader "Tuesday":
        - button "Tuesday"
      - cell "succeeded"
      - cell "succeeded"
      - cell "succeeded"
      - cell "succeeded"
      - cell "succeeded"
      - cell "254 in the report, 254 in the source"
      - cell "Clear Tuesday":
        - button "Clear Tuesday"
    - row:
      - rowheader "Wednesday":
        - button "Wednesday" [pressed]
      - cell "succeeded"
      - cell "succeeded, try 2 of 3"
      - cell "succeeded"
      - cell "failed, try 2 of 3 at 06:33"
      - cell "not started"
      - cell "96 in the report, 179 in the source"
      - cell "Clear Wednesday":
        - button "Clear Wednesday"
    - row:
      - rowheader "Thursday":
        - button "Thursday"
      - cell "succeeded"
      - cell "failed, try 2 of 3 at 06:32"
      - cell "not started"
      - cell "not started"
      - cell "not started"
      - cell "0 in the report, 301 in the source"
      - cell "Clear Thursday":
        - button "Clear Thursday"
    - row:
      - rowheader "Friday":
        - button "Friday"
      - cell "succeeded"
      - cell "running"
      - cell "not started"
      - cell "not started"
      - cell "not started"
      - cell "0 in the report, 342 in the source"
      - cell "Clear Friday":
        - button "Clear Friday"
    - row:
      - rowheader "Saturday":
        - button "Saturday"
      - cell "not started"
      - cell "not started"
      - cell "not started"
      - cell "not started"
      - cell "not started"
      - cell "0 in the report, 391 in the source"
      - cell "Clear Saturday":
        - button "Clear Saturday"
    - row:
      - rowheader "Sunday":
        - button "Sunday"
      - cell "not started"
      - cell "not started"
      - cell "not started"
      - cell "not started"
      - cell "not started"
      - cell "0 in the report, 277 in the source"
      - cell "Clear Sunday":
        - button "Clear Sunday"
  - rowgroup:
    - row:
      - rowheader "12 January (the clock\u2019s day)":
        - button "12 January (the clock\u2019s day)"
      - cell "0"
      - cell
  - rowgroup:
    - row:
      - rowheader "Week"
      - cell "618 in the report, 2,012 in the source"
      - cell
- list:
  - listitem:
    - text: "Steps in order:"
    - button "holds" [disabled]
  - listitem:
    - text: "Two loads at most:"
    - button "holds" [disabled]
  - listitem:
    - text: "Each day counted once:"
    - button "holds" [disabled]
  - listitem:
    - text: "Every row accounted for:"
    - button "holds" [disabled]
- paragraph
- paragraph: 12 more rules hold
- paragraph: "Press a lamp or a number: this line says why it is so."\
"""


def test_the_board_reads_aloud_as_a_table_and_its_properties_as_a_list(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        board = page.locator(".board").first.aria_snapshot()
        assert re.sub(r'^( *- row) ".*":$', r"\1:", board, flags=re.MULTILINE) == BOARD


class Target(NamedTuple):
    """What a finger may press: the part of the page it is in, its words, and its box in CSS pixels."""

    part: str
    words: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Target") -> bool:
        """Whether the boxes have more than an edge in common."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return min(across, down) > 0.01


# All that can be folded open is, and the list of what happened is shown whole. The bar lies over the page on
# purpose, so it is looked at where the page ends.
UNFOLD = """() => {
  for (const each of document.querySelectorAll("main details")) each.open = true;
  document.querySelector(".log").style.height = "auto";
  document.querySelector(".time").style.position = "static";
}"""
PARTS = {
    "lead",
    "time",
    "pace",
    "tools",
    "board",
    "controls",
    "experiments",
    "files",
    "story",
    "so-far",
    "twice",
    "hunt",
}
TARGETS = """(parts) => [...document.querySelectorAll("main :is(button, a, select, input, summary)")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .map((each) => {
    const part = each.closest(parts.map((name) => "." + name).join())?.classList[0];
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return [part, each.ariaLabel ?? each.textContent.trim(), left, top, right, bottom];
  })"""


EDGES = "part => [part.getBoundingClientRect().top, part.getBoundingClientRect().bottom]"


@pytest.mark.parametrize("width", [360, 320])
def test_every_target_is_as_large_as_a_finger_and_overlaps_no_other(
    browser: Browser, site: str, width: int
) -> None:
    with opened(browser, site, viewport={"width": width, "height": 740}, has_touch=True) as page:
        page.evaluate(UNFOLD)
        for event in (OPENING_EVENT, LAST_EVENT):
            go_to(page, event)
            targets = [Target(*each) for each in page.evaluate(TARGETS, sorted(PARTS))]
            assert {each.part for each in targets} == PARTS
            # Half a pixel less comes of rounding.
            assert [each for each in targets if each.right - each.left < 43.5] == []
            assert [each for each in targets if each.bottom - each.top < 43.5] == []
            assert [pair for pair in combinations(targets, 2) if pair[0].meets(pair[1])] == []


def test_on_a_phone_the_first_screen_holds_title_experiment_sentence_all_days_and_bar(
    browser: Browser, site: str
) -> None:
    with opened(browser, site, viewport=PHONE) as page:
        for event in (OPENING_EVENT, LAST_EVENT):
            go_to(page, event)
            assert page.evaluate("scrollY") == 0
            edges = [
                page.locator(part).evaluate(EDGES)
                for part in ("h1", ".lede", ".lead", ".speaks", '[data-day="sun"]', ".time")
            ]
            from_the_top = [0, *(edge for part in edges for edge in part), PHONE["height"]]
            assert from_the_top == sorted(from_the_top)


def test_nothing_sticks_out_or_is_cut_at_any_width(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        for event in (OPENING_EVENT, LAST_EVENT):
            go_to(page, event)
            for width in widths():
                page.set_viewport_size({"width": width, "height": 800})
                assert sticking_out(page) == [], (event, width)
