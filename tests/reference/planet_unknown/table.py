"""What lies in the middle of the table, and what chance brought.

Chance is told by the observations that the seats have after each decision (`seen`). It is looked at
where the rules draw by lot: the next tile of a compartment, the cards of a pile, objectives, events,
the first rotation. Each outcome is checked to be possible.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from tests.reference.lockstep import ImpossibleError, Seen
from tests.reference.planet_unknown import data as d
from tests.reference.planet_unknown.player import Planet, Player

Steps = Generator[tuple[int, set[int]], int, Any]

SETUP, ROTATION, EVENT, TURNS, FINAL, CARDS, SCORING = range(7)
ON_OFFER = 4
ROUND, TO_MOVE, COMMANDER, SEATS_DONE, ROTATED, SHIFT, CLOCKWISE = range(1, 8)
EVENT_IN_FORCE, REVEALED, IN_DECK, NEXT_EVENT = 9, 10, 11, 12


def check(possible: bool, what: str) -> None:
    if not possible:
        raise ImpossibleError(what)


class Table:
    def __init__(self, seen: Sequence[Seen], options: dict[str, Any]):
        self.seen, self.options = seen, options
        self.num = int(options.get("players", 2))
        public = seen[0]["public"]
        self.phase = SETUP
        self.round = 0
        self.commander = int(public[COMMANDER])
        self.shift = int(public[SHIFT])
        wanted = options.get("susan_offset")
        check(0 <= self.shift < 6 and wanted in (None, self.shift), "ring shift")
        rule = options.get("rotation", "default")
        self.clockwise = rule == "clockwise" or (rule == "default" and self.num <= 2)  # PU-121
        self.rotation = int(public[ROTATED])
        if self.clockwise and public[0] != SETUP:  # the first step has been made already
            self.rotation = (self.rotation + 1) % 6
        self.ending = False
        self.done = 0  # seats that are done in this phase
        self.turn_of: int | None = None
        boards = seen[0]["board"]
        self.players = [
            Player(seat, int(boards[seat][0]), Planet(int(boards[seat][1])))
            for seat in range(self.num)
        ]
        self.left = [set(range(12)) for _ in range(12)]  # variants, by shape
        self.top: list[int | None] = [None] * 12
        for shape in range(12):
            self.uncover(shape)
        self.pile_size = [self.num + 1] * 4  # PU-6
        self.certain: list[set[int]] = [set() for _ in range(4)]  # cards known to be in the pile
        self.complete = [False] * 4  # nothing else is in it
        self.used_cards: set[int] = set()
        self.between = [-1] * 6
        self.common: list[int] = []
        self.gone_objectives: set[int] = set()
        self.colours: dict[str, int] | None = None  # event cards in the deck, if there is one
        self.colours_left: dict[str, int] = {}
        self.event: int | None = None
        self.revealed: list[int] = []
        self.peeked: int | None = None  # the next event as the players that looked know it
        self.peekers: set[int] = set()
        self.parts: dict[str, Any] = {}  # of what is seen (facts.py), until the next step
        self.over = False
        self.final_scores: list[int] = []

    # ---- seats

    def in_turn_order(self) -> list[Player]:
        return [self.players[(self.commander + n) % self.num] for n in range(self.num)]

    def one_after_another(self) -> Iterator[Player]:
        for done, p in enumerate(self.in_turn_order()):
            self.done = done
            yield p

    def own_turn(self, p: Player) -> bool:
        return self.turn_of == p.seat

    def gain_movement(self, p: Player, points: int) -> None:
        if points and self.phase < FINAL:  # section 31
            p.movement += points
            p.gained = True

    def in_force(self, kind: str) -> bool:
        """Is a restriction of this kind in force? PU-126"""
        return self.restriction() == kind

    def restriction(self) -> str | None:
        if self.event is None or not d.EVENTS[self.event]["restriction"]:
            return None
        return d.EVENTS[self.event]["effect"]["kind"]

    # ---- the station

    def compartments(self, p: Player) -> tuple[int, int]:
        """Shapes in the inner and the outer compartment of the own depot. PU-12"""
        outer = (d.SEATS[self.num][p.seat] + self.rotation) % 6
        return d.INNER_RING[(outer + self.shift) % 6], d.OUTER_RING[outer]

    def depot(self, p: Player) -> list[d.Tile | None]:
        tops = [(shape, self.top[shape]) for shape in self.compartments(p)]
        return [None if v is None else d.TILES[v * 12 + shape] for shape, v in tops]

    def uncover(self, shape: int) -> None:
        """Chance: which tile is on top now."""
        variant = int(self.seen[0]["top"][shape])
        if not self.left[shape]:
            check(variant == -1, "tile in an empty compartment")
            self.top[shape] = None
        else:
            check(variant in self.left[shape], "top tile that is gone")
            self.top[shape] = variant

    def take_tile(self, p: Player, compartment: int) -> d.Tile:
        shape = self.compartments(p)[compartment]
        tile = self.depot(p)[compartment]
        self.left[shape].discard(self.top[shape])
        self.uncover(shape)
        return tile

    def an_empty_depot(self) -> bool:
        """PU-95 (B)"""
        return any(
            not self.left[d.OUTER_RING[o]] and not self.left[d.INNER_RING[(o + self.shift) % 6]]
            for o in range(6)
        )

    # ---- cards

    def offered_cards(self, p: Player) -> list[int]:
        return [c for c, known in enumerate(self.seen[p.seat]["civ_card"]) if known == ON_OFFER]

    def look_at_pile(self, cards: set[int], level: int) -> None:
        """Chance: what is in the pile (0..3)."""
        held = {c for p in self.players for c in p.cards} | self.used_cards
        check(len(cards) == self.pile_size[level], "size of a pile")
        check(all(d.CARDS[c]["level"] == level + 1 for c in cards), "level of a pile")
        check(not cards & held, "card that is out of the piles")
        check(self.certain[level] <= cards, "card that vanished from its pile")
        check(not self.complete[level] or cards == self.certain[level], "new card in a pile")
        self.certain[level], self.complete[level] = set(cards), True

    def leaves_pile(self, card: int) -> None:
        level = d.CARDS[card]["level"] - 1
        self.pile_size[level] -= 1
        self.certain[level].discard(card)

    def lay_out_objectives(self) -> None:
        """Chance, PU-8"""
        self.between = [int(n) for n in self.seen[0]["between"]]
        laid = {n for n in self.between if n >= 0}
        check(len(laid) == {1: 0, 2: 3}.get(self.num, self.num), "objectives laid out")
        check(not laid & self.gone_objectives, "objective dealt twice")
        self.gone_objectives |= laid

    def offered_objectives(self, seat: int, count: int) -> list[int]:
        known = self.seen[seat]["objective"]
        offer = [n for n, code in enumerate(known) if code == ON_OFFER]
        check(len(offer) == count, f"{len(offer)} objectives on offer instead of {count}")
        check(not self.gone_objectives & set(offer), "objective dealt twice")
        self.gone_objectives.update(offer)
        return offer
