"""The games that one assistant has open, and the rules it may look up."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

from exozoo.agents.language.table import Table
from exozoo.agents.registry import load
from exozoo.agents.specs import load_agent
from exozoo.envs.core.game import SEED_RANGE, Game
from exozoo.envs.records import record
from exozoo.envs.registry import game_names, load_game

MAX_GAMES = 16  # open at once
OPPONENTS = ("random", "greedy", "heuristic", "mcts", "policy")  # whom an assistant may name
MAX_LEGAL = 2000  # actions told at once


class Lobby:
    """Tables by number. What assistants name is checked: they open no files and start no programs."""

    def __init__(self, opponent: str = "greedy", folder: Path | None = None):
        self.opponent = opponent  # a text as `specs` reads it, chosen by whoever runs the server
        self.folder = folder
        self._tables: dict[int, Table] = {}
        self._number = 0
        self._lock = threading.RLock()

    def new_game(
        self,
        game: str,
        players: int | None = None,
        seats: Sequence[int] = (0,),
        opponent: str | None = None,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        with self._lock:
            if len(self._tables) >= MAX_GAMES:
                raise ValueError(
                    f"{MAX_GAMES} games are open, no more are allowed: close one first"
                )
            chosen = known_game(game)
            settings = dict(options or {})
            if players is not None:
                settings["players"] = players
            number = secrets.randbelow(SEED_RANGE) if seed is None else seed
            rival = self._opponent(chosen, opponent, number)
            table = Table(chosen, seats, rival, number, settings, stored=True)
            self._number += 1
            self._tables[self._number] = table
            return self._report(self._number, table)

    def state(self, number: int, seat: int | None = None) -> dict[str, Any]:
        with self._lock:
            table = self._table(number)
            return {**self._report(number, table), "text": table.text(seat)}

    def legal_actions(self, number: int) -> dict[str, Any]:
        with self._lock:
            table = self._table(number)
            legal = [{"id": action, "text": words} for action, words in table.legal()]
            return {**self._report(number, table), "legal": legal[:MAX_LEGAL], "count": len(legal)}

    def act(self, number: int, action: int) -> dict[str, Any]:
        with self._lock:
            table = self._table(number)
            table.act(action)
            return {**self._report(number, table), "changes": table.news()}

    def undo(self, number: int, count: int = 1) -> dict[str, Any]:
        with self._lock:
            table = self._table(number)
            table.undo(count)
            return {**self._report(number, table), "changes": table.news()}

    def save(self, number: int) -> dict[str, Any]:
        """Replays hold the seed, by which all that is hidden could be found: only the name is told."""
        with self._lock:
            table = self._table(number)
            if self.folder is None:
                raise ValueError("saving is off: the server was started without --folder")
            stem = f"{table.game.name}-{number}-{len(table.session.actions)}"
            replay = record(table.session)
            path = _place(self.folder, stem, replay.to_json())
            replay.save(path)
            return {"game": number, "saved": path.name}

    def close_game(self, number: int) -> dict[str, Any]:
        with self._lock:
            self._table(number).close()
            del self._tables[number]
            return {"closed": number, "open": list(self._tables)}

    def end(self) -> None:
        """Let go of all opponents; some are programs."""
        for table in list(self._tables.values()):
            table.close()

    def explain_rule(self, number: str) -> str:
        """A numbered rule of any game, or the rules of a game in short."""
        if number in game_names():
            return load_game(number).rules_text
        books = [load_game(name).rulebook for name in game_names()]
        prefix = number.strip().upper().partition("-")[0]
        for book in books:
            if any(rule.startswith(f"{prefix}-") for rule in book.rules):
                return book.explain(number)
        known = sorted({rule.partition("-")[0] for book in books for rule in book.rules})
        raise ValueError(
            f"rule {number[:40]!r} is not known: allowed are numbers like {', '.join(known)} with a "
            f"number, as in AF-12, or a game: {', '.join(game_names())}"
        )

    def _opponent(self, game: Game, name: str | None, seed: int) -> Any:
        if name is None:
            return load_agent(self.opponent, game, seed)
        if name not in OPPONENTS:
            raise ValueError(f"opponent {name[:40]!r}: allowed are {', '.join(OPPONENTS)}")
        return load(name, game, seed=seed)

    def _table(self, number: int) -> Table:
        if number not in self._tables:
            allowed = ", ".join(map(str, self._tables)) or "none; start one with new_game"
            raise ValueError(f"game {number} is not open: open are {allowed}")
        return self._tables[number]

    @staticmethod
    def _report(number: int, table: Table) -> dict[str, Any]:
        session = table.session
        return {
            "game": number,
            "name": table.game.name,
            "players": session.players,
            "your_seats": list(table.seats),
            "to_move": None if session.over else session.seat,
            "decisions": table.decisions,
            **table.result(),
        }


def _place(folder: Path, stem: str, text: str) -> Path:
    """A name that no other game has: another server may have saved its own here."""
    names = chain([f"{stem}.json"], (f"{stem}-{number}.json" for number in count(2)))
    return next(
        path
        for path in map(folder.joinpath, names)
        if not path.exists() or path.read_bytes() == text.encode()
    )


def known_game(name: str) -> Game:
    """A game by its name alone: an assistant must not make the server import modules."""
    if name not in game_names():
        raise ValueError(f"unknown game {name[:40]!r}: allowed are {', '.join(game_names())}")
    return load_game(name)
