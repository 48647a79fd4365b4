"""What is put on the table: the abilities of a thing that is asked about, and what kind of piece has them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pirate_code.answers.experiment.feature import Feature, features
from pirate_code.library.lookup import Meaning

if TYPE_CHECKING:
    from pirate_code.rules.program.abilities import Ability

FEATURE = "feature"  # the kind of what is no piece


@dataclass(frozen=True)
class Subject:
    """A thing with abilities: its name, the kind of piece that carries it, and its abilities.

    A term of the rules has none and is a feature of the table instead.
    """

    name: str
    kind: str
    abilities: tuple[Ability, ...]
    feature: Feature | None = None


def subject_of(db: sqlite3.Connection, thing: Meaning) -> Subject | None:
    """What a thing of the library is on a table; None if it has no trees."""
    finders = {"keyword": _keyword, "ability": _line, "piece": _piece, "term": _term}
    find = finders.get(thing.type)
    return next(find(db, thing), None) if find is not None else None


def subjects_of(db: sqlite3.Connection, x: Meaning, y: Meaning) -> tuple[Subject, Subject] | None:
    """What two things are on a table; None if one of them has no trees.

    Terms come first: most things without trees are terms, and that is known before any tree is read.
    """
    first, second = (y, x) if y.type == "term" else (x, y)
    one = subject_of(db, first)
    other = subject_of(db, second) if one is not None else None
    if one is None or other is None:
        return None
    return (one, other) if first is x else (other, one)


def subject_of_line(db: sqlite3.Connection, line: str) -> Subject:
    """A line that need not be on any card; one that is not understood raises LanguageError."""
    from pirate_code.language import parse
    from pirate_code.library.prepared import lend_trees
    from pirate_code.rules.program.abilities import abilities

    lend_trees(db)
    return Subject(f'"{line}"', "crew", abilities(parse(line)))


def _stored(db: sqlite3.Connection, tree_json: str) -> tuple[Ability, ...]:
    """The abilities of stored trees; what reads them is imported only when there are some."""
    from pirate_code.language.stored import trees
    from pirate_code.library.prepared import lend_trees
    from pirate_code.rules.program.abilities import abilities

    lend_trees(db)
    return abilities(trees(tree_json))


def _printed(db: sqlite3.Connection, keyword: str, nation: str | None) -> tuple[Ability, ...]:
    """The abilities of a keyword as a card has it."""
    from pirate_code.language.tree import Ability as AbilityTree
    from pirate_code.language.tree import KeywordAbility
    from pirate_code.library.prepared import lend_trees
    from pirate_code.rules.program.abilities import abilities

    lend_trees(db)
    return abilities((AbilityTree(effect=KeywordAbility(keyword=keyword, nation=nation)),))


def _keyword(db: sqlite3.Connection, thing: Meaning) -> Iterator[Subject]:
    row = db.execute(
        "SELECT kind, carried_by_json, tree_json, parameters_json FROM keywords WHERE id = ?", (thing.id,)
    ).fetchone()
    if row is None or row[2] is None:
        return
    carrier = json.loads(row[1])[0]
    if row[0] != "keyword":
        yield Subject(thing.name, carrier, _stored(db, row[2]))
        return
    values = [nation for parameter in json.loads(row[3]).values() for nation in parameter["values"]]
    nation = values[0] if values else None
    yield Subject(thing.name, carrier, _printed(db, thing.id, nation))


def _line(db: sqlite3.Connection, thing: Meaning) -> Iterator[Subject]:
    statement = (
        "SELECT tree_json, (SELECT kind FROM pieces JOIN piece_ability ON piece_id = pieces.id "
        "WHERE ability_id = abilities.id ORDER BY kind LIMIT 1) FROM abilities "
        "WHERE id = ? AND tree_json IS NOT NULL"
    )
    for tree, kind in db.execute(statement, (thing.id,)):
        yield Subject(thing.name, kind or "crew", _stored(db, tree))


def _piece(db: sqlite3.Connection, thing: Meaning) -> Iterator[Subject]:
    statement = (
        "SELECT tree_json FROM abilities JOIN piece_ability ON ability_id = abilities.id "
        "WHERE piece_id = ? AND in_force AND tree_json IS NOT NULL"
    )
    for (tree,) in db.execute(statement, (thing.id,)):
        yield Subject(thing.name, thing.kind, _stored(db, tree))


def _in_words(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """The abilities of a line that are said in words: keywords beside them have names of their own."""
    return tuple(each for each in abilities if each.keyword is None) or abilities


def _term(db: sqlite3.Connection, thing: Meaning) -> Iterator[Subject]:
    if thing.id in features():
        yield Subject(thing.name, FEATURE, (), features()[thing.id])
    # The shortest line that is on a card has the ability and nothing besides.
    statement = (
        "SELECT ability_id FROM term_ability JOIN abilities ON abilities.id = ability_id WHERE term_id = ? "
        "ORDER BY ability_id NOT IN (SELECT ability_id FROM piece_ability), length(text), ability_id"
    )
    for (line,) in db.execute(statement, (thing.id,)).fetchall():
        for row in _line(db, Meaning("ability", line, thing.name, "ability")):
            yield replace(row, abilities=_in_words(row.abilities))
    statement = (
        "SELECT pieces.id, pieces.kind FROM pieces JOIN term_piece ON piece_id = pieces.id "
        "WHERE term_id = ? ORDER BY pieces.id"
    )
    for piece, kind in db.execute(statement, (thing.id,)).fetchall():
        yield from _piece(db, Meaning("piece", piece, thing.name, kind))
