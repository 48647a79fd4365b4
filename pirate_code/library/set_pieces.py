"""The sets of a library and their pieces: one set in the order of its numbers, and all pieces in short."""

from __future__ import annotations

import sqlite3
from collections import Counter
from typing import Any

from pirate_code.core.naming import folded
from pirate_code.library.vocabulary import Vocabulary

Data = dict[str, Any]

_PIECES = (
    "SELECT pieces.id, number, pieces.name, kind, adjective AS nation, rarity, points, gold,"
    " pieces.origin FROM pieces LEFT JOIN nations ON nations.id = nation_id WHERE set_id = ?"
    " ORDER BY number IS NULL, number, pieces.id"
)


def set_called(db: sqlite3.Connection, name: str) -> Data | None:
    """Return a set by its code or name: its pieces by number, counted by kind and by nation."""
    key = Vocabulary(db).sets.get(folded(name))
    row = db.execute("SELECT id, name, released, size FROM sets WHERE id = ?", (key,)).fetchone()
    if row is None:
        return None
    pieces = [dict(piece) for piece in db.execute(_PIECES, (key,))]
    return {
        "type": "set",
        "id": row["id"],
        "name": row["name"],
        "released": bool(row["released"]),
        "total": max(row["size"] or 0, len(pieces)),
        "kinds": _counted(pieces, "kind"),
        "nations": _counted(pieces, "nation"),
        "pieces": pieces,
    }


def set_names(db: sqlite3.Connection) -> list[str]:
    """Return the codes and names of all sets, for a reader who has misspelt one."""
    return [name for row in db.execute("SELECT id, name FROM sets ORDER BY rowid") for name in row]


def sets_in_order(db: sqlite3.Connection) -> list[Data]:
    """Return every set that has pieces, with how many it has and every code and name that it goes by.

    `total` is how many pieces the set has as far as is known, also those that the library lacks.
    """
    names: dict[str, list[str]] = {}
    for name, key in Vocabulary(db).sets.items():
        names.setdefault(key, []).append(name)
    rows = db.execute(
        "SELECT sets.id, sets.name, max(count(*), ifnull(size, 0)) AS total "
        "FROM sets JOIN pieces ON set_id = sets.id "
        "GROUP BY sets.id ORDER BY sets.rowid"
    )
    return [{**dict(row), "names": names.get(row["id"], [])} for row in rows]


def pieces_in_short(db: sqlite3.Connection) -> Data:
    """Return all sets, and all pieces in their order with id, name, set, kind and nation."""
    rows = db.execute(
        "SELECT pieces.id, pieces.name, set_id, kind, adjective FROM pieces JOIN sets ON sets.id = set_id "
        "LEFT JOIN nations ON nations.id = nation_id ORDER BY sets.rowid, number IS NULL, number, pieces.id"
    )
    return {
        "sets": sets_in_order(db),
        "columns": ["id", "name", "set", "kind", "nation"],
        "pieces": [list(row) for row in rows],
    }


def _counted(pieces: list[Data], fact: str) -> dict[str, int]:
    """How many pieces there are of each value, the most frequent first."""
    return dict(Counter(piece[fact] for piece in pieces if piece[fact]).most_common())
