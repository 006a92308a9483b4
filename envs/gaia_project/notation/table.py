"""The table at which a recorded game is played: the state, and what the notation needs to ask it."""

from __future__ import annotations

from typing import Any, SupportsInt

import numpy as np

from exozoo.envs.core.game import as_array
from exozoo.envs.core.pending import KIND
from exozoo.envs.gaia_project import GAME
from exozoo.envs.gaia_project.constants import DECISION_NAMES, FACTION_IDS
from exozoo.envs.gaia_project.notation.ledger import Ledger
from exozoo.envs.gaia_project.notation.names import FACTION_WORDS, HexNames
from exozoo.envs.gaia_project.rules.federation import ready_federations
from exozoo.envs.gaia_project.rules.step import run


class Refusal(Exception):  # noqa: N818
    """A move that our rules refuse."""


class Table:
    """One game, every decision of it played through `play`."""

    def __init__(self, state: np.record, hexes: HexNames):
        self.states = as_array(state)
        self.before = state.copy()  # the state before the last decision
        self.hexes = hexes
        self.ledger = Ledger(state)
        self.actions: list[int] = []  # decisions taken
        self.questions: list[bytes] = []  # what each of them answered
        # federations with satellites of the log's own, by the number of decisions before each
        self.named: dict[int, np.ndarray] = {}
        self.notes: list[str] = []  # what went beyond our decisions

    @property
    def state(self) -> np.record:
        return self.states[0]

    @property
    def over(self) -> bool:
        return bool(self.state["over"])

    @property
    def seat(self) -> int:
        return int(self.state["seat"])

    @property
    def task(self) -> int:
        """The decision at hand."""
        return self.argument(KIND)

    @property
    def entries(self) -> np.ndarray:
        """What is pending, the next one last; a view."""
        pending: np.ndarray = self.state["pending"][: self.state["num_pending"]]
        return pending

    def argument(self, column: np.int64) -> int:
        """A number of the decision at hand."""
        return int(self.entries[-1, column])

    def has_below(self, task: SupportsInt) -> bool:
        """Whether a task waits anywhere on the stack."""
        return int(task) in self.entries[:, KIND].tolist()

    def player(self, seat: int) -> Any:
        return self.state["players"][seat]

    def faction(self, seat: int) -> str:
        return FACTION_IDS[self.player(seat)["faction"]]

    def name_of(self, seat: int) -> str:
        """The faction's word once it is chosen, else p1, p2 …"""
        faction = int(self.player(seat)["faction"])
        return f"p{seat + 1}" if faction < 0 else FACTION_WORDS[faction]

    def waits_for(self) -> str:
        """Who has to decide what."""
        if self.over:
            return "the game is over"
        return f"{self.name_of(self.seat)} has to {DECISION_NAMES[self.task]}"

    def legal(self) -> list[int]:
        return GAME.legal_actions(self.state).tolist()

    def play(self, action: SupportsInt) -> None:
        """One decision; Refusal if it is not legal."""
        before = self.states.copy()[0]
        question = self.entries[-1].tobytes()
        try:
            GAME.step(self.state, int(action))
        except ValueError:
            raise Refusal(
                f"not legal: {GAME.describe(self.state, int(action))} ({self.waits_for()})"
            ) from None
        self.ledger.note(before, int(action), self.state)
        self.actions.append(int(action))
        self.questions.append(question)
        self.before = before

    def copy(self) -> Table:
        """The same game on another table, to try something."""
        other = Table(self.states.copy()[0], self.hexes)
        other.ledger = self.ledger.copy()
        other.actions = list(self.actions)
        other.questions = list(self.questions)
        other.notes = list(self.notes)
        other.named = dict(self.named)
        other.before = self.before
        return other

    def adopt(self, other: Table) -> None:
        """Go on from what was tried."""
        self.states[:] = other.states
        self.ledger, self.actions, self.notes = other.ledger, other.actions, other.notes
        self.named = other.named
        self.before, self.questions = other.before, other.questions

    def resume(self) -> None:
        """After the state was changed by hand: carry on to the next decision."""
        run(self.state)
        if not self.over:
            ready_federations(self.state)
