"""What a reader remembers of a week: its tries, clears and switches, and the ledger of its rows.

It learns everything from the events, one by one, and asks nothing else.
"""

from dataclasses import dataclass, field, replace
from typing import NamedTuple, assert_never

from sim.events import Event, Pressed, RunEnded, RunStarted, TryEnded, TryStarted
from sim.job import Job, Partition, Settings
from sim.model import TryOutcome
from sim.presses import Clear, MakeLate, SetLoadDate, SetMaxActiveRuns, SetWriteMode
from sim.writes import DeletePartition, Insert, ReplacePartition, Write


class When(NamedTuple):
    """An event by its number, and its minute."""

    event: int
    minute: int


@dataclass(frozen=True, slots=True)
class Try:
    """One try of a step, and the settings it began under; ``ended`` is None while it runs.

    ``date_switched`` is when the reader had last chosen which day loads write to, ``cleared`` when the step
    was last cleared, both before the try began; None for never.
    """

    day: int
    task: int
    number: int
    settings: Settings
    date_switched: When | None
    cleared: When | None
    started: When
    ended: When | None = None
    outcome: TryOutcome | None = None
    writes: tuple[Write, ...] = ()
    retry_at_min: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One write in the ledger: what its partition held before and after it, and when it was replaced."""

    at: When
    by: Try
    write: Write
    before: int
    after: int
    replaced: When | None = None

    @property
    def partition(self) -> Partition:
        return Partition(self.write.table, self.write.date)


@dataclass(slots=True)
class Record:
    """``tries`` by the task instance's number, ``entries`` in the order of the writes, ``clears`` by day."""

    job: Job
    settings: Settings
    tries: dict[int, list[Try]] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    clears: dict[int, list[Pressed]] = field(default_factory=dict)
    runs_started: dict[int, When] = field(default_factory=dict)
    runs_ended: dict[int, When] = field(default_factory=dict)
    date_switched: When | None = None
    """When the reader last chose which day loads write to."""
    _cleared: dict[int, When] = field(default_factory=dict)

    def see(self, event: Event) -> None:
        """Take in the next event."""
        now = When(event.event, event.minute)
        match event:
            case RunStarted(day=day):
                self.runs_started[day] = now
            case RunEnded(day=day):
                self.runs_ended[day] = now
            case TryStarted(day=day, task=task):
                instance = self._instance(day, task)
                cleared = self._cleared.get(instance)
                begun = Try(day, task, event.try_number, self.settings, self.date_switched, cleared, now)
                self.tries.setdefault(instance, []).append(begun)
                self._write(begun, now, event.writes)
            case TryEnded(day=day, task=task):
                tries = self.tries[self._instance(day, task)]
                tries[-1] = ended = replace(
                    tries[-1],
                    ended=now,
                    outcome=event.outcome,
                    writes=event.writes,
                    retry_at_min=event.retry_at_min,
                )
                self._write(ended, now, event.writes)
            case Pressed(refused=None):
                self._see_pressed(event, now)

    def running_try(self, day: int, task: int) -> Try | None:
        """The try of a step that runs now."""
        tries = self.tries_of(day, task)
        runs = tries and tries[-1].ended is None and tries[-1].cleared == self.cleared(day, task)
        return tries[-1] if runs else None

    def tries_of(self, day: int, task: int) -> tuple[Try, ...]:
        """Every try of a step, oldest first."""
        return tuple(self.tries.get(self._instance(day, task), ()))

    def cleared(self, day: int, task: int) -> When | None:
        """When the step was last cleared."""
        return self._cleared.get(self._instance(day, task))

    def held(self, partition: Partition) -> list[Entry]:
        """The writes whose rows the partition holds now, oldest first."""
        return [
            entry
            for entry in self.entries
            if entry.partition == partition and entry.replaced is None and entry.write.rows
        ]

    def _instance(self, day: int, task: int) -> int:
        return day * len(self.job.tasks) + task

    def _see_pressed(self, event: Pressed, now: When) -> None:
        match event.press:
            case Clear(day, task):
                self.clears.setdefault(day, []).append(event)
                self.runs_ended.pop(day, None)
                for each in range(len(self.job.tasks)) if task is None else self.job.and_downstream[task]:
                    self._cleared[self._instance(day, each)] = now
            case SetWriteMode(mode):
                self.settings = replace(self.settings, write_mode=mode)
            case SetLoadDate(which):
                self.settings = replace(self.settings, load_date=which)
                self.date_switched = now
            case MakeLate() | SetMaxActiveRuns():
                pass  # they write nothing and change no try
            case _:
                assert_never(event.press)

    def _write(self, by: Try, now: When, writes: tuple[Write, ...]) -> None:
        for write in writes:
            partition = Partition(write.table, write.date)
            before = sum(entry.write.rows for entry in self.held(partition))
            if isinstance(write, ReplacePartition | DeletePartition):
                self.entries = [
                    replace(entry, replaced=now)
                    if entry.partition == partition and entry.replaced is None
                    else entry
                    for entry in self.entries
                ]
            after = before + write.rows if isinstance(write, Insert) else write.rows
            self.entries.append(Entry(now, by, write, before, after))
