"""Which browser do the tests use? One that is installed; else Playwright's own; else the distribution's.

`make browser` runs this file, and may install one. The tests only look. They prefer Chromium's headless
shell, which is the same engine without the windows, bars and services around it: it is up in half the
time. `make bench` measures what visitors have, and so asks for a whole browser with --whole.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

WHOLE = ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser")
SHELL = "chromium-headless-shell"


def find_browser(*, whole: bool = False) -> Path | None:
    """The browser that is here already: one on PATH, else the one Playwright has downloaded."""
    for name in WHOLE if whole else (SHELL, *WHOLE):
        if found := shutil.which(name):
            return Path(found)
    with sync_playwright() as playwright:
        downloaded = Path(playwright.chromium.executable_path)
    return downloaded if downloaded.exists() else None


def install_with_playwright() -> None:
    print("No browser found; asking Playwright for its own.", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def install_with_apt(package: str) -> None:
    """Debian's package brings what a browser needs around it; where there is no apt, does nothing."""
    if not shutil.which("apt-get"):
        return
    as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if as_root and not shutil.which("sudo"):
        return
    print(f"Playwright has none for this machine; asking apt for {package}.", flush=True)
    subprocess.run([*as_root, "apt-get", "update", "-qq"], check=False)
    subprocess.run(
        [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq", package],
        check=False,
    )


def get_browser(*, whole: bool = False) -> Path | None:
    """A browser, installed now if there was none; None if no way worked."""
    if found := find_browser(whole=whole):
        return found
    install_with_playwright()
    for package in (WHOLE[0],) if whole else (SHELL, WHOLE[0]):
        if found := find_browser(whole=whole):
            return found
        install_with_apt(package)
    return find_browser(whole=whole)


if __name__ == "__main__":
    browser = get_browser(whole="--whole" in sys.argv)
    if browser is None:
        sys.exit("The tests need a browser: install Chromium or Chrome, so that it is on PATH.")
    print(f"The tests use {browser}.")
