"""Learning from a dataset in place of a teacher."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("pyarrow")

from exozoo.agents.network.values import RETURNS, UTILITY  # noqa: E402
from exozoo.agents.policy import PolicyAgent  # noqa: E402
from exozoo.training.cloning import Library  # noqa: E402
from exozoo.training.config import load_config  # noqa: E402
from exozoo.training.datasets.run import run_selfplay  # noqa: E402
from exozoo.training.progress import Run  # noqa: E402
from exozoo.training.run import run_training  # noqa: E402
from tests.datasets.folders import LOWEST, toy_settings  # noqa: E402
from tests.toy import TOY  # noqa: E402

TOY_CONFIG = Path(__file__).parents[1] / "toy" / "train.toml"
pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    made = tmp_path_factory.mktemp("cloning") / "d"
    run_selfplay(toy_settings(games=200, agents=("random", LOWEST), shard_games=50), made)
    return made


def cloning_config(folder: Path, **imitation):
    how = {"dataset": str(folder), "teacher": "", "rounds": 3, "games": 60, **imitation}
    return load_config(TOY_CONFIG, "smoke", imitation=how, total_steps=0)


def test_a_round_is_what_the_dataset_holds(folder, tmp_path):
    config = cloning_config(folder, agent=LOWEST)
    run = Run(config, tmp_path)
    library, learner = Library(config, TOY), PolicyAgent(TOY, network=run.network)
    first, again, other = (library.round(learner, number).lessons[0] for number in (0, 0, 1))
    assert torch.equal(first.observations, again.observations)
    assert not torch.equal(first.observations, other.observations)
    masks = np.unpackbits(first.masks.numpy(), axis=1, count=TOY.num_actions)
    assert np.array_equal(first.opinions.argmax(dim=1).numpy(), masks.argmax(axis=1))
    assert set(first.values[:, 0, RETURNS].unique().tolist()) <= {-1.0, 0.0, 1.0}
    assert first.values[:, 1:, RETURNS].isnan().all()
    assert (first.values[..., UTILITY].sign()[:, 0] == first.values[:, 0, RETURNS]).all()


def test_a_network_learns_what_one_agent_of_a_dataset_does(folder, tmp_path):
    config = cloning_config(folder, agent=LOWEST, rounds=6, learning_rate=5e-3)
    data = run_training(config, tmp_path / "run")
    assert data["imitation"]["agreement"] > 0.95
    assert data["imitation"]["decisions"] > 1000
    assert str(folder) in (tmp_path / "run/report.md").read_text()


def test_wrong_datasets_are_refused(folder, tmp_path):
    with pytest.raises(ValueError, match="a teacher or a dataset, not both"):
        cloning_config(folder, teacher="greedy")
    with pytest.raises(ValueError, match="total_steps=0: allowed with imitation only"):
        load_config(TOY_CONFIG, "smoke", total_steps=0, imitation={"teacher": ""})
    with pytest.raises(ValueError, match="no decisions to learn from"):
        run_training(cloning_config(folder, agent="nobody"), tmp_path / "a")
    with pytest.raises(ValueError, match="holds no dataset"):
        run_training(cloning_config(tmp_path), tmp_path / "b")
