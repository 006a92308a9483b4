"""Train from a config into a folder, and write what came of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exozoo.agents.network.checkpoint import load_network, save_network
from exozoo.agents.policy import PolicyAgent
from exozoo.envs.core.compile.lock import only_writer
from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.workers import HERE, Workers
from exozoo.training.config import TrainConfig
from exozoo.training.evaluation import evaluate, summary_row
from exozoo.training.imitation import imitate
from exozoo.training.progress import Run, best_network

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEARNERS = {
    "maskable_ppo": "exozoo.training.maskable_ppo",
    "plain_ppo": "exozoo.training.ppo_plain",
}
FINAL_SEED = 1_000_000  # deals of the final evaluation, apart from those seen during training
LEGEND_WORDS = 22  # letters of an opponent and its table: up to so many, three stand in a row
LABEL_SHARE = 0.15  # of the curve that imitation must take to be named in the picture


def run_training(
    config: TrainConfig,
    folder: Path,
    report: Callable[[int, dict[str, Any]], None] = lambda steps, facts: None,
    workers: Workers = HERE,
) -> dict[str, Any]:
    """Start, or go on from the last checkpoint in `folder`; returns the final evaluation.

    `workers` play the evaluations. Leaves `policy.safetensors`, `report.md`, `report.json` and `curve.png` behind.
    """
    learn = _learner(config)
    folder.mkdir(parents=True, exist_ok=True)
    with only_writer(folder):
        return _train(Run(config, folder, report, workers), learn)


def _train(run: Run, learn: Callable[[Run], None]) -> dict[str, Any]:
    """What is left of a run, and its report."""
    config, folder = run.config, run.folder
    try:
        run.begin()
        if run.rounds < config.imitation.rounds and config.imitates:
            imitate(run)
        if not run.done:
            learn(run)
    finally:
        run.close()
    data = {
        "config": config.model_dump(),
        "steps": run.steps,
        "seconds": run.facts["seconds"],
        "imitation": run.facts["imitation"],
        "expert": run.facts["expert"],
        "time_shares": run.time_shares(),
        "curve": run.metrics(),
        **_ship(run, folder / "policy.safetensors"),
    }
    write_atomically(folder / "report.json", json.dumps(data, indent=1))
    write_atomically(folder / "report.md", _markdown(config, data))
    draw_curve(run.metrics(), config).savefig(folder / "curve.png", dpi=120)
    return data


def _learner(config: TrainConfig) -> Callable[[Run], None]:
    """What comes after imitation; imported first, so that what is missing is told at once."""
    if config.searches:
        from exozoo.training.expert import iterate

        return iterate
    return import_module(LEARNERS[config.learner]).train  # type: ignore[no-any-return]


def _ship(run: Run, path: Path) -> dict[str, Any]:
    """Write the network of the best evaluation in half precision, and evaluate it as written."""
    config = run.config
    network, facts = load_network(best_network(run.folder), run.game)
    shipped = {"best_steps": facts["steps"]}
    save_network(network, run.game, path, half=True, **shipped)
    network, _ = load_network(path, run.game)
    agent = PolicyAgent(run.game, config.seed, network=network)
    results = evaluate(config, agent, config.evaluation.final_games, FINAL_SEED, run.workers)
    told = {**shipped, "evaluation": results}
    save_network(
        network,
        run.game,
        path,
        half=True,
        **told,
        steps=run.steps,
        seconds=round(run.facts["seconds"], 1),
        imitation=run.facts["imitation"],
        config=config.model_dump(),
    )
    return told


def draw_curve(metrics: list[dict[str, Any]], config: TrainConfig) -> Figure:
    """How often the network finished before each opponent, over the decisions it learnt from."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    decisions = [entry["decisions"] for entry in metrics]
    opponents = list(metrics[0]["against"]) if metrics else []
    for text in opponents:
        found = [entry["against"][text] for entry in metrics]
        shares = [f["ahead"] for f in found]
        (line,) = axes.plot(decisions, shares, marker="o", label=f"against {text}")
        lows, highs = [f["low"] for f in found], [f["high"] for f in found]
        axes.fill_between(decisions, lows, highs, alpha=0.15, color=line.get_color())
    axes.axhline(0.5, color="grey", linewidth=0.8)
    axes.set_ylim(0, 1.02)
    own = [entry["decisions"] - entry["steps"] for entry in metrics if entry["rounds"]]
    if own:  # where imitation ends
        axes.axvline(own[-1], color="grey", linewidth=0.8, linestyle="--")
        axes.text(own[-1], 0.02, " own games", color="grey")
        if own[-1] > LABEL_SHARE * decisions[-1]:
            axes.text(own[-1], 0.02, "imitation ", color="grey", ha="right")
    first = "network it began with" if config.start else "untrained network"
    axes.set_xlabel(f"decisions learnt from; 0: the {first}")
    axes.set_ylabel("finished before the opponent")
    axes.set_title(f"{config.game}, {config.table_words}, {_how(config)}, seed {config.seed}")
    longest = max(map(len, opponents), default=0)
    figure.legend(loc="outside lower center", ncols=3 if longest <= LEGEND_WORDS else 2)
    return figure


def results_table(data: dict[str, Any]) -> list[str]:
    """The final evaluation in Markdown."""
    return [
        "| opponent | finished before it (95 %) | score | its score | games |",
        "|---|---|---|---|---|",
        *(summary_row(text, result) for text, result in data["evaluation"].items()),
    ]


def times_table(data: dict[str, Any]) -> list[str]:
    """Where the time of the training went, in Markdown."""
    return [
        "| part of the training time | share |",
        "|---|---|",
        *(f"| {name} | {share:.1%} |" for name, share in data["time_shares"].items()),
    ]


def _how(config: TrainConfig) -> str:
    return config.method if config.searches else config.learner


def _exploited(config: TrainConfig, data: dict[str, Any]) -> list[str]:
    """How much a learner that knows an agent wins against it: what can be exploited."""
    if not config.against:
        return []
    return [
        f"It was trained against `{config.against}` alone, which did not learn. Exploitability, the share of "
        "games won by the best of what was learnt: "
        + "; ".join(
            f"{found['won']:.1%} (fair {1 / found['players']:.0%}) at {found['players']} players"
            for found in data["evaluation"].values()
        )
        + "."
    ]


def _markdown(config: TrainConfig, data: dict[str, Any]) -> str:
    steps, seconds, imitation = data["steps"], data["seconds"], data["imitation"]
    learning = seconds - imitation["seconds"]
    lines = [
        f"# Training: {config.game}, {config.table_words}",
        "",
        f"{_how(config)}, seed {config.seed}: {steps:,} decisions of the learner in "
        f"{learning:.0f} s ({steps / max(learning, 1e-9):,.0f} per second), evaluations left out.",
    ]
    if imitation["rounds"]:
        lines.append(
            f"Before that {imitation['rounds']} rounds of imitation of `{config.imitation.source}`: "
            f"{imitation['decisions']:,} decisions in {imitation['seconds']:.0f} s; in the last round "
            f"the network, drawing by its probabilities, agreed in {imitation['agreement']:.1%}."
        )
    if config.searches:
        expert = data["expert"]
        lines.append(
            f"{expert['rounds']} rounds of games by `{config.expert.search}` with the network in it; "
            f"{expert['accepted']} times the new network beat the best one."
        )
    return "\n".join(
        [
            *lines,
            *_exploited(config, data),
            f"The network is that of the best evaluation on the way, after {data['best_steps']:,} "
            "decisions; the games below are others than those it was chosen by.",
            "",
            *results_table(data),
            "",
            *times_table(data),
            "",
            "![learning curve](curve.png)",
            "",
            "The whole config is in `config.json`; `exozoo train` with it and this seed repeats the run.",
            "",
        ]
    )
