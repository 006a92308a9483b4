"""The research board, scoring tiles and action row, and a panel for each player."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.svg import circle, group, rect, text
from exozoo.envs.gaia_project.automa.cards import LEVEL_NAMES
from exozoo.envs.gaia_project.components import (
    ACTIONS,
    FACTION_NAMES,
    FINAL_TILES,
    ROUND_TILES,
    TECH_TILES,
    TOKENS,
)
from exozoo.envs.gaia_project.constants import (
    AREA_NAMES,
    AUTOMA,
    BOARD_ACTION_IDS,
    FINAL_IDS,
    NUM_ADVANCED,
    NUM_BOARD_ACTIONS,
    NUM_BOOSTERS,
    NUM_LEVELS,
    NUM_STANDARD,
    NUM_TOKENS,
    NUM_TRACKS,
    TILE_COVERED,
    TOKEN_IDS,
    TRACK_NAMES,
)
from exozoo.envs.gaia_project.view.describe import booster_text, card_text
from exozoo.envs.gaia_project.view.palette import DIM, FACTION_COLOUR, PANEL, edge_of

TRACK_WIDTH = 118
LEVEL_HEIGHT = 34
TRACK_COLOUR = ("#7d5a2e", "#2e6d7d", "#3a7d2e", "#5a2e7d", "#7d732e", "#2e4d7d")
WIDTH = NUM_TRACKS * TRACK_WIDTH
SHORT = {
    "credits": "c",
    "ore": "o",
    "knowledge": "k",
    "qic": "q",
    "power": "pw",
    "power_charge": "charge",
    "power_tokens": "tokens",
    "vp": "VP",
}
PER_SHORT = {
    "planet_type": "type",
    "gaia_planet": "Gaia",
    "trading_station": "station",
    "research_lab": "lab",
    "planetary_institute_or_academy": "PI/academy",
}
TRIGGER_SHORT = {
    "terraforming_step": "step",
    "research_advance": "advance",
    "build_mine": "mine",
    "gain_federation_token": "federation",
    "build_trading_station": "station",
    "build_mine_on_gaia": "Gaia mine",
    "build_planetary_institute_or_academy": "PI/academy",
}


def short_goods(gain: dict[str, int]) -> str:
    return " ".join(f"{amount}{SHORT[good]}" for good, amount in gain.items())


def short_tile(tile: dict) -> str:
    """A tile in a few letters: "4c income", "3VP/lab pass"."""
    if "effect" in tile:
        return "PI/academy 4"
    words = short_goods(tile["gain"])
    if "per" in tile:
        words += "/" + PER_SHORT.get(tile["per"], tile["per"])
    if "trigger" in tile:
        words += "/" + TRIGGER_SHORT[tile["trigger"]]
    return words + {"income": " +", "pass": " pass", "action": " act"}.get(tile["when"], "")


def label(x: float, y: float, words: object, size: float = 11, **attributes: object) -> str:
    return text(x, y, words, size, attributes.pop("fill", DIM), **attributes)  # type: ignore[arg-type]


def draw_boards(state: np.record) -> tuple[list[str], float, float]:
    """All boards beside the map, with their width and height."""
    parts: list[str] = []
    y = 0.0
    for draw in (draw_research, draw_tiles, draw_scoring, draw_supply):
        drawn, height = draw(state)
        parts.append(group(drawn, 0, y))
        y += height
    panels = [draw_player(state, seat) for seat in range(int(state["num_players"]))]
    if state["automa_level"]:
        panels.append(draw_automa(state))
    for drawn, height in panels:
        parts.append(group(drawn, 0, y))
        y += height
    return parts, WIDTH, y


def draw_research(state: np.record) -> tuple[list[str], float]:
    """Six tracks, level 5 on top, a marker for each player."""
    parts = []
    for track in range(NUM_TRACKS):
        x = track * TRACK_WIDTH
        parts.append(label(x + 4, 12, TRACK_NAMES[track], fill="#e8e6f0"))
        for level in range(NUM_LEVELS):
            y = 18 + (NUM_LEVELS - 1 - level) * LEVEL_HEIGHT + (20 if level < 5 else 0)
            shade = TRACK_COLOUR[track]
            parts.append(
                rect(
                    x + 2,
                    y,
                    TRACK_WIDTH - 6,
                    LEVEL_HEIGHT - 3,
                    shade,
                    fill_opacity=0.35 + 0.11 * level,
                    rx=3,
                )
            )
            parts.append(label(x + 7, y + 20, level, 12))
            parts += markers(state, track, level, x + 30, y + LEVEL_HEIGHT / 2 - 2)
        parts.append(advanced_tile(state, track, x, 18 + LEVEL_HEIGHT))
    if state["top_token"] != NONE:
        token = TOKENS[int(state["top_token"])]
        parts.append(label(26, 38, short_goods(token["gain"]), 10, fill="#9be29b"))
    return parts, 18 + NUM_LEVELS * LEVEL_HEIGHT + 26


def markers(state: np.record, track: int, level: int, x: float, y: float) -> list[str]:
    parts = []
    for seat in range(int(state["num_seats"])):
        player = state["players"][seat]
        if player["faction"] != NONE and player["research"][track] == level:
            colour = FACTION_COLOUR[int(player["faction"])]
            parts.append(circle(x + 20 * seat, y, 8, colour, stroke="#0b0a12", stroke_width=1.5))
    return parts


def advanced_tile(state: np.record, track: int, x: float, y: float) -> str:
    kind = int(state["advanced_at"][track])
    words = "(taken)" if kind == NONE else short_tile(TECH_TILES["advanced"][kind])
    return rect(x + 2, y, TRACK_WIDTH - 6, 17, "#413a66", rx=3) + label(
        x + 7, y + 12, words, 10, fill="#ffd92e"
    )


def draw_tiles(state: np.record) -> tuple[list[str], float]:
    """Standard tiles: six under their tracks, three free ones below."""
    parts = []
    for position in range(NUM_STANDARD):
        column, row = position % NUM_TRACKS, position // NUM_TRACKS
        x, y = column * TRACK_WIDTH, row * 24
        words = short_tile(TECH_TILES["standard"][int(state["tile_at"][position])])
        parts.append(rect(x + 2, y, TRACK_WIDTH - 6, 20, "#2c3a4d", rx=3))
        parts.append(label(x + 7, y + 14, words, 10, fill="#cfe3ff"))
    free = 3 * TRACK_WIDTH
    parts.append(label(free + 8, 38, "< free: advance in any track", 10))
    return parts, 56


def draw_scoring(state: np.record) -> tuple[list[str], float]:
    """Round tiles, the current one bright, and the two final tiles."""
    parts = []
    for number in range(6):
        tile = ROUND_TILES[int(state["round_tile"][number])]
        x = number * TRACK_WIDTH
        now = state["round_number"] == number + 1
        past = state["round_number"] > number + 1
        parts.append(
            rect(
                x + 2,
                0,
                TRACK_WIDTH - 6,
                34,
                "#5b4a1e" if now else PANEL,
                rx=3,
                stroke="#ffd92e" if now else None,
            )
        )
        fill = DIM if past else "#e8e6f0"
        parts.append(label(x + 7, 13, f"round {number + 1}", 9))
        parts.append(
            label(x + 7, 28, f"{tile['vp']} VP/{TRIGGER_SHORT[tile['trigger']]}", 11, fill=fill)
        )
    for index in range(2):
        tile_id = FINAL_IDS[int(state["final_tile"][index])]
        x = index * 3 * TRACK_WIDTH
        parts.append(rect(x + 2, 40, 3 * TRACK_WIDTH - 6, 20, PANEL, rx=3))
        words = "final: " + tile_id.replace("_", " ")
        if state["num_seats"] <= 2:
            neutral = next(t["neutral"] for t in FINAL_TILES["tiles"] if t["id"] == tile_id)
            words += f" (neutral {neutral})"
        parts.append(label(x + 7, 54, words, 11, fill="#e8e6f0"))
    return parts, 68


def draw_supply(state: np.record) -> tuple[list[str], float]:
    """Board actions, federation tokens left, open boosters."""
    parts = []
    step = WIDTH / NUM_BOARD_ACTIONS
    for action in range(NUM_BOARD_ACTIONS):
        data = ACTIONS["board_actions"][action]
        used = bool(state["action_used"][action])
        colour = "#2f2b45" if used else ("#5a2e7d" if action < 7 else "#2e6d4a")
        x = action * step
        gain = short_goods(data["gain"]) if "gain" in data else {"power2": "2 steps", "power6": "1 step", "qic1": "tile", "qic2": "token"}[data["id"]]  # fmt: skip
        parts.append(rect(x + 2, 0, step - 5, 32, colour, rx=4))
        parts.append(
            label(x + 6, 13, f"{BOARD_ACTION_IDS[action]}: {short_goods(data['cost'])}", 8)
        )
        parts.append(
            label(x + 6, 26, "used" if used else gain, 10, fill=DIM if used else "#e8e6f0")
        )
    tokens = ", ".join(
        f"{int(state['token_supply'][kind])}× {short_goods(TOKENS[kind]['gain'])}"
        for kind in range(NUM_TOKENS - 1)
    )
    parts.append(label(4, 48, f"tokens: {tokens}", 10))
    boosters = [f"{i + 1}: {booster_text(i)}" for i in open_boosters(state)]
    for row, start in enumerate(range(0, len(boosters), 2)):
        words = "   |   ".join(boosters[start : start + 2])
        parts.append(label(4, 64 + 14 * row, ("boosters: " if row == 0 else "") + words, 9))
    most_open = int(state["num_seats"]) + 3  # before the first are chosen: room for all of them
    return parts, 64 + 14 * ((most_open + 1) // 2) + 6


def open_boosters(state: np.record) -> list[int]:
    """By number; in a solo game as they lie in their row."""
    found = [i for i in range(NUM_BOOSTERS) if state["booster_open"][i]]
    return (
        sorted(found, key=lambda i: state["booster_place"][i]) if state["automa_level"] else found
    )


def draw_player(state: np.record, seat: int) -> tuple[list[str], float]:
    """One player: stock, power bowls, tiles, tokens, booster."""
    player = state["players"][seat]
    faction = int(player["faction"])
    colour = DIM if faction == NONE else FACTION_COLOUR[faction]
    name = "no faction yet" if faction == NONE else FACTION_NAMES[faction]
    moving = not state["over"] and state["seat"] == seat
    parts = [
        rect(
            0,
            0,
            WIDTH - 4,
            74,
            PANEL,
            rx=5,
            stroke=colour if moving else edge_of(colour),
            stroke_width=2,
        ),
        rect(0, 0, 10, 74, colour, rx=3),
        text(20, 20, f"{seat + 1}  {name}", 14, colour),
        text(180, 20, f"{int(state['scores'][seat])} VP", 14, "#ffd92e"),
    ]
    for index, (amount, unit, fill) in enumerate(
        zip(
            player["stock"],
            ("credits", "ore", "knowledge", "Q.I.C."),
            ("#ffd92e", "#e8e6f0", "#6db3ff", "#7be07b"),
            strict=True,
        )
    ):
        parts.append(label(250 + 92 * index, 20, f"{int(amount)} {unit}", 12, fill=fill))
    if player["passed"]:
        parts.append(label(630, 20, "passed", 12))
    parts += power_bowls(player)
    parts += possessions(player)
    return parts, 80


def power_bowls(player: np.record) -> list[str]:
    """Areas I, II, III and Gaia, with the brainstone."""
    parts = []
    for area in range(4):
        x = 30 + 62 * area
        fill = "#2e6d4a" if area == 3 else "#4a2e6d"
        parts.append(circle(x, 46, 15, fill, stroke="#9a7fd0", stroke_width=1.5))
        parts.append(text(x, 51, int(player["power"][area]), 14, text_anchor="middle"))
        parts.append(label(x, 70, AREA_NAMES[area].removeprefix("area "), 9, text_anchor="middle"))
        if player["brainstone"] == area:
            parts.append(circle(x + 14, 36, 6, "#ff7ad9", stroke="#0b0a12", stroke_width=1))
    return parts


def possessions(player: np.record) -> list[str]:
    """Booster, tech tiles (covered ones in brackets), federation tokens."""
    tiles = []
    for kind in range(NUM_STANDARD):
        if player["standard"][kind]:
            words = short_tile(TECH_TILES["standard"][kind])
            tiles.append(f"({words})" if player["standard"][kind] == TILE_COVERED else words)
    tiles += [
        short_tile(TECH_TILES["advanced"][k]) + "*"
        for k in range(NUM_ADVANCED)
        if player["advanced"][k]
    ]
    tokens = [
        f"{int(player['tokens'][k])}×{TOKEN_IDS[k]}"
        for k in range(NUM_TOKENS)
        if player["tokens"][k]
    ]
    booster = "none" if player["booster"] == NONE else booster_text(int(player["booster"]))
    rows = (
        f"booster: {booster}",
        "tiles: " + (", ".join(tiles) or "none"),
        f"federations: {', '.join(tokens) or 'none'} ({int(player['green'])} green), "
        f"gaiaformers {int(player['gaiaformers'])}, satellites {int(player['satellites_used'])}",
    )
    return [label(262, 38 + 14 * i, words, 10, fill="#cfc9e8") for i, words in enumerate(rows)]


def draw_automa(state: np.record) -> tuple[list[str], float]:
    """The Automa: level and VP, its booster, and the cards that it has shown this round."""
    player = state["players"][AUTOMA]
    colour = FACTION_COLOUR[int(player["faction"])]
    level = int(state["automa_level"])
    shown = [int(card) for card in state["cards"][: int(state["deck_shown"])]]
    left = int(state["deck_size"]) - len(shown)
    booster = "none" if player["booster"] == NONE else booster_text(int(player["booster"]))
    rows = (
        f"booster: {booster}",
        f"satellites {int(player['satellites_used'])}, {left} cards left in the deck, shown: "
        + (", ".join(str(card + 1) for card in shown) or "none"),
        "last card: " + (card_text(shown[-1]) if shown else "none yet this round"),
    )
    parts = [
        rect(0, 0, WIDTH - 4, 74, PANEL, rx=5, stroke=edge_of(colour), stroke_width=2),
        rect(0, 0, 10, 74, colour, rx=3),
        text(20, 20, f"Automa  {FACTION_NAMES[int(player['faction'])]}", 14, colour),
        text(210, 20, f"{int(state['scores'][AUTOMA])} VP", 14, "#ffd92e"),
        label(280, 20, f"level {level} ({LEVEL_NAMES[level - 1]})", 12),
        *(label(20, 38 + 14 * i, words, 10, fill="#cfc9e8") for i, words in enumerate(rows)),
    ]
    if player["passed"]:
        parts.append(label(630, 20, "passed", 12))
    return parts, 80
