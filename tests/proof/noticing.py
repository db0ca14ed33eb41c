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
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from resource import RLIMIT_AS, setrlimit

# Imported only so that the forked processes need not do it.
import hypothesis.strategies  # noqa: F401
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
# It plays whole weeks, and notices most in the least time.
FIRST = "tests/proof/test_golden.py::test_the_first_fifty_weeks_are_the_fixed_ones_in_this_very_process"
TESTS = (FIRST, "tests/sim", "tests/proof/test_real_schedulers.py", "tests/proof/test_twins.py")
# Half a minute's work, that shows whether what it breaks on purpose is still found.
OF_THE_CHECKER = "tests/proof/test_broken_engines.py"
# A forked process has imported hypothesis before pytest could look at it, and nothing is kept for the next.
OPTIONS = ("-xq", "-pno:cacheprovider", "-Wignore::pytest.PytestAssertRewriteWarning")
SECONDS_AT_MOST = 600
BYTES_AT_MOST = 2**30

# The names of tests, and how many seconds each takes.
Seconds = dict[str, float]


class Measure:
    """A plugin for pytest: writes down how long every test takes."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.seconds: Seconds = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration

    def pytest_sessionfinish(self) -> None:
        self.file.write_text(json.dumps(self.seconds), encoding="utf-8")


class InOrder:
    """A plugin for pytest: runs the tests in this order, and stops one that takes far longer than it did."""

    def __init__(self, seconds: Seconds) -> None:
        self.seconds = seconds
        self.places = {name: place for place, name in enumerate(seconds)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        # A test of a value in sim can have another name where the value has changed.
        items.sort(key=lambda item: self.places.get(item.nodeid, len(items)))

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        # Seconds of work, so that nothing depends on what else the machine does.
        signal.setitimer(signal.ITIMER_PROF, 2 + 10 * self.seconds.get(item.nodeid, 1))


def measured_copy(copy: Path, checker_too: bool) -> Seconds:
    """Copy the project without any change, and test it. Raises ValueError if a test fails."""
    copy.mkdir()
    shutil.copy(ROOT / "pyproject.toml", copy)
    for folder in ("sim", "tests"):
        shutil.copytree(ROOT / folder, copy / folder)
    for file in (copy / "sim").glob("*.py"):
        # As a mutant is written, but for its change: in the words of the syntax tree.
        file.write_text(ast.unparse(ast.parse(file.read_text(encoding="utf-8"))), encoding="utf-8")
    tests = (*TESTS, OF_THE_CHECKER) if checker_too else TESTS
    start(copy, tests, Measure(copy / "seconds.json"), writes_bytecode=True)
    _, failed = wait_for_one()
    if failed:
        raise ValueError((copy / "output.txt").read_text(encoding="utf-8"))
    seconds: Seconds = json.loads((copy / "seconds.json").read_text(encoding="utf-8"))
    return seconds


def in_order(seconds: Seconds, file: str) -> Seconds:
    """The tests of a file: the one that notices most, then those named after it, then the quickest first."""
    own = f"tests/sim/test_{file.removesuffix('.py')}"
    names = [name for name in seconds if file == "checker.py" or not name.startswith(OF_THE_CHECKER)]
    names.sort(key=lambda name: (name != FIRST, not name.startswith(own), seconds[name]))
    return {name: seconds[name] for name in names}


def start_tests(copy: Path, seconds: Seconds) -> int:
    """Begin to run these tests in a copy, until one fails, and return the id of the process that does it."""
    tests = FIRST, *dict.fromkeys(name.split("::")[0] for name in seconds if name != FIRST)
    return start(copy, tests, InOrder(seconds), writes_bytecode=False)


def start(copy: Path, tests: Iterable[str], plugin: object, writes_bytecode: bool) -> int:
    """Start pytest in a copy of the project, in a process forked from this one, and return its id."""
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
        status = pytest.main([*OPTIONS, f"--basetemp={copy / 'temporary'}", *tests], [plugin])
    finally:
        os._exit(status)


def wait_for_one() -> tuple[int, bool]:
    """Wait until one of the processes ends: which, and whether a test failed in it or did not end."""
    process, status = os.wait()
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)  # what its tests may have left running
    return process, status != 0
