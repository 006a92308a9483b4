"""The opponents of a learner: scripted agents and its own past selves."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from exozoo.agents.network.checkpoint import load_network, save_network
from exozoo.agents.network.model import GameNetwork
from exozoo.agents.policy import PolicyAgent
from exozoo.agents.specs import load_agent
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.game import Game
from exozoo.envs.core.seating import ask

SNAPSHOT = "self_{:012d}.safetensors"
GAMES_KNOWN = 1 << 16  # games whose opponent is kept in mind: far more than run at a time


class OpponentPool(Agent):
    """One agent made of many: each game meets one member, by lot.

    The lot falls by the game's key, which stays the same throughout a game, and the member then
    plays the game to its end, whoever joins or leaves the pool meanwhile. Among the members are
    the scripted agents and up to `size` past selves; the newest self takes `newest` of all games
    and the scripted agents share `scripted` of them.
    """

    def __init__(
        self,
        game: Game,
        folder: Path,
        agents: Sequence[str] = ("random",),
        size: int = 8,
        scripted: float = 0.25,
        newest: float = 0.4,
        seed: int = 0,
    ):
        if not agents or size < 1 or not 0 <= scripted <= 1 or not 0 <= newest <= 1 - scripted:
            raise ValueError(
                "a pool needs scripted agents, size >= 1 and shares `scripted`, `newest` that "
                "together do not pass 1"
            )
        self.folder = folder
        self.size, self.scripted_share, self.newest_share = size, scripted, newest
        self.scripted = [load_agent(text, game) for text in agents]
        self.selves: list[PolicyAgent] = []
        self.seconds = 0.0  # spent in the members
        self._member_of: dict[int, Agent] = {}  # by key of the game, those met last at the end
        super().__init__(game, seed)
        for path in sorted(folder.glob(SNAPSHOT.replace("{:012d}", "*"))):
            self._enter(path)

    def reseed(self, seed: int) -> None:
        self.seed = seed
        self._member_of.clear()
        for number, agent in enumerate([*self.scripted, *self.selves]):
            agent.reseed((seed + 7919 * number) % 2**63)

    def add(self, network: GameNetwork, steps: int) -> None:
        """A copy of the network as it is now becomes the newest self."""
        path = self.folder / SNAPSHOT.format(steps)
        if not path.exists():
            save_network(network, self.game, path, steps=steps)
            self._enter(path)

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        started = time.perf_counter()
        members = self.members(states)
        among = {member: number for number, member in enumerate(dict.fromkeys(members))}
        chosen = np.array([among[member] for member in members], np.int64)
        actions = ask(list(among), chosen, states, masks)
        self.seconds += time.perf_counter() - started
        return actions

    def members(self, states: np.ndarray) -> list[Agent]:
        """Who plays each of these games."""
        drawn = np.searchsorted(np.cumsum(self.shares())[:-1], self._lots(states), side="right")
        pool: list[Agent] = [*self.scripted, *self.selves]
        found = []
        for key, number in zip(states["rng"][:, 0].tolist(), drawn, strict=True):
            member = self._member_of.pop(key, pool[number])
            self._member_of[key] = member
            found.append(member)
        while len(self._member_of) > GAMES_KNOWN:
            del self._member_of[next(iter(self._member_of))]
        return found

    def shares(self) -> np.ndarray:
        """The part of all games that each member plays: scripted agents, then selves, oldest first."""
        scripted = np.full(len(self.scripted), 1 / len(self.scripted))
        if not self.selves:
            return scripted
        older = len(self.selves) - 1
        left = 1 - self.scripted_share - self.newest_share
        selves = np.append(np.full(older, left / max(older, 1)), self.newest_share)
        if not older:
            selves[-1] += left
        return np.concatenate([scripted * self.scripted_share, selves])

    def _lots(self, states: np.ndarray) -> np.ndarray:
        """A number in 0..1 for each game, the same throughout the game."""
        return (states["rng"][:, 0] >> np.uint64(11)).astype(np.float64) / 2.0**53

    def _enter(self, path: Path) -> None:
        network, _ = load_network(path, self.game)
        self.selves.append(PolicyAgent(self.game, self.seed, network=network, sample=True))
        if len(self.selves) > self.size:
            del self.selves[0]
