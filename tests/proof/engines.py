"""Broken engines: each is the engine with one edit, and names the property that must catch it.

python -m tests.proof.engines NAME prints a digest of some of its weeks (see "order of a set of strings").

An edit is made to the source text of one file of sim and imported beside the right engine. No edit
touches the checker or what it reads: the witness stays as it is, whatever it is shown.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib import import_module
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
# Mutation testing rewrites sim where it tests it: the edits are then made to the text it came from.
SIM = Path(os.environ.get("SIM_AS_WRITTEN", ROOT / "sim"))
MAY_BE_EDITED = ("books.py", "chance.py", "clock.py", "scheduler.py", "simulator.py", "warehouse.py")
OURS = ("sim", "tests.proof", "tests.sim")


class Engine(NamedTuple):
    """One edit. ``caught_by`` names properties of the checker, or functions of tests/proof/across.py.

    ``weeks`` says which weeks show it: those that overwrite, or mixed ones. ``seeds`` is how many are
    enough.
    """

    name: str
    file: str
    old: str
    new: str
    caught_by: tuple[str, ...]
    weeks: str = "overwrite"
    seeds: int = 100


ENGINES = (
    # Order, slots, places, oldest first.
    Engine(
        "starts before the needed step succeeded",
        "scheduler.py",
        "return books.missing_needs[instance] == 0",
        "return True",
        ("steps_in_order",),
    ),
    Engine(
        "clear skips the wait",
        "simulator.py",
        "for index in range(len(self.job.tasks)) if task is None",
        "for index in range(1, len(self.job.tasks)) if task is None",
        ("steps_in_order",),
    ),
    Engine(
        "clear from a step forgets those after it",
        "simulator.py",
        "if task is None else self.job.and_downstream[task]:",
        "if task is None else (task,):",
        ("steps_in_order", "cleared"),
    ),
    Engine(
        "a third load",
        "scheduler.py",
        "return books.slots[pool] - books.slots_held[pool]",
        "return books.slots[pool] - books.slots_held[pool] + 1",
        ("two_loads_at_most",),
    ),
    Engine(
        "a retried load skips the queue for slots",
        "scheduler.py",
        "if pool is None or",
        "if pool is None or books.retry_at_min[instance] is not None or",
        ("two_loads_at_most",),
    ),
    Engine(
        "one run too many",
        "scheduler.py",
        "books.active_runs < books.settings.max_active_runs",
        "books.active_runs <= books.settings.max_active_runs",
        ("places",),
    ),
    Engine(
        "a lowered run limit is ignored",
        "simulator.py",
        "max_active_runs=max_active_runs)",
        "max_active_runs=max(max_active_runs, books.settings.max_active_runs))",
        ("places",),
    ),
    Engine(
        "newest day first",
        "scheduler.py",
        "return books.queued_runs[0]",
        "return books.queued_runs[-1]",
        ("oldest_first",),
    ),
    Engine(
        "youngest ready step first",
        "scheduler.py",
        "for instance in books.ready:",
        "for instance in reversed(books.ready):",
        ("oldest_first",),
    ),
    Engine(
        "what starts does not wait for all that is due in its minute",
        "simulator.py",
        "elif more_is_due:",
        "elif False:",
        ("oldest_first",),
    ),
    Engine(
        "a retry that is due waits for what comes due with it to start",
        "simulator.py",
        "elif more_is_due:",
        "elif more_is_due and queue[0][2] != self._retry_is_due:",
        ("oldest_first",),
    ),
    Engine(
        "a cleared day queues last",
        "simulator.py",
        "insort(books.queued_runs, day)",
        "books.queued_runs.append(day)",
        ("oldest_first",),
    ),
    # Tries and delays.
    Engine(
        "a fourth try",
        "simulator.py",
        """if since_clear < definition.max_tries:
            retry_at_min = minute + definition.retry_delays_min[since_clear - 1]""",
        """if since_clear < definition.max_tries + bool(definition.retry_delays_min):
            retry_at_min = minute + (*definition.retry_delays_min, 10)[since_clear - 1]""",
        ("tries",),
    ),
    Engine(
        "gives up after two",
        "simulator.py",
        "if since_clear < definition.max_tries:",
        "if since_clear < definition.max_tries - 1:",
        ("tries",),
    ),
    Engine(
        "clear keeps the count of tries",
        "simulator.py",
        "books.cleared_at_try[instance] = books.try_number[instance]",
        "pass",
        ("tries",),
    ),
    Engine(
        "a clear lets the numbers of tries begin anew",
        "simulator.py",
        "books.cleared_at_try[instance] = books.try_number[instance]",
        "books.try_number[instance] = 0",
        ("tries",),
    ),
    Engine(
        "a killed try ends under the number of the next",
        "simulator.py",
        "numbers = the_try[3:]",
        "numbers = (the_try[3] + 1, the_try[4])",
        ("tries",),
    ),
    Engine(
        "the same delay twice",
        "simulator.py",
        "definition.retry_delays_min[since_clear - 1]",
        "definition.retry_delays_min[0]",
        ("delays",),
    ),
    Engine(
        "the delay counted from the try's start",
        "simulator.py",
        "retry_at_min = minute + ",
        "retry_at_min = the_try[0] + ",
        ("delays",),
    ),
    Engine(
        "a retry before its time",
        "simulator.py",
        "announce(retry_at_min, ",
        "announce(retry_at_min - 1, ",
        ("delays",),
    ),
    Engine(
        "a retry after its time",
        "simulator.py",
        "announce(retry_at_min, ",
        "announce(retry_at_min + 1, ",
        ("no_idling",),
    ),
    Engine(
        "a retry due in the past",
        "simulator.py",
        "announce(retry_at_min, ",
        "announce(minute - 5, ",
        ("time",),
    ),
    Engine(
        "half minutes",
        "simulator.py",
        "announce(minute + draw[0], ",
        "announce(minute + draw[0] + 0.5, ",
        ("time",),
    ),
    # What was cleared.
    Engine(
        "a cleared run's end still counts",
        "simulator.py",
        "self.clock.cancel(instance)",
        "books.task_state[instance] is RUNNING or self.clock.cancel(instance)",
        ("cleared",),
    ),
    Engine(
        "a cleared run's retry still wakes",
        "simulator.py",
        "self.clock.cancel(instance)",
        "books.task_state[instance] is UP_FOR_RETRY or self.clock.cancel(instance)",
        ("cleared",),
    ),
    Engine(
        "a killed try is never heard of again",
        "simulator.py",
        "self._killed.append(Killed(",
        "list(Killed(",
        ("cleared",),
    ),
    Engine(
        "the clear of a running day is lost",
        "simulator.py",
        "                self._clear(day, task)",
        "                books.run_state[day] is ACTIVE or self._clear(day, task)",
        ("cleared", "no_idling"),
    ),
    Engine(
        "clear leaks a slot",
        "simulator.py",
        "books.slots_held[definition.pool] -= 1",
        "pass",
        ("two_loads_at_most", "no_idling"),
    ),
    Engine(
        "clear leaks a place",
        "simulator.py",
        """        if active:
            books.active_runs -= 1""",
        "",
        ("places", "no_idling"),
    ),
    # No idling.
    Engine(
        "a failed run keeps its place",
        "simulator.py",
        """        books.run_state[day] = outcome
        books.active_runs -= 1""",
        """        books.run_state[day] = outcome
        books.active_runs -= succeeded == tasks""",
        ("no_idling",),
    ),
    Engine(
        "a failed load keeps its slot",
        "simulator.py",
        "books.slots_held[pool] -= 1",
        "books.slots_held[pool] -= not fails",
        ("no_idling",),
    ),
    Engine(
        "no look at what could start after a load ends",
        "simulator.py",
        "                insort(books.ready, later)",
        "                self._instances[instance][2].action is LOAD or insort(books.ready, later)",
        ("no_idling",),
    ),
    # Once, live, bounded.
    Engine(
        "a run starts twice",
        "simulator.py",
        "books.queued_runs.remove(day)",
        "self.event == 0 or books.queued_runs.remove(day)",
        ("once",),
    ),
    Engine(
        "a run ends before its check",
        "simulator.py",
        """        if not unfinished:
            insort(books.done_runs, day)""",
        """        if unfinished == 1:
            insort(books.done_runs, day)""",
        ("once",),
    ),
    Engine(
        "a try starts twice",
        "simulator.py",
        "        books.ready.remove(instance)\n        if (pool",
        "        self.event == 4 or books.ready.remove(instance)\n        if (pool",
        ("once",),
    ),
    Engine(
        "nobody wakes the wait when its file arrives",
        "simulator.py",
        "self.clock.announce(self.clock.minute, self._try_ends, instance)",
        "0",
        ("live",),
    ),
    Engine(
        "a place is lost for good when the limit is lowered",
        "simulator.py",
        "books.settings = replace(books.settings, max_active_runs=max_active_runs)",
        "books.settings = replace(books.settings, max_active_runs=max_active_runs - 1)",
        ("live", "no_idling"),
    ),
    Engine(
        "a sensor that polls without delay",
        "simulator.py",
        """books.file_due_min[day] is not None:
            self._looked_in_vain.add(instance)
            return None""",
        """books.file_due_min[day] is not None:
            self.clock.announce(minute + 1, self._try_ends, instance)
            self.event += 1
            return said(FileArrived, (self.event, minute, day))""",
        ("bounded",),
    ),
    # Files and verdicts.
    Engine(
        "the sensor does not look for the file",
        "simulator.py",
        "elif action is WAIT_FOR_FILE and books.file_due_min[day] is not None:",
        "elif False:",
        ("file",),
    ),
    Engine(
        "a late press is ignored",
        "simulator.py",
        "self.books.file_due_min[day] = due_min",
        "pass",
        ("file",),
    ),
    Engine(
        "a late file is announced for another minute",
        "simulator.py",
        "announce(due_min, ",
        "announce(due_min + 1, ",
        ("file",),
    ),
    Engine(
        "the check always passes",
        "simulator.py",
        "fails = fails or self._counts_differ(instance)",
        "pass",
        ("verdict",),
        weeks="mixed",
    ),
    Engine(
        "a failed extract goes on",
        "simulator.py",
        "        if not fails:",
        '        if not fails or definition.task_id == "extract":',
        ("verdict",),
    ),
    Engine(
        "a failed run is called a success",
        "simulator.py",
        "RUN_SUCCEEDED if succeeded == tasks else RUN_FAILED",
        "RUN_SUCCEEDED",
        ("verdict",),
    ),
    # Rows.
    Engine(
        "overwrite deletes, then inserts",
        "scheduler.py",
        "return (said(ReplacePartition, (table, on, rows)),) if outcome is SUCCESS else ()",
        """from sim.writes import DeletePartition
        if outcome is None:
            return (DeletePartition(table, on),)
        return (Insert(table, on, rows),) if outcome is TryOutcome.SUCCESS else ()

    writes_at_start = True""",
        ("each_day_once",),
    ),
    Engine(
        "an overwrite forgets to delete",
        "scheduler.py",
        "return (said(ReplacePartition, (table, on, rows)),)",
        "return (Insert(table, on, rows),)",
        ("each_day_once",),
    ),
    Engine(
        "a failed overwrite keeps part of its rows",
        "scheduler.py",
        "(said(ReplacePartition, (table, on, rows)),) if outcome is SUCCESS else ()",
        "(said(ReplacePartition, (table, on, rows)),) if outcome else ()",
        ("each_day_once",),
    ),
    Engine(
        "a retry writes twice, with the same rows at the end",
        "simulator.py",
        "            writes = self._write(instance, self._tries[instance], None)",
        """            writes = self._write(instance, self._tries[instance], None)
        if definition.action is LOAD and since_clear > 1:
            from sim.writes import Insert
            own = self.job.own_partition[instance]
            writes = (Insert(own.table, own.date, self._source[own]),)
            self.warehouse.apply(writes[0])""",
        ("each_day_once",),
    ),
    Engine(
        "overwrites the neighbouring day",
        "simulator.py",
        "own.date if settings.load_date is OWN_DAY",
        "self.job.days[self._instances[instance][0] - 1].logical_date if settings.load_date is OWN_DAY",
        ("rows_accounted_for",),
    ),
    Engine(
        "the date switch counts for tries that run",
        "simulator.py",
        "if settings.load_date is OWN_DAY",
        "if self.books.settings.load_date is OWN_DAY",
        ("rows_accounted_for",),
        weeks="mixed",
        seeds=300,
    ),
    Engine(
        "clear drops rows without a write",
        "simulator.py",
        "        books.count_day(day)",
        """        books.count_day(day)
        from sim.writes import DeletePartition
        for partition in self.warehouse.picture():
            if partition.date == self.job.days[day].logical_date:
                self.warehouse.apply(DeletePartition(*partition))""",
        ("rows_accounted_for",),
    ),
    # From one run of a week to another.
    Engine(
        "a real clock in a duration",
        "chance.py",
        "shortest + int(",
        'shortest + __import__("time").perf_counter_ns() % 3 + int(',
        ("replay_differs",),
    ),
    Engine("an unseeded stream", "chance.py", "Random(seed)", "Random()", ("replay_differs",)),
    Engine(
        "a hidden draw",
        "chance.py",
        "return (",
        "if random() < 0.01:\n            random()\n        return (",
        ("stream_differs",),
    ),
    Engine(
        "a draw for every look at the file",
        "simulator.py",
        "self.event += 1\n        return FileArrived(",
        "self.event += 1\n        self.chance.draw(self.job.tasks[0])\n        return FileArrived(",
        ("stream_differs",),
    ),
    Engine(
        "the order of a set of strings",
        "scheduler.py",
        "for instance in books.ready:",
        "for instance in map(int, {str(each) for each in books.ready}):",
        ("hash_seed_shows",),
    ),
    Engine(
        "steps that take a minute less at most",
        "chance.py",
        "(longest - shortest + 1)",
        "(longest - shortest)",
        ("golden_differs",),
    ),
    Engine(
        "a resumed week forgets the stream",
        "chance.py",
        "self._random = Random(seed).random",
        "Chance.last = Random(seed)\n        self._random = lambda: Chance.last.random()",
        ("restore_differs",),
    ),
    Engine(
        "a resumed week shares the table",
        "warehouse.py",
        "def __init__(self) -> None:\n        self._rows: dict[tuple[str, date], int] = {}",
        "def __init__(self, rows: dict[tuple[str, date], int] = {}) -> None:\n        self._rows = rows",
        ("restore_differs",),
    ),
    Engine(
        "a press just before a run ends is lost on it",
        "simulator.py",
        """        if day in books.done_runs:
            books.done_runs.remove(day)
        active""",
        "        active",
        ("press_anywhere_breaks",),
    ),
    Engine(
        "a press after a press in the same minute is forgotten",
        "simulator.py",
        "presses[0].at_event <= self.event",
        "presses[0].at_event == self.event",
        ("pair_of_presses_breaks",),
    ),
    Engine(
        "an overwrite of rows counts one too many",
        "warehouse.py",
        "after = write.rows",
        "after = write.rows + (before > 0)",
        ("rerun_differs",),
    ),
    Engine(
        "of two things due in one minute the last announced comes first",
        "clock.py",
        "self._serial + 1",
        "self._serial - 1",
        ("twins_differ",),
    ),
)

# An engine that is wrong in every week, after its first event. If it is not caught, nothing is.
CANARY = Engine(
    "the canary",
    "warehouse.py",
    "self.total = 0",
    "self.total = 1",
    ("rows_accounted_for",),
    seeds=1,
)
# The right engine, in the shape of an edit that changes nothing.
RIGHT_ENGINE = Engine("the right one", "warehouse.py", "self.total = 0", "self.total = 0", (), seeds=0)


class Lab(NamedTuple):
    """The modules of the proof, imported anew around an engine."""

    across: Any
    shrink: Any
    recheck: Any
    swarm: Any


class EditedModule(SourceLoader):
    """Loads one module from edited source text, and leaves nothing of it on the disk."""

    def __init__(self, file: Path, source: str) -> None:
        self.file = str(file)
        self.source = source

    def get_filename(self, fullname: str) -> str:
        return self.file

    def get_data(self, path: str | bytes) -> bytes:
        return self.source.encode()


class EditedEngine(MetaPathFinder):
    """Finds the one edited module; all others are found as ever."""

    def __init__(self, engine: Engine) -> None:
        self.module = f"sim.{engine.file.removesuffix('.py').replace('/', '.')}"
        self.loader = EditedModule(ROOT / "sim" / engine.file, edited_source(engine))

    def find_spec(
        self, fullname: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname == self.module:
            return spec_from_loader(fullname, self.loader)
        return PathFinder.find_spec(fullname, [str(ROOT)]) if fullname == "sim" else None


def edited_source(engine: Engine) -> str:
    """The text of the engine's file with its edit made. Raises ValueError if that cannot be done once."""
    if engine.file not in MAY_BE_EDITED:
        raise ValueError(f"{engine.name!r} edits {engine.file}, which the checker reads or is.")
    source = (SIM / engine.file).read_text(encoding="utf-8")
    times = source.count(engine.old)
    if times != 1:
        raise ValueError(f"{engine.name!r}: sim/{engine.file} holds {engine.old!r} {times} times, not once.")
    return source.replace(engine.old, engine.new)


@contextmanager
def laboratory(engine: Engine) -> Iterator[Lab]:
    """All of sim and of the proof's helpers, imported anew with the edit made; put back afterwards."""
    finder = EditedEngine(engine)
    kept = {name: module for name, module in sys.modules.items() if is_ours(name)}
    for name in kept:
        del sys.modules[name]
    sys.meta_path.insert(0, finder)
    try:
        yield Lab(
            across=import_module("tests.proof.across"),
            shrink=import_module("sim.hunt.shrink"),
            recheck=import_module("tests.proof.recheck"),
            swarm=import_module("tests.proof.swarm"),
        )
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if is_ours(name)]:
            del sys.modules[name]
        sys.modules.update(kept)


def is_ours(module: str) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in OURS)


def main() -> None:
    """Print a digest of the first weeks of the engine that the command line names."""
    (engine,) = (engine for engine in (*ENGINES, RIGHT_ENGINE) if engine.name == sys.argv[1])
    digest = sha256()
    with laboratory(engine) as lab:
        for seed in range(10):
            for line in lab.swarm.trace(lab.swarm.swarm_week(seed, lab.swarm.MIXED)):
                digest.update(line.encode())
    print(digest.hexdigest())


if __name__ == "__main__":
    main()
