"""Positions as the messages carry them: plain lists and objects, nothing that a seat may not know."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from exozoo.agents.keys import observe_movers, position_keys
from exozoo.agents.protocol.messages import (
    PROTOCOL,
    ActionBlockInfo,
    Hello,
    KindInfo,
    ObservationBlockInfo,
)
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import Game
from exozoo.envs.core.layout import Kind

HIDDEN_FIELDS = ("rng",)  # reseeded by a re-deal, and of no use to anyone


def hello(game: Game) -> Hello:
    """What a program is told first: the game and its tables."""
    actions = [
        ActionBlockInfo(
            name=block.name,
            first=first,
            shape=list(block.shape),
            axes=[axis.name for axis in block.axes],
            help=block.help,
        )
        for first, _, block in game.actions.rows()
    ]
    layout = game.observation
    observation = [
        ObservationBlockInfo(
            name=block.name,
            shape=list(block.shape),
            axes=[axis.name for axis in block.axes],
            codes=_code_names(block.codes),
            low=block.low,
            high=block.high,
            per_seat=per_seat,
            help=block.help,
        )
        for blocks, per_seat in (
            (layout.shared, False),
            (layout.player, True),
            (layout.solo, False),
        )
        for block in blocks
    ]
    return Hello(
        type="hello",
        protocol=PROTOCOL,
        game=game.name,
        title=game.title,
        rules=game.version,
        num_actions=game.num_actions,
        actions=actions,
        observation=observation,
        kinds=_kinds(game),
    )


def _code_names(codes: Any) -> Any:
    """The kind of a block's entries by name, or that of each column."""
    if codes is None or isinstance(codes, Kind):
        return codes and codes.name
    return [one and one.name for one in codes]


def _kinds(game: Game) -> list[KindInfo]:
    """Every kind that the layouts name, once, and the parts that they are made of."""
    found: dict[str, Kind] = {}
    waiting = [*game.actions.kinds(), *game.observation.kinds()]
    while waiting:
        kind = waiting.pop(0)
        if kind.name not in found:
            found[kind.name] = kind
            waiting += kind.parts
    return [
        KindInfo(
            name=kind.name,
            size=kind.size,
            names=list(kind.names),
            parts=[part.name for part in kind.parts],
        )
        for kind in found.values()
    ]


def decisions(
    game: Game, states: np.ndarray, masks: np.ndarray, wants: Collection[str], seed: int = 0
) -> list[dict[str, Any]]:
    """A `Decision` for each state, all but its game and time; built as plain objects for speed."""
    players = int(states["num_players"].max(initial=game.min_players))
    found = [
        {
            "seat": int(state["seat"]),
            "ply": int(state["ply"]),
            "players": players,
            "scores": state["scores"][:players].tolist(),
            "legal": np.flatnonzero(mask).tolist(),
        }
        for state, mask in zip(states, masks, strict=True)
    ]
    if "texts" in wants:
        for entry, state in zip(found, states, strict=True):
            entry["texts"] = [game.describe(state, action) for action in entry["legal"]]
    if "parameters" in wants:
        for entry in found:
            entry["parameters"] = [parameters(game, action) for action in entry["legal"]]
    if "observation" in wants or "flat" in wants:
        rows = observe_movers(game, states)
        if "observation" in wants:
            parts = named(game, rows, players)
            for place, entry in enumerate(found):
                entry["observation"] = {name: part[place] for name, part in parts.items()}
        if "flat" in wants:
            for entry, row in zip(found, rows.tolist(), strict=True):
                entry["flat"] = row
    if "state" in wants:
        for entry, state in zip(found, redealt(game, states, seed), strict=True):
            entry["state"] = plain(state)
    return found


def parameters(game: Game, action: int) -> dict[str, Any]:
    """An `ActionParameters`."""
    block, at = game.actions.decode(action)
    return {"block": block, "at": list(at)}


def named(game: Game, row: np.ndarray, players: int) -> dict[str, Any]:
    """An observation, or a batch of them, as nested lists by name of block."""
    return {name: part.tolist() for name, part in game.observation.split(row, players).items()}


def redealt(game: Game, states: np.ndarray, seed: int) -> np.ndarray:
    """Copies in which all that the seat to move cannot know is dealt anew."""
    copies = states.copy()
    seats = np.full(len(states), NONE, np.int64)
    keys = position_keys(game, states, seed)
    game.kernels.determinize_many(copies, 0, len(copies), seats, keys)
    return copies


def plain(state: np.record) -> dict[str, Any]:
    """A record as nested objects and lists."""
    return {
        name: _plain(state[name])
        for name in state.dtype.names or ()
        if name not in HIDDEN_FIELDS and not name.endswith("pad")
    }


def _plain(value: Any) -> Any:
    if getattr(value, "dtype", None) is not None and value.dtype.names:
        return [_plain(one) for one in value] if value.shape else plain(value)
    return value.tolist()
