"""How much of the game a library holds, and the sentence that says how to get the rest."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

_WHOLE = 0.95  # of all known pieces; the sheets of the community differ by a few


class Completeness(NamedTuple):
    """How many pieces a library has of the sets that are known, and how many those sets have."""

    pieces: int
    known: int

    @property
    def is_whole(self) -> bool:
        """Whether nearly everything is there."""
        return self.pieces >= self.known * _WHOLE

    @property
    def says(self) -> str:
        """How many pieces there are."""
        if self.is_whole:
            return f"{self.pieces:,} pieces"
        return f"{self.pieces:,} of about {self.known:,} pieces"

    @property
    def advice(self) -> str:
        """How to add what is missing; nothing if it is all there."""
        if self.is_whole:
            return ""
        return (
            "`pirate-code import FILE` adds the community's Master Spreadsheet, saved as .csv or .xlsx, "
            "with the rest."
        )


def completeness(db: sqlite3.Connection) -> Completeness:
    """Return how much of the sets whose size is known a library holds."""
    statement = "SELECT count(*) FROM pieces WHERE set_id IN (SELECT id FROM sets WHERE size)"
    pieces = db.execute(statement).fetchone()[0]
    return Completeness(pieces, db.execute("SELECT sum(size) FROM sets").fetchone()[0] or 0)
