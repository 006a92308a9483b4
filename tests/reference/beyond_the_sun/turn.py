"""Turns, action spaces, production, achievements and the end: section 3 of the rules."""

from __future__ import annotations

from exozoo.envs.beyond_the_sun import actions as a
from tests.reference.beyond_the_sun import box
from tests.reference.beyond_the_sun.box import NONE, Card
from tests.reference.beyond_the_sun.colonise import use_dyson_sphere
from tests.reference.beyond_the_sun.effects import carry_out, pay, trade
from tests.reference.beyond_the_sun.possible import (
    account_of,
    basic_rows,
    possible_action,
    tech_actions,
)
from tests.reference.beyond_the_sun.resources import grow, ore_produced
from tests.reference.beyond_the_sun.table import Act, Ask, Steps, Table


def play(g: Table) -> Steps:
    """BS-25, BS-26, BS-53: rounds until the last."""
    while not g.over:
        for seat in range(len(g.players)):
            yield from take_turn(g, seat)
        if g.round in (g.last_round, g.max_rounds):
            g.over = True
        else:
            g.round += 1
    return


def take_turn(g: Table, seat: int) -> Steps:
    g.active, g.bonuses = seat, 0
    g.uncontrolled = [
        system != NONE and g.controller[node] == NONE for node, system in enumerate(g.node_system)
    ]
    yield from action_phase(g, seat)
    g.act = None
    yield from production_phase(g, seat)
    yield from achievement_phase(g, seat)


# action


def spaces(g: Table, seat: int) -> dict[int, tuple[Card, int]]:
    """Every space the faction may use as far as cards go, with its action and extra ore."""
    found: dict[int, tuple[Card, int]] = {}
    for first, row in basic_rows(g).items():
        surcharges = [0] if row["spaces"] == "unlimited" else row["spaces"]
        for number, extra in enumerate(surcharges):  # BS-37
            found[first + number] = (row, extra)
    for number, first in enumerate(box.GUILD_SPACES):  # BS-39
        action = box.GUILDS[number]["action"]
        for space in range(action["spaces"] * g.guild_open[number]):
            found[first + space] = (action, 0)
    for slot in g.players[seat].researched:  # BS-34
        first = box.FIRST_TECH_SPACE + 2 * slot
        for space, action in tech_actions(g.slot_card[slot], first)[1].items():
            found[space] = (action, 0)
    for number, owner in enumerate(g.private_owner):  # BS-84
        if owner == seat:
            first = box.FIRST_PRIVATE_SPACE + 2 * number
            for space, action in tech_actions(g.private_card[number], first)[1].items():
                found[space] = (action, 0)
    if g.dyson[0] != NONE:  # BS-119
        cost = [{"op": "pay_ore", "n": g.dyson[1]}, {"op": "return_pop", "n": g.dyson[2]}]
        found[box.DYSON_SPACE] = ({"cost": cost, "effects": []}, 0)
    return found


def is_free(g: Table, seat: int, space: int) -> bool:
    """BS-31 to BS-33, BS-157."""
    if space == box.SUPPLY_SPACE:
        return True
    if g.players[seat].pawn == space:
        return False
    taken = any(player.pawn == space for player in g.players)
    return not taken or g.has(seat, "perm_evict_pawn")


def action_phase(g: Table, seat: int) -> Steps:
    act = g.act = Act()
    legal = {}
    for space, (action, extra) in spaces(g, seat).items():
        cost = action["cost"] + [{"op": "pay_ore", "n": extra}]
        paid_for = {"cost": cost, "effects": action["effects"]}
        now = account_of(g, seat, act)
        if is_free(g, seat, space) and possible_action(g, seat, paid_for, [], now, act):
            legal[space] = paid_for
    space = (yield Ask(seat, "action space", {a.SPACE + space for space in legal})) - a.SPACE
    for player in g.players:  # BS-157
        if player.pawn == space and space != box.SUPPLY_SPACE:
            player.pawn = NONE
    g.players[seat].pawn = space
    action = legal[space]
    yield from pay(g, seat, action["cost"], action["effects"], act)
    if space == box.DYSON_SPACE:
        yield from use_dyson_sphere(g, seat)
    yield from carry_out(g, seat, action["effects"], act)


# production


def production_phase(g: Table, seat: int) -> Steps:
    """BS-40, BS-161."""
    player = g.players[seat]
    chosen = yield Ask(seat, "production", {a.GROW_IT, a.PRODUCE_IT, a.TRADE_IT})
    if chosen == a.GROW_IT:
        grow(player)
    elif chosen == a.PRODUCE_IT:
        player.ore += ore_produced(g, seat)
    else:
        exchanges = yield from trade(g, seat, None, [])
        if exchanges >= 3:
            for ability in g.abilities(seat, "perm_on_trade3"):
                yield from carry_out(g, seat, ability["effects"])


# achievements


def achievement_phase(g: Table, seat: int) -> Steps:
    """BS-50 to BS-53."""
    open_places = {
        a.ACHIEVE + place
        for place in range(4)
        if seat not in g.achievement_disc[place]
        and free_slot(g, place) is not None
        and meets(g, seat, box.ACHIEVEMENTS[g.achievement_card[place]]["condition"])
    }
    if not open_places:
        return
    place = (yield Ask(seat, "achievement", open_places)) - a.ACHIEVE
    slot = free_slot(g, place)
    assert slot is not None
    g.achievement_disc[place][slot] = seat
    discs = sum(seat != NONE for row in g.achievement_disc for seat in row)
    if discs >= g.setup["achievement_discs_to_trigger_end"] and not g.last_round:
        g.last_round = g.round + 1


def slot_points(g: Table, place: int) -> list[int]:  # BS-52
    card = box.ACHIEVEMENTS[g.achievement_card[place]]
    extra = card["slot_vp_4p_extra"] if len(g.players) == 4 else []
    return card["slot_vp"] + extra


def free_slot(g: Table, place: int) -> int | None:
    taken = g.achievement_disc[place]
    return next((n for n in range(len(slot_points(g, place))) if taken[n] == NONE), None)


def meets(g: Table, seat: int, condition: Card) -> bool:
    player, kind = g.players[seat], condition["type"]
    if kind == "all_slots_of_level":
        level = condition["level"]
        needed = sum(slot["level"] == level for slot in box.SLOTS)
        return g.techs_of_level(seat, level) == needed
    amounts = {
        "techs_of_level": lambda: g.techs_of_level(seat, condition["level"]),
        "colonized_systems": lambda: g.colonies(seat),
        "automation_level": lambda: sum(player.automated),
        "ore": lambda: player.ore,
        "total_strength_on_map": lambda: sum(map(player.strength, range(10))),
        "printed_symbols_same_kind": lambda: max(printed_symbols(g, seat, t) for t in (0, 1)),
        "outposts": lambda: g.outposts(seat),
        "ships_of_level": lambda: player.ships_of_level(condition["level"]),
    }
    return amounts[kind]() >= condition["n"]


def printed_symbols(g: Table, seat: int, track: int) -> int:  # BS-160
    places = [node for node in g.places() if g.controller[node] == seat]
    count = sum(track in g.specialisation(node) for node in places)
    for system, owner in enumerate(g.colony_owner):
        if owner == seat:
            count += box.SYSTEMS[system]["specialisation"].count(box.TRACKS[track])
    return count
