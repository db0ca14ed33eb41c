"""What the page needs of Python's standard library, found by use and compiled by the Python of the page.

To compile what it imports is much of the time that Python takes to start. So the modules travel
compiled, and only those that the whole program imports when it is used. Both take seconds under Node:
the answers are kept, under what they depend on, in node_modules/.cache/.
"""

import ast
import base64
import hashlib
import json
import shutil
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Any

TRIM = Path(__file__).resolve().parent
MODULES = TRIM.parent / "node_modules"
CACHE = MODULES / ".cache" / "trim"
RUN, EXERCISE, COMPILE = (TRIM / name for name in ("run.mjs", "exercise.py", "compile.py"))

KEPT_AT_MOST = 8  # answers of each kind: enough to go back and forth between two states of the sources

# Kept whole, because they import parts of themselves when an error or a rare value calls for it.
WHOLE_PACKAGES = ("_pyodide", "collections", "json", "pyodide", "re")
PYSCRIPT = MODULES / "@pyscript" / "core" / "src" / "stdlib" / "pyscript.js"
STOCK = tuple(MODULES / "pyodide" / name for name in ("pyodide.asm.wasm", "python_stdlib.zip"))


class TrimError(Exception):
    """Why the library could not be made, in one sentence."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """``library`` is the trimmed standard library, ``ours`` the modules in the worker's own folder.

    Both map the name in an archive to the content of a .pyc file.
    """

    library: Mapping[str, bytes]
    ours: Mapping[str, bytes]


def compiled(archive: bytes, sources: Mapping[str, str], worker: str) -> Compiled:
    """All that Python needs to start, compiled. Raises TrimError.

    ``archive`` is the zip of our sources; ``sources`` are those and PyScript's, and map the path of a
    module below the worker's folder to its source; ``worker`` is the source of app/worker.py.
    """
    # What is imported follows from the imports, so that a change elsewhere need not wait for a new
    # search. A test searches anew after any change.
    imports = sorted({line for source in (*sources.values(), worker) for line in imports_of(source)})
    modules = kept("modules", [EXERCISE, "\n".join(imports)], lambda: exercise(archive, worker)["modules"])
    used = {path: source for path, source in sources.items() if module_name(path) in modules}
    asked = json.dumps({"modules": modules, "packages": WHOLE_PACKAGES, "sources": used})
    pycs = kept("compiled", [COMPILE, asked], lambda: run(COMPILE, asked))
    ours = {pyc_name(path): content for path, content in decoded(pycs["ours"]).items()}
    return Compiled(decoded(pycs["library"]), ours)


def exercise(archive: bytes, worker: str) -> dict[str, Any]:
    """What trim/exercise.py answers, with Python's whole library. Raises TrimError."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "app.zip"
        file.write_bytes(archive)
        answer: dict[str, Any] = kept(
            "answers", [EXERCISE, worker, file], lambda: run(EXERCISE, worker, file)
        )
        return answer


def run(script: Path, given: str, *archives: Path) -> dict[str, Any]:
    """The JSON object that a script of this folder answers in Pyodide under Node. Raises TrimError."""
    node = shutil.which("node")
    if node is None:
        raise TrimError("Node was not found: it is needed to compile for the Python of the page.")
    result = subprocess.run(
        [node, RUN, script, *archives],
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if result.returncode != 0:
        # Node shows the line it stopped at, and one of Pyodide's is a megabyte long.
        raise TrimError(f"{script.name} failed under Node: {' '.join(result.stderr[-1_000:].split())}")
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def imports_of(source: str) -> list[str]:
    """Each import of a module, wherever it stands, as text."""
    return [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]


def kept(name: str, depends_on: list[Path | str], make: Any) -> Any:  # noqa: ANN401, whatever JSON holds
    """What ``make`` answers, from the cache if all that it depends on is as it was."""
    digest = hashlib.sha256()
    for part in (RUN, PYSCRIPT, *STOCK, *depends_on):
        content = part.read_bytes() if isinstance(part, Path) else part.encode()
        digest.update(f"{len(content)} ".encode() + content)
    file = CACHE / f"{name}-{digest.hexdigest()[:32]}.json"
    if file.is_file():
        return json.loads(file.read_text(encoding="utf-8"))
    answer = make()
    CACHE.mkdir(parents=True, exist_ok=True)
    # Renamed when it is whole: builds run beside each other.
    with NamedTemporaryFile("w", dir=CACHE, delete=False, encoding="utf-8") as unfinished:
        json.dump(answer, unfinished)
    Path(unfinished.name).replace(file)
    with suppress(FileNotFoundError):  # another build may drop the same
        for old in sorted(CACHE.glob(f"{name}-*"), key=lambda each: each.stat().st_mtime)[:-KEPT_AT_MOST]:
            old.unlink()
    return answer


def decoded(files: Mapping[str, str]) -> dict[str, bytes]:
    return {name: base64.b64decode(content) for name, content in files.items()}


def module_name(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def pyc_name(path: str) -> str:
    """Where Python looks for a compiled module.

    PyScript writes its own sources into the folder, and their compiled files lie beside them. Ours have no
    sources there: a third of the archive is saved, and half of the files that are unpacked at each start.
    """
    source = Path(path)
    if source.parts[0] == "pyscript":
        return (source.parent / "__pycache__" / f"{source.stem}.cpython-314.pyc").as_posix()
    return f"{path}c"
