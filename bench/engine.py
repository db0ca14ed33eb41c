"""How fast the engine is, side by side with SimPy: python -m bench.engine

Ratios within one run are what counts; the machine's own speed drifts. Each figure is the median of
several interleaved rounds, with its range.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from bench.simpy_week import SimPyWeek
from sim.job import Day, Job
from sim.jobs import BAKERY, OPENING
from sim.simulator import Simulator
from sim.witness.checker import Checker

ROUNDS = 7
WEEKS = 200


def unchecked(job: Job, seed: int) -> int:
    """Play one week without a checker. Returns its number of events."""
    simulator = Simulator(job, seed, OPENING.settings)
    for event in simulator.life:
        if event is None:
            break
    return simulator.event + 1


def checked(job: Job, seed: int) -> int:
    """Play one week with the checker. Returns its number of events."""
    simulator = Simulator(job, seed, OPENING.settings, checker=Checker(job, seed, OPENING.settings))
    for event in simulator.life:
        if event is None:
            break
    return simulator.event + 1


def with_simpy(job: Job, seed: int) -> int:
    """Play one week in SimPy. Returns its number of events."""
    week = SimPyWeek(job, seed, OPENING.settings)
    week.play()
    return len(week.happened)


def longer(job: Job, days: int) -> Job:
    """The same job for another number of days, each with the rows of the first."""
    first = job.days[0]
    return replace(
        job,
        days=tuple(
            Day(f"day{index}", first.logical_date + timedelta(days=index), first.source_rows)
            for index in range(days)
        ),
    )


def rounds_of(measures: dict[str, Callable[[], float]]) -> dict[str, list[float]]:
    """Take every measure once a round, so that a slow minute is slow for all of them."""
    taken: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(ROUNDS):
        for name, measure in measures.items():
            taken[name].append(measure())
    return taken


def weeks_a_second(play: Callable[[Job, int], int]) -> Callable[[], float]:
    def measure() -> float:
        began = time.perf_counter()
        for seed in range(WEEKS):
            play(BAKERY, seed)
        return WEEKS / (time.perf_counter() - began)

    return measure


def microseconds_an_event(days: int) -> Callable[[], float]:
    job = longer(BAKERY, days)
    seeds = range(max(1, 2_100 // days))

    def measure() -> float:
        began = time.perf_counter()
        events = sum(checked(job, seed) for seed in seeds)
        return (time.perf_counter() - began) / events * 1e6

    return measure


def row(name: str, values: list[float], unit: str) -> str:
    return f"{name:<44}{statistics.median(values):>10,.2f} {unit}  ({min(values):,.2f} to {max(values):,.2f})"


def main() -> None:
    speeds = rounds_of(
        {
            "unchecked": weeks_a_second(unchecked),
            "checked": weeks_a_second(checked),
            "SimPy, unchecked": weeks_a_second(with_simpy),
        }
    )
    simpy_speeds = speeds["SimPy, unchecked"]
    for name, values in speeds.items():
        ratios = [value / base for value, base in zip(values, simpy_speeds, strict=True)]
        print(row(f"{name}: of SimPy's weeks a second", ratios, "x"))
    for name, values in speeds.items():
        print(row(f"{name}: weeks", values, "a second"))
    costs = rounds_of({f"{days}": microseconds_an_event(days) for days in (7, 70, 700, 7_000)})
    for days, values in costs.items():
        ratios = [value / base for value, base in zip(values, costs["7"], strict=True)]
        print(row(f"{days} days, checked: cost of an event", ratios, "x that of 7 days"))
        print(row(f"{days} days, checked: cost of an event", values, "microseconds"))


if __name__ == "__main__":
    main()
