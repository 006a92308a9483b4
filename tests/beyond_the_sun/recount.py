"""Points and conservation counted from scratch, from the JSON files and the bare state."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.pending import PENDING
from tests.beyond_the_sun.positions import CARDS

TECHS = CARDS.items("technologies")
SYSTEMS = CARDS.items("systems")
FACTIONS = CARDS.items("factions")
ACHIEVEMENTS = CARDS.items("achievements")


def counters(s: np.record, seat: int) -> dict[str, int]:
    player = s["players"][seat]
    cards = [int(s["slot_card"][k]) for k in range(19) if player["researched"] >> k & 1]
    return {
        "controlled_location": int((s["controller"] == seat).sum()),
        "outpost": int((s["controller"] == seat).sum()),
        "colonized_system": int((s["colony_owner"] == seat).sum()),
        "tech_level3": sum(TECHS[card]["level"] == 3 for card in cards if card >= 0),
        "automation_level": int(player["automated"].sum()),
        "ship_level4": int(player["ships"][:, 3].sum()),
        "achievement": int((s["achievement_disc"] == seat).sum()),
    }


def tech_points(s: np.record, seat: int, card: int) -> int:
    vp = TECHS[card]["vp"]
    if "per" not in vp:
        return vp["base"]
    units = counters(s, seat)[vp["per"]] // vp.get("divisor", 1)
    return vp["base"] + min(vp["max"], vp["n"] * units)


def points(s: np.record, seat: int) -> int:
    """BS-170 to BS-180, source by source."""
    player, players = s["players"][seat], int(s["num_players"])
    total = 0
    for k in range(19):
        if player["researched"] >> k & 1 and s["slot_card"][k] >= 0:
            total += tech_points(s, seat, int(s["slot_card"][k]))
    for k in range(2):
        if s["private_owner"][k] == seat:
            total += tech_points(s, seat, int(s["private_card"][k]))
    level = int(player["automated"].sum())
    board = FACTIONS[player["faction"]]
    total += sum(board["automation_vp"][:level]) + max(0, level - 7)
    for card, system in enumerate(SYSTEMS):
        if s["colony_owner"][card] == seat:
            total += system["vp"] + int(s["system_vp"][card])
    total += int((s["controller"] == seat).sum())
    levels = np.array([1, 2, 3, 4])
    for place in (0, 1):
        strengths = [int(s["players"][k]["ships"][place] @ levels) for k in range(players)]
        total += strengths[seat] > 0 and strengths[seat] == max(strengths)
    total += int(player["vp_events"])
    if player["museum"]:
        total += int(s["museum_vp"][player["museum"] - 1])
    for k in range(4):
        card = ACHIEVEMENTS[s["achievement_card"][k]]
        values = card["slot_vp"] + (card["slot_vp_4p_extra"] if players == 4 else [])
        for place, value in enumerate(values):
            if s["achievement_disc"][k, place] == seat:
                total += value + int(s["achievement_vp"][k])
    return total


def check_conservation(states: np.ndarray) -> None:
    """BS-2, BS-4: 20 cubes, 8 food and 8 ore discs a faction; nothing negative; all cards there."""
    players = int(states["num_players"][0])
    p = states["players"][:, :players]
    researchers = sum((p["researched"] >> k) & 1 for k in range(19))
    cubes = p["supply"].sum(axis=-1) + p["population"] + p["ships"].sum(axis=(-1, -2))
    assert (cubes + researchers + (p["museum"] > 0) == 20).all()
    for kind in (0, 1):
        outposts = np.stack(
            [
                ((states["controller"] == seat) & (states["outpost"] == kind)).sum(axis=1)
                for seat in range(players)
            ],
            axis=1,
        )
        total = p["discs"][:, :, kind] + p["automated"][:, :, kind] + outposts
        assert (total + p["colony_discs"][:, :, kind] == 8).all()
    for field in ("supply", "population", "ships", "discs", "ore"):
        assert (p[field] >= 0).all()
    assert ((states["controller"] >= 0) == (states["outpost"] >= 0)).all()
    assert (states["controller"][:, :2] == -1).all()  # Sol and Deep Space
    check_decks(states)


def check_decks(states: np.ndarray) -> None:
    """Every card lies in exactly one place."""
    for s in states[:: max(1, len(states) // 4)]:
        techs = [int(x) for x in s["slot_card"] if x >= 0] + [
            int(x) for x in s["private_card"] if x >= 0
        ]
        systems = [int(x) for x in s["node_system"] if x >= 0]
        systems += [int(x) for x in np.flatnonzero(s["colony_owner"] >= 0)]
        systems += [int(s["dyson_card"])] if s["dyson_card"] >= 0 else []
        for deck in range(3):
            techs += [int(x) for x in s["tech_deck"][deck][: s["tech_left"][deck]]]
        for deck in range(2):
            systems += [int(x) for x in s["system_deck"][deck][: s["system_left"][deck]]]
        drawn = [int(x) for x in s["aside"][: s["num_aside"]]]
        kind = PENDING.read(s)[0].kind if s["num_pending"] else ""
        if kind in ("system card", "place for the extra system"):
            systems += drawn
        elif not s["tableau"]:
            techs += drawn
        assert sorted(techs) == list(range(46)), (kind, techs)
        assert sorted(systems) == list(range(24)), (kind, systems)


def check_control(states: np.ndarray) -> None:
    """BS-120 at rest: when an action space is chosen, no check would change anything."""
    levels = np.array([1, 2, 3, 4])
    for s in states[:: max(1, len(states) // 4)]:
        if s["over"] or PENDING.read(s)[0].kind != "action space":
            continue
        for place in range(2, 10):
            if s["node_system"][place] < 0 and place >= 5:
                assert s["controller"][place] == -1
                continue
            power = [int(s["players"][k]["ships"][place] @ levels) for k in range(s["num_players"])]
            top, holder = max(power), int(s["controller"][place])
            if top == 0 or (holder >= 0 and power[holder] == top):
                continue
            leaders = [k for k, value in enumerate(power) if value == top]
            assert holder == (leaders[0] if len(leaders) == 1 else -1)
