"""States of a piece that can be read off the board, by the words of the language."""

from __future__ import annotations

from collections.abc import Callable

from pirate_code.board.state import Piece

SEEN: dict[str, Callable[[Piece], bool]] = {
    "face_up": lambda piece: piece.face_up,
    "face_down": lambda piece: not piece.face_up,
    "derelict": lambda piece: piece.kind == "ship" and not piece.standing,
    "docked": lambda piece: piece.docked is not None,
    "non_docked": lambda piece: piece.docked is None,
    "pinned": lambda piece: piece.pinned_by is not None,
    "non_unique": lambda piece: piece.kind == "treasure" and not piece.card.abilities,
    "unique": lambda piece: piece.kind == "treasure" and bool(piece.card.abilities),
    "surfaced": lambda piece: "submerged" not in piece.states,
    "alive": lambda piece: piece.in_play,
    "captured": lambda piece: piece.role == "cargo",
}

# States that are marked on the piece itself.
MARKED = frozenset({"submerged", "ghostly", "tangled", "wreck", "sunk", "lost", "jammed", "surrounded"})
