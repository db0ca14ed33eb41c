"""The engine without a browser: python -m sim week | hunt."""
# ruff: noqa: E402, since Ctrl-C may come before all is imported

import signal

IN_CHARGE = __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler
if IN_CHARGE:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # it ends the program at once, without a traceback

import argparse
import json
import multiprocessing
import os
import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager

from sim import words
from sim.history import (
    MAX_PRESSES,
    MAX_SEED,
    History,
    checked_order,
    read_percent,
    read_scheduler,
    read_settings,
)
from sim.hunt.hunted import Hunted, read_hunted
from sim.hunt.shrink import shrink
from sim.hunt.weeks import Failure, Tally, hunt
from sim.jobs import BAKERY, OPENING
from sim.model import SchedulerName
from sim.output import say, tell
from sim.presses import read_recorded_press
from sim.reading import HistoryError, quoted, read_number
from sim.replay import replay
from sim.transcript import as_json, as_text, command_of, event_line

MAX_WEEKS = 10_000_000
MAX_JOBS = 64
WEEKS_IN_A_SHARE = 100  # what one process plays before it says what it found
HELP = ("-h", "--help")
STOPPED = 130  # the exit status of what Ctrl-C has stopped, as shells have it

# What is printed, and the exit status.
Answer = tuple[str, int]


def parsers() -> tuple[argparse.ArgumentParser, Mapping[str, argparse.ArgumentParser]]:
    """The command line, and the options of each command.

    The values of options are read where they are used, by ``sim.history``.
    """
    whole = argparse.ArgumentParser(
        prog="python -m sim", description="Backfill a week of reports, in a terminal."
    )
    commands = whole.add_subparsers(dest="command")
    week = commands.add_parser(
        "week",
        help="play one week",
        description="Play one week. With no option: the opening week.",
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
    )
    hunting.add_argument("--weeks", metavar="N", default=3_000, help="how many (3000)")
    hunting.add_argument("--first-seed", metavar="S", default=0, help="the first week's seed (0)")
    hunting.add_argument("--write", metavar="append|overwrite|mixed", default="overwrite")
    hunting.add_argument("--date", metavar="own|clock|mixed", default="own")
    hunting.add_argument("--scheduler", metavar="NAME", default="right", help=", ".join(SchedulerName))
    hunting.add_argument("--plain", action="store_true", help="the page's failure rate, and no reader")
    hunting.add_argument(
        "--jobs", metavar="N", default=min(os.cpu_count() or 1, MAX_JOBS), help="how many processes"
    )
    hunting.add_argument("--json", action="store_true", help="print one JSON object")
    return whole, commands.choices


def given_values(
    options: Mapping[str, argparse.Action], command: str, arguments: Sequence[str]
) -> dict[str, object]:
    """What a command's arguments give for its options. Raises HistoryError.

    argparse does not read them: it takes a value that begins with a dash for an option, lets the last of
    two values count, and repeats what it refuses as it is.
    """
    values: dict[str, object] = {}
    lists: dict[str, list[object]] = {}
    left = iter(arguments)
    for argument in left:
        name, equals, value_given = argument.partition("=")
        if name not in options:
            known = (option for option in options if option.startswith("--"))
            raise HistoryError(words.no_such_option(command, quoted(argument), known))
        option = options[name]
        stands_alone = option.nargs == 0
        if option.dest in values:
            raise HistoryError(words.given_twice(name))
        if stands_alone and equals:
            raise HistoryError(words.takes_no_value(name, quoted(value_given)))
        value = True if stands_alone else value_given if equals else next(left, None)
        if value is None:
            raise HistoryError(words.no_value(name, str(option.metavar)))
        if isinstance(option.default, list):
            lists.setdefault(option.dest, []).append(value)
        else:
            values[option.dest] = value
    return values | lists


# week


def history_of(options: argparse.Namespace) -> History:
    """The history that the options of ``week`` spell out. Raises HistoryError."""
    job = BAKERY
    return checked_order(
        History(
            job,
            read_number(options.seed, words.A_SEED, 0, MAX_SEED),
            read_settings(options.write, options.date, options.runs, job),
            tuple(read_recorded_press(press, job) for press in options.press),
            None if options.failures is None else read_percent(options.failures),
            read_scheduler(options.scheduler),
        )
    )


def play_week(options: argparse.Namespace) -> Answer:
    """Play one week. Raises HistoryError."""
    history = history_of(options)
    replayed = replay(history)  # to its end: a press it never reaches is refused
    if options.until is not None:
        replayed = replay(history, until=read_number(options.until, words.THE_EVENT_TO_STOP_AFTER, 0, 10**6))
    if options.json:
        return json.dumps(as_json(replayed), indent=2), 0
    return as_text(replayed), 0


# hunt


def hunt_weeks(options: argparse.Namespace) -> Answer:
    """Play many weeks and tell what was found. Raises HistoryError."""
    hunted = read_hunted(options.write, options.date, options.scheduler, BAKERY, options.plain)
    seeds = read_seeds(options)
    jobs = read_number(options.jobs, words.THE_PROCESSES, 1, MAX_JOBS)
    found = Tally()
    status = 0
    shows_progress = sys.stderr is not None and sys.stderr.isatty()
    try:
        with closing(tallies(hunted, seeds, jobs)) as shares:
            for tally in shares:
                found.add(tally)
                if shows_progress:
                    tell(f"\r{found.weeks:,} of {len(seeds):,} weeks")
    except KeyboardInterrupt:
        status = STOPPED
        tell("\nStopped. What was found so far:\n")
    else:
        if shows_progress:
            tell("\n")
    first = None if found.first is None else shrink(found.first)
    as_asked = (
        json.dumps(hunt_as_json(found, first), indent=2) if options.json else hunt_as_text(found, first)
    )
    return as_asked, 1 if found.violations else status


def read_seeds(options: argparse.Namespace) -> range:
    """The seeds of all weeks. Raises HistoryError."""
    first_seed = read_number(options.first_seed, words.THE_FIRST_SEED, 0, MAX_SEED)
    weeks = read_number(options.weeks, words.THE_WEEKS, 1, MAX_WEEKS)
    left = MAX_SEED - first_seed + 1
    if weeks > left:
        raise HistoryError(words.too_many_weeks(first_seed, left, weeks))
    return range(first_seed, first_seed + weeks)


def tallies(hunted: Hunted, seeds: range, jobs: int) -> Generator[Tally, None, None]:
    """The tallies of all seeds, in their order, found by several processes or by this one."""
    shares = [
        (hunted, seeds[start : start + WEEKS_IN_A_SHARE]) for start in range(0, len(seeds), WEEKS_IN_A_SHARE)
    ]
    if jobs == 1:
        yield from map(hunt_share, shares)
        return
    with _started_processes_ignore_interrupts():
        pool = multiprocessing.Pool(min(jobs, len(shares)))
    with pool:
        yield from pool.imap(hunt_share, shares)


def hunt_share(share: tuple[Hunted, range]) -> Tally:
    """One tally for a share of the seeds."""
    total = Tally()
    for tally in hunt(*share):
        total.add(tally)
    return total


@contextmanager
def _started_processes_ignore_interrupts() -> Iterator[None]:
    """They leave Ctrl-C to this process, which loses only one that comes at this very moment."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def hunt_as_json(found: Tally, first: Failure | None) -> dict[str, object]:
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
            "detail": words.figures(first.violation.finding),
            "command": command_of(first.history),
        },
    }


def hunt_as_text(found: Tally, first: Failure | None) -> str:
    """What was found, for a reader."""
    lines = [f"{found.weeks:,} weeks, {found.events:,} events", "", "What happened in them:"]
    lines += [f"{count:>9,}  {name}" for name, count in found.marks.most_common()]
    lines += ["", "Properties broken, in how many weeks:"]
    lines += [f"{weeks:>9,}  {broken.value}" for broken, weeks in found.violations.most_common()]
    if first is None:
        lines[-1] += " none"
        return "\n".join(lines)
    events = replay(first.history, until=first.violation.event).events
    lines += [
        "",
        "The first week that broke one, made as short as it gets:",
        f"  {first.violation.property.value}, at event {first.violation.event}, minute {first.minute}:",
        f"  {words.figures(first.violation.finding)}",
        "",
        "The five events up to it:",
        *(f"  {event_line(event, first.history.job)}" for event in events[-5:]),
        "",
        "Play it:",
        f"  {command_of(first.history)}",
    ]
    return "\n".join(lines)


def answer_to(arguments: Sequence[str]) -> Answer:
    """What the program answers to its arguments. Raises HistoryError."""
    whole, commands = parsers()
    command, *rest = arguments or ("",)
    if command in HELP:
        return whole.format_help().rstrip(), 0
    if not arguments:
        raise HistoryError(words.no_command(commands))
    if command not in commands:
        raise HistoryError(words.not_a_choice(commands, quoted(command)))
    chosen = commands[command]
    if set(HELP) & set(rest):
        return chosen.format_help().rstrip(), 0
    given = given_values(chosen._option_string_actions, command, rest)
    options = argparse.Namespace(**vars(whole.parse_args([command])) | given)
    return play_week(options) if command == "week" else hunt_weeks(options)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line. Returns the exit status; 2 for what cannot be done."""
    try:
        text, status = answer_to(sys.argv[1:] if arguments is None else arguments)
        return status if say(text) else 2
    except HistoryError as error:
        tell(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        return STOPPED


if __name__ == "__main__":
    if IN_CHARGE:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    exit_status = main()
    if IN_CHARGE:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(exit_status)
