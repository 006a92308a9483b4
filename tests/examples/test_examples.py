"""The examples: each runs in its smoke size, and its notebook is that of the script."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAKER = runpy.run_path(str(ROOT / "examples" / "notebooks.py"))
SCRIPTS = MAKER["scripts"]()
NEEDS = {"train_a_policy": "sb3_contrib", "make_a_dataset": "pyarrow"}
each_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)


@pytest.mark.compiled
@each_script
def test_an_example_runs(script, monkeypatch, capsys, tmp_path):
    if script.stem in NEEDS:
        pytest.importorskip(NEEDS[script.stem])
    monkeypatch.setattr(sys, "argv", [str(script), "--smoke"])
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(script), run_name="__main__")
    assert capsys.readouterr().out.strip()


@each_script
def test_a_notebook_is_up_to_date(script):
    """`python examples/notebooks.py` writes them anew."""
    text = (ROOT / "examples" / "notebooks" / f"{script.stem}.ipynb").read_text(encoding="utf-8")
    assert text == MAKER["notebook"](script.read_text(encoding="utf-8"))
    cells = json.loads(text)["cells"]
    assert cells[0]["cell_type"] == "markdown"
    assert "".join(cells[0]["source"]).startswith("# ")
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    compile(code, script.name, "exec")


def test_every_example_is_tested():
    assert len(SCRIPTS) == 6
