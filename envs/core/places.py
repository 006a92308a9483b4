"""Where actions lie on a drawing: one table per game from the blocks of actions to elements of its SVG.

Whatever can be clicked is an element with an id of its own, `kind-index[-index...]`, named after what it
is: `hex-37`, `square-0-5-7`. The table says for each block of actions which element one clicks for it;
pages, windows and tests ask the table and know no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import numpy as np

from exozoo.envs.core.layout import ActionLayout

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Spot:
    """Where one action lies on the drawing of the state in which it is taken."""

    element: str | None = None  # id of the element one clicks; None: the action is only listed
    covers: tuple[str, ...] = ()  # ids of what the action would fill or touch
    variant: str = ""  # what tells actions on the same element apart, such as "90°, flipped"


# a pattern that takes the block's parameters ("hex-{}"), or a function of the state and them
Rule = str | Callable[..., Spot]


class Places:
    """The table of a game; called with a state and an action it gives the action's Spot."""

    def __init__(self, actions: ActionLayout, rules: Mapping[str, Rule], listed: Iterable[str]):
        self.actions = actions
        self.rules = dict(rules)
        self.listed = frozenset(listed)  # blocks that have no place on the drawing
        named = {block.name for block in actions.blocks}
        if set(self.rules) | self.listed != named or self.listed & set(self.rules):
            wrong = (set(self.rules) | self.listed) ^ named or self.listed & set(self.rules)
            raise ValueError(f"places: each block once, wrong are {', '.join(sorted(wrong))}")

    def __call__(self, state: np.record, action: int) -> Spot:
        block, parameters = self.actions.decode(int(action))
        rule = self.rules.get(block)
        if rule is None:
            return Spot()
        return Spot(rule.format(*parameters)) if isinstance(rule, str) else rule(state, *parameters)


def nowhere(state: np.record, action: int) -> Spot:
    """The table of a game without one."""
    return Spot()


def hints_in(picture: str) -> dict[str, str]:
    """What the titles of a drawing say, by the id of the element they explain."""
    found: dict[str, str] = {}
    for node in ElementTree.fromstring(picture).iter():
        title = node.find(f"{SVG}title")
        if title is not None and "id" in node.attrib:
            found[node.attrib["id"]] = title.text or ""
    return found


def ids_in(picture: str) -> list[str]:
    """The ids of a drawing's elements, in the order of drawing."""
    nodes = ElementTree.fromstring(picture).iter()
    return [node.attrib["id"] for node in nodes if "id" in node.attrib]


def seen_by(seat: int | None, owner: Any) -> bool:
    """Whether what belongs to one seat alone is drawn: for that seat, and where nobody looks."""
    return seat is None or seat == int(owner)
