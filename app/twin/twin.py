"""One week twice: the same seed and the same presses, with loads that append and with loads that overwrite.

How loads write changes no minute and no event: chance is read when a try starts, the same number of times
whatever the switches say. Only what a load writes and how a check ends differ. So the two weeks have
one time line, and event for event it is that of the week they were made from, once its own presses on
that switch are left out.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from app import words
from app.board.view import DateRow, Eye, look_at_other_dates, look_at_total
from app.played import moments_of
from app.reel import Drawing, Reel
from app.twin.markup import twin_day_regions, twin_mark, twin_sentence, twin_table, twin_whole_regions
from sim.events import Event, Pressed
from sim.history import History
from sim.job import WriteMode
from sim.presses import RecordedPress, SetWriteMode
from sim.replay import Moment


@dataclass(frozen=True, slots=True)
class Twin(Reel):
    """A reel of both weeks. ``table`` is the HTML of the two boards at event 0."""

    table: str


def twin_of(history: History) -> Twin:
    """A history under both rules.

    Raises HistoryError where a press names an event that the week does not reach.
    """
    job = history.job
    drawing, eyes = Drawing(), {mode: Eye(job) for mode in WriteMode}
    table = apart = ""
    for event, both in pairs(history):
        drawn = _days(both, eyes)
        # A list, for each eye has to look: it remembers what it saw.
        seen = [eye.sees_the_whole(both[mode]) for mode, eye in eyes.items()]
        if any(seen):
            dates = _dates_of_both(*(look_at_other_dates(moment.week) for moment in both.values()))
            append, overwrite = (look_at_total(moment.week).report for moment in both.values())
            drawn |= twin_whole_regions(dates, append, overwrite, len(job.tasks))
            apart = words.apart(append, overwrite, _apart(eyes, dates))
        drawn["twin-sentence"] = twin_sentence(
            words.time_of_day(job.moment(event.minute)), event.event, apart
        )
        table = table or twin_table(eyes[WriteMode.APPEND].days.values(), drawn)
        drawing.draw(event.event, drawn)
    return Twin(*drawing.drawn(), table)


def _days(both: Mapping[WriteMode, Moment], eyes: Mapping[WriteMode, Eye]) -> dict[str, str]:
    """The regions of days that have changed."""
    seen = {mode: eye.see(both[mode]) for mode, eye in eyes.items()}
    append, overwrite = (eye.days for eye in eyes.values())
    drawn: dict[str, str] = {}
    for mode, days in seen.items():
        for day, before in days.items():
            drawn |= twin_day_regions(mode, eyes[mode].days[day], before)
            drawn |= twin_mark(append[day], overwrite[day])
    return drawn


def _apart(eyes: Mapping[WriteMode, Eye], dates: Iterable[tuple[str, int, int]]) -> tuple[str, ...]:
    """The names of the days and the other dates of which the two weeks hold another number of rows."""
    append, overwrite = (eye.days for eye in eyes.values())
    days = (row.name for day, row in append.items() if row.rows.report != overwrite[day].rows.report)
    return (*days, *(name for name, one, other in dates if one != other))


def _dates_of_both(
    append: tuple[DateRow, ...], overwrite: tuple[DateRow, ...]
) -> tuple[tuple[str, int, int], ...]:
    """The name of each date and its rows in either week: one may hold rows where the other has none."""
    one, other = ({date.name: date.rows for date in dates} for dates in (append, overwrite))
    return tuple((name, one.get(name, 0), other.get(name, 0)) for name in one | other)


def pairs(history: History) -> Iterator[tuple[Event, dict[WriteMode, Moment]]]:
    """After each event of the week shown, both weeks. At a press on how loads write, they stand still."""
    events = tuple(moment.event for moment in moments_of(history))
    both = {mode: iter(moments_of(written(history, events, mode))) for mode in WriteMode}
    for event in events:
        if not _chooses_how_to_write(event):
            now = {mode: next(week) for mode, week in both.items()}
        yield event, now


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
