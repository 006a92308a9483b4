"""What each seat should see of the table, as blocks of the observation."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.reference.planet_unknown import data as d
from tests.reference.planet_unknown import scoring, table
from tests.reference.planet_unknown.player import Player
from tests.reference.planet_unknown.table import Table

Board = np.ndarray


def facts(g: Table, to_move: int | None, observer: int) -> dict[str, Any]:
    if not g.parts:  # the same for every observer
        parts = [part(g, p) for p in g.players]
        g.parts = {name: np.array([p[name] for p in parts]) for name in parts[0]}
    order = [(observer + n) % g.num for n in range(g.num)]
    found: dict[str, Any] = {name: values[order] for name, values in g.parts.items()}
    # how far technologies reach is compared by the block "technology"
    found["stock"][:, -1] = g.seen[observer]["stock"][:, -1]
    for name, limit in (("used_round", "once per round"), ("used_game", "once per game")):
        for row, seat in enumerate(order):  # only what the rules limit so
            for number, tech in enumerate(g.players[seat].corp["technologies"]):
                if tech["limit"] != limit:
                    found[name][row][number] = g.seen[observer][name][row][number]
    found["public"] = public(g, to_move, observer)
    found["top"] = [-1 if v is None else v for v in g.top]
    found["left"] = [[int(v in left) for v in range(12)] for left in g.left]
    found["civ_pile"] = g.pile_size
    found["civ_card"] = civ_cards(g, observer)
    found["objective"] = objectives(g, observer)
    turned = [g.between[seat] for seat in order] + [-1] * (6 - g.num)
    found["between"] = turned if g.num > 2 else g.between
    found["event_gone"] = [int(n in g.revealed) for n in range(60)]
    found["event_left"] = [g.colours_left.get(c, 0) for c in ("green", "orange", "red")]
    found["target"] = scoring.target(g) if g.num == 1 else 0
    return found


def public(g: Table, to_move: int | None, observer: int) -> Board:
    """All but the last entry, which counts the engine's own stack."""
    values = np.array(g.seen[observer]["public"])
    values[0] = g.phase
    values[table.ROUND] = g.round
    if to_move is not None:
        values[table.TO_MOVE] = (to_move - observer) % g.num
    values[table.COMMANDER] = (g.commander - observer) % g.num
    if to_move is not None:
        values[table.SEATS_DONE] = g.done
    values[table.ROTATED], values[table.SHIFT] = g.rotation, g.shift
    values[table.CLOCKWISE] = g.clockwise
    values[8] = g.ending
    values[table.EVENT_IN_FORCE] = -1 if g.event is None else g.event
    values[table.REVEALED] = len(g.revealed)
    values[table.IN_DECK] = 20 if g.colours else 0
    values[table.NEXT_EVENT] = g.peeked if observer in g.peekers else -1
    return values


def civ_cards(g: Table, observer: int) -> Board:
    """Own and used-up ones; what was seen of the piles is left to the game."""
    values = np.array(g.seen[observer]["civ_card"])
    values[values == 1] = values[values == 2] = 0
    for card in g.players[observer].cards:
        values[card] = 1
    for card in g.used_cards:
        values[card] = 2
    return values


def objectives(g: Table, observer: int) -> Board:
    """Own, laid out and common ones; the rest is left to the game."""
    values = np.array(g.seen[observer]["objective"])
    values[(values > 0) & (values < 4)] = 0
    for n in g.players[observer].objectives:
        values[n] = 1
    for n in g.between:
        if n >= 0:
            values[n] = 2
    for n in g.common:
        values[n] = 3
    return values


def grid(values: dict[int, int] | set[int], empty: int = 0) -> Board:
    board = np.full(144, empty)
    for sq in values:
        board[sq] = values[sq] if isinstance(values, dict) else 1
    return board.reshape(12, 12)


def part(g: Table, p: Player) -> dict[str, Any]:
    numbers = [-1 if tile is None else tile.number for tile in g.depot(p)]
    levels = [d.CARDS[c]["level"] for c in p.cards]
    available = p.available()
    return {
        "board": [p.corporation, p.planet.number],
        "score": g.final_scores[p.seat] if g.over else scoring.running(p),
        "ground": np.array(p.planet.ground).reshape(12, 12),
        "terrain": grid(p.terrain, -1),
        "station": grid(set(p.station)),
        "symbol": grid(p.symbol),
        "meteorite": grid(p.meteorite),
        "lifepod": grid(p.lifepod),
        "rover": grid({sq: n + 1 for n, sq in p.rovers.items()}),
        "cargo": [int(n in p.cargo) for n in range(5)],
        "last_tile": p.last_tile + [-1] * (5 - len(p.last_tile)),
        "position": p.position,
        "path": p.track,
        "track_lifepod": [[int((t, r) in p.track_pods) for r in range(16)] for t in d.TRACKS],
        "tech_lifepod": [int(n in p.tech_pods) for n in range(6)],
        "technology": [int(n in available) for n in range(6)],
        "used_round": [int(n in p.used_round) for n in range(6)],
        "used_game": [int(n in p.used_game) for n in range(6)],
        "cards_held": [levels.count(n + 1) for n in range(4)],
        "depot": numbers,
        "stock": stock(p),
    }


def stock(p: Player) -> list[int]:
    return [
        p.movement,
        p.supply,
        p.lifepods,
        p.meteorites,
        p.stored,
        p.flux,
        len(p.objectives),
        int(p.gained),
        p.free_steps,
        p.shifts,
        int(p.extra_rover),
        0,
    ]
