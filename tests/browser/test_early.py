"""What is done before the page's scripts run: kept from the first button on, confirmed, then done once."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.words import PAGE_WORDS
from build_snapshot import SiteHandler
from tests.browser.reading import (
    Held,
    clear,
    do,
    main,
    open_without_python,
    running,
    said,
    setting,
    wait_for_event,
    wait_for_python,
    without_answers,
)

SCRIPTS = "**/static-*/*.js"
EARLY, NO_SCRIPTS = PAGE_WORDS["early"], PAGE_WORDS["no_scripts"]
KEYS = [" ", "ArrowLeft", "ArrowRight", "Home", "End", "n", "N", "3", "?", "x", "Enter"]

# Everything that can be pressed, chosen, pulled or typed, in the order of the page, and then every key. The
# first of these, Space, ends what Play began, so that no clock runs on.
DO_EVERYTHING = """keys => {
  const chosen = (element) => {
    for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
  };
  const done = [];
  const all = [...document.querySelectorAll("main :is(button, select, input)")];
  for (const each of all.filter((one) => !one.closest("[hidden], dialog") && one.dataset.do !== "open")) {
    done.push(each.localName);
    if (each.localName === "button") each.click();
    else if (each.localName === "select") {
      each.selectedIndex = (each.selectedIndex + 1) % each.options.length;
      chosen(each);
    } else {
      each.value = each.type === "range" ? 20 : 3;
      chosen(each);
    }
  }
  const simulator = document.querySelector(".simulator");
  const press = { bubbles: true, cancelable: true };
  for (const key of keys) simulator.dispatchEvent(new KeyboardEvent("keydown", { ...press, key }));
  return done;
}"""
# What the page shows then, how much can be taken back, and what it says.
WHAT_CAME_OF_IT = """() => {
  const main = document.querySelector("main");
  const undo = main.querySelector('[data-do="undo"]');
  const copy = main.cloneNode(true);
  copy.querySelector("[data-python-status]").textContent = "";
  const fields = [...main.querySelectorAll("select, input")].map((each) => each.value);
  let undone = 0;
  for (; undo.ariaDisabled !== "true"; undone++) undo.click();
  return { html: copy.outerHTML.replace(/>\\s+</g, "><"), fields, undone };
}"""


def open_without_scripts(page: Page, site: str) -> Held:
    """The picture that the build drew, whose scripts are still on their way."""
    held = Held(page, SCRIPTS)
    page.goto(site, wait_until="commit")
    page.locator("#story").wait_for(state="attached")
    return held


def test_everything_that_can_be_done_early_comes_to_the_same_as_done_later(page: Page, site: str) -> None:
    without_answers(page)
    open_without_python(page, site)
    done = page.evaluate(DO_EVERYTHING, KEYS)
    assert {"button", "select", "input"} == set(done)
    assert len(done) > 60
    later: dict[str, Any] = page.evaluate(WHAT_CAME_OF_IT)
    assert later["undone"] >= 12, "seven days, three settings, a late file, and to start over"

    Held(page)
    held = open_without_scripts(page, site)
    assert page.evaluate(DO_EVERYTHING, KEYS) == done
    expect(said(page)).to_have_text(EARLY)
    expect(main(page)).to_have_attribute("data-event", "44")
    held.let_go()
    expect(do(page, "undo")).not_to_have_attribute("aria-disabled", "true")
    early = page.evaluate(WHAT_CAME_OF_IT)
    assert early["fields"] == later["fields"]
    assert early["undone"] == later["undone"]
    assert early["html"] == later["html"]


def test_what_was_pressed_early_is_run_once_and_in_order_when_python_has_come(page: Page, site: str) -> None:
    python = Held(page)
    held = open_without_scripts(page, site)
    page.locator("[data-slider]").focus()
    page.keyboard.press("Home")
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    setting(page, "write").select_option("overwrite")
    page.locator("[data-slider]").fill("44")
    clear(page, "tue").click()
    expect(said(page)).to_have_text(EARLY)
    expect(setting(page, "write")).to_have_value("overwrite")
    held.let_go()
    expect(said(page)).to_have_text(PAGE_WORDS["saved"])
    python.let_go()
    wait_for_python(page)
    page.wait_for_url("**/#*")
    assert "&press=20:write:overwrite&press=44:clear:tue&" in page.url
    do(page, "undo").click()
    do(page, "undo").click()
    expect(do(page, "undo")).to_have_attribute("aria-disabled", "true")


def test_a_press_keeps_the_focus_and_is_confirmed_once_and_a_pulled_slider_is_silent(
    page: Page, site: str
) -> None:
    Held(page)
    held = open_without_scripts(page, site)
    page.locator("[data-slider]").evaluate(
        "slider => { slider.value = 30; slider.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    expect(said(page)).to_have_text("")
    do(page, "step").focus()
    page.keyboard.press("Enter")
    expect(said(page)).to_have_text(EARLY)
    held.let_go()
    wait_for_event(page, 31)
    expect(do(page, "step")).to_be_focused()


def test_a_window_that_browsers_open_only_at_a_press_is_asked_for_again(page: Page, site: str) -> None:
    Held(page)
    # As it is some seconds after a press; how many is the browser's affair.
    page.add_init_script("Object.defineProperty(UserActivation.prototype, 'isActive', { get: () => false });")
    held = open_without_scripts(page, site)
    do(page, "open").evaluate("button => button.click()")
    expect(said(page)).to_have_text(EARLY)
    held.let_go()
    expect(said(page)).to_have_text(PAGE_WORDS["press_again"])


# Where the scripts never come.


def expect_a_picture(page: Page) -> None:
    expect(said(page)).to_have_text(NO_SCRIPTS)
    expect(page.locator("[data-python-status]")).to_have_text(PAGE_WORDS["python_failed"])
    said(page).evaluate("status => { status.textContent = ''; }")
    clear(page, "tue").click()
    expect(said(page)).to_have_text(NO_SCRIPTS)
    expect(main(page)).to_have_attribute("data-event", "44")


def test_where_the_scripts_do_not_arrive_a_sentence_says_so_and_takes_back_that_it_was_saved(
    page: Page, site: str, complaints: list[str]
) -> None:
    held = open_without_scripts(page, site)
    clear(page, "tue").click()
    expect(said(page)).to_have_text(EARLY)
    held.refuse()
    expect_a_picture(page)
    complaints.clear()


@pytest.mark.parametrize(
    "answer",
    [
        {"status": 404},
        {"body": "let = ;", "content_type": "text/javascript"},
        {"body": "", "content_type": "text/html"},
    ],
    ids=["missing", "damaged", "of a wrong type"],
)
def test_scripts_that_are_missing_or_damaged_are_said(
    page: Page, site: str, complaints: list[str], answer: dict[str, Any]
) -> None:
    page.route("**/week.js", lambda route: route.fulfill(**answer))
    page.goto(site)
    expect_a_picture(page)
    complaints.clear()


def test_scripts_that_fail_when_they_run_are_said(page: Page, site: str, complaints: list[str]) -> None:
    page.add_init_script("window.matchMedia = undefined;")
    page.goto(site)
    expect_a_picture(page)
    complaints.clear()


# Where even the page comes in pieces.


class InPieces(SiteHandler):
    """Sends the page up to a mark, and the rest once it may."""

    cut: bytes
    may_go_on: threading.Event

    def do_GET(self) -> None:  # noqa: N802, the name that the server calls
        if self.path.endswith("/"):
            self.send_page()
        else:
            super().do_GET()

    def send_page(self) -> None:
        html = (Path(self.translate_path(self.path)) / "index.html").read_bytes()
        here = html.index(self.cut) + len(self.cut)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(html)))
        self.end_headers()
        self.wfile.write(html[:here])
        self.wfile.flush()
        assert self.may_go_on.wait(60)
        self.wfile.write(html[here:])


@contextmanager
def in_pieces(built_site: Path, cut: str) -> Iterator[tuple[str, threading.Event]]:
    """A server of the site, and what lets it send the rest of the page."""
    may_go_on = threading.Event()
    handler = type("Handler", (InPieces,), {"cut": cut.encode(), "may_go_on": may_go_on})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(built_site.parent)))
    with running(server, built_site.name) as address:
        try:
            yield address, may_go_on
        finally:
            may_go_on.set()


def test_a_button_is_heard_while_the_rest_of_the_page_is_still_on_its_way(
    page: Page, built_site: Path, complaints: list[str]
) -> None:
    with in_pieces(built_site, "then: Write to today</span>") as (site, may_go_on):
        Held(page)
        page.goto(site, wait_until="commit")
        do(page, "next-experiment").click()
        assert said(page).count() == 0, "the line in which the page speaks has not come yet"
        may_go_on.set()
        wait_for_event(page, 55)
        page.close()
    complaints.clear()  # the site has another address


def test_a_press_on_half_a_page_is_confirmed_at_once(
    page: Page, built_site: Path, complaints: list[str]
) -> None:
    with in_pieces(built_site, "Clear <span>Tuesday</span></button>") as (site, may_go_on):
        Held(page)
        without_answers(page)  # nor anyone else who could answer before what is said has been read
        page.goto(site, wait_until="commit")
        clear(page, "tue").click()
        expect(said(page)).to_have_text(EARLY)
        may_go_on.set()
        expect(said(page)).to_have_text(PAGE_WORDS["saved"])
        page.close()
    complaints.clear()
