"""Completes what is being typed: names of pieces, keywords and terms; in a search also filters and values."""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING

from datasette.utils.asgi import Request, Response

from pirate_code.fleets.notation_writing import plain_name
from pirate_code.library.completion import completions
from pirate_code.library.search_filters import Value
from pirate_code.web.computing import as_json
from pirate_code.web.showing import Data, read

if TYPE_CHECKING:
    from datasette.app import Datasette

LONGEST = 100
SEARCH_LIMIT = 500
SHOWN = 12
LOOKED_AT = 120
_LAST_WORDS = re.compile(r"(?:(?<=\s)|(?<=\()|^)[^\W\d_][\w'&.]*(?: [\w'&.]+){0,4}$")
_TABLES = {
    "keyword": "SELECT 'keyword' AS type, id, name, kind, NULL, NULL, 0, 0 FROM keywords",
    "term": "SELECT 'term' AS type, id, name, kind, NULL, NULL, 0, 0 FROM terms",
    "piece": "SELECT 'piece' AS type, pieces.id, name, kind, adjective, points,"
    " rarity IS 'generic' AND kind = 'crew', pieces.origin = 'custom'"
    " FROM pieces LEFT JOIN nations ON nations.id = nation_id",
}
_ORDER = (
    "name NOT LIKE :whole ESCAPE '\\', name NOT LIKE :begins ESCAPE '\\', name NOT LIKE :word ESCAPE '\\',"
    " instr('keyword piece term', type), length(name), name, id"
)


async def names(datasette: Datasette, request: Request) -> Response:
    """The names that a few letters could become, as JSON."""
    text = " ".join((request.args.get("q") or "").split())
    kind = request.args.get("kind") or ""
    if len(text) > LONGEST:
        return as_json({"error": f"`q` has at most {LONGEST} characters."}, 400)
    if kind and kind not in _TABLES:
        return as_json({"error": f"`kind` is one of {', '.join(_TABLES)}, or nothing."}, 400)
    matches = await read(datasette, lambda db: _matches(db, text, [kind] if kind else list(_TABLES)))
    return as_json({"q": text, "names": matches}, 200)


async def search_words(datasette: Datasette, request: Request) -> Response:
    """What a search that is being typed could become, as JSON: filters and values first, then names."""
    text = (request.args.get("q") or "").lstrip()
    if len(text) > SEARCH_LIMIT:
        return as_json({"error": f"`q` has at most {SEARCH_LIMIT} characters."}, 400)
    return as_json({"q": text, "names": await read(datasette, lambda db: _searches(db, text))}, 200)


def _searches(db: sqlite3.Connection, text: str) -> list[Data]:
    found = [
        {
            "type": "filter" if each.goes_on else "value",
            "name": each.name,
            "note": each.note,
            "write": each.write,
            "goes_on": each.goes_on,
        }
        for each in completions(db, text)
    ]
    return [*found, *_names_at_the_end(db, text)][:SHOWN]


def _names_at_the_end(db: sqlite3.Connection, text: str) -> list[Data]:
    """The names that the last words of a search begin, as many words as possible."""
    found = _LAST_WORDS.search(text)
    words = found[0].split(" ") if found else []
    for place in range(len(words)):
        typed = " ".join(words[place:])
        things = _matches(db, typed, list(_TABLES)) if len(typed) > 1 else []
        if things:
            before = text.removesuffix(typed)
            first_of_name = {thing["name"]: thing for thing in reversed(things)}
            return [
                {**thing, "write": before + Value(name).written}
                for name, thing in reversed(first_of_name.items())
            ]
    return []


def _matches(db: sqlite3.Connection, text: str, kinds: list[str]) -> list[Data]:
    if not text:
        return []
    literal = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    tables = " UNION ALL ".join(_TABLES[kind] for kind in kinds)
    statement = (
        f"SELECT * FROM ({tables}) WHERE name LIKE :inside ESCAPE '\\' OR id LIKE :begins ESCAPE '\\'"
        f" ORDER BY {_ORDER} LIMIT :most"
    )
    values = {
        "whole": literal,
        "begins": f"{literal}%",
        "word": f"% {literal}%",
        "inside": f"%{literal}%",
        "most": LOOKED_AT,
    }
    unique = {(thing["type"], thing["write"]): thing for thing in map(_name, db.execute(statement, values))}
    return list(unique.values())[:SHOWN]


def _name(row: sqlite3.Row) -> Data:
    """A thing to choose: how it is shown, and how it is written so that it means nothing else.

    Generic crew are written by their name alone: they are of the nation of their ship.
    """
    type_, key, name, kind, nation, points, generic, custom = row
    cost = f"{points} points" if points is not None else None
    facts = ("generic crew", cost) if generic else (nation, kind, cost, key if type_ == "piece" else None)
    write = name if generic or type_ != "piece" else plain_name(name, key)
    return {
        "type": type_,
        "id": key,
        "name": name,
        "kind": kind,
        "note": " · ".join(filter(None, (*facts, "custom" if custom else None))),
        "write": write,
    }
