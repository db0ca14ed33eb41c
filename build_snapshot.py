"""Builds the finished site into _site/: static, complete, relative paths only, the same bytes each time.

python build_snapshot.py                   build
python build_snapshot.py --serve [PORT]    build, then serve it on this machine (port 8000)
python build_snapshot.py --stock-library   build with Python's whole library, not compiled, to compare
python build_snapshot.py --no-offline      build with a service worker that takes itself away again
python build_snapshot.py --verify COPY     compare a folder or an address with the last build
"""

import argparse
import base64
import hashlib
import html
import io
import json
import os
import re
import shutil
import sys
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NoReturn
from urllib.error import HTTPError
from urllib.request import urlopen

from app.ahead import file_of_answers, opening_days
from app.board.controls import late_select
from app.board.markup import board_row, templates
from app.board.view import CHOSEN_AT_START
from app.html import placed
from app.hunting import WEEKS, hunt_region
from app.lessons.experiment import experiment_buttons, lead
from app.replies import opening_tape
from app.story.chart import seen_at
from app.story.story import story_of
from app.words import PAGE_WORDS
from sim.jobs import OPENING, OPENING_EVENT
from trim.library import TrimError, compiled

ROOT = Path(__file__).resolve().parent
SITE = ROOT / "_site"
STATIC = ROOT / "static"
STYLE = STATIC / "style"
MODULES = ROOT / "node_modules"
EARLY = STATIC / "early.js"
INTERPRETER = STATIC / "interpreter.mjs"
SERVICE_WORKER = STATIC / "service-worker.js"
NO_SERVICE_WORKER = STATIC / "no-service-worker.js"
NOT_OF_THE_PAGE = (EARLY.name, INTERPRETER.name, SERVICE_WORKER.name, NO_SERVICE_WORKER.name)
SUMS = "SHA256SUMS"
WORKER = ROOT / "app" / "worker.py"

# PyScript fetches its plugins unless each of its two languages says no to each of them.
PLUGINS_OFF = (
    "!codemirror",
    "!deprecations-manager",
    "!donkey",
    "!error",
    "!py-editor",
    "!py-game",
    "!py-terminal",
)

# The parts of the style sheet, in the order in which they are joined. It is written down because it counts:
# of two rules that weigh the same the later wins. So what holds everywhere comes first.
STYLE_PARTS = (
    "colours.css",
    "page.css",
    "prose.css",
    "buttons.css",
    "simulator.css",
    "time.css",
    "board.css",
    "lamps.css",
    "properties.css",
    "controls.css",
    "experiments.css",
    "twin.css",
    "story.css",
    "ledger.css",
    "so-far.css",
    "chart.css",
    "files.css",
    "keys.css",
    "hunt.css",
    "phone.css",
    "no-script.css",
    "print.css",
)

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
PYSCRIPT_SOURCES = "src/stdlib/pyscript.js"

# Of PyScript's chunks, the ones a page with a worker and no plugins asks for. The part in * is a
# content hash. `error` is asked for even when it is off, to be told so.
PYSCRIPT_FILES = ("dist/core.js", "dist/core-*.js", "dist/error-*.js", "LICENSE")


class BuildError(Exception):
    """Why there can be no site, in one sentence."""


@dataclass(frozen=True)
class Runtime:
    """Where the built site keeps what Python needs: paths relative to the page, and sizes in bytes."""

    core: str
    interpreter: str
    worker: str
    archive: str
    files: Mapping[str, int]


def build(site: Path = SITE, *, stock_library: bool = False, offline: bool = True) -> None:
    """Replaces `site` with a fresh one; raises BuildError if a part is missing.

    With `stock_library` Python comes with its whole library and compiles what it needs in the browser.
    Without `offline` the service worker is one that takes itself away again, with all that it has kept.
    """
    pyodide = installed_package("pyodide")
    pyscript = installed_package("@pyscript/core")
    if site.exists():
        shutil.rmtree(site)
    site.mkdir(parents=True)
    static = write_static(site)
    runtime = write_runtime(site, pyodide, pyscript, stock_library=stock_library)
    template = (ROOT / "index.html").read_text(encoding="utf-8").replace("./static/", f"./{static.name}/")
    write(site / "index.html", page_html(template, runtime, site, static).encode())
    # Without it GitHub Pages would run the site through Jekyll, which drops some files.
    write(site / ".nojekyll", b"")
    write(site / SERVICE_WORKER.name, service_worker(site, offline=offline))
    write(site / SUMS, sums(site).encode())


# The page


def page_html(template: str, runtime: Runtime, site: Path, static: Path) -> str:
    """index.html with its blanks filled: the opening week at OPENING_EVENT, and its whole tape."""
    map_ = import_map(site, static)
    answers = write_hashed(site, "answers", ".json", file_of_answers().encode())
    early = EARLY.read_text(encoding="utf-8")
    tape = opening_tape()
    days = opening_days()
    others = {
        "sentence": tape.sentence(OPENING_EVENT),
        "marks": tape.marks,
        "hunt": hunt_region(WEEKS, 0, 0, {}, can_show=False),
    }
    regions = placed(tape.html(OPENING_EVENT) | others)
    story = story_of(OPENING, CHOSEN_AT_START)
    told = placed(story.html(OPENING_EVENT))
    steps = [html_ for name, html_ in told.items() if name.startswith("story:")]
    config = {"interpreter": runtime.interpreter, "plugins": PLUGINS_OFF}
    return fill(
        template,
        {
            "event": str(OPENING_EVENT),
            "minute": str(tape.minutes[OPENING_EVENT]),
            "last_event": str(len(tape.minutes) - 1),
            "sentence": regions["sentence"],
            "marks": regions["marks"],
            "scheduler": regions["scheduler"],
            "board_rows": "\n".join(map(board_row, days)),
            "other_dates": regions["other-dates"],
            "week_total": regions["week-total"],
            "properties": regions["properties"],
            "settings": regions["settings"],
            "late": late_select(days),
            "lead": lead(),
            "experiment_buttons": experiment_buttons(),
            "hunt": regions["hunt"],
            "log": tape.log(OPENING_EVENT),
            "story_head": told["story-head"],
            "story_steps": "\n".join(steps),
            "ledger": told["ledger"],
            "chart": told["chart"],
            "chart_rows": seen_at(OPENING_EVENT, told["chart-rows"]),
            "story": in_script(story.to_json()),
            "page_words": in_script(json.dumps(PAGE_WORDS)),
            "templates": in_script(json.dumps(templates())),
            "tape": in_script(tape.to_json()),
            "digest": tape.digest(),
            "early": early,
            "early_digest": integrity(early.encode()),
            "early_kept": html.escape(PAGE_WORDS["early"]),
            "no_scripts": html.escape(PAGE_WORDS["no_scripts"]),
            "no_python": html.escape(PAGE_WORDS["python_failed"]),
            "import_map": map_,
            "import_map_digest": integrity(map_.encode()),
            "module_preloads": "\n".join(
                # PyScript's come with Python, after the answers that were drawn ahead of it.
                f'<link rel="modulepreload" href="./{name}">'
                for name in page_modules(site, static)
                if not name.startswith("vendor/")
            ),
            "answers": f"./{answers.name}",
            "answers_digest": hashlib.sha256(answers.read_bytes()).hexdigest(),
            "runtime": in_script(json.dumps(vars(runtime))),
            # In <py-config> and <mpy-config>, which are ordinary elements.
            "py_config": html.escape(json.dumps(config), quote=False),
        },
    )


def page_modules(site: Path, static: Path) -> list[str]:
    """The modules that run in the page itself: paths relative to it."""
    modules = [*static.glob("*.js"), *site.glob("vendor/pyscript-core-*/*.js")]
    return sorted(module.relative_to(site).as_posix() for module in modules)


def import_map(site: Path, static: Path) -> str:
    """What each module of the page must be, byte for byte, and where they lie."""
    return json.dumps(
        {
            "imports": {"./static/": f"./{static.name}/"},
            "integrity": {
                f"./{name}": integrity((site / name).read_bytes()) for name in page_modules(site, static)
            },
        }
    )


def in_script(text: str) -> str:
    """JSON for a <script>, where "<" could end the element and entities do not count."""
    return text.replace("<", "\\u003c")


BLANK = re.compile(r"\{\{ (\w+) \}\}")


def fill(template: str, values: Mapping[str, str]) -> str:
    """The template with each `{{ name }}` replaced; a blank or a value left over raises BuildError."""
    names = set(BLANK.findall(template))
    if unknown := names - values.keys():
        raise BuildError(f"A template has blanks that nothing fills: {', '.join(sorted(unknown))}.")
    if unused := values.keys() - names:
        raise BuildError(f"A template lacks the blanks {', '.join(sorted(unused))}.")
    if "{{" in BLANK.sub("", template):
        raise BuildError("A template has a blank that is not written as {{ name }}.")
    return BLANK.sub(lambda blank: values[blank[1]], template)


def write_static(site: Path) -> Path:
    """The page's own scripts, style and icon, in a folder that is named by their content."""
    files = {
        file.name: file.read_bytes()
        for file in all_files(STATIC)
        if file.parent != STYLE and file.name not in NOT_OF_THE_PAGE
    }
    files["style.css"] = style_sheet().encode()
    return write_folder(site, "static", files)


def style_sheet() -> str:
    """The parts of the style, joined; raises BuildError unless those in the folder are those in the list."""
    there = {file.name for file in all_files(STYLE)}
    if unlisted := there - set(STYLE_PARTS):
        raise BuildError(f"{STYLE.name}/ has what STYLE_PARTS does not list: {', '.join(sorted(unlisted))}.")
    if missing := set(STYLE_PARTS) - there:
        raise BuildError(f"{STYLE.name}/ lacks what STYLE_PARTS lists: {', '.join(sorted(missing))}.")
    return "\n".join((STYLE / part).read_text(encoding="utf-8") for part in STYLE_PARTS)


# Offline


def service_worker(site: Path, *, offline: bool) -> bytes:
    if not offline:
        return NO_SERVICE_WORKER.read_bytes()
    # What has no suffix, a licence for example, is nothing that the page loads.
    files = [file for file in all_files(site) if file.suffix]
    kept = {file.relative_to(site).as_posix(): integrity(file.read_bytes()) for file in files}
    build_ = hashlib.sha256(json.dumps(kept).encode()).hexdigest()[:12]
    template = SERVICE_WORKER.read_text(encoding="utf-8")
    return fill(template, {"build": json.dumps(build_), "files": json.dumps(kept, indent=2)}).encode()


# Python in the browser


def write_runtime(site: Path, pyodide: Path, pyscript: Path, *, stock_library: bool) -> Runtime:
    library, archive_content = python_archives(pyodide, pyscript, stock_library=stock_library)
    files = {name: found(pyodide, name).read_bytes() for name in PYODIDE_FILES}
    files |= {"python_stdlib.zip": library, "pyodide-lock.json": empty_lock(pyodide)}
    fetched = {name: integrity(content) for name, content in files.items() if not name.endswith(".mjs")}
    wrapper = fill(INTERPRETER.read_text(encoding="utf-8"), {"digests": json.dumps(fetched)})
    files[INTERPRETER.name] = wrapper.encode()
    pyodide_folder = vendor_folder(site, "pyodide", pyodide, files)
    parts = [found(pyscript, pattern) for pattern in PYSCRIPT_FILES]
    pyscript_folder = vendor_folder(
        site, "pyscript-core", pyscript, {part.name: part.read_bytes() for part in parts}
    )
    worker = write_hashed(site, WORKER.stem, WORKER.suffix, WORKER.read_bytes())
    archive = write_hashed(site, "app", ".zip", archive_content)
    downloads = (
        pyodide_folder / "pyodide.asm.wasm",
        pyodide_folder / "python_stdlib.zip",
        pyodide_folder / "pyodide.asm.mjs",
        archive,
        worker,
    )

    def path(file: Path) -> str:
        return f"./{file.relative_to(site).as_posix()}"

    return Runtime(
        core=path(pyscript_folder / "core.js"),
        interpreter=path(pyodide_folder / INTERPRETER.name),
        worker=path(worker),
        archive=path(archive),
        files={path(file): file.stat().st_size for file in downloads},
    )


def python_archives(pyodide: Path, pyscript: Path, *, stock_library: bool) -> tuple[bytes, bytes]:
    """The archives of Python's own library and of our modules."""
    if stock_library:
        return (pyodide / "python_stdlib.zip").read_bytes(), our_sources()
    try:
        made = compiled(
            our_sources(), our_files() | pyscript_sources(pyscript), WORKER.read_text(encoding="utf-8")
        )
    except TrimError as error:
        raise BuildError(str(error)) from error
    return archive_of(made.library.items()), archive_of(made.ours.items())


def pyscript_sources(pyscript: Path) -> dict[str, str]:
    """The modules that PyScript writes beside ours before it imports them: path -> source."""
    text = (pyscript / PYSCRIPT_SOURCES).read_text(encoding="utf-8")
    modules: dict[str, str] = json.loads(text[text.index("{") : text.rindex("}") + 1])["pyscript"]
    return {f"pyscript/{name}": source for name, source in modules.items()}


def empty_lock(pyodide: Path) -> bytes:
    """Pyodide always fetches its list of packages. We use none, so the list keeps only its `info`."""
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    return json.dumps({"info": lock["info"], "packages": {}}).encode()


def our_files() -> dict[str, str]:
    """The modules of sim and app: path -> source."""
    sources = [file for package in ("sim", "app") for file in sorted((ROOT / package).rglob("*.py"))]
    return {
        file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8")
        for file in sources
        if file != WORKER
    }


def our_sources() -> bytes:
    """sim and app as one archive, not compiled."""
    return archive_of((name, source.encode()) for name, source in our_files().items())


def archive_of(files: Iterable[tuple[str, bytes]]) -> bytes:
    """A zip of (name, content) whose bytes depend on nothing else: names sorted, one date for all."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in sorted(files):
            entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, compresslevel=9)
    return buffer.getvalue()


# Packages and files


def installed_package(name: str) -> Path:
    """The folder of an installed package; raises BuildError unless it is the version the lock names."""
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    wanted = lock["packages"][f"node_modules/{name}"]["version"]
    folder = MODULES / name
    if not folder.is_dir() or package_version(folder) != wanted:
        raise BuildError(f"{name} {wanted} is not installed: run make build, or npm ci first.")
    return folder


def package_version(folder: Path) -> str:
    return str(json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"])


def vendor_folder(site: Path, name: str, package: Path, files: Mapping[str, bytes]) -> Path:
    """A new folder with files made from a package, named by its version too."""
    return write_folder(site, f"vendor/{name}-{package_version(package)}", files)


def write_folder(site: Path, name: str, files: Mapping[str, bytes]) -> Path:
    """A new folder whose name tells its content, so that builds never mix and caches may keep it for ever."""
    digest = hashlib.sha256()
    for file, content in sorted(files.items()):
        digest.update(f"{file} {len(content)} ".encode() + content)
    folder = site / f"{name}-{digest.hexdigest()[:12]}"
    folder.mkdir(parents=True)
    for file, content in files.items():
        write(folder / file, content)
    return folder


def integrity(content: bytes) -> str:
    """A digest as browsers take it."""
    return f"sha384-{base64.b64encode(hashlib.sha384(content).digest()).decode()}"


def found(package: Path, pattern: str) -> Path:
    matches = list(package.glob(pattern))
    if len(matches) != 1:
        raise BuildError(f"{package.name} has {len(matches)} files named {pattern}, not one.")
    return matches[0]


def write(file: Path, content: bytes) -> Path:
    file.write_bytes(content)
    return file


def write_hashed(site: Path, stem: str, suffix: str, content: bytes) -> Path:
    return write(site / f"{stem}-{hashlib.sha256(content).hexdigest()[:12]}{suffix}", content)


# What was built, and what is served


def sums(site: Path) -> str:
    """The SHA-256 of each file, as `sha256sum --check` reads it."""
    return "".join(
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(site).as_posix()}\n"
        for file in all_files(site)
    )


def verify(copy: str, site: Path = SITE) -> list[str]:
    """What of a copy, a folder or an address, differs from the site that was built last, in sentences.

    Raises BuildError if there is no such site or no such copy.
    """
    if not (site / SUMS).is_file():
        raise BuildError("There is no site to compare with: build it first.")
    is_address = copy.startswith(("http://", "https://"))
    if not is_address and not Path(copy).is_dir():
        raise BuildError(f"{copy} is neither a folder nor an address.")
    differs = []
    for file in all_files(site):
        name = file.relative_to(site).as_posix()
        # Pages does not serve it.
        if is_address and name == ".nojekyll":
            continue
        content = served_file(copy, name) if is_address else kept_file(Path(copy) / name)
        if content is None:
            differs.append(f"{name} is missing.")
        elif content != file.read_bytes():
            differs.append(f"{name} differs.")
    if not is_address:
        names = [file.relative_to(copy).as_posix() for file in all_files(Path(copy))]
        differs += [f"{name} is not of this build." for name in names if not (site / name).is_file()]
    return differs


def kept_file(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def served_file(address: str, name: str) -> bytes | None:
    """None if the server has no such file; raises BuildError if it does not answer."""
    try:
        with urlopen(f"{address.rstrip('/')}/{name}", timeout=30) as response:
            content: bytes = response.read()
            return content
    except HTTPError as error:
        if error.code == HTTPStatus.NOT_FOUND:
            return None
        raise BuildError(f"{address} answers {error.code} for {name}.") from error
    except (OSError, ValueError) as error:
        raise BuildError(f"{address} does not answer for {name}: {error}.") from error


def report(site: Path) -> str:
    sizes = {file.relative_to(site).as_posix(): file.stat().st_size for file in all_files(site)}
    lines = [f"{size:>12,}  {name}" for name, size in sizes.items()]
    return "\n".join([f"{site.name}/ holds, in bytes:", *lines, f"{sum(sizes.values()):>12,}  in all"])


def all_files(site: Path) -> list[Path]:
    return sorted(file for file in site.rglob("*") if file.is_file())


# Serving


# Pyodide hangs on a wrong type, and what the standard library knows differs between machines.
CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}


class SiteHandler(SimpleHTTPRequestHandler):
    """Serves files as GitHub Pages does: the right types, and no listing of folders."""

    protocol_version = "HTTP/1.1"

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        return CONTENT_TYPES.get(Path(path).suffix, "application/octet-stream")

    def log_message(self, *_: object) -> None:
        """Say nothing of each request: whoever serves the page wants its address, and tests want quiet."""

    def list_directory(self, path: str | os.PathLike[str]) -> None:
        self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        # A reader who changes a file and builds again must see the change.
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()


def site_server(site: Path, port: int) -> ThreadingHTTPServer:
    """Port 0 takes a free one."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(SiteHandler, directory=str(site)))


def serve(port: int) -> None:
    try:
        server = site_server(SITE, port)
    except OSError as error:
        raise BuildError(f"Port {port} cannot be used: {error.strerror}.") from error
    with server:
        print(f"Serving on http://127.0.0.1:{server.server_port}/ (Ctrl+C stops)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


# The command line


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}.\n")


def port_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"a port is a whole number from 0 to 65535, not {text!r}")
    return int(text)


def main() -> None:
    parser = Parser(description="Build the site into _site/.", allow_abbrev=False)
    parser.add_argument("--serve", metavar="PORT", type=port_number, nargs="?", const=8000)
    parser.add_argument("--stock-library", action="store_true")
    parser.add_argument("--no-offline", action="store_true")
    parser.add_argument("--verify", metavar="COPY")
    options = parser.parse_args()
    try:
        if options.verify is not None:
            differs = verify(options.verify)
            print("\n".join(differs) or f"{options.verify} is what was built.")
            sys.exit(1 if differs else 0)
        build(stock_library=options.stock_library, offline=not options.no_offline)
        print(report(SITE), flush=True)
        if options.serve is not None:
            serve(options.serve)
    except BuildError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")


if __name__ == "__main__":
    main()
