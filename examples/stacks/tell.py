"""What every script here ends with: one line of JSON that `run.py` puts into docs/stacks.md."""

from __future__ import annotations

import json
import time
from importlib.metadata import version


class Clock:
    """Counts environment steps from its making on; compiling and set-up belong before."""

    def __init__(self) -> None:
        self.start = time.perf_counter()

    def tell(self, steps: int, *packages: str, **more: float) -> None:
        seconds = time.perf_counter() - self.start
        versions = {name: version(name) for name in packages}
        told = {"versions": versions, "steps": int(steps), "seconds": round(seconds, 2), **more}
        print(json.dumps(told), flush=True)
