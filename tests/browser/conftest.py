"""The built site on a server of this machine, and a real Chromium that looks at it.

A test that takes `page` fails at its end if the page wrote an error, threw one, or asked for anything
that lies elsewhere.
"""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from app.words import PAGE_WORDS
from build_snapshot import site_server
from tests.browser.get_browser import find_browser
from tests.browser.reading import (
    SCREEN,
    KeptPage,
    assert_nothing_went_wrong,
    listen,
    main,
    running,
    wait_for_python,
)

# The last six keep the browser from talking to its maker.
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# A third of the work of starting Python would be to compile it a second time, optimized, in the background.
# That pays in a page that stays open; most of these are open for seconds. Nothing but the speed differs.
CHROMIUM_OF_TESTS = [*CHROMIUM_FLAGS, "--js-flags=--liftoff-only"]


@pytest.fixture(scope="session")
def site(built_site: Path) -> Iterator[str]:
    """The address of the page."""
    with running(site_server(built_site.parent, port=0), built_site.name) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    executable = find_browser()
    if executable is None:
        pytest.fail("No browser was found: run make browser.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_OF_TESTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def complaints() -> list[str]:
    """What went wrong in the pages of the test. One that provokes an error reads it here and clears it."""
    return []


def new_page(browser: Browser, site: str, complaints: list[str]) -> Page:
    """A page in a context of its own, which is listened to."""
    # A service worker would ask beside the page, where no test can hold it: it has tests of its own.
    context = browser.new_context(viewport=SCREEN, service_workers="block")
    listen(context, site, complaints)
    return context.new_page()


@pytest.fixture
def page(browser: Browser, site: str, complaints: list[str]) -> Iterator[Page]:
    """A new page with nothing stored, not yet at the site."""
    page = new_page(browser, site, complaints)
    yield page
    page.context.close()
    assert_nothing_went_wrong(complaints)


@pytest.fixture(scope="session")
def ready_page(browser: Browser, site: str, complaints: list[str]) -> Iterator[KeptPage]:
    def open_one() -> Page:
        page = new_page(browser, site, complaints)
        page.goto(site)
        wait_for_python(page)
        return page

    with closing(KeptPage(open_one)) as kept:
        yield kept


@pytest.fixture(scope="session")
def still_page(browser: Browser, site: str, complaints: list[str]) -> Iterator[KeptPage]:
    def open_one() -> Page:
        page = new_page(browser, site, complaints)
        page.clock.install(time=0)
        page.clock.pause_at(1_000)
        # PyScript's storage never answers: Python neither starts nor fails, whatever the clock says.
        page.add_init_script("IDBFactory.prototype.open = () => ({});")
        page.goto(site)
        expect(page.locator("[data-python-status]")).to_have_text(PAGE_WORDS["python_starting"])
        return page

    with closing(KeptPage(open_one)) as kept:
        yield kept


@pytest.fixture
def awake(ready_page: KeptPage, complaints: list[str]) -> Iterator[Page]:
    """The opening week at event 44 in a page whose Python is ready."""
    with ready_page.at_opening() as page:
        yield page
    assert_nothing_went_wrong(complaints)


@pytest.fixture
def still(still_page: KeptPage, complaints: list[str]) -> Iterator[Page]:
    """The opening week at event 44 in a page without Python, whose clock stands still."""
    with still_page.at_opening() as page:
        page.clock.run_for(10_000)  # since anything was said
        yield page
        expect(main(page)).to_have_attribute("data-python", "loading")
    assert_nothing_went_wrong(complaints)
