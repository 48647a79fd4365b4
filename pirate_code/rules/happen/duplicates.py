"""No piece from outside the game joins a fleet that has the same one already (the no-duplicates rule)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.state import ASIDE, LOST, OUT, Piece
from pirate_code.rules.event import Event
from pirate_code.rules.names import is_generic, same_build, same_name
from pirate_code.rules.registry import banned

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

_ONCE = frozenset({"crew", "event", "fort", "ship", "sea creature"})


@banned("place", "add")
def _twice(game: Game, event: Event) -> str | None:
    """See no-duplicates-rule-pieces-from-outside-the-game: what was lost before may come in again."""
    if not isinstance(event.object, int) or event.player is None:
        return None
    piece = game.piece(event.object)
    if piece.where != ASIDE or piece.owner is not None or piece.kind not in _ONCE or _is_generic(piece):
        return None
    for other in game.state.pieces:
        there = other.owner == event.player and other.where not in {LOST, OUT}
        if there and _is_same(piece, other):
            return f"{other.card.name} is in the fleet already"
    return None


def _is_generic(piece: Piece) -> bool:
    return piece.kind == "crew" and is_generic(piece.card.name)


def _is_same(piece: Piece, other: Piece) -> bool:
    if piece.kind != other.kind or not same_name(piece.card, other.card):
        return False
    return piece.kind not in {"ship", "sea creature"} or same_build(piece.card, other.card)
