"""The protocol of evaluation: its games, its figures, the check of a file, the command."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from exozoo.agents.arena.moves import pack, unpack
from exozoo.agents.arena.one_by_one import OneByOne
from exozoo.agents.arena.results import RESULTS_FILE
from exozoo.agents.arena.run import ArenaSettings
from exozoo.agents.arena.time_left import TimeLeft, in_words
from exozoo.agents.evaluation.check import check_file
from exozoo.agents.evaluation.figures import (
    game_figures,
    mean_interval,
    table_figures,
    time_class,
)
from exozoo.agents.evaluation.play import evaluate_agent
from exozoo.agents.evaluation.protocol import Cell, deviations, fingerprints, load_protocol, pin
from exozoo.agents.specs import load_agent
from exozoo.cli import app
from tests.toy import TOY

pytestmark = pytest.mark.compiled  # plays too much to do so without the compiler
PROTOCOL_FILE = str(Path(__file__).parents[1] / "toy" / "protocol.toml")
TOY_PROTOCOL = load_protocol(PROTOCOL_FILE)
GAME = "tests.toy:TOY"
LARGEST = "tests.agents.bots:LowestAction(largest=true)"


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("evaluation")
    evaluate_agent(TOY_PROTOCOL, LARGEST, folder)
    return folder / "evaluation.json"


def test_the_shipped_protocol_holds_what_it_says():
    protocol = load_protocol()
    assert protocol.name == "exozoo-eval-2"
    assert protocol.games >= 40
    assert protocol.games + protocol.further_games >= 200
    for tables in protocol.games_played.values():
        assert {2, 4} <= {table.players for table in tables}
    assert list(protocol.budgets.values()) == [0.001, 0.1, 1.0]


def test_unknown_protocols_and_games_are_refused(tmp_path: Path):
    for wrong in ("exozoo-eval-0", "../secrets", "none.toml"):
        with pytest.raises(ValueError, match="protocol"):
            load_protocol(wrong)
    broken = tmp_path / "broken.toml"
    broken.write_text(Path(PROTOCOL_FILE).read_text().replace("seed = 5", "seeds = 5"))
    with pytest.raises(ValueError, match="missing or unknown"):
        load_protocol(str(broken))
    with pytest.raises(ValueError, match="allowed are"):
        TOY_PROTOCOL.choose(["chess"])


@pytest.mark.parametrize(
    ("entry", "value"),
    [
        *((entry, value) for entry in ("seed", "games") for value in ("-1", "1.5", '"x"', "[]")),
        ("games", "9" * 30),
        ("kept_share", "nan"),
        ("kept_share", '"x"'),
        ("name", "3"),
        ("seed", "[" * 5000),
    ],
    ids=lambda text: text[:20],
)
def test_entries_of_a_protocol_are_of_their_kind(entry: str, value: str, tmp_path: Path):
    text = Path(PROTOCOL_FILE).read_text()
    wrong = re.sub(rf"^{entry} = .*$", f"{entry} = {value}", text, flags=re.MULTILINE)
    assert wrong != text
    (tmp_path / "wrong.toml").write_text(wrong)
    with pytest.raises(ValueError, match="is no protocol") as caught:
        load_protocol(str(tmp_path / "wrong.toml"))
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("pins", ["[", "[]", '{"toy": 3}', "[" * 100_000], ids=lambda t: t[:20])
def test_damaged_pins_are_refused(pins: str, tmp_path: Path):
    path = tmp_path / "own.toml"
    path.write_text(Path(PROTOCOL_FILE).read_text())
    path.with_suffix(".pins.json").write_text(pins)
    with pytest.raises(ValueError, match=r"own.pins.json is damaged"):
        load_protocol(str(path))


def test_a_cell_seats_the_agent_in_turn_on_every_deal():
    settings = Cell(GAME, 4, "random", "greedy").settings(TOY_PROTOCOL)
    seating, seeds = settings.tasks()[0].games()
    assert seating.tolist() == [[0, 1, 1, 1], [1, 1, 1, 0], [1, 1, 0, 1], [1, 0, 1, 1]]
    assert len(set(seeds)) == 1
    further = Cell(GAME, 4, "random", "greedy", further=True).settings(TOY_PROTOCOL)
    assert further.tasks()[0].seeds != settings.tasks()[0].seeds


def test_every_cell_is_played_and_the_file_checks(played: Path):
    data = json.loads(played.read_text())
    cells = data["games"][GAME]["cells"]
    assert [(c["players"], c["opponent"], c["further"]) for c in cells] == [
        (players, opponent, further)
        for further in (False, True)
        for players, opponent in ((2, "random"), (2, "greedy"), (4, "greedy"))
    ]
    for line in data["games"][GAME]["figures"]["tables"]:
        assert line["games"] == 16
        assert line["place_low"] <= line["place"] <= line["place_high"]
    checked = check_file(played, TOY_PROTOCOL)
    assert (checked.games, checked.faults) == (48, [])


def first_game(data: dict) -> dict:
    return data["games"][GAME]["cells"][0]["tasks"][0]["games"][0]


def swap_scores(data: dict) -> None:
    first_game(data)["scores"].reverse()
    first_game(data)["scores"][0] += 1


def another_deal(data: dict) -> None:
    first_game(data)["seed"] += 1


def another_move(data: dict) -> None:
    """Of the opponent: it takes its other cards first."""
    for game in data["games"][GAME]["cells"][0]["tasks"][0]["games"]:
        actions = unpack(game["actions"])
        own = game["seats"].index(1)
        actions[[own, own + 2]] = actions[[own + 2, own]]
        game["actions"] = pack(actions)


def illegal_move(data: dict) -> None:
    first_game(data)["actions"] = pack(np.full(6, 999))


def cut_short(data: dict) -> None:
    first_game(data)["actions"] = pack(unpack(first_game(data)["actions"])[:2])


def longer(data: dict) -> None:
    actions = unpack(first_game(data)["actions"])
    first_game(data)["actions"] = pack(np.concatenate([actions, actions[:1]]))


def invented_fault(data: dict) -> None:
    task = data["games"][GAME]["cells"][0]["tasks"][0]
    seat = task["games"][0]["seats"].index(1)
    task["faults"] = [{"agent": 1, "game": 0, "seat": seat, "ply": 0}]


def better_rating(data: dict) -> None:
    data["games"][GAME]["figures"]["rating"] += 1


def fewer_games(data: dict) -> None:
    data["games"][GAME]["cells"][0]["tasks"].pop()


def no_cell(data: dict) -> None:
    data["games"][GAME]["cells"].pop()


def no_tasks(data: dict) -> None:
    del data["games"][GAME]["cells"][0]["tasks"]


def not_packed(data: dict) -> None:
    first_game(data)["actions"] = "!"


def claims_to_conform(data: dict) -> None:
    """The opponents of the toy are not pinned, which a file has to say."""
    data.update(conforms=True, remarks=[])


def other_opponents(data: dict) -> None:
    data["games"][GAME]["opponents"]["random"] = "0" * 32


def no_longest(data: dict) -> None:
    del data["games"][GAME]["cells"][0]["tasks"][0]["longest"]


def a_table_of_budgets(data: dict) -> None:
    data["games"][GAME]["cells"][0]["tasks"][0]["over_budget"] = {"1 ms": 0}


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (swap_scores, "other scores"),
        (another_deal, "other deals"),
        (another_move, "otherwise"),
        (illegal_move, "out of range"),
        (cut_short, "out of range"),
        (longer, "after its end"),
        (invented_fault, "a fault of random"),
        (better_rating, "figures"),
        (fewer_games, "tasks"),
        (no_cell, "tables"),
        (no_tasks, "tasks"),
        (not_packed, "unpacked"),
        (claims_to_conform, "conforms"),
        (other_opponents, "opponents"),
        (no_longest, "longest"),
        (a_table_of_budgets, "inhomogeneous"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_whatever_is_changed_in_a_file_is_found(spoil, said, played: Path, tmp_path: Path):
    data = json.loads(played.read_text())
    spoil(data)
    path = tmp_path / "spoilt.json"
    path.write_text(json.dumps(data))
    faults = check_file(path, TOY_PROTOCOL).faults
    assert any(said in fault for fault in faults), faults


def test_a_file_without_games_is_refused(played: Path, tmp_path: Path):
    path = tmp_path / "empty.json"
    path.write_text(json.dumps(json.loads(played.read_text()) | {"games": {}}))
    with pytest.raises(ValueError, match="holds no games"):
        check_file(path, TOY_PROTOCOL)


@pytest.mark.parametrize("text", ["[", "[]", "{}", '{"format": "exozoo-evaluation"}'])
def test_what_is_no_evaluation_is_refused(text, tmp_path: Path):
    path = tmp_path / "file.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"file\.json"):
        check_file(path, TOY_PROTOCOL)


def test_a_killed_evaluation_goes_on_to_the_same_games(played: Path, tmp_path: Path):
    shutil.copytree(played.parent, tmp_path / "cut")
    results = sorted((tmp_path / "cut").glob(f"*/{RESULTS_FILE}"))
    results[0].unlink()
    lines = results[1].read_text().splitlines(keepends=True)
    results[1].write_text(lines[0] + lines[1][:20])
    heard = []
    evaluate_agent(
        TOY_PROTOCOL,
        LARGEST,
        tmp_path / "cut",
        tell=lambda what, *rest: heard.append((what, *rest)),
    )
    assert heard[-1][1] == heard[-1][2]
    old, new = (
        json.loads(played.read_text()),
        json.loads((tmp_path / "cut" / played.name).read_text()),
    )
    for before, after in zip(old["games"][GAME]["cells"], new["games"][GAME]["cells"], strict=True):
        games = [[task["games"] for task in cell["tasks"]] for cell in (before, after)]
        assert games[0] == games[1]


def test_slow_agents_play_the_first_games_only(tmp_path: Path):
    slow = replace(TOY_PROTOCOL, fast_milliseconds=0.0)
    data = evaluate_agent(slow, "random", tmp_path)
    assert {cell["further"] for cell in data["games"][GAME]["cells"]} == {False}


def test_opponents_that_play_otherwise_do_not_conform(tmp_path: Path):
    path = tmp_path / "toy.toml"
    shutil.copy(PROTOCOL_FILE, path)
    unpinned = load_protocol(str(path))
    played = fingerprints(unpinned, GAME)
    assert len(deviations(unpinned, GAME, played)) == 2
    pin(str(path))
    pinned = load_protocol(str(path))
    assert pinned.pins == {GAME: played}
    assert deviations(pinned, GAME, played) == []
    assert deviations(pinned, GAME, {**played, "greedy": played["random"]}) == [
        f"greedy of {GAME} plays otherwise than in toy-eval"
    ]
    assert evaluate_agent(pinned, "random", tmp_path / "out")["conforms"]


def test_places_are_shared_in_ties_and_intervals_count_deals():
    games = [
        {"seed": 1, "seats": [0, 1], "ranks": [1, 1], "scores": [5, 5]},
        {"seed": 1, "seats": [1, 0], "ranks": [2, 1], "scores": [3, 6]},
        {"seed": 2, "seats": [0, 1], "ranks": [1, 2], "scores": [9, 2]},
        {"seed": 2, "seats": [1, 0], "ranks": [1, 2], "scores": [7, 4]},
    ]
    found = table_figures(games)
    assert (found["place"], found["won"], found["ahead"]) == (1.375, 0.625, 0.625)
    assert (found["score"], found["opponent_score"]) == (6.0, 4.25)
    assert mean_interval([1, 2, 1, 2], [1, 1, 2, 2]) == (1.5, 1.5, 1.5)
    assert mean_interval([1, 1, 2, 2], [1, 1, 2, 2])[1] < 1


def rated(won: list[bool]) -> float:
    """The rating of an agent that beat greedy, whose rating is 25, in these games."""
    games = [
        {"seed": n, "seats": [0, 1], "ranks": [1, 2] if win else [2, 1], "scores": [0, 0]}
        for n, win in enumerate(won)
    ]
    task = {
        "games": games,
        "decisions": {"0": 1},
        "seconds": {"0": 0.1},
        "over_budget": [0, 0],
        "longest": 0.1,
    }
    cell = {"players": 2, "opponent": "greedy", "tasks": [task]}
    return game_figures(TOY_PROTOCOL, [cell])["rating"]


def test_ratings_are_measured_from_the_opponents():
    assert 21 < rated([True, False] * 40) < 29
    assert rated([True] * 80) > rated([True, True, True, False] * 20) > 29
    assert rated([False] * 80) < rated([False, False, False, True] * 20) < 21


def test_the_class_is_the_smallest_budget_that_is_kept():
    assert time_class(TOY_PROTOCOL, 1000, [10, 0]) == "1 ms"
    assert time_class(TOY_PROTOCOL, 1000, [11, 0]) == "1 s"
    assert time_class(TOY_PROTOCOL, 1000, [900, 11]) == "unlimited"


def test_one_by_one_plays_as_the_agent_does_and_counts():
    states = np.array([TOY.new_state(seed, players=2) for seed in range(5)])
    masks = np.array([TOY.legal_mask(state) for state in states])
    inner = load_agent("greedy", TOY, seed=3)
    timed = OneByOne(inner, (0.0, 60.0))
    assert timed.act(states, masks).tolist() == inner.act(states, masks).tolist()
    assert timed.over_budget == [5, 0]
    assert 0 < timed.longest < 60


def test_packed_actions_come_back():
    actions = np.arange(300) ** 2
    assert unpack(pack(actions)).tolist() == actions.tolist()
    with pytest.raises(ValueError, match="unpacked"):
        unpack(pack(actions)[:40])


def test_the_time_left_is_learnt_from_what_was_played():
    lineups = ((0, 1),)
    arenas = [
        ArenaSettings(GAME, ("a", "b"), games=40, lineups=lineups, games_a_task=20),
        ArenaSettings(GAME, ("a", "c"), games=40, lineups=lineups, games_a_task=20),
    ]
    left = TimeLeft(arenas, jobs=2)
    assert in_words(left.seconds()) == "time left unknown"
    result = {"games": [{}] * 20, "seconds": {"0": 20.0, "1": 0.0}}
    left.hear(0, [{**result, "decisions": {"0": 200, "1": 200}}])
    assert left.seconds() is None
    left.hear(1, [{**result, "decisions": {"0": 200, "1": 200}}])
    assert left.seconds() == pytest.approx(20.0)
    assert in_words(20.0) == "about 20 s left"
    assert in_words(12_000) == "about 3 h 20 min left"


def test_the_command_evaluates_and_checks(tmp_path: Path):
    run = CliRunner()
    words = ["evaluate", "random", "--protocol", PROTOCOL_FILE, "--quick", "--jobs", "1"]
    done = run.invoke(app, [*words, "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    for part in ("not to be cited", "class", "mean place", "above 1 s"):
        assert part in done.output
    path = tmp_path / "evaluation.json"
    check = ["evaluate", "--protocol", PROTOCOL_FILE, "--jobs", "1", "--check", str(path)]
    assert "games play as recorded" in run.invoke(app, check).output
    data = json.loads(path.read_text())
    better_rating(data)
    path.write_text(json.dumps(data))
    assert run.invoke(app, check).exit_code == 1
    for wrong in (["evaluate"], ["evaluate", "random", "--pin"]):
        assert run.invoke(app, wrong).exit_code == 2


@pytest.mark.parametrize("game", load_protocol().games_played)
def test_the_opponents_still_play_as_they_are_pinned(game):
    """If this fails, rules or heuristics changed: declare the next protocol, `exozoo evaluate --pin` it."""
    protocol = load_protocol()
    if game not in protocol.pins:
        pytest.skip(f"the opponents of {game} are not pinned yet")
    assert deviations(protocol, game, fingerprints(protocol, game)) == []
