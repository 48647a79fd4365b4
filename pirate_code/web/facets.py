"""Facets of a search: how many of the pieces found are of each set, nation, kind and keyword."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from pirate_code.library.search import search
from pirate_code.library.vocabulary import Counts

MOST = 12
_FIELDS = {"kind": "kind", "nation": "nation", "set": "set", "rarity": "rarity"}


class Facet(NamedTuple):
    """A way to narrow a search down: its filter, and the values with how many pieces have each."""

    filter: str
    values: list[tuple[str, int, str]]


def offered(db: sqlite3.Connection, query: str, counts: Counts | None = None) -> list[Facet]:
    """The facets of what a query finds; one that would narrow nothing is left out."""
    rows = [row for row in search(db, query, counts=counts).rows if row["type"] == "piece"]
    names = {"set": dict(db.execute("SELECT id, name FROM sets").fetchall())}
    facets = [
        _facet(name, Counter(row[field] for row in rows if row[field]), names.get(name))
        for name, field in _FIELDS.items()
    ]
    keywords: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for row in rows:
        keywords.update(filter(None, (row["keywords"] or "").split(", ")))
        if row["points"] is not None:
            points[_span(row["points"])] += 1
    facets += [
        _facet("keyword", keywords),
        Facet("points", _narrowing("points", sorted(points.items(), key=_least), {})),
    ]
    return [facet for facet in facets if len(facet.values) > 1]


def _facet(name: str, counted: Counter[Any], names: Mapping[str, str] | None = None) -> Facet:
    common = sorted(counted.items(), key=lambda pair: (-pair[1], str(pair[0])))[:MOST]
    return Facet(name, _narrowing(name, common, names or {}))


def _narrowing(
    name: str, counted: list[tuple[str, int]], names: Mapping[str, str]
) -> list[tuple[str, int, str]]:
    """Each value by its name, with its count and the filter that keeps only it."""
    return [
        (names.get(value, str(value)), count, f"{name}:{_quoted(str(value))}") for value, count in counted
    ]


def _span(points: int) -> str:
    low = points // 5 * 5
    return f"{low}..{low + 4}"


def _least(pair: tuple[str, int]) -> int:
    return int(pair[0].split("..")[0])


def _quoted(value: str) -> str:
    return f'"{value.lower()}"' if " " in value else value.lower() if ".." not in value else value
