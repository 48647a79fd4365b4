"""Finds what a name or number means in the library: a piece, keyword, ability, ruling, term or section."""

from __future__ import annotations

import difflib
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pirate_code.core.naming import folded
from pirate_code.library.file_cache import cached_by_file
from pirate_code.library.piece_numbers import PieceNumbers
from pirate_code.library.vocabulary import Vocabulary

LENGTH_LIMIT = 2_000
_SUGGESTED = 3
_LONG = 80
_NEAR = 0.6
_ALMOST = 0.15  # of likeness, by which a name may be less like than the nearest
_WITH_KIND = re.compile(r"(.*\S)\s*\(([^()]+)\)")
_KINDS = {"ut": "unique treasure", "nationality": "nation", "line": "ability"}


class Meaning(NamedTuple):
    """A thing of the library: its type says which table it stands in, its kind what it is in the game."""

    type: str
    id: str
    name: str
    kind: str

    def is_called(self, kind: str) -> bool:
        """Whether the kind that stands in brackets after a name fits."""
        return kind in (self.kind, self.type)


def find(db: sqlite3.Connection, name: str) -> list[Meaning]:
    """Return everything that has this name or number: nothing, one thing, or several to choose from."""
    name = name.strip()[:LENGTH_LIMIT]
    if meanings := _by_id(db, name):
        return meanings
    parts = _WITH_KIND.fullmatch(name)
    if parts and (meanings := _by_id(db, parts[2])):
        return meanings
    if parts:
        kind = _KINDS.get(folded(parts[2]), folded(parts[2]))
        if meanings := [each for each in _named(db, name_key(parts[1])) if each.is_called(kind)]:
            return meanings
    key = name_key(name)
    for each in (key, key.removesuffix("s"), key.removesuffix("es")):
        if meanings := _named(db, each):
            return _chosen(db, meanings)
    return []


@cached_by_file
def numbers_of(db: sqlite3.Connection) -> PieceNumbers:
    """Return the numbers of the pieces of a library, as people write them."""
    vocabulary = Vocabulary(db)
    ids = [key for (key,) in db.execute("SELECT id FROM pieces")]
    return PieceNumbers(ids, vocabulary.sets, vocabulary.printings)


def meant(meanings: list[Meaning]) -> Meaning | None:
    """Return the one thing that is meant: the only one, or a keyword beside pieces called after it."""
    others = [each for each in meanings if each.type != "piece"]
    if len(meanings) == 1:
        return meanings[0]
    return others[0] if len(others) == 1 and others[0].type == "keyword" else None


def custom_ones(db: sqlite3.Connection, things: Iterable[Meaning | None]) -> list[Meaning]:
    """Return those of some things that are custom pieces, of which no ruling was made."""
    statement = "SELECT 1 FROM pieces WHERE id = ? AND origin = 'custom'"
    return [
        thing
        for thing in things
        if thing is not None and thing.type == "piece" and db.execute(statement, (thing.id,)).fetchone()
    ]


def printed_line(db: sqlite3.Connection, piece: str) -> str | None:
    """Return the line that a piece has, by its id, with corrections; None if it has none."""
    statement = (
        "SELECT text FROM abilities JOIN piece_ability ON ability_id = abilities.id "
        "WHERE piece_id = ? AND in_force"
    )
    return " ".join(text for (text,) in db.execute(statement, (piece,))) or None


def why_no_number(db: sqlite3.Connection, name: str) -> str:
    """Tell what is wrong with a number that no piece has; nothing if it is not written like one."""
    return numbers_of(db).why_none(name) if any(map(str.isdigit, name)) else ""


def suggestions(db: sqlite3.Connection, name: str) -> list[str]:
    """Return names of the library that are spelt nearly like this one."""
    shown: dict[str, str] = {}
    for meaning, names in all_names(db):
        if meaning.type != "ability":
            for key in map(name_key, names):
                shown.setdefault(key, meaning.name)
    wanted = name_key(name[:_LONG])
    near = difflib.get_close_matches(wanted, shown, _SUGGESTED, _NEAR)
    likeness = [difflib.SequenceMatcher(None, wanted, key).ratio() for key in near]
    close = (key for key, alike in zip(near, likeness, strict=True) if alike >= likeness[0] - _ALMOST)
    return list(dict.fromkeys(shown[key] for key in close))


def name_key(name: str) -> str:
    """Return a name as it is looked up: an ability line goes by its words without the last full stop."""
    return folded(name).rstrip(".")


def _by_id(db: sqlite3.Connection, name: str) -> list[Meaning]:
    """Return what has this id, or the piece that has this number."""
    pieces = "SELECT 'piece', id, name, kind FROM pieces WHERE "
    rows = db.execute(f"{pieces} id = ? COLLATE NOCASE", (name,)).fetchall()
    if not rows and any(map(str.isdigit, name)):
        ids = numbers_of(db).find(name)
        rows = db.execute(f"{pieces} id IN ({', '.join('?' * len(ids))}) ORDER BY id", ids).fetchall()
    if not rows:
        rows = db.execute(
            "SELECT 'ruling', id, id, part FROM rulings WHERE id = ? "
            "UNION ALL SELECT 'ability', id, text, 'ability' FROM abilities WHERE id = ?",
            (name.lower(), name.lower()),
        ).fetchall()
    return [Meaning(*row) for row in rows]


def _named(db: sqlite3.Connection, key: str) -> list[Meaning]:
    """Return what has a name, which is given as it is looked up."""
    statement = "SELECT type, thing_id, name, kind FROM names WHERE key = ? ORDER BY position"
    return [Meaning(*row) for row in db.execute(statement, (key,))]


def all_names(db: sqlite3.Connection) -> Iterator[tuple[Meaning, list[str]]]:
    """Yield everything that the library holds, with all its names."""
    keywords: dict[str, list[str]] = {}
    for name, (key, _) in Vocabulary(db).keywords.items():
        keywords.setdefault(key, []).append(name)
    for key, name, kind in db.execute("SELECT id, name, kind FROM keywords"):
        yield Meaning("keyword", key, name, kind), keywords[key]
    for key, name, kind, others in db.execute("SELECT id, name, kind, other_names FROM pieces ORDER BY id"):
        yield Meaning("piece", key, name, kind), [name, *others.split(", ")]
    for key, name, kind, aliases in db.execute("SELECT id, name, kind, aliases_json FROM terms"):
        yield Meaning("term", key, name, kind), [key, name, *json.loads(aliases)]
    for key, name, noun, more in db.execute("SELECT id, adjective, noun, spellings_json FROM nations"):
        yield Meaning("nation", key, name, "nation"), [key, name, noun, *json.loads(more)]
    for key, text in db.execute("SELECT id, text FROM abilities"):
        yield Meaning("ability", key, text, "ability"), [text]
    for (name,) in db.execute("SELECT DISTINCT section FROM rulings"):
        yield Meaning("section", folded(name), name, "section"), [name, re.sub(r"\s*\([^()]*\)$", "", name)]


def _chosen(db: sqlite3.Connection, meanings: list[Meaning]) -> list[Meaning]:
    """Leave out what says no more than its neighbours.

    A section goes by its own name only if nothing else has it, and so does a line that is only a keyword;
    a term that stands for pieces is those pieces.
    """
    pieces = {each.id for each in meanings if each.type == "piece"}
    kept = [
        each
        for each in meanings
        if each.type not in ("section", "ability")
        and not (each.type == "term" and pieces & set(_pieces_of(db, each.id)))
    ]
    return kept or [each for each in meanings if each.type == "ability"] or meanings


def _pieces_of(db: sqlite3.Connection, term: str) -> Iterator[str]:
    for (piece,) in db.execute("SELECT piece_id FROM term_piece WHERE term_id = ?", (term,)):
        yield piece
