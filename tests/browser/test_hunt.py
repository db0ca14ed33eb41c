"""The hunt in the real page: counts as they come, the board alive meanwhile, the first week found."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.reading import (
    BOOT_MS,
    OPENING_EVENT,
    WASM,
    broken_at,
    clear,
    do,
    main,
    said,
    wait_for_event,
    wait_for_python,
)

RUN, STOP = "Run 3,000 weeks here", "Stop"


def choose(page: Page, **choices: str) -> None:
    for name, value in choices.items():
        page.locator(f'[data-hunt="{name}"]').select_option(value)


def weeks(page: Page) -> int:
    return int(progress(page).get_attribute("value") or "")


def progress(page: Page) -> Locator:
    return page.locator('[data-region="hunt"] progress')


def start(page: Page) -> None:
    """Start a hunt, and wait until it has played some weeks. Those of the last one are shown until then."""
    before = str(weeks(page))
    do(page, "hunt").click()
    expect(do(page, "hunt")).to_have_text(STOP)
    expect(progress(page)).not_to_have_attribute("value", before, timeout=BOOT_MS)


def stop(page: Page) -> None:
    do(page, "hunt").click()
    expect(do(page, "hunt")).to_have_text(RUN, timeout=BOOT_MS)


# Each share of a hunt is sent to its Python as it stands. Until it may end, the next hunt's stand near their
# ends and go no further: it plays the same weeks again and again.
NEAR_ITS_END = """() => {
  const { stringify } = JSON;
  const first = {};
  JSON.stringify = (value) => {
    if (!value?.of) return stringify(value);
    first[value.share] ??= value;
    return stringify({ ...first[value.share], weeks: 2_400 / value.of });
  };
  window.letItEnd = () => (JSON.stringify = stringify);
}"""


def test_the_right_scheduler_breaks_nothing_to_the_end_of_3000_weeks_and_the_board_answers_meanwhile(
    awake: Page,
) -> None:
    """The last 600 of them, since here Python is not compiled to be fast. make bench plays all of them."""
    awake.evaluate(NEAR_ITS_END)
    start(awake)
    clear(awake, "tue").click()
    wait_for_event(awake, OPENING_EVENT + 1)
    expect(do(awake, "hunt")).to_have_text(STOP)
    awake.evaluate("letItEnd()")
    expect(progress(awake)).to_have_attribute("value", "3000", timeout=2 * BOOT_MS)
    expect(do(awake, "hunt")).to_have_text(RUN)
    region = awake.locator('[data-region="hunt"]')
    expect(region).to_contain_text(re.compile(r"3,000 of 3,000 weeks, \d\d,\d{3} events\."))
    expect(said(awake)).to_have_text("No property was broken; 16 were checked after every event.")
    expect(do(awake, "show-first")).to_have_count(0)


def test_a_stopped_hunt_keeps_its_counts_and_the_next_one_begins_anew_and_shows_the_first_week_it_found(
    awake: Page,
) -> None:
    found = awake.locator("[data-found]")
    choose(awake, write="append")
    start(awake)
    expect(found).to_contain_text("Each day counted once: broken in ", timeout=BOOT_MS)
    stop(awake)
    assert 0 < weeks(awake) < 3_000
    expect(found).to_contain_text("Each day counted once: broken in ")
    choose(awake, write="overwrite", scheduler="overfills-warehouse")
    start(awake)
    stop(awake)
    assert 0 < weeks(awake) < 3_000
    expect(found).not_to_contain_text("Each day counted once")
    expect(said(awake)).to_contain_text("Two loads at most: broken in ")
    do(awake, "show-first").click()
    expect(awake.locator('[data-region="scheduler"]')).to_contain_text("broken on purpose")
    broken = broken_at(awake)["two_loads_at_most"]
    assert broken
    wait_for_event(awake, int(broken))
    do(awake, "back").click()
    assert broken_at(awake)["two_loads_at_most"] == ""


def test_before_python_is_ready_the_page_says_when_the_hunt_can_start(still: Page) -> None:
    do(still, "hunt").click()
    expect(said(still)).to_have_text("The hunt can start when the simulator has loaded.")
    expect(do(still, "hunt")).to_have_text(RUN)
    expect(main(still)).to_have_attribute("data-event", str(OPENING_EVENT))


def test_a_hunt_whose_python_does_not_start_says_so_and_then_can_be_started_stopped_and_started(
    page: Page, site: str, complaints: list[str]
) -> None:
    page.goto(site)
    wait_for_python(page)
    page.route(WASM, lambda route: route.fulfill(body=b"not wasm", content_type="application/wasm"))
    do(page, "hunt").click()
    expect(do(page, "hunt")).to_have_text(RUN, timeout=BOOT_MS)
    expect(said(page)).to_have_text(re.compile("^Python cannot start"))
    complaints.clear()
    page.unroute(WASM)
    # Pressed twice more in a row, while its Pythons start, it stops once.
    page.evaluate("for (const _ of [1, 2, 3]) document.querySelector('[data-do=hunt]').click()")
    expect(do(page, "hunt")).to_have_text(RUN, timeout=BOOT_MS)
    assert weeks(page) == 0
    start(page)
    stop(page)
    complaints.clear()
