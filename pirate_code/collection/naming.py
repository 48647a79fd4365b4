"""Which piece of a library a written id or name means, or a sentence that says what could be meant."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from pirate_code.library import lookup

NAME_LIMIT = 100
_SHOWN = 5


class Named(NamedTuple):
    """A piece that was meant, or in its place a sentence that says why none is."""

    id: str = ""
    name: str = ""
    fault: str = ""


def piece_called(db: sqlite3.Connection, written: str, *, suggest: bool = True) -> Named:
    """Return the one piece of this id or name; `suggest` looks for what was meant, which takes time."""
    pieces = [meaning for meaning in lookup.find(db, written) if meaning.type == "piece"]
    shown = written[:NAME_LIMIT]
    if len(pieces) == 1:
        return Named(pieces[0].id, pieces[0].name)
    if pieces:
        ids = [each.id for each in pieces]
        some = f"{', '.join(ids[:_SHOWN])} or {len(ids) - _SHOWN} others" if len(ids) > _SHOWN + 1 else ""
        several = some or f"{', '.join(ids[:-1])} or {ids[-1]}"
        return Named(fault=f"{shown!r} can be {several}; write the id.")
    return Named(fault=f"there is no piece {shown!r}{_meant(db, shown) if suggest else '.'}")


def _meant(db: sqlite3.Connection, written: str) -> str:
    """Return the end of the sentence: what is wrong with a number, or names that are spelt nearly so."""
    if why := lookup.why_no_number(db, written):
        return f": {why[:1].lower()}{why[1:]}"
    near = lookup.suggestions(db, written)
    return f"; did you mean {' or '.join(near)}?" if near else "."
