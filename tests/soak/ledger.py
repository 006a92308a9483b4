"""What was played and found, in all runs together."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from exozoo.envs.core.files import write_atomically


@dataclass
class Ledger:
    """Decisions and seconds, in all and by game and rig; a "+" behind a rig: with bounds checks."""

    seconds: float = 0.0
    decisions: int = 0
    games: int = 0  # finished ones, as far as they are counted
    mixes: int = 0  # options drawn
    played: dict[str, dict[str, dict[str, float]]] = field(default_factory=dict)
    finds: list[str] = field(default_factory=list)

    def add(self, line: dict[str, Any]) -> None:
        """What a worker told; see `work`."""
        self.seconds = round(self.seconds + line["seconds"], 3)
        self.decisions += line["decisions"]
        self.games += line["games"]
        self.mixes += line["mixes"]
        entry = self.played.setdefault(line["game"], {}).setdefault(line["rig"], {})
        for name in ("decisions", "seconds", "processor", "games", "mixes"):
            entry[name] = round(entry.get(name, 0) + line[name], 3)
        find = line.get("find")
        if find and find not in self.finds:
            self.finds.append(find)

    def save(self, path: Path) -> None:
        write_atomically(path, json.dumps(asdict(self), indent=1, sort_keys=True) + "\n")

    def told(self) -> str:
        hours = self.seconds / 3600
        return f"{self.decisions / 1e6:.1f} million decisions in {hours:.2f} h, {len(self.finds)} finds"


def load_ledger(path: Path) -> Ledger:
    """What earlier runs left; ValueError if the file is something else."""
    if not path.exists():
        return Ledger()
    try:
        found = Ledger(**json.loads(path.read_text(encoding="utf-8")))
        found.told()
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path} is no ledger of the soak ({error}); move it away") from None
    return found
