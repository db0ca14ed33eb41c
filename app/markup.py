"""A view as HTML: one string for each region of the page, every text in it escaped.

Each region is one element that carries ``data-region``. The page patches it in place, child by child,
so a region keeps the same elements in the same order whatever it says.
"""

import html
from collections.abc import Iterable, Mapping
from functools import cache

from app import words
from app.view import CHOSEN_AT_START, Board, Cell, Count, DateRow, DayRow, Judgement, LateDay, Setting, View
from sim.model import Property

HIDDEN = '<span class="hidden">'


def regions(view: View) -> dict[str, str]:
    """The outer HTML of every region, by the region's name, in the order of the page.

    The sentence and the lines of what happened are the page's own to draw: see ``templates``.
    """
    steps = len(view.days[0].cells) if view.days else 0
    return {
        **{f"row-{row.day}": _day_row(row) for row in view.days},
        "other-dates": _other_dates(view.other_dates, steps),
        "week-total": _week_total(view.total, steps),
        "properties": _properties(view.judgements, view.not_whole, view.others),
        "scheduler": _scheduler(view.broken_scheduler),
        "settings": _settings(view.settings),
        "late": _late(view.late_days),
    }


def sentence_region(event: int | str, time: str, sentence: str) -> str:
    """What happened at an event, above the board."""
    when = f'<span class="when"><b>{time}</b> · {words.event_number(event)}.</span>'
    return f'<p class="sentence" data-region="sentence">{when} {_text(sentence)}</p>'


def log_line(event: int | str, time: str, sentence: str) -> str:
    """The line of "What happened" for an event; its button goes there."""
    return (
        f'<li data-event="{event}"><button type="button" data-goto="{event}">{time}</button> '
        f"{_text(sentence)}</li>"
    )


def templates() -> dict[str, str]:
    """The same two with names for the page to fill in: a tape need not hold each sentence three times."""
    names = ("{event}", "{time}", "{sentence}")
    return {"sentence": sentence_region(*names), "line": log_line(*names)}


def marks(failed: Iterable[int], broken: Iterable[int], last: int) -> str:
    """The marks over the slider, which has the events 0 to ``last``: where something failed, or broke."""
    drawn = [
        f'<svg style="left:{100 * event / max(last, 1):.2f}%"><use href="#mark-{kind}"/></svg>'
        for kind, events in (("failed", failed), ("broken", broken))
        for event in events
    ]
    return f'<div class="marks" data-region="marks" aria-hidden="true">{"".join(drawn)}</div>'


def _text(text: str) -> str:
    return html.escape(text, quote=False)


def _value(text: str) -> str:
    """Text made safe for an attribute in double quotes."""
    return html.escape(text)


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
        f'<th scope="row">{_choose(row.day, _shortened(row.name))}</th>'
        f"{''.join(map(_cell, row.cells))}"
        f"<td{_count_attributes(row.rows)}>{_count(row.rows)}</td>"
        f'<td class="clear"><button type="button" data-press="clear:{_value(row.day)}">'
        f"{_text(words.CLEAR)} <span>{_text(row.name)}</span></button></td></tr>"
    )


def _choose(story: str, label: str) -> str:
    """The name of a day or a date, as the button that opens its story. The page knows which is open."""
    pressed = "true" if story == CHOSEN_AT_START else "false"
    return (
        f'<button type="button" class="choose" data-choose="{_value(story)}" aria-pressed="{pressed}">'
        f"{label}</button>"
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
        f'<tr><th scope="row" colspan="{steps + 1}">{_choose(row.date, _text(row.name))}</th>'
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
def _properties(judgements: tuple[Judgement, ...], not_whole: str, others: str) -> str:
    *lamps, quiet = judgements
    told = (*(each.figures for each in judgements), not_whole)
    figures = "".join(f'<span class="figures">{_text(each)}</span> ' for each in told)
    return (
        '<div class="properties" data-region="properties"><ul>'
        f"{''.join(f'<li{_hooks(each)}>{_judgement_lamp(each)}{_verdict(each)}</li>' for each in lamps)}"
        f'<li class="quiet"{_hooks(quiet)}>{_verdict(quiet)}</li></ul>'
        f'<p class="why">{figures}</p><p class="others">{_text(others)}</p></div>'
    )


def _hooks(judgement: Judgement) -> str:
    broken_at = "" if judgement.broken_at is None else judgement.broken_at
    return f' data-property="{judgement.property}" data-broken-at="{broken_at}"'


def _judgement_lamp(judgement: Judgement) -> str:
    return _lamp("success" if judgement.broken_at is None else "failed")


def _verdict(judgement: Judgement) -> str:
    """The name and the verdict: a button all along, which keeps the focus when the verdict changes."""
    if judgement.broken_at is None:
        action = 'data-goto="" aria-disabled="true"'
    else:
        action = f'data-goto="{judgement.broken_at}"'
    return (
        f'<span><b>{_text(judgement.name)}</b>: <button type="button" class="verdict" {action}>'
        f"{_text(judgement.verdict)}</button></span>"
    )


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


# The Try buttons.


def try_buttons() -> str:
    """One list entry for each experiment. The number gives way to a tick once it has been seen."""
    return "\n".join(
        f'<li><button type="button" data-try="{_value(name)}">'
        f'<span class="number" aria-hidden="true">{number}</span>{_text(label)}{HIDDEN}</span></button></li>'
        for number, (name, label) in enumerate(words.EXPERIMENTS.items(), start=1)
    )


# Two weeks, side by side: one table, whose rows hold both boards.


def twin_table(board: Board, drawn: Mapping[str, str]) -> str:
    """The table around the regions of ``twin_regions``, which were drawn of two boards like this one."""
    steps = "".join(
        f'<th scope="col" class="step"><span>{_text(cell.step.capitalize())}</span></th>'
        for cell in board.days[0].cells
    )
    columns = f'{steps}<th scope="col" class="total"><span>{_text(words.REPORT)}</span></th>'
    append, overwrite = (
        f'<th scope="colgroup" colspan="{len(board.days[0].cells) + 1}">{_text(side)}</th>'
        for side in words.TWIN_SIDES
    )
    columns_of_one = f'<colgroup><col span="{len(board.days[0].cells)}"><col class="total"></colgroup>'
    sentence, *rows, others, total = drawn.values()
    return (
        f'<div data-twin-boards>{sentence}<div class="board"><table class="twin chain">'
        f"<caption>{_text(words.TWIN_CAPTION)}</caption>"
        f'<colgroup><col></colgroup>{columns_of_one}<colgroup><col class="mark"></colgroup>{columns_of_one}'
        f'<thead><tr><th scope="col" rowspan="2">{_text(words.DAY)}</th>{append}'
        f'<th scope="col" rowspan="2" class="mark">{HIDDEN}{_text(words.COMPARED)}</span></th>'
        f"{overwrite}</tr>"
        f"<tr>{columns}{columns}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody>{others}<tfoot>{total}</tfoot></table></div></div>"
    )


def twin_regions(time: str, event: int, append: Board, overwrite: Board) -> dict[str, str]:
    """The regions of the two boards, by name: first the sentence, last the other dates and the totals."""
    both = tuple(zip(append.days, overwrite.days, strict=True))
    dates = _dates_of_both(append.other_dates, overwrite.other_dates)
    apart = (
        *(one.name for one, other in both if one.rows != other.rows),
        *(name for name, one, other in dates if one != other),
    )
    steps, totals = len(append.days[0].cells), (append.total.report, overwrite.total.report)
    return {
        "twin-sentence": _twin_sentence(time, event, *totals, apart),
        **{f"twin-row-{one.day}": _twin_row(one, other) for one, other in both},
        "twin-other-dates": _twin_dates(dates, steps),
        "twin-total": _twin_total(' data-region="twin-total"', words.WEEK, *totals, steps),
    }


def _dates_of_both(
    append: tuple[DateRow, ...], overwrite: tuple[DateRow, ...]
) -> tuple[tuple[str, int, int], ...]:
    """The name of each date and its rows in either week: one may hold rows where the other has none."""
    one, other = ({date.name: date.rows for date in dates} for dates in (append, overwrite))
    return tuple((name, one.get(name, 0), other.get(name, 0)) for name in one | other)


def _twin_sentence(time: str, event: int, append: int, overwrite: int, apart: tuple[str, ...]) -> str:
    when = f'<span class="when"><b>{time}</b> · {words.event_number(event)}.</span>'
    return f'<p data-region="twin-sentence">{when} {_text(words.apart(append, overwrite, apart))}</p>'


@cache
def _twin_row(append: DayRow, overwrite: DayRow) -> str:
    one, other = append.rows.report, overwrite.rows.report
    return (
        f'<tr data-region="twin-row-{_value(append.day)}" data-twin-day="{_value(append.day)}">'
        f'<th scope="row">{_shortened(append.name)}</th>'
        f"{''.join(map(_cell, append.cells))}{_twin_count(one)}{_mark(one, other)}"
        f"{''.join(map(_cell, overwrite.cells))}{_twin_count(other)}</tr>"
    )


@cache
def _twin_dates(dates: tuple[tuple[str, int, int], ...], steps: int) -> str:
    rows = "".join(_twin_total("", *date, steps) for date in dates)
    return f'<tbody data-region="twin-other-dates">{rows}</tbody>'


def _twin_total(region: str, name: str, append: int, overwrite: int, steps: int) -> str:
    """A row without lamps."""
    return (
        f'<tr{region}><th scope="row" colspan="{steps + 1}">{_text(name)}</th>{_twin_count(append)}'
        f'{_mark(append, overwrite)}<td colspan="{steps}"></td>{_twin_count(overwrite)}</tr>'
    )


def _twin_count(rows: int) -> str:
    return f'<td class="total" data-total="{rows}">{rows:,}</td>'


def _mark(append: int, overwrite: int) -> str:
    """Equal or not, by a sign and a word; the word is seen only where they differ."""
    differs = append != overwrite
    sign, word = ("\u2260", words.DIFFERS) if differs else ("=", words.SAME)
    return (
        f'<td class="mark{" differs" if differs else ""}">'
        f'<span class="sign" aria-hidden="true">{sign}</span> <span class="word">{_text(word)}</span></td>'
    )
