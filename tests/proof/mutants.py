"""Mutation testing of sim: python -m tests.proof.mutants [FILE ...] [--every N] [--jobs N]

Changes one small thing in sim at a time (a comparison, a number, a sign, an "and", a "not", a whole
statement), in a copy of the project, and runs the tests there. A mutant that no test notices survives
and is listed: then either a test is missing, or the change makes no difference, and EXCUSED says why.

Exit status 1 where fewer than 95 of a hundred are killed; those that are excused do not count as killed.
The counts of each file are printed as it ends. With --every 10 only each tenth mutant is tried.
"""

import argparse
import ast
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from tests.proof.noticing import ROOT, Seconds, measured_copy, start_tests, wait_for_one

KILLED_AT_LEAST_PERCENT = 95
# Why no test can notice some mutants, each as it is listed.
EXCUSED = {
    mutant: reason
    for reason, mutants in {
        "a random number is hardly ever exactly this": (
            "chance.py: shortest + 1)), random() [< -> <=] task.failure_rate, random())",
            "witness/checker.py: self._fails[instance] = random() [< -> <=] definition.failure_rate",
            "hunt/reader.py: self._aims = random.random() [< -> <=] 0.5",
        ),
        "the wait's place is 0": (
            "hunt/marks.py: if books.task_state[day * tasks [+ -> -] WAIT] is TaskState.SUCCESS:",
            "hunt/marks.py: elif books.task_state[day * tasks [+ -> -] WAIT] is TaskState.RUNNING:",
        ),
        "the load has succeeded, so it does not matter what the day held before": (
            "witness/checker.py: before.setdefault(own, self._ledger.get(own, [0)) -> 1))]",
        ),
        "the same week is played again to the same event": ("replay.py: if event [< -> <=] self.event:",),
        "it is only asked whether it was printed": ("output.py: return [False -> None]",),
        "it is another minute": (
            "witness/checker.py: isinstance(minute, int) or minute [< -> <=] self._minute:",
        ),
        "it is only asked whether there is a day": ("hunt/reader.py: return [[] -> None]",),
        "how many small seeds are tried is a choice": ("hunt/shrink.py: SMALL_SEEDS = [30 -> 31]",),
        "shorter ways lead to the same end": (
            "hunt/shrink.py: in range((len(presses) + 1) [// -> *] 2, 0, -1):",
            "hunt/shrink.py: length in range((len(presses) + [1) -> 2)] // 2, 0, -1):",
            "hunt/shrink.py: (earliest, (earliest + at_event) [// -> *] 2, at_event - 1):",
            "hunt/shrink.py: earlier in (earliest, (earliest [+ -> -] at_event) // 2, at_event",
            "hunt/shrink.py: (earliest + at_event) // [2, -> 3,] at_event - 1):",
        ),
        "the two are equally long": (
            "transcript.py: in zip(names, *columns, rows, [strict=True)] -> strict=False)]]",
            "job.py: partitions in zip(self.days, self.partitions, [strict=True) -> strict=False)] for"
            " partition, rows in",
            "job.py: rows in zip(partitions, day.source_rows, [strict=True)} -> strict=False)}]",
            "simulator.py: zip(states, tries, since_clear, retries, [strict=True), -> strict=False),]"
            " strict=True))), file_due_min=books.file_due_min[day])",
            "simulator.py: tries, since_clear, retries, strict=True), [strict=True))), -> strict=False))),]"
            " file_due_min=books.file_due_min[day])",
        ),
        "a right load that has sent no rows writes nothing": (
            "scheduler.py: writes_at_start = [False -> True]",
        ),
    }.items()
    for mutant in mutants
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
    """One small change: where in sim it is, how its line reads before and after, and the whole file after."""

    file: str
    line: int
    change: str
    source: str

    @property
    def name(self) -> str:
        return f"{self.file}: {self.change}"


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Every mutant of a file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    before = ast.unparse(tree)
    # Whether a dataclass is frozen or has slots changes nothing that it does.
    decoration = {
        id(part)
        for each in ast.walk(tree)
        if isinstance(each, ast.ClassDef)
        for decorator in each.decorator_list
        for part in ast.walk(decorator)
    }
    for node in list(ast.walk(tree)):
        if id(node) in decoration:
            continue
        for change in list(changes_of(node)):
            with change.made():
                after = ast.unparse(tree)
            name = file.relative_to(ROOT / "sim").as_posix()
            yield Mutant(name, change.line, difference(before, after), after)


def difference(before: str, after: str) -> str:
    """The words of a line that differ, in brackets, with a few words around them."""
    lines = zip(before.splitlines(), after.splitlines(), strict=False)
    old, new = next((old.split(), new.split()) for old, new in lines if old != new)
    same = 0
    while old[same:] and old[same : same + 1] == new[same : same + 1]:
        same += 1
    end = 0
    while end < min(len(old), len(new)) - same and old[-1 - end] == new[-1 - end]:
        end += 1
    left, right = old[max(0, same - 4) : same], old[len(old) - end :][:4]
    changed = f"[{' '.join(old[same : len(old) - end])} -> {' '.join(new[same : len(new) - end])}]"
    return " ".join((*left, changed, *right))


def changes_of(node: ast.AST) -> Iterator["Change"]:
    """The small changes that can be made to one node of a syntax tree."""
    match node:
        case ast.Compare(ops=ops):
            for index, operator in enumerate(ops):
                if swapped := SWAPPED_COMPARISONS.get(type(operator)):
                    yield Change(node.lineno, ops, index, swapped())
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator):
            if swapped_operator := SWAPPED_OPERATORS.get(type(operator)):
                yield Change(node.lineno, vars(node), "op", swapped_operator())
        case ast.BoolOp(op=operator):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield Change(node.lineno, vars(node), "op", other)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield Change(node.lineno, vars(node), "operand", ast.UnaryOp(ast.Not(), operand))
        case ast.Constant(value=bool(value)):
            yield Change(node.lineno, vars(node), "value", not value)
        case ast.Constant(value=int(value)) | ast.Constant(value=float(value)):
            yield Change(node.lineno, vars(node), "value", value + 1)
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield Change(test.lineno, vars(node), "test", ast.UnaryOp(ast.Not(), test))
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield Change(node.lineno, vars(node), "value", ast.Constant(None))
    for block in ("body", "orelse"):
        statements = getattr(node, block, None)
        for index, statement in enumerate(statements if isinstance(statements, list) else ()):
            says_something = not (
                isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            )
            if isinstance(statement, ast.Expr | ast.AugAssign) and says_something:
                yield Change(statement.lineno, statements or [], index, ast.Pass())


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


class Change(NamedTuple):
    """Another value for a place in a syntax tree."""

    line: int
    holder: "list[Any] | dict[str, Any]"
    place: Any
    value: object

    @contextmanager
    def made(self) -> Iterator[None]:
        """Make the change, and take it back."""
        kept = self.holder[self.place]
        self.holder[self.place] = self.value
        yield
        self.holder[self.place] = kept


def judged(
    mutants: Iterable[Mutant], seconds: Seconds, unchanged: Path, copies: list[Path]
) -> Iterator[tuple[Mutant, bool]]:
    """Each mutant, and whether a test notices it. As many are tested at a time as there are copies."""
    free = copies.copy()
    running: dict[int, tuple[Mutant, Path]] = {}

    def the_next() -> tuple[Mutant, bool]:
        process, noticed = wait_for_one()
        mutant, copy = running.pop(process)
        # With the time of its last change, so that its bytecode still counts.
        shutil.copy2(unchanged / "sim" / mutant.file, copy / "sim" / mutant.file)
        free.append(copy)
        return mutant, noticed

    for mutant in mutants:
        if not free:
            yield the_next()
        copy = free.pop()
        (copy / "sim" / mutant.file).write_text(mutant.source, encoding="utf-8")
        running[start_tests(copy, mutant.file, seconds)] = mutant, copy
    while running:
        yield the_next()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proof.mutants", description=__doc__)
    parser.add_argument(
        "files", nargs="*", help="files of sim, such as witness/checker.py; all where none is named"
    )
    parser.add_argument("--every", type=int, default=1, help="try only each Nth mutant")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    sim = ROOT / "sim"
    names = options.files or sorted(file.relative_to(sim).as_posix() for file in sim.rglob("*.py"))
    total = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        unchanged = Path(folder) / "unchanged"
        try:
            seconds = measured_copy(unchanged, checker_too="witness/checker.py" in names)
        except ValueError as failure:
            print(f"Without any change a test fails already:\n{failure}", file=sys.stderr)
            return 2
        copies = [Path(folder) / str(job) for job in range(options.jobs)]
        for copy in copies:
            shutil.copytree(unchanged, copy)
        for name in names:
            counts = Counter[str]()
            mutants = islice(mutants_of(sim / name), 0, None, options.every)
            for mutant, noticed in judged(mutants, seconds, unchanged, copies):
                reason = EXCUSED.get(mutant.name)
                counts["killed" if noticed else "excused" if reason else "survived"] += 1
                if reason or not noticed:
                    print(f"sim/{name}:{mutant.line}: {mutant.change}")
                    print(f"    {'killed, although ' * noticed}{reason or 'no reason is known'}", flush=True)
            print(f"{name}: {in_words(counts)}", flush=True)
            total += counts
    percent = 100 * total["killed"] / total.total()
    print(f"{in_words(total)}: {percent:.1f} % are killed")
    return 0 if percent >= KILLED_AT_LEAST_PERCENT else 1


def in_words(counts: Counter[str]) -> str:
    """How many mutants there are, and what became of them."""
    killed, excused = counts["killed"], counts["excused"]
    return f"{killed} of {counts.total()} killed, {excused} of the others excused with a reason"


if __name__ == "__main__":
    sys.exit(main())
