"""Setup (section 2), as chance dealt it: the deal is read from the real game and checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from tests.reference.beyond_the_sun import box
from tests.reference.beyond_the_sun.box import NONE
from tests.reference.beyond_the_sun.resources import rightmost, supply_to_population
from tests.reference.beyond_the_sun.table import Deck, Faction, Table

BEGINNER = {"Transcendence", "Empire", "Warlord", "Technologist"}  # BS-14


def ints(values: Iterable[Any]) -> list[int]:
    return [int(value) for value in values]


def deck_order(state: np.record, name: str, row: int) -> list[int]:
    """A hidden deck of the real game, top card first."""
    left = int(state[f"{name}_left"][row])
    return ints(state[f"{name}_deck"][row][:left])


def tell_decks(g: Table, state: np.record) -> None:
    """Chance tells the order of cards put under a deck; everything else must have stayed."""
    for row, level in enumerate((2, 3, 4)):
        g.tech_decks[level].tell(deck_order(state, "tech", row))
    for row, letter in enumerate("AB"):
        g.system_decks[letter].tell(deck_order(state, "system", row))


def deal(state: np.record, players: int, boards: str, achievements: str, **options: Any) -> Table:
    setup = box.SETUPS[players]
    slot_card, slot_event = ints(state["slot_card"]), ints(state["slot_event"])
    node_system, cards = ints(state["node_system"]), ints(state["achievement_card"])
    tech_decks = {
        level: Deck(deck_order(state, "tech", row)) for row, level in enumerate((2, 3, 4))
    }
    system_decks = {
        letter: Deck(deck_order(state, "system", row)) for row, letter in enumerate("AB")
    }
    check_techs(slot_card, tech_decks)
    check_events(slot_event)
    check_systems(node_system, system_decks)
    check_achievements(cards, achievements)
    numbers = ints(state["players"]["faction"][:players])
    assert len(set(numbers)) == players
    factions = [
        prepare(number, boards, seat, setup["starting_ore_by_seat"][seat])
        for seat, number in enumerate(numbers)
    ]
    return Table(
        players=factions,
        setup=setup,
        side=box.SIDES[setup["exploration_side"]],
        tableau=options.get("tableau", False),
        max_rounds=options.get("max_rounds", 60),
        tech_decks=tech_decks,
        system_decks=system_decks,
        slot_card=slot_card,
        slot_event=slot_event,
        node_system=node_system,
        achievement_card=cards,
    )


def check_techs(slot_card: list[int], decks: dict[int, Deck]) -> None:  # BS-10, BS-11
    of_level = {
        level: {n for n, card in enumerate(box.TECHS) if card["level"] == level}
        for level in (1, 2, 3, 4)
    }
    assert set(slot_card[:4]) == of_level[1]
    assert set(slot_card[4:]) == {NONE}
    for level, deck in decks.items():
        assert sorted(deck.cards) == sorted(of_level[level])


def check_events(slot_event: list[int]) -> None:  # BS-12
    for level in (2, 3):
        laid = [slot_event[n] for n, slot in enumerate(box.SLOTS) if slot["level"] == level]
        assert len(set(laid)) == 6
        assert all(box.EVENTS[e]["level"] == level for e in laid)
        assert sum(box.EVENTS[event]["light_frame"] for event in laid) == 2
    assert all(slot_event[n] == NONE for n, s in enumerate(box.SLOTS) if s["level"] in (1, 4))


def check_systems(node_system: list[int], decks: dict[str, Deck]) -> None:  # BS-13
    for letter in "AB":
        laid = [node_system[box.NODES.index(f"{letter}{n}")] for n in (1, 2)]
        assert letter == "B" or all(box.SYSTEMS[system]["starting"] for system in laid)
        everything = {n for n, system in enumerate(box.SYSTEMS) if system["deck"] == letter}
        assert sorted(laid + decks[letter].cards) == sorted(everything)


def check_achievements(cards: list[int], kind: str) -> None:  # BS-14
    dealt = [box.ACHIEVEMENTS[card] for card in cards]
    assert sorted(card["group"] for card in dealt) == ["A", "B", "base", "base"]
    assert len(set(cards)) == 4
    assert kind == "random" or {card["name"] for card in dealt} == BEGINNER


def prepare(number: int, boards: str, seat: int, ore: int) -> Faction:
    """BS-17, with the board's own setup effects."""
    board = box.FACTIONS[number]
    assert board["board"] == boards  # BS-20
    player = Faction(board, ore=ore)
    player.supply = player.capacity
    player.ships[box.SOL][0] = 1
    for effect in board["setup"]:
        if effect["op"] == "gain_ore":
            player.ore += effect["n"]
        elif effect["op"] == "supply_to_pop":
            supply_to_population(player, effect["n"], effect.get("src", "leftmost"))
        elif effect["op"] == "upgrade":
            player.ships[box.SOL] = [0] * 4
            player.ships[box.SOL][effect["levels"]] = 1
        else:
            assert effect["op"] == "move_supply"
            assert effect["to"] == "A"
            for _ in range(effect["n"]):
                column = rightmost(player)
                assert column is not None
                player.supply[column] -= 1
                player.supply[0] += 1
    assert player.cubes() == 20
    return player
