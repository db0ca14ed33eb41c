"""The simulator: a week of a daily job, computed from its history. Standard library only."""
