"""Pictures of a week by what changes: the HTML of each region, from each event at which it is new.

A tape, a story and a comparison are reels. Any event can be shown at once, forwards or backwards, without
asking Python, and an event costs what it changes, not what the page shows.
"""

import json
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, fields


def compact(values: object) -> str:
    """JSON in one line, as a browser writes it."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Reel:
    """``tracks[r]`` belongs to ``regions[r]``: an event, the index in ``strings`` of the HTML that the region
    has from that event on, the next such event, its index, and so on. The first event is 0.

    Each string is stored once.
    """

    regions: tuple[str, ...]
    strings: tuple[str, ...]
    tracks: tuple[tuple[int, ...], ...]

    def html(self, event: int) -> dict[str, str]:
        """The HTML of each region after ``event``."""
        return {
            region: self.strings[track[2 * bisect_right(track[::2], event) - 1]]
            for region, track in zip(self.regions, self.tracks, strict=True)
        }

    def values(self) -> dict[str, object]:
        """The reel as plain values, as static/reel.js reads them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def to_json(self) -> str:
        """The reel as one line of JSON."""
        return compact(self.values())


class Drawing:
    """A reel while it is drawn, from its first event to its last."""

    def __init__(self) -> None:
        self._indexes: dict[str, int] = {}
        self._tracks: dict[str, list[int]] = {}

    def index_of(self, text: str) -> int:
        """Where a text stands among the strings."""
        return self._indexes.setdefault(text, len(self._indexes))

    def draw(self, event: int, pictures: Mapping[str, str]) -> None:
        """The HTML of regions after an event: of all at the first, later of those that may have changed."""
        for region, html in pictures.items():
            track, index = self._tracks.setdefault(region, []), self.index_of(html)
            if not track or track[-1] != index:
                track += (event, index)

    def drawn(self) -> tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[int, ...], ...]]:
        """What has been drawn: the regions, strings and tracks that every reel begins with."""
        return tuple(self._tracks), tuple(self._indexes), tuple(map(tuple, self._tracks.values()))
