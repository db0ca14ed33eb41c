"""The page on later visits: without a network, after a new build, with its service worker called off."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from build_snapshot import build, site_server
from tests.browser.reading import (
    assert_nothing_went_wrong,
    clear,
    do,
    go_to,
    last_event,
    listen,
    main,
    open_without_python,
    total,
    wait_for_event,
    wait_for_python,
)

ACTIVE = "async () => (await navigator.serviceWorker.ready).active !== null"
KEPT = """async () => {
  const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = await Promise.all(caches_.map((cache) => cache.keys()));
  return requests.flat().map(({ url }) => url);
}"""
NONE_LEFT = """async () => {
  for (;;) {
    if (!(await navigator.serviceWorker.getRegistration()) && !(await caches.keys()).length) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}"""

LOSE_WASM = """async () => { for (const name of await caches.keys()) {
  const cache = await caches.open(name);
  for (const request of await cache.keys())
    if (request.url.endsWith(".wasm")) await cache.delete(request);
} }"""
# The service worker began to keep the files, and the browser threw it away.
GIVEN_UP = """async () => {
  for (;;) {
    if ((await caches.keys()).length && !(await navigator.serviceWorker.getRegistration())) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}"""


@pytest.fixture
def context(browser: Browser, site: str, complaints: list[str]) -> Iterator[BrowserContext]:
    """As a visitor's browser, with service workers."""
    context = browser.new_context()
    listen(context, site, complaints)
    yield context
    context.close()
    assert_nothing_went_wrong(complaints)


@pytest.fixture(scope="module")
def kept(browser: Browser, site: str, complaints: list[str]) -> Iterator[BrowserContext]:
    """The browser of a visitor who has been here once, so that the service worker has kept all it wants."""
    context = browser.new_context()
    listen(context, site, complaints)
    visit(context, site).close()
    yield context
    context.close()


@pytest.fixture
def own_site(built_site: Path, tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A copy of the site that a test may change, and its address."""
    folder = tmp_path / "project"
    shutil.copytree(built_site, folder)
    server = site_server(tmp_path, port=0)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield folder, f"http://127.0.0.1:{server.server_port}/project/"
    server.shutdown()
    thread.join()
    server.server_close()


def visit(context: BrowserContext, address: str) -> Page:
    """A page whose Python runs and whose service worker has kept all it wants."""
    page = context.new_page()
    page.goto(address)
    wait_for_python(page)
    assert page.evaluate(ACTIVE)
    return page


def fill_the_disk(page: Page, site: str) -> None:
    """From now on the browser really refuses to store anything more for the site."""
    full = {"origin": urljoin(site, "/"), "quotaSize": 1}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", full)


def beside(context: BrowserContext, address: str) -> Page:
    """A page that starts no Python but belongs to the same service worker."""
    page = context.new_page()
    page.goto(address + "service-worker.js")
    return page


def keep_all(context: BrowserContext, address: str) -> None:
    """What a visit leaves behind, without its Python."""
    page = beside(context, address)
    page.evaluate("navigator.serviceWorker.register('./service-worker.js', { updateViaCache: 'none' })")
    assert page.evaluate(ACTIVE)
    page.close()


def test_the_second_visit_needs_no_network_and_does_all_that_the_first_did(
    kept: BrowserContext, site: str, complaints: list[str]
) -> None:
    kept.set_offline(True)
    try:
        page = kept.new_page()
        page.goto(site)
        wait_for_python(page)
        clear(page, "tue").click()
        wait_for_event(page, 45)
        go_to(page, last_event(page))
        expect(total(page, "tue")).to_have_attribute("data-total", "508")
        page.close()
    finally:
        kept.set_offline(False)
    assert_nothing_went_wrong(complaints)


def test_only_files_of_this_page_are_kept(kept: BrowserContext, site: str, complaints: list[str]) -> None:
    page = beside(kept, site)
    urls = page.evaluate(KEPT)
    assert len(urls) > 20
    assert all(url.startswith(site) for url in urls)
    assert site + "service-worker.js" not in urls
    page.close()
    assert_nothing_went_wrong(complaints)


def test_a_new_build_is_seen_at_the_first_visit_after_it(
    browser: Browser, own_site: tuple[Path, str]
) -> None:
    folder, address = own_site
    context = browser.new_context()
    keep_all(context, address)
    html = folder / "index.html"
    html.write_text(html.read_text().replace("<h1>Backfill", "<h1>Another build: backfill"))
    page = context.new_page()
    page.goto(address)
    expect(page.locator("h1")).to_contain_text("Another build")
    context.close()


def test_what_is_lost_from_the_cache_comes_from_the_network_and_is_kept_again(
    context: BrowserContext, site: str
) -> None:
    keep_all(context, site)
    page = beside(context, site)
    page.evaluate(LOSE_WASM)
    assert not any(url.endswith(".wasm") for url in page.evaluate(KEPT))
    page.close()
    page = visit(context, site)
    assert any(url.endswith(".wasm") for url in page.evaluate(KEPT))


def test_called_off_the_service_worker_leaves_nothing_behind(
    browser: Browser, own_site: tuple[Path, str], tmp_path: Path
) -> None:
    folder, address = own_site
    context = browser.new_context()
    keep_all(context, address)
    build(tmp_path / "without", offline=False)
    shutil.copyfile(tmp_path / "without" / "service-worker.js", folder / "service-worker.js")
    page = context.new_page()
    # Its Python would register the service worker anew.
    page.route("**/offline.js", lambda route: route.abort())
    page.goto(address)
    page.evaluate("async () => (await navigator.serviceWorker.getRegistration())?.update()")
    page.close()
    assert beside(context, address).evaluate(NONE_LEFT)
    context.close()


def test_on_a_full_disk_nothing_is_kept_and_the_page_works_all_the_same(
    context: BrowserContext, site: str
) -> None:
    page = context.new_page()
    fill_the_disk(page, site)
    page.goto(site)
    wait_for_python(page)
    assert page.evaluate(GIVEN_UP)
    clear(page, "tue").click()
    wait_for_event(page, 45)
    expect(main(page)).to_have_attribute("data-python", "ready")
    expect(do(page, "try-again")).to_be_hidden()


def test_what_is_lost_on_a_full_disk_comes_from_the_network(context: BrowserContext, site: str) -> None:
    keep_all(context, site)
    page = beside(context, site)
    page.evaluate(LOSE_WASM)
    fill_the_disk(page, site)
    page.goto(site)
    wait_for_python(page)
    kept = page.evaluate(KEPT)
    assert len(kept) > 20
    assert not any(url.endswith(".wasm") for url in kept)


def test_the_page_can_be_installed(page: Page, site: str) -> None:
    open_without_python(page, site)
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["manifest"]["startUrl"] == site
    assert manifest["manifest"]["scope"] == site
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error for error in errors if error["errorId"] != "in-incognito"] == []


# Draws an icon as a browser draws it, once from its file and once from the SVG: the part of all pixels inside
# the corners that differ to the eye. The corners may differ: a maskable icon fills them.
DIFFERS = """async ([file, source, size]) => {
  const draw = async (from) => {
    const image = new Image(size, size);
    image.src = from;
    await image.decode();
    const canvas = new OffscreenCanvas(size, size).getContext("2d");
    canvas.drawImage(image, 0, 0, size, size);
    return { pixels: canvas.getImageData(0, 0, size, size).data, width: image.naturalWidth };
  };
  const [drawn, wanted] = [await draw(file), await draw(source)];
  let differing = 0;
  const corner = Math.round(size / 4);
  const inCorner = (at) => at < corner || at >= size - corner;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (inCorner(x) && inCorner(y)) continue;
      const at = 4 * (y * size + x);
      const apart = (part) => Math.abs(drawn.pixels[at + part] - wanted.pixels[at + part]);
      if (Math.max(apart(0), apart(1), apart(2), apart(3)) > 64) differing++;
    }
  return { width: drawn.width, differing: differing / (size * size) };
}"""


def test_the_icons_that_the_manifest_names_are_the_svg_at_the_sizes_it_says(page: Page, site: str) -> None:
    open_without_python(page, site)
    manifest = page.evaluate("document.querySelector('link[rel=manifest]').href")
    icons = page.request.get(manifest).json()["icons"]
    assert [icon["sizes"] for icon in icons] == ["any", "192x192", "512x512"]
    for icon in icons[1:]:
        size = int(icon["sizes"].split("x")[0])
        files = [urljoin(manifest, each) for each in (icon["src"], icons[0]["src"])]
        drawn = page.evaluate(DIFFERS, [*files, size])
        assert drawn["width"] == size
        assert drawn["differing"] < 0.005
