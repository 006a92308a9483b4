"""All games of the server: a bounded number, and none that nobody looks at any more."""

from __future__ import annotations

import threading
import time

from exozoo.web.requests import RefusedError
from exozoo.web.table import Table

YOUNG = 600.0  # seconds for which a game is safe from making room for others


class Room:
    """Tables by their ids."""

    def __init__(self, most: int, idle_seconds: float):
        self._most = most
        self._idle = idle_seconds
        self._tables: dict[str, Table] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._tables)

    def add(self, table: Table) -> None:
        with self._lock:
            self._expire(self._idle)
            if len(self._tables) >= self._most:
                self._expire(min(YOUNG, self._idle), 1)
            if len(self._tables) >= self._most:
                raise RefusedError(503, f"{self._most} games are under way; try again later")
            self._tables[table.id] = table

    def find(self, name: str) -> Table:
        with self._lock:
            self._expire(self._idle)
            table = self._tables.get(name)
            if table is None:
                raise RefusedError(
                    404, "there is no such game; games that nobody plays are forgotten"
                )
            table.touched = time.monotonic()
            return table

    def remove(self, table: Table) -> None:
        with self._lock:
            self._drop(table)

    def clear(self) -> None:
        """Forget all games."""
        with self._lock:
            for table in list(self._tables.values()):
                self._drop(table)

    def _expire(self, seconds: float, most: int | None = None) -> None:
        """Forget games that nobody has asked for since, the longest forgotten ones first."""
        limit = time.monotonic() - seconds
        stale = sorted((t for t in self._tables.values() if t.touched < limit), key=_touched)
        for table in stale[:most]:
            self._drop(table)

    def _drop(self, table: Table) -> None:
        table.closed = True  # an agent that thinks for it stops
        self._tables.pop(table.id, None)


def _touched(table: Table) -> float:
    return table.touched
