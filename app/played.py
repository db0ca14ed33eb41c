"""The weeks that were played last. All that is kept between two questions of the page is kept here.

Of one press the page asks for the tape, the story of a day and perhaps the comparison: the week is played
once for all three. Nothing else is remembered, and forgetting this changes no answer.
"""

from functools import lru_cache

from sim.history import History
from sim.replay import Moment, moments

WEEKS_KEPT = 4  # the week shown, the one that a press makes of it, and the two of the comparison


@lru_cache(maxsize=WEEKS_KEPT)
def moments_of(history: History) -> tuple[Moment, ...]:
    """Every moment of a week.

    Raises HistoryError where a press names an event that the week does not reach.
    """
    return tuple(moments(history))
