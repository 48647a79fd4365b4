"""Opens a library for reading, and builds it first where that is due.

Nothing heavy is imported before it is needed: most of the time the library is there.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

import pirate_code
from pirate_code.library.prepared import lend_custom_nations, lend_files
from pirate_code.library.storage import LibraryError, Progress, connect, default_path, library_errors, state


def open_library(path: Path | None = None, progress: Progress | None = None) -> sqlite3.Connection:
    """Open a library for reading.

    The default one is built on first use, with a progress bar on a terminal; one that an older version
    wrote is built again. A path that is given must hold a library.
    """
    place = default_path() if path is None else path
    condition = state(place)
    if condition == "missing" and path is not None:
        raise LibraryError(f"There is no library at {place}; `pirate-code build --db {place}` makes one.")
    if condition != "current":
        _build(place, progress)
    elif path is None and _version(place) != pirate_code.__version__:
        with suppress(LibraryError):  # where it cannot be written, the old one serves
            _build(place, progress)
    db = connect(place)
    with library_errors(place):
        lend_files(db)
    return db


def lend_own_nations() -> None:
    """Know the nations of custom sets of the user's library, if there is one; else the game's alone.

    For commands that read a line and need no library: none is built, and a bad one is not their matter.
    """
    with suppress(LibraryError, sqlite3.Error):
        place = default_path()
        if state(place) != "current":
            return
        db = connect(place)
        try:
            lend_custom_nations(db)
        finally:
            db.close()


def _build(place: Path, progress: Progress | None) -> None:
    from pirate_code.library.build import build
    from pirate_code.library.progress import progress_bar

    if progress is not None:
        build(place, progress)
        return
    with progress_bar() as bar:
        build(place, bar)


def _version(place: Path) -> str:
    with library_errors(place):
        db = connect(place)
        try:
            row = db.execute("SELECT value FROM meta WHERE key = 'version'").fetchone()
        finally:
            db.close()
        return str(row[0]) if row else ""
