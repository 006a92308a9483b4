"""The agent `exec:PROGRAM ARGUMENTS`: any program that speaks the protocol, as a player."""

from __future__ import annotations

import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from exozoo.agents.protocol.bot import Bot
from exozoo.agents.protocol.fields import encode
from exozoo.agents.protocol.messages import Move, Moves, New, Over, Ready, Seed, TimeControl
from exozoo.agents.protocol.positions import decisions
from exozoo.agents.protocol.process import Misbehaviour, split_command
from exozoo.envs.core.agent import PROBABILITIES, Agent, Thoughts
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.fair_play import Clock, Fault
from exozoo.envs.core.game import Game, check_seed

MAX_FAILURES = 3  # in a row, without a good answer in between: then it is not started again


class BotError(RuntimeError):
    """A program failed again and again where no match could record its losses."""


@dataclass(frozen=True)
class Question:
    """A row of a call of `act` on which the program is to decide."""

    row: int
    game: int | None  # None where nobody says which game it is
    seat: int
    ply: int


class ExecAgent(Agent):
    """Asks a program, under a clock. One that misbehaves loses its game by the protocol's rule.

    From then on the first legal action is played for that seat, and `faults` tells why. Where no
    match is being played (`act` without `begin`) there is nothing to lose: the first legal action
    is played with a warning, and BotError raised when the program fails three times in a row.

    The program sees what the seat to move may know, and nothing else.
    """

    rebuilt = ("_bot",)  # a copy starts a program of its own

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        command: str = "",
        decision: float = Clock.decision,  # seconds, where no match sets the clock
        total: float | None = Clock.game,
        increment: float = Clock.increment,
        start: float = 10.0,  # seconds from the start of the program to its `ready`
    ):
        self.command = command
        self._words = split_command(command)
        self._start_seconds = start
        self.own_clock = Clock(decision, total, increment)
        self.answers: list[Move | None] = []  # of the last call, row by row; None: had no say
        self._asked = np.zeros((0, game.num_actions), np.uint8)  # its masks
        self._forget()
        self.game = game
        self._rebuild()
        super().__init__(game, seed)

    def reseed(self, seed: int) -> None:
        self.seed = check_seed(seed)
        self._bot.tell(Seed(type="seed", seed=self.seed))

    def warm_up(self, states: np.ndarray, masks: np.ndarray) -> None:
        """Nothing: programs start under a limit of their own, which no clock counts."""

    def begin(self, seats: np.ndarray, options: dict[str, Any], clock: Clock | None) -> None:
        self._forget()
        self._clock = clock or self.own_clock
        for game in np.flatnonzero(seats.any(axis=1)).tolist():
            mine = np.flatnonzero(seats[game]).tolist()
            self._running[game] = New(
                type="new",
                game=game,
                seats=mine,
                players=seats.shape[1],
                options=options,
                time=self._time(self._clock.decision, self._clock.game),
            )
            self._bot.tell(self._running[game])
            for seat in mine:
                self._left[game, seat] = self._clock.game

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return self.act_in(np.full(len(states), NONE), states, masks)

    def act_in(self, games: np.ndarray, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        actions = masks.argmax(axis=1)  # what is played for a seat that has lost
        self.answers = [None] * len(states)
        self._asked = masks
        places = zip(games.tolist(), states["seat"].tolist(), states["ply"].tolist(), strict=True)
        waiting = [
            Question(row, game if game in self._running else None, seat, ply)
            for row, (game, seat, ply) in enumerate(places)
            if (game, seat) not in self._lost
        ]
        while waiting:
            asked = waiting[:1]
            try:
                ready = self._prepare()
                asked = waiting[: ready.batch]
                moves = self._ask(ready, asked, states, masks)
                taken = [self._take(*pair, actions, masks) for pair in zip(asked, moves)]
                if all(taken):
                    self._failures = 0
            except Misbehaviour as wrong:
                self._bot.end()
                self._failures += 1
                self._blame(asked, wrong)
            waiting = waiting[len(asked) :]
        return actions

    def thoughts(self) -> Thoughts | None:
        """What the program said besides its choice, where it did."""
        weights = np.zeros(self._asked.shape)
        values = np.full(len(weights), np.nan)
        for row, move in enumerate(self.answers):
            if move is not None and move.probabilities is not None:
                weights[row, np.flatnonzero(self._asked[row])] = move.probabilities
            if move is not None and move.value is not None:
                values[row] = move.value
        return Thoughts(PROBABILITIES, weights, values)

    def over(self, game: int, scores: list[int], ranks: list[int]) -> None:
        started = self._running.pop(game, None)
        if started is None:
            return
        lost = [self._lost[game, s].reason for s in started.seats if (game, s) in self._lost]
        reason = lost[0] if lost else None
        self._bot.tell(Over(type="over", game=game, scores=scores, ranks=ranks, lost=reason))

    def faults(self) -> Sequence[Fault]:
        return tuple(self._lost.values())

    def close(self) -> None:
        self._bot.end(politely=True)

    def _rebuild(self) -> None:
        self._bot = Bot(self.game, self._words, self._start_seconds, self._briefing)

    def _forget(self) -> None:
        """No match, no games, nothing lost."""
        self._clock = self.own_clock
        self._running: dict[int, New] = {}
        self._left: dict[tuple[int | None, int], float | None] = {}  # clocks by game and seat
        self._lost: dict[tuple[int, int], Fault] = {}
        self._failures = 0
        self._last_wrong = Misbehaviour("start", "never started")

    def _briefing(self) -> list[Any]:
        return [Seed(type="seed", seed=self.seed), *self._running.values()]

    def _prepare(self) -> Ready:
        if self._failures >= MAX_FAILURES:
            last = self._last_wrong
            detail = f"given up after {MAX_FAILURES} failures in a row, the last: {last.detail}"
            raise Misbehaviour(last.reason, detail)
        return self._bot.prepare()

    def _ask(
        self, ready: Ready, asked: Sequence[Question], states: np.ndarray, masks: np.ndarray
    ) -> list[Move]:
        """The moves for some questions, in one message if the program takes batches."""
        rows = [question.row for question in asked]
        bodies = decisions(self.game, states[rows], masks[rows], ready.wants, self.seed)
        seconds = []
        for question, body in zip(asked, bodies, strict=True):
            left = self._left.get((question.game, question.seat))
            seconds.append(
                self._clock.decision if left is None else min(left, self._clock.decision)
            )
            body["game"] = question.game
            body["time"] = vars(self._time(seconds[-1], left))
        allowed = min(seconds) * len(asked)
        if ready.batch == 1:
            line = encode({"type": "decide", **bodies[0]})
        else:
            line = encode({"type": "decide_many", "seconds": allowed, "positions": bodies})
        began = time.monotonic()
        if ready.batch == 1:
            moves = [self._bot.ask(line, Move, allowed)]
        else:
            moves = _apart(self._bot.ask(line, Moves, allowed), len(asked))
        self._charge(asked, (time.monotonic() - began) / len(asked))
        return moves

    def _time(self, decision: float, left: float | None) -> TimeControl:
        return TimeControl(
            decision=round(decision, 3),
            game=None if left is None else round(left, 3),
            increment=self._clock.increment,
        )

    def _charge(self, asked: Sequence[Question], seconds: float) -> None:
        """Take the time from each clock; the limit has seen to it that there was enough."""
        for question in asked:
            left = self._left.get((question.game, question.seat))
            if left is not None:
                place = question.game, question.seat
                self._left[place] = max(left - seconds, 0.001) + self._clock.increment

    def _take(self, question: Question, move: Move, actions: np.ndarray, masks: np.ndarray) -> bool:
        """Play a move if it is legal; if not, that game alone is lost, and the program goes on."""
        wrong = _objection(move, masks[question.row])
        if wrong is not None:
            self._failures += question.game is None
            self._blame([question], wrong)
            return False
        actions[question.row] = move.action
        self.answers[question.row] = move
        return True

    def _blame(self, asked: Sequence[Question], wrong: Misbehaviour) -> None:
        self._last_wrong = wrong
        detail = str(wrong.detail)[:300]
        for question in asked:
            if question.game is None:
                self._complain(wrong)
            else:
                self._lost[question.game, question.seat] = Fault(
                    question.game,
                    question.seat,
                    question.ply,
                    wrong.reason,
                    detail,
                    self._bot.stderr,
                )

    def _complain(self, wrong: Misbehaviour) -> None:
        text = f"exec:{self.command}: {wrong}"
        if self._failures >= MAX_FAILURES:
            tail = f"; its stderr ends with {self._bot.stderr[-200:]!r}" if self._bot.stderr else ""
            raise BotError(text + tail) from None
        warnings.warn(f"{text}; the first legal action is played", RuntimeWarning, stacklevel=4)


def _objection(move: Move, mask: np.ndarray) -> Misbehaviour | None:
    """What is wrong with a move in a position, if anything."""
    if not 0 <= move.action < len(mask) or not mask[move.action]:
        return Misbehaviour("illegal", f"action {move.action} is not legal")
    legal = int(mask.sum())
    if move.probabilities is not None and len(move.probabilities) != legal:
        given = len(move.probabilities)
        return Misbehaviour("rubbish", f"{given} probabilities for {legal} legal actions")
    return None


def _apart(moves: Moves, count: int) -> list[Move]:
    """The answers to a batch one by one."""
    for name, given in (
        ("actions", moves.actions),
        ("probabilities", moves.probabilities),
        ("values", moves.values),
    ):
        if given is not None and len(given) != count:
            raise Misbehaviour("rubbish", f"{len(given)} {name} for {count} positions")
    return [
        Move(
            action=action,
            probabilities=moves.probabilities[place] if moves.probabilities else None,
            value=moves.values[place] if moves.values else None,
        )
        for place, action in enumerate(moves.actions)
    ]
