"""A week played moment by moment, and going on from one of its events with one press more."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.events import Event, Pressed
from sim.history import History
from sim.job import LoadDate, Settings, WriteMode
from sim.jobs import BAKERY, OPENING
from sim.model import Refusal
from sim.presses import (
    Clear,
    MakeLate,
    Press,
    RecordedPress,
    SetLoadDate,
    SetMaxActiveRuns,
    SetWriteMode,
    read_recorded_press,
)
from sim.reading import HistoryError
from sim.replay import Moment, Playing, as_far_as_it_goes, begin, moments, play, replay
from tests.sim.weeks import MON, SUN, TUE, WED, WHOLESALER, history_of, in_words


def went_on(history: History, event: int, press: Press) -> History:
    """The history with one more press, made at an event."""
    playing = Playing(history)
    playing.go_to(event)
    playing.press(press)
    return playing.history


def pressed_live(history: History, at_event: int, press: Press) -> tuple[Event, ...]:
    """The events of a week that is pressed while it plays; nothing else is pressed from then on."""
    simulator, _ = begin(history)
    events: list[Event] = []
    for event in play(simulator):
        events.append(event)
        if event.event == at_event:
            break
    simulator.waiting_presses.clear()
    simulator.press(press)
    return (*events, *play(simulator))


def presses_taken(history: History) -> list[Pressed]:
    """The presses of a week as they take effect."""
    return [event for event in replay(history).events if isinstance(event, Pressed)]


# Moment by moment.


@pytest.mark.parametrize(
    "history",
    [
        OPENING,
        history_of("10:date:clock", "20:clear:wed", "20:late:mon:60", "44:runs:5", "64:write:overwrite"),
        history_of("36:clear:tue", write="overwrite", scheduler="splits-overwrite"),
        history_of(date="clock", runs=7, scheduler="overfills-warehouse"),  # two break, one after the other
        replace(OPENING, failure_percent=60),
    ],
    ids=lambda history: history.to_options(),
)
def test_every_moment_is_the_week_played_up_to_its_event(history: History) -> None:
    seen = tuple(moments(history))
    assert [moment.event for moment in seen] == list(replay(history).events)
    for event, moment in enumerate(seen):
        part = replay(history, until=event)
        assert moment == Moment(part.events[-1], part.week, part.checker.broken)


def test_a_property_that_breaks_is_broken_from_that_moment_on() -> None:
    seen = tuple(moments(OPENING))
    assert [len(moment.broken) for moment in seen] == [0] * 55 + [1] * 36
    assert all(violation.event == 55 for moment in seen for violation in moment.broken.values())


def test_the_moments_of_a_week_that_does_not_reach_a_presss_event_come_before_it_is_refused() -> None:
    seen = moments(history_of("91:clear:tue"))
    assert [next(seen).event for _ in range(91)] == list(replay(OPENING).events)
    with pytest.raises(
        HistoryError, match=r"^The week ends at event 90; no press can be made at event 91\.$"
    ):
        next(seen)


def test_the_settings_are_those_that_hold_at_the_event() -> None:
    seen = tuple(moments(history_of("10:date:clock", "44:runs:5")))
    own, clock = OPENING.settings, Settings(load_date=LoadDate.CLOCK)
    assert [seen[event].week.settings for event in (10, 11, 44, 45)] == [
        own,
        clock,
        clock,
        replace(clock, max_active_runs=5),
    ]


# Going on with one press more.


def test_going_on_adds_a_press_after_the_event_looked_at() -> None:
    assert went_on(OPENING, 44, Clear(TUE)) == history_of("44:clear:tue")


def test_going_on_keeps_presses_that_took_effect_and_sets_later_ones_aside() -> None:
    history = history_of("10:runs:5", "44:clear:tue", "70:write:overwrite")
    # Event 45 is the press itself: by then it has taken effect.
    assert went_on(history, 45, Clear(MON)) == history_of("10:runs:5", "44:clear:tue", "45:clear:mon")
    assert went_on(history, 30, Clear(MON)) == history_of("10:runs:5", "30:clear:mon")
    assert went_on(history, 5, Clear(MON)) == history_of("5:clear:mon")


def test_going_on_from_the_event_a_press_was_made_at_goes_another_way() -> None:
    # At event 44 the press of event 45 is not to be seen yet.
    assert went_on(history_of("44:clear:tue"), 44, Clear(MON)) == history_of("44:clear:mon")


def test_going_on_leaves_what_was_seen_as_it_was() -> None:
    history = history_of("10:runs:5", "44:clear:tue", "70:write:overwrite")
    for event in (0, 9, 10, 11, 44, 45, 70, 71, 80):
        after = replay(went_on(history, event, Clear(MON)))
        assert after.events[: event + 1] == replay(history).events[: event + 1]
        # A press that killed a try is followed first by the end of that try.
        killed = int(event == 45)
        assert in_words(after.events[event + 1 + killed]).endswith("press clear:mon")


def test_going_on_keeps_the_seed_and_the_settings_the_week_began_with() -> None:
    history = history_of("10:write:overwrite", seed=7, date="clock", runs=2)
    after = went_on(history, 30, Clear(MON))
    assert (after.seed, after.settings) == (7, history.settings)


def test_every_press_that_was_added_takes_effect_right_after_the_event_it_was_made_at() -> None:
    history = OPENING
    for number, event in enumerate((44, 46, 60, 60), start=1):
        history = went_on(history, event, Clear(TUE))
        # At event 60 for the second time the press of event 61 is not to be seen yet.
        assert len(history.presses) == min(number, 3)
        assert [(each.event, each.press) for each in presses_taken(history)] == [
            (at_event + 1, press) for at_event, press in history.presses
        ]


def test_a_press_that_is_refused_is_kept_and_taken_once_its_day_has_started_over() -> None:
    late = MakeLate(MON, 60)
    refused = went_on(OPENING, 44, late)
    assert refused == history_of("44:late:mon:60")
    assert [each.refused for each in presses_taken(refused)] == [Refusal.FILE_WAS_READ]
    over_again = went_on(went_on(refused, 45, Clear(MON)), 46, late)
    assert over_again == history_of("44:late:mon:60", "45:clear:mon", "46:late:mon:60")
    assert [each.refused for each in presses_taken(over_again)] == [Refusal.FILE_WAS_READ, None, None]


@given(
    steps=st.lists(
        st.tuples(
            st.integers(0, 120),
            st.sampled_from([Clear(TUE), Clear(WED, 3), SetMaxActiveRuns(1), MakeLate(WED, 30)]),
        ),
        max_size=8,
    )
)
def test_many_presses_give_the_week_that_is_pressed_while_it_plays_on_one_week_in_play_or_on_many(
    steps: list[tuple[int, Press]],
) -> None:
    together, one_by_one = Playing(OPENING), OPENING
    for event, press in steps:
        events = pressed_live(one_by_one, event, press)
        one_by_one = went_on(one_by_one, event, press)
        together.go_to(event)
        together.press(press)
        assert together.history == one_by_one
        assert replay(one_by_one).events == events


def test_a_press_is_added_to_a_week_of_any_job() -> None:
    history = history_of("30:clear:d2:join", "50:runs:9", job=WHOLESALER)
    assert went_on(history, 50, Clear(26)) == history_of("30:clear:d2:join", "50:clear:d27", job=WHOLESALER)


# A week in play, to which presses are added one after another.


def test_going_to_where_a_week_stands_goes_nowhere() -> None:
    playing = Playing(OPENING)
    for _ in range(2):
        playing.go_to(44)
        assert playing.event == 44


def test_a_week_stands_at_its_end_where_it_has_no_such_event() -> None:
    for event in (90, 91, 5_000):
        playing = Playing(OPENING)
        playing.go_to(event)
        assert playing.event == 90
        playing.press(Clear(TUE))
        assert playing.history == history_of("90:clear:tue")


def test_a_501st_press_is_refused_and_changes_nothing_but_one_that_replaces_another_is_taken() -> None:
    full = replace(
        OPENING, presses=tuple(read_recorded_press(f"{event}:runs:3", BAKERY) for event in range(500))
    )
    playing = Playing(full)
    playing.go_to(500)
    with pytest.raises(HistoryError, match="at most 500 presses, not 501"):
        playing.press(Clear(TUE))
    assert (playing.history, playing.event) == (full, 500)
    playing.go_to(499)
    playing.press(Clear(TUE))
    assert playing.history.presses == (*full.presses[:499], RecordedPress(499, Clear(TUE)))


def test_a_press_takes_effect_at_the_event_that_the_replayed_week_has_it_at() -> None:
    playing = Playing(OPENING)
    for event in (44, 44, 46, 60, 60):
        playing.go_to(event)
        pressed = playing.press(Clear(TUE))
        assert replay(playing.history).events[pressed.event] == pressed
        assert playing.event == pressed.event


def test_what_would_be_refused_is_known_before_it_is_pressed() -> None:
    playing = Playing(OPENING)
    playing.go_to(44)
    late = MakeLate(MON, 60)
    assert playing.refusal(late) is Refusal.FILE_WAS_READ
    assert playing.refusal(late) == playing.press(late).refused
    assert playing.refusal(Clear(MON)) is None
    playing.press(Clear(MON))
    assert playing.refusal(late) is None
    assert playing.press(late).refused is None


ANY_PRESS = st.one_of(
    st.builds(Clear, st.integers(0, 6), st.one_of(st.none(), st.integers(0, 4))),
    st.builds(MakeLate, st.integers(0, 6), st.sampled_from([5, 30, 60])),
    st.builds(SetMaxActiveRuns, st.integers(1, 4)),
    st.builds(SetWriteMode, st.sampled_from(WriteMode)),
    st.builds(SetLoadDate, st.sampled_from(LoadDate)),
)


@given(
    before=st.lists(st.tuples(st.integers(0, 90), ANY_PRESS), max_size=3),
    event=st.integers(0, 90),
    press=ANY_PRESS,
)
def test_a_press_that_would_leave_all_as_it_is_changes_no_event_that_follows(
    before: list[tuple[int, Press]], event: int, press: Press
) -> None:
    playing = Playing(OPENING)
    for at_event, each in before:
        playing.go_to(at_event)
        playing.press(each)
    playing.go_to(event)
    refusal = playing.refusal(press)
    stood_at, history = playing.event, playing.history
    unchanged = replay(replace(history, presses=tuple(p for p in history.presses if p.at_event < stood_at)))
    made = playing.press(press)
    changed = replay(playing.history)
    if refusal is Refusal.FILE_WAS_READ:
        assert made.refused is refusal
    elif refusal is not None:
        assert made.refused is None
        rest = unchanged.events[stood_at + 1 :]
        assert [each[1:] for each in changed.events[made.event + 1 :]] == [each[1:] for each in rest]


@pytest.mark.parametrize(
    ("press", "at_event", "refusal"),
    [
        (Clear(SUN), 44, Refusal.NOTHING_STARTED),
        (Clear(WED, 4), 44, Refusal.NOTHING_STARTED),
        (Clear(WED), 3, None),  # its run has a place, which it would give back
        (Clear(WED, 0), 3, Refusal.NOTHING_STARTED),
        (SetMaxActiveRuns(3), 44, Refusal.AS_IT_IS),
        (SetWriteMode(WriteMode.APPEND), 44, Refusal.AS_IT_IS),
        (SetLoadDate(LoadDate.OWN), 44, Refusal.AS_IT_IS),
        (MakeLate(SUN, 5), 44, None),
        (MakeLate(MON, 5), 44, Refusal.FILE_WAS_READ),
    ],
)
def test_a_press_of_which_nothing_comes_is_known_beforehand(
    press: Press, at_event: int, refusal: Refusal | None
) -> None:
    playing = Playing(OPENING)
    playing.go_to(at_event)
    assert playing.refusal(press) is refusal


@pytest.mark.parametrize("twice", [Clear(TUE), Clear(WED, 2), MakeLate(SUN, 60), SetMaxActiveRuns(5)])
def test_the_second_of_two_equal_presses_changes_nothing(twice: Press) -> None:
    playing = Playing(OPENING)
    playing.go_to(44)
    assert playing.refusal(twice) is None
    playing.press(twice)
    assert playing.refusal(twice) in (Refusal.NOTHING_STARTED, Refusal.AS_IT_IS)


def test_the_settings_of_a_week_in_play_are_those_that_hold_where_it_stands() -> None:
    playing = Playing(history_of("10:date:clock", "44:runs:5"))
    found = []
    for event in (10, 11, 44, 45, 11):
        playing.go_to(event)
        found.append(playing.settings)
    own, clock = OPENING.settings, Settings(load_date=LoadDate.CLOCK)
    assert found == [own, clock, clock, replace(clock, max_active_runs=5), clock]


# A history of older rules.


def test_a_history_that_todays_week_still_reaches_stays_as_it_is() -> None:
    for history in (OPENING, history_of("44:clear:tue", "45:runs:5"), history_of("90:clear:tue")):
        assert as_far_as_it_goes(history) == (history, len(replay(history).events) - 1)


def test_a_press_at_an_event_that_is_no_more_is_made_when_nothing_more_would_happen() -> None:
    history, last = as_far_as_it_goes(history_of("44:runs:5", "91:clear:tue", "5000:clear:mon"))
    ends = len(replay(history_of("44:runs:5")).events) - 1
    ends_again = len(replay(history_of("44:runs:5", f"{ends}:clear:tue")).events) - 1
    assert history == history_of("44:runs:5", f"{ends}:clear:tue", f"{ends_again}:clear:mon")
    assert last == len(replay(history).events) - 1


def test_presses_made_after_the_end_that_start_nothing_follow_one_another() -> None:
    history, last = as_far_as_it_goes(history_of("95:runs:5", "95:runs:4", "99:write:overwrite"))
    assert history == history_of("90:runs:5", "91:runs:4", "92:write:overwrite")
    assert last == 93
