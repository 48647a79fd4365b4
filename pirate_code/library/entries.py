"""Everything that the library links to one thing, as plain data that JSON can hold."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

from pirate_code.core.naming import folded
from pirate_code.library.citations import (
    ORDER,
    SELECT,
    ruling_line,
    rulings_about,
    rulings_of_line,
    rulings_of_piece,
)
from pirate_code.library.lookup import Meaning

Data = dict[str, Any]


def entry(db: sqlite3.Connection, meaning: Meaning) -> Data:
    """Return a thing and everything that is linked to it."""
    return {"type": meaning.type, **_ENTRIES[meaning.type](db, meaning.id)}


def summary(db: sqlite3.Connection, piece: str) -> Data:
    """Return the facts of a piece that stand on one line."""
    row = db.execute(
        "SELECT pieces.id, pieces.name, pieces.kind, nations.adjective AS nation, rarity, points, gold, "
        "masts, cargo, base_move, cannons, pieces.origin FROM pieces "
        "LEFT JOIN nations ON nations.id = nation_id WHERE pieces.id = ?",
        (piece,),
    ).fetchone()
    return dict(row)


def _piece(db: sqlite3.Connection, key: str) -> Data:
    row = db.execute(
        "SELECT pieces.*, sets.name AS set_name, nations.adjective AS nation, "
        "printed.adjective AS printed_nation FROM pieces JOIN sets ON sets.id = set_id "
        "LEFT JOIN nations ON nations.id = nation_id "
        "LEFT JOIN nations AS printed ON printed.id = printed_nation_id WHERE pieces.id = ?",
        (key,),
    ).fetchone()
    plain = (
        "id",
        "number",
        "name",
        "kind",
        "nation",
        "rarity",
        "points",
        "gold",
        "masts",
        "cargo",
        "base_move",
    )
    more = ("cannons", "ability", "treasure", "notes", "origin")
    flags = ("corrected", "crew_treasure", "retired")
    return {
        **{name: row[name] for name in plain},
        **{name: row[name] for name in more},
        **{name: bool(row[name]) for name in flags},
        "set": {"id": row["set_id"], "name": row["set_name"]},
        "other_names": _split(row["other_names"]),
        "links": _split(row["links"]),
        "printed": {name: row[f"printed_{name}"] for name in ("nation", "points", "masts", "ability")},
        "errata": _errata(db, key),
        "keywords": _keywords(
            db, "IN (SELECT ability_id FROM piece_ability WHERE in_force AND piece_id = ?)", key
        ),
        "abilities": [
            {"printed": bool(line["printed"]), "in_force": bool(line["in_force"]), **_line(line)}
            for line in db.execute(
                "SELECT * FROM piece_ability JOIN abilities ON abilities.id = ability_id WHERE piece_id = ? "
                "ORDER BY in_force DESC",
                (key,),
            )
        ],
        "rulings": rulings_of_piece(db, key),
        "printings": [
            summary(db, other)
            for (other,) in db.execute(
                "SELECT id FROM pieces WHERE name = ? COLLATE NOCASE AND id <> ? ORDER BY id",
                (row["name"], key),
            ).fetchall()
        ],
    }


def _errata(db: sqlite3.Connection, piece: str) -> list[Data]:
    rows = db.execute(
        "SELECT DISTINCT corrected_pieces.*, says FROM corrected_pieces "
        "JOIN rulings ON rulings.id = ruling_id WHERE piece_id = ?",
        (piece,),
    )
    shown = ("field", "printed", "in_force", "why", "ruling_id", "says")
    return [{name: row[name] for name in shown} for row in rows]


def _keywords(db: sqlite3.Connection, where: str, value: str) -> list[Data]:
    """Return the keywords of lines, by name or in other words; `where` says which lines."""
    rows = db.execute(
        "SELECT DISTINCT keywords.id, name, nations.adjective AS nation, how, definition "
        "FROM ability_keyword JOIN keywords ON keywords.id = keyword_id "
        f"LEFT JOIN nations ON nations.id = nation WHERE ability_id {where} ORDER BY how, name",
        (value,),
    )
    return [dict(row) for row in rows]


def _line(row: sqlite3.Row) -> Data:
    """Return an ability line, with what the language makes of it."""
    return {
        "id": row["id"],
        "text": row["text"],
        "corrected_text": row["corrected"],
        "status": row["status"],
        "rendered": row["rendered"],
        "outline": _loaded(row["outline_json"]),
        "tree": _loaded(row["tree_json"]),
        "footprint": _loaded(row["footprint_json"]),
        "error": _loaded(row["error_json"]),
    }


def _keyword(db: sqlite3.Connection, key: str) -> Data:
    row = db.execute("SELECT * FROM keywords WHERE id = ?", (key,)).fetchone()
    names = (
        "parameters",
        "carried_by",
        "spellings",
        "text_forms",
        "versions",
        "assumed",
        "sources",
        "footprint",
    )
    return {
        **{name: row[name] for name in ("id", "name", "kind", "family", "confidence", "rendered", "notes")},
        "definition": row["definition"].splitlines(),
        "marker": bool(row["marker"]),
        "same_as": row["same_as_id"],
        "other_names": _split(row["other_names"]),
        **{name: _loaded(row[f"{name}_json"]) for name in names},
        "outline": _loaded(row["outline_json"]),
        "tree": _loaded(row["tree_json"]),
        "pieces": _all(
            db,
            "SELECT DISTINCT piece_id AS id, piece AS name, kind, nation, how, "
            "(SELECT origin FROM pieces WHERE pieces.id = piece_id) AS origin FROM keyword_carriers "
            "WHERE keyword_id = ? ORDER BY piece_id",
            key,
        ),
        "rulings": rulings_about(db, "keyword_id", key, row["name"]),
    }


def _ability(db: sqlite3.Connection, key: str) -> Data:
    row = db.execute("SELECT * FROM abilities WHERE id = ?", (key,)).fetchone()
    same = "SELECT other_id AS id, other_text AS text FROM same_abilities WHERE ability_id = ? ORDER BY 1"
    return {
        **_line(row),
        "name": row["text"],
        "same": _all(db, same, key),
        "keywords": _keywords(db, "= ?", key),
        "pieces": _carriers(db, "ability_id = ?", key),
        "rulings": rulings_of_line(db, key),
    }


def _carriers(db: sqlite3.Connection, where: str, key: str) -> list[Data]:
    return _all(
        db,
        "SELECT DISTINCT piece_id AS id, piece AS name, kind, "
        "(SELECT origin FROM pieces WHERE pieces.id = piece_id) AS origin FROM ability_carriers "
        f"WHERE in_force AND {where} ORDER BY piece_id",
        key,
    )


def _term(db: sqlite3.Connection, key: str) -> Data:
    row = db.execute("SELECT * FROM terms WHERE id = ?", (key,)).fetchone()
    pieces = (
        "SELECT pieces.id, name, kind, origin FROM term_piece JOIN pieces ON pieces.id = piece_id "
        "WHERE term_id = ?"
    )
    lines = "ability_id IN (SELECT ability_id FROM term_ability WHERE term_id = ?)"
    return {
        **{name: row[name] for name in ("id", "name", "kind", "notes")},
        "other_names": _loaded(row["aliases_json"]),
        "lines": _loaded(row["lines_json"]),
        "pieces": _all(db, pieces, key) or _carriers(db, lines, key),
        "rulings": rulings_about(db, "term_id", key, row["name"]),
    }


def _nation(db: sqlite3.Connection, key: str) -> Data:
    row = db.execute("SELECT * FROM nations WHERE id = ?", (key,)).fetchone()
    counts = "SELECT kind, count(*) AS count FROM pieces WHERE nation_id = ? GROUP BY kind ORDER BY 2 DESC"
    return {
        **{name: row[name] for name in ("id", "noun", "notes", "origin")},
        "name": row["adjective"],
        "other_names": _loaded(row["spellings_json"]),
        "counts": dict(db.execute(counts, (key,)).fetchall()),
        "rulings": rulings_about(db, "nation_id", key, row["adjective"]),
    }


def _ruling(db: sqlite3.Connection, key: str) -> Data:
    row = db.execute(f"{SELECT} WHERE rulings.id = ?", (key,)).fetchone()
    about = (
        "SELECT entries.id, entries.kind, entries.name FROM ruling_about "
        "JOIN entries ON entries.id = entry_id WHERE ruling_id = ? ORDER BY position"
    )
    see = (
        "SELECT ruling_see_also.name, other_id AS ruling, section, entry_id AS entry FROM ruling_see_also "
        "WHERE ruling_id = ? ORDER BY position"
    )
    claims = "SELECT subject, relation, object, holds FROM claims_in_words WHERE ruling_id = ?"
    asked = (
        "SELECT question, answer, condition, CASE answer WHEN 'yes' THEN 'Yes.' WHEN 'no' THEN 'No.' "
        "WHEN 'value' THEN value || '.' ELSE 'Depends on ' || condition || '.' END AS says "
        "FROM asked WHERE ruling_id = ? AND shown ORDER BY position"
    )
    document = ("title", "date", "authority")
    return {
        **ruling_line(row),
        "name": row["id"],
        "part": row["part"],
        "line": row["line"],
        "items": row["items"],
        "edition": _split(row["edition"]),
        "unshown": row["unshown"],
        "document": {"id": row["document_id"], **{name: row[name] for name in document}},
        "about": _all(db, about, key),
        "see_also": _all(db, see, key),
        "claims": _all(db, claims, key),
        "asked": _all(db, asked, key),
        "errata": _all(
            db, "SELECT id, name, field, corrected, adds, why FROM errata WHERE ruling_id = ?", key
        ),
    }


def _section(db: sqlite3.Connection, key: str) -> Data:
    names = [name for (name,) in db.execute("SELECT DISTINCT section FROM rulings") if folded(name) == key]
    rows = db.execute(
        f"{SELECT} WHERE section IN ({', '.join('?' * len(names))}) ORDER BY {ORDER}", names
    ).fetchall()
    return {
        "id": key,
        "name": names[0],
        "parts": sorted({row["part"] for row in rows}),
        "documents": list(dict.fromkeys(row["title"] for row in rows)),
        "rulings": [ruling_line(row) for row in rows],
    }


def _all(db: sqlite3.Connection, statement: str, key: str) -> list[Data]:
    return [dict(row) for row in db.execute(statement, (key,))]


def _loaded(text: str | None) -> Any:
    return None if text is None else json.loads(text)


def _split(text: str) -> list[str]:
    return text.split(", ") if text else []


_ENTRIES: dict[str, Callable[[sqlite3.Connection, str], Data]] = {
    "piece": _piece,
    "keyword": _keyword,
    "ability": _ability,
    "ruling": _ruling,
    "term": _term,
    "nation": _nation,
    "section": _section,
}


def branches(outline: list[Data] | None, depth: int = 0) -> Iterator[tuple[int, str, str]]:
    """Yield an outline line by line: how deep it stands, what it is and what it says."""
    for branch in outline or ():
        yield depth, branch["name"], branch.get("text", "")
        yield from branches(branch.get("below"), depth + 1)
