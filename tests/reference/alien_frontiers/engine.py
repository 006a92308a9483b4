"""The order of decisions (section 14) and what lock step asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.reference.alien_frontiers import colonies, discards, docking, powers, raid, turn
from tests.reference.alien_frontiers.facts import facts
from tests.reference.alien_frontiers.table import Options, Table, victory_points
from tests.reference.lockstep import Seen

PHASES: dict[str, Callable[[Table], Options]] = {
    "MAIN": turn.main_phase,
    "FORCED_DOCK": powers.forced_dock,
    "ARTIFACT": docking.artifact_phase,
    "HUB_OVERFLOW": docking.hub_overflow_phase,
    "PLACE_COLONY": colonies.territories,
    "RAID": raid.raid_phase,
    "KEEP_ORE": turn.keep_ore_phase,
    "VALUE_SHIP": powers.power_phase,
    "GRAVITY_LOWER": powers.power_phase,
    "GRAVITY_RAISE": powers.gravity_raise,
    "WARPER_SHIPS": powers.power_phase,
    "CRYSTAL_TERRITORY": powers.power_phase,
    "TELEPORT_FACILITY": powers.power_phase,
    "TELEPORT_SHIP": powers.mover_ship,
    "PLASMA_FACILITY": powers.power_phase,
    "PLASMA_SHIPS": powers.plasma_ships,
    "HELMET_FACILITY": powers.power_phase,
    "HELMET_SHIP": powers.mover_ship,
    "BOOSTER_FIELD": discards.discard_phase,
    "FIELD_TERRITORY": discards.discard_phase,
    "WARPER_CARD": discards.discard_phase,
    "MOVE_FROM": discards.discard_phase,
    "MOVE_OWNER": discards.move_owner,
    "MOVE_TO": discards.move_to,
    "CANNON_FACILITY": discards.discard_phase,
    "CANNON_SHIP": discards.cannon_ship,
    "SWAP_TERRITORY_A": discards.discard_phase,
    "SWAP_OWNER_A": discards.swap_owner_a,
    "SWAP_TERRITORY_B": discards.swap_territory_b,
    "SWAP_OWNER_B": discards.swap_owner_b,
}


class AlienFrontiers:
    """A `lockstep.Reference`."""

    def __init__(self, seen: Sequence[Seen], options: dict[str, Any]):
        self.table = turn.set_up(seen, options.get("players", 2), options.get("turn_limit", 1000))
        self.options = self.find_options()

    def find_options(self) -> Options:
        return {} if self.table.over else PHASES[self.table.phase](self.table)

    def seat(self) -> int | None:
        return None if self.table.over else self.table.seat

    def legal(self) -> set[int]:
        return set(self.options)

    def step(self, action: int, seen: Sequence[Seen]) -> None:
        self.table.seen = seen
        self.options[action]()
        self.options = self.find_options()

    def facts(self, observer: int) -> dict[str, Any]:
        return facts(self.table, observer)

    def scores(self) -> list[int]:
        return [victory_points(self.table, seat) for seat in range(len(self.table.players))]

    def ranking(self) -> list[int]:
        return colonies.places(self.table)
