"""The hunt for a broken property, as the page runs it: a few weeks at a time, and then the first found.

Text in, text out, nothing kept in between: the page sends back what it got, until all weeks are done.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from app.markup import hunt_region
from app.tape import tape_of
from sim.history import History, HistoryError, read_choice, read_number
from sim.hunt import Hunted, Tally, first_violation, hunt, scheduler_named, shrink
from sim.model import LoadDate, Property, WriteMode

WEEKS = 3_000
WEEKS_A_CALL = 100  # few enough for the page to show progress and to stop soon


@dataclass
class Hunt:
    """A hunt in progress: what it looks for, how many weeks it has played, and what broke in them."""

    hunted: Hunted
    weeks: int = 0
    events: int = 0
    broken: dict[str, int] = field(default_factory=dict)
    first: dict[str, Any] | None = None
    """The first week found: {"history": its history, "property": what it broke}."""

    @staticmethod
    def from_json(text: str) -> "Hunt":
        """Read what ``to_json`` wrote, or {"write", "date", "scheduler"} alone. Raises HistoryError."""
        values = json.loads(text)
        return Hunt(
            Hunted(
                None if values["write"] == "mixed" else read_choice(WriteMode, values["write"]),
                None if values["date"] == "mixed" else read_choice(LoadDate, values["date"]),
                values["scheduler"],
            ),
            read_number(values.get("weeks", 0), "The weeks played", 0, WEEKS),
            values.get("events", 0),
            values.get("broken", {}),
            values.get("first"),
        )

    def to_json(self) -> dict[str, Any]:
        """The hunt as plain values."""
        return {
            "write": self.hunted.write_mode or "mixed",
            "date": self.hunted.load_date or "mixed",
            "scheduler": self.hunted.scheduler,
            "weeks": self.weeks,
            "events": self.events,
            "broken": self.broken,
            "first": self.first,
        }

    def add(self, tally: Tally) -> None:
        """Take in what was found in the weeks that follow."""
        self.weeks += tally.weeks
        self.events += tally.events
        for broken, weeks in tally.violations.items():
            self.broken[broken.value] = self.broken.get(broken.value, 0) + weeks
        if self.first is None and tally.first is not None:
            self.first = {
                "history": tally.first.history.to_json(),
                "property": tally.first.violation.property.value,
            }


def hunt_on(state: str) -> str:
    """Play some more weeks. The answer is JSON: {"state", "html" of the region, "done"}."""
    going = Hunt.from_json(state)
    scheduler_named(going.hunted.scheduler)  # refuses an unknown name before anything is played
    for tally in hunt(going.hunted, range(going.weeks, min(going.weeks + WEEKS_A_CALL, WEEKS))):
        going.add(tally)
    done = going.weeks >= WEEKS
    html = hunt_region(WEEKS, going.weeks, going.events, going.broken, going.first is not None)
    return json.dumps({"state": going.to_json(), "html": html, "done": done})


def show_first(state: str) -> str:
    """The first week found, made as short as it gets. The answer has the form of ``replies.act``'s."""
    going = Hunt.from_json(state)
    if going.first is None:
        raise HistoryError("No week has been found that breaks a property.")
    name = going.hunted.scheduler
    scheduler = scheduler_named(name)
    history = History.from_json(going.first["history"])
    failure = first_violation(history, Property(going.first["property"]), scheduler)
    if failure is None:
        raise HistoryError("The week that was found breaks nothing.")
    shortest = shrink(failure, scheduler)
    tape = tape_of(shortest.history, scheduler=name)
    return json.dumps(
        {
            "tape": json.loads(tape.to_json()),
            "event": shortest.violation.event,
            "refused": [],
            "set_aside": 0,
        },
        ensure_ascii=False,
    )
