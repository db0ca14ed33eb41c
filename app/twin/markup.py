"""Two weeks side by side as HTML: one table, whose rows hold both boards."""

from collections.abc import Iterable, Mapping

from app import words
from app.board.markup import cell_region, changed_cells, shortened, when
from app.board.view import DayRow
from app.html import HIDDEN, placed, text, value
from sim.job import WriteMode


def twin_table(days: Iterable[DayRow], drawn: Mapping[str, str]) -> str:
    """The table around ``drawn``, which are all of its regions at one event."""
    row, *_ = rows = tuple(days)
    at = placed(drawn)
    steps = "".join(
        f'<th scope="col" class="step"><span>{text(cell.step.capitalize())}</span></th>' for cell in row.cells
    )
    columns = f'{steps}<th scope="col" class="total"><span>{text(words.REPORT)}</span></th>'
    append, overwrite = (
        f'<th scope="colgroup" colspan="{len(row.cells) + 1}">{text(words.TWIN_SIDES[side])}</th>'
        for side in WriteMode
    )
    columns_of_one = f'<colgroup><col span="{len(row.cells)}"><col class="total"></colgroup>'
    return (
        f'<div data-twin-boards>{at["twin-sentence"]}<div class="board"><table class="twin chain">'
        f"<caption>{text(words.TWIN_CAPTION)}</caption>"
        f'<colgroup><col></colgroup>{columns_of_one}<colgroup><col class="mark"></colgroup>{columns_of_one}'
        f'<thead><tr><th scope="col" rowspan="2">{text(words.DAY)}</th>{append}'
        f'<th scope="col" rowspan="2" class="mark">{HIDDEN}{text(words.COMPARED)}</span></th>'
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
        f'<tr data-twin-day="{value(row.day)}"><th scope="row">{shortened(row.name)}</th>'
        f"{append}{at[f'twin-mark:{row.day}']}{overwrite}</tr>"
    )


def _twin_lamp(side: WriteMode, day: str, step: str) -> str:
    return f"twin-{side.value}:{day}:{step}"


def _twin_rows(side: WriteMode, day: str) -> str:
    return f"twin-{side.value}:{day}"


def twin_day_regions(side: WriteMode, row: DayRow, before: DayRow | None) -> dict[str, str]:
    """The regions that show one day of one week; without those that say the same as the row ``before``."""
    drawn = {_twin_lamp(side, row.day, cell.step): cell_region(cell) for cell in changed_cells(row, before)}
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
    return f"<p>{when(event, time)} {text(says)}</p>"


def _twin_total(name: str, append: int, overwrite: int, steps: int) -> str:
    """A row without lamps."""
    return (
        f'<tr><th scope="row" colspan="{steps + 1}">{text(name)}</th>{_twin_count(append)}'
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
        f'<span class="sign" aria-hidden="true">{sign}</span> <span class="word">{text(word)}</span></td>'
    )
