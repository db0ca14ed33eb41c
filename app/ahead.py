"""The first answers, drawn ahead: all that can be pressed on the opening week, and what Python says to it.

The build asks Python each question that the page can begin with and writes the answers into one file, which
comes long before Python does. static/ahead.js reads it.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, permutations, product
from typing import Any, TypedDict

from app.board.markup import board_row
from app.board.view import CHOSEN_AT_START, Controls, DayRow, look_at_day, selects
from app.lessons.bakery import EXPERIMENTS
from app.played import moments_of
from app.reel import compact
from app.replies import act, digest, experiment, opening_tape, twin
from app.story.story import story_of
from sim.jobs import OPENING, OPENING_EVENT

LATE_MIN = 5 * 60  # what the field beside "Make it late" holds when the page opens

# A question as the page asks it: the name of a function of app/worker.py and its texts.
Question = tuple[str, ...]

# What Python answered, or a tape in it, read back from JSON. Any, because which entries there are depends on
# the question: an answer, a tape and a comparison go the same way.
Values = dict[str, Any]


class Action(TypedDict):
    """What the reader may do, as ``act`` takes it, without the event that was seen then."""

    do: str
    press: str | None


ANSWERED_BY: dict[str, Callable[..., str]] = {"act": act, "experiment": experiment, "twin": twin}
LISTS_OF_INDEXES = ("times", "sentences", "news")


def file_of_answers() -> str:
    """The file, as one line of JSON.

    {"strings": texts, which follow those of the opening tape in the page; "tapes": each week once, packed,
    with its "digest"; "answers": a list of [question, answer]}, where an answer has the index of its tape
    in "tapes" instead of the tape, or is packed itself if it is the comparison. What is packed has no strings
    of its own: all its indexes are those in the opening tape's strings and "strings".
    """
    indexes = {text: index for index, text in enumerate(opening_tape().strings)}
    known = len(indexes)
    tapes: list[Values] = []
    links: dict[str, int] = {}
    answers: list[tuple[Question, Values]] = []
    for question, answer in first_answers():
        if "tape" not in answer:
            answers.append((question, packed(answer, indexes)))
            continue
        if (tape := answer["tape"]) is None:  # refused
            answers.append((question, answer))
            continue
        if tape["link"] not in links:
            links[tape["link"]] = len(tapes)
            tapes.append(packed(tape, indexes) | {"digest": digest(compact(tape["history"]))})
        answers.append((question, answer | {"tape": links[tape["link"]]}))
    return compact({"strings": list(indexes)[known:], "tapes": tapes, "answers": answers})


def first_answers() -> Iterator[tuple[Question, Values]]:
    """Each question that can come first, with Python's own answer, and some that can come next."""
    opening = opening_tape().history
    answers: dict[Question, Values] = {}
    for walk in walks():
        history, event = opening, OPENING_EVENT
        for action in walk:
            question: Question = ("act", compact(history), compact([{"at": event, **action}]))
            if question not in answers:  # walks begin alike
                answers[question] = answered(question)
            if (tape := answers[question]["tape"]) is not None:
                history, event = tape["history"], answers[question]["event"]
    yield from answers.items()
    others: list[Question] = [("experiment", name) for name in EXPERIMENTS]
    for question in (*others, ("twin", compact(opening))):
        yield question, answered(question)


def walks() -> Iterator[Sequence[Action]]:
    """What can be done to the week as the page opens, and what is likely to be done after that."""
    days = opening_days()
    late = started_over(f"late:{days[0].day}:{LATE_MIN}")
    story = story_of(OPENING, CHOSEN_AT_START)
    pictures = (*map(board_row, days), *story.html(OPENING_EVENT).values())
    clears = re.findall(r'data-press="([^"]+)"', "".join(pictures))
    settings = [
        [
            pressed(f"{setting.name}:{choice.value}")
            for choice in setting.choices
            if choice.value != setting.value
        ]
        for setting in selects(Controls(OPENING.settings, len(OPENING.job.days)))
    ]
    writes, dates, runs = settings
    yield from ([action] for action in (started_over(), late, *map(pressed, clears), *chain(*settings)))
    yield from ([action, started_over()] for action in (*writes, *dates))
    yield from (
        [*both, started_over()]
        for one, other in product(writes, dates)
        for both in permutations((one, other))
    )
    yield from ([action, late] for action in runs[:1])  # one run at a time


def opening_days() -> tuple[DayRow, ...]:
    """The rows of the board as the page opens."""
    week = moments_of(OPENING)[OPENING_EVENT].week
    return tuple(look_at_day(week, day) for day in range(len(week.runs)))


def pressed(press: str) -> Action:
    return {"do": "press", "press": press}


def started_over(press: str | None = None) -> Action:
    return {"do": "start-over", "press": press}


def answered(question: Question) -> Values:
    name, *texts = question
    answer: Values = json.loads(ANSWERED_BY[name](*texts))
    return answer


def packed(reel: Values, indexes: dict[str, int]) -> Values:
    """A tape or a comparison without its texts, which are given indexes among all texts."""
    strings = reel["strings"]

    def indexed(index: int) -> int:
        return index if index < 0 else indexes.setdefault(strings[index], len(indexes))

    tracks = [
        [number if at % 2 == 0 else indexed(number) for at, number in enumerate(track)]
        for track in reel["tracks"]
    ]
    lists = {name: [indexed(index) for index in reel[name]] for name in LISTS_OF_INDEXES if name in reel}
    return {name: value for name, value in reel.items() if name != "strings"} | lists | {"tracks": tracks}
