"""What can go wrong with the library's file, each told in one sentence."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pirate_code.data import DataError

ENVIRONMENT = "PIRATE_CODE_DB"

_FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}
_DENIED = {errno.EACCES, errno.EPERM, errno.EROFS}
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class LibraryError(DataError):
    """The library cannot be used or written; the message is a sentence for the user."""


@contextmanager
def library_errors(place: Path) -> Iterator[None]:
    """Turn every failure of the disk or of SQLite inside the block into a LibraryError of one sentence."""
    try:
        yield
    except LibraryError:
        raise
    except sqlite3.Error as error:
        raise _sqlite_failure(error, place) from error
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise _disk_failure(error, place) from error


def _sqlite_failure(error: sqlite3.Error, place: Path) -> LibraryError:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return _no_space(place)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return _denied(place, str(error))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return LibraryError(f"Another program is at work on {place}; try again when it is done.")
    if code in _DAMAGED:
        return damage(place, str(error))
    return LibraryError(f"The library {place} cannot be read or written ({error}).")


def _disk_failure(error: OSError, place: Path) -> LibraryError:
    if error.errno in _FULL:
        return _no_space(place)
    reason = error.strerror or str(error)
    if error.errno in _DENIED:
        return _denied(place, reason)
    return LibraryError(f"The library {place} cannot be written ({reason}); it is left as it was.")


def _no_space(place: Path) -> LibraryError:
    return LibraryError(
        f"The disk is full, so {place} was not written; what was there before is still there."
    )


def _denied(place: Path, reason: str) -> LibraryError:
    return LibraryError(
        f"The folder {place.parent} cannot be written ({reason}); "
        f"choose another place with --db or {ENVIRONMENT}."
    )


def damage(place: Path, reason: str) -> LibraryError:
    """Say that a library is damaged, and what can be done."""
    return LibraryError(
        f"The library {place} is damaged ({reason}); `pirate-code build --fresh --db {place}` makes it new, "
        "and what had been imported must be imported again."
    )
