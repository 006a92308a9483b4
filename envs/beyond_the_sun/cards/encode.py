"""Write a card set as the bytes of the box (see components.py), checking every field."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import numpy as np

from exozoo.envs.beyond_the_sun import components as box
from exozoo.envs.beyond_the_sun.cards.assemble import (
    COUNT,
    DECK,
    EMPTY,
    STAND_ALONE,
    VP,
    Assembler,
    number,
    research_levels,
    word,
)
from exozoo.envs.beyond_the_sun.cards.card_set import (
    CardSet,
    card_set,
    fail,
    normal_form,
    read_sections,
)
from exozoo.envs.beyond_the_sun.cards.shown import remember_names
from exozoo.envs.beyond_the_sun.constants import (
    CONDITIONS,
    COUNTERS,
    NODE_NAMES,
    NUM_DISCS,
    ROW_NAMES,
    SLOT_NAMES,
    TYPE_LETTERS,
)
from exozoo.envs.core.words import shown


class Encoder:
    """Fills the box, section by section."""

    def __init__(self, cards: CardSet, players: int):
        self.cards, self.players = cards, players
        self.assembler = Assembler()
        self.bytes = np.zeros(box.BOX_SIZE, np.uint8)

    def encode(self) -> np.ndarray:
        for section in (
            self._techs,
            self._systems,
            self._events,
            self._achievements,
            self._guilds,
            self._factions,
            self._slots,
            self._map,
            self._setup,
        ):
            try:
                section()
            except (KeyError, TypeError, AttributeError) as error:
                fail(section.__name__.strip("_"), f"field missing or of the wrong kind: {error}")
        code = self.assembler.code
        self.bytes[: len(code)] = code
        self._put(box.DIGEST, list(self.cards.digest))
        self._unique("private_tech", 2)
        self._unique("private_tech", 3)
        self._unique("ev_extra_system", None)
        self._unique("ev_dyson", None)
        return self.bytes

    def _unique(self, op: str, level: int | None) -> None:
        """There is one private technology of each level, one extra system, one Dyson Sphere."""
        sections = (self.cards.items("systems"), self.cards.items("events"))
        found = [
            effect
            for items in sections
            for item in items
            for effect in item.get("colonisation_bonus", item.get("effects", []))
            if effect["op"] == op and (level is None or effect["level"] == level)
        ]
        if len(found) > 1:
            fail("cards", f"{op} {level or ''}: at most one card may have it")

    def _put(self, at: int | np.integer, values: Any) -> None:
        self.bytes[int(at) : int(at) + len(values)] = values

    def _action(self, action: dict, where: str, immediate: int = EMPTY) -> list[int]:
        cost = self.assembler.cost(action.get("cost", []), where)
        place = self.assembler.effects(action.get("effects"), "action", where, immediate)
        for effect in action["effects"]:
            if effect["op"] in STAND_ALONE and len(action["effects"]) > 1:
                fail(where, f"{effect['op']} must stand alone")
        return [*cost, *place, int(bool(research_levels(action["effects"])[1]))]

    def _techs(self) -> None:
        for card, entry in enumerate(self.cards.items("technologies")):
            where = f"technologies {entry['id']}"
            types = [word(*TYPE_LETTERS)(t, f"{where} types")[0] for t in entry["types"]]
            if not 1 <= len(types) <= 2:
                fail(where, "needs 1 or 2 types")
            if entry["level"] == 4 and entry.get("provides") is not None:
                fail(where, "a technology of level IIII provides nothing")
            provides = entry["level"] < 4 and word(*TYPE_LETTERS)(entry["provides"], where)[0]
            immediate = self.assembler.effects(entry["immediate"], "immediate", where)
            permanent = self.assembler.effects(entry["permanent"], "permanent", where)
            spaces: list[list[int]] = []
            opens = 0
            for action in entry["actions"]:
                coded = self._action(action, where, immediate[0] * 256 + immediate[1])
                spaces += [coded] * number(1, 2)(action["spaces"], f"{where} spaces")[0]
                opens |= research_levels(action["effects"])[0]
            if len(spaces) > 2:
                fail(where, "more than 2 action spaces")
            spaces += [[int(box.NOTHING), 0, 0, 0, 0]] * (2 - len(spaces))
            row = [entry["level"], sum(1 << t for t in set(types)), int(provides), opens]
            row += [*self._points(entry["vp"], where), *immediate, *permanent]
            self._put(box.TECHS + card * box.TECH_WIDTH, [*row, *spaces[0], *spaces[1]])

    def _points(self, vp: Any, where: str) -> list[int]:
        where = f"{where} vp"
        per = vp.get("per")
        return [
            *VP(vp["base"], where),
            int(box.NOTHING) if per is None else word(*COUNTERS)(per, where)[0],
            *VP(vp.get("n", 0), where),
            *COUNT(vp.get("divisor", 1), where),
            *number(0, 100)(vp.get("max", 100), where),
        ]

    def _systems(self) -> None:
        for card, entry in enumerate(self.cards.items("systems")):
            where = f"systems {entry['id']}"
            self._put(
                box.SYSTEMS + card * box.SYSTEM_WIDTH,
                [
                    *DECK(entry["deck"], where),
                    *word(False, True)(entry["starting"], where),
                    *number(1, 20)(entry["strength"], f"{where} strength"),
                    self._symbols(entry["specialisation"], where),
                    *number(0, 30)(entry["vp"], f"{where} vp"),
                    *self.assembler.effects(entry["control_bonus"], "control", where),
                    *self.assembler.effects(entry["colonisation_bonus"], "colonised", where),
                    *self.assembler.effects(entry["permanent"], "permanent", where),
                ],
            )

    def _symbols(self, symbols: Any, where: str) -> int:
        if symbols not in (["food"], ["ore"], ["food", "ore"]):
            fail(where, f"specialisation {shown(symbols)}: allowed are food, ore or both")
        return ("food" in symbols) | ("ore" in symbols) << 1

    def _events(self) -> None:
        for card, entry in enumerate(self.cards.items("events")):
            where = f"events {entry['id']}"
            light = word(False, True)(entry["light_frame"], where)
            place = self.assembler.effects(entry["effects"], "event", where)
            row = [entry["level"], *light, *place]
            self._put(box.EVENTS + card * box.EVENT_WIDTH, row)

    def _achievements(self) -> None:
        entries = self.cards.items("achievements")
        for card, entry in enumerate(entries):
            where = f"achievements {entry['id']}"
            condition = entry["condition"]
            kind = word(*CONDITIONS)(condition["type"], where)
            level = number(1, 4)(condition.get("level", 1), f"{where} level")
            count = number(0, 60)(condition.get("n", 0), f"{where} n")
            private = word(False, True)(condition.get("private_counts", False), where)
            if private[0] and condition["type"] not in ("techs_of_level", "all_slots_of_level"):
                fail(where, "private_counts: only conditions about technologies can have it")
            values = list(entry["slot_vp"])
            values += entry["slot_vp_4p_extra"] if self.players == 4 else []  # BS-52
            if not 1 <= len(values) <= 4:
                fail(where, "needs 1 to 4 slots")
            values = [VP(v, f"{where} slot_vp")[0] for v in values]
            row = [*word("base", "A", "B")(entry["group"], where), *kind, *level, *count, *private]
            self._put(box.ACHIEVEMENTS + card * box.ACHIEVEMENT_WIDTH, [*row, len(values), *values])
        chosen = self.cards.sections["achievements"].get("beginner_set", [])
        ids = [entry["id"] for entry in entries]
        if chosen and (len(chosen) != 4 or len(set(chosen)) != 4 or not set(chosen) <= set(ids)):
            fail("achievements beginner_set", "must name 4 different achievements")
        self._put(box.BEGINNER, [ids.index(c) for c in chosen] or [int(box.NOTHING)] * 4)

    def _guilds(self) -> None:
        spaces_of_place = (1, 2, 1, 2)  # the spaces that the action layout keeps for them
        for guild, entry in enumerate(self.cards.items("guilds")):
            where = f"guilds {entry['id']}"
            action = entry["action"]
            spaces = number(1, spaces_of_place[guild])(action["spaces"], f"{where} spaces")
            opens = research_levels(action["effects"])[0]
            row = [entry["rank"], *spaces, opens, *self._action(action, where)]
            self._put(box.GUILDS + guild * box.GUILD_WIDTH, row)

    def _factions(self) -> None:
        for board, entry in enumerate(self.cards.items("factions")):
            where = f"factions {entry['id']}"
            if entry["board"] != ("basic" if board < 4 else "advanced"):
                fail(where, "the 4 basic boards come first, then the 4 advanced ones")
            food = {f["letter"]: f["removed"] for f in entry["tracks"]["food_symbols"]}
            removed = number(0, NUM_DISCS)
            ore = [removed(k, f"{where} ore")[0] for k in entry["tracks"]["ore_symbols_removed"]]
            if set(food) != set("ABCDE") or not 1 <= len(ore) <= box.MAX_ORE_SYMBOLS:
                fail(where, "tracks need food symbols A to E and 1 to 8 ore symbols")
            columns = [
                number(0, 17)(entry["supply_columns"][c], f"{where} supply_columns")[0]
                for c in "ABCDE"
            ]
            if sum(columns) != 17:
                fail(where, f"supply columns hold {sum(columns)} cubes, not 17")
            trade = entry["trade"]
            vp = [VP(v, f"{where} automation_vp")[0] for v in entry["automation_vp"]]
            if len(vp) != 7:
                fail(where, "automation_vp needs 7 numbers")
            abilities = [e for a in entry["abilities"] for e in a["effects"]]
            self._check_setup(entry["setup"], where)
            row = [
                *word("basic", "advanced")(entry["board"], where),
                *(removed(food[c], f"{where} food")[0] for c in "ABCDE"),
                *(ore + [int(box.NOTHING)] * (box.MAX_ORE_SYMBOLS - len(ore))),
                *columns,
                *COUNT(trade["ore_to_pop"], where),
                *COUNT(trade["ship_to_pop_ore"], where),
                *COUNT(trade["pop_to_ore"], where),
                *vp,
                *VP(entry["automation_vp_beyond_7"], where),
                *self.assembler.effects(entry["setup"], "setup", where),
                *self.assembler.effects(abilities, "permanent", where),
            ]
            self._put(box.FACTIONS + board * box.FACTION_WIDTH, row)

    def _check_setup(self, effects: Any, where: str) -> None:
        for effect in effects:
            moves = effect.get("op") == "move_supply"
            if moves and (effect.get("from"), effect.get("to")) != ("rightmost", "A"):
                fail(where, "move_supply in a setup must go from rightmost to A")
        if sum(effect.get("op") == "upgrade" for effect in effects) > 1:
            fail(where, "a setup may hold one upgrade")

    def _slots(self) -> None:
        entries = {entry["id"]: entry for entry in self.cards.items("tech_tree")}
        if tuple(entries) != SLOT_NAMES:
            fail("tech_tree", f"slots must be {', '.join(SLOT_NAMES)} in this order")
        for slot, entry in enumerate(entries.values()):
            where = f"tech_tree {entry['id']}"
            level = SLOT_NAMES[slot].count("I")
            if entry["level"] != level:
                fail(where, f"level must be {level}")
            prereqs = [SLOT_NAMES.index(p) for p in entry["prereqs"] if p in SLOT_NAMES]
            below = all(SLOT_NAMES[p].count("I") == level - 1 for p in prereqs)
            needed = {"none": 0, "all": len(prereqs), "2_of_3": 2}.get(entry["rule"], -1)
            shape = {0: (0,), 2: (2, 3), 1: (1,)}.get(needed, ())
            if len(prereqs) != len(entry["prereqs"]) or not below or len(prereqs) not in shape:
                fail(where, "prerequisites must be slots of the level below and fit the rule")
            prereqs += [int(box.NOTHING)] * (3 - len(prereqs))
            self._put(box.SLOTS + slot * box.SLOT_WIDTH, [level, needed, *prereqs])

    def _map(self) -> None:
        side = self.cards.sections["exploration_map"]["sides"]["2" if self.players == 2 else "3-4"]
        nodes = {node["id"]: node for node in side["nodes"]}
        kinds = {"S": "shipyard", "A": "system_slot", "B": "system_slot"}
        must = {"SOL", "DS", "A1", "A2", "B1", "B2"}
        if not must <= set(nodes) <= set(NODE_NAMES[:-1]):
            fail("exploration_map", f"locations must be among {', '.join(NODE_NAMES[:-1])}")
        neighbours = dict.fromkeys(NODE_NAMES, 0)
        for route in side["routes"]:
            a, b = route["a"], route["b"]
            if a not in nodes or b not in nodes or a == b:
                fail("exploration_map", f"route {shown(a)} to {shown(b)} must join two locations")
            neighbours[a] |= 1 << NODE_NAMES.index(b)
            neighbours[b] |= 1 << NODE_NAMES.index(a)
        for index, name in enumerate(NODE_NAMES):
            node = nodes.get(name)
            if node is None:
                continue
            if not neighbours[name]:
                fail(f"exploration_map {name}", "no route leads there")
            shipyard = name.startswith("SY")
            if name != "SOL" and name != "DS" and node["kind"] != kinds[name[0]]:
                fail(f"exploration_map {name}", f"kind must be {kinds[name[0]]}")
            symbols = self._symbols(node["specialisation"], name) if shipyard else 0
            row = [1, int(shipyard), symbols, int(name[0] == "B"), *divmod(neighbours[name], 256)]
            self._put(box.NODES + index * box.NODE_WIDTH, row)

    def _setup(self) -> None:
        """BS-19: Basic Spacefaring and the rest as they are for this number of players."""
        entry = next(s for s in self.cards.items("setup") if s["players"] == self.players)
        extra = [int(box.NOTHING)] * 10
        for row, name in enumerate(("research_I", "research_II", "build_jump", "supply")):
            action = entry["basic_spacefaring"][name]
            where = f"setup {self.players} {ROW_NAMES[row]}"
            self._put(box.ROWS + row * box.ACTION_WIDTH, self._action(action, where))
            for effect in action["effects"]:  # a basic action within itself would never end
                if effect["op"] in ("basic_action", *STAND_ALONE):
                    fail(where, f"{effect['op']} is not allowed")
            if row == 3:
                continue
            spaces = action["spaces"]
            if not isinstance(spaces, list) or not 1 <= len(spaces) <= (4, 4, 2)[row]:
                fail(where, "spaces must list the extra ore of each space")
            for index, ore in enumerate(spaces):
                extra[(0, 4, 8)[row] + index] = VP(ore, where)[0]
        self._put(box.EXTRA_ORE, extra)
        supply = entry["basic_spacefaring"]["supply"]
        if supply["cost"] or {"op": "gain_ore", "n": 1} not in supply["effects"]:
            fail("setup supply", "must be free and gain 1 ore, so that it can always be taken")
        ore = [VP(n, "setup starting_ore_by_seat")[0] for n in entry["starting_ore_by_seat"]]
        if len(ore) != self.players:
            fail("setup starting_ore_by_seat", f"must list {self.players} numbers")
        self._put(box.START_ORE, ore)
        own = entry["common"]["per_player"]
        if (own["population"], own["ship_level_1_in_sol"], own["supply"]) != (2, 1, 17):
            fail("setup per_player", "must be 2 population, 1 ship, 17 supply (20 cubes)")
        trigger = number(1, 16)(entry["achievement_discs_to_trigger_end"], "setup trigger")
        self._put(box.START, [2, 1, *trigger])


def encode_cards(sections: dict[str, Any] | None, players: int) -> np.ndarray:
    """The box of the shipped cards, with these sections in place of theirs, for so many players."""
    return _encode("" if sections is None else normal_form(sections), players)


@lru_cache(maxsize=32)
def _encode(text: str, players: int) -> np.ndarray:
    encoded = Encoder(card_set(text), players).encode()
    encoded.flags.writeable = False
    return encoded


def check_cards(given: Any) -> dict[str, Any] | None:
    """Option `cards`: None, or sections or the path of their file, which give the sections.

    They must encode without error for every number of players.
    """
    if given is None:
        return None
    text = normal_form(read_sections(given))
    for players in (2, 3, 4):
        _encode(text, players)
    remember_names(card_set(text))
    return json.loads(text)


def check_stored_cards(given: Any) -> dict[str, Any] | None:
    """The same for a value that a replay holds: it never names a file to open."""
    if given is not None and not isinstance(given, dict):
        raise ValueError("must be the cards themselves")
    return check_cards(given)
