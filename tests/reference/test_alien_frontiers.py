"""Alien Frontiers against its slow second engine, decision by decision.

| option | compared |
|---|---|
| `players` | 2, 3, 4 |
| `turn_limit` | none, 1000 and shorter ones that stop the game |
| `auto_resolve` | off in lock step; on: the same games without their forced decisions |

Compared at every decision: the seat, the set of legal actions, every block of the observation and
the scores; at the end also the places. At the end the blocks that tell of a pending decision
(`phase`, `card`, `picks` and the like) mean nothing and are left out. The port of the relic ship is
compared by its group, because the ports of a group are alike.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import exozoo
from tests.reference import lockstep
from tests.reference.alien_frontiers import box, cases, discards, docking, powers, raid, turn
from tests.reference.alien_frontiers.engine import AlienFrontiers
from tests.reference.alien_frontiers.styles import STYLES

pytestmark = pytest.mark.compiled
GAME = exozoo.load_game("alien_frontiers")
PARTS, GAMES_A_PART = 20, 100  # of the long run
PATIENT = ("collector", "hoarder")


def play(seed: int, style: str, record: lockstep.Record, **options: Any) -> lockstep.LockStep:
    return lockstep.play(GAME, AlienFrontiers, seed, record, STYLES[style], **options)


def test_every_option_and_action_is_known():
    names = {option.name for option in GAME.options.options}
    assert names == {"players", "auto_resolve", "turn_limit"}
    assert GAME.num_actions == box.NUM_ACTIONS


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_played_to_its_end(players):
    both = play(1, "any", lockstep.Record(), players=players)
    assert "section 20: turn limit" not in both.reference.table.met
    asked = lockstep.play_resolved(both)
    assert 0 < asked < len(both.actions)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("style", STYLES)
def test_the_first_turns_in_every_style(style, players):
    both = play(2, style, lockstep.Record(), players=players, turn_limit=24)
    lockstep.play_resolved(both)


def test_very_short_games_end_in_ties():
    met: Counter[str] = Counter()
    for seed in range(30):
        both = play(
            seed, "any", lockstep.Record(), players=2 + seed % 3, turn_limit=1 + seed // 3 % 4
        )
        met += both.reference.table.met
    assert met["AF-243 equal points"]
    assert met["AF-244 shared place"]


def one_die_too_many(seen):
    seen[0]["hand"][1][0] += 1


def no_dice_at_all(seen):
    seen[0]["hand"][1][:] = 0


@pytest.mark.parametrize("forge", [one_die_too_many, no_dice_at_all])
def test_an_impossible_roll_is_refused(forge):
    both = lockstep.LockStep(GAME, AlienFrontiers, 3, players=2)
    while not both.reference.legal() >= {box.number("END_TURN")}:
        both.step(min(both.reference.legal()))
    GAME.step(both.state, box.number("END_TURN"))
    both.look()
    forge(both.seen)
    with pytest.raises(lockstep.ImpossibleError):
        both.reference.step(box.number("END_TURN"), both.seen)


@pytest.mark.parametrize("card", ["alien_city", None])
def test_an_impossible_card_is_refused(card):
    """A card that is not in the deck, or none though there are some (AF-168)."""
    both = lockstep.LockStep(GAME, AlienFrontiers, 3, players=2)
    both.step(min(a for a in both.reference.legal() if box.name_of(a) == "DOCK_ARTIFACT"))
    both.reference.table.deck["alien_city"] = 0
    both.seen[0]["display"][0] = [name == card for name in box.CARD_NAMES]
    with pytest.raises(lockstep.ImpossibleError):
        both.reference.step(box.number("REFRESH"), both.seen)


# Each of these is wrong on purpose; lock step must find it.
FAULTS = {
    "AF-122 for everybody": (docking, "constructor_ore", lambda t: 2),
    "AF-125 for everybody": (docking, "ship_price", lambda t: 0),
    "AF-77 always 1": (docking, "market_price", lambda t: min(t.turn.rate, 1)),
    "AF-54 without payment": (turn, "can_launch", lambda t: t.me().hub == 7),
    "AF-127 for everybody": (powers, "price", lambda t, fuel: max(0, fuel - 1)),
    "AF-190 ignored": (raid, "can_take", lambda t, v, what: getattr(t.players[v], what) > 0),
    "AF-140 never": (turn, "can_buy_relic", lambda t: False),
    "AF-203 ignored": (discards, "can_destroy", lambda t, ship: True),
    "AF-207 same owner": (discards, "partners", lambda t, owner, a: discards.higher(a)),
    "AF-208 ignored": (turn, "resource_cache", lambda t: None),
    "AF-29 nine": (turn, "LIMIT", 9),
}


def play_many(games: int) -> None:
    for seed in range(games):
        style = list(STYLES)[seed % len(STYLES)]
        play(seed, style, lockstep.Record(), players=2 + seed // 2 % 3, turn_limit=200)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(monkeypatch, fault):
    module, name, wrong = FAULTS[fault]
    monkeypatch.setattr(module, name, wrong)
    with pytest.raises(lockstep.DisagreementError):
        play_many(6)


@pytest.fixture(scope="module")
def long_run():
    """What the parts of the long run have compared, and the rare cases of the rules they met."""
    return lockstep.Record(), Counter[str]()


def limit_of(seed: int, style: str) -> int:
    """Unlimited games of styles that put the end off take most of the time: they get one in ten."""
    return 250 if style in PATIENT and seed % 10 != 5 else (0, 250, 1000)[seed % 3]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_thousands_of_games(part, long_run):
    """Each style with each number of players."""
    record, met = long_run
    for seed in range(part * GAMES_A_PART, (part + 1) * GAMES_A_PART):
        style = list(STYLES)[seed % len(STYLES)]
        both = play(
            seed,
            style,
            record,
            players=2 + seed // len(STYLES) % 3,
            turn_limit=limit_of(seed, style),
            every_seat=seed % 10 == 0,
        )
        met.update(both.reference.table.met)
        if seed % 10 == 0:
            lockstep.play_resolved(both)


@pytest.mark.slow
def test_every_rare_case_of_the_rules_comes_up(long_run):
    record, met = long_run
    if record.games < PARTS * GAMES_A_PART:
        pytest.skip("after all parts of the long run")
    assert not [case for case in cases.RARE if not met[case]]
    everything = {box.name_of(action) for action in range(box.NUM_ACTIONS)}
    assert {box.name_of(action) for action in record.taken} == everything
