"""A second set of books: invariants of every position, and VP recounted from what changed.

Works on whole batches with numpy and shares no rule code with the engine, only component tables.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.pending import KIND
from exozoo.envs.gaia_project import components as parts
from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.actions import ACTIONS

OFFSET = {
    block.name: int(ACTIONS.encode(block.name, *([0] * len(block.shape))))
    for block in ACTIONS.blocks
}
SEATS = np.arange(c.MAX_PLAYERS)
STRUCTURE_KINDS = np.arange(6)


def random_actions(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Random legal actions; passing and free actions are rarer than uniform, so that more happens."""
    weight = np.ones(masks.shape[1], np.float32)
    for name, size, value in (("free_action", 18, 0.45), ("pass", 1, 0.3), ("booster", 10, 0.3)):
        weight[OFFSET[name] : OFFSET[name] + size] = value
    weight[OFFSET["federation"]] = 3
    weight[OFFSET["upgrade"] : OFFSET["upgrade"] + 5] = 1.5
    noise = rng.random(masks.shape, dtype=np.float32) * weight
    return np.where(masks, noise, -1).argmax(axis=1)


def own_structures(s: np.ndarray) -> np.ndarray:
    """bool[games, seats, hexes]: colonised, guests not counted."""
    is_structure = (s["structure"] >= 0) & (s["structure"] < 6)
    return (s["owner"][:, None, :] == SEATS[None, :, None]) & is_structure[:, None, :]


def check_position(s: np.ndarray, players: int) -> None:
    """The books, and the lists that are made to be fast."""
    check_books(s, players)
    check_lists(s, max(players, 2))


def check_books(s: np.ndarray, players: int) -> None:
    """Conservation of pieces, tiles and tokens; limits of resources; the books add up.

    The Automa's seat of a solo game is looked at like a player's, and owns nothing (GS-3).
    """
    seats = max(players, 2)
    assert (s["num_seats"] == seats).all()
    p = s["players"][:, :seats]
    assert (p["stock"] >= 0).all()
    assert (p["power"] >= 0).all()
    assert (p["stock"][..., 0] <= 30).all()
    assert (p["stock"][..., 1:3] <= 15).all()
    assert (p["research"] >= 0).all()
    assert (p["research"] <= 5).all()
    assert ((p["research"] == 5).sum(axis=1) <= 1).all()
    assert (s["scores"][:, :seats] == p["vp_from"].sum(axis=-1)).all()
    assert (s["scores"][:, :seats] >= 0).all()
    check_pieces(s, p, seats, players)
    check_tiles(s, p, seats)
    if players == 1:
        check_automa(s)


def check_automa(s: np.ndarray) -> None:
    """GS-3: no goods, tiles or tokens; its VP are the target, and its cards are the seventeen."""
    automa = s["players"][:, 1]
    for name in ("stock", "power", "gaiaformers", "standard", "advanced", "tokens", "green"):
        assert not automa[name].any(), name
    assert (automa["brainstone"] == -1).all()
    assert not automa["built"][:, 6:].any()
    assert (s["target"] == s["scores"][:, 1]).all()
    assert (np.sort(s["cards"], axis=1) == np.arange(17)).all()
    extra = np.array([0, 6, 7, 8, 9, 9])[s["automa_level"]] - 1
    assert (s["deck_size"] == extra + np.maximum(s["round_number"], 1)).all()
    assert (s["deck_shown"] <= s["deck_size"]).all()
    in_deck = np.arange(17)[None] < s["deck_size"][:, None]
    known = np.take_along_axis(s["card_known"], s["cards"].astype(int), axis=1)
    assert (in_deck | (known == 0)).all()
    shown = np.arange(17)[None] < s["deck_shown"][:, None]
    assert (~shown | (known == 1)).all()


def check_pieces(s: np.ndarray, p: np.ndarray, seats: int, players: int) -> None:
    lost = s["planet"] == c.LOST
    for kind in range(c.NUM_PIECES):
        on_map = (s["structure"] == kind) & ~lost
        count = (on_map[:, None, :] & (s["owner"][:, None, :] == SEATS[None, :seats, None])).sum(-1)
        if kind == c.MINE:
            count = count + (s["guest"][:, None, :] == SEATS[None, :seats, None]).sum(-1)
        assert (p["built"][..., kind] == count).all(), c.PIECE_IDS[kind]
        assert (count <= parts.LIMIT_OF_PIECE[kind]).all()
    assert (lost.sum(-1) == p["lost_planet"].sum(-1)).all()
    assert (lost.sum(-1) <= 1).all()
    busy = p["built"][..., c.GAIAFORMER] + p["gaiaformers_resting"]
    assert (busy <= p["gaiaformers"]).all()
    assert (p["gaiaformers"] <= 3).all()
    assert ((s["owner"] >= 0) == (s["structure"] >= 0)).all()
    bits = 1 << SEATS[:seats]
    satellites = (s["satellites"][:, None, :] & bits[None, :, None]) != 0
    assert (satellites.sum(-1) == p["satellites_used"]).all()
    assert (satellites.sum(-1) <= 25).all()
    federated = (s["federated"][:, None, :] & bits[None, :, None]) != 0
    assert (federated | ~satellites)[:, :players].all()
    assert (~satellites | (s["planet"] < 0)[:, None, :]).all()


def check_lists(s: np.ndarray, seats: int) -> None:
    """The lists that a state keeps of its map, and the distances, looked up on the map itself."""
    for state in s:
        planets = np.sort(state["planet_hex"][: state["num_planets"]])
        assert (planets == np.flatnonzero(state["planet"] >= 0)).all()
        away = parts.DISTANCE_OF_HEXES[state["board"]]
        for seat in range(seats):
            player = state["players"][seat]
            held = (state["owner"] == seat) & (state["structure"] != c.GAIAFORMER)
            held = np.flatnonzero(held | (state["guest"] == seat))
            assert np.sort(player["settled"][: player["num_settled"]]).tolist() == held.tolist()
            nearest = away[held].min(axis=0, initial=parts.FAR)
            assert (nearest == player["distance"]).all()


def check_tiles(s: np.ndarray, p: np.ndarray, seats: int) -> None:
    tokens = p["tokens"].sum(axis=1) + s["token_supply"]
    on_top = s["top_token"][:, None] == np.arange(c.NUM_TOKENS)[None]
    solo = s["num_players"][0] == 1
    if solo:  # GS-2: two of each, and one more of some kind
        more = (tokens + on_top - np.array([2, 2, 2, 2, 2, 2, 1])).astype(int)
        assert (more >= 0).all()
        assert (more.sum(-1) == 1).all()
        assert not more[:, -1].any()
    else:
        assert (tokens + on_top == parts.COPIES_OF_TOKEN).all()
    assert (p["green"] <= p["tokens"][..., 1:].sum(-1)).all()
    assert (p["green"] >= 0).all()
    held = p["booster"] >= 0
    assert (s["booster_open"].sum(-1) + held.sum(-1) == seats + 3).all()
    owned = p["advanced"].sum(axis=1)
    assert (owned <= 1).all()
    removed = 6 - owned.sum(-1) - (s["advanced_at"] >= 0).sum(-1)
    by_automa = (p["research"][:, 1] >= 4).sum(-1) if solo else 0  # GS-16
    assert (removed >= 0).all()
    assert (removed <= by_automa).all()
    covered = (p["standard"] == c.TILE_COVERED).sum(-1)
    assert (covered == p["advanced"].sum(-1)).all()


def counts(s: np.ndarray) -> dict[str, np.ndarray]:
    """What tiles and boosters count, int[games, seats]."""
    p, own = s["players"], own_structures(s)
    planet = s["planet"][:, None, :]
    types = sum(((planet == kind) & own).any(-1).astype(int) for kind in range(10))
    guests = s["guest"][:, None, :] == SEATS[None, :, None]
    there = (own | guests).reshape(*own.shape[:2], 10, 19)
    built = p["built"].astype(int)
    return {
        "planet_type": types,
        "sector": there.any(-1).sum(-1),
        "gaia_planet": ((planet == c.GAIA) & own).sum(-1),
        "federation": p["tokens"].sum(-1).astype(int),
        "mine": built[..., 0] + p["lost_planet"],
        "trading_station": built[..., 1],
        "research_lab": built[..., 2],
        "planetary_institute_or_academy": built[..., 3:6].sum(-1),
        "one": np.ones(built.shape[:2], int),
    }


def top_task(s: np.ndarray, below: int = 0) -> np.ndarray:
    index = np.maximum(s["num_pending"].astype(int) - 1 - below, 0)
    return s["pending"][np.arange(len(s)), index, KIND]


def top_argument(s: np.ndarray, column: np.int64) -> np.ndarray:
    index = np.maximum(s["num_pending"].astype(int) - 1, 0)
    return s["pending"][np.arange(len(s)), index, column].astype(int)


def expected_points(before: np.ndarray, after: np.ndarray, actions: np.ndarray) -> np.ndarray:
    """VP that each seat should have gained in one decision, the end of the game left out."""
    old, new = before["players"], after["players"]
    playing = (before["round_number"] > 0)[:, None]
    change = (new["built"].astype(int) - old["built"]) * playing[..., None]
    levels = (new["research"].astype(int) - old["research"]) * playing[..., None]
    fresh = own_structures(after) & ~own_structures(before) & playing[..., None]
    home = parts.HOME_OF_FACTION[np.maximum(new["faction"], 0)][..., None]
    planet = after["planet"][:, None, :].astype(int)
    steps = np.where(planet < 7, parts.STEPS_BETWEEN[home, np.clip(planet, 0, 6)], 0) * fresh
    new_tokens = (new["tokens"].astype(int) - old["tokens"]) * playing[..., None]
    mines = np.maximum(change[..., c.MINE], 0) + (new["lost_planet"] - old["lost_planet"])
    swapped = (top_task(before) == c.CHOOSE_SWAP)[:, None]
    mines = np.where(swapped, 0, mines)
    gaia_mines = (fresh & (planet == c.GAIA)).sum(-1)
    events = {
        "terraforming_step": steps.sum(-1),
        "research_advance": levels.sum(-1),
        "build_mine": mines,
        "gain_federation_token": new_tokens.sum(-1),
        "build_trading_station": np.maximum(change[..., c.STATION], 0),
        "build_mine_on_gaia": gaia_mines,
        "build_planetary_institute_or_academy": np.maximum(change[..., 3:6], 0).sum(-1),
    }
    points = triggered(before, events)
    points += np.where(old["faction"] == c.GLEENS, 2, 0) * gaia_mines
    points += (new_tokens * parts.GAIN_OF_TOKEN[:, c.VP]).sum(-1)
    number = counts(after)
    top = (levels[..., c.GAIA_PROJECT] > 0) & (new["research"][..., c.GAIA_PROJECT] == 5)
    points += np.where(top, 4 + number["gaia_planet"], 0)
    points += once(old, new, number)
    points += acted(before, actions)
    return points


def triggered(before: np.ndarray, events: dict[str, np.ndarray]) -> np.ndarray:
    """Round tiles and tech tiles that reward events, straight from the data files."""
    old = before["players"]
    points = np.zeros(old["green"].shape, int)
    number = np.maximum(before["round_number"].astype(int) - 1, 0)
    tile = before["round_tile"][np.arange(len(before)), number]
    for index, data in enumerate(parts.ROUND_TILES):
        current = (tile == index)[:, None]
        points += np.where(current, data["vp"] * events[data["trigger"]], 0)
    for index, data in enumerate(parts.TECH_TILES["standard"]):
        if data["when"] == "trigger":
            active = old["standard"][..., index] == c.TILE_OWNED
            points += np.where(active, data["gain"]["vp"] * events[data["trigger"]], 0)
    for index, data in enumerate(parts.TECH_TILES["advanced"]):
        if data["when"] == "trigger":
            points += old["advanced"][..., index] * data["gain"]["vp"] * events[data["trigger"]]
    return points


def once(old: np.ndarray, new: np.ndarray, number: dict[str, np.ndarray]) -> np.ndarray:
    """VP of tiles at the moment they are taken."""
    points = np.zeros(old["green"].shape, int)
    for name in ("standard", "advanced"):
        for index, data in enumerate(parts.TECH_TILES[name]):
            if data["when"] == "once" and "vp" in data["gain"]:
                taken = (old[name][..., index] == 0) & (new[name][..., index] == 1)
                points += taken * data["gain"]["vp"] * number[data.get("per", "one")]
    return points


def acted(before: np.ndarray, actions: np.ndarray) -> np.ndarray:
    """VP of passing, of Q.I.C. actions and of passive charging, for the deciding seat."""
    old, number = before["players"], counts(before)
    task = top_task(before)[:, None]
    seat = (before["seat"][:, None] == SEATS[None]).astype(int)
    action = actions[:, None]
    points = np.zeros(seat.shape, int)
    passing = (task == c.TAKE_TURN) & (action >= OFFSET["pass"]) & (action < OFFSET["track"])
    for index, data in enumerate(parts.BOOSTERS):
        if "pass" in data:
            gained = data["pass"]["vp"] * number[data["pass"]["per"]]
            points += np.where(passing & (old["booster"] == index), gained, 0)
    for index, data in enumerate(parts.TECH_TILES["advanced"]):
        if data["when"] == "pass":
            gained = data["gain"]["vp"] * number[data["per"]]
            points += np.where(passing, old["advanced"][..., index] * gained, 0)
    qic3 = (task == c.TAKE_TURN) & (action == OFFSET["board_action"] + 9)
    points += np.where(qic3, 3 + number["planet_type"], 0)
    for kind in range(c.NUM_TOKENS):
        again = (task == c.CHOOSE_RESCORE) & (action == OFFSET["token"] + kind)
        points += np.where(again, parts.GAIN_OF_TOKEN[kind, c.VP], 0)
    accepted = (
        (task == c.CHARGE_OFFER) & (action >= OFFSET["charge"]) & (action < OFFSET["charge"] + 2)
    )
    first = action - OFFSET["charge"]
    room = 2 * old["power"][..., 0] + old["power"][..., 1]
    room = room + np.where(old["brainstone"] == 0, 2, 0) + np.where(old["brainstone"] == 1, 1, 0)
    offer = top_argument(before, c.OFFER_POWER)[:, None]
    amount = np.minimum(np.minimum(offer, room + 2 * first), before["scores"][:, :4] + 1)
    points -= np.where(accepted, np.maximum(amount - 1, 0), 0)
    return points * seat


def check_step(before: np.ndarray, after: np.ndarray, actions: np.ndarray, players: int) -> None:
    """VP and power tokens changed as they should."""
    running = (before["over"] == 0) & (after["over"] == 0)
    gained = (after["scores"][:, :players] - before["scores"][:, :players])[running]
    wanted = expected_points(before, after, actions)[running][:, :players]
    wrong = np.argwhere(gained != wanted)
    assert not len(wrong), [
        (before[running][i]["seat"], j, int(actions[running][i]), gained[i], wanted[i])
        for i, j in wrong[:3]
    ]
    running &= before["round_number"] > 0
    check_power(before[running], after[running], actions[running], players)


def check_power(before: np.ndarray, after: np.ndarray, actions: np.ndarray, players: int) -> None:
    """Power tokens appear and vanish only as the rules say; income may add some."""
    old, new = before["players"][:, :players], after["players"][:, :players]
    total_before = old["power"].sum(-1).astype(int) + (old["brainstone"] >= 0)
    total_after = new["power"].sum(-1).astype(int) + (new["brainstone"] >= 0)
    task, asked = top_task(before)[:, None], top_task(after)[:, None] == c.MOVE_BRAINSTONE
    seat = before["seat"][:, None] == SEATS[None, :players]
    action = actions[:, None]
    turn = (task == c.TAKE_TURN) | (task == c.FINISH_TURN)
    change = np.zeros(total_before.shape, int)
    change += np.where(
        turn & (action == OFFSET["free_action"]), -1 + (old["faction"] == c.ITARS), 0
    )
    change += np.where(turn & (action == OFFSET["free_action"] + 8), 1, 0)
    change += np.where(turn & (action == OFFSET["board_action"] + 6), 2, 0)
    token = ((task == c.CHOOSE_TOKEN) | (task == c.CHOOSE_RESCORE)) & (
        action == OFFSET["token"] + 2
    )
    change += np.where(token, 2, 0)
    level = (new["research"][..., 0] == 5) & (old["research"][..., 0] < 5)
    change += np.where(level & (before["top_token"] == c.FED8T)[:, None], 2, 0)
    playing = (before["round_number"] > 0)[:, None]
    second = (new["research"][..., 3] == 2) & (old["research"][..., 3] == 1)
    change += np.where(second & playing, 3, 0)
    buys = (task == c.BUY_TILE) & (action != OFFSET["decline"])
    change -= np.where(buys, 4, 0)
    accepted = (task == c.CHARGE_OFFER) & (action != OFFSET["decline"])
    bonus = accepted & (old["faction"] == c.TAKLONS) & (old["built"][..., c.INSTITUTE] > 0)
    change += np.where(bonus & ((action == OFFSET["charge"] + 1) | ~asked), 1, 0)
    stone = task == c.MOVE_BRAINSTONE
    change += np.where(stone & (top_task(before, 1)[:, None] == c.ADD_TOKEN), 1, 0)
    kind, amount = (
        top_argument(before, c.STONE_CASE)[:, None],
        top_argument(before, c.STONE_AMOUNT)[:, None],
    )
    change -= np.where(stone & (kind == c.STONE_DISCARD), amount, 0)
    used = new["satellites_used"].astype(int) - old["satellites_used"]
    paid = (old["faction"] != c.IVITS) & ~asked
    change = change * seat - np.where(paid, used, 0)
    in_income = income_pending(before) | (before["round_number"] != after["round_number"])
    exact = total_after - total_before == change
    more = total_after - total_before >= change
    assert (exact | (in_income[:, None] & more)).all()


def income_pending(s: np.ndarray) -> np.ndarray:
    """Whether any player's income is still on the stack of tasks."""
    depth = np.arange(c.MAX_PENDING)[None] < s["num_pending"][:, None]
    steps = (s["pending"][:, :, KIND] == c.START_INCOME) | (
        s["pending"][:, :, KIND] == c.REST_OF_INCOME
    )
    return (depth & steps).any(-1)


def check_final(s: np.record) -> None:
    """Final scoring of one game, slowly and from the rules page (GP-81 to GP-83, GS-20)."""
    players, seats = int(s["num_players"]), int(s["num_seats"])
    one = np.asarray(s).reshape(1)
    number = {name: values[0] for name, values in counts(one).items()}
    own = own_structures(one)[0]
    for seat in range(players):
        p = s["players"][seat]
        levels = sum(max(0, int(n) - 2) for n in p["research"])
        top = p["research"][c.GAIA_PROJECT] == 5
        assert 4 * levels <= p["vp_from"][c.VP_RESEARCH] <= 4 * levels + (4 + 20) * top
        assert p["vp_from"][c.VP_RESOURCES] == int(p["stock"][:3].sum()) // 3
    expected = np.zeros(seats, int)
    for tile in s["final_tile"]:
        name = c.FINAL_IDS[tile]
        ranked = [final_of(s, name, seat, number, own) for seat in range(seats)]
        if seats == 2:
            ranked.append(int(parts.NEUTRAL_COUNT[tile]))
        for seat in range(seats):
            mine = ranked[seat]
            places = [i for i, n in enumerate(sorted(ranked, reverse=True)) if n == mine]
            vp = sum((18, 12, 6, 0)[i] for i in places)
            assert vp % len(places) == 0
            gain = vp // len(places) if mine else 0
            expected[seat] += gain + (seat == players and s["automa_level"] == 5 and gain > 0)
    assert [int(p["vp_from"][c.VP_FINAL]) for p in s["players"][:seats]] == expected.tolist()
    if players == 1:
        check_automa_end(s)
        return
    best = max(s["scores"][:players])
    assert [int(r) == 1 for r in s["rank"][:players]] == [v == best for v in s["scores"][:players]]


def check_automa_end(s: np.record) -> None:
    """GS-20: its research and nothing for resources; the player is first with as many VP."""
    automa = s["players"][1]
    levels = sum(max(0, int(n) - 2) for n in automa["research"])
    bonus = int(s["automa_level"] == 5 and levels > 0)
    assert automa["vp_from"][c.VP_RESEARCH] == 4 * levels + bonus
    assert automa["vp_from"][c.VP_RESOURCES] == 0
    assert s["scores"][1] == s["target"] == automa["vp_from"].sum()
    assert s["rank"][0] == (1 if s["scores"][0] >= s["scores"][1] else 2)


def final_of(s: np.record, name: str, seat: int, number: dict, own: np.ndarray) -> int:
    guests = s["guest"] == seat
    member = (s["federated"] & (1 << seat)) != 0
    p = s["players"][seat]
    return {
        "structures": int(own[seat].sum() + guests.sum()),
        "structures_in_federations": int(((own[seat] | guests) & member).sum())
        if seat < s["num_players"]
        else max(int(own[seat].sum()) - 1, 0),
        "planet_types": int(number["planet_type"][seat]),
        "gaia_planets": int(number["gaia_planet"][seat]),
        "sectors": int(number["sector"][seat]),
        "satellites": int(p["satellites_used"] + p["built"][c.SPACE_STATION]),
    }[name]
