"""The examples as notebooks: `python examples/notebooks.py` writes examples/notebooks/*.ipynb.

A script is cut at its lines `# %%`; a cell that begins `# %% [markdown]` is text.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
CELL = re.compile(r"^# %%(?P<kind> \[markdown\])?[ ]*\n", re.MULTILINE)


def scripts() -> list[Path]:
    """The examples: all scripts here that have cells."""
    return sorted(path for path in HERE.glob("*.py") if path.name != Path(__file__).name)


def notebook(script: str) -> str:
    """A script with cells as a notebook."""
    cells = []
    marks = list(CELL.finditer(script))
    for number, mark in enumerate(marks):
        end = marks[number + 1].start() if number + 1 < len(marks) else len(script)
        text = script[mark.end() : end].strip("\n")
        if mark["kind"]:
            text = re.sub(r"^# ?", "", text, flags=re.MULTILINE)
        cells.append(_cell(number, "markdown" if mark["kind"] else "code", text))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, indent=1) + "\n"


def _cell(number: int, kind: str, text: str) -> dict[str, object]:
    cell = {
        "cell_type": kind,
        "id": f"cell-{number}",
        "metadata": {},
        "source": text.splitlines(keepends=True),
    }
    return cell if kind == "markdown" else {**cell, "execution_count": None, "outputs": []}


def main() -> None:
    folder = HERE / "notebooks"
    folder.mkdir(exist_ok=True)
    for path in scripts():
        target = folder / f"{path.stem}.ipynb"
        target.write_text(notebook(path.read_text(encoding="utf-8")), encoding="utf-8")
        print(target.name)


if __name__ == "__main__":
    main()
