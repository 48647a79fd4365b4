"""The process that runs visitors' statements, one at a time.

It is started as `python -m pirate_code.visitor_sql.process LIBRARY`, reads one statement a line and writes
one answer a line, both as JSON. A statement that does not stop when its time is over ends this process, even
if the server is gone by then. It loads the standard library alone, so that another one is started quickly.
"""

from __future__ import annotations

import base64
import faulthandler
import json
import os
import re
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pirate_code.visitor_sql.sql_permissions import restrict

HEAP_BYTES = 32_000_000  # what SQLite may take for one statement, its sorting and its caches
ANSWER_BYTES = 3_000_000  # a thousand rows of the widest table have 1,700,000
ANSWER_CELLS = 30_000  # and 26,000 cells; each takes time to be shown
GRACE = 0.5  # seconds after its time in which a statement may stop by itself

Data = dict[str, Any]
_WORDS = re.compile(r'\s+|(".*?")')


class TooLarge(Exception):
    """The rows of an answer are more than a page can hold."""


def main(library: str) -> None:
    """Answer statements until the server closes the pipe."""
    connection = opened(Path(library))
    _write({"ready": True})
    for line in sys.stdin.buffer:
        request = json.loads(line, object_hook=from_json)
        with ended_after(request["seconds"] + GRACE):
            reply = answer(connection, request)
        _write(reply)


def _write(reply: Data) -> None:
    sys.stdout.buffer.write(json.dumps(reply, default=to_json).encode() + b"\n")
    sys.stdout.buffer.flush()


def opened(library: Path) -> sqlite3.Connection:
    """A connection to a library that does not change, for reading alone."""
    connection = sqlite3.connect(f"{library.absolute().as_uri()}?immutable=1", uri=True)
    connection.text_factory = lambda text: str(text, "utf-8", "replace")
    connection.create_function("escape_fts", 1, escape_fts)
    connection.execute(f"PRAGMA hard_heap_limit = {HEAP_BYTES}")
    restrict(connection)
    return connection


def answer(connection: sqlite3.Connection, request: Data) -> Data:
    """Run one statement: its rows and columns, or one sentence that says why there are none."""
    deadline = time.monotonic() + request["seconds"]
    connection.set_progress_handler(lambda: time.monotonic() >= deadline, 1000)
    connection.row_factory = _counting()
    try:
        cursor = connection.execute(request["sql"], request["params"])
        rows = cursor.fetchall() if request["rows"] is None else cursor.fetchmany(request["rows"])
        description = cursor.description or ()
        cursor.close()
    except TooLarge:
        most = f"{ANSWER_BYTES:,} bytes and {ANSWER_CELLS:,} cells"
        return {
            "error": f"An answer has at most {most}; ask for fewer rows, fewer columns or shorter values."
        }
    except MemoryError:
        return {"error": f"A statement has at most {HEAP_BYTES:,} bytes of memory; this one needs more."}
    except (sqlite3.Error, sqlite3.Warning) as error:
        return {"out_of_time": True} if error.args == ("interrupted",) else {"error": str(error)}
    finally:
        connection.set_progress_handler(None, 0)
    return {"rows": rows, "columns": [column[0] for column in description]}


def escape_fts(query: str) -> str:
    """Every word of a search as a phrase, so that none means an operator. Datasette has the same function."""
    if query.count('"') % 2:
        query += '"'
    words = [word for word in _WORDS.split(query) if word and word != '""']
    return " ".join(word if word.startswith('"') else f'"{word}"' for word in words)


def to_json(value: object) -> Data:
    """A blob as JSON; JSON has all other values of SQLite."""
    if not isinstance(value, bytes):
        raise TypeError(f"{type(value).__name__} is no value of SQLite.")
    return {"blob": base64.b64encode(value).decode()}


def from_json(value: Data) -> Any:
    """The blob that `to_json` wrote."""
    return (
        base64.b64decode(value["blob"])
        if value.keys() == {"blob"} and isinstance(value["blob"], str)
        else value
    )


def _counting() -> Callable[[sqlite3.Cursor, tuple[Any, ...]], tuple[Any, ...]]:
    """A row factory that stops when all rows together are more than an answer may have."""
    size = cells = 0

    def row(_: sqlite3.Cursor, values: tuple[Any, ...]) -> tuple[Any, ...]:
        nonlocal size, cells
        size += sum(map(_size, values))
        cells += len(values)
        if size > ANSWER_BYTES or cells > ANSWER_CELLS:
            raise TooLarge
        return values

    return row


def _size(value: object) -> int:
    """The bytes of a cell as UTF-8; numbers count as nothing."""
    if isinstance(value, str):
        return len(value) if value.isascii() else len(value.encode())
    return len(value) if isinstance(value, bytes) else 0


@contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """End this process if the work takes longer, whatever SQLite is doing just then."""
    with Path(os.devnull).open("w") as nowhere:
        faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    main(sys.argv[1])
