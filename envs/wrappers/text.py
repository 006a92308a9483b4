"""A game as text: read a position, answer with words. Shaped like TextArena's environments."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.agents.language.prompts import Prompts, WrongAnswerError, read_answer
from exozoo.agents.language.table import Table
from exozoo.agents.specs import load_agent
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.game import SEED_RANGE, Game, check_seed
from exozoo.envs.core.rewards import check_reward, forfeit
from exozoo.envs.registry import as_game


class TextEnv:
    """Any game for readers of text: `reset`, `get_observation`, `step`, `close`.

    seats       those that are played by text, by default all; `opponent` plays the others
    opponent    an agent, or its name as on the command line
    retries     wrong answers in a row that are forgiven at each decision; one more loses the game
    reward      as in all environments here: "rank", "win", "margin", "lead" or "score"
    template    file of the prompt, by default the one of the agent `llm`
    Further keywords are options of the game, "players" among them.
    """

    def __init__(
        self,
        game: Game | str,
        seats: Sequence[int] | None = None,
        opponent: Agent | str = "random",
        retries: int = 2,
        reward: str = "rank",
        template: str | Path | None = None,
        **options: Any,
    ):
        self.game = as_game(game)
        self.reward = check_reward(reward)
        if isinstance(retries, bool) or not isinstance(retries, int) or retries < 0:
            raise ValueError(f"retries={retries!r}: allowed are whole numbers from 0")
        self.retries = retries
        self.options = options
        self.game.options.parse(options)
        self._seats = None if seats is None else tuple(seats)
        self._opponent = opponent
        self._prompts = Prompts.load(template)
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        """The game in play."""
        if self._table is None:
            raise ValueError("no game is dealt yet; reset first")
        return self._table

    @property
    def done(self) -> bool:
        return self._loser is not None or self.table.session.over

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        """Deal a game; without a seed a random one."""
        options = dict(self.options)
        if num_players is not None:
            options["players"] = num_players
        players = self.game.options.parse(options)["players"]
        deal = secrets.randbelow(SEED_RANGE) if seed is None else check_seed(seed)
        seats = range(players) if self._seats is None else self._seats
        rival = self._opponent
        if isinstance(rival, str):
            rival = load_agent(rival, self.game, deal)
        self._table = Table(self.game, seats, rival, deal, options)
        self._loser: int | None = None
        self._wrong = 0  # answers in a row at this decision
        self._notice = ""
        self._briefed: set[int] = set()
        self._counts = {seat: {"decisions": 0, "wrong_answers": 0} for seat in self._table.seats}

    def get_observation(self) -> tuple[int, str]:
        """(seat to move, what it is told): the rules once, then each position with its actions.

        After a wrong answer only what was wrong with it; after the end the final position.
        """
        seat = self.table.seat
        if self.done:
            return seat, self.table.text()
        if self._notice:
            return seat, self._notice
        state = self.table.session.state
        text = self._prompts.question(self.game, state, np.flatnonzero(self.table.session.mask))
        if seat not in self._briefed:
            self._briefed.add(seat)
            text = f"{self._prompts.briefing(self.game, state)}\n\n{text}"
        return seat, text

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Answer for the seat to move. (done, what happened)."""
        if self.done:
            raise ValueError("the game is over; reset first")
        seat, session = self.table.seat, self.table.session
        counts = self._counts[seat]
        try:
            chosen = read_answer(action, np.flatnonzero(session.mask))
        except WrongAnswerError as wrong:
            counts["wrong_answers"] += 1
            self._wrong += 1
            self._notice = self._prompts.complaint(wrong)
            if self._wrong > self.retries:
                self._loser = seat
            return self.done, {"player": seat, "wrong": wrong.reason, "detail": str(wrong)}
        words = self.game.describe(session.state, chosen)
        self.table.act(chosen)
        counts["decisions"] += 1
        self._wrong, self._notice = 0, ""
        return self.done, {"player": seat, "action": chosen, "words": words}

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]:
        """(reward of each seat, facts about each seat played by text); rewards are 0 before the end.

        A seat that lost by wrong answers is paid as by "rank" in last place, the others as in first.
        """
        session = self.table.session
        players = session.players
        if self._loser is not None:
            losers = np.arange(players)[None] == self._loser
            rewards = forfeit(losers)[1][0]
        elif session.over:
            rewards = session.rewards_since(self.reward, np.zeros(players, np.int64))
        else:
            rewards = np.zeros(players)
        facts = {
            seat: {**counts, "lost_by_wrong_answers": seat == self._loser, **self.table.result()}
            for seat, counts in self._counts.items()
        }
        return {seat: float(reward) for seat, reward in enumerate(rewards)}, facts
