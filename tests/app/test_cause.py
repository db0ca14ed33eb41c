"""What led to a broken property: the failure or the press before it, as far as that is certain."""

import pytest

from app.board.cause import Cause, Causes
from sim.history import History
from sim.jobs import OPENING
from sim.replay import moments
from sim.witness.findings import Property
from tests.app.views import last_moment, look
from tests.sim.weeks import history_of


def causes_of(history: History) -> dict[Property, Cause]:
    causes = Causes(history)
    for event, _, broken in moments(history):
        causes.see(event, broken)
    return causes.found


@pytest.mark.parametrize(
    ("history", "minute", "expected"),
    [
        (OPENING, 41, "96 are left from the try that failed at event 44."),
        (history_of("36:clear:tue"), 48, "254 stayed when it was cleared at event 37."),
        (history_of("36:clear:tue:load"), 31, "254 stayed when it was cleared at event 37."),
        (history_of("43:clear:wed"), 47, "82 are left from the try that was stopped at event 45."),
        (history_of(date="clock"), 16, "Loads write to the clock\u2019s day from the start."),
        (history_of("20:date:clock"), 18, "Loads write to the clock\u2019s day since event 21."),
        (
            history_of("20:date:clock", write="overwrite"),
            18,
            "Loads write to the clock\u2019s day since event 21.",
        ),
    ],
)
def test_a_day_counted_twice_names_the_failure_or_the_press_that_led_there(
    history: History, minute: int, expected: str
) -> None:
    assert causes_of(history)[Property.EACH_DAY_ONCE] == Cause(minute, expected)


def test_a_switch_made_after_the_try_began_is_not_what_led_there() -> None:
    """Tuesday's load began at event 22, to its own day; the switch back is what comes after."""
    there_and_back = history_of("20:date:clock", "25:date:own")
    assert causes_of(there_and_back)[Property.EACH_DAY_ONCE].words == (
        "Loads write to the clock\u2019s day since event 21."
    )


def test_a_broken_scheduler_is_named_as_what_it_is() -> None:
    ignores = causes_of(history_of(write="overwrite", scheduler="ignores-upstream"))
    assert ignores[Property.STEPS_IN_ORDER] == Cause(0, "This scheduler is broken on purpose.")
    splits = causes_of(history_of("36:clear:tue", write="overwrite", scheduler="splits-overwrite"))
    assert splits[Property.EACH_DAY_ONCE].words == (
        "The load deletes the day when it starts, not when it ends."
    )


def test_nothing_is_found_while_every_property_holds() -> None:
    assert causes_of(history_of(write="overwrite")) == {}


def test_the_board_tells_the_day_the_minute_the_figures_and_the_cause() -> None:
    view = look(last_moment(OPENING), causes=causes_of(OPENING))
    assert view.whole.properties.judgements[2].figures == (
        "Wednesday, 06:41: the report holds 275 rows, the source 179. "
        "96 are left from the try that failed at event 44."
    )
