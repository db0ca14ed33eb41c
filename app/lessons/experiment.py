"""The experiments of the Try buttons: each a week, where to start watching it, and the event that tells.

An experiment is data. Which event tells, and every figure of what is said there, is found in its week.
"""

from collections.abc import Callable
from dataclasses import dataclass

from app import words
from app.html import HIDDEN, text, value
from app.played import moments_of
from sim.history import History
from sim.replay import Moment


@dataclass(frozen=True, slots=True)
class Experiment:
    """``start`` is the event to start watching at; the first moment that ``tells`` is the one to stop at.

    ``look_at`` says in one sentence what is to be seen there.
    """

    name: str
    history: History
    start: int
    tells: Callable[[Moment], bool]
    look_at: Callable[[History, Moment], str]


def telling_moment(chosen: Experiment) -> Moment:
    """The first moment of its week that tells; that there is one is tested."""
    for moment in moments_of(chosen.history):
        if chosen.tells(moment):
            return moment
    raise AssertionError(f"nothing tells in the week of {chosen.name!r}")


def lead() -> str:
    """The button that offers the next experiment, the first as the page opens, and which of how many it is.

    static/experiments.js goes on from there.
    """
    first, second, *_ = words.EXPERIMENTS.values()
    which = words.PAGE_WORDS["lead"].format(number=1, of=len(words.EXPERIMENTS), after=second)
    return (
        '<button type="button" data-do="next-experiment"><span aria-hidden="true">▶ </span>'
        f"<span data-lead>{text(first)}</span></button> <span data-lead-which>{text(which)}</span>"
    )


def experiment_buttons() -> str:
    """One list entry for each experiment. The number gives way to a tick once it has been seen."""
    return "\n".join(
        f'<li><button type="button" data-experiment="{value(name)}">'
        f'<span class="number" aria-hidden="true">{number}</span>'
        f"<span data-label>{text(label)}</span>{HIDDEN}</span></button></li>"
        for number, (name, label) in enumerate(words.EXPERIMENTS.items(), start=1)
    )
