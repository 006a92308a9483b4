"""The map: where hexes lie, and whether a board could have been laid like that."""

from __future__ import annotations

from tests.reference.gaia_project import box
from tests.reference.hexgrid import Axial, neighbours

LABELS = [h["label"] for h in box.SECTORS[0]["hexes"]]
PLACE_OF_LABEL: dict[str, Axial] = {h["label"]: (h["q"], h["r"]) for h in box.SECTORS[0]["hexes"]}


class Board:
    """Hex index -> axial place; index = slot * 19 + place in the order A0..A11, B0..B5, C."""

    def __init__(self, players: int):
        self.shape: str = box.SETUP["board"][str(players)]  # GP-2
        self.place: dict[int, Axial] = {}
        for slot in box.SHAPES[self.shape]["slots"]:
            q, r = slot["center"]
            for number, label in enumerate(LABELS):
                dq, dr = PLACE_OF_LABEL[label]
                self.place[slot["slot"] * 19 + number] = (q + dq, r + dr)
        self.hex_at = {place: h for h, place in self.place.items()}
        self.hexes = sorted(self.place)
        self.beside = {
            h: [self.hex_at[n] for n in neighbours(p) if n in self.hex_at]
            for h, p in self.place.items()
        }
        self.steps = {(a, b): self._distance(a, b) for a in self.hexes for b in self.hexes}

    def _distance(self, a: int, b: int) -> int:
        """Plain hex distance, also across places outside the board (O-1)."""
        (qa, ra), (qb, rb) = self.place[a], self.place[b]
        dq, dr = qa - qb, ra - rb
        return max(abs(dq), abs(dr), abs(dq + dr))

    def distance(self, a: int, b: int) -> int:
        return self.steps[a, b]

    def near(self, h: int) -> list[int]:
        return [other for other in self.hexes if self.distance(h, other) <= 2]

    def connected(self, start: int, allowed: set[int]) -> set[int]:
        """All hexes of `allowed` that hang together with `start`, which is included."""
        found, todo = {start}, [start]
        while todo:
            for n in self.beside[todo.pop()]:
                if n in allowed and n not in found:
                    found.add(n)
                    todo.append(n)
        return found


def turned(sector: dict, rotation: int) -> list[str]:
    """The planets of a sector by place on the board, turned clockwise."""
    content = {}
    for h in sector["hexes"]:
        q, r = h["q"], h["r"]
        for _ in range(rotation):
            q, r = -r, q + r
        content[q, r] = h["planet"]
    return [content[PLACE_OF_LABEL[label]] for label in LABELS]


def check_board(board: Board, planet: dict[int, str], mode: str, equal_neighbours: str) -> None:
    """GP-2, GP-86: every slot holds another sector of the right side; modes fix some of them."""
    front = board.shape == "big_10"
    wanted = [f"{n:02}" for n in range(1, 11 if front else 8)]
    sides = ("single", "front" if front else "back")
    sectors = {s["id"]: s for s in box.SECTORS if s["side"] in sides and s["id"] in wanted}
    home = {entry["slot"]: entry["sector"] for entry in box.FIRST_GAME[board.shape]}
    if not front and mode != "first_game":
        mode = "random"  # the only variable board of two players
    fits: dict[str, set[tuple[int, int]]] = {}
    for slot in home:
        shown = [planet.get(slot * 19 + n, "empty") for n in range(19)]
        for name, sector in sectors.items():
            for rotation in range(6):
                if turned(sector, rotation) == shown and _may_lie(mode, home, slot, name, rotation):
                    fits.setdefault(name, set()).add((slot, rotation))
    slots = [slot for places in fits.values() for slot in {s for s, _ in places}]
    if sorted(slots) != sorted(home):
        raise ValueError(f"board {mode}: sectors {fits} do not fill every slot once")
    check_neighbours(board, planet, equal_neighbours)


def _may_lie(mode: str, home: dict[int, str], slot: int, name: str, rotation: int) -> bool:
    centre = {s: n for s, n in home.items() if n in ("01", "02", "03", "04")}
    if mode == "first_game":
        return home[slot] == name and rotation == 0
    if mode == "random":
        return True
    if (slot in centre) != (name in centre.values()):
        return False
    if slot not in centre:
        return True
    return rotation == 0 and (mode == "shuffled_centre" or centre[slot] == name)


def check_neighbours(board: Board, planet: dict[int, str], equal_neighbours: str) -> None:
    """O-12: no equal planets side by side across sectors."""
    for h, kind in planet.items():
        for n in board.beside[h]:
            apart = kind in box.CYCLE or equal_neighbours == "all"
            if apart and n // 19 != h // 19 and planet.get(n) == kind:
                raise ValueError(f"{kind} on the neighbours {h} and {n}")
