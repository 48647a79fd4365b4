"""Writes the library out for other programs: abilities, pieces, keywords and rulings, record by record.

docs/export.md says what every column means, and records.py holds the schema. Nothing is held in memory but
the links between rows.
"""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TextIO

from pirate_code.cells import csv_line
from pirate_code.data import DataError

VERSION = "1.0"
FORMATS = ("jsonl", "json", "csv")
Data = dict[str, Any]


def records(db: sqlite3.Connection, what: str) -> Iterator[Data]:
    """Yield every record of one kind, in the order of their ids; rulings in the order of their sources."""
    for record in _RECORDS[what](db):
        yield {"record": KINDS[what], "version": VERSION, **record}


def write(db: sqlite3.Connection, what: str, form: str, out: TextIO) -> int:
    """Write every record of one kind to an open text file and return how many there were."""
    rows = records(db, what)
    if form == "csv":
        return _write_csv(rows, out)
    plain = (out.encoding or "utf-8").lower().replace("-", "") != "utf8"
    if form == "json":
        out.write(f'{{"format": "pirate-code", "version": "{VERSION}", "kind": "{KINDS[what]}", "records": [')
    count = 0
    for record in rows:
        lead, end = ("", "\n") if form == "jsonl" else (",\n" if count else "\n", "")
        out.write(lead + _json(record, plain) + end)
        count += 1
    if form == "json":
        out.write("\n]}\n")
    return count


def _json(value: Any, plain: bool = False) -> str:
    return json.dumps(value, ensure_ascii=plain, separators=(",", ":"))


def _write_csv(rows: Iterator[Data], out: TextIO) -> int:
    """Write records as a table; lists and objects are JSON in their cell, and no value is an empty cell."""
    count = 0
    columns: list[str] = []
    for record in rows:
        if not columns:
            columns = [name for name in record if name not in ("record", "version")]
            out.write(csv_line(columns))
        out.write(csv_line(_cell(record[name]) for name in columns))
        count += 1
    return count


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return "; ".join(value)
    return _json(value) if isinstance(value, list | dict) else value


@contextmanager
def writing(path: Path) -> Iterator[TextIO]:
    """Open a file for writing; it takes the place of an older one only when all has been written."""
    place = path.resolve()
    try:
        if place.exists() and not stat.S_ISREG(
            place.stat().st_mode
        ):  # a pipe or a device has no place to keep
            with place.open("w", encoding="utf-8", newline="") as out:
                yield out
            return
        handle, name = tempfile.mkstemp(prefix=f".{place.name}.", suffix=".new", dir=place.parent)
        new = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as out:
                yield out
                out.flush()
                os.fsync(out.fileno())
            new.chmod(stat.S_IMODE(place.stat().st_mode) if place.exists() else 0o666 & ~_umask())
            new.replace(place)
        finally:
            with suppress(OSError):
                new.unlink(missing_ok=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise DataError(f"{path} cannot be written ({error.strerror or error}).") from None


def _umask() -> int:
    """Return the mask of new files; the system tells it only to one who sets it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _abilities(db: sqlite3.Connection) -> Iterator[Data]:
    keywords = _grouped(
        db,
        "SELECT ability_id, keyword_id AS keyword, nullif(nation, '') AS nation, how FROM ability_keyword "
        "ORDER BY ability_id, how, keyword_id, nation",
    )
    pieces = _listed(
        db, "SELECT ability_id, piece_id FROM piece_ability WHERE in_force ORDER BY ability_id, piece_id"
    )
    rulings = _listed(db, "SELECT DISTINCT ability_id, ruling_id FROM ability_rulings ORDER BY 1, 2")
    for row in db.execute("SELECT * FROM abilities ORDER BY id"):
        yield {
            "id": row["id"],
            "text": row["text"],
            "corrected": row["corrected"],
            "status": row["status"],
            "abilities": _loaded(row["tree_json"]),
            "rendered": row["rendered"],
            "footprint": _loaded(row["footprint_json"]),
            "form": row["form"],
            "keywords": keywords[row["id"]],
            "pieces": pieces[row["id"]],
            "rulings": rulings[row["id"]],
            "error": _loaded(row["error_json"]),
        }


def _pieces(db: sqlite3.Connection) -> Iterator[Data]:
    keywords = _listed(
        db,
        "SELECT DISTINCT piece_id, keyword_id FROM keyword_carriers ORDER BY piece_id, keyword_id",
    )
    errata = _grouped(
        db,
        "SELECT piece_id, field, why, ruling_id AS ruling FROM piece_erratum JOIN errata "
        "ON errata.id = erratum_id ORDER BY piece_id, erratum_id",
    )
    lines = dict(db.execute("SELECT piece_id, ability_id FROM piece_ability WHERE in_force").fetchall())
    rulings = _listed(db, "SELECT DISTINCT piece_id, ruling_id FROM piece_rulings ORDER BY 1, 2")
    same = ("number", "name", "kind", "rarity", "points", "gold", "masts", "cargo", "ability")
    for row in db.execute(
        "SELECT pieces.*, sets.name AS set_name, released FROM pieces JOIN sets ON sets.id = set_id "
        "ORDER BY pieces.id"
    ):
        yield {
            "id": row["id"],
            "set": row["set_id"],
            "set_name": row["set_name"],
            **{name: row[name] for name in same},
            "nation": row["nation_id"],
            "base_move": row["base_move"].split("+") if row["base_move"] else None,
            "cannons": row["cannons"].split("-") if row["cannons"] else None,
            "links": row["links"].split(", ") if row["links"] else [],
            "ability_id": lines.get(row["id"]),
            "other_names": row["other_names"].split(", ") if row["other_names"] else [],
            "printed": {
                "nation": row["printed_nation_id"],
                "points": row["printed_points"],
                "masts": row["printed_masts"],
                "ability": row["printed_ability"],
            },
            "corrected": bool(row["corrected"]),
            "errata": errata[row["id"]],
            "keywords": keywords[row["id"]],
            "rulings": rulings[row["id"]],
            "crew_treasure": bool(row["crew_treasure"]),
            "retired": bool(row["retired"]),
            "released": bool(row["released"]),
            "treasure": row["treasure"],
            "notes": row["notes"],
            "origin": row["origin"],
        }


def _keywords(db: sqlite3.Connection) -> Iterator[Data]:
    rulings = _listed(
        db,
        "SELECT DISTINCT keyword_id, ruling_id FROM rulings_about WHERE keyword_id IS NOT NULL ORDER BY 1, 2",
    )
    loaded = ("parameters", "carried_by", "spellings", "text_forms", "versions", "assumed", "sources")
    for row in db.execute("SELECT * FROM keywords ORDER BY id"):
        yield {
            "id": row["id"],
            "name": row["name"],
            "kind": row["kind"],
            "family": row["family"],
            "definition": row["definition"].splitlines(),
            "abilities": _loaded(row["tree_json"]),
            "rendered": row["rendered"],
            "footprint": _loaded(row["footprint_json"]),
            "confidence": row["confidence"],
            "marker": bool(row["marker"]),
            "same_as": row["same_as_id"],
            "other_names": row["other_names"].split(", ") if row["other_names"] else [],
            **{name: _loaded(row[f"{name}_json"]) for name in loaded},
            "rulings": rulings[row["id"]],
            "notes": row["notes"],
        }


def _rulings(db: sqlite3.Connection) -> Iterator[Data]:
    about = _grouped(
        db,
        "SELECT ruling_id, kind, name, entry_id AS entry FROM ruling_about JOIN entries "
        "ON entries.id = entry_id ORDER BY ruling_id, position",
    )
    see_also = _grouped(
        db,
        "SELECT ruling_id, name, other_id AS ruling, section, entry_id AS entry FROM ruling_see_also "
        "ORDER BY ruling_id, position",
    )
    claims = _grouped(
        db,
        "SELECT ruling_id, subject, relation, object, holds, condition, subject_id, object_id FROM claims "
        "ORDER BY ruling_id, position",
    )
    asked = _grouped(
        db, "SELECT ruling_id, question, answer, condition, value FROM asked ORDER BY ruling_id, position"
    )
    for row in db.execute(
        "SELECT rulings.*, title, date, authority FROM rulings JOIN documents ON documents.id = document_id "
        "ORDER BY date DESC, document_id, file, position"
    ):
        yield {
            "id": row["id"],
            "document": {
                "id": row["document_id"],
                "title": row["title"],
                "date": row["date"],
                "authority": row["authority"],
            },
            "part": row["part"],
            "section": row["section"],
            "line": row["line"],
            "items": [int(item) for item in row["items"].split(", ") if item],
            "edition": row["edition"].split(", ") if row["edition"] else [],
            "says": row["says"],
            "about": about[row["id"]],
            "see_also": see_also[row["id"]],
            "claims": claims[row["id"]],
            "asked": asked[row["id"]],
            "scenarios": row["scenarios"],
            "in_part": row["in_part"],
        }


def _grouped(db: sqlite3.Connection, statement: str) -> defaultdict[str, list[Data]]:
    """Return rows by their first column, without it."""
    grouped: defaultdict[str, list[Data]] = defaultdict(list)
    for row in db.execute(statement):
        grouped[row[0]].append({name: row[name] for name in row.keys()[1:]})
    return grouped


def _listed(db: sqlite3.Connection, statement: str) -> defaultdict[str, list[str]]:
    """Return the second column by the first."""
    listed: defaultdict[str, list[str]] = defaultdict(list)
    for key, value in db.execute(statement):
        listed[key].append(value)
    return listed


def _loaded(text: str | None) -> Any:
    return None if text is None else json.loads(text)


_RECORDS: dict[str, Callable[[sqlite3.Connection], Iterator[Data]]] = {
    "abilities": _abilities,
    "pieces": _pieces,
    "keywords": _keywords,
    "rulings": _rulings,
}
KINDS = {"abilities": "ability", "pieces": "piece", "keywords": "keyword", "rulings": "ruling"}
