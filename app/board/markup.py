"""A view as HTML: one string for each region of the page, every text in it escaped.

A region is one element, as small as one lamp, which the page patches in place, child by child. So it keeps
the same elements in the same order whatever it says. Equal lamps of two days are equal strings: which
region an element is stands on it only where it is placed.
"""

from collections.abc import Iterable

from app import words
from app.board.controls import late_region, scheduler_region, settings_region
from app.board.view import CHOSEN_AT_START, Cell, Count, DateRow, DayRow, Judgement, Properties, Whole
from app.html import HIDDEN, lamp, placed, text, value


def changed_cells(row: DayRow, before: DayRow | None) -> Iterable[Cell]:
    """The lamps of a row that say something else than the row ``before`` did."""
    if before is None:
        return row.cells
    return (cell for cell, old in zip(row.cells, before.cells, strict=True) if cell != old)


def day_regions(row: DayRow, before: DayRow | None = None) -> dict[str, str]:
    """The regions that show one day; without those that say the same as the row ``before`` did."""
    drawn = {f"lamp:{row.day}:{cell.step}": cell_region(cell) for cell in changed_cells(row, before)}
    if not before or row.rows != before.rows:
        drawn[f"count:{row.day}"] = _count(row.rows)
    if not before or row.late != before.late:
        drawn[f"late:{row.day}"] = late_region(row)
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
    if not before or whole.controls != before.controls:
        drawn["settings"] = settings_region(whole.controls)
    if not before or whole.broken_scheduler != before.broken_scheduler:
        drawn["scheduler"] = scheduler_region(whole.broken_scheduler)
    return drawn


def sentence_region(event: int | str, time: str, sentence: str) -> str:
    """What happened at an event, above the board."""
    return f'<p class="sentence">{when(event, time)} {text(sentence)}</p>'


def when(event: int | str, time: str) -> str:
    """The time and the number of an event, before what is said of it."""
    return f'<span class="when"><b>{time}</b> · {words.event_number(event)}.</span>'


def log_line(event: int | str, time: str, sentence: str) -> str:
    """The line of "What happened" for an event; its button goes there."""
    return (
        f'<li data-event="{event}"><button type="button" data-goto="{event}">{time}</button> '
        f"{text(sentence)}</li>"
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


# The board.


def board_row(row: DayRow) -> str:
    """A day's row as it stands in the page: the regions of the day, and what is the same at every event."""
    *lamps, count, _ = placed(day_regions(row)).values()
    return (
        f'<tr data-day="{value(row.day)}"><th scope="row">{_choose(row.day, shortened(row.name))}</th>'
        f"{''.join(lamps)}{count}"
        f'<td class="clear"><button type="button" data-press="clear:{value(row.day)}">'
        f"{text(words.CLEAR)} <span>{text(row.name)}</span></button></td></tr>"
    )


def _choose(story: str, label: str) -> str:
    """The name of a day or a date, as the button that opens its story. The page knows which is open."""
    pressed = "true" if story == CHOSEN_AT_START else "false"
    return (
        f'<button type="button" class="choose" data-choose="{value(story)}" aria-pressed="{pressed}">'
        f"{label}</button>"
    )


def shortened(name: str) -> str:
    """A name whose end a narrow screen leaves out: Wed(nesday), 12 Jan(uary)."""
    end = name.rfind(" ") + 4
    return f'{text(name[:end])}<span class="rest">{text(name[end:])}</span>'


def cell_region(cell: Cell) -> str:
    """A lamp: a picture for the eye, words for the ear, and the few characters under it."""
    return (
        f'<td data-step="{value(cell.step)}" data-state="{value(cell.state)}">{lamp(cell.state)}'
        f"{HIDDEN}{text(cell.words)}</span>"
        f'<span class="note" aria-hidden="true">{text(cell.note)}</span></td>'
    )


def _count(count: Count) -> str:
    """The figures; the sign between them is read out as words."""
    sign = "=" if count.report == count.source else "≠" if count.differs else "·"
    return (
        f'<td class="count{" differs" if count.differs else ""}" data-total="{count.report}">'
        f'<span class="report">{count.report:,}</span><span class="sign" aria-hidden="true">{sign}</span>'
        f"{HIDDEN} {text(words.IN_REPORT)} </span>"
        f'<span class="source">{count.source:,}{HIDDEN} {text(words.IN_SOURCE)}</span></span></td>'
    )


def _other_dates(dates: tuple[DateRow, ...], steps: int) -> str:
    return f"<tbody>{''.join(_date_row(each, steps) for each in dates)}</tbody>"


def _date_row(row: DateRow, steps: int) -> str:
    return (
        f'<tr><th scope="row" colspan="{steps + 1}">{_choose(row.date, text(row.name))}</th>'
        f'<td class="count{" differs" if row.rows else ""}" data-total="{row.rows}">'
        f'<span class="report">{row.rows:,}</span></td><td></td></tr>'
    )


def _week_total(total: Count, steps: int) -> str:
    return f'<tr><th scope="row" colspan="{steps + 1}">{text(words.WEEK)}</th>{_count(total)}<td></td></tr>'


# The properties: three lamps. The fourth is kept with the third, and has no lamp of its own.


def _properties(told: Properties) -> str:
    *lamps, quiet = told.judgements
    says = (*(each.figures for each in told.judgements), told.not_whole)
    figures = "".join(f'<span class="figures">{text(each)}</span> ' for each in says)
    return (
        '<div class="properties"><ul>'
        f"{''.join(f'<li{_hooks(each)}>{_judgement_lamp(each)}{_verdict(each)}</li>' for each in lamps)}"
        f'<li class="quiet"{_hooks(quiet)}>{_verdict(quiet)}</li></ul>'
        f'<p class="why">{figures}</p><p class="others">{text(told.others)}</p></div>'
    )


def _hooks(judgement: Judgement) -> str:
    broken_at = "" if judgement.broken_at is None else judgement.broken_at
    return f' data-property="{judgement.property}" data-broken-at="{broken_at}"'


def _judgement_lamp(judgement: Judgement) -> str:
    return lamp("success" if judgement.broken_at is None else "failed")


def _verdict(judgement: Judgement) -> str:
    """The name and the verdict: a button all along, which keeps the focus when the verdict changes."""
    if judgement.broken_at is None:
        action = 'data-goto="" aria-disabled="true"'
    else:
        action = f'data-goto="{judgement.broken_at}"'
    return (
        f'<span><b>{text(judgement.name)}</b>: <button type="button" class="verdict" {action}>'
        f"{text(judgement.verdict)}</button></span>"
    )
