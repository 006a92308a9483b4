"""What the heuristic of Beyond the Sun sees in a position."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.agents.heuristics.beyond_the_sun import appraise, haste
from exozoo.agents.heuristics.beyond_the_sun.known import NUM_OFFERS
from exozoo.agents.heuristics.beyond_the_sun.offers import (
    COLONIZING,
    CUBE,
    FLEET,
    FOURTH,
    NO_PRICE,
    ORE_GAIN,
    PACK,
    THIRD,
    prereqs_way,
    read_offers,
    share_paid,
)
from exozoo.agents.heuristics.beyond_the_sun.plans import fourth_way
from exozoo.agents.heuristics.beyond_the_sun.position import stage_of
from exozoo.agents.heuristics.table import shipped_worth
from exozoo.envs.beyond_the_sun.actions import NO, NODE, SHIP, SPACE
from exozoo.envs.beyond_the_sun.constants import SPACE_BUILD
from exozoo.envs.beyond_the_sun.pending import K_DESTINATION, K_SPACE
from exozoo.envs.beyond_the_sun.rules.board import prereqs_met
from exozoo.envs.core.codes import ZERO
from exozoo.envs.core.pending import KIND
from tests.beyond_the_sun.positions import GAME, control, node, put_tech, researched, ships, table

pytestmark = pytest.mark.compiled
SEAT, ONE = np.int64(0), np.int64(1)


def offers(s: np.record) -> np.ndarray:
    found = np.zeros(NUM_OFFERS, np.int64)
    read_offers(s, SEAT, found)
    return found


def price(ore: int, cubes: int = 0) -> int:
    return (ore + int(CUBE) * cubes) * int(PACK) + cubes


def values(s: np.record, version: int) -> np.ndarray:
    points = np.zeros(8)
    appraise(s, shipped_worth(GAME, version), points)
    return points[: s["num_players"]]


def test_actions_are_read_off_technologies_and_guilds():
    s = table(2)
    assert offers(s)[[COLONIZING, THIRD, FOURTH]].tolist() == [NO_PRICE] * 3
    researched(s, 0, "I-1", "I-2", "I-4")  # Narrow Beam Lasers, Terraforming, Advanced Robotics
    found = offers(s)
    assert found[COLONIZING] == price(ore=5)
    assert found[ORE_GAIN] == 3
    assert found[FLEET] == 2 * 2 - 2 + 2 - 1  # a ship of level 2, its cube, two moves, an ore
    s["guild_open"][1] = 1  # Professors
    assert offers(s)[THIRD] == price(ore=4, cubes=1)
    put_tech(s, "II-2", "Hypercomputing")
    researched(s, 0, "II-2")
    assert offers(s)[THIRD] == min(price(ore=6), price(ore=4, cubes=1))


def test_options_of_an_action_are_read_too():
    s = table(2)
    put_tech(s, "III-1", "Cerebral Implants")
    researched(s, 0, "III-1")
    assert offers(s)[THIRD] == price(ore=5)


def test_a_price_is_paid_in_ore_and_cubes():
    s = table(2)
    player = s["players"][0]
    for ore, population, share in (
        (8, 3, 1.0),
        (4, 3, 1.0),
        (2, 3, 0.5),
        (4, 1, 0.5),
        (2, 1, 0.25),
    ):
        player["ore"], player["population"] = ore, population
        assert share_paid(s, SEAT, np.int64(price(ore=4, cubes=1)), ONE) == share


def way(s):
    prereqs = prereqs_way(s, SEAT, prereqs_met(s, SEAT, ZERO))
    return fourth_way(s, SEAT, prereqs, offers(s))


def test_the_way_to_level_four_has_steps():
    s = table(2)
    steps = [way(s)]
    s["players"][0]["ore"] = 0
    put_tech(s, "III-1", "Metahuman Chambers")
    for known in ("III-2", "III-3", "III-1"):
        researched(s, 0, known)
        steps.append(way(s))
    s["players"][0]["ore"] = 9
    steps.append(way(s))
    assert steps == sorted(steps)
    assert steps[0] == 0.0
    assert steps[-1] == pytest.approx(1.0)
    assert len(set(steps)) == len(steps)


def jump_to(s: np.record, place: str) -> None:
    for action in (SPACE + SPACE_BUILD, NO, SHIP + 4 * node("SOL"), NODE + node(place)):
        GAME.step(s, int(action))


def test_control_is_foreseen_while_the_jump_goes_on():
    s = table(2)
    ships(s, 0, "SOL", 1, 2)
    ships(s, 1, "A1", 3)
    control(s, 1, "A1", "food")
    in_vain, gaining = GAME.copy(s), GAME.copy(s)
    jump_to(in_vain, "A1")
    jump_to(gaining, "A2")
    assert gaining["controller"][node("A2")] == -1  # a point is left, nothing is settled
    assert values(gaining, 0)[0] == values(in_vain, 0)[0]
    assert values(gaining, 1)[0] > values(in_vain, 1)[0] + 0.3


def test_the_appraisal_leaves_the_position_as_it_is():
    s, rng, kinds = GAME.new_state(seed=3, players=3), np.random.default_rng(3), set()
    while not GAME.is_over(s):
        before = s.tobytes()
        values(s, 1)
        assert s.tobytes() == before
        kinds.add(int(s["pending"][s["num_pending"] - 1, KIND]))
        GAME.step(s, int(rng.choice(GAME.legal_actions(s))))
    assert K_DESTINATION in kinds


def test_ending_a_turn_does_not_change_the_stage():
    s, rng = GAME.new_state(seed=5, players=2), np.random.default_rng(5)
    ended = 0
    while not s["last_round"] and s["round_number"] < 40:
        within = s["pending"][s["num_pending"] - 1, KIND] != K_SPACE
        stage, turn = stage_of(s, True), (int(s["round_number"]), int(s["active"]))
        GAME.step(s, int(rng.choice(GAME.legal_actions(s))))
        if within and turn != (s["round_number"], s["active"]) and not s["last_round"]:
            assert stage_of(s, True) == stage
            ended += 1
    assert ended > 10


def test_after_the_last_turn_only_points_count():
    s = table(2)
    researched(s, 0, "I-1", "I-2")
    s["last_round"], s["active"] = s["round_number"], 1
    points = values(s, 1)
    assert abs(points[0] - s["scores"][0]) < 1
    assert points[1] > s["scores"][1] + 1  # whose last turn is still to come


def test_the_first_version_is_in_no_haste():
    assert haste(shipped_worth(GAME, 0)) == 0 < haste(shipped_worth(GAME, 1))
