"""A machine that presses whatever it likes, whenever it likes, and looks for the shortest way to trouble."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from sim.events import Event
from sim.history import History
from sim.job import LoadDate, Settings, WriteMode
from sim.jobs import BAKERY
from sim.model import RunState, SchedulerName
from sim.presses import Clear, MakeLate, RecordedPress, SetMaxActiveRuns
from sim.replay import begin
from sim.scheduler import Scheduler
from sim.schedulers import CAUGHT_BY, SCHEDULERS
from sim.simulator import Simulator

DAYS = st.integers(0, len(BAKERY.days) - 1)
STEPS = st.integers(0, len(BAKERY.tasks) - 1)
RUNS = st.integers(1, len(BAKERY.days))
# The same examples every time, none kept, and one thing reported where several are wrong.
REPEATABLE = settings(
    derandomize=True,
    database=None,
    report_multiple_bugs=False,
    deadline=None,
    max_examples=60,
    stateful_step_count=40,
    print_blob=False,
)

NOT_SHRUNK = settings(REPEATABLE, phases=(Phase.generate,))


class Pressing(RuleBasedStateMachine):
    """A week that overwrites and writes to its own days, at the mercy of someone who presses."""

    scheduler: type[Scheduler] = Scheduler

    @initialize(seed=st.integers(0, 1_000), runs=RUNS, percent=st.sampled_from((0, 8, 30, 60)))
    def switch_on(self, seed: int, runs: int, percent: int) -> None:
        self.history = History(BAKERY, seed, Settings(WriteMode.OVERWRITE, LoadDate.OWN, runs), (), percent)
        self.simulator, self.checker = begin(self.history, self.scheduler())
        self.presses: list[RecordedPress] = []
        self.simulator.step()

    def press(self, press: Clear | MakeLate | SetMaxActiveRuns) -> None:
        self.presses.append(RecordedPress(self.simulator.event, press))
        self.simulator.press(press)

    @rule(day=DAYS)
    def clear(self, day: int) -> None:
        self.press(Clear(day))

    @rule(day=DAYS, step=STEPS)
    def clear_from_a_step(self, day: int, step: int) -> None:
        self.press(Clear(day, step))

    @rule(day=DAYS, minutes=st.integers(1, 400))
    def make_late(self, day: int, minutes: int) -> None:
        self.press(MakeLate(day, minutes))

    @rule(runs=RUNS)
    def change_the_limit(self, runs: int) -> None:
        self.press(SetMaxActiveRuns(runs))

    @rule(events=st.integers(1, 30))
    def play_on(self, events: int) -> None:
        for _ in range(events):
            self.simulator.step()

    @rule()
    def play_to_the_end(self) -> None:
        play_to_the_end(self.simulator)
        self.checker.see_the_end(self.simulator.warehouse)
        ended = (RunState.SUCCESS, RunState.FAILED)
        assert all(run.state in ended for run in self.simulator.week().runs)

    @invariant()
    def nothing_is_found(self) -> None:
        if hasattr(self, "checker") and self.checker.violations:
            played = replace(self.history, presses=tuple(self.presses))
            pytest.fail(f"{self.checker.violations[0].property.value}: {played.to_options()}", pytrace=False)


def play_to_the_end(simulator: Simulator) -> list[Event]:
    events: list[Event] = []
    while (event := simulator.step()) is not None:
        events.append(event)
    return events


def test_whatever_is_pressed_and_whenever_nothing_is_found() -> None:
    run_state_machine_as_test(Pressing, settings=REPEATABLE)


@pytest.mark.parametrize("name", CAUGHT_BY)
def test_the_same_machine_catches_a_broken_scheduler(name: SchedulerName) -> None:
    values: dict[str, Any] = {"scheduler": SCHEDULERS[name]}
    broken = type("PressingABrokenOne", (Pressing,), values)
    with pytest.raises(pytest.fail.Exception, match=f"^{CAUGHT_BY[name].value}: --seed"):
        run_state_machine_as_test(broken, settings=NOT_SHRUNK)
