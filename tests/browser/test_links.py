"""The address holds the week and the event, so that a reader can send exactly what is on the screen."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from app.words import LINK_REFUSED, PAGE_WORDS
from tests.app.test_link import HOSTILE_LINKS
from tests.browser.reading import (
    OPENING_EVENT,
    Held,
    clear,
    do,
    go_to,
    happened,
    last_event,
    main,
    open_without_python,
    said,
    setting,
    total,
    wait_for_event,
    wait_for_python,
)

GOOD = "seed=517353&write=append&date=own&runs=3&rules=2"
TUESDAY_TWICE = f"{GOOD}&press=44:clear:tue&event=92"
# Every region of the page and the list of what happened, as they are drawn.
PICTURE = """() => [...document.querySelectorAll("[data-region]:not([data-region=hunt]), [data-log] li")]
  .map((element) => element.outerHTML)"""


def picture(page: Page) -> list[str]:
    drawn: list[str] = page.evaluate(PICTURE)
    return drawn


def as_typed(link: str) -> str:
    """What a browser can be given of a link: no half of a character, and not all of a very long one."""
    return quote(link[:5_000].encode("utf-8", "replace"), safe="=&:%-_/")


def test_a_link_shows_the_same_picture_elsewhere_and_until_then_says_so_and_the_board_can_be_used(
    awake: Page, page: Page, site: str
) -> None:
    page, other = awake, page  # somebody else's, to whom the link is sent
    held = Held(other)
    expect(page).to_have_url(site)
    clear(page, "tue").click()
    wait_for_event(page, 45)
    expect(page).to_have_url(f"{site}#{GOOD}&press=44:clear:tue&event=45")
    setting(page, "write").select_option("overwrite")
    wait_for_event(page, 46)
    go_to(page, 92)
    link = f"{site}#{GOOD}&press=44:clear:tue&press=45:write:overwrite&event=92"
    expect(page).to_have_url(link)

    other.goto(link)
    expect(said(other)).to_have_text(PAGE_WORDS["link_on_its_way"])
    expect(main(other)).to_have_attribute("data-event", str(OPENING_EVENT))
    do(other, "step").click()
    wait_for_event(other, 45)
    go_to(other, 30)
    held.let_go()
    wait_for_python(other)
    wait_for_event(other, 92)
    expect(other.locator(".story")).to_have_text(page.locator(".story").text_content() or "")
    assert picture(other) == picture(page)
    assert last_event(other) == last_event(page)
    expect(other).to_have_url(link)
    assert any("Tuesday is cleared" in line for line in happened(other))

    # Opening it can be undone, and done again.
    do(other, "undo").click()
    wait_for_event(other, 30)
    assert last_event(other) == 90
    do(other, "redo").click()
    wait_for_event(other, 92)


def test_the_address_is_written_on_pause_and_when_the_slider_is_let_go_but_not_while_playing(
    still: Page, site: str
) -> None:
    page = still
    do(page, "play").click()
    page.clock.run_for(3 * 600)
    wait_for_event(page, 47)
    expect(page).to_have_url(site)
    do(page, "play").click()
    page.clock.run_for(300)
    expect(page).to_have_url(f"{site}#{GOOD}&event=47")

    slider = page.locator("[data-slider]")
    slider.evaluate("s => { s.value = 20; s.dispatchEvent(new Event('input', { bubbles: true })); }")
    wait_for_event(page, 20)
    page.clock.run_for(300)
    expect(page).to_have_url(f"{site}#{GOOD}&event=47")
    slider.dispatch_event("change")
    page.clock.run_for(300)
    expect(page).to_have_url(f"{site}#{GOOD}&event=20")

    go_to(page, OPENING_EVENT)
    page.clock.run_for(300)
    expect(page).to_have_url(site)
    expect(main(page)).to_have_attribute("data-python", "loading")


def test_an_address_typed_into_the_open_page_shows_its_week(awake: Page, site: str) -> None:
    page = awake
    page.goto(f"{site}#{TUESDAY_TWICE}")
    wait_for_event(page, 92)
    expect(total(page, "tue")).to_have_attribute("data-total", "508")
    page.goto(f"{site}#{TUESDAY_TWICE.replace('event=92', 'event=91')}")
    wait_for_event(page, 91)
    page.evaluate("location.hash = ''")
    wait_for_event(page, OPENING_EVENT)
    assert last_event(page) == 90


BAD_LINKS = {
    f"{GOOD}&event=91": "The week ends at event 90; there is no event 91.",
    "<script>alert(1)</script>": "A link is made of letters, digits and the signs = & : - _ alone.",
    f"{GOOD}&event=": "The event of a week is a whole number from 0 to 1000000, not ''.",
}


def expect_refused(page: Page, why: str) -> None:
    """The page says what is wrong, and shows the opening week."""
    expect(said(page)).to_have_text(f"{LINK_REFUSED} {why}")
    expect(main(page)).to_have_attribute("data-event", str(OPENING_EVENT))
    expect(do(page, "undo")).to_have_attribute("aria-disabled", "true")


def test_a_page_opened_with_a_bad_link_says_what_is_wrong_and_shows_the_opening_week(
    page: Page, site: str
) -> None:
    link, why = next(iter(BAD_LINKS.items()))
    page.goto(f"{site}#{link}")
    wait_for_python(page)
    expect_refused(page, why)


@pytest.mark.parametrize(("link", "why"), BAD_LINKS.items())
def test_a_bad_link_typed_into_the_open_page_does_the_same(
    awake: Page, site: str, link: str, why: str
) -> None:
    go_to(awake, 60)
    awake.goto(f"{site}#{link}")
    expect_refused(awake, why)


# Types each link into a page that shows another event, so that the opening week must really be opened, and
# writes down what the page says then and the event it shows.
TYPE_EACH = """async (links) => {
  const status = document.querySelector("[data-status]");
  const slider = document.querySelector("[data-slider]");
  let heard = () => {};
  new MutationObserver(() => status.textContent && heard()).observe(status, { childList: true });
  const found = [];
  for (const link of links) {
    slider.value = 43;
    slider.dispatchEvent(new Event("input", { bubbles: true }));  // which also empties the status line
    const saidSomething = new Promise((resolve) => { heard = resolve; setTimeout(resolve, 20_000); });
    location.hash = link;
    await saidSomething;
    found.push([status.textContent, document.querySelector("main").dataset.event]);
  }
  return found;
}"""


def test_a_hundred_hostile_links_open_the_opening_week_with_a_sentence_and_do_nothing_else(
    awake: Page,
) -> None:
    page = awake
    # Each link brings a story too, and this date's is the shortest.
    page.locator('[data-choose="2026-01-12"]').click()
    expect(page.locator('[data-region="story-head"]')).to_contain_text("no day of the job")
    opening, story = picture(page), page.locator(".story").text_content() or ""
    written = list(dict.fromkeys(map(as_typed, HOSTILE_LINKS)))
    assert len(written) > 100
    for link, (sentence, event) in zip(written, page.evaluate(TYPE_EACH, written), strict=True):
        assert re.fullmatch(f"{re.escape(LINK_REFUSED)} .+\\.", sentence), link
        assert event == str(OPENING_EVENT), link
    expect(page.locator(".story")).to_have_text(story)
    assert picture(page) == opening


def test_copy_link_copies_the_whole_address(page: Page, site: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_without_python(page, site)
    go_to(page, 50)
    do(page, "copy-link").click()
    expect(said(page)).to_have_text("Copied: the link opens this week at event 50.")
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}#{GOOD}&event=50"
    expect(page.locator("[data-by-hand]")).to_be_hidden()
    expect(do(page, "copy-link")).to_be_focused()


@pytest.mark.parametrize("missing", ["undefined", "{ writeText: () => Promise.reject(new Error('no')) }"])
def test_where_the_browser_does_not_copy_the_link_can_be_selected(
    page: Page, site: str, missing: str
) -> None:
    page.add_init_script(f"Object.defineProperty(navigator, 'clipboard', {{ value: {missing} }});")
    open_without_python(page, site)
    go_to(page, 50)
    do(page, "copy-link").click()
    expect(said(page)).to_have_text(PAGE_WORDS["link_by_hand"])
    field = page.locator("[data-by-hand] input")
    expect(field).to_have_value(f"{site}#{GOOD}&event=50")
    field.focus()
    assert page.evaluate("getSelection().toString()") == f"{site}#{GOOD}&event=50"
