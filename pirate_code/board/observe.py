"""What a player may see: the position with everything hidden from that player taken out.

A face-down piece that the player has not seen keeps its place and kind, and loses its name, value, nation and
abilities. The dice to come are hidden from everybody.
"""

from __future__ import annotations

from functools import cache

from pirate_code.board.card import Card
from pirate_code.board.state import ASIDE, Piece, State
from pirate_code.core.dice import Dice


def observe(state: State, player: int) -> State:
    """The position as one player sees it: a position of its own that the captain may do with as it likes."""
    seen = state.copy()
    seen.dice = Dice(0)
    for piece in seen.pieces:
        if not sees(state, player, piece):
            _cover(piece)
    seen.stamp += 1
    return seen


def sees(state: State, player: int, piece: Piece) -> bool:
    """Whether a player knows what a piece is: it is face up, or was seen, or is the player's own."""
    if player in piece.known or piece.owner == player:
        return True
    if piece.where == ASIDE:
        return piece.owner is None
    if piece.face_up:
        return True
    holder = state.pieces[piece.where] if piece.where >= 0 else piece
    return player in {holder.controller, holder.home}


def _cover(piece: Piece) -> None:
    piece.card = hidden(piece.kind)
    piece.value, piece.nation, piece.linked = 0, None, frozenset()
    piece.states, piece.parts, piece.masts = frozenset(), {}, ()
    piece.part_states, piece.given_cannons, piece.linked_by = frozenset(), (), None
    piece.cancelled = False


@cache
def hidden(kind: str) -> Card:
    """The back of a piece."""
    return Card(id=f"hidden-{kind.replace(' ', '-')}", name=f"a face-down {kind}", kind=kind)
