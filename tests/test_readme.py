"""README's commands that need no browser: each runs, and does what is said of it."""

import re
import shlex
from pathlib import Path

import pytest

from sim.__main__ import main, parsers
from sim.jobs import BAKERY
from sim.presses import press_to_wire, read_press
from sim.reading import HistoryError

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SECTION = README.split("\n## Without a browser\n")[1].split("\n## ")[0]
EXAMPLES = dict(re.findall(r"^python -m sim (.+?)  +# (.+)$", SECTION, re.MULTILINE))
PRESSES = [press for row in re.findall(r"^\| (`.*?) \|", SECTION, re.MULTILINE) for press in row.split(", ")]
# What each example prints among other things, and its exit status.
SHOWS = {
    "week": ("now 07:03 · event 90", 0),
    "week --until 44": ("now 06:28 · event 44", 0),
    "week --press 44:clear:tue": ("   508 > 254", 0),
    "week --write overwrite --json": ('"each_day_once": null', 0),
    "hunt": ("Properties broken, in how many weeks: none", 0),
    "hunt --scheduler overfills-warehouse": ("python -m sim week --seed", 1),
}


def test_each_example_is_known_here_and_each_line_is_an_example() -> None:
    assert EXAMPLES.keys() == SHOWS.keys()
    assert SECTION.count("python -m sim ") == len(EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES)
def test_each_example_does_what_is_said_of_it(capsys: pytest.CaptureFixture[str], example: str) -> None:
    shown, status = SHOWS[example]
    assert main(shlex.split(example)) == status
    ran = capsys.readouterr()
    assert ran.err == ""
    assert shown in ran.out


def test_each_press_of_the_table_can_be_made_and_there_is_one_of_each_kind() -> None:
    presses = [press.strip("`") for press in PRESSES]
    assert [press_to_wire(read_press(press, BAKERY), BAKERY) for press in presses] == presses
    with pytest.raises(HistoryError) as refused:
        read_press("undo", BAKERY)
    kinds = set(re.findall(r"([a-z]+):[A-Z]", str(refused.value)))
    assert {press.split(":")[0] for press in presses} == kinds


def test_the_options_that_are_named_are_options() -> None:
    _, commands = parsers()
    options = {name for parser in commands.values() for name in parser._option_string_actions}
    assert set(re.findall(r"--[a-z][a-z-]*", SECTION)) <= options
