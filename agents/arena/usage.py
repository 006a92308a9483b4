"""What agents used up in an arena: requests, tokens, money, moves that somebody else had to choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class UsageLine:
    """All that one agent used up."""

    agent: str
    counts: Mapping[str, float]


def add_usage(names: Sequence[str], results: Sequence[dict[str, Any]]) -> tuple[UsageLine, ...]:
    """Results as `run_arena` returns them; only agents that used anything."""
    lines = []
    for number, name in enumerate(names):
        total: dict[str, float] = {}
        for result in results:
            for what, count in result.get("usage", {}).get(str(number), {}).items():
                total[what] = total.get(what, 0) + count
        if total:
            lines.append(UsageLine(name, total))
    return tuple(lines)


def usage_section(lines: Sequence[UsageLine]) -> list[str]:
    """Markdown; nothing if no agent used up anything that counts."""
    if not lines:
        return []
    rows = [f"| {line.agent.replace('|', chr(92) + '|')} | {usage_words(line)} |" for line in lines]
    return ["What the agents used up:", "", "| agent | counts |", "|---|---|", *rows, ""]


def usage_words(line: UsageLine) -> str:
    return ", ".join(
        f"{what} {count:g}" if count % 1 else f"{what} {count:.0f}"
        for what, count in line.counts.items()
    )
