"""Effect lists, carried out from left to right (BS-30), in a chosen action or as a bonus (BS-141)."""

from __future__ import annotations

from dataclasses import replace

from exozoo.envs.beyond_the_sun import actions as a
from tests.reference.beyond_the_sun import box
from tests.reference.beyond_the_sun.box import NONE, Effect, amount
from tests.reference.beyond_the_sun.colonise import colonise, ministry_of_colonies
from tests.reference.beyond_the_sun.possible import (
    Account,
    account_of,
    basic_rows,
    copied_actions,
    gained_ore,
    possible,
    possible_action,
    possible_after,
    possible_option,
    ways_to_pay,
)
from tests.reference.beyond_the_sun.research import private_technology, research
from tests.reference.beyond_the_sun.resources import (
    grow,
    leftmost,
    return_population,
    supply_to_population,
    take_disc,
)
from tests.reference.beyond_the_sun.ships import (
    build,
    check_control,
    jump,
    last_disc_abilities,
    remove_ship,
    upgrade,
)
from tests.reference.beyond_the_sun.table import Act, Ask, Steps, Table

MAX_EXCHANGES = 20  # section 19, safety limits


def carry_out(
    g: Table,
    seat: int,
    effects: list[Effect],
    act: Act | None = None,
    after: list[Effect] | None = None,
) -> Steps:
    """`after` is what the action still asks for when this list is done."""
    gains: list[tuple[int, int, int]] = []
    target = NONE
    for place, effect in enumerate(effects):
        rest = effects[place + 1 :] + (after or [])
        op = effect["op"]
        if op == "jump":
            points = effect["n"] + g.total(seat, "perm_extra_jump")
            gains, target = yield from jump(g, seat, points, act, rest, anywhere=False)
        elif op == "jump_ships_anywhere":
            yield from jump(g, seat, effect["ships"], act, rest, anywhere=True)
        elif op == "gain_ore_per_control_gained":  # BS-108
            yield from ore_for_control(g, seat, effect, gains)
        elif op == "colonize":
            yield from colonise(g, seat, act, target if effect.get("restriction") else None)
        else:
            yield from SIMPLE[op](g, seat, effect, act, rest)


def mark(act: Act | None, changed: object = True) -> None:
    if act and changed:
        act.changed = True


def ore_for_control(g: Table, seat: int, effect: Effect, gains: list) -> Steps:
    count = sum(
        owner == seat and (before != NONE or not effect["from_other_only"])
        for owner, _, before in gains
    )
    g.players[seat].ore += effect["n"] * count
    return
    yield


# paying


def pay(
    g: Table, seat: int, cost: list[Effect], effects: list[Effect], act: Act | None, extra: int = 0
) -> Steps:
    """BS-60, BS-66; D5: one returned cube may be replaced by ore (BS-154)."""
    player = g.players[seat]
    ore, cubes = amount(cost, "pay_ore") + extra, amount(cost, "return_pop")
    if cubes and act and not act.replaced and g.has(seat, "perm_return_pop_as_ore"):
        now = account_of(g, seat, act)
        cost = [{"op": "pay_ore", "n": ore}, {"op": "return_pop", "n": cubes}]
        ids = set()
        for paid in ways_to_pay(g, seat, now, cost):
            if possible(g, seat, effects, paid, act):
                ids.add(a.YES if paid.replaced else a.NO)
        if (yield Ask(seat, "payment", ids)) == a.YES:
            act.replaced = True
            ore, cubes = ore + 1, cubes - 1
    player.ore -= ore
    return_population(player, cubes)
    mark(act, ore + cubes)


# resources


def do_gain_ore(g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]) -> Steps:
    ore = gained_ore(g, seat, effect)
    g.players[seat].ore += ore
    mark(act, ore)
    return
    yield


def do_supply_to_pop(
    g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]
) -> Steps:
    count = effect["n"]
    if effect["op"] == "supply_to_pop_per":
        count *= g.count(seat, effect["per"]) // effect.get("divisor", 1)
    mark(act, supply_to_population(g.players[seat], count, effect.get("src", "leftmost")))
    return
    yield


def do_grow(g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]) -> Steps:
    mark(act, grow(g.players[seat]))
    return
    yield


def do_move_supply(
    g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]
) -> Steps:
    """BS-68, BS-154: only A may be over-filled."""
    player = g.players[seat]
    moved = [0] * 5  # a cube is moved once
    for _ in range(effect["n"]):
        full = [c for c in range(5) if player.supply[c] > moved[c]]
        if effect["from"] == "rightmost":
            full = full[-1:]
        elif effect["to"] == "A":
            full = [c for c in full if c != 0]
        if not full:
            return
        ids = {a.COLUMN + c for c in full}
        source = (yield Ask(seat, "supply column to take from", ids)) - a.COLUMN
        targets = [0]
        if effect["to"] == "any":
            targets += [c for c in range(1, 5) if player.supply[c] < player.capacity[c]]
            targets = sorted(set(targets) | {source})
        ids = {a.COLUMN + c for c in targets}
        to = (yield Ask(seat, "supply column to give to", ids)) - a.COLUMN
        player.supply[source] -= 1
        player.supply[to] += 1
        moved[to] += 1


def do_automate(g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]) -> Steps:
    """BS-85 to BS-87."""
    allowed = [0, 1] if effect["track"] == "either" else [box.TRACKS.index(effect["track"])]
    disc = yield from take_disc(g, seat, allowed, "automation track")
    g.players[seat].automated[disc] += 1
    mark(act)
    yield from last_disc_abilities(g)


# ships


def do_supply_to_ship(
    g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]
) -> Steps:
    """BS-64: population may stand in for missing supply."""
    player = g.players[seat]
    level = g.chosen_level if effect["level"] == "chosen" else effect["level"]
    for left in reversed(range(effect["n"])):
        source = effect["src"]
        if leftmost(player) is None:
            if not player.population:
                return
            more = [{**effect, "n": left}] if left else []
            ids = set()
            for use in (0, 1):
                now = account_of(g, seat, act)
                then = Account(
                    now.ore,
                    now.population - use,
                    now.supply,
                    now.ships + use,
                    now.low_ships + use * (level < 4),
                    now.changed or bool(use),
                    now.replaced,
                )
                if not act or possible(g, seat, more + rest, then, act):
                    ids.add(a.YES if use else a.NO)
            if (yield Ask(seat, "short supply", ids)) == a.NO:
                return
            source = "population"
        mark(act)
        yield from build(g, seat, level, effect["at"], source)


def do_pop_to_ship(
    g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]
) -> Steps:
    for _ in range(effect["n"]):
        if g.players[seat].population:
            mark(act)
            yield from build(g, seat, effect["level"], effect["at"], "population")


def do_ship_to_pop(
    g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]
) -> Steps:
    for _ in range(effect["n"]):
        if any(g.players[seat].own_ships()):
            yield from remove_ship(g, seat, "ship to population", set())
            g.players[seat].population += 1
            mark(act)
            yield from check_control(g)


def do_upgrade(g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]) -> Steps:
    if effect["op"] == "upgrade_points":
        yield from upgrade(g, seat, effect["n"], 1, act, again=True)
    else:
        yield from upgrade(g, seat, effect["ships"], effect["levels"], act)


# research


def do_research(g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]) -> Steps:
    yield from research(g, seat, effect, act)


def do_private(g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]) -> Steps:
    yield from private_technology(g, seat, effect["level"])


def do_ministry(g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]) -> Steps:
    yield from ministry_of_colonies(g, seat, effect)


# choices


def do_optional(g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]) -> Steps:
    """D4: BS-140, BS-158."""
    now = account_of(g, seat, act)
    if not act:  # a bonus or event: offered if it would change something
        now = replace(now, changed=False)
    inside = effect["effects"] + (rest if act else [])
    ids = set()
    if any(
        possible(g, seat, inside, paid, act) for paid in ways_to_pay(g, seat, now, effect["cost"])
    ):
        ids.add(a.YES)
    if not act or possible_after(g, seat, rest, act):
        ids.add(a.NO)
    if (yield Ask(seat, "optional part", ids)) == a.YES:
        yield from pay(g, seat, effect["cost"], inside, act)
        yield from carry_out(g, seat, effect["effects"], act, rest)


def do_choose(g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]) -> Steps:
    """D3: BS-143."""
    for times in reversed(range(effect["times"])):
        again = [{**effect, "times": times}] if times else []
        this = {**effect, "times": 1}
        after = again + rest if act else []
        now = account_of(g, seat, act)
        ids = {
            a.OPTION + number
            for number, option in enumerate(effect["options"])
            if possible_option(g, seat, this, option, after, now, act)
        }
        if not ids:
            return
        option = effect["options"][(yield Ask(seat, "option", ids)) - a.OPTION]
        yield from pay(g, seat, option["cost"], option["effects"] + after, act)
        yield from carry_out(g, seat, option["effects"], act, after)


def do_basic_action(
    g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]
) -> Steps:
    """D2: BS-38, one of the four rows without a space."""
    yield from one_of(g, seat, basic_rows(g), "basic action", act, rest)


def do_copy(g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]) -> Steps:
    """D2: BS-151."""
    assert act
    act.copying = True
    yield from one_of(g, seat, copied_actions(g), "copied action", act, rest)


def one_of(
    g: Table, seat: int, rows: dict, kind: str, act: Act | None, rest: list[Effect]
) -> Steps:
    """A row is offered if it can change something by itself (BS-36)."""
    now = replace(account_of(g, seat, act), changed=False)
    ids = {
        a.SPACE + first
        for first, row in rows.items()
        if possible_action(g, seat, row, rest, now, act)
    }
    if not ids:
        return
    row = rows[(yield Ask(seat, kind, ids)) - a.SPACE]
    yield from pay(g, seat, row["cost"], row["effects"] + rest, act)
    yield from carry_out(g, seat, row["effects"], act, rest)


# trade


def do_trade(g: Table, seat: int, effect: Effect, act: Act | None, rest: list[Effect]) -> Steps:
    yield from trade(g, seat, act, rest)


def trade(g: Table, seat: int, act: Act | None, rest: list[Effect]) -> Steps:
    """BS-44 to BS-47; returns the number of exchanges."""
    player = g.players[seat]
    price = player.board["trade"]
    for count in range(MAX_EXCHANGES):
        ids = set()
        if player.ore >= price["ore_to_pop"] and leftmost(player) is not None:
            ids.add(a.BUY_POPULATION)
        if player.ore >= price["ship_to_pop_ore"] and any(player.own_ships()):
            ids.add(a.DISMISS_SHIP)
        if player.population:
            ids.add(a.SELL_POPULATION)
        if not ids or not act or possible_after(g, seat, rest, act):
            ids.add(a.NO)
        chosen = yield Ask(seat, "exchange", ids)
        if chosen == a.NO:
            return count
        mark(act)
        if chosen == a.BUY_POPULATION:
            player.ore -= price["ore_to_pop"]
            supply_to_population(player, 1)
        elif chosen == a.SELL_POPULATION:
            return_population(player, 1)
            player.ore += price["pop_to_ore"]
        else:
            yield from remove_ship(g, seat, "ship to exchange", set())
            player.ore -= price["ship_to_pop_ore"]
            player.population += 1
            yield from check_control(g)
    return MAX_EXCHANGES


SIMPLE = {
    "gain_ore": do_gain_ore,
    "gain_ore_per": do_gain_ore,
    "produce_ore": do_gain_ore,
    "supply_to_pop": do_supply_to_pop,
    "supply_to_pop_per": do_supply_to_pop,
    "grow_population": do_grow,
    "trade": do_trade,
    "move_supply": do_move_supply,
    "automate": do_automate,
    "supply_to_ship": do_supply_to_ship,
    "pop_to_ship": do_pop_to_ship,
    "ship_to_pop": do_ship_to_pop,
    "upgrade": do_upgrade,
    "upgrade_points": do_upgrade,
    "research": do_research,
    "private_tech": do_private,
    "draw_systems_colonize": do_ministry,
    "optional": do_optional,
    "choose": do_choose,
    "basic_action": do_basic_action,
    "copy_research_action": do_copy,
}
