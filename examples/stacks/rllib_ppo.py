"""RLlib: PPO with one policy for all seats; the program is `exozoo.training.rllib_example`."""

from __future__ import annotations

import sys

from tell import Clock

from exozoo.training.rllib_example import main as train

PER_ITERATION = 1024


def main(decisions: int) -> None:
    iterations = max(1, decisions // PER_ITERATION)
    clock = Clock()
    told = train(["alien_frontiers", "--iterations", str(iterations)])
    clock.tell(int(told[-1]["decisions"]), "ray", "gymnasium")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2048)
