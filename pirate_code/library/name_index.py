"""Names as a library stores them, so that nobody folds them all again to find one."""

from __future__ import annotations

import sqlite3
from collections import Counter

from pirate_code.library import tables
from pirate_code.library.lookup import all_names, name_key


def name_rows(db: sqlite3.Connection) -> list[tables.Values]:
    """Return every name as it is looked up, with what it means."""
    used: Counter[str] = Counter()
    rows: list[tables.Values] = []
    for meaning, names in all_names(db):
        for key in filter(None, dict.fromkeys(map(name_key, names))):
            used[key] += 1
            rows.append(
                tables.values(
                    tables.ThingName,
                    key=key,
                    position=used[key],
                    type=meaning.type,
                    thing_id=meaning.id,
                    name=meaning.name,
                    kind=meaning.kind,
                )
            )
    return rows
