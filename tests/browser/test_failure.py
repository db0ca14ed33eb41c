"""Where Python cannot start: the page says so, still plays, keeps what was pressed, and tries again."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.reading import (
    BOOT_MS,
    WASM,
    clear,
    do,
    every_event,
    go_to,
    happened,
    last_event,
    main,
    said,
    total,
    wait_for_event,
    wait_for_python,
)

STANDARD_LIBRARY = "**/python_stdlib.zip"
KEPT = "What you pressed is kept: it runs when Python has started."
STILL_PLAYS = "The week can still be played."


def expect_failed(page: Page, sentence: str) -> None:
    expect(main(page)).to_have_attribute("data-python", "failed", timeout=BOOT_MS)
    expect(page.locator("[data-python-status]")).to_have_text("Python: not running")
    expect(said(page)).to_have_text(sentence)
    expect(do(page, "try-again")).to_be_visible()


def test_without_its_wasm_the_page_still_plays_and_a_kept_press_happens_once_python_has_started(
    page: Page, site: str, complaints: list[str]
) -> None:
    page.route(WASM, lambda route: route.abort())
    page.goto(site)
    expect_failed(page, f"Python cannot start: pyodide.asm.wasm did not load. {STILL_PLAYS}")
    # The browser itself writes down a request that failed.
    assert len(complaints) == 1 and "pyodide.asm.wasm" in complaints.pop()

    do(page, "step").click()
    wait_for_event(page, 45)
    go_to(page, 90)
    go_to(page, 44)
    clear(page, "tue").click()
    expect(said(page)).to_have_text(KEPT)
    expect(main(page)).to_have_attribute("data-event", "44")

    do(page, "try-again").click()
    expect_failed(page, f"Python cannot start: pyodide.asm.wasm did not load. {KEPT}")
    assert len(complaints) == 1 and "pyodide.asm.wasm" in complaints.pop()

    page.unroute(WASM)
    do(page, "try-again").click()
    wait_for_python(page)
    wait_for_event(page, 45)
    expect(do(page, "try-again")).to_be_hidden()
    go_to(page, last_event(page))
    assert len([line for line in happened(page) if "Tuesday is cleared" in line]) == 1
    expect(total(page, "tue")).to_have_attribute("data-total", "508")


def test_a_file_that_fails_stops_the_others_so_that_the_page_does_not_go_back_to_loading(
    page: Page, site: str, complaints: list[str]
) -> None:
    page.route(STANDARD_LIBRARY, lambda route: None)
    page.route(WASM, lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: request.url.endswith("python_stdlib.zip")):
        page.goto(site)
    expect_failed(page, f"Python cannot start: pyodide.asm.wasm did not load. {STILL_PLAYS}")
    assert len(complaints) == 1 and "pyodide.asm.wasm" in complaints.pop()


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        (
            'Object.defineProperty(window, "indexedDB", { get() { throw new DOMException("no"); } });',
            "Python cannot start: this browser blocks storage (IndexedDB) for this page.",
        ),
        (
            "delete window.WebAssembly;",
            "Python cannot start: this browser has WebAssembly switched off.",
        ),
    ],
)
def test_a_browser_without_what_python_needs_is_told_so_and_plays_the_tape(
    page: Page, site: str, missing: str, sentence: str
) -> None:
    page.add_init_script(missing)
    page.goto(site)
    expect_failed(page, f"{sentence} {STILL_PLAYS}")
    assert every_event(page)[-1]["totals"]["wed"] == 275


def test_a_damaged_wasm_file_is_given_up_after_a_minute(page: Page, site: str, complaints: list[str]) -> None:
    """Pyodide never says that it has failed; only a limit can tell."""
    page.clock.install(time=0)
    page.route(WASM, lambda route: route.fulfill(body=b"not wasm", content_type="application/wasm"))
    with page.expect_worker():
        page.goto(site)
    page.clock.fast_forward(61_000)
    expect_failed(page, f"Python cannot start: its worker does not answer. {STILL_PLAYS}")
    assert all(re.search("wasm|CompileError", complaint) for complaint in complaints)
    complaints.clear()


def test_a_server_that_stalls_is_given_up_after_half_a_minute(page: Page, site: str) -> None:
    page.clock.install(time=0)
    page.route(WASM, lambda route: None)
    with page.expect_request(WASM):
        page.goto(site)
    page.clock.fast_forward(31_000)
    expect_failed(page, f"Python cannot start: pyodide.asm.wasm did not load. {STILL_PLAYS}")
