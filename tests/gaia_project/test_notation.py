"""Recorded games on our rules, move by move, and games of ours in the same notation."""

from __future__ import annotations

import copy
import gzip
import json
import re
from pathlib import Path

import numpy as np
import pytest

from exozoo.envs.gaia_project import GAME
from exozoo.envs.gaia_project.constants import (
    B3_CCC,
    FACTION_IDS,
    N2_CC,
    N4_OC,
    N6_OO,
    P1_C,
    P3_O,
    P4_K,
    P4_Q,
    Q1_O,
)
from exozoo.envs.gaia_project.notation import (
    export_log,
    export_replay,
    import_fields,
    import_log,
    main,
)
from exozoo.envs.gaia_project.notation.spend import splits

pytestmark = pytest.mark.compiled  # whole games, minutes without the compiler

LOGS = sorted((Path(__file__).parent / "data" / "logs").glob("*.json*"))


def fields_of(name):
    path = next(p for p in LOGS if p.name.startswith(name))
    data = path.read_bytes()
    return json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)


@pytest.fixture(scope="module")
def reports():
    """Every recorded game, played once."""
    return {path.name: import_log(path) for path in LOGS}


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.name)
def test_recorded_games_agree_in_everything(path, reports):
    """Scores, their sources, final counts, states, the map and, if traced, each position."""
    report, fields = reports[path.name], fields_of(path.name)
    assert report.difference is None
    assert report.complete == fields["complete"]
    assert report.scores == [entry["vp"] for entry in fields["final"]]
    assert report.lines == len(fields["log"]) - 1


def spelled_out(line):
    """A line with every choice the notation leaves to the writer made in one way."""
    line = re.sub(r"\b(t|pw)\b(?!-)", lambda m: f"1{m[1]}", line)
    line = re.sub(r"(?<=\bspend )(?=t-a3|gf)", "1", line)
    line = re.sub(r"\bburn (\d+)", lambda m: ". ".join(["burn 1"] * int(m[1])), line)
    return re.sub(r"(?<=decline ).*pw.*", "offer", line)


def test_exported_lines_are_the_recorded_ones(reports):
    """Our decisions, written down again, give the lines they came from."""
    checked = 0
    for name, report in reports.items():
        fields = fields_of(name)
        merged = any(re.search(r"spend \d{1,2}\w+ for", line) for line in fields["log"])
        if report.notes or not fields["complete"] or (merged and fields["source"] == "human"):
            continue
        options = {"players": fields["players"], "setup": fields["setup"], "auto_resolve": False}
        exported = export_log({**options, "turn_order": "passing"}, 0, report.actions)
        ours = [spelled_out(line) for line in exported["log"][1:]]
        assert ours == [spelled_out(line) for line in fields["log"][1:]]
        assert exported["final"] == fields["final"]
        checked += 1
    assert checked >= 4


def random_game(seed, players, **options):
    """Options and actions of a game in which every decision is random."""
    options = {"players": players, **options}
    rng = np.random.default_rng(seed)
    state = GAME.new_state(seed=seed, **options)
    actions = []
    while not GAME.is_over(state):
        legal = GAME.legal_actions(state)
        free = GAME.actions.encode("free_action", 0)
        busy = [a for a in legal if not free <= a < free + 18] or list(legal)
        pool = busy if rng.random() < 0.8 else list(legal)
        actions.append(int(rng.choice(pool)))
        GAME.step(state, actions[-1])
    return options, actions, GAME.scores(state)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("turn_order", ["clockwise", "passing"])
def test_our_games_survive_the_round_trip(players, turn_order):
    for seed in range(3):
        options, actions, scores = random_game(seed, players, turn_order=turn_order)
        fields = json.loads(json.dumps(export_log(options, seed, actions)))
        report = import_fields("ours", fields)
        assert report.difference is None
        assert report.scores == scores
        assert report.complete


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_games_survive_the_round_trip(players):
    for seed in range(100, 160):
        options, actions, scores = random_game(seed, players)
        report = import_fields("ours", export_log(options, seed, actions))
        assert report.difference is None, seed
        assert report.scores == scores


@pytest.mark.parametrize("auto_resolve", [True, False])
def test_a_running_game_is_written_up_to_where_it_stands(auto_resolve):
    options, actions, _ = random_game(5, 3, auto_resolve=auto_resolve)
    for length in [*range(40), *range(40, len(actions), 7)]:
        fields = export_log(options, 5, actions[:length])
        report = import_fields("running", fields)
        assert report.difference is None, length
        assert not report.complete


def test_a_replay_is_exported_by_its_options_seed_and_actions():
    options, actions, scores = random_game(9, 2)

    class Recorded:
        pass

    recorded = Recorded()
    recorded.options, recorded.seed, recorded.actions = options, 9, tuple(actions)
    assert [entry["vp"] for entry in export_replay(recorded)["final"]] == scores


def test_illegal_and_superfluous_actions_are_not_exported():
    options, actions, _ = random_game(9, 2)
    with pytest.raises(ValueError, match="illegal"):
        export_log(options, 9, [331])
    with pytest.raises(ValueError, match="over"):
        export_log(options, 9, [*actions, 0])


def changed(name, **changes):
    fields = copy.deepcopy(fields_of(name))
    for key, change in changes.items():
        change(fields[key])
    return import_fields("changed", fields)


def set_score(final):
    final[1]["vp"] += 1


def test_the_first_difference_is_told():
    report = changed("gp2-s04", final=set_score)
    assert not report.ok
    assert report.difference == "itars VP: ours 107, recorded 108"
    assert "107" in str(report)


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        (3, "terrans build m 6B1", "not legal"),
        (3, "itars build m 4A5", "terrans has to place"),
        (9, "terrans build PI 6B0.", "not legal"),
        (9, "terrans up eco", None),
        (9, "terrans spend 1c for 1o. up eco.", "no conversions give 1o for 1c"),
        (9, "terrans spend 9pw for 3o. up eco.", "cannot be paid"),
        (9, "terrans federation 6B0 fed1.", "not legal"),
        (9, "terrans special 4c.", "unknown special action"),
        (9, "terrans build m 99x1.", "not on this board"),
        (9, "terrans tech free1.", "not now"),
        (12, "itars charge 3pw", "the offer is 1pw"),
        (12, "itars charge 1pw,1t", "does not come with it"),
        (12, "terrans up eco.", "itars has to answer"),
        (9, "terrans brainstone area1.", "brainstone cannot go there"),
        (1, "p3 faction terrans", "no such player"),
    ],
)
def test_refused_moves_are_named(line, text, message):
    fields = fields_of("gp2-s04")
    fields["log"][line] = text
    report = import_fields("changed", fields)
    if message is None:
        message = "itars"  # the turn was not ended, so the next player is not on turn
        line += 1
    assert report.difference.startswith(f"line {line} (")
    assert message in report.difference


def test_games_that_end_too_early_or_go_on_too_long_are_not_complete():
    report = changed("gp2-s04", log=lambda log: log.pop())
    assert "the log ends before the game" in report.difference
    report = changed("gp2-s04", log=lambda log: log.append("terrans pass"))
    assert "the game is over" in report.difference


def test_a_difference_in_a_trace_is_told_with_its_line():
    def change(trace):
        trace[40]["players"][0]["c"] += 1

    report = changed("gp2-s03", trace=change)
    assert re.match(r"after line 41 \(.*\): baltaks c: ours", report.difference)


@pytest.mark.parametrize(
    "change",
    [
        lambda setup: setup.update(map="big_10"),
        lambda setup: setup.update(boosters=[1, 2]),
        lambda setup: setup["tech_tiles"].update(free1="std77"),
        lambda setup: setup.update(surprise=1),
        lambda setup: setup.update(mirror=[1]),
        lambda setup: setup.pop("terraforming_federation"),
        lambda setup: setup.update(factions=["terrans", "lantids"]),
        lambda setup: setup["planets"].update({"7A8": "ice"}),
        lambda setup: setup["sectors"].pop(),
    ],
)
def test_impossible_set_ups_are_refused(change):
    report = changed("gp2-s04", setup=change)
    assert not report.ok
    assert report.lines == 0


def test_main_tells_by_its_status(tmp_path, capsys):
    good = next(p for p in LOGS if p.name.startswith("gp2-s04"))
    assert main([good]) == 0
    assert "terrans 102, itars 107 (finished, as recorded)" in capsys.readouterr().out
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    assert main([good, bad]) == 1
    assert "bad.json: players: None" in capsys.readouterr().err
    assert main([tmp_path / "missing.json"]) == 1


@pytest.mark.parametrize(
    ("cost", "gain", "faction", "expected"),
    [
        ({"pw": 3}, {"o": 1}, "terrans", [(P3_O,)]),
        ({"pw": 7}, {"o": 1, "k": 1}, "terrans", [(P3_O, P4_K)]),
        ({"pw": 4}, {"o": 1}, "terrans", [(P4_Q, Q1_O)]),
        ({"pw": 2}, {"c": 2}, "terrans", [(P1_C, P1_C)]),
        ({"pw": 2}, {"c": 2}, "nevlas", [(N2_CC,), (P1_C, P1_C)]),
        ({"pw": 4}, {"o": 1, "c": 1}, "nevlas", [(N4_OC,), (P3_O, P1_C)]),
        ({"pw": 6}, {"o": 2}, "nevlas", [(N6_OO,), (P3_O, P3_O)]),
        ({"pw": 3}, {"c": 3}, "taklons", [(B3_CCC,), (P1_C, P1_C, P1_C)]),
        ({"c": 1}, {"o": 1}, "terrans", []),
        ({"pw": 5}, {"q": 1}, "terrans", []),
    ],
)
def test_merged_conversions_are_split(cost, gain, faction, expected):
    found = list(splits(cost, gain, FACTION_IDS.index(faction)))
    assert found == [tuple(int(c) for c in way) for way in expected]


def test_large_merged_conversions_are_split_quickly():
    ways = list(splits({"pw": 36, "q": 3}, {"o": 8, "c": 9, "k": 3}, FACTION_IDS.index("xenos")))
    assert ways


JUNK = (None, True, -1, 10**30, "", "x", "1pw", [], [1], {}, {"a": 1}, 1.5, "terrans pass", "p1 .")


def places(node, path=()):
    """The path of every entry of a JSON value."""
    yield path
    children = ()
    if isinstance(node, dict):
        children = node.items()
    elif isinstance(node, list):
        children = enumerate(node)
    for key, child in children:
        yield from places(child, (*path, key))


@pytest.mark.parametrize("seed", range(25))
def test_damaged_files_are_reported_and_never_raise(seed):
    rng = np.random.default_rng(seed)
    fields = fields_of(("gp2-s02", "gp2-s06", "part-14", "part-15")[seed % 4])
    del fields["options"]
    key = ("log", "setup", "trace", "final", "end")[seed % 5]
    if key not in fields:
        key = "log"
    paths = [path for path in places(fields[key], (key,)) if len(path) > 1]
    path = paths[rng.integers(len(paths))]
    node = fields
    for step in path[:-1]:
        node = node[step]
    old = node[path[-1]]
    if isinstance(old, str) and old and rng.random() < 0.5:
        cut = int(rng.integers(len(old)))
        node[path[-1]] = old[:cut] + ".,1x -QA"[rng.integers(8)] + old[cut + 1 :]
    else:
        node[path[-1]] = JUNK[rng.integers(len(JUNK))]
    assert str(import_fields("damaged", fields))
