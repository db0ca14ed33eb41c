"""The story of one day, made ready like a tape: a reel of its steps, its ledger and the chart."""

from dataclasses import dataclass

from app import words
from app.played import moments_of
from app.reel import Drawing, Reel
from app.story.chart import Line, Point, chart, chart_rows
from app.story.markup import regions
from app.story.view import DayStory, retell, subject_of, tell
from sim.events import day_of, writes_of
from sim.history import History
from sim.record import Record
from sim.witness.findings import SHOWN_PROPERTIES


@dataclass(frozen=True, slots=True)
class Story(Reel):
    """``day`` is what it is the story of, as it was asked for."""

    day: str


def story_of(history: History, day: str) -> Story:
    """The story of a day (its short name) or of another date (YYYY-MM-DD).

    The chart is the same at every event: the page moves its cursor. Raises HistoryError for a day that
    does not exist, and where a press names an event that the week does not reach.
    """
    job = history.job
    subject = subject_of(day, job)
    drawing, record = Drawing(), Record(job, history.settings)
    points: list[Point] = []  # the events at which a count changed, and the first
    week = moments_of(history)
    told: DayStory | None = None
    for moment in week:
        event, last = moment.event, told
        record.see(event)
        if last is None or day_of(event) == subject.day or writes_of(event):
            told = tell(moment.week, record, subject)
        else:
            told = retell(last, moment.week, record, subject)
        drawing.draw(event.event, regions(told, job, last))
        point = Point(event.event, moment.week.total_rows(), told.ledger.total)
        if not points or point[1:] != points[-1][1:]:
            points.append(point)
    name = words.date_heading(subject.on, subject.on in job.day_of_date)
    times = [words.time_of_day(job.moment(moment.event.minute)) for moment in week]
    broken = [week[-1].broken[each] for each in SHOWN_PROPERTIES if each in week[-1].broken]
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
    # The same at every event: the page moves the cursor, and hides the figures that are still to come.
    drawing.draw(0, {"chart": chart(whole, one, times), "chart-rows": chart_rows(points, name, times)})
    return Story(*drawing.drawn(), day)
