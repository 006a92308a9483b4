"""Medals and places: sections 17 and 18."""

from __future__ import annotations

from tests.reference.planet_unknown import data as d
from tests.reference.planet_unknown import tracks
from tests.reference.planet_unknown.player import Player
from tests.reference.planet_unknown.table import Table


def on_planet(p: Player) -> int:
    """PU-105, PU-110, PU-228, PU-230, PU-237"""
    bare = p.uncovered()
    open_squares = {sq for sq in bare if p.planet.ground[sq] != d.CURRENT}
    medals = sum(medal for line, medal in p.planet.lines if not line & (open_squares | p.meteorite))
    for part in p.planet.entry.get("sub_planets", []):
        if not bare & {d.square(place) for place in part["squares"]}:
            medals += 2
    return medals + 2 * sum(p.planet.ground[sq] == d.CITY for sq in bare)


def medal_at(p: Player, track: int, position: int) -> int:
    """PU-53, PU-160"""
    for cell in reversed(p.corp["tracks"][d.TERRAINS[track]][: position + 1]):
        if cell["medal"] is not None and (track, cell["position"]) not in p.track_pods:
            return cell["medal"]
    return 0


def on_tracks(p: Player) -> int:
    """PU-106, PU-197, PU-203, PU-212"""
    medals = 0
    for marker in d.TRACKS:
        position = p.position[marker]
        if marker == d.WATER and p.is_a("water_by_ice_squares"):
            steps = p.corp["water_medals_by_path_step"]
            medals += max((s["medal"] for s in steps if s["step"] <= position), default=0)
            continue
        track = p.track[marker]
        if p.tech("score_as_highest"):
            position = max(p.position[m] for m in d.TRACKS if p.track[m] == track)
        medals += medal_at(p, track, position)
    return medals


def running(p: Player) -> int:
    """Section 31: as if the game ended now, without cards and objectives. PU-107"""
    return on_planet(p) + on_tracks(p) + p.lifepods + p.meteorites // 3


def on_cards(p: Player) -> int:
    """PU-104, PU-246 to PU-249"""
    held = [d.CARDS[c] for c in p.cards]
    kinds = [card["effect"]["kind"] for card in held]
    medals = sum(card["medals"] for card in held)
    medals += kinds.count("medals_per_patch") * len(p.patches)
    medals += kinds.count("lifepods_worth_two") * p.lifepods
    medals += kinds.count("meteorite_repo") * (p.meteorites // 3)
    return medals + [0, 1, 3, 6, 10][kinds.count("commerce_agreement")]


# ---- objectives


def squares_of(p: Player, terrain: int) -> set[int]:
    """PU-90, PU-237"""
    found = {sq for sq, t in p.terrain.items() if t == terrain}
    if terrain == d.ENERGY:
        found |= {sq for sq in p.uncovered() if p.planet.ground[sq] == d.CURRENT}
    return found


def areas(squares: set[int]) -> list[set[int]]:
    left, found = set(squares), []
    while left:
        area, frontier = set(), [left.pop()]
        while frontier:
            sq = frontier.pop()
            area.add(sq)
            for n in d.BESIDE[sq]:
                if n in left:
                    left.discard(n)
                    frontier.append(n)
        found.append(area)
    return found


def has_rectangle(squares: set[int], height: int, width: int) -> bool:
    return any(
        all((row + r) * 12 + col + c in squares for r in range(height) for c in range(width))
        for row in range(13 - height)
        for col in range(13 - width)
    )


def tracks_at_maximum(p: Player) -> set[int]:
    """PU-117"""
    found = set()
    for marker in d.TRACKS:
        if p.position[marker] == tracks.last_position(p, marker):
            found.add(tracks.cell_of(p, marker)[0])
    return found


def measure(p: Player, side: dict) -> int:
    """The number that an objective compares, or whether a personal one is fulfilled. PU-112 to PU-119"""
    metric = side["metric"]
    terrain = d.TERRAINS.index(side["terrain"]) if "terrain" in side else -1
    stations = {sq for sq, t in p.station.items() if t == terrain}
    squares = squares_of(p, terrain)
    lifepods = p.lifepods + len(p.track_pods) + len(p.tech_pods)
    if metric == "rectangle":
        long, wide = side["sides"]
        return has_rectangle(squares, long, wide) or has_rectangle(squares, wide, long)
    if metric == "stations_in_one_area":
        return any(len(area & stations) >= side["minimum"] for area in areas(squares))
    if metric == "track_at_maximum":
        return d.TERRAINS.index(side["track"]) in tracks_at_maximum(p)
    if metric == "station_count_at_most":
        return len(stations) <= side["maximum"]
    if metric == "collected_meteorites_at_least":
        return p.meteorites >= side["minimum"]
    if metric == "more_lifepods_than_meteorites":
        return lifepods > p.meteorites
    if metric == "all_ice_covered":
        return not p.uncovered() & p.planet.ice
    if metric == "all_land_covered":
        return not p.uncovered() - p.planet.ice
    if metric == "stations_on_edge":
        return len(stations & p.planet.edge)
    if metric == "largest_area":
        return max(map(len, areas(squares)), default=0)
    if metric == "number_of_areas":
        return len(areas(squares))
    if metric == "station_count":
        return len(stations)
    if metric == "tracks_at_maximum":
        return len(tracks_at_maximum(p))
    return {"collected_meteorites": p.meteorites, "collected_lifepods": lifepods}[metric]


def results(g: Table, objective: int) -> list[int]:
    """The larger the better. PU-115"""
    side = d.OBJECTIVES[objective]["competitive"]
    sign = 1 if side["better"] == "more" else -1
    return [sign * measure(p, side) for p in g.players]


def on_objectives(g: Table) -> list[int]:
    """PU-108, PU-109, PU-120"""
    medals = [0] * g.num
    for p in g.players:
        for objective in p.objectives:
            medals[p.seat] += 5 * bool(measure(p, d.OBJECTIVES[objective]["personal"]))
    for n, objective in enumerate(g.between):
        if objective < 0:
            continue
        found = results(g, objective)
        pair = (0, 1) if g.num == 2 else (n, (n + 1) % g.num)
        for own, other in (pair, pair[::-1]):
            if found[own] >= found[other]:
                medals[own] += 5 if found[own] > found[other] else 2
    for objective in g.common:
        found = results(g, objective)
        best = [seat for seat in range(g.num) if found[seat] == max(found)]
        for seat in best:
            medals[seat] += 5 if len(best) == 1 else 2
    return medals


def final(g: Table) -> list[int]:
    extra = on_objectives(g)
    return [running(p) + on_cards(p) + extra[p.seat] for p in g.players]


def target(g: Table) -> int:
    """PU-148"""
    return d.SOLO["base_target"] + sum(
        entry[colour]
        for colour, count in g.colours.items()
        for entry in d.SOLO["adjustment_by_count"]
        if entry["from"] <= count <= entry["to"]
    )


def ranking(g: Table, scores: list[int]) -> list[int]:
    """PU-111, PU-149"""
    if g.num == 1:
        return [1 if scores[0] >= target(g) else 2]
    keys = [(-scores[p.seat], len(p.uncovered()), len(p.meteorite)) for p in g.players]
    return [1 + sum(other < key for other in keys) for key in keys]
