"""A collection as a table with the columns id, owned and wanted, read from a spreadsheet and written as CSV.

Name and set are written beside them for the reader; like every other column they are not read. Whatever is
wrong with a row is told with its number, and nothing of a table with such a row is used.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pirate_code.cells import csv_line
from pirate_code.collection.holdings import LARGEST, PIECES_LIMIT, Collection, CollectionError, Holding
from pirate_code.collection.naming import NAME_LIMIT, piece_called
from pirate_code.library.sheet import SheetError, Table, read_tables

COLUMNS = ("id", "owned", "wanted", "name", "set")
BYTE_ORDER_MARK = "\ufeff"  # without it Excel takes the text for another encoding
_SHOWN = 20
_SUGGESTED = 20
_NUMBER = re.compile(r"\d{1,9}")


@dataclass(frozen=True)
class Row:
    """A row of a table: what its id cell says, and its numbers; None where there is no such column."""

    number: int
    written: str
    owned: int | None
    wanted: int | None

    def over(self, before: Holding) -> Holding:
        """Return the holding that the row makes of an earlier one."""
        return Holding(
            before.owned if self.owned is None else self.owned,
            before.wanted if self.wanted is None else self.wanted,
        )


@dataclass
class Understood:
    """The rows of a table by the pieces they mean, and those that mean none with a sentence for each."""

    pieces: dict[str, Row] = field(default_factory=dict)
    unknown: dict[str, Row] = field(default_factory=dict)
    sentences: list[str] = field(default_factory=list)  # about the unknown ones

    def collection(self, before: Collection | None = None) -> Collection:
        """Return a collection with these rows over an earlier one, which may be empty."""
        start = before or Collection()
        return start.with_pieces(
            {key: row.over(start.pieces.get(key, Holding())) for key, row in self.pieces.items()},
            {key: row.over(start.unknown.get(key, Holding())) for key, row in self.unknown.items()},
        )

    def added_to(self, before: Collection) -> Collection:
        """Return a collection with the numbers of these rows added to those of an earlier one."""
        return before.with_pieces(_added(before.pieces, self.pieces), _added(before.unknown, self.unknown))


def _added(before: Mapping[str, Holding], rows: Mapping[str, Row]) -> dict[str, Holding]:
    made = {}
    for key, row in rows.items():
        made[key] = before.get(key, Holding()).plus(row.owned or 0, row.wanted or 0)
        if max(made[key]) > LARGEST:
            raise CollectionError(f"Of {key} there would be more than {LARGEST:,}.")
    return made


@dataclass(frozen=True)
class ReadRows:
    """The rows of a table that could be read, and a sentence for each of the others by its number."""

    rows: list[Row]
    faults: dict[int, str]


def read_rows(path: Path) -> ReadRows:
    """Read the rows of a spreadsheet; a table that is none of a collection is a CollectionError."""
    try:
        tables = read_tables(path)
    except SheetError as error:
        raise CollectionError(str(error)) from None
    table = next((table for table in tables if table.column("id") is not None), None)
    if table is None or all(table.column(name) is None for name in ("owned", "wanted")):
        there = ", ".join(title.strip()[:40] for title in tables[0].titles[:20]) or "none"
        raise CollectionError(
            f"{path} needs the column id, and owned or wanted or both; its columns are: {there}."
        )
    if len(table.rows) > PIECES_LIMIT:
        raise CollectionError(
            f"{path} has {len(table.rows):,} rows; a collection has at most {PIECES_LIMIT:,}."
        )
    for name in ("id", "owned", "wanted"):
        _refuse_second_column(path, table, name)
    read = ReadRows([], {})
    for number, cells in table.rows:
        try:
            read.rows.append(_row(table, number, cells))
        except ValueError as error:
            read.faults[number] = f"{path}, row {number}: {error}"
    return read


def _refuse_second_column(path: Path, table: Table, title: str) -> None:
    try:
        table.same_titles(path, title)
    except SheetError as error:
        raise CollectionError(str(error)) from None


def _row(table: Table, number: int, cells: tuple[str, ...]) -> Row:
    written = " ".join(_cell(table, cells, "id").split())
    if not written:
        raise ValueError("the id is missing.")
    if len(written) > NAME_LIMIT:
        raise ValueError(f"an id has at most {NAME_LIMIT} characters, and this one has {len(written):,}.")
    return Row(number, written, *(_number(table, cells, name) for name in ("owned", "wanted")))


def _cell(table: Table, cells: tuple[str, ...], title: str) -> str:
    column = table.column(title)
    return cells[column].strip() if column is not None and column < len(cells) else ""


def _number(table: Table, cells: tuple[str, ...], title: str) -> int | None:
    """Return the number of a cell, in which nothing is nought; None if there is no such column."""
    if table.column(title) is None:
        return None
    cell = _cell(table, cells, title)
    if cell and not (_NUMBER.fullmatch(cell) and int(cell) <= LARGEST):
        raise ValueError(f"{title} is a number from 0 to {LARGEST:,}, not {cell[:40]!r}.")
    return int(cell or 0)


def understand(db: sqlite3.Connection, path: Path, read: ReadRows) -> Understood:
    """Find the pieces that rows mean; CollectionError tells those that cannot be read or are one piece."""
    ids = {key: key for (key,) in db.execute("SELECT id FROM pieces")}
    done, faults = Understood(), dict(read.faults)
    for row in read.rows:
        suggest = len(done.sentences) < _SUGGESTED
        key = ids.get(row.written, "")
        fault = ""
        if not key:
            key, _, fault = piece_called(db, row.written, suggest=suggest)
        held, name = (done.pieces, key) if key else (done.unknown, row.written)
        if (first := held.get(name)) is not None:
            already = f"row {first.number} is {name} already; put them into one row."
            faults[row.number] = f"{path}, row {row.number}: {already}"
            continue
        held[name] = row
        if fault:
            done.sentences.append(f"{path}, row {row.number}: {fault}")
    if faults:
        raise CollectionError(some_of([faults[number] for number in sorted(faults)]))
    return done


def some_of(sentences: list[str]) -> str:
    """Return the first sentences, each on a line, and how many there are beside them."""
    more = len(sentences) - _SHOWN
    return "\n".join((*sentences[:_SHOWN], *((f"... and {more:,} more rows.",) if more > 0 else ())))


def written(db: sqlite3.Connection, collection: Collection) -> Iterator[str]:
    """Yield a collection line by line as CSV, sets in their order and pieces by their numbers."""
    yield csv_line(COLUMNS)
    for row in db.execute(
        "SELECT pieces.id, pieces.name, sets.name FROM pieces JOIN sets ON sets.id = set_id "
        "ORDER BY sets.rowid, number, pieces.id"
    ):
        if (held := collection.pieces.get(row[0])) is not None:
            yield csv_line((row[0], held.owned, held.wanted, row[1], row[2]))
    for key, held in sorted(collection.unknown.items()):
        yield csv_line((key, held.owned, held.wanted, "", ""))
