"""Builds the library: everything from db/, rulings/ and imported sheets, with what the language makes of it.

The content follows from those alone: the same input gives the same bytes, and no time or place is written.
"""

from __future__ import annotations

import gc
import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

import pirate_code
from pirate_code import language
from pirate_code.data import folder
from pirate_code.glossary import lend_nations, load_keywords
from pirate_code.library import content, links, storage, tables
from pirate_code.library.abilities import Line, read_line
from pirate_code.library.catalog import CUSTOM, Card, catalog
from pirate_code.library.custom_set import CustomSet, nations_of
from pirate_code.library.history import remember
from pirate_code.library.name_index import name_rows
from pirate_code.library.pieces import load_errata, load_pieces
from pirate_code.library.prepared import parsed, starting_files
from pirate_code.library.question_vectors import gram_vector_rows, ruling_vector_rows
from pirate_code.library.rows import SheetPiece
from pirate_code.library.ruling_words import ruling_word_rows, spelling_rows
from pirate_code.library.storage import LibraryError, Progress, silent
from pirate_code.library.terms import load_terms
from pirate_code.validation_messages import plainly

Rows = Mapping[str, SheetPiece]
CustomSets = Mapping[str, CustomSet]  # by their codes

_PACKAGE = Path(__file__).resolve().parent.parent
_VIEWS = Path(__file__).with_name("views.sql")


@dataclass(frozen=True)
class Built:
    """What a library holds: how many rows each table has, and which lines were not understood, and why."""

    path: Path
    counts: dict[str, int]
    unparsed: dict[str, str]


@dataclass
class Before:
    """What a new library takes over from the old one: imports, and what need not be parsed again."""

    rows: dict[str, SheetPiece] = field(default_factory=dict)
    sets: dict[str, CustomSet] = field(default_factory=dict)
    lines: dict[str, Line] = field(default_factory=dict)
    keywords: dict[str, tables.KeywordRow] = field(default_factory=dict)
    meta: dict[str, str] = field(default_factory=dict)


def build(path: Path, progress: Progress = silent, *, fresh: bool = False) -> Built:
    """Build the library at this path; rows imported before stay in it, unless it is to be fresh.

    A sound library that was made from just the same is left as it is.
    """
    with storage.replacing(path, damaged=fresh) as new:
        before = Before() if fresh else taken_over(path)
        lend_nations(nations_of(before.sets.values()))
        if before.meta == meta() and (held := as_it_is(path)):
            return held
        with _without_garbage_collection():
            built = write(new.path, before.rows, before.sets, before, progress)
            remember(path, new.path)
        new.finish()
    return Built(path, built.counts, built.unparsed)


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Nearly all that a build makes stays until it ends: looking for garbage would find little."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def as_it_is(path: Path) -> Built | None:
    """Return what the library at this path holds, or nothing if it is not sound or of another version."""
    if storage.state(path) != "current":
        return None
    with storage.library_errors(path):
        db = storage.connect(path)
        try:
            if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                return None
            names = (str(table.name) for table in tables.Row.metadata.sorted_tables)
            counts = {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}
            unparsed = dict(db.execute("SELECT text, message FROM unparsed_abilities").fetchall())
        finally:
            db.close()
    return Built(path, counts, unparsed)


def taken_over(path: Path) -> Before:
    """Read what stays of the library at this path; lines and keywords only if the language is the same."""
    before = Before()
    if (found_state := storage.state(path)) == "missing":
        return before
    with storage.library_errors(path):
        db = storage.connect(path)
        try:
            before.meta = dict(db.execute("SELECT key, value FROM meta").fetchall())
            imported = db.execute("SELECT id, row_json FROM sheet_rows ORDER BY id").fetchall()
            before.rows = {key: SheetPiece.model_validate_json(row) for key, row in imported}
            before.sets = _custom_sets(db)
            if found_state == "current" and before.meta.get("language") == language_digest():
                before.lines = {line.row.text: line for line in _lines(db)}
                before.keywords = {row["id"]: _keyword(row) for row in db.execute("SELECT * FROM keywords")}
        except ValidationError as error:
            raise LibraryError(
                f"Rows of {path} that were imported cannot be read any more ({plainly(error)}); "
                f"`pirate-code build --fresh --db {path}` leaves them out."
            ) from None
        finally:
            db.close()
    return before


def _custom_sets(db: sqlite3.Connection) -> dict[str, CustomSet]:
    """Return the custom sets of a library; an older one has no table of them."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'custom_sets'").fetchone():
        return {}
    rows = db.execute("SELECT id, set_json FROM custom_sets ORDER BY id").fetchall()
    return {key: CustomSet.model_validate_json(data) for key, data in rows}


def _lines(db: sqlite3.Connection) -> Iterator[Line]:
    keywords: dict[str, list[tables.AbilityKeyword]] = {}
    for row in db.execute("SELECT * FROM ability_keyword"):
        keywords.setdefault(row["ability_id"], []).append(tables.AbilityKeyword(**dict(row)))
    for row in db.execute("SELECT * FROM abilities"):
        yield Line(tables.AbilityRow(**dict(row)), tuple(keywords.get(row["id"], ())))


def _keyword(row: sqlite3.Row) -> tables.KeywordRow:
    return tables.KeywordRow(**dict(row) | {"marker": bool(row["marker"])})


def meta() -> dict[str, str]:
    """Return what a library made now says of itself."""
    return {
        "language": language_digest(),
        "schema_version": str(storage.SCHEMA_VERSION),
        "sources": _digest([folder("db"), folder("rulings"), _PACKAGE / "library"]),
        "tree_schema_version": language.SCHEMA_VERSION,
        "version": pirate_code.__version__,
    }


def language_digest() -> str:
    """Return a digest of everything that decides what a line means."""
    db = folder("db")
    library = _PACKAGE / "library"
    own = (
        _PACKAGE / "language",
        _PACKAGE / "parse_data.py",
        library / "abilities.py",
        library / "content.py",
    )
    data = (db / "keywords", db / "nations.yaml", db / "corrections.yaml", db / "same.yaml")
    return _digest([folder("grammar"), *data, *own])


def _digest(places: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for place in places:
        files = [place] if place.is_file() else sorted(place.rglob("*"))
        for path in files:
            if path.suffix in (".lark", ".yaml", ".py", ".sql") and path.is_file():
                name = path.relative_to(place.parent).as_posix()
                digest.update(f"{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:32]


def write(path: Path, rows: Rows, sets: CustomSets, before: Before, progress: Progress) -> Built:
    """Write a whole library to a new file; the lines and keywords of the one before are not parsed again.

    The nations of the custom sets must have been lent.
    """
    progress("reading", 0, 1)
    links.read_all()
    errata = load_errata()
    cards = catalog(load_pieces(), rows.values(), errata, sets)
    progress("reading", 1, 1)
    lines = _parse(cards, _unaffected(before, sets), progress)
    linked = links.link_all()
    erratum_rows, piece_errata = links.errata_rows(
        errata, cards, {ruling.id for ruling in links.read_all().rulings}
    )
    rows_of: list[Iterable[tables.Row | tables.Values]] = [
        [tables.Meta(key=key, value=value) for key, value in meta().items()],
        content.set_rows(cards, sets.values()),
        content.nation_rows(),
        content.term_rows(),
        [before.keywords.get(keyword.id) or content.keyword_row(keyword) for keyword in load_keywords()],
        content.readings(),
        content.same_forms(),
        _parsed_files(),
        [line.row for line in lines],
        [row for line in lines for row in line.keywords],
        [content.piece_row(card) for card in cards],
        [row for card in cards for row in content.piece_abilities(card)],
        [row for card in cards for row in content.piece_links(card)],
        links.term_abilities(lines),
        links.term_pieces(cards),
        [linked.entries[key] for key in sorted(linked.entries)],
        links.documents(),
        linked.rulings,
        linked.about,
        linked.see_also,
        linked.claims,
        linked.asked,
        erratum_rows,
        piece_errata,
        [tables.SheetRow(id=key, row_json=content.row_json(rows[key])) for key in sorted(rows)],
        [tables.CustomSetRow(id=key, set_json=content.set_json(sets[key])) for key in sorted(sets)],
    ]
    counts = _save(path, rows_of, progress)
    unparsed = {
        line.row.text: json.loads(line.row.error_json)["message"] for line in lines if line.row.error_json
    }
    return Built(path, counts, unparsed)


def _unaffected(before: Before, sets: CustomSets) -> dict[str, Line]:
    """Return the lines of the library before that speak of no nation that has come, changed or gone."""
    old, new = (set(nations_of(each.values())) for each in (before.sets, sets))
    names = {name for nation in old ^ new for name in (nation.adjective, nation.noun, *nation.spellings)}
    return {text: line for text, line in before.lines.items() if not any(name in text for name in names)}


def _parsed_files() -> Iterator[tables.Row]:
    files = {True: starting_files(), False: (document for _, document in links.read_all().files)}
    for at_start, documents in files.items():
        for digest, data in sorted(parsed(documents)):
            yield tables.ParsedFile(digest=digest, at_start=at_start, data_json=data)


def _parse(cards: Sequence[Card], known: Mapping[str, Line], progress: Progress) -> list[Line]:
    """Read every line; one that only custom pieces have may name no piece that is not there."""
    texts = {line for term in load_terms() for line in term.lines} | set(links.quoted_lines())
    custom: set[str] = set()
    for card in cards:
        held = custom if card.origin == CUSTOM else texts
        held |= {text for text in (card.printed.ability, card.played.ability) if text}
    custom -= texts
    names = {name for card in cards for name in (card.printed.name, *card.printed.other_names)}
    lines: list[Line] = []
    for done, text in enumerate(sorted(texts | custom)):
        progress("abilities", done, len(texts) + len(custom))
        if text in custom:
            lines.append(read_line(text, lambda: names))
        else:
            lines.append(known.get(text) or read_line(text))
    progress("abilities", len(lines), len(lines))
    return lines


def _save(
    path: Path, tables_rows: list[Iterable[tables.Row | tables.Values]], progress: Progress
) -> dict[str, int]:
    """Write the rows table by table, then the indexes and views."""
    db = sqlite3.connect(path)
    try:
        # The file takes the library's place only when it is whole, so it needs no journal of its own.
        db.execute("PRAGMA journal_mode = OFF")
        db.execute("PRAGMA synchronous = OFF")
        db.execute("PRAGMA temp_store = MEMORY")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute(f"PRAGMA application_id = {storage.APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {storage.SCHEMA_VERSION}")
        db.execute("BEGIN")
        db.execute("PRAGMA defer_foreign_keys = ON")
        tables.create(db)
        counts: dict[str, int] = {}
        for done, rows in enumerate(tables_rows):
            progress("writing", done, len(tables_rows) + 1)
            counts |= tables.save(db, rows)
        for index in (ruling_word_rows, spelling_rows, name_rows, gram_vector_rows, ruling_vector_rows):
            counts |= tables.save(db, index(db))
        db.commit()
        progress("writing", len(tables_rows), len(tables_rows) + 1)
        db.executescript(_VIEWS.read_text(encoding="utf-8"))
        db.execute("ANALYZE")
        db.commit()
        progress("writing", len(tables_rows) + 1, len(tables_rows) + 1)
        return counts
    finally:
        db.close()
