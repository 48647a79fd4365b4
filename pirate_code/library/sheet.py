"""Reads spreadsheets of game pieces (.csv, .tsv or .xlsx): their tables, or only the ability lines.

A sheet is whatever a user exported, so everything that can be wrong with it is told in one sentence.
"""

from __future__ import annotations

import csv
import difflib
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pirate_code.cells import from_cell

SIZE_LIMIT = 50_000_000
UNPACKED_LIMIT = 500_000_000
ROW_LIMIT = 100_000
COLUMN = "Ability"
_COLUMNS_SHOWN = 20
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"


class SheetError(ValueError):
    """A spreadsheet cannot be read; the message is a sentence for the user."""


@dataclass(frozen=True)
class Table:
    """One worksheet, or the one table of a text file: its titles, and its rows with their numbers.

    Rows are counted from 1, the titles' row and blank rows included, as a spreadsheet program counts them.
    """

    name: str
    titles: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]

    def column(self, title: str) -> int | None:
        """Return the place of a column by its title; case and blanks around it do not matter."""
        wanted = title.casefold()
        return next((i for i, held in enumerate(self.titles) if held.strip().casefold() == wanted), None)


def ability_lines(path: Path) -> list[str]:
    """Return every ability in the sheet's Ability column, stripped, in order, blanks left out."""
    return [
        cell
        for table in tables_with(path, COLUMN)
        if (column := table.column(COLUMN)) is not None
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
        try:
            return [_table(name, rows, path) for name, rows in _worksheets(raw, path)]
        except SheetError:
            raise
        except Exception as error:  # openpyxl fails in many ways on a damaged file
            kind = type(error).__name__
            raise SheetError(f"{path} is not a spreadsheet that can be read ({kind}).") from error
    if raw.startswith(_OLD_EXCEL):
        raise SheetError(f"{path} is an old Excel file; save it as .xlsx or .csv.")
    return [_from_text(raw, path)]


def _table(name: str, rows: Iterable[Sequence[str]], path: Path) -> Table:
    """Keep the rows that hold anything; the first of them has the titles."""
    titles: tuple[str, ...] | None = None
    kept: list[tuple[int, tuple[str, ...]]] = []
    for number, row in enumerate(rows, 1):
        if not any(cell.strip() for cell in row):
            continue
        if titles is None:
            titles = tuple(row)
            continue
        kept.append((number, tuple(row)))
        if len(kept) > ROW_LIMIT:
            raise SheetError(f"{path} has more than {ROW_LIMIT:,} rows.")
    return Table(name, titles or (), tuple(kept))


def _read(path: Path) -> bytes:
    """Read the whole file if it is not too large."""
    try:
        with path.open("rb") as file:
            raw = file.read(SIZE_LIMIT + 1)
    except FileNotFoundError:
        raise SheetError(f"There is no file {path}.") from None
    except IsADirectoryError:
        raise SheetError(f"{path} is a folder, not a spreadsheet.") from None
    except OSError as error:
        raise SheetError(f"{path} cannot be read ({error.strerror or error}).") from None
    if len(raw) > SIZE_LIMIT:
        raise SheetError(f"{path} is larger than {SIZE_LIMIT // 1_000_000} MB.")
    if not raw.strip():
        raise SheetError(f"{path} is empty.")
    return raw


def _from_text(raw: bytes, path: Path) -> Table:
    """Read a text sheet, whichever of comma, semicolon and tab separates its columns."""
    if b"\0" in raw:
        raise SheetError(f"{path} is not a spreadsheet (.csv or .xlsx).")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise SheetError(f"{path} is not UTF-8 text (line {line}); save it as CSV UTF-8.") from None
    header = text.lstrip().split("\n", 1)[0]
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=header.count))
    try:
        return _table("", (tuple(map(from_cell, row)) for row in rows), path)
    except csv.Error as error:
        raise SheetError(f"{path} is not a spreadsheet: line {rows.line_num}: {error}.") from None


def _worksheets(raw: bytes, path: Path) -> Iterator[tuple[str, Iterator[Sequence[str]]]]:
    """Yield the name and the rows, as text, of each worksheet."""
    import openpyxl

    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        if sum(entry.file_size for entry in packed.infolist()) > UNPACKED_LIMIT:
            raise SheetError(f"{path} unpacks to more than {UNPACKED_LIMIT // 1_000_000} MB.")
    book = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
    for worksheet in book.worksheets:
        rows = worksheet.iter_rows(values_only=True)
        yield worksheet.title, (["" if value is None else str(value) for value in row] for row in rows)


def _no_column(path: Path, title: str, titles: Sequence[str]) -> SheetError:
    """Say that a column is missing, which one may be meant, and which ones are there."""
    names = [" ".join(held.split())[:40] for held in titles if held.strip()]
    close = difflib.get_close_matches(title.casefold(), [name.casefold() for name in names], n=1, cutoff=0.6)
    meant = next((f" Did you mean {name!r}?" for name in names if [name.casefold()] == close), "")
    more = ", …" if len(names) > _COLUMNS_SHOWN else ""
    there = ", ".join(names[:_COLUMNS_SHOWN]) + more or "none"
    return SheetError(f"{path} has no column {title!r}; its columns are: {there}.{meant}")
