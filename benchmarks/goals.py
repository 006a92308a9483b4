"""What the figures are to show, and whether they do: given as they are, also where they fall short."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from exozoo.benchmarks.measure import spread

KERNEL = {
    "planet_unknown": 500_000,
    "gaia_project": 500_000,
    "beyond_the_sun": 1_200_000,
    "alien_frontiers": 2_000_000,
}
PYTHON_PEERS = ("PettingZoo classic", "Catanatron", "RLCard")


@dataclass(frozen=True)
class Goal:
    """Some figure over another one, or alone, at least `wanted` in every game and at every table."""

    text: str
    wanted: float
    what: str
    over: str | None = None
    game: str | None = None
    scale: str = "{:,.0f}"


GOALS = (
    *(Goal(f"kernel, {name}", wanted, "kernel", game=name) for name, wanted in KERNEL.items()),
    Goal("`Batch` step + observe", 200_000, "batch_observed"),
    Goal("the same, of the kernel's rate", 0.6, "batch_observed", "kernel", scale="{:.0%}"),
    Goal("`self_play=True`, of `Batch`", 0.8, "self_play", "batch_observed", scale="{:.0%}"),
    Goal("two threads, of one", 1.8, "batch_observed_2", "batch_observed", scale="{:.2f} ×"),
    Goal("`raw_env`", 100_000, "raw_env"),
    Goal("`gymnasium.make`", 60_000, "gymnasium"),
    Goal("`copy` at most 2 µs, a second", 500_000, "copy"),
    Goal("`legal_actions` at most 3 µs, a second", 333_333, "legal_actions"),
    Goal("`step` at most 5 µs, a second", 200_000, "step"),
)


def met(figures: list[dict[str, Any]]) -> Iterator[tuple[str, str, str, str]]:
    """Rows: the goal, what is wanted, what was found at its worst, and the judgement."""
    rates: dict[str, dict[tuple[str, int], float]] = {}
    for figure in figures:
        if figure["group"] == "game" and figure["samples"]:
            table = figure["game"], figure["players"]
            rates.setdefault(figure["what"], {})[table] = spread(figure["samples"])[0]
    for goal in GOALS:
        found = list(_values(goal, rates))
        if found:
            yield _row(goal.text, goal.wanted, min(found), goal.scale)
    vector = [
        rate * table[1] / rates["batch_observed"][table]
        for table, rate in rates.get("vector", {}).items()
        if table in rates.get("batch_observed", {})
    ]
    if vector:
        text = "`GameVectorEnv`, decisions of all seats, of `Batch`"
        yield _row(text, 0.7, min(vector), "{:.0%}")
    yield from _peers(figures, rates)


def _values(goal: Goal, rates: dict[str, dict[tuple[str, int], float]]) -> Iterator[float]:
    below = rates.get(goal.over, {}) if goal.over else {}
    for table, rate in rates.get(goal.what, {}).items():
        if goal.game in (None, table[0]) and (not goal.over or table in below):
            yield rate / below[table] if goal.over else rate


def _peers(
    figures: list[dict[str, Any]], rates: dict[str, dict[tuple[str, int], float]]
) -> Iterator[tuple[str, str, str, str]]:
    batch = min(rates.get("batch_observed", {}).values(), default=0.0)
    one = rates.get("one", {}), rates.get("one_observed", {})
    slowest = [min(found.values(), default=0.0) for found in one]
    wanted = (
        (PYTHON_PEERS, 20.0, batch, None, "batched and observed, over {}"),
        (("Pgx",), 10.0, batch, True, "batched and observed, over {}"),
        (("OpenSpiel",), 3.0, batch, True, "batched and observed, over {}, with observation"),
        (("OpenSpiel",), 1.0, slowest[1], True, "one at a time, over {}, with observation"),
        (("Catanatron",), 5.0, slowest[0], False, "one at a time, over {}"),
    )
    for names, least, ours, observed, text in wanted:
        best: dict[str, float] = {}  # by peer and game, of all batch sizes
        for figure in figures:
            if figure["group"] != "peer" or figure["peer"] not in names or not figure["samples"]:
                continue
            if observed in (None, figure["observed"]):
                name = f"{figure['peer']}, {figure['game']}"
                best[name] = max(best.get(name, 0.0), spread(figure["samples"])[0])
        if ours:
            for name, rate in best.items():
                yield _row(text.format(name), least, ours / rate, "{:.1f} ×")


def _row(text: str, wanted: float, found: float, scale: str) -> tuple[str, str, str, str]:
    judged = "met" if found >= wanted else "falls short"
    return text, scale.format(wanted), scale.format(found), judged
