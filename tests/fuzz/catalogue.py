"""All targets by name, imported when they are asked for: some load half of the project."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tests.fuzz.target import Target

# name -> where it stands, and its share of the inputs of a long run; cheap ones do the bulk
TARGETS: dict[str, tuple[str, int]] = {
    "options": ("calls:Options", 230),
    "seeds": ("calls:Seeds", 120),
    "actions": ("calls:Actions", 230),
    "lines": ("records:Lines", 90),
    "specs": ("texts:Specs", 90),
    "answers": ("texts:Answers", 60),
    "engine": ("lines:Requests", 60),
    "bots": ("lines:Bots", 60),
    "replays": ("records:Replays", 60),
    "manifests": ("files:Manifests", 30),
    "logs": ("records:Logs", 10),
    "cards": ("records:Cards", 10),
    "page": ("page:Page", 10),
    "assistants": ("lines:Assistants", 10),
    "kernels": ("files:Kernels", 10),
    "runs": ("files:Runs", 10),
    "configs": ("texts:Configs", 10),
    "weights": ("texts:Weights", 10),
    "protocols": ("texts:Protocols", 10),
    "checkpoints": ("files:Checkpoints", 10),
    "shards": ("files:Shards", 10),
    "results": ("files:Results", 10),
    "evaluations": ("files:Evaluations", 10),
}


def load(name: str, folder: Path) -> Target:
    """The target of this name, with a folder of its own."""
    module, _, kind = TARGETS[name][0].partition(":")
    target: Target = getattr(import_module(f"tests.fuzz.targets.{module}"), kind)(folder)
    assert target.name == name
    return target
