"""The table: boards, cards and cubes as plain lists, and the questions that rules ask about them."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.reference.beyond_the_sun import box
from tests.reference.beyond_the_sun.box import NONE, Card


@dataclass
class Ask:
    """One decision: who decides, what it is called, and every legal action."""

    seat: int
    kind: str
    legal: set[int]


Steps = Generator[Ask, int, Any]  # a rule that may have to ask


@dataclass
class Act:
    """The action a faction has chosen this turn (BS-30), while it is carried out."""

    changed: bool = False  # BS-36
    copying: bool = False  # BS-151
    replaced: bool = False  # BS-154, once in an action


@dataclass
class Deck:
    """A face-down deck, top card first; the order of the last `loose` cards is not known yet."""

    cards: list[int]
    loose: int = 0
    under: set[int] = field(default_factory=set)

    def draw(self) -> int:
        assert len(self.cards) > self.loose or self.loose == 0, "the order was not told"
        return self.cards.pop(0)

    def put_under(self, cards: list[int]) -> None:
        """BS-78: in random order, which chance has to tell."""
        self.cards += cards
        self.loose = len(cards)
        self.under |= set(cards)

    def seen_again(self) -> set[int]:
        """Cards of the deck that were seen and put under it."""
        return self.under & set(self.cards)

    def tell(self, order: list[int]) -> None:
        """Chance tells the order of cards that were put under the deck."""
        known = len(self.cards) - self.loose
        assert order[:known] == self.cards[:known], "a deck changed its order"
        assert sorted(order) == sorted(self.cards), "a deck changed its cards"
        self.cards, self.loose = list(order), 0


@dataclass
class Faction:
    board: Card
    ore: int = 0
    population: int = 2
    supply: list[int] = field(default_factory=list)
    ships: list[list[int]] = field(default_factory=lambda: [[0] * 4 for _ in box.NODES])
    researched: set[int] = field(default_factory=set)
    discs: list[int] = field(default_factory=lambda: [8, 8])
    automated: list[int] = field(default_factory=lambda: [0, 0, 0])
    colony_discs: list[int] = field(default_factory=lambda: [0, 0])
    museum: int = 0
    pawn: int = NONE
    vp_events: int = 0
    last_disc_due: list[int] = field(default_factory=list)
    last_disc_done: set[int] = field(default_factory=set)

    @property
    def capacity(self) -> list[int]:
        return [self.board["supply_columns"][letter] for letter in "ABCDE"]

    def strength(self, node: int) -> int:  # BS-9
        return sum((level + 1) * count for level, count in enumerate(self.ships[node]))

    def own_ships(self) -> Iterator[tuple[int, int]]:
        """Places and levels (1 to 4) where this faction has a ship."""
        for node, row in enumerate(self.ships):
            for level, count in enumerate(row):
                if count:
                    yield node, level + 1

    def ships_of_level(self, level: int) -> int:
        return sum(row[level - 1] for row in self.ships)

    def cubes(self) -> int:  # BS-2
        ships = sum(map(sum, self.ships))
        museum = int(self.museum > 0)
        return sum(self.supply) + self.population + ships + len(self.researched) + museum


@dataclass
class Table:
    players: list[Faction]
    setup: Card
    side: Card
    tableau: bool
    max_rounds: int
    tech_decks: dict[int, Deck]
    system_decks: dict[str, Deck]
    slot_card: list[int]
    slot_event: list[int]
    node_system: list[int]
    achievement_card: list[int]
    slot_ore: list[int] = field(default_factory=lambda: [0] * 19)
    event_seen: set[int] = field(default_factory=set)
    guild_open: list[bool] = field(default_factory=lambda: [False] * 4)
    private_card: list[int] = field(default_factory=lambda: [NONE] * 2)
    private_owner: list[int] = field(default_factory=lambda: [NONE] * 2)
    extra_slot: int = NONE
    controller: list[int] = field(default_factory=lambda: [NONE] * 10)
    outpost: list[int] = field(default_factory=lambda: [NONE] * 10)
    uncontrolled: list[bool] = field(default_factory=lambda: [False] * 10)
    colony_owner: list[int] = field(default_factory=lambda: [NONE] * 24)
    system_vp: list[int] = field(default_factory=lambda: [0] * 24)
    achievement_disc: list[list[int]] = field(
        default_factory=lambda: [[NONE] * 4 for _ in range(4)]
    )
    achievement_vp: list[int] = field(default_factory=lambda: [0] * 4)
    museum_vp: list[int] = field(default_factory=lambda: [0] * 4)
    dyson: tuple[int, int, int] = (NONE, 0, 0)
    row_open: list[bool] = field(default_factory=lambda: [True, False, False])
    open_cards: list[int] = field(default_factory=list)  # drawn or laid out for a choice
    laid_out: list[int] = field(default_factory=list)  # the cards of a tableau row to choose from
    choice: list[int] = field(default_factory=list)
    chosen_level: int = 0
    bonuses: int = 0
    round: int = 1
    last_round: int = 0
    active: int = 0
    act: Act | None = None
    waiting_ability: int = 0  # system bonuses under way (BS-162)
    over: bool = False

    def clockwise(self, first: int) -> list[int]:
        return [(first + step) % len(self.players) for step in range(len(self.players))]

    # cards and abilities

    def cards_of(self, seat: int) -> Iterator[Card]:
        """Technologies that a faction has: researched, or private (BS-84)."""
        for slot in sorted(self.players[seat].researched):
            if self.slot_card[slot] != NONE:
                yield box.TECHS[self.slot_card[slot]]
        for card, owner in zip(self.private_card, self.private_owner, strict=True):
            if owner == seat:
                yield box.TECHS[card]

    def abilities(self, seat: int, op: str) -> list[Card]:
        """Permanent effects of a kind: on technologies, colonies and the board (BS-163)."""
        found = [effect for card in self.cards_of(seat) for effect in card["permanent"]]
        for system, owner in enumerate(self.colony_owner):
            if owner == seat:
                found += box.SYSTEMS[system]["permanent"]
        for ability in self.players[seat].board["abilities"]:
            found += ability["effects"]
        return [effect for effect in found if effect["op"] == op]

    def has(self, seat: int, op: str) -> bool:
        return bool(self.abilities(seat, op))

    def total(self, seat: int, op: str) -> int:
        return sum(effect["n"] for effect in self.abilities(seat, op))

    # counters of effects, points and achievements

    def colonies(self, seat: int) -> int:
        return self.colony_owner.count(seat)

    def outposts(self, seat: int) -> int:  # BS-9, BS-137
        return self.controller.count(seat)

    def techs_of_level(self, seat: int, level: int) -> int:  # BS-72: private ones do not count
        return sum(
            box.SLOTS[slot]["level"] == level and self.slot_card[slot] != NONE
            for slot in self.players[seat].researched
        )

    def achievements(self, seat: int) -> int:
        return sum(row.count(seat) for row in self.achievement_disc)

    def count(self, seat: int, counter: str) -> int:
        player = self.players[seat]
        return {
            "controlled_location": self.outposts(seat),
            "outpost": self.outposts(seat),
            "colonized_system": self.colonies(seat),
            "tech_level3": self.techs_of_level(seat, 3),
            "automation_level": sum(player.automated),
            "ship_level4": player.ships_of_level(4),
            "achievement": self.achievements(seat),
        }[counter]

    # places

    def node(self, number: int) -> Card | None:
        name = box.NODES[number]
        return next((node for node in self.side["nodes"] if node["id"] == name), None)

    def places(self) -> list[int]:
        """Locations that exist: those of this side of the board, and X1 while it lies there."""
        on_board = [box.NODES.index(node["id"]) for node in self.side["nodes"]]
        return on_board + [box.X1] * (self.node_system[box.X1] != NONE)

    def is_shipyard(self, number: int) -> bool:
        node = self.node(number)
        return node is not None and node["kind"] == "shipyard"

    def is_controllable(self, number: int) -> bool:  # BS-8, BS-134
        return self.is_shipyard(number) or self.node_system[number] != NONE

    def specialisation(self, number: int) -> list[int]:
        """The tracks printed at a location."""
        if self.node_system[number] != NONE:
            printed = box.SYSTEMS[self.node_system[number]]["specialisation"]
        else:
            node = self.node(number)
            assert node is not None
            printed = node["specialisation"]
        return [box.TRACKS.index(name) for name in printed]

    def neighbours(self, number: int) -> set[int]:  # BS-8, BS-116
        name = box.NODES[number]
        ends = [(route["a"], route["b"]) for route in self.side["routes"]]
        if self.node_system[box.X1] != NONE:
            ends.append(("X1", box.NODES[self.extra_slot]))
        joined = [b for a, b in ends if a == name] + [a for a, b in ends if b == name]
        return {box.NODES.index(other) for other in joined}

    def reach(self, seat: int, number: int) -> set[int]:
        """Where 1 point takes a ship from here (BS-100, BS-156)."""
        if self.has(seat, "perm_wormhole") and number not in (box.SOL, box.DEEP_SPACE):
            return set(self.places()) - {number}
        return self.neighbours(number)
