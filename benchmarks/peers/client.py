"""A peer's venv, made when it is first needed, and its worker process."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import select
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import platformdirs

from exozoo.benchmarks.peers.catalogue import VENVS, Peer

PLACE = "EXOZOO_PEERS_DIR"
WORKER = Path(__file__).with_name("worker.py")
INSTALL_SECONDS = 300
ANSWER_SECONDS = 180  # the first one may compile
DONE = "installed"


class PeerError(Exception):
    """A peer cannot be measured, in one line."""


def venv_python(name: str) -> Path:
    """The interpreter of a venv with the pinned packages, which is made if it is not there."""
    pins = VENVS[name]
    digest = hashlib.sha256(repr((pins, platform.python_version())).encode()).hexdigest()[:10]
    folder = _place() / f"{name}-{digest}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not (folder / DONE).exists():
        shutil.rmtree(folder, ignore_errors=True)
        _call([sys.executable, "-m", "venv", str(folder)])
        _call([str(python), "-m", "pip", "install", "--quiet", *pins])
        (folder / DONE).touch()
    return python


def _place() -> Path:
    chosen = os.environ.get(PLACE)
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("exozoo")) / "peers"


def _call(command: Sequence[str]) -> None:
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PeerError(f"not installed: {error}"[:200]) from None
    if run.returncode:
        lines = [line for line in run.stderr.splitlines() if line.startswith("ERROR")]
        raise PeerError(f"not installed: {(lines or ['pip failed'])[-1]}"[:200])


class Worker:
    """The process of one peer; killed when it does not answer in time."""

    def __init__(self, peer: Peer, python: Path | None = None, script: Path = WORKER):
        self._process = subprocess.Popen(
            [str(python or venv_python(peer.venv)), str(script), peer.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def rate(self, task: Sequence[object], seconds: float, wait: float = ANSWER_SECONDS) -> float:
        reply = self._ask({"task": task, "seconds": seconds}, wait)
        if not isinstance(reply.get("rate"), (int, float)):
            raise PeerError(str(reply.get("error", "an answer without a rate")))
        return float(reply["rate"])

    def _ask(self, message: dict[str, Any], wait: float) -> dict[str, Any]:
        pipes = self._process
        assert pipes.stdin is not None
        assert pipes.stdout is not None
        try:
            pipes.stdin.write(json.dumps(message).encode() + b"\n")
            pipes.stdin.flush()
            if not select.select([pipes.stdout], [], [], wait)[0]:
                self.close()
                raise PeerError(f"no answer within {wait:.0f} s")
            reply = json.loads(pipes.stdout.readline() or b"{}")
        except (OSError, ValueError) as error:
            raise PeerError(f"its process failed: {error}") from None
        return reply if isinstance(reply, dict) else {}

    def close(self) -> None:
        with suppress(OSError):
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with suppress(OSError):
                    pipe.close()
