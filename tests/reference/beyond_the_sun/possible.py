"""Can a chosen action be carried out to its end? BS-35, BS-36, BS-143 and section 19.

Every way through the choices and optional parts of an effect list is tried on a small account of ore
and cubes. What a trade gives, cards not yet drawn and where new ships will stand are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.reference.beyond_the_sun import box
from tests.reference.beyond_the_sun.box import NONE, Card, Effect, amount
from tests.reference.beyond_the_sun.resources import ore_produced, visible_letters
from tests.reference.beyond_the_sun.table import Act, Table


@dataclass(frozen=True)
class Account:
    ore: int
    population: int
    supply: int
    ships: int
    low_ships: int  # below level 4
    changed: bool
    replaced: bool  # BS-154


def account_of(g: Table, seat: int, act: Act | None) -> Account:
    """What the faction has now. A bonus (no act) need not change anything."""
    player = g.players[seat]
    ships = sum(map(sum, player.ships))
    return Account(
        player.ore,
        player.population,
        sum(player.supply),
        ships,
        ships - player.ships_of_level(4),
        act.changed if act else True,
        act.replaced if act else True,
    )


def ways_to_pay(g: Table, seat: int, account: Account, cost: list[Effect]) -> Iterator[Account]:
    """The account after the cost: without, then with one cube replaced by ore (BS-154)."""
    ore, cubes = amount(cost, "pay_ore"), amount(cost, "return_pop")
    for swap in (0, 1):
        if swap and (not cubes or account.replaced or not g.has(seat, "perm_return_pop_as_ore")):
            return
        if account.ore >= ore + swap and account.population >= cubes - swap:
            yield replace(
                account,
                ore=account.ore - ore - swap,
                population=account.population - cubes + swap,
                supply=account.supply + cubes - swap,
                changed=account.changed or ore + cubes > 0,
                replaced=account.replaced or bool(swap),
            )


def possible(g: Table, seat: int, effects: list[Effect], account: Account, act: Act | None) -> bool:
    """Is there a way to carry out these effects that changes something?"""
    if not effects:
        return account.changed
    effect, rest = effects[0], effects[1:]
    if effect["op"] == "jump" and rest and rest[0].get("restriction"):  # BS-159
        points = effect["n"] + g.total(seat, "perm_extra_jump")
        return colony_in_reach(g, seat, points) and possible(g, seat, rest[1:], account, act)
    if effect["op"] == "optional":
        taken = ways_to_pay(g, seat, account, effect["cost"])
        return possible(g, seat, rest, account, act) or any(
            possible(g, seat, effect["effects"] + rest, paid, act) for paid in taken
        )
    if effect["op"] == "choose":
        return any(
            possible_option(g, seat, effect, option, rest, account, act)
            for option in effect["options"]
        )
    if effect["op"] == "copy_research_action":
        return any(
            possible_action(g, seat, action, rest, account, Act(copying=True))
            for action in copied_actions(g).values()
        )
    return any(possible(g, seat, rest, after, act) for after in outcomes(g, seat, effect, account))


def possible_option(
    g: Table,
    seat: int,
    effect: Effect,
    option: Card,
    rest: list[Effect],
    account: Account,
    act: Act | None,
) -> bool:
    """BS-143, and BS-151: a copied choice must be the one with the research."""
    if act and act.copying and not box.contains_research(option["effects"]):
        return False
    again = [{**effect, "times": effect["times"] - 1}] if effect["times"] > 1 else []
    return any(
        possible(g, seat, option["effects"] + again + rest, paid, act)
        for paid in ways_to_pay(g, seat, account, option["cost"])
    )


def possible_action(
    g: Table, seat: int, action: Card, rest: list[Effect], account: Account, act: Act | None
) -> bool:
    """BS-35: cost and effects of a whole action."""
    return any(
        possible(g, seat, action["effects"] + rest, paid, act)
        for paid in ways_to_pay(g, seat, account, action["cost"])
    )


def possible_after(g: Table, seat: int, rest: list[Effect], act: Act | None) -> bool:
    """Can the rest of the action still be carried out from here?"""
    return possible(g, seat, rest, account_of(g, seat, act), act)


def outcomes(g: Table, seat: int, effect: Effect, now: Account) -> Iterator[Account]:
    """The accounts that a plain effect may leave; none if it cannot be carried out."""
    op = effect["op"]
    if op in ("gain_ore", "gain_ore_per", "produce_ore"):
        ore = gained_ore(g, seat, effect)
        yield replace(now, ore=now.ore + ore, changed=now.changed or ore > 0)
    elif op in ("supply_to_pop", "supply_to_pop_per", "grow_population"):
        n = min(new_population(g, seat, effect), now.supply)
        grown = replace(now, supply=now.supply - n, population=now.population + n)
        yield replace(grown, changed=now.changed or n > 0)
    elif op in ("supply_to_ship", "pop_to_ship", "ship_to_pop"):
        yield from with_conversion(effect, now)
    elif op == "research":
        if now.population and research_slots(g, seat, effect):
            yield replace(now, population=now.population - 1, changed=True)
    elif op in ("upgrade", "upgrade_points"):
        yield replace(now, changed=now.changed or now.low_ships > 0)
    elif op in ("jump", "jump_ships_anywhere"):
        yield replace(now, changed=now.changed or now.ships > 0)
    elif op == "colonize":
        if colonisable(g, seat):
            yield replace(now, changed=True)
    elif op == "trade":
        price = g.players[seat].board["trade"]
        buys = now.ore >= price["ore_to_pop"] and now.supply
        dismisses = now.ships and now.ore >= price["ship_to_pop_ore"]
        yield replace(now, changed=bool(now.changed or buys or dismisses or now.population))
    elif op in ("automate", "basic_action"):
        yield replace(now, changed=True)  # BS-86; BS-33
    else:
        assert op in ("gain_ore_per_control_gained", "move_supply"), op
        yield now


def new_population(g: Table, seat: int, effect: Effect) -> int:
    """Cubes that an effect takes from the supply into the population, if they are there."""
    if effect["op"] == "grow_population":  # BS-41, BS-42
        player = g.players[seat]
        return sum(player.supply[column] > 0 for column in visible_letters(player))
    if effect["op"] == "supply_to_pop_per":
        return effect["n"] * (g.count(seat, effect["per"]) // effect.get("divisor", 1))
    return effect["n"]


def with_conversion(effect: Effect, now: Account) -> Iterator[Account]:
    """Cubes that become ships, or ships that become population."""
    n = effect["n"]
    if effect["op"] == "supply_to_ship":
        cubes = min(n, now.supply)
        for extra in range(min(n - cubes, now.population) + 1):  # BS-64
            paid = replace(now, supply=now.supply - cubes, population=now.population - extra)
            yield with_ships(paid, cubes + extra, effect["level"])
    elif effect["op"] == "pop_to_ship" and now.population >= n:
        yield with_ships(replace(now, population=now.population - n), n, effect["level"])
    elif effect["op"] == "ship_to_pop" and now.ships >= n:
        yield replace(now, ships=now.ships - n, population=now.population + n, changed=True)


def with_ships(now: Account, count: int, level: int | str) -> Account:
    low = count if level != 4 else 0
    return replace(
        now,
        ships=now.ships + count,
        low_ships=now.low_ships + low,
        changed=now.changed or count > 0,
    )


def gained_ore(g: Table, seat: int, effect: Effect) -> int:  # BS-61
    if effect["op"] == "produce_ore":
        return ore_produced(g, seat)
    if effect["op"] == "gain_ore":
        return effect["n"]
    ore = effect["n"] * g.count(seat, effect["per"])
    return ore if effect.get("max") is None else min(ore, effect["max"])


# research


def research_slots(g: Table, seat: int, effect: Effect) -> set[int]:
    """BS-71 to BS-73, BS-153, BS-160: slots that may be researched."""
    levels = effect["levels"]
    if effect.get("level_expr"):
        levels = [min(4, g.colonies(seat) + 1)]
    return {
        number
        for number, slot in enumerate(box.SLOTS)
        if slot["level"] in levels
        and number not in g.players[seat].researched
        and (g.slot_card[number] != NONE or not effect.get("discovered_only"))
        and (effect.get("ignore_prereq") or prerequisites_met(g, seat, number))
    }


def prerequisites_met(g: Table, seat: int, number: int) -> bool:
    slot = box.SLOTS[number]
    joined = [box.SLOT_INDEX[name] for name in slot["prereqs"]]
    have = sum(other in g.players[seat].researched for other in joined)
    needed = 2 if slot["rule"] == "2_of_3" else len(joined)
    if needed == 2 and g.slot_card[number] != NONE and g.has(seat, "perm_skip_one_prereq"):
        needed = 1
    return have >= needed


# colonising


def colonisable(g: Table, seat: int) -> set[int]:  # BS-130, BS-131
    return {
        node
        for node, system in enumerate(g.node_system)
        if system != NONE
        and g.controller[node] == seat
        and g.players[seat].strength(node) >= box.SYSTEMS[system]["strength"]
    }


def best_strength(g: Table, seat: int, points: int) -> set[int]:
    """BS-159: systems uncontrolled at the turn's start that a jump can make one's own, strong enough."""
    found = set()
    for node, system in enumerate(g.node_system):
        if system == NONE or not g.uncontrolled[node] or g.controller[node] not in (NONE, seat):
            continue
        others = max(p.strength(node) for s, p in enumerate(g.players) if s != seat)
        needed = max(box.SYSTEMS[system]["strength"], others + 1)
        if strength_within(g, seat, node, points) >= needed:
            found.add(node)
    return found


def colony_in_reach(g: Table, seat: int, points: int) -> bool:
    return bool(best_strength(g, seat, points))


def strength_within(g: Table, seat: int, target: int, points: int) -> int:
    """The most strength that the faction can have at a place after so many points."""
    best = [0] * (points + 1)  # by points spent
    for node, row in enumerate(g.players[seat].ships):
        cost = distance(g, seat, node, target)
        for level, count in enumerate(row):
            for _ in range(count):
                for spent in reversed(range(cost, points + 1)):
                    best[spent] = max(best[spent], best[spent - cost] + level + 1)
    return max(best)


def distance(g: Table, seat: int, start: int, target: int) -> int:
    seen, ring, steps = {start}, {start}, 0
    while target not in seen:
        ring = {to for node in ring for to in g.reach(seat, node)} - seen
        if not ring:
            return 99
        seen |= ring
        steps += 1
    return steps


def copied_actions(g: Table) -> dict[int, Card]:
    """BS-151: every action in play that contains a research, by its first space."""
    found = {first: row for first, row in basic_rows(g).items() if first in (0, 4)}
    for guild, first in zip(box.GUILDS, box.GUILD_SPACES, strict=True):
        if g.guild_open[box.GUILDS.index(guild)]:
            found[first] = guild["action"]
    for slot, card in enumerate(g.slot_card):
        if card != NONE:
            found |= tech_actions(card, box.FIRST_TECH_SPACE + 2 * slot)[0]
    return {first: row for first, row in found.items() if box.contains_research(row["effects"])}


def basic_rows(g: Table) -> dict[int, Card]:  # BS-38
    rows = g.setup["basic_spacefaring"]
    return {first: rows[name] for name, first in box.ROWS.items()}


def tech_actions(card: int, first: int) -> tuple[dict[int, Card], dict[int, Card]]:
    """Actions of a technology by their first space, and by each of their spaces."""
    firsts, spaces = {}, {}
    tech = box.TECHS[card]
    for action in tech["actions"]:
        if action["effects"] == [{"op": "repeat_immediate"}]:  # BS-152
            action = {**action, "effects": tech["immediate"]}
        firsts[first] = action
        for _ in range(action["spaces"]):
            spaces[first] = action
            first += 1
    return firsts, spaces
