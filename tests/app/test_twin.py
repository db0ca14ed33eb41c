"""The two weeks side by side are two single weeks, on the time line of the week they were made from."""

import json
from collections import Counter
from dataclasses import replace
from itertools import chain
from typing import Any

import pytest

from app import words
from app.reel import Reel
from app.replies import twin
from app.twin.markup import twin_day_regions, twin_mark, twin_sentence, twin_whole_regions
from app.twin.twin import pairs, twin_of, written
from sim.events import Event, Pressed, RunEnded, TryEnded, TryStarted
from sim.history import History
from sim.job import WriteMode
from sim.jobs import BAKERY, OPENING
from sim.model import RunState, SchedulerName, TryOutcome
from sim.presses import SetWriteMode
from sim.replay import Moment, begin, replay
from sim.schedulers import SCHEDULERS
from tests.app.test_markup import Outline
from tests.app.views import look
from tests.proof.swarm import MIXED, swarm_week
from tests.sim.weeks import CHECK, TUE, WED, history_of, play_week

MANY = {
    "right": range(150),
    "ignores-upstream": range(60),
    "overfills-warehouse": range(60),
    "splits-overwrite": range(60),
}


def without_what_may_differ(event: Event) -> Event:
    """The event without its number, the rows it wrote, and how a check or a run ended."""
    event = event._replace(event=0)
    match event:
        case TryStarted() | TryEnded():
            event = event._replace(writes=())
    if isinstance(event, RunEnded):
        return event._replace(outcome=RunState.SUCCESS)
    if isinstance(event, TryEnded) and event.task == CHECK:
        return event._replace(outcome=TryOutcome.SUCCESS)
    return event


def chooses_how_to_write(event: Event) -> bool:
    return isinstance(event, Pressed) and isinstance(event.press, SetWriteMode)


def answer(history: History, scheduler: str = "right") -> dict[str, Any]:
    named = {} if scheduler == "right" else {"scheduler": scheduler}
    values: dict[str, Any] = json.loads(twin(json.dumps(history.to_json() | named)))
    assert set(values) == {"table", "regions", "strings", "tracks"}
    return values


def html(said: dict[str, Any], event: int) -> dict[str, str]:
    """The HTML of each region after an event."""
    return Reel(said["regions"], said["strings"], tuple(map(tuple, said["tracks"]))).html(event)


def events_of(said: dict[str, Any]) -> int:
    """How many events its sentences tell of: each has its own."""
    return len(said["tracks"][said["regions"].index("twin-sentence")]) // 2


def drawn_anew(event: Event, both: dict[WriteMode, Moment]) -> dict[str, str]:
    """The regions of two weeks that nobody has looked at before."""
    append, overwrite = (look(moment) for moment in both.values())
    drawn: dict[str, str] = {}
    for one, other in zip(append.days, overwrite.days, strict=True):
        drawn |= twin_day_regions(WriteMode.APPEND, one, None)
        drawn |= twin_day_regions(WriteMode.OVERWRITE, other, None)
        drawn |= twin_mark(one, other)
    first, second = (
        {each.name: each.rows for each in view.whole.other_dates} for view in (append, overwrite)
    )
    dates = [(name, first.get(name, 0), second.get(name, 0)) for name in first | second]
    one_total, other_total = append.whole.total.report, overwrite.whole.total.report
    drawn |= twin_whole_regions(dates, one_total, other_total, len(BAKERY.tasks))
    days = [
        (one.name, one.rows.report, other.rows.report)
        for one, other in zip(append.days, overwrite.days, strict=True)
    ]
    differ = [name for name, rows, others in (*days, *dates) if rows != others]
    time = words.time_of_day(BAKERY.moment(event.minute))
    says = words.apart(one_total, other_total, differ)
    return drawn | {"twin-sentence": twin_sentence(time, event.event, says)}


def row(drawn: dict[str, str], day: str) -> str:
    """All that is drawn of a day: the regions of both weeks and the mark between them."""
    return "".join(html for name, html in drawn.items() if name.split(":")[1:2] == [day])


def lamps(drawn: dict[str, str], side: str, day: str) -> list[str | None]:
    """The states of a day's lamps on one side."""
    return [
        cell["data-state"]
        for name, html in drawn.items()
        if name.startswith(f"twin-{side}:{day}:")
        for cell in Outline(html).having("data-step")
    ]


def text(html: str) -> str:
    return " ".join(Outline(html).text.split())


def totals(html: str) -> list[int]:
    return [int(each["data-total"] or "") for each in Outline(html).having("data-total")]


# One time line.


@pytest.mark.parametrize("scheduler", SCHEDULERS)
def test_whatever_the_history_both_weeks_have_its_events_at_its_minutes(scheduler: SchedulerName) -> None:
    seen = Counter[str]()
    for seed in MANY[scheduler]:
        history = swarm_week(seed, replace(MIXED, scheduler=scheduler)).history
        events = replay(history).events
        kept = [without_what_may_differ(event) for event in events if not chooses_how_to_write(event)]
        both = [written(history, events, mode) for mode in WriteMode]
        for single in both:
            told = replay(single).events
            assert [without_what_may_differ(event) for event in told] == kept, history.to_options()
        seen["left out"] += len(events) - len(kept)
        seen["left in"] += sum(isinstance(event, Pressed) for event in events)
        seen["failed"] += replay(history).week.total_rows() != 2_012
    assert min(seen.values()) > 20, seen


def test_the_events_that_are_told_alike_are_told_otherwise_if_the_minute_or_the_day_is_another() -> None:
    event = replay(OPENING).events[44]
    assert without_what_may_differ(event) != without_what_may_differ(event._replace(minute=29))
    assert isinstance(event, TryEnded)
    assert without_what_may_differ(event) != without_what_may_differ(event._replace(day=TUE))


@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_they_agree_after_every_event_with_two_single_weeks(seed: int) -> None:
    history = swarm_week(seed, MIXED).history
    events = replay(history).events
    singles = {mode: begin(written(history, events, mode))[0] for mode in WriteMode}
    left_out = 0
    for event, both in pairs(history):
        left_out += chooses_how_to_write(event)
        for mode, single in singles.items():
            while single.event < event.event - left_out:
                single.step()
            assert both[mode].week == single.week()


@pytest.mark.parametrize("scheduler", SCHEDULERS)
def test_it_shows_of_each_event_what_looking_at_both_weeks_anew_shows(scheduler: SchedulerName) -> None:
    for seed in range(0, 40, 4):
        history = swarm_week(seed, replace(MIXED, scheduler=scheduler)).history
        reel = twin_of(history)
        for event, both in pairs(history):
            drawn = reel.html(event.event)
            assert drawn == drawn_anew(event, both), (history.to_options(), event.event)


# The histories.


def test_presses_on_how_loads_write_are_left_out_and_later_ones_move_up_by_as_many_events() -> None:
    history = history_of("44:write:overwrite", "44:clear:tue", "60:write:append", "70:runs:1")
    events = replay(history).events
    assert written(history, events, WriteMode.APPEND) == history_of("44:clear:tue", "68:runs:1")
    assert written(history, events, WriteMode.OVERWRITE) == history_of(
        "44:clear:tue", "68:runs:1", write="overwrite"
    )


def test_the_failure_rate_and_a_broken_scheduler_go_along() -> None:
    history = replace(OPENING, failure_percent=40, scheduler=SchedulerName.OVERFILLS_WAREHOUSE)
    *_, (event, both) = pairs(history)
    assert both[WriteMode.APPEND].week == replay(history).week
    assert events_of(answer(history)) == event.event + 1


# What is drawn.


def test_wednesday_differs_by_96_orders_from_the_failed_load_on() -> None:
    said = answer(OPENING)
    assert events_of(said) == 91
    for event in range(91):
        drawn = html(said, event)
        append, overwrite = totals(drawn["twin-total"])
        assert append - overwrite == (96 if event >= 44 else 0), event
        for day in ("mon", "tue", "thu", "fri", "sat", "sun"):
            one, other = totals(row(drawn, day))
            assert one == other, (event, day)
    drawn = html(said, 90)
    assert totals(row(drawn, "wed")) == [275, 179]
    assert text(drawn["twin-sentence"]) == (
        "07:03 · event 90. With append the report holds 2,108 rows, with overwrite 2,012: "
        "96 apart, on Wednesday."
    )
    assert text(html(said, 40)["twin-sentence"]) == "06:21 · event 40. Both weeks hold 522 rows."


def test_the_mark_is_a_sign_and_a_word() -> None:
    drawn = html(answer(OPENING), 90)
    assert text(drawn["twin-mark:wed"]) == "\u2260 differs"
    assert text(drawn["twin-mark:mon"]) == "= same"
    assert "2,108\u2260 differs" in text(drawn["twin-total"])


def test_the_lamps_are_those_of_the_single_weeks() -> None:
    said = answer(OPENING)
    for event in (44, 55, 63, 90):
        for write in ("append", "overwrite"):
            run = replay(history_of(write=write), until=event).week.runs[WED]
            shown = lamps(html(said, event), write, "wed")
            assert shown == [task.state.value for task in run.tasks], (event, write)
    assert lamps(html(said, 90), "append", "wed") == ["success"] * 4 + ["failed"]
    assert lamps(html(said, 90), "overwrite", "wed") == ["success"] * 5


def test_at_a_press_on_how_loads_write_both_boards_stand_still_and_the_event_is_counted() -> None:
    said = answer(history_of("50:write:overwrite"))
    there, before = html(said, 51), html(said, 50)
    assert events_of(said) == 92
    assert text(there.pop("twin-sentence")).startswith("06:33 · event 51.")
    before.pop("twin-sentence")
    assert there == before


def test_rows_on_another_date_are_compared_too() -> None:
    said = answer(history_of(date="clock"))
    drawn = html(said, 90)
    append = play_week(date="clock").week.total_rows()
    overwrite = play_week(date="clock", write="overwrite").week.total_rows()
    assert totals(drawn["twin-other-dates"]) == [append, overwrite]
    assert text(drawn["twin-sentence"]).endswith("apart, on 12 January (the clock\u2019s day).")


def test_more_than_two_dates_that_differ_are_counted() -> None:
    said = answer(history_of("90:clear:mon", "91:clear:tue", "92:clear:thu"))
    assert text(html(said, events_of(said) - 1)["twin-sentence"]).endswith(
        "With append the report holds 3,129 rows, with overwrite 2,012: 1,117 apart, on 4 dates."
    )


def test_the_table_holds_every_region_once_and_no_hook_of_the_main_board() -> None:
    said = answer(OPENING)
    table = Outline(said["table"])
    steps = [step.task_id for step in BAKERY.tasks]
    rows = [
        [
            *(f"twin-append:{day}:{step}" for step in steps),
            f"twin-append:{day}",
            f"twin-mark:{day}",
            *(f"twin-overwrite:{day}:{step}" for step in steps),
            f"twin-overwrite:{day}",
        ]
        for day in (day.day_id for day in BAKERY.days)
    ]
    names = ["twin-sentence", *chain(*rows), "twin-other-dates", "twin-total"]
    assert [each["data-region"] for each in table.having("data-region")] == names
    assert sorted(said["regions"]) == sorted(names)
    assert all(region.startswith("twin-") for region in said["regions"])
    for hook in ("data-day", "data-press", "data-choose", "data-property", "data-set"):
        assert table.having(hook) == []
    assert [each["scope"] for each in table.having("scope")].count("row") == 9


def test_a_region_keeps_its_elements_from_event_to_event() -> None:
    said = answer(history_of("44:clear:tue"))
    shapes = [
        {name: Outline(region).shape() for name, region in html(said, event).items()}
        for event in range(events_of(said))
    ]
    assert all(shape == shapes[0] for shape in shapes)


def test_a_string_is_stored_once() -> None:
    strings = answer(history_of("44:clear:tue", "60:write:overwrite"))["strings"]
    assert len(set(strings)) == len(strings)
