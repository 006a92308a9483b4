"""The event deck: section 20."""

from __future__ import annotations

from exozoo.envs.planet_unknown.actions import (
    ALTERNATIVE,
    CELL,
    CHOOSE_ROVER,
    OBJECTIVE,
    ROTATE,
    SQUARE,
    STORE,
    TAKE,
    TECH_CELL,
)
from tests.reference.planet_unknown import cards, decide, rovers, techs, tracks
from tests.reference.planet_unknown import data as d
from tests.reference.planet_unknown.player import Player
from tests.reference.planet_unknown.table import EVENT_IN_FORCE, NEXT_EVENT, Steps, Table, check

OWN_OBJECTIVE = 1
DECK = 20


def reveal(g: Table) -> None:
    """Chance: the top card. PU-125"""
    event = int(g.seen[0]["public"][EVENT_IN_FORCE])
    check(0 <= event < 60 and event not in g.revealed, "event revealed")
    check(g.num == 1 or not d.EVENTS[event]["solo_only"], "solo event with several players")
    check(g.peeked in (None, event), "another event than the one looked at")
    g.revealed.append(event)
    g.event, g.peeked, g.peekers = event, None, set()
    colour = d.EVENTS[event]["colour"]
    g.colours_left[colour] -= 1
    check(g.colours_left[colour] >= 0, "colour of the event")
    if len(g.revealed) == DECK:  # PU-128
        g.ending = True


def event_phase(g: Table) -> Steps:
    reveal(g)
    effect = d.EVENTS[g.event]["effect"]
    once(g, effect)
    for p in g.one_after_another():
        yield from for_player(g, p, effect)


def once(g: Table, effect: dict) -> None:
    """PU-139, PU-145: effects on common components."""
    if effect["kind"] == "remove_civ_cards":
        for level in range(4):
            if g.pile_size[level]:
                g.pile_size[level] -= 1
                g.certain[level], g.complete[level] = set(), False
    elif effect["kind"] == "add_civ_cards":
        out = g.used_cards | {c for p in g.players for c in p.cards}
        for level in range(4):
            of_level = {n for n, card in enumerate(d.CARDS) if card["level"] == level + 1}
            if len(of_level - out) > g.pile_size[level]:
                g.pile_size[level] += 1
                g.complete[level] = False


def for_player(g: Table, p: Player, effect: dict) -> Steps:
    kind = effect["kind"]
    if kind == "extra_rover":
        p.extra_rover = True
    elif kind == "add_personal_objective":
        add_objective(g, p)
    elif kind == "advance_choice":
        yield from advance_choice(g, p, effect)
    elif kind == "free_rotation":
        action = yield from decide.choose(g, p, lambda: {ROTATE + n for n in range(6)})
        g.rotation = action - ROTATE
    elif kind == "gain_patches":
        yield from tracks.gain_patches(g, p, effect["patches"])
    elif kind == "boost":
        yield from tracks.boost(g, p)
    elif kind == "collect_lifepods":
        yield from cards.collect_lifepods(g, p, effect["count"])
    elif kind == "collect_meteorites":
        action = yield from decide.choose(
            g, p, lambda: {SQUARE + sq for sq in p.meteorites_for_effects()}
        )
        if action is not None:
            yield from rovers.collect_meteorite(g, p, action - SQUARE)
    elif kind == "regress_choice":
        among = [d.TERRAINS.index(name) for name in effect["tracks"]]
        yield from tracks.choose_down(g, p, among, effect["steps"])
    elif kind == "boost_or_peek":
        yield from boost_or_peek(g, p)
    else:
        yield from loss(g, p, kind)


def loss(g: Table, p: Player, kind: str) -> Steps:
    """PU-133, PU-138, PU-140, PU-145"""
    if kind == "add_meteorite":
        yield from add_meteorite(g, p)
    elif kind == "destroy_rover":
        if len(p.rovers) >= 2:
            action = yield from decide.choose(g, p, lambda: {CHOOSE_ROVER + n for n in p.rovers})
            p.destroy_rover(action - CHOOSE_ROVER)
    elif kind == "destroy_lifepod_on_planet":
        action = yield from decide.choose(g, p, lambda: {SQUARE + sq for sq in p.lifepod})
        if action is not None:
            p.lifepod.discard(action - SQUARE)
    elif kind == "destroy_collected_lifepod":
        yield from lose_lifepod(g, p)
    elif kind == "destroy_collected_meteorite":
        p.meteorites = max(0, p.meteorites - 1)
    elif kind == "discard_personal_objective":
        action = yield from decide.choose(g, p, lambda: {OBJECTIVE + n for n in p.objectives})
        if action is not None:
            p.objectives.remove(action - OBJECTIVE)
    elif kind == "remove_shape":
        shapes = g.compartments(p)
        if all(g.left[shape] for shape in shapes):
            action = yield from decide.choose(g, p, lambda: {TAKE, TAKE + 1})
            g.left[shapes[action - TAKE]].clear()
            g.uncover(shapes[action - TAKE])


def advance_choice(g: Table, p: Player, effect: dict) -> Steps:
    """PU-130, PU-131"""
    how = tracks.PLAIN if effect["gain_bonuses"] else tracks.NO_BONUSES
    among = {d.TERRAINS.index(name) for name in effect["tracks"]}
    marker = yield from tracks.choose_advance(g, p, among, how)
    if marker is not None:
        for _ in range(effect["steps"]):
            yield from tracks.advance(g, p, marker, how)


def add_meteorite(g: Table, p: Player) -> Steps:
    """PU-133"""
    if p.tech("no_meteorites"):
        return
    action = yield from decide.choose(
        g, p, lambda: {SQUARE + sq for sq in p.symbol - p.meteorites_for_effects()}
    )
    if action is None:
        return
    sq = action - SQUARE
    p.meteorite.add(sq)
    number = p.rover_on(sq)
    if number is not None:
        p.destroy_rover(number)


def lose_lifepod(g: Table, p: Player) -> Steps:
    """PU-140"""

    def options() -> set[int]:
        found = {CELL + t * 16 + row for t, row in p.track_pods}
        found |= {TECH_CELL + n for n in p.tech_pods}
        return found | ({STORE} if p.lifepods else set())

    action = yield from decide.choose(g, p, options)
    if action is None:
        return
    if action == STORE:
        p.lifepods -= 1
    elif action < TECH_CELL:
        p.track_pods.discard(divmod(action - CELL, 16))
        yield from techs.use_at_once(g, p)
    else:
        p.tech_pods.discard(action - TECH_CELL)


def boost_or_peek(g: Table, p: Player) -> Steps:
    """PU-141"""
    action = yield from decide.choose(g, p, lambda: {ALTERNATIVE, ALTERNATIVE + 1})
    if action == ALTERNATIVE:
        yield from tracks.boost(g, p)
    elif len(g.revealed) < 20:
        event = int(g.seen[p.seat]["public"][NEXT_EVENT])
        check(g.peeked in (None, event) and event not in g.revealed, "next event")
        g.peeked = event
        g.peekers.add(p.seat)


def add_objective(g: Table, p: Player) -> None:
    """PU-145, chance"""
    own = {n for n, code in enumerate(g.seen[p.seat]["objective"]) if code == OWN_OBJECTIVE}
    new = own - set(p.objectives)
    check(len(new) == 1 and not new & g.gone_objectives, "objective added")
    p.objectives += new
    g.gone_objectives |= new
