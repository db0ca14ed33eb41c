"""The built site: reproducible, complete, on its own origin, served with the right types."""

import re
import shutil
import subprocess
import sys
import threading
import urllib.request
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import build_snapshot
from build_snapshot import (
    STATIC,
    SUMS,
    BuildError,
    all_files,
    build,
    fill,
    integrity,
    site_server,
    style_sheet,
    verify,
)

JS_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']""")
CSS_URL = re.compile(r"""(?:url\(|@import)\s*["']?([^"')]+)""")


@pytest.fixture
def site(built_site: Path) -> Path:
    return built_site


def contents(site: Path) -> dict[str, bytes]:
    return {file.relative_to(site).as_posix(): file.read_bytes() for file in all_files(site)}


class Loaded(HTMLParser):
    """The addresses that a page loads by itself. A link that the reader may follow is none of them."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = (
            {"href"}
            if tag == "link"
            else set()
            if tag == "a"
            else {"src", "srcset", "data", "poster", "href"}
        )
        self.addresses += [value for name, value in attrs if name in names and value]


def loaded_by_html(html: str) -> list[str]:
    parser = Loaded()
    parser.feed(html)
    return parser.addresses


def assert_relative_and_there(address: str, source: Path) -> None:
    parts = urlsplit(address)
    assert not parts.scheme and not parts.netloc and not address.startswith("/"), address
    assert (source.parent / parts.path).is_file(), f"{source.name} names {address}, which is not there"


def test_built_twice_the_site_has_the_same_bytes(site: Path, tmp_path: Path) -> None:
    build(tmp_path / "again")
    assert contents(site) == contents(tmp_path / "again")


def test_a_build_leaves_nothing_of_the_one_before(site: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    again.mkdir()
    (again / "old.txt").write_text("old")
    build(again)
    assert not (again / "old.txt").exists()


def test_all_that_the_html_loads_is_relative_and_there(site: Path) -> None:
    page = site / "index.html"
    addresses = loaded_by_html(page.read_text(encoding="utf-8"))
    assert addresses
    for address in addresses:
        if not address.startswith(("#", "data:")):
            assert_relative_and_there(address, page)


def test_all_that_the_scripts_import_is_relative_and_there(site: Path) -> None:
    own = list(site.glob("static-*/*.js"))
    assert len(own) > 10
    imports = 0
    for script in (*own, *site.glob("vendor/pyodide-*/interpreter.mjs")):
        for address in JS_IMPORT.findall(script.read_text(encoding="utf-8")):
            assert_relative_and_there(address, script)
            imports += 1
    assert imports > 20


def test_the_policy_lets_only_known_scripts_run_and_the_first_comes_before_all_that_could_hold_it_up(
    site: Path,
) -> None:
    html = (site / "index.html").read_text(encoding="utf-8")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    (scripts,) = (each.split()[1:] for each in policy.split("; ") if each.startswith("script-src "))
    inline = re.findall(r"<script(?: type=\"importmap\")?>(.*?)</script>", html, re.DOTALL)
    assert len(inline) == 2
    assert scripts == ["'self'", *(f"'{integrity(each.encode())}'" for each in inline), "'unsafe-eval'"]
    # A style sheet that is on its way keeps back the scripts after it.
    assert html.index("<script") < html.index("<link") < html.index("<main")
    assert inline[0] == (STATIC / "early.js").read_text(encoding="utf-8")


def test_the_style_sheet_loads_nothing(site: Path) -> None:
    [style] = site.glob("static-*/*.css")
    text = style.read_text(encoding="utf-8")
    assert "td[data-state" in text
    assert [address for address in CSS_URL.findall(text) if not address.startswith(("#", "data:"))] == []


def test_the_site_has_its_whole_style_in_one_file(site: Path) -> None:
    [style] = site.rglob("*.css")
    assert style.name == "style.css"
    assert style.read_text(encoding="utf-8") == style_sheet()


@pytest.fixture
def two_parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of a style that has two parts, which are both there."""
    monkeypatch.setattr(build_snapshot, "STYLE", tmp_path)
    monkeypatch.setattr(build_snapshot, "STYLE_PARTS", ("page.css", "board.css"))
    for name in ("board", "page"):
        (tmp_path / f"{name}.css").write_text(f".{name} {{}}\n")
    return tmp_path


def test_the_parts_of_the_style_are_joined_in_the_order_of_their_list(two_parts: Path) -> None:
    assert style_sheet() == ".page {}\n\n.board {}\n"


def test_a_part_of_the_style_that_is_not_listed_is_named(two_parts: Path) -> None:
    (two_parts / "more.css").write_text("")
    with pytest.raises(BuildError, match=r"does not list: more\.css\.$"):
        style_sheet()


def test_a_part_of_the_style_that_is_listed_and_not_there_is_named(two_parts: Path) -> None:
    (two_parts / "board.css").unlink()
    with pytest.raises(BuildError, match=r"lacks what STYLE_PARTS lists: board\.css\.$"):
        style_sheet()


def test_the_runtime_that_the_page_names_is_there(site: Path) -> None:
    html = (site / "index.html").read_text(encoding="utf-8")
    named = re.findall(r"\./[\w./-]+\.\w+", html)
    assert any(name.endswith("core.js") for name in named)
    assert any(name.endswith(".wasm") for name in named)
    for name in named:
        assert_relative_and_there(name, site / "index.html")


def test_the_site_carries_no_source_maps_and_no_types(site: Path) -> None:
    assert [name for name in contents(site) if name.endswith((".map", ".d.ts"))] == []


def test_blanks_and_values_must_agree() -> None:
    assert fill("a {{ b }} c", {"b": "{{ b }}"}) == "a {{ b }} c"
    with pytest.raises(BuildError, match="nothing fills: c"):
        fill("{{ b }} {{ c }}", {"b": ""})
    with pytest.raises(BuildError, match="lacks the blanks c"):
        fill("{{ b }}", {"b": "", "c": ""})
    with pytest.raises(BuildError, match="not written as"):
        fill("{{ b }} {{c}}", {"b": ""})


def test_without_its_packages_the_build_says_what_to_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(build_snapshot, "MODULES", tmp_path)
    with pytest.raises(BuildError, match="run make build, or npm ci first"):
        build(tmp_path / "site")
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(
    ("name", "content_type"),
    [
        ("a.mjs", "text/javascript"),
        ("a.js", "text/javascript"),
        ("a.wasm", "application/wasm"),
        ("a.json", "application/json"),
        ("a.zip", "application/zip"),
        ("a.svg", "image/svg+xml"),
        ("a.webmanifest", "application/manifest+json"),
        ("a.css", "text/css"),
        ("a.html", "text/html"),
    ],
)
def test_the_server_sends_the_right_type(tmp_path: Path, name: str, content_type: str) -> None:
    (tmp_path / name).write_bytes(b"")
    with site_server(tmp_path, port=0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/{name}") as response:
            assert response.headers.get_content_type() == content_type
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [(["--srve"], "unrecognized arguments: --srve"), (["--serve", "x"], "a port is a whole number")],
)
def test_a_wrong_option_gives_one_sentence_and_status_2(options: list[str], sentence: str) -> None:
    script = Path(build_snapshot.__file__)
    result = subprocess.run([sys.executable, script, *options], capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_the_list_of_digests_is_of_every_file_and_sha256sum_can_check_it(site: Path) -> None:
    result = subprocess.run(
        ["sha256sum", "--check", "--strict", SUMS], cwd=site, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert len(result.stdout.splitlines()) == len(all_files(site)) - 1


def test_a_copy_is_compared_with_the_build_file_by_file(site: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(site, copy)
    assert verify(str(copy), site) == []
    (copy / "index.html").write_bytes((copy / "index.html").read_bytes() + b" ")
    [wasm] = copy.rglob("*.wasm")
    wasm.unlink()
    (copy / "more.js").write_text("")
    assert verify(str(copy), site) == [
        "index.html differs.",
        f"{wasm.relative_to(copy).as_posix()} is missing.",
        "more.js is not of this build.",
    ]


def test_a_served_copy_is_compared_with_the_build(site: Path, tmp_path: Path) -> None:
    shutil.copytree(site, tmp_path / "copy")
    with site_server(tmp_path, port=0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        address = f"http://127.0.0.1:{server.server_port}/copy/"
        same = verify(address, site)
        (tmp_path / "copy" / "service-worker.js").write_text("")
        (tmp_path / "copy" / SUMS).unlink()
        differs = verify(address, site)
        server.shutdown()
        thread.join()
    assert (same, differs) == ([], [f"{SUMS} is missing.", "service-worker.js differs."])


def test_what_cannot_be_compared_is_said_in_one_sentence(site: Path, tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="build it first"):
        verify(str(site), tmp_path)
    with pytest.raises(BuildError, match="neither a folder nor an address"):
        verify(str(tmp_path / "nothing"), site)
    with pytest.raises(BuildError, match="does not answer"):
        verify("http://127.0.0.1:9/", site)


def test_what_has_its_content_in_its_name_is_all_but_the_first_files_asked_for(site: Path) -> None:
    plain = [name for name in contents(site) if not re.search(r"-[0-9a-f]{12}[./]", name)]
    assert plain == [".nojekyll", SUMS, "index.html", "service-worker.js"]


def test_the_stock_library_and_the_trimmed_one_are_told_apart_by_their_folder(
    site: Path, tmp_path: Path
) -> None:
    build(tmp_path / "stock", stock_library=True)
    [stock], [trimmed] = ((folder.glob("vendor/pyodide-*")) for folder in (tmp_path / "stock", site))
    assert stock.name != trimmed.name
    assert (trimmed / "python_stdlib.zip").stat().st_size < (stock / "python_stdlib.zip").stat().st_size / 2
