"""What the tests of the page share: to listen, to put a page back, to hold Python back, to look at it."""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from typing import Any

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Error,
    Locator,
    Page,
    Request,
    Route,
    ViewportSize,
    expect,
)

from build_snapshot import style_sheet

OPENING_EVENT, LAST_EVENT = 44, 90
SCREEN: ViewportSize = {"width": 1280, "height": 800}
WASM = "**/*.wasm"
RUNTIME = "**/vendor/**"
ANSWERS = "**/answers-*.json"
# The reader has asked nothing of the system.
AS_IT_IS: dict[str, Any] = {"color_scheme": "null", "reduced_motion": "null", "forced_colors": "null"}
# A machine that does much else at the same time needs long for each.
BOOT_MS = 90_000
PUT_BACK_MS = 20_000
expect.set_options(timeout=20_000)


@contextmanager
def running(server: ThreadingHTTPServer, folder: str) -> Iterator[str]:
    """The address of a folder that the server serves, for as long as it is needed."""
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{folder}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def listen(context: BrowserContext, site: str, complaints: list[str]) -> None:
    """Write down what goes wrong in any page of the context, from now on."""

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(f"console: {message.text} ({message.location['url']})")

    def on_request(request: Request) -> None:
        if not request.url.startswith((site, "blob:", "data:")):
            complaints.append(f"request outside {site}: {request.url}")

    def on_dialog(dialog: Dialog) -> None:
        complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    context.on("console", on_console)
    context.on("dialog", on_dialog)
    context.on("request", on_request)
    context.on("weberror", lambda error: complaints.append(f"page error: {error.error}"))


def assert_nothing_went_wrong(complaints: list[str]) -> None:
    """Fails if anything did, and forgets it, so that the next test begins with nothing."""
    found = complaints.copy()
    complaints.clear()
    assert not found, "\n".join(found)


# What stands in <main>, without the space between its lines, and without what no reader can take back: what
# Redo could do, what a hunt has found, the boards that are hidden again, which experiment is next, and which
# of two texts the line above the board shows. The grid's keys keep the cell that was pressed last.
AS_OPENED = r"""() => {
  const copy = document.querySelector("main").cloneNode(true);
  copy.querySelector('[data-do="redo"]').removeAttribute("aria-disabled");
  copy.querySelector('[data-region="hunt"]').replaceChildren();
  copy.querySelector("[data-twin]").replaceChildren();
  delete copy.querySelector(".speaks").dataset.shows;
  copy.querySelector(".lead").replaceChildren();
  copy.querySelector(".chain").removeAttribute("aria-activedescendant");
  return copy.outerHTML.replace(/>\s+</g, "><");
}"""
GO_TO_OPENING = f"""() => {{
  const slider = document.querySelector("[data-slider]");
  slider.value = {OPENING_EVENT};
  for (const name of ["input", "change"]) slider.dispatchEvent(new Event(name, {{ bubbles: true }}));
}}"""
REMEMBER = f"""async () => {{
  ({GO_TO_OPENING})();
  const experiments = [...document.querySelectorAll("[data-experiment]")].map((each) => each.innerHTML);
  const {{ isAwaited }} = await import("./static/desk.js");
  const {{ python }} = document.querySelector("main").dataset;
  window.opened = {{ main: ({AS_OPENED})(), python, experiments, isAwaited }};
}}"""
# Takes back what a test may have done, as a reader would where there is a way, and says whether <main> is as
# it was when the page opened. Where something is still to come it says no, and is called again.
PUT_BACK = f"""() => {{
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const {{ main, python, experiments, isAwaited }} = window.opened;
  if (one("main").dataset.python !== python) throw new Error("Python has come or gone.");
  one("dialog").close();
  const hunt = one('[data-do="hunt"]');
  if (hunt.textContent === "Stop") return void hunt.click();
  const undo = one('[data-do="undo"]');
  if (!isAwaited()) while (!undo.ariaDisabled) undo.click();
  if (isAwaited()) return false;
  const twin = one('[data-do="twin"]');
  if (twin.ariaExpanded === "true") twin.click();
  const wednesday = one('[data-choose="wed"]');
  if (wednesday.ariaPressed !== "true") wednesday.click();
  for (const select of all("main select:not([data-value])"))
    select.value = ([...select.options].find((each) => each.defaultSelected) ?? select.options[0]).value;
  one("[data-late-hours]").value = one("[data-late-hours]").defaultValue;
  one("[data-by-hand]").hidden = true;
  all("main details").forEach((each) => {{ each.open = false; }});
  one("#pressed")?.click();
  all("[data-experiment]").forEach((each, index) => {{ each.innerHTML = experiments[index]; }});
  document.activeElement.blur();
  scrollTo(0, 0);
  ({GO_TO_OPENING})();
  Object.assign(window, window.inTime);
  delete document.hidden;
  return ({AS_OPENED})() === main;
}}"""


class KeptPage:
    """A page that takes long to open, so that it is kept, and put back for each test.

    Where that fails it is opened anew. What belongs to its context cannot be put back: a test that needs a
    permission or no network takes a page of its own.
    """

    def __init__(self, open_one: Callable[[], Page]) -> None:
        self._open_one = open_one
        self._page: Page | None = None

    @contextmanager
    def at_opening(self) -> Iterator[Page]:
        """The page at event 44 of the opening week, with nothing to undo.

        Once it is given back no lamp pulses: without a graphics card that takes a tenth of a core.
        """
        if self._page is None or not self._is_put_back(self._page):
            self.close()
            self._page = self._open_one()
            self._page.evaluate(REMEMBER)
        yield self._page
        self._page.emulate_media(reduced_motion="reduce")

    def _is_put_back(self, page: Page) -> bool:
        try:
            page.unroute_all()
            page.set_viewport_size(SCREEN)
            page.emulate_media(**AS_IT_IS)
            page.wait_for_function(PUT_BACK, timeout=PUT_BACK_MS)
        except Error as error:
            print(error)  # which pytest shows where the test fails
            return False
        return True

    def close(self) -> None:
        if self._page is not None:
            self._page.context.close()


def play_fast(page: Page) -> None:
    """From now on Play shows an event in each frame that is drawn. Limits of time stay as they are."""
    page.evaluate(
        """() => {
          const { setInterval, clearInterval } = window;
          window.inTime ??= { setInterval, clearInterval };
          window.setInterval = (act, ms) => {
            if (ms >= 1_000) return setInterval(act, ms);
            const timer = {};
            const next = () => { timer.frame = requestAnimationFrame(() => { next(); act(); }); };
            next();
            return timer;
          };
          window.clearInterval = (timer) =>
            timer.frame ? cancelAnimationFrame(timer.frame) : clearInterval(timer);
        }"""
    )


class Held:
    """Files, by a pattern of their addresses, kept from the page until let go: those of Python, or others."""

    def __init__(self, page: Page, files: str = RUNTIME) -> None:
        self._page, self._files = page, files
        self._routes: list[Route] = []
        page.route(files, self._hold)

    def _hold(self, route: Route) -> None:
        self._routes.append(route)

    def let_go(self) -> None:
        for route in self._routes:
            route.continue_()
        self._page.unroute(self._files)

    def refuse(self) -> None:
        for route in self._routes:
            route.abort()
        self._page.unroute(self._files)


def without_answers(page: Page) -> None:
    """Nothing was drawn ahead for this page: what is pressed waits for Python."""
    page.route(ANSWERS, lambda route: route.fulfill(body="{}"))


def open_without_python(page: Page, site: str) -> Held:
    """The page at event 44, still waiting for its Python."""
    held = Held(page)
    page.goto(site)
    expect(page.locator("[data-python-status]")).to_have_text(re.compile(r"^Python: \d+\.\d of \d+\.\d MB$"))
    return held


def wait_for_python(page: Page) -> None:
    # Looks in every frame. What expect has to wait for long it looks at once a second.
    page.wait_for_selector('main[data-python="ready"]', timeout=BOOT_MS)


def wait_for_event(page: Page, event: int) -> None:
    page.wait_for_selector(f'main[data-event="{event}"]')


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
  const tooWide = (element) => element.scrollWidth > element.clientWidth + 1;
  const tooHigh = (element) => element.scrollHeight > element.clientHeight + 1;
  // Asked only of the few that are too large for their box: a style costs more than a size.
  const isSeen = (element) => {
    const { clipPath, display } = getComputedStyle(element);
    return clipPath === "none" && display !== "inline" && element.checkVisibility();
  };
  const isCut = (element) => getComputedStyle(element).overflowY !== "visible";
  return [...document.querySelectorAll("html, main, main *")]
    .filter((each) => tooWide(each) || tooHigh(each))
    .filter((each) => !each.matches(onPurpose) && !each.closest("svg") && isSeen(each))
    .filter((each) => tooWide(each) || isCut(each))
    .map((each) => `${each.localName}.${each.className}: ${each.textContent.trim().slice(0, 40)}`);
}"""


def widths() -> list[int]:
    """From 320 to 1400 pixels, and on either side of each width at which the layout changes."""
    found = re.findall(r"@media \((?:min|max)-width: ([\d.]+)rem\)", style_sheet())
    changes = {float(rem) * 16 for rem in found}
    assert len(changes) >= 4
    return sorted({*range(320, 1401, 60), *(int(at) + more for at in changes for more in (0, 1))})


def sticking_out(page: Page) -> list[str]:
    """Each part of the page, and the page itself, that is wider than its room, or whose text is cut."""
    found: list[str] = page.evaluate(STICKS_OUT)
    return found


def every_event(page: Page) -> list[dict[str, Any]]:
    """What the page shows of each event of its tape: {event, minute, states, totals, settings, overflow}."""
    boards: list[dict[str, Any]] = page.evaluate(EVERY_EVENT)
    assert [board["event"] for board in boards] == list(range(last_event(page) + 1))
    return boards
