"""What must hold in every position of Alien Frontiers, counted over arrays of states."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers import GAME
from exozoo.envs.alien_frontiers.components import COPIES_OF_CARD
from tests.alien_frontiers import reference

STATION, BAY, HAND, STOCK, DESERT, LIFTED = 8, 9, 10, 11, 12, 13
HUB, BURROUGHS, RELIC = 1, 2, 24
COLONIES = {2: 8, 3: 7, 4: 6}


def check_positions(states: np.ndarray) -> None:
    check_ships(states)
    check_ports(states)
    check_relic(states)
    check_colonies(states)
    check_tokens(states)
    check_cards(states)
    check_scores(states)


def check_result(state: np.record) -> None:
    players = int(state["num_players"])
    assert state["over"]
    assert min(GAME.ranking(state)) == 1
    assert GAME.scores(state) == [reference.score(state, seat) for seat in range(players)]


def check_ships(states: np.ndarray) -> None:
    """AF-3, AF-4: each ship in one place, three to six of a colour in play; AF-166: values."""
    n = int(states["num_players"][0])
    place = states["place"][:, : 6 * n].reshape(-1, n, 6)
    assert ((place >= 0) & (place <= LIFTED) & (place != DESERT)).all()
    in_play = (place != STOCK).sum(axis=2)
    assert (in_play >= 3).all()
    assert (in_play - (place == STATION).sum(axis=2) >= 3).all()
    assert (states["place"][:, 6 * n : RELIC] == -1).all()
    where, value = states["place"], states["value"]
    rolled = (where >= 0) & (where != BAY) & (where != STOCK) & (where != DESERT)
    assert (((value >= 1) & (value <= 6)) == rolled).all()
    assert (value[~rolled] == 0).all()
    colour = np.arange(RELIC) // 6
    in_hand = states["place"][:, :RELIC] == HAND
    assert (in_hand <= (colour == states["seat"][:, None])).all()


def check_ports(states: np.ndarray) -> None:
    """AF-13: one ship a port, only open ports, at the hub also those of the players' tracks."""
    players = int(states["num_players"][0])
    where, port = states["place"], states["port"]
    docked = (where >= 0) & (where < BAY)
    assert ((port >= 0) == docked).all()
    number = np.where(docked, where.astype(int) * 100 + port, -1 - np.arange(25))
    number.sort(axis=1)
    assert (np.diff(number, axis=1) > 0).all()
    for index, name in enumerate(reference.FACILITIES):
        ports = 3 * players
        if name in reference.PORTS:
            ports = reference.PORTS[name][0][players]
        assert (port[where == index] < ports).all()


def check_relic(states: np.ndarray) -> None:
    """AF-140 to AF-143: held only by the controller of an unisolated Burroughs Desert."""
    holder = states["relic_holder"]
    assert ((holder == -1) == (states["place"][:, RELIC] == DESERT)).all()
    kept = holder >= 0
    colonies = states["colonies"][:, BURROUGHS].astype(int)
    own = np.take_along_axis(colonies, np.maximum(holder, 0)[:, None].astype(int), 1)
    assert ((colonies >= own).sum(axis=1)[kept] == 1).all()
    assert (states["field_at"][:, 0][kept] != BURROUGHS).all()


def check_colonies(states: np.ndarray) -> None:
    """AF-12, AF-117: placed and unplaced ones add up; AF-240: none left means the end, or the limit."""
    n = int(states["num_players"][0])
    placed = states["colonies"].sum(axis=1)
    assert (placed[:, n:] == 0).all()
    assert (placed[:, :n] + states["unplaced"][:, :n] == COLONIES[n]).all()
    assert ((states["hub"] >= 0) & (states["hub"] <= 7)).all()
    none_left = states["unplaced"][:, :n].min(axis=1) == 0
    stopped = (states["turn"] == states["turn_limit"]) & (states["over"] == 1)
    assert ((states["over"] == 1) == (none_left | stopped)).all()


def check_tokens(states: np.ndarray) -> None:
    """AF-230 to AF-232: 30 fuel and 20 ore; AF-29: at most 8 with those not on turn."""
    held = states["resources"].astype(int)
    assert (held >= 0).all()
    assert (states["supply"] >= 0).all()
    assert (held.sum(axis=1) + states["supply"] == [30, 20]).all()
    waiting = np.arange(4) != states["seat"][:, None]
    assert (held.sum(axis=2)[waiting] <= 8).all()


def check_cards(states: np.ndarray) -> None:
    """AF-2, AF-164: 24 cards in all places together, never two of a type with one player."""
    assert (states["cards"] <= 1).all()
    counts = states["cards"].sum(axis=1).astype(int) + states["pile"]
    for card in range(13):
        counts[:, card] += (states["display"] == card).sum(axis=1)
        counts[:, card] += (states["deck"] == card).sum(axis=1)
    assert (counts == COPIES_OF_CARD).all()
    assert ((states["deck"] >= 0).sum(axis=1) == states["deck_size"]).all()


def check_scores(states: np.ndarray) -> None:
    """AF-118: the running score equals a recount."""
    n = int(states["num_players"][0])
    colonies = states["colonies"][:, :, :n].astype(int)
    points = colonies.sum(axis=1) + states["cards"][:, :n, :2].sum(axis=2)
    most = colonies.max(axis=2, keepdims=True)
    alone = (colonies == most) & (most > 0) & ((colonies == most).sum(axis=2)[..., None] == 1)
    points += alone.sum(axis=1)
    positron = states["field_at"][:, 1].astype(int)
    bonus = np.take_along_axis(alone, np.maximum(positron, 0)[:, None, None], 1)[:, 0]
    points += bonus & (positron >= 0)[:, None]
    assert (points == states["scores"][:, :n]).all()
