"""Wheel and sdist hold exactly what is declared here: nothing is forgotten, nothing strays in."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest

pytest.importorskip("setuptools")
ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("exozoo", "envs", "agents", "training", "benchmarks", "configs")

# every file of the wheel is one of these, and each of these is there
WHEEL = (
    "exozoo/**.py",
    "exozoo/py.typed",
    "exozoo/envs/py.typed",
    "exozoo/data/replay.html",
    "exozoo/rules/*.md",
    "exozoo/web/static/*",
    "exozoo/envs/*/data/**",
    "exozoo/agents/checkpoints/*.safetensors",
    "exozoo/agents/checkpoints/*.json",
    "exozoo/agents/evaluation/data/*.toml",
    "exozoo/agents/evaluation/data/*.pins.json",
    "exozoo/agents/heuristics/weights/*",
    "exozoo/agents/language/data/prompt.md",
    "exozoo/benchmarks/baseline.json",
    "exozoo/benchmarks/strength/goals.toml",
    "exozoo/configs/*.toml",
    "exozoo-*.dist-info/*",
    "exozoo-*.dist-info/licenses/LICENSE",
)
SDIST = (
    *(f"{folder}/**" for folder in FOLDERS),
    "LICENSE",
    "README.md",
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "PKG-INFO",
    "exozoo.egg-info/*",
)
NEVER = (r"__pycache__", r"\.pyc$", r"\.nbc$", r"\.pkl$", r"\.pt$", r"(^|/)\.[a-z]", r"(^|/)tests/")


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """Wheel and sdist of a copy of the sources, as a release would build them."""
    folder = tmp_path_factory.mktemp("built")
    source = folder / "source"
    source.mkdir()
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
    for name in (*FOLDERS, "docs/rules"):
        shutil.copytree(ROOT / name, source / name, symlinks=True, ignore=ignored)
    for name in ("pyproject.toml", "setup.py", "LICENSE", "README.md", "constraints.txt"):
        shutil.copy(ROOT / name, source / name)
    code = (
        "import setuptools.build_meta as b, sys\n"
        "place = sys.argv[1]  # setuptools writes its own arguments there\n"
        "b.build_sdist(place)\n"
        "b.build_wheel(place)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        cwd=source,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return folder


def fits(name: str, pattern: str) -> bool:
    """`**` goes across folders, `*` does not."""
    if "**" in pattern:
        return fnmatch(name, pattern.replace("**", "*"))
    return name.count("/") == pattern.count("/") and fnmatch(name, pattern)


def names_in(built: Path, kind: str) -> list[str]:
    if kind == "wheel":
        (path,) = built.glob("*.whl")
        with zipfile.ZipFile(path) as archive:
            return [name for name in archive.namelist() if not name.endswith("/")]
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        return [m.name.partition("/")[2] for m in archive.getmembers() if not m.isdir()]


@pytest.mark.parametrize(("kind", "patterns"), [("wheel", WHEEL), ("sdist", SDIST)])
def test_archives_hold_what_is_declared(built, kind, patterns):
    names = names_in(built, kind)
    stray = [n for n in names if not any(fits(n, pattern) for pattern in patterns)]
    assert not stray, stray
    missing = [pattern for pattern in patterns if not any(fits(n, pattern) for n in names)]
    assert not missing, missing
    unwanted = [name for name in names if any(re.search(word, name) for word in NEVER)]
    assert not unwanted, unwanted


def test_the_wheel_holds_every_source_and_every_component(built):
    names = set(names_in(built, "wheel"))
    for folder in FOLDERS:
        place = "exozoo" if folder == "exozoo" else f"exozoo/{folder}"
        for path in (ROOT / folder).rglob("*"):
            inside = path.relative_to(ROOT / folder).as_posix()
            wanted = path.suffix == ".py" or "/data/" in f"/{inside}"
            if wanted and path.is_file() and "__pycache__" not in inside:
                assert f"{place}/{inside}" in names, inside
