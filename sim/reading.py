"""What comes from outside, by command line, link or file: bounded here, or refused in one sentence."""

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from sim import words

Choice = TypeVar("Choice", bound=StrEnum)


class HistoryError(ValueError):
    """Why a history, or what is asked of one, is refused, in one sentence."""


def read_number(value: object, what: str, least: int, most: int) -> int:
    """A whole number within bounds, given as an int or as ASCII digits. Raises HistoryError."""
    number = int(value) if isinstance(value, str) and re.fullmatch(r"[0-9]{1,12}", value) else value
    if isinstance(number, int) and not isinstance(number, bool) and least <= number <= most:
        return number
    raise HistoryError(words.not_a_number(what, least, most, quoted(value)))


def read_choice(choices: type[Choice], value: object) -> Choice:
    """One of a closed list, by its wire form. Raises HistoryError."""
    for choice in choices:
        if choice.value == value:
            return choice
    raise HistoryError(words.not_a_choice((choice.value for choice in choices), quoted(value)))


def read_id(value: str, known: Mapping[str, int], refusal: Callable[[str, Iterable[str]], str]) -> int:
    """The index of a name in a list of names; ``refusal`` is the phrase for a name that is none of them.

    Raises HistoryError.
    """
    if value in known:
        return known[value]
    raise HistoryError(refusal(quoted(value), known))


def quoted(value: object) -> str:
    """A value from outside, short enough for a sentence, with nothing unprintable in it."""
    if isinstance(value, int) and abs(value) > 10**30:
        return words.A_LARGE_NUMBER  # Python refuses to print the largest ones
    text = ascii(value)
    # Cut in the middle, so that the sentence it stands in does not seem to end with the dots.
    return text if len(text) <= 40 else f"{text[:32]}...{text[-5:]}"
