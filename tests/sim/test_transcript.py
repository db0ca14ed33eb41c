"""A week written down: the one JSON object, and the board in characters."""

import json
import re
import shlex
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from sim import words
from sim.__main__ import main
from sim.events import Pressed, TryEnded
from sim.history import History
from sim.hunt.hunted import Hunted
from sim.hunt.reader import Reader
from sim.job import Action, Day, Job, Task
from sim.jobs import BAKERY, JOBS
from sim.model import TryOutcome
from sim.replay import replay
from sim.transcript import LAMPS, QUEUED, WAITS_FOR_SLOT, as_json, as_text, event_values
from tests.sim.weeks import event_of, history_of, play_week, with_step, words_of

STEP_NAMES = ["wait", "extract", "convert", "load", "check"]
PROPERTIES = ["steps_in_order", "two_loads_at_most", "each_day_once", "rows_accounted_for"]


def values_of(history: History, until: int | None = None) -> dict[str, Any]:
    """The object, as a reader of its text would have it."""
    values = json.loads(json.dumps(as_json(replay(history, until=until))))
    assert isinstance(values, dict)
    return values


def text_of(history: History, until: int | None = None) -> list[str]:
    return as_text(replay(history, until=until)).splitlines()


OPENING_VALUES = values_of(history_of())


# The object.


def test_the_object_has_exactly_these_entries() -> None:
    assert list(OPENING_VALUES) == [
        "command",
        "history",
        "settings",
        "event",
        "minute",
        "clock",
        "ended",
        "runs",
        "not_whole",
        "other_dates",
        "properties",
        "violations",
        "events",
    ]


def test_the_history_replays_the_week() -> None:
    history = history_of("44:clear:tue", "50:late:sun:60", write="overwrite", runs=2)
    values = values_of(history)
    assert History.from_json(values["history"], JOBS) == history
    assert values_of(History.from_json(values["history"], JOBS)) == values


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


def step_of(step: str, state: str, tries: int) -> dict[str, Any]:
    """A step that was not cleared and does not wait to retry."""
    return {
        "step": step,
        "state": state,
        "try": tries,
        "try_since_clear": tries,
        "retry_at": None,
        "next_try_at": None,
    }


def test_each_run_says_its_day_its_state_its_rows_and_its_steps() -> None:
    wednesday = values_of(history_of(), until=44)["runs"][2]
    assert wednesday == {
        "day": "wed",
        "logical_date": "2026-01-07",
        "state": "running",
        "source": 179,
        "report": 96,
        "file_due_at": None,
        "steps": [
            step_of("wait", "success", 1),
            step_of("extract", "success", 2),
            step_of("convert", "success", 1),
            step_of("load", "up_for_retry", 1) | {"retry_at": 33, "next_try_at": "2026-01-12T06:33:00"},
            step_of("check", "none", 0),
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


def try_started(event: int, minute: int, day: str, step: str, number: int) -> dict[str, Any]:
    """The start of a try of a step that was not cleared."""
    return {
        "event": event,
        "minute": minute,
        "kind": "try_started",
        "day": day,
        "step": step,
        "try": number,
        "try_since_clear": number,
        "writes": [],
    }


@pytest.mark.parametrize(
    ("number", "event"),
    [
        (0, {"event": 0, "minute": 0, "kind": "switched_on"}),
        (1, {"event": 1, "minute": 0, "kind": "run_started", "day": "mon"}),
        (4, try_started(4, 0, "mon", "wait", 1)),
        (
            7,
            try_started(7, 1, "mon", "wait", 1)
            | {
                "kind": "try_ended",
                "outcome": "success",
                "rows_written": 0,
                "to": None,
                "next_try_at": None,
            },
        ),
        (27, {"event": 27, "minute": 17, "kind": "run_ended", "day": "mon", "outcome": "success"}),
        (
            44,
            try_started(44, 28, "wed", "load", 1)
            | {
                "kind": "try_ended",
                "writes": [{"table": "orders", "date": "2026-01-07", "way": "insert", "rows": 96}],
                "outcome": "failed",
                "rows_written": 96,
                "to": "2026-01-07",
                "next_try_at": "2026-01-12T06:33:00",
            },
        ),
        (50, try_started(50, 33, "wed", "load", 2)),
        (62, {"event": 62, "minute": 42, "kind": "run_ended", "day": "wed", "outcome": "failed"}),
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
    assert events[1] == {
        "event": 1,
        "minute": 0,
        "kind": "press",
        "press": "late:mon:30",
        "refused": None,
        "file_due_at": "2026-01-12T06:30:00",
    }
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
        "file_due_at": None,
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


def test_the_object_says_the_settings_that_hold_now_beside_those_it_began_with() -> None:
    history = history_of("10:write:overwrite", "10:date:clock", "20:runs:5", "30:date:own")
    at_first = {"write": "append", "date": "own", "runs": 3}
    for until, now in (
        (9, at_first),
        (11, at_first | {"write": "overwrite"}),
        (12, at_first | {"write": "overwrite", "date": "clock"}),
        (None, {"write": "overwrite", "date": "own", "runs": 5}),
    ):
        values = values_of(history, until=until)
        assert values["settings"] == now
        assert {name: values["history"][name] for name in at_first} == at_first


def test_a_failed_try_says_when_the_next_is_due_and_its_last_says_none() -> None:
    history = replace(history_of(), failure_percent=100)
    tries = [event for event in values_of(history)["events"] if event["kind"] == "try_ended"]
    minutes = {
        each["try"]: datetime.fromisoformat(each["next_try_at"]) - BAKERY.moment(each["minute"])
        for each in tries
        if each["next_try_at"]
    }
    assert minutes == {1: timedelta(minutes=5), 2: timedelta(minutes=10)}
    assert {each["try"] for each in tries if each["outcome"] == "failed" and not each["next_try_at"]} == {3}
    assert not any(each["next_try_at"] for each in tries if each["outcome"] == "success")


def test_a_step_that_waits_to_retry_says_the_same_moment_as_its_failed_try() -> None:
    for seed in range(20):
        for event in replay(history_of(seed=seed)).events:
            if isinstance(event, TryEnded) and event.outcome is TryOutcome.FAILED:
                values = values_of(history_of(seed=seed), until=event.event)
                step = values["runs"][event.day]["steps"][event.task]
                assert step["next_try_at"] == values["events"][-1]["next_try_at"]


def test_a_late_file_is_told_with_its_moment_until_it_is_there() -> None:
    history = history_of("0:late:mon:1100", "5:late:mon:30", "5:late:tue:1080")
    for until, days in (
        (0, {}),
        (1, {"mon": "2026-01-13T00:20:00"}),
        (7, {"mon": "2026-01-12T06:30:00", "tue": "2026-01-13T00:00:00"}),
        (None, {}),
    ):
        runs = values_of(history, until=until)["runs"]
        assert {run["day"]: run["file_due_at"] for run in runs if run["file_due_at"]} == days


def test_a_press_that_makes_no_file_late_announces_none() -> None:
    history = history_of(
        "44:late:mon:300", "44:clear:tue", "44:runs:2", "44:write:overwrite", "44:date:clock"
    )
    presses = [event for event in values_of(history)["events"] if event["kind"] == "press"]
    assert [press["file_due_at"] for press in presses] == [None] * 5


def test_what_a_broken_scheduler_writes_when_a_load_starts_stands_in_its_event() -> None:
    replayed = replay(history_of("90:clear:tue", write="overwrite", scheduler="splits-overwrite"))
    started = next(
        event
        for event in as_json(replayed)["events"][91:]
        if (event["kind"], event.get("step")) == ("try_started", "load")
    )
    assert started["writes"] == [{"table": "orders", "date": "2026-01-06", "way": "delete", "rows": 0}]
    line = next(
        line for line in as_text(replayed).splitlines() if line.startswith(f"{started['event']:>4}  ")
    )
    assert line.endswith(
        "try_started day=tue step=load try=2 try_since_clear=1 rows_written=0 to=2026-01-06 way=delete"
    )


# The command that plays the week.


WEEKS = [
    history_of(),
    history_of("44:clear:tue", "50:late:sun:1000", write="overwrite", date="clock", runs=1),
    history_of("0:late:mon:1070", "20:runs:7", "20:write:overwrite", "30:clear:mon:load"),
    replace(history_of(seed=7), failure_percent=60),
    replace(history_of(seed=0), failure_percent=0),
    history_of("30:clear:tue", write="overwrite", scheduler="splits-overwrite"),
    history_of(seed=4, scheduler="overfills-warehouse"),
    history_of(seed=4_294_967_295, scheduler="ignores-upstream"),
    *(Reader(seed, Hunted(BAKERY, None, None)).history for seed in range(12)),
]


@pytest.mark.parametrize("until", [0, 9, 44, 60, None])
@pytest.mark.parametrize("history", WEEKS)
def test_the_text_begins_with_the_command_that_prints_this_very_text(
    capsys: pytest.CaptureFixture[str], history: History, until: int | None
) -> None:
    replayed = replay(history, until=until)
    text = as_text(replayed)
    python, dash_m, sim, *arguments = shlex.split(text.splitlines()[0])
    assert (python, dash_m, sim) == ("python", "-m", "sim")
    assert main(arguments) == 0
    assert capsys.readouterr().out == text + "\n"
    values = as_json(replayed)
    assert values["command"] == text.splitlines()[0]
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(values))


def test_the_command_names_only_what_is_not_as_usual() -> None:
    assert text_of(history_of())[0] == "python -m sim week --seed 517353"
    assert text_of(history_of("44:clear:tue"), until=44)[0] == (
        "python -m sim week --seed 517353 --press 44:clear:tue --until 44"
    )


# The text.


def lamps_of(lines: list[str], day: str) -> list[str]:
    """The lamps of a day's steps."""
    line = next(line for line in lines if line.startswith(day))
    return re.split(r" {3,}", line)[1 : 1 + len(STEP_NAMES)]


def test_the_text_of_event_44_is_the_board_in_characters_and_what_happened() -> None:
    lines = text_of(history_of(), until=44)
    assert lines[:3] == [
        "python -m sim week --seed 517353 --until 44",
        "switched on 2026-01-12 06:00 · now 06:28 · event 44",
        "settings: write=append date=own runs=3",
    ]
    assert lines[4:16] == [
        "day   wait   extract   convert   load      check   report / source",
        "mon   #      #         #         #         #          268 = 268",
        "tue   #      #         #         #         #          254 = 254",
        "wed   #      #         #         r 06:33   o           96 < 179",
        "thu   #      r 06:32   o         o         o            0 < 301",
        "fri   #      (*)       o         o         o            0 < 342",
        "sat   q      q         q         q         q            0 < 391",
        "sun   q      q         q         q         q            0 < 277",
        "week: 618 / 2,012",
        "o not started  q its day is queued  s waits for a slot  (*) running  # succeeded  X failed",
        "r HH:MM waits to retry  r s waits for a slot to retry  - cannot start",
        "",
    ]
    assert lines[16:21] == [*(f"{name}: holds" for name in PROPERTIES), ""]
    assert lines[21] == "   0  06:00  switched_on"
    assert lines[-1] == (
        "  44  06:28  try_ended day=wed step=load try=1 outcome=failed rows_written=96 to=2026-01-07"
        " next_try_at=06:33 way=insert"
    )
    assert len(lines) == 21 + 45


def test_the_text_says_which_event_broke_a_property_and_with_which_figures() -> None:
    lines = text_of(history_of())
    assert lines[16:21] == [
        "steps_in_order: holds",
        "two_loads_at_most: holds",
        "each_day_once: broken at event 55: 2026-01-07: the report holds 275 rows, the source 179",
        "rows_accounted_for: holds",
        "not whole: wed's run has ended with 275 rows, the source has 179",
    ]


def test_the_text_shows_failed_steps_and_those_that_cannot_start() -> None:
    job = with_step(BAKERY, "extract", failure_rate=1.0)
    lines = as_text(replay(history_of(job=job))).splitlines()
    assert lines[5] == "mon   #      X         -         -      -            0 < 268"


def test_what_is_not_whole_names_its_table_where_the_job_has_two() -> None:
    job = Job(
        job_id="two tables",
        tasks=(
            Task("wait", Action.WAIT_FOR_FILE),
            Task("load_net", Action.LOAD, needs=("wait",), table="net"),
            Task("load_prices", Action.LOAD, needs=("wait",), table="prices", failure_rate=1.0),
        ),
        pools=(),
        tables=("net", "prices"),
        days=(Day("first", date(2026, 2, 1), (100, 7)),),
        switched_on=datetime(2026, 2, 2, 5, 30),
    )
    lines = as_text(replay(history_of(write="overwrite", job=job))).splitlines()
    assert "not whole: first's run has ended with 0 rows of prices, the source has 7" in lines
    assert not any("rows of net" in line for line in lines)


def test_a_day_that_is_counted_twice_has_more_than_its_source() -> None:
    assert text_of(history_of("44:clear:tue"))[6].endswith("   508 > 254")


def test_the_text_shows_rows_on_other_dates_and_the_weeks_total() -> None:
    lines = text_of(history_of(date="clock"))
    assert lines[12:14] == ["2026-01-12    2108", "week: 2,108 / 2,012"]


def test_a_step_whose_day_is_queued_differs_from_one_that_waits_for_a_slot() -> None:
    lines = text_of(history_of(seed=0), until=23)
    assert lamps_of(lines, "tue") == ["#", "#", "#", "s", "o"]
    assert lamps_of(lines, "sun") == ["q"] * 5


def test_a_day_that_is_cleared_from_a_step_on_is_queued_behind_the_steps_that_stay() -> None:
    lines = text_of(history_of("44:clear:tue:load"), until=45)
    assert lamps_of(lines, "tue") == ["#", "#", "#", "q", "q"]


def test_a_retry_that_is_due_and_has_no_slot_says_so() -> None:
    """Its time stands there as long as it has not come, though there is no slot either."""
    assert lamps_of(text_of(history_of(seed=184), until=83), "sun")[3] == "r s"
    for seed in range(30):
        for event in replay(history_of(seed=seed)).events:
            if isinstance(event, TryEnded) and event.retry_at_min is not None:
                day, moment = BAKERY.days[event.day].day_id, BAKERY.moment(event.retry_at_min)
                lamps = lamps_of(text_of(history_of(seed=seed), until=event.event), day)
                assert lamps[event.task] == f"r {moment:%H:%M}"


def test_no_two_lamps_differ_by_upper_case_alone_and_the_legend_names_each() -> None:
    lamps = [*LAMPS.values(), QUEUED, WAITS_FOR_SLOT]
    assert len({lamp.casefold() for lamp in lamps}) == len(lamps)
    explained = {each.split(" ")[0] for each in re.split(r" {2}|\n", words.LEGEND)}
    assert explained == set(lamps)


def test_a_late_file_says_until_when_on_the_board_and_where_it_was_made_late() -> None:
    history = history_of("5:late:mon:30", "5:late:tue:1080")
    lines = text_of(history, until=7)
    assert lines[5].endswith("     0 < 268  file due 06:30")
    assert lines[6].endswith("     0 < 254  file due 2026-01-13 00:00")
    assert not any("file due" in line for line in lines[7:] + text_of(history))
    assert lines[-2:] == [
        "   6  06:00  press press=late:mon:30 file_due_at=06:30",
        "   7  06:00  press press=late:tue:1080 file_due_at=2026-01-13 00:00",
    ]


@pytest.mark.parametrize("minutes", [1060, 1075, 1079, 1080, 1081, 1380])
def test_a_time_says_its_date_where_that_is_not_the_date_of_switching_on(minutes: int) -> None:
    """Whatever time it is: now, of an event, of a retry, of a file."""
    history = replace(history_of(f"0:late:mon:{minutes}"), failure_percent=60)
    replayed = replay(history)
    for event in replayed.events[-60:]:
        lines = text_of(history, until=event.event)
        said = re.findall(r"(\d{4}-\d\d-\d\d )?(\d\d:\d\d)", "\n".join(lines[:1] + lines[2:]))
        (now,) = re.findall(r"now (.*) · ", lines[1])
        said.append((now[:-5], now[-5:]))
        assert {date for date, time in said if time >= "06:00"} == {""}
        assert {date for date, time in said if time < "06:00"} <= {"2026-01-13 "}
    assert BAKERY.moment(replayed.week.minute).day == 13


def test_a_retry_beyond_midnight_widens_only_its_own_column() -> None:
    history = replace(history_of("0:late:mon:1076"), failure_percent=100)
    retried = next(
        event
        for event in replay(history).events
        if isinstance(event, TryEnded) and (event.day, event.task, event.try_number) == (0, 1, 1)
    )
    assert retried.retry_at_min is not None
    lines = text_of(history, until=retried.event)
    time = f"{BAKERY.moment(retried.retry_at_min):%H:%M}"
    assert lines[4] == "day   wait   extract              convert   load   check   report / source"
    assert lines[5] == f"mon   #      r 2026-01-13 {time}   o         o      o            0 < 268"


def test_settings_that_have_changed_say_how_they_began() -> None:
    history = history_of("10:write:overwrite", "20:runs:5", "30:runs:3", "30:date:clock")
    assert text_of(history, until=10)[2] == "settings: write=append date=own runs=3"
    assert text_of(history, until=25)[2] == (
        "settings: write=overwrite (at first append) date=own runs=5 (at first 3)"
    )
    assert text_of(history)[2] == (
        "settings: write=overwrite (at first append) date=clock (at first own) runs=3"
    )


def test_the_text_names_the_presses_and_says_why_one_was_refused() -> None:
    lines = text_of(history_of("44:late:mon:300"))
    assert "--press 44:late:mon:300" in lines[0]
    pressed = next(line for line in lines if line.startswith("  45 "))
    assert "press=late:mon:300" in pressed
    assert "already succeeded" in pressed
    assert "file_due_at" not in pressed


def test_every_event_has_its_line() -> None:
    history = history_of("0:late:mon:30", "44:clear:tue", "44:late:mon:5")
    replayed = replay(history)
    assert any(isinstance(event, Pressed) for event in replayed.events)
    lines = as_text(replayed).splitlines()[-len(replayed.events) :]
    assert [int(line.split()[0]) for line in lines] == list(range(len(replayed.events)))
