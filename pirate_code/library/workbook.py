"""Reads the worksheets of an .xlsx workbook as rows of text, one at a time and within limits.

It reads values, not formulas, and no formats but those that make a number a date. Only the parts of the
archive that hold these are unpacked, and what they unpack to is counted, whatever the archive says.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from pirate_code.library.sheet_limits import (
    CELL_LENGTH_LIMIT,
    COLUMN_LIMIT,
    LINE_LIMIT,
    PART_LIMIT,
    SHEET_LIMIT,
    TEXT_LIMIT,
    UNPACKED_LIMIT,
    SheetError,
    Totals,
    column_letters,
)
from pirate_code.library.xml_stream import XmlStream

Row = tuple[int, Sequence[str]]

_PIECE = 1 << 16
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_CELL = re.compile(r"([A-Z]{1,3})[0-9]{1,7}")
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_ESCAPE = re.compile(r"_x005F_")


def worksheets(raw: bytes, path: Path, totals: Totals) -> Iterator[tuple[str, Iterator[Row]]]:
    """Yield the name and the rows of each worksheet, in order; each row has its number."""
    archive = _Archive(raw, path)
    links = _Links(f"{path}, its list of parts")
    archive.read("xl/_rels/workbook.xml.rels", links)
    book = _Book(f"{path}, its list of sheets")
    archive.read("xl/workbook.xml", book)
    sheets = [(name, links.sheets[key]) for name, key in book.sheets if key in links.sheets]
    if not sheets:
        raise SheetError(f"{path} is a workbook without a worksheet.")
    strings, styles = _Strings(f"{path}, its list of texts"), _Styles(f"{path}, its list of styles")
    for kind, listener in (("sharedStrings", strings), ("styles", styles)):
        if kind in links.parts:
            archive.read(links.parts[kind], listener)
    values = _Values(strings.found, styles.dates(), book.since_1904)
    for name, part in sheets:
        yield name, _Rows(f"{path}, sheet {name[:40]!r}", values, totals).of(archive, part)


class _Archive:
    """The parts of a zipped file."""

    def __init__(self, raw: bytes, path: Path) -> None:
        self._path, self._unpacked = path, 0
        if raw.count(b"PK\x01\x02") > PART_LIMIT:
            raise SheetError(f"{path} is packed from more than {PART_LIMIT:,} parts.")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(raw))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
            raise SheetError(f"{path} is not a spreadsheet: the file is damaged.") from None

    def read(self, name: str, listener: Any) -> None:
        """Read a whole part."""
        for _ in XmlStream(listener).read(self.pieces(name)):
            pass

    def pieces(self, name: str) -> Iterator[bytes]:
        """Unpack a part piece by piece."""
        try:
            part = self._zip.getinfo(name)
        except KeyError:
            raise SheetError(f"{self._path} is not a spreadsheet: it has no part {name}.") from None
        if part.flag_bits & 1:
            raise SheetError(f"{self._path} is locked by a password; save it without one.")
        if part.compress_type not in _PACKINGS:
            raise SheetError(f"{self._path} is packed in a way that no spreadsheet program uses.")
        try:
            with self._zip.open(part) as opened:
                while piece := opened.read(_PIECE):
                    self._count(len(piece))
                    yield piece
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError):
            raise SheetError(f"{self._path} is not a spreadsheet: its part {name} is damaged.") from None

    def _count(self, size: int) -> None:
        self._unpacked += size
        if self._unpacked > UNPACKED_LIMIT:
            raise SheetError(f"{self._path} unpacks to more than {UNPACKED_LIMIT // 1_000_000} MB.")


class _Part:
    """What is told of a part, if nothing else is said: nothing."""

    def __init__(self, place: str) -> None:
        self.place = place

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def end(self, name: str, text: str) -> None:
        """An element ends."""


class _Links(_Part):
    """Where the parts are: worksheets by their key, others by their kind."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.sheets: dict[str, str] = {}
        self.parts: dict[str, str] = {}

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name != "Relationship":
            return
        kind = attributes.get("Type", "").rpartition("/")[2]
        part = posixpath.normpath(posixpath.join("/xl", attributes.get("Target", ""))).lstrip("/")
        if kind == "worksheet":
            self.sheets[attributes.get("Id", "")] = part
        else:
            self.parts[kind] = part


class _Book(_Part):
    """The worksheets, in order, with the keys of their parts, and since when days are counted."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.sheets: list[tuple[str, str]] = []
        self.since_1904 = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "workbookPr":
            self.since_1904 = attributes.get("date1904") in {"1", "true"}
        elif name == "sheet":
            key = next((value for held, value in attributes.items() if held.endswith(":id")), "")
            self.sheets.append((attributes.get("name", ""), key))
            if len(self.sheets) > SHEET_LIMIT:
                raise SheetError(f"{self.place} has more than {SHEET_LIMIT} sheets.")


class _Strings(_Part):
    """The texts that cells refer to by number; how a word is pronounced is no part of it."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.found: list[str] = []
        self._parts: list[str] = []
        self._spoken = False
        self._length = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "si":
            self._parts = []
        elif name == "rPh":
            self._spoken = True

    def end(self, name: str, text: str) -> None:
        if name == "t" and not self._spoken:
            self._parts.append(text)
        elif name == "rPh":
            self._spoken = False
        elif name == "si":
            self._add("".join(self._parts))

    def _add(self, text: str) -> None:
        if len(text) > CELL_LENGTH_LIMIT:
            raise SheetError(f"{self.place} has a cell of more than {CELL_LENGTH_LIMIT:,} characters.")
        self._length += len(text)
        if self._length > TEXT_LIMIT:
            raise SheetError(f"{self.place} has more than {TEXT_LIMIT:,} characters.")
        self.found.append(_ESCAPE.sub("_", text))


class _Styles(_Part):
    """Which number format each style of a cell has."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self._formats: dict[str, str] = {}
        self._styles: list[str] = []
        self._in_cells = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "numFmt":
            self._formats[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")[:200]
        elif name == "cellXfs":
            self._in_cells = True
        elif name == "xf" and self._in_cells:
            self._styles.append(attributes.get("numFmtId", "0"))

    def end(self, name: str, text: str) -> None:
        if name == "cellXfs":
            self._in_cells = False

    def dates(self) -> frozenset[str]:
        """Return the numbers of the styles that make a number a date."""
        from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format

        built_in = {str(number): code for number, code in BUILTIN_FORMATS.items()}
        dated = {key for key, code in (built_in | self._formats).items() if is_date_format(code)}
        return frozenset(str(number) for number, key in enumerate(self._styles) if key in dated)


class _Values:
    """What the cells hold, as text."""

    def __init__(self, strings: Sequence[str], dates: frozenset[str], since_1904: bool) -> None:
        self._strings, self._dates, self._since_1904 = strings, dates, since_1904

    def text(self, kind: str, style: str, value: str, inline: str) -> str:
        """Return one value; ValueError or LookupError if there is none such."""
        if kind == "inlineStr":
            return inline
        if not value:
            return ""
        if kind == "s":
            if not _WHOLE.fullmatch(value) or int(value) < 0:
                raise LookupError(value)
            return self._strings[int(value)]
        if kind == "b":
            return str(value.strip() not in {"0", "false"})
        if kind == "n":
            return self._date(value) if style in self._dates else _number(value)
        return value

    def _date(self, value: str) -> str:
        from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

        epoch: datetime = CALENDAR_MAC_1904 if self._since_1904 else CALENDAR_WINDOWS_1900
        try:
            return str(from_excel(float(value), epoch))
        except (OverflowError, ValueError):
            return _number(value)


def _number(value: str) -> str:
    return value if _WHOLE.fullmatch(value) else str(float(value))


class _Rows(_Part):
    """The rows of one worksheet, up to the last cell that holds anything."""

    def __init__(self, place: str, values: _Values, totals: Totals) -> None:
        super().__init__(place)
        self._sheet, self._values, self._totals = place, values, totals
        self._done: list[Row] = []
        self._number = 0
        self._cells: dict[int, str] = {}
        self._column = -1
        self._cell: dict[str, str] = {}
        self._value, self._inline, self._spoken = "", "", False

    def of(self, archive: _Archive, part: str) -> Iterator[Row]:
        """Yield the rows as they are read."""
        for _ in XmlStream(self).read(archive.pieces(part)):
            yield from self._done
            self._done = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "row":
            self._begin_row(attributes.get("r", ""))
        elif name == "c":
            self._cell, self._value, self._inline = attributes, "", ""
            self._column = self._place_of(attributes.get("r", ""))
        elif name == "rPh":
            self._spoken = True

    def end(self, name: str, text: str) -> None:
        if name == "v":
            self._value = text
        elif name == "t" and not self._spoken:
            self._inline += text
        elif name == "rPh":
            self._spoken = False
        elif name == "c":
            self._end_cell()
        elif name == "row" and self._cells:
            row = [""] * (max(self._cells) + 1)
            for column, held in self._cells.items():
                row[column] = held
            self._totals.add(row, self.place)
            self._done.append((self._number, row))

    def _begin_row(self, number: str) -> None:
        self._number = int(number) if re.fullmatch(r"[0-9]{1,9}", number) else self._number + 1
        self.place = f"{self._sheet}, row {self._number}"
        self._cells, self._column = {}, -1
        if not 1 <= self._number <= LINE_LIMIT:
            raise SheetError(f"{self.place} is beyond the last row there can be, {LINE_LIMIT:,}.")

    def _place_of(self, name: str) -> int:
        """Return the column of a cell, counted from 0."""
        if not name:
            column = self._column + 1
        elif (cell := _CELL.fullmatch(name)) is None:
            raise SheetError(f"{self.place} has a cell that is named {name[:20]!r}.")
        else:
            column = 0
            for letter in cell[1]:
                column = column * 26 + ord(letter) - ord("A") + 1
            column -= 1
        return column

    def _end_cell(self) -> None:
        kind, style = self._cell.get("t", "n"), self._cell.get("s", "0")
        try:
            text = self._values.text(kind, style, self._value, self._inline)
        except (ValueError, LookupError, OverflowError):
            shown = f"{column_letters(self._column)}{self._number}"
            raise SheetError(f"{self.place}: cell {shown} has no value that can be read.") from None
        if not text:
            return
        if self._column >= COLUMN_LIMIT:
            far = f"column {column_letters(self._column)} is too far to the right"
            raise SheetError(f"{self.place}: {far}; {COLUMN_LIMIT} columns are read.")
        self._cells[self._column] = text
