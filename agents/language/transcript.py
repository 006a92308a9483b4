"""Everything said between an agent and a model, a JSON object a line, kept as it is said."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import threading
from pathlib import Path
from typing import Any


class Transcript:
    """Appends whole lines with one write each, so that several processes may share a file.

    A briefing, which repeats from question to question, is kept once and named by its digest.
    """

    def __init__(self, path: str | Path):
        self.path = Path(path)
        self._lock = threading.Lock()
        self._kept: set[str] = set()

    def keep_briefing(self, text: str) -> str:
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        with self._lock:
            new = digest not in self._kept
            self._kept.add(digest)
        if new:
            self.keep({"type": "briefing", "digest": digest, "text": text})
        return digest

    def keep(self, entry: dict[str, Any]) -> None:
        line = (json.dumps(entry, ensure_ascii=False) + "\n").encode("utf-8", "replace")
        with self._lock:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
            try:
                if os.write(handle, line) < len(line):  # all that the disk had room for
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
            finally:
                os.close(handle)

    def __getstate__(self) -> dict[str, Any]:
        return {"path": self.path}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["path"])  # type: ignore[misc]
