"""Which browser do the tests use? One that is installed; else Playwright's own; else the distribution's.

`make browser` runs this file, and may install one. The tests only look.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser")


def find_browser() -> Path | None:
    """The browser that is here already: one on PATH, else the one Playwright has downloaded."""
    for name in NAMES:
        if found := shutil.which(name):
            return Path(found)
    with sync_playwright() as playwright:
        downloaded = Path(playwright.chromium.executable_path)
    return downloaded if downloaded.exists() else None


def install_with_playwright() -> None:
    print("No browser found; asking Playwright for its own.", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def install_with_apt() -> None:
    """Debian's package brings what a browser needs around it; where there is no apt, does nothing."""
    if not shutil.which("apt-get"):
        return
    as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if as_root and not shutil.which("sudo"):
        return
    print("Playwright has none for this machine; asking apt for chromium.", flush=True)
    subprocess.run([*as_root, "apt-get", "update", "-qq"], check=False)
    subprocess.run(
        [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq", "chromium"],
        check=False,
    )


def get_browser() -> Path | None:
    """A browser, installed now if there was none; None if no way worked."""
    for install in (install_with_playwright, install_with_apt):
        if found := find_browser():
            return found
        install()
    return find_browser()


if __name__ == "__main__":
    browser = get_browser()
    if browser is None:
        sys.exit("The tests need a browser: install Chromium or Chrome, so that it is on PATH.")
    print(f"The tests use {browser}.")
