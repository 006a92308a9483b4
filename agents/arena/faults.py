"""Which games were lost by breaking the rules of play, counted, and what the programs said to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

STDERR_SHOWN = 2000  # characters of the tail in a report


@dataclass(frozen=True)
class FaultLine:
    """All games that one agent lost for one reason, with the last of them as an example."""

    agent: str
    reason: str
    games: int  # seats lost, to be exact
    detail: str
    stderr: str


def count_faults(names: Sequence[str], results: Sequence[dict[str, Any]]) -> tuple[FaultLine, ...]:
    """Results as `run_arena` returns them; agents in their order, then the commonest reason first."""
    groups: dict[tuple[int, str], list[dict[str, Any]]] = {}
    for result in results:
        for fault in result.get("faults", ()):
            groups.setdefault((fault["agent"], fault["reason"]), []).append(fault)
    lines = []
    for (agent, reason), faults in sorted(groups.items(), key=lambda g: (g[0][0], -len(g[1]))):
        tail = next((fault["stderr"] for fault in reversed(faults) if fault["stderr"]), "")
        last = faults[-1]["detail"]
        lines.append(FaultLine(names[agent], reason, len(faults), last, tail[-STDERR_SHOWN:]))
    return tuple(lines)


def faults_section(lines: Sequence[FaultLine]) -> list[str]:
    """Markdown: what was lost how often and why, and the ends of stderr; nothing if all went well."""
    if not lines:
        return []
    head = "Games lost before their end, by the rule of docs/protocol.md (counted as last place):"
    rows = [
        f"| {_cell(line.agent)} | {line.reason} | {line.games} | {_cell(line.detail)} |"
        for line in lines
    ]
    section = [
        head,
        "",
        "| agent | reason | games | the last one |",
        "|---|---|---|---|",
        *rows,
        "",
    ]
    for line in lines:
        if line.stderr.strip():
            said = [f"    {text}" for text in line.stderr.rstrip().splitlines()]
            section += [f"stderr of {line.agent} ({line.reason}), its end:", "", *said, ""]
    return section


def _cell(text: str) -> str:
    """A program's words must not break the table."""
    return text.replace("|", "\\|").replace("\n", " ")
