"""Which peers are measured, at what, and how their packages are pinned."""

from __future__ import annotations

from dataclasses import dataclass

BATCHES = (256, 1024, 4096)  # of games side by side: the best one counts


@dataclass(frozen=True)
class Peer:
    """One library."""

    name: str  # as in `adapters.PEERS`
    title: str
    venv: str  # peers of one venv share it
    games: dict[str, str]  # what the adapter calls it -> what people do
    batched: bool = False  # many games at once in compiled code; else one decision at a time
    works: tuple[bool, ...] = (False, True)  # without observation, with

    def tasks(self, batches: tuple[int, ...] = BATCHES) -> list[list[object]]:
        """[game, observed] or [game, observed, batch]."""
        pairs: list[list[object]] = [[game, seen] for game in self.games for seen in self.works]
        return [[*pair, size] for pair in pairs for size in batches] if self.batched else pairs


VENVS = {
    "pettingzoo": ("pettingzoo[classic]==1.27.0",),
    "open_spiel": ("open_spiel==2.0.2",),
    "catanatron": ("catanatron==3.2.1",),
    "rlcard": ("rlcard==1.2.0",),
    "jax": ("jax==0.10.2", "pgx==2.6.0", "jumanji==1.1.2"),
}
PEERS = (
    Peer(
        "pettingzoo",
        "PettingZoo classic",
        "pettingzoo",
        {"chess_v6": "chess", "connect_four_v3": "Connect Four", "hanabi_v5": "Hanabi"},
        works=(True,),
    ),
    Peer(
        "open_spiel",
        "OpenSpiel",
        "open_spiel",
        {"backgammon": "backgammon", "chess": "chess", "connect_four": "Connect Four"},
    ),
    Peer("catanatron", "Catanatron", "catanatron", {"catan": "Catan for 4"}, works=(False,)),
    Peer(
        "rlcard",
        "RLCard",
        "rlcard",
        {"uno": "Uno", "limit-holdem": "limit hold'em"},
        works=(True,),
    ),
    Peer(
        "pgx",
        "Pgx",
        "jax",
        {"backgammon": "backgammon", "connect_four": "Connect Four"},
        batched=True,
    ),
    Peer("jumanji", "Jumanji", "jax", {"Game2048-v1": "2048"}, batched=True),
)
# measured by nobody here, and why
LEFT_OUT = {
    "PufferLib Ocean": "not measured: PyPI has no wheel (3.0.0), and building it needs torch and"
    " downloads from elsewhere; its games have no masks",
}
