"""A story as HTML: one string for each of its regions, every text in it escaped.

Every step's region keeps its button at the same place, so that it keeps the focus.
"""

from html import escape

from app import words
from app.html import lamp
from app.story.view import DayStory, Ledger, LedgerLine, StepStory, TryLine
from sim.job import Job

# A date that is no day of the job has no steps.
NO_STEP = '<li class="story-step" hidden></li>'


def regions(told: DayStory, job: Job, before: DayStory | None = None) -> dict[str, str]:
    """The outer HTML of every region, by its name; without those that say the same as ``before`` did."""
    if told is before:
        return {}
    drawn: dict[str, str] = {}
    if not before or (told.name, told.says) != (before.name, before.says):
        drawn["story-head"] = _head(told.name, told.says)
    steps, last = ({step.step: step for step in each.steps} if each else {} for each in (told, before))
    for task in job.tasks:
        step = steps.get(task.task_id)
        if not before or step != last.get(task.task_id):
            drawn[f"story:{task.task_id}"] = _step(step) if step else NO_STEP
    if not before or told.ledger != before.ledger:
        drawn["ledger"] = _ledger(told.ledger)
    return drawn


def _head(name: str, says: str) -> str:
    return f'<div class="story-head"><h2 id="story-name">{escape(name)}</h2><p>{escape(says)}</p></div>'


def _step(told: StepStory) -> str:
    said = f"clear-{told.step}"
    reasons = " ".join(told.reasons)
    return (
        f'<li class="story-step" data-state="{escape(told.state)}">'
        f'<p class="stands">{lamp(told.state)}'
        f"<b>{escape(told.name)}</b> <span>{escape(told.says)}</span></p>"
        f'<p class="again"><button type="button" data-press="clear:{escape(told.day)}:{escape(told.step)}" '
        f'aria-label="{escape(words.clear_from(told.name))}" aria-describedby="{escape(said)}">'
        f'{escape(words.CLEAR_FROM_HERE)}</button> <span id="{escape(said)}">{escape(told.resets)}</span></p>'
        f'<p class="reasons">{escape(reasons)}</p>'
        f"{_tries(told.tries)}{_earlier(told.earlier)}</li>"
    )


def _tries(tries: tuple[TryLine, ...]) -> str:
    lines = "".join(
        f'<li><span class="from-to">{escape(each.when)}</span> {escape(each.says)}</li>' for each in tries
    )
    return f'<ol class="tries">{lines}</ol>'


def _earlier(tries: tuple[TryLine, ...]) -> str:
    if not tries:
        return ""
    summary = escape(words.earlier_tries(len(tries)))
    return f"<details><summary>{summary}</summary>{_tries(tries)}</details>"


def _ledger(ledger: Ledger) -> str:
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in words.LEDGER_HEAD)
    return (
        f'<div class="ledger" data-total="{ledger.total}">'
        f"<h3>{escape(words.LEDGER)}</h3><p>{escape(ledger.says)}</p>"
        f"<table{'' if ledger.lines else ' hidden'}><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(map(_ledger_line, ledger.lines))}</tbody></table></div>"
    )


def _ledger_line(line: LedgerLine) -> str:
    rows = escape(line.rows)
    return (
        f'<tr data-counts="{"yes" if line.counts else "no"}"><th scope="row">'
        f'<button type="button" data-goto="{line.event}">{line.time}</button></th>'
        f"<td>{escape(line.says)}</td>"
        f"<td>{rows if line.counts else f'<s>{rows}</s>'}</td><td>{line.total:,}</td></tr>"
    )
