"""Searches the library: a query becomes SQL for each sort of row, and what is found becomes plain data.

Words are ranked with bm25, each sort of row by itself. Lines are found through their pieces, and by
themselves only if the query asks for `kind:ability`. A ruling that only points elsewhere is not found.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pirate_code.core.naming import folded
from pirate_code.core.query import (
    All,
    Either,
    Filter,
    Not,
    Query,
    Words,
    apart,
    filters,
    parse,
    some,
)
from pirate_code.library.lookup import numbers_of, why_no_number
from pirate_code.library.plain_words import as_filters
from pirate_code.library.query_forms import begun, written
from pirate_code.library.search_conditions import (
    TABLES,
    Conditions,
    Sql,
    joined,
    match,
    negated,
    of_ids,
    standing,
)
from pirate_code.library.search_filters import ALIASES, OF_COLLECTION, conditions
from pirate_code.library.search_order import OF_ALL, ORDERS, SortKey, orders_of, sort_key
from pirate_code.library.spelling import respelt
from pirate_code.library.vocabulary import Counts, Vocabulary

__all__ = ["ASKS_FOR_LINES", "COLUMNS", "NEAREST", "ORDERS", "SearchResults", "asks_for_collection", "search"]

Row = dict[str, Any]
Widened = Literal["", "apart", "begun", "some"]

NEAREST = 5
_CHUNK = 500
_NAMES = {
    "piece": "e.name COLLATE NOCASE, e.id",
    "keyword": "e.name COLLATE NOCASE",
    "ability": "e.text",
    "ruling": "e.document_id <> 'pirate-code-2016', e.file, e.position",
}
ASKS_FOR_LINES = "kind", frozenset({"ability", "abilities"})  # the filter and its names
COLUMNS = (
    *("type", "id", "name", "kind", "set", "number", "nation", "rarity", "points", "gold", "masts", "cargo"),
    *("base_move", "cannons", "links", "keywords", "origin", "source", "scenarios", "in_part", "text"),
)
_DETAILS = {
    "piece": """
        SELECT 'piece' AS type, e.id, e.name, e.kind, e.set_id AS "set", e.number, c.nation, e.rarity,
            e.points, e.gold, e.masts, e.cargo, e.base_move, e.cannons, e.links, c.keywords, e.origin,
            e.ability AS text
        FROM pieces AS e JOIN piece_cards AS c ON c.id = e.id WHERE e.id IN ({})""",
    "keyword": """
        SELECT 'keyword' AS type, e.id, e.name, e.kind, e.definition AS text
        FROM keywords AS e WHERE e.id IN ({})""",
    "ability": """
        SELECT 'ability' AS type, e.id, e.status AS kind, e.text FROM abilities AS e WHERE e.id IN ({})""",
    "ruling": """
        SELECT 'ruling' AS type, e.id, e.section AS name, e.part AS kind, e.says AS text,
            citations.citation AS source, e.scenarios, e.in_part
        FROM rulings AS e JOIN citations ON citations.ruling_id = e.id WHERE e.id IN ({})""",
}


@dataclass
class SearchResults:
    """What a search found: how many rows of each sort, and the rows that are to be shown.

    `widened` says that nothing fits just so: these rows have the words of a phrase apart, words that begin
    so, or some of them. `read_as` is the search with plain words read as filters, if that finds pieces: they
    are among the rows, and come before those that only have the words.
    `meant` is then the search that was perhaps meant, if a word is misspelt and another one finds something,
    and `why` says what is wrong with a number that no piece has. `orders` is what the rows are sorted by, the
    most important first.
    """

    totals: dict[str, int] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    widened: Widened = ""
    read_as: str = ""
    meant: str = ""
    why: str = ""
    orders: tuple[SortKey, ...] = ()

    @property
    def total(self) -> int:
        """How many rows were found."""
        return sum(self.totals.values())


def search(
    db: sqlite3.Connection,
    text: str,
    *,
    sort: str = "relevance",
    descending: bool = False,
    limit: int | None = None,
    widen: bool = False,
    counts: Counts | None = None,
) -> SearchResults:
    """Find what a query asks for; `limit` is how many rows of each sort are returned.

    `counts` are the numbers of a collection, which the filters of a collection need.

    With `widen`, a search that finds nothing is tried with phrases taken apart, then with words that only
    begin so, then with some of its words.
    """
    asked = sort_key(f"-{sort}" if descending else sort)
    query = _as_number(db, text) or parse(text)
    vocabulary = Vocabulary(db, counts)
    keys = tuple(orders_of(query)) or (asked,)
    results = _find(vocabulary, query, keys, limit)
    results.orders = keys
    if results.total:
        return results
    meant = respelt(db, query, text)
    if widen:
        results = _widened(vocabulary, query, keys, limit)
        results.orders = keys
    results.meant = meant if meant and _find(vocabulary, parse(meant), keys, 1).total else ""
    results.why = why_no_number(db, text)
    return results


def _widened(
    vocabulary: Vocabulary, query: Query, keys: tuple[SortKey, ...], limit: int | None
) -> SearchResults:
    """Find what a query asks for in other forms of its words, or else the nearest by some of its words."""
    loose = apart(query)
    forms: tuple[tuple[Widened, Query, Query], ...] = (
        ("apart", loose, query),
        ("begun", begun(loose), loose),
        ("some", some(loose), loose),
    )
    for widened, wider, before in forms:
        if wider != before:
            most = limit and min(limit, NEAREST) if widened == "some" else limit
            results = _find(vocabulary, wider, keys, most)
            if results.total:
                results.widened = widened
                return results
    return SearchResults()


def _as_number(db: sqlite3.Connection, text: str) -> Query | None:
    """Return the search for a number that has blanks in it ("PotSM 1"); None for any other text."""
    if " " in text.strip() and any(map(str.isdigit, text)) and numbers_of(db).find(text):
        return Words(text.strip())
    return None


def asks_for_collection(text: str) -> bool:
    """Whether a query has a filter that looks at a collection; QueryError if it cannot be read."""
    return any(term.name in OF_COLLECTION for term in filters(parse(text)))


def _find(
    vocabulary: Vocabulary, query: Query, keys: tuple[SortKey, ...], limit: int | None
) -> SearchResults:
    """Find what a query asks for, of each sort of row by itself."""
    db, compiler = vocabulary.db, _Compiler(vocabulary)
    results = SearchResults()
    sorts = dict(compiler.conditions(query))
    reading = as_filters(db, query)
    first = _pieces_of(vocabulary, reading) if reading is not None and "piece" in sorts else None
    if reading is not None and first is not None:
        sorts["piece"] = joined("OR", (sorts["piece"], first))
        results.read_as = written(reading)
    for each, condition in sorts.items():
        if each == "ability" and not compiler.wants_lines:
            continue
        if each != "piece" and not OF_ALL.issuperset(key.order for key in keys):
            continue
        before = first if each == "piece" else None
        ids = [row[0] for row in db.execute(*_statement(each, condition, query, keys, before))]
        if ids:
            results.totals[each] = len(ids)
            results.rows += _details(db, each, ids[:limit])
    return results


def _pieces_of(vocabulary: Vocabulary, reading: Query) -> Sql | None:
    """Return the condition by which a reading finds pieces; None if it finds none."""
    condition = _Compiler(vocabulary).conditions(reading).get("piece")
    if condition is None:
        return None
    statement = f"SELECT 1 FROM pieces AS e WHERE {condition.text} LIMIT 1"
    return condition if vocabulary.db.execute(statement, condition.values).fetchone() else None


class _Compiler:
    """Makes conditions of a query, and notices whether it asks for lines."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.wants_lines = False

    def conditions(self, query: Query) -> Conditions:
        """Return the conditions of a query, for those sorts of row of which all of it can be said."""
        match query:
            case Words():
                return _worded(self.vocabulary, query)
            case Filter():
                name, asking = ASKS_FOR_LINES
                if ALIASES.get(query.name, query.name) == name:
                    self.wants_lines |= not asking.isdisjoint(map(folded, query.values))
                return conditions(self.vocabulary, query)
            case Not():
                return {sort: negated(condition) for sort, condition in self.conditions(query.term).items()}
            case All():
                parts = [self.conditions(term) for term in query.terms]
                return {
                    sort: joined("AND", [part[sort] for part in parts])
                    for sort in TABLES
                    if all(sort in part for part in parts)
                }
            case Either():
                parts = [self.conditions(term) for term in query.terms]
                return {
                    sort: joined("OR", [part[sort] for part in parts if sort in part])
                    for sort in TABLES
                    if any(sort in part for part in parts)
                }


def _worded(vocabulary: Vocabulary, query: Words) -> Conditions:
    """Return the conditions of words: they stand in a row, or are the number of a piece."""
    found = dict(standing(query))
    if any(map(str.isdigit, query.text)) and (ids := numbers_of(vocabulary.db).find(query.text)):
        found["piece"] = joined("OR", (found["piece"], of_ids(ids)))
    return found


def _statement(
    sort: str, condition: Sql, query: Query, keys: tuple[SortKey, ...], first: Sql | None = None
) -> tuple[str, tuple[str | int, ...]]:
    """Return the statement that finds the ids, best first: fitting names, then pieces that are `first`."""
    table, by = TABLES[sort], [Sql(_NAMES[sort])]
    source, values = f"{table} AS e", condition.values
    words = list(_positive(query))
    if sort == "piece":
        by[:0] = [Sql(key.sql) for key in keys if key.order != "relevance"]
    if keys[0].order == "relevance" and words:
        ranks = f"SELECT rowid, rank FROM {table}_fts WHERE {table}_fts MATCH ?"
        source = f"{source} LEFT JOIN ({ranks}) AS found ON found.rowid = e.rowid"
        values = (" OR ".join(map(match, words)), *values)
        by[:0] = [*_named_so(sort, words, first), Sql("found.rank IS NULL, found.rank")]
    where = f"{condition.text} AND e.says IS NOT NULL" if sort == "ruling" else condition.text
    values = (*values, *(value for order in by for value in order.values))
    order = ", ".join(each.text for each in by)
    return f"SELECT e.id FROM {source} WHERE {where} ORDER BY {order}", values


def _named_so(sort: str, words: list[Words], first: Sql | None) -> Iterator[Sql]:
    """Yield what comes before rank: what is called just so, and then a reading, but for names that fit.

    Pieces that nobody plays (a poster, a bust) come last of those.
    """
    if sort in ("piece", "keyword"):
        yield Sql("e.name <> ? COLLATE NOCASE", (" ".join(each.text for each in words),))
    if sort == "piece":
        yield Sql("e.kind = 'other'")
    if first is not None:
        in_name = joined("AND", (standing(each, {sort: "name"})[sort] for each in words))
        yield negated(in_name)
        yield negated(first)


def _positive(query: Query) -> Iterator[Words]:
    """Yield the words that a row should have; they decide its rank."""
    match query:
        case Words():
            yield query
        case All() | Either():
            for term in query.terms:
                yield from _positive(term)


def _details(db: sqlite3.Connection, sort: str, ids: Sequence[str]) -> Iterator[Row]:
    """Yield the rows of these ids in their order."""
    for start in range(0, len(ids), _CHUNK):
        chunk = ids[start : start + _CHUNK]
        rows = db.execute(_DETAILS[sort].format(", ".join("?" * len(chunk))), chunk).fetchall()
        rows_by_id = {row["id"]: dict(row) for row in rows}
        for key in chunk:
            yield rows_by_id[key]
