"""The controls as HTML: a sentence with its three choices, whose file is late, and who runs the week."""

from collections.abc import Iterable

from app import words
from app.board.view import Controls, DayRow, Setting, selects
from app.html import placed, text, value


def scheduler_region(does: str) -> str:
    """What is said of a week that a broken scheduler runs, and what that one ``does``; else nothing."""
    notice = text(words.broken_scheduler(does)) if does else ""
    return f'<p class="notice">{notice}</p>'


def settings_region(controls: Controls) -> str:
    """A sentence with its three choices in it."""
    write, date, runs = map(_setting, selects(controls))
    return (
        f"<span>{text(words.A_LOAD)} {write} {date}{text(words.AT_MOST)} {runs} "
        f"{text(words.AT_A_TIME)}</span>"
    )


def _setting(setting: Setting) -> str:
    # autocomplete off: a browser that restores an old choice on reload would show what is not so.
    options = "".join(
        f'<option value="{value(choice.value)}"{" selected" if choice.value == setting.value else ""}>'
        f"{text(choice.words)}</option>"
        for choice in setting.choices
    )
    return (
        f'<select data-set="{setting.name}" data-value="{value(setting.value)}" '
        f'aria-label="{value(setting.label)}" autocomplete="off">{options}</select>'
    )


def late_select(days: Iterable[DayRow]) -> str:
    """The choice of the day whose file is to be late, as it stands in the page."""
    options = "".join(placed({f"late:{row.day}": late_region(row) for row in days}).values())
    label = value(words.LATE_LABEL)
    return f'<select data-late-day aria-label="{label}" autocomplete="off">{options}</select>'


def late_region(row: DayRow) -> str:
    """A day, as one of those whose file can be late."""
    return (
        f'<option value="{value(row.day)}" data-do="{row.late.do}" data-label="{value(row.late.label)}">'
        f"{text(words.possessive(row.name))}</option>"
    )
