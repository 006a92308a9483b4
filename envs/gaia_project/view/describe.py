"""Actions in English."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.pending import FIRST, KIND, SECOND
from exozoo.envs.gaia_project.actions import ACTIONS
from exozoo.envs.gaia_project.automa.cards import CARDS
from exozoo.envs.gaia_project.components import (
    ACTIONS as ACTION_DATA,
)
from exozoo.envs.gaia_project.components import (
    BOOSTERS,
    FACTION_NAMES,
    SECTOR_SIDES,
    TECH_TILES,
    TOKENS,
)
from exozoo.envs.gaia_project.constants import (
    ADVANCED_IDS,
    BOARD_ACTION_IDS,
    BUILD_WITH_BONUS,
    BUY_TILE,
    CHARGE_OFFER,
    CHOOSE_BOOSTER,
    CHOOSE_COVERED,
    CHOOSE_DOWNGRADE,
    CHOOSE_RESCORE,
    CHOOSE_START,
    CHOOSE_SWAP,
    CHOOSE_TRACK,
    CHOOSE_UPGRADE,
    CONVERT_GAIA,
    FREE_ACTION_IDS,
    HEX_LABELS,
    HEXES_PER_SECTOR,
    INCOME_NAMES,
    NUM_HEXES,
    PIECE_NAMES,
    PLACE_LOST_PLANET,
    PLACE_SPACE_STATION,
    PLANET_IDS,
    SPECIAL_IDS,
    STANDARD_IDS,
    STANDARD_POSITIONS,
    STONE_CHARGE,
    STONE_DISCARD,
    STONE_GAIA,
    STONE_SPEND,
    TAKE_TURN,
    TOKEN_IDS,
    TRACK_NAMES,
    TRANSDIM,
)
from exozoo.envs.gaia_project.rules.federation import mark_offered
from exozoo.envs.gaia_project.rules.phase_charge import charge_of_offer

UNITS = {
    "credits": "credits",
    "ore": "ore",
    "knowledge": "knowledge",
    "qic": "Q.I.C.",
    "power": "power",
    "power_charge": "power charged",
    "power_tokens": "power tokens",
    "vp": "VP",
}
SPECIAL_NAMES = (
    "booster 4, a mine with 1 free terraforming step",
    "booster 5, a mine or Gaia project with range +3",
    "tech tile, charge 4 power",
    "advanced tile, 1 Q.I.C. and 5 credits",
    "advanced tile, 3 ore",
    "advanced tile, 3 knowledge",
    "academy",
    "planetary institute",
    "lowest research track",
)
PER_NAMES = {
    "planet_type": "planet type",
    "gaia_planet": "Gaia planet",
    "trading_station": "trading station",
    "research_lab": "research lab",
    "planetary_institute_or_academy": "institute or academy",
}


def goods_text(goods: dict[str, int] | str) -> str:
    """{"ore": 2} -> "2 ore"."""
    if isinstance(goods, str):
        return goods
    return ", ".join(f"{amount} {UNITS[good]}" for good, amount in goods.items())


def tile_text(tile: dict) -> str:
    """A tech tile in words."""
    if "effect" in tile:
        return str(tile["effect"])
    text = goods_text(tile["gain"])
    if "per" in tile:
        text += " per " + PER_NAMES.get(tile["per"], tile["per"])
    if "trigger" in tile:
        text += " for " + tile["trigger"].replace("_", " ")
    return f"{tile['when']}: {text}"


def booster_text(booster: int) -> str:
    """A booster in words."""
    data = BOOSTERS[booster]
    parts = [goods_text(data["income"])]
    if "action" in data:
        parts.append(data["action"])
    if "pass" in data:
        per = PER_NAMES.get(data["pass"]["per"], data["pass"]["per"])
        parts.append(f"pass: {data['pass']['vp']} VP per {per}")
    return "; ".join(parts)


def card_text(card: int) -> str:
    """A decision card of the Automa in words, its action half and its support half."""
    data = CARDS[card]
    support = data["support"]
    number = support["numbered_selection"]
    return (
        f"{card + 1} ({data['action'].replace('_', ' ')}, {data['vp']} VP; "
        f"support: range {support['range']}, {support['directional_selection'].replace('_', ' ')}, "
        f"number {number['count']} from the {number['from']}, "
        f"{support['final_scoring_tie_break']} final tile, {support['booster_on_pass']} booster)"
    )


def hex_name(state: np.record, place: int) -> str:
    """Sector number and place in it, as in the rules: 6B4, 10A11."""
    slot, label = divmod(int(place), HEXES_PER_SECTOR)
    side = int(state["side_in_slot"][slot])
    return f"{int(SECTOR_SIDES[side][0])}{HEX_LABELS[label]}"


def hex_text(state: np.record, place: int) -> str:
    planet = int(state["planet"][place])
    name = hex_name(state, place)
    return name if planet == NONE else f"{name} ({PLANET_IDS[planet]})"


def current(state: np.record) -> tuple[int, int, int]:
    """The decision at hand and its two arguments."""
    entry = state["pending"][state["num_pending"] - 1]
    return int(entry[KIND]), int(entry[FIRST]), int(entry[SECOND])


def describe_action(state: np.record, action: int) -> str:
    """What the action does in the decision at hand."""
    block, parameters = ACTIONS.decode(action)
    return DESCRIBERS[block](state, *parameters)


def _hex(state: np.record, place: int) -> str:
    task, piece, _ = current(state)
    where = hex_text(state, place)
    if task in (TAKE_TURN, BUILD_WITH_BONUS):
        if state["planet"][place] == TRANSDIM:
            return f"start a Gaia project on {where}"
        return f"build a mine on {where}"
    if task == CHOOSE_START:
        return f"place a starting {PIECE_NAMES[piece]} on {where}"
    if task == CHOOSE_UPGRADE:
        return f"upgrade {where} to {PIECE_NAMES[piece]}"
    verbs = {
        int(PLACE_LOST_PLANET): "place the Lost Planet on",
        int(PLACE_SPACE_STATION): "place a space station on",
        int(CHOOSE_SWAP): "swap the institute with the mine on",
        int(CHOOSE_DOWNGRADE): "turn back the research lab on",
    }
    return f"{verbs.get(task, 'choose')} {where}"


def _booster(state: np.record, booster: int) -> str:
    verb = "take" if current(state)[0] == CHOOSE_BOOSTER else "pass, taking"
    return f"{verb} booster {booster + 1} ({booster_text(booster)})"


def _track(state: np.record, track: int) -> str:
    cost = " for 4 knowledge" if current(state)[0] == TAKE_TURN else ""
    return f"advance in {TRACK_NAMES[track]}{cost}"


def _decline(state: np.record) -> str:
    task = current(state)[0]
    words = {
        int(CONVERT_GAIA): "convert no more tokens",
        int(BUY_TILE): "buy no tile",
        int(CHOOSE_TRACK): "do not advance",
        int(CHARGE_OFFER): "decline the power",
    }
    return words.get(task, "decline")


def _board_action(state: np.record, action: int) -> str:
    data = ACTION_DATA["board_actions"][action]
    gain = data.get("effect") or goods_text(data["gain"])
    if "per" in data:
        gain += " and 1 VP per planet type"
    return f"{BOARD_ACTION_IDS[action]}: {goods_text(data['cost'])} for {gain}"


def _special(state: np.record, special: int) -> str:
    return f"special action {SPECIAL_IDS[special]}: {SPECIAL_NAMES[special]}"


def _free(state: np.record, conversion: int) -> str:
    data = [*ACTION_DATA["free_actions"], *ACTION_DATA["faction_free_actions"]][conversion]
    gain = data.get("effect") or goods_text(data["gain"])
    cost = goods_text(data["cost"])
    if current(state)[0] == CONVERT_GAIA:
        cost = f"{data['cost']['power']} tokens of the Gaia area"
    return f"{FREE_ACTION_IDS[conversion]}: {cost} for {gain}"


def _tile(state: np.record, position: int) -> str:
    kind = int(state["tile_at"][position])
    verb = "cover" if current(state)[0] == CHOOSE_COVERED else "take"
    text = tile_text(TECH_TILES["standard"][kind])
    return f"{verb} {STANDARD_IDS[kind]} at {STANDARD_POSITIONS[position]} ({text})"


def _advanced(state: np.record, track: int) -> str:
    kind = int(state["advanced_at"][track])
    if kind == NONE:
        return f"take the advanced tile of {TRACK_NAMES[track]}"
    text = tile_text(TECH_TILES["advanced"][kind])
    return f"take {ADVANCED_IDS[kind]} of {TRACK_NAMES[track]} ({text})"


def _token(state: np.record, kind: int) -> str:
    verb = "score again" if current(state)[0] == CHOOSE_RESCORE else "take"
    return f"{verb} federation token {TOKEN_IDS[kind]} ({goods_text(TOKENS[kind]['gain'])})"


def _charge(state: np.record, token_first: int) -> str:
    task, power, _ = current(state)
    if task != CHARGE_OFFER:
        return "charge power"
    seat = np.int64(state["seat"])
    amount = int(charge_of_offer(state, seat, np.int64(power), np.int64(token_first)))
    order = "gain a token, then charge" if token_first else "charge"
    return f"{order} {amount} power for {max(amount - 1, 0)} VP"


def _brainstone(state: np.record, keep: int) -> str:
    words = {
        int(STONE_CHARGE): ("move the brainstone first", "move the brainstone last"),
        int(STONE_SPEND): ("spend the brainstone", "spend ordinary tokens"),
        int(STONE_GAIA): ("send the brainstone to the Gaia area", "send ordinary tokens"),
        int(STONE_DISCARD): ("discard the brainstone", "discard ordinary tokens"),
    }
    return words[current(state)[1]][keep]


def _set(state: np.record, index: int) -> str:
    if index >= state["federation_set_count"]:
        return f"federation {index + 1}"
    hexes = np.zeros(NUM_HEXES, np.uint8)
    mark_offered(state, np.int64(index), hexes)
    names = ", ".join(hex_name(state, int(place)) for place in np.flatnonzero(hexes))
    satellites = int(state["federation_satellites"][index])
    return f"federation with {satellites} new satellites: {names}"


DESCRIBERS: dict[str, Callable[..., str]] = {
    "hex": _hex,
    "pass": lambda state: "pass",
    "booster": _booster,
    "track": _track,
    "decline": _decline,
    "board_action": _board_action,
    "special": _special,
    "upgrade": lambda state, kind: f"upgrade to {PIECE_NAMES[kind + 1]}",
    "federation": lambda state: "form a federation",
    "free_action": _free,
    "end_turn": lambda state: "end the turn",
    "tile": _tile,
    "advanced_tile": _advanced,
    "token": _token,
    "charge": _charge,
    "brainstone": _brainstone,
    "income": lambda state, source: f"take income: {INCOME_NAMES[source]}",
    "faction": lambda state, faction: f"play the {FACTION_NAMES[faction]}",
    "federation_set": _set,
}
