"""Ways to choose among legal actions, so that rare cases of the rules come up in random games."""

from __future__ import annotations

from tests.reference.alien_frontiers import box
from tests.reference.lockstep import Choose, any_action, weighted

_SETTLING = ("LAUNCH", "DOCK_HUB", "DOCK_CONSTRUCTOR", "DOCK_TERRAFORM")


def _style(**weights: float) -> Choose:
    """Weights of whole ranges of actions, 1 if not given."""
    return weighted(lambda action: weights.get(box.name_of(action), 1.0))


STYLES: dict[str, Choose] = {
    "any": any_action,
    # many cards in few hands, and no hurry: the deck runs out
    "collector": _style(
        **dict.fromkeys(_SETTLING, 0.02), DOCK_ARTIFACT=8, CLAIM=50, DISCARD=0.02, POWER=0.1
    ),
    # fuel and ore pile up: the supply runs out
    "hoarder": _style(
        **dict.fromkeys(_SETTLING, 0.05), DOCK_SOLAR=5, DOCK_MINE=5, DOCK_MARKET=5, TRADE=3
    ),
    # cards are used for all they can do
    "tinkerer": _style(
        DOCK_ARTIFACT=3, CLAIM=20, POWER=30, DISCARD=10, STOP=0.5, DOCK_SOLAR=3, LAUNCH=0.2
    ),
    # big fleets, raids, the relic ship
    "raider": _style(
        DOCK_SHIPYARD=30,
        DOCK_RAIDERS=50,
        BUY_RELIC=50,
        DOCK_HUB=2,
        DOCK_TERRAFORM=0.3,
        DOCK_SOLAR=2,
    ),
    # nobody owns anything: raids that find nothing
    "pauper": _style(
        **dict.fromkeys(("DOCK_SOLAR", "DOCK_MINE", "DOCK_ARTIFACT"), 0.1),
        DOCK_RAIDERS=100,
        RAID_CARD=3,
        DISCARD=50,
        POWER=10,
        DOCK_HUB=3,
    ),
    # colonies as fast as they come
    "settler": _style(**dict.fromkeys(_SETTLING, 20), BUY_RELIC=20, DOCK_ARTIFACT=0.5),
}
