"""Lines, commands, amounts, hex names and files of the text notation."""

from __future__ import annotations

import contextlib
import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exozoo.envs.gaia_project.notation.names import BOOSTERS, HexNames, NotationError
from exozoo.envs.gaia_project.notation.parse import (
    Command,
    log_from_fields,
    parse_amounts,
    parse_command,
    parse_count,
    parse_line,
    read_log,
    strip_decorations,
    sum_amounts,
)

LOGS = sorted((Path(__file__).parent / "data" / "logs").glob("*.json*"))


def fields_of(path):
    data = path.read_bytes()
    return json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)


def commands_of(text, factions=None):
    return [str(c) for c in parse_line(1, text, factions or {"terrans": 0}).commands]


def test_a_line_is_a_seat_and_its_commands():
    line = parse_line(7, "terrans burn 1. build ts 6B4. spend 1o for 1c.", {"terrans": 2})
    assert (line.number, line.seat) == (7, 2)
    assert line.commands == (
        Command("burn", ("1",)),
        Command("build", ("ts", "6B4")),
        Command("spend", ("1o", "for", "1c")),
        Command(""),
    )


def test_players_are_named_by_number_or_faction():
    assert parse_line(1, "p3 faction hadsch-hallas", {}).seat == 2
    assert parse_line(1, "hadsch-hallas pass", {"hadsch-hallas": 3}).seat == 3
    for text in ("p5 pass", "p0 pass", "martians pass", "xenos pass"):
        with pytest.raises(NotationError):
            parse_line(1, text, {"terrans": 0})


def test_blanks_around_full_stops_do_not_matter():
    assert commands_of("terrans up nav.") == commands_of("terrans   up nav .  ")
    assert commands_of("terrans pass booster3") == ["pass booster3"]


@pytest.mark.parametrize(
    ("decorated", "plain"),
    [
        ("terrans up nav (2 ⇒ 3). (4/4/0/0 ⇒ 4/1/3/0)", "terrans up nav."),
        ("taklons charge 2pw (2,B/4/0/0 ⇒ 0/6,B/0/0)", "taklons charge 2pw"),
        (
            "terrans build gf 5A3 using area1: 4, area2: 2. (4/4/0/0 ⇒ 0/2/0/6)",
            "terrans build gf 5A3.",
        ),
        (
            "taklons federation 1A1,1A2 fed3 using area1: 1, brainstone: 1. (1/0/0/0 ⇒ 0/0/0/0)",
            "taklons federation 1A1,1A2 fed3.",
        ),
        ("terrans pass booster3 returning booster4", "terrans pass booster3"),
        ("ambas special swap-PI. swap-PI 3A6 (from 3A5).", "ambas special swap-PI. swap-PI 3A6."),
    ],
)
def test_decorations_carry_nothing(decorated, plain):
    assert strip_decorations(decorated).rstrip() == plain
    seats = {"terrans": 0, "taklons": 1, "ambas": 2}
    assert commands_of(decorated, seats) == commands_of(plain, seats)


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.name)
def test_recorded_logs_read_the_same_with_and_without_decorations(path):
    fields = fields_of(path)
    seats = {f.replace("_", "-"): seat for seat, f in enumerate(fields["setup"]["factions"])}
    for number, text in enumerate(fields["log"][1:], 1):
        line = parse_line(number, text, seats)
        if "log_recorded" in fields:
            recorded = parse_line(number, fields["log_recorded"][number], seats)
            assert recorded.commands == line.commands


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.name)
def test_hex_names_agree_with_the_recorded_planets(path):
    log = read_log(path)
    for name in log.setup["planets"]:
        assert log.hexes.names[log.hexes.hex_of(name)] == name


def test_amounts():
    assert parse_amounts("4pw,t") == [(4, "pw"), (1, "t")]
    assert parse_amounts("1t-a3") == [(1, "t-a3")]
    assert sum_amounts("1o,2c,o") == {"o": 2, "c": 2}
    assert parse_count("12") == 12
    for text in ("", "4", "4x", "-1c", "1 c", "9999c", "1o,,1c"):
        with pytest.raises(NotationError):
            parse_amounts(text)
    for text in ("0", "-1", "x", "1.5", "9999"):
        with pytest.raises(NotationError):
            parse_count(text)


@pytest.mark.parametrize(
    "text", ["dance", "build m", "build m 6B4 6B5", "spend 1o to 1c", "spend 1o", "up", "pass a b"]
)
def test_bad_commands_are_refused(text):
    with pytest.raises(NotationError):
        parse_command(text)


def test_two_boosters_of_each_pair_change_places():
    assert [BOOSTERS[f"booster{n}"] + 1 for n in range(1, 11)] == [1, 3, 2, 4, 5, 6, 8, 7, 9, 10]


def test_axial_and_labelled_names_mean_the_same_hex():
    names = HexNames("small_7", ["01", "02", "03", "04", "05", "06", "07"])
    assert names.hex_of("0x0") == names.hex_of("4C")
    assert names.hex_of("5x-2") == names.hex_of("1C")  # slot 0 in the notation's frame
    for word in ("8A1", "1A12", "11C", "1B6", "c4", "99x99", "1x", ""):
        with pytest.raises(NotationError):
            names.hex_of(word)


def good_fields():
    return fields_of(LOGS[0])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("players", 5),
        ("players", True),
        ("players", None),
        ("setup", []),
        ("log", "init 2 x"),
        ("log", [1]),
        ("log", ["x" * 5000]),
        ("complete", 1),
        ("final", [{}]),
        ("trace", [1]),
        ("end", None),
    ],
)
def test_fields_of_the_wrong_kind_are_named(key, value):
    with pytest.raises(NotationError, match=key):
        log_from_fields("x", {**good_fields(), key: value})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("map", "tiny"),
        ("sectors", {}),
        ("sectors", [{"slot": 0}]),
        ("sectors", [{"slot": 5, "sector": "01"}]),
        ("sectors", [{"slot": 0, "sector": "01"}]),
    ],
)
def test_boards_that_do_not_exist_are_refused(key, value):
    fields = good_fields()
    with pytest.raises(NotationError):
        log_from_fields("x", {**fields, "setup": {**fields["setup"], key: value}})


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{",
        b"\x1f\x8b\x08broken",
        gzip.compress(b"[1", mtime=0)[:-4],
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_broken_files_are_refused(tmp_path, content):
    path = tmp_path / "log.json"
    path.write_bytes(content)
    with pytest.raises(NotationError):
        read_log(path)


def test_missing_files_are_refused(tmp_path):
    with pytest.raises(NotationError, match="cannot be read"):
        read_log(tmp_path / "nothing.json")
    with pytest.raises(NotationError, match="cannot be read"):
        read_log(tmp_path)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(NotationError):
        parse_line(1, text, {"terrans": 0})
