"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

# a busy machine, or the compiler at work, must not make an example count as too slow
settings.register_profile("exozoo", deadline=None)
settings.load_profile("exozoo")
