"""Positions of Alien Frontiers from a few words, and actions by the labels of the rules page.

`position` takes the keywords of the worked examples: p0 is on turn, p1 ... follow clockwise, what is
not given is empty, 0 or in the Maintenance Bay. Decisions with a single option are not played by the
engine here, so that tests can look at them.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.envs.alien_frontiers import GAME
from exozoo.envs.alien_frontiers.components import (
    CARD_IDS,
    COLONIES_OF_PLAYERS,
    COPIES_OF_CARD,
    FIRST_PORT,
    PORTS_OF_FACILITY,
    SUPPLY,
    TRACK_PORTS,
)
from exozoo.envs.alien_frontiers.constants import (
    COLONIST_HUB,
    DESERT,
    HAND,
    MAINTENANCE_BAY,
    NUM_DICE,
    NUM_FACILITIES,
    NUM_SHIPS,
    PHASE_NAMES,
    RELIC,
    STOCK,
)
from exozoo.envs.alien_frontiers.rules.effects import occupied_ports, update_planet
from exozoo.envs.alien_frontiers.rules.phase_main import market_rate
from exozoo.envs.alien_frontiers.rules.phase_turn import use_resource_cache
from exozoo.envs.alien_frontiers.rules.scoring import controller, finish_game
from exozoo.envs.core.rng import draw_below, seed_rng

DATA = Path(__file__).parent / "data"
ACTION_SPACE = json.loads((DATA / "action_space.json").read_text("utf-8"))
RANGES = {r["name"]: r for r in ACTION_SPACE["ranges"]}
ACTION_OF_LABEL = {
    r["name"] + (f":{label}" if label else ""): r["start"] + index
    for r in ACTION_SPACE["ranges"]
    for index, label in enumerate(r["labels"])
}
LABEL_OF_ACTION = {action: label for label, action in ACTION_OF_LABEL.items()}
FACILITIES = tuple(RANGES["FACILITY"]["labels"])
TERRITORIES = tuple(RANGES["TERRITORY"]["labels"])
FIELDS = tuple(RANGES["FIELD"]["labels"])
PLACES = (*FACILITIES, "maintenance_bay", "hand", "stock", "burroughs_desert", "lifted")
RESOURCES = ("fuel", "ore")


def seat_of(name: str) -> int:
    return int(name.removeprefix("p"))


def position(
    players: int = 2, seed: int = 1, auto_resolve: bool = False, **given: Any
) -> np.record:
    """A position in which p0 is free to decide; see the module's docstring."""
    s = GAME.new_state(seed, players=players, auto_resolve=auto_resolve, turn_limit=0)
    _put_resources(s, given)
    _put_colonies(s, given)
    _put_ships(s, given)
    _put_cards(s, given)
    for field, territory in given.get("fields", {}).items():
        s.field_at[FIELDS.index(field)] = TERRITORIES.index(territory)
    s.tally = given.get("credit", 0)
    if given.get("apply_resource_cache"):
        use_resource_cache(s)
    update_planet(s)
    if "rolls" in given:
        force_rolls(s, given["rolls"])
    return s


def _put_resources(s: np.record, given: dict[str, Any]) -> None:
    s.resources[:] = 0
    for index, name in enumerate(RESOURCES):
        for player, amount in given.get(name, {}).items():
            s.resources[seat_of(player), index] = amount
        s.supply[index] = SUPPLY[index] - s.resources[:, index].sum()


def _put_colonies(s: np.record, given: dict[str, Any]) -> None:
    s.colonies[:] = 0
    for territory, owners in given.get("colonies", {}).items():
        for player, count in owners.items():
            s.colonies[TERRITORIES.index(territory), seat_of(player)] = count
    placed = s.colonies.sum(axis=0)
    for seat in range(s.num_players):
        s.unplaced[seat] = COLONIES_OF_PLAYERS[s.num_players] - placed[seat]
        s.hub[seat] = given.get("hub", {}).get(f"p{seat}", 0)
    for player, left in given.get("colonies_left", {}).items():
        assert s.unplaced[seat_of(player)] == left, "colonies placed and left do not add up"


def _put_ships(s: np.record, given: dict[str, Any]) -> None:
    s.port[:] = -1
    s.value[:] = 0
    ready: list[list[int]] = []
    for seat in range(s.num_players):
        in_play = given.get("ships_in_play", {}).get(f"p{seat}", 3)
        first = seat * NUM_SHIPS
        s.place[first : first + in_play] = MAINTENANCE_BAY
        s.place[first + in_play : first + NUM_SHIPS] = STOCK
        ready.append(list(range(first, first + in_play)))
    for value in given.get("hand", []):
        _put(s, ready[0].pop(0), int(HAND), -1, value)
    used: Counter[int] = Counter()
    for facility, ships in given.get("docked", {}).items():
        for owner, value in ships:
            place = FACILITIES.index(facility)
            _dock(s, ready[seat_of(owner)].pop(0), place, seat_of(owner), value, used)
    relic = given.get("relic")
    s.place[RELIC] = DESERT
    s.relic_holder = -1
    if relic:
        s.relic_holder = seat_of(relic["owner"])
        place = PLACES.index(relic["at"])
        if place < NUM_FACILITIES:
            _dock(s, int(RELIC), place, int(s.relic_holder), relic["value"], used)
        else:
            _put(s, int(RELIC), place, -1, relic["value"])


def _dock(s: np.record, die: int, place: int, seat: int, value: int, used: Counter[int]) -> None:
    port = used[place]
    if place == COLONIST_HUB:
        port = int(TRACK_PORTS) * seat + used[-1 - seat]
        used[-1 - seat] += 1
    used[place] += 1
    _put(s, die, place, port, value)


def _put(s: np.record, die: int, place: int, port: int, value: int) -> None:
    s.place[die], s.port[die], s.value[die] = place, port, value


def _put_cards(s: np.record, given: dict[str, Any]) -> None:
    left = Counter({card: int(COPIES_OF_CARD[card]) for card in range(len(CARD_IDS))})

    def take(card: str) -> int:
        index = CARD_IDS.index(card)
        left[index] -= 1
        assert left[index] >= 0, f"too many copies of {card}"
        return index

    s.cards[:] = 0
    for player, cards in given.get("cards", {}).items():
        for card in cards:
            s.cards[seat_of(player), take(card)] = 1
    s.pile[:] = 0
    for card in given.get("pile", []):
        s.pile[take(card)] += 1
    display = [take(card) for card in given.get("display", [])]
    top = [take(card) for card in given.get("deck_top", [])]
    rest = list(left.elements())
    while "display" not in given and len(display) < 3:
        display.append(rest.pop(0))
    s.display[:] = -1
    s.display[: len(display)] = display
    if given.get("deck_is_empty"):
        s.pile[:] = s.pile + np.bincount(rest, minlength=len(CARD_IDS))
        rest = []
    deck = rest + top[::-1]
    s.deck[:] = -1
    s.deck[: len(deck)] = deck
    s.deck_size = len(deck)


def force_rolls(s: np.record, rolls: list[int]) -> None:
    """Seed the generator so that the next dice show these values."""
    rng = np.zeros(2, np.uint64)
    for key in range(100_000):
        seed_rng(rng, np.uint64(key))
        if all(draw_below(rng, np.int64(6)) + 1 == value for value in rolls):
            seed_rng(s.rng, np.uint64(key))
            return
    raise ValueError(f"no seed found for {rolls}")


def legal(s: np.record) -> set[str]:
    """The labels of all legal actions."""
    return {LABEL_OF_ACTION[int(action)] for action in GAME.legal_actions(s)}


def play(s: np.record, *labels: str) -> np.record:
    """Take these actions; one that is not legal fails the test, one ending in ? may be skipped."""
    for label in labels:
        if label.endswith("?"):
            label = label[:-1]
            if label not in legal(s):
                continue
        assert label in legal(s), f"{label} is not legal, only {sorted(legal(s))}"
        GAME.step(s, ACTION_OF_LABEL[label])
    return s


def pass_until(s: np.record, seat: int) -> None:
    """The others take plain turns: every ship to the first facility that takes one, no cards."""
    while s.seat != seat:
        options = legal(s)
        docks = sorted(label for label in options if label.startswith("DOCK_"))
        solar = [label for label in docks if label.startswith("DOCK_SOLAR")]
        for label in (*solar, *docks, "STOP", "END_TURN"):
            if label in options:
                break
        else:
            label = min(options)
        GAME.step(s, ACTION_OF_LABEL[label])


def held(s: np.record, player: str) -> list[str]:
    return [card for index, card in enumerate(CARD_IDS) if s.cards[seat_of(player), index]]


def docked(s: np.record, facility: str) -> list[tuple[str, int]]:
    """Owner and value of the ships there, sorted."""
    place = FACILITIES.index(facility)
    return sorted(
        (f"p{s.relic_holder if die == RELIC else die // NUM_SHIPS}", int(s.value[die]))
        for die in range(NUM_DICE)
        if s.place[die] == place
    )


def hand(s: np.record) -> list[int]:
    """Values of all ships in hand, the relic ship included, sorted."""
    return sorted(int(s.value[die]) for die in range(NUM_DICE) if s.place[die] == HAND)


def count_ships(s: np.record, player: str, place: str) -> int:
    first = seat_of(player) * NUM_SHIPS
    return int((s.place[first : first + NUM_SHIPS] == PLACES.index(place)).sum())


def in_play(s: np.record, player: str) -> int:
    return NUM_SHIPS - count_ships(s, player, "stock")


def free_ports(s: np.record, facility: str) -> int:
    place = FACILITIES.index(facility)
    occupied = int(occupied_ports(s)) >> int(FIRST_PORT[place])
    ports = int(PORTS_OF_FACILITY[s.num_players, place])
    return ports - (occupied & ((1 << ports) - 1)).bit_count()


def relic(s: np.record) -> str | dict[str, str]:
    if s.relic_holder < 0:
        return PLACES[s.place[RELIC]]
    return {"owner": f"p{s.relic_holder}", "at": PLACES[s.place[RELIC]]}


def control(s: np.record, territory: str) -> str | None:
    seat = int(controller(s, np.int64(TERRITORIES.index(territory))))
    return None if seat < 0 else f"p{seat}"


def pile(s: np.record) -> list[str]:
    return [card for index, card in enumerate(CARD_IDS) for _ in range(s.pile[index])]


def display(s: np.record) -> list[str]:
    return [CARD_IDS[card] for card in s.display if card >= 0]


def rate(s: np.record) -> int:
    return int(market_rate(s))


def phase(s: np.record) -> str:
    return PHASE_NAMES[s.phase]


def fuel(s: np.record, player: str = "p0") -> int:
    return int(s.resources[seat_of(player), 0])


def ore(s: np.record, player: str = "p0") -> int:
    return int(s.resources[seat_of(player), 1])


def vp(s: np.record, player: str = "p0") -> int:
    return int(s.scores[seat_of(player)])


def field(s: np.record, name: str) -> str | None:
    territory = int(s.field_at[FIELDS.index(name)])
    return None if territory < 0 else TERRITORIES[territory]


def winners(s: np.record) -> list[str]:
    """Who has won, or would win if the game stopped here."""
    final = s.copy()
    finish_game(final)
    return [f"p{seat}" for seat in range(s.num_players) if final.rank[seat] == 1]
