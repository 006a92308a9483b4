"""What one seat is shown of a game, as JSON. Nothing else of a position leaves the server."""

from __future__ import annotations

from typing import Any

from exozoo.envs.core.game import Game
from exozoo.envs.core.session import Session
from exozoo.web.table import Entry, Table


def view(table: Table, looker: int | None, ply: int) -> dict[str, Any]:
    """A position as a seat may know it (None: all of it), with the moves it may choose from."""
    table.position(ply)  # refuses one that there is not
    told = last(table, looker, ply)
    game, session = table.game, table.position(ply)
    state = session.state
    chooses = not session.over and looker in (None, session.seat)
    return {
        "ply": ply,
        "seat": session.seat,
        "over": session.over,
        "scores": game.scores(state),
        "ranking": game.ranking(state),
        "target": int(state["target"]) if session.players == 1 and session.over else None,
        "picture": str(game.picture(state, looker)),
        "moves": moves(game, session) if chooses else [],
        "last": told,
    }


def in_words(table: Table, looker: int | None, ply: int) -> dict[str, Any]:
    """The position as text, as a seat may know it; for who sees all, as the seat to move does."""
    session = table.position(ply)
    seat = session.seat if looker is None else looker
    text = table.game.text_layout.write(session.state, session.observe(seat), seat)
    return {"ply": ply, "text": text}


def moves(game: Game, session: Session) -> list[dict[str, Any]]:
    """Every legal move: its id, its words, its kind, and where on the drawing it lies."""
    state = session.state
    found = []
    for action in session.mask.nonzero()[0].tolist():
        spot = game.places(state, action)
        found.append(
            {
                "id": action,
                "words": game.describe(state, action),
                "block": game.actions.decode(action)[0],
                "element": spot.element,
                "covers": list(spot.covers),
                "variant": spot.variant,
            }
        )
    return found


def last(table: Table, looker: int | None, ply: int) -> dict[str, Any] | None:
    """The decision that led to a position, and where it lies, if the looker can tell."""
    if not ply:
        return None
    before = table.position(ply - 1).state
    entry = table.log[ply - 1]
    told = entry_for(table, looker, entry)
    if "words" in told:
        spot = table.game.places(before, table.session.actions[ply - 1])
        told["elements"] = list(dict.fromkeys([*filter(None, [spot.element]), *spot.covers]))
    return told


def entry_for(table: Table, looker: int | None, entry: Entry) -> dict[str, Any]:
    """A decision as the list of moves tells it to a seat; of a secret one only that it was made."""
    if looker is None or looker in entry.known or table.session.over:
        return {"seat": entry.seat, "words": entry.words, "block": entry.block}
    return {"seat": entry.seat}


def status(table: Table, looker: int | None, seen: int) -> dict[str, Any]:
    """What changes by itself: how far the game is, who thinks, and the decisions since `seen`."""
    session, thinking = table.session, table.thinking
    return {
        "plies": table.plies,
        "generation": table.generation,
        "seat": session.seat,
        "over": session.over,
        "scores": table.game.scores(session.state),
        "thinking": None if thinking is None else dict(vars(thinking)),
        "fault": table.fault,
        "log": [entry_for(table, looker, entry) for entry in table.log[seen:]],
    }


def about(table: Table) -> dict[str, Any]:
    """What does not change in a game. The seed is not among it: it tells every card to come."""
    game = table.game
    return {
        "id": table.id,
        "game": game.name,
        "title": game.title,
        "seats": list(table.seats),
        "names": list(table.names),
        "people": table.people,
        "open": table.is_open,
        "blocks": {block.name: block.help for block in game.actions.blocks},
    }
