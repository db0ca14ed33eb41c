"""How fast the page is, side by side with the same page on the stock runtime: python -m bench.page

Every round starts each browser anew, one kind after the other, so that a slow minute is slow for all:
ratios within one run are what counts. The figures are medians of ROUNDS rounds. The report is printed
and written to bench/results.md.
"""

import json
import os
import platform
import shutil
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from bench.pages import served
from build_snapshot import build
from tests.browser.conftest import CHROMIUM_FLAGS
from tests.browser.get_browser import find_browser

ROUNDS = 5
WAIT_MS = 300_000
SETTLED_MS = 2_000  # a browser is busy with itself at first, and a visitor's has long been running
READER_MS = 500  # before each press of a reader who looks at the page first
SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
RESULTS = Path(__file__).resolve().parent / "results.md"

# Milliseconds since the page was asked for.
WATCH = """
window.seen = { tasks: [] };
new MutationObserver(() => {
  if (document.querySelector("main")?.dataset.python === "ready") window.seen.ready ??= performance.now();
}).observe(document, { subtree: true, childList: true, attributes: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.seen.paint = entry.startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.seen.tasks.push(entry.duration);
}).observe({ type: "longtask", buffered: true });
"""
# Presses Clear Tuesday as soon as its button is there. Milliseconds since the page was asked for, up to the
# frame in which the answer is shown.
PRESS_AT_ONCE = """
window.first = {};
new MutationObserver(() => {
  const { first } = window;
  const button = document.querySelector('[data-press="clear:tue"]');
  if (button && !first.pressed) {
    first.pressed = performance.now();
    button.click();
  }
  if (first.pressed && document.querySelector("main").dataset.event !== "44")
    requestAnimationFrame(() => setTimeout(() => { first.answered ??= performance.now(); }));
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-event"] });
"""
# The time from a press to the frame after the page has shown what came of it.
PRESS = """(until) => new Promise((resolve) => {
  const main = document.querySelector("main");
  const status = document.querySelector("[data-status]");
  const began = performance.now();
  const seen = new MutationObserver(() => {
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
  });
  if (until === "said") seen.observe(status, { childList: true, characterData: true, subtree: true });
  else seen.observe(main, { attributes: true, attributeFilter: ["data-event"] });
  document.querySelector('[data-press="clear:tue"]').click();
})"""
# The script's work for each event that the slider is pulled over, style and layout included.
SCRUB = """() => {
  const slider = document.querySelector("[data-slider]");
  const took = [];
  for (let event = 0; event <= Number(slider.max); event++) {
    const began = performance.now();
    slider.value = event;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    document.documentElement.getBoundingClientRect();
    took.push(performance.now() - began);
  }
  return took;
}"""
# The hunt through 3,000 weeks, from its first hundred on: before them its Pythons start.
HUNT = """() => new Promise((resolve) => {
  const button = document.querySelector('[data-do="hunt"]');
  const idle = button.textContent;
  let began = null;
  window.seen.tasks.length = 0;
  new MutationObserver(() => {
    const weeks = Number(document.querySelector('[data-region="hunt"] progress').value);
    if (weeks > 0 && began === null) began = { at: performance.now(), weeks };
    if (weeks < 3_000 || button.textContent !== idle) return;
    const took = ((performance.now() - began.at) * 3_000) / (3_000 - began.weeks);
    resolve({ took, tasks: window.seen.tasks });
  }).observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true });
  button.click();
})"""
# An hour of playing, 0.12 s an event, without the waiting: 30,000 events shown one after the other.
PLAY_AN_HOUR = """() => {
  const slider = document.querySelector("[data-slider]");
  const last = Number(slider.max);
  for (let shown = 0; shown < 30_000; shown++) {
    slider.value = shown % (last + 1);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }
}"""


@contextmanager
def browser_of_a_visitor(playwright: Playwright) -> Iterator[BrowserContext]:
    """A browser with a disk cache, as visitors have, and nothing in it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        context = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=find_browser(whole=True),
            args=CHROMIUM_FLAGS,
            viewport={"width": 1280, "height": 800},
        )
        context.add_init_script(WATCH)
        context.pages[0].wait_for_timeout(SETTLED_MS)
        yield context
        context.close()


def wait_for_python(page: Page) -> dict[str, Any]:
    """What was seen of the page until its first answer."""
    page.wait_for_selector('main[data-python="ready"]', timeout=WAIT_MS)
    seen: dict[str, Any] = page.evaluate(
        """({ ...window.seen, ...Object.fromEntries(
          performance.getEntriesByType("mark").map(({ name, startTime }) => [name, startTime])) })"""
    )
    return seen


def slowed(page: Page, *, line: bool = False) -> None:
    """The page on a machine a quarter as fast, and on a slow line."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    if line:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_LINE)


class Taken:
    """All that was measured: name -> one value a round or more."""

    def __init__(self) -> None:
        self.values: dict[str, list[float]] = {}
        self.chromium = ""

    def add(self, name: str, *values: float) -> None:
        self.values.setdefault(name, []).extend(values)

    def median(self, name: str) -> float:
        return statistics.median(self.values[name])

    def ratio(self, name: str, base: str) -> float:
        """The median of the ratios of each round."""
        pairs = zip(self.values[name], self.values[base], strict=True)
        return statistics.median(value / of for value, of in pairs)

    def late(self, name: str) -> float:
        """The 95th percentile."""
        return statistics.quantiles(self.values[name], n=20)[-1]


def visits(
    playwright: Playwright, address: str, asked: list[tuple[str, int]], kind: str, taken: Taken
) -> None:
    """A first visit, and for ours a second one."""
    with browser_of_a_visitor(playwright) as context:
        asked.clear()
        page = context.new_page()
        page.goto(address)
        seen = wait_for_python(page)
        taken.add(f"{kind} cold", seen["python-answered"])
        taken.add(f"{kind} worker", seen["python-answered"] - seen["python-asked"])
        taken.add(
            f"{kind} bytes", sum(size for path, size in asked if not path.endswith("service-worker.js"))
        )
        if kind == "stock":
            return
        taken.add("paint", seen["paint"])
        taken.add("longest task", max(seen["tasks"], default=0))
        taken.chromium = context.browser.version if context.browser else ""
        page.evaluate("navigator.serviceWorker.ready")
        page.close()
        asked.clear()
        page = context.new_page()
        page.goto(address)
        seen = wait_for_python(page)
        taken.add("repeat", seen["python-answered"])
        taken.add("repeat worker", seen["python-answered"] - seen["python-asked"])
        taken.add("repeat bytes", sum(size for _, size in asked))


def slow_visit(playwright: Playwright, address: str, taken: Taken) -> None:
    """Paint on a slow line and machine; a press while Python loads on a slow machine."""
    with browser_of_a_visitor(playwright) as context:
        page = context.new_page()
        slowed(page, line=True)
        page.goto(address, wait_until="commit")
        page.wait_for_selector("[data-position]")
        page.wait_for_timeout(3_000)
        taken.add("slow paint", page.evaluate("window.seen.paint"))
    with browser_of_a_visitor(playwright) as context:
        page = context.new_page()
        slowed(page)
        page.goto(address, wait_until="domcontentloaded")
        taken.add("press while loading", page.evaluate(PRESS, "said"))


def first_press(playwright: Playwright, address: str, kind: str, taken: Taken, *, slow: bool) -> None:
    """A press made as soon as it can be: when it is answered, since the page opened and since the press."""
    with browser_of_a_visitor(playwright) as context:
        context.add_init_script(PRESS_AT_ONCE)
        page = context.new_page()
        if slow:
            slowed(page, line=True)
        page.goto(address, wait_until="commit")
        page.wait_for_function("window.first.answered", timeout=WAIT_MS)
        first = page.evaluate("window.first")
        taken.add(f"{kind} first answer", first["answered"])
        taken.add(f"{kind} first press", first["answered"] - first["pressed"])


def playing(playwright: Playwright, address: str, taken: Taken) -> None:
    """Presses, scrubbing and an hour of playing, once Python runs."""
    with browser_of_a_visitor(playwright) as context:
        page = context.new_page()
        page.goto(address)
        wait_for_python(page)
        for _ in range(20):
            page.wait_for_timeout(READER_MS)
            taken.add("press", page.evaluate(PRESS, "shown"))
        for _ in range(20):
            taken.add("hurried press", page.evaluate(PRESS, "shown"))
        page.reload()
        wait_for_python(page)
        taken.add("scrub", *page.evaluate(SCRUB))
        page.evaluate(SCRUB)
        before = memory(page)
        page.evaluate(PLAY_AN_HOUR)
        after = memory(page)
        for name in before:
            taken.add(f"more {name}", after[name] - before[name])


def hunting(playwright: Playwright, address: str, taken: Taken) -> None:
    """The hunt through 3,000 weeks."""
    with browser_of_a_visitor(playwright) as context:
        page = context.new_page()
        page.goto(address)
        wait_for_python(page)
        hunted = page.evaluate(HUNT)
        taken.add("hunt", hunted["took"])
        taken.add("longest task of the hunt", max(hunted["tasks"], default=0))


def memory(page: Page) -> dict[str, float]:
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    metrics = {entry["name"]: entry["value"] for entry in session.send("Performance.getMetrics")["metrics"]}
    return {
        "nodes": metrics["Nodes"],
        "listeners": metrics["JSEventListeners"],
        "heap": metrics["JSHeapUsedSize"],
    }


def table(taken: Taken) -> str:
    def megabytes(name: str) -> str:
        return f"{taken.median(name) / 1e6:.2f} MB"

    def of(name: str, base: str) -> str:
        return f"{taken.ratio(name, base):.2f}"

    def milliseconds(name: str) -> str:
        return f"{taken.median(name):,.0f} ms"

    def longest(name: str) -> str:
        """Browsers report no task below 50 ms."""
        return milliseconds(name) if taken.median(name) else "under 50 ms"

    rows = [
        ("worker's first answer, cold, of stock", of("ours worker", "stock worker"), "0.45"),
        ("the same from the opening of the page on", of("ours cold", "stock cold"), ""),
        ("bytes on the wire, of stock", of("ours bytes", "stock bytes"), "0.84"),
        ("first answer, repeat visit, of cold stock", of("repeat", "stock cold"), "0.20"),
        ("worker's first answer, repeat visit, of cold stock", of("repeat worker", "stock worker"), ""),
        ("first answer, cold, stock", milliseconds("stock cold"), ""),
        ("first answer, cold", milliseconds("ours cold"), ""),
        ("first answer, repeat visit", milliseconds("repeat"), ""),
        ("bytes on the wire, stock", megabytes("stock bytes"), ""),
        ("bytes on the wire", megabytes("ours bytes"), "5.4 MB"),
        ("bytes on the wire, repeat visit", megabytes("repeat bytes"), ""),
        ("largest paint", milliseconds("paint"), "1,000 ms"),
        ("largest paint, 4x slower, 1.6 Mbit/s", milliseconds("slow paint"), "2,500 ms"),
        (
            "first press, 4x slower, 1.6 Mbit/s: answered after opening",
            milliseconds("slow first answer"),
            "1,500 ms",
        ),
        ("the same with nothing drawn ahead", milliseconds("bare first answer"), ""),
        ("the same, of nothing drawn ahead", of("slow first answer", "bare first answer"), ""),
        ("first press at full speed: answered after the press", milliseconds("quick first press"), "100 ms"),
        ("a press while loading, 4x slower", milliseconds("press while loading"), "200 ms"),
        ("longest task of the page while loading", longest("longest task"), "100 ms"),
        ("a press after loading, median", milliseconds("press"), "100 ms"),
        ("a press after loading, 95th percentile", f"{taken.late('press'):,.0f} ms", "150 ms"),
        ("a press at once after another, median", milliseconds("hurried press"), ""),
        ("one event of a scrub, median", f"{taken.median('scrub'):.1f} ms", "16 ms"),
        ("one event of a scrub, 95th percentile", f"{taken.late('scrub'):.1f} ms", "16 ms"),
        ("3,000 weeks in the page, once its Pythons run", milliseconds("hunt"), "5,000 ms"),
        ("longest task of the page meanwhile", longest("longest task of the hunt"), "100 ms"),
        ("an hour of playing: more nodes", f"{taken.median('more nodes'):+,.0f}", "0"),
        ("an hour of playing: more listeners", f"{taken.median('more listeners'):+,.0f}", "0"),
        ("an hour of playing: more heap", f"{taken.median('more heap') / 1e6:+.2f} MB", "0"),
    ]
    lines = [f"| {name} | {value} | {aim} |" for name, value, aim in rows]
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Chromium {taken.chromium}"
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    return "\n".join(
        [
            f"Medians of {ROUNDS} interleaved rounds on {machine}; load of the machine {load}.",
            "",
            "| | measured | at most |",
            "|---|---|---|",
            *lines,
        ]
    )


def main() -> None:
    taken = Taken()
    with ExitStack() as stack, sync_playwright() as playwright:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        build(folder / "ours")
        build(folder / "stock", stock_library=True)
        shutil.copytree(folder / "ours", folder / "bare")
        for answers in (folder / "bare").glob("answers-*.json"):
            answers.unlink()
        ours, ours_asked = stack.enter_context(served(folder / "ours"))
        bare, _ = stack.enter_context(served(folder / "bare"))
        stock, stock_asked = stack.enter_context(served(folder / "stock"))
        for round_ in range(1, ROUNDS + 1):
            visits(playwright, stock, stock_asked, "stock", taken)
            visits(playwright, ours, ours_asked, "ours", taken)
            slow_visit(playwright, ours, taken)
            first_press(playwright, ours, "slow", taken, slow=True)
            first_press(playwright, bare, "bare", taken, slow=True)
            first_press(playwright, ours, "quick", taken, slow=False)
            playing(playwright, ours, taken)
            hunting(playwright, ours, taken)
            newest = {name: round(values[-1]) for name, values in taken.values.items()}
            print(f"round {round_} of {ROUNDS}: {json.dumps(newest)}", flush=True)
    text = table(taken)
    RESULTS.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
