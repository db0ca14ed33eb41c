"""The books of a week in progress: what the scheduler reads and only the simulator changes.

A task instance is one step of one day. It goes by one number, ``day * len(job.tasks) + task``, so
that a smaller number is an older day, then an earlier step: the order in which everything waits.
"""

from heapq import heappop, heappush

from sim.model import FINAL_STATES, Job, RunState, Settings, TaskState


class WaitList:
    """Numbers that wait for their turn, smallest first. Any of them may leave early."""

    def __init__(self) -> None:
        self._heap: list[int] = []
        self._waiting: set[int] = set()  # asked for members only, never iterated: sets have no fixed order

    def add(self, number: int) -> None:
        if number not in self._waiting:
            self._waiting.add(number)
            heappush(self._heap, number)

    def discard(self, number: int) -> None:
        self._waiting.discard(number)

    def first(self) -> int | None:
        """The smallest number that waits, or None. It stays on the list."""
        heap = self._heap
        while heap:
            if heap[0] in self._waiting:
                return heap[0]
            heappop(heap)
        return None


class Books:
    """Where every run and every task instance stands, with an index for each question asked often."""

    def __init__(self, job: Job, settings: Settings) -> None:
        days, tasks = len(job.days), len(job.tasks)
        self.job = job
        self.settings = settings
        self.run_state = [RunState.QUEUED] * days
        self.file_at_min = [0] * days
        self.task_state = [TaskState.NONE] * (days * tasks)
        self.try_number = [0] * (days * tasks)
        self.retry_at_min: list[int | None] = [None] * (days * tasks)
        # The indexes. Each could be found by looking at everything; that would cost more for more days.
        self.queued_runs = WaitList()
        self.done_runs = WaitList()
        self.active_runs = 0
        self.unfinished_tasks = [tasks] * days
        self.ready: dict[str | None, WaitList] = {None: WaitList()}
        self.slots_held: dict[str | None, int] = {None: 0}
        self.slots_in_pool = {pool.pool_id: pool.slots for pool in job.pools}
        for pool in job.pools:
            self.ready[pool.pool_id] = WaitList()
            self.slots_held[pool.pool_id] = 0
        for day in range(days):
            self.queued_runs.add(day)

    def count_unfinished(self, day: int) -> int:
        """How many steps of the day may still move without being cleared."""
        tasks = len(self.job.tasks)
        states = self.task_state[day * tasks : (day + 1) * tasks]
        return sum(state not in FINAL_STATES for state in states)
