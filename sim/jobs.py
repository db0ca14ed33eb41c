"""The jobs as data: steps, needs, pools, retries, durations, days and rows; and the week to open with."""

from datetime import date, datetime

from sim.history import History
from sim.job import Action, Day, Job, LoadDate, Pool, Settings, Task, WriteMode

# Made-up figures of a made-up bakery. 12 January 2026 is the first morning after the week.
BAKERY = Job(
    job_id="bakery",
    tasks=(
        Task("wait", Action.WAIT_FOR_FILE, duration_min=(1, 1)),
        Task(
            "extract",
            Action.WORK,
            needs=("wait",),
            retry_delays_min=(5, 10),
            failure_rate=0.08,
            duration_min=(4, 9),
        ),
        Task("convert", Action.WORK, needs=("extract",), duration_min=(2, 5)),
        Task(
            "load",
            Action.LOAD,
            needs=("convert",),
            table="orders",
            pool="warehouse",
            retry_delays_min=(5, 10),
            failure_rate=0.08,
            duration_min=(6, 12),
        ),
        Task("check", Action.COMPARE_COUNTS, needs=("load",), table="orders", duration_min=(1, 2)),
    ),
    pools=(Pool("warehouse", slots=2),),
    tables=("orders",),
    days=(
        Day("mon", date(2026, 1, 5), (268,)),
        Day("tue", date(2026, 1, 6), (254,)),
        Day("wed", date(2026, 1, 7), (179,)),
        Day("thu", date(2026, 1, 8), (301,)),
        Day("fri", date(2026, 1, 9), (342,)),
        Day("sat", date(2026, 1, 10), (391,)),
        Day("sun", date(2026, 1, 11), (277,)),
    ),
    switched_on=datetime(2026, 1, 12, 6, 0),
    settings=Settings(WriteMode.APPEND, LoadDate.OWN, max_active_runs=3),
)

# The opening week's seed was found by tests/find_opening_week.py, which says how.
OPENING = History(BAKERY, seed=517_353, settings=BAKERY.settings)
OPENING_EVENT = 44

# By the name that a history has for its job.
JOBS = {job.job_id: job for job in (BAKERY,)}
