"""Reads spreadsheets of game pieces (.csv, .tsv or .xlsx): their tables, or only the ability lines.

A sheet is whatever a user exported, so everything that can be wrong with it is told in one sentence.
"""

from __future__ import annotations

import csv
import difflib
import io
import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pirate_code.cells import from_cell
from pirate_code.library.sheet_limits import (
    CELL_LENGTH_LIMIT,
    LINE_LIMIT,
    ROW_LENGTH_LIMIT,
    SIZE_LIMIT,
    SheetError,
    Totals,
    column_letters,
)
from pirate_code.library.workbook import Row, worksheets

__all__ = ["COLUMN", "SheetError", "Table", "ability_lines", "read_tables", "tables_with"]

COLUMN = "Ability"
_COLUMNS_SHOWN = 20
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_PAGE = re.compile(rb"\s*(<!--.*?-->\s*)*<(!doctype html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
_PAGE_START = 65_536
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class Table:
    """One worksheet, or the one table of a text file: its titles, and its rows with their numbers.

    Rows are counted from 1, the titles' row and blank rows included, as a spreadsheet program counts them;
    `top` is the row of the titles.
    """

    name: str
    titles: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    top: int = 1

    def column(self, title: str) -> int | None:
        """Return the place of a column by its title; case and blanks around it do not matter."""
        wanted = title.casefold()
        return next((i for i, held in enumerate(self.titles) if held.strip().casefold() == wanted), None)

    def same_titles(self, path: Path, title: str) -> str | None:
        """Say which columns have this title and hold the same; that they hold different things is an error.

        None if there is only one, or none. The first of them is the one that `column` gives.
        """
        wanted = title.casefold()
        first, *others = [i for i, held in enumerate(self.titles) if held.strip().casefold() == wanted] or [0]
        if not others:
            return None
        letters = [column_letters(index) for index in (first, *others)]
        names = f"columns {', '.join(letters[:-1])} and {letters[-1]}"
        both = "both" if len(letters) == 2 else "all"
        for number, row in self.rows:
            if any(_cell(row, other) not in ("", _cell(row, first)) for other in others):
                where = f"{path}, sheet {self.name!r}" if self.name else str(path)
                differ = f"are {both} titled {title!r} and differ in row {number}"
                raise SheetError(f"{where}: {names} {differ}; rename or remove one.")
        return f"{names} {both} have this title and hold the same; {letters[0]} was read"


def ability_lines(path: Path) -> list[str]:
    """Return every ability in the sheet's Ability column, stripped, in order, blanks left out."""
    tables = tables_with(path, COLUMN)
    for table in tables:
        table.same_titles(path, COLUMN)
    return [
        cell
        for table in tables
        if (column := table.column(COLUMN)) is not None
        for _, row in table.rows
        if column < len(row) and (cell := row[column].strip())
    ]


def piece_names(path: Path) -> list[str]:
    """Return every name in the sheet's Name column, if it has one, and in that of sets."""
    return [
        cell
        for table in read_tables(path)
        for title in ("Name", "SheetName")
        if (column := table.column(title)) is not None
        for _, row in table.rows
        if column < len(row) and (cell := row[column].strip())
    ]


def tables_with(path: Path, *titles: str) -> list[Table]:
    """Return the tables of a file that have all these columns; that none has them is an error."""
    tables = read_tables(path)
    for title in titles:
        if all(table.column(title) is None for table in tables):
            raise _no_column(path, title, list(dict.fromkeys(t for table in tables for t in table.titles)))
    found = [table for table in tables if all(table.column(title) is not None for title in titles)]
    if not found:
        raise SheetError(f"{path} has no sheet with all of the columns {', '.join(titles)}.")
    return found


def read_tables(path: Path) -> list[Table]:
    """Return every worksheet of a workbook, or the one table of a text file."""
    raw = _read(path)
    if raw.startswith(b"PK\x03\x04"):
        return [_table(name, rows) for name, rows in worksheets(raw, path, Totals(path.name))]
    if raw.startswith(_OLD_EXCEL):
        old = "is an old Excel file, or one that is locked by a password"
        raise SheetError(f"{path} {old}; save it as .xlsx without a password, or as .csv.")
    return [_table("", _text_rows(_decoded(raw, path), path))]


def _table(name: str, rows: Iterable[Row]) -> Table:
    """Keep the rows that hold anything; the first of them has the titles."""
    held = ((number, tuple(row)) for number, row in rows if any(cell.strip() for cell in row))
    top, titles = next(held, (1, ()))
    return Table(name, titles, tuple(held), top)


def _read(path: Path) -> bytes:
    """Read the whole file if it is not too large."""
    try:
        with os.fdopen(_open(path), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise SheetError(f"{path} is a pipe or a device, not a file; save the spreadsheet first.")
            raw = file.read(SIZE_LIMIT + 1)
    except FileNotFoundError:
        raise SheetError(f"There is no file {path}.") from None
    except IsADirectoryError:
        raise SheetError(f"{path} is a folder, not a spreadsheet.") from None
    except OSError as error:
        raise SheetError(f"{path} cannot be read ({error.strerror or error}).") from None
    except ValueError as error:
        if isinstance(error, SheetError):
            raise
        raise SheetError(f"{str(path)!r} is not the name of a file.") from None
    if len(raw) > SIZE_LIMIT:
        raise SheetError(f"{path} is larger than {SIZE_LIMIT // 1_000_000} MB.")
    if not raw.strip():
        raise SheetError(f"{path} is empty.")
    return raw


def _open(path: Path) -> int:
    """Open without waiting: a pipe that nobody writes to would wait for ever."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    return os.open(path, flags)


def is_page(raw: bytes) -> bool:
    """Whether a file begins as a web page does."""
    return bool(_PAGE.match(raw))


def _decoded(raw: bytes, path: Path) -> str:
    if is_page(raw[:_PAGE_START]):
        raise SheetError(f"{path} is a web page, not a sheet; save the sheet itself as .csv or .xlsx.")
    if raw.startswith(_UTF_16):
        raise SheetError(f"{path} is UTF-16 text; save it as CSV UTF-8.")
    if b"\0" in raw:
        raise SheetError(f"{path} is not a spreadsheet (.csv or .xlsx).")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise SheetError(f"{path} is not UTF-8 text (line {line}); save it as CSV UTF-8.") from None


def _text_rows(text: str, path: Path) -> Iterator[Row]:
    """Read a text sheet, whichever of comma, semicolon and tab separates its columns."""
    header = text.lstrip()[:ROW_LENGTH_LIMIT].split("\n", 1)[0]
    lines = _Lines(text, path)
    rows = csv.reader(lines, delimiter=max(",;\t", key=header.count))
    totals = Totals(path.name)
    try:
        for number, row in enumerate(rows, 1):
            lines.row_is_read()
            place = f"{path}, row {number}"
            if number > LINE_LIMIT:
                raise SheetError(f"{place} is beyond the last row there can be, {LINE_LIMIT:,}.")
            if any(row):
                _refuse_long_cells(row, place)
                totals.add(row, place)
            yield number, tuple(map(from_cell, row))
    except csv.Error:
        raise SheetError(
            f"{path} is not a spreadsheet: line {rows.line_num} has a cell that is too long, "
            "or a quote that is never closed."
        ) from None


class _Lines:
    """The lines of a text, one at a time; those of one row may not be longer than a limit."""

    def __init__(self, text: str, path: Path) -> None:
        self._lines, self._path = io.StringIO(text, newline=""), path
        self._number = self._length = 0

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self._number += 1
        self._length += len(line)
        if self._length > ROW_LENGTH_LIMIT:
            raise SheetError(
                f"{self._path}, line {self._number}: a row is longer than {ROW_LENGTH_LIMIT:,} characters."
            )
        return line

    def row_is_read(self) -> None:
        """Begin to count again."""
        self._length = 0


def _refuse_long_cells(row: Sequence[str], place: str) -> None:
    for index, cell in enumerate(row):
        if len(cell) > CELL_LENGTH_LIMIT:
            long = f"a cell of more than {CELL_LENGTH_LIMIT:,} characters"
            raise SheetError(f"{place}, column {column_letters(index)} has {long}.")


def _cell(row: Sequence[str], column: int) -> str:
    return row[column].strip() if column < len(row) else ""


def _no_column(path: Path, title: str, titles: Sequence[str]) -> SheetError:
    """Say that a column is missing, which one may be meant, and which ones are there."""
    names = [" ".join(held.split())[:40] for held in titles if held.strip()]
    close = difflib.get_close_matches(title.casefold(), [name.casefold() for name in names], n=1, cutoff=0.6)
    meant = next((f" Did you mean {name!r}?" for name in names if [name.casefold()] == close), "")
    more = ", …" if len(names) > _COLUMNS_SHOWN else ""
    there = ", ".join(names[:_COLUMNS_SHOWN]) + more or "none"
    return SheetError(f"{path} has no column {title!r}; its columns are: {there}.{meant}")
