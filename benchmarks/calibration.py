"""The loop that speeds are compared with, so that they mean the same on another machine."""

from __future__ import annotations

import numpy as np

from exozoo.benchmarks.measure import Work
from exozoo.envs.core.jit import jit


@jit
def churn(table, steps):
    """Branches, small integers and table look-ups, as rules have them."""
    at, total = 1, 0
    for _ in range(steps):
        at = (at * 5 + 3) % table.size
        if table[at] & 1:
            total += table[at]
        else:
            table[at] += 1
    return total


def calibration() -> Work:
    table = np.arange(1024, dtype=np.int64)
    churn(table, 1)
    return Work(lambda: churn(table, 100_000), 100_000)
