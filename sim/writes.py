"""What a load does to the report, as values."""

from datetime import date
from typing import NamedTuple


class Insert(NamedTuple):
    """Adds ``rows`` to whatever the partition holds."""

    table: str
    date: date
    rows: int


class ReplacePartition(NamedTuple):
    """Puts ``rows`` in place of all that the partition holds, in one step."""

    table: str
    date: date
    rows: int


class DeletePartition(NamedTuple):
    """Empties the partition. No right load makes this write; one broken scheduler does."""

    table: str
    date: date
    rows: int = 0


Write = Insert | ReplacePartition | DeletePartition
