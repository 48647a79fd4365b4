"""Caches what is read from a library until its file changes."""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Callable
from functools import lru_cache, wraps
from pathlib import Path
from typing import TypeVar

Read = TypeVar("Read")
_LIBRARIES = 4  # of which results are cached at a time


def cached_by_file(read: Callable[[sqlite3.Connection], Read]) -> Callable[[sqlite3.Connection], Read]:
    """Cache what a function reads from a library; one in memory is read each time."""

    @lru_cache(maxsize=_LIBRARIES)
    def of_file(path: str, changed: int, size: int) -> Read:
        db = sqlite3.connect(f"{Path(path).as_uri()}?mode=ro", uri=True)
        try:
            found = read(db)
        finally:
            db.close()
        gc.freeze()  # else every full collection goes through all of it, in the middle of some answer
        return found

    @wraps(read)
    def of(db: sqlite3.Connection) -> Read:
        path = next((row[2] for row in db.execute("PRAGMA database_list") if row[1] == "main"), "")
        if not path:
            return read(db)
        stat = Path(path).stat()
        return of_file(path, stat.st_mtime_ns, stat.st_size)

    return of
