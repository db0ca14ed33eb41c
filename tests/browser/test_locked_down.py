"""The page's policy and its digests, each tried by doing what it forbids."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from build_snapshot import CONTENT_TYPES
from tests.browser.reading import BOOT_MS, main, open_without_python

# Each returns whether the page was kept from it.
FORBIDDEN = {
    "a script in the HTML": """() => {
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.body.append(script);
      return !window.ran;
    }""",
    "an attribute that runs": """() => {
      const image = document.createElement("img");
      image.setAttribute("onerror", "window.ran = true");
      document.body.append(image);
      image.dispatchEvent(new Event("error"));
      return !window.ran;
    }""",
    "a script from elsewhere": """() => new Promise((resolve) => {
      const script = document.createElement("script");
      script.onerror = () => resolve(true);
      script.onload = () => resolve(false);
      script.src = "https://elsewhere.invalid/a.js";
      document.body.append(script);
    })""",
    "a request to elsewhere": "() => fetch('https://elsewhere.invalid/').then(() => false, () => true)",
    "a frame": """() => new Promise((resolve) => {
      addEventListener("securitypolicyviolation", ({ effectiveDirective: directive }) =>
        resolve(directive === "frame-src"));
      const frame = document.createElement("iframe");
      frame.src = "./";
      document.body.append(frame);
    })""",
    "another base for its links": """() => {
      const base = document.createElement("base");
      base.href = "https://elsewhere.invalid/";
      document.head.append(base);
      return !document.baseURI.includes("elsewhere");
    }""",
    "a form that goes elsewhere": """() => new Promise((resolve) => {
      addEventListener("securitypolicyviolation", ({ effectiveDirective: directive }) =>
        resolve(directive === "form-action"));
      const form = document.createElement("form");
      form.action = "https://elsewhere.invalid/";
      document.body.append(form);
      form.submit();
    })""",
}


@pytest.mark.parametrize("forbidden", FORBIDDEN)
def test_the_page_is_kept_from(page: Page, site: str, complaints: list[str], forbidden: str) -> None:
    open_without_python(page, site)
    assert page.evaluate(FORBIDDEN[forbidden])
    # A request counts as made though the policy stops it before it leaves the browser.
    assert all(re.search("Content Security Policy|elsewhere.invalid", each) for each in complaints), (
        complaints
    )
    complaints.clear()


def test_the_worker_is_under_the_policy_of_the_page(awake: Page, complaints: list[str]) -> None:
    worker = awake.workers[0]  # more than one where a hunt has left its own
    assert worker.evaluate("() => fetch('https://elsewhere.invalid/').then(() => false, () => true)")
    assert all("Content Security Policy" in complaint for complaint in complaints), complaints
    complaints.clear()


@pytest.mark.parametrize("name", ["core.js", "pyodide.asm.wasm", "python_stdlib.zip"])
def test_one_changed_byte_in_what_runs_is_refused(
    page: Page, site: str, built_site: Path, complaints: list[str], name: str
) -> None:
    [file] = (built_site / "vendor").glob(f"*/{name}")
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    content_type = CONTENT_TYPES[file.suffix]
    page.route(f"**/{name}", lambda route: route.fulfill(body=bytes(content), content_type=content_type))
    with page.expect_console_message(
        lambda message: "integrity" in message.text or message.text == "MessageEvent"
    ):
        page.goto(site)
    expect(main(page)).to_have_attribute("data-python", "failed", timeout=BOOT_MS)
    complaints.clear()
