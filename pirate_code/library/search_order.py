"""The orders in which pieces can be sorted, and what `order:` in a search asks for."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from pirate_code.core.naming import near, nearest
from pirate_code.core.query import All, Either, Filter, Not, Query, QueryError
from pirate_code.library.vocabulary import RARITIES

_RARITY = " ".join(f"WHEN '{rarity}' THEN {place}" for place, rarity in enumerate(RARITIES))
# Millimetres of the segments of a base move; T and D are a turn of their own and come last.
_MOVE = (
    "nullif(575 * (length(e.base_move) - length(replace(e.base_move, 'S', '')))"
    " + 838 * (length(e.base_move) - length(replace(e.base_move, 'L', ''))), 0)"
)
# How pieces can be sorted; keywords and rulings have no order but by name.
ORDERS = {
    "relevance": "",
    "name": "e.name COLLATE NOCASE",
    "points": "e.points",
    "gold": "e.gold",
    "masts": "e.masts",
    "cargo": "e.cargo",
    "move": _MOVE,
    "cannons": "(length(e.cannons) + 1) / 3",
    "nation": "e.nation_id",
    "set": "(SELECT sets.rowid FROM sets WHERE sets.id = e.set_id)",
    "number": "e.number",
    "rarity": f"CASE e.rarity {_RARITY} END",
}
OF_ALL = frozenset({"relevance", "name"})  # by which keywords, abilities and rulings are sorted, too


class SortKey(NamedTuple):
    """What is sorted by, and whether the largest comes first."""

    order: str
    descending: bool = False

    @property
    def sql(self) -> str:
        """The terms of ORDER BY for a piece; what is not known comes last."""
        expression = ORDERS[self.order]
        return f"{expression} IS NULL, {expression} {'DESC' if self.descending else 'ASC'}"


def sort_key(value: str) -> SortKey:
    """Read an order, with a minus sign perhaps; one that there is not is a QueryError."""
    name = value.removeprefix("-").lower()
    if name not in ORDERS:
        raise QueryError(f"There is no order {name!r}{nearest(name, ORDERS)}", name, near(name, ORDERS))
    return SortKey(name, value.startswith("-"))


def places(db: sqlite3.Connection, order: str) -> dict[str, int | None]:
    """Return where each piece stands in an order: equal ones at one place, one without a value at none."""
    value = ORDERS[order]
    place = f"dense_rank() OVER (ORDER BY {value} IS NULL, {value})"
    return dict(
        db.execute(f"SELECT e.id, CASE WHEN {value} IS NOT NULL THEN {place} END FROM pieces AS e").fetchall()
    )


def orders_of(query: Query) -> Iterator[SortKey]:
    """Yield what a search is to be sorted by, the most important first."""
    match query:
        case Filter("order" | "sort", _, values):
            yield from map(sort_key, values)
        case All(terms) | Either(terms):
            for term in terms:
                yield from orders_of(term)
        case Not(Filter("order" | "sort", _, values) as term):
            right = f"{term.name}{term.operator}-{values[0]}"
            raise QueryError(f"-{term} cannot be; write {right} for the largest first.", f"-{term}", right)
