"""What a thing interacts with: the things that rulings speak of together with it, and what they say."""

from __future__ import annotations

import sqlite3
from typing import Any

from pirate_code.answers.prepared_question import near
from pirate_code.library.lookup import Meaning

Data = dict[str, Any]
MOST = 14
# What a relation is called where it holds, and where it does not.
_WORDS = {
    "affects": ("affects", "does not affect"),
    "allows": ("allows", "does not allow"),
    "applies-after": ("goes after", "does not go after"),
    "applies-before": ("goes before", "does not go before"),
    "cancels": ("cancels", "does not cancel"),
    "combines": ("goes together with", "does not go together with"),
    "copies": ("copies", "does not copy"),
    "counts-as": ("counts as", "does not count as"),
    "excludes": ("excludes", "does not exclude"),
    "modifies": ("changes", "does not change"),
    "overrides": ("goes over", "does not go over"),
    "prevents": ("prevents", "does not prevent"),
    "protects-against": ("protects against", "does not protect against"),
    "replaces": ("replaces", "does not replace"),
    "requires": ("requires", "does not require"),
    "stacks": ("stacks with", "does not stack with"),
    "triggers": ("triggers", "does not trigger"),
}
# Special things are worth more to know than terms that half of all rulings have.
_KINDS = {"keyword": 0, "named ability": 0, "crew ability": 0, "ability": 1, "term": 4, "action": 3}
_COLUMNS = ("keyword_id", "piece_id", "term_id", "nation_id", "ability_id")
_ROWS = (
    "SELECT claims.*, {columns}, s.kind AS subject_kind, o.kind AS object_kind FROM claims "
    "JOIN entries s ON s.id = subject_id JOIN entries o ON o.id = object_id "
    "WHERE (subject_id IN ({marks})) <> (object_id IN ({marks})) ORDER BY ruling_id, position"
)


def partners(db: sqlite3.Connection, thing: Meaning, most: int = MOST) -> list[Data]:
    """The things that a thing interacts with, special ones first, each with what rulings claim of the two."""
    own = near(db, thing)
    columns = ", ".join(f"{side}.{name} AS {side}_{name}" for side in "so" for name in _COLUMNS)
    statement = _ROWS.format(columns=columns, marks=", ".join("?" * len(own)))
    cursor = db.cursor()
    cursor.row_factory = sqlite3.Row
    by_thing: dict[str, Data] = {}
    rank: dict[str, tuple[int, float, str]] = {}
    for row in cursor.execute(statement, (*own, *own)):
        ours, other, side = ("object", "subject", "s")
        if row["subject_id"] in own:
            ours, other, side = ("subject", "object", "o")
        key = row[f"{other}_id"]
        if key not in by_thing:
            by_thing[key] = _thing(row, other, side) | {"claims": []}
            kind = _KINDS.get(row[f"{other}_kind"], 2)
            rank[key] = (kind, -own[row[f"{ours}_id"]], row[other].casefold())
        by_thing[key]["claims"].append(_claim(row))
    return [by_thing[key] for key in sorted(by_thing, key=lambda key: rank[key])][:most]


def _thing(row: sqlite3.Row, other: str, side: str) -> Data:
    column = next(name for name in _COLUMNS if row[f"{side}_{name}"] is not None)
    return {
        "type": column.removesuffix("_id"),
        "id": row[f"{side}_{column}"],
        "name": row[other],
        "kind": row[f"{other}_kind"],
    }


def _claim(row: sqlite3.Row) -> Data:
    yes, no = _WORDS.get(row["relation"], (row["relation"], f"not {row['relation']}"))
    return {
        "says": f"{row['subject']} {no if row['holds'] == 'no' else yes} {row['object']}",
        "relation": row["relation"],
        "holds": row["holds"],
        "condition": row["condition"],
        "ruling": row["ruling_id"],
    }
