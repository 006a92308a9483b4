"""Research and private technologies: section 5 of the rules, with the tableau of section 14."""

from __future__ import annotations

from exozoo.envs.beyond_the_sun import actions as a
from tests.reference.beyond_the_sun import box
from tests.reference.beyond_the_sun.box import NONE, Effect
from tests.reference.beyond_the_sun.possible import research_slots
from tests.reference.beyond_the_sun.table import Act, Ask, Deck, Steps, Table


def research(g: Table, seat: int, effect: Effect, act: Act | None) -> Steps:
    """BS-70: slot, researcher, event, card, immediate bonus."""
    from tests.reference.beyond_the_sun.effects import carry_out
    from tests.reference.beyond_the_sun.events import resolve_event

    player = g.players[seat]
    slots = research_slots(g, seat, effect)
    if not slots or not player.population:  # BS-141
        return
    slot = (yield Ask(seat, "technology slot", {a.SLOT + s for s in slots})) - a.SLOT
    player.population -= 1  # BS-74
    player.researched.add(slot)
    if act:
        act.changed = True
    if g.slot_card[slot] == NONE:
        if effect.get("level_expr"):  # BS-190: as needed
            open_rows(g, [{"op": "research", "levels": [box.SLOTS[slot]["level"]]}])
        player.ore += g.total(seat, "perm_event_ore")  # BS-163
        if g.slot_event[slot] != NONE:  # BS-75
            yield from resolve_event(g, seat, slot)
        joined = [box.SLOT_INDEX[name] for name in box.SLOTS[slot]["prereqs"]]
        lent = {  # BS-76
            box.TECHS[g.slot_card[other]]["provides"]
            for other in joined
            if other in player.researched
        }
        card = yield from find_card(g, seat, box.SLOTS[slot]["level"], lent)
        g.slot_card[slot] = card
    for action in box.TECHS[g.slot_card[slot]]["actions"]:
        open_rows(g, action["effects"])
    player.ore += g.slot_ore[slot]  # BS-117
    if not effect.get("skip_immediate"):
        yield from carry_out(g, seat, box.TECHS[g.slot_card[slot]]["immediate"])  # BS-81


def private_technology(g: Table, seat: int, level: int) -> Steps:
    """BS-84."""
    from tests.reference.beyond_the_sun.effects import carry_out

    if not g.tech_decks[level].cards:
        return
    card = yield from find_card(g, seat, level, set(box.TYPES))
    for action in box.TECHS[card]["actions"]:
        open_rows(g, action["effects"])
    g.private_card[level - 2], g.private_owner[level - 2] = card, seat
    yield from carry_out(g, seat, box.TECHS[card]["immediate"])


def take_from_row(g: Table, seat: int, deck: Deck, letter: str) -> Steps:
    """BS-191: any card of the open row that matches."""
    row = sorted(deck.cards)
    g.open_cards = [card for card in row if letter in box.TECHS[card]["types"]] or row
    g.laid_out = g.open_cards
    ids = {a.SLOT + number for number in range(len(g.open_cards))}
    card = g.open_cards[(yield Ask(seat, "technology card", ids)) - a.SLOT]
    g.open_cards = g.laid_out = []
    deck.cards.remove(card)
    return card


def open_rows(g: Table, effects: list[Effect]) -> None:
    """BS-190, BS-191: somebody has an action that researches these levels."""
    for effect in effects:
        for level in effect.get("levels", ()) if effect["op"] == "research" else ():
            if level > 2:
                g.row_open[level - 2] = True
        for option in effect.get("options", ()):
            open_rows(g, option["effects"])


def find_card(g: Table, seat: int, level: int, types: set[str]) -> Steps:
    """BS-76 to BS-79, BS-191."""
    ids = {a.TYPE + box.TYPES.index(letter) for letter in types}
    letter = box.TYPES[(yield Ask(seat, "technology type", ids)) - a.TYPE]
    deck = g.tech_decks[level]
    if g.tableau and g.row_open[level - 2]:
        return (yield from take_from_row(g, seat, deck, letter))
    matches: list[int] = []
    drawn: list[int] = []
    while deck.cards and len(matches) < 2:
        drawn.append(deck.draw())
        if letter in box.TECHS[drawn[-1]]["types"]:
            matches.append(drawn[-1])
    g.open_cards, g.choice = drawn, matches
    if matches:
        ids = {a.CARD + number for number in range(len(matches))}
        card = matches[(yield Ask(seat, "technology card", ids)) - a.CARD]
    else:
        ids = {a.SLOT + number for number in range(len(drawn))}
        card = drawn[(yield Ask(seat, "technology card", ids)) - a.SLOT]
    g.open_cards, g.choice = [], []
    deck.put_under([other for other in drawn if other != card])
    return card
