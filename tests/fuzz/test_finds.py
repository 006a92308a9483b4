"""What fuzzing found, each as a test of its own."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from exozoo.agents.heuristics.table import read_weights
from exozoo.agents.registry import load
from exozoo.agents.specs import load_agent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.compile import share
from exozoo.envs.core.files import read_json_lines
from exozoo.envs.core.words import shown, whole
from exozoo.envs.gaia_project.notation import import_fields
from exozoo.envs.records.replay import from_json
from exozoo.envs.registry import load_game
from tests.fuzz.mutate import deep
from tests.fuzz.target import check_words
from tests.fuzz.targets.records import small_logs
from tests.toy import TOY

pytestmark = pytest.mark.compiled
NO_NUMBERS = (np.zeros(3, np.int64), np.zeros((2, 2)), int, complex(1), {1}, deep(), "x" * 5000)


def refused(call, *arguments, **named) -> str:
    with pytest.raises(ValueError, match=r"\w") as caught:
        call(*arguments, **named)
    check_words(str(caught.value))
    return str(caught.value)


@pytest.mark.parametrize("value", NO_NUMBERS, ids=lambda value: type(value).__name__)
def test_what_is_no_number_is_no_seed_no_action_and_no_seat(value):
    state = TOY.new_state(1)
    assert "seed" in refused(TOY.new_state, value)
    assert "action" in refused(TOY.step, state, value)
    assert "action" in refused(TOY.describe, state, value)
    assert "action" in refused(TOY.actions.decode, value)
    for call in (TOY.observe, TOY.determinize, TOY.to_text):
        assert "seat" in refused(call, state, value)
    assert "threads" in refused(Batch, TOY, 2, threads=value)


@pytest.mark.parametrize("seat", [-1, 2, 99, 2**40, 10**5000], ids=shown)
def test_a_seat_that_is_not_there_has_nothing_dealt_anew(seat):
    """It crashed the interpreter: kernels check no index."""
    assert "seat" in refused(TOY.determinize, TOY.new_state(1), seat)


def test_a_card_set_of_a_name_too_long_for_a_file_is_told_in_a_few_letters():
    game = load_game("beyond_the_sun")
    for name in ("a" * 5000, "a\nb" * 2000):
        assert "cannot be read" in refused(game.new_state, 1, cards=name)


def test_numbers_of_many_digits_are_told_in_a_few_letters():
    state = TOY.new_state(1)
    assert "action" in refused(TOY.step, state, 10**5000)
    assert "seed" in refused(TOY.new_state, 10**5000)
    assert "players" in refused(TOY.new_state, 1, players=10**5000)


@pytest.mark.parametrize(
    "value",
    [99, "x", [], deep(), np.zeros((2, 2)), b"1", object(), 10**5000],
    ids=lambda value: shown(value, 10),
)
@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("planet_unknown", "planets"),
        ("planet_unknown", "events"),
        ("planet_unknown", "susan_offset"),
        ("gaia_project", "setup"),
        ("gaia_project", "factions"),
        ("gaia_project", "automa_level"),
        ("beyond_the_sun", "cards"),
    ],
)
def test_options_of_another_kind_are_refused(name, option, value):
    words = refused(load_game(name).options.parse, {option: value})
    assert f"option {option}" in words


@pytest.mark.parametrize("entry", [3, "x", [1], None, {"slot": deep()}, {"slot": True}])
def test_parts_of_a_set_up_of_another_kind_are_refused(entry):
    parse = load_game("gaia_project").options.parse
    assert "option setup" in refused(parse, {"players": 2, "setup": {"sectors": [entry]}})


def test_long_names_are_cut():
    assert "keyword" in refused(TOY.options.parse, {"a" * 5000: 1})
    assert "unknown agent" in refused(load, "a" * 5000, TOY)
    assert "unknown game" in refused(load_game, "a" * 5000)


@pytest.mark.parametrize("name", ["over", "actions", "seed", "version", "scores"])
@pytest.mark.parametrize("value", ["x" * 5000, [[0] * 5000], {"a": "b" * 5000}])
def test_wrong_entries_of_a_replay_are_cut(name, value):
    facts = {"format": "exozoo-replay", "format_version": 2, "game": "x", "version": 1}
    facts |= {"options": {}, "seed": 1, "actions": [], "over": False, "scores": [], "ranking": []}
    refused(from_json, json.dumps({**facts, name: value}))


def test_lines_of_json_that_are_too_deep_are_damaged(tmp_path):
    path = tmp_path / "lines.jsonl"
    for content in (b"[" * 100_000, b"\xff\xfe{}"):
        path.write_bytes(b"{}\n" + content + b"\n")
        with pytest.raises(ValueError, match="line 2 is damaged"):
            read_json_lines(path, lambda entry: True)


@pytest.mark.parametrize(
    "changes",
    [
        {"target": ["generic"]},
        {"target": {}},
        {"tools": "x" * 5000},
        {"kernels": [{"name": f"a/b-{'0' * 24}-{'0' * 12}", "size": 10**18, "sha256": ""}]},
        {"kernels": 3},
    ],
)
def test_lists_of_kernels_are_not_trusted(changes, tmp_path):
    facts = {"tools": share.tools(), "triple": share.llvm.get_process_triple()}
    facts |= {"target": "generic", "kernels": [], **changes}
    path = tmp_path / "kernels"
    path.write_bytes(share.HEADER + json.dumps(facts).encode() + b"\n")
    refused(share.import_file, path, tmp_path / "cache")
    path.write_bytes(share.HEADER + b"[" * 100_000 + b"\n")
    refused(share.import_file, path, tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_results_of_another_arena_are_not_counted(tmp_path):
    from exozoo.agents.arena.run import ArenaSettings, run_arena

    settings = ArenaSettings("tests.toy:TOY", ("random", "greedy"), games=2, games_a_task=2)
    run_arena(settings, tmp_path)
    path = tmp_path / "results.jsonl"
    lines = path.read_text().splitlines()
    for change in ({"task": 99}, {"games": []}):
        path.write_text(json.dumps({**json.loads(lines[0]), **change}) + "\n")
        with pytest.raises(ValueError, match="is not one of this arena"):
            run_arena(settings, tmp_path)


class TestFilesOfTraining:
    @pytest.fixture(autouse=True)
    def _needed(self):
        pytest.importorskip("torch")
        pytest.importorskip("pydantic")

    @pytest.mark.parametrize("text", ["smoke = 3", "full = []", "a = " + "[" * 5000], ids=shown)
    def test_configs_with_sizes_that_are_no_tables(self, text, tmp_path):
        from exozoo.training.config import load_config

        (tmp_path / "a.toml").write_text(text + "\n")
        refused(load_config, tmp_path / "a.toml")

    def test_a_network_that_asks_for_more_than_there_is_takes_no_memory(self, tmp_path):
        """Its widths were believed before its weights were looked at: gigabytes for a small file."""
        import resource

        from exozoo.agents.network.checkpoint import MAX_WIDTH, load_network, save_network
        from exozoo.agents.network.model import GameNetwork, NetworkSize

        small = NetworkSize(channels=2, width=8, seat_width=8, shared_width=8, thing_width=0)
        path = save_network(GameNetwork(TOY, small), TOY, tmp_path / "n.safetensors")
        facts = json.loads(path.with_suffix(".json").read_text())
        facts["network"] |= dict.fromkeys(("width", "seat_width", "shared_width"), MAX_WIDTH)
        path.with_suffix(".json").write_text(json.dumps(facts))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        assert "do not fit" in refused(load_network, path, TOY)
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # kilobytes
        path.with_suffix(".json").write_text("[" * 100_000)
        assert "cannot be read" in refused(load_network, path, TOY)

    def test_files_of_a_run_that_are_too_deep_are_damaged(self, tmp_path):
        from exozoo.training.config import load_config
        from exozoo.training.run import run_training
        from tests.faults.test_kills import TOY_CONFIG

        (tmp_path / "config.json").write_text("[" * 100_000)
        config = load_config(TOY_CONFIG, "smoke")
        assert "is damaged" in refused(run_training, config, tmp_path)

    def test_options_of_a_recorded_game_that_are_too_deep_are_refused(self):
        from exozoo.training.datasets.rebuild import Options, checked, to_replay
        from exozoo.training.datasets.schema import GameRow

        deep_ones = "[" * 100_000
        row = GameRow(0, TOY.name, TOY.version, deep_ones, 1, (), (), (), 0, np.zeros(0, np.int64))
        assert "too deeply" in refused(checked, TOY, Options(TOY), row)
        assert "too deeply" in refused(to_replay, row)
        assert "not a JSON object" in refused(to_replay, replace(row, options="null"))

    def test_a_checkpoint_whose_fault_has_no_words_is_set_aside(self, tmp_path, monkeypatch):
        from exozoo.training import progress

        place = tmp_path / "checkpoints" / f"{10:012d}"
        place.mkdir(parents=True)
        (place / "state.pt").write_bytes(b"")
        (place / "facts.json").write_text("{}")

        def fail(*arguments, **named):
            raise EOFError

        monkeypatch.setattr(progress.torch, "load", fail)
        with pytest.warns(UserWarning, match="EOFError"):
            assert progress._resume(tmp_path)[1] is None


def test_values_are_shown_in_one_short_line():
    class Rude:
        def __repr__(self):
            raise RuntimeError("no")

    for value in (deep(), 10**5000, Rude(), "a\nb", np.zeros((9, 9)), "\ud800"):
        words = shown(value)
        check_words(words)
        words.encode()
        assert len(words) <= 100
    assert [whole(value) for value in (3, np.int64(3), True, "3", 3.0, int)] == [3, 3, *[None] * 4]


def test_a_place_that_cannot_be_loaded_is_told_in_one_short_line(tmp_path, monkeypatch):
    """Python's own words repeated the name, however long; a module may raise whole pages."""
    (tmp_path / "loud.py").write_text("raise RuntimeError('one\\ntwo ' * 5000)")
    monkeypatch.syspath_prepend(tmp_path)
    for place in ("tests.agents.bots:L" + "a" * 2000, "m" * 5000 + ":A", "loud:Bot"):
        assert "cannot be loaded" in refused(load_agent, place, TOY)


def test_a_name_too_long_for_a_file_is_refused_like_any_other_that_is_not_there():
    """The system's own error, no ValueError, came of it."""
    pytest.importorskip("torch")
    from exozoo.agents.evaluation.protocol import load_protocol
    from exozoo.training.config import load_config

    name = "a" * 5000
    assert "there is no checkpoint" in refused(load_agent, f"policy(path={name}.safetensors)", TOY)
    assert "there is no protocol" in refused(load_protocol, f"{name}.toml")
    assert "there is no config" in refused(load_config, f"{name}.toml")


def test_a_difference_between_a_log_and_the_game_is_told_in_one_short_line():
    """Names of what a log records were repeated, however long."""
    whole = small_logs(1)[0]
    for end in ({"a" * 5000: 1}, {"a\nb": 1}):
        report = import_fields("log", {**whole, "end": end})
        assert "end a" in str(report.difference)
        check_words(str(report))


@pytest.mark.parametrize("seat", ["0009", "00000001", "2", "-1", "٣"])
def test_a_seat_of_the_page_is_one_that_is_there(seat):
    """Of a long number only the first digits were compared: "0009" read what lies behind the seats."""
    pytest.importorskip("starlette")
    pytest.importorskip("httpx")
    from exozoo.web.table import HUMAN
    from tests.web.client import begin, connect

    with connect() as client:
        seated = begin(client, HUMAN, HUMAN, open=True)
        answer = client.get(f"{seated.path}/words", params={"seat": seat}, headers=seated.headers())
        assert answer.status_code == 400
        assert "allowed are all, 0..1" in answer.json()["error"]


def test_an_unknown_weight_is_refused_in_a_short_line_however_many_there_are(tmp_path):
    path = tmp_path / "folder" / ("x" * 150) / "weights.toml"
    path.parent.mkdir(parents=True)
    path.write_text("[weights]\nnone_such = [1, 1]\n")
    assert "none_such" in refused(read_weights, load_game("alien_frontiers"), path)
