"""The engine without a browser: python -m sim week."""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from sim.history import (
    MAX_PRESSES,
    MAX_SEED,
    OPENING,
    History,
    HistoryError,
    Replayed,
    checked_order,
    read_choice,
    read_number,
    read_percent,
    read_recorded_press,
    read_runs,
    replay,
)
from sim.jobs import BAKERY
from sim.model import LoadDate, Settings, WriteMode
from sim.transcript import as_json, as_text


class OneSentenceParser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage around it."""

    def error(self, message: str) -> NoReturn:
        sentence = message[0].upper() + message[1:]
        self.exit(2, sentence if sentence.endswith(".\n") else sentence.rstrip(".") + ".\n")


def parser() -> argparse.ArgumentParser:
    """The options of the command line; their values are read by ``sim.history``."""
    whole = OneSentenceParser(prog="python -m sim", description="Backfill a week of reports, in a terminal.")
    commands = whole.add_subparsers(dest="command", required=True)
    week = commands.add_parser(
        "week", help="play one week", description="Play one week. With no option: the opening week."
    )
    week.add_argument("--seed", metavar="N", default=OPENING.seed, help=f"0 to {MAX_SEED}")
    week.add_argument("--write", metavar="append|overwrite", default="append", help="how loads write")
    week.add_argument("--date", metavar="own|clock", default="own", help="which day they write to")
    week.add_argument("--runs", metavar="1..7", default=3, help="runs at a time")
    week.add_argument(
        "--press",
        metavar="AT:PRESS",
        action="append",
        default=[],
        help=f"what is pressed after event AT, such as 44:clear:tue; at most {MAX_PRESSES} times",
    )
    week.add_argument("--failures", metavar="PERCENT", help="how many of a hundred tries fail (the bakery: 8)")
    week.add_argument("--until", metavar="EVENT", help="stop after this event")
    week.add_argument("--json", action="store_true", help="print one JSON object")
    return whole


def history_of(options: argparse.Namespace) -> History:
    """The history that the options of ``week`` spell out. Raises HistoryError."""
    settings = Settings(
        read_choice(WriteMode, options.write),
        read_choice(LoadDate, options.date),
        read_runs(options.runs, BAKERY),
    )
    presses = tuple(read_recorded_press(press) for press in options.press)
    failures = None if options.failures is None else read_percent(options.failures)
    return checked_order(
        History(read_number(options.seed, "A seed", 0, MAX_SEED), settings, presses, failures)
    )


def week(options: argparse.Namespace) -> tuple[History, Replayed]:
    """Play the week that the options ask for. Raises HistoryError."""
    history = history_of(options)
    whole = replay(history)  # to its end, so that a press the week never reaches is refused
    if options.until is None:
        return history, whole
    until = read_number(options.until, "The event to stop after", 0, 10**6)
    return history, replay(history, until=until)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line. Returns the exit status: 0, or 2 for what cannot be done."""
    options = parser().parse_args(arguments)
    try:
        history, replayed = week(options)
    except HistoryError as error:
        print(error, file=sys.stderr)
        return 2
    if options.json:
        values: dict[str, Any] = as_json(history, replayed)
        print(json.dumps(values, indent=2))
    else:
        print(as_text(history, replayed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
