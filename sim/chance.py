"""How long a try takes and whether it fails: the only reader of the random stream."""

from random import Random
from typing import NamedTuple

from sim.model import Task


class Draw(NamedTuple):
    """What chance says about one try. ``share`` is the part of its rows that a failing load writes."""

    duration_min: int
    fails: bool
    share: float


class Chance:
    """One random stream, seeded once.

    Every try draws three numbers when it starts, used or not, so that the switches of the page
    never shift the stream: append and overwrite meet the same failures in the same week. Only
    ``Random.random()`` is used: it is the one method whose values Python promises to keep
    (https://docs.python.org/3/library/random.html, "Notes on Reproducibility").
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def draw(self, task: Task) -> Draw:
        """Draw the fate of one try of ``task``."""
        random = self._random
        shortest, longest = task.duration_min
        duration_min = shortest + int(random() * (longest - shortest + 1))
        fails = random() < task.failure_rate
        return Draw(duration_min, fails, random())
