"""The trimmed standard library holds all that the program needs.

That it changes nothing of what the program does is seen in a browser, by tests/browser/test_built_python.py.
"""

import zipfile
from pathlib import Path
from typing import Any

from build_snapshot import MODULES

Answers = dict[str, Any]


def modules_in(library: Path) -> set[str]:
    with zipfile.ZipFile(library) as archive:
        names = [name.rpartition(".")[0] for name in archive.namelist() if name.endswith((".py", ".pyc"))]
    return {name.removesuffix("/__init__").replace("/", ".") for name in names}


def test_every_function_that_the_page_may_call_is_used_when_the_modules_are_searched(
    with_stock: Answers,
) -> None:
    assert with_stock["unused"] == []


def test_all_that_a_new_search_finds_is_in_the_library(library: Path, with_stock: Answers) -> None:
    """The build keeps what an earlier search found for as long as no import changes."""
    stock = modules_in(MODULES / "pyodide" / "python_stdlib.zip")
    assert set(with_stock["modules"]) & stock <= modules_in(library) < stock
