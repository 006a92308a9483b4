"""What the game numbers: the axes and codes of actions and observation."""

from __future__ import annotations

from exozoo.envs.alien_frontiers.components import (
    CARD_NAMES,
    CARD_OF_DISCARD,
    CARD_OF_POWER,
    FACILITY_NAMES,
    FIELD_NAMES,
    GROUP_OF_FACILITY,
    PORTS_OF_FACILITY,
    TERRITORY_NAMES,
)
from exozoo.envs.alien_frontiers.constants import (
    DISPLAY_SIZE,
    MAX_PLAYERS,
    NUM_FACES,
    NUM_FACILITIES,
    PHASE_NAMES,
    RESOURCE_NAMES,
)
from exozoo.envs.core.layout import Kind

FACES = tuple(str(face + 1) for face in range(NUM_FACES))

SEAT = Kind("seat", MAX_PLAYERS)  # counted from the player on turn, or from the observer
OPPONENT = Kind.of("opponent", (f"seat +{n}" for n in range(1, MAX_PLAYERS)))
PHASE = Kind.of("phase", PHASE_NAMES)
RESOURCE = Kind.of("resource", RESOURCE_NAMES)
TERRITORY = Kind.of("territory", TERRITORY_NAMES)
FIELD = Kind.of("field", FIELD_NAMES)

CARD = Kind.of("card", CARD_NAMES)
CARD_SLOT = Kind("card slot", DISPLAY_SIZE)
POWER = Kind.of("power", (CARD_NAMES[card] for card in CARD_OF_POWER))
DISCARD_POWER = Kind.of("discard power", (CARD_NAMES[card] for card in CARD_OF_DISCARD))
KEPT_ORE = Kind.of("ore kept", map(str, range(9)))  # AF-29

FACE = Kind.of("face", FACES)
RUN = Kind.of("run", ("1-2-3", "2-3-4", "3-4-5", "4-5-6"))  # AF-80
SHIP = Kind.of("ship", (*FACES, "relic ship"))  # a ship by its value, or the relic ship
SIX = Kind.of("six", ("coloured ship", "relic ship"))
OPPONENT_SHIP = Kind.of(
    "opponent's ship",
    (*(f"{seat}, {face}" for seat in OPPONENT.names for face in FACES), "relic ship"),
)

FACILITY = Kind.of("facility", FACILITY_NAMES[:NUM_FACILITIES])
PLACE = Kind.of("place", (*FACILITY_NAMES, "hand", "stock", "Burroughs Desert", "lifted"))
PORT = Kind("port", 12)


def _groups(facility: int) -> int:
    """How many groups of ports are told apart."""
    together = int(GROUP_OF_FACILITY[facility])
    return int(PORTS_OF_FACILITY[MAX_PLAYERS, facility]) // together if together > 1 else 1


# rows of a player's docked ships: every port group where pairs and triples stand, the four hub
# tracks (observer's first), and one row for each other facility
GROUPS_OF_FACILITY = [_groups(facility) for facility in range(NUM_FACILITIES)]
PORT_GROUP = Kind.of(
    "port group",
    (
        f"{name} {group + 1}" if groups > 1 else name
        for name, groups in zip(FACILITY.names, GROUPS_OF_FACILITY, strict=True)
        for group in range(groups)
    ),
)
