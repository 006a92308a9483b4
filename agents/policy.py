"""A trained network as an agent. Needs the extra `train` (torch)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from exozoo.agents.keys import draw_gumbel, position_keys
from exozoo.envs.core.agent import PROBABILITIES, Agent, Thoughts
from exozoo.envs.core.extras import need
from exozoo.envs.core.game import Game, check_seed
from exozoo.envs.core.resources import resource

BATCH = 1024  # positions given to the network at once


def shipped_checkpoint(game: Game) -> Path:
    """The trained network that comes with a game."""
    if game.extras.network is None:
        raise ValueError(f"no trained network comes with {game.name}; name a file: path=...")
    return resource(game.extras.network)


class PolicyAgent(Agent):
    """Plays the action its network likes best, or draws from the network's probabilities.

    path     a .safetensors file with its .json, or the trained network that comes with the package
    sample   draw instead of taking the best; the draw depends on the seed and on what is seen
    network  the network itself instead of a file
    device   where the network computes, in torch's words ("cuda"); None: where it is
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        path: str | Path | None = None,
        sample: bool = False,
        network: Any = None,
        device: str | None = None,
    ):
        need("torch", "safetensors")
        from exozoo.agents.network.advice import Eyes
        from exozoo.agents.network.checkpoint import load_network

        super().__init__(game, seed)
        self.sample = sample
        self.facts: dict[str, Any] = {}
        if network is None:
            network, self.facts = load_network(Path(path or shipped_checkpoint(game)), game)
        self.network = network if device is None else _moved(network, device)
        self.eyes = Eyes(game, network.advice)
        self._last: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None  # logits, masks, values

    def reseed(self, seed: int) -> None:
        self.seed = check_seed(seed)

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        seen = self.eyes(states, masks)
        logits, values = self.evaluate(seen, masks)
        self._last = logits, masks, values
        if self.sample:
            noise = np.zeros(masks.shape)
            keys = position_keys(self.game, states, self.seed, seen)
            draw_gumbel(keys, np.ascontiguousarray(masks), noise)
            logits = logits + noise
        return np.where(masks, logits, -np.inf).argmax(axis=1)

    def thoughts(self) -> Thoughts | None:
        """The network's probabilities, and the utility of the seat to move."""
        if self._last is None:
            return None
        logits, masks, values = self._last
        return Thoughts(PROBABILITIES, chances(logits, masks), values[:, 0])

    def evaluate(
        self, observations: np.ndarray, masks: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """(logits[n, actions], utilities[n, players]) of the network, of rows that `eyes` gives.

        Utilities stand in turn order, the seat to move first; `network.values.by_seat` turns them
        to the order of the table.
        """
        import torch

        logits, values = [], []
        device = next(self.network.parameters()).device
        with torch.inference_mode():
            for start in range(0, len(observations), BATCH):
                part = torch.from_numpy(observations[start : start + BATCH])
                scores, worth = self.network(part.to(device))
                logits.append(scores.cpu().numpy())
                values.append(worth.cpu().numpy())
        return np.concatenate(logits), np.concatenate(values)

    def of_states(self, states: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(priors[n, actions], utilities[n, players]) for a search, see `evaluate`."""
        logits, values = self.evaluate(self.eyes(states, masks), masks)
        return chances(logits, masks), values


def chances(logits: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """The probabilities that logits give to the legal actions; all 0 where none is legal."""
    legal = np.where(masks, logits, -np.inf)
    top = np.max(legal, axis=1, keepdims=True)
    weights = np.exp(legal - np.where(np.isfinite(top), top, 0))
    return weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-30)


def _moved(network: Any, device: str) -> Any:
    try:
        return network.to(device)
    except (RuntimeError, AssertionError) as error:  # torch was built without it, or has none
        raise ValueError(f"device={device!r}: {str(error).splitlines()[0]}") from None
