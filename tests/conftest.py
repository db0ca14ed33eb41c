"""What takes seconds to make and is the same for every test: made once, for all of pytest's workers."""

import fcntl
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from build_snapshot import WORKER, build, our_sources
from trim.library import exercise

# GitHub Pages serves a project below its name.
PREFIX = "some-prefix"


@pytest.fixture(scope="session")
def common(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder that all the workers of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own if worker_id == "master" else own.parent


def made_once(path: Path, make: Callable[[Path], None]) -> Path:
    """The path, made by whichever worker needs it first."""
    with path.with_name(f"{path.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            unfinished = path.with_name(f"unfinished-{path.name}")
            make(unfinished)
            unfinished.rename(path)
    return path


@pytest.fixture(scope="session")
def built_site(common: Path) -> Path:
    """The folder of the site."""
    return made_once(common / PREFIX, build)


@pytest.fixture(scope="session")
def library(built_site: Path) -> Path:
    """The standard library of the site."""
    [library] = built_site.glob("vendor/pyodide-*/python_stdlib.zip")
    return library


@pytest.fixture(scope="session")
def with_stock() -> dict[str, Any]:
    """What trim/exercise.py answers with Python's whole library. A build that searched anew has kept it."""
    return exercise(our_sources(), WORKER.read_text(encoding="utf-8"))
