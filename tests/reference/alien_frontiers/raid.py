"""The raid at the Raiders' Outpost (AF-83 to AF-86)."""

from __future__ import annotations

from functools import partial

from tests.reference.alien_frontiers import box
from tests.reference.alien_frontiers.table import Options, Table, discard_card

DECOY = "holographic_decoy"


def raid_phase(t: Table) -> Options:
    return {**raids(t), box.number("STOP"): t.back_to_main}  # AF-84


def raids(t: Table) -> Options:
    """Every further pick; resources in the order of their numbers (section 14)."""
    options: Options = {}
    last = t.pending.picks[-1] if t.pending.picks else 0
    for step, victim in enumerate(t.opponents()):
        for kind, resource in enumerate(box.RESOURCES):
            action = box.number("RAID_RES", 2 * step + kind)
            if action >= last and can_take(t, victim, resource):
                options[action] = partial(take_unit, t, action, victim, resource)
        for card in t.players[victim].cards:
            if t.pending.picks or not can_steal(t, victim, card):
                continue
            action = box.number("RAID_CARD", 13 * step + box.CARD_NAMES.index(card))
            options[action] = partial(steal, t, victim, card)
    return options


def can_take(t: Table, victim: int, resource: str) -> bool:  # AF-84, AF-190
    return DECOY not in t.players[victim].cards and getattr(t.players[victim], resource) > 0


def can_steal(t: Table, victim: int, card: str) -> bool:  # AF-190
    return card == DECOY or DECOY not in t.players[victim].cards


def take_unit(t: Table, action: int, victim: int, resource: str) -> None:  # AF-83, AF-232
    for player, change in ((t.players[victim], -1), (t.me(), 1)):
        setattr(player, resource, getattr(player, resource) + change)
    t.pending.picks.append(action)
    if len(t.pending.picks) == 4 or not raids(t):
        t.back_to_main()


def steal(t: Table, victim: int, card: str) -> None:
    if card in t.me().cards:  # AF-85, AF-191
        t.met["AF-85 stolen twin discarded"] += 1
        t.met["AF-191 second decoy"] += card == DECOY
        discard_card(t, victim, card)
    else:
        t.players[victim].cards.remove(card)
        t.me().cards.add(card)
    t.back_to_main()
