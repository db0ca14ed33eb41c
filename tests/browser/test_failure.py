"""Where Python cannot start: the page says so, still plays, keeps what was pressed, and tries again."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

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
    without_answers,
)

STANDARD_LIBRARY = "**/python_stdlib.zip"
KEPT = "What you pressed is kept: it runs when Python has started."
STILL_PLAYS = "The week can still be played."


def expect_failed(page: Page, sentence: str) -> None:
    expect(main(page)).to_have_attribute("data-python", "failed", timeout=BOOT_MS)
    expect(page.locator("[data-python-status]")).to_have_text("Python: not running")
    expect(said(page)).to_have_text(sentence)
    expect(do(page, "try-again")).to_be_visible()


@contextmanager
def provoked(page: Page, complaints: list[str]) -> Iterator[None]:
    """Python fails to start: PyScript writes down that its worker failed, and the browser what it met."""
    with page.expect_console_message(lambda message: message.text == "MessageEvent", timeout=BOOT_MS):
        yield
    complaints.clear()


def test_without_its_wasm_the_page_still_plays_and_a_kept_press_happens_once_python_has_started(
    page: Page, site: str, complaints: list[str]
) -> None:
    without_answers(page)
    page.route(WASM, lambda route: route.abort())
    with provoked(page, complaints):
        page.goto(site)
        expect_failed(page, f"Python cannot start: pyodide.asm.wasm did not load. {STILL_PLAYS}")

    do(page, "step").click()
    wait_for_event(page, 45)
    go_to(page, 90)
    go_to(page, 44)
    clear(page, "tue").click()
    expect(said(page)).to_have_text(KEPT)
    expect(main(page)).to_have_attribute("data-event", "44")

    with provoked(page, complaints):
        do(page, "try-again").click()
        expect_failed(page, f"Python cannot start: pyodide.asm.wasm did not load. {KEPT}")

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
    held: list[Route] = []
    page.route(STANDARD_LIBRARY, lambda route: held.append(route))  # a method has no signature to read
    page.route(WASM, lambda route: route.abort())
    with provoked(page, complaints):
        page.goto(site)
        expect_failed(page, f"Python cannot start: pyodide.asm.wasm did not load. {STILL_PLAYS}")
    with page.expect_response(STANDARD_LIBRARY):
        for route in held:
            route.continue_()
    expect(page.locator("[data-python-status]")).to_have_text("Python: not running")


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


# Damaged, of a wrong type, and empty.
NOT_AS_BUILT: list[tuple[str, dict[str, Any]]] = [
    (WASM, {"body": b"not wasm", "content_type": "application/wasm"}),
    (WASM, {"body": b"<!doctype html>", "content_type": "text/html"}),
    (WASM, {"body": b"", "content_type": "application/wasm"}),
    (STANDARD_LIBRARY, {"body": b"", "content_type": "application/zip"}),
]


def give(page: Page, file: str, answer: dict[str, Any]) -> None:
    """From now on the page gets this for the file."""
    page.route(file, lambda route: route.fulfill(**answer))


def test_a_file_that_is_damaged_of_a_wrong_type_or_empty_is_noticed_at_once_and_then_python_starts(
    page: Page, site: str, complaints: list[str]
) -> None:
    for place, (file, answer) in enumerate(NOT_AS_BUILT):
        give(page, file, answer)
        with provoked(page, complaints):
            if place == 0:
                page.goto(site)
            else:
                do(page, "try-again").click()
            expect_failed(page, f"Python cannot start: its worker does not answer. {STILL_PLAYS}")
        page.unroute(file)
    do(page, "try-again").click()
    wait_for_python(page)


def test_a_missing_file_is_noticed_at_once(page: Page, site: str, complaints: list[str]) -> None:
    page.route(STANDARD_LIBRARY, lambda route: route.fulfill(status=404))
    with provoked(page, complaints):
        page.goto(site)
        expect_failed(page, f"Python cannot start: python_stdlib.zip did not load. {STILL_PLAYS}")


def test_a_server_that_stalls_is_given_up_after_half_a_minute(page: Page, site: str) -> None:
    page.clock.install(time=0)
    page.route(WASM, lambda route: None)
    with page.expect_request(WASM):
        page.goto(site)
    page.clock.run_for(31_000)
    expect_failed(page, f"Python cannot start: pyodide.asm.wasm did not load. {STILL_PLAYS}")


def test_an_hour_asleep_is_not_taken_for_the_death_of_a_worker_but_a_minute_without_an_answer_is(
    page: Page, site: str
) -> None:
    page.clock.install(time=0)
    page.goto(site)
    wait_for_python(page)
    clear(page, "mon").click()
    page.clock.fast_forward(3_600_000)
    wait_for_event(page, 45)
    expect(main(page)).to_have_attribute("data-python", "ready")

    page.workers[0].evaluate("() => void setTimeout(() => self.close())")
    clear(page, "tue").click()
    page.clock.run_for(61_000)
    expect_failed(page, f"Python has stopped. {KEPT}")
    assert every_event(page)[-1]["totals"]["mon"] == 536
    go_to(page, 45)
    do(page, "try-again").click()
    wait_for_python(page)
    wait_for_event(page, 46)
    go_to(page, last_event(page))
    expect(total(page, "tue")).to_have_attribute("data-total", "508")


def test_of_a_thousand_presses_in_a_burst_500_count_and_the_page_says_that_more_is_too_many(
    awake: Page,
) -> None:
    page = awake
    page.evaluate(
        """() => {
          const runs = document.querySelector('[data-set="runs"]');
          for (let press = 0; press < 1_000; press++) {
            runs.value = 1 + (press % 7);
            runs.dispatchEvent(new Event("change", { bubbles: true }));
          }
        }"""
    )
    lines = page.locator("[data-log] li", has_text="From now on")
    expect(lines).to_have_count(500, timeout=BOOT_MS)
    expect(said(page)).to_have_text(
        "A week takes at most 500 presses, not 501. That is how it is already.", use_inner_text=True
    )
    expect(main(page)).to_have_attribute("data-python", "ready")


def test_two_tabs_do_not_disturb_each_other(awake: Page, site: str) -> None:
    page, other = awake, awake.context.new_page()
    other.goto(site)
    wait_for_python(other)
    clear(page, "tue").click()
    clear(other, "mon").click()
    wait_for_event(page, 45)
    wait_for_event(other, 45)
    assert "Tuesday is cleared" in happened(page)[0]
    assert "Monday is cleared" in happened(other)[0]
    other.close()
