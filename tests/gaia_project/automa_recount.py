"""The Automa's turn written a second time, slowly and from the rules page alone.

Shares no rule code and no tables with the engine: it reads the printed cards and the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.components import COORDS_OF_BOARD, FACTIONS, ROUND_TILES, load

Place = tuple[int, int]
DATA = load("automa")
CARDS = DATA["decision_cards"]
FACTION_CARDS = {card["id"]: card for card in DATA["faction_cards"]}
COORDS = COORDS_OF_BOARD[0]
LIMITS = {
    "mine": 8,
    "trading_station": 4,
    "research_lab": 3,
    "academy": 2,
    "planetary_institute": 1,
}
WHEEL = c.PLANET_IDS[:7]
CHANGING = (
    "points",
    "planets",
    "own",
    "satellites",
    "levels",
    "tiles",
    "open",
    "row",
    "booster",
    "shown",
    "passed",
)
SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def distance(a: Place, b: Place) -> int:
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


class Automa:
    """The position as the Automa sees it; `play` takes one turn."""

    def __init__(self, s: np.record):
        self.faction = c.FACTION_IDS[s["players"][1]["faction"]]
        self.card = FACTION_CARDS[self.faction]
        self.bonus = int(s["automa_level"] == 5)
        self.points = int(s["scores"][1])
        self.round = int(s["round_number"])
        self.tile = ROUND_TILES[s["round_tile"][self.round - 1]]
        self.final = [c.FINAL_IDS[tile] for tile in s["final_tile"]]
        self.planets = {
            COORDS[i]: c.PLANET_IDS[s["planet"][i]] for i in range(133) if s["planet"][i] >= 0
        }
        named = [piece.replace("_knowledge", "").replace("_action", "") for piece in c.PIECE_IDS]
        self.stands = {COORDS[i]: named[s["structure"][i]] for i in np.flatnonzero(s["owner"] >= 0)}
        self.own = {
            COORDS[i]: named[s["structure"][i]]
            for i in np.flatnonzero((s["owner"] == 1) & (s["structure"] < 6))
        }
        human = (s["owner"] == 0) & (s["structure"] < 6) | (s["guest"] == 0)
        self.human = [COORDS[i] for i in np.flatnonzero(human)]
        self.satellites = {COORDS[i] for i in range(133) if s["satellites"][i] & 2}
        self.levels = [int(level) for level in s["players"][1]["research"]]
        self.human_levels = [int(level) for level in s["players"][0]["research"]]
        self.tiles = [int(tile) >= 0 for tile in s["advanced_at"]]
        self.open = [not flag for flag in s["action_used"]]
        row = [i for i in range(10) if s["booster_open"][i]]
        self.row = sorted(row, key=lambda i: s["booster_place"][i])
        self.booster = int(s["players"][1]["booster"])
        self.deck = [CARDS[i] for i in s["cards"][: s["deck_size"]]]
        self.shown = int(s["deck_shown"])
        self.passed = bool(s["players"][1]["passed"])
        self.support: dict[str, Any] = {}

    def view(self) -> dict[str, Any]:
        """All that a turn can change."""
        return {name: getattr(self, name) for name in CHANGING}

    def gain(self, points: int) -> None:
        if points:
            self.points += points + self.bonus

    def play(self) -> None:
        """GS-9 to GS-11, GS-19."""
        self.shown = max(self.shown, 1)
        self.support = self.deck[self.shown - 1]["support"]
        left = self.deck[self.shown :]
        if left:
            self.shown += 1
        if not left or (len(left) <= 3 and left[0]["pass_symbol"]):
            self.passed = True
            self.gain(self.tile["automa_vp"]["rounds_1_3" if self.round <= 3 else "rounds_4_6"])
            if self.round < 6:
                place = {"left": 0, "middle": 1, "right": 2}[self.support["booster_on_pass"]]
                old, self.booster = self.booster, self.row.pop(place)
                self.row.append(old)
            return
        if left[0]["action"] == "faction":
            self.faction_action()
        else:
            times = 2 if (self.faction, left[0]["action"]) == ("xenos", "power_qic") else 1
            for _ in range(times):
                self.act(left[0]["action"])
            self.gain(left[0]["vp"])

    def act(self, action: str) -> None:
        if action == "build_mine":
            self.build_or_upgrade(self.support["range"], tie_break=None)
        elif action == "upgrade":
            self.upgrade(downgrade=False)
        elif action == "power_qic":
            self.cover()
        elif action == "research_highest":
            valid = [track for track in range(6) if self.can_research(track)]
            best = max((self.levels[track] for track in valid), default=0)
            self.research([track for track in valid if self.levels[track] == best])
        elif action == "research_random":
            self.research([track for track in range(6) if self.can_research(track)])

    def faction_action(self) -> None:
        """GS-18, part for part as the faction card says."""
        for part in self.card["faction_action"]:
            ((kind, value),) = part.items()
            if kind == "vp":
                self.gain(value)
            elif kind == "power_qic":
                self.cover()
            elif kind == "build_mine":
                self.build_or_upgrade(value["range"], value.get("tie_break"))
            elif kind == "upgrade":
                done = self.upgrade(downgrade="extra_option" in value)
                if not done and "if_impossible" in value and self.mines_left():
                    self.build(3, None)
            elif value == "random":
                self.act("research_random")
            else:
                track = c.TRACK_IDS.index(value)
                self.research([track] if self.can_research(track) else [])

    def filtered(self, places: Iterable[Place], value: Callable[[Place], int]) -> list[Place]:
        """Those with the smallest value."""
        places = list(places)
        best = min(map(value, places))
        return [place for place in places if value(place) == best]

    def directed(self, places: list[Place]) -> Place:
        """GS-17."""
        rows = sorted(places, key=lambda at: (at[1], at[0]))
        return rows[-1] if self.support["directional_selection"] == "left_up" else rows[0]

    def from_human(self, at: Place) -> int:
        return min((distance(at, planet) for planet in self.human), default=99)

    def steps(self, at: Place) -> int:
        planet = self.planets[at]
        if planet in ("gaia", "transdim"):
            return 1 if planet == "gaia" else 2
        home = next(f["home_planet"] for f in FACTIONS if f["id"] == self.faction)
        apart = (WHEEL.index(planet) - WHEEL.index(home)) % 7
        return min(apart, 7 - apart)

    def serves(self, at: Place) -> int:
        """0 if the planet serves the final tile of the support card."""
        symbol = self.support["final_scoring_tie_break"]
        if symbol == "none":
            return 0
        tile = self.final[0 if symbol == "top" else 1]
        kind = self.planets[at].replace("transdim", "gaia")
        if tile == "gaia_planets":
            return int(kind != "gaia")
        if tile == "planet_types":
            return int(kind in {self.planets[own] for own in self.own})
        if tile == "sectors":
            return int(COORDS.index(at) // 19 in {COORDS.index(own) // 19 for own in self.own})
        return 0

    def build_or_upgrade(self, reach: int, tie_break: str | None) -> None:
        """GS-13: upgrade if no mine is left."""
        if self.mines_left():
            self.build(reach, tie_break)
        else:
            self.upgrade(downgrade=False)

    def mines_left(self) -> bool:
        return list(self.own.values()).count("mine") < LIMITS["mine"]

    def build(self, reach: int, tie_break: str | None) -> None:
        """GS-13, OS-3."""
        places = [
            at
            for at in self.planets
            if at not in self.stands and any(distance(at, own) <= reach for own in self.own)
        ]
        if not places:
            return
        if tie_break == "transdim planet":
            places = self.filtered(places, lambda at: self.planets[at] != "transdim")
        elif tie_break:
            places = self.filtered(places, self.from_human)
        for value in (self.serves, self.steps, self.from_human):
            places = self.filtered(places, value)
        self.settle(self.directed(places))

    def settle(self, at: Place) -> None:
        kind = self.planets[at].replace("transdim", "gaia")
        around = [(at[0] + q, at[1] + r) for q, r in SIDES if (at[0] + q, at[1] + r) in COORDS]
        if "satellites" in self.final and not any(side in self.own for side in around):
            free = [a for a in around if a not in self.planets and a not in self.satellites]
            self.satellites |= {self.directed(free)} if free else set()
        is_new = kind not in {self.planets[own] for own in self.own}
        self.planets[at] = kind
        self.own[at] = self.stands[at] = "mine"
        if self.faction == "geodens" and is_new:
            self.gain(2)

    def upgrade(self, downgrade: bool) -> bool:
        """GS-14, with the lasting abilities of GS-18."""
        order = [
            ("trading_station", "planetary_institute"),
            *([("research_lab", "trading_station")] if downgrade else []),
            ("mine", "trading_station"),
            ("research_lab", "academy"),
            ("trading_station", "research_lab"),
        ]
        have = list(self.own.values())
        for old, new in order:
            if old in have and have.count(new) < LIMITS[new]:
                places = self.filtered(
                    [at for at, piece in self.own.items() if piece == old], self.from_human
                )
                at = self.directed(places)
                self.own[at] = self.stands[at] = new
                if self.faction == "hadsch_hallas" and old == "mine":
                    self.gain(3)
                if self.faction == "firaks" and new == "research_lab":
                    self.act("research_random")
                return True
        return False

    def numbered(self, items: list[int]) -> int:
        """GS-15, OS-2."""
        symbol = self.support["numbered_selection"]
        items = items if symbol["from"] == "left" else items[::-1]
        return (items * symbol["count"])[symbol["count"] - 1]

    def cover(self) -> None:
        if any(self.open):
            self.open[self.numbered([i for i in range(10) if self.open[i]])] = False

    def can_research(self, track: int) -> bool:
        """GS-16."""
        if self.levels[track] < 4:
            return True
        is_free = self.human_levels[track] < 5
        return self.levels[track] == 4 and (self.tiles[track] or is_free)

    def research(self, valid: list[int]) -> None:
        if valid:
            track = self.numbered(valid)
            if self.levels[track] == 4 and self.tiles[track]:
                self.tiles[track] = False
            else:
                self.levels[track] += 1


def points_between(before: np.record, after: np.record) -> int:
    """VP of the Automa in one decision of the player, from the cards and from what changed."""
    old, new = before["players"][1], after["players"][1]
    faction = c.FACTION_IDS[old["faction"]]
    bonus = int(before["automa_level"] == 5)
    gains: list[int] = []
    deck, shown, passed = before["cards"], int(before["deck_shown"]), bool(old["passed"])
    if before["round_number"] != after["round_number"]:
        if before["round_number"] > 0 and not passed:
            gains += round_gains(before, deck, shown, int(before["deck_size"]), faction)
        deck, shown, passed = after["cards"], 0, False
    upto = int(after["deck_shown"])
    gains += shown_gains(after, deck, shown, upto, faction, passed)
    if faction == "hadsch_hallas":
        change = new["built"].astype(int) - old["built"]
        gains += [3] * int(change[1:6].sum())
    if faction == "geodens" and before["round_number"] > 0:
        gains += [2] * (types_of(after) - types_of(before))
    return sum(gain + bonus for gain in gains if gain)


def card_gain(card: dict, faction: str) -> int:
    if card["action"] != "faction":
        return card["vp"]
    return next(part["vp"] for part in FACTION_CARDS[faction]["faction_action"] if "vp" in part)


def round_gain(s: np.record) -> int:
    number = int(s["round_number"])
    tile = ROUND_TILES[s["round_tile"][number - 1]]
    return tile["automa_vp"]["rounds_1_3" if number <= 3 else "rounds_4_6"]


def round_gains(s: np.record, deck: np.ndarray, shown: int, size: int, faction: str) -> list[int]:
    """From here to its passing."""
    gains = []
    for place in range(max(shown, 1), size):
        card = CARDS[deck[place]]
        if size - place <= 3 and card["pass_symbol"]:
            break
        gains.append(card_gain(card, faction))
    return [*gains, round_gain(s)]


def shown_gains(
    s: np.record, deck: np.ndarray, shown: int, upto: int, faction: str, had_passed: bool
) -> list[int]:
    """Of the cards shown since then in the same round."""
    if had_passed or (upto == shown and not s["players"][1]["passed"]):
        return []
    if s["players"][1]["passed"]:
        return round_gains(s, deck, shown, int(s["deck_size"]), faction)
    return [card_gain(CARDS[deck[place]], faction) for place in range(max(shown, 1), upto)]


def types_of(s: np.record) -> int:
    own = (s["owner"] == 1) & (s["structure"] >= 0) & (s["structure"] < 6)
    return len(set(s["planet"][own].tolist()))
