"""A view as HTML: one string for each region of the page, every text in it escaped.

Each region is one element that carries ``data-region``. The page patches it in place, child by child,
so a region keeps the same elements in the same order whatever it says.
"""

import html
from collections.abc import Mapping
from functools import cache

from app import words
from app.view import Cell, Count, DateRow, DayRow, Judgement, LateDay, Setting, View
from sim.model import Property

HIDDEN = '<span class="hidden">'


def regions(view: View) -> dict[str, str]:
    """The outer HTML of every region, by the region's name, in the order of the page."""
    steps = len(view.days[0].cells) if view.days else 0
    return {
        "sentence": _sentence(view.time, view.event, view.sentence),
        **{f"row-{row.day}": _day_row(row) for row in view.days},
        "other-dates": _other_dates(view.other_dates, steps),
        "week-total": _week_total(view.total, steps),
        "properties": _properties(view.judgements, view.others),
        "scheduler": _scheduler(view.broken_scheduler),
        "settings": _settings(view.settings),
        "late": _late(view.late_days),
    }


def log_line(view: View) -> str:
    """The line of "What happened" for the view's event; its button goes there."""
    return (
        f'<li data-event="{view.event}"><button type="button" data-goto="{view.event}">{view.time}</button> '
        f"{_text(view.sentence)}</li>"
    )


def _text(text: str) -> str:
    return html.escape(text, quote=False)


def _value(text: str) -> str:
    """Text made safe for an attribute in double quotes."""
    return html.escape(text)


def _sentence(time: str, event: int, sentence: str) -> str:
    when = f'<span class="when"><b>{time}</b> · {words.event_number(event)}.</span>'
    return f'<p class="sentence" data-region="sentence">{when} {_text(sentence)}</p>'


@cache
def _scheduler(does: str) -> str:
    notice = _text(words.broken_scheduler(does)) if does else ""
    return f'<p class="notice" data-region="scheduler">{notice}</p>'


def hunt_region(of: int, weeks: int, events: int, broken: Mapping[str, int], can_show: bool) -> str:
    """What a hunt has found so far. ``broken`` counts the weeks in which each property was broken."""
    found = [words.hunt_broken(words.PROPERTIES[Property(each)], count) for each, count in broken.items()]
    if weeks and not found:
        found = [words.hunt_nothing(len(Property))]
    button = (
        f'<button type="button" data-do="show-first">{_text(words.SHOW_FIRST)}</button>' if can_show else ""
    )
    return (
        f'<div data-region="hunt"><progress max="{of}" value="{weeks}">{weeks}</progress>'
        f"<p>{_text(words.hunt_so_far(weeks, of, events))}</p>"
        f"<ul data-found>{''.join(f'<li>{_text(each)}</li>' for each in found)}</ul>{button}</div>"
    )


def _lamp(state: str) -> str:
    return f'<svg class="lamp" aria-hidden="true"><use href="#lamp-{state}"/></svg>'


# The board.


@cache
def _day_row(row: DayRow) -> str:
    return (
        f'<tr data-region="row-{_value(row.day)}" data-day="{_value(row.day)}">'
        f'<th scope="row">{_shortened(row.name)}</th>'
        f"{''.join(map(_cell, row.cells))}"
        f"<td{_count_attributes(row.rows)}>{_count(row.rows)}</td>"
        f'<td class="clear"><button type="button" data-press="clear:{_value(row.day)}">'
        f"{_text(words.CLEAR)} <span>{_text(row.name)}</span></button></td></tr>"
    )


def _shortened(name: str) -> str:
    """A name whose end a narrow screen leaves out: Wed(nesday), 12 Jan(uary)."""
    end = name.rfind(" ") + 4
    return f'{_text(name[:end])}<span class="rest">{_text(name[end:])}</span>'


@cache
def _cell(cell: Cell) -> str:
    return (
        f'<td data-step="{_value(cell.step)}" data-state="{_value(cell.state)}">{_lamp(cell.state)}'
        f"{HIDDEN}{_text(cell.words)}</span>"
        f'<span class="note" aria-hidden="true">{_text(cell.note)}</span></td>'
    )


def _count_attributes(count: Count) -> str:
    return f' class="count{" differs" if count.differs else ""}" data-total="{count.report}"'


@cache
def _count(count: Count) -> str:
    """The figures; the sign between them is read out as words."""
    sign = "=" if count.report == count.source else "≠" if count.differs else "·"
    return (
        f'<span class="report">{count.report:,}</span><span class="sign" aria-hidden="true">{sign}</span>'
        f"{HIDDEN} {_text(words.IN_REPORT)} </span>"
        f'<span class="source">{count.source:,}{HIDDEN} {_text(words.IN_SOURCE)}</span></span>'
    )


@cache
def _other_dates(dates: tuple[DateRow, ...], steps: int) -> str:
    return f'<tbody data-region="other-dates">{"".join(_date_row(each, steps) for each in dates)}</tbody>'


def _date_row(row: DateRow, steps: int) -> str:
    return (
        f'<tr><th scope="row" colspan="{steps + 1}">{_text(row.name)}</th>'
        f'<td class="count{" differs" if row.rows else ""}" data-total="{row.rows}">'
        f'<span class="report">{row.rows:,}</span></td><td></td></tr>'
    )


@cache
def _week_total(total: Count, steps: int) -> str:
    return (
        f'<tr data-region="week-total"><th scope="row" colspan="{steps + 1}">{_text(words.WEEK)}</th>'
        f"<td{_count_attributes(total)}>{_count(total)}</td><td></td></tr>"
    )


# The properties: three lamps. The fourth is kept with the third, and has no lamp of its own.


@cache
def _properties(judgements: tuple[Judgement, ...], others: str) -> str:
    *first, once, rows = judgements
    lamps = "".join(f"<li{_hooks(each)}>{_judgement(each)}</li>" for each in first)
    return (
        f'<ul class="properties" data-region="properties">{lamps}'
        f"<li><div{_hooks(once)}>{_judgement(once)}</div>"
        f'<div class="quiet"{_hooks(rows)}>{_verdict(rows)}{_figures(rows)}</div>'
        f'<div class="others">{_text(others)}</div></li></ul>'
    )


def _hooks(judgement: Judgement) -> str:
    broken_at = "" if judgement.broken_at is None else judgement.broken_at
    return f' data-property="{judgement.property}" data-broken-at="{broken_at}"'


def _judgement(judgement: Judgement) -> str:
    lamp = _lamp("success" if judgement.broken_at is None else "failed")
    return f"<span>{lamp}{_verdict(judgement)}</span>{_figures(judgement)}"


def _verdict(judgement: Judgement) -> str:
    return f'<b>{_text(judgement.name)}</b>: <span class="verdict">{_text(judgement.verdict)}</span>'


def _figures(judgement: Judgement) -> str:
    return f'<span class="figures">{_text(judgement.figures)}</span>'


# The controls.


@cache
def _settings(settings: tuple[Setting, ...]) -> str:
    """A sentence with its three choices in it."""
    write, date, runs = map(_setting, settings)
    return (
        f'<span data-region="settings">{_text(words.A_LOAD)} {write} {date}{_text(words.AT_MOST)} {runs} '
        f"{_text(words.AT_A_TIME)}</span>"
    )


def _setting(setting: Setting) -> str:
    # autocomplete off: a browser that restores an old choice on reload would show what is not so.
    options = "".join(
        f'<option value="{_value(choice.value)}"{" selected" if choice.value == setting.value else ""}>'
        f"{_text(choice.words)}</option>"
        for choice in setting.choices
    )
    return (
        f'<select data-set="{setting.name}" data-value="{_value(setting.value)}" '
        f'aria-label="{_value(setting.label)}" autocomplete="off">{options}</select>'
    )


@cache
def _late(days: tuple[LateDay, ...]) -> str:
    options = "".join(
        f'<option value="{_value(day.day)}" data-do="{day.do}" data-label="{_value(day.label)}">'
        f"{_text(words.possessive(day.name))}</option>"
        for day in days
    )
    return (
        f'<select data-region="late" data-late-day aria-label="{_value(words.LATE_LABEL)}" '
        f'autocomplete="off">{options}</select>'
    )
