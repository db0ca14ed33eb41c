"""The story of one day, made ready like a tape: the HTML of each of its regions, for every event."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app import words
from app.chart import Line, Point, chart, chart_rows
from app.record import Record
from app.reel import Reel
from app.story_markup import regions
from app.story_view import Subject, subject_of, tell
from app.tape import compact
from sim.history import History
from sim.model import SHOWN_PROPERTIES
from sim.replay import begin, play
from sim.simulator import Simulator


@dataclass(frozen=True, slots=True)
class Story:
    """``frames[event][r]`` is the place in ``strings`` of the HTML of region ``regions[r]``, as in a tape."""

    day: str
    regions: tuple[str, ...]
    strings: tuple[str, ...]
    frames: tuple[tuple[int, ...], ...]

    def html(self, event: int) -> dict[str, str]:
        """The HTML of each region after ``event``."""
        return {
            region: self.strings[place]
            for region, place in zip(self.regions, self.frames[event], strict=True)
        }

    def to_json(self) -> str:
        """The story as one line of JSON, as static/story.js reads it."""
        return compact({name: getattr(self, name) for name in self.__slots__})


class _Told(NamedTuple):
    """All that a story holds of one event: its time of day, the regions, and the point of the chart."""

    time: str
    regions: dict[str, str]
    point: Point


_reel = Reel[_Told]()


def story_of(history: History, day: str) -> Story:
    """The story of a day (its short name) or of another date (YYYY-MM-DD).

    The chart is the same at every event: the page moves its cursor. Raises HistoryError for a day that
    does not exist, and where a press names an event that the week does not reach.
    """
    job = history.job
    subject = subject_of(day, job)
    simulator, checker = begin(history)
    known = _reel.known(history, subject)
    told = tuple(_told(simulator, history, subject, known))
    _reel.keep(told, history, subject)
    name, times = words.date_heading(job, subject.on), [each.time for each in told]
    points: list[Point] = []  # the events at which a count changed, and the first
    rows: list[str] = []
    for each in told:
        if not points or each.point[1:] != points[-1][1:]:
            points.append(each.point)
            drawn = chart_rows(points, name, times)
        rows.append(drawn)
    broken = [checker.broken[each] for each in SHOWN_PROPERTIES if each in checker.broken]
    whole = Line(
        words.WEEK,
        tuple((point.event, point.week) for point in points),
        sum(job.source.values()),
        tuple(each.event for each in broken),
    )
    one = Line(
        name,
        tuple((point.event, point.day) for point in points),
        None if subject.day is None else sum(job.days[subject.day].source_rows),
        tuple(each.event for each in broken if each.logical_date == subject.on),
    )
    picture = chart(whole, one, times)
    places: dict[str, int] = {}
    frames = tuple(
        tuple(places.setdefault(text, len(places)) for text in (picture, *each.regions.values(), row))
        for each, row in zip(told, rows, strict=True)
    )
    return Story(day, ("chart", *told[0].regions, "chart-rows"), tuple(places), frames)


def _told(
    simulator: Simulator, history: History, subject: Subject, known: Sequence[_Told]
) -> Iterator[_Told]:
    """What is told of each event of the week, of which the first are known."""
    job, record = history.job, Record(history.job, history.settings)
    for event in play(simulator):
        record.see(event)
        if event.event < len(known):
            yield known[event.event]
            continue
        week = simulator.week()
        told = tell(week, record, subject)
        yield _Told(
            words.time_of_day(job, event.minute),
            regions(told, job),
            Point(event.event, week.total_rows(), told.ledger.total),
        )
