"""Solo positions on an empty map: planets and structures by axial coordinates, r counting the rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from exozoo.envs.core.pending import pop
from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.automa.turn import automa_turn
from exozoo.envs.gaia_project.components import COORDS_OF_BOARD, FAR
from exozoo.envs.gaia_project.rules.structures import put_piece, settle_hex
from tests.gaia_project.positions import GAME, SETUP, decision, relist

Place = tuple[int, int]  # (q, r)
COORDS = COORDS_OF_BOARD[c.SMALL_BOARD]
PLAIN_TILES = ("structures", "structures_in_federations")  # no tie-break, no satellites


def start_solo(**options: Any) -> np.record:
    """Round 1 of a solo game, the player to move; the first option is taken until then."""
    s = GAME.new_state(players=1, **options)
    while decision(s) != c.TAKE_TURN:
        GAME.step(s, GAME.legal_actions(s)[0])
    return s


def rival_of(faction: str) -> str:
    return "ambas" if faction in ("firaks", "bescods") else "bescods"


def solo(
    faction: str = "itars",
    planets: Mapping[Place, str] | None = None,
    automa: Mapping[Place, str] | None = None,
    human: Mapping[Place, str] | None = None,
    final: Sequence[str] = PLAIN_TILES,
    level: int = 2,
    **setup: Any,
) -> np.record:
    """Round 1 with nothing on the map but what is given.

    Structures stand on planets of the owner's home type, unless `planets` says otherwise.
    """
    given = {**SETUP, "final_scoring": list(final), **setup}
    s = start_solo(
        factions=[rival_of(faction)],
        automa_faction=faction,
        automa_level=level,
        board="first_game",
        setup=given,
    )
    for name in ("planet", "structure", "owner", "guest"):
        s[name] = -1
    s["satellites"] = 0
    s["federated"] = 0
    s["players"]["built"] = 0
    s["players"]["distance"] = FAR
    for at, planet in (planets or {}).items():
        s["planet"][hex_at(at)] = c.PLANET_IDS.index(planet)
    s["players"]["num_settled"] = 0
    stand(s, 0, human or {})
    stand(s, 1, automa or {})
    relist(s)
    return s


def stand(s: np.record, seat: int, pieces: Mapping[Place, str]) -> None:
    from exozoo.envs.gaia_project.components import HOME_OF_FACTION

    for at, piece in pieces.items():
        place = np.int64(hex_at(at))
        if s["planet"][place] < 0:
            s["planet"][place] = HOME_OF_FACTION[s["players"][seat]["faction"]]
        put_piece(s, np.int64(seat), place, np.int64(c.PIECE_IDS.index(piece)))
        settle_hex(s, np.int64(seat), place)


def hex_at(at: Place) -> int:
    return COORDS.index(at)


def stack(s: np.record, *cards: int, size: int = 10) -> None:
    """The deck from the top, cards by their printed numbers; others follow to make up the size."""
    order = [card - 1 for card in cards]
    order += [card for card in range(17) if card not in order]
    s["cards"] = order
    s["deck_size"], s["deck_shown"] = size, 0


def turn(s: np.record, action: int, support: int = 3) -> None:
    """One turn of the Automa with these cards, long before it could pass."""
    stack(s, support, action)
    s["num_new"] = 0
    automa_turn(s)
    pop(s)  # the end of its turn


def pieces(s: np.record, seat: int = 1) -> dict[Place, str]:
    """What stands on the map of a seat."""
    return {
        COORDS[place]: c.PIECE_IDS[s["structure"][place]]
        for place in np.flatnonzero(s["owner"] == seat)
    }


def built(s: np.record, before: Mapping[Place, str]) -> dict[Place, str]:
    """What is new on the map of the Automa."""
    return {at: piece for at, piece in pieces(s).items() if before.get(at) != piece}


def levels(s: np.record) -> dict[str, int]:
    """The Automa's research levels above 0."""
    found = zip(c.TRACK_IDS, s["players"][1]["research"], strict=True)
    return {name: int(level) for name, level in found if level}


def points(s: np.record) -> int:
    return int(s["scores"][1])


def used(s: np.record) -> list[str]:
    """Covered board actions."""
    return [name for name, flag in zip(c.BOARD_ACTION_IDS, s["action_used"], strict=True) if flag]
