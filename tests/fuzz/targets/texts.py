"""Texts of people: configs, weights, protocols, specs of agents, prompts and answers of language models."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np

from exozoo.agents.evaluation.protocol import cells_of, deviations, load_protocol, protocol_file
from exozoo.agents.heuristics.table import read_weights, weights_file, worth_table
from exozoo.agents.language.prompts import SHIPPED, Prompts, read_answer
from exozoo.agents.registry import PROGRAM
from exozoo.agents.specs import load_agent, parse_agent
from exozoo.envs.core.resources import resource
from exozoo.envs.registry import game_names, load_game
from exozoo.training.config import load_config
from tests.fuzz.mutate import changed_bytes, changed_json, changed_text
from tests.fuzz.target import Target, as_json
from tests.toy import TOY

SPECS = (
    "random",
    "greedy(samples=4)",
    "heuristic(samples=2)",
    'mcts(simulations=40, priors="score", margin=0.5, guided=true)',
    "mcts(seconds=0.1, explore=1.5, temperature=0.25, rollout=-1, turns=0, threads=1)",
    "policy(sample=True, path=nowhere.safetensors)",
    "tests.agents.bots:LowestAction",
    "a.b:C(x=1)",
    'llm(model="m", base_url="http://127.0.0.1:9")',
)
TOKENS = (
    "(",
    ")",
    ",",
    "=",
    '"',
    ":",
    "random",
    "mcts",
    "=1",
    "=-1",
    "=1e999",
    "=null",
    "=[]",
    "'",
)


TOML_TOKENS = (b"[", b"]", b"=", b'"', b"\n", b"nan", b"-1", b"[smoke]\n", b"\xff", b"[[", b"{}")


class Specs(Target):
    """Agents written as text. No program is started: texts that would do so are read only."""

    name = "specs"

    def attempt(self, rng: Random) -> None:
        text = changed_text(rng, rng.choice(SPECS), TOKENS)
        if rng.random() < 0.2:
            text = changed_text(rng, text)
        name, settings = parse_agent(text)
        assert isinstance(settings, dict)
        harmless = not name.startswith(PROGRAM) and "exec" not in name and "threads" not in settings
        too_large = any(type(value) is int and value > 100 for value in settings.values())
        if harmless and not too_large and rng.random() < 0.3:
            load_agent(text, TOY).close()


class Configs(Target):
    """TOML of training runs."""

    name = "configs"

    def __init__(self, folder: Path):
        super().__init__(folder)
        configs = Path(__file__).parents[3] / "configs"
        self.texts = [
            (configs / f"{name}.toml").read_bytes() for name in ("alien_frontiers", "gaia_project")
        ]
        self.path = folder / "train.toml"

    def attempt(self, rng: Random) -> None:
        names = ("smoke", "full", "options.players", "ppo")
        text = changed_toml(rng, rng.choice(self.texts), names)
        self.path.write_bytes(text.replace(b"exec", b"exe_"))
        load_config(self.path, rng.choice(("smoke", "full")))


class Weights(Target):
    """TOML of a heuristic's weights; what is taken gives finite numbers."""

    name = "weights"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.game = load_game("alien_frontiers")
        self.text = weights_file(self.game).read_bytes()
        self.path = folder / "weights.toml"

    def attempt(self, rng: Random) -> None:
        self.path.write_bytes(changed_toml(rng, self.text, ("weights", "x")))
        weights = read_weights(self.game, self.path)
        assert np.isfinite(worth_table(self.game, weights)).all()


class Protocols(Target):
    """TOML of evaluations, and the pins beside it; what is taken plans its games."""

    name = "protocols"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.text = protocol_file(None).read_bytes()
        self.pins = {name: {"random": "0" * 32, "heuristic": "1" * 32} for name in game_names()}
        self.path = folder / "protocol.toml"

    def attempt(self, rng: Random) -> None:
        self.path.write_bytes(changed_toml(rng, self.text, ("seed", "budgets", "opponents")))
        pins = self.pins if rng.random() < 0.8 else changed_json(rng, self.pins)
        self.path.with_suffix(".pins.json").write_bytes(as_json(pins))
        protocol = load_protocol(str(self.path))
        for game in protocol.games_played:
            deviations(protocol, game, {})
            for cell in cells_of(protocol, game, "random"):
                assert cell.settings(protocol).games >= 1


def changed_toml(rng: Random, text: bytes, names: tuple[str, ...]) -> bytes:
    """With faults anywhere, or with one setting of another value or name, perhaps one more."""
    if rng.random() < 0.5:
        return changed_bytes(rng, text, TOML_TOKENS)
    lines = text.decode().splitlines()
    place = rng.choice([n for n, line in enumerate(lines) if "=" in line and line[0] != "#"])
    name = lines[place].partition("=")[0].strip()
    values = ("0", "-1", "1e400", "nan", "true", '""', '"x"', "[]", "{}", "[[1]]", "9" * 30)
    value = rng.choice((*values, "9" * 400, "1979-05-27", "[" * 5000, "{a.b = 1}", '["random", 3]'))
    changed = rng.choice((name, name, name, *names, name + "x"))
    lines[place if rng.random() < 0.7 else 0] = f"{changed} = {value}"
    return "\n".join(lines).encode()


class Answers(Target):
    """What a language model says, and templates of what it is told."""

    name = "answers"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.template = resource(SHIPPED).read_bytes()
        self.path = folder / "prompt.md"
        self.game = load_game("alien_frontiers")
        self.state = self.game.new_state(1)

    def attempt(self, rng: Random) -> None:
        if rng.random() < 0.97:
            legal = [3, 5, 7]
            said = rng.choice(("ACTION: 5", "I think.\nACTION: 7", "ACTION:3", "ACTION: 4"))
            assert (
                read_answer(changed_text(rng, said, ("\n", "ACTION: 5", "٣", "-", " ")), legal)
                in legal
            )
            return
        self.path.write_bytes(changed_bytes(rng, self.template, (b"$", b"${", b"=== wrong ===\n")))
        prompts = Prompts.load(self.path)
        assert prompts.question(self.game, self.state, self.game.legal_actions(self.state))
