"""Small disks, where mounting is allowed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a small disk")


def mount(*words: str) -> None:
    if subprocess.run(["mount", *words], capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk of this size, in memory."""
    folder.mkdir()
    mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def resize(folder: Path, size: str) -> None:
    mount("-o", f"remount,size={size}", str(folder))


def make_read_only(folder: Path) -> None:
    mount("-o", "remount,ro", str(folder))
