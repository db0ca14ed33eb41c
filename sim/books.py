"""The books of a week in progress: what the scheduler reads and only the simulator changes.

Lists that go by a number are indexed by day, or by task instance (see ``Job.instances``).
"""

from collections import deque

from sim.job import Job, Settings
from sim.model import FINAL_STATES, RunState, TaskState


class Books:
    """Where every run and every task instance stands, with an index for each question asked often.

    The indexes could all be found by looking at everything; that would cost more for more days.
    Waiting lists are kept sorted, so that the oldest day, then the earliest step, comes first.
    """

    def __init__(self, job: Job, settings: Settings) -> None:
        days = len(job.days)
        instances = days * len(job.tasks)
        self.job = job
        self.instances = job.instances
        self.settings = settings
        self.run_state = [RunState.QUEUED] * days
        self.file_due_min: list[int | None] = [None] * days  # None: the file is there
        self.task_state = [TaskState.NONE] * instances
        # The number of the last try; and of the last before the step was cleared, if it was.
        self.try_number = [0] * instances
        self.cleared_at_try = [0] * instances
        self.retry_at_min: list[int | None] = [None] * instances
        # The indexes: over runs ...
        self.queued_runs = deque(range(days))
        self.active_runs = 0
        self.unfinished_tasks = [len(job.tasks)] * days
        self.done_runs: list[int] = []
        # ... over task instances: how many of its needs have not succeeded, how many had failed when its day
        # was last cleared (one that fails later fails those that need it at once), and which could start but
        # for a slot. There are never more of these than the active runs have steps ...
        self.missing_needs = [len(needs) for needs in job.upstream] * days
        self.failed_needs = [0] * instances
        self.ready: list[int] = []
        # ... and over pools.
        self.slots = {pool.pool_id: pool.slots for pool in job.pools}
        self.slots_held = dict.fromkeys(self.slots, 0)

    def count_day(self, day: int) -> None:
        """Find the indexes of one day anew, from the states of its steps."""
        tasks = len(self.job.tasks)
        first = day * tasks
        states = self.task_state[first : first + tasks]
        self.unfinished_tasks[day] = sum(state not in FINAL_STATES for state in states)
        for task, needs in enumerate(self.job.upstream):
            needed = [states[need] for need in needs]
            self.missing_needs[first + task] = len(needed) - needed.count(TaskState.SUCCESS)
            self.failed_needs[first + task] = needed.count(TaskState.FAILED) + needed.count(
                TaskState.UPSTREAM_FAILED
            )
