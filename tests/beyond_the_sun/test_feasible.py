"""Whether an action can be carried out: the account against a slow and obvious search (BS-35)."""

from __future__ import annotations

import numpy as np

from tests.beyond_the_sun.positions import (
    GAME,
    can_do,
    effects,
    in_action_phase,
    own,
    table,
    write_code,
)

PLAIN = (
    {"op": "gain_ore", "n": 1},
    {"op": "supply_to_pop", "n": 1},
    {"op": "supply_to_ship", "n": 2, "level": 1, "at": "deep_space"},
    {"op": "pop_to_ship", "n": 1, "level": 1, "at": "deep_space"},
    {"op": "ship_to_pop", "n": 1},
    {"op": "ship_to_pop", "n": 2},
    {"op": "research", "levels": [1]},
)
ZERO = np.int64(0)


def some_part(chance):
    cost = [{"op": "pay_ore", "n": int(chance.integers(1, 3))}] if chance.random() < 0.4 else []
    cost += [{"op": "return_pop", "n": 1}] if chance.random() < 0.3 else []
    count = chance.integers(1, 3)
    return {"cost": cost, "effects": [PLAIN[k] for k in chance.integers(0, len(PLAIN), count)]}


def some_effect(chance):
    kind = chance.random()
    if kind < 0.5:
        return PLAIN[chance.integers(0, len(PLAIN))]
    if kind < 0.75:
        return {"op": "optional", **some_part(chance)}
    parts = [some_part(chance) for _ in range(2)]
    return {"op": "choose", "times": int(chance.integers(1, 3)), "options": parts}


def outcomes(effect, stock):
    """What ore, population, supply, ships and the cube to replace (BS-154) may be afterwards."""
    ore, pop, supply, ships, spare = stock
    op, n = effect["op"], effect.get("n", 0)
    if op == "gain_ore":
        return {(ore + n, pop, supply, ships, spare)}
    if op == "supply_to_pop":
        moved = min(n, supply)
        return {(ore, pop + moved, supply - moved, ships, spare)}
    if op == "supply_to_ship":  # BS-64: any part of what is missing may be population
        moved = min(n, supply)
        most = min(n - moved, pop)
        return {(ore, pop - k, supply - moved, ships + moved + k, spare) for k in range(most + 1)}
    if op == "pop_to_ship":
        return {(ore, pop - n, supply, ships + n, spare)} if pop >= n else set()
    if op == "ship_to_pop":
        return {(ore, pop + n, supply, ships - n, spare)} if ships >= n else set()
    if op == "research":
        return {(ore, pop - 1, supply, ships, spare)} if pop else set()
    if op == "optional":
        return {stock} | after_part(effect, stock)
    stocks = {stock}
    for _ in range(effect["times"]):
        stocks = {new for s in stocks for part in effect["options"] for new in after_part(part, s)}
    return stocks


def after_part(part, stock):
    ore, pop, supply, ships, spare = stock
    paid = sum(c["n"] for c in part["cost"] if c["op"] == "pay_ore")
    returned = sum(c["n"] for c in part["cost"] if c["op"] == "return_pop")
    stocks = set()
    for replaced in range(2 if spare and returned else 1):
        left = (ore - paid - replaced, pop - returned + replaced)
        if min(left) >= 0:
            stocks.add((*left, supply + returned - replaced, ships, spare - replaced))
    for effect in part["effects"]:
        stocks = {new for s in stocks for new in outcomes(effect, s)}
    return stocks


def test_possible_actions_are_those_of_an_obvious_search():
    """BS-35, BS-64, BS-143, BS-154: over every way to choose, to pay and to fill up supply."""
    chance = np.random.default_rng(7)
    s = table(2)
    found = [0, 0]
    for _ in range(400):
        stock = tuple(int(n) for n in chance.integers(0, 3, 4))
        player, spare = own(s, 0), int(chance.integers(0, 2))
        player["ore"], player["population"] = stock[:2]
        player["supply"], player["ships"] = 0, 0
        player["supply"][0], player["ships"][0, 0] = stock[2:]
        player["return_as_ore"] = spare
        listed = [some_effect(chance) for _ in range(chance.integers(1, 4))]
        stocks = {(*stock, spare)}
        for effect in listed:
            stocks = {new for old in stocks for new in outcomes(effect, old)}
        listed.append({"op": "produce_ore"})  # changes something, so that BS-36 is met
        possible = can_do(s, write_code(s, listed, "action"))
        assert possible == bool(stocks), (stock, spare, listed)
        found[possible] += 1
    assert min(found) > 50


def test_decisions_never_leave_out_what_an_action_must_do():
    """BS-35: whatever is chosen on the way, the action ends where the obvious search can end."""
    chance = np.random.default_rng(8)
    played = 0
    while played < 60:
        s = table(2)
        player, spare = own(s, 0), int(chance.integers(0, 2))
        stock = tuple(int(n) for n in chance.integers(0, 3, 4))
        player["ore"], player["population"] = stock[:2]
        player["supply"], player["ships"] = 0, 0
        player["supply"][0], player["ships"][1, 0] = stock[2:]
        player["return_as_ore"] = spare
        listed = [{"op": "gain_ore", "n": 1}, *(some_effect(chance) for _ in range(3))]
        stocks = {(*stock, spare)}
        for effect in listed:
            stocks = {new for old in stocks for new in outcomes(effect, old)}
        if not stocks or "research" in str(listed):
            continue
        effects(s, 0, *listed, action=True)
        while in_action_phase(s):
            GAME.step(s, chance.choice(GAME.legal_actions(s)))
        end = (player["ore"], player["population"], player["supply"].sum(), player["ships"].sum())
        assert tuple(int(n) for n in end) in {new[:4] for new in stocks}, (stock, spare, listed)
        played += 1
