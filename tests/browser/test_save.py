"""A week is saved as a file, opened again, and written out as text; a file that is none changes nothing."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from app.replies import transcript
from app.words import FILE_REFUSED
from tests.app.test_link import HOSTILE_FILES
from tests.browser.reading import (
    OPENING_EVENT,
    clear,
    do,
    go_to,
    last_event,
    main,
    open_without_python,
    said,
    total,
    wait_for_event,
    wait_for_python,
)
from tests.sim.weeks import history_of

OPENING_FILE = history_of().to_json() | {"event": 50}
CLEARED_FILE = history_of("44:clear:tue").to_json() | {"event": 92}


def saved(page: Page, button: str) -> tuple[str, str]:
    """The name of the file that a button makes, and what is in it."""
    with page.expect_download() as download:
        do(page, button).click()
    return download.value.suggested_filename, Path(download.value.path()).read_text(encoding="utf-8")


def choose(page: Page, text: str) -> None:
    """Open a file with this text in it."""
    with page.expect_file_chooser() as chooser:
        do(page, "open").click()
    content = text.encode("utf-8", "surrogatepass")
    chooser.value.set_files({"name": "week.json", "mimeType": "application/json", "buffer": content})


def test_before_python_is_ready_a_week_is_saved_and_the_file_that_was_chosen_is_kept(
    page: Page, site: str
) -> None:
    held = open_without_python(page, site)
    go_to(page, 50)
    name, text = saved(page, "save")
    assert name == "backfill-week.json"
    assert json.loads(text) == OPENING_FILE
    expect(said(page)).to_have_text("Saved as backfill-week.json.")
    expect(do(page, "save")).to_be_focused()
    do(page, "save-text").click()
    expect(said(page)).to_have_text("The text can be made when the simulator has loaded.")

    choose(page, json.dumps(CLEARED_FILE))
    expect(said(page)).to_have_text("The week you asked for comes when the simulator has loaded.")
    held.let_go()
    wait_for_python(page)
    wait_for_event(page, 92)


def test_a_saved_week_opens_at_its_event_and_undo_leads_back(awake: Page) -> None:
    page = awake
    clear(page, "tue").click()
    wait_for_event(page, 45)
    go_to(page, 92)
    _, text = saved(page, "save")
    assert json.loads(text) == CLEARED_FILE
    name, written = saved(page, "save-text")
    assert (name, written) == ("backfill-week.txt", transcript(text))

    do(page, "undo").click()
    wait_for_event(page, OPENING_EVENT)
    for _ in range(2):  # the same file, twice
        choose(page, text)
        wait_for_event(page, 92)
        go_to(page, last_event(page))
        expect(total(page, "tue")).to_have_attribute("data-total", "508")
    do(page, "undo").click()
    wait_for_event(page, OPENING_EVENT)
    assert last_event(page) == 90


def test_a_file_that_is_no_week_is_refused_in_a_sentence_and_nothing_is_lost(awake: Page) -> None:
    page = awake
    clear(page, "tue").click()
    wait_for_event(page, 45)
    for text in (*HOSTILE_FILES.values(), "x" * 1_000_000):
        go_to(page, 60)  # which also empties the status line
        choose(page, text)
        expect(said(page)).to_contain_text(FILE_REFUSED)
        assert (main(page).get_attribute("data-event"), last_event(page)) == ("60", 103)
    do(page, "undo").click()
    wait_for_event(page, OPENING_EVENT)
