"""Rare cases of the rules that the long run must have met; the reference counts them as it plays."""

from __future__ import annotations

from tests.reference.alien_frontiers import box

RARE = [
    "AF-27 ships left over",
    "AF-35 relic in a group",
    "AF-56 surplus lost for want of resources",
    "AF-56 surplus starts a new colony",
    "AF-57 last colony from the hub",
    "AF-77 second pair at the market",
    "AF-82 evicted",
    "AF-84 nothing to raid",
    "AF-85 stolen twin discarded",
    "AF-104 relic terraforms",
    "AF-121 new colony on space 2",
    "AF-128 first ship of any value",
    "AF-140 relic bought",
    "AF-142 relic lost",
    "AF-142 relic lost from the hand",
    "AF-143 relic isolated",
    "AF-152 borrowed bonus isolated",
    "AF-168 empty slot",
    "AF-168 reshuffle",
    *(f"AF-185 borrowed {name}" for name in box.TERRITORIES if name in box.CRYSTAL_ALLOWED),
    "AF-191 second decoy",
    "AF-193 teleported relic",
    *(f"AF-193 teleported to {facility}" for facility in box.PORTED),
    "AF-200 relic shot",
    "AF-201 shot off the station",
    "AF-202 relic destroyed",
    "AF-203 too few ships left",
    "AF-209 tie",
    "AF-217 another Warper",
    "AF-220 borrowed relic",
    *(f"AF-220 borrowed to {facility}" for facility in box.PORTED if facility != box.STATION),
    "AF-230 supply short",
    "AF-243 equal points",
    "section 14: a broken group first",
    "section 20: turn limit",
]
