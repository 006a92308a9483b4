"""Building, upgrading, jumping, control and its bonuses: sections 7 and 8 of the rules."""

from __future__ import annotations

from exozoo.envs.beyond_the_sun import actions as a
from tests.reference.beyond_the_sun import box
from tests.reference.beyond_the_sun.box import NONE, Effect
from tests.reference.beyond_the_sun.possible import best_strength, colony_in_reach, possible_after
from tests.reference.beyond_the_sun.resources import take_disc, take_supply
from tests.reference.beyond_the_sun.table import Act, Ask, Steps, Table

MAX_BONUSES = 20  # section 19, safety limits


def ship_id(node: int, level: int) -> int:
    return a.SHIP + 4 * node + level - 1


def ship_of(action: int) -> tuple[int, int]:
    return (action - a.SHIP) // 4, (action - a.SHIP) % 4 + 1


def own_ship_ids(g: Table, seat: int) -> set[int]:
    return {ship_id(node, level) for node, level in g.players[seat].own_ships()}


# control


def contest(g: Table, node: int) -> int:
    """BS-120: who controls a location now."""
    strengths = [player.strength(node) for player in g.players]
    most, holder = max(strengths), g.controller[node]
    if most == 0 or (holder != NONE and strengths[holder] == most):
        return holder
    return strengths.index(most) if strengths.count(most) == 1 else NONE


def lose_control(g: Table, node: int) -> None:  # BS-123
    disc, holder = g.outpost[node], g.controller[node]
    if disc < 2:
        g.players[holder].discs[disc] += 1
    g.controller[node] = g.outpost[node] = NONE


def check_control(g: Table, without_bonus: int = NONE) -> Steps:
    """BS-121: changes of control; returns what was gained: (seat, location, controller before)."""
    gains = []
    for node in g.places():
        if not g.is_controllable(node):
            continue
        now, before = contest(g, node), g.controller[node]
        if now == before:
            continue
        if before != NONE:
            lose_control(g, node)
        if now != NONE:
            gains.append((now, node, before))
            g.controller[node], g.outpost[node] = now, box.UNPLACED
    waiting: dict[int, list[int]] = {}
    order = g.clockwise(g.active)
    for seat in order:
        mine = [node for owner, node, _ in gains if owner == seat]
        yield from place_outposts(g, seat, list(mine))
        waiting[seat] = []
        for node in mine:
            bonus = (
                box.SYSTEMS[g.node_system[node]]["control_bonus"]
                if g.node_system[node] >= 0
                else []
            )
            if bonus and node != without_bonus and g.bonuses < MAX_BONUSES:
                g.bonuses += 1
                waiting[seat].append(node)
    g.waiting_ability += 1
    for seat in order:
        yield from take_bonuses(g, seat, waiting[seat])
    g.waiting_ability -= 1
    yield from last_disc_abilities(g)
    return gains


def place_outposts(g: Table, seat: int, nodes: list[int]) -> Steps:
    """BS-122 and section 19: which location is next is asked if discs may run short."""
    while nodes:
        node = nodes[0]
        if len(nodes) > 1 and discs_may_run_short(g, seat, nodes):
            ids = {a.NODE + other for other in nodes}
            node = (yield Ask(seat, "outpost disc", ids)) - a.NODE
        nodes.remove(node)
        g.outpost[node] = yield from take_disc(g, seat, g.specialisation(node), "outpost disc")


def discs_may_run_short(g: Table, seat: int, nodes: list[int]) -> bool:
    """Does a track have discs, but fewer than there are locations that may take from it?"""
    for track in (0, 1):
        asking = sum(track in allowed_tracks(g, seat, node) for node in nodes)
        if 0 < g.players[seat].discs[track] < asking:
            return True
    return False


def allowed_tracks(g: Table, seat: int, node: int) -> list[int]:
    return [0, 1] if g.has(seat, "perm_any_track") else g.specialisation(node)


def take_bonuses(g: Table, seat: int, nodes: list[int]) -> Steps:
    """BS-125 to BS-127."""
    from tests.reference.beyond_the_sun.effects import carry_out

    bonus = {node: box.SYSTEMS[g.node_system[node]]["control_bonus"] for node in nodes}
    while bonus:
        ids = {a.NODE + node for node in bonus}
        node = (yield Ask(seat, "control bonuses", ids)) - a.NODE
        yield from carry_out(g, seat, bonus.pop(node))


def last_disc_abilities(g: Table) -> Steps:
    """BS-162: once no system bonus is under way."""
    from tests.reference.beyond_the_sun.effects import carry_out

    if g.waiting_ability:
        return
    for seat in g.clockwise(g.active):
        while g.players[seat].last_disc_due:
            g.players[seat].last_disc_due.pop(0)
            for ability in g.abilities(seat, "perm_on_last_disc"):
                yield from carry_out(g, seat, ability["effects"])


# building


def build(g: Table, seat: int, level: int, where: str, source: str) -> Steps:
    """BS-90: a cube of the population, or of one side of the supply, becomes a ship."""
    if where == "deep_space":
        node = box.DEEP_SPACE
    else:
        anywhere = g.has(seat, "perm_build_anywhere_controlled")
        ids = {a.NODE + box.SOL}
        for place in g.places():
            if g.controller[place] == seat and (anywhere or g.is_shipyard(place)):
                ids.add(a.NODE + place)
        node = (yield Ask(seat, "build location", ids)) - a.NODE
    if source == "population":
        g.players[seat].population -= 1
    else:
        take_supply(g.players[seat], source)
    g.players[seat].ships[node][level - 1] += 1
    yield from check_control(g)


# upgrading


def upgrade(
    g: Table, seat: int, times: int, levels: int, act: Act | None, again: bool = False
) -> Steps:
    """BS-93, BS-94: control is checked when the whole upgrade is over.

    `again`: the same ship may take several, as points may.
    """
    voluntary = again or times > 1
    rows = g.players[seat].ships
    raised = [[0] * 4 for _ in rows]  # ships that have had their upgrade
    for _ in range(times):
        ids = {
            ship_id(node, level)
            for node, level in g.players[seat].own_ships()
            if level < 4 and rows[node][level - 1] > raised[node][level - 1]
        }
        if not ids:
            break
        if voluntary:
            ids.add(a.NO)
        chosen = yield Ask(seat, "ship to upgrade", ids)
        if chosen == a.NO:
            break
        node, level = ship_of(chosen)
        rows[node][level - 1] -= 1
        rows[node][min(4, level + levels) - 1] += 1
        if not again:
            raised[node][min(4, level + levels) - 1] += 1
        if act:
            act.changed = True
    yield from check_control(g)


# jumping


def jump(
    g: Table, seat: int, points: int, act: Act | None, rest: list[Effect], anywhere: bool
) -> Steps:
    """BS-100 to BS-104, BS-107; returns what the jump gained."""
    player = g.players[seat]
    before = [row[:] for row in player.ships]
    stealth = bool(act and rest and rest[0].get("restriction"))  # BS-159

    def may_end() -> bool:
        if stealth:
            return bool(best_strength(g, seat, 0))
        if act and not act.changed and player.ships == before:  # BS-36
            return possible_after(g, seat, rest, act)
        return True

    def may_move(node: int, level: int, to: int, left: int) -> bool:
        move_ship(player.ships, node, level, to)
        if stealth:
            fine = colony_in_reach(g, seat, left)
        else:
            fine = left > 0 or may_end()
        move_ship(player.ships, to, level, node)
        return fine

    for left in reversed(range(points)):
        targets = {
            (node, level): {
                to
                for to in (set(g.places()) - {node} if anywhere else g.reach(seat, node))
                if may_move(node, level, to, left)
            }
            for node, level in player.own_ships()
        }
        ids = {ship_id(*ship) for ship, places in targets.items() if places}
        if may_end() or not ids:
            ids.add(a.NO)
        chosen = yield Ask(seat, "ship to move", ids)
        if chosen == a.NO:
            break
        node, level = ship_of(chosen)
        to = yield Ask(seat, "destination", {a.NODE + place for place in targets[node, level]})
        move_ship(player.ships, node, level, to - a.NODE)
    if act and player.ships != before:
        act.changed = True
    target = NONE
    if stealth and act:
        ids = {a.NODE + node for node in best_strength(g, seat, 0)}
        if ids:
            target = (yield Ask(seat, "system to colonise", ids)) - a.NODE
    gains = yield from check_control(g, without_bonus=target)
    return gains, target


def move_ship(ships: list[list[int]], node: int, level: int, to: int) -> None:
    ships[node][level - 1] -= 1
    ships[to][level - 1] += 1


def remove_ship(g: Table, seat: int, kind: str, extra: set[int]) -> Steps:
    """Take one own ship from the map (BS-47, BS-118); returns its level, 0 if declined."""
    chosen = yield Ask(seat, kind, own_ship_ids(g, seat) | extra)
    if chosen == a.NO:
        return 0
    node, level = ship_of(chosen)
    g.players[seat].ships[node][level - 1] -= 1
    return level
