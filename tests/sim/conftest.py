"""Hypothesis draws the same examples every time, and keeps none: a test that passes once passes always."""

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, database=None, max_examples=50, deadline=None)
settings.load_profile("repeatable")
