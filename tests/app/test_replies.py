"""What the page asks of Python: each kind of action, their order, what is set aside, what is refused."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.board.tape import tape_of
from app.played import moments_of
from app.replies import act, digest, opening_tape
from sim.history import MAX_PRESSES, History
from sim.jobs import JOBS, OPENING
from sim.reading import HistoryError
from sim.replay import begin
from sim.simulator import Simulator
from sim.witness.checker import Checker
from tests.app.test_link import LETTERS
from tests.sim.weeks import broken_at, history_of, play_week, rows_by_day

ONE_SENTENCE = re.compile(r"[A-Z][^\n]*[^.\n]\.", re.ASCII)
UNKNOWN = "The page asked for something that Python does not know."


def press(wire: str, at: int) -> dict[str, Any]:
    return {"at": at, "do": "press", "press": wire}


def start_over(at: int, late: str | None = None) -> dict[str, Any]:
    return {"at": at, "do": "start-over", "press": late}


def answer(*actions: object, history: History = OPENING) -> dict[str, Any]:
    """The whole answer to a page that shows ``history`` and has seen these actions."""
    values: dict[str, Any] = json.loads(act(json.dumps(history.to_json()), json.dumps(actions)))
    assert set(values) == {"tape", "event", "refused", "set_aside", "notice", "between"}
    return values


def week_after(*actions: object, history: History = OPENING) -> History:
    """The week that the actions led to; the history itself where they changed nothing."""
    tape = answer(*actions, history=history)["tape"]
    return history if tape is None else History.from_json(tape["history"], JOBS)


# The opening week.


def test_the_opening_tape_is_the_tape_of_the_opening_week() -> None:
    assert opening_tape() == tape_of(OPENING)
    assert digest(json.dumps(OPENING.to_json())) == tape_of(OPENING).digest()


# Presses.


@pytest.mark.parametrize(
    "wire",
    ["clear:tue", "clear:tue:load", "late:sat:300", "runs:1", "write:overwrite", "date:clock"],
)
def test_a_press_of_each_kind_is_recorded_at_the_event_that_was_seen(wire: str) -> None:
    assert week_after(press(wire, 44)) == history_of(f"44:{wire}")


def test_the_answer_is_the_tape_of_the_new_week_and_stands_at_the_press() -> None:
    said = answer(press("clear:tue", 44))
    assert said == {
        "tape": json.loads(tape_of(history_of("44:clear:tue")).to_json()),
        "event": 45,
        "refused": [],
        "set_aside": 0,
        "notice": "",
        "between": [],
    }


def test_a_clear_that_stops_a_try_stands_at_the_press_and_not_at_the_end_of_the_try() -> None:
    said = answer(press("clear:fri", 44))
    assert said["event"] == 45
    assert "Friday is cleared" in said["tape"]["strings"][said["tape"]["sentences"][45]]


def test_tuesday_cleared_at_event_44_ends_with_508_and_is_counted_twice() -> None:
    made = week_after(press("clear:tue", 44))
    replayed = play_week("44:clear:tue")
    assert made == history_of("44:clear:tue")
    assert rows_by_day(replayed)[1] == 508
    assert "each_day_once" in broken_at(replayed)


def test_presses_made_while_still_looking_at_event_44_come_one_after_the_other() -> None:
    said = answer(press("write:overwrite", 44), press("clear:tue", 44), press("runs:1", 44))
    assert said["tape"]["history"]["presses"] == ["44:write:overwrite", "45:clear:tue", "46:runs:1"]
    assert (said["event"], said["set_aside"]) == (47, 0)


def test_the_weeks_between_are_told_so_that_each_press_can_be_undone_by_itself() -> None:
    said = answer(
        press("write:overwrite", 44), press("late:mon:300", 44), press("clear:tue", 50), start_over(60)
    )
    assert said["between"] == [
        history_of("44:write:overwrite").to_json() | {"event": 45},
        history_of("44:write:overwrite", "50:clear:tue").to_json() | {"event": 51},
    ]
    assert said["tape"]["history"] == history_of(write="overwrite").to_json()


def test_the_other_order_makes_the_other_week() -> None:
    said = answer(press("clear:tue", 44), press("write:overwrite", 44))
    assert said["tape"]["history"]["presses"] == ["44:clear:tue", "45:write:overwrite"]


def test_a_press_made_later_in_the_old_week_comes_at_that_event() -> None:
    made = week_after(press("runs:1", 44), press("clear:tue", 60))
    assert made == history_of("44:runs:1", "60:clear:tue")


def test_a_press_made_later_than_the_new_week_lasts_comes_at_its_end() -> None:
    """The week of 103 events is over at event 90 if its second press is set aside."""
    before = history_of("44:clear:tue")
    said = answer(press("write:overwrite", 20), press("clear:mon", 103), history=before)
    assert said["refused"] == []
    assert said["tape"]["history"]["presses"] == ["20:write:overwrite", "91:clear:mon"]


def test_a_press_after_the_week_has_ended_sets_it_going_again() -> None:
    assert week_after(press("clear:tue", 90)) == history_of("90:clear:tue")
    assert rows_by_day(play_week("90:clear:tue"))[1] == 508


# What is set aside.


def test_a_press_in_the_past_sets_the_later_ones_aside() -> None:
    before = history_of("30:runs:1", "50:clear:mon", "60:clear:tue")
    said = answer(press("write:overwrite", 44), history=before)
    assert said["tape"]["history"]["presses"] == ["30:runs:1", "44:write:overwrite"]
    assert said["set_aside"] == 2


def test_of_two_presses_the_second_made_further_back_sets_the_first_aside() -> None:
    said = answer(press("clear:tue", 60), press("clear:mon", 44))
    assert said["tape"]["history"]["presses"] == ["44:clear:mon"]
    assert (said["event"], said["set_aside"]) == (45, 1)


def test_a_press_at_the_event_just_before_another_goes_before_it() -> None:
    """Event 44 is seen before the press that is event 45."""
    said = answer(press("clear:mon", 44), history=history_of("44:clear:tue"))
    assert said["tape"]["history"]["presses"] == ["44:clear:mon"]
    assert said["set_aside"] == 1


# Start over.


def test_start_over_begins_the_same_week_with_no_presses() -> None:
    said = answer(start_over(44), history=history_of("30:clear:mon"))
    assert said["tape"]["history"] == OPENING.to_json()
    assert (said["event"], said["set_aside"]) == (0, 0)


def test_start_over_keeps_the_settings_that_stood_at_the_event_shown() -> None:
    before = history_of("30:write:overwrite", "50:date:clock", "60:runs:1")
    assert week_after(start_over(29), history=before) == OPENING
    assert week_after(start_over(31), history=before) == history_of(write="overwrite")
    assert week_after(start_over(55), history=before) == history_of(write="overwrite", date="clock")
    assert week_after(start_over(61), history=before) == history_of(write="overwrite", date="clock", runs=1)


def test_start_over_with_overwrite_gives_2012_and_every_property_holds() -> None:
    made = week_after(press("write:overwrite", 44), start_over(44))
    assert made == history_of(write="overwrite")
    assert sum(rows_by_day(play_week(write="overwrite"))) == 2_012
    assert broken_at(play_week(write="overwrite")) == {}


def test_start_over_with_monday_late_makes_it_late_from_the_beginning() -> None:
    said = answer(press("runs:1", 44), start_over(44, "late:mon:300"))
    assert said["tape"]["history"] == history_of("0:late:mon:300", runs=1).to_json()
    assert said["event"] == 0


def test_presses_after_start_over_belong_to_the_new_week_from_its_first_event() -> None:
    said = answer(start_over(44), press("write:overwrite", 44), press("runs:1", 50))
    assert said["tape"]["history"]["presses"] == ["0:write:overwrite", "1:runs:1"]
    assert (said["event"], said["set_aside"]) == (2, 0)


def test_start_over_at_an_event_that_the_new_week_does_not_reach_is_no_mistake() -> None:
    said = answer(press("runs:1", 20), start_over(103), history=history_of("44:clear:tue"))
    assert said["refused"] == []
    assert said["tape"]["history"] == history_of(runs=1).to_json()


# What is refused.


def test_a_refused_press_leaves_the_week_as_it_was_and_says_why() -> None:
    said = answer(press("late:mon:300", 44), history=history_of("30:runs:1", "60:clear:tue"))
    assert (said["tape"], said["set_aside"]) == (None, 0)
    (sentence,) = said["refused"]
    assert "has already succeeded" in sentence


def test_a_refused_press_does_not_take_the_others_with_it() -> None:
    said = answer(press("runs:1", 44), press("late:mon:300", 44), press("clear:tue", 44))
    assert said["tape"]["history"]["presses"] == ["44:runs:1", "45:clear:tue"]
    assert len(said["refused"]) == 1


def test_with_nothing_done_nothing_changes() -> None:
    assert answer() == {
        "tape": None,
        "event": 0,
        "refused": [],
        "set_aside": 0,
        "notice": "",
        "between": [],
    }


def test_the_501st_press_is_refused_and_the_500_stay() -> None:
    full = history_of(*["90:runs:3"] * MAX_PRESSES)
    said = answer(press("clear:tue", 1_000), history=full)
    assert said["tape"] is None
    assert said["refused"] == ["A week takes at most 500 presses, not 501."]


def test_a_burst_of_a_thousand_presses_plays_two_weeks_and_keeps_the_first_500(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = []

    def counting(history: History) -> tuple[Simulator, Checker]:
        begun.append(history)
        return begin(history)

    moments_of.cache_clear()
    monkeypatch.setattr("sim.replay.begin", counting)
    changes = [press(f"runs:{runs}", 44) for runs in (4, 5, 6)]
    said = answer(*[*changes, press("late:mon:5", 44)] * 250)
    assert len(begun) == 2, "the week that is pressed, and the one that is shown"
    assert len(said["tape"]["history"]["presses"]) == MAX_PRESSES
    assert set(said["refused"]) == {
        "A week takes at most 500 presses, not 501.",
        "The day's wait has already succeeded: its file has been read.",
        "That is how it is already.",  # the setting of the 500th, pressed again
    }
    assert len(said["refused"]) == 1_000 - MAX_PRESSES
    assert len(said["between"]) == MAX_PRESSES - 1


GARBLED_ACTIONS = {
    "a number": 5,
    "nothing": None,
    "a text": "press",
    "a list": ["press"],
    "an empty object": {},
    "no event": {"do": "press", "press": "clear:tue"},
    "no doing": {"at": 44, "press": "clear:tue"},
    "no press": {"at": 44, "do": "press"},
    "press null": {"at": 44, "do": "press", "press": None},
    "press a number": {"at": 44, "do": "press", "press": 5},
    "press a list": {"at": 44, "do": "start-over", "press": []},
    "another doing": {"at": 44, "do": "stop", "press": None},
    "event a text": press("clear:tue", 44) | {"at": "soon"},
    "event below 0": press("clear:tue", -1),
    "event true": press("clear:tue", 44) | {"at": True},
    "event a fraction": press("clear:tue", 44) | {"at": 44.5},
    "event too great": press("clear:tue", 1_000_001),
    "no such day": press("clear:someday", 44),
    "no such step": press("clear:tue:cook", 44),
    "no such setting": press("write:both", 44),
    "8 runs": press("runs:8", 44),
    "a day and a minute late": press("late:sat:1441", 44),
    "more than a press": press("clear:tue:load:now", 44),
    "unprintable": press("clear:\ud800\n\x00<b>", 44),
    "start over with no press at all": {"at": 44, "do": "start-over"},
    "start over with nonsense": start_over(44, "late:mon"),
}


@pytest.mark.parametrize("action", GARBLED_ACTIONS.values(), ids=GARBLED_ACTIONS)
def test_a_garbled_action_is_refused_in_one_sentence_and_changes_nothing(action: object) -> None:
    said = answer(action)
    assert said["tape"] is None
    (sentence,) = said["refused"]
    assert ONE_SENTENCE.fullmatch(sentence)


@pytest.mark.parametrize("action", GARBLED_ACTIONS.values(), ids=GARBLED_ACTIONS)
def test_a_garbled_action_does_not_hold_up_the_others(action: object) -> None:
    said = answer(press("runs:1", 44), action, press("clear:tue", 44))
    assert said["tape"]["history"]["presses"] == ["44:runs:1", "45:clear:tue"]
    assert len(said["refused"]) == 1


GARBLED_HISTORIES = {
    "not JSON": "{",
    "empty": "",
    "nested without end": "[" * 100_000,
    "a list": "[]",
    "null": "null",
    "an entry too few": json.dumps({"seed": 1}),
    "an entry too many": json.dumps(OPENING.to_json() | {"x": 1}),
    "a seed too great": json.dumps(OPENING.to_json() | {"seed": 2**32}),
    "a press without an event": json.dumps(OPENING.to_json() | {"presses": ["clear:tue"]}),
    "presses out of order": json.dumps(OPENING.to_json() | {"presses": ["9:runs:1", "8:runs:1"]}),
}


@pytest.mark.parametrize("history", GARBLED_HISTORIES.values(), ids=GARBLED_HISTORIES)
def test_a_garbled_history_raises_one_sentence(history: str) -> None:
    with pytest.raises(HistoryError) as refused:
        act(history, json.dumps([press("clear:tue", 44)]))
    assert ONE_SENTENCE.fullmatch(str(refused.value))


@pytest.mark.parametrize("actions", ["", "[", "null", "{}", '"press"', "[" * 100_000])
def test_actions_that_are_no_list_raise_one_sentence(actions: str) -> None:
    with pytest.raises(HistoryError) as refused:
        act(json.dumps(OPENING.to_json()), actions)
    assert ONE_SENTENCE.fullmatch(str(refused.value))


def test_a_press_that_the_week_never_reaches_is_said_in_one_sentence() -> None:
    said = answer(press("clear:tue", 95), history=history_of("91:clear:tue"))
    assert said["tape"] is None
    assert said["refused"] == ["The week ends at event 90; no press can be made at event 91."]


TEXTS = st.text(LETTERS, max_size=20)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
NEAR_ACTIONS = st.fixed_dictionaries(
    {},
    optional={
        "at": st.integers(-1, 120) | JSON_VALUES,
        "do": st.sampled_from(["press", "start-over"]) | JSON_VALUES,
        "press": st.sampled_from(["clear:tue", "clear:wed:load", "late:sun:5", "runs:0", "date:own"])
        | JSON_VALUES,
    },
)


@settings(derandomize=True, database=None, max_examples=60, deadline=None)
@given(actions=st.lists(NEAR_ACTIONS | JSON_VALUES, max_size=4))
def test_whatever_is_asked_the_answer_is_a_whole_week_or_none(actions: list[Any]) -> None:
    said = answer(*actions)
    for sentence in said["refused"]:
        assert ONE_SENTENCE.fullmatch(sentence), sentence
    if said["tape"] is None:
        assert len(said["refused"]) == len(actions)
    else:
        made = tape_of(History.from_json(said["tape"]["history"], JOBS))
        assert said["tape"] == json.loads(made.to_json())
        assert 0 <= said["event"] < len(made.minutes)
