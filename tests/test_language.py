"""Words live in one place: no sentence for a reader stands in code outside sim/words.py and app/words/."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# The words themselves, and the command line, which no reader of the page meets.
LEFT_OUT = {"sim/words.py", "app/words/en.py", "sim/__main__.py"}

# "file:function" -> why what reads as prose there is no sentence for a reader of the page.
ALLOWED = {
    "sim/hunt/reader.py:Reader.__init__": "it seeds a random stream",
    "sim/hunt/marks.py:mark": "the names of what the command line counts",
    "sim/hunt/marks.py:mark_try_ended": "the names of what the command line counts",
    "sim/hunt/marks.py:mark_press": "the names of what the command line counts",
    "static/interpreter.mjs:": "it runs in the worker, and only the console shows what it says",
    "static/no-service-worker.js:": "the name of a cache",
    "static/service-worker.js:": "the name of a cache",
}
# What is raised as one of these tells a programmer of a mistake.
FOR_PROGRAMMERS = {"AssertionError", "ValueError"}

# Two words side by side. A value that is filled in stands as HOLE, and may be one of the two.
HOLE = "\0"
PROSE = re.compile(rf"(?<![-\w])[^\W\d_]+ (?:[^\W\d_]+|{HOLE})|{HOLE} [^\W\d_]+")
# In HTML no word stands beside a tag, the name of an attribute, or a class.
MARKUP = re.compile(r'class="[^"]*"|</?\w+|[\w-]+="')
# Comments are found too, so that a quotation mark in one begins no string.
SCRIPT_TEXT = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`""", re.DOTALL
)
SCRIPT_HOLE = re.compile(r"""\$\{[^}"'`]*\}""")


def is_prose(text: str) -> bool:
    return PROSE.search(MARKUP.sub("|", text)) is not None


def texts_of_python(node: ast.AST, function: str = "") -> Iterator[tuple[str, str]]:
    """Each string with the function it stands in, docstrings left out."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if name in FOR_PROGRAMMERS:
            return
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            function = f"{function}.{name}".removeprefix(".")
        case ast.JoinedStr(values=parts):
            yield function, "".join(str(p.value) if isinstance(p, ast.Constant) else HOLE for p in parts)
        case ast.Constant(value=str(text)):
            yield function, text
    for child in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant)):
            yield from texts_of_python(child, function)


def prose_in_python(source: str) -> list[tuple[str, str]]:
    return [(function, text) for function, text in texts_of_python(ast.parse(source)) if is_prose(text)]


def prose_in_script(source: str) -> list[tuple[str, str]]:
    texts = (text for text in SCRIPT_TEXT.findall(source) if not text.startswith("/"))
    return [("", text) for text in texts if is_prose(SCRIPT_HOLE.sub(HOLE, text))]


def test_no_sentence_stands_in_code() -> None:
    found: dict[str, list[str]] = {}
    files = [*ROOT.glob("sim/**/*.py"), *ROOT.glob("app/**/*.py"), *ROOT.glob("static/**/*.*js")]
    for file in sorted(files):
        name = file.relative_to(ROOT).as_posix()
        if name not in LEFT_OUT:
            prose = prose_in_python if file.suffix == ".py" else prose_in_script
            for function, text in prose(file.read_text(encoding="utf-8")):
                found.setdefault(f"{name}:{function}", []).append(text)
    assert {where: texts for where, texts in found.items() if where not in ALLOWED} == {}
    assert ALLOWED.keys() <= found.keys(), "what is allowed is still there"


@pytest.mark.parametrize(
    "source",
    [
        'SILENT = "Python has stopped."',
        'raise HistoryError("The presses are a list.")',
        'def f(): find(f"{rows} rows", "", f"event {event}")',
        "say(f\"{'a day queues' if queued else ''}\")",
        """html = f'<button aria-label="Clear Tuesday">{text}</button>'""",
        """html = '<p class="note">It has failed.</p>'""",
    ],
)
def test_a_sentence_in_python_is_noticed(source: str) -> None:
    assert prose_in_python(source)


@pytest.mark.parametrize(
    "source",
    [
        '"""What a module is for."""',
        'def f():\n    """What a function does."""',
        'raise ValueError(f"step {name} is unknown")',
        'options = f"--seed {seed} --write {mode}"',
        """html = f'<p class="note small" data-region="{name}" hidden>{text} {more}</p>'""",
        'path = "M8.5 8.5l7 7M15.5 8.5l-7 7"',
    ],
)
def test_what_is_no_sentence_in_python_is_let_be(source: str) -> None:
    assert not prose_in_python(source)


@pytest.mark.parametrize(
    "source",
    [
        'throw new Error("Python has stopped."); // a comment',
        "say(`${file} did not load.`);",
        "say(`${done ? 'all done' : ''}`);",
        "// the reader's own\nsay('It stays.');",
    ],
)
def test_a_sentence_in_a_script_is_noticed(source: str) -> None:
    assert prose_in_script(source)


@pytest.mark.parametrize(
    "source",
    [
        '// what is "said here" is a comment',
        "/* so is\n'this one' */",
        "main.querySelector('[data-region=\"sentence\"] span');",
        "say(`${error.message} ${words.kept}`);",
        'element.matches("select, textarea, input");',
    ],
)
def test_what_is_no_sentence_in_a_script_is_let_be(source: str) -> None:
    assert not prose_in_script(source)
