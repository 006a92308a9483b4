"""Decisions per second by batch size, our games beside the batched peers, as a PNG."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from exozoo.benchmarks.measure import spread
from exozoo.envs.core.files import write_atomically
from exozoo.envs.registry import load_game


def plot(data: dict[str, Any], path: Path) -> Path:
    curves: dict[tuple[str, bool], list[tuple[int, float, float, float]]] = {}
    for figure in data["figures"]:
        if not figure["samples"]:
            continue
        point = (figure.get("envs", 0), *spread(figure["samples"]))
        if figure["group"] == "batch size":
            curves.setdefault((load_game(figure["game"]).title, True), []).append(point)
        elif figure["group"] == "peer" and figure["batched"] and figure["observed"]:
            name = f"{figure['peer']}, {figure['game']}"
            curves.setdefault((name, False), []).append(point)
    drawing = Figure(figsize=(8, 5), layout="constrained")
    axes = drawing.add_subplot()
    for (name, is_ours), points in curves.items():
        sizes, middle, low, high = zip(*sorted(points), strict=True)
        style = "o-" if is_ours else "s--"
        (line,) = axes.plot(sizes, middle, style, label=name, markersize=4)
        axes.fill_between(sizes, low, high, color=line.get_color(), alpha=0.15)
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="games side by side",
        ylabel="decisions a second",
        title="Mask + step + observation, one core",
    )
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    content = io.BytesIO()
    with mpl.rc_context({"savefig.dpi": 120}):
        drawing.savefig(content, format="png", metadata={"Software": None})
    return write_atomically(path, content.getvalue())
