"""The wheel, and new virtual environments away from the repository to try it in."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = (".git", ".venv", ".kernels", "build", "dist", "*.egg-info", "__pycache__", ".*_cache")


def lowest_versions(extra: str | None = None) -> list[str]:
    """What pyproject.toml promises at least, as exact versions."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["optional-dependencies"][extra] if extra else project["dependencies"]
    return [re.sub(r">=", "==", re.sub(r"\[.*?\]", "", line), count=1) for line in wanted]


class Venv:
    """A virtual environment with folders of its own for work, cache and home."""

    def __init__(self, folder: Path):
        self.bin = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        self.work = folder / "work"
        self.work.mkdir(parents=True)
        venv.create(folder / "venv", with_pip=True)
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "NUMBA"))}
        self.environment = {**clean, "EXOZOO_CACHE_DIR": str(folder / "cache"), "COLUMNS": "200"}

    def install(self, *words: object) -> None:
        self.run("python", "-m", "pip", "install", "--quiet", *words, check=True)

    def run(
        self, program: str, *words: object, check: bool = False, compiler: bool = True
    ) -> subprocess.CompletedProcess[str]:
        """A program of the environment, in its folder for work."""
        return subprocess.run(
            [str(self.bin / program), *map(str, words)],
            cwd=self.work,
            env={**self.environment, **({} if compiler else {"NUMBA_DISABLE_JIT": "1"})},
            capture_output=True,
            text=True,
            check=check,
        )

    def wheel(self) -> Path:
        """Our wheel, built from a copy, so that nothing is left in the sources."""
        folder = self.work.parent
        copy = folder / "sources"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
        self.run("python", "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, copy, check=True)
        shutil.rmtree(copy)
        return next(folder.glob("exozoo-*.whl"))
