"""Hypothesis without a deadline: a busy machine is no fault of the engine."""

from hypothesis import settings

settings.register_profile("engine", deadline=None, print_blob=True)
settings.load_profile("engine")
