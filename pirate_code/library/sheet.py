"""Reads the ability lines out of a spreadsheet of game pieces: .csv, .tsv or .xlsx.

A sheet is whatever a user exported, so everything that can be wrong with it is told in one sentence.
"""

from __future__ import annotations

import csv
import difflib
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

SIZE_LIMIT = 50_000_000
UNPACKED_LIMIT = 500_000_000
COLUMN = "Ability"
_COLUMNS_SHOWN = 20
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"


class SheetError(ValueError):
    """A spreadsheet cannot be read; the message is a sentence for the user."""


def ability_lines(path: Path) -> list[str]:
    """Return every ability in the sheet's Ability column, stripped, in order, blanks left out."""
    raw = _read(path)
    if raw.startswith(b"PK\x03\x04"):
        try:
            return list(_from_workbook(raw, path))
        except SheetError:
            raise
        except Exception as error:  # openpyxl fails in many ways on a damaged file
            kind = type(error).__name__
            raise SheetError(f"{path} is not a spreadsheet that can be read ({kind}).") from error
    if raw.startswith(_OLD_EXCEL):
        raise SheetError(f"{path} is an old Excel file; save it as .xlsx or .csv.")
    return list(_from_csv(raw, path))


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


def _from_csv(raw: bytes, path: Path) -> Iterator[str]:
    """Yield the abilities of a text sheet, whichever of comma, semicolon and tab separates its columns."""
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
        titles = next((row for row in rows if any(cell.strip() for cell in row)), [])
        column = _column(titles)
        if column is None:
            raise _no_column(path, titles)
        yield from _cells(rows, column)
    except csv.Error as error:
        raise SheetError(f"{path} is not a spreadsheet: line {rows.line_num}: {error}.") from None


def _from_workbook(raw: bytes, path: Path) -> Iterator[str]:
    """Yield the abilities of every worksheet that has an Ability column."""
    found = False
    titles_seen: list[str] = []
    for rows in _worksheets(raw, path):
        titles = next((row for row in rows if any(cell.strip() for cell in row)), [])
        titles_seen += [title for title in titles if title not in titles_seen]
        column = _column(titles)
        if column is not None:
            found = True
            yield from _cells(rows, column)
    if not found:
        raise _no_column(path, titles_seen)


def _worksheets(raw: bytes, path: Path) -> Iterator[Iterator[Sequence[str]]]:
    """Yield the rows of each worksheet as text."""
    import openpyxl

    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        if sum(entry.file_size for entry in packed.infolist()) > UNPACKED_LIMIT:
            raise SheetError(f"{path} unpacks to more than {UNPACKED_LIMIT // 1_000_000} MB.")
    book = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
    for worksheet in book.worksheets:
        yield (
            ["" if value is None else str(value) for value in row]
            for row in worksheet.iter_rows(values_only=True)
        )


def _column(titles: Sequence[str]) -> int | None:
    """Return the place of the Ability column among the titles."""
    wanted = COLUMN.casefold()
    return next((i for i, title in enumerate(titles) if title.strip().casefold() == wanted), None)


def _cells(rows: Iterable[Sequence[str]], column: int) -> Iterator[str]:
    """Yield the cells of one column that are not blank; short rows have none."""
    for row in rows:
        if column < len(row) and (cell := row[column].strip()):
            yield cell


def _no_column(path: Path, titles: Sequence[str]) -> SheetError:
    """Say that the column is missing, which one may be meant, and which ones are there."""
    names = [" ".join(title.split())[:40] for title in titles if title.strip()]
    close = difflib.get_close_matches(COLUMN.casefold(), [name.casefold() for name in names], n=1, cutoff=0.6)
    meant = next((f" Did you mean {name!r}?" for name in names if [name.casefold()] == close), "")
    more = ", …" if len(names) > _COLUMNS_SHOWN else ""
    there = ", ".join(names[:_COLUMNS_SHOWN]) + more or "none"
    return SheetError(f"{path} has no column {COLUMN!r}; its columns are: {there}.{meant}")
