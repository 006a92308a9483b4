"""Mines, Gaia projects, upgrades, charging offers (sections 4 to 6, 12, 14)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.reference.gaia_project import box, research
from tests.reference.gaia_project.box import Decision
from tests.reference.gaia_project.people import Player
from tests.reference.gaia_project.table import Flow, Table, charge, gain, to_gaia_area

ACCEPT, TOKEN_FIRST = box.action("charge", 0), box.action("charge", 1)


@dataclass
class Plan:
    """What building on a hex means and costs."""

    cost: dict[str, int]
    steps: int = 0
    guest: bool = False
    own_gaiaformer: bool = False
    project: bool = False


def plan(table: Table, player: Player, h: int, free_steps: int = 0, extra: int = 0) -> Plan | None:
    """A mine or a Gaia project on this hex, or None if it cannot be (whatever it costs)."""
    kind = table.planet.get(h)
    holders = [p for p in table.players if h in p.pieces and p.pieces[h] in box.STRUCTURES]
    formers = [p for p in table.players if p.pieces.get(h) == "gaiaformer"]
    if kind is None or player in holders:
        return None
    if kind == "transdim":
        return None if formers or free_steps else plan_project(table, player, h, extra)
    if player.count("mine") >= box.LIMITS["mine"]:  # GP-34
        return None
    mine = dict(player.data["costs"]["mine"])
    if formers:  # GP-37
        if formers != [player] or free_steps or extra:
            return None
        return Plan(mine, own_gaiaformer=True)
    qic = table.range_qic(player, h, extra)
    if extra and qic >= table.range_qic(player, h):  # GP-33
        return None
    mine["qic"] = qic
    if holders:  # GP-89
        lantids = player.faction == "lantids" and not free_steps
        return Plan(mine, guest=True) if lantids else None
    if kind == "lost":
        return None
    if kind == "gaia":
        good = "ore" if player.faction == "gleens" else "qic"  # GP-91
        mine[good] += 1
        return None if free_steps else Plan(mine)
    steps = terraforming_steps(player, kind)
    if free_steps and not steps:
        return None
    paid = max(0, steps - free_steps)
    mine["ore"] += paid * player.level("terraforming")["effect"]["ore_per_step"]
    return Plan(mine, steps=steps)


def terraforming_steps(player: Player, kind: str) -> int:
    """GP-37: the way around the circle of seven."""
    apart = abs(box.CYCLE.index(kind) - box.CYCLE.index(player.data["home_planet"]))
    return min(apart, 7 - apart)


def plan_project(table: Table, player: Player, h: int, extra: int) -> Plan | None:
    """GP-41."""
    tokens = player.level("gaia_project")["effect"]["gaia_project_tokens"]
    if player.available_gaiaformers() < 1 or tokens is None or player.tokens_in_play() < tokens:
        return None
    qic = table.range_qic(player, h, extra)
    if extra and qic >= table.range_qic(player, h):
        return None
    return Plan({"qic": qic}, project=True)


def places_to_build(table: Table, player: Player, free_steps: int = 0, extra: int = 0) -> set[int]:
    plans = {h: plan(table, player, h, free_steps, extra) for h in table.planet}
    return {h for h, p in plans.items() if p is not None and player.can_pay(p.cost)}


def build(table: Table, player: Player, h: int, free_steps: int = 0, extra: int = 0) -> Flow:
    """GP-40, GP-42."""
    chosen = plan(table, player, h, free_steps, extra)
    assert chosen is not None
    player.pay(chosen.cost)
    if chosen.project:
        tokens = player.level("gaia_project")["effect"]["gaia_project_tokens"]
        player.pieces[h] = "gaiaformer"
        yield from to_gaia_area(player, tokens)
        return
    types = table.planet_types(player)
    player.pieces[h] = "mine"  # an own gaiaformer goes back to the board
    if chosen.guest:
        player.guests.add(h)
    yield from reward_mine(table, player, h, types, chosen.steps, chosen.guest)


def reward_mine(
    table: Table, player: Player, h: int, types_before: set[str], steps: int, guest: bool
) -> Flow:
    if guest and player.has_institute():
        yield from gain(player, {"knowledge": 2})
    table.trigger(player, "build_mine")
    if table.planet[h] == "gaia" and not guest:
        table.trigger(player, "build_mine_on_gaia")
        if player.faction == "gleens":
            player.vp += 2
    table.trigger(player, "terraforming_step", steps)
    if player.has_institute("geodens") and table.planet[h] not in types_before:
        yield from gain(player, {"knowledge": 3})  # GP-96
    join_federation(table, player, h)
    table.new.append(h)


def join_federation(table: Table, player: Player, h: int) -> None:
    """GP-73."""
    if any(n in player.federation for n in table.board.beside[h]):
        own = set(player.range_givers())
        player.federation |= table.board.connected(h, own)


# --- upgrades ---


def upgrade_cost(table: Table, player: Player, h: int, piece: str) -> dict[str, int]:
    """GP-43, GP-45."""
    costs = player.data["costs"]
    if piece == "trading_station":
        near = set(table.board.near(h))
        if any(near & set(other.structures()) for other in table.others(player)):
            return dict(costs["trading_station_near_opponent"])
    return dict(costs["academy" if piece.startswith("academy") else piece])


def places_to_upgrade(table: Table, player: Player, piece: str) -> set[int]:
    """GP-43, GP-44."""
    if player.count(piece) >= box.LIMITS[piece]:
        return set()
    return {
        h
        for h, old in player.pieces.items()
        if piece in player.data["upgrades"].get(old, [])
        and h not in player.guests
        and h != player.lost_planet
        and player.can_pay(upgrade_cost(table, player, h, piece))
    }


def upgrade(table: Table, player: Player, piece: str) -> Flow:
    """GP-46."""
    legal = places_to_upgrade(table, player, piece)
    arguments = {"piece": box.PIECES.index(piece)}
    h = yield Decision(player.seat, "choose_upgrade", legal, arguments)
    player.pay(upgrade_cost(table, player, h, piece))
    player.pieces[h] = piece
    table.new.append(h)
    if piece == "trading_station":
        table.trigger(player, "build_trading_station")
    if piece == "planetary_institute" or piece.startswith("academy"):
        table.trigger(player, "build_planetary_institute_or_academy")
    if piece == "research_lab" or piece.startswith("academy"):
        yield from research.gain_tile(table, player)
    if piece == "planetary_institute" and player.faction == "gleens":  # GP-91
        table.token_supply["gleens"] -= 1
        yield from research.gain_token(table, player, "gleens")


# --- passive charging ---


def offer_charges(table: Table, builder: Player) -> Flow:
    """GP-75 to GP-78: last placed first; clockwise from the builder's left."""
    while table.new:
        h = table.new.pop()
        for other in table.others(builder):
            yield from offer_charge(table, other, h)


def offer_charge(table: Table, player: Player, h: int) -> Flow:
    near = set(table.board.near(h)) & set(player.structures())
    offered = max((table.power_value(player, own) for own in near), default=0)
    taklons = player.has_institute("taklons")
    possible = min(offered, player.chargeable(), player.vp + 1)
    if offered == 0 or (possible <= 0 and not taklons):
        return
    legal = {ACCEPT, box.DECLINE} | ({TOKEN_FIRST} if taklons else set())
    shown = {"power": offered, "hex": h}
    choice = yield Decision(player.seat, "charge_offer", legal, shown)
    if choice == box.DECLINE:
        return
    if choice == TOKEN_FIRST:  # GP-92
        player.power[0] += 1
        possible = min(offered, player.chargeable(), player.vp + 1)
    player.vp -= max(0, possible - 1)
    yield from charge(player, possible)
    if taklons and choice == ACCEPT:
        player.power[0] += 1
