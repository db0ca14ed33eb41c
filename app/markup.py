"""A view as HTML: one string for each region of the page, every text in it escaped.

A region is one element, as small as one lamp, which the page patches in place, child by child. So it keeps
the same elements in the same order whatever it says. Equal lamps of two days are equal strings: which
region an element is stands on it only where it is placed.
"""

import html
import re
from collections.abc import Iterable, Mapping

from app import words
from app.view import (
    CHOSEN_AT_START,
    Cell,
    Count,
    DateRow,
    DayRow,
    Judgement,
    Properties,
    Setting,
    Whole,
)
from sim.job import WriteMode
from sim.witness.findings import Property

HIDDEN = '<span class="hidden">'
NAME_OF_ELEMENT = re.compile(r"<\w+")


def placed(regions: Mapping[str, str]) -> dict[str, str]:
    """The regions as they stand in the page, each with its name on it."""
    return {
        name: drawn[: (end := _end_of_name(drawn))] + f' data-region="{_value(name)}"' + drawn[end:]
        for name, drawn in regions.items()
    }


def _end_of_name(element: str) -> int:
    """Where the name of an element's opening tag ends."""
    found = NAME_OF_ELEMENT.match(element)
    assert found, element
    return found.end()


def changed_cells(row: DayRow, before: DayRow | None) -> Iterable[Cell]:
    """The lamps of a row that say something else than the row ``before`` did."""
    if before is None:
        return row.cells
    return (cell for cell, old in zip(row.cells, before.cells, strict=True) if cell != old)


def day_regions(row: DayRow, before: DayRow | None = None) -> dict[str, str]:
    """The regions that show one day; without those that say the same as the row ``before`` did."""
    drawn = {f"lamp:{row.day}:{cell.step}": _cell(cell) for cell in changed_cells(row, before)}
    if not before or row.rows != before.rows:
        drawn[f"count:{row.day}"] = _count(row.rows)
    if not before or row.late != before.late:
        drawn[f"late:{row.day}"] = _late(row)
    return drawn


def whole_regions(whole: Whole, steps: int, before: Whole | None = None) -> dict[str, str]:
    """The regions that show the week as a whole; without those that say the same as ``before`` did.

    The board has a column of lamps for each of its ``steps``.
    """
    drawn: dict[str, str] = {}
    if not before or whole.other_dates != before.other_dates:
        drawn["other-dates"] = _other_dates(whole.other_dates, steps)
    if not before or whole.total != before.total:
        drawn["week-total"] = _week_total(whole.total, steps)
    if not before or whole.properties != before.properties:
        drawn["properties"] = _properties(whole.properties)
    if not before or whole.settings != before.settings:
        drawn["settings"] = _settings(whole.settings)
    if not before or whole.broken_scheduler != before.broken_scheduler:
        drawn["scheduler"] = _scheduler(whole.broken_scheduler)
    return drawn


def sentence_region(event: int | str, time: str, sentence: str) -> str:
    """What happened at an event, above the board."""
    return f'<p class="sentence">{_when(event, time)} {_text(sentence)}</p>'


def _when(event: int | str, time: str) -> str:
    return f'<span class="when"><b>{time}</b> · {words.event_number(event)}.</span>'


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
    return f'<div class="marks" aria-hidden="true">{"".join(drawn)}</div>'


def _text(text: str) -> str:
    return html.escape(text, quote=False)


def _value(text: str) -> str:
    """Text made safe for an attribute in double quotes."""
    return html.escape(text)


def _scheduler(does: str) -> str:
    notice = _text(words.broken_scheduler(does)) if does else ""
    return f'<p class="notice">{notice}</p>'


def hunt_region(of: int, weeks: int, events: int, broken: Mapping[str, int], can_show: bool) -> str:
    """What a hunt has found so far. ``broken`` counts the weeks in which each property was broken."""
    found = [words.hunt_broken(words.PROPERTIES[Property(each)], count) for each, count in broken.items()]
    if weeks and not found:
        found = [words.hunt_nothing(len(Property))]
    button = (
        f'<button type="button" data-do="show-first">{_text(words.SHOW_FIRST)}</button>' if can_show else ""
    )
    return (
        f'<div><progress max="{of}" value="{weeks}">{weeks}</progress>'
        f"<p>{_text(words.hunt_so_far(weeks, of, events))}</p>"
        f"<ul data-found>{''.join(f'<li>{_text(each)}</li>' for each in found)}</ul>{button}</div>"
    )


def _lamp(state: str) -> str:
    return f'<svg class="lamp" aria-hidden="true"><use href="#lamp-{state}"/></svg>'


# The board.


def board_row(row: DayRow) -> str:
    """A day's row as it stands in the page: the regions of the day, and what is the same at every event."""
    *lamps, count, _ = placed(day_regions(row)).values()
    return (
        f'<tr data-day="{_value(row.day)}"><th scope="row">{_choose(row.day, _shortened(row.name))}</th>'
        f"{''.join(lamps)}{count}"
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


def _cell(cell: Cell) -> str:
    return (
        f'<td data-step="{_value(cell.step)}" data-state="{_value(cell.state)}">{_lamp(cell.state)}'
        f"{HIDDEN}{_text(cell.words)}</span>"
        f'<span class="note" aria-hidden="true">{_text(cell.note)}</span></td>'
    )


def _count(count: Count) -> str:
    """The figures; the sign between them is read out as words."""
    sign = "=" if count.report == count.source else "≠" if count.differs else "·"
    return (
        f'<td class="count{" differs" if count.differs else ""}" data-total="{count.report}">'
        f'<span class="report">{count.report:,}</span><span class="sign" aria-hidden="true">{sign}</span>'
        f"{HIDDEN} {_text(words.IN_REPORT)} </span>"
        f'<span class="source">{count.source:,}{HIDDEN} {_text(words.IN_SOURCE)}</span></span></td>'
    )


def _other_dates(dates: tuple[DateRow, ...], steps: int) -> str:
    return f"<tbody>{''.join(_date_row(each, steps) for each in dates)}</tbody>"


def _date_row(row: DateRow, steps: int) -> str:
    return (
        f'<tr><th scope="row" colspan="{steps + 1}">{_choose(row.date, _text(row.name))}</th>'
        f'<td class="count{" differs" if row.rows else ""}" data-total="{row.rows}">'
        f'<span class="report">{row.rows:,}</span></td><td></td></tr>'
    )


def _week_total(total: Count, steps: int) -> str:
    return f'<tr><th scope="row" colspan="{steps + 1}">{_text(words.WEEK)}</th>{_count(total)}<td></td></tr>'


# The properties: three lamps. The fourth is kept with the third, and has no lamp of its own.


def _properties(told: Properties) -> str:
    *lamps, quiet = told.judgements
    says = (*(each.figures for each in told.judgements), told.not_whole)
    figures = "".join(f'<span class="figures">{_text(each)}</span> ' for each in says)
    return (
        '<div class="properties"><ul>'
        f"{''.join(f'<li{_hooks(each)}>{_judgement_lamp(each)}{_verdict(each)}</li>' for each in lamps)}"
        f'<li class="quiet"{_hooks(quiet)}>{_verdict(quiet)}</li></ul>'
        f'<p class="why">{figures}</p><p class="others">{_text(told.others)}</p></div>'
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


def _settings(settings: tuple[Setting, ...]) -> str:
    """A sentence with its three choices in it."""
    write, date, runs = map(_setting, settings)
    return (
        f"<span>{_text(words.A_LOAD)} {write} {date}{_text(words.AT_MOST)} {runs} "
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


def late_select(days: Iterable[DayRow]) -> str:
    """The choice of the day whose file is to be late, as it stands in the page."""
    options = "".join(placed(day_regions(row))[f"late:{row.day}"] for row in days)
    label = _value(words.LATE_LABEL)
    return f'<select data-late-day aria-label="{label}" autocomplete="off">{options}</select>'


def _late(row: DayRow) -> str:
    return (
        f'<option value="{_value(row.day)}" data-do="{row.late.do}" data-label="{_value(row.late.label)}">'
        f"{_text(words.possessive(row.name))}</option>"
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


def twin_table(days: Iterable[DayRow], drawn: Mapping[str, str]) -> str:
    """The table around ``drawn``, which are all of its regions at one event."""
    row, *_ = rows = tuple(days)
    at = placed(drawn)
    steps = "".join(
        f'<th scope="col" class="step"><span>{_text(cell.step.capitalize())}</span></th>'
        for cell in row.cells
    )
    columns = f'{steps}<th scope="col" class="total"><span>{_text(words.REPORT)}</span></th>'
    append, overwrite = (
        f'<th scope="colgroup" colspan="{len(row.cells) + 1}">{_text(words.TWIN_SIDES[side])}</th>'
        for side in WriteMode
    )
    columns_of_one = f'<colgroup><col span="{len(row.cells)}"><col class="total"></colgroup>'
    return (
        f'<div data-twin-boards>{at["twin-sentence"]}<div class="board"><table class="twin chain">'
        f"<caption>{_text(words.TWIN_CAPTION)}</caption>"
        f'<colgroup><col></colgroup>{columns_of_one}<colgroup><col class="mark"></colgroup>{columns_of_one}'
        f'<thead><tr><th scope="col" rowspan="2">{_text(words.DAY)}</th>{append}'
        f'<th scope="col" rowspan="2" class="mark">{HIDDEN}{_text(words.COMPARED)}</span></th>'
        f"{overwrite}</tr>"
        f"<tr>{columns}{columns}</tr></thead>"
        f"<tbody>{''.join(_twin_row(each, at) for each in rows)}</tbody>"
        f"{at['twin-other-dates']}<tfoot>{at['twin-total']}</tfoot></table></div></div>"
    )


def _twin_row(row: DayRow, at: Mapping[str, str]) -> str:
    append, overwrite = (
        "".join(at[_twin_lamp(side, row.day, cell.step)] for cell in row.cells)
        + at[_twin_rows(side, row.day)]
        for side in WriteMode
    )
    return (
        f'<tr data-twin-day="{_value(row.day)}"><th scope="row">{_shortened(row.name)}</th>'
        f"{append}{at[f'twin-mark:{row.day}']}{overwrite}</tr>"
    )


def _twin_lamp(side: WriteMode, day: str, step: str) -> str:
    return f"twin-{side.value}:{day}:{step}"


def _twin_rows(side: WriteMode, day: str) -> str:
    return f"twin-{side.value}:{day}"


def twin_day_regions(side: WriteMode, row: DayRow, before: DayRow | None) -> dict[str, str]:
    """The regions that show one day of one week; without those that say the same as the row ``before``."""
    drawn = {_twin_lamp(side, row.day, cell.step): _cell(cell) for cell in changed_cells(row, before)}
    if not before or row.rows != before.rows:
        drawn[_twin_rows(side, row.day)] = _twin_count(row.rows.report)
    return drawn


def twin_mark(append: DayRow, overwrite: DayRow) -> dict[str, str]:
    """The region between the two weeks' rows of a day: are their counts the same?"""
    return {f"twin-mark:{append.day}": _mark(append.rows.report, overwrite.rows.report)}


def twin_whole_regions(
    dates: Iterable[tuple[str, int, int]], append: int, overwrite: int, steps: int
) -> dict[str, str]:
    """The regions below the days: of each date its name and its rows in either week, and both totals."""
    rows = "".join(_twin_total(*date, steps) for date in dates)
    return {
        "twin-other-dates": f"<tbody>{rows}</tbody>",
        "twin-total": _twin_total(words.WEEK, append, overwrite, steps),
    }


def twin_sentence(time: str, event: int, says: str) -> str:
    """The region "twin-sentence"."""
    return f"<p>{_when(event, time)} {_text(says)}</p>"


def _twin_total(name: str, append: int, overwrite: int, steps: int) -> str:
    """A row without lamps."""
    return (
        f'<tr><th scope="row" colspan="{steps + 1}">{_text(name)}</th>{_twin_count(append)}'
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
