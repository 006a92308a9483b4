"""Auctions for factions (GP-102): who got which faction, for how many VP, and who sits where.

Both forms are read: factions are picked by all and bid for afterwards, or bid for while others are
still picked. Seats follow the order in which the factions were picked, whoever won them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from exozoo.envs.core.words import shown
from exozoo.envs.gaia_project.notation.names import FACTIONS, NotationError, code_of


@dataclass
class Auction:
    """The factions in the order in which they were picked, their owners and the bids for them."""

    last_line: int  # of the log that belongs to it
    owner: dict[str, str | None] = field(default_factory=dict)  # faction -> p1, p2 …
    bid: dict[str, int] = field(default_factory=dict)

    def pick(self, who: str, faction: str) -> None:
        """A faction comes up; for now it is its picker's, for nothing."""
        code_of(FACTIONS, faction, "faction")
        if faction in self.owner:
            raise NotationError(f"{faction} was picked before")
        self._leave(who)
        self.owner[faction], self.bid[faction] = who, 0

    def raise_bid(self, who: str, faction: str, amount: str) -> None:
        """Who had the faction must bid again or pick another one."""
        if faction not in self.owner:
            raise NotationError(f"{faction} cannot be bid for: nobody picked it")
        if not amount.isdecimal() or len(amount) > 2:
            raise NotationError(f"{shown(amount)} is no bid from 0 to 99")
        if self.owner[faction] != who and 0 < int(amount) <= self.bid[faction]:
            raise NotationError(f"{amount} is not more than the bid of {self.bid[faction]}")
        self._leave(who)
        self.owner[faction], self.bid[faction] = who, int(amount)

    def _leave(self, who: str) -> None:
        for faction, owner in self.owner.items():
            if owner == who:
                self.owner[faction] = None

    @property
    def seats(self) -> dict[str, int]:
        """The seat of each player and of each faction."""
        owners = {str(who): seat for seat, who in enumerate(self.owner.values())}
        return owners | {faction: seat for seat, faction in enumerate(self.owner)}

    @property
    def bids(self) -> list[int]:
        """The bid of each seat."""
        return list(self.bid.values())


def settle(lines: Sequence[str], players: int) -> Auction | None:
    """The auction at the beginning of a log; None if nothing is bid for."""
    words = [line.split() for line in lines]
    auction = Auction(max((n for n, w in enumerate(words) if w[1:2] == ["bid"]), default=0))
    if not auction.last_line:
        return None
    for number, (who, *command) in enumerate(filter(None, words)):
        if command[:1] == ["bid"] and len(command) == 3:
            auction.raise_bid(who, command[1], command[2])
        elif command[:1] == ["faction"] and len(command) == 2:
            auction.pick(who, command[1])
            auction.last_line = max(auction.last_line, number)
    if len(auction.owner) != players or None in auction.owner.values():
        raise NotationError("the auction of factions is not finished")
    return auction


def with_bids(setup: dict[str, Any], auction: Auction | None) -> dict[str, Any]:
    """The set-up with the bids of the log, which may stand there already."""
    if auction is None:
        return setup
    if list(setup.get("bids", auction.bids)) != auction.bids:
        raise NotationError(f"setup bids: {shown(setup['bids'], 60)}, in the log {auction.bids}")
    return {**setup, "bids": auction.bids}


def bid_lines(factions: Sequence[str], bids: Sequence[int]) -> list[str]:
    """An auction in which every seat bids for the faction that it picked."""
    if not any(bids):
        return []
    pairs = zip(factions, bids, strict=True)
    return [f"p{seat} bid {faction} {bid}" for seat, (faction, bid) in enumerate(pairs, 1)]
