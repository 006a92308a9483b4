"""Networks on disk: weights as safetensors, everything else as JSON beside them."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save
from torch import Tensor

from exozoo.agents.heuristics.table import shipped_worth
from exozoo.agents.network.advice import Advice
from exozoo.agents.network.model import GameNetwork, NetworkSize
from exozoo.envs.core.files import is_file, write_atomically
from exozoo.envs.core.game import Game
from exozoo.envs.core.words import short, shown

FORMAT = 3
NAMED = 4  # weights that an error names
MAX_WIDTH = 8192  # of a network that a file may ask for


def save_network(
    network: GameNetwork, game: Game, path: Path, half: bool = False, **facts: Any
) -> Path:
    """Write `path` (.safetensors) and the .json beside it; `facts` tell how it was trained."""
    weights = {
        name: (tensor.half() if half else tensor).contiguous().cpu()
        for name, tensor in network.state_dict().items()
    }
    advice = asdict(network.advice) if network.advice else None
    meta = {**_made_for(game), "network": network.sizes, "advice": advice, **facts}
    write_atomically(path, save(weights))
    write_atomically(path.with_suffix(".json"), json.dumps(meta, indent=1))
    return path


def load_network(path: Path, game: Game) -> tuple[GameNetwork, dict[str, Any]]:
    """The network and its facts; ValueError if it was made for other rules or layouts."""
    path = Path(path)
    if not is_file(path):
        raise ValueError(f"there is no checkpoint {short(str(path))}")
    meta = _read_facts(path.with_suffix(".json"))
    for name, value in _made_for(game).items():
        if meta.get(name) != value:
            raise ValueError(
                f"{path}: {name} is {shown(meta.get(name))}, this game needs {shown(value)}"
            )
    size = _read_size(path, meta.get("network"))
    advice = _read_advice(path, meta.get("advice"), game)
    with torch.device("meta"):  # takes no memory: what a file asks for may not fit into any
        weights = _read_weights(path, GameNetwork(game, size, advice))
    network = GameNetwork(game, size, advice)
    network.load_state_dict(weights)
    network.eval()
    return network, meta


def _made_for(game: Game) -> dict[str, Any]:
    """What a network and a game must agree on."""
    return {
        "format": FORMAT,
        "game": game.name,
        "game_version": game.version,
        "actions": game.actions.digest(),
        "observation": game.observation.digest(),
    }


def _read_facts(path: Path) -> dict[str, Any]:
    try:
        meta = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        words = " ".join(str(error).split())[:200]
        raise ValueError(f"{path}: the facts of the checkpoint cannot be read ({words})") from None
    if not isinstance(meta, dict):
        raise ValueError(f"{path}: the facts of a checkpoint are a JSON object")
    return meta


def _read_size(path: Path, sizes: Any) -> NetworkSize:
    names = {field.name for field in fields(NetworkSize)}
    if (
        not isinstance(sizes, dict)
        or not sizes.keys() <= names
        or any(type(width) is not int or not 0 <= width <= MAX_WIDTH for width in sizes.values())
    ):
        allowed = ", ".join(sorted(names))
        raise ValueError(
            f"{path}: network {shown(sizes)}: allowed are {allowed}, 0..{MAX_WIDTH} each"
        )
    return NetworkSize(**sizes)


def _read_advice(path: Path, found: Any, game: Game) -> Advice | None:
    """ValueError also if the game has no such heuristic."""
    try:
        advice = Advice.read(found)
        if advice:
            shipped_worth(game, advice.version)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return advice


def _read_weights(path: Path, network: GameNetwork) -> dict[str, Tensor]:
    """The weights of the file; ValueError unless they are those of the network, all finite."""
    try:
        weights = {name: tensor.float() for name, tensor in load_file(path).items()}
    except (OSError, SafetensorError) as error:
        words = " ".join(str(error).split())[:200]
        raise ValueError(f"{path}: the weights cannot be read ({words})") from None
    needed = {name: tensor.shape for name, tensor in network.state_dict().items()}
    found = {name: tensor.shape for name, tensor in weights.items()}
    wrong = sorted(name for name in needed | found if needed.get(name) != found.get(name))
    if wrong:
        raise ValueError(f"{path}: the weights do not fit the network: {_few(wrong)}")
    bad = sorted(name for name, tensor in weights.items() if not torch.isfinite(tensor).all())
    if bad:
        raise ValueError(f"{path}: not all weights are numbers: {_few(bad)}")
    return weights


def _few(names: list[str]) -> str:
    """The first of them: names in a file may be many, and of any length."""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(shown(name) for name in names[:NAMED]) + more
