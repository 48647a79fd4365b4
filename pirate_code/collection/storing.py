"""Where a user's collection lies, and how it is read and replaced.

The file is the same table that is imported and exported, so that a spreadsheet opens it too. It is replaced
in one step when the new one is whole, and changed by one program at a time.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from pirate_code.collection.holdings import Collection, CollectionError
from pirate_code.collection.table import read_rows, understand, written
from pirate_code.library.export import writing
from pirate_code.library.storage import data_folder, locked

ENVIRONMENT = "PIRATE_CODE_COLLECTION"


def default_path() -> Path:
    """Return where the user's collection lies: $PIRATE_CODE_COLLECTION, or in the user's data folder."""
    if chosen := os.environ.get(ENVIRONMENT):
        return Path(chosen)
    return data_folder(f"--collection or {ENVIRONMENT}") / "collection.csv"


def read(db: sqlite3.Connection, path: Path) -> Collection:
    """Read a collection; rows that the library does not know are kept beside the others."""
    return understand(db, path, read_rows(path)).collection()


def read_own(db: sqlite3.Connection, path: Path) -> Collection:
    """Read the collection at a place where there may be none yet."""
    return read(db, path) if path.exists() else Collection()


def change(
    db: sqlite3.Connection, path: Path, changed: Callable[[Collection], Collection]
) -> tuple[Collection, Collection]:
    """Put what a function makes of the collection in its place; return it as it was and as it is."""
    try:
        if path == default_path():
            path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path.resolve()):
            before = read_own(db, path)
            after = changed(before)
            with writing(path) as file:
                file.writelines(written(db, after))
    except OSError as error:
        reason = error.strerror or error
        raise CollectionError(f"{path} cannot be written ({reason}); it is left as it was.") from None
    return before, after
