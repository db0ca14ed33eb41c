"""Mutation testing of sim: python -m tests.proof.mutants [FILE ...] [--every N] [--jobs N]

Changes one small thing in sim at a time (a comparison, a number, a sign, an "and", a "not", a whole
statement), in a copy of the project, and runs the tests there. A mutant that no test notices survives
and is listed: then either a test is missing, or the change makes no difference, and EXCUSED says why.

Exit status 1 where fewer than 95 of a hundred are killed. With --every 10 only each tenth is tried.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path
from queue import Queue
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
COPIED = ("sim", "tests", "pyproject.toml")
KILLED_AT_LEAST_PERCENT = 95
SECONDS_AT_MOST = 120  # a mutant whose tests still run then never ends, which is noticed as well
PYTEST = ("pytest", "-x", "-q", "-p", "no:cacheprovider")
GOLDEN = ("tests.proof.golden", "--check")
OF_THE_ENGINE = ("test_real_schedulers", "test_broken_engines", "test_twins")
# What else looks at these files, besides the golden digests and all of tests/sim.
PROVED_BY = dict.fromkeys(
    ("books", "chance", "checker", "clock", "jobs", "model", "scheduler", "simulator", "warehouse"),
    OF_THE_ENGINE,
) | {"hunt": ("test_three_thousand_weeks",)}
# "file: line as it became" -> why no test can notice it.
EXCUSED = {
    "chance.py: random() <= task.failure_rate": "a random number is never exactly a rate of whole percents",
    "clock.py: 1": "serials may begin anywhere",
    "clock.py: 2": "serials only have to rise",
    "simulator.py: 1.0": "the try before the first is never looked at",
}

SWAPPED_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SWAPPED_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Add,
}


class Mutant(NamedTuple):
    """One small change: the file, the line, and the whole file after it."""

    file: str
    line: int
    became: str
    source: str

    @property
    def name(self) -> str:
        return f"{self.file}: {self.became}"


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Every mutant of a file, in the order of its lines."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    # Whether a dataclass is frozen or has slots changes nothing that it does.
    decoration = {
        id(part)
        for each in ast.walk(tree)
        if isinstance(each, ast.ClassDef)
        for decorator in each.decorator_list
        for part in ast.walk(decorator)
    }
    for place, node in enumerate(ast.walk(tree)):
        if id(node) in decoration:
            continue
        for choice in range(len(list(changes_of(node)))):
            changed = deepcopy(tree)
            target = next(each for at, each in enumerate(ast.walk(changed)) if at == place)
            list(changes_of(target))[choice]()
            became = ast.unparse(target).split("\n")[0]
            yield Mutant(file.name, getattr(node, "lineno", 0), became, ast.unparse(changed))


def changes_of(node: ast.AST) -> Iterator["Change"]:
    """The small changes that can be made to one node of a syntax tree."""
    match node:
        case ast.Compare(ops=ops):
            for index, operator in enumerate(ops):
                if swapped := SWAPPED_COMPARISONS.get(type(operator)):
                    yield Change(ops, index, swapped())
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator):
            if swapped_operator := SWAPPED_OPERATORS.get(type(operator)):
                yield Change(vars(node), "op", swapped_operator())
        case ast.BoolOp(op=ast.And()):
            yield Change(vars(node), "op", ast.Or())
        case ast.BoolOp(op=ast.Or()):
            yield Change(vars(node), "op", ast.And())
        case ast.UnaryOp(op=ast.Not()):
            yield Change(vars(node), "op", ast.UAdd())
        case ast.Constant(value=bool(value)):
            yield Change(vars(node), "value", not value)
        case ast.Constant(value=int(value)) | ast.Constant(value=float(value)):
            yield Change(vars(node), "value", value + 1)
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield Change(vars(node), "test", ast.UnaryOp(ast.Not(), test))
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield Change(vars(node), "value", ast.Constant(None))
    for block in ("body", "orelse"):
        statements = getattr(node, block, None)
        for index, statement in enumerate(statements if isinstance(statements, list) else ()):
            says_something = not (
                isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            )
            if isinstance(statement, ast.Expr | ast.AugAssign) and says_something:
                yield Change(statements or [], index, ast.Pass())


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


class Change(NamedTuple):
    """A value to put at a place, when called."""

    holder: "list[ast.AST] | dict[str, object] | list[ast.cmpop]"
    place: "int | str"
    value: object

    def __call__(self) -> None:
        self.holder[self.place] = self.value  # type: ignore[index,call-overload]


def tests_of(file: str) -> list[tuple[str, ...]]:
    """The commands that test a file. What sees most in the least time comes first."""
    stem = file.removesuffix(".py")
    own = f"tests/sim/test_{stem}.py"
    return [
        GOLDEN,
        *([(*PYTEST, own)] if (ROOT / own).exists() else []),
        (*PYTEST, "tests/sim"),
        *((*PYTEST, f"tests/proof/{proof}.py") for proof in PROVED_BY.get(stem, ())),
    ]


def is_killed(mutant: Mutant, copy: Path) -> bool:
    """Does a test notice the mutant? Its file in the copy is put back afterwards."""
    file = copy / "sim" / mutant.file
    file.write_text(mutant.source, encoding="utf-8")
    try:
        return any(not passes(tests, copy) for tests in tests_of(mutant.file))
    finally:
        shutil.copy(ROOT / "sim" / mutant.file, file)


def passes(tests: tuple[str, ...], copy: Path) -> bool:
    command = [sys.executable, "-m", *tests]
    environment = {**os.environ, "SIM_AS_WRITTEN": str(ROOT / "sim"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        result = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, timeout=SECONDS_AT_MOST, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return result.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proof.mutants", description=__doc__)
    parser.add_argument("files", nargs="*", help="files of sim, such as checker.py; all where none is named")
    parser.add_argument("--every", type=int, default=1, help="try only each Nth mutant")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    names = options.files or sorted(file.name for file in (ROOT / "sim").glob("*.py"))
    mutants = [mutant for name in names for mutant in mutants_of(ROOT / "sim" / name)][:: options.every]
    copies: Queue[Path] = Queue()
    with tempfile.TemporaryDirectory() as folder:
        for job in range(options.jobs):
            copy = Path(folder) / str(job)
            for each in COPIED:
                copy_of = shutil.copytree if (ROOT / each).is_dir() else shutil.copy
                copy.mkdir(exist_ok=True)
                copy_of(ROOT / each, copy / each)
            copies.put(copy)
        for tests in {tests for name in names for tests in tests_of(name)}:
            if not passes(tests, copy):
                print(f"Without any change {' '.join(tests)} fails already.", file=sys.stderr)
                return 2

        def judge(mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                return is_killed(mutant, copy)
            finally:
                copies.put(copy)

        killed = 0
        with ThreadPoolExecutor(options.jobs) as pool:
            for number, (mutant, dead) in enumerate(zip(mutants, pool.map(judge, mutants), strict=True), 1):
                killed += dead
                if number % 20 == 0:
                    print(f"{killed} of {number} killed", file=sys.stderr, flush=True)
                if not dead:
                    reason = EXCUSED.get(mutant.name, "no reason is known")
                    print(
                        f"{number}: sim/{mutant.file}:{mutant.line}: {mutant.became}  ({reason})", flush=True
                    )
    percent = 100 * killed / len(mutants)
    print(f"{killed} of {len(mutants)} mutants killed, {percent:.1f} %")
    return 0 if percent >= KILLED_AT_LEAST_PERCENT else 1


if __name__ == "__main__":
    sys.exit(main())
