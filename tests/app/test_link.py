"""A week travels as a link, as a file and by Undo, and comes back the same; from strangers, or not at all."""

import json
import re
import string
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.board.tape import tape_of
from app.link import MAX_LENGTH, link_of, read_link
from app.replies import open_link, open_week, transcript
from app.words import FILE_REFUSED, LINK_REFUSED, OLDER_RULES
from sim.history import MAX_PRESSES, History
from sim.jobs import JOBS, OPENING, OPENING_EVENT
from sim.model import SchedulerName
from sim.reading import HistoryError
from sim.replay import replay
from tests.sim.weeks import history_of

OLD = "seed=517353&write=append&date=own&runs=3"
GOOD = f"{OLD}&rules=2"

WEEKS = {
    "opening": OPENING,
    "each press": history_of(
        "44:clear:tue",
        "44:clear:wed:load",
        "45:late:sun:5",
        "46:runs:1",
        "47:write:overwrite",
        "48:date:clock",
    ),
    "other settings": history_of(seed=2**32 - 1, write="overwrite", date="clock", runs=7),
    "other failures": replace(OPENING, failure_percent=40),
}


def opened(answer: str) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(answer)
    assert set(values) == {"tape", "event", "refused", "set_aside", "notice", "between"}
    return values


def saved(history: History, event: int) -> str:
    """What the page saves of a week."""
    return json.dumps({**history.to_json(), "event": event})


# There and back.


@pytest.mark.parametrize("scheduler", [SchedulerName.RIGHT, SchedulerName.SPLITS_OVERWRITE])
@pytest.mark.parametrize("history", WEEKS.values(), ids=WEEKS)
def test_a_link_opens_the_identical_tape_at_the_event_it_names(
    history: History, scheduler: SchedulerName
) -> None:
    tape = tape_of(replace(history, scheduler=scheduler))
    answer = opened(open_link(f"{tape.link}&event=45"))
    assert answer["refused"] == []
    assert answer["event"] == 45
    assert answer["tape"] == json.loads(tape.to_json())


@pytest.mark.parametrize("scheduler", [SchedulerName.RIGHT, SchedulerName.SPLITS_OVERWRITE])
@pytest.mark.parametrize("history", WEEKS.values(), ids=WEEKS)
def test_a_saved_week_opens_as_the_identical_tape(history: History, scheduler: SchedulerName) -> None:
    history = replace(history, scheduler=scheduler)
    answer = opened(open_week(saved(history, 45)))
    assert (answer["refused"], answer["event"]) == ([], 45)
    assert answer["tape"] == json.loads(tape_of(history).to_json())


def test_a_link_is_short_and_can_be_read() -> None:
    history = history_of("44:clear:tue", "60:write:overwrite")
    assert link_of(history.to_json()) == f"{GOOD}&press=44:clear:tue&press=60:write:overwrite"


def test_the_longest_history_fits_in_a_link() -> None:
    presses = ["1000000:clear:wed:extract"] * MAX_PRESSES
    link = link_of(
        history_of(seed=2**32 - 1, write="overwrite", date="clock").to_json() | {"presses": presses}
    )
    assert len(link) < MAX_LENGTH
    assert read_link(f"{link}&event=1000000")["presses"] == presses


def test_no_link_at_all_leads_to_the_opening_week() -> None:
    answer = opened(open_link(""))
    assert (answer["tape"]["history"], answer["event"], answer["refused"]) == (
        OPENING.to_json(),
        OPENING_EVENT,
        [],
    )


def test_a_mail_program_may_have_escaped_the_colons() -> None:
    answer = opened(open_link(f"{GOOD}&press=44%3Aclear%3atue&event=45"))
    assert answer["tape"]["history"]["presses"] == ["44:clear:tue"]


@settings(derandomize=True, database=None, max_examples=100, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    write=st.sampled_from(["append", "overwrite"]),
    date=st.sampled_from(["own", "clock"]),
    runs=st.integers(1, 7),
    ats=st.lists(st.integers(0, 1_000), max_size=5),
)
def test_a_link_says_what_a_history_says(seed: int, write: str, date: str, runs: int, ats: list[int]) -> None:
    history = history_of(
        *[f"{at}:clear:fri:load" for at in sorted(ats)], seed=seed, write=write, date=date, runs=runs
    )
    entries = read_link(f"{link_of(history.to_json())}&event=0")
    assert entries.pop("event") == "0"
    assert History.from_json(entries, JOBS) == history


# Older rules.


@pytest.mark.parametrize("scheduler", ["", "&scheduler=splits-overwrite"])
def test_a_link_of_older_rules_opens_and_says_that_later_events_may_have_moved(scheduler: str) -> None:
    old = opened(open_link(f"{OLD}{scheduler}&press=44:clear:tue&event=45"))
    assert (old["notice"], old["refused"]) == (OLDER_RULES, [])
    new = opened(open_link(f"{GOOD}{scheduler}&press=44:clear:tue&event=45"))
    assert new["notice"] == ""
    assert (new["tape"], new["event"]) == (old["tape"], old["event"])


def test_a_file_of_older_rules_opens_and_says_so_too() -> None:
    values = OPENING.to_json() | {"event": 44}
    del values["rules"]
    assert opened(open_week(json.dumps(values)))["notice"] == OLDER_RULES
    assert opened(open_week(json.dumps(values | {"rules": 2})))["notice"] == ""


def test_what_an_older_week_did_after_todays_end_of_it_is_done_at_the_end() -> None:
    old = opened(open_link(f"{OLD}&press=44:runs:5&press=200:clear:tue&press=201:clear:mon&event=500"))
    assert old["refused"] == []
    ends = len(replay(history_of("44:runs:5")).events) - 1
    ends_again = len(replay(history_of("44:runs:5", f"{ends}:clear:tue")).events) - 1
    assert old["tape"]["history"]["presses"] == ["44:runs:5", f"{ends}:clear:tue", f"{ends_again}:clear:mon"]
    assert old["event"] == len(old["tape"]["minutes"]) - 1
    again = opened(open_link(f"{old['tape']['link']}&event={old['event']}"))
    assert (again["tape"], again["notice"]) == (old["tape"], "")


def test_what_is_wrong_with_an_older_link_is_refused_as_ever() -> None:
    for wrong in ("seed=x", "press=44:clear", "press=45:runs:1&press=44:runs:2", "runs=0"):
        answer = opened(open_link(f"{OLD}&{wrong}&event=45"))
        assert answer["refused"], wrong


# Links from strangers.


def instead(**entries: str) -> str:
    """A link that is right but for these entries."""
    right = {"seed": "517353", "write": "append", "date": "own", "runs": "3", "rules": "2", "event": "45"}
    return "&".join(f"{name}={value}" for name, value in (right | entries).items())


BAD_NUMBERS = ["", "-1", "+1", "1.5", "1e3", "0x10", "1_000", "NaN", "Infinity", "true", "null", "9" * 400]
SCRIPTS = [
    "<script>alert(1)</script>",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "javascript:alert(1)",
    '"><img src=x onerror=alert(1)>',
    "{{7*7}}",
    "${alert(1)}",
    "'; DROP TABLE report; --",
    "__proto__=1",
    "constructor=1",
    "../../etc/passwd",
    "data:text/html,x",
    "&#60;b&#62;",
]
OTHER_ALPHABETS = [
    "\u0661\u0662",
    "\u096a",
    "\uff15",
    "\u4e94",
    "\u0431\u0443\u043b\u043a\u0430",
    "\U0001f35e",
    "\u202e123",
    "e\u0301",
]
NULLS = ["\x00", "%00", "5\x00", "\\0", "\ud800", "\n", "\t5", "5 "]
# Hypothesis makes texts of these. Before it makes one of all of Unicode it lists that, which takes seconds.
LETTERS = "".join(sorted({*string.printable, *"".join((*OTHER_ALPHABETS, *NULLS)), *"\u2028\ufeff\x7f\xe9"}))
NO_ENTRIES = [
    "&",
    "=",
    "==",
    "&&&",
    "event",
    "event=45",
    "week",
    "?",
    "#",
    "%",
    "%zz",
    GOOD,
    f"{GOOD}&event",
    f"{GOOD}&event=45&",
    f"&{GOOD}&event=45",
    f"{GOOD}&event=45&event=46",
    f"{GOOD}&seed=1&event=45",
    f"{GOOD}&event=45&colour=red",
    f"{GOOD}&event=45&presses=44:clear:tue",
    f"{GOOD}&event=45&press",
    f"{GOOD};event=45",
    instead(event="91"),
    instead(event="1000001"),
    instead(seed="4294967296"),
    instead(runs="0"),
    instead(runs="8"),
    instead(write="Append"),
    instead(write="mixed"),
    instead(date="today"),
    instead(failures="101"),
    instead(failures="few"),
    instead(rules="0"),
    instead(rules="3"),
    instead(rules="new"),
    instead(scheduler="broken"),
    instead(scheduler=""),
    instead(press=""),
    instead(press="clear:tue"),
    instead(press="91:clear:tue"),
    instead(press="44:clear"),
    instead(press="44:clear:someday"),
    instead(press="44:clear:tue:cook"),
    instead(press="44:late:sun:0"),
    instead(press="44:late:sun:1441"),
    instead(press="44:runs:99"),
    instead(press="44:write:both"),
    instead(press="44:stop"),
    instead() + "&press=45:clear:tue&press=44:clear:mon",
    instead() + "&press=90:runs:3" * (MAX_PRESSES + 1),
    "x" * (MAX_LENGTH + 1),
    "&" * MAX_LENGTH,
    "press=" * 8_000,
    GOOD + "&event=45" + "&press=44:clear:tue" * 3_000,
]
HOSTILE_LINKS = [
    *NO_ENTRIES,
    *(instead(event=value) for value in (*BAD_NUMBERS, *OTHER_ALPHABETS, *NULLS)),
    *(instead(seed=value) for value in (*BAD_NUMBERS, *SCRIPTS)),
    *(instead(press=value) for value in (*SCRIPTS, *OTHER_ALPHABETS)),
    *SCRIPTS,
    *NULLS,
]
REFUSAL = re.compile(re.escape(LINK_REFUSED) + r" [A-Z][ -~\u2026]*\.")


def test_there_are_more_than_a_hundred_hostile_links_and_no_two_are_the_same() -> None:
    assert len(set(HOSTILE_LINKS)) == len(HOSTILE_LINKS) > 100


@pytest.mark.parametrize("link", HOSTILE_LINKS, ids=range(len(HOSTILE_LINKS)))
def test_a_hostile_link_opens_the_opening_week_and_says_in_a_sentence_what_is_wrong(link: str) -> None:
    answer = opened(open_link(link))
    assert (answer["tape"]["history"], answer["event"]) == (OPENING.to_json(), OPENING_EVENT)
    (sentence,) = answer["refused"]
    assert REFUSAL.fullmatch(sentence), sentence
    assert len(sentence) < 300


def test_what_is_wrong_is_named() -> None:
    def why(link: str) -> str:
        return str(opened(open_link(link))["refused"][0]).removeprefix(f"{LINK_REFUSED} ")

    assert why(instead(seed="-1")) == "A seed is a whole number from 0 to 4294967295, not '-1'."
    assert why(instead(event="91")) == "The week ends at event 90; there is no event 91."
    assert why(GOOD) == "It does not say event; perhaps its end was cut off."
    assert why(f"{GOOD}&seed=1") == "It says seed twice."
    assert why(instead(colour="red")) == "It says 'colour=red', which means nothing in a link."
    assert why("x" * (MAX_LENGTH + 1)) == "It is longer than 50,000 letters, and no week needs so many."
    assert why("<b>") == "A link is made of letters, digits and the signs = & : - _ alone."


@settings(derandomize=True, database=None, max_examples=120, deadline=None)
@given(st.text(LETTERS, max_size=60))
def test_whatever_a_link_says_it_is_read_or_refused(link: str) -> None:
    try:
        read_link(link)
    except HistoryError as error:
        assert "\n" not in str(error)


# Files from strangers.

WHOLE = OPENING.to_json() | {"event": 44}
HOSTILE_FILES = {
    "empty": "",
    "no JSON": "seed=1",
    "half of it": json.dumps(WHOLE)[:-1],
    "nested without end": "[" * 40_000,
    "a list": "[]",
    "null": "null",
    "a number without end": "9" * 40_000,
    "no event": json.dumps(OPENING.to_json()),
    "an event too far": json.dumps(WHOLE | {"event": 91}),
    "an event that is a list": json.dumps(WHOLE | {"event": [44]}),
    "an event without end": json.dumps(WHOLE).replace("44}", "1e999}"),
    "an entry too many": json.dumps(WHOLE | {"__proto__": {}}),
    "presses that are text": json.dumps(WHOLE | {"presses": "44:clear:tue"}),
    "a press that is a number": json.dumps(WHOLE | {"presses": [44]}),
    "a scheduler that is a list": json.dumps(WHOLE | {"scheduler": []}),
    "a scheduler nobody knows": json.dumps(WHOLE | {"scheduler": "<b>"}),
    "too long": json.dumps(WHOLE) + " " * MAX_LENGTH,
    "unprintable": json.dumps(WHOLE | {"write": "\x00\ud800<script>"}),
}


@pytest.mark.parametrize("text", HOSTILE_FILES.values(), ids=HOSTILE_FILES)
def test_a_hostile_file_changes_nothing_and_is_refused_in_a_sentence(text: str) -> None:
    answer = opened(open_week(text))
    assert answer["tape"] is None
    (sentence,) = answer["refused"]
    assert re.fullmatch(re.escape(FILE_REFUSED) + r" [A-Z][ -~]*\.", sentence), sentence


# As text.


def test_the_text_of_a_week_is_its_board_and_every_event_of_it() -> None:
    lines = transcript(saved(history_of("44:clear:tue"), 45)).splitlines()
    assert any("508" in line and line.startswith("tue") for line in lines)
    assert sum("press=clear:tue" in line for line in lines) == 1
    assert len(tape_of(history_of("44:clear:tue")).minutes) == sum(
        re.match(r" *\d+  \d\d:\d\d  ", line) is not None for line in lines
    )
