"""What led to a broken property: the press or the failure before it, as far as that is certain."""

from collections.abc import Mapping
from typing import NamedTuple

from app import words
from sim.events import Event
from sim.history import History
from sim.job import LoadDate
from sim.model import SchedulerName, TryOutcome
from sim.record import Entry, Record
from sim.witness.findings import Property, Violation
from sim.writes import DeletePartition, Insert


class Cause(NamedTuple):
    """The minute at which a property first broke, and a sentence on what led there, if that is certain."""

    minute: int
    words: str


class Causes:
    """Follows a week. ``found`` holds the cause of each property that is broken so far."""

    def __init__(self, history: History) -> None:
        self.found: dict[Property, Cause] = {}
        self._record = Record(history.job, history.settings)
        self._still_to_see: list[Event] = []  # few events break anything, so the record is kept up at those
        self._scheduler = history.scheduler

    def see(self, event: Event, broken: Mapping[Property, Violation]) -> None:
        """Take in the next event; ``broken`` is the first violation of each property, up to and with it."""
        self._still_to_see.append(event)
        if len(broken) == len(self.found):
            return
        for each in self._still_to_see:
            self._record.see(each)
        self._still_to_see.clear()
        for judged, violation in broken.items():
            if judged not in self.found:
                self.found[judged] = Cause(event.minute, self._cause(violation))

    def _cause(self, violation: Violation) -> str:
        entry = self._entry(violation) if violation.property is Property.EACH_DAY_ONCE else None
        if entry is not None:
            return cause_of_count(self._record, entry)
        return "" if self._scheduler is SchedulerName.RIGHT else words.CAUSE_SCHEDULER

    def _entry(self, violation: Violation) -> Entry | None:
        """The write that broke a count: the one to that date, or the one that went elsewhere instead."""
        written = [entry for entry in self._record.entries if entry.at.event == violation.event]
        there = [entry for entry in written if entry.write.date == violation.logical_date]
        return next(iter((*there, *written)), None)


def cause_of_count(record: Record, entry: Entry) -> str:
    """Why a write left its day with another count than the source's; empty if that is not certain."""
    settings, switched = entry.by.settings, entry.by.date_switched
    if isinstance(entry.write, DeletePartition):
        return words.CAUSE_DELETES
    if settings.load_date is LoadDate.CLOCK:
        return words.cause_clock(None if switched is None else switched.event)
    before = [held for held in record.held(entry.partition) if held.at.event < entry.at.event]
    if not isinstance(entry.write, Insert) or not before:
        return ""
    last, cleared = before[-1], entry.by.cleared
    if len(before) > 1 and last.by.outcome is not TryOutcome.SUCCESS:
        return words.cause_several(entry.before, last.at.event)
    match last.by.outcome:
        case TryOutcome.FAILED:
            return words.cause_failed_try(entry.before, last.at.event)
        case TryOutcome.KILLED if last.by.settings.load_date is LoadDate.OWN:
            return words.cause_killed_try(entry.before, last.at.event)
        case TryOutcome.SUCCESS if cleared is not None:
            return words.cause_clear(entry.before, cleared.event)
    return ""
