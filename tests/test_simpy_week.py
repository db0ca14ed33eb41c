"""The week that the engine is timed against is the same week: without chance it holds the same events."""

from dataclasses import replace

import pytest

from bench.simpy_week import SimPyWeek
from sim.events import Event
from sim.job import Job, LoadDate, Settings, WriteMode
from sim.jobs import BAKERY
from sim.presses import Clear, MakeLate, RecordedPress
from sim.simulator import Simulator

OVERWRITE = Settings(WriteMode.OVERWRITE)


def without_chance(failing: str | None = None) -> Job:
    """The bakery's job with every try as long as its shortest, and one step, if any, that always fails."""
    return replace(
        BAKERY,
        tasks=tuple(
            replace(
                task,
                duration_min=(task.duration_min[0],) * 2,
                failure_rate=1.0 if task.task_id == failing else 0.0,
            )
            for task in BAKERY.tasks
        ),
    )


def from_the_engine(job: Job, settings: Settings, presses: tuple[RecordedPress, ...] = ()) -> list[Event]:
    simulator = Simulator(job, 1, settings, presses)
    return list(iter(simulator.step, None))


def from_simpy(job: Job, settings: Settings, presses: tuple[RecordedPress, ...] = ()) -> list[Event]:
    week = SimPyWeek(job, 1, settings, presses)
    week.play()
    return week.happened


def in_any_order_of_a_minute(events: list[Event]) -> list[str]:
    """The events without their numbers: of what happens in one minute, SimPy's order is another."""
    return sorted(f"{event[1]:05} {type(event).__name__} {event[2:]}" for event in events)


@pytest.mark.parametrize("failing", [None, "extract", "load"])
@pytest.mark.parametrize("load_date", LoadDate)
def test_a_week_without_chance_holds_the_same_events(failing: str | None, load_date: LoadDate) -> None:
    job, settings = without_chance(failing), replace(OVERWRITE, load_date=load_date)
    engine = from_the_engine(job, settings)
    assert len(engine) > 50
    assert in_any_order_of_a_minute(from_simpy(job, settings)) == in_any_order_of_a_minute(engine)


def test_an_appending_week_without_chance_holds_the_same_events() -> None:
    job = without_chance()
    engine = from_the_engine(job, Settings())
    assert in_any_order_of_a_minute(from_simpy(job, Settings())) == in_any_order_of_a_minute(engine)


def test_pressed_after_the_end_it_goes_on_with_the_same_events() -> None:
    job = without_chance()
    whole = from_the_engine(job, OVERWRITE)
    after_the_end = len(whole) - 1
    presses = (RecordedPress(after_the_end, Clear(1)),)
    engine = [event for event in from_the_engine(job, OVERWRITE, presses) if event[2:] != (Clear(1), None)]
    assert len(engine) == len(whole) + 12  # its run starts and ends, and so do five tries
    assert in_any_order_of_a_minute(from_simpy(job, OVERWRITE, presses)) == in_any_order_of_a_minute(engine)


def test_a_late_file_holds_its_day_back_as_long() -> None:
    job = without_chance()
    late = MakeLate(0, 300)
    engine = from_the_engine(job, OVERWRITE, (RecordedPress(0, late),))
    week = SimPyWeek(job, 1, OVERWRITE)
    week.press(late)
    week.play()
    said_by_the_engine_alone = ("FileArrived", "Pressed")
    assert in_any_order_of_a_minute(week.happened) == in_any_order_of_a_minute(
        [event for event in engine if type(event).__name__ not in said_by_the_engine_alone]
    )
