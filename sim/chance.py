"""How long a try takes and whether it fails: the only reader of the random stream."""

from random import Random

from sim.job import Task

# What chance says about one try: how many minutes it takes, whether it fails, and which share of its rows
# a failing load writes. A plain tuple, because one is made for every try.
Draw = tuple[int, bool, float]


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
        return (
            shortest + int(random() * (longest - shortest + 1)),
            random() < task.failure_rate,
            random(),
        )
