"""Which test notices a change to sim, found in little time: python -m tests.proof.mutants uses it.

A copy of the project is tested once without any change, so that it is known how long each test takes and
everything is compiled. A changed copy is then tested until one test fails, the quickest first, in a process
forked from one that has imported pytest already, but nothing of sim.
"""

import ast
import json
import os
import shutil
import signal
import sys
from collections.abc import Generator, Sequence
from contextlib import suppress
from pathlib import Path
from resource import RLIMIT_AS, setrlimit

# Imported only so that the forked processes need not do it.
import hypothesis.strategies  # noqa: F401
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
# It plays whole weeks, and notices most in the least time.
FIRST = "tests/proof/test_golden.py::test_weeks_are_the_fixed_ones_in_this_very_process"
TESTS = (FIRST, "tests/sim", "tests/proof/test_real_schedulers.py", "tests/proof/test_twins.py")
# It shows whether the checker finds what it should find, and takes long.
OF_THE_CHECKER = "tests/proof/test_told_otherwise.py"
# A forked process has imported hypothesis before pytest could look at it, and nothing is kept for the next.
OPTIONS = ("-xq", "-pno:cacheprovider", "-Wignore::pytest.PytestAssertRewriteWarning")
SECONDS_AT_MOST = 600
BYTES_AT_MOST = 2**30

# The names of tests, and how many seconds each takes.
Seconds = dict[str, float]


class Measure:
    """A pytest plugin: writes down how long every test takes."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.seconds: Seconds = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        began = seconds_of_work()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = seconds_of_work() - began

    def pytest_sessionfinish(self) -> None:
        self.file.write_text(json.dumps(self.seconds), encoding="utf-8")


def seconds_of_work() -> float:
    """What this process and those it started have worked: it does not depend on what else a machine does."""
    return sum(os.times()[:4])


class InOrder:
    """A pytest plugin: runs the quickest tests first, and stops one that works far longer than it did."""

    def __init__(self, seconds: Seconds) -> None:
        self.seconds = seconds

    def of(self, item: pytest.Item) -> float:
        # A test of a value in sim can have another name where the value has changed.
        return self.seconds.get(item.nodeid, 1)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=self.of)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        signal.setitimer(signal.ITIMER_PROF, 2 + 10 * self.of(item))


def measured_copy(copy: Path, checker_too: bool) -> Seconds:
    """Copy the project without any change, and test it. Raises ValueError if a test fails."""
    copy.mkdir()
    # tests/conftest.py names what the build needs, though no test here builds.
    for file_name in ("pyproject.toml", "build_snapshot.py"):
        shutil.copy(ROOT / file_name, copy)
    for folder in ("sim", "tests", "app", "trim"):
        shutil.copytree(ROOT / folder, copy / folder)
    for file in (copy / "sim").rglob("*.py"):
        # As a mutant is written, but for its change: in the words of the syntax tree.
        file.write_text(ast.unparse(ast.parse(file.read_text(encoding="utf-8"))), encoding="utf-8")
    tests = (*TESTS, OF_THE_CHECKER) if checker_too else TESTS
    start(copy, [tests], Measure(copy / "seconds.json"), writes_bytecode=True)
    _, failed = wait_for_one()
    if failed:
        raise ValueError((copy / "output.txt").read_text(encoding="utf-8"))
    seconds: Seconds = json.loads((copy / "seconds.json").read_text(encoding="utf-8"))
    return seconds


def start_tests(copy: Path, file: str, seconds: Seconds) -> int:
    """Begin to test a changed file of sim until a test fails. Return the id of the process that does it."""
    tests = {name.split("::")[0] for name in seconds if not name.startswith(FIRST)} - {OF_THE_CHECKER}
    parts = Path(file).with_suffix("").parts  # sim/hunt/marks.py is tested by tests/sim/test_hunting.py too
    own = {test for test in tests if test.startswith(tuple(f"tests/sim/test_{part}" for part in parts))}
    tests -= own
    if file == "witness/checker.py":
        own.add(OF_THE_CHECKER)
    groups = [FIRST], sorted(own), sorted(tests)
    return start(copy, groups, InOrder(seconds), writes_bytecode=False)


def start(copy: Path, groups: Sequence[Sequence[str]], plugin: object, writes_bytecode: bool) -> int:
    """Test a copy of the project in a process forked from this one, a group at a time. Return its id."""
    sys.stdout.flush()
    if process := os.fork():
        return process
    status: int = pytest.ExitCode.INTERNAL_ERROR
    try:
        os.setsid()
        signal.alarm(SECONDS_AT_MOST)
        setrlimit(RLIMIT_AS, (BYTES_AT_MOST, BYTES_AT_MOST))
        output = os.open(copy / "output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(output, stream)
        os.chdir(copy)
        # The tests of the copy are imported, not those of the project that is being tested.
        sys.path[0] = str(copy)
        for name in [name for name in sys.modules if name.split(".")[0] == "tests"]:
            del sys.modules[name]
        os.environ["SIM_AS_WRITTEN"] = str(ROOT / "sim")
        # Of two changes within one second the first one's bytecode would pass for the second's.
        sys.dont_write_bytecode = not writes_bytecode
        os.environ["PYTHONDONTWRITEBYTECODE"] = "" if writes_bytecode else "1"
        options = (*OPTIONS, f"--basetemp={copy / 'temporary'}")
        runs = (pytest.main([*options, *tests], [plugin]) for tests in groups if tests)
        status = next(filter(None, runs), 0)
    finally:
        os._exit(status)


def wait_for_one() -> tuple[int, bool]:
    """Wait until one of the processes ends: which, and whether a test failed in it or did not end."""
    process, status = os.wait()
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)  # what its tests may have left running
    return process, status != 0
