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
_HEATS = (1, 2, 4, 8, 16)  # so many claims make the next warmth
_BETWEEN = (
    "SELECT a.keyword_id, b.keyword_id, holds, count(*) FROM claims "
    "JOIN entries a ON a.id = subject_id JOIN entries b ON b.id = object_id "
    "WHERE a.keyword_id IS NOT NULL AND b.keyword_id IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
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
        found = await read(datasette, lambda db: grid(db, query["x"], query["y"]))
    except Unknown as error:
        data = {"fault": str(error), "grid": None, "form": query}
        return await page(datasette, request, "pirate_matrix.html", data, status=400)
    return await page(datasette, request, "pirate_matrix.html", {"grid": found, "form": query})


async def matrix_json(datasette: Datasette, request: Request) -> Response:
    """The same as JSON."""
    query = asked(request, "x", "y")
    try:
        return as_json(await read(datasette, lambda db: grid(db, query["x"], query["y"])), 200)
    except Unknown as error:
        return as_json({"error": str(error)}, 400)


def grid(db: sqlite3.Connection, x: str = "", y: str = "") -> Data:
    """Rows and columns with how much the rulings claim between each two; by families unless two are named."""
    keywords = [
        Keyword(*row) for row in db.execute("SELECT id, name, family FROM keywords ORDER BY family, name")
    ]
    counted = _counted(db)
    families = list(dict.fromkeys(keyword.family for keyword in keywords))
    if not x and not y:
        members = {family: [each.id for each in keywords if each.family == family] for family in families}
        names = {family: _said(family) for family in families}
        return _grid(names, names, counted, members, "/matrix")
    for family in (x, y):
        if family not in families:
            raise Unknown(f"There is no family {family[:LIMIT]!r}; there are {', '.join(families)}.")
    rows = {each.name: each.name for each in keywords if each.family == x}
    columns = {each.name: each.name for each in keywords if each.family == y}
    members = {each.name: [each.id] for each in keywords}
    return _grid(rows, columns, counted, members, "/ask") | {"x": _said(x), "y": _said(y)}


def _counted(db: sqlite3.Connection) -> dict[tuple[str, str], Counter[str]]:
    """How many claims hold, do not or depend, between two keywords, whichever is the subject."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for subject, other, holds, count in db.execute(_BETWEEN):
        for pair in {(subject, other), (other, subject)}:
            found.setdefault(pair, Counter())[holds] += count
    return found


def _grid(
    rows: dict[str, str],
    columns: dict[str, str],
    counted: dict[tuple[str, str], Counter[str]],
    members: dict[str, list[str]],
    leads_to: str,
) -> Data:
    cells = [
        [_cell(row, column, _between(members[row], members[column], counted), leads_to) for column in columns]
        for row in rows
    ]
    return {"rows": list(rows.values()), "columns": list(columns.values()), "cells": cells}


def _between(
    some: list[str], others: list[str], counted: dict[tuple[str, str], Counter[str]]
) -> Counter[str]:
    total: Counter[str] = Counter()
    for one in some:
        for other in others:
            total += counted.get((one, other), Counter())
    if some is others and len(some) > 1:  # within a family both of a pair were counted
        for one in some:
            own = counted.get((one, one), Counter())
            total += own
        total = Counter({holds: count // 2 for holds, count in total.items()})
    return total


def _cell(row: str, column: str, claims: Counter[str], leads_to: str) -> Data:
    """A field of the map: so many claims, how warm it is, and where it leads."""
    total = claims.total()
    return {
        "yes": claims["yes"],
        "no": claims["no"],
        "depends": claims["when"],
        "total": total,
        "heat": sum(total >= least for least in _HEATS),
        "address": f"{leads_to}?{urlencode({'x': row, 'y': column})}",
    }


def _said(family: str) -> str:
    return family.replace("-", " ").capitalize()
