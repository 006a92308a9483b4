"""A game in which somebody who reads text plays some seats, and agents play the others."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from exozoo.envs.core.agent import Agent
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import Game
from exozoo.envs.core.seating import Seating
from exozoo.envs.core.session import Session

NEWS = 40  # lines that `news` tells at most


class Table:
    """One game; after each call it is a seat of the reader that is to move, or the game is over.

    All that is told is made from what the reader's seat may know: what other seats did is told by
    what changed in that, never by their own words.
    """

    def __init__(
        self,
        game: Game,
        seats: Collection[int],
        opponent: Agent | None,
        seed: int,
        options: dict[str, Any],
        stored: bool = False,
    ):
        """`stored`: the options come from somebody who must not name files (OptionTable.parse)."""
        self.game = game
        self.session = Session(game, options, stored)
        players = self.session.players
        self.seats = tuple(sorted(set(seats)))
        wrong = [seat for seat in self.seats if not 0 <= seat < players]
        if wrong or not self.seats:
            raise ValueError(f"seats {list(seats)}: allowed are some of 0..{players - 1}")
        if opponent is None and len(self.seats) < players:
            raise ValueError(f"seats {list(self.seats)} of {players}: an opponent is needed")
        numbers = [NONE if seat in self.seats else 0 for seat in range(players)]
        self._seating = Seating([opponent] if opponent else [], np.array([numbers]))
        self._own: list[int] = []  # how much was played before each decision of the reader
        self.session.reset(seed)
        self._seating.play_session(self.session)
        self._told = {seat: self._lines(seat) for seat in self.seats}

    @property
    def seat(self) -> int:
        """The reader's seat that is to move, or its first one when the game is over."""
        return self.seats[0] if self.session.over else self.session.seat

    @property
    def decisions(self) -> int:
        """Of the reader, so far."""
        return len(self._own)

    def text(self, seat: int | None = None) -> str:
        """What a seat of the reader may know."""
        chosen = self.seat if seat is None else seat
        if chosen not in self.seats:
            raise ValueError(f"seat {chosen} is not yours: allowed are {_listed(self.seats)}")
        return self.game.to_text(self.session.state, chosen)

    def legal(self) -> list[tuple[int, str]]:
        """The legal actions of the reader's seat to move, with their words."""
        state = self.session.state
        return [
            (int(action), self.game.describe(state, int(action)))
            for action in np.flatnonzero(self.session.mask)
        ]

    def act(self, action: Any) -> None:
        """Play one decision of the reader, then those of the agents. ValueError if it is illegal."""
        before = len(self.session.actions)
        self.session.step(action)
        self._own.append(before)
        self._seating.play_session(self.session)

    def undo(self, count: int = 1) -> None:
        """Take back decisions of the reader, with all that came after."""
        if not 1 <= count <= len(self._own):
            raise ValueError(
                f"undo {count}: allowed are 1..{len(self._own)}, your decisions so far"
            )
        kept = self.session.actions[: self._own[-count]]
        del self._own[-count:]
        self.session.reset(self.session.seed)
        for action in kept:
            self.session.step(action)

    def news(self) -> str:
        """What changed in the text of the seat to move since it was last asked for."""
        seat = self.seat
        before, after = self._told[seat], self._lines(seat)
        self._told[seat] = after
        changes = [
            f"{line[0]} {line[2:].strip()}"
            for line in difflib.ndiff(before, after)
            if line[0] in "+-" and line[2:].strip()
        ]
        more = [f"… {len(changes) - NEWS} more lines"] if len(changes) > NEWS else []
        return "\n".join([*changes[:NEWS], *more])

    def result(self) -> dict[str, Any]:
        """Scores as all can see them, and places once the game is over."""
        return {
            "over": self.session.over,
            "scores": self.session.scores().tolist(),
            "places": self.session.ranks().tolist() if self.session.over else None,
        }

    def close(self) -> None:
        """Let go of what the opponent holds outside of Python."""
        for agent in self._seating.agents:
            agent.close()

    def _lines(self, seat: int) -> list[str]:
        return self.game.to_text(self.session.state, seat).splitlines()


def _listed(seats: Sequence[int]) -> str:
    return ", ".join(map(str, seats))
