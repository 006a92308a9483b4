"""Events: section 9 of the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from exozoo.envs.beyond_the_sun import actions as a
from tests.reference.beyond_the_sun import box
from tests.reference.beyond_the_sun.box import NONE, Effect, amount
from tests.reference.beyond_the_sun.colonise import draw_system
from tests.reference.beyond_the_sun.effects import carry_out, pay
from tests.reference.beyond_the_sun.possible import account_of, possible, ways_to_pay
from tests.reference.beyond_the_sun.research import open_rows
from tests.reference.beyond_the_sun.ships import check_control, remove_ship
from tests.reference.beyond_the_sun.table import Ask, Steps, Table


def resolve_event(g: Table, seat: int, slot: int) -> Steps:
    """BS-110: between placing the researcher and choosing the card."""
    event = g.slot_event[slot]
    g.slot_event[slot] = NONE
    g.event_seen.add(event)
    for effect in box.EVENTS[event]["effects"]:
        yield from EVENT[effect["op"]](g, seat, effect, slot)


def remove_guild(g: Table, seat: int, effect: Effect, slot: int) -> Steps:  # BS-112
    covered = [
        number
        for number, guild in enumerate(box.GUILDS)
        if guild["rank"] == effect["rank"] and not g.guild_open[number]
    ]
    if covered:
        ids = {a.GUILD + number for number in covered}
        guild = (yield Ask(seat, "guild tile", ids)) - a.GUILD
        g.guild_open[guild] = True
        open_rows(g, box.GUILDS[guild]["action"]["effects"])  # BS-191


def keep(g: Table, seat: int, effect: Effect, slot: int) -> Steps:  # BS-113
    g.players[seat].vp_events += effect["vp"]
    return
    yield


def each(g: Table, seat: int, effect: Effect, slot: int) -> Steps:
    """BS-111, BS-114: the discoverer first, clockwise."""
    for other in g.clockwise(seat):
        if effect["optional"]:
            ids = {a.NO}
            now = replace(account_of(g, other, None), changed=False)
            if any(
                possible(g, other, effect["effects"], paid, None)
                for paid in ways_to_pay(g, other, now, effect["cost"])
            ):
                ids.add(a.YES)
            if (yield Ask(other, "optional part", ids)) == a.NO:
                continue
        yield from pay(g, other, effect["cost"], effect["effects"], None)
        yield from carry_out(g, other, effect["effects"])


def discoverer(g: Table, seat: int, effect: Effect, slot: int) -> Steps:
    yield from carry_out(g, seat, effect["effects"])


def choose_ship_level(g: Table, seat: int, effect: Effect, slot: int) -> Steps:  # BS-115
    ids = {a.OPTION + level - 1 for level in effect["levels"]}
    g.chosen_level = (yield Ask(seat, "ship level", ids)) - a.OPTION + 1


def extra_system(g: Table, seat: int, effect: Effect, slot: int) -> Steps:
    """BS-116: the card is seen before its place is chosen."""
    system = draw_system(g, effect["deck"])
    if system == NONE:
        return
    g.open_cards = [system]
    ids = {
        a.NODE + box.NODES.index(node["id"])
        for node in g.side["nodes"]
        if node.get("deck") == effect["deck"]
    }
    g.extra_slot = (yield Ask(seat, "place for the extra system", ids)) - a.NODE
    g.open_cards = []
    g.node_system[box.X1] = system


def link_system(g: Table, seat: int, effect: Effect, slot: int) -> Steps:  # BS-117
    ids = {a.NODE + node for node, system in enumerate(g.node_system) if system != NONE}
    if ids:
        node = (yield Ask(seat, "system to link", ids)) - a.NODE
        g.system_vp[g.node_system[node]] += effect["vp"]


def link_achievement(g: Table, seat: int, effect: Effect, slot: int) -> Steps:  # BS-117
    ids = {a.ACHIEVE + place for place in range(4)}
    g.achievement_vp[(yield Ask(seat, "achievement to link", ids)) - a.ACHIEVE] += effect["vp"]


def link_tech(g: Table, seat: int, effect: Effect, slot: int) -> Steps:  # BS-117
    g.slot_ore[slot] += effect["n"]
    return
    yield


def museum(g: Table, seat: int, effect: Effect, slot: int) -> Steps:  # BS-118
    g.museum_vp = effect["vp_by_level"]
    for other in g.clockwise(seat):
        g.players[other].museum = yield from remove_ship(g, other, "museum", {a.NO})
        yield from check_control(g)


def dyson(g: Table, seat: int, effect: Effect, slot: int) -> Steps:  # BS-119
    system = draw_system(g, effect["deck"])
    if system != NONE:
        cost = effect["cost"]
        g.dyson = (system, amount(cost, "pay_ore"), amount(cost, "return_pop"))
    return
    yield


EVENT: dict[str, Callable[[Table, int, Effect, int], Steps]] = {
    "ev_remove_guild": remove_guild,
    "ev_keep": keep,
    "ev_each": each,
    "ev_discoverer": discoverer,
    "ev_choose_ship_level": choose_ship_level,
    "ev_extra_system": extra_system,
    "ev_link_system_vp": link_system,
    "ev_link_achievement_vp": link_achievement,
    "ev_link_tech_ore": link_tech,
    "ev_museum": museum,
    "ev_dyson": dyson,
}
