"""The reference as lock step wants it: dealt from the observations, shown as observation blocks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from exozoo.envs.gaia_project import constants as c
from tests.reference.gaia_project import box, game
from tests.reference.gaia_project.board import Board, check_board
from tests.reference.gaia_project.people import Player
from tests.reference.gaia_project.table import Table
from tests.reference.lockstep import ImpossibleError, Seen

NUM_HEXES = 190
DECISIONS = list(c.DECISIONS)


@cache
def board_for(players: int) -> Board:
    return Board(players)


def deal(seen: Sequence[Seen], options: dict[str, Any]) -> GaiaProject:
    """Chance speaks in setup only (section 20)."""
    first = seen[0]
    board = board_for(len(seen))
    planet = {h: box.PLANETS[code] for h, code in enumerate(first["planet"].tolist()) if code >= 0}
    supply = first["token_supply"].tolist()
    table = Table(
        options=options,
        board=board,
        players=[Player(seat) for seat in range(len(seen))],
        planet=planet,
        tile_at=[box.STANDARD[code]["id"] for code in first["tile_at"].tolist()],
        advanced_at=[box.ADVANCED[code]["id"] for code in first["advanced_at"].tolist()],
        top_token=box.TOKENS[int(first["top_token"])]["id"],
        token_supply={t["id"]: n for t, n in zip(box.TOKENS, supply, strict=True)},
        boosters_open={n for n, flag in enumerate(first["booster_open"].tolist()) if flag},
        round_tiles=[box.ROUND_TILES[code]["id"] for code in first["round_tile"].tolist()],
        final_tiles=[box.FINAL_TILES[code]["id"] for code in first["final_tile"].tolist()],
        turn_order=list(range(len(seen))),
    )
    check_deal(table)
    return GaiaProject(table)


def check_deal(table: Table) -> None:
    """GP-2 to GP-6: the parts that were drawn are in the box, each as often as there."""
    options = table.options
    mode, apart = options.get("board", "random"), options.get("equal_neighbours", "home")
    check_board(table.board, table.planet, mode, apart)
    rows: list[tuple[Sequence[Any], int]] = [
        (table.tile_at, 9),
        (table.advanced_at, 6),
        (table.round_tiles, 6),
        (table.final_tiles, 2),
        (sorted(table.boosters_open), len(table.players) + 3),
    ]
    if any(len(set(row)) != number or len(row) != number for row, number in rows):
        raise ImpossibleError(f"the deal {rows}")
    for token in box.TOKENS:
        left = table.token_supply[token["id"]] + (table.top_token == token["id"])
        if left != token["copies"]:  # the Gleens token lies aside, shown with the supply
            raise ImpossibleError(f"{left} tokens {token['id']}")


class GaiaProject:
    """The reference side of lock step."""

    def __init__(self, table: Table):
        self.table = table
        self.flow = game.whole_game(table)
        self.decision: box.Decision | None = next(self.flow)
        self.people: list[dict[str, Any]] = []  # what all can see of each player, by seat

    def seat(self) -> int | None:
        return None if self.decision is None else self.decision.seat

    def legal(self) -> set[int]:
        return set() if self.decision is None else set(self.decision.legal)

    def step(self, action: int, seen: Sequence[Seen]) -> None:
        self.table.told_federation = [federation_of(blocks) for blocks in seen]
        self.people = []
        try:
            self.decision = self.flow.send(action)
        except StopIteration:
            self.decision = None

    def scores(self) -> list[int]:
        return [player.vp for player in self.table.players]

    def ranking(self) -> list[int]:
        return game.places(self.table)

    def facts(self, observer: int) -> dict[str, Any]:
        table, n = self.table, len(self.table.players)
        shown = shared_facts(table, observer)
        shown |= decision_facts(self.decision, observer, n)
        self.people = self.people or [player_facts(table, player) for player in table.players]
        people = [self.people[(observer + k) % n] for k in range(n)]
        for name in people[0]:
            shown[name] = [person[name] for person in people]
        return shown


def federation_of(seen: Seen) -> dict[int, int]:
    """The observer's hexes in federations: 1 a planet or station, 2 a satellite."""
    return {h: code for h, code in enumerate(seen["federated"][0].tolist()) if code}


def flags(on: Sequence[int] | set[int], size: int) -> list[int]:
    return [int(number in on) for number in range(size)]


def seats(order: list[int], observer: int, players: int) -> list[int]:
    """Counted from the observer on."""
    return [(seat - observer) % players for seat in order] + [-1] * (4 - len(order))


def decision_facts(decision: box.Decision | None, observer: int, players: int) -> dict[str, Any]:
    if decision is None:
        return {}
    number = DECISIONS.index(decision.kind)
    given = [*decision.arguments.values(), 0, 0][:2]
    return {
        "decision": flags({number}, len(DECISIONS)),
        "to_move": flags({(decision.seat - observer) % players}, 4),
        "arguments": given,
    }


def shared_facts(table: Table, observer: int) -> dict[str, Any]:
    n = len(table.players)
    planet = [-1] * NUM_HEXES
    for h, kind in table.planet.items():
        planet[h] = box.PLANETS.index(kind)
    advanced = [tile["id"] for tile in box.ADVANCED]
    tokens = [token["id"] for token in box.TOKENS]
    return {
        "round": table.round,
        "turn_order": seats(table.turn_order, observer, n),
        "pass_order": seats(table.pass_order, observer, n),
        "planet": planet,
        "advanced_at": [-1 if t is None else advanced.index(t) for t in table.advanced_at],
        "top_token": -1 if table.top_token is None else tokens.index(table.top_token),
        "token_supply": [table.token_supply[token] for token in tokens],
        "booster_open": flags(table.boosters_open, len(box.BOOSTERS)),
        "action_used": [int(data["id"] in table.used) for data in box.BOARD_ACTIONS],
        "income_left": table.income_left,
        "passing_order": int(table.options.get("turn_order", "clockwise") == "passing"),
    }


def player_facts(table: Table, player: Player) -> dict[str, Any]:
    standard = {None: 0, "owned": 1, "covered": 2}
    faction = [data["id"] == player.faction for data in box.FACTIONS]
    return {
        "vp": player.vp,
        "faction": np.array(faction, dtype=int).tolist(),
        "stock": [player.stock[good] for good in box.STOCK],
        "power": list(player.power),
        "brainstone": flags({player.stone} if player.stone is not None else set(), 4),
        "research": list(player.research.values()),
        "built": [player.count(piece) for piece in box.PIECES],
        "gaiaformers": [player.gaiaformers, player.gaiaformers_away],
        "booster": flags({player.booster} if player.booster is not None else set(), 10),
        "standard": [standard[player.standard.get(tile["id"])] for tile in box.STANDARD],
        "advanced": [int(tile["id"] in player.advanced) for tile in box.ADVANCED],
        "tokens": [player.tokens[token["id"]] for token in box.TOKENS],
        "green": player.green,
        "bid": 0,  # auctions are not covered here
        "special_used": [int(special in player.special_used) for special in box.SPECIALS],
        "passed": int(player.passed),
        "federations": [player.federations_formed, len(player.satellites)],
        "final_count": [game.final_count(table, player, name) for name in table.final_tiles],
        **map_facts(table, player),
    }


def map_facts(table: Table, player: Player) -> dict[str, list[int]]:
    piece, federated, distance = [0] * NUM_HEXES, [0] * NUM_HEXES, [99] * NUM_HEXES
    for h, kind in player.pieces.items():
        piece[h] = 9 if h in player.guests else box.PIECES.index(kind) + 1
    for h in player.federation:
        federated[h] = 2 if h in player.satellites else 1
    for h, steps in table.distances(player).items():
        distance[h] = steps
    return {"piece": piece, "federated": federated, "distance": distance}
