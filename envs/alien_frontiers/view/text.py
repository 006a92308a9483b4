"""What a seat may know, as text."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.kinds import CARD_SLOT, PHASE, PORT_GROUP
from exozoo.envs.alien_frontiers.view.observe import OBSERVATION
from exozoo.envs.core.text import Names, Section, TextLayout

HUB = "Colonist Hub "  # its port groups are the players' tracks


def _names(state: np.record) -> Names:
    players = int(state["num_players"])

    def group(number: int) -> str:
        """Hub tracks are counted from the observer on."""
        name = PORT_GROUP.names[number]
        if not name.startswith(HUB):
            return name
        track = int(name.removeprefix(HUB)) - 1
        owner = "your track" if track == 0 else f"track of the {track}. player after you"
        return f"{HUB}({owner}{'' if track < players else ', unused'})"

    return {
        PORT_GROUP.name: group,
        PHASE.name: lambda n: PHASE.names[n].lower().replace("_", " "),
        CARD_SLOT.name: lambda n: f"slot {n}",
    }


TEXT = TextLayout(
    "Alien Frontiers",
    OBSERVATION,
    shared=(
        Section(
            "Now",
            {
                "turn": "turn",
                "turn_limit": "stops after turn",
                "phase": "being decided",
                "card": "card being used",
                "facility": "facility chosen for it",
                "territory": "first territory of a move or swap",
                "other_territory": "second territory of a swap",
                "moved_value": "ship to dock has value",
                "picks": "picks made in this phase",
                "last_pick": "number of the last pick",
                "surplus": "hub spaces left over",
            },
        ),
        Section(
            "This turn so far",
            {
                "tally": "artifact tally",
                "refresh": "refresh of the display available:",
                "discarded": "a discard power was used:",
                "rate": "lowest pair at the market",
                "price": "fuel for one ore now (0: market closed)",
                "mined": "ships docked at the mine",
                "boarded": "ships docked at the hub",
                "extra_space": "Asimov Crater's extra space was received:",
                "borrowed": "bonus borrowed by the Data Crystal",
                "used": "cards whose power was used",
            },
        ),
        Section(
            "Table",
            {
                "supply": "supply",
                "fields": "field generators on territories",
                "display": "tech cards on display",
                "pile": "discard pile",
                "deck": "deck, in unknown order",
                "relic_place": "the relic ship is at",
                "relic_port": "the relic ship's port:",
                "relic_value": "the relic ship shows",
            },
        ),
    ),
    player=(
        Section(
            "",
            {
                "score": "victory points",
                "on_turn": "decides now:",
                "chosen": "owns the colony being moved or swapped:",
                "resources": "resources",
                "unplaced": "colonies not on the planet",
                "hub": "colony on space of the hub track:",
                "colonies": "colonies",
                "control": "controls",
                "cards": "tech cards",
                "relic": "holds the relic ship:",
            },
        ),
        Section(
            "ships",
            {
                "hand": "in hand, value × number",
                "lifted": "picked up by a card, value × number",
                "docked": "docked, value × number",
                "bay": "in the maintenance bay",
                "stock": "not in play",
            },
        ),
    ),
    legend="Ships are dice: a list such as «2×1, 6×2» is one ship of value 2 and two of value 6.",
    names=_names,
)
