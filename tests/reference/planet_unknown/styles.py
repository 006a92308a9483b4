"""Ways to choose among legal actions, so that rare cases of the rules come up in random games."""

from __future__ import annotations

from exozoo.envs.planet_unknown.actions import ACTIONS
from tests.reference.lockstep import Choose, any_action, weighted

_NAME_OF = [block.name for block in ACTIONS.blocks for _ in range(block.size)]
_TECH = [n for n, name in enumerate(_NAME_OF) if name == "track"][-1]
_ROVER = _TECH - 1


def _style(favoured: int | None = None, **weights: float) -> Choose:
    """Weights of whole blocks of actions, 1 if not given, and of one favoured action."""
    return weighted(lambda a: 20.0 if a == favoured else weights.get(_NAME_OF[a], 1.0))


STYLES: dict[str, Choose] = {
    "any": any_action,
    # technologies early, and used whenever possible
    "scholar": _style(_TECH, technology=20, tech_cell=20, done=0.3, cell=0.1, item=3, store=3),
    # rovers are moved while there is a point left
    "driver": _style(_ROVER, step=10, rover=20, done=0.1, technology=5, tech_cell=5),
}
