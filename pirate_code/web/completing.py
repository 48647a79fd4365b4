"""Names to complete what is being typed: pieces, keywords and terms, those that begin with it first."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from datasette.utils.asgi import Request, Response

from pirate_code.fleets.notation_writing import plain_name
from pirate_code.web.computing import as_json
from pirate_code.web.showing import Data, read

if TYPE_CHECKING:
    from datasette.app import Datasette

LONGEST = 100
SHOWN = 12
_TABLES = {
    "keyword": "SELECT 'keyword' AS type, id, name, kind, NULL, NULL, name AS sorted FROM keywords",
    "term": "SELECT 'term' AS type, id, name, kind, NULL, NULL, name AS sorted FROM terms",
    "piece": "SELECT 'piece' AS type, pieces.id, pieces.name, pieces.kind, nations.adjective, points,"
    " pieces.name AS sorted FROM pieces LEFT JOIN nations ON nations.id = nation_id",
}


async def names(datasette: Datasette, request: Request) -> Response:
    """The names that a few letters could become, as JSON."""
    said = " ".join((request.args.get("q") or "").split())
    kind = request.args.get("kind") or ""
    if len(said) > LONGEST:
        return as_json({"error": f"`q` has at most {LONGEST} characters."}, 400)
    if kind and kind not in _TABLES:
        return as_json({"error": f"`kind` is one of {', '.join(_TABLES)}, or nothing."}, 400)
    found = await read(datasette, lambda db: _found(db, said, [kind] if kind else list(_TABLES)))
    return as_json({"q": said, "names": found}, 200)


def _found(db: sqlite3.Connection, said: str, kinds: list[str]) -> list[Data]:
    if not said:
        return []
    literal = said.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    tables = " UNION ALL ".join(_TABLES[kind] for kind in kinds)
    statement = (
        f"SELECT * FROM ({tables}) WHERE sorted LIKE :inside ESCAPE '\\' OR id LIKE :begins ESCAPE '\\' "
        "ORDER BY sorted NOT LIKE :whole ESCAPE '\\', sorted NOT LIKE :begins ESCAPE '\\', "
        "sorted NOT LIKE :word ESCAPE '\\', type = 'term', length(sorted), sorted, id LIMIT :most"
    )
    values = {
        "whole": literal,
        "begins": f"{literal}%",
        "word": f"% {literal}%",
        "inside": f"%{literal}%",
        "most": SHOWN,
    }
    return [_name(row) for row in db.execute(statement, values)]


def _name(row: sqlite3.Row) -> Data:
    """A thing to choose: how it is shown, and how it is written so that it means nothing else."""
    type_, key, name, kind, nation, points, _ = row
    cost = f"{points} points" if points is not None else None
    note = " · ".join(filter(None, (nation, kind, cost, key if type_ == "piece" else None)))
    write = plain_name(name, key) if type_ == "piece" else name
    return {"type": type_, "id": key, "name": name, "kind": kind, "note": note, "write": write}
