"""What is counted in Alien Frontiers."""

from __future__ import annotations

from functools import partial
from typing import Any

from exozoo.benchmarks.habits import Counter, of_block
from exozoo.envs.alien_frontiers.actions import (
    ACTIONS,
    BLOCK_OF,
    CLAIM_BLOCK,
    DISCARD,
    DOCK_ARTIFACT_BLOCK,
    DOCK_CONSTRUCTOR_BLOCK,
    DOCK_HUB_BLOCK,
    DOCK_MARKET_BLOCK,
    DOCK_MINE_BLOCK,
    DOCK_RAIDERS_BLOCK,
    DOCK_SHIPYARD_BLOCK,
    DOCK_SOLAR_BLOCK,
    DOCK_TERRAFORM_BLOCK,
    KEEP_BLOCK,
    LAUNCH_BLOCK,
    POWER,
    RAID_CARD_BLOCK,
    RAID_RES_BLOCK,
    REFRESH_BLOCK,
)
from exozoo.envs.alien_frontiers.kinds import DISCARD_POWER
from exozoo.envs.alien_frontiers.kinds import POWER as POWER_KIND

DOCKINGS = (
    DOCK_SOLAR_BLOCK,
    DOCK_MINE_BLOCK,
    DOCK_ARTIFACT_BLOCK,
    DOCK_HUB_BLOCK,
    DOCK_MARKET_BLOCK,
    DOCK_SHIPYARD_BLOCK,
    DOCK_CONSTRUCTOR_BLOCK,
    DOCK_RAIDERS_BLOCK,
    DOCK_TERRAFORM_BLOCK,
)


takes = partial(of_block, BLOCK_OF)


def between(first: Any, size: int) -> Any:
    return lambda state, action: float(first <= action < first + size)


COUNTERS = (
    Counter("points", at_end=lambda state, seat: float(state["scores"][seat])),
    Counter("colonies", at_end=lambda state, seat: float(state["colonies"][:, seat].sum())),
    *(Counter(ACTIONS.blocks[block].name, at_decision=takes(block)) for block in DOCKINGS),
    Counter("launches", at_decision=takes(LAUNCH_BLOCK)),
    Counter("displays replaced", at_decision=takes(REFRESH_BLOCK)),
    Counter("cards claimed", at_decision=takes(CLAIM_BLOCK)),
    Counter("cards raided", at_decision=takes(RAID_CARD_BLOCK)),
    Counter("units raided", at_decision=takes(RAID_RES_BLOCK)),
    Counter("cards at the end", at_end=lambda state, seat: float(state["cards"][seat].sum())),
    Counter("powers used", at_decision=between(POWER, POWER_KIND.size)),
    *(
        Counter(f"power: {name}", at_decision=between(POWER + number, 1))
        for number, name in enumerate(POWER_KIND.names)
    ),
    Counter("discards", at_decision=between(DISCARD, DISCARD_POWER.size)),
    *(
        Counter(f"discard: {name}", at_decision=between(DISCARD + number, 1))
        for number, name in enumerate(DISCARD_POWER.names)
    ),
    Counter("turns with a surplus", at_decision=takes(KEEP_BLOCK)),
)
