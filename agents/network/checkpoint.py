"""Networks on disk: weights as safetensors, everything else as JSON beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load_file, save

from exozoo.agents.network.model import GameNetwork, NetworkSize
from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.game import Game

FORMAT = 1


def save_network(
    network: GameNetwork, game: Game, path: Path, half: bool = False, **facts: Any
) -> Path:
    """Write `path` (.safetensors) and the .json beside it; `facts` tell how it was trained."""
    weights = {
        name: (tensor.half() if half else tensor).contiguous().cpu()
        for name, tensor in network.state_dict().items()
    }
    meta = {
        "format": FORMAT,
        "game": game.name,
        "game_version": game.version,
        "num_actions": game.num_actions,
        "observation": [int(game.observation.shared_size), int(game.observation.player_size)],
        "network": network.sizes,
        **facts,
    }
    write_atomically(path, save(weights))
    write_atomically(path.with_suffix(".json"), json.dumps(meta, indent=1))
    return path


def load_network(path: Path, game: Game) -> tuple[GameNetwork, dict[str, Any]]:
    """The network and its facts; ValueError if it was made for other rules or layouts."""
    path = Path(path)
    if not path.is_file() or not path.with_suffix(".json").is_file():
        raise ValueError(
            f"there is no network {path}, or no {path.with_suffix('.json').name} beside it"
        )
    try:
        return _read_network(path, game)
    except (SafetensorError, KeyError, TypeError, AttributeError, RuntimeError) as error:
        raise ValueError(f"{path} or its .json is damaged: {error}") from error


def _read_network(path: Path, game: Game) -> tuple[GameNetwork, dict[str, Any]]:
    try:
        meta = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path.with_suffix('.json')} is damaged: {error}") from None
    expected = {
        "format": FORMAT,
        "game": game.name,
        "game_version": game.version,
        "num_actions": game.num_actions,
        "observation": [int(game.observation.shared_size), int(game.observation.player_size)],
    }
    for name, value in expected.items():
        if meta.get(name) != value:
            raise ValueError(f"{path}: {name} is {meta.get(name)!r}, this game needs {value!r}")
    network = GameNetwork(game, NetworkSize(**meta["network"]))
    weights = {name: tensor.float() for name, tensor in load_file(path).items()}
    network.load_state_dict(weights)
    network.eval()
    return network, meta
