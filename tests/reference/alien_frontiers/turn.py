"""Chapters 2, 3 and 8: set-up, the course of a turn, buying the relic ship."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from tests.reference.alien_frontiers import box
from tests.reference.alien_frontiers.discards import legal_discards
from tests.reference.alien_frontiers.docking import can_launch, can_trade, launch, legal_dockings
from tests.reference.alien_frontiers.docking import trade as trade_once
from tests.reference.alien_frontiers.powers import legal_powers
from tests.reference.alien_frontiers.table import (
    Options,
    Player,
    Ship,
    Table,
    Turn,
    can_pay,
    controller,
    discard_card,
    gain,
    is_isolated,
    leave_play,
    move_ship,
    pay,
    rolled,
)
from tests.reference.lockstep import ImpossibleError, Seen

COSTLY = {"DOCK_SHIPYARD", "DOCK_CONSTRUCTOR", "DOCK_TERRAFORM"}
LIMIT = box.SETUP["resource_limit_end_of_turn"]


# Set-up


def set_up(seen: Sequence[Seen], players: int, turn_limit: int) -> Table:
    t = Table(players=[], ships=[], turn_limit=turn_limit)
    for seat in range(players):
        start = box.SETUP["starting_resources_by_seat"][seat]  # AF-14
        colonies = box.SETUP["colonies_per_player"][str(players)]  # AF-12
        t.players.append(Player(start["fuel"], start["ore"], colonies))
        for resource in box.RESOURCES:
            t.supply[resource] -= start[resource]
        for count in range(box.SETUP["ships_per_colour"]):  # AF-11
            in_play = count < box.SETUP["ships_at_start"]
            t.ships.append(Ship(seat, place=box.BAY if in_play else box.STOCK))
    t.ships.append(Ship(None, is_relic=True, place=box.DESERT))  # AF-15
    t.colonies = {name: [0] * players for name in box.TERRITORIES}
    t.fields = dict.fromkeys(box.FIELDS)
    t.seen = seen
    deal_cards(t)
    start_turn(t, before_first_turn=True)
    return t


def deal_cards(t: Table) -> None:  # AF-10
    t.deck = Counter({name: card["copies"] for name, card in box.CARDS.items()})
    for row in t.seen[0]["display"].tolist():
        t.display.append(take_dealt(t, row))
    for seat, player in enumerate(t.players):
        player.cards.add(take_dealt(t, cards_dealt(t, seat)))
    if t.deck.total() != box.SETUP["cards"]["deck_left"][str(len(t.players))]:
        raise ImpossibleError(f"{t.deck.total()} cards are left in the deck")


def cards_dealt(t: Table, seat: int) -> list[int]:
    """The card dealt to a seat. The first player's Resource Cache may be gone already (AF-209)."""
    row = t.seen[0]["cards"][seat].tolist()
    if seat == 0 and sum(row) == 0:
        row[box.CARD_NAMES.index("resource_cache")] = 1
    return row


def take_dealt(t: Table, row: list[int]) -> str:
    if sorted(row) != [0] * 12 + [1]:
        raise ImpossibleError(f"dealt {row}")
    card = box.CARD_NAMES[row.index(1)]
    if not t.deck[card]:
        raise ImpossibleError(f"{card} was dealt too often")
    t.deck[card] -= 1
    return card


# Start and end of a turn


def start_turn(t: Table, before_first_turn: bool = False) -> None:  # AF-20
    if not before_first_turn:
        t.seat = (t.seat + 1) % len(t.players)
    t.turn_number += 1
    t.turn = Turn()
    t.back_to_main()
    for ship in t.ships:
        if ship.owner != t.seat or ship.place == box.STOCK:
            continue
        if ship.place == box.STATION:  # AF-21
            leave_play(ship)
        else:  # AF-22
            move_ship(ship, box.HAND)
    rolled(t, t.ships_in_hand())  # AF-23
    if "resource_cache" in t.me().cards:  # AF-24
        resource_cache(t)


def resource_cache(t: Table) -> None:  # AF-208, AF-209
    odd = sum(ship.value % 2 for ship in t.ships_in_hand())
    even = len(t.ships_in_hand()) - odd
    if even >= odd:
        gain(t, "fuel", 1)
    if odd >= even:
        gain(t, "ore", 1)
    if odd == even:
        t.met["AF-209 tie"] += 1
        discard_card(t, t.seat, "resource_cache")


def end_turn(t: Table) -> None:
    t.met["AF-27 ships left over"] += bool(t.ships_in_hand())
    for ship in t.ships_in_hand():  # AF-27
        move_ship(ship, box.BAY)
    if t.me().fuel + t.me().ore > LIMIT:  # AF-29
        t.phase = "KEEP_ORE"
    else:
        next_player(t)


def keep_ore_phase(t: Table) -> Options:
    return {
        box.number("KEEP_ORE", ore): partial(keep, t, ore)
        for ore in range(LIMIT + 1)
        if ore <= t.me().ore and LIMIT - ore <= t.me().fuel
    }


def keep(t: Table, ore: int) -> None:
    pay(t, t.me().fuel - (LIMIT - ore), t.me().ore - ore)
    next_player(t)


def next_player(t: Table) -> None:
    if t.turn_number == t.turn_limit:  # section 20
        t.met["section 20: turn limit"] += 1
        t.over = True
    else:
        start_turn(t)


# Step 5


def main_phase(t: Table) -> Options:  # AF-25, AF-26
    options = legal_dockings(t)
    if options and all(box.name_of(action) in COSTLY for action in options):
        t.met["AF-26 only dockings that cost something"] += 1
    if not options:
        options[box.number("END_TURN")] = partial(end_turn, t)
    if can_trade(t):
        options[box.number("TRADE")] = partial(trade_once, t)
    if can_launch(t):
        options[box.number("LAUNCH")] = partial(launch, t)
    if can_buy_relic(t):
        options[box.number("BUY_RELIC")] = partial(buy_relic, t)
    return options | legal_powers(t) | legal_discards(t)


def can_buy_relic(t: Table) -> bool:  # AF-140
    desert = "burroughs_desert"
    there = t.relic().place == box.DESERT and not is_isolated(t, desert)
    return there and controller(t, desert) == t.seat and can_pay(t, 1, 1)


def buy_relic(t: Table) -> None:
    t.met["AF-140 relic bought"] += 1
    pay(t, 1, 1)
    move_ship(t.relic(), box.BAY)
    t.relic().owner = t.seat
