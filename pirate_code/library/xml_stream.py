"""Reads XML piece by piece: each element is told as it comes, nothing is kept, and what can grow is limited.

Entities and document types are refused, so nothing is expanded and nothing is fetched. Namespaces are left
out: an element is known by the last part of its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol
from xml.parsers import expat

from pirate_code.library.sheet_limits import CELL_LENGTH_LIMIT, SheetError

DEPTH_LIMIT = 64
ELEMENT_LIMIT = 4_000_000
TAG_LIMIT = 1_000_000


class Elements(Protocol):
    """Whoever is told the elements; `place` says where in the file it has got to."""

    place: str

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def end(self, name: str, text: str) -> None:
        """An element ends; `text` is what stands between its last tag and its end."""


class XmlStream:
    """One XML text, fed in pieces."""

    def __init__(self, listener: Elements) -> None:
        """Tell `listener` what is read."""
        self._listener = listener
        self._depth = self._elements = self._fed = self._length = 0
        self._text: list[str] = []
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters

    def read(self, pieces: Iterable[bytes]) -> Iterator[None]:
        """Read everything; after each piece the caller may take what came of it."""
        try:
            for piece in pieces:
                self._feed(piece)
                yield
            self._parser.Parse(b"", True)
            yield
        except expat.ExpatError as error:
            raise SheetError(f"{self._listener.place} is damaged at line {error.lineno}.") from None

    def _feed(self, piece: bytes) -> None:
        self._parser.Parse(piece, False)
        self._fed += len(piece)
        if self._fed - self._parser.CurrentByteIndex > TAG_LIMIT:
            raise SheetError(f"{self._listener.place} has a tag of more than {TAG_LIMIT:,} bytes.")

    def _refuse_doctype(self, *_: object) -> None:
        raise SheetError(f"{self._listener.place} declares a document type, which no spreadsheet does.")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._elements += 1
        if self._depth > DEPTH_LIMIT:
            raise SheetError(f"{self._listener.place} is nested more than {DEPTH_LIMIT} deep.")
        if self._elements > ELEMENT_LIMIT:
            raise SheetError(f"{self._listener.place} has more than {ELEMENT_LIMIT:,} elements.")
        self._clear()
        self._listener.start(name.rpartition(":")[2], attributes)

    def _end(self, name: str) -> None:
        self._depth -= 1
        text = "".join(self._text)
        self._clear()
        self._listener.end(name.rpartition(":")[2], text)

    def _characters(self, text: str) -> None:
        self._length += len(text)
        if self._length > CELL_LENGTH_LIMIT:
            raise SheetError(
                f"{self._listener.place} has a cell of more than {CELL_LENGTH_LIMIT:,} characters."
            )
        self._text.append(text)

    def _clear(self) -> None:
        self._text, self._length = [], 0
