"""Civ cards: sections 9 and 24."""

from __future__ import annotations

from exozoo.envs.planet_unknown.actions import CARD, LINE, SQUARE, TRACK
from tests.reference.planet_unknown import data as d
from tests.reference.planet_unknown import decide, rovers, tracks, turn
from tests.reference.planet_unknown.player import Player
from tests.reference.planet_unknown.table import Steps, Table, check


def take_card(g: Table, p: Player, level: int) -> Steps:
    """PU-57, PU-61; Republic technology 2: PU-215."""
    pile = level - 1
    extra = level < 4 and p.tech("add_next_level_card") and g.pile_size[pile + 1] > 0
    if g.pile_size[pile] == 0 and not extra:
        return
    offer = g.offered_cards(p)
    g.look_at_pile({c for c in offer if d.CARDS[c]["level"] == level}, pile)
    others = [c for c in offer if d.CARDS[c]["level"] != level]
    if extra:
        check(len(others) == 1 and d.CARDS[others[0]]["level"] == level + 1, "the card added")
    else:
        check(not others, "cards of another level")
    action = yield from decide.choose(g, p, lambda: {CARD + c for c in offer})
    yield from keep(g, p, action - CARD)


def keep(g: Table, p: Player, card: int) -> Steps:
    """PU-58, PU-59"""
    g.leaves_pile(card)
    if d.CARDS[card]["timing"] == "immediate":
        g.used_cards.add(card)
        yield from resolve(g, p, d.CARDS[card]["effect"])
    else:
        p.cards.append(card)


def resolve(g: Table, p: Player, effect: dict) -> Steps:
    kind = effect["kind"]
    if kind == "advance_different":
        yield from advance_different(g, p, effect["markers"], effect["steps"])
    elif kind == "gain_patches":
        yield from tracks.gain_patches(g, p, effect["patches"])
    elif kind == "gain_movement":
        g.gain_movement(p, effect["points"])
    elif kind == "extra_tile":
        yield from turn.extra_tile(g, p, effect["resolve_stations"])
    elif kind == "collect_lifepods":
        yield from collect_lifepods(g, p, effect["count"])
    elif kind == "teleport_rover_anywhere":
        yield from rovers.card_teleport(g, p)
    elif kind == "destroy_meteorites_in_line":
        yield from destroy_line(g, p)
    elif kind == "destroy_meteorites":
        for _ in range(effect["count"]):  # PU-244
            action = yield from decide.choose(
                g, p, lambda: {SQUARE + sq for sq in p.meteorites_for_effects()}
            )
            if action is not None:
                rovers.remove_meteorite(p, action - SQUARE)
    else:
        yield from unionization(g, p, effect["position"])


def advance_different(g: Table, p: Player, markers: int, steps: int) -> Steps:
    """PU-239"""
    left = set(d.TRACKS)
    for _ in range(markers):
        marker = yield from tracks.choose_advance(g, p, left)
        if marker is None:
            return
        left.discard(marker)
        for _ in range(steps):
            yield from tracks.advance(g, p, marker)


def collect_lifepods(g: Table, p: Player, count: int) -> Steps:
    """PU-140, PU-242"""
    for _ in range(count):
        action = yield from decide.choose(g, p, lambda: {SQUARE + sq for sq in p.lifepod})
        if action is not None:
            yield from rovers.collect_lifepod(g, p, action - SQUARE)


def destroy_line(g: Table, p: Player) -> Steps:
    """PU-243"""

    def options() -> set[int]:
        return {LINE + n for n in range(24)} if p.meteorites_for_effects() else set()

    action = yield from decide.choose(g, p, options)
    if action is None:
        return
    line, _ = p.planet.lines[action - LINE]
    p.meteorite -= line
    p.cargo -= {n for n in p.cargo if p.rovers[n] in line}


def unionization(g: Table, p: Player, goal: int) -> Steps:
    """PU-245"""

    def height(marker: int) -> int:
        cell = tracks.printed(p, tracks.cell_of(p, marker))
        return cell["board_rows"][0] if "board_rows" in cell else p.position[marker]

    while True:
        below = {m for m in d.TRACKS if height(m) < goal and tracks.can_advance(p, m)}
        action = yield from decide.choose(g, p, lambda b=below: {TRACK + m for m in b})
        if action is None:
            return
        yield from tracks.advance(g, p, action - TRACK, tracks.NO_BOOSTS)
