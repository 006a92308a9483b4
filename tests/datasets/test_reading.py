"""Reading datasets: positions rebuilt as they were, each decision once, credit to the right seat."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from exozoo.envs.core.rewards import REWARDS
from exozoo.envs.core.session import Session
from exozoo.training.datasets import rebuild as rebuilding
from exozoo.training.datasets.reading import Dataset, Decisions, Wanted, next_own, sum_ahead
from exozoo.training.datasets.run import run_selfplay
from tests.datasets.folders import toy_settings
from tests.toy import TOY

pytestmark = pytest.mark.compiled  # plays too much to do so without the compiler

AGENTS = ("random", "greedy")


@pytest.fixture(scope="module")
def dataset(tmp_path_factory) -> Dataset:
    folder = tmp_path_factory.mktemp("data") / "d"
    run_selfplay(toy_settings(agents=AGENTS, games=50, draws={"players": (2, 3)}), folder)
    return Dataset(folder, TOY)


def slow_decisions(dataset: Dataset, kind: str) -> dict[tuple[int, int], dict]:
    """The obvious way: play each game by itself, look back from the end."""
    found = {}
    for row in dataset.games():
        session = Session(TOY, {"players": len(row.scores)})
        session.reset(row.seed)
        own: dict[int, list[dict]] = {seat: [] for seat in range(len(row.scores))}
        for ply, action in enumerate(row.actions.tolist()):
            seat = session.seat
            for fact in own[seat][-1:]:
                fact["reward"] = session.rewards_since(kind, fact["scores"])[seat]
                fact["next_observation"] = session.observe(seat)
            fact = {"observation": session.observe(seat), "mask": session.mask.copy()}
            fact |= {"scores": session.scores(), "seat": seat, "action": action}
            fact |= {"score": row.scores[seat], "rank": row.ranks[seat], "last": False}
            own[seat].append(fact)
            found[row.game_id, ply] = fact
            session.step(action)
        for seat, facts in own.items():
            facts[-1]["reward"] = session.rewards_since(kind, facts[-1]["scores"])[seat]
            facts[-1]["next_observation"] = session.observe(seat)
            facts[-1]["last"] = True
            for place, fact in enumerate(facts):
                fact["returns"] = sum(later["reward"] for later in facts[place:])
    return found


@pytest.mark.parametrize("kind", REWARDS)
def test_every_decision_is_as_playing_the_game_shows_it(dataset, kind):
    slow = slow_decisions(dataset, kind)
    seen = set()
    for batch in dataset.decisions(Wanted(64, kind, seed=3, successors=True)):
        for place, key in enumerate(zip(batch.game_id.tolist(), batch.ply.tolist())):
            assert key not in seen
            seen.add(key)
            fact = slow[key]
            for name in ("observation", "mask", "next_observation"):
                assert np.array_equal(getattr(batch, name)[place], fact[name]), name
            for name in ("seat", "action", "score", "rank", "last"):
                assert getattr(batch, name)[place] == fact[name], name
            for name in ("reward", "returns"):
                assert getattr(batch, name)[place] == pytest.approx(fact[name]), name
    assert seen == set(slow)
    assert len(slow) == dataset.manifest.decisions


def keys(batches) -> list[tuple[int, int]]:
    return [key for b in batches for key in zip(b.game_id.tolist(), b.ply.tolist())]


def test_a_shuffle_follows_its_seed_and_reaches_across_shards(dataset):
    first = keys(dataset.decisions(Wanted(32, seed=1)))
    assert first == keys(dataset.decisions(Wanted(32, seed=1)))
    other = keys(dataset.decisions(Wanted(32, seed=2)))
    assert first != other
    assert sorted(first) == sorted(other) == sorted(keys(dataset.decisions(Wanted(32))))
    shards = {game // 8 for game, _ in first[:32]}
    assert len(shards) > 2


def test_batches_are_full_but_for_the_last_of_each_number_of_players(dataset):
    batches = list(dataset.decisions(Wanted(16, seed=0)))
    assert sum(len(batch) != 16 for batch in batches) <= 2
    assert {b.observation.shape[1] for b in batches} == {TOY.observation.size(n) for n in (2, 3)}


def test_parts_share_no_game_and_are_all(dataset):
    parts = [
        {game for game, _ in keys(dataset.decisions(Wanted(part=part, validation=0.3, seed=seed)))}
        for part, seed in (("train", 1), ("validation", 5))
    ]
    assert not parts[0] & parts[1]
    assert parts[0] | parts[1] == set(range(50))
    assert 5 <= len(parts[1]) <= 25


def test_workers_share_the_games(dataset):
    wanted = Wanted(seed=4)
    shares = [keys(dataset.decisions(replace(wanted, worker=(n, 3)))) for n in range(3)]
    assert sorted(key for share in shares for key in share) == sorted(
        keys(dataset.decisions(wanted))
    )


def test_threads_change_nothing(dataset, monkeypatch):
    monkeypatch.setattr(rebuilding, "GAMES_TOGETHER", 4)  # more groups than threads
    for wishes in ({"seed": 3}, {}, {"seed": 3, "successors": True, "winners": True}):
        one = list(dataset.decisions(Wanted(batch_size=16, **wishes)))
        three = list(dataset.decisions(Wanted(batch_size=16, threads=3, **wishes)))
        assert len(one) == len(three)
        for batch, other in zip(one, three):
            for name, column in vars(batch).items():
                assert np.array_equal(column, getattr(other, name)), name


def test_a_reader_may_stop_early(dataset, monkeypatch):
    monkeypatch.setattr(rebuilding, "GAMES_TOGETHER", 4)
    first = next(dataset.decisions(Wanted(batch_size=4, threads=2)))
    assert np.array_equal(first.action, next(dataset.decisions(Wanted(batch_size=4))).action)


def test_batches_do_not_change_when_more_is_read(dataset, monkeypatch):
    """The memory that games are rebuilt in is used again; what was handed out is not in it."""
    monkeypatch.setattr(rebuilding, "GAMES_TOGETHER", 4)
    stream = dataset.decisions(Wanted(batch_size=8))
    first = next(stream)
    before = first.observation.copy(), first.mask.copy()
    list(stream)
    assert np.array_equal(first.observation, before[0])
    assert np.array_equal(first.mask, before[1])


def test_filters(dataset):
    agents = {row.game_id: row.agents for row in dataset.games()}
    for batch in dataset.decisions(Wanted(agent="greedy", winners=True)):
        assert (batch.rank == 1).all()
        assert all(agents[g][s] == "greedy" for g, s in zip(batch.game_id.tolist(), batch.seat))
    two = dataset.decisions(Wanted(keep=lambda row: len(row.scores) == 2))
    assert {game for game, _ in keys(two)} == {g for g, names in agents.items() if len(names) == 2}


def test_random_access(dataset):
    rows = list(dataset.games())
    for index in (0, 7, 8, 49):
        assert dataset.game_at(index).seed == rows[index].seed
        assert dataset.game_at(index).game_id == index
    with pytest.raises(ValueError, match="holds games 0 to 49"):
        dataset.game_at(50)
    found = dataset.decisions_of([rows[9]], Wanted())
    assert found.action.tolist() == rows[9].actions.tolist()


@pytest.mark.parametrize(
    "wrong",
    [
        {"batch_size": 0},
        {"reward": "gold"},
        {"part": "test"},
        {"validation": 2},
        {"worker": (1, 1)},
    ],
)
def test_wrong_wishes_are_refused(dataset, wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        next(dataset.decisions(Wanted(**wrong)))


def test_sums_ahead_follow_the_links():
    games, seats = np.array([0, 0, 0, 0, 1, 1]), np.array([0, 1, 0, 0, 0, 1])
    following = next_own(games, seats)
    assert following.tolist() == [2, -1, 3, -1, -1, -1]
    paid = np.array([1, 2, 4, 8, 16, 32], np.float32)
    assert sum_ahead(paid, following).tolist() == [13, 2, 12, 8, 16, 32]


def test_the_names_of_modules_are_not_taken_from_a_dataset(dataset):
    with pytest.raises(ValueError, match="a dataset of 'toy': installed are"):
        Dataset(dataset.folder)


def test_torch_gets_the_same_batches_from_any_number_of_workers(dataset):
    torch = pytest.importorskip("torch")
    from exozoo.training.datasets.loader import DecisionStream

    stream = DecisionStream(dataset.folder, Wanted(32, seed=6), TOY)
    loaded = list(torch.utils.data.DataLoader(stream, batch_size=None))
    plain = list(dataset.decisions(Wanted(32, seed=6)))
    assert len(loaded) == len(plain)
    for batch, other in zip(loaded, plain):
        assert set(batch) == {field.name for field in fields(Decisions)}
        assert torch.equal(batch["observation"], torch.from_numpy(other.observation))
    stream.set_pass(1)
    again = [b["game_id"].tolist() for b in torch.utils.data.DataLoader(stream, batch_size=None)]
    assert again != [b["game_id"].tolist() for b in loaded]
    shared = torch.utils.data.DataLoader(
        stream, batch_size=None, num_workers=2, multiprocessing_context="fork"
    )
    pairs = [k for b in shared for k in zip(b["game_id"].tolist(), b["ply"].tolist())]
    assert sorted(pairs) == sorted(keys(plain))
