"""A week as the part of an address after '#': short, readable, and strict, since links come from strangers.

``seed=517353&write=append&date=own&runs=3&rules=2&press=44:clear:tue&event=45``. It says all that a
saved file says; what the values may be is judged where they are read, in the same way for both.
"""

import re
from collections.abc import Mapping

from app import words
from sim.history import HistoryValues
from sim.reading import HistoryError

MAX_LENGTH = 50_000  # 500 of the longest presses take less than half

NEEDED = ("seed", "write", "date", "runs")
OPTIONAL = ("rules", "failures", "scheduler", "job")

# What a link is made of. Percent signs are none of it: the one sign that mail programs escape is the colon.
LETTERS = re.compile(r"[A-Za-z0-9=&:_-]*")


def link_of(history: HistoryValues) -> str:
    """The link to a tape's history, all but its end: ``&event=`` and a number."""
    values: Mapping[str, object] = history
    entries = [f"{name}={values[name]}" for name in (*NEEDED, *OPTIONAL) if name in values]
    return "&".join([*entries, *(f"press={press}" for press in history["presses"])])


def read_link(link: str) -> dict[str, object]:
    """The entries of a link: those of a saved week, each value still text.

    ``link`` comes without its '#'. Raises HistoryError, in one sentence, for what is no such list of
    entries: each once, and presses as many as there are. Nothing is said of their values.
    """
    if len(link) > MAX_LENGTH:
        raise HistoryError(words.too_long(MAX_LENGTH))
    link = re.sub("%3a", ":", link, flags=re.IGNORECASE)
    if not LETTERS.fullmatch(link):
        raise HistoryError(words.LINK_LETTERS)
    presses: list[str] = []
    entries: dict[str, object] = {"presses": presses}
    for part in link.split("&"):
        name, equals, value = part.partition("=")
        if name == "press" and equals:
            presses.append(value)
        elif name not in (*NEEDED, *OPTIONAL, "event") or not equals:
            raise HistoryError(words.link_entry_unknown(part))
        elif name in entries:
            raise HistoryError(words.link_entry_twice(name))
        else:
            entries[name] = value
    for name in (*NEEDED, "event"):
        if name not in entries:
            raise HistoryError(words.link_entry_missing(name))
    return entries
