"""The table of filters for where there is no SQL: the same names, and what each finds in this library.

A filter that compares with known names carries, for every name, the rows that the library's own search finds
by it. The others carry the values that they compare. So a browser needs to know how words, numbers and names
are compared, and not what any filter means.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from functools import singledispatchmethod

from pirate_code.core.naming import folded
from pirate_code.core.query import Filter
from pirate_code.library.lookup import numbers_of
from pirate_code.library.plain_words import reading_table
from pirate_code.library.search import ASKS_FOR_LINES, NEAREST
from pirate_code.library.search_conditions import TABLES, Conditions, Sql
from pirate_code.library.search_filters import (
    ALIASES,
    FILTERS,
    SYNTAX,
    InCannons,
    InCardNumber,
    InCollection,
    InNumber,
    InOrder,
    InSegments,
    InWords,
    NotInCollection,
    OneOf,
    conditions,
)
from pirate_code.library.search_order import OF_ALL, ORDERS, places
from pirate_code.library.storage import Progress
from pirate_code.library.vocabulary import Vocabulary
from pirate_code.offline.packing import Data, compact, steps

Ids = Mapping[str, list[str]]


def search_table(db: sqlite3.Connection, ids: Ids, progress: Progress) -> Data:
    """Return all that a search needs beside the rows; `ids` are those of every sort of row in their order."""
    _remember_events(db)
    filters = _Filters(db, ids)
    described = {}
    for done, (name, kind) in enumerate(FILTERS.items()):
        progress("filters", done, len(FILTERS))
        how = filters.how(kind.conditions, name)
        described[name] = {
            "about": kind.about,
            "example": kind.example,
            "numeric": kind.numeric,
            "more": kind.more,
            **how,
        }
    progress("filters", len(FILTERS), len(FILTERS))
    filter_, names = ASKS_FOR_LINES
    return {
        "filters": described,
        "syntax": SYNTAX,
        "aliases": ALIASES,
        "found": filters.found,
        "words": {sort: _full_text(db, table) for sort, table in TABLES.items()},
        "orders": {order: _places(db, order, ids["piece"]) for order in ORDERS if order != "relevance"},
        "orders_of_all": sorted(OF_ALL),
        "asks_for_lines": {"filter": filter_, "names": sorted(names)},
        "nearest": NEAREST,
        "numbers": _numbers(db, ids["piece"]),
        "plain": reading_table(db),
    }


def _numbers(db: sqlite3.Connection, pieces: list[str]) -> Data:
    """Return the numbers of pieces, those without one having none, and all that they may be written with."""
    table = numbers_of(db).table()
    return table | {"pieces": [table["pieces"].get(piece) for piece in pieces]}


def _remember_events(db: sqlite3.Connection) -> None:
    """Keep what lines touch in a table of this connection: a filter by events reads it a thousand times."""
    db.execute("CREATE TEMP TABLE ability_events AS SELECT * FROM main.ability_events")
    db.execute("CREATE INDEX temp.events_by_name ON ability_events (event, touches, ability_id)")


def _full_text(db: sqlite3.Connection, table: str) -> Data:
    """Return the columns in which words are looked for, and how much a word in each of them counts."""
    columns = [row[1] for row in db.execute(f"PRAGMA table_info({table}_fts)")]
    (rank,) = db.execute(f"SELECT v FROM {table}_fts_config WHERE k = 'rank'").fetchone()
    weights = [float(weight) for weight in rank.partition("(")[2].rstrip(")").split(",")]
    return {"columns": columns, "weights": weights}


def _places(db: sqlite3.Connection, order: str, pieces: list[str]) -> list[int | None]:
    found = places(db, order)
    return [found[piece] for piece in pieces]


class _Filters:
    """Describes filters; what names find is kept once, however many names find it."""

    def __init__(self, db: sqlite3.Connection, ids: Ids) -> None:
        self.db = db
        self.vocabulary = Vocabulary(db)
        self.found: list[Data] = []
        self._ids = ids
        self._place = {sort: {key: place for place, key in enumerate(held)} for sort, held in ids.items()}
        self._by_content: dict[str, int] = {}
        self._by_condition: dict[tuple[str, Sql], list[int]] = {}

    @singledispatchmethod
    def how(self, comparison: object, name: str) -> Data:
        """Return how a filter compares, and the data for it."""
        raise TypeError(f"filter {name} compares in a way that an export does not know: {comparison}")

    @how.register
    def _(self, comparison: InWords, name: str) -> Data:
        columns = {sort: inside.split() for sort, inside in comparison.columns.items()}
        return {"compare": "words", "columns": columns}

    @how.register
    def _(self, comparison: InNumber, name: str) -> Data:
        return {"compare": "number", "values": self._values(comparison.expression)}

    @how.register
    def _(self, comparison: InSegments, name: str) -> Data:
        pattern = comparison.pattern.pattern
        return {"compare": "segments", "pattern": pattern, "values": self._values(comparison.expression)}

    @how.register
    def _(self, comparison: InCannons, name: str) -> Data:
        return {
            "compare": "cannons",
            "pattern": comparison.pattern.pattern,
            "values": self._values(comparison.expression),
            "counts": self._values(comparison.count),
        }

    @how.register
    def _(self, comparison: InCardNumber, name: str) -> Data:
        return {"compare": "card number"}

    @how.register
    def _(self, comparison: InOrder, name: str) -> Data:
        return {"compare": "order"}

    @how.register
    def _(self, comparison: InCollection, name: str) -> Data:
        return {"compare": "collection", "counted": comparison.counted}

    @how.register
    def _(self, comparison: NotInCollection, name: str) -> Data:
        return {"compare": "not in collection", "counted": comparison.held.counted}

    @how.register
    def _(self, comparison: OneOf, name: str) -> Data:
        names = dict(self._names(comparison, name))
        return {"compare": "one of", "names": names}

    def _names(self, comparison: OneOf, name: str) -> Iterator[tuple[str, int]]:
        for value in comparison.names(self.vocabulary):
            yield folded(value), self._finding(conditions(self.vocabulary, Filter(name, ":", (value,))))

    def _finding(self, wanted: Conditions) -> int:
        """Return the number of what these conditions find: for each sort of row the places of its rows."""
        rows = {sort: self._rows(sort, condition) for sort, condition in wanted.items()}
        content = compact(rows)
        if content not in self._by_content:
            self._by_content[content] = len(self.found)
            self.found.append(rows)
        return self._by_content[content]

    def _rows(self, sort: str, condition: Sql) -> list[int]:
        if (sort, condition) not in self._by_condition:
            statement = f"SELECT e.id FROM {TABLES[sort]} AS e WHERE {condition.text}"
            found = self.db.execute(statement, condition.values)
            self._by_condition[sort, condition] = steps(self._place[sort][key] for (key,) in found)
        return self._by_condition[sort, condition]

    def _values(self, expression: str) -> list[str | int | None]:
        found = dict(self.db.execute(f"SELECT e.id, {expression} FROM pieces AS e").fetchall())
        return [found[piece] for piece in self._ids["piece"]]
