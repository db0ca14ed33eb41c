"""The hunt as the page runs it: in shares that add up to the hunt of the command line."""

import json
from typing import Any

import pytest

from app import hunting
from app.hunting import hunt_on, hunt_so_far, show_first
from app.link import read_link
from app.reel import Reel
from sim.hunt.hunted import Hunted
from sim.hunt.weeks import Tally, hunt
from sim.jobs import BAKERY
from sim.model import SchedulerName
from sim.reading import HistoryError
from sim.schedulers import CAUGHT_BY, SCHEDULERS

BROKEN = sorted(CAUGHT_BY)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hunt of 60 weeks, 7 a call."""
    monkeypatch.setattr(hunting, "WEEKS", 60)
    monkeypatch.setattr(hunting, "WEEKS_A_CALL", 7)


def asked(of: int = 1, **chosen: str) -> list[str]:
    """The shares of a hunt as the page first sends them."""
    values = {"write": "overwrite", "date": "own", "scheduler": "right"} | chosen
    return [json.dumps(values | {"share": share, "of": of}) for share in range(of)]


def played(shares: list[str]) -> list[dict[str, Any]]:
    """Each share, played to its end."""
    ended = []
    for share in shares:
        while not json.loads(share).get("done"):
            share = hunt_on(share)
        ended.append(json.loads(share))
    return ended


@pytest.mark.parametrize(("of", "name"), [*enumerate(BROKEN, start=1)])
def test_the_shares_find_together_what_one_hunt_finds(of: int, name: SchedulerName) -> None:
    whole = Tally()
    for tally in hunt(Hunted(BAKERY, scheduler=name), range(60)):
        whole.add(tally)
    found = played(asked(of, scheduler=name))
    assert sum(share["weeks"] for share in found) == whole.weeks == 60
    assert sum(share["events"] for share in found) == whole.events
    for each, weeks in whole.violations.items():
        assert sum(share["broken"].get(each.value, 0) for share in found) == weeks
    region = hunt_so_far(json.dumps(found))
    assert '<progress max="60" value="60">' in region
    assert f"{whole.events:,} events" in region
    # Of all the weeks that broke something, the one that the command line would have found first.
    assert whole.first is not None
    shown = json.loads(show_first(json.dumps(found)))
    alone = json.loads(show_first(json.dumps(played(asked(1, scheduler=name)))))
    assert shown["tape"]["history"] == alone["tape"]["history"]


def test_a_call_plays_a_few_weeks_and_says_whether_any_are_left() -> None:
    (share,) = asked()
    weeks = []
    while not json.loads(share).get("done"):
        share = hunt_on(share)
        weeks.append(json.loads(share)["weeks"])
    assert weeks == [*range(7, 60, 7), 60]


def test_a_share_that_is_done_plays_nothing_more() -> None:
    (ended,) = played(asked())
    assert json.loads(hunt_on(json.dumps(ended))) == ended


def test_the_right_scheduler_breaks_nothing_and_has_no_first_week_to_show() -> None:
    found = json.dumps(played(asked(2)))
    assert "No property was broken; 16 were checked after every event." in hunt_so_far(found)
    assert "show-first" not in hunt_so_far(found)
    with pytest.raises(HistoryError, match="No week has been found"):
        show_first(found)


def test_before_any_week_is_played_nothing_is_claimed() -> None:
    region = hunt_so_far(f"[{asked()[0]}]")
    assert "0 of 60 weeks, 0 events." in region
    assert "No property" not in region


@pytest.mark.parametrize("name", BROKEN)
def test_the_first_week_is_shown_at_the_event_that_broke_it_under_its_scheduler(name: SchedulerName) -> None:
    shown = json.loads(show_first(json.dumps(played(asked(2, scheduler=name)))))
    tape = shown["tape"]
    assert tape["history"]["scheduler"] == name
    assert read_link(f"{tape['link']}&event={shown['event']}")["scheduler"] == name
    reel = Reel(tuple(tape["regions"]), tuple(tape["strings"]), tuple(map(tuple, tape["tracks"])))
    board = "".join(reel.html(shown["event"]).values())
    assert f'data-property="{CAUGHT_BY[name]}" data-broken-at="{shown["event"]}"' in board
    before = "".join(reel.html(shown["event"] - 1).values())
    assert f'data-property="{CAUGHT_BY[name]}" data-broken-at=""' in before


@pytest.mark.parametrize(
    "wrong",
    [
        {"scheduler": "best"},
        {"write": "sideways"},
        {"date": "tomorrow"},
        {"share": 2, "of": 2},
        {"share": -1},
        {"of": 0},
        {"weeks": 61},
    ],
    ids=str,
)
def test_a_share_that_no_hunt_has_is_refused_before_anything_is_played(wrong: dict[str, Any]) -> None:
    (share,) = asked()
    with pytest.raises(HistoryError):
        hunt_on(json.dumps(json.loads(share) | wrong))


def test_every_scheduler_of_the_command_line_can_be_hunted() -> None:
    for name in SCHEDULERS:
        (share,) = asked(scheduler=name)
        assert json.loads(hunt_on(share))["weeks"] == 7
