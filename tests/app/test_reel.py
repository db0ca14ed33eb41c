"""A reel holds of each region what it shows, from each event at which that is new; any event can be shown."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from app.board.tape import tape_of
from app.played import WEEKS_KEPT, moments_of
from app.reel import Drawing, Reel
from app.story.story import story_of
from app.twin.twin import twin_of
from sim.jobs import OPENING
from tests.sim.weeks import WHOLESALER, history_of

PICTURES = st.lists(
    st.fixed_dictionaries({"board": st.sampled_from("ab"), "story": st.sampled_from("bcd")}), min_size=1
)


def drawn(pictures: list[dict[str, str]]) -> Reel:
    drawing = Drawing()
    for event, regions in enumerate(pictures):
        drawing.draw(event, regions)
    return Reel(*drawing.drawn())


@given(PICTURES)
def test_every_picture_comes_back_whatever_it_shared_with_others(pictures: list[dict[str, str]]) -> None:
    reel = drawn(pictures)
    assert [reel.html(event) for event in range(len(pictures))] == pictures


@given(PICTURES)
def test_a_region_costs_one_entry_for_each_change_and_a_text_is_stored_once(
    pictures: list[dict[str, str]],
) -> None:
    reel = drawn(pictures)
    changes = sum(
        before[name] != after[name] for before, after in pairwise(pictures) for name in ("board", "story")
    )
    assert sum(len(track) // 2 for track in reel.tracks) == 2 + changes
    assert len(set(reel.strings)) == len(reel.strings)


def test_a_region_that_is_not_drawn_at_an_event_shows_what_it_showed() -> None:
    drawing = Drawing()
    drawing.draw(0, {"board": "a", "story": "b"})
    drawing.draw(3, {"story": "c"})
    reel = Reel(*drawing.drawn())
    assert [reel.html(event) for event in (0, 2, 3, 9)] == [
        {"board": "a", "story": "b"},
        {"board": "a", "story": "b"},
        {"board": "a", "story": "c"},
        {"board": "a", "story": "c"},
    ]


def test_a_week_asked_for_again_is_not_played_again_and_only_so_many_are_kept() -> None:
    moments_of.cache_clear()
    tape_of(OPENING)
    story_of(OPENING, "wed")
    story_of(OPENING, "tue")
    assert (moments_of.cache_info().misses, moments_of.cache_info().hits) == (1, 2)
    for seed in range(2 * WEEKS_KEPT):
        tape_of(replace(OPENING, seed=seed))
    assert moments_of.cache_info().currsize == WEEKS_KEPT


def test_tape_story_and_comparison_of_a_press_play_two_weeks() -> None:
    """The week as it is, and the same with overwrite: with append it is the week itself."""
    moments_of.cache_clear()
    pressed = history_of("44:clear:tue")
    tape_of(pressed)
    story_of(pressed, "wed")
    twin_of(pressed)
    assert moments_of.cache_info().misses == 2


def test_forgetting_the_weeks_played_changes_no_answer() -> None:
    pressed = history_of("44:clear:tue")
    kept = tape_of(pressed), story_of(pressed, "wed"), twin_of(pressed)
    moments_of.cache_clear()
    assert (tape_of(pressed), story_of(pressed, "wed"), twin_of(pressed)) == kept


def test_the_tape_of_eleven_steps_by_27_days_is_at_most_350_kilobytes() -> None:
    assert len(tape_of(history_of(job=WHOLESALER)).to_json().encode()) <= 350_000


def test_a_reel_travels_as_one_line_of_json() -> None:
    reel = drawn([{"board": "a"}, {"board": "b"}])
    assert reel.to_json() == '{"regions":["board"],"strings":["a","b"],"tracks":[[0,0,1,1]]}'
