"""Writing a game of ours in the public text notation, as the importer reads it.

A game is played again from its options, seed and decisions; every decision becomes a command, and
the commands of one unit (a turn, an answer, the choices of one income) become a line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from exozoo.envs.gaia_project import GAME
from exozoo.envs.gaia_project.actions import (
    A_CHARGE,
    A_DECLINE,
    A_END_TURN,
    INDEX_IN_BLOCK,
)
from exozoo.envs.gaia_project.components import MAPS, SECTOR_SIDES
from exozoo.envs.gaia_project.constants import (
    ADVANCED_IDS,
    AREA_1,
    AREA_3,
    BOARD_ACTION_IDS,
    BOARD_IDS,
    BUILD_WITH_BONUS,
    BURN,
    BUY_TILE,
    CHARGE,
    CHARGE_OFFER,
    CHOOSE_BOOSTER,
    CHOOSE_COVERED,
    CHOOSE_DOWNGRADE,
    CHOOSE_FACTION,
    CHOOSE_INCOME,
    CHOOSE_RESCORE,
    CHOOSE_SET,
    CHOOSE_START,
    CHOOSE_SWAP,
    CHOOSE_TILE,
    CHOOSE_TOKEN,
    CHOOSE_TRACK,
    CHOOSE_UPGRADE,
    CONVERT_GAIA,
    FINAL_IDS,
    FINISH_TURN,
    GAIAFORMER,
    GLEENS_TOKEN,
    MINE,
    MOVE_BRAINSTONE,
    NUM_HEXES,
    OFFER_POWER,
    PLACE_LOST_PLANET,
    PLACE_SPACE_STATION,
    PLANET_IDS,
    ROUND_TILE_IDS,
    STANDARD_IDS,
    STANDARD_POSITIONS,
    START_PIECE,
    STATION,
    TAKE_TURN,
    TOKEN_IDS,
    TRACK_IDS,
    TRANSDIM,
    X_BOARD,
)
from exozoo.envs.gaia_project.notation.auction import bid_lines
from exozoo.envs.gaia_project.notation.compare import describe_end, describe_final, describe_map
from exozoo.envs.gaia_project.notation.names import (
    ADVANCED_WORDS,
    AREA_WORDS,
    BOOSTER_WORDS,
    DISCARD_WORD,
    FACTION_WORDS,
    PIECE_WORDS,
    POSITION_WORDS,
    TOKEN_WORDS,
    TRACK_WORDS,
    HexNames,
    special_words,
)
from exozoo.envs.gaia_project.notation.spend import COST, GAIN, STONE_POWER
from exozoo.envs.gaia_project.notation.table import Table
from exozoo.envs.gaia_project.rules.federation import mark_offered
from exozoo.envs.gaia_project.rules.phase_charge import charge_of_offer
from exozoo.envs.gaia_project.rules.phase_income import GOOD_OF_SOURCE, source_amount

PEER_OPTIONS = {"factionVariant": "standard", "layout": "standard"}
PLAIN_RULES = {
    "turn_order": "passing",
    "end_conversion": True,
}  # what the notation takes for granted
TRACK_FOLLOWS = (CHOOSE_TILE, CHOOSE_COVERED, BUY_TILE, CHOOSE_DOWNGRADE)
GAIA_COST = {"1q": "4tg", "1o": "3tg", "1k": "4tg", "1c": "1tg"}


def export_replay(replay: Any) -> dict[str, Any]:
    """The fields of a log file for a replay of ours (its options, seed and actions)."""
    return export_log(dict(replay.options), int(replay.seed), replay.actions)


def export_log(options: dict[str, Any], seed: int, actions: Sequence[int]) -> dict[str, Any]:
    """The fields of a log file for a game of ours, finished or not. ValueError if it is not one."""
    parsed = GAME.options.parse(options)
    state = GAME.new_state(seed=seed, **{**options, "auto_resolve": False})
    table = Table(state, board_names(state))
    setup = describe_setup(table)
    writer = Writer(table)
    left = iter(actions)
    while not table.over:
        legal = table.legal()
        if parsed["auto_resolve"] and len(legal) == 1:
            writer.write(legal[0])
        elif (action := next(left, None)) is not None:
            writer.write(int(GAME.check_action(table.state, action)))
        else:
            break
    if next(left, None) is not None:
        raise ValueError("the game is over before the last action")
    writer.close()
    if writer.before is not None:
        table.adopt(writer.before)
    return finish_fields(table, setup, writer.lines, seed, parsed)


def finish_fields(
    table: Table, setup: dict[str, Any], lines: list[str], seed: int, parsed: dict[str, Any]
) -> dict[str, Any]:
    """Everything that a file says about the game, the log in the middle."""
    players = int(table.state["num_players"])
    chosen = all(table.player(seat)["faction"] >= 0 for seat in range(players))
    rules = {name: parsed[name] for name in PLAIN_RULES if parsed[name] != PLAIN_RULES[name]}
    if chosen:
        setup["factions"] = [table.faction(seat) for seat in range(players)]
        bids = [int(table.player(seat)["bid"]) for seat in range(players)]
        words = [table.name_of(seat) for seat in range(players)]
        lines = [*lines[:players], *bid_lines(words, bids), *lines[players:]]
    name = f"exozoo-{seed}"
    return {
        "players": players,
        "seed": name,
        "source": "exozoo",
        "options": {
            **PEER_OPTIONS,
            **({"layout": setup["map"]} if table.state["board"] == X_BOARD else {}),
            **({"auction": "choose-bid"} if "bids" in setup else {}),
            **({"exozoo": rules} if rules else {}),
        },
        "setup": setup,
        "log": [f"init {players} {name}", *lines],
        "complete": table.over,
        "end": describe_end(table),
        "final": [describe_final(table, seat) for seat in range(players)] if chosen else [],
        "final_map": describe_map(table),
    }


def board_names(state: np.record) -> HexNames:
    """The names of the hexes on a state's board."""
    sides = [int(side) for side in state["side_in_slot"] if side >= 0]
    return HexNames(BOARD_IDS[state["board"]], [SECTOR_SIDES[side][0] for side in sides])


def describe_setup(table: Table) -> dict[str, Any]:
    """The set-up of a game that has just been dealt."""
    state = table.state
    bids = state["players"]["bid"][: state["num_players"]].tolist()
    board = BOARD_IDS[state["board"]]
    slots = MAPS["shapes"][board]["slots"]
    return {
        "map": board,
        "mirror": bool(state["mirror"]),
        "sectors": [
            {
                "slot": slot,
                "sector": SECTOR_SIDES[state["side_in_slot"][slot]][0],
                "side": SECTOR_SIDES[state["side_in_slot"][slot]][1],
                "rotation": int(state["rotation_in_slot"][slot]),
                "center": list(slots[slot]["center"]),
            }
            for slot in range(len(slots))
        ],
        "planets": {
            name: PLANET_IDS[state["planet"][place]]
            for place, name in enumerate(table.hexes.names)
            if state["planet"][place] >= 0
        },
        "tech_tiles": {
            position: STANDARD_IDS[kind]
            for position, kind in zip(STANDARD_POSITIONS, state["tile_at"].tolist(), strict=True)
        },
        "advanced_tiles": {
            track: ADVANCED_IDS[kind]
            for track, kind in zip(TRACK_IDS, state["advanced_at"].tolist(), strict=True)
        },
        "boosters": [int(booster) + 1 for booster in np.flatnonzero(state["booster_open"])],
        "round_scoring": [ROUND_TILE_IDS[tile] for tile in state["round_tile"].tolist()],
        "final_scoring": [FINAL_IDS[tile] for tile in state["final_tile"].tolist()],
        "terraforming_federation": TOKEN_IDS[state["top_token"]],
        "federation_supply": {
            TOKEN_IDS[kind]: int(state["token_supply"][kind]) for kind in range(GLEENS_TOKEN)
        },
        **({"bids": bids} if any(bids) else {}),
    }


def index_of(action: int) -> int:
    """Which one of its block an action is."""
    return int(INDEX_IN_BLOCK[action])


class Writer:
    """Turns decisions into lines."""

    def __init__(self, table: Table):
        self.table = table
        self.lines: list[str] = []
        self.unit: tuple[str, int] | None = None  # kind and seat of the line being written
        self.commands: list[str] = []
        self.owes_track = False  # a tile was taken, its advance has not been decided
        self.federation = ""  # hexes of the federation whose token is still to be chosen
        self.stone = ""  # the brainstone's answer that stands behind that token
        self.upgrade = ""  # what is built on the hex that is still to be chosen
        self.before: Table | None = None  # the game before a command that is not complete yet

    def write(self, action: int) -> None:
        """Play one decision and write it down."""
        table, task, seat = self.table, self.table.task, self.table.seat
        self._open(task, seat)
        if self.owes_track and task not in (CHOOSE_TRACK, MOVE_BRAINSTONE):
            self._decline_track()
        stone = int(table.player(seat)["brainstone"])
        block = GAME.actions.decode(action)[0]
        if task == TAKE_TURN and block in ("upgrade", "federation"):
            self.before = table.copy()
        elif task in (CHOOSE_UPGRADE, CHOOSE_TOKEN):
            self.before = None
        text = WRITERS[task](self, action) if task in WRITERS else ""
        if text:
            self.commands.append(text)
        table.play(action)
        after = int(table.player(seat)["brainstone"])
        if task == MOVE_BRAINSTONE:
            self._write_stone(after)
        elif self._is_forced_stone(task, action, stone, after):
            self._write_stone(after)
        if task == CHOOSE_TRACK:
            self.owes_track = False
        elif task in TRACK_FOLLOWS and block != "advanced_tile":
            self.owes_track = task != BUY_TILE or action != A_DECLINE
        if action == A_END_TURN:
            self.commands.append("")
        if action == A_END_TURN or (task == TAKE_TURN and block in ("pass", "booster")):
            self.close()

    def close(self) -> None:
        """End the line being written."""
        if self.owes_track and self.table.task != CHOOSE_TRACK:
            self._decline_track()
        if self.unit and any(self.commands):
            name = self.table.name_of(self.unit[1])
            if self.unit[0] == "faction":
                name = f"p{self.unit[1] + 1}"
            self.lines.append(f"{name} {'. '.join(self.commands)}".rstrip())
        self.unit, self.commands = None, []

    def _decline_track(self) -> None:
        """Written even where no advance is possible, and before the turn's end."""
        self.commands.append("decline up")
        self.owes_track = False

    def _open(self, task: int, seat: int) -> None:
        """Begin a new line if this decision belongs to another unit."""
        kind = UNITS.get(task)
        if kind is None:
            if self.unit is not None and self.unit[1] == seat:  # a follow-up
                return
            kind = "income"  # the brainstone, where all other income comes by itself
        same = self.unit == (kind, seat) and kind in ("turn", "income", "gaia")
        if not same:
            self.close()
            self.unit = (kind, seat)

    def _write_stone(self, area: int) -> None:
        text = f"brainstone {AREA_WORDS[area] if area >= 0 else DISCARD_WORD}"
        if self.federation:
            self.stone = text
        else:
            self.commands.append(text)

    def _is_forced_stone(self, task: int, action: int, before: int, after: int) -> bool:
        """Paying 1 or 2 power with the stone is written although nothing can be chosen."""
        block, parameters = GAME.actions.decode(action)
        if task not in (TAKE_TURN, FINISH_TURN) or block != "free_action":
            return False
        power = COST.get(parameters[0], {}).get("pw", 0)
        return bool(0 < power < STONE_POWER and before == AREA_3 and after == AREA_1)

    def hex(self, place: int) -> str:
        return self.table.hexes.names[place]

    # --- one command for each decision ------------------------------------------------------------

    def faction(self, action: int) -> str:
        return f"faction {FACTION_WORDS[index_of(action)]}"

    def start(self, action: int) -> str:
        return f"build {PIECE_WORDS[self.table.argument(START_PIECE)]} {self.hex(index_of(action))}"

    def booster(self, action: int) -> str:
        return f"booster {BOOSTER_WORDS[index_of(action)]}"

    def income(self, action: int) -> str:
        source = index_of(action)
        seat = np.int64(self.table.seat)
        amount = int(source_amount(self.table.state, seat, np.int64(source)))
        return f"income {amount}{'pw' if GOOD_OF_SOURCE[source] == CHARGE else 't'}"

    def convert(self, action: int) -> str:
        if action == A_DECLINE:
            return ""
        gain = amounts(GAIN[index_of(action)])
        return f"spend {GAIA_COST[gain]} for {gain}"

    def buy(self, action: int) -> str:
        return "decline tech" if action == A_DECLINE else f"spend 4tg for tech. {self.tech(action)}"

    def tech(self, action: int) -> str:
        block, (place,) = GAME.actions.decode(action)
        words = ADVANCED_WORDS if block == "advanced_tile" else POSITION_WORDS
        return f"tech {words[place]}"

    def cover(self, action: int) -> str:
        return f"cover {POSITION_WORDS[index_of(action)]}"

    def track(self, action: int) -> str:
        return "decline up" if action == A_DECLINE else f"up {TRACK_WORDS[index_of(action)]}"

    def lost_planet(self, action: int) -> str:
        return f"lostPlanet {self.hex(index_of(action))}"

    def mine(self, action: int) -> str:
        piece = GAIAFORMER if self.table.state["planet"][index_of(action)] == TRANSDIM else MINE
        return f"build {PIECE_WORDS[piece]} {self.hex(index_of(action))}"

    def turn(self, action: int) -> str:
        """The main action, a free action, or passing; some are written with their follow-up."""
        match GAME.actions.decode(action):
            case "hex", _:
                return self.mine(action)
            case "pass", _:
                return "pass"
            case "booster", (booster,):
                return f"pass {BOOSTER_WORDS[booster]}"
            case "track", _:
                return self.track(action)
            case "board_action", (number,):
                return f"action {BOARD_ACTION_IDS[number]}"
            case "special", (special,):
                return f"special {special_words(self.table.faction(self.table.seat))[special]}"
            case "upgrade", (kind,):
                self.upgrade = PIECE_WORDS[kind + STATION]
                return ""
            case "federation", _:
                return ""
        return self.free(action)

    def free(self, action: int) -> str:
        if action == A_END_TURN:
            return ""
        conversion = index_of(action)
        if conversion == BURN:
            return "burn 1"
        return f"spend {amounts(COST[conversion])} for {amounts(GAIN[conversion])}"

    def upgraded(self, action: int) -> str:
        return f"build {self.upgrade} {self.hex(index_of(action))}"

    def set(self, action: int) -> str:
        hexes = np.zeros(NUM_HEXES, np.uint8)
        mark_offered(self.table.state, np.int64(index_of(action)), hexes)
        self.federation = ",".join(sorted(self.hex(int(place)) for place in np.flatnonzero(hexes)))
        return ""

    def token(self, action: int) -> str:
        text = f"federation {self.federation} {TOKEN_WORDS[index_of(action)]}"
        if self.stone:
            text += f". {self.stone}"
        self.federation = self.stone = ""
        return text

    def rescore(self, action: int) -> str:
        return f"fedtile {TOKEN_WORDS[index_of(action)]}"

    def swap(self, action: int) -> str:
        return f"swap-PI {self.hex(index_of(action))}"

    def downgrade(self, action: int) -> str:
        return f"build ts {self.hex(index_of(action))}"

    def space_station(self, action: int) -> str:
        return f"build sp {self.hex(index_of(action))}"

    def charge(self, action: int) -> str:
        """The amount is what would be charged; Taklons with their institute name the token, too."""
        token_first = np.int64(action == A_CHARGE + 1)
        state, power = self.table.state, np.int64(self.table.argument(OFFER_POWER))
        amount = int(charge_of_offer(state, np.int64(self.table.seat), power, token_first))
        has_token = A_CHARGE + 1 in self.table.legal()
        offer = f"1t,{amount}pw" if token_first else f"{amount}pw" + (",1t" if has_token else "")
        return f"decline {offer}" if action == A_DECLINE else f"charge {offer}"


def amounts(goods: dict[str, int]) -> str:
    return ",".join(f"{number}{unit}" for unit, number in goods.items())


UNITS: dict[int, str] = {
    int(CHOOSE_FACTION): "faction",
    int(CHOOSE_START): "setup",
    int(CHOOSE_BOOSTER): "setup",
    int(CHOOSE_INCOME): "income",
    int(CONVERT_GAIA): "gaia",
    int(BUY_TILE): "gaia",
    int(TAKE_TURN): "turn",
    int(FINISH_TURN): "turn",
    int(CHARGE_OFFER): "charge",
}
WRITERS: dict[int, Callable[[Writer, int], str]] = {
    int(CHOOSE_FACTION): Writer.faction,
    int(CHOOSE_START): Writer.start,
    int(CHOOSE_BOOSTER): Writer.booster,
    int(CHOOSE_INCOME): Writer.income,
    int(CONVERT_GAIA): Writer.convert,
    int(BUY_TILE): Writer.buy,
    int(CHOOSE_TILE): Writer.tech,
    int(CHOOSE_COVERED): Writer.cover,
    int(CHOOSE_TRACK): Writer.track,
    int(PLACE_LOST_PLANET): Writer.lost_planet,
    int(TAKE_TURN): Writer.turn,
    int(FINISH_TURN): Writer.free,
    int(CHOOSE_UPGRADE): Writer.upgraded,
    int(CHOOSE_SET): Writer.set,
    int(CHOOSE_TOKEN): Writer.token,
    int(CHOOSE_RESCORE): Writer.rescore,
    int(CHOOSE_SWAP): Writer.swap,
    int(CHOOSE_DOWNGRADE): Writer.downgrade,
    int(PLACE_SPACE_STATION): Writer.space_station,
    int(BUILD_WITH_BONUS): Writer.mine,
    int(CHARGE_OFFER): Writer.charge,
}
