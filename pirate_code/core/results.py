"""Results of jobs by their keys, in an SQLite file: written as they come, so that nothing is done twice."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from pirate_code.core.saving import SaveError, dumps, loads
from pirate_code.data import DataError

_APPLICATION = 0x50_43_52_31  # "PCR1": what tells a file of results from any other database
_SECONDS = 60.0  # to wait for somebody else who writes to the file
_TABLES = """
CREATE TABLE results (key TEXT PRIMARY KEY, result TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, setting TEXT NOT NULL) WITHOUT ROWID;
"""
Result = TypeVar("Result")


class Results(Generic[Result]):
    """A file of results; several runs may write to it at the same time."""

    def __init__(
        self, path: Path | None, write: Callable[[Result], Any], read: Callable[[Any], Result]
    ) -> None:
        """`write` turns a result into plain data, `read` plain data into a result; no path: in memory."""
        self._path, self._write, self._read = path, write, read
        with self._telling():
            self._db = sqlite3.connect(path or ":memory:", timeout=_SECONDS)
            self._open()

    def known(self, keys: Iterable[str]) -> dict[str, Result]:
        """The results of these keys that there are, in the order of the keys."""
        found: dict[str, Result] = {}
        with self._telling():
            for key in keys:
                row = self._db.execute("SELECT result FROM results WHERE key = ?", (key,)).fetchone()
                if row is not None:
                    found[key] = self._result(key, row[0])
        return found

    def add(self, results: Mapping[str, Result]) -> None:
        """Write results, all of them or none; one that is there already stays."""
        rows = [(key, dumps(self._write(result))) for key, result in results.items()]
        with self._telling(), self._db:
            self._db.executemany("INSERT OR IGNORE INTO results VALUES (?, ?)", rows)

    def describe(self, name: str, setting: Any) -> None:
        """Write down what a name that begins keys stands for."""
        with self._telling(), self._db:
            self._db.execute("INSERT OR IGNORE INTO settings VALUES (?, ?)", (name, dumps(setting)))

    def __len__(self) -> int:
        """How many results there are."""
        with self._telling():
            return int(self._db.execute("SELECT count(*) FROM results").fetchone()[0])

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _open(self) -> None:
        """Make the tables of a new file; DataError if it is something else."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            (application,) = self._db.execute("PRAGMA application_id").fetchone()
            if application == _APPLICATION:
                return
            if self._db.execute("SELECT 1 FROM sqlite_master").fetchone() is not None:
                raise DataError("this is a database, but no file of results; choose another file", self._path)
            for table in _TABLES.split(";"):
                self._db.execute(table)
            self._db.execute(f"PRAGMA application_id = {_APPLICATION}")

    def _result(self, key: str, text: str) -> Result:
        try:
            return self._read(loads(text))
        except (SaveError, KeyError, TypeError, ValueError) as error:
            raise DataError(f"the result of {key!r} cannot be read: {error}", self._path) from None

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Tell what is wrong with the file in one sentence."""
        try:
            yield
        except sqlite3.Error as error:
            raise DataError(f"the results cannot be kept here: {error}", self._path) from None
