"""Everything on the table, and the small verbs that all chapters of the rules use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.reference.alien_frontiers import box
from tests.reference.lockstep import ImpossibleError, Seen

Options = dict[int, Callable[[], None]]  # legal actions, each with what it does


@dataclass(eq=False)
class Ship:
    """A die. The relic ship's owner is its holder, or nobody."""

    owner: int | None
    is_relic: bool = False
    place: str = box.STOCK
    port: int = -1
    value: int = 0

    def docked(self) -> bool:
        return self.place in box.PORTED


@dataclass
class Player:
    fuel: int
    ore: int
    unplaced: int
    hub: int = 0  # space of the colony on the track, 0: none
    cards: set[str] = field(default_factory=set)


@dataclass
class Turn:
    """What is remembered until the turn ends."""

    used: set[str] = field(default_factory=set)
    discarded: bool = False
    tally: int = 0
    rate: int = 0  # lowest pair docked at the market, 0: none
    mined: int = 0
    boarded: int = 0
    extra_space: bool = False
    borrowed: str | None = None


@dataclass
class Pending:
    """What an action opened and is not finished yet."""

    card: str | None = None
    facility: str | None = None
    ship: Ship | None = None
    territory: str | None = None
    other_territory: str | None = None
    owner: int | None = None
    picks: list[int] = field(default_factory=list)
    refresh: bool = False
    surplus: int = 0


@dataclass
class Table:
    players: list[Player]
    ships: list[Ship]
    turn_limit: int
    supply: dict[str, int] = field(
        default_factory=lambda: {what: box.SETUP["supply"][what] for what in box.RESOURCES}
    )
    colonies: dict[str, list[int]] = field(default_factory=dict)
    fields: dict[str, str | None] = field(default_factory=dict)
    display: list[str | None] = field(default_factory=list)
    deck: Counter[str] = field(default_factory=Counter)
    pile: Counter[str] = field(default_factory=Counter)
    seat: int = 0
    turn_number: int = 0
    phase: str = "MAIN"
    turn: Turn = field(default_factory=Turn)
    pending: Pending = field(default_factory=Pending)
    over: bool = False
    seen: Sequence[Seen] = ()  # where chance is read from
    met: Counter[str] = field(default_factory=Counter)  # rare cases that came up, see cases.py

    def me(self) -> Player:
        return self.players[self.seat]

    def relic(self) -> Ship:
        return self.ships[-1]

    def ships_at(self, place: str) -> list[Ship]:
        return [ship for ship in self.ships if ship.place == place]

    def ships_in_hand(self) -> list[Ship]:
        return self.ships_at(box.HAND)  # only the player on turn has any

    def opponents(self) -> list[int]:
        """Seats +1, +2, ... of the player on turn."""
        n = len(self.players)
        return [(self.seat + step) % n for step in range(1, n)]

    def back_to_main(self) -> None:
        self.phase, self.pending = "MAIN", Pending()


# Choosing ships by value (section 14)


def ship_class(ship: Ship) -> int:
    return 6 if ship.is_relic else ship.value - 1


def by_class(ships: list[Ship]) -> dict[int, Ship]:
    """One ship of each class among them; equal ones are interchangeable."""
    return {ship_class(ship): ship for ship in reversed(ships)}


def opponent_class(t: Table, ship: Ship) -> int:
    if ship.is_relic:
        return 18
    assert ship.owner is not None
    return 6 * t.opponents().index(ship.owner) + ship.value - 1


def opponents_ships(t: Table, facility: str) -> list[Ship]:
    return [ship for ship in t.ships_at(facility) if ship.owner != t.seat]


def first_to_go(t: Table, ships: list[Ship]) -> Ship:
    """Section 14: of equal ships the one in the group with fewest ships, then the lowest group."""
    size = box.group_size(ships[0].place, len(t.players))
    crowd = Counter(ship.port // size for ship in t.ships_at(ships[0].place))
    ranks = [(crowd[ship.port // size], ship.port // size) for ship in ships]
    if len({fewest for fewest, _ in ranks}) > 1:
        t.met["section 14: a broken group first"] += 1
    return ships[ranks.index(min(ranks))]


# Ships


def coloured_in_play(t: Table, seat: int) -> int:  # AF-3, AF-146
    return sum(s.owner == seat and not s.is_relic and s.place != box.STOCK for s in t.ships)


def coloured_in_stock(t: Table, seat: int) -> list[Ship]:
    return [s for s in t.ships if s.owner == seat and not s.is_relic and s.place == box.STOCK]


def move_ship(ship: Ship, place: str) -> None:
    """Out of its port, to a place without ports."""
    ship.place, ship.port = place, -1
    if place in (box.BAY, box.STOCK, box.DESERT):
        ship.value = 0
    if place == box.DESERT:
        ship.owner = None


def leave_play(ship: Ship) -> None:  # AF-21, AF-144
    move_ship(ship, box.DESERT if ship.is_relic else box.STOCK)


def free_groups(t: Table, facility: str) -> list[int]:  # AF-31
    """Groups of ports without any ship, the lowest first."""
    n = len(t.players)
    size = box.group_size(facility, n)
    taken = {ship.port // size for ship in t.ships_at(facility)}
    return [group for group in range(box.num_groups(facility, n)) if group not in taken]


def free_ports(t: Table, facility: str, group: int) -> list[int]:
    size = box.group_size(facility, len(t.players))
    taken = {ship.port for ship in t.ships_at(facility)}
    return [port for port in range(group * size, (group + 1) * size) if port not in taken]


# Resources


def gain(t: Table, resource: str, amount: int) -> None:  # AF-230
    if amount > t.supply[resource]:
        t.met["AF-230 supply short"] += 1
        amount = t.supply[resource]
    t.supply[resource] -= amount
    setattr(t.me(), resource, getattr(t.me(), resource) + amount)


def can_pay(t: Table, fuel: int, ore: int) -> bool:
    return t.me().fuel >= fuel and t.me().ore >= ore


def pay(t: Table, fuel: int, ore: int) -> None:  # AF-32, AF-231
    assert can_pay(t, fuel, ore)
    t.me().fuel -= fuel
    t.me().ore -= ore
    t.supply["fuel"] += fuel
    t.supply["ore"] += ore


# The planet


def controller(t: Table, territory: str) -> int | None:  # AF-112, AF-113
    there = t.colonies[territory]
    most = max(there)
    return there.index(most) if there.count(most) == 1 else None


def is_isolated(t: Table, territory: str) -> bool:
    return t.fields["isolation_field"] == territory


def is_closed(t: Table, territory: str) -> bool:  # AF-154
    return t.fields["repulsor_field"] == territory


def has_bonus(t: Table, territory: str) -> bool:  # AF-115, AF-151, AF-152
    """Whether the player on turn has it."""
    if is_isolated(t, territory):
        if t.turn.borrowed == territory:
            t.met["AF-152 borrowed bonus isolated"] += 1
        return False
    return controller(t, territory) == t.seat or t.turn.borrowed == territory


def planet_changed(t: Table) -> None:  # AF-142, AF-143
    """The relic ship goes home as soon as its holder loses the desert or its bonus."""
    relic, desert = t.relic(), "burroughs_desert"
    if relic.owner is None:
        return
    if controller(t, desert) != relic.owner or is_isolated(t, desert):
        t.met["AF-143 relic isolated" if is_isolated(t, desert) else "AF-142 relic lost"] += 1
        if relic.place == box.HAND:
            t.met["AF-142 relic lost from the hand"] += 1
        move_ship(relic, box.DESERT)


def victory_points(t: Table, seat: int) -> int:  # AF-118
    controlled = [name for name in box.TERRITORIES if controller(t, name) == seat]
    points = sum(t.colonies[name][seat] for name in box.TERRITORIES) + len(controlled)
    points += sum(box.CARDS[card]["victory_points"] for card in t.players[seat].cards)
    return points + (t.fields["positron_field"] in controlled)


# Cards


def draw_card(t: Table, slot: int) -> None:  # AF-44, AF-168
    """Lay the next card into an empty slot of the display."""
    if not t.deck.total():
        t.met["AF-168 reshuffle"] += 1
        t.deck, t.pile = t.pile, Counter()
    row = t.seen[0]["display"][slot].tolist()
    card = box.CARD_NAMES[row.index(1)] if sum(row) else None
    t.display[slot] = card
    if card is None:
        t.met["AF-168 empty slot"] += 1
        if t.deck.total():
            raise ImpossibleError(f"slot {slot} stays empty, but cards are left")
    if card is not None and not t.deck[card]:
        raise ImpossibleError(f"{card} was drawn, which is not in the deck")
    if card is not None:
        t.deck[card] -= 1


def discard_card(t: Table, seat: int, card: str) -> None:  # AF-169
    t.players[seat].cards.remove(card)
    t.pile[card] += 1


# Dice


def rolled(t: Table, ships: list[Ship]) -> None:
    """Give each of these ships of the hand the value that chance brought."""
    dice = [ship for ship in ships if not ship.is_relic]
    kept = [s for s in t.ships_in_hand() if not s.is_relic and s not in dice]
    counts = Counter(dict(enumerate(t.seen[0]["hand"][t.seat].tolist(), 1)))
    counts.subtract(ship.value for ship in kept)
    values = sorted(counts.elements())
    if min(counts.values()) < 0 or len(values) != len(dice):
        raise ImpossibleError(f"{len(dice)} ships rolled, the rest is {kept}, the hand {counts}")
    for ship, value in zip(dice, values, strict=True):
        ship.value = value
    if t.relic() in ships:
        t.relic().value = int(t.seen[0]["relic_value"])
        if not 1 <= t.relic().value <= 6:
            raise ImpossibleError(f"the relic ship rolled {t.relic().value}")
