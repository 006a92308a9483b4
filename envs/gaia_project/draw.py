"""A picture of the table."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.svg import document, text


def draw(state: np.record) -> str:
    return document(400, 40, [text(10, 25, f"round {state['round_number']}")])
