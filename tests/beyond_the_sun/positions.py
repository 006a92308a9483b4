"""Write positions of Beyond the Sun by name, and speak of moves by their descriptions."""

from __future__ import annotations

from typing import Any

import numpy as np

import exozoo
from exozoo.envs.beyond_the_sun import constants as c
from exozoo.envs.beyond_the_sun.cards.assemble import Assembler
from exozoo.envs.beyond_the_sun.cards.card_set import shipped_cards
from exozoo.envs.beyond_the_sun.components import CODE_SIZE, EVENT_WIDTH, EVENTS
from exozoo.envs.beyond_the_sun.pending import K_EVENT, K_LIST, PENDING
from exozoo.envs.beyond_the_sun.rules.account import ACCOUNT, open_account
from exozoo.envs.beyond_the_sun.rules.effects import ALL_POINTS, change_points
from exozoo.envs.beyond_the_sun.rules.feasible import can_act
from exozoo.envs.beyond_the_sun.rules.interpret import grant
from exozoo.envs.beyond_the_sun.rules.phase_turn import begin_turn
from exozoo.envs.beyond_the_sun.rules.step import run
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.pending import push

GAME = exozoo.load_game("beyond_the_sun")
CARDS = shipped_cards()
SPARE_CODE = 800  # place in the code that the shipped cards leave free
Z = np.int64(0)


def number(section: str, name: str) -> int:
    """The card of that name (or id)."""
    for index, entry in enumerate(CARDS.items(section)):
        if name in (entry.get("name"), entry.get("id")):
            return index
    raise KeyError(name)


def node(name: str) -> int:
    return c.NODE_NAMES.index(name)


def slot(name: str) -> int:
    return c.SLOT_NAMES.index(name)


def table(players: int = 4, faction: str = "F1-basic", **options: Any) -> np.record:
    """A fresh table where all factions have the same board, 10 ore and nothing on the map."""
    if faction.endswith("adv"):
        options["boards"] = "advanced"
    s = GAME.new_state(seed=1, players=players, **options)
    board = number("factions", faction)
    columns = CARDS.items("factions")[board]["supply_columns"]
    for seat in range(players):
        player = s["players"][seat]
        player["faction"] = board
        player["ore"] = 10
        player["population"] = 3
        player["ships"] = 0
        player["supply"] = [columns[letter] for letter in "ABCDE"]
        for perk in ("more_ore", "more_jump", "colonize_ore", "event_ore", "build_anywhere"):
            player[perk] = 0
        player["on_trade_3"] = player["on_last_disc"] = 0
        if faction.endswith("adv"):
            at = _faction_permanents(s, seat)
            grant(_record(s), np.int64(seat), at)
    for name in ("I-1", "I-2", "I-3", "I-4"):
        s["slot_card"][slot(name)] = slot(name)  # T1-01 .. T1-04 in order
    for place, name in (("A1", "A-01"), ("A2", "A-02"), ("B1", "B-12"), ("B2", "B-07")):
        put_system(s, place, name)
    s["slot_event"][:] = NONE
    return s


def _faction_permanents(s: np.record, seat: int) -> np.int64:
    from exozoo.envs.beyond_the_sun.components import (
        F_PERMANENT,
        FACTION_WIDTH,
        FACTIONS,
        pointer,
    )

    board = np.int64(s["players"][seat]["faction"])
    return pointer(_record(s), FACTIONS + board * FACTION_WIDTH + F_PERMANENT)


def _record(s: np.record) -> np.record:
    return np.asarray(s).reshape(1).view(np.recarray)[0] if not isinstance(s, np.record) else s


def put_system(s: np.record, place: str, name: str) -> None:
    """Exchange the card at the location with the named one, wherever that lies."""
    card, here = number("systems", name), int(s["node_system"][node(place)])
    if card == here:
        return
    for deck in range(2):
        found = np.flatnonzero(s["system_deck"][deck][: s["system_left"][deck]] == card)
        if len(found):
            s["system_deck"][deck][found[0]] = here
    found = np.flatnonzero(s["node_system"] == card)
    if len(found):
        s["node_system"][found[0]] = here
    s["node_system"][node(place)] = card


def put_tech(s: np.record, place: str, name: str) -> None:
    """Lay the named card into a slot (out of its deck, if it is there)."""
    card = number("technologies", name)
    s["slot_event"][slot(place)] = NONE
    s["slot_card"][slot(place)] = card
    for deck in range(3):
        left = int(s["tech_left"][deck])
        cards = [x for x in s["tech_deck"][deck][:left] if x != card]
        s["tech_deck"][deck][: len(cards)] = cards
        s["tech_left"][deck] = len(cards)


def stack_deck(s: np.record, level: int, *names: str) -> None:
    """Bring these technologies to the top of their deck, first name on top."""
    deck, left = level - 2, int(s["tech_left"][level - 2])
    wanted = [number("technologies", name) for name in names]
    rest = [x for x in s["tech_deck"][deck][:left] if x not in wanted]
    s["tech_deck"][deck][:left] = (wanted + rest)[:left]


def put_event(s: np.record, place: str, name: str) -> None:
    s["slot_event"][slot(place)] = number("events", name)


def ships(s: np.record, seat: int, place: str, *levels: int) -> None:
    """Ships there, made from supply cubes of the rightmost columns."""
    for level in levels:
        s["players"][seat]["ships"][node(place), level - 1] += 1
        use_cube(s, seat)


def use_cube(s: np.record, seat: int) -> None:
    supply = s["players"][seat]["supply"]
    supply[max(k for k in range(5) if supply[k] > 0)] -= 1


def control(s: np.record, seat: int, place: str, disc: str) -> None:
    """An outpost with a disc of that kind."""
    kind = ("food", "ore", "achievement").index(disc)
    s["controller"][node(place)] = seat
    s["outpost"][node(place)] = kind
    if kind < 2:
        s["players"][seat]["discs"][kind] -= 1
    s["uncontrolled"][node(place)] = 0


def researched(s: np.record, seat: int, *places: str) -> None:
    for place in places:
        s["players"][seat]["researched"] |= 1 << slot(place)
        use_cube(s, seat)


def colony(s: np.record, seat: int, *names: str) -> None:
    for name in names:
        s["colony_owner"][number("systems", name)] = seat


def pawn(s: np.record, seat: int, space: int) -> None:
    s["players"][seat]["pawn"] = space


def settle(s: np.record) -> None:
    """Run what needs no decision, as after a step; points of what was written by hand are due."""
    change_points(_record(s), ALL_POINTS)
    run(_record(s))
    GAME.kernels.settle(_record(s), np.zeros(GAME.num_actions, np.uint8))


def turn_of(s: np.record, seat: int) -> None:
    """Start the turn of a seat from here."""
    s["num_pending"] = 0
    begin_turn(_record(s), np.int64(seat))
    settle(s)


def effects(s: np.record, seat: int, *listed: dict, action: bool = False) -> None:
    """Carry out an effect list for a seat, as a bonus or as an action in its turn."""
    s["num_pending"] = 0
    begin_turn(_record(s), np.int64(seat))
    s["num_pending"] -= 1  # no action space to choose
    place = write_code(s, list(listed), "action" if action else "colonised")
    mode = c.ACTION if action else c.FREE
    push(_record(s), K_LIST, np.int64(seat), np.int64(place), mode, Z, Z)
    settle(s)


def write_code(s: np.record, listed: list, context: str) -> int:
    """Put an effect list into the spare code of this state's box."""
    assembler = Assembler()
    assembler.code = [0] * SPARE_CODE
    hi, lo = assembler.effects(listed, context, "test")
    code = assembler.code[SPARE_CODE:]
    assert SPARE_CODE + len(code) < CODE_SIZE
    s["box"][SPARE_CODE : SPARE_CODE + len(code)] = code
    return hi * 256 + lo


def event(s: np.record, seat: int, name: str, place: str = "II-1") -> None:
    """Let a seat resolve an event as the discoverer of the slot."""
    s["num_pending"] = 0
    begin_turn(_record(s), np.int64(seat))
    s["num_pending"] -= 1
    at = int(EVENTS + number("events", name) * EVENT_WIDTH) + 2
    code = int(s["box"][at]) * 256 + int(s["box"][at + 1])
    push(_record(s), K_EVENT, np.int64(seat), np.int64(code), np.int64(slot(place)), Z, Z)
    settle(s)


def options(s: np.record) -> list[str]:
    """Descriptions of the legal moves."""
    return [GAME.describe(s, int(a)) for a in GAME.legal_actions(s)]


def can(s: np.record, words: str) -> bool:
    return any(words in option for option in options(s))


def play(s: np.record, *moves: str) -> None:
    """Play the one legal move whose description contains the words, for each."""
    for words in moves:
        ids = GAME.legal_actions(s)
        named = [int(a) for a in ids if words in GAME.describe(s, int(a))]
        exact = [a for a in named if GAME.describe(s, a) == words]
        assert len(exact or named) == 1, (words, options(s))
        GAME.step(s, (exact or named)[0])


def decision(s: np.record) -> str:
    return PENDING.read(s)[0].kind


def in_action_phase(s: np.record) -> bool:
    """Whether the chosen effects are not finished yet."""
    return decision(s) not in ("production", "action space")


def own(s: np.record, seat: int) -> np.void:
    return s["players"][seat]


def fleet(s: np.record, seat: int, place: str) -> list[int]:
    """Levels of the ships there."""
    row = s["players"][seat]["ships"][node(place)]
    return [level + 1 for level in range(4) for _ in range(row[level])]


def discs(s: np.record, seat: int) -> tuple[int, int]:
    return tuple(int(n) for n in s["players"][seat]["discs"])


def controller(s: np.record, place: str) -> int:
    return int(s["controller"][node(place)])


def two_level_1(s, seat=0):
    """The seat has researched two technologies of level I."""
    researched(s, seat, "I-1", "I-2")
    put_tech(s, "I-1", "Narrow Beam Lasers")
    put_tech(s, "I-2", "Terraforming")


def can_do(s: np.record, place: int) -> bool:
    """Whether the first player could take an action with the effects at this place, for nothing."""
    account = np.zeros(1, np.dtype((np.record, ACCOUNT)))[0]
    open_account(s, Z, account)
    return bool(can_act(s, Z, Z, Z, np.int64(place), Z, account))
