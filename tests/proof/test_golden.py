"""1,000 swarm weeks, event for event as they are fixed in the repository, on every Python and hash seed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.proof import golden
from tests.proof.golden import Digests
from tests.proof.swarm import MIXED, swarm_week, trace
from trim.library import run

ROOT = Path(__file__).resolve().parent.parent.parent


def printed(*command: str | Path, **environment: str) -> Digests:
    """The digests that a command prints."""
    result = subprocess.run(
        command,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=ROOT,
        env={**os.environ, **environment},
    )
    assert result.returncode == 0, result.stderr
    digests: Digests = json.loads(result.stdout)
    return digests


def assert_golden(found: Digests) -> None:
    """The digests are the fixed ones. Otherwise says whether the reader or the engine does otherwise."""
    fixed: Digests = json.loads(golden.FILE.read_text(encoding="utf-8"))
    assert list(found) == list(fixed)
    for weeks, digests in fixed.items():
        assert found[weeks]["histories"] == digests["histories"], f"the reader presses otherwise in {weeks}"
        assert found[weeks]["traces"] == digests["traces"], f"the weeks go otherwise in {weeks}"
        assert found[weeks]["marks"] == digests["marks"], f"the hunt counts otherwise in {weeks}"


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_a_thousand_weeks_are_the_fixed_ones_whatever_the_hash_seed(hash_seed: str) -> None:
    command = (sys.executable, "-m", "tests.proof.golden", "--print")
    assert_golden(printed(*command, PYTHONHASHSEED=hash_seed))


def test_a_thousand_weeks_are_the_fixed_ones_in_the_python_of_the_page(tmp_path: Path, library: Path) -> None:
    files = [*(ROOT / "sim").rglob("*.py"), ROOT / "tests/proof/swarm.py", ROOT / "tests/proof/golden.py"]
    archive = tmp_path / "golden.zip"
    with ZipFile(archive, "w") as zipped:
        for file in files:
            zipped.write(file, file.relative_to(ROOT))
    script = tmp_path / "print_digests.py"
    script.write_text("from tests.proof.golden import as_text, digests\nas_text(digests())\n")
    assert_golden(run(script, "", archive, library))


@pytest.mark.parametrize("first", [0, 50, 100, 150])
def test_weeks_are_the_fixed_ones_in_this_very_process(first: int) -> None:
    fixed: Digests = json.loads(golden.FILE.read_text(encoding="utf-8"))
    assert golden.digests_from(first) == fixed[f"seeds {first} to {first + 49}"]


def test_the_fixed_digests_are_of_a_thousand_different_weeks() -> None:
    fixed: Digests = json.loads(golden.FILE.read_text(encoding="utf-8"))
    assert len(fixed) * golden.WEEKS_A_LINE == 1_000
    digests = [digest for each in fixed.values() for digest in each.values()]
    assert len(set(digests)) == len(digests) == 60


def test_a_trace_tells_every_event_and_how_the_week_ended() -> None:
    played = swarm_week(7, MIXED)
    lines = list(trace(played))
    assert lines[0] == "0 0 switched on"
    assert len(lines) > len(played.events)
    assert [line.split()[0] for line in lines[: len(played.events)]] == [
        str(number) for number in range(len(played.events))
    ]


def test_one_event_that_goes_otherwise_is_noticed() -> None:
    fixed: Digests = json.loads(golden.FILE.read_text(encoding="utf-8"))
    otherwise = {weeks: dict(digests) for weeks, digests in fixed.items()}
    otherwise["seeds 50 to 99"]["traces"] = "0" * 32
    with pytest.raises(AssertionError, match="the weeks go otherwise in seeds 50 to 99"):
        assert_golden(otherwise)
