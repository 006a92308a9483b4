"""Texts of people: configs of training, specs of agents, prompts and answers of language models."""

from __future__ import annotations

from pathlib import Path
from random import Random

from exozoo.agents.language.prompts import SHIPPED, Prompts, read_answer
from exozoo.agents.registry import PROGRAM
from exozoo.agents.specs import load_agent, parse_agent
from exozoo.envs.core.resources import resource
from exozoo.envs.registry import load_game
from exozoo.training.config import load_config
from tests.fuzz.mutate import changed_bytes, changed_text
from tests.fuzz.target import Target
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
    TOKENS = (b"[", b"]", b"=", b'"', b"\n", b"nan", b"-1", b"[smoke]\n", b"\xff", b"[[", b"{}")

    def __init__(self, folder: Path):
        super().__init__(folder)
        configs = Path(__file__).parents[3] / "configs"
        self.texts = [
            (configs / f"{name}.toml").read_bytes() for name in ("alien_frontiers", "gaia_project")
        ]
        self.path = folder / "train.toml"

    def attempt(self, rng: Random) -> None:
        text = rng.choice(self.texts)
        if rng.random() < 0.5:
            text = changed_bytes(rng, text, self.TOKENS)
        else:
            text = self._changed_line(rng, text)
        self.path.write_bytes(text.replace(b"exec", b"exe_"))
        load_config(self.path, rng.choice(("smoke", "full")))

    @staticmethod
    def _changed_line(rng: Random, text: bytes) -> bytes:
        """One setting with another value, or a setting more."""
        lines = text.decode().splitlines()
        place = rng.choice([n for n, line in enumerate(lines) if "=" in line and line[0] != "#"])
        name = lines[place].partition("=")[0].strip()
        values = ("0", "-1", "1e400", "nan", "true", '""', '"x"', "[]", "{}", "[[1]]", "9" * 30)
        value = rng.choice((*values, "1979-05-27", "[" * 5000, "{a.b = 1}", '["random", 3]'))
        changed = rng.choice(
            (name, name, name, "smoke", "full", "options.players", "ppo", name + "x")
        )
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
