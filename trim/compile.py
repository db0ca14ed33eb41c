"""Compiles modules with the Python of the page. Runs in a Pyodide that has done nothing else.

`given` is {"modules": names of the standard library to keep, "packages": those to keep whole, "sources":
{path in the worker: source} of other modules}. The answer is {"library": {name in the archive: pyc},
"ours": {path: pyc}}, each pyc in base64.

A pyc says of itself that it need not be compared with its source: the build made both, and to
compare them takes time.
"""

import base64
import importlib.util
import json
import marshal
import sys
import zipfile
from pathlib import Path

LIBRARY = next(path for path in sys.path if path.endswith(".zip"))
HOME = Path.cwd()  # where the modules lie in the worker too
UNCHECKED = (1).to_bytes(4, "little")


def pyc(source: bytes | str, path: str, optimize: int) -> str:
    code = compile(source, path, "exec", dont_inherit=True, optimize=optimize)
    text = source if isinstance(source, bytes) else source.encode()
    head = importlib.util.MAGIC_NUMBER + UNCHECKED + importlib.util.source_hash(text)
    return base64.b64encode(head + marshal.dumps(code)).decode()


def module_name(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


given: str = globals()["given"]  # run.mjs sets it
asked = json.loads(given)
wanted = set(asked["modules"])
with zipfile.ZipFile(LIBRARY) as archive:
    library = {
        # 2: without docstrings and asserts, which are most of what can be left out.
        f"{name}c": pyc(archive.read(name), f"{LIBRARY}/{name}", 2)
        for name in archive.namelist()
        if name.endswith(".py")
        if module_name(name) in wanted or name.split("/")[0] in asked["packages"]
    }
json.dumps(
    {
        "library": library,
        # Ours keep their asserts, so that they do the same compiled and not.
        "ours": {
            path: pyc(source, f"{HOME}/{path}", 2 if path.startswith("pyscript/") else 0)
            for path, source in asked["sources"].items()
        },
    }
)
