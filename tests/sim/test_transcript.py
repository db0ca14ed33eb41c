"""A week written down: the one JSON object, and the board in characters."""

import json
from typing import Any

import pytest

from sim.events import Pressed
from sim.history import History, replay
from sim.jobs import BAKERY
from sim.transcript import as_json, as_text, event_values
from tests.sim.weeks import event_of, history_of, play_week, with_step, words_of

STEP_NAMES = ["wait", "extract", "convert", "load", "check"]
PROPERTIES = ["steps_in_order", "two_loads_at_most", "each_day_once", "rows_accounted_for"]


def values_of(history: History, until: int | None = None) -> dict[str, Any]:
    """The object, as a reader of its text would have it."""
    values = json.loads(json.dumps(as_json(history, replay(history, until=until))))
    assert isinstance(values, dict)
    return values


def text_of(history: History, until: int | None = None) -> list[str]:
    return as_text(history, replay(history, until=until)).splitlines()


OPENING_VALUES = values_of(history_of())


# The object.


def test_the_object_has_exactly_these_entries() -> None:
    assert list(OPENING_VALUES) == [
        "history",
        "event",
        "minute",
        "clock",
        "ended",
        "runs",
        "other_dates",
        "properties",
        "violations",
        "events",
    ]


def test_the_history_replays_the_week() -> None:
    history = history_of("44:clear:tue", "50:late:sun:60", write="overwrite", runs=2)
    values = values_of(history)
    assert History.from_json(values["history"]) == history
    assert values_of(History.from_json(values["history"])) == values


def test_event_minute_and_clock_are_those_of_the_last_event() -> None:
    values = values_of(history_of(), until=44)
    assert (values["event"], values["minute"], values["clock"]) == (44, 28, "2026-01-12T06:28:00")
    assert values["ended"] is False
    assert (OPENING_VALUES["event"], OPENING_VALUES["minute"], OPENING_VALUES["clock"]) == (
        90,
        63,
        "2026-01-12T07:03:00",
    )
    assert OPENING_VALUES["ended"] is True


def test_a_week_after_midnight_shows_the_next_day_on_its_clock() -> None:
    assert values_of(history_of("0:late:mon:1070"))["clock"].startswith("2026-01-13T00:")


def test_each_run_says_its_day_its_state_its_rows_and_its_steps() -> None:
    wednesday = values_of(history_of(), until=44)["runs"][2]
    assert wednesday == {
        "day": "wed",
        "logical_date": "2026-01-07",
        "state": "running",
        "source": 179,
        "report": 96,
        "steps": [
            {"step": "wait", "state": "success", "try": 1, "retry_at": None},
            {"step": "extract", "state": "success", "try": 2, "retry_at": None},
            {"step": "convert", "state": "success", "try": 1, "retry_at": None},
            {"step": "load", "state": "up_for_retry", "try": 1, "retry_at": 33},
            {"step": "check", "state": "none", "try": 0, "retry_at": None},
        ],
    }


def test_the_runs_are_the_seven_days_oldest_first_each_with_its_five_steps() -> None:
    assert [run["day"] for run in OPENING_VALUES["runs"]] == ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    assert [run["source"] for run in OPENING_VALUES["runs"]] == [268, 254, 179, 301, 342, 391, 277]
    assert [run["report"] for run in OPENING_VALUES["runs"]] == [268, 254, 275, 301, 342, 391, 277]
    assert all([step["step"] for step in run["steps"]] == STEP_NAMES for run in OPENING_VALUES["runs"])


def test_runs_are_queued_running_success_or_failed() -> None:
    at_44 = [run["state"] for run in values_of(history_of(), until=44)["runs"]]
    assert at_44 == ["success", "success", "running", "running", "running", "queued", "queued"]
    assert OPENING_VALUES["runs"][2]["state"] == "failed"


def test_rows_on_other_dates_are_told_by_date() -> None:
    assert OPENING_VALUES["other_dates"] == {}
    assert values_of(history_of(date="clock"))["other_dates"] == {"2026-01-12": 2_108}


def test_the_properties_are_null_or_the_first_event_that_broke_them() -> None:
    assert OPENING_VALUES["properties"] == dict.fromkeys(PROPERTIES) | {"each_day_once": 55}
    assert list(OPENING_VALUES["properties"]) == PROPERTIES
    assert values_of(history_of(write="overwrite"))["properties"] == dict.fromkeys(PROPERTIES)


def test_before_the_event_that_breaks_a_property_the_object_does_not_know_of_it() -> None:
    values = values_of(history_of(), until=54)
    assert values["properties"] == dict.fromkeys(PROPERTIES)
    assert values["violations"] == []


def test_each_violation_says_its_event_property_day_and_figures() -> None:
    assert OPENING_VALUES["violations"] == [
        {
            "event": 55,
            "property": "each_day_once",
            "day": "wed",
            "detail": "the report holds 275 rows, the source 179",
        }
    ]


def test_a_violation_on_a_date_that_is_no_day_of_the_job_names_no_day() -> None:
    assert values_of(history_of(date="clock"))["violations"][0] == {
        "event": 23,
        "property": "each_day_once",
        "day": None,
        "detail": "2026-01-12: 268 rows, and it is no day of the job",
    }


def test_the_events_count_up_from_0_and_each_says_its_minute_and_kind() -> None:
    assert [event["event"] for event in OPENING_VALUES["events"]] == list(range(91))
    assert all(list(event)[:3] == ["event", "minute", "kind"] for event in OPENING_VALUES["events"])


@pytest.mark.parametrize(
    ("number", "event"),
    [
        (0, {"event": 0, "minute": 0, "kind": "switched_on"}),
        (1, {"event": 1, "minute": 0, "kind": "run_started", "day": "mon"}),
        (4, {"event": 4, "minute": 0, "kind": "try_started", "day": "mon", "step": "wait", "try": 1}),
        (
            7,
            {
                "event": 7,
                "minute": 1,
                "kind": "try_ended",
                "day": "mon",
                "step": "wait",
                "try": 1,
                "outcome": "success",
                "rows_written": 0,
                "to": None,
            },
        ),
        (28, {"event": 28, "minute": 17, "kind": "run_ended", "day": "mon", "outcome": "success"}),
        (
            44,
            {
                "event": 44,
                "minute": 28,
                "kind": "try_ended",
                "day": "wed",
                "step": "load",
                "try": 1,
                "outcome": "failed",
                "rows_written": 96,
                "to": "2026-01-07",
            },
        ),
        (50, {"event": 50, "minute": 33, "kind": "try_started", "day": "wed", "step": "load", "try": 2}),
        (64, {"event": 64, "minute": 42, "kind": "run_ended", "day": "wed", "outcome": "failed"}),
    ],
)
def test_an_event_is_written_with_its_own_entries(number: int, event: dict[str, Any]) -> None:
    assert OPENING_VALUES["events"][number] == event


def test_a_press_a_late_file_and_a_killed_try_are_events_too() -> None:
    late = play_week("0:late:mon:30")
    loads = event_of(
        late, next(words for words in words_of(late.events, "tue", "load") if "started" in words)
    )
    events = values_of(history_of("0:late:mon:30", f"{loads}:clear:tue"))["events"]
    assert events[1] == {"event": 1, "minute": 0, "kind": "press", "press": "late:mon:30", "refused": None}
    assert {"kind": "file_arrived", "day": "mon"}.items() <= next(
        event.items() for event in events if event["kind"] == "file_arrived"
    )
    assert events[loads + 1]["press"] == "clear:tue"
    assert (events[loads + 2]["kind"], events[loads + 2]["outcome"]) == ("try_ended", "killed")


def test_a_refused_press_carries_the_reason() -> None:
    assert values_of(history_of("44:late:mon:300"))["events"][45] == {
        "event": 45,
        "minute": 28,
        "kind": "press",
        "press": "late:mon:300",
        "refused": "The day's wait has already succeeded: its file has been read.",
    }


def test_rows_of_the_clocks_day_go_to_the_clocks_date() -> None:
    assert values_of(history_of(date="clock"))["events"][23]["to"] == "2026-01-12"


def test_an_overwrite_that_failed_has_written_no_rows_to_no_date() -> None:
    failed = values_of(history_of(write="overwrite"))["events"][44]
    assert (failed["outcome"], failed["rows_written"], failed["to"]) == ("failed", 0, None)


def test_every_kind_of_event_can_be_written() -> None:
    events = play_week("0:late:mon:30", "44:clear:tue").events
    assert {event_values(event, BAKERY)["kind"] for event in events} == {
        "switched_on",
        "file_arrived",
        "run_started",
        "try_started",
        "try_ended",
        "run_ended",
        "press",
    }


@pytest.mark.parametrize("presses", [(), ("44:clear:tue",), ("20:clear:mon", "20:clear:tue")], ids=str)
def test_the_rows_written_add_up_to_the_report_with_append(presses: tuple[str, ...]) -> None:
    values = values_of(history_of(*presses))
    written: dict[str, int] = {}
    for event in values["events"]:
        if event.get("to"):
            written[event["to"]] = written.get(event["to"], 0) + event["rows_written"]
    assert written == {run["logical_date"]: run["report"] for run in values["runs"]}


# The text.


def test_the_text_of_event_44_is_the_board_in_characters_and_what_happened() -> None:
    lines = text_of(history_of(), until=44)
    assert lines[0] == "06:28 · event 44 · seed=517353 write=append date=own runs=3"
    assert lines[2:12] == [
        "day   wait      extract   convert   load      check     report · source",
        "mon   #         #         #         #         #            268 = 268",
        "tue   #         #         #         #         #            254 = 254",
        "wed   #         #         #         x 06:33   o             96 · 179",
        "thu   #         x 06:32   o         o         o              0 · 301",
        "fri   #         (*)       o         o         o              0 · 342",
        "sat   o         o         o         o         o              0 · 391",
        "sun   o         o         o         o         o              0 · 277",
        "week: 618 / 2,012",
        "o not started  (*) running  # succeeded  x HH:MM waiting to retry  X failed  - cannot start",
    ]
    assert lines[13:17] == [f"{name}: holds" for name in PROPERTIES]
    assert lines[18] == "   0  06:00  switched_on"
    assert lines[-1] == (
        "  44  06:28  try_ended day=wed step=load try=1 outcome=failed rows_written=96 to=2026-01-07"
    )
    assert len(lines) == 18 + 45


def test_the_text_says_which_event_broke_a_property_and_with_which_figures() -> None:
    lines = text_of(history_of())
    assert (
        lines[15]
        == "each_day_once: broken at event 55: 2026-01-07: the report holds 275 rows, the source 179"
    )
    assert [lines[13], lines[14], lines[16]] == [
        f"{name}: holds" for name in PROPERTIES if name != "each_day_once"
    ]


def test_the_text_shows_failed_steps_and_those_that_cannot_start() -> None:
    history, job = history_of(), with_step(BAKERY, "extract", failure_rate=1.0)
    lines = as_text(history, replay(history, job)).splitlines()
    assert lines[3] == "mon   #         X         -         -         -              0 · 268"


def test_the_text_shows_rows_on_other_dates_and_the_weeks_total() -> None:
    lines = text_of(history_of(date="clock"))
    assert lines[10:12] == ["2026-01-12    2108", "week: 2,108 / 2,012"]


def test_the_text_names_the_presses_and_says_why_one_was_refused() -> None:
    lines = text_of(history_of("44:late:mon:300"))
    assert "44:late:mon:300" in lines[0]
    pressed = next(line for line in lines if line.startswith("  45 "))
    assert "press=late:mon:300" in pressed
    assert "already succeeded" in pressed


def test_every_event_has_its_line() -> None:
    history = history_of("0:late:mon:30", "44:clear:tue", "44:late:mon:5")
    replayed = replay(history)
    assert any(isinstance(event, Pressed) for event in replayed.events)
    lines = as_text(history, replayed).splitlines()[-len(replayed.events) :]
    assert [int(line.split()[0]) for line in lines] == list(range(len(replayed.events)))
