"""Observations in other forms, under the name that users import. The code stands in `exozoo.envs.wrappers.adapt`."""

from exozoo.envs.wrappers.adapt import (
    BareAEC,
    BareParallel,
    FlatObservation,
    FloatObservation,
    MaskInObservation,
    bare,
)

__all__ = [
    "BareAEC",
    "BareParallel",
    "FlatObservation",
    "FloatObservation",
    "MaskInObservation",
    "bare",
]
