"""HTML by hand: text and attributes made safe, a region's name, and a lamp."""

import html
import re
from collections.abc import Mapping

HIDDEN = '<span class="hidden">'


NAME_OF_ELEMENT = re.compile(r"<\w+")


def placed(regions: Mapping[str, str]) -> dict[str, str]:
    """The regions as they stand in the page, each with its name on it."""
    return {
        name: drawn[: (end := _end_of_name(drawn))] + f' data-region="{value(name)}"' + drawn[end:]
        for name, drawn in regions.items()
    }


def _end_of_name(element: str) -> int:
    """Where the name of an element's opening tag ends."""
    found = NAME_OF_ELEMENT.match(element)
    assert found, element
    return found.end()


def text(written: str) -> str:
    """Text made safe between two tags."""
    return html.escape(written, quote=False)


def value(written: str) -> str:
    """Text made safe for an attribute in double quotes."""
    return html.escape(written)


def lamp(state: str) -> str:
    """The picture of a state; it says nothing aloud."""
    return f'<svg class="lamp" aria-hidden="true"><use href="#lamp-{state}"/></svg>'
