"""What a record of a game tells beyond the state: where each VP came from, and in which order
tech tiles and federation tokens were gained."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.game import as_array
from exozoo.envs.core.pending import KIND
from exozoo.envs.gaia_project.actions import B_BOOSTER, B_PASS, BLOCK_OF, INDEX_IN_BLOCK
from exozoo.envs.gaia_project.components import (
    PASS_VP_OF_ADVANCED,
    PER_OF_ADVANCED,
    TRIGGER_OF_ADVANCED,
    TRIGGER_OF_STANDARD,
)
from exozoo.envs.gaia_project.constants import (
    ADVANCED_IDS,
    BUILD_MINE,
    BUILD_MINE_ON_GAIA,
    BUILD_STATION,
    CHOOSE_RESCORE,
    FACTION_IDS,
    FED12,
    FINAL_IDS,
    GAIA,
    GAIA_PROJECT,
    NUM_ADVANCED,
    NUM_STANDARD,
    RESEARCH_ADVANCE,
    STANDARD_IDS,
    STATION,
    TILE_COVERED,
    TILE_NONE,
    TILE_OWNED,
    TOKEN_IDS,
    TRACK_IDS,
    VP_ACTION,
    VP_BID,
    VP_BOOSTER,
    VP_CHARGE,
    VP_FACTION,
    VP_FINAL,
    VP_RESEARCH,
    VP_RESOURCES,
    VP_ROUND,
    VP_START,
    VP_TILE,
    VP_TOKEN,
)
from exozoo.envs.gaia_project.rules.effects import count_of
from exozoo.envs.gaia_project.rules.scoring import (
    FIRST_SCORING_LEVEL,
    VP_PER_LEVEL,
    score_final_tile,
)

Breakdown = dict[str, int]


class Ledger:
    """The history of one game, decision by decision."""

    def __init__(self, state: np.record):
        players = int(state["num_players"])
        start = state["players"]["vp_from"][:, VP_START]
        self.breakdown: list[Breakdown] = [{"start": int(start[p])} for p in range(players)]
        self.tiles: list[list[str]] = [[] for _ in range(players)]  # `*`: covered
        self.tokens: list[list[str]] = [[] for _ in range(players)]  # `*`: turned grey
        nothing = np.zeros(1, state.dtype)[0]["players"]
        for seat in range(players):  # what is there already, in the order of its kinds
            self._note_tiles(seat, nothing[seat], state["players"][seat])
            self._note_tokens(seat, nothing[seat], state["players"][seat])

    def copy(self) -> Ledger:
        other = Ledger.__new__(Ledger)
        other.breakdown = [dict(parts) for parts in self.breakdown]
        other.tiles = [list(tiles) for tiles in self.tiles]
        other.tokens = [list(tokens) for tokens in self.tokens]
        return other

    def note(self, before: np.record, action: int, after: np.record) -> None:
        """Book what one decision changed."""
        for seat in range(int(before["num_players"])):
            old, new = before["players"][seat], after["players"][seat]
            self._note_tiles(seat, old, new)
            self._note_tokens(seat, old, new)
            gained = new["vp_from"].astype(int) - old["vp_from"]
            for source in np.flatnonzero(gained):
                for name, points in _parts(before, action, after, seat, int(source)).items():
                    parts = self.breakdown[seat]
                    parts[name] = parts.get(name, 0) + points

    def _note_tiles(self, seat: int, old: np.void, new: np.void) -> None:
        for kind in range(NUM_STANDARD):
            if old["standard"][kind] == new["standard"][kind]:
                continue
            if old["standard"][kind] == TILE_NONE:
                self.tiles[seat].append(STANDARD_IDS[kind])
            if new["standard"][kind] == TILE_COVERED:
                place = self.tiles[seat].index(STANDARD_IDS[kind])
                self.tiles[seat][place] += "*"
        for gained in np.flatnonzero(new["advanced"] > old["advanced"]):
            self.tiles[seat].append(ADVANCED_IDS[gained])

    def _note_tokens(self, seat: int, old: np.void, new: np.void) -> None:
        """The token gained first is turned first."""
        tokens = self.tokens[seat]
        for kind in np.flatnonzero(new["tokens"] > old["tokens"]):
            tokens += [TOKEN_IDS[kind]] * int(new["tokens"][kind] - old["tokens"][kind])
        green = [i for i, t in enumerate(tokens) if t != TOKEN_IDS[FED12] and t[-1] != "*"]
        for place in green[: len(green) - int(new["green"])]:
            tokens[place] += "*"


def _parts(before: np.record, action: int, after: np.record, seat: int, source: int) -> Breakdown:
    """The VP of one source that a decision brought, by the names of recorded games."""
    old, new = before["players"][seat], after["players"][seat]
    points = int(new["vp_from"][source]) - int(old["vp_from"][source])
    if source == VP_TILE:
        return _tile_parts(before, action, after, seat, points)
    if source == VP_FINAL:
        return _final_parts(after, seat)
    if source == VP_RESEARCH:
        return _research_parts(old, new, points)
    names = {
        int(VP_ROUND): f"round_scoring:{before['round_number']}",
        int(VP_BOOSTER): f"booster:{old['booster'] + 1}",
        int(VP_TOKEN): "federation_tokens",
        int(VP_CHARGE): "passive_charge",
        int(VP_FACTION): f"faction:{FACTION_IDS[new['faction']]}",
        int(VP_ACTION): "action:qic2" if _task(before) == CHOOSE_RESCORE else "action:qic3",
        int(VP_RESOURCES): "end_resources",
        int(VP_BID): "bid",
    }
    return {names[source]: points}


def _task(state: np.record) -> int:
    return int(state["pending"][state["num_pending"] - 1, KIND])


def _tile_parts(
    before: np.record, action: int, after: np.record, seat: int, points: int
) -> Breakdown:
    """Tech tiles: on passing, by their trigger, or, what is left, at once when taken."""
    old, new = before["players"][seat], after["players"][seat]
    parts: Breakdown = {}
    if BLOCK_OF[action] in (B_PASS, B_BOOSTER):
        for owned in np.flatnonzero(old["advanced"]):
            count = int(count_of(before, np.int64(seat), PER_OF_ADVANCED[owned]))
            parts[f"tile:{ADVANCED_IDS[owned]}"] = int(PASS_VP_OF_ADVANCED[owned]) * count
    else:
        for event in _events(before, action, after, seat):
            for kind in range(NUM_STANDARD):
                if new["standard"][kind] == TILE_OWNED:
                    parts[f"tile:{STANDARD_IDS[kind]}"] = int(TRIGGER_OF_STANDARD[kind, event])
            for kind in range(NUM_ADVANCED):
                name = f"tile:{ADVANCED_IDS[kind]}"
                if new["advanced"][kind] and TRIGGER_OF_ADVANCED[kind, event]:
                    parts[name] = int(TRIGGER_OF_ADVANCED[kind, event])
    parts = {name: number for name, number in parts.items() if number}
    rest = points - sum(parts.values())
    if rest:
        parts[f"tile:{_new_tile(old, new)}"] = rest
    return parts


def _events(before: np.record, action: int, after: np.record, seat: int) -> list[int]:
    """What a decision did that tech tiles reward."""
    old, new = before["players"][seat], after["players"][seat]
    events = []
    if new["research"].sum() > old["research"].sum():
        events.append(int(RESEARCH_ADVANCE))
    if new["built"][STATION] > old["built"][STATION]:
        events.append(int(BUILD_STATION))
    if new["built"][0] > old["built"][0] or new["lost_planet"] > old["lost_planet"]:
        place = INDEX_IN_BLOCK[action]
        events.append(int(BUILD_MINE))
        if after["planet"][place] == GAIA and after["owner"][place] == seat:
            events.append(int(BUILD_MINE_ON_GAIA))
    return events


def _new_tile(old: np.void, new: np.void) -> str:
    for kind in np.flatnonzero(new["standard"] > old["standard"]):
        if old["standard"][kind] == TILE_NONE:
            return STANDARD_IDS[kind]
    for kind in np.flatnonzero(new["advanced"] > old["advanced"]):
        return ADVANCED_IDS[kind]
    return "unknown"


def _final_parts(after: np.record, seat: int) -> Breakdown:
    """Each final scoring tile, scored once more on a copy."""
    parts = {}
    for tile in after["final_tile"].tolist():
        trial = as_array(after).copy()[0]
        score_final_tile(trial, np.int64(tile))
        points = int(trial["scores"][seat]) - int(after["scores"][seat])
        if points:
            parts[f"final_scoring:{FINAL_IDS[tile]}"] = points
    return parts


def _research_parts(old: np.void, new: np.void, points: int) -> Breakdown:
    """At the end every track; before it only the Gaia Project track's top level gives VP."""
    parts: Breakdown = {}
    at_end = 0
    for track, level in enumerate(new["research"].tolist()):
        levels = max(0, level - int(FIRST_SCORING_LEVEL) + 1)
        if levels:
            parts[f"research:{TRACK_IDS[track]}"] = levels * int(VP_PER_LEVEL)
            at_end += levels * int(VP_PER_LEVEL)
    if points == at_end:
        return parts
    return {f"research:{TRACK_IDS[GAIA_PROJECT]}": points}
