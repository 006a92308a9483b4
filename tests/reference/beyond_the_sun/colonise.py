"""Colonising, the Dyson Sphere and the Ministry of Colonies: section 10, BS-119, BS-150, BS-159."""

from __future__ import annotations

from exozoo.envs.beyond_the_sun import actions as a
from tests.reference.beyond_the_sun import box
from tests.reference.beyond_the_sun.box import NONE, Effect
from tests.reference.beyond_the_sun.possible import colonisable
from tests.reference.beyond_the_sun.resources import return_cube, take_disc
from tests.reference.beyond_the_sun.ships import (
    check_control,
    last_disc_abilities,
    ship_id,
    ship_of,
)
from tests.reference.beyond_the_sun.table import Act, Ask, Steps, Table


def draw_system(g: Table, letter: str) -> int:
    """BS-134, BS-150: from the other deck if this one is empty."""
    for deck in (letter, "B" if letter == "A" else "A"):
        if g.system_decks[deck].cards:
            return g.system_decks[deck].draw()
    return NONE


def colonise(g: Table, seat: int, act: Act | None, target: int | None) -> Steps:
    """BS-130 to BS-136; `target` was named before by Stealth Terraformers (BS-159)."""
    from tests.reference.beyond_the_sun.effects import carry_out

    systems = colonisable(g, seat)
    if target is not None:
        systems &= {target}
    if not systems:
        return
    node = target
    if node is None:
        ids = {a.NODE + place for place in systems}
        node = (yield Ask(seat, "system to colonise", ids)) - a.NODE
    if act:
        act.changed = True
    system = g.node_system[node]
    yield from return_ships(g, seat, node, box.SYSTEMS[system]["strength"])
    for player in g.players:  # BS-133
        for level in range(4):
            player.ships[box.DEEP_SPACE][level] += player.ships[node][level]
            player.ships[node][level] = 0
    disc = g.outpost[node]
    if disc < 2:
        g.players[seat].colony_discs[disc] += 1
    g.controller[node] = g.outpost[node] = NONE
    printed = g.specialisation(node)
    take_colony(g, seat, system)
    g.node_system[node] = NONE
    g.uncontrolled[node] = False  # the next card was not there at the turn's start (BS-159)
    if node == box.X1:  # BS-116
        g.extra_slot = NONE
    else:
        place = g.node(node)
        assert place is not None
        g.node_system[node] = draw_system(g, place["deck"])
    g.waiting_ability += 1
    disc = yield from take_disc(g, seat, printed, "colony disc")  # BS-135
    if disc < 2:
        g.players[seat].colony_discs[disc] += 1
    yield from check_control(g)
    yield from carry_out(g, seat, box.SYSTEMS[system]["colonisation_bonus"])  # BS-136
    g.waiting_ability -= 1
    yield from last_disc_abilities(g)


def return_ships(g: Table, seat: int, node: int, needed: int) -> Steps:
    """BS-132: at least the strength, more by choice."""
    player, paid = g.players[seat], 0
    while player.strength(node):
        ids = {ship_id(node, level + 1) for level in range(4) if player.ships[node][level]}
        if paid >= needed:
            ids.add(a.NO)
        chosen = yield Ask(seat, "ships to return", ids)
        if chosen == a.NO:
            return
        level = ship_of(chosen)[1]
        player.ships[node][level - 1] -= 1
        return_cube(player)
        paid += level


def take_colony(g: Table, seat: int, system: int) -> None:
    g.colony_owner[system] = seat
    g.players[seat].ore += g.total(seat, "perm_colonize_ore")  # BS-163


def use_dyson_sphere(g: Table, seat: int) -> Steps:
    """BS-119, once its cost is paid."""
    from tests.reference.beyond_the_sun.effects import carry_out

    system = g.dyson[0]
    take_colony(g, seat, system)
    g.dyson = (NONE, 0, 0)
    g.players[seat].pawn = NONE
    g.waiting_ability += 1
    yield from carry_out(g, seat, box.SYSTEMS[system]["colonisation_bonus"])
    g.waiting_ability -= 1
    yield from last_disc_abilities(g)


def ministry_of_colonies(g: Table, seat: int, effect: Effect) -> Steps:
    """BS-150 and section 19: a colony without discs and without its bonus."""
    drawn = [draw_system(g, effect["deck"]) for _ in range(effect["draw"])]
    drawn = [system for system in drawn if system != NONE]
    g.open_cards = drawn
    for _ in range(effect["pick"]):
        if not drawn:
            break
        ids = {a.OPTION + number for number in range(len(drawn))}
        system = drawn.pop((yield Ask(seat, "system card", ids)) - a.OPTION)
        take_colony(g, seat, system)
    g.open_cards = []
    for letter in "AB":
        back = [system for system in drawn if box.SYSTEMS[system]["deck"] == letter]
        if back:
            g.system_decks[letter].put_under(back)
