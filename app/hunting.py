"""The hunt for a broken property, as the page runs it: a few weeks at a time, and then the first found.

A hunt is cut into shares, so that as many Pythons as the machine has room for can work at it side by
side. Text in, text out, nothing kept in between: the page sends each share back as it got it, until
all weeks are done.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

from app import words
from app.answers import Shown, answer_values
from app.html import text
from sim.history import History, HistoryValues
from sim.hunt.hunted import MIXED, Hunted, read_hunted
from sim.hunt.shrink import first_violation, shrink
from sim.hunt.weeks import Tally, hunt
from sim.jobs import BAKERY, JOBS
from sim.reading import HistoryError, read_number
from sim.witness.findings import Property

WEEKS = 3_000
WEEKS_A_CALL = 100  # few enough for the page to show progress and to stop soon


class FirstFound(TypedDict):
    """A week that broke a property, as plain values."""

    history: HistoryValues
    property: str


class ShareValues(TypedDict):
    """A share as plain values. The page begins one with the first five alone."""

    write: str
    date: str
    scheduler: str
    share: int
    of: int
    weeks: NotRequired[int]
    events: NotRequired[int]
    broken: NotRequired[dict[str, int]]
    first: NotRequired[FirstFound | None]
    done: NotRequired[bool]


@dataclass
class Share:
    """One share of a hunt: every ``of``-th of its weeks from seed ``share`` on, and what was found so far."""

    hunted: Hunted
    share: int
    of: int
    weeks: int = 0
    events: int = 0
    broken: dict[str, int] = field(default_factory=dict)
    first: FirstFound | None = None

    @staticmethod
    def from_json(values: ShareValues) -> "Share":
        """Read what ``to_json`` gave, or as much of it as the page begins with.

        Raises HistoryError for a value that no hunt has.
        """
        hunted = read_hunted(values["write"], values["date"], values["scheduler"], BAKERY)
        of = read_number(values["of"], words.THE_SHARES, 1, WEEKS)
        return Share(
            hunted,
            read_number(values["share"], words.THE_SHARE, 0, of - 1),
            of,
            read_number(values.get("weeks", 0), words.WEEKS_PLAYED, 0, WEEKS),
            values.get("events", 0),
            values.get("broken", {}),
            values.get("first"),
        )

    def to_json(self) -> ShareValues:
        """The share as plain values."""
        return {
            "write": self.hunted.write_mode or MIXED,
            "date": self.hunted.load_date or MIXED,
            "scheduler": self.hunted.scheduler,
            "share": self.share,
            "of": self.of,
            "weeks": self.weeks,
            "events": self.events,
            "broken": self.broken,
            "first": self.first,
            "done": not self.seeds(),
        }

    def seeds(self) -> range:
        """The seeds of the weeks that are still to be played."""
        return range(self.share + self.weeks * self.of, WEEKS, self.of)

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


def hunt_on(share: str) -> str:
    """Play some more weeks of a share. The answer is the share as it stands then."""
    going = Share.from_json(json.loads(share))
    for tally in hunt(going.hunted, going.seeds()[:WEEKS_A_CALL], marking=False):
        going.add(tally)
    return json.dumps(going.to_json())


def hunt_so_far(shares: str) -> str:
    """The region that shows what all the shares have found: HTML."""
    found = [Share.from_json(values) for values in json.loads(shares)]
    broken = {
        each.value: weeks
        for each in Property
        if (weeks := sum(share.broken.get(each.value, 0) for share in found))
    }
    weeks, events = sum(share.weeks for share in found), sum(share.events for share in found)
    return hunt_region(WEEKS, weeks, events, broken, _first(found) is not None)


def show_first(shares: str) -> str:
    """The first week found, made as short as it gets. The answer has the form of ``replies.act``'s."""
    found = [Share.from_json(values) for values in json.loads(shares)]
    if (first := _first(found)) is None:
        raise HistoryError(words.NOTHING_FOUND)
    history = History.from_json(first["history"], JOBS)
    failure = first_violation(history, Property(first["property"]))
    if failure is None:
        raise HistoryError(words.BREAKS_NOTHING)
    shortest = shrink(failure)
    return json.dumps(answer_values(Shown(shortest.history, shortest.violation.event)), ensure_ascii=False)


def _first(found: Sequence[Share]) -> FirstFound | None:
    """Of the weeks that the shares found first, the one with the smallest seed."""
    firsts = [share.first for share in found if share.first is not None]
    return min(firsts, key=lambda first: first["history"]["seed"], default=None)


def hunt_region(of: int, weeks: int, events: int, broken: Mapping[str, int], can_show: bool) -> str:
    """What a hunt has found so far. ``broken`` counts the weeks in which each property was broken."""
    found = [words.hunt_broken(words.PROPERTIES[Property(each)], count) for each, count in broken.items()]
    if weeks and not found:
        found = [words.hunt_nothing(len(Property))]
    button = (
        f'<button type="button" data-do="show-first">{text(words.SHOW_FIRST)}</button>' if can_show else ""
    )
    return (
        f'<div><progress max="{of}" value="{weeks}">{weeks}</progress>'
        f"<p>{text(words.hunt_so_far(weeks, of, events))}</p>"
        f"<ul data-found>{''.join(f'<li>{text(each)}</li>' for each in found)}</ul>{button}</div>"
    )
