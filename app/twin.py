"""One week twice: the same seed and the same presses, with loads that append and with loads that overwrite.

How loads write changes no minute and no event: chance is read when a try starts, the same number of times
whatever the switches say. Only what a load writes and how a check ends differ. So the two weeks have
one time line, and event for event it is that of the week they were made from, once its own presses on
that switch are left out.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

from app import words
from app.markup import twin_regions, twin_table
from app.replies import shown_week
from app.view import look_at_board
from sim.events import Event, Pressed
from sim.history import History
from sim.model import Week, WriteMode
from sim.presses import RecordedPress, SetWriteMode
from sim.replay import begin, play, replay


@dataclass(frozen=True, slots=True)
class Pair:
    """The two weeks after one event of the week they were made from."""

    event: Event
    append: Week
    overwrite: Week


def twin(history: str) -> str:
    """Two weeks, side by side, as JSON: {"table", "regions", "strings", "frames"}.

    ``history`` is the JSON of a tape's history. "table" is the HTML of the two boards at event 0;
    ``frames[event][r]`` is the place in ``strings`` of the HTML of ``regions[r]``, for every event of
    that tape. Raises HistoryError where ``history`` is none.
    """
    places: dict[str, int] = {}
    frames: list[list[int]] = []
    table = ""
    names: tuple[str, ...] = ()
    week = shown_week(history)
    for pair in pairs(week):
        append = look_at_board(pair.append)
        time = words.time_of_day(week.job, pair.event.minute)
        drawn = twin_regions(time, pair.event.event, append, look_at_board(pair.overwrite))
        if not table:
            table, names = twin_table(append, drawn), tuple(drawn)
        frames.append([places.setdefault(html, len(places)) for html in drawn.values()])
    return json.dumps(
        {"table": table, "regions": names, "strings": list(places), "frames": frames}, ensure_ascii=False
    )


def pairs(history: History) -> Iterator[Pair]:
    """Both weeks after each event of the week shown. At a press on how loads write, they stand still."""
    events = replay(history).events
    append, overwrite = (begin(written(history, events, mode))[0] for mode in WriteMode)
    both = zip(play(append), play(overwrite), strict=True)
    for event in events:
        if not _chooses_how_to_write(event):
            next(both)
            weeks = append.week(), overwrite.week()
        yield Pair(event, *weeks)


def written(history: History, events: tuple[Event, ...], mode: WriteMode) -> History:
    """The history with loads that write like this from first to last; ``events`` are those of its week.

    A press is an event itself. Where one is left out, those that come later were made one event earlier.
    """
    left_out = [event.event for event in events if _chooses_how_to_write(event)]
    return replace(
        history,
        settings=replace(history.settings, write_mode=mode),
        presses=tuple(
            RecordedPress(at_event - sum(number <= at_event for number in left_out), press)
            for at_event, press in history.presses
            if not isinstance(press, SetWriteMode)
        ),
    )


def _chooses_how_to_write(event: Event) -> bool:
    return isinstance(event, Pressed) and isinstance(event.press, SetWriteMode)
