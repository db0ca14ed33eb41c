"""What the tests of the page share: to listen, to hold Python back, to look at the board."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, Route, expect

OPENING_EVENT, LAST_EVENT = 44, 90
WASM = "**/*.wasm"
# A machine that does much else at the same time needs long for each.
BOOT_MS = 90_000
expect.set_options(timeout=20_000)


def listen(context: BrowserContext, site: str, complaints: list[str]) -> None:
    """Write down what goes wrong in any page of the context, from now on."""

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(f"console: {message.text} ({message.location['url']})")

    def on_request(request: Request) -> None:
        if not request.url.startswith((site, "blob:", "data:")):
            complaints.append(f"request outside {site}: {request.url}")

    context.on("console", on_console)
    context.on("request", on_request)
    context.on("weberror", lambda error: complaints.append(f"page error: {error.error}"))


@contextmanager
def ready_page(browser: Browser, site: str, complaints: list[str]) -> Iterator[Page]:
    """A page of its own whose Python is ready, and what goes wrong in it written down."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    listen(context, site, complaints)
    page = context.new_page()
    page.goto(site)
    wait_for_python(page)
    yield page
    context.close()


class HeldPython:
    """Python's wasm file, kept from the page until it is let go."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._routes: list[Route] = []
        page.route(WASM, self._hold)

    def _hold(self, route: Route) -> None:
        self._routes.append(route)

    def let_go(self) -> None:
        for route in self._routes:
            route.continue_()
        self._page.unroute(WASM)


def open_without_python(page: Page, site: str) -> HeldPython:
    """The page at event 44, still waiting for its Python."""
    held = HeldPython(page)
    page.goto(site)
    expect(page.locator("[data-python-status]")).to_have_text(re.compile(r"^Python: \d+\.\d of \d+\.\d MB$"))
    return held


def wait_for_python(page: Page) -> None:
    expect(main(page)).to_have_attribute("data-python", "ready", timeout=BOOT_MS)


def wait_for_event(page: Page, event: int) -> None:
    expect(main(page)).to_have_attribute("data-event", str(event))


def main(page: Page) -> Locator:
    return page.locator("main")


def clear(page: Page, day: str) -> Locator:
    return page.locator(f'[data-press="clear:{day}"]')


def do(page: Page, name: str) -> Locator:
    """A button by what it does: play, step, back, start-over, late, try-again."""
    return page.locator(f'button[data-do="{name}"]')


def setting(page: Page, name: str) -> Locator:
    """The select of a setting: write, date, runs."""
    return page.locator(f'[data-set="{name}"]')


def said(page: Page) -> Locator:
    return page.locator("[data-status]")


def sentence(page: Page) -> Locator:
    return page.locator('[data-region="sentence"]')


def total(page: Page, day: str) -> Locator:
    return page.locator(f'tr[data-day="{day}"] [data-total]')


def week_total(page: Page) -> Locator:
    return page.locator('[data-region="week-total"] [data-total]')


def broken_at(page: Page) -> dict[str, str]:
    """Each property with the event that broke it, empty while it holds."""
    hooks = page.locator("[data-property]")
    found: dict[str, str] = hooks.evaluate_all(
        "all => Object.fromEntries(all.map(({dataset}) => [dataset.property, dataset.brokenAt]))"
    )
    assert set(found) == {"steps_in_order", "two_loads_at_most", "each_day_once", "rows_accounted_for"}
    return found


def last_event(page: Page) -> int:
    return int(page.locator("[data-slider]").get_attribute("max") or "")


def go_to(page: Page, event: int) -> None:
    """As a reader does who pulls the slider."""
    page.locator("[data-slider]").fill(str(event))
    wait_for_event(page, event)


def happened(page: Page) -> list[str]:
    """The lines of what happened, newest first, each with its time."""
    return [" ".join(line.split()) for line in page.locator("[data-log] li").all_inner_texts()]


# Pulls the slider over every event of the tape, and writes down what the page shows of each.
EVERY_EVENT = """() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const slider = document.querySelector("[data-slider]");
  const boards = [];
  for (let event = 0; event <= Number(slider.max); event++) {
    slider.value = event;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    boards.push({
      event: Number(document.querySelector("main").dataset.event),
      minute: Number(document.querySelector("main").dataset.minute),
      states: Object.fromEntries(all("tr[data-day]").map((row) =>
        [row.dataset.day, all("td[data-state]", row).map((cell) => cell.dataset.state)])),
      totals: Object.fromEntries(all("tr[data-day]").map((row) =>
        [row.dataset.day, Number(row.querySelector("[data-total]").dataset.total)])),
      settings: Object.fromEntries(all("select[data-set]").map(({ dataset, value }) => [dataset.set, value])),
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    });
  }
  return boards;
}"""


# What does not lie inside its own box, or is cut. Some reach beyond theirs on purpose: the light of a lit
# lamp, a mark over the slider, on a phone the two boards from edge to edge. The log is scrolled.
STICKS_OUT = """() => {
  const onPurpose = "select, input, td[data-step], .marks, .twice, .log";
  const heardOnly = (element) => getComputedStyle(element).clipPath !== "none";
  const inline = (element) => getComputedStyle(element).display === "inline";
  const cut = (element) => getComputedStyle(element).overflowY !== "visible"
    && element.scrollHeight > element.clientHeight + 1;
  return [...document.querySelectorAll("html, main, main *")]
    .filter((each) => !each.matches(onPurpose) && !each.closest("svg") && each.checkVisibility())
    .filter((each) => !inline(each) && !heardOnly(each))
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || cut(each))
    .map((each) => `${each.localName}.${each.className}: ${each.textContent.trim().slice(0, 40)}`);
}"""


def sticking_out(page: Page) -> list[str]:
    """Each part of the page, and the page itself, that is wider than its room, or whose text is cut."""
    found: list[str] = page.evaluate(STICKS_OUT)
    return found


def every_event(page: Page) -> list[dict[str, Any]]:
    """What the page shows of each event of its tape: {event, minute, states, totals, settings, overflow}."""
    boards: list[dict[str, Any]] = page.evaluate(EVERY_EVENT)
    assert [board["event"] for board in boards] == list(range(last_event(page) + 1))
    return boards
