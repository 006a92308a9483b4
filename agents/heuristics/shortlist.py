"""Which of many things are worth a second look."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.jit import jit
from exozoo.envs.core.kernels import next_legal


@jit
def nth_best(mask, first, last, weights, count):
    """The smallest weight among the `count` largest of the marked entries from `first` on; -inf if there are fewer."""
    best = np.full(count, -np.inf)
    entry = next_legal(mask, first)
    while entry < last:
        if weights[entry] > best[count - 1]:
            place = count - 1
            while place > 0 and weights[entry] > best[place - 1]:
                best[place] = best[place - 1]
                place -= 1
            best[place] = weights[entry]
        entry = next_legal(mask, entry + 1)
    return best[count - 1]
