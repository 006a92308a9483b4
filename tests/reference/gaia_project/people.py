"""A player's board: stock, power, tiles, pieces; and the power cycle."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.reference.gaia_project import box

AREAS = (0, 1, 2)  # I, II, III; the Gaia area is 3
GAIA = 3


@dataclass
class Player:
    seat: int
    data: dict[str, Any] = field(default_factory=dict)  # of the faction
    vp: int = 10  # GP-1
    stock: dict[str, int] = field(default_factory=lambda: dict.fromkeys(box.STOCK, 0))
    power: list[int] = field(default_factory=lambda: [0, 0, 0, 0])  # ordinary tokens by area
    stone: int | None = None  # the area of the brainstone
    research: dict[str, int] = field(default_factory=lambda: dict.fromkeys(box.TRACK_IDS, 0))
    pieces: dict[int, str] = field(default_factory=dict)  # by hex; guests and Lost Planet too
    guests: set[int] = field(default_factory=set)  # Lantid mines on planets of others
    lost_planet: int | None = None
    gaiaformers: int = 0  # gained
    gaiaformers_away: int = 0  # in the Gaia area (Bal T'aks)
    booster: int | None = None
    standard: dict[str, str] = field(default_factory=dict)  # "owned" or "covered"
    advanced: set[str] = field(default_factory=set)
    tokens: Counter[str] = field(default_factory=Counter)
    green: int = 0
    special_used: set[str] = field(default_factory=set)
    passed: bool = False
    federation: set[int] = field(default_factory=set)  # hexes of all federations, A in section 13
    satellites: set[int] = field(default_factory=set)
    federations_formed: int = 0

    @property
    def faction(self) -> str:
        return self.data.get("id", "")

    def count(self, piece: str) -> int:
        """Pieces taken from the board; the Lost Planet's mine is not one (GP-64)."""
        return sum(p == piece and h != self.lost_planet for h, p in self.pieces.items())

    def has_institute(self, faction: str | None = None) -> bool:
        return self.count("planetary_institute") > 0 and faction in (None, self.faction)

    def structures(self) -> list[int]:
        return [h for h, p in self.pieces.items() if p in box.STRUCTURES]

    def range_givers(self) -> list[int]:
        """GP-36: planets colonised, guests, the Lost Planet and space stations; no gaiaformers."""
        return [h for h, p in self.pieces.items() if p != "gaiaformer"]

    def available_gaiaformers(self) -> int:
        return self.gaiaformers - self.count("gaiaformer") - self.gaiaformers_away

    def level(self, track: str) -> dict[str, Any]:
        return box.TRACKS[box.TRACK_IDS.index(track)]["levels"][self.research[track]]

    # --- tokens ---

    def in_area(self, area: int) -> int:
        return self.power[area] + (self.stone == area)  # GP-18: the stone counts as one

    def tokens_in_play(self) -> int:
        return sum(self.in_area(area) for area in AREAS)

    def chargeable(self) -> int:
        return 2 * self.in_area(0) + self.in_area(1)

    def charge(self, amount: int, stone_early: bool = True) -> None:
        """GP-15; the brainstone before the ordinary tokens of its area, or after them (D-20)."""
        for _ in range(amount):
            area = next((a for a in (0, 1) if self.in_area(a)), None)
            if area is None:
                return
            if self.stone == area and (stone_early or not self.power[area]):
                self.stone = area + 1
            else:
                self.power[area] -= 1
                self.power[area + 1] += 1

    def after_charge(self, amount: int, stone_early: bool) -> tuple[list[int], int | None]:
        before, stone = list(self.power), self.stone
        self.charge(amount, stone_early)
        after = (list(self.power), self.stone)
        self.power, self.stone = before, stone
        return after

    def token_worth(self) -> int:
        return 2 if self.has_institute("nevlas") else 1  # GP-19

    def spendable(self) -> int:
        return self.power[2] * self.token_worth() + (3 if self.stone == 2 else 0)

    def spend(self, amount: int, use_stone: bool) -> None:
        """GP-16, GP-18, GP-19: from III to I; what is too much is lost."""
        if use_stone:
            assert self.stone == 2
            self.stone = 0
            amount = max(0, amount - 3)
        moved = -(-amount // self.token_worth())
        assert moved <= self.power[2]
        self.power[2] -= moved
        self.power[0] += moved

    def take_lowest(self, amount: int) -> int:
        """O-3: ordinary tokens from I, then II, then III; returns how many could not be taken."""
        for area in AREAS:
            taken = min(amount, self.power[area])
            self.power[area] -= taken
            amount -= taken
        return amount

    def burn(self) -> None:
        """GP-70, O-13: the stone moves up; Itars keep the token in the Gaia area (GP-101)."""
        assert self.in_area(1) >= 2
        assert self.power[1] >= 1
        if self.stone == 1:
            self.stone = 2
        else:
            self.power[1] -= 1
            self.power[2] += 1
        self.power[1] -= 1
        if self.faction == "itars":
            self.power[GAIA] += 1

    # --- the stock ---

    def gain_stock(self, good: str, amount: int) -> None:
        """GP-14 caps; GP-91 Gleens turn Q.I.C. into ore."""
        if good == "qic" and self.faction == "gleens" and not self.count("academy_action"):
            good = "ore"
        self.stock[good] = min(self.stock[good] + amount, box.CAPS.get(good, 10**6))

    def can_pay(self, cost: dict[str, int]) -> bool:
        return all(self.stock[good] >= amount for good, amount in cost.items())

    def pay(self, cost: dict[str, int]) -> None:
        assert self.can_pay(cost), (cost, self.stock)
        for good, amount in cost.items():
            self.stock[good] -= amount
