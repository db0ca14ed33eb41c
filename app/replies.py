"""What the page can ask of Python, and the answers: text in, text out, nothing kept in between.

The page sends the history it shows and the actions the reader took, in order. Because nothing is kept
here, a worker that had to be started again can go on with any week.
"""

import json
from dataclasses import replace

from app import words
from app.answers import Shown, WatchedAnswer, answer, answer_values, parsed, shown_week
from app.board.tape import Tape, tape_of
from app.lessons.bakery import EXPERIMENTS
from app.lessons.experiment import telling_moment
from app.link import MAX_LENGTH, read_link
from app.story.story import story_of
from app.twin.twin import twin_of
from sim.history import RULES, History, rules_of
from sim.jobs import JOBS, OPENING, OPENING_EVENT
from sim.model import SchedulerName
from sim.presses import RecordedPress, read_press
from sim.reading import HistoryError, read_number
from sim.replay import Playing, as_far_as_it_goes, replay
from sim.transcript import as_text


def opening_tape() -> Tape:
    """The tape of the opening week, which the build writes into the page."""
    return tape_of(OPENING)


def digest(history: str) -> str:
    """The digest of a week as this Python computes it, for the page to compare with the build's.

    ``history`` is the JSON of a tape's history. Raises HistoryError.
    """
    return tape_of(shown_week(history)).digest()


def act(history: str, actions: str) -> str:
    """Carry out what the reader did, in order, and answer with the week that came of it.

    ``history`` is the JSON of ``History.to_json``; ``actions`` is a JSON list of
    {"at": the event seen when it was done, "do": "press" or "start-over", "press": wire form or null}.
    The answer is the JSON of an Answer. An action that cannot be done is refused and the others are
    carried out; raises HistoryError where there is no telling which week or which actions are meant.
    """
    start = Shown(shown_week(history), 0)
    week = _Acted(start)
    todo = parsed(actions)
    if not isinstance(todo, list):
        raise HistoryError(words.NO_LIST)
    refused: list[str] = []
    weeks: list[Shown] = []
    done_at = set_aside = 0
    started_over = False
    for action in todo:
        try:
            at_event = _event_of(action)
            # Later actions were done while still looking at the old week. Unless the reader had gone
            # back in it, they belong after what the action before them led to. Of a week that was
            # started over, the events seen in the old one say nothing.
            stands_at = at_event
            if started_over:
                stands_at = week.shown.event
            elif at_event >= done_at:
                stands_at = max(at_event, week.shown.event)
            presses = len(week.shown.history.presses)
            week.do(action, stands_at)
            if action["do"] == "press":
                set_aside += presses + 1 - len(week.shown.history.presses)
            else:
                started_over = True
            done_at = at_event
            weeks.append(week.shown)
        except HistoryError as error:
            refused.append(str(error))
    return answer(None if week.shown is start else week.shown, refused, set_aside, weeks[:-1])


def open_week(text: str) -> str:
    """The week of a saved file, or one that Undo goes back to. The answer has the form of ``act``'s.

    ``text`` is the JSON of a tape's history with one entry more, the "event" to stand at. A week that
    cannot be opened is refused in one sentence, and nothing changes.
    """
    try:
        if len(text) > MAX_LENGTH:
            raise HistoryError(words.too_long(MAX_LENGTH))
        return _opened(_values_of(text))
    except HistoryError as error:
        return answer(None, [f"{words.FILE_REFUSED} {error}"])


def open_link(link: str) -> str:
    """The week of a link, given without its '#'. The answer has the form of ``act``'s.

    A link that cannot be opened is refused in one sentence, and leads to the opening week; an empty one
    leads there too.
    """
    home = Shown(OPENING, OPENING_EVENT)
    try:
        return _opened(read_link(link)) if link else answer(home)
    except HistoryError as error:
        return answer(home, [f"{words.LINK_REFUSED} {error}"])


def transcript(text: str) -> str:
    """The whole of a saved week as text, for reading outside the page. Raises HistoryError."""
    week, _ = _week_and_event_of(_values_of(text))
    return as_text(replay(week.history))


def story(history: str, day: str) -> str:
    """The JSON of a Story: of a day of the week that the page shows, by its short name, or of a date.

    Raises HistoryError.
    """
    return story_of(shown_week(history), day).to_json()


def _opened(values: dict[str, object]) -> str:
    """The answer that shows a saved week. Raises HistoryError."""
    shown, notice = _week_and_event_of(values)
    return answer(shown, notice=notice)


def _values_of(text: str) -> dict[str, object]:
    """The entries that a file holds. Raises HistoryError."""
    # A browser's stack is small: Python there does not survive reading what is nested without end.
    if text.count("{") + text.count("[") > 2:
        raise HistoryError(words.NOT_A_WEEK)
    try:
        values = json.loads(text)
    except ValueError as error:
        raise HistoryError(words.NOT_A_WEEK) from error
    if not isinstance(values, dict):
        raise HistoryError(words.NOT_A_WEEK)
    return values


def _week_and_event_of(values: dict[str, object]) -> tuple[Shown, str]:
    """A saved week, and what is to be said of it: one of older rules may not reach its events any more."""
    event = read_number(values.pop("event", None), words.EVENT_OF_A_WEEK, 0, 10**6)
    history = History.from_json(values, JOBS)
    if rules_of(values) == RULES:
        return Shown(history, event), ""
    history, last = as_far_as_it_goes(history)
    return Shown(history, min(event, last)), words.OLDER_RULES


def _event_of(action: object) -> int:
    """The event that was seen when the action was done."""
    if not isinstance(action, dict) or "at" not in action:
        raise HistoryError(words.UNKNOWN)
    return read_number(action["at"], words.EVENT_OF_AN_ACTION, 0, 10**6)


class _Acted:
    """The week that the page shows, while actions are carried out on it. ``shown`` is what came of them."""

    def __init__(self, shown: Shown) -> None:
        self._show(shown)

    def _show(self, shown: Shown) -> None:
        self.shown = shown
        self._playing = Playing(shown.history)

    def do(self, action: object, at_event: int) -> None:
        """Carry out one action, done at ``at_event``, or at the end where the week is shorter by now.

        Raises HistoryError, in a sentence, for one that cannot be done, and nothing has changed.
        """
        match action:
            case {"do": "press", "press": str(wire)}:
                press = read_press(wire, self.shown.history.job)
                self._playing.go_to(at_event)
                if (refused := self._playing.refusal(press)) is not None:
                    raise HistoryError(words.refusal(refused))
                event = self._playing.press(press).event
                self.shown = replace(self.shown, history=self._playing.history, event=event)
            case {"do": "start-over", "press": None | str() as wire}:
                job = self.shown.history.job
                presses = () if wire is None else (RecordedPress(0, read_press(wire, job)),)
                self._playing.go_to(at_event)
                history = replace(
                    self.shown.history,
                    settings=self._playing.settings,
                    presses=presses,
                    scheduler=SchedulerName.RIGHT,  # whatever ran the week before
                )
                self._show(Shown(history, 0))
            case _:
                raise HistoryError(words.UNKNOWN)


def twin(history: str) -> str:
    """Two weeks, side by side, as the JSON of a Twin with as many events as the week shown.

    ``history`` is the JSON of a tape's history. Raises HistoryError where it is none.
    """
    return twin_of(shown_week(history)).to_json()


def experiment(name: str) -> str:
    """An experiment, ready to be watched, as the JSON of a WatchedAnswer.

    Raises HistoryError for a name that no experiment has.
    """
    if name not in EXPERIMENTS:
        raise HistoryError(words.NO_EXPERIMENT)
    chosen = EXPERIMENTS[name]
    moment = telling_moment(chosen)
    watched: WatchedAnswer = {
        **answer_values(Shown(chosen.history, chosen.start)),
        "telling": moment.event.event,
        "look_at": chosen.look_at(chosen.history, moment),
    }
    return json.dumps(watched, ensure_ascii=False)
