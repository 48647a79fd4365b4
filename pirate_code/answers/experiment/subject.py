"""What is put on the table: the abilities of a thing that is asked about, and what kind of piece has them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pirate_code.answers.experiment.experiment_file import Feature, experiment_tables
from pirate_code.language.stored import trees
from pirate_code.language.tree import Ability as AbilityTree
from pirate_code.language.tree import KeywordAbility
from pirate_code.library.lookup import Meaning
from pirate_code.library.prepared import lend_trees
from pirate_code.rules.program.abilities import Ability
from pirate_code.rules.program.abilities import abilities as abilities_of

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
    lend_trees(db)
    finders = {"keyword": _keyword, "ability": _line, "piece": _piece, "term": _term}
    find = finders.get(thing.type)
    return next(find(db, thing), None) if find is not None else None


def subject_of_line(db: sqlite3.Connection, line: str) -> Subject:
    """A line that need not be on any card; one that is not understood raises LanguageError."""
    from pirate_code.language import parse

    lend_trees(db)
    return Subject(f'"{line}"', "crew", abilities_of(parse(line)))


def _keyword(db: sqlite3.Connection, thing: Meaning) -> Iterator[Subject]:
    row = db.execute(
        "SELECT kind, carried_by_json, tree_json, parameters_json FROM keywords WHERE id = ?", (thing.id,)
    ).fetchone()
    if row is None or row[2] is None:
        return
    carrier = json.loads(row[1])[0]
    if row[0] != "keyword":
        yield Subject(thing.name, carrier, abilities_of(trees(row[2])))
        return
    values = [nation for parameter in json.loads(row[3]).values() for nation in parameter["values"]]
    nation = values[0] if values else None
    printed = AbilityTree(effect=KeywordAbility(keyword=thing.id, nation=nation))
    yield Subject(thing.name, carrier, abilities_of((printed,)))


def _line(db: sqlite3.Connection, thing: Meaning) -> Iterator[Subject]:
    statement = (
        "SELECT tree_json, (SELECT kind FROM pieces JOIN piece_ability ON piece_id = pieces.id "
        "WHERE ability_id = abilities.id ORDER BY kind LIMIT 1) FROM abilities "
        "WHERE id = ? AND tree_json IS NOT NULL"
    )
    for tree, kind in db.execute(statement, (thing.id,)):
        yield Subject(thing.name, kind or "crew", abilities_of(trees(tree)))


def _piece(db: sqlite3.Connection, thing: Meaning) -> Iterator[Subject]:
    statement = (
        "SELECT tree_json FROM abilities JOIN piece_ability ON ability_id = abilities.id "
        "WHERE piece_id = ? AND in_force AND tree_json IS NOT NULL"
    )
    for (tree,) in db.execute(statement, (thing.id,)):
        yield Subject(thing.name, thing.kind, abilities_of(trees(tree)))


def _in_words(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """The abilities of a line that are said in words: keywords beside them have names of their own."""
    return tuple(each for each in abilities if each.keyword is None) or abilities


def _term(db: sqlite3.Connection, thing: Meaning) -> Iterator[Subject]:
    if thing.id in experiment_tables().features:
        yield Subject(thing.name, FEATURE, (), experiment_tables().features[thing.id])
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
