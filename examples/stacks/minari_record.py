"""Minari's own collector around a Gymnasium environment: record games, load them, sample one.

For many games `exozoo selfplay` and `exozoo dataset export --to minari` are far faster.
"""

from __future__ import annotations

import os
import sys
import tempfile

import gymnasium
import minari
from tell import Clock

import exozoo


def main(games: int) -> None:
    assert exozoo.game_names()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MINARI_DATASETS_PATH"] = folder
        env = gymnasium.make("exozoo/AlienFrontiers-v0", opponents="random")
        env.reset(seed=0)
        collector = minari.DataCollector(env, record_infos=True)
        clock = Clock()
        for seed in range(games):
            _, info = collector.reset(seed=seed)
            over = False
            while not over:
                action = env.action_space.sample(info["action_mask"])
                _, _, over, _, info = collector.step(action)
        made = collector.create_dataset(
            dataset_id="exozoo/alien-frontiers-v0", eval_env="exozoo/AlienFrontiers-v0"
        )
        loaded = minari.load_dataset("exozoo/alien-frontiers-v0")
        episode = loaded.sample_episodes(1)[0]
        assert loaded.total_episodes == games
        assert episode.infos["action_mask"][0][episode.actions[0]]
        clock.tell(made.total_steps, "minari", "gymnasium")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
