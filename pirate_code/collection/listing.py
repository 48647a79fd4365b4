"""A collection as a list, set by set: everything, what is wanted, or what can be traded."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from pirate_code.collection.holdings import Collection, Holding
from pirate_code.library.set_pieces import sets_in_order

Which = Literal["all", "wants", "trades"]
TITLES: Mapping[Which, str] = {"all": "Collection", "wants": "Wants", "trades": "For trade"}


class Entry(NamedTuple):
    """A piece of a list; `spare` is how many of it can be given away."""

    id: str
    name: str
    nation: str
    kind: str
    rarity: str
    owned: int
    wanted: int
    spare: int


@dataclass(frozen=True)
class SetList:
    """What a list has of one set, and how many of the set's pieces are owned.

    `total` counts all pieces of the set as far as is known, also those that the library lacks.
    """

    id: str
    name: str
    total: int
    owned: int
    entries: tuple[Entry, ...]

    @property
    def says(self) -> str:
        """How complete the set is."""
        return f"{self.owned:,} of {self.total:,} pieces"


@dataclass(frozen=True)
class Listing:
    """A list of a collection; `unknown` are its rows that the library does not know."""

    which: Which
    sets: tuple[SetList, ...]
    unknown: tuple[Entry, ...]

    @property
    def title(self) -> str:
        """What the list is."""
        return TITLES[self.which]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All its pieces."""
        return tuple(entry for each in self.sets for entry in each.entries) + self.unknown

    def number(self, entry: Entry) -> int:
        """The number of a piece that this list is about: owned, wanted or to be traded."""
        return {"all": entry.owned, "wants": entry.wanted, "trades": entry.spare}[self.which]

    @property
    def total(self) -> int:
        """How many pieces there are, every copy counted."""
        return sum(map(self.number, self.entries))


def listing(
    db: sqlite3.Connection,
    collection: Collection,
    which: Which = "all",
    *,
    keep: int = 1,
    only_set: str | None = None,
) -> Listing:
    """List a collection set by set; of what is for trade, `keep` of each piece stay with their owner."""
    sets = []
    for row in db.execute("SELECT id, name, size FROM sets ORDER BY rowid").fetchall():
        if only_set not in (None, row[0]):
            continue
        pieces = _pieces(db, row[0])
        entries = (_entry(piece, collection.pieces.get(piece["id"], Holding()), keep) for piece in pieces)
        listed = tuple(entry for entry in entries if _belongs(entry, which))
        owned = sum(collection.pieces.get(piece["id"], Holding()).owned > 0 for piece in pieces)
        if listed:
            sets.append(SetList(row[0], row[1], max(row[2] or 0, len(pieces)), owned, listed))
    unknown = (
        _entry({"id": key, "name": ""}, held, keep)
        for key, held in sorted(collection.unknown.items())
        if only_set is None
    )
    return Listing(which, tuple(sets), tuple(entry for entry in unknown if _belongs(entry, which)))


def completeness(db: sqlite3.Connection, collection: Collection) -> list[dict[str, Any]]:
    """How many pieces of each set are owned, sets in their order."""
    of_piece = dict(db.execute("SELECT id, set_id FROM pieces").fetchall())
    owned = Counter(of_piece[piece] for piece in collection.owned)
    return [
        {"id": each["id"], "name": each["name"], "owned": owned[each["id"]], "total": each["total"]}
        for each in sets_in_order(db)
    ]


def _pieces(db: sqlite3.Connection, of_set: str) -> list[dict[str, Any]]:
    rows = db.execute(
        "SELECT pieces.id, name, adjective AS nation, kind, rarity FROM pieces "
        "LEFT JOIN nations ON nations.id = nation_id WHERE set_id = ? ORDER BY number, pieces.id",
        (of_set,),
    )
    return [dict(row) for row in rows]


def _entry(piece: Mapping[str, Any], held: Holding, keep: int) -> Entry:
    nation, kind, rarity = (piece.get(name) or "" for name in ("nation", "kind", "rarity"))
    spare = max(0, held.owned - keep)
    return Entry(piece["id"], piece["name"], nation, kind, rarity, held.owned, held.wanted, spare)


def _belongs(entry: Entry, which: Which) -> bool:
    return {
        "all": entry.owned > 0 or entry.wanted > 0,
        "wants": entry.wanted > 0,
        "trades": entry.spare > 0,
    }[which]
