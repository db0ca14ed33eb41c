"""The answers drawn ahead are Python's own, whole, and are there for all that can be pressed first."""

import json
import re
from functools import cache
from typing import Any

import pytest

from app.ahead import Question, Values, answered, file_of_answers
from app.board.tape import tape_of
from app.board.view import CHOSEN_AT_START
from app.lessons.bakery import EXPERIMENTS
from app.reel import compact
from app.replies import digest, opening_tape
from build_snapshot import ROOT
from sim.history import History
from sim.job import LoadDate, WriteMode
from sim.jobs import BAKERY, JOBS, OPENING, OPENING_EVENT
from tests.sim.weeks import history_of


@cache
def the_file() -> dict[str, Any]:
    values: dict[str, Any] = json.loads(file_of_answers())
    return values


def strings() -> list[str]:
    return [*opening_tape().strings, *the_file()["strings"]]


def told(reel: Values, texts: list[str]) -> Values:
    """A tape or a comparison with the text itself in every place."""
    lists = {
        name: [texts[place] if place >= 0 else None for place in reel[name]]
        for name in ("times", "sentences", "news")
        if name in reel
    }
    tracks = [
        [texts[number] if at % 2 else number for at, number in enumerate(track)] for track in reel["tracks"]
    ]
    return reel | lists | {"tracks": tracks}


def without(name: str, values: Values) -> Values:
    return {each: value for each, value in values.items() if each != name}


def unpacked(packed: Values) -> Values:
    """What is shown, and from which events on, of a tape or a comparison in the file."""
    return told(without("digest", packed), strings())


def as_python_says(reel: Values) -> Values:
    """The same of a tape or a comparison that Python gave."""
    return told(without("strings", reel), reel["strings"])


def questions() -> list[Question]:
    return [tuple(question) for question, _ in the_file()["answers"]]


def answer_to(*question: str) -> Values:
    (answer,) = (answer for asked, answer in the_file()["answers"] if asked == list(question))
    return dict(answer)


def acted(action: dict[str, Any], history: History = OPENING, at: int = OPENING_EVENT) -> Values:
    return answer_to("act", compact(history.to_json()), compact([{"at": at, **action}]))


@pytest.mark.parametrize("place", range(len(the_file()["answers"])))
def test_each_answer_is_the_very_one_that_python_gives(place: int) -> None:
    question, answer = the_file()["answers"][place]
    said = answered(tuple(question))
    if "tape" not in said:
        assert unpacked(answer) == as_python_says(said)
        return
    if said["tape"] is None:
        assert answer == said
        return
    assert unpacked(the_file()["tapes"][answer["tape"]]) == as_python_says(said["tape"])
    assert answer | {"tape": None} == said | {"tape": None}


def test_no_question_is_there_twice_and_no_week_and_no_text() -> None:
    assert len(set(questions())) == len(questions())
    links = [tape["link"] for tape in the_file()["tapes"]]
    assert len(set(links)) == len(links)
    assert len(set(strings())) == len(strings())


def test_each_week_carries_the_digest_of_its_whole_tape() -> None:
    for tape in the_file()["tapes"]:
        history = History.from_json(tape["history"], JOBS)
        assert tape["digest"] == tape_of(history).digest() == digest(compact(tape["history"]))


def test_every_clear_of_a_day_and_from_each_step_of_the_chosen_one_is_there() -> None:
    nothing = ["There is nothing to clear: none of it has started."]
    for day in BAKERY.days:
        answer = acted({"do": "press", "press": f"clear:{day.day_id}"})
        assert answer["refused"] == (nothing if day.day_id in ("sat", "sun") else [])
        assert answer["event"] == (0 if answer["refused"] else OPENING_EVENT + 1)
    for step in BAKERY.tasks:
        answer = acted({"do": "press", "press": f"clear:{CHOSEN_AT_START}:{step.task_id}"})
        assert answer["refused"] == (nothing if step.task_id == "check" else [])


def test_every_choice_of_the_three_selects_is_there() -> None:
    chosen = ["write:overwrite", "date:clock", *(f"runs:{runs}" for runs in (1, 2, 4, 5, 6, 7))]
    for press in chosen:
        assert acted({"do": "press", "press": press})["event"] == OPENING_EVENT + 1


@pytest.mark.parametrize("date", LoadDate)
@pytest.mark.parametrize("write", WriteMode)
def test_the_week_can_start_over_with_each_way_to_write_and_each_date(
    write: WriteMode, date: LoadDate
) -> None:
    week, at = OPENING, OPENING_EVENT
    for press in (f"write:{write.value}", f"date:{date.value}"):
        if press in ("write:append", "date:own"):
            continue
        answer = acted({"do": "press", "press": press}, week, at)
        week, at = History.from_json(the_file()["tapes"][answer["tape"]]["history"], JOBS), answer["event"]
    over = acted({"do": "start-over", "press": None}, week, at)
    assert the_file()["tapes"][over["tape"]]["history"] == history_of(write=write, date=date).to_json()


@pytest.mark.parametrize("runs", [3, 1])
def test_monday_can_be_five_hours_late_with_three_runs_at_a_time_and_with_one(runs: int) -> None:
    week, at = OPENING, OPENING_EVENT
    if runs == 1:
        answer = acted({"do": "press", "press": "runs:1"})
        week, at = history_of("44:runs:1"), answer["event"]
    late = acted({"do": "start-over", "press": "late:mon:300"}, week, at)
    assert the_file()["tapes"][late["tape"]]["history"] == history_of("0:late:mon:300", runs=runs).to_json()


def test_every_experiment_and_the_comparison_are_there() -> None:
    for name in EXPERIMENTS:
        assert answer_to("experiment", name)["look_at"]
    assert len(answer_to("twin", compact(OPENING.to_json()))["tracks"]) > 7


def test_the_file_says_five_hours_because_the_page_does() -> None:
    html = (ROOT / "index.html").read_text(encoding="utf-8")
    (hours,) = re.findall(r'data-late-hours [^>]*value="(\d+)"', html)
    assert acted({"do": "start-over", "press": f"late:mon:{int(hours) * 60}"})["event"] == 0
