"""The engine without a browser: python -m sim week | hunt."""

import argparse
import json
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from sim import words
from sim.broken import SCHEDULERS
from sim.history import (
    MAX_PRESSES,
    MAX_SEED,
    OPENING,
    History,
    HistoryError,
    checked_order,
    read_choice,
    read_number,
    read_percent,
    read_recorded_press,
    read_runs,
    replay,
)
from sim.hunt import Failure, Hunted, Tally, hunt, scheduler_named, shrink
from sim.jobs import BAKERY
from sim.model import LoadDate, Settings, WriteMode
from sim.transcript import as_json, as_text, event_line

MAX_WEEKS = 10_000_000
WEEKS_IN_A_SHARE = 100  # what one process plays before it says what it found


class OneSentenceParser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage around it."""

    def error(self, message: str) -> NoReturn:
        sentence = message[0].upper() + message[1:]
        self.exit(2, sentence.rstrip(".") + ".\n")


def parser() -> argparse.ArgumentParser:
    """The options of the command line. Their values are read where they are used, by ``sim.history``."""
    whole = OneSentenceParser(
        prog="python -m sim", description="Backfill a week of reports, in a terminal.", allow_abbrev=False
    )
    commands = whole.add_subparsers(dest="command", required=True, parser_class=OneSentenceParser)
    week = commands.add_parser(
        "week",
        help="play one week",
        description="Play one week. With no option: the opening week.",
        allow_abbrev=False,
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
    week.add_argument("--failures", metavar="PERCENT", help="how many of 100 tries fail (the bakery: 8)")
    week.add_argument("--scheduler", metavar="NAME", default="right", help="right, or a broken one")
    week.add_argument("--until", metavar="EVENT", help="stop after this event")
    week.add_argument("--json", action="store_true", help="print one JSON object")

    hunting = commands.add_parser(
        "hunt",
        help="play many weeks and look for a broken property",
        description="Play many weeks with a pretend reader. Exit status 1 if a property was broken.",
        allow_abbrev=False,
    )
    hunting.add_argument("--weeks", metavar="N", default=3_000, help="how many (3000)")
    hunting.add_argument("--first-seed", metavar="S", default=0, help="the first week's seed (0)")
    hunting.add_argument("--write", metavar="append|overwrite|mixed", default="overwrite")
    hunting.add_argument("--date", metavar="own|clock|mixed", default="own")
    hunting.add_argument("--scheduler", metavar="NAME", default="right", help=", ".join(SCHEDULERS))
    hunting.add_argument("--plain", action="store_true", help="the page's failure rate, and no reader")
    hunting.add_argument("--jobs", metavar="N", default=os.cpu_count() or 1, help="how many processes")
    hunting.add_argument("--json", action="store_true", help="print one JSON object")
    return whole


# week


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
        History(read_number(options.seed, words.A_SEED, 0, MAX_SEED), settings, presses, failures)
    )


def play_week(options: argparse.Namespace) -> int:
    """Play one week and print it. Returns the exit status."""
    history = history_of(options)
    scheduler = scheduler_named(options.scheduler)
    replayed = replay(history, scheduler=scheduler)  # to its end: a press it never reaches is refused
    if options.until is not None:
        until = read_number(options.until, "The event to stop after", 0, 10**6)
        replayed = replay(history, scheduler=scheduler, until=until)
    if options.json:
        print(json.dumps(as_json(history, replayed), indent=2))
    else:
        print(as_text(history, replayed))
    return 0


# hunt


def hunt_weeks(options: argparse.Namespace) -> int:
    """Play many weeks and print what was found. Returns the exit status."""
    hunted = Hunted(
        None if options.write == "mixed" else read_choice(WriteMode, options.write),
        None if options.date == "mixed" else read_choice(LoadDate, options.date),
        options.scheduler,
        options.plain,
    )
    scheduler = scheduler_named(hunted.scheduler)
    first_seed = read_number(options.first_seed, "The first seed", 0, MAX_SEED)
    weeks = read_number(options.weeks, "The number of weeks", 1, min(MAX_WEEKS, MAX_SEED - first_seed + 1))
    jobs = read_number(options.jobs, "The number of processes", 1, 64)
    found = Tally()
    shows_progress = sys.stderr.isatty()
    try:
        for tally in tallies(hunted, range(first_seed, first_seed + weeks), jobs):
            found.add(tally)
            if shows_progress:
                print(f"\r{found.weeks:,} of {weeks:,} weeks", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("\nStopped. What was found so far:", file=sys.stderr)
    else:
        if shows_progress:
            print(file=sys.stderr)
    first = None if found.first is None else shrink(found.first, scheduler)
    if options.json:
        print(json.dumps(hunt_as_json(found, first, hunted), indent=2))
    else:
        print(hunt_as_text(found, first, hunted))
    return 1 if found.violations else 0


def tallies(hunted: Hunted, seeds: range, jobs: int) -> Iterator[Tally]:
    """The tallies of all seeds, in their order, found by several processes or by this one."""
    shares = [
        (hunted, seeds[start : start + WEEKS_IN_A_SHARE]) for start in range(0, len(seeds), WEEKS_IN_A_SHARE)
    ]
    if jobs == 1:
        yield from map(hunt_share, shares)
        return
    with multiprocessing.Pool(min(jobs, len(shares)), initializer=_leave_interrupts_to_the_parent) as pool:
        yield from pool.imap(hunt_share, shares)


def hunt_share(share: tuple[Hunted, range]) -> Tally:
    """One tally for a share of the seeds."""
    total = Tally()
    for tally in hunt(*share):
        total.add(tally)
    return total


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def replay_command(first: Failure, hunted: Hunted) -> str:
    """The command that plays the week of a failure."""
    command = f"python -m sim week {first.history.to_options()}"
    return command if hunted.scheduler == "right" else f"{command} --scheduler {hunted.scheduler}"


def hunt_as_json(found: Tally, first: Failure | None, hunted: Hunted) -> dict[str, Any]:
    """{weeks, events, marks, violations: {property: weeks}, first: {history, …, command} or null}."""
    return {
        "weeks": found.weeks,
        "events": found.events,
        "marks": dict(sorted(found.marks.items())),
        "violations": {broken.value: weeks for broken, weeks in sorted(found.violations.items())},
        "first": None
        if first is None
        else {
            "history": first.history.to_json(),
            "event": first.violation.event,
            "minute": first.minute,
            "property": first.violation.property.value,
            "detail": first.violation.figures,
            "command": replay_command(first, hunted),
        },
    }


def hunt_as_text(found: Tally, first: Failure | None, hunted: Hunted) -> str:
    """What was found, for a reader."""
    lines = [f"{found.weeks:,} weeks, {found.events:,} events", "", "What happened in them:"]
    lines += [f"{count:>9,}  {name}" for name, count in found.marks.most_common()]
    lines += ["", "Properties broken, in how many weeks:"]
    lines += [f"{weeks:>9,}  {broken.value}" for broken, weeks in found.violations.most_common()]
    if first is None:
        lines[-1] += " none"
        return "\n".join(lines)
    scheduler = scheduler_named(hunted.scheduler)
    events = replay(first.history, scheduler=scheduler, until=first.violation.event).events
    lines += [
        "",
        "The first week that broke one, made as short as it gets:",
        f"  {first.violation.property.value}, at event {first.violation.event}, minute {first.minute}:",
        f"  {first.violation.figures}",
        "",
        "The five events up to it:",
        *(f"  {event_line(event, BAKERY)}" for event in events[-5:]),
        "",
        "Play it:",
        f"  {replay_command(first, hunted)}",
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line. Returns the exit status; 2 for what cannot be done."""
    options = parser().parse_args(arguments)
    try:
        status = play_week(options) if options.command == "week" else hunt_weeks(options)
        sys.stdout.flush()  # here, where it is known what to do if nobody reads it
        return status
    except HistoryError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read the output has read enough. Python would complain once more while it closes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
