"""The effect language on paper: JSON effects, checked, as the code that interpret.py runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exozoo.envs.beyond_the_sun import components as box
from exozoo.envs.beyond_the_sun.cards.card_set import fail
from exozoo.envs.beyond_the_sun.constants import COUNTERS, OPS
from exozoo.envs.core.words import shown

Check = Callable[[Any, str], list[int]]
EMPTY = 0  # place of the empty list in the code


def number(low: int, high: int) -> Check:
    def check(value: Any, where: str) -> list[int]:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            fail(where, f"{shown(value)}: allowed are whole numbers from {low} to {high}")
        return [value]

    return check


def word(*words: Any) -> Check:
    def check(value: Any, where: str) -> list[int]:
        for index, allowed in enumerate(words):
            if value == allowed and type(value) is type(allowed):
                return [index]
        return fail(where, f"{shown(value)}: allowed are {', '.join(map(repr, words))}")

    return check


def level_bits(value: Any, where: str) -> list[int]:
    if not isinstance(value, list) or any(v not in (1, 2, 3, 4) for v in value):
        fail(where, f"{shown(value)}: must be a list of levels 1 to 4")
    return [sum(1 << (level - 1) for level in set(value))]


def points_by_level(value: Any, where: str) -> list[int]:
    if not isinstance(value, list) or len(value) != 4:
        fail(where, f"{shown(value)}: must be 4 numbers, one for each ship level")
    return [number(0, 20)(v, where)[0] for v in value]


COUNT, VP = number(1, 20), number(0, 20)
SHIP_LEVEL = word("chosen", 1, 2, 3, 4)
PLACE, SIDE, DECK = word("shipyard", "deep_space"), word("leftmost", "rightmost"), word("A", "B")
TRACK = word("food", "ore", "either")
# parameters of each effect in the order of its bytes: name, check, default (or None: required)
PARAMETERS: dict[str, list[tuple[str, Check, Any]]] = {
    "gain_ore": [("n", COUNT, None)],
    "gain_ore_per": [("n", COUNT, None), ("per", word(*COUNTERS), None), ("max", VP, 0)],
    "supply_to_pop": [("n", COUNT, None), ("src", SIDE, "leftmost")],
    "supply_to_pop_per": [
        ("n", COUNT, None),
        ("per", word(*COUNTERS), None),
        ("divisor", COUNT, 1),
    ],
    "supply_to_ship": [
        ("n", COUNT, None),
        ("level", SHIP_LEVEL, None),
        ("at", PLACE, None),
        ("src", SIDE, "leftmost"),
    ],
    "pop_to_ship": [("n", COUNT, None), ("level", SHIP_LEVEL, None), ("at", PLACE, None)],
    "ship_to_pop": [("n", COUNT, None)],
    "automate": [("track", TRACK, None)],
    "upgrade": [("ships", COUNT, None), ("levels", number(1, 3), None)],
    "upgrade_points": [("n", COUNT, None)],
    "jump": [("n", COUNT, None)],
    "jump_ships_anywhere": [("ships", COUNT, None)],
    "gain_ore_per_control_gained": [("n", COUNT, None), ("from_other_only", word(False, True), 0)],
    "grow_population": [],
    "produce_ore": [],
    "trade": [],
    "move_supply": [
        ("n", number(1, 4), None),
        ("from", word("rightmost", "any"), None),
        ("to", word("any", "A"), None),
    ],
    "private_tech": [("level", number(2, 3), None)],
    "draw_systems_colonize": [
        ("deck", DECK, None),
        ("draw", number(1, 4), None),
        ("pick", number(1, 4), None),
    ],
    "basic_action": [],
    "copy_research_action": [],
    "ev_remove_guild": [("rank", number(1, 2), None)],
    "ev_keep": [("vp", VP, None)],
    "ev_choose_ship_level": [("levels", level_bits, None)],
    "ev_extra_system": [("deck", DECK, None)],
    "ev_link_system_vp": [("vp", VP, None)],
    "ev_link_achievement_vp": [("vp", VP, None)],
    "ev_link_tech_ore": [("n", COUNT, None)],
    "ev_museum": [("vp_by_level", points_by_level, None)],
    "perm_skip_one_prereq": [],
    "perm_return_pop_as_ore": [],
    "perm_any_track": [],
    "perm_wormhole": [],
    "perm_evict_pawn": [],
    "perm_build_anywhere_controlled": [],
    "perm_ore_bonus_on_produce": [("n", COUNT, None)],
    "perm_extra_jump": [("n", number(1, 3), None)],
    "perm_colonize_ore": [("n", COUNT, None)],
    "perm_event_ore": [("n", COUNT, None)],
}
COMPOSITE = {
    "research": {"levels", "level_expr", "discovered_only", "ignore_prereq", "skip_immediate"},
    "colonize": {"restriction", "ignore_control_bonus"},
    "optional": {"cost", "effects"},
    "choose": {"options", "times"},
    "repeat_immediate": set(),
    "ev_each": {"optional", "cost", "effects"},
    "ev_discoverer": {"effects"},
    "ev_dyson": {"deck", "cost"},
    "perm_on_trade3": {"effects"},
    "perm_on_last_disc": {"effects"},
}

_PLAIN = {
    op
    for op in (*PARAMETERS, *COMPOSITE)
    if not op.startswith(("ev_", "perm_"))
    and op not in ("optional", "choose", "basic_action", "copy_research_action", "repeat_immediate")
}
# Which effects may stand where. Parts of an effect are plain: no choice inside a choice.
ALLOWED = {
    "part": _PLAIN - {"private_tech"},
    "immediate": _PLAIN - {"private_tech"} | {"optional", "choose"},
    "action": _PLAIN - {"private_tech"}
    | {"optional", "choose", "basic_action", "copy_research_action", "repeat_immediate"},
    "control": _PLAIN - {"private_tech", "research", "colonize", "draw_systems_colonize"},
    "colonised": _PLAIN | {"optional", "choose"},
    "setup": {"gain_ore", "supply_to_pop", "upgrade", "move_supply"},
    "event": {op for op in (*PARAMETERS, *COMPOSITE) if op.startswith("ev_")},
    "permanent": {op for op in (*PARAMETERS, *COMPOSITE) if op.startswith("perm_")},
}
MAX_WAYS = 256  # `can_finish` in feasible.py looks at all of them
STAND_ALONE = ("copy_research_action", "repeat_immediate")


class Assembler:
    """Effect lists as code; equal lists share their place."""

    def __init__(self) -> None:
        self.code = [OPS.index("end")]
        self._places: dict[tuple[int, ...], int] = {(): EMPTY}

    def effects(
        self, effects: Any, context: str, where: str, immediate: int = EMPTY
    ) -> tuple[int, int]:
        """Write a list; its place as two bytes. `immediate` is what repeat_immediate repeats."""
        if not isinstance(effects, list):
            fail(where, "must be a list of effects")
        code: list[int] = []
        for effect in effects:
            code += self._effect(effect, context, where, immediate)
        if ways_to_choose(effects) > MAX_WAYS:
            fail(where, f"its choices can be made in too many ways: at most {MAX_WAYS} ways")
        return self._place(tuple(code))

    def cost(self, cost: Any, where: str) -> tuple[int, int]:
        """BS-60, BS-66: ore paid and population returned."""
        if not isinstance(cost, list):
            fail(where, "cost must be a list")
        paid = {"pay_ore": 0, "return_pop": 0}
        for part in cost:
            if not isinstance(part, dict) or part.get("op") not in paid or set(part) != {"op", "n"}:
                fail(where, f"cost {shown(part)}: allowed are pay_ore and return_pop with n")
            paid[part["op"]] += COUNT(part["n"], f"{where} {part['op']} n")[0]
        return paid["pay_ore"], paid["return_pop"]

    def _place(self, code: tuple[int, ...]) -> tuple[int, int]:
        if code not in self._places:
            self._places[code] = len(self.code)
            self.code += [*code, OPS.index("end")]
            if len(self.code) > box.CODE_SIZE:
                fail("cards", f"all effects together need more than {box.CODE_SIZE} bytes")
        return divmod(self._places[code], 256)

    def _effect(self, effect: Any, context: str, where: str, immediate: int) -> list[int]:
        op = effect.get("op") if isinstance(effect, dict) else None
        if not isinstance(op, str) or op not in ALLOWED[context]:
            fail(
                where, f"effect {shown(op)}: allowed here are {', '.join(sorted(ALLOWED[context]))}"
            )
        where = f"{where} {op}"
        known = COMPOSITE.get(op) or {name for name, _, _ in PARAMETERS.get(op, [])}
        for name in set(effect) - known - {"op"}:
            fail(where, f"unknown parameter {shown(name)}: allowed are {', '.join(sorted(known))}")
        code = [OPS.index(op)]
        if op == "repeat_immediate":
            return [*code, *divmod(immediate, 256)]
        if op in COMPOSITE:
            return code + getattr(self, f"_{op}")(effect, where)
        for name, check, default in PARAMETERS[op]:
            value = effect.get(name)
            if value is None and default is not None:
                value = default
            code += [0] if value == 0 and default == 0 else check(value, f"{where} {name}")
        return code

    def _research(self, effect: dict, where: str) -> list[int]:
        flags = 0
        for bit, name in enumerate(("discovered_only", "ignore_prereq", "skip_immediate")):
            flags |= word(False, True)(effect.get(name, False), f"{where} {name}")[0] << bit
        levels = level_bits(effect.get("levels", []), where)[0]
        expression = effect.get("level_expr")
        if expression not in (None, "colonized_plus_1_max_4"):
            fail(where, f"level_expr {shown(expression)}: allowed is 'colonized_plus_1_max_4'")
        if bool(levels) == bool(expression):
            fail(where, "needs either levels or level_expr")
        return [levels, flags | (8 if expression else 0)]

    def _colonize(self, effect: dict, where: str) -> list[int]:
        restricted = word(None, "uncontrolled_at_turn_start")(effect.get("restriction"), where)[0]
        silent = word(False, True)(effect.get("ignore_control_bonus", False), where)[0]
        return [restricted | silent << 1]

    def _part(self, part: Any, where: str) -> list[int]:
        if not isinstance(part, dict):
            fail(where, "must be an object with cost and effects")
        cost = self.cost(part.get("cost", []), where)
        return [*cost, *self.effects(part.get("effects"), "part", where)]

    def _optional(self, effect: dict, where: str) -> list[int]:
        return self._part(effect, where)

    def _choose(self, effect: dict, where: str) -> list[int]:
        options = effect.get("options")
        if not isinstance(options, list) or not 2 <= len(options) <= 4:
            fail(where, "needs 2 to 4 options")
        code = [*number(1, 4)(effect.get("times", 1), where), len(options)]
        for option in options:
            code += self._part(option, where)
        return code

    def _ev_each(self, effect: dict, where: str) -> list[int]:
        return [
            *word(False, True)(effect.get("optional", False), where),
            *self._part(effect, where),
        ]

    def _ev_discoverer(self, effect: dict, where: str) -> list[int]:
        return [*self.effects(effect.get("effects"), "immediate", where)]

    def _ev_dyson(self, effect: dict, where: str) -> list[int]:
        return [*DECK(effect.get("deck"), where), *self.cost(effect.get("cost", []), where)]

    def _perm_on_trade3(self, effect: dict, where: str) -> list[int]:
        return [*self.effects(effect.get("effects"), "part", where)]

    def _perm_on_last_disc(self, effect: dict, where: str) -> list[int]:
        return [*self.effects(effect.get("effects"), "part", where)]


def ways_to_choose(effects: list[dict]) -> int:
    """In how many ways the choices of a list can be made, optional parts included."""
    ways = 1
    for effect in effects:
        if effect["op"] == "optional":
            ways *= 2
        elif effect["op"] == "choose":
            ways *= len(effect["options"]) ** effect.get("times", 1)
    return ways


def research_levels(effects: list[dict]) -> tuple[int, bool]:
    """Levels that an action's effects can discover (bits), and whether it contains a research."""
    levels, found = 0, False
    for effect in effects:
        parts = [effect] if effect["op"] == "optional" else effect.get("options", [])
        for part in parts:
            inner, inside = research_levels(part["effects"])
            levels, found = levels | inner, found or inside
        if effect["op"] == "research":
            found = True
            if not effect.get("discovered_only"):
                levels |= level_bits(effect.get("levels", []), "research")[0]
    return levels, found
