"""How long arenas that are under way will still take, from what their agents have taken so far."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from exozoo.agents.arena.run import ArenaSettings


class TimeLeft:
    """Hears of results as `run_arenas` tells them."""

    def __init__(self, arenas: Sequence[ArenaSettings], jobs: int):
        self.arenas, self.jobs = list(arenas), jobs
        self.total = [len(settings.tasks()) for settings in arenas]
        self.done = [0] * len(arenas)
        self._busy: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
        self._long: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])

    def hear(self, number: int, results: Sequence[dict[str, Any]]) -> None:
        settings = self.arenas[number]
        for result in results:
            self.done[number] += 1
            for agent, seconds in result["seconds"].items():
                spent = self._busy[settings.game, settings.agents[int(agent)]]
                spent[0] += seconds
                spent[1] += result["decisions"][agent]
            length = self._long[settings.game]
            length[0] += sum(result["decisions"].values())
            length[1] += len(result["games"]) * settings.players

    def seconds(self) -> float | None:
        """None as long as nothing is known of some agent."""
        parts = []
        for settings, total, done in zip(self.arenas, self.total, self.done, strict=True):
            if done < total:
                parts.append(self._of_arena(settings, (total - done) / total))
        if any(part is None for part in parts):
            return None
        return sum(part for part in parts if part is not None) / self.jobs

    def _of_arena(self, settings: ArenaSettings, share: float) -> float | None:
        lengths = [a / b for game, (a, b) in self._long.items() if game == settings.game]
        lengths = lengths or [a / b for a, b in self._long.values()]
        seats = [number for lineup in settings.lineups for number in lineup]
        speeds = [self._speed(settings.game, settings.agents[number]) for number in seats]
        if not lengths or any(speed is None for speed in speeds):
            return None
        decisions = settings.games * fmean(lengths) * share  # of each seat
        return sum(speed * decisions for speed in speeds if speed is not None)

    def _speed(self, game: str, agent: str) -> float | None:
        """Seconds a decision: in this game, or else in those where the agent has played."""
        own = self._busy.get((game, agent))
        known = [own] if own else [b for (_, name), b in self._busy.items() if name == agent]
        return fmean(a / max(b, 1) for a, b in known) if known else None


def in_words(seconds: float | None) -> str:
    """As people say it: 40 s, 12 min, 3 h 20 min."""
    if seconds is None:
        return "time left unknown"
    minutes = round(seconds / 60)
    if minutes < 2:
        return f"about {seconds:.0f} s left"
    hours = f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"
    return f"about {hours} left"
