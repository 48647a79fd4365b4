"""What a library holds ready so that a command starts quickly: data files as JSON, and trees of texts.

A file is used in this form only while its text is the one that the library was built from.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from pirate_code.data import Document, digest_of, folder, lend_parsed, load_yaml, read_text
from pirate_code.library.file_cache import cached_by_file
from pirate_code.library.text import as_json, slug

# Folders of db/ that no command reads whole once there is a library.
_LEFT_OUT = ("pieces", "fleets")


def starting_files() -> Iterator[Document]:
    """Yield every YAML file that commands read when they start."""
    return (load_yaml(path) for path in _files())


def parsed(documents: Iterable[Document]) -> Iterator[tuple[str, str]]:
    """Yield the digest and the data, as JSON, of files that JSON can hold."""
    for document in documents:
        written = as_json(document.data)
        if json.loads(written) == document.data:  # a number as a key would come back as text
            yield digest_of(read_text(document.path)), written


def _files() -> Iterator[Path]:
    yield from sorted(folder("grammar").glob("*.yaml"))
    db = folder("db")
    yield from (path for path in sorted(db.rglob("*.yaml")) if path.relative_to(db).parts[0] not in _LEFT_OUT)


def lend_files(db: sqlite3.Connection) -> None:
    """Lend the data of files, so that no YAML needs to be read, and the nations of custom sets."""
    _lend_files(db)
    lend_custom_nations(db)


@cached_by_file
def _lend_files(db: sqlite3.Connection) -> int:
    files = dict(db.execute("SELECT digest, data_json FROM parsed_files WHERE at_start").fetchall())
    lend_parsed(files)
    return len(files)


def lend_file(db: sqlite3.Connection, path: Path) -> None:
    """Lend the data of one file that no command reads when it starts."""
    statement = "SELECT digest, data_json FROM parsed_files WHERE digest = ?"
    lend_parsed(dict(db.execute(statement, (digest_of(read_text(path)),)).fetchall()))


def lend_trees(db: sqlite3.Connection) -> None:
    """Lend trees of definitions, forms that are the same, and nations of custom sets, which trees name."""
    lend_custom_nations(db)
    _lend_trees(db)


def lend_custom_nations(db: sqlite3.Connection) -> None:
    """Lend the nations that only this library knows; those of another one are forgotten."""
    rows = db.execute(
        "SELECT id, adjective, noun, spellings_json, notes FROM nations"
        " WHERE origin = 'custom' ORDER BY rowid"
    ).fetchall()
    if not rows and "pirate_code.glossary" not in sys.modules:  # a command that reads needs it seldom
        return
    from pirate_code.glossary import Nation, lend_nations

    colours = {
        slug(nation["name"]): {"colours": tuple(nation["colours"])}
        for (data,) in db.execute("SELECT set_json FROM custom_sets")
        for nation in json.loads(data).get("nations", ())
        if "colours" in nation
    }
    nations = [
        Nation(id=key, adjective=name, noun=noun, spellings=tuple(json.loads(spellings)), notes=notes)
        for key, name, noun, spellings, notes in rows
    ]
    lend_nations([nation.model_copy(update=colours.get(nation.id, {})) for nation in nations])


@cached_by_file
def _lend_trees(db: sqlite3.Connection) -> int:
    from pirate_code.language.compare import lend_groups
    from pirate_code.language.stored import lend

    trees = dict(db.execute("SELECT text, tree_json FROM readings").fetchall())
    lend(trees)
    groups = db.execute("SELECT forms_json, group_name FROM same_forms").fetchall()
    lend_groups({frozenset(json.loads(forms)): name for forms, name in groups})
    return len(trees) + len(groups)
