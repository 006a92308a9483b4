"""What lies before one player: planet, corporation board, supplies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.reference.planet_unknown import data as d

# technologies and the rows of their milestones, by corporation
MILESTONES = [
    {
        bonus["level"] - 1: cell["position"]
        for cell in corp["tracks"]["tech"]
        for bonus in cell["bonuses"]
        if bonus["kind"] == "tech_milestone"
    }
    for corp in d.CORPORATIONS
]


class Planet:
    """The printed side of a planet board."""

    def __init__(self, number: int):
        entry = self.entry = d.PLANETS[number]
        self.number = number
        self.ground = [d.GROUNDS[mark] for row in entry["terrain"] for mark in row]
        self.grid = {sq for sq in d.SQUARES if self.ground[sq] != d.OUTSIDE}
        self.ice = {sq for sq in self.grid if self.ground[sq] == d.ICE}
        self.edge = {d.square(place) for place in entry["edge_squares"]}
        first = entry["rules"]["first_tile_squares"]
        self.first = {d.square(place) for place in entry[first]}  # PU-36, PU-229
        self.restriction = entry["rules"]["placement_restriction"]
        self.lifepods = {d.square(place) for place in entry["lifepods"]}
        lines = [{row * 12 + col for col in range(12)} & self.grid for row in range(12)]
        lines += [{row * 12 + col for row in range(12)} & self.grid for col in range(12)]
        medals = entry["row_medals"] + entry["column_medals"]
        self.lines = list(zip(lines, medals, strict=True))
        self.chasm = {frozenset(map(d.square, pair)) for pair in entry.get("chasm_edges", [])}
        self.crossings = {
            frozenset(map(d.square, pair)) for pair in entry.get("diagonal_crossings", [])
        }
        sides = entry.get("side_of_square")
        self.side = [mark for row in sides for mark in row] if sides else None
        self.zones = [
            (zone["rows"], zone["columns"], d.TERRAINS.index(zone["forbidden_station"]))
            for zone in entry.get("zones", [])
        ]


@dataclass
class Player:
    seat: int
    corporation: int
    planet: Planet
    terrain: dict[int, int] = field(default_factory=dict)  # of the covered squares
    section_at: dict[int, tuple[int, int]] = field(default_factory=dict)  # piece, section
    station: dict[int, int] = field(default_factory=dict)  # visible ones
    station_of: dict[tuple[int, int], int] = field(default_factory=dict)  # its square, by section
    symbol: set[int] = field(default_factory=set)
    patches: set[int] = field(default_factory=set)
    meteorite: set[int] = field(default_factory=set)
    lifepod: set[int] = field(default_factory=set)
    rovers: dict[int, int] = field(default_factory=dict)  # square by number
    cargo: set[int] = field(default_factory=set)  # rovers that carry a meteorite
    last_tile: list[int] = field(default_factory=list)
    pieces: int = 0
    position: list[int] = field(default_factory=lambda: [0] * 5)
    track: list[int] = field(default_factory=lambda: [0, 1, 2, 3, 4])  # Makeshift: it may change
    movement: int = 0
    gained: bool = False  # movement points in this round
    free_steps: int = 0
    shifts: int = 0
    supply: int = 0  # rovers
    extra_rover: bool = False
    lifepods: int = 0
    meteorites: int = 0
    stored: int = 0
    flux: int = -1  # none
    reach: int = 0  # how far technologies are available, PU-137
    track_pods: set[tuple[int, int]] = field(default_factory=set)
    tech_pods: set[int] = field(default_factory=set)
    used_round: set[int] = field(default_factory=set)
    used_game: set[int] = field(default_factory=set)
    cards: list[int] = field(default_factory=list)
    objectives: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lifepod = set(self.planet.lifepods)  # PU-4
        self.supply = self.corp["starting_rovers"]

    @property
    def corp(self) -> dict[str, Any]:
        return d.CORPORATIONS[self.corporation]

    def is_a(self, trait: str) -> bool:
        return trait in self.corp["traits"]

    # ---- technologies

    def use_up(self, number: int) -> None:
        """PU-78: the limits that it has are kept by `unused`."""
        self.used_round.add(number)
        self.used_game.add(number)

    def unused(self, number: int) -> bool:
        limit = self.corp["technologies"][number]["limit"]
        if limit == "once per round":
            return number not in self.used_round
        return limit != "once per game" or number not in self.used_game

    def unused_tech(self, key: str) -> bool:
        return self.tech(key) and self.unused(self.number_of(key))

    def available(self) -> set[int]:
        """Numbers, from 0, of the available technologies. PU-76, PU-79"""
        access = self.corp["technology_access"]
        if access == "lifepod_on_technology":  # PU-185
            return set(self.tech_pods)
        cells = MILESTONES[self.corporation]
        reached = {
            level
            for level, row in cells.items()
            if row <= self.reach and (d.TECH, row) not in self.track_pods  # PU-160
        }
        if access == "highest_only":  # PU-169
            return {max(reached)} if reached else set()
        return reached

    def tech(self, key: str) -> bool:
        return any(self.corp["technologies"][n]["key"] == key for n in self.available())

    def number_of(self, key: str) -> int:
        return [t["key"] for t in self.corp["technologies"]].index(key)

    def top_of_tech_track(self) -> int:
        if self.is_a("markers_change_tracks"):  # PU-196
            return max((self.position[m] for m in d.TRACKS if self.track[m] == d.TECH), default=0)
        return self.position[d.TECH]

    def update_reach(self, no_milestones: bool) -> None:
        top = self.top_of_tech_track()
        self.reach = min(self.reach, top) if no_milestones else top

    # ---- squares

    def uncovered(self) -> set[int]:
        return self.planet.grid - set(self.terrain)

    def rover_on(self, sq: int) -> int | None:
        return next((n for n, at in self.rovers.items() if at == sq), None)

    def is_energy(self, sq: int) -> bool:
        """PU-165, PU-237"""
        if sq in self.terrain:
            return self.terrain[sq] == d.ENERGY
        return self.planet.ground[sq] == d.CURRENT

    def meteorites_for_effects(self) -> set[int]:
        """PU-178: a carried one lies on the rover's square."""
        return self.meteorite | {self.rovers[n] for n in self.cargo}

    def destroy_rover(self, number: int) -> None:
        del self.rovers[number]
        self.cargo.discard(number)
