"""python -m sim week: what it prints, and what it refuses in one sentence with status 2."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sim.__main__ import main
from sim.history import OPENING, replay
from sim.transcript import as_json, as_text
from tests.sim.weeks import history_of

ROOT = Path(__file__).resolve().parents[2]


class Ran:
    """What one call of the command line printed, and its exit status."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    def json(self) -> dict[str, Any]:
        values = json.loads(self.out)
        assert isinstance(values, dict)
        return values


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    """Call the command line in this process."""
    try:
        status = main(arguments)
    except SystemExit as stopped:
        assert isinstance(stopped.code, int)
        status = stopped.code
    return Ran(status, *capsys.readouterr())


# What it prints.


def test_with_no_option_it_is_the_opening_week_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "week")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == as_text(OPENING, replay(OPENING)) + "\n"


def test_with_json_it_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "week", "--json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == json.dumps(as_json(OPENING, replay(OPENING)), indent=2) + "\n"
    assert ran.json()["history"] == {
        "seed": 517_353,
        "write": "append",
        "date": "own",
        "runs": 3,
        "presses": [],
    }


def test_every_option_shapes_the_history(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(
        capsys,
        *("week", "--seed", "7", "--write", "overwrite", "--date", "clock", "--runs", "2"),
        *("--press", "5:clear:mon", "--press", "5:late:sun:60", "--json"),
    )
    history = history_of("5:clear:mon", "5:late:sun:60", seed=7, write="overwrite", date="clock", runs=2)
    assert ran.json() == as_json(history, replay(history))
    assert ran.json()["history"]["presses"] == ["5:clear:mon", "5:late:sun:60"]


def test_until_stops_right_after_the_event(capsys: pytest.CaptureFixture[str]) -> None:
    values = run(capsys, "week", "--until", "44", "--json").json()
    assert (values["event"], values["minute"], values["ended"], len(values["events"])) == (44, 28, False, 45)
    first = run(capsys, "week", "--until", "0", "--json").json()
    assert [event["kind"] for event in first["events"]] == ["switched_on"]
    assert run(capsys, "week", "--until", "90", "--json").json()["ended"] is True


def test_clearing_tuesday_doubles_it_with_append_and_not_with_overwrite(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for write, rows, holds in (("append", 508, False), ("overwrite", 254, True)):
        values = run(capsys, "week", "--write", write, "--press", "44:clear:tue", "--json").json()
        assert values["runs"][1]["report"] == rows
        assert (values["properties"]["each_day_once"] is None) == holds


def test_a_refused_press_is_told_and_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "week", "--press", "44:late:mon:300", "--json")
    assert ran.status == 0
    assert ran.json()["events"][45]["refused"]


@pytest.mark.parametrize("seed", ["0", "4294967295"])
def test_the_smallest_and_the_largest_seed_are_played(capsys: pytest.CaptureFixture[str], seed: str) -> None:
    assert run(capsys, "week", "--seed", seed, "--json").json()["ended"] is True


@pytest.mark.parametrize("arguments", [["--help"], ["week", "--help"]])
def test_help_names_the_options_and_is_no_error(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    ran = run(capsys, *arguments)
    assert (ran.status, ran.err) == (0, "")
    if arguments[0] == "week":
        assert set(re.findall(r"--[a-z]+", ran.out)) >= {
            "--help",
            "--seed",
            "--write",
            "--date",
            "--runs",
            "--press",
            "--until",
            "--json",
        }


def test_all_tries_fail_or_none_where_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    for percent, outcomes in (("100", {"failed"}), ("0", {"success"})):
        runs = run(capsys, "week", "--failures", percent, "--json").json()["runs"]
        assert {each["state"] for each in runs} == outcomes


# What it refuses.


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "The following arguments are required: command."),
        ("week --sed 7", "Unrecognized arguments: --sed 7."),
        ("week extra", "Unrecognized arguments: extra."),
        ("week --seed", "Argument --seed: expected one argument."),
        ("week --seed x", "A seed is a whole number from 0 to 4294967295, not 'x'."),
        ("week --seed -1", "A seed is a whole number from 0 to 4294967295, not '-1'."),
        ("week --seed 1.5", "A seed is a whole number from 0 to 4294967295, not '1.5'."),
        ("week --seed 4294967296", "A seed is a whole number from 0 to 4294967295, not '4294967296'."),
        ("week --seed=", "A seed is a whole number from 0 to 4294967295, not ''."),
        ("week --write replace", "Choose append or overwrite, not 'replace'."),
        ("week --date today", "Choose own or clock, not 'today'."),
        ("week --runs 0", "The number of runs at a time is a whole number from 1 to 7, not '0'."),
        ("week --runs 8", "The number of runs at a time is a whole number from 1 to 7, not '8'."),
        ("week --press clear:tue", "The event of a press is a whole number from 0 to 1000000, not 'clear'."),
        ("week --press 44", "A recorded press is AT:PRESS, such as 44:clear:tue, not '44'."),
        (
            "week --press 44:clear:tues",
            "There is no day 'tues'; the days are mon, tue, wed, thu, fri, sat, sun.",
        ),
        (
            "week --press 44:clear:tue:nap",
            "There is no step 'nap'; the steps are wait, extract, convert, load, check.",
        ),
        (
            "week --press 44:late:mon:0",
            "The minutes that a file is late is a whole number from 1 to 1440, not '0'.",
        ),
        ("week --press 44:runs:8", "The number of runs at a time is a whole number from 1 to 7, not '8'."),
        ("week --press 44:write:x", "Choose append or overwrite, not 'x'."),
        (
            "week --press 44:undo",
            "A press is clear:DAY, clear:DAY:STEP, late:DAY:MINUTES, runs:N, write:MODE or date:WHICH,"
            " not 'undo'.",
        ),
        ("week --press 91:clear:tue", "The week ends at event 90; no press can be made at event 91."),
        (
            "week --press 91:clear:tue --until 44",
            "The week ends at event 90; no press can be made at event 91.",
        ),
        (
            "week --press 44:clear:tue --press 43:clear:wed",
            "Presses are listed in the order they were made, earliest event first.",
        ),
        (
            "week --failures 101",
            "The failures of a hundred tries is a whole number from 0 to 100, not '101'.",
        ),
        ("week --failures -1", "The failures of a hundred tries is a whole number from 0 to 100, not '-1'."),
        ("week --until 91", "The week ends at event 90; there is no event 91."),
        ("week --until x", "The event to stop after is a whole number from 0 to 1000000, not 'x'."),
        ("week --until -1", "The event to stop after is a whole number from 0 to 1000000, not '-1'."),
        ("week --json=yes", "Argument --json: ignored explicit argument 'yes'."),
    ],
)
def test_what_is_wrong_is_refused_in_one_sentence_with_status_2_and_nothing_is_printed(
    capsys: pytest.CaptureFixture[str], arguments: str, sentence: str
) -> None:
    for json_or_not in ("week", "week --json"):
        ran = run(capsys, *arguments.replace("week", json_or_not).split())
        assert (ran.status, ran.out, ran.err) == (2, "", sentence + "\n")


def test_a_wrong_command_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "wek")
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(
        r"Argument command: invalid choice: 'wek' \(choose from [^\n]*week[^\n]*\)\.\n", ran.err
    )


def test_501_presses_are_refused_and_500_are_not(capsys: pytest.CaptureFixture[str]) -> None:
    presses = ["--press", "0:runs:3"]
    assert run(capsys, "week", *presses * 500).status == 0
    ran = run(capsys, "week", *presses * 501)
    assert (ran.status, ran.out, ran.err) == (2, "", "A week takes at most 500 presses, not 501.\n")


@pytest.mark.parametrize("option", ["--see", "--wri", "--pres", "--js"])
def test_half_an_option_is_a_wrong_option(capsys: pytest.CaptureFixture[str], option: str) -> None:
    value = {"--see": ["7"], "--wri": ["overwrite"], "--pres": ["44:clear:tue"], "--js": []}[option]
    ran = run(capsys, "week", option, *value)
    assert (ran.status, ran.out) == (2, "")


def test_half_an_option_for_help_is_a_wrong_option(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ((), ("week",), ("hunt",)):
        ran = run(capsys, *command, "--hel")
        assert (ran.status, ran.out) == (2, "")


# As a program of its own.


ENVIRONMENT = {"PYTHONIOENCODING": "utf-8", "PYTHONHASHSEED": "7", "PYTHONDONTWRITEBYTECODE": "1"}


def started(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "sim", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=60,
        env=ENVIRONMENT,
    )


def test_the_program_prints_the_same_week_as_this_process() -> None:
    ran = started("week", "--press", "44:clear:tue", "--json")
    history = history_of("44:clear:tue")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout) == as_json(history, replay(history))


def test_the_program_refuses_on_stderr_with_status_2() -> None:
    ran = started("week", "--seed", "-1")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "A seed is a whole number from 0 to 4294967295, not '-1'.\n"


@pytest.mark.parametrize("options", [("--until", "0"), ("--json",)], ids=["little", "much"])
def test_the_program_ends_quietly_if_nobody_reads_what_it_prints(options: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as nobody_reads:
        ran = subprocess.run(
            [sys.executable, "-m", "sim", "week", *options],
            cwd=ROOT,
            stdout=nobody_reads,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
            env=ENVIRONMENT,
        )
    assert (ran.returncode, ran.stderr) == (0, b"")
