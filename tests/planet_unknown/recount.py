"""Medals counted from scratch: sets and dicts over the raw data files, no engine code.

`public(state, seat)` is what all can see, `final(state)` the complete result of a finished game,
`ranking(state)` the places with tie-breakers.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tests.reference.grid import areas, has_rectangle

DATA = Path(__file__).resolve().parents[2] / "envs" / "planet_unknown" / "data"
TERRAINS = ("civ", "water", "biomass", "rover", "tech", "energy")
TRACKS = TERRAINS[:5]
SQUARES = [(row, col) for row in range(12) for col in range(12)]


@cache
def data(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


@cache
def ground(planet: int) -> tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]:
    """The squares of a planet, and those of ice among them."""
    kinds = data("planets")["planets"][planet]["terrain"]
    return (
        frozenset((r, q) for r, q in SQUARES if kinds[r][q] not in ".O"),
        frozenset((r, q) for r, q in SQUARES if kinds[r][q] == "I"),
    )


@cache
def lines_of(planet: int) -> list[tuple[str, int, frozenset[tuple[int, int]]]]:
    """Rows and columns of a planet: the table of their medals, the place in it, their squares."""
    grid = ground(planet)[0]
    return [
        (worth, line, frozenset(s for s in grid if s[axis] == line))
        for axis, worth in ((0, "row_medals"), (1, "column_medals"))
        for line in range(12)
    ]


class Seat:
    """One player's table as plain Python."""

    def __init__(self, state: np.record, seat: int):
        p = state["players"][seat]
        self.planet = data("planets")["planets"][int(p["planet"])]
        self.corporation = data("corporations")["corporations"][int(p["corporation"])]
        self.planet_number = int(p["planet"])
        self.grid, self.ice = ground(self.planet_number)
        terrain, station_of, meteorite = (
            dict(zip(SQUARES, p[field].tolist(), strict=True))
            for field in ("terrain", "station_of", "meteorite")
        )
        self.land = {square: TERRAINS[code] for square, code in terrain.items() if code >= 0}
        self.stations = {(r, q) for r, q in SQUARES if station_of[r, q] == 12 * r + q}
        self.patches = {square for square in self.land if station_of[square] < 0}
        self.meteorites_on_planet = {square for square in SQUARES if meteorite[square]}
        self.currents = {tuple(s) for s in self.planet.get("current_squares", [])} - set(self.land)
        self.position = {t: int(p["position"][n]) for n, t in enumerate(TRACKS)}
        self.track = {t: TRACKS[int(p["path"][n])] for n, t in enumerate(TRACKS)}
        event = data("event_cards")["cards"][int(state["event"])] if state["event"] >= 0 else None
        capped = event is not None and event["effect"]["kind"] == "no_milestones"  # PU-137
        self.tech_limit = int(p["tech_reach"]) if capped else 99
        self.lifepods = int(p["lifepods"])
        self.meteorites = int(p["meteorites"])
        self.pods_on_tracks = {
            (TRACKS[n // 16], n % 16) for n, pod in enumerate(p["track_lifepod"].tolist()) if pod
        }
        self.pods_on_technologies = int(p["tech_lifepod"].sum())
        self.cards = [n + 1 for n, at in enumerate(state["card_place"].tolist()) if at == seat]
        self.personal = [n for n, at in enumerate(state["objective_place"].tolist()) if at == seat]

    @property
    def energy_too(self) -> dict[tuple[int, int], str]:
        return {**dict.fromkeys(self.currents, "energy"), **self.land}

    def of(self, terrain: str) -> set[tuple[int, int]]:
        return {square for square, t in self.energy_too.items() if t == terrain}

    def lines(self) -> int:
        medals = 0
        covered = set(self.land) | self.currents
        for worth, line, squares in lines_of(self.planet_number):
            if squares <= covered and not squares & self.meteorites_on_planet:
                medals += self.planet[worth][line]
        return medals

    def extras(self) -> int:
        medals = 0
        for part in self.planet.get("sub_planets", []):
            medals += 2 * all(tuple(s) in self.land for s in part["squares"])
        for city in self.planet.get("city_squares", []):
            medals += 2 * (tuple(city) not in self.land)
        return medals

    def medal(self, track: str, position: int) -> int:
        if track == "water" and "water_path" in self.corporation:
            steps = self.corporation["water_medals_by_path_step"]
            reached = [row["medal"] for row in steps if row["step"] <= position]
            return max(reached, default=0)
        cells = self.corporation["tracks"][track]
        reached = [
            cell["medal"]
            for cell in cells
            if cell["medal"]
            and cell["position"] <= position
            and (track, cell["position"]) not in self.pods_on_tracks
        ]
        return reached[-1] if reached else 0

    def tracks(self) -> int:
        medals = 0
        for marker in TRACKS:
            position = self.position[marker]
            if self.scores_as_highest():
                position = max(
                    self.position[other]
                    for other in TRACKS
                    if self.track[other] == self.track[marker]
                )
            medals += self.medal(self.track[marker], position)
        return medals

    def scores_as_highest(self) -> bool:
        if self.corporation["name"] != "Makeshift":
            return False
        tops = [self.position[m] for m in TRACKS if self.track[m] == "tech"]
        needed = next(
            cell["position"]
            for cell in self.corporation["tracks"]["tech"]
            for bonus in cell["bonuses"]
            if bonus == {"kind": "tech_milestone", "level": 5}
        )
        return min(max(tops, default=-1), self.tech_limit) >= needed

    def public(self) -> int:
        return self.lines() + self.extras() + self.tracks() + self.lifepods + self.meteorites // 3

    def card_medals(self) -> int:
        cards = [card for card in data("civ_cards")["cards"] if card["id"] in self.cards]
        kinds = [card["effect"]["kind"] for card in cards]
        medals = sum(card["medals"] for card in cards)
        medals += kinds.count("medals_per_patch") * len(self.patches)
        medals += kinds.count("lifepods_worth_two") * self.lifepods
        medals += kinds.count("meteorite_repo") * (self.meteorites // 3)
        return medals + (0, 1, 3, 6, 10)[kinds.count("commerce_agreement")]

    def all_lifepods(self) -> int:
        return self.lifepods + len(self.pods_on_tracks) + self.pods_on_technologies

    def is_full(self, track: str) -> bool:
        last = len(self.corporation["tracks"][track]) - 1
        if track == "water" and "water_path" in self.corporation:
            last = len(self.corporation["water_path"]) - 1
        return any(self.track[m] == track and self.position[m] == last for m in TRACKS)

    def measure(self, side: dict[str, Any]) -> int:
        metric, terrain = side["metric"], side.get("terrain")
        edge = {tuple(s) for s in self.planet["edge_squares"]}
        stations = {s for s in self.stations if self.land[s] == terrain}
        if metric == "stations_on_edge":
            return len(stations & edge)
        if metric == "station_count":
            return len(stations)
        if metric == "largest_area":
            return max(map(len, areas(self.of(terrain))), default=0)
        if metric == "number_of_areas":
            return len(areas(self.of(terrain)))
        if metric == "tracks_at_maximum":
            return sum(map(self.is_full, TRACKS))
        return self.meteorites if metric == "collected_meteorites" else self.all_lifepods()

    def fulfils(self, side: dict[str, Any]) -> bool:
        metric, terrain = side["metric"], side.get("terrain")
        if metric == "rectangle":
            rows, cols = side["sides"]
            squares = self.of(terrain)
            return has_rectangle(squares, rows, cols) or has_rectangle(squares, cols, rows)
        if metric == "stations_in_one_area":
            own = {s for s in self.stations if self.land[s] == terrain}
            return any(len(area & own) >= side["minimum"] for area in areas(self.of(terrain)))
        if metric == "track_at_maximum":
            return self.is_full(side["track"])
        if metric == "station_count_at_most":
            return sum(self.land[s] == terrain for s in self.stations) <= side["maximum"]
        if metric == "collected_meteorites_at_least":
            return self.meteorites >= side["minimum"]
        if metric == "more_lifepods_than_meteorites":
            return self.all_lifepods() > self.meteorites
        bare = self.grid - set(self.land)
        return not (bare & self.ice if metric == "all_ice_covered" else bare - self.ice)


def public(state: np.record, seat: int) -> int:
    return Seat(state, seat).public()


def final(state: np.record) -> list[int]:
    """The complete score of every seat."""
    count = int(state["num_players"])
    seats = [Seat(state, seat) for seat in range(count)]
    totals = [seat.public() + seat.card_medals() for seat in seats]
    cards = data("objective_cards")["cards"]
    for n, seat in enumerate(seats):
        totals[n] += 5 * sum(seat.fulfils(cards[card]["personal"]) for card in seat.personal)
    laid_out = [int(card) for card in state["between"] if card >= 0]
    for index, card in enumerate(laid_out):
        pair = (0, 1) if count == 2 else (index, (index + 1) % count)
        side = cards[card]["competitive"]
        sign = -1 if side["better"] == "fewer" else 1
        one, two = (sign * seats[n].measure(side) for n in pair)
        totals[pair[0]] += 5 if one > two else 2 if one == two else 0
        totals[pair[1]] += 5 if two > one else 2 if one == two else 0
    for card in np.flatnonzero(state["objective_place"] == 7):
        side = cards[card]["competitive"]
        sign = -1 if side["better"] == "fewer" else 1
        results = [sign * seat.measure(side) for seat in seats]
        best = [n for n in range(count) if results[n] == max(results)]
        for n in best:
            totals[n] += 5 if len(best) == 1 else 2
    return totals


def ranking(state: np.record) -> list[int]:
    """PU-111; a solo player is first if the target is reached."""
    totals = final(state)
    if len(totals) == 1:
        return [1 if totals[0] >= state["target"] else 2]
    keys = []
    for n, total in enumerate(totals):
        seat = Seat(state, n)
        bare = len(seat.grid - set(seat.land))
        keys.append((-total, bare, len(seat.meteorites_on_planet)))
    return [1 + sum(other < key for other in keys) for key in keys]
