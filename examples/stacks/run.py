"""Runs every script here in an environment of its own and writes docs/stacks.md: `make examples`.

    python examples/stacks/run.py [NAME ...] [--folder build/stacks]

Only the standard library is used. An environment is kept and used again; a script that fails is told
with its last line and does not stop the others.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RESULTS = ROOT / "docs" / "stacks.json"
PAGE = ROOT / "docs" / "stacks.md"
TORCH = next(
    line.strip()
    for line in (ROOT / "constraints.txt").read_text().splitlines()
    if line.startswith("torch==")
)


def prepare(name: str, stack: dict[str, Any], folder: Path) -> Path:
    """The python of the environment of a stack, made if it is not there."""
    home = folder / name
    python = home / "bin" / "python"
    done = home / "installed.json"
    alone = stack.get("alone", [])
    wanted = json.dumps([stack["needs"], alone])
    if done.exists() and done.read_text() == wanted:
        return python
    venv.create(home, with_pip=True, clear=True)
    constrained = ["-c", str(ROOT / "constraints.txt")] if stack["ours"] else []
    install = [str(python), "-m", "pip", "install", "--quiet", *constrained]
    # torch first and alone, so that no other library chooses a build for it
    subprocess.run([*install, TORCH], check=True)
    subprocess.run([*install, TORCH, "-e", str(ROOT), *stack["needs"]], check=True)
    if alone:
        subprocess.run([*install, "--no-deps", "--no-build-isolation", *alone], check=True)
    done.write_text(wanted)
    return python


def run(name: str, stack: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What the script told, or why it could not."""
    try:
        python = prepare(name, stack, folder)
        command = [str(python), str(HERE / f"{name}.py"), str(stack["size"])]
        done = subprocess.run(command, capture_output=True, text=True, timeout=1800, cwd=folder)
    except (subprocess.SubprocessError, OSError) as error:
        return {"failed": str(error).splitlines()[0]}
    if done.returncode:
        lines = (done.stderr.strip() or "no message").splitlines()
        return {"failed": lines[-1]}
    return json.loads(done.stdout.strip().splitlines()[-1])


def page(stacks: dict[str, dict[str, Any]], results: dict[str, dict[str, Any]]) -> str:
    rows = [
        "| library | versions | how it takes our environments | script | environment steps/s, learning included |",
        "|---|---|---|---|---|",
    ]
    for name, stack in stacks.items():
        told = results.get(name)
        if told is None:
            continue
        script = f"[{name}.py](../examples/stacks/{name}.py)"
        if "failed" in told:
            rows.append(
                f"| {stack['title']} | | {stack['how']} | {script} | failed: {told['failed']} |"
            )
            continue
        versions = ", ".join(f"{package} {number}" for package, number in told["versions"].items())
        rate = told["steps"] / max(told["seconds"], 0.01)
        rows.append(f"| {stack['title']} | {versions} | {stack['how']} | {script} | {rate:,.0f} |")
    return (HERE / "page.md").read_text(encoding="utf-8").replace("{table}", "\n".join(rows))


def write(path: Path, text: str) -> None:
    spare = path.with_suffix(path.suffix + ".new")
    spare.write_text(text, encoding="utf-8")
    os.replace(spare, path)


def main() -> int:
    stacks = tomllib.loads((HERE / "stacks.toml").read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(stacks)}")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "stacks")
    chosen = parser.parse_args()
    unknown = [name for name in chosen.names if name not in stacks]
    if unknown:
        parser.error(f"{unknown[0]}: allowed are {', '.join(stacks)}")
    folder = chosen.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    failed = 0
    for name in chosen.names or stacks:
        print(f"{name} ...", end=" ", flush=True)
        results[name] = told = run(name, stacks[name], folder)
        failed += "failed" in told
        print(told.get("failed") or f"{told['steps'] / max(told['seconds'], 0.01):,.0f} steps/s")
        write(RESULTS, json.dumps(results, indent=2) + "\n")
        write(PAGE, page(stacks, results))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
