"""What takes seconds to make and is the same for every test: made once, for all of pytest's workers."""

import fcntl
from pathlib import Path
from typing import Any

import pytest

from build_snapshot import WORKER, build, our_sources
from trim.library import exercise

# GitHub Pages serves a project below its name.
PREFIX = "some-prefix"


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder of the site, which the worker that needs it first builds for all of them."""
    own = tmp_path_factory.getbasetemp()
    common = own if worker_id == "master" else own.parent
    site = common / PREFIX
    with (common / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not site.exists():
            unfinished = common / "unfinished"
            build(unfinished)
            unfinished.rename(site)
    return site


@pytest.fixture(scope="session")
def library(built_site: Path) -> Path:
    """The standard library of the site."""
    [library] = built_site.glob("vendor/pyodide-*/python_stdlib.zip")
    return library


@pytest.fixture(scope="session")
def with_stock() -> dict[str, Any]:
    """What trim/exercise.py answers with Python's whole library. A build that searched anew has kept it."""
    return exercise(our_sources(), WORKER.read_text(encoding="utf-8"))
