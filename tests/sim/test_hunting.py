"""python -m sim hunt: what it counts, what it finds, how short it makes it, and what it refuses."""

import io
import json
import multiprocessing
import os
import re
import shlex
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sim import __main__ as command_line
from sim.__main__ import main
from sim.books import Books
from sim.history import MAX_SEED, History
from sim.hunt.hunted import Hunted
from sim.hunt.reader import Reader
from sim.hunt.shrink import first_violation, shrink
from sim.hunt.weeks import Tally, hunt, week_of
from sim.job import LoadDate, WriteMode
from sim.jobs import BAKERY, OPENING
from sim.model import SchedulerName
from sim.replay import replay
from sim.scheduler import Scheduler
from sim.schedulers import CAUGHT_BY, SCHEDULERS
from sim.witness.findings import Property
from tests.proof.swarm import MIXED, RIGHT, swarm_week
from tests.sim.test_command_line import Ran, run
from tests.sim.weeks import StartsNothing, history_of

ROOT = Path(__file__).resolve().parents[2]
BROKEN = sorted(CAUGHT_BY)
FEW = ("--weeks", "40", "--jobs", "1")


def hunted(capsys: pytest.CaptureFixture[str], *options: str) -> Ran:
    return run(capsys, "hunt", *FEW, *options)


def found_in(ran: Ran) -> dict[str, Any]:
    found = ran.json()
    assert set(found) == {"weeks", "events", "marks", "violations", "first"}
    return found


# What it prints.


def test_the_right_scheduler_with_overwriting_loads_breaks_nothing_and_ends_with_status_0(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ran = hunted(capsys)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert re.fullmatch(r"40 weeks, \d,\d{3} events", lines[0])
    assert lines[1:3] == ["", "What happened in them:"]
    assert re.fullmatch(r" +\d+  [a-z].*", lines[3])
    assert lines[-2:] == ["", "Properties broken, in how many weeks: none"]


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_scheduler_ends_with_status_1_and_is_caught_by_its_property(
    capsys: pytest.CaptureFixture[str], name: SchedulerName
) -> None:
    ran = hunted(capsys, "--json", "--scheduler", name)
    assert (ran.status, ran.err) == (1, "")
    found = found_in(ran)
    assert found["violations"][CAUGHT_BY[name]] > 0
    assert found["first"]["property"] in found["violations"]


def test_as_text_it_says_what_broke_and_the_events_up_to_it_and_how_to_play_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first = found_in(hunted(capsys, "--json", "--scheduler", "overfills-warehouse"))["first"]
    lines = hunted(capsys, "--scheduler", "overfills-warehouse").out.splitlines()
    at = lines.index("The first week that broke one, made as short as it gets:")
    assert "Properties broken, in how many weeks:" in lines
    assert re.fullmatch(r" +\d+  two_loads_at_most", lines[at - 2])
    assert lines[at + 1] == f"  {first['property']}, at event {first['event']}, minute {first['minute']}:"
    assert lines[at + 2] == f"  {first['detail']}"
    assert lines[at + 4] == "The five events up to it:"
    assert [line.split()[0] for line in lines[at + 5 : at + 10]] == [
        str(event) for event in range(first["event"] - 4, first["event"] + 1)
    ]
    assert lines[at + 10 :] == ["", "Play it:", f"  {first['command']}"]


@pytest.mark.parametrize("name", BROKEN)
def test_the_command_it_prints_plays_the_week_that_broke_the_property_at_that_event(
    capsys: pytest.CaptureFixture[str], name: SchedulerName
) -> None:
    first = found_in(hunted(capsys, "--json", "--scheduler", name))["first"]
    python, dash_m, sim, *arguments = shlex.split(first["command"])
    assert (python, dash_m, sim) == ("python", "-m", "sim")
    week = run(capsys, *arguments, "--json").json()
    assert {name: week["history"][name] for name in first["history"]} == first["history"]
    violations = [each for each in week["violations"] if each["property"] == first["property"]]
    assert violations[0]["event"] == first["event"]
    assert violations[0]["detail"] == first["detail"]
    assert week["events"][first["event"]]["minute"] == first["minute"]


def test_the_counts_are_those_of_the_weeks_played_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    found = found_in(hunted(capsys, "--json", "--write", "append", "--first-seed", "7"))
    tallies = list(hunt(Hunted(BAKERY, write_mode=WriteMode.APPEND), range(7, 47)))
    assert found["weeks"] == len(tallies) == 40
    assert found["events"] == sum(tally.events for tally in tallies)
    for broken in Property:
        weeks = sum(bool(tally.violations[broken]) for tally in tallies)
        assert found["violations"].get(broken.value, 0) == weeks
    for mark, times in found["marks"].items():
        assert times == sum(tally.marks[mark] for tally in tallies)
    assert list(found["marks"]) == sorted(found["marks"])
    assert list(found["violations"]) == sorted(found["violations"])


def test_several_processes_find_what_one_finds(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("hunt", "--weeks", "230", "--scheduler", "splits-overwrite", "--json")
    alone = run(capsys, *options, "--jobs", "1")
    together = run(capsys, *options, "--jobs", "2")
    assert together.json() == alone.json()
    assert together.status == alone.status == 1


def test_it_uses_the_processes_asked_for_but_no_more_than_there_are_shares_of_a_hundred_weeks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    class Pool:
        imap = staticmethod(map)

        def __init__(self, processes: int) -> None:
            asked.append(processes)

        def __enter__(self) -> "Pool":
            return self

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(multiprocessing, "Pool", Pool)
    for jobs in ("1", "2", "64"):
        assert run(capsys, "hunt", "--plain", "--weeks", "201", "--jobs", jobs).status == 0
    assert asked == [2, 3]


@pytest.mark.parametrize(("processors", "jobs"), [(5, 5), (None, 1), (64, 64), (128, 64)])
def test_without_options_it_plays_3000_weeks_with_a_process_for_each_processor_but_no_more_than_may_be(
    monkeypatch: pytest.MonkeyPatch, processors: int | None, jobs: int
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    assert vars(command_line.parsers()[0].parse_args(["hunt"])) == {
        "command": "hunt",
        "weeks": 3_000,
        "first_seed": 0,
        "write": "overwrite",
        "date": "own",
        "scheduler": "right",
        "plain": False,
        "jobs": jobs,
        "json": False,
    }


def test_with_json_it_is_one_object_in_lines(capsys: pytest.CaptureFixture[str]) -> None:
    ran = hunted(capsys, "--json")
    assert ran.out == json.dumps(ran.json(), indent=2) + "\n"


def test_plain_weeks_have_no_reader_and_the_rates_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    found = found_in(hunted(capsys, "--json", "--plain"))
    settings = replace(OPENING.settings, write_mode=WriteMode.OVERWRITE)
    assert found["events"] == sum(len(replay(History(BAKERY, seed, settings)).events) for seed in range(40))
    assert not any("clear" in mark or "press" in mark for mark in found["marks"])


def test_on_a_terminal_it_shows_how_far_it_has_come(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    main(["hunt", "--weeks", "250", "--jobs", "1"])
    assert terminal.getvalue() == "\r100 of 250 weeks\r200 of 250 weeks\r250 of 250 weeks\n"
    assert capsys.readouterr().out.startswith("250 weeks, ")


def interrupted(hunted: Hunted, seeds: range, jobs: int) -> Iterator[Tally]:
    """A hunt that is stopped after its first week."""
    yield week_of(0, hunted)
    raise KeyboardInterrupt


def test_interrupted_before_anything_was_found_broken_it_ends_with_status_130(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_line, "tallies", interrupted)
    ran = run(capsys, "hunt", "--json")
    assert (ran.status, ran.err) == (130, "\nStopped. What was found so far:\n")
    assert found_in(ran)["weeks"] == 1


def test_interrupted_it_prints_what_was_found_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_line, "tallies", interrupted)
    ran = run(capsys, "hunt", "--json", "--scheduler", "ignores-upstream")
    assert ran.status == 1
    assert ran.err == "\nStopped. What was found so far:\n"
    assert found_in(ran)["weeks"] == 1
    assert found_in(ran)["first"] is not None


def test_the_program_stops_at_ctrl_c_and_prints_what_it_has() -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", STOPS_ITSELF],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        out, err = program.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
    assert program.returncode == 130, err
    assert err == "\nStopped. What was found so far:\n"  # and nothing from the other processes
    assert 0 < json.loads(out)["weeks"] < 20_000


# As in a terminal: all its processes are one group, and Ctrl-C comes as soon as something was found.
STOPS_ITSELF = """
import os, signal, sys
from sim import __main__ as command_line

signal.signal(signal.SIGINT, signal.default_int_handler)  # as in a terminal, wherever the tests run
found = command_line.tallies

def tallies(*asked):
    for tally in found(*asked):
        yield tally
        os.killpg(0, signal.SIGINT)

command_line.tallies = tallies
sys.exit(command_line.main(["hunt", "--weeks", "20000", "--jobs", "2", "--json"]))
"""


def test_its_other_processes_leave_ctrl_c_to_the_first() -> None:
    """Whether they would write what they think of it depends on the moment at which it comes."""
    before = signal.getsignal(signal.SIGINT)
    with command_line._started_processes_ignore_interrupts():
        pool = multiprocessing.Pool(1)
    assert signal.getsignal(signal.SIGINT) is before
    with pool:
        assert pool.apply(signal.getsignal, (signal.SIGINT,)) is signal.SIG_IGN


def test_it_plays_and_counts_what_the_proof_does_with_the_same_seeds() -> None:
    for hunted in (RIGHT, MIXED):
        for seed in range(40):
            marks = Counter[str]()
            tally, played = week_of(seed, hunted), swarm_week(seed, hunted, marks=marks)
            assert tally.events == len(played.events)
            assert tally.marks == marks
            assert set(tally.violations) == set(played.broken_at)
            assert tally.first is None or tally.first.history.seed == seed


# What it refuses.


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--weeks", "0"), "The number of weeks is a whole number from 1 to 10000000, not '0'."),
        (("--weeks", "many"), "The number of weeks is a whole number from 1 to 10000000, not 'many'."),
        (("--first-seed", "-1"), "The first seed is a whole number from 0 to"),
        (("--jobs", "0"), "The number of processes is a whole number from 1 to 64, not '0'."),
        (("--jobs", "65"), "The number of processes is a whole number from 1 to 64, not '65'."),
        (("--write", "sideways"), "sideways"),
        (("--date", "tomorrow"), "tomorrow"),
        (("--scheduler", "best"), "The schedulers are right, ignores-upstream, overfills-warehouse, "),
    ],
)
def test_a_wrong_option_is_refused_in_one_sentence_with_status_2(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...], sentence: str
) -> None:
    ran = run(capsys, "hunt", *options)
    assert (ran.status, ran.out) == (2, "")
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


def test_no_week_may_have_a_seed_above_the_largest(capsys: pytest.CaptureFixture[str]) -> None:
    largest = str(MAX_SEED)
    last = run(capsys, "hunt", "--first-seed", largest, "--weeks", "1", "--jobs", "1")
    assert last.status == 0
    beyond = run(capsys, "hunt", "--first-seed", largest, "--weeks", "2", "--jobs", "1")
    assert (beyond.status, beyond.out) == (2, "")


# Made short.


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_made_short_breaks_the_same_property_and_nothing_can_be_left_out_of_it(
    name: SchedulerName,
) -> None:
    failures = (tally.first for tally in hunt(Hunted(BAKERY, scheduler=name), range(100)) if tally.first)
    for failure in islice(failures, 5):
        shortest = shrink(failure)
        history, broken = shortest.history, failure.violation.property
        assert shortest.violation.property is broken
        assert shortest == first_violation(history, broken)
        assert len(history.presses) <= len(failure.history.presses)
        at_once = range(len(history.presses))
        simpler = [
            *(
                replace(history, presses=history.presses[:out] + history.presses[out + 1 :])
                for out in at_once
            ),
            *(replace(history, seed=seed) for seed in range(min(history.seed, 30))),
            replace(history, failure_percent=None),
            replace(history, settings=replace(history.settings, max_active_runs=3)),
        ]
        for each in simpler:
            assert each == history or first_violation(each, broken) is None


class StartsOneMore(Scheduler):
    """Starts a run too many beside so many, after so many tries, if loads append and one run is allowed."""

    def __init__(self, runs: int, tries: int) -> None:
        self.runs, self.tries = runs, tries

    def run_to_start(self, books: Books) -> int | None:
        if (
            books.settings.max_active_runs == 1
            and books.settings.write_mode is WriteMode.APPEND
            and books.active_runs == self.runs
            and sum(books.try_number) >= self.tries
            and books.queued_runs
        ):
            return books.queued_runs[0]
        return super().run_to_start(books)


@pytest.mark.parametrize(
    ("scheduler", "needed"),
    [
        (StartsOneMore(1, 0), ("0:runs:1", "0:write:append")),
        (StartsOneMore(3, 0), ("3:runs:1", "3:write:append")),
        (StartsOneMore(3, 1), ("3:runs:1", "5:write:append")),
    ],
    ids=["at once", "after three runs have started", "after a try has started"],
)
def test_presses_that_are_needed_come_as_early_as_they_can_and_the_others_go(
    scheduler: Scheduler, needed: tuple[str, ...]
) -> None:
    for presses in (
        ("20:clear:tue", "30:runs:1", "30:write:append", "40:clear:mon", "60:date:clock"),
        ("30:runs:1", "30:date:clock", "30:write:append"),
    ):
        history = replace(history_of(*presses, seed=31, write="overwrite"), failure_percent=30)
        failure = first_violation(history, Property.PLACES, scheduler)
        assert failure is not None
        shortest = shrink(failure, scheduler).history
        assert shortest == history_of(*needed, seed=0, write="overwrite")


def test_a_plain_week_is_made_short_by_its_seed() -> None:
    looked_for = Hunted(BAKERY, scheduler=SchedulerName.OVERFILLS_WAREHOUSE, plain=True)
    failure = next(tally.first for tally in hunt(looked_for, range(20, 100)) if tally.first)
    shortest = shrink(failure).history
    assert failure.history.seed >= 20 > shortest.seed
    assert shortest == replace(failure.history, seed=shortest.seed)


@pytest.mark.parametrize("name", BROKEN)
def test_the_first_violation_of_each_property_is_the_one_that_the_checker_of_the_week_found(
    name: SchedulerName,
) -> None:
    for seed in range(8):
        history = Reader(seed, Hunted(BAKERY, scheduler=name)).history
        replayed = replay(history)
        for broken in Property:
            found = first_violation(history, broken)
            violation = replayed.checker.broken.get(broken)
            minute = violation and replayed.events[violation.event].minute
            assert (found and (found.violation, found.minute)) == (violation and (violation, minute))


def test_a_week_that_needs_a_press_to_break_keeps_it_and_it_comes_as_early_as_it_can() -> None:
    """With one run at a time two loads meet only if the reader raises the number of runs."""
    name, broken = SchedulerName.OVERFILLS_WAREHOUSE, Property.TWO_LOADS_AT_MOST
    for tally in hunt(Hunted(BAKERY, scheduler=name), range(400)):
        if tally.first and tally.first.history.settings.max_active_runs == 1:
            break
    else:
        pytest.fail("no such week")
    assert tally.first is not None
    assert tally.first.violation.property is broken
    shortest = shrink(tally.first).history
    for index, (at_event, press) in enumerate(shortest.presses):
        earliest = shortest.presses[index - 1].at_event if index else 0
        if at_event > earliest:
            earlier = shortest.presses[index]._replace(at_event=at_event - 1)
            presses = (*shortest.presses[:index], earlier, *shortest.presses[index + 1 :])
            assert first_violation(replace(shortest, presses=presses), broken) is None, press


def test_a_week_in_which_the_property_holds_has_no_first_violation() -> None:
    history = Reader(3, Hunted(BAKERY)).history
    for broken in Property:
        assert first_violation(history, broken) is None


# The pretend reader.


def test_the_same_seed_has_the_same_reader() -> None:
    for seed in range(30):
        once, again = (week_of(seed, Hunted(BAKERY, None, None)) for _ in range(2))
        assert once == again


def test_without_marks_the_same_is_found() -> None:
    for name in SCHEDULERS:
        looked_for = Hunted(BAKERY, scheduler=name)
        for with_marks, without in zip(
            hunt(looked_for, range(30)), hunt(looked_for, range(30), marking=False), strict=True
        ):
            assert without == replace(with_marks, marks=without.marks)
            assert not without.marks


def test_a_mixed_hunt_begins_with_either_and_its_readers_switch() -> None:
    mixed, fixed = Hunted(BAKERY, None, None), Hunted(BAKERY, WriteMode.OVERWRITE, LoadDate.CLOCK)
    began = {Reader(seed, mixed).history.settings.write_mode for seed in range(40)}
    dates = {Reader(seed, mixed).history.settings.load_date for seed in range(40)}
    assert (began, dates) == (set(WriteMode), set(LoadDate))
    for seed in range(40):
        settings = Reader(seed, fixed).history.settings
        assert (settings.write_mode, settings.load_date) == (WriteMode.OVERWRITE, LoadDate.CLOCK)


def test_tallies_of_different_weeks_add_up_and_the_first_found_stays_first() -> None:
    looked_for = Hunted(BAKERY, scheduler=SchedulerName.SPLITS_OVERWRITE)
    tallies = list(hunt(looked_for, range(60)))
    total = Tally()
    for tally in tallies:
        total.add(tally)
    assert total.weeks == 60
    assert total.events == sum(tally.events for tally in tallies)
    assert total.marks.total() == sum(tally.marks.total() for tally in tallies)
    assert total.violations.total() == sum(tally.violations.total() for tally in tallies)
    assert total.first == next(tally.first for tally in tallies if tally.first is not None)


def test_a_week_that_stops_before_its_end_is_found_though_no_event_breaks_anything() -> None:
    tally = week_of(0, Hunted(BAKERY, plain=True), StartsNothing())
    assert tally.events == 1
    assert set(tally.violations) == {Property.LIVE}
    assert tally.first is not None
    assert tally.first.violation.event == 0
