"""Plays the real game and the reference side by side and compares everything that can be seen."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from exozoo.envs.beyond_the_sun import actions as a
from exozoo.envs.beyond_the_sun.pending import KIND_NAMES
from exozoo.envs.core.game import Game
from tests.reference.beyond_the_sun import box
from tests.reference.beyond_the_sun.box import NONE
from tests.reference.beyond_the_sun.deal import deal, ints, tell_decks
from tests.reference.beyond_the_sun.scoring import places, points
from tests.reference.beyond_the_sun.table import Ask, Table
from tests.reference.beyond_the_sun.turn import play

IDLE = {a.NO, a.TRADE_IT, a.SPACE + box.SUPPLY_SPACE}  # what a busy faction avoids


class Disagreement(AssertionError):  # noqa: N818
    """The game and the reference differ; the message holds all that is needed to see it again."""


@dataclass
class Match:
    """One game in lock step: `seed`, options and the actions so far make it repeatable."""

    game: Game
    seed: int
    options: dict[str, Any]
    actions: list[int] = field(default_factory=list)
    compared: int = 0

    def __post_init__(self) -> None:
        self.state = self.game.new_state(self.seed, **self.options)
        defaults = {"players": 4, "boards": "basic", "achievements": "random"}
        self.table = deal(self.state, **(defaults | self.options))
        size = len(self.game.observe(self.state, 0))
        self.where = self.game.observation.split(np.arange(size), len(self.table.players))
        self.where["dyson"] = self.where["dyson"][:1]
        self.steps = play(self.table)
        self.ask: Ask | None = None
        self.advance(None)
        self.meet()

    def fail(self, what: str, expected: Any, got: Any) -> None:
        raise Disagreement(
            f"{what}: reference {expected}, game {got}; seed={self.seed}, options={self.options}, "
            f"actions={self.actions}, reference asks {self.ask}"
        )

    def advance(self, action: int | None) -> None:
        try:
            self.ask = self.steps.send(action)  # type: ignore[arg-type]
        except StopIteration:
            self.ask = None

    def meet(self) -> None:
        """Plays forced decisions that the game plays by itself, then compares the positions."""
        state = self.state
        if self.game.is_over(state):
            while self.ask and len(self.ask.legal) == 1:
                self.advance(min(self.ask.legal))
            if self.ask:
                self.fail("the game is over", "not over", "over")
            self.compare_end()
            return
        legal = set(ints(self.game.legal_actions(state)))
        seen = self.game.observe(state, self.game.seat(state))
        kind = KIND_NAMES[int(seen[self.where["decision"]])]
        while self.ask and len(self.ask.legal) == 1:
            if (self.ask.legal, self.ask.seat, self.ask.kind) == (
                legal,
                self.game.seat(state),
                kind,
            ):
                break
            self.advance(min(self.ask.legal))
        if self.ask is None:
            self.fail("the game is over", "over", kind)
            return
        self.equal("kind of the decision", self.ask.kind, kind)
        self.equal("seat that decides", self.ask.seat, self.game.seat(state))
        self.equal("legal actions", sorted(self.ask.legal), sorted(legal))
        tell_decks(self.table, state)
        for name, value in facts(self.table, self.ask.seat).items():
            self.equal(name, value, seen[self.where[name]].tolist())
        for player in self.table.players:
            assert player.cubes() == 20  # BS-2
        self.compared += 1

    def equal(self, what: str, expected: Any, got: Any) -> None:
        if expected != got:
            self.fail(what, expected, got)

    def compare_end(self) -> None:
        seats = range(len(self.table.players))
        self.equal(
            "scores", [points(self.table, s) for s in seats], ints(self.game.scores(self.state))
        )
        self.equal("ranking", places(self.table), ints(self.game.ranking(self.state)))

    def play_random(self, rng: random.Random) -> int:
        """To the end; half of the games avoid trade and stops, so that more cards come into play."""
        busy = rng.random() < 0.5
        while self.ask:
            legal = sorted(self.ask.legal)
            wanted = [action for action in legal if action not in IDLE]
            if busy and wanted and rng.random() < 0.85:
                dear = [action for action in wanted if box.SUPPLY_SPACE < action < a.SLOT]
                legal = dear if dear and rng.random() < 0.6 else wanted
            self.step(rng.choice(legal))
        return self.compared

    def step(self, action: int) -> None:
        self.actions.append(int(action))
        self.game.step(self.state, action)
        self.advance(action)
        self.meet()


def facts(g: Table, viewer: int) -> dict[str, Any]:
    """Blocks of the observation of one seat, as the reference sees them."""
    seats = len(g.players)

    def relative(seat: int) -> int:
        return NONE if seat == NONE else (seat - viewer) % seats

    shared: dict[str, Any] = {
        "active": relative(g.active),
        "first": relative(0),
        "round": g.round,
        "last_round": g.last_round,
        "slot_card": g.slot_card,
        "slot_event": [int(event != NONE) for event in g.slot_event],
        "slot_ore": g.slot_ore,
        "tech_status": [tech_status(g, card) for card in range(len(box.TECHS))],
        "tech_left": [len(g.tech_decks[level].cards) for level in (2, 3, 4)],
        "event_seen": [int(event in g.event_seen) for event in range(len(box.EVENTS))],
        "guild_open": ints(g.guild_open),
        "private_card": g.private_card,
        "private_owner": [relative(seat) for seat in g.private_owner],
        "node_system": g.node_system,
        "extra_slot": g.extra_slot,
        "controller": [relative(seat) for seat in g.controller],
        "outpost": g.outpost,
        "uncontrolled": ints(g.uncontrolled),
        "system_left": [len(g.system_decks[letter].cards) for letter in "AB"],
        "system_returned": [
            int(n in g.system_decks[system["deck"]].seen_again())
            for n, system in enumerate(box.SYSTEMS)
        ],
        "colony_owner": [relative(seat) for seat in g.colony_owner],
        "system_vp": g.system_vp,
        "achievement_card": g.achievement_card,
        "achievement_disc": [[relative(seat) for seat in row] for row in g.achievement_disc],
        "achievement_vp": g.achievement_vp,
        "dyson": [g.dyson[0]],  # its cost stays in the block when the card is discarded
        "row_open": ints(g.row_open),
        "aside": (g.open_cards + [NONE] * 20)[:20],
        "choice": ([*g.choice, NONE, NONE])[:2],
    }
    order = g.clockwise(viewer)
    players = [g.players[seat] for seat in order]
    mine: dict[str, Any] = {
        "score": [points(g, seat) for seat in order],
        "faction": [box.FACTIONS.index(player.board) for player in players],
        "researched": [[int(s in player.researched) for s in range(19)] for player in players],
    }
    for name in PLAIN:
        mine[name] = [getattr(player, name) for player in players]
    return shared | mine


PLAIN = (  # blocks that are fields of a faction
    *("ore", "population", "supply", "ships", "discs", "automated"),
    *("colony_discs", "museum", "pawn", "vp_events"),
)


def tech_status(g: Table, card: int) -> int:
    """In the deck, under it after a draw, drawn now, on the board, private."""
    if card in g.slot_card:
        return 3
    if card in g.private_card:
        return 4
    deck = g.tech_decks[box.TECHS[card]["level"]]
    if card in g.laid_out or card not in deck.cards:
        return 2
    return int(card in deck.seen_again())
