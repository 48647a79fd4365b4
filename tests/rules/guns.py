"""Two ships that shoot at each other, for tests of guns and what they do."""

from typing import Any

from pirate_code.board.refs import Matter
from pirate_code.board.state import Piece
from pirate_code.rules.event import Event
from tests.rules.positions import Table

REROLL = (
    "Once per turn, you may reroll any die roll you make for this ship; "
    "you must use the second die roll result."
)


def given(ship: Piece, noun: str = "shoot_action") -> Event:
    """The event of giving a ship an action."""
    return Event("give", object=Matter(noun, ship.id), to=ship.id, player=ship.controller)


def shoot(table: Table, ship: Piece, answers: Any = (), dice: Any = ()) -> None:
    """Carry out a shoot action."""
    table.propose(given(ship), answers, dice)


def duel(line: str = "", target: str = "", gap: float = 60, **facts: Any) -> tuple[Table, Piece, Piece]:
    """Two ships abeam of each other: all cannons of the first bear on the second."""
    table = Table()
    own = {"line": line, "cannons": facts.pop("cannons", "3S-3S-3S")}
    if "masts" in facts:
        own["masts"] = facts.pop("masts")
    ship = table.ship(0, 0, 0, **own)
    return table, ship, table.ship(1, 0, gap, line=target, **facts)


def mast(ship: Piece, number: int) -> list[object]:
    """The answer that picks a mast."""
    return [ship.id, "mast", number]
