"""A week's history: its wire forms, its bounds, what is refused, and replay."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events import Pressed
from sim.history import MAX_PRESSES, MAX_SEED, RULES, History, checked_order, rules_of
from sim.job import Job, LoadDate, Settings, WriteMode
from sim.jobs import BAKERY, JOBS, OPENING
from sim.model import SchedulerName
from sim.presses import (
    MAX_LATE_MIN,
    Clear,
    MakeLate,
    Press,
    RecordedPress,
    SetLoadDate,
    SetMaxActiveRuns,
    SetWriteMode,
    press_to_wire,
    read_press,
    read_recorded_press,
    read_runs,
)
from sim.reading import HistoryError, quoted
from sim.replay import replay
from sim.witness.findings import Property
from tests.sim.weeks import (
    LOAD,
    MON,
    TUE,
    WHOLESALER,
    StartsNothing,
    broken_at,
    history_of,
    in_words,
    play_week,
)

ONE_SENTENCE = re.compile(r"[A-Z][^\n]*\.", re.ASCII)


def presses_of(job: Job) -> st.SearchStrategy[Press]:
    days = st.integers(0, len(job.days) - 1)
    tasks = st.integers(0, len(job.tasks) - 1)
    return st.one_of(
        st.builds(Clear, days),
        st.builds(Clear, days, tasks),
        st.builds(MakeLate, days, st.integers(1, MAX_LATE_MIN)),
        st.builds(SetMaxActiveRuns, st.integers(1, len(job.days))),
        st.builds(SetWriteMode, st.sampled_from(WriteMode)),
        st.builds(SetLoadDate, st.sampled_from(LoadDate)),
    )


def histories_of(job: Job, last_event: int = 10**6) -> st.SearchStrategy[History]:
    recorded = st.builds(RecordedPress, st.integers(0, last_event), presses_of(job))
    return st.builds(
        History,
        st.just(job),
        st.integers(0, MAX_SEED),
        st.builds(
            Settings,
            st.sampled_from(WriteMode),
            st.sampled_from(LoadDate),
            st.integers(1, len(job.days)),
        ),
        st.lists(recorded, max_size=6).map(
            lambda presses: tuple(sorted(presses, key=lambda press: press.at_event))
        ),
        scheduler=st.sampled_from(SchedulerName),
    )


def refusal_of(values: object) -> str:
    with pytest.raises(HistoryError) as refused:
        History.from_json(values, JOBS)
    return str(refused.value)


# Wire forms.


@pytest.mark.parametrize(
    ("wire", "press"),
    [
        ("clear:tue", Clear(TUE)),
        ("clear:tue:load", Clear(TUE, LOAD)),
        ("clear:mon:wait", Clear(MON, 0)),
        ("late:mon:300", MakeLate(MON, 300)),
        ("late:mon:1", MakeLate(MON, 1)),
        ("late:mon:1440", MakeLate(MON, 1_440)),
        ("runs:1", SetMaxActiveRuns(1)),
        ("runs:7", SetMaxActiveRuns(7)),
        ("write:overwrite", SetWriteMode(WriteMode.OVERWRITE)),
        ("write:append", SetWriteMode(WriteMode.APPEND)),
        ("date:clock", SetLoadDate(LoadDate.CLOCK)),
        ("date:own", SetLoadDate(LoadDate.OWN)),
    ],
)
def test_every_press_has_one_wire_form(wire: str, press: Press) -> None:
    assert read_press(wire, BAKERY) == press
    assert press_to_wire(press, BAKERY) == wire


@given(press=presses_of(BAKERY))
def test_a_press_comes_back_from_its_wire_form(press: Press) -> None:
    assert read_press(press_to_wire(press, BAKERY), BAKERY) == press


@given(press=presses_of(WHOLESALER))
def test_a_press_of_another_job_comes_back_from_its_wire_form(press: Press) -> None:
    assert read_press(press_to_wire(press, WHOLESALER), WHOLESALER) == press


@given(history=histories_of(BAKERY))
def test_a_history_comes_back_from_json_text(history: History) -> None:
    assert History.from_json(json.loads(json.dumps(history.to_json())), JOBS) == history


@given(history=histories_of(WHOLESALER))
def test_a_history_of_another_job_comes_back_from_json_text(history: History) -> None:
    values = json.loads(json.dumps(history.to_json()))
    assert values["job"] == WHOLESALER.job_id
    assert History.from_json(values, {WHOLESALER.job_id: WHOLESALER}) == history


def test_a_history_is_written_as_seed_write_date_runs_and_presses() -> None:
    history = history_of("44:clear:tue", "44:late:sun:300", write="overwrite", date="clock", runs=2)
    assert history.to_json() == {
        "rules": RULES,
        "seed": 517_353,
        "write": "overwrite",
        "date": "clock",
        "runs": 2,
        "presses": ["44:clear:tue", "44:late:sun:300"],
    }


def test_a_recorded_press_names_the_event_it_was_made_after() -> None:
    assert read_recorded_press("44:clear:tue:load", BAKERY) == RecordedPress(44, Clear(TUE, LOAD))
    assert read_recorded_press("0:runs:1", BAKERY) == RecordedPress(0, SetMaxActiveRuns(1))


def test_a_history_made_before_rules_had_numbers_is_one_of_the_first_rules() -> None:
    values: dict[str, Any] = {**OPENING.to_json()}
    assert rules_of(values) == RULES == 2
    del values["rules"]
    assert rules_of(values) == 1
    assert History.from_json(values, JOBS) == OPENING
    assert rules_of(values | {"rules": "2"}) == 2


@pytest.mark.parametrize("rules", [0, 3, -1, "two", None, 1.5, True, [2]])
def test_rules_that_are_not_known_are_refused(rules: object) -> None:
    with pytest.raises(HistoryError, match=r"^The number of the rules is a whole number from 1 to 2, not "):
        History.from_json(OPENING.to_json() | {"rules": rules}, JOBS)


# What is refused.


@pytest.mark.parametrize(
    "wire",
    [
        "",
        "clear",
        "clear:",
        "clear:tues",
        "clear:TUE",
        "clear: tue",
        "clear:tue:",
        "clear:tue:nap",
        "clear:tue:load:now",
        "clear:1",
        "late:mon",
        "late:mon:",
        "late:mon:0",
        "late:mon:1441",
        "late:mon:-5",
        "late:mon:1.5",
        "late:mon:1e2",
        "late:mon: 5",
        "late:mon:5\n",
        "late:mon:٣٠٠",
        "late:someday:300",
        "runs:0",
        "runs:8",
        "runs:many",
        "write:replace",
        "write:",
        "date:today",
        "date:OWN",
        "undo",
        "clear\ud800:tue",
        "x" * 10_000,
    ],
    ids=lambda wire: ascii(wire)[:30],
)
def test_what_is_no_press_is_refused_in_one_short_sentence(wire: str) -> None:
    with pytest.raises(HistoryError) as refused:
        read_press(wire, BAKERY)
    assert ONE_SENTENCE.fullmatch(str(refused.value))
    assert len(str(refused.value)) < 200


@given(text=st.text("aclertumonwisd:017 \n\u0663\u00e9", max_size=20))
def test_any_text_is_read_as_a_press_or_refused_in_one_sentence(text: str) -> None:
    try:
        press = read_press(text, BAKERY)
    except HistoryError as refused:
        assert ONE_SENTENCE.fullmatch(str(refused))
    else:
        assert read_press(press_to_wire(press, BAKERY), BAKERY) == press


@pytest.mark.parametrize(
    "wire", ["", "44", "clear:tue", ":clear:tue", "-1:clear:tue", "1000001:clear:tue", 44, None]
)
def test_a_press_without_a_whole_event_number_is_refused_in_one_sentence(wire: object) -> None:
    with pytest.raises(HistoryError) as refused:
        read_recorded_press(wire, BAKERY)
    assert ONE_SENTENCE.fullmatch(str(refused.value))


@pytest.mark.parametrize(
    ("press", "sentence"),
    [
        ("clear:tuesday", "There is no day 'tuesday'; the days are mon, tue, wed, thu, fri, sat, sun."),
        ("clear:tue:nap", "There is no step 'nap'; the steps are wait, extract, convert, load, check."),
        (
            "late:mon:1441",
            "The number of minutes that a file is late is a whole number from 1 to 1440, not '1441'.",
        ),
        ("runs:8", "The number of runs at a time is a whole number from 1 to 7, not '8'."),
        ("write:replace", "Choose append or overwrite, not 'replace'."),
        ("date:today", "Choose own or clock, not 'today'."),
    ],
)
def test_a_refusal_says_what_was_given_and_what_could_be(press: str, sentence: str) -> None:
    with pytest.raises(HistoryError) as refused:
        read_press(press, BAKERY)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("seed", [0, 1, 4_294_967_295, "0", "517353"])
def test_a_seed_from_0_to_4294967295_is_accepted(seed: object) -> None:
    assert History.from_json(OPENING.to_json() | {"seed": seed}, JOBS).seed == int(str(seed))


@pytest.mark.parametrize(
    "seed", [-1, 4_294_967_296, 1.0, True, None, "", "-1", "1.5", "0x10", "1_000", " 1", "²", [], {}]
)
def test_any_other_seed_is_refused_in_one_sentence(seed: object) -> None:
    sentence = refusal_of(OPENING.to_json() | {"seed": seed})
    assert sentence.startswith("A seed is a whole number from 0 to 4294967295, not ")
    assert ONE_SENTENCE.fullmatch(sentence)


def test_a_seed_too_long_to_print_is_refused_like_any_other() -> None:
    assert ONE_SENTENCE.fullmatch(refusal_of(OPENING.to_json() | {"seed": 10**5_000}))


@pytest.mark.parametrize(
    "change",
    [
        {"write": "replace"},
        {"write": None},
        {"write": ["append"]},
        {"date": "today"},
        {"date": 12},
        {"runs": 0},
        {"runs": 8},
        {"runs": "three"},
        {"runs": False},
        {"presses": "44:clear:tue"},
        {"presses": None},
        {"presses": {"44": "clear:tue"}},
        {"presses": [44]},
        {"presses": ["clear:tue"]},
        {"presses": ["44:clear:tue", "43:clear:wed"]},
        {"events": 90},
    ],
    ids=str,
)
def test_a_history_with_one_wrong_entry_is_refused_in_one_sentence(change: dict[str, Any]) -> None:
    assert ONE_SENTENCE.fullmatch(refusal_of(OPENING.to_json() | change))


@pytest.mark.parametrize("values", [None, 517_353, "opening", [], {}, {"seed": 1}, {1: 2}])
def test_what_is_no_history_is_refused_in_one_sentence(values: object) -> None:
    sentence = refusal_of(values)
    assert sentence.startswith(
        "A history has seed, write, date, runs, presses, and may have rules, failures, scheduler, job, not "
    )
    given = list(values) if isinstance(values, dict) else values
    assert sentence.endswith(f", not {quoted(given)}.")


def test_a_week_takes_500_presses_and_not_501() -> None:
    presses = ["0:runs:1"] * 501
    assert (
        len(History.from_json(OPENING.to_json() | {"presses": presses[:500]}, JOBS).presses)
        == MAX_PRESSES
        == 500
    )
    assert (
        refusal_of(OPENING.to_json() | {"presses": presses}) == "A week takes at most 500 presses, not 501."
    )


def test_presses_out_of_order_are_refused_and_two_after_the_same_event_are_not() -> None:
    in_order = history_of("43:clear:wed", "44:clear:tue", "44:runs:1")
    assert checked_order(in_order) is in_order
    with pytest.raises(HistoryError, match=r"^Presses are listed in the order they were made"):
        checked_order(history_of("44:clear:tue", "43:clear:wed"))


def test_as_many_runs_are_allowed_as_the_job_has_days() -> None:
    assert read_runs("7", BAKERY) == 7
    assert read_runs(27, WHOLESALER) == 27
    with pytest.raises(HistoryError, match="from 1 to 7, not '27'"):
        read_runs("27", BAKERY)
    with pytest.raises(HistoryError, match="from 1 to 27, not 28"):
        read_runs(28, WHOLESALER)


# Replay.


@given(history=histories_of(BAKERY, last_event=75))
def test_the_same_history_gives_the_same_week_event_for_event(history: History) -> None:
    one, other = replay(history), replay(history)
    assert one.events == other.events
    assert one.week == other.week
    assert one.checker.violations == other.checker.violations


@given(history=histories_of(BAKERY, last_event=75), event=st.integers(0, 75))
def test_a_week_played_to_an_event_is_the_beginning_of_the_whole_week(history: History, event: int) -> None:
    whole, part = replay(history), replay(history, until=event)
    assert part.events == whole.events[: event + 1]
    assert (part.week.event, part.week.minute) == (event, whole.events[event].minute)
    assert part.ended == (event == whole.events[-1].event)


@given(history=histories_of(BAKERY, last_event=75))
def test_every_week_ends_with_every_run_ended(history: History) -> None:
    week = replay(history)
    assert week.ended
    assert {run.state.value for run in week.week.runs} <= {"success", "failed"}


def test_an_event_that_breaks_a_property_is_not_known_before_it_happened() -> None:
    assert broken_at(play_week(until=54)) == {}
    assert broken_at(play_week(until=55)) == {"each_day_once": 55}


def test_a_week_can_be_played_to_its_first_and_to_its_last_event() -> None:
    first, last = play_week(until=0), play_week(until=90)
    assert ([in_words(event) for event in first.events], first.ended) == (["0 switched on"], False)
    assert (last.week.event, last.ended) == (90, True)


def test_an_event_after_the_end_is_refused_in_one_sentence() -> None:
    with pytest.raises(HistoryError, match=r"^The week ends at event 90; there is no event 91\.$"):
        play_week(until=91)


def test_a_press_at_the_last_event_is_made_and_one_after_it_refused() -> None:
    assert in_words(play_week("90:clear:tue").events[91]) == "63 press clear:tue"
    with pytest.raises(
        HistoryError, match=r"^The week ends at event 90; no press can be made at event 91\.$"
    ):
        play_week("91:clear:tue")


def test_a_press_that_an_earlier_press_makes_reachable_is_made() -> None:
    week = play_week("90:clear:tue", "95:clear:mon")
    assert in_words(week.events[96]).endswith("press clear:mon")


def test_a_press_happens_once_and_right_after_its_event() -> None:
    for event in (0, 1, 23, 44, 90):
        week = play_week(f"{event}:clear:tue")
        presses = [happened.event for happened in week.events if isinstance(happened, Pressed)]
        assert presses == [event + 1]
        assert week.events[: event + 1] == play_week().events[: event + 1]


def test_a_week_that_stops_before_its_end_is_judged_as_one_and_a_week_stopped_by_the_reader_is_not() -> None:
    assert [each.property for each in replay(OPENING, scheduler=StartsNothing()).checker.violations] == [
        Property.LIVE
    ] * 7
    assert replay(OPENING, until=0).checker.violations == []


def test_what_is_shown_of_a_value_is_short() -> None:
    for value in (10**30, -(10**30), "x" * 38, None):
        assert quoted(value) == repr(value)
    for value in (10**30 + 1, -(10**30) - 1, 10**5_000):
        assert quoted(value) == "a very large number"
    assert quoted("x" * 30 + "y" * 9) == "'" + "x" * 30 + "y...yyyy'"
