"""What the line protocol costs for each decision: `python -m exozoo.benchmarks.protocol [GAME ...]`.

The bot is a Python program that reads every message whole and answers with the first legal id, so
that all the time is the protocol's: positions into JSON, two pipes, JSON into positions.
"""

from __future__ import annotations

import shlex
import sys
import time

from exozoo.agents.protocol.agent import ExecAgent
from exozoo.benchmarks.measure import Work, best_seconds
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import Game
from exozoo.envs.registry import load_game

BOT = """
import json, sys
wants, batch = sys.argv[1].split(",") if sys.argv[1] else [], int(sys.argv[2])
for line in sys.stdin:
    message = json.loads(line)
    kind, reply = message["type"], None
    if kind == "hello":
        reply = {"name": "first", "protocol": 1, "wants": wants, "batch": batch}
    elif kind == "decide":
        reply = {"action": message["legal"][0]}
    elif kind == "decide_many":
        reply = {"actions": [position["legal"][0] for position in message["positions"]]}
    if reply:
        sys.stdout.write(json.dumps(reply) + "\\n")
        sys.stdout.flush()
"""
WANTS = ("", "flat", "observation", "parameters", "texts", "state")
POSITIONS = 256
ROUNDS = 9
STEPS = 40  # random decisions before the positions, so that they are those of games under way


def microseconds(game: Game, wants: str, batch: int) -> float:
    """Per decision, in the best round: other work on the machine only ever slows one down."""
    command = shlex.join([sys.executable, "-S", "-E", "-c", BOT, wants, str(batch)])
    agent = ExecAgent(game, command=command)
    games = Batch(game, POSITIONS, seed=1)
    games.random_steps(STEPS)
    agent.act(games.states, games.masks)
    work = Work(lambda: agent.act(games.states, games.masks))
    (seconds,) = best_seconds([work], ROUNDS, time.perf_counter)
    agent.close()
    return 1e6 * seconds / POSITIONS


def main(names: list[str]) -> None:
    print("| game | wants | µs, one at a time | µs, 64 a message |")
    print("|---|---|---|---|")
    for name in names:
        game = load_game(name)
        for wants in WANTS:
            one, many = (microseconds(game, wants, batch) for batch in (1, 64))
            print(f"| {name} | {wants or 'nothing'} | {one:.0f} | {many:.0f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or ["alien_frontiers"])
