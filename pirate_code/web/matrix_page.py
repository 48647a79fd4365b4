"""The matrix page: how families of abilities interact, then their keywords, then the question itself."""

from __future__ import annotations

import sqlite3
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from datasette.utils.asgi import Request, Response

from pirate_code.web.computing import as_json, asked
from pirate_code.web.showing import Data, page, read

if TYPE_CHECKING:
    from datasette.app import Datasette

LIMIT = 60
_TOUCHING = ("yes", "depends")  # verdicts by which two keywords interact
_FOUND = "found by experiment"  # how many of these no ruling speaks of
_HEATS = (1, 2, 4, 8, 16)  # so many claims make the next warmth
_SHARES = (0.001, 0.1, 0.2, 0.35, 0.5)  # such a share of pairs that interact makes the next warmth
# What is known of two keywords: a verdict for each pair if all were settled, by rulings, by the footprints of
# the two or by experiment; and else what rulings claim.
_CLAIMED = (
    "SELECT a.keyword_id, b.keyword_id, CASE holds WHEN 'when' THEN 'depends' ELSE holds END,"
    " 'rulings', count(*)"
    " FROM claims JOIN entries a ON a.id = subject_id JOIN entries b ON b.id = object_id"
    " WHERE a.keyword_id IS NOT NULL AND b.keyword_id IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4"
)
_SETTLED = (
    "SELECT x_keyword_id, y_keyword_id, coalesce(verdict, 'open'), \"by\", count(*) FROM interactions"
    " WHERE x_keyword_id IS NOT NULL AND y_keyword_id IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4"
)


class Keyword(NamedTuple):
    """A keyword and its family."""

    id: str
    name: str
    family: str


class Unknown(ValueError):
    """There is no such family; the message says which there are."""


async def matrix(datasette: Datasette, request: Request) -> Response:
    """A heat map: of all families, or of the keywords of two of them."""
    query = asked(request, "x", "y")
    try:
        cells = await read(datasette, lambda db: grid(db, query["x"], query["y"]))
    except Unknown as error:
        data = {"fault": str(error), "grid": None, "form": query}
        return await page(datasette, request, "pirate_matrix.html", data, status=400)
    return await page(datasette, request, "pirate_matrix.html", {"grid": cells, "form": query})


async def matrix_json(datasette: Datasette, request: Request) -> Response:
    """The same as JSON."""
    query = asked(request, "x", "y")
    try:
        return as_json(await read(datasette, lambda db: grid(db, query["x"], query["y"])), 200)
    except Unknown as error:
        return as_json({"error": str(error)}, 400)


def grid(db: sqlite3.Connection, x: str = "", y: str = "") -> Data:
    """Rows and columns with what is known of each two keywords; by families unless two are named."""
    keywords = [
        Keyword(*row) for row in db.execute("SELECT id, name, family FROM keywords ORDER BY family, name")
    ]
    families = list(dict.fromkeys(keyword.family for keyword in keywords))
    if not x and not y:
        groups = {keyword.id: keyword.family for keyword in keywords}
        made = _grid(db, groups, groups, "/matrix")
        return made | {side: [_family_name(family) for family in made[side]] for side in ("rows", "columns")}
    for family in (x, y):
        if family not in families:
            raise Unknown(f"There is no family {family[:LIMIT]!r}; there are {', '.join(families)}.")
    rows, columns = (
        {keyword.id: keyword.name for keyword in keywords if keyword.family == family} for family in (x, y)
    )
    return _grid(db, rows, columns, "/ask") | {"x": _family_name(x), "y": _family_name(y)}


def _grid(db: sqlite3.Connection, rows: dict[str, str], columns: dict[str, str], leads_to: str) -> Data:
    """The fields of keywords in rows and columns, each under the name that it goes by."""
    settled = db.execute("SELECT EXISTS (SELECT 1 FROM interactions)").fetchone()[0] == 1
    counted: dict[tuple[str, str], Counter[str]] = {}
    for one, other, verdict, by, count in db.execute(_SETTLED if settled else _CLAIMED):
        pairs = ((rows.get(two), columns.get(three)) for two, three in ((one, other), (other, one)))
        for row, column in dict.fromkeys(pairs):  # once where both are the same field
            if row is not None and column is not None:
                cell = counted.setdefault((row, column), Counter())
                cell[verdict] += count
                if by == "experiment" and verdict in _TOUCHING:
                    cell[_FOUND] += count
    names, heads = dict.fromkeys(rows.values()), dict.fromkeys(columns.values())
    cells = [
        [_cell((row, head), counted.get((row, head), Counter()), settled, leads_to) for head in heads]
        for row in names
    ]
    return {
        "of": "pairs" if settled else "claims",
        "found": sum(cell["found"] for row in cells for cell in row),
        "rows": list(names),
        "columns": list(heads),
        "cells": cells,
    }


def _cell(pair: tuple[str, str], counted: Counter[str], settled: bool, leads_to: str) -> Data:
    """A field of the map: what is known, how warm it is, and where it leads."""
    total = counted.total() - counted[_FOUND]
    touching = sum(counted[verdict] for verdict in _TOUCHING)
    heat = sum(total >= least for least in _HEATS)
    if settled:
        heat = sum(touching / total >= least for least in _SHARES) if total else 0
    return {
        "yes": counted["yes"],
        "no": counted["no"],
        "depends": counted["depends"],
        "open": counted["open"],
        "found": counted[_FOUND],
        "shown": touching if settled else total,
        "heat": heat,
        "address": f"{leads_to}?{urlencode({'x': pair[0], 'y': pair[1]})}",
    }


def _family_name(family: str) -> str:
    return family.replace("-", " ").capitalize()
