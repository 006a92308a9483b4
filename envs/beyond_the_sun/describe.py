"""Actions in English."""

from __future__ import annotations

import numpy as np


def describe_action(state: np.record, action: int) -> str:
    return str(action)
