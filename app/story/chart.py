"""The chart: orders in the report over the events of a week, as SVG, and the same figures as a table.

Two panels share the events: the whole week above, one day below on a scale of its own. The page moves the
cursor, and what lies after it is not shown yet. Each line differs from the others by its dashes, so colour
is not needed.
"""

import html
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from app import words

# In the SVG's own units. The style sheet sets its text larger on a phone, where a unit is smaller.
WIDTH, LEFT, RIGHT = 400, 46, 10
WEEK_TOP, WEEK_HEIGHT = 22, 132
DAY_TOP, DAY_HEIGHT = 188, 66
HEIGHT = 296
PLOT = WIDTH - LEFT - RIGHT
TICKS_OF_EVENTS = 5


class Point(NamedTuple):
    """What the report held after an event, on all dates and on the chosen one."""

    event: int
    week: int
    day: int


class Line(NamedTuple):
    """What one panel draws: a count after each event where it changed, the source's rows, and where it broke.

    ``steps`` are (event, rows), the first at event 0; ``source`` is None for a date that has none.
    """

    name: str
    steps: tuple[tuple[int, int], ...]
    source: int | None
    breaks: tuple[int, ...]


def chart(week: Line, day: Line, times: Sequence[str]) -> str:
    """The region "chart". ``times`` is the time of day after each event of the week."""
    last = max(len(times) - 1, 1)
    panels = ((week, WEEK_TOP, WEEK_HEIGHT, 5), (day, DAY_TOP, DAY_HEIGHT, 3))
    ticks = "".join(_ticks(*panel) for panel in panels)
    lines = "".join(_line(*panel, last) for panel in panels)
    scales = "".join(_scale(*panel) for panel in panels)
    bottom = DAY_TOP + DAY_HEIGHT
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{html.escape(words.chart_label(day.name))}" style="--step:{PLOT / last:.4f}">'
        f'<path class="tick" d="{ticks}" transform="translate({LEFT} 0)"/>{lines}'
        # The veil moves inside its own frame, which cuts off what reaches beyond the plot.
        f'<svg x="{LEFT}" width="{PLOT + 2}" height="{bottom + 1}"><g class="now">'
        f'<rect class="veil" width="{PLOT + 2}" height="{bottom + 1}"/>'
        f'<path class="tick" d="{ticks}"/></g></svg>'
        f"{scales}{_events(times, last)}"
        f'<path class="cursor now" d="M{LEFT} {WEEK_TOP - 6}V{bottom}"/></svg>'
    )


def seen_at(event: int, rows: str) -> str:
    """The region "chart-rows" as the page shows it at an event: figures that are still to come are hidden."""
    return re.sub(
        r'<tr data-event="(\d+)"', lambda row: row[0] + (" hidden" if int(row[1]) > event else ""), rows
    )


def chart_rows(points: Sequence[Point], day: str, times: Sequence[str]) -> str:
    """The region "chart-rows": the figures behind the lines, at all events where one of them changes."""
    head = "".join(
        f'<th scope="col">{html.escape(each)}</th>' for each in (words.CHART_EVENT, words.WEEK, day)
    )
    rows = "".join(
        f'<tr data-event="{each.event}"><th scope="row"><button type="button" data-goto="{each.event}">'
        f"{times[each.event]}</button></th>"
        f'<td data-week="{each.week}">{each.week:,}</td><td data-day-rows="{each.day}">{each.day:,}</td></tr>'
        for each in points
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def round_steps(highest: int, most: int) -> tuple[int, ...]:
    """At most ``most`` round numbers above 0, evenly spaced, the last at or above ``highest``."""
    step = 1
    factors = (2.0, 2.5, 2.0)
    turn = 0
    while step * most < highest:
        step = int(step * factors[turn % 3])
        turn += 1
    return tuple(range(step, max(highest, 1) + step, step))


def _line(line: Line, top: int, height: int, ticks: int, last: int) -> str:
    def x(event: int) -> str:
        return f"{LEFT + event * PLOT / last:.1f}"

    def y(rows: int) -> str:
        return _y(line, rows, top, height, ticks)

    steps = "".join(f"H{x(event)}V{y(rows)}" for event, rows in line.steps)
    path = f'<path class="count-line" d="M{LEFT} {y(line.steps[0][1])}{steps}H{WIDTH - RIGHT}"/>'
    crosses = "".join(
        f'<path class="break" d="M{x(event)} {y(_rows_at(line, event))}m-5-5l10 10m0-10l-10 10"/>'
        for event in line.breaks
    )
    return path + crosses


def _ticks(line: Line, top: int, height: int, ticks: int) -> str:
    """The path of the panel's level lines, from 0 to the plot's width."""
    levels = (0, *round_steps(_highest(line), ticks))
    return "".join(f"M0 {_y(line, rows, top, height, ticks)}h{PLOT}" for rows in levels)


def _scale(line: Line, top: int, height: int, ticks: int) -> str:
    """The panel's name, its round numbers, and the source's rows as a dashed line."""
    drawn = [f'<text class="name" x="{LEFT}" y="{top - 9}">{html.escape(line.name)}</text>']
    for rows in (0, *round_steps(_highest(line), ticks)):
        y = _y(line, rows, top, height, ticks)
        drawn.append(f'<text class="number" x="{LEFT - 7}" y="{y}" dy="0.33em">{rows:,}</text>')
    if line.source is not None:
        y = _y(line, line.source, top, height, ticks)
        drawn.append(f'<path class="source-line" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>')
        label = html.escape(words.chart_source(line.source))
        drawn.append(f'<text class="source-name" x="{WIDTH - RIGHT}" y="{top - 9}">{label}</text>')
    return "".join(drawn)


def _events(times: Sequence[str], last: int) -> str:
    """A few round events below the lower panel, each with its time."""
    spacing = round_steps(last, TICKS_OF_EVENTS)[0]
    y = DAY_TOP + DAY_HEIGHT
    drawn = ""
    for event in range(0, last + 1, spacing):
        x = f"{LEFT + event * PLOT / last:.1f}"
        time = times[min(event, len(times) - 1)]
        drawn += (
            f'<path class="tick" d="M{x} {y}v4"/><text class="event" x="{x}" y="{y + 18}">{event}</text>'
            f'<text class="event" x="{x}" y="{y + 34}">{time}</text>'
        )
    return f'{drawn}<text class="number" x="{LEFT - 12}" y="{y + 18}">{html.escape(words.CHART_EVENT)}</text>'


def _y(line: Line, rows: int, top: int, height: int, ticks: int) -> str:
    return f"{top + height - rows * height / round_steps(_highest(line), ticks)[-1]:.1f}"


def _highest(line: Line) -> int:
    return max(line.source or 0, *(rows for _, rows in line.steps))


def _rows_at(line: Line, event: int) -> int:
    """What the line shows after an event."""
    for (_, rows), (later, _) in pairwise(line.steps):
        if later > event:
            return rows
    return line.steps[-1][1]
