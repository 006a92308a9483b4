"""What lies on the table, what can be counted on it, and how anything is gained."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from tests.reference.gaia_project import box
from tests.reference.gaia_project.board import Board
from tests.reference.gaia_project.box import Decision
from tests.reference.gaia_project.people import GAIA, Player

Flow = Generator[Decision, int, Any]  # a part of the game that may ask somebody
MOVE_STONE, KEEP_STONE = box.action("brainstone", 0), box.action("brainstone", 1)
STONE_CHARGE, STONE_SPEND, STONE_GAIA, STONE_DISCARD = range(4)


@dataclass
class Table:
    options: dict[str, Any]
    board: Board
    players: list[Player]
    planet: dict[int, str]
    tile_at: list[str]  # by position
    advanced_at: list[str | None]  # by track
    top_token: str | None
    token_supply: dict[str, int]
    boosters_open: set[int]
    round_tiles: list[str]
    final_tiles: list[str]
    round: int = 0
    turn_order: list[int] = field(default_factory=list)
    pass_order: list[int] = field(default_factory=list)
    used: set[str] = field(default_factory=set)  # board actions of this round
    new: list[int] = field(default_factory=list)  # where charging will be offered (GP-75)
    income_left: list[int] = field(default_factory=lambda: [0] * 8)
    told_federation: list[dict[int, int]] = field(default_factory=list)  # see view.py
    cache: dict[Any, Any] = field(default_factory=dict)

    def others(self, player: Player) -> list[Player]:
        """Clockwise from the player's left."""
        n = len(self.players)
        return [self.players[(player.seat + k) % n] for k in range(1, n)]

    def in_turn_order(self) -> list[Player]:
        return [self.players[seat] for seat in self.turn_order]

    def distances(self, player: Player) -> dict[int, int]:
        """GP-36: from every hex to the nearest starting point of the player."""
        givers = player.range_givers()
        key = ("distances", *givers)
        if key not in self.cache:
            self.cache[key] = {
                h: min((self.board.distance(h, own) for own in givers), default=99)
                for h in self.board.hexes
            }
        return self.cache[key]

    def range_qic(self, player: Player, h: int, extra: int = 0) -> int:
        """GP-36: exactly so many Q.I.C. reach the hex."""
        reach = player.level("navigation")["effect"]["range"] + extra
        return max(0, -(-(self.distances(player)[h] - reach) // 2))

    def colonised(self, player: Player) -> list[int]:
        """Planets that count by type: not those where Lantids are guests (GP-89)."""
        return [h for h in player.structures() if h not in player.guests]

    def planet_types(self, player: Player) -> set[str]:
        return {self.planet[h] for h in self.colonised(player)}

    def power_value(self, player: Player, h: int) -> int:
        """GP-47, GP-99."""
        piece = player.pieces[h]
        if piece == "space_station":
            return box.POWER_VALUES["space_station_in_federation"]
        big = piece == "planetary_institute" or piece.startswith("academy")
        value = box.POWER_VALUES["academy" if piece.startswith("academy") else piece]
        if big and player.standard.get("std3") == "owned":
            value = 4
        if player.has_institute("bescods") and self.planet[h] == "titanium":
            value += 1
        return value

    def per(self, player: Player, what: str) -> int:
        """What tiles, boosters and final tiles count (GP-82)."""
        if what == "planet_type":
            return len(self.planet_types(player))
        if what == "sector":
            return len({h // 19 for h in player.structures()})
        if what == "gaia_planet":
            return sum(self.planet[h] == "gaia" for h in self.colonised(player))
        if what == "federation":
            return sum(player.tokens.values())
        if what == "mine":
            return player.count("mine") + (player.lost_planet is not None)
        if what == "planetary_institute_or_academy":
            kinds = ("planetary_institute", "academy_knowledge", "academy_action")
            return sum(player.count(kind) for kind in kinds)
        return player.count(what)

    def trigger(self, player: Player, event: str, times: int = 1) -> None:
        """Round tile, uncovered standard tiles and advanced tiles."""
        tiles = [box.ROUND_TILES[_number(self.round_tiles[self.round - 1])]] if self.round else []
        for tile in tiles:
            player.vp += times * tile["vp"] * (tile["trigger"] == event)
        for tile in box.STANDARD:
            if player.standard.get(tile["id"]) == "owned" and tile.get("trigger") == event:
                player.vp += times * tile["gain"]["vp"]
        for tile in box.ADVANCED:
            if tile["id"] in player.advanced and tile.get("trigger") == event:
                player.vp += times * tile["gain"]["vp"]


def _number(name: str) -> int:
    return int(name.removeprefix("round").removeprefix("std").removeprefix("adv")) - 1


# --- gaining and paying, with the brainstone's decisions (D-20) ---


def ask_stone(player: Player, case: int, amount: int) -> Flow:
    """True: move, use or send it."""
    arguments = {"case": case, "amount": amount}
    choice = yield Decision(player.seat, "move_brainstone", {MOVE_STONE, KEEP_STONE}, arguments)
    return choice == MOVE_STONE


def charge(player: Player, amount: int) -> Flow:
    """GP-15; D-20 case 1: only where it makes a difference."""
    early = True
    if player.after_charge(amount, True) != player.after_charge(amount, False):
        early = yield from ask_stone(player, STONE_CHARGE, amount)
    player.charge(amount, early)


def spend(player: Player, amount: int) -> Flow:
    """GP-16; D-20 case 2."""
    use = player.stone == 2 and player.power[2] < amount
    if player.stone == 2 and amount >= 3 and player.power[2] >= amount:
        use = yield from ask_stone(player, STONE_SPEND, amount)
    player.spend(amount, use)


def to_gaia_area(player: Player, amount: int) -> Flow:
    """GP-41; D-20 case 3."""
    send = player.stone in (0, 1, 2)
    if send and player.tokens_in_play() > amount:
        send = yield from ask_stone(player, STONE_GAIA, amount)
    if send:
        player.stone = GAIA
    rest = player.take_lowest(amount - send)
    assert rest == 0
    player.power[GAIA] += amount - send


def discard(player: Player, amount: int) -> Flow:
    """GP-17 for satellites; D-20 case 4."""
    stone, go = player.stone, False
    if stone is not None and stone != GAIA and amount:
        below = sum(player.power[: stone + 1])
        if player.tokens_in_play() == amount:
            go = True
        elif below < amount:
            go = yield from ask_stone(player, STONE_DISCARD, amount)
    if go:
        player.stone = None
    rest = player.take_lowest(amount - go)
    assert rest == 0


def gain(player: Player, goods: dict[str, Any]) -> Flow:
    """Goods of tiles, tracks and actions; tokens go to area I (GP-17); charging comes last."""
    for good, amount in goods.items():
        if good == "vp":
            player.vp += amount
        elif good == "power_tokens":
            player.power[0] += amount
        elif good in box.STOCK:
            player.gain_stock(good, amount)
        elif good == "gaiaformer":
            player.gaiaformers += amount
    yield from charge(player, goods.get("power_charge", 0))
