"""The rulings that speak of something, with the reason why they do and the citation."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

from pirate_code.core.naming import folded

Data = dict[str, Any]

SELECT = """
    SELECT rulings.*, documents.title, documents.date, documents.authority, citations.citation
    FROM rulings JOIN documents ON documents.id = rulings.document_id
    JOIN citations ON citations.ruling_id = rulings.id
"""
ORDER = "documents.date DESC, documents.title, rulings.file, rulings.position"

# Why a ruling speaks of a piece or a line, the nearest reason first, and the entries it then speaks of.
_LINES = "SELECT ability_id FROM piece_ability WHERE in_force AND piece_id = :key"
_OF_LINES = {
    "line": "ability_id IN ({})",
    "ability": "term_id IN (SELECT term_id FROM term_ability WHERE ability_id IN ({}))",
    "keyword": (
        "keyword_id IN (SELECT keyword_id FROM ability_keyword WHERE how IN ('has', 'text') "
        "AND ability_id IN ({}))"
    ),
}
_OF_PIECE = {"piece": "piece_id = :key OR term_id IN (SELECT term_id FROM term_piece WHERE piece_id = :key)"}
REASONS = ("erratum", *_OF_PIECE, *_OF_LINES)


def checked_words(scenarios: int, in_part: str | None) -> str:
    """What is said of a ruling with so many scenarios that hold, if they leave that of it unshown."""
    if not scenarios:
        return ""
    return "checked by the engine" + (" in part" if in_part else "")


def ruling_line(row: sqlite3.Row) -> Data:
    """Return what a list of rulings says of one."""
    return {name: row[name] for name in ("id", "says", "section", "citation", "scenarios", "in_part")}


def rulings_about(db: sqlite3.Connection, column: str, key: str, name: str) -> list[Data]:
    """Return the rulings about one entry; those of the section of its name come first.

    `column` is the one of table entries that holds its id.
    """
    rulings = [
        ruling_line(row)
        for row in db.execute(
            f"{SELECT} WHERE rulings.id IN (SELECT ruling_id FROM ruling_about JOIN entries "
            f"ON entries.id = entry_id WHERE {column} = ?) ORDER BY {ORDER}",
            (key,),
        )
    ]
    return sorted(rulings, key=lambda ruling: not _heads(ruling["section"], name))


def _heads(section: str, name: str) -> bool:
    """Whether a section is the one about this name: "Captain (keyword)" is about Captain."""
    return f"{folded(section)} ".startswith(f"{folded(name).removesuffix(': x')} ")


def rulings_of_line(db: sqlite3.Connection, key: str) -> list[Data]:
    """Return the rulings about a line, its keywords, and the ability that it shows."""
    return _with_reasons(db, _reasons(db, {why: of.format(":key") for why, of in _OF_LINES.items()}, key))


def rulings_of_piece(db: sqlite3.Connection, key: str) -> list[Data]:
    """Return the rulings about a piece: its errata, itself, and its line in force."""
    conditions = _OF_PIECE | {why: of.format(_LINES) for why, of in _OF_LINES.items()}
    errata = db.execute(
        "SELECT ruling_id, 'erratum', field FROM piece_erratum JOIN errata ON errata.id = erratum_id "
        "WHERE piece_id = ?",
        (key,),
    ).fetchall()
    return _with_reasons(db, [*map(tuple, errata), *_reasons(db, conditions, key)])


def _reasons(db: sqlite3.Connection, conditions: dict[str, str], key: str) -> Iterator[tuple[str, str, str]]:
    for because, condition in conditions.items():
        for ruling, name in db.execute(
            "SELECT ruling_id, name FROM ruling_about JOIN entries ON entries.id = entry_id "
            f"WHERE entry_id IN (SELECT id FROM entries WHERE {condition})",
            {"key": key},
        ):
            yield ruling, because, name


def _with_reasons(db: sqlite3.Connection, reasons: Iterable[tuple[str, ...]]) -> list[Data]:
    """Return rulings, each once and with its nearest reason, in the order of reasons and sources."""
    nearest: dict[str, tuple[str, str]] = {}
    for ruling, because, name in reasons:
        nearest.setdefault(ruling, (because, name))
    rows = db.execute(
        f"{SELECT} WHERE rulings.id IN ({', '.join('?' * len(nearest))}) ORDER BY {ORDER}", list(nearest)
    )
    cited = [dict(zip(("because", "of"), nearest[row["id"]], strict=True)) | ruling_line(row) for row in rows]
    return sorted(
        cited,
        key=lambda each: (REASONS.index(each["because"]), not _heads(each["section"], each["of"])),
    )
