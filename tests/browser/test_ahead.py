"""The first press on the opening week is answered before there is any Python: the build has drawn it."""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from app.ahead import answered
from app.lessons.bakery import EXPERIMENTS
from app.reel import compact
from app.replies import opening_tape
from app.words import PAGE_WORDS
from tests.app.test_ahead import as_python_says
from tests.browser.reading import (
    ANSWERS,
    BOOT_MS,
    Held,
    clear,
    do,
    go_to,
    last_event,
    main,
    said,
    sentence,
    setting,
    total,
    wait_for_event,
    wait_for_python,
)

ARRIVED = "async () => { await (await import('./static/ahead.js')).arrived; }"
# What the page makes of every answer in the file, each text in its place, as far as tests/app has it too.
EVERY_ANSWER = """async () => {
  const { answerAhead, arrived } = await import("./static/ahead.js");
  await arrived;
  const file = await (await fetch(document.querySelector("[data-answers]").href)).json();
  const told = (reel) => {
    const { strings, tracks, ...rest } = reel;
    const texts = (places) => places.map((place) => strings[place] ?? null);
    for (const name of ["times", "sentences", "news"]) if (name in reel) rest[name] = texts(reel[name]);
    const track = (numbers) => numbers.map((number, at) => (at % 2 ? strings[number] : number));
    return { ...rest, tracks: tracks.map(track) };
  };
  return file.answers.map(([question]) => {
    const { tape, ...answer } = answerAhead(...question);
    return [question, tape === undefined ? told(answer) : { ...answer, tape: tape && told(tape) }];
  });
}"""


@pytest.fixture
def early(page: Page, site: str) -> Iterator[Page]:
    """The page at event 44 with the answers that were drawn ahead, and no Python."""
    Held(page)
    page.goto(site)
    page.evaluate(ARRIVED)
    yield page
    expect(main(page)).to_have_attribute("data-python", "loading")


def test_the_page_makes_of_each_answer_what_python_says(early: Page) -> None:
    answers = early.evaluate(EVERY_ANSWER)
    assert len(answers) > 30
    for question, answer in answers:
        python = answered(tuple(question))
        if "tape" in python:
            tape = python["tape"] and as_python_says(python["tape"])
            assert answer == python | {"tape": tape}, question
        else:
            assert answer == as_python_says(python), question


NOT_STARTED = ("clear:sat", "clear:sun", "clear:wed:check")


def test_clearing_what_has_not_started_says_so_at_once_and_changes_nothing(early: Page) -> None:
    page = early
    for press in NOT_STARTED:
        page.locator(f'[data-press="{press}"]').click()
        expect(said(page)).to_have_text("There is nothing to clear: none of it has started.")
        expect(do(page, "undo")).to_have_attribute("aria-disabled", "true")
        wait_for_event(page, 44)


def first_deeds(page: Page) -> Iterator[Callable[[], object]]:
    """Whatever can be done to the week as the page opens, but to start over: that changes nothing yet."""
    for press in page.locator("[data-press]:visible").evaluate_all(
        "all => all.map((each) => each.dataset.press)"
    ):
        if press not in NOT_STARTED:
            yield page.locator(f'[data-press="{press}"]').click
    for name in EXPERIMENTS:
        if name != "count-twice":  # which is the opening week
            yield page.locator(f'[data-experiment="{name}"]').click
    yield do(page, "late").click
    for name in ("write", "date", "runs"):
        select = setting(page, name)
        for value in select.locator("option:not(:checked)").evaluate_all(
            "all => all.map((each) => each.value)"
        ):
            yield partial(select.select_option, value)


def test_whatever_is_done_first_is_answered_at_once_and_can_be_taken_back(early: Page) -> None:
    page = early
    page.emulate_media(reduced_motion="reduce")  # an experiment goes to its telling event at once
    deeds = list(first_deeds(page))
    assert len(deeds) == 5 + 4 + 6 + 1 + 1 + 1 + 6
    for deed in deeds:
        deed()
        expect(do(page, "undo")).not_to_have_attribute("aria-disabled", "true")
        expect(said(page)).not_to_have_text(PAGE_WORDS["saved"])
        do(page, "undo").click()
        expect(said(page)).to_have_text("Undone: the week stands at event 44 again.")
        expect(do(page, "undo")).to_have_attribute("aria-disabled", "true")


def test_the_answer_to_a_first_press_is_the_week_that_comes_of_it(early: Page) -> None:
    page = early
    clear(page, "tue").click()
    wait_for_event(page, 45)
    expect(sentence(page)).to_contain_text("Tuesday is cleared")
    expect(said(page)).to_contain_text("Tuesday is cleared")
    expect(clear(page, "tue")).to_be_focused()
    go_to(page, last_event(page))
    expect(total(page, "tue")).to_have_attribute("data-total", "508")
    expect(page.locator("[data-story-waits]")).to_have_text(
        "Wednesday\u2019s story comes when the simulator has loaded."
    )


def test_the_comparison_is_there_and_waits_where_it_is_of_another_week(early: Page) -> None:
    page = early
    do(page, "twin").click()
    boards = page.locator("[data-twin]")
    expect(boards).to_contain_text("Overwrite")
    expect(boards).not_to_have_attribute("data-waits", "")
    clear(page, "tue").click()
    expect(boards).to_have_attribute("data-waits", "")
    do(page, "undo").click()
    expect(boards).not_to_have_attribute("data-waits", "")


def test_a_link_to_a_week_that_was_drawn_ahead_opens_without_python(page: Page, site: str) -> None:
    Held(page)
    page.goto(f"{site}#{opening_tape().link}&press=44:clear:tue&event=92")
    wait_for_event(page, 92)
    expect(total(page, "tue")).to_have_attribute("data-total", "508")


def test_what_follows_the_first_press_is_kept_until_python_has_come_and_is_done_once(
    page: Page, site: str
) -> None:
    held = Held(page)
    page.goto(site)
    clear(page, "tue").click()
    wait_for_event(page, 45)
    clear(page, "mon").click()
    expect(said(page)).to_have_text(PAGE_WORDS["saved"])
    held.let_go()
    wait_for_python(page)
    page.wait_for_url("**&press=44:clear:tue&press=45:clear:mon&event=46")
    expect(said(page)).to_contain_text("Monday is cleared")
    for event in (45, 44):
        do(page, "undo").click()
        wait_for_event(page, event)
    expect(do(page, "undo")).to_have_attribute("aria-disabled", "true")


def test_presses_made_before_the_answers_have_come_are_answered_in_order_as_far_as_they_were_drawn(
    page: Page, site: str
) -> None:
    Held(page)
    answers = Held(page, ANSWERS)
    page.goto(site)
    setting(page, "write").select_option("overwrite")
    setting(page, "date").select_option("clock")
    do(page, "start-over").click()
    expect(said(page)).to_have_text(PAGE_WORDS["saved"])
    expect(main(page)).to_have_attribute("data-event", "44")
    answers.let_go()
    wait_for_event(page, 0)
    expect(setting(page, "write")).to_have_value("overwrite")
    expect(setting(page, "date")).to_have_value("clock")
    for event in (46, 45, 44):
        do(page, "undo").click()
        wait_for_event(page, event)


# Without Python for good.


@pytest.mark.parametrize(
    "missing",
    ["delete window.WebAssembly;", 'Object.defineProperty(window, "indexedDB", { value: undefined });'],
    ids=["no WebAssembly", "no storage"],
)
def test_where_python_cannot_start_the_first_press_is_answered_all_the_same(
    page: Page, site: str, missing: str
) -> None:
    page.add_init_script(missing)
    page.goto(site)
    expect(main(page)).to_have_attribute("data-python", "failed", timeout=BOOT_MS)
    clear(page, "tue").click()
    wait_for_event(page, 45)
    do(page, "undo").click()
    wait_for_event(page, 44)
    clear(page, "tue").click()
    clear(page, "mon").click()
    expect(said(page)).to_have_text(PAGE_WORDS["kept"])


# Where the file is not what it should be.


def altered(route: Route) -> None:
    response = route.fetch()
    route.fulfill(response=response, body=response.text().replace("Tuesday", "Thursday"))


@pytest.mark.parametrize(
    "answer",
    [
        lambda route: route.abort(),
        lambda route: route.fulfill(status=404),
        lambda route: route.fulfill(body="{}"),
        altered,
    ],
    ids=["cut off", "missing", "of another kind", "altered"],
)
def test_without_its_answers_the_page_asks_python_as_ever(
    page: Page, site: str, complaints: list[str], answer: Callable[[Route], None]
) -> None:
    page.route(ANSWERS, answer)
    Held(page)
    page.goto(site)
    clear(page, "tue").click()
    expect(said(page)).to_have_text(PAGE_WORDS["saved"])
    expect(page.locator("[data-python-status]")).to_have_text(re.compile("MB"))
    expect(main(page)).to_have_attribute("data-event", "44")
    complaints.clear()


def test_a_week_that_python_makes_otherwise_than_it_was_drawn_is_said(
    page: Page, site: str, built_site: Path
) -> None:
    """What Python computes decides: the build has drawn another week, and its digest with it."""
    (answers,) = built_site.glob("answers-*.json")
    drawn = answers.read_text(encoding="utf-8")
    file = json.loads(drawn)
    for tape in file["tapes"]:
        if tape["history"]["presses"] == ["44:clear:tue"]:
            tape["digest"] = "0" * 64
    other = compact(file)
    html = (built_site / "index.html").read_text(encoding="utf-8")
    was, is_now = (hashlib.sha256(each.encode()).hexdigest() for each in (drawn, other))
    assert html.count(was) == 1
    html = html.replace(was, is_now)
    page.route(ANSWERS, lambda route: route.fulfill(body=other, content_type="application/json"))
    page.route(site, lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(site)
    clear(page, "tue").click()
    wait_for_event(page, 45)
    expect(main(page)).to_have_attribute("data-python", "failed", timeout=BOOT_MS)
    expect(said(page)).to_have_text(
        "Python makes another week than the one drawn here. The week can still be played."
    )
