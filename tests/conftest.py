"""Settings for all tests."""

from hypothesis import settings

settings.register_profile("default", deadline=None)  # the first example may compile
settings.load_profile("default")
