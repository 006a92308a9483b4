"""Positions written readably, and played by descriptions.

    p = Position(corporation="Republic", markers={"civ": 1, "tech": 10})
    p.put(104, 0, 5, 0)              # tile 104, orientation 0, upper left corner on [5, 0]
    p.offer(8)                       # the seat faces tile 8, and takes it next
    p.play("take I2 civ/energy", "place", "resolve the civ station")
    assert p.markers["civ"] == 2

A position starts when seat 0 is to take its tile, with `auto_resolve` off: every decision is taken
by the test. `play` takes the one legal action whose description starts with the given words;
`options()` lists the descriptions. Squares are (row, col).
"""

from __future__ import annotations

from typing import Any

import numpy as np

import exozoo
from exozoo.envs.planet_unknown import components as k
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.rules.effects import refresh_technologies
from exozoo.envs.planet_unknown.rules.phase_turn import prepare_take
from exozoo.envs.planet_unknown.view.describe import depot_tile

GAME = exozoo.load_game("planet_unknown")
TRACKS = c.TRACK_NAMES


BITS_OF_WORD = np.array([1 << (square // 12 * 16 + square % 12) for square in range(48)])


def boards_of(players: Any) -> dict[str, np.ndarray]:
    """The boards of players' records, told from the planes that they repeat."""
    planes = {
        "covered": players["terrain"] >= 0,
        "energy": players["terrain"] == c.ENERGY,
        "fallen": players["meteorite"] == 1,
    }
    return {name: p.reshape(*p.shape[:-1], 3, 48) @ BITS_OF_WORD for name, p in planes.items()}


def left_of(states: Any) -> np.ndarray:
    """Which tiles are in the station, told from the piles and what is gone from them."""
    there = np.arange(12) >= states["taken"][..., None]
    left = np.zeros(there.shape, np.int8)
    np.put_along_axis(left, states["pile"].astype(int), there, axis=-1)
    return left.reshape(*left.shape[:-2], 144)


class Position:
    def __init__(
        self,
        corporation: str = "Universal Coalition",
        planet: str = "KSB-4156",
        players: int = 2,
        seed: int = 0,
        markers: dict[str, int] | None = None,
        technologies: int = 0,
        **options: Any,
    ):
        """Seat 0 has the given boards, the others the symmetric ones.

        `technologies=n` puts the tech marker on the n-th milestone (for Jump Drive: lifepods on
        the first n technologies).
        """
        others = players - 1
        self.state = GAME.new_state(
            seed=seed,
            players=players,
            auto_resolve=False,
            corporations=[corporation] + ["Universal Coalition"] * others,
            planets=[planet] + ["KSB-4156"] * others,
            **options,
        )
        self.s["commander"] = 0
        self.s["seat"] = 0
        while self.decision != "take_tile":
            GAME.step(self.s, int(GAME.legal_actions(self.s)[0]))
            self.s["commander"] = 0
        self.s["seat"] = 0
        self.s["turn"] = 0
        self.set_markers(**(markers or {}))
        if technologies:
            self.unlock(technologies)

    # --- looking ---------------------------------------------------------------------------
    @property
    def s(self) -> np.record:
        """The state. What tests wrote by hand is brought to what the state keeps besides."""
        for name, words in boards_of(self.state["players"]).items():
            self.state["players"][name] = words
        self.state["left"] = left_of(self.state)
        return self.state

    @property
    def me(self) -> np.void:
        return self.state["players"][0]

    @property
    def decision(self) -> str:
        """What the top of the stack asks."""
        return c.PENDING.read(self.s)[0].kind

    @property
    def markers(self) -> dict[str, int]:
        return {name: int(self.me["position"][n]) for n, name in enumerate(TRACKS)}

    @property
    def movement(self) -> int:
        return int(self.me["movement"])

    def renew(self) -> None:
        """The station or planet was changed by hand: find out again which tiles can be taken."""
        if self.decision == "take_tile":
            prepare_take(self.s, np.int64(self.s["seat"]))

    def options(self) -> list[str]:
        self.renew()
        return [GAME.describe(self.s, int(a)) for a in GAME.legal_actions(self.s)]

    def squares(self) -> set[tuple[int, int]]:
        """Legal squares of the current choice."""
        ids = GAME.legal_actions(self.s) - 1160
        return {divmod(int(n), 12) for n in ids if 0 <= n < 144}

    def placements(self) -> set[tuple[int, int, int]]:
        """Legal (orientation, row, col) of the tile in hand."""
        ids = GAME.legal_actions(self.s) - 8
        return {(int(n) // 144, int(n) % 144 // 12, int(n) % 12) for n in ids if 0 <= n < 1152}

    def rovers(self) -> list[tuple[int, int]]:
        return [divmod(int(n), 12) for n in self.me["rover_at"] if n >= 0]

    def at(self, field: str, row: int, col: int) -> int:
        return int(self.me[field][row * 12 + col])

    def terrain(self, row: int, col: int) -> str | None:
        number = self.at("terrain", row, col)
        return None if number < 0 else c.TERRAIN_NAMES[number]

    # --- building --------------------------------------------------------------------------
    def set_markers(self, **positions: int) -> Position:
        for name, position in positions.items():
            self.me["position"][TRACKS.index(name)] = position
        self.refresh()
        return self

    def refresh(self) -> None:
        """Bring the note of available technologies up to date."""
        refresh_technologies(self.s, np.int64(0))

    def unlock(self, count: int) -> None:
        """Make the first `count` technologies available."""
        corporation = int(self.me["corporation"])
        if k.CORPORATION_NAMES[corporation] == "Jump Drive":
            self.me["tech_lifepod"][:count] = 1
            self.refresh()
        else:
            self.set_markers(tech=int(k.MILESTONE_OF_TECHNOLOGY[corporation, count - 1]))

    def put(self, tile: int, orientation: int, row: int, col: int) -> Position:
        """A tile on the planet, without any rule; its meteorite is put as well."""
        variant, shape = divmod(tile, 12)
        cells = k.CELLS[shape * 8 + orientation].tolist()
        size = int(k.SIZE_OF_SHAPE[shape])
        where = [(row + r) * 12 + col + q for r, q in cells[:size]]
        me = self.me
        for cell, square in enumerate(where):
            section = int(k.SECTION_OF_CELL[shape, cell])
            me["terrain"][square] = k.TERRAIN_OF_PAIR[variant // 2, section]
            me["station_of"][square] = where[int(k.STATION_CELL[shape, section])]
            me["lifepod"][square] = 0
        me["last_square"][:] = [*where, -1, -1, -1][:5]
        if variant % 2:
            square = where[int(k.METEOR_CELL[shape])]
            me["symbol"][square] = 1
            me["meteorite"][square] = 1
        return self

    def patch(self, row: int, col: int) -> Position:
        square = row * 12 + col
        self.me["terrain"][square] = c.BIOMASS
        self.me["station_of"][square] = -1
        self.me["lifepod"][square] = 0
        return self

    def cover_all(self, but: set[tuple[int, int]] = frozenset()) -> Position:
        """Patches on every free grid square except some."""
        for square in range(144):
            inside = k.GROUND[int(self.me["planet"]), square] != c.OUTSIDE
            if inside and self.me["terrain"][square] < 0 and divmod(square, 12) not in but:
                self.patch(*divmod(square, 12))
        return self

    def rover(self, row: int, col: int, loaded: bool = False) -> Position:
        """One more rover on the planet, from the supply if it has one."""
        number = int(np.flatnonzero(self.me["rover_at"] < 0)[0])
        self.me["rover_at"][number] = row * 12 + col
        self.me["cargo"][number] = loaded
        self.me["rover_supply"] = max(0, int(self.me["rover_supply"]) - 1)
        return self

    def lifepod(self, row: int, col: int) -> Position:
        self.me["lifepod"][row * 12 + col] = 1
        return self

    def meteorite(self, row: int, col: int) -> Position:
        self.me["meteorite"][row * 12 + col] = 1
        return self

    def points(self, movement: int) -> Position:
        self.me["movement"] = movement
        self.me["gained_movement"] = movement > 0
        return self

    def event(self, card: int) -> Position:
        """The event with this number is in force."""
        self.s["event"] = card - k.FIRST_EVENT_ID
        self.me["tech_reach"] = self.me["position"][TRACKS.index("tech")]
        self.refresh()
        return self

    def offer(self, tile: int) -> Position:
        """Turn the station so that seat 0 faces this tile on top of its compartment."""
        variant, shape = divmod(tile, 12)
        ring = list(k.OUTER_SHAPE) if shape in k.OUTER_SHAPE else list(k.INNER_SHAPE)
        place = ring.index(shape)
        if shape in k.INNER_SHAPE:
            place = (place - int(self.s["shift"])) % 6
        self.s["rotation"] = place  # seat 0 sits at table position 0
        self.on_top(tile)
        assert tile in (depot_tile(self.s, 0, 0), depot_tile(self.s, 0, 1)), variant
        return self

    def on_top(self, tile: int) -> Position:
        """Make the tile the visible one of its compartment."""
        variant, shape = divmod(tile, 12)
        pile = self.s["pile"][shape]
        top = int(self.s["taken"][shape])
        other = int(np.flatnonzero(pile == variant)[0])
        assert other >= top, "the tile is gone"
        pile[other], pile[top] = pile[top], variant
        return self

    def empty(self, *shapes: str) -> Position:
        """Empty the compartments of these shapes, such as "N5"."""
        for shape in shapes:
            self.s["taken"][k.SHAPE_KEYS.index(shape)] = c.NUM_VARIANTS
        return self

    def only(self, tile: int) -> Position:
        """Seat 0 faces this tile alone: the other compartment of its depot is empty."""
        self.offer(tile)
        for compartment in (0, 1):
            other = depot_tile(self.s, 0, compartment)
            if other >= 0 and other % 12 != tile % 12:
                self.s["taken"][other % 12] = c.NUM_VARIANTS
        return self

    def pile(self, *cards: int) -> Position:
        """Put exactly these civ cards (printed numbers) into the piles of their levels."""
        self.s["card_place"][:] = c.IN_BOX
        for card in cards:
            self.s["card_place"][card - 1] = c.IN_PILE
        return self

    def hold(self, *cards: int) -> Position:
        """Seat 0 holds these end-of-game cards."""
        for card in cards:
            self.s["card_place"][card - 1] = 0
        return self

    def ask(self, kind: int, *args: int) -> Position:
        """Put a decision on top of the stack."""
        depth = int(self.s["num_pending"])
        self.s["pending"][depth] = [kind, self.s["seat"], *args, 0, 0, 0, 0][:6]
        self.s["num_pending"] = depth + 1
        return self

    # --- playing ---------------------------------------------------------------------------
    def find(self, words: str) -> int:
        self.renew()
        ids = [int(a) for a in GAME.legal_actions(self.s)]
        found = [a for a in ids if GAME.describe(self.s, a).startswith(words)]
        exact = [a for a in found if GAME.describe(self.s, a) == words]
        found = exact or found
        assert len(found) == 1, f"{words!r} fits {len(found)} of {self.options()[:40]}"
        return found[0]

    def play(self, *words: str) -> Position:
        for each in words:
            GAME.step(self.s, self.find(each))
        return self

    def place(self, tile: int, orientation: int, row: int, col: int) -> Position:
        """Take the tile from the depot and place it so; its items then wait."""
        self.offer(tile)
        compartment = 0 if depot_tile(self.s, 0, 0) == tile else 1
        self.renew()
        GAME.step(self.s, GAME.actions.encode("take", compartment))
        GAME.step(self.s, GAME.actions.encode("place", orientation, row, col))
        return self

    def choose(self, row: int, col: int) -> Position:
        GAME.step(self.s, GAME.actions.encode("square", row, col))
        return self

    def advance(self, track: str, flags: int = 0, steps: int = 1) -> Position:
        """Advance one marker as a card or station (flags) does."""
        self.ask(int(c.CHOOSE_ADVANCE), 1 << TRACKS.index(track), 1, steps, flags)
        return self.play(f"advance the {track} marker")

    def finish_turn(self) -> Position:
        """Resolve what waits by the first legal action each time, and end the turn."""
        while not GAME.is_over(self.s) and self.s["seat"] == 0 and self.s["phase"] == c.PHASE_TURNS:
            ids = [int(a) for a in GAME.legal_actions(self.s)]
            blocks = [GAME.actions.decode(a)[0] for a in ids]
            useful = [
                a for a, b in zip(ids, blocks, strict=True) if b not in ("step", "technology")
            ]
            GAME.step(self.s, useful[-1] if "done" in blocks else useful[0])
        return self
