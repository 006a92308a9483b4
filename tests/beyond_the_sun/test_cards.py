"""The card set as data: parts list, replacing it, bad files, the tableau variant, rule coverage."""

from __future__ import annotations

import copy
import dataclasses
import json
import re
from collections import Counter

import numpy as np
import pytest

from exozoo.envs.beyond_the_sun.cards import shown
from exozoo.envs.beyond_the_sun.rules.phase_turn import meets
from exozoo.envs.core.session import Session
from exozoo.envs.records.replay import from_bytes, record
from tests.beyond_the_sun.positions import (
    CARDS,
    GAME,
    can,
    effects,
    options,
    own,
    play,
    put_tech,
    researched,
    slot,
    stack_deck,
    table,
    turn_of,
)


def test_parts_list():
    """BS-1, BS-3, BS-7, BS-8, BS-12, BS-13, BS-14: what the box holds."""
    assert Counter(c["level"] for c in CARDS.items("technologies")) == {1: 4, 2: 16, 3: 16, 4: 10}
    assert Counter(c["deck"] for c in CARDS.items("systems")) == {"A": 12, "B": 12}
    assert Counter(c["level"] for c in CARDS.items("events")) == {2: 10, 3: 10}
    assert len(CARDS.items("achievements")) == 10
    assert len(CARDS.items("tech_tree")) == 19
    for board in CARDS.items("factions"):
        assert sum(board["supply_columns"].values()) == 17
    assert GAME.num_actions == 162


def test_every_entry_says_where_it_comes_from():
    """Entries of our own design stay marked."""
    marks = Counter()
    for section in ("technologies", "systems", "events", "achievements", "guilds", "factions"):
        for entry in CARDS.items(section):
            marks[entry["provenance"]] += 1
    assert set(marks) == {"rulebook", "public", "reconstructed"}
    level_3 = [c for c in CARDS.items("technologies") if c["level"] == 3]
    assert all(c["provenance"] == "public" for c in level_3)


def written(tmp_path, **sections):
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(sections))
    return str(path)


def test_a_replaced_card_changes_the_game(tmp_path):
    """Numbers of a card file travel in the state: no kernel is compiled again."""
    systems = copy.deepcopy(CARDS.sections["systems"])
    for card in systems["systems"]:
        card["vp"] = 1
        card["control_bonus"] = [{"op": "gain_ore", "n": 7}]
        card["name"] = "Planet " + card["id"]
    path = written(tmp_path, systems=systems)
    s = GAME.new_state(seed=1, players=2, cards=path)
    ore = int(own(s, 0)["ore"])
    play(s, "build and jump, space 1", "take")
    assert any("Planet A-0" in o for o in _destinations(s))
    play(s, "stop")
    if can(s, "food track"):
        play(s, "food track")
    assert own(s, 0)["ore"] == ore + 7
    shipped = GAME.new_state(seed=1, players=2)
    assert shipped["box"].tobytes() != s["box"].tobytes()


def renamed_systems(prefix):
    systems = copy.deepcopy(CARDS.sections["systems"])
    for card in systems["systems"]:
        card["name"] = prefix + card["id"]
    return {"systems": systems}


def test_a_card_set_is_its_own_value(tmp_path):
    """A path and the sections themselves give the same option, the same state and the same text."""
    sections = renamed_systems("Planet ")
    path = written(tmp_path, **sections)
    parsed = GAME.options.parse({"cards": path})
    assert parsed["cards"] == json.loads(json.dumps(sections))
    assert GAME.options.parse(parsed) == parsed
    assert GAME.options.parse({"cards": tmp_path / "cards.json"}) == parsed
    states = [GAME.new_state(seed=3, players=2, cards=cards) for cards in (path, sections)]
    assert states[0].tobytes() == states[1].tobytes()


def test_sets_that_differ_in_names_alone_are_told_apart():
    """Names belong to the state that was dealt with them, whatever was loaded later."""
    first, second = (
        GAME.new_state(seed=3, players=2, cards=renamed_systems(prefix)) for prefix in ("P ", "Q ")
    )
    assert first["box"].tobytes() != second["box"].tobytes()
    for s, prefix in ((first, "P "), (second, "Q "), (first, "P ")):
        assert prefix + "A-0" in GAME.draw(s)
    assert "P A-0" not in GAME.draw(GAME.new_state(seed=3, players=2))


def test_cards_that_this_process_has_not_loaded_are_numbered(monkeypatch):
    """A saved state still shows its own numbers: rather no names than those of other cards."""
    sections = renamed_systems("Planet ")
    for card in sections["systems"]["systems"]:
        card["strength"] = 9
    s = GAME.new_state(seed=3, players=2, cards=sections)
    assert "Planet A-0" in GAME.draw(s)
    monkeypatch.setattr(shown, "_known", {})
    picture = GAME.draw(s)
    assert "Planet" not in picture
    assert "Barnard" not in picture
    assert re.search(r"system \d+", picture)
    assert "strength 9" in picture


def test_a_replay_carries_its_cards_and_opens_no_file(tmp_path):
    """Replays hold the sections; a path in one is refused unopened."""
    path = written(tmp_path, **renamed_systems("Planet "))
    session = Session(GAME, {"players": 2, "cards": path, "max_rounds": 1})
    session.reset(5)
    while not session.over:
        session.step(int(np.flatnonzero(session.mask)[0]))
    replay = from_bytes(record(session).to_bytes())
    (tmp_path / "cards.json").unlink()
    assert "Planet A-0" in GAME.draw(replay.verify(GAME))
    stranger = dataclasses.replace(replay, options={**replay.options, "cards": "/dev/zero"})
    with pytest.raises(ValueError, match="option cards='/dev/zero': must be the cards themselves"):
        stranger.verify(GAME)
    old = dataclasses.replace(replay, version=0)
    with pytest.raises(ValueError, match="recorded with rules version 0, these are 1"):
        old.verify(GAME)


@pytest.mark.parametrize("kind", ["techs_of_level", "all_slots_of_level"])
@pytest.mark.parametrize("counts", [False, True])
def test_achievements_may_count_private_technologies(kind, counts):
    """BS-50: `private_counts` of a condition is obeyed."""
    achievements = copy.deepcopy(CARDS.sections["achievements"])
    condition = {"type": kind, "level": 2, "n": 6, "private_counts": counts}
    for card in achievements["achievements"]:
        if card["group"] == "base":
            card["condition"] = condition
    s = GAME.new_state(seed=1, players=2, cards={"achievements": achievements})
    level_2 = [k for k, e in enumerate(CARDS.items("technologies")) if e["level"] == 2]
    for place, card in zip(("II-1", "II-2", "II-3", "II-4", "II-5"), level_2, strict=False):
        s["slot_card"][slot(place)] = card
        researched(s, 0, place)
    seat, place = np.int64(0), np.int64(0)
    assert not meets(s, seat, place)
    s["private_card"][0], s["private_owner"][0] = level_2[5], 0
    assert meets(s, seat, place) == counts


def _destinations(s):
    GAME.step(s, next(int(a) for a in GAME.legal_actions(s) if 95 <= a < 135))
    seen = options(s)
    GAME.step(s, GAME.legal_actions(s)[0])
    return seen


def break_techs(change):
    techs = copy.deepcopy(CARDS.sections["technologies"])
    change(techs["cards"])
    return {"technologies": techs}


def broken(name):
    if name == "unknown section":
        return {"planets": {}}
    if name == "unknown effect":
        return break_techs(lambda c: c[0]["immediate"].append({"op": "explode"}))
    if name == "too large":
        return break_techs(lambda c: c[0]["immediate"].append({"op": "gain_ore", "n": 999}))
    if name == "unknown parameter":
        return break_techs(lambda c: c[0]["immediate"].append({"op": "jump", "n": 1, "m": 2}))
    if name == "too few":
        return break_techs(lambda c: c.pop(0))
    if name == "twice":
        return break_techs(lambda c: c[1].update(id=c[0]["id"]))
    if name == "types":
        return break_techs(lambda c: c[4].update(types=["X"]))
    if name == "nested":
        inner = {"op": "optional", "cost": [], "effects": []}
        return break_techs(
            lambda c: c[0]["immediate"].append({"op": "optional", "cost": [], "effects": [inner]})
        )
    if name == "endless":
        setup = copy.deepcopy(CARDS.sections["setup"])
        for entry in setup["setups"]:
            row = entry["basic_spacefaring"]["build_jump"]
            row["effects"] = [{"op": "basic_action"}, {"op": "jump", "n": 1}]
        return {"setup": setup}
    if name == "private counts":
        achievements = copy.deepcopy(CARDS.sections["achievements"])
        achievements["achievements"][0]["condition"] = {"type": "ore", "private_counts": True}
        return {"achievements": achievements}
    if name == "control character":
        return break_techs(lambda c: c[0].update(name="\x1b[2J"))
    if name == "missing":
        return break_techs(lambda c: c[0].pop("types"))
    return break_techs(lambda c: c[0].update(level="one"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("unknown section", "unknown section 'planets'"),
        ("unknown effect", "technologies T1-01: effect 'explode'"),
        ("too large", "999: allowed are whole numbers from 1 to 20"),
        ("unknown parameter", "unknown parameter 'm'"),
        ("too few", "3 entries with level 1"),
        ("twice", "must be a text of its own"),
        ("types", "'X': allowed are 'S', 'E', 'M', 'C'"),
        ("nested", "effect 'optional': allowed here"),
        ("endless", "build and jump: basic_action is not allowed"),
        ("private counts", "only conditions about technologies"),
        ("control character", "name must be a text of 1 to 80 letters"),
        ("missing", "'types'"),
        ("level", "level 'one'"),
    ],
)
def test_bad_card_files_say_what_is_wrong(tmp_path, name, words):
    path = written(tmp_path, **broken(name))
    with pytest.raises(ValueError, match="option cards") as error:
        GAME.new_state(cards=path)
    assert words in str(error.value)


def test_files_that_are_not_cards(tmp_path):
    for text in ("", "[]", "{", "[" * 100_000, '{"systems": 3}', '{"systems": {"systems": [1]}}'):
        path = tmp_path / "bad.json"
        path.write_text(text)
        with pytest.raises(ValueError, match="option cards"):
            GAME.new_state(cards=str(path))
    with pytest.raises(ValueError, match="cannot be read"):
        GAME.new_state(cards=str(tmp_path / "none.json"))
    for path in ("/dev/zero", str(tmp_path)):
        with pytest.raises(ValueError, match="not a plain file"):
            GAME.new_state(cards=path)
    (tmp_path / "big.json").write_bytes(b" " * 2_000_001)
    with pytest.raises(ValueError, match="larger than"):
        GAME.new_state(cards=str(tmp_path / "big.json"))
    for wrong in (3, ["a"], True):
        with pytest.raises(ValueError, match="option cards"):
            GAME.new_state(cards=wrong)


def test_bad_options():
    for bad in ({"players": 5}, {"boards": "x"}, {"tableau": 1}, {"max_rounds": 0}, {"map": 1}):
        with pytest.raises(ValueError, match="allowed"):
            GAME.new_state(**bad)


def test_tableau_shows_the_whole_row():
    """BS-190, BS-191: any matching card of an open row; rows open with access to their level."""
    s = table(2, tableau=True)
    assert list(s["row_open"]) == [1, 0, 0]
    researched(s, 0, "I-1")
    put_tech(s, "I-1", "Narrow Beam Lasers")
    turn_of(s, 0)
    play(s, "research II, space 1")
    names = {o.removeprefix("take ") for o in options(s)}
    military = {
        c["name"] for c in CARDS.items("technologies") if c["level"] == 2 and "M" in c["types"]
    }
    assert names == military
    play(s, "take Plasma Cannon")
    assert s["tech_left"][0] == 15
    s["row_open"][:] = [1, 0, 0]
    put_tech(s, "II-3", "Spacetime Anomaly Studies")  # its action researches level III
    researched(s, 0, "I-2")
    effects(s, 0, {"op": "research", "levels": [2], "discovered_only": True})
    assert list(s["row_open"]) == [1, 1, 0]
    s = table(2)  # off by default: two cards only
    researched(s, 0, "I-1")
    put_tech(s, "I-1", "Narrow Beam Lasers")
    stack_deck(s, 2, "Plasma Cannon", "Modular Fleet")
    turn_of(s, 0)
    play(s, "research II, space 1")
    assert options(s) == ["choose Plasma Cannon", "choose Modular Fleet"]


def test_state_is_no_larger_than_needed():
    assert GAME.dtype.itemsize < 6000
    s = GAME.new_state(seed=0)
    assert s.copy().tobytes() == s.tobytes()


def test_drawing_names_what_lies_on_the_table():
    s = table(4)
    researched(s, 2, "I-1")
    picture = GAME.draw(s)
    assert picture.startswith("<svg")
    for words in ("Narrow Beam Lasers", "Barnard&apos;s Star", "Terraformers", "round 1"):
        assert words in picture or words.replace("&apos;", "'") in picture
    assert np.array_equal(s["slot_card"][:4], [0, 1, 2, 3])
    assert slot("I-1") == 0


def test_a_full_turn_can_be_described():
    s = GAME.new_state(seed=2, players=2)
    assert can(s, "move the pawn to supply")
