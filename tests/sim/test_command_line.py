"""python -m sim week: what it prints, and what it refuses in one sentence with status 2."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sim.__main__ import main, parsers
from sim.history import RULES
from sim.jobs import OPENING
from sim.reading import quoted
from sim.replay import replay
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
    return Ran(main(arguments), *capsys.readouterr())


# Every option of every command, and of these the ones that take a value.
OPTIONS = {
    (command, name): action
    for command, parser in parsers()[1].items()
    for action in parser._actions
    for name in action.option_strings
    if name not in ("-h", "--help")
}
WITH_VALUE = [option for option, action in OPTIONS.items() if action.nargs is None]
ALONE = [option for option, action in OPTIONS.items() if action.nargs == 0]
# A value of each that is not refused.
RIGHT_VALUES = {
    "--seed": "5",
    "--write": "overwrite",
    "--date": "own",
    "--runs": "3",
    "--press": "44:clear:tue",
    "--failures": "8",
    "--scheduler": "right",
    "--until": "44",
    "--weeks": "2",
    "--first-seed": "0",
    "--jobs": "1",
}


def refused(ran: Ran) -> str:
    """The one sentence with which a command line was refused."""
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(r"[A-Z][ -~]*[.]\n", ran.err), ran.err
    return ran.err.removesuffix("\n")


# What it prints.


def test_with_no_option_it_is_the_opening_week_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "week")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == as_text(replay(OPENING)) + "\n"


def test_with_json_it_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "week", "--json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == json.dumps(as_json(replay(OPENING)), indent=2) + "\n"
    assert ran.json()["history"] == {
        "rules": RULES,
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
    assert ran.json() == as_json(replay(history))
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


OPTIONS_OF_WEEK = (
    "The options of week are --help, --seed, --write, --date, --runs, --press, --failures, --scheduler, "
    "--until, --json"
)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "Say what to play: python -m sim week, or python -m sim hunt."),
        ("wek", "Choose week or hunt, not 'wek'."),
        ("--seed 7 week", "Choose week or hunt, not '--seed'."),
        ("week --sed 7", f"{OPTIONS_OF_WEEK}, not '--sed'."),
        ("week --sed=7", f"{OPTIONS_OF_WEEK}, not '--sed=7'."),
        ("week extra", f"{OPTIONS_OF_WEEK}, not 'extra'."),
        ("week --seed 7 -- extra", f"{OPTIONS_OF_WEEK}, not '--'."),
        ("week --seed", "A value is missing after --seed: it is --seed N."),
        ("week --seed 5 --write", "A value is missing after --write: it is --write append|overwrite."),
        ("week --seed x --seed 5", "The option --seed is given twice; give it once."),
        ("week --json --json", "The option --json is given twice; give it once."),
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
            "The number of minutes that a file is late is a whole number from 1 to 1440, not '0'.",
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
            "Presses are listed in the order they were made: one at event 43 cannot follow one at event 44.",
        ),
        (
            "week --failures 101",
            "The number of failures in a hundred tries is a whole number from 0 to 100, not '101'.",
        ),
        (
            "week --failures -1",
            "The number of failures in a hundred tries is a whole number from 0 to 100, not '-1'.",
        ),
        ("week --press -1:clear:tue", "The event of a press is a whole number from 0 to 1000000, not '-1'."),
        ("week --until 91", "The week ends at event 90; there is no event 91."),
        ("week --until x", "The event to stop after is a whole number from 0 to 1000000, not 'x'."),
        ("week --until -1", "The event to stop after is a whole number from 0 to 1000000, not '-1'."),
        ("week --json=yes", "The option --json stands alone, without 'yes'."),
        ("week --help=yes", "The option --help stands alone, without 'yes'."),
        (
            "week --scheduler best",
            "The schedulers are right, ignores-upstream, overfills-warehouse, splits-overwrite, not 'best'.",
        ),
        ("hunt --write sideways", "Choose append or overwrite or mixed, not 'sideways'."),
        ("hunt --date today", "Choose own or clock or mixed, not 'today'."),
        ("hunt --weeks 0", "The number of weeks is a whole number from 1 to 10000000, not '0'."),
        (
            "hunt --weeks 10000001",
            "The number of weeks is a whole number from 1 to 10000000, not '10000001'.",
        ),
        ("hunt --first-seed -1", "The first seed is a whole number from 0 to 4294967295, not '-1'."),
        (
            "hunt --first-seed 4294967296",
            "The first seed is a whole number from 0 to 4294967295, not '4294967296'.",
        ),
        (
            "hunt --first-seed 4294967295 --weeks 2",
            "With --first-seed 4294967295 only 1 week is left, not 2: "
            "give --weeks 1, or a smaller first seed.",
        ),
        (
            "hunt --first-seed 4294967286 --weeks 11",
            "With --first-seed 4294967286 only 10 weeks are left, not 11: "
            "give --weeks 10, or a smaller first seed.",
        ),
        ("hunt --jobs 0", "The number of processes is a whole number from 1 to 64, not '0'."),
        ("hunt --jobs 65", "The number of processes is a whole number from 1 to 64, not '65'."),
    ],
)
def test_what_is_wrong_is_refused_in_one_sentence_with_status_2_and_nothing_is_printed(
    capsys: pytest.CaptureFixture[str], arguments: str, sentence: str
) -> None:
    assert refused(run(capsys, *arguments.split())) == sentence


def test_501_presses_are_refused_and_500_are_not(capsys: pytest.CaptureFixture[str]) -> None:
    presses = ["--press", "0:runs:3"]
    assert run(capsys, "week", *presses * 500).status == 0
    assert refused(run(capsys, "week", *presses * 501)) == "A week takes at most 500 presses, not 501."


def test_a_right_value_of_every_option_is_known() -> None:
    assert {name for _, name in WITH_VALUE} == RIGHT_VALUES.keys()
    assert {name for _, name in ALONE} == {"--json", "--plain"}


def few(command: str) -> list[str]:
    """Options that keep a hunt short, but for those that are given anyway."""
    return ["--weeks=2", "--jobs=1"] if command == "hunt" else []


@pytest.mark.parametrize(("command", "option"), WITH_VALUE)
def test_a_value_may_follow_its_option_or_an_equals_sign(
    capsys: pytest.CaptureFixture[str], command: str, option: str
) -> None:
    value = RIGHT_VALUES[option]
    others = [each for each in few(command) if not each.startswith(option)]
    ran = [run(capsys, command, *others, *given) for given in ([option, value], [f"{option}={value}"])]
    assert [(each.status, each.err) for each in ran] == [(0, "")] * 2
    assert ran[0].out == ran[1].out


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_an_option_is_given_once_but_for_press(
    capsys: pytest.CaptureFixture[str], command: str, option: str
) -> None:
    value = RIGHT_VALUES.get(option)
    spellings = [[option]] if value is None else [[option, value], [f"{option}={value}"], [option, "x"]]
    for first in spellings:
        for second in spellings:
            ran = run(capsys, command, *first, "--until" if command == "week" else "--jobs", "1", *second)
            if option == "--press":
                assert "twice" not in ran.err
            else:
                assert "is given twice; give it once." in refused(ran)


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_half_an_option_is_a_wrong_option(
    capsys: pytest.CaptureFixture[str], command: str, option: str
) -> None:
    for length in range(1, len(option)):
        half = option[:length]
        for given in ([half], [half, RIGHT_VALUES.get(option, "1")]):
            assert refused(run(capsys, command, *given)).endswith(f", not {quoted(half)}.")


@pytest.mark.parametrize("command", ["week", "hunt"])
def test_what_is_no_option_is_told_which_there_are(capsys: pytest.CaptureFixture[str], command: str) -> None:
    names = ["--help", *(name for of, name in OPTIONS if of == command)]
    for given in ("extra", "-x", "--hel", "-hx", "--", "-", "", "week"):
        sentence = refused(run(capsys, command, given))
        assert sentence == f"The options of {command} are {', '.join(names)}, not {given!r}."


@pytest.mark.parametrize(("command", "option"), WITH_VALUE)
def test_an_option_without_its_value_is_told_what_it_takes(
    capsys: pytest.CaptureFixture[str], command: str, option: str
) -> None:
    metavar = OPTIONS[command, option].metavar
    sentence = refused(run(capsys, command, option))
    assert sentence == f"A value is missing after {option}: it is {option} {metavar}."


@pytest.mark.parametrize(("command", "option"), ALONE)
def test_an_option_that_stands_alone_takes_no_value(
    capsys: pytest.CaptureFixture[str], command: str, option: str
) -> None:
    for value in ("yes", ""):
        sentence = refused(run(capsys, command, f"{option}={value}"))
        assert sentence == f"The option {option} stands alone, without {value!r}."


@pytest.mark.parametrize(("command", "option"), WITH_VALUE)
@pytest.mark.parametrize("value", ["-1", "-x", "--json", "--", "-", "--seed=5", "-1:clear:tue"])
def test_a_value_that_begins_with_a_dash_is_judged_as_a_value(
    capsys: pytest.CaptureFixture[str], command: str, option: str, value: str
) -> None:
    judged = refused(run(capsys, command, f"{option}={value}"))
    assert refused(run(capsys, command, option, value)) == judged
    assert quoted(value.split(":")[0]) in judged or quoted(value) in judged


HOSTILE = {
    "a line break": "7\nThe week is fine.",
    "a return": "7\rfine",
    "an escape code": "\x1b[2J\x1b[31mred",
    "a NUL": "7\0",
    "a bell": "\a",
    "an escape code in one character": "\x9b31m",
    "5,000 characters": "x" * 5_000,
    "5,000 digits": "7" * 5_000,
    "5,000 line breaks": "\n" * 5_000,
    "text from right to left": "\u202e7\u2066",
    "bytes that are no text": "\udcff\udc80",
    "a line separator": "7\u20287\u2029\x85",
    "other digits": "\u0667",
    "an emoji": "\U0001f950",
    "quotes": "'\"'",
    "nothing but spaces": "   ",
}
# Where a value can stand, with HERE in its place.
PLACES = [
    "HERE",
    "--HERE",
    "--help=HERE",
    *(
        f"{command} {rest}"
        for command in parsers()[1]
        for rest in ("HERE", "-HERE", "--HERE", "--HERE=7", "--json HERE", "-hHERE")
    ),
    *(f"{command} {option}{between}HERE" for command, option in WITH_VALUE for between in (" ", "=")),
    *(f"{command} {option}=HERE" for command, option in ALONE),
    *(f"{command} --help=HERE" for command in parsers()[1]),
    *(
        f"week --press {press}"
        for press in (
            "HERE:clear:tue",
            "44:HERE",
            "44:clear:HERE",
            "44:clear:tue:HERE",
            "44:clear:tue:load:HERE",
            "44:late:HERE:5",
            "44:late:mon:HERE",
            "44:runs:HERE",
            "44:write:HERE",
            "44:date:HERE",
        )
    ),
]


@pytest.mark.parametrize("place", PLACES)
def test_whatever_stands_there_is_repeated_in_one_short_line_of_plain_characters(
    capsys: pytest.CaptureFixture[str], place: str
) -> None:
    for hostile in HOSTILE.values():
        arguments = [argument.replace("HERE", hostile) for argument in place.split(" ")]
        sentence = refused(run(capsys, *arguments))
        assert len(sentence) < 250
        assert "\\" in sentence or "..." in sentence or hostile.isprintable()


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
    assert json.loads(ran.stdout) == as_json(replay(history))


def test_the_program_refuses_on_stderr_with_status_2() -> None:
    ran = started("week", "--seed", "-1")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "A seed is a whole number from 0 to 4294967295, not '-1'.\n"


def test_bytes_that_are_no_text_are_refused_in_plain_characters() -> None:
    for arguments in ([b"\xff\n\x1b[31m"], [b"week", b"\xff\n"], [b"week", b"--seed", b"\xff\x1b"]):
        ran = subprocess.run(
            [sys.executable, "-m", "sim", *arguments],
            cwd=ROOT,
            capture_output=True,
            check=False,
            timeout=60,
            env=ENVIRONMENT,
        )
        assert (ran.returncode, ran.stdout) == (2, b"")
        assert re.fullmatch(rb"[A-Z][ -~]*not '\\udcff[ -~]*'[.]\n", ran.stderr), ran.stderr


# Where its output goes: what the shell is told, and the reason that the program then gives.
NOWHERE = {
    "a full disk": (">/dev/full", "No space left on device"),
    "a closed output": (">&-", "Bad file descriptor"),
    "an output to read from": ("1</dev/null", "Bad file descriptor"),
}
ANSWERS = ["week", "week --until 0", "week --json", "hunt --weeks 200 --jobs 2", "--help", "hunt --help"]


def in_a_shell(arguments: str, redirections: str = "") -> subprocess.CompletedProcess[bytes]:
    """The program with its outputs led elsewhere; what it then still says is on the stdout of the shell."""
    return subprocess.run(
        ["sh", "-c", f'exec "$0" -m sim {arguments} {redirections}', sys.executable],
        cwd=ROOT,
        capture_output=True,
        check=False,
        timeout=60,
        env=ENVIRONMENT,
    )


@pytest.mark.parametrize("nowhere", NOWHERE)
@pytest.mark.parametrize("arguments", ANSWERS)
def test_an_output_that_cannot_be_written_is_told_in_one_sentence_with_status_2(
    arguments: str, nowhere: str
) -> None:
    redirection, reason = NOWHERE[nowhere]
    ran = in_a_shell(arguments, redirection)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.decode() == f"The output cannot be written: {reason}.\n"


@pytest.mark.parametrize("redirections", [">/dev/full 2>/dev/full", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("arguments", ["week", "hunt --weeks 200 --jobs 2"])
def test_where_nothing_can_be_told_there_is_still_the_status(arguments: str, redirections: str) -> None:
    ran = in_a_shell(arguments, redirections)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, b"", b"")


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-", "2</dev/null"])
def test_a_refusal_that_cannot_be_told_has_its_status_and_stands_nowhere_else(redirection: str) -> None:
    for arguments in ("week --seed x", "wek"):
        ran = in_a_shell(arguments, redirection)
        assert (ran.returncode, ran.stdout, ran.stderr) == (2, b"", b"")


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-"])
def test_what_is_printed_does_not_need_stderr(redirection: str) -> None:
    ran = in_a_shell("week", redirection)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.decode() == as_text(replay(OPENING)) + "\n"


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ("week --until 0", 0),
        ("week --json", 0),
        ("week --help", 0),
        ("hunt --weeks 40 --jobs 1 --scheduler splits-overwrite", 1),
    ],
)
def test_the_program_ends_quietly_and_with_its_status_if_nobody_reads_what_it_prints(
    options: str, status: int
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as nobody_reads:
        ran = subprocess.run(
            [sys.executable, "-m", "sim", *options.split()],
            cwd=ROOT,
            stdout=nobody_reads,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
            env=ENVIRONMENT,
        )
    assert (ran.returncode, ran.stderr) == (status, b"")


@pytest.mark.parametrize("encoding", ["ascii", "cp932", "latin-1", "cp037", "utf-8", "utf-16"])
def test_the_program_prints_in_any_encoding_and_plainer_where_it_lacks_a_character(encoding: str) -> None:
    for options in ("--until 44", "--until 44 --json"):
        ran = subprocess.run(
            [sys.executable, "-m", "sim", "week", *options.split()],
            cwd=ROOT,
            capture_output=True,
            check=False,
            timeout=60,
            env=ENVIRONMENT | {"PYTHONIOENCODING": encoding},
        )
        assert (ran.returncode, ran.stderr) == (0, b"")
        printed = ran.stdout.decode(encoding)
        usual = started("week", *options.split()).stdout
        lacking = encoding in ("ascii", "cp932")
        assert printed == (usual.replace("\u00b7", "-") if lacking else usual)
        assert printed.isascii() == (lacking or "--json" in options)


# Ctrl-C comes when the program imports this module, or as it ends.
INTERRUPTED = """
import atexit, os, runpy, signal, sys

moment = sys.argv.pop(1)

class CtrlC:
    def find_spec(self, name, path, target=None):
        if name == moment:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, CtrlC())
if moment == "the end":
    atexit.register(os.kill, os.getpid(), signal.SIGINT)
if moment == "the week":
    import sim.replay
    sim.replay.replay = lambda *_, **__: os.kill(os.getpid(), signal.SIGINT)
if moment == "the output":
    import sim.output
    sim.output.say = lambda *_: os.kill(os.getpid(), signal.SIGINT)
runpy.run_module("sim", run_name="__main__", alter_sys=True)
"""


def interrupted(moment: str, handler: str) -> subprocess.CompletedProcess[str]:
    """The program, to which Ctrl-C comes at a moment; it began with that handler of it."""
    begin = f"import signal; signal.signal(signal.SIGINT, signal.{handler})\n"
    return subprocess.run(
        [sys.executable, "-c", begin + INTERRUPTED, moment, "week"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=60,
        env=ENVIRONMENT,
    )


@pytest.mark.parametrize(
    ("moment", "status"),
    [
        ("argparse", -signal.SIGINT),
        ("sim.transcript", -signal.SIGINT),
        ("the week", 130),
        ("the output", 130),
        ("the end", -signal.SIGINT),
    ],
)
def test_ctrl_c_ends_the_program_without_a_traceback(moment: str, status: int) -> None:
    """A shell has 130 for either status."""
    ran = interrupted(moment, "default_int_handler")
    assert (ran.returncode, ran.stderr) == (status, "")


@pytest.mark.parametrize("moment", ["argparse", "the end"])
def test_ctrl_c_stays_ignored_where_it_was(moment: str) -> None:
    """As for a program that a script has started in the background."""
    ran = interrupted(moment, "SIG_IGN")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == as_text(replay(OPENING)) + "\n"
