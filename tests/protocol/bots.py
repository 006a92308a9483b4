"""Programs for the tests: those that play well, those that do not, and what they leave behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples" / "bots"
PYTHON = f"{sys.executable} -S -E"
PYTHON_BOT = f"exec:{PYTHON} {EXAMPLES / 'random_bot.py'}"
JAVASCRIPT_BOT = f"exec:node {EXAMPLES / 'batch_bot.js'}"


def bad_bot(way: str) -> str:
    return f"exec:{PYTHON} {HERE / 'bad_bot.py'} {way}"


def good_bot(**settings: object) -> str:
    words = " ".join(f"{name}={value}" for name, value in settings.items())
    return f"exec:{PYTHON} {HERE / 'good_bot.py'} {words}"


def build_cpp_bot(folder: Path) -> str:
    """The C++ example, compiled, as an agent."""
    program = folder / "hasty_bot"
    source = EXAMPLES / "hasty_bot.cpp"
    command = ["g++", "-O1", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", program, source]
    subprocess.run(command, check=True)
    return f"exec:{program}"


def children() -> dict[int, str]:
    """The processes that this one has started and not yet buried: number -> state, Z for zombies."""
    found = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = place.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == os.getpid():
            found[int(place.parent.name)] = state
    return found


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be buried by another does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def memory() -> int:
    """Bytes of this process that are in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
