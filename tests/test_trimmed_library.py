"""The trimmed standard library holds all that the program needs, and changes nothing of what it does."""

import zipfile
from pathlib import Path
from typing import Any

from build_snapshot import MODULES, WORKER, our_sources
from trim.library import exercise

Answers = dict[str, Any]


def modules_in(library: Path) -> set[str]:
    with zipfile.ZipFile(library) as archive:
        names = [name.rpartition(".")[0] for name in archive.namelist() if name.endswith((".py", ".pyc"))]
    return {name.removesuffix("/__init__").replace("/", ".") for name in names}


def test_every_function_that_the_page_may_call_is_used_when_the_modules_are_searched(
    with_stock: Answers,
) -> None:
    assert with_stock["unused"] == []


def test_with_the_trimmed_library_every_answer_is_the_same(library: Path, with_stock: Answers) -> None:
    with_trimmed = exercise(our_sources(), WORKER.read_text(encoding="utf-8"), library)
    for name, answers in with_stock["answers"].items():
        assert with_trimmed["answers"][name] == answers, name
    assert with_trimmed["modules"] == with_stock["modules"]


def test_all_that_a_new_search_finds_is_in_the_library(library: Path, with_stock: Answers) -> None:
    """The build keeps what an earlier search found for as long as no import changes."""
    stock = modules_in(MODULES / "pyodide" / "python_stdlib.zip")
    assert set(with_stock["modules"]) & stock <= modules_in(library) < stock
