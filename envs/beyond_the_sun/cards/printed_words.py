"""What cards do, in words made from their data: effects are told by name, number by number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

SHORT = {"pop": "population", "perm": "always", "ev": "event", "tech": "technology"}
NESTED = ("effects", "cost", "options")  # parts of an effect that hold effects again


def effects_words(effects: Sequence[dict[str, Any]] | None) -> str:
    """[{"op": "gain_ore", "n": 2}] -> "gain ore 2"."""
    return ", ".join(_effect(effect) for effect in effects or ())


def _effect(effect: dict[str, Any]) -> str:
    name = " ".join(SHORT.get(word, word) for word in effect["op"].split("_"))
    parts = [
        f"{value}" if key == "n" else f"{key.replace('_', ' ')} {_value(value)}"
        for key, value in effect.items()
        if key != "op" and key not in NESTED
    ]
    for key in NESTED:
        inner = effect.get(key)
        if inner:
            parts.append(f"{key} ({_inner(inner)})")
    return " ".join([name, *parts])


def _inner(entries: Sequence[dict[str, Any]]) -> str:
    """Effects, or options that are each a cost with effects."""
    return " or ".join(_effect(entry) if "op" in entry else _action(entry) for entry in entries)


def _value(value: Any) -> str:
    return "/".join(map(str, value)) if isinstance(value, list) else str(value)


def _action(action: dict[str, Any]) -> str:
    cost = effects_words(action.get("cost"))
    return f"{cost + ': ' if cost else ''}{effects_words(action.get('effects'))}"


def _joined(*parts: tuple[str, str]) -> str:
    return "; ".join(f"{label} {text}".strip() for label, text in parts if text)


def _technology(card: dict[str, Any]) -> str:
    points = " ".join(f"{key} {value}" for key, value in card["vp"].items())
    actions = [f"action ({a['spaces']} space) {_action(a)}" for a in card["actions"]]
    return _joined(
        ("types", "/".join(card["types"])),
        ("provides", card.get("provides") or ""),
        ("at once", effects_words(card["immediate"])),
        *(("", action) for action in actions),
        ("always", effects_words(card["permanent"])),
        ("points", points),
    )


def _system(card: dict[str, Any]) -> str:
    return _joined(
        ("strength", str(card["strength"])),
        ("symbols", "/".join(card["specialisation"])),
        ("control bonus", effects_words(card["control_bonus"])),
        ("colonised", effects_words(card["colonisation_bonus"])),
        ("always", effects_words(card["permanent"])),
        ("points", str(card["vp"])),
    )


def _achievement(card: dict[str, Any]) -> str:
    condition = " ".join(f"{key} {value}" for key, value in card["condition"].items())
    extra = card.get("slot_vp_4p_extra") or []
    four = f" (with four players also {_value(extra)})" if extra else ""
    return f"{condition}; points by slot {_value(card['slot_vp'])}{four}"


def _faction(board: dict[str, Any]) -> str:
    tracks = board["tracks"]
    food = " ".join(f"{s['letter']}:{s['removed']}" for s in tracks["food_symbols"])
    trade = ", ".join(f"{key.replace('_', ' ')} {n}" for key, n in board["trade"].items())
    abilities = [effect for ability in board["abilities"] for effect in ability["effects"]]
    return _joined(
        ("food symbols, seen once so many discs are gone:", food),
        ("ore symbols likewise:", " ".join(map(str, tracks["ore_symbols_removed"]))),
        ("trade:", trade),
        ("automation points by level:", _value(board["automation_vp"])),
        ("abilities:", effects_words(abilities)),
    )


def _event(card: dict[str, Any]) -> str:
    return effects_words(card["effects"])


WORDS_OF_SECTION: dict[str, Callable[[dict[str, Any]], str]] = {
    "technologies": _technology,
    "systems": _system,
    "achievements": _achievement,
    "guilds": lambda card: _action(card["action"]),
    "factions": _faction,
    "events": _event,
}
