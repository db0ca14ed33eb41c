"""Which module may import which, so that the parts stay apart; and where a type may be left open."""

import ast
import sys
import tokenize
from collections.abc import Iterator, Mapping
from enum import StrEnum
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STANDARD_LIBRARY = sys.stdlib_module_names
BROWSER_ONLY = {"js", "pyodide", "pyodide_js", "pyscript"}


def name_of(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def modules_of(package: str) -> dict[str, str]:
    """Name -> source of each module of the package."""
    return {
        name_of(file): file.read_text(encoding="utf-8") for file in sorted((ROOT / package).rglob("*.py"))
    }


def imports(source: str) -> Iterator[str]:
    """Every module that the source names, wherever it stands; `from a import b` gives a and a.b."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, (
                "imports are written in full, so that they can be searched"
            )
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def packages_imported(source: str) -> set[str]:
    return {name.split(".")[0] for name in imports(source)}


SIM = modules_of("sim")
APP = modules_of("app")


@pytest.mark.parametrize("module", SIM)
def test_sim_imports_the_standard_library_and_itself(module: str) -> None:
    assert packages_imported(SIM[module]) <= {"sim", *STANDARD_LIBRARY}


@pytest.mark.parametrize("module", APP)
def test_app_imports_sim_and_itself_and_only_the_worker_knows_the_browser(module: str) -> None:
    allowed = {"sim", "app", *STANDARD_LIBRARY}
    assert packages_imported(APP[module]) <= (allowed | BROWSER_ONLY if module == "app.worker" else allowed)


@pytest.mark.parametrize(
    ("module", "allowed"),
    [
        (
            "sim.witness.checker",
            {"sim.job", "sim.model", "sim.writes", "sim.events", "sim.presses", "sim.fast", "sim.witness"},
        ),
        ("sim.witness.findings", {"sim.model", "sim.writes"}),
        ("sim.words", {"sim.model", "sim.witness"}),
        ("sim.fast", {"sim.job", "sim.model"}),
        ("sim.model", {"sim.job"}),
        ("sim.job", set()),
        ("sim.writes", set()),
    ],
)
def test_the_checker_and_its_words_import_nothing_that_is_judged(module: str, allowed: set[str]) -> None:
    ours = {name for name in imports(SIM[module]) if name.split(".")[0] == "sim"}
    # `from sim.model import Week` names sim.model and sim.model.Week; `from sim import words` names sim too.
    assert {".".join(name.split(".")[:2]) for name in ours} - {"sim"} <= allowed


CLOSED_LISTS = {
    f"{module}.{name}"
    for module in ("sim.job", "sim.model", "sim.witness.findings")
    for name, value in vars(import_module(module)).items()
    if isinstance(value, type) and issubclass(value, StrEnum)
}


@pytest.mark.parametrize("language", [module for module in APP if module.startswith("app.words.")])
def test_a_language_imports_facts_closed_lists_and_the_words_of_sim(language: str) -> None:
    ours = {name for name in imports(APP[language]) if name.split(".")[0] in ("sim", "app")}
    modules = {name for name in ours if name in SIM | APP}
    assert modules <= {"app.facts", "sim.words", "sim.job", "sim.model", "sim.witness.findings"}
    from_lists = {name for name in ours - modules if not name.startswith(("app.facts.", "sim.words."))}
    assert from_lists <= CLOSED_LISTS


def test_only_replay_imports_the_schedulers_by_name() -> None:
    importers = {module for module, source in (SIM | APP).items() if "sim.schedulers" in set(imports(source))}
    assert importers <= {"sim.replay"}


def test_nothing_in_sim_imports_a_job_but_the_command_line() -> None:
    importers = {module for module, source in SIM.items() if "sim.jobs" in set(imports(source))}
    assert importers == {"sim.__main__"}


def ours_imported_by(modules: Mapping[str, str]) -> dict[str, set[str]]:
    return {module: set(imports(source)) & modules.keys() for module, source in modules.items()}


def a_circle(imported: Mapping[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle, if there are any."""
    left = dict(imported)
    while left:
        free = [module for module, needs in left.items() if not needs & left.keys()]
        if not free:
            return sorted(left)
        for module in free:
            del left[module]
    return []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert a_circle(ours_imported_by(SIM | APP)) == []


def test_a_circle_is_noticed() -> None:
    modules = {"a": "import b", "b": "def f():\n    from c import d", "c": "import a", "d": "import a"}
    assert a_circle(ours_imported_by(modules)) == ["a", "b", "c", "d"]
    assert a_circle(ours_imported_by(modules | {"c": "import json"})) == []


def test_an_import_is_seen_wherever_it_stands() -> None:
    source = "import json\ndef f():\n    from sim import schedulers\n"
    assert set(imports(source)) == {"json", "sim", "sim.schedulers"}


def lines_with_any_and_no_reason(source: str) -> list[int]:
    """The lines that name Any while no comment, beside it or on the line above, says why."""
    explained: set[int] = set()
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            stands_alone = token.line.lstrip().startswith("#")
            explained.add(token.start[0] + stands_alone)
    return [line for line in lines_with_any(source) if line not in explained]


def lines_with_any(source: str) -> Iterator[int]:
    """Where Any is used; an import is no use yet."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id="Any", lineno=line) | ast.Attribute(attr="Any", lineno=line):
                yield line


def test_any_stands_only_where_a_comment_says_why() -> None:
    found = {module: lines_with_any_and_no_reason(source) for module, source in (SIM | APP).items()}
    assert {module: lines for module, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "source",
    [
        "def f(values: dict[str, Any]) -> None: ...",
        "import typing\n\nvalues: typing.Any = {}",
        "# Of something else.\n\nValues = dict[str, Any]",
        "known = {}  # of the line above\nValues = dict[str, Any]",
        'text = cast(Any, "# no comment")',
    ],
)
def test_an_any_without_a_reason_is_noticed(source: str) -> None:
    assert lines_with_any_and_no_reason(source) == [len(source.splitlines())]


@pytest.mark.parametrize(
    "source",
    [
        "def f(values: dict[str, Any]) -> None: ...  # whatever JSON holds",
        "# Whatever JSON holds.\nValues = dict[str, Any]",
        "def f() -> None:\n    # Whatever JSON holds.\n    values: dict[str, Any] = {}",
        "from typing import Any\n",
        '"""Any job."""',
        "Anything = object",
    ],
)
def test_an_any_with_a_reason_and_what_is_no_use_of_it_is_let_be(source: str) -> None:
    assert lines_with_any_and_no_reason(source) == []
