"""Where the library lies, and how it is read, locked and replaced.

A library is never changed in place. A new file is written beside it, brought to the disk, and put in its
place in one step, so a killed build or a full disk leaves the old library as it was. What stands in the
tables is not known here, and nothing heavy is imported: reading commands start with this module.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from pirate_code.library.failures import ENVIRONMENT, LibraryError, damage, library_errors

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = [
    "APPLICATION_ID",
    "ENVIRONMENT",
    "SCHEMA_VERSION",
    "FileVersion",
    "LibraryError",
    "Progress",
    "Replacement",
    "connect",
    "data_folder",
    "default_path",
    "file_version",
    "locked",
    "place_of",
    "reader",
    "replacing",
    "silent",
    "state",
    "library_errors",
]

APPLICATION_ID = int.from_bytes(b"PCSG")
SCHEMA_VERSION = 16

Progress = Callable[[str, int, int], None]
State = Literal["missing", "old", "current"]

_HEADER = struct.Struct(">16sH10xI28xI4xI")  # magic, page size, pages, user version, application id
_HEADER_SIZE = 100
_MAGIC = b"SQLite format 3\0"
_BUSY = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}


def silent(what: str, done: int, total: int) -> None:
    """Tell nobody how far the work has come."""


def default_path() -> Path:
    """Return where the library lies if nobody says otherwise: $PIRATE_CODE_DB, or the user's data folder."""
    if chosen := os.environ.get(ENVIRONMENT):
        return Path(chosen)
    return data_folder(f"--db or {ENVIRONMENT}") / "library.sqlite"


def data_folder(otherwise: str) -> Path:
    """Return the user's data folder; `otherwise` is what a user without one can say instead."""
    data = Path(os.environ.get("XDG_DATA_HOME") or "")
    if not data.is_absolute():
        try:
            data = Path.home() / ".local" / "share"
        except RuntimeError:
            raise LibraryError(f"There is no home folder; say with {otherwise} where.") from None
    return data / "pirate-code"


def connect(place: Path) -> sqlite3.Connection:
    """Open the library at this place for reading only; rows can be read by name."""
    with library_errors(place):
        db = sqlite3.connect(f"{place.resolve().as_uri()}?mode=ro", uri=True)
        db.row_factory = sqlite3.Row
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone():
            raise damage(place, "its tables are missing")
        return db


_READERS: dict[tuple[int, int, Path], sqlite3.Connection] = {}


def reader(place: Path) -> sqlite3.Connection:
    """The library at this place, opened once in every thread that does many jobs with it."""
    key = os.getpid(), threading.get_ident(), place  # neither another thread nor a fork may use a connection
    if key not in _READERS:
        _READERS[key] = connect(place)
    return _READERS[key]


def place_of(db: sqlite3.Connection) -> Path:
    """The file of a library that is open."""
    return next(Path(row[2]) for row in db.execute("PRAGMA database_list") if row[1] == "main")


class FileVersion(NamedTuple):
    """What tells a file from another one that was put in its place."""

    inode: int
    changed: int
    size: int


def file_version(place: Path) -> FileVersion | None:
    """The version of the file at a place; none if there is none."""
    try:
        found = place.stat()
    except OSError:
        return None
    return FileVersion(found.st_ino, found.st_mtime_ns, found.st_size)


def state(path: Path, *, damaged: bool = False) -> State:
    """Say from its first bytes whether a library is there and can be read; anything else is refused.

    With `damaged`, a damaged or newer library counts as an old one.
    """
    try:
        kind = path.stat()
        head = _first_bytes(path) if stat.S_ISREG(kind.st_mode) else b""
    except (FileNotFoundError, NotADirectoryError):
        return "missing"
    except OSError as error:
        raise LibraryError(f"{path} cannot be read ({error.strerror or error}).") from None
    if not stat.S_ISREG(kind.st_mode):
        what = "a folder" if stat.S_ISDIR(kind.st_mode) else "no file"
        raise LibraryError(f"{path} is {what}, not a library.")
    if not kind.st_size:
        return "missing"
    if len(head) < _HEADER_SIZE or not head.startswith(_MAGIC):
        raise LibraryError(
            f"{path} is not a library of Pirate Code and not even SQLite; it is left as it is."
        )
    _, page, pages, version, application = _HEADER.unpack_from(head)
    if application != APPLICATION_ID:
        raise LibraryError(f"{path} is a SQLite file of something else; it is left as it is.")
    if not damaged and kind.st_size < pages * (page if page > 1 else 65_536):
        raise damage(path, "it is cut short")
    if version > SCHEMA_VERSION and not damaged:
        raise LibraryError(f"{path} was made by a newer version of pirate-code; install that one to read it.")
    return "current" if version == SCHEMA_VERSION else "old"


def _first_bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_HEADER_SIZE)


@dataclass
class Replacement:
    """A file that is being written beside the library; after `finish` it takes the library's place."""

    path: Path
    finished: bool = False

    def finish(self) -> None:
        """Say that the file is whole."""
        self.finished = True


@contextmanager
def replacing(path: Path, *, damaged: bool = False) -> Iterator[Replacement]:
    """Lock the library and let the block write a new one; unless the block finishes it, the old one stays."""
    place = path.resolve()
    with library_errors(place):
        _make_folder(path, place.parent)
        with locked(place):
            before = state(place, damaged=damaged)
            new = place.with_name(f".{place.name}.new")
            _clear(new)
            try:
                replacement = Replacement(new)
                yield replacement
                if replacement.finished:
                    _sync(new)
                    if before != "missing":
                        new.chmod(stat.S_IMODE(place.stat().st_mode))
                    new.replace(place)
                    _sync(place.parent)
            finally:
                _clear(new)


def _make_folder(path: Path, folder: Path) -> None:
    """Make the folder of the default library; any other must be there, for a name may be misspelt."""
    if folder.is_dir():
        return
    with suppress(LibraryError):
        if path == default_path():
            folder.mkdir(parents=True, exist_ok=True)
            return
    raise LibraryError(f"There is no folder {folder}; make it, or choose another place.")


def _clear(new: Path) -> None:
    """Remove a new file that did not become the library, and what SQLite keeps beside one."""
    for path in (new, *(new.with_name(new.name + end) for end in ("-journal", "-wal", "-shm"))):
        path.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Wait until a file or the entries of a folder are on the disk."""
    if sys.platform == "win32" and path.is_dir():
        return
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def locked(place: Path) -> Iterator[None]:
    """Hold the lock beside a file; the system drops it when the process ends, however it ends."""
    lock = place.with_name(f".{place.name}.lock")
    while True:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(handle)
        except OSError as error:
            os.close(handle)
            if error.errno not in _BUSY:
                raise
            raise LibraryError(
                f"Another build or import is at work on {place}; try again when it is done."
            ) from None
        if _is_there(lock, handle):
            break
        os.close(handle)  # the one who held it before has removed the file
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink()
        os.close(handle)


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_there(lock: Path, handle: int) -> bool:
    """Whether the open file is still the one that others find under its name."""
    try:
        return os.path.samestat(lock.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False
