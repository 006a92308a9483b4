"""What the components do, in English: words on the boards, and tooltips of the drawing."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.gaia_project.components import (
    ACTIONS,
    FACTIONS,
    FINAL_TILES,
    RESEARCH,
    ROUND_TILES,
    TECH_TILES,
    TOKENS,
)
from exozoo.envs.gaia_project.constants import (
    AREA_NAMES,
    FINAL_IDS,
    LAB,
    NUM_TOKENS,
    PIECE_NAMES,
    PLANET_IDS,
    TRACK_NAMES,
)
from exozoo.envs.gaia_project.view.describe import PER_NAMES, booster_text, goods_text, hex_name

SHORT = {
    "credits": "c",
    "ore": "o",
    "knowledge": "k",
    "qic": "q",
    "power": "pw",
    "power_charge": "pw",
    "power_tokens": " tokens",
    "vp": "VP",
}
TRIGGERS = {
    "terraforming_step": "terraforming step",
    "research_advance": "research level",
    "build_mine": "mine",
    "gain_federation_token": "federation token",
    "build_trading_station": "trading station",
    "build_mine_on_gaia": "mine on Gaia",
    "build_planetary_institute_or_academy": "institute or academy",
}
MOMENTS = {
    "once": "At once when taken",
    "income": "In every income phase",
    "trigger": "Every time",
    "pass": "When passing",
    "action": "As a special action, once a round",
    "passive": "Always",
}
WHEN_WORDS = {"once": "now", "income": "income", "pass": "pass", "action": "action"}
LEVEL_WORDS = {
    "ore_per_step": "{} ore a step",
    "range": "range {}",
    "gaia_project_tokens": "{} tok.",
    "gaiaformer": "gaiaformer",
    "federation_token": "token",
    "lost_planet": "Lost Planet",
    "vp_per_gaia_planet": "+1/Gaia",
}
LEVEL_HINTS = {
    "ore_per_step": "each terraforming step costs {} ore",
    "range": "basic range {}",
    "gaia_project_tokens": "a Gaia project takes {} power tokens",
    "gaiaformer": "gain a gaiaformer",
    "federation_token": "gain the federation token on this level",
    "lost_planet": "place the Lost Planet",
    "vp_per_gaia_planet": "1 VP for each Gaia planet",
}


def short_goods(gain: dict[str, int]) -> str:
    return " ".join(f"{amount}{SHORT[good]}" for good, amount in gain.items())


def tile_words(tile: dict[str, Any]) -> list[str]:
    """A tech tile in two short lines."""
    if "effect" in tile:
        return ["big buildings:", "power value 4"]
    first = short_goods(tile["gain"])
    if "trigger" in tile:
        return [f"{first} for each", TRIGGERS[tile["trigger"]]]
    if "per" in tile:
        per = PER_NAMES.get(tile["per"], tile["per"])
        return [f"{WHEN_WORDS[tile['when']]}: {first} per", per]
    return [first, WHEN_WORDS[tile["when"]]]


def tile_hint(tile: dict[str, Any]) -> str:
    """A tech tile in full."""
    when = MOMENTS[tile["when"]]
    if "effect" in tile:
        return f"{when}: {tile['effect']}."
    words = f"gain {goods_text(tile['gain'])}"
    if "per" in tile:
        words += f" for each {PER_NAMES.get(tile['per'], tile['per'])} of yours"
    if "trigger" in tile:
        return f"{when} you get a {TRIGGERS[tile['trigger']]}: {words}."
    return f"{when}: {words}."


@cache
def standard_hint(kind: int) -> str:
    return "Standard tech tile. " + tile_hint(TECH_TILES["standard"][kind])


@cache
def advanced_hint(kind: int) -> str:
    if kind == NONE:
        return "The advanced tech tile of this track is taken."
    cost = "It takes a federation token with its green side up and covers a standard tile. "
    return "Advanced tech tile. " + cost + tile_hint(TECH_TILES["advanced"][kind])


@cache
def level_words(track: int, level: int) -> str:
    """What a level of research brings, in short."""
    data = RESEARCH[track]["levels"][level]
    words = [
        LEVEL_WORDS[key].format(value)
        for key, value in data.get("effect", {}).items()
        if value is not None
    ]
    for when, sign in (("income", "+"), ("once", "")):
        gain = data.get(when, {})
        goods = {key: value for key, value in gain.items() if key in SHORT}
        if goods:
            words.append(f"{short_goods(goods)}{' a round' if sign else ''}")
        words += [LEVEL_WORDS[key] for key in gain if key in LEVEL_WORDS]
    return ", ".join(words)


@cache
def level_hint(track: int, level: int) -> str:
    """What a level of research brings."""
    data = RESEARCH[track]["levels"][level]
    words = [
        LEVEL_HINTS[key].format(value)
        for key, value in data.get("effect", {}).items()
        if value is not None
    ]
    for when, start in (("income", "every round gain"), ("once", "at once gain")):
        gain = data.get(when, {})
        goods = {key: value for key, value in gain.items() if key in SHORT}
        words += [f"{start} {goods_text(goods)}"] if goods else []
        words += [LEVEL_HINTS[key] for key in gain if key in LEVEL_HINTS]
    if level == 3:
        words.append("charge 3 power on reaching it")
    if level >= 3:
        words.append("4 VP at the end for each level from 3 on")
    return f"{TRACK_NAMES[track]}, level {level}: {'; '.join(words) or 'nothing yet'}."


@cache
def booster_words(booster: int) -> list[str]:
    """A booster in two short lines: income, and what else."""
    income, _, rest = booster_text(booster).partition("; ")
    rest = rest.replace("Build a Mine with ", "mine, ").replace(
        "Build a Mine or Start a Gaia Project with basic range", "mine or Gaia: range"
    )
    return [income, rest.replace("terraforming step", "step").replace("institute or", "institute,")]


@cache
def booster_hint(booster: int) -> str:
    return f"Booster {booster + 1}. Income and more while you hold it: {booster_text(booster)}."


@cache
def round_hint(tile: int, number: int) -> str:
    data = ROUND_TILES[tile]
    return f"In round {number}: {data['vp']} VP for each {TRIGGERS[data['trigger']]}."


@cache
def final_hint(tile: int) -> str:
    data = next(row for row in FINAL_TILES["tiles"] if row["id"] == FINAL_IDS[tile])
    first, second, third, _ = FINAL_TILES["vp_by_rank"]
    return f"At the end {first}, {second} and {third} VP for the most {data['counts']}."


@cache
def token_hint(kind: int) -> str:
    side = "green side up" if TOKENS[kind]["green"] else "grey on both sides"
    owner = ", for the Gleens alone" if kind == NUM_TOKENS - 1 else ""
    return f"Federation token{owner}: {goods_text(TOKENS[kind]['gain'])}; {side}."


@cache
def board_action_words(action: int) -> list[str]:
    """Price and gain of a power or Q.I.C. action, in short."""
    data = ACTIONS["board_actions"][action]
    gain = {
        "power2": "2 steps",
        "power6": "1 step",
        "qic1": "tech tile",
        "qic2": "a token",
        "qic3": "3VP + types",
    }.get(data["id"]) or short_goods(data["gain"])
    return [short_goods(data["cost"]), gain]


@cache
def board_action_hint(action: int, used: bool) -> str:
    data = ACTIONS["board_actions"][action]
    gain = data.get("effect") or f"gain {goods_text(data['gain'])}"
    if "per" in data:
        gain += " and 1 VP for each planet type of yours"
    words = f"For {goods_text(data['cost'])}: {gain}. Once a round for all players together."
    return words + (" Used this round." if used else "")


@cache
def faction_hint(faction: int) -> str:
    data = FACTIONS[faction]
    return (
        f"{data['name']}, home planet {data['home_planet']}. {data['ability']} "
        f"Planetary institute: {data['planetary_institute']}"
    )


def piece_hint(state: np.record, seat: int, kind: int, limit: int) -> str:
    """How many of a kind are built, and what the next one costs."""
    faction = int(state["players"][seat]["faction"])
    built = int(state["players"][seat]["built"][kind])
    words = f"{PIECE_NAMES[kind].capitalize()}: {built} of {limit} on the map."
    if faction == NONE:
        return words
    data = FACTIONS[faction]
    key = ("mine", "trading_station", "research_lab", "planetary_institute", "academy", "academy")
    if kind < len(key) and key[kind] in data["costs"]:
        words += f" Costs {goods_text(data['costs'][key[kind]])}."
    if PIECE_NAMES[kind].startswith("planetary"):
        words += f" {data['planetary_institute']}"
    if kind == LAB:
        words += " Brings a tech tile."
    return words


def power_hint(seat: int, area: int, tokens: int) -> str:
    use = (
        "charging moves them to area II",
        "charging moves them to area III",
        "they can be spent",
        "they come back in the Gaia phase",
    )[area]
    return f"Player {seat}: {tokens} power tokens in the {AREA_NAMES[area]}; {use}."


def hex_hint(state: np.record, place: int) -> str:
    """What lies on a hex; empty ones say only where they are."""
    words = [f"Hex {hex_name(state, place)}"]
    planet, kind = int(state["planet"][place]), int(state["structure"][place])
    words.append(f"{PLANET_IDS[planet]} planet" if planet != NONE else "no planet")
    if kind != NONE:
        words.append(f"{PIECE_NAMES[kind]} of player {int(state['owner'][place])}")
    if state["guest"][place] != NONE:
        words.append(f"mine of player {int(state['guest'][place])} as a guest")
    for field, what in (("federated", "in a federation of"), ("satellites", "satellite of")):
        for seat in range(4):
            if int(state[field][place]) >> seat & 1:
                words.append(f"{what} player {seat}")
    return ", ".join(words) + "."
