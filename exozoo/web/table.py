"""One game on the server: who sits where, what was played, and who may look."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from exozoo.envs.core.game import SEED_RANGE, Game
from exozoo.envs.core.session import Session
from exozoo.envs.records import Replay, record
from exozoo.web.hidden import knowing_seats
from exozoo.web.requests import RefusedError

HUMAN = "human"  # a seat that somebody at a browser plays; any other is the text of an agent
LINK_SEEDS = 2**53  # seeds drawn here are numbers that a link can hold
EVERYTHING = "all"  # how a request asks to see what all seats see


@dataclass(frozen=True)
class Entry:
    """One decision, as the list of moves tells it."""

    seat: int
    words: str
    block: str
    known: frozenset[int]  # the seats that can tell what was chosen


@dataclass
class Thinking:
    """An agent at work: for the table, or to study a position."""

    seat: int
    agent: str
    done: int = 0
    total: int = 0


class Table:
    """A game in memory. Whoever uses it holds `lock`.

    An open table hides nothing: nobody's own cards are at stake, because only agents play or because
    a game that was played elsewhere is looked at. Its owner sees all and moves for all people.
    """

    def __init__(
        self,
        game: Game,
        options: dict[str, Any],
        seed: int | None,
        seats: Sequence[str],
        actions: Sequence[int] = (),
        names: Sequence[str] = (),
        is_open: bool = False,
    ):
        self.session = Session(game, options, stored=True)
        self._cursor = Session(game, options, stored=True)  # shows earlier positions
        if len(seats) != self.session.players:
            raise ValueError(
                f"{len(seats)} seats are given, the game is for {self.session.players}"
            )
        self.game = game
        self.seats = tuple(seats)
        self.names = tuple(names)
        self.is_open = is_open or HUMAN not in seats
        self.id, self.owner = secrets.token_urlsafe(18), secrets.token_urlsafe(18)
        people = [seat for seat, player in enumerate(seats) if player == HUMAN]
        self.tokens = {} if self.is_open else {s: secrets.token_urlsafe(18) for s in people}
        self.salt = secrets.randbelow(SEED_RANGE)  # of studies, so that no deal can be guessed
        self.lock = threading.RLock()
        self.log: list[Entry] = []
        self.generation = 0  # counts the lines taken back: answers to an older one are dropped
        self.wanted = 0  # agents among themselves play up to this ply
        self.thinking: Thinking | None = None
        self.fault: str | None = None  # why an agent does not move
        self.studies: dict[int | None, Any] = {}
        self.charts: dict[int | None, list[dict[str, Any]]] = {}
        self.closed = False
        self.touched = time.monotonic()
        self.session.reset(secrets.randbelow(LINK_SEEDS) if seed is None else seed)
        self._cursor.reset(self.session.seed)
        for number, action in enumerate(actions):
            try:
                self.play(action)
            except ValueError as error:
                raise ValueError(f"decision {number}: {error}") from None

    @property
    def plies(self) -> int:
        return len(self.session.actions)

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, player in enumerate(self.seats) if player == HUMAN]

    def agent_to_move(self) -> str | None:
        """The agent that is to decide now, if it is one's turn."""
        player = self.seats[self.session.seat]
        return None if self.session.over or player == HUMAN else player

    def play(self, action: int) -> None:
        """One decision of the seat to move; ValueError if it is not legal."""
        session = self.session
        number = int(session.check(action))
        seat, before = session.seat, session.states
        known = (
            frozenset(range(session.players))
            if self.is_open
            else knowing_seats(self.game, before, session.mask, number)
        )
        words = self.game.describe(session.state, number)
        block = self.game.actions.decode(number)[0]
        session.step(number)
        self.log.append(Entry(seat, words, block, known))

    def take_back(self, ply: int) -> None:
        """Return to an earlier position; what was played since is forgotten."""
        if not 0 <= ply <= self.plies:
            raise RefusedError(400, f"ply {ply}: allowed are 0..{self.plies}")
        kept = self.session.actions[:ply]
        self.session.reset(self.session.seed)
        for action in kept:
            self.session.step(action)
        self._cursor.reset(self.session.seed)
        del self.log[ply:]
        for chart in self.charts.values():
            del chart[ply + 1 :]
        self.generation += 1
        self.thinking = self.fault = None
        self.studies.clear()

    def position(self, ply: int) -> Session:
        """The game as it stood after `ply` decisions; good until the next call."""
        if ply == self.plies:
            return self.session
        if not 0 <= ply < self.plies:
            raise RefusedError(400, f"ply {ply}: allowed are 0..{self.plies}")
        if len(self._cursor.actions) > ply:
            self._cursor.reset(self.session.seed)
        for action in self.session.actions[len(self._cursor.actions) : ply]:
            self._cursor.step(action)
        return self._cursor

    def copies(self, ply: int) -> tuple[np.ndarray, np.ndarray]:
        """States and masks of a position, for somebody who thinks about it without the lock."""
        session = self.position(ply)
        return session.states.copy(), session.masks.copy()

    def replay(self) -> Replay:
        players = self.names or self.seats
        return record(self.session, [player[:200] for player in players])

    # who may do what

    def is_owner(self, token: str) -> bool:
        return secrets.compare_digest(token.encode(), self.owner.encode())

    def check_owner(self, token: str) -> None:
        if not self.is_owner(token):
            raise RefusedError(403, "only who began this game may do that")

    def seat_of(self, token: str) -> int | None:
        """The seat that a token is for."""
        for seat, own in self.tokens.items():
            if secrets.compare_digest(token.encode(), own.encode()):
                return seat
        return None

    def looker(self, token: str, asked: str) -> int | None:
        """The seat whose view is asked for, None for all that there is; RefusedError if not allowed."""
        if self.is_open and self.is_owner(token):
            if asked == EVERYTHING:
                return None
            if asked in map(str, range(self.session.players)):
                return int(asked)
            raise RefusedError(
                400, f"seat {asked[:20]!r}: allowed are all, 0..{self.session.players - 1}"
            )
        seat = self.seat_of(token)
        if seat is None or asked != str(seat):
            raise RefusedError(403, "this seat is not yours")
        return seat

    def check_actor(self, token: str) -> None:
        """RefusedError unless the token may decide for the seat to move."""
        if self.session.over:
            raise RefusedError(409, "the game is over")
        seat = self.session.seat
        if self.seats[seat] != HUMAN:
            raise RefusedError(403, f"seat {seat} is played by an agent")
        if not (self.is_owner(token) if self.is_open else self.seat_of(token) == seat):
            raise RefusedError(403, f"it is the turn of seat {seat}, which is not yours")
