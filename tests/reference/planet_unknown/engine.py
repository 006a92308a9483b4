"""The course of a game, and the reference that lock step compares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exozoo.envs.planet_unknown.actions import CARD, ITEM, OBJECTIVE, ROTATE, TRACK
from tests.reference.lockstep import Seen
from tests.reference.planet_unknown import (
    cards,
    decide,
    events,
    facts,
    scoring,
    table,
    techs,
    tracks,
    turn,
)
from tests.reference.planet_unknown import data as d
from tests.reference.planet_unknown.player import Player
from tests.reference.planet_unknown.table import Steps, Table

EVENT_COUNTS = {"easy": (10, 6, 4), "normal": (6, 7, 7), "hard": (2, 8, 10)}  # section 31


def events_of(options: dict[str, Any], players: int) -> dict[str, int] | None:
    wanted = options.get("events")
    if wanted in (None, "off"):
        wanted = "normal" if players == 1 else None
    if wanted is None:
        return None
    counts = EVENT_COUNTS[wanted] if isinstance(wanted, str) else wanted
    return dict(zip(("green", "orange", "red"), counts, strict=True))


def game(g: Table) -> Steps:
    yield from setup(g)
    while True:
        yield from one_round(g)
        if g.ending or g.an_empty_depot():  # PU-95
            break
        g.commander = (g.commander + 1) % g.num  # PU-20
    g.ending = True
    yield from final_steps(g)
    g.phase = table.SCORING
    g.over = True
    g.final_scores = scoring.final(g)


def setup(g: Table) -> Steps:
    """PU-8, PU-10, PU-122"""
    for p in g.one_after_another():
        if g.num == 1:
            offer = g.offered_objectives(p.seat, 4)
            action = yield from decide.choose(g, p, lambda o=offer: {OBJECTIVE + n for n in o})
            p.objectives = [n for n in offer if n != action - OBJECTIVE]
        elif g.options.get("personal_objectives"):
            offer = g.offered_objectives(p.seat, 2)
            action = yield from decide.choose(g, p, lambda o=offer: {OBJECTIVE + n for n in o})
            p.objectives = [action - OBJECTIVE]
        if p.is_a("flux_token"):
            action = yield from decide.choose(g, p, lambda: {TRACK + t for t in d.TRACKS})
            p.flux = action - TRACK
    g.lay_out_objectives()


def one_round(g: Table) -> Steps:
    """PU-16"""
    g.round += 1
    for p in g.players:
        start_of_round(g, p)
    g.phase, g.done = table.ROTATION, 0
    if g.clockwise:
        g.rotation = (g.rotation + 5) % 6  # PU-14
    else:
        commander = g.players[g.commander]
        action = yield from decide.choose(g, commander, lambda: {ROTATE + n for n in range(6)})
        g.rotation = action - ROTATE
    if g.colours is not None:
        g.phase = table.EVENT
        yield from events.event_phase(g)
    g.phase = table.TURNS
    for p in g.one_after_another():
        g.turn_of = p.seat
        yield from turn.turn(g, p)
        g.turn_of = None
    g.event = None
    for p in g.players:
        p.update_reach(no_milestones=False)  # PU-137
        p.movement = 0


def start_of_round(g: Table, p: Player) -> None:
    """PU-17, PU-78"""
    p.used_round.clear()
    p.gained = False
    on = [p.terrain.get(sq) for sq in p.rovers.values()]
    if p.tech("two_moves_per_rover_on_flux"):  # PU-170
        g.gain_movement(p, 2 * on.count(p.flux))
    if p.tech("movement_per_loaded_rover"):  # PU-181
        g.gain_movement(p, len(p.cargo))
    if p.tech("movement_per_rover_on_water"):  # PU-208
        g.gain_movement(p, on.count(d.WATER))


def final_steps(g: Table) -> Steps:
    """PU-100 to PU-103"""
    g.phase = table.FINAL
    for p in g.one_after_another():
        yield from end_of_game_items(g, p)
    for p in g.players:  # PU-101
        p.rovers.clear()
        p.cargo.clear()
        p.lifepod.clear()
    g.phase = table.CARDS
    for p in g.one_after_another():
        yield from cards_that_advance(g, p)


def end_of_game_items(g: Table, p: Player) -> Steps:
    """PU-100, D24"""
    yield from techs.use_at_once(g, p)
    number = 4
    while True:
        items = {ITEM} if p.stored else set()
        if p.tech("two_cards_at_end") and number not in p.used_game and any(g.pile_size):
            items.add(ITEM + 1)
        action = yield from decide.choose(g, p, lambda i=items: i)
        if action is None:
            return
        if action == ITEM:
            p.stored -= 1
            yield from tracks.place_patch(g, p, may_store=False)
        else:
            p.used_game.add(number)
            yield from two_cards(g, p)


def two_cards(g: Table, p: Player) -> Steps:
    """PU-218"""
    for _ in range(2):
        if not any(g.pile_size):
            return
        offer = g.offered_cards(p)
        for level in range(4):
            g.look_at_pile({c for c in offer if d.CARDS[c]["level"] == level + 1}, level)
        action = yield from decide.choose(g, p, lambda o=offer: {CARD + c for c in o})
        yield from cards.keep(g, p, action - CARD)


def cards_that_advance(g: Table, p: Player) -> Steps:
    """PU-102, PU-103"""
    done: set[int] = set()
    while True:
        waiting = [
            c
            for c in p.cards
            if d.CARDS[c]["effect"]["kind"] == "medals_and_advance" and c not in done
        ]
        if not waiting:
            return
        done.add(waiting[0])
        effect = d.CARDS[waiting[0]]["effect"]
        yield from cards.advance_different(g, p, effect["markers"], effect["steps"])


class PlanetUnknown:
    """Covers every option of the data sheet; see the table in test_lockstep.py."""

    def __init__(self, seen: Sequence[Seen], options: dict[str, Any]):
        g = self.table = Table(seen, options)
        g.colours = events_of(options, g.num)
        g.colours_left = dict(g.colours or {})
        self.run = game(g)
        self.asked: tuple[int, set[int]] | None = None
        self.proceed(None)

    def proceed(self, action: int | None) -> None:
        try:
            self.asked = self.run.send(action)
        except StopIteration:
            self.asked = None

    def seat(self) -> int | None:
        return None if self.asked is None else self.asked[0]

    def legal(self) -> set[int]:
        return set() if self.asked is None else self.asked[1]

    def step(self, action: int, seen: Sequence[Seen]) -> None:
        self.table.seen, self.table.parts = seen, {}
        self.proceed(action)

    def facts(self, observer: int) -> dict[str, Any]:
        return facts.facts(self.table, self.seat(), observer)

    def scores(self) -> list[int]:
        g = self.table
        return list(g.final_scores) if g.over else [scoring.running(p) for p in g.players]

    def ranking(self) -> list[int]:
        return scoring.ranking(self.table, self.table.final_scores)
