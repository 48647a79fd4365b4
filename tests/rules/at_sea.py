"""What tests of the sea share: orders, courses, and what has happened."""

from __future__ import annotations

from typing import Any

from pirate_code.board.refs import Matter
from pirate_code.board.state import Piece
from pirate_code.rules.event import Event
from tests.rules.positions import Table


def give(ship: Piece, action: str = "move_action") -> Event:
    """A ship is given an action."""
    return Event("give", object=Matter(action, ship.id), to=ship.id, player=ship.controller)


def ahead(segment: str = "S", turn: float = 0.0, **more: Any) -> dict[str, Any]:
    """A course."""
    return {"segment": segment, "turn": turn, **more}


def events(table: Table, kind: str) -> list[dict[str, Any]]:
    """The slots of all events of a type that have happened."""
    return [dict(entry[2]) for entry in table.game.log if entry[0] == "happens" and entry[1] == kind]
