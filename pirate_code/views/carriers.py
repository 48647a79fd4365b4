"""Where a piece was aboard while something happened, found out from a log and the position at its end."""

from __future__ import annotations

from collections.abc import Sequence

from pirate_code.board.state import State
from pirate_code.core.running import Entry


class Carriers:
    """The ship or island that a piece was aboard at an entry of a log.

    A piece was where the next entry that takes it away says it was taken from; or where it is at the end.
    Positions of the time itself are not kept, so nothing is known of a piece that left without an entry.
    """

    def __init__(self, log: Sequence[Entry], state: State) -> None:
        self._state = state
        self._left: dict[int, list[tuple[int, int]]] = {}  # by piece: when it left, and whence
        for number, entry in enumerate(log):
            if entry[0] != "happens":
                continue
            slots = dict(entry[2])
            piece = slots.get("object")
            whence = slots.get("agent") if entry[1] == "unload" else slots.get("source")
            if isinstance(piece, int) and isinstance(whence, int):
                self._left.setdefault(piece, []).append((number, whence))

    def of(self, piece: int, number: int) -> int | None:
        """The piece that another was aboard at that entry; None if it is not known."""
        later = (whence for when, whence in self._left.get(piece, ()) if when >= number)
        where = next(later, self._state.pieces[piece].where)
        return where if where >= 0 else None
