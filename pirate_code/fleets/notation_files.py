"""Written fleets from files and streams: plain text, YAML, JSON and JSON lines, one fleet or several.

Which pieces the names mean is for `notation_reading`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from pirate_code.data import DataError, Document, Key, Where, parse_json, parse_yaml
from pirate_code.data import read_text as read_file
from pirate_code.fleets.notation import (
    COUNT_LIMIT,
    NotationError,
    WrittenFleet,
    at_line,
    build_total,
    edition_name,
    read_row,
    read_text,
)

SIZE_LIMIT = 200_000
FLEETS_LIMIT = 200
_TABLES = (".yaml", ".yml")
_JSON = (".json", ".jsonl", ".ndjson")
# The parts of a fleet that list names, and the section in which such a name would stand in a text.
_LISTS = {
    "forts": "forts",
    "events": "events",
    "treasure": "treasure",
    "islands": "islands",
    "terrain": "terrain",
    "collection": "collection",
    "crew": "ashore",
}
_ABOARD = ("crew", "equipment", "aboard")
_AS_TEXT = ("lines", "text", "fleet")
_NAMED = ("name", "id")
_BUILD = ("build", "build_total", "points")
_PARTS = (*_NAMED, *_BUILD, "edition", "ships", *_LISTS, "coins", *_AS_TEXT)
_COIN_LIMIT = 20


def read_path(path: Path) -> list[WrittenFleet]:
    """The fleets of a file; what is wrong is told with the file."""
    try:
        fleets = read(read_file(path, SIZE_LIMIT), path.stem, path.suffix.lower())
    except NotationError as error:
        raise NotationError(f"{path}: {error}") from None
    except DataError as error:
        raise NotationError(str(error)) from None
    for fleet in fleets:
        fleet.folder = path.parent
    return fleets


def read_stream(stream: BinaryIO) -> list[WrittenFleet]:
    """The fleets of a stream, of which no more is read than a fleet may have."""
    raw = stream.read(SIZE_LIMIT + 1)
    if len(raw) > SIZE_LIMIT:
        raise NotationError(f"What was given is larger than {SIZE_LIMIT:,} bytes.")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(f"Byte {raw[error.start]:#04x} is not UTF-8 text.") from None
    return read(text, "fleet")


def read(text: str, name: str, suffix: str = "") -> list[WrittenFleet]:
    """The fleets of a text, by the ending of its file or by how it looks."""
    if "\0" in text:
        raise NotationError("This is not text: it holds zero bytes.")
    if not text.strip():
        raise NotationError("There is no fleet: the text is empty.")
    looks_json = text.lstrip()[0] in "{["
    looks_yaml = any(line.rstrip() in {"ships:", "- ships:"} for line in text.splitlines())
    document: Document | None = None
    if suffix in _JSON or (looks_json and suffix not in _TABLES):
        values = _json(text)
    elif suffix in _TABLES or (looks_yaml and "\n" in text and not _is_plain(text)):
        document = _yaml(text)
        values = [document.data]
    else:
        return [read_text(text, name)]
    fleets = [fleet for value in values for fleet in _fleets(value)]
    if len(fleets) > FLEETS_LIMIT:
        raise NotationError(
            f"No more than {FLEETS_LIMIT} fleets are read at once, and here are {len(fleets)}."
        )
    return [
        _Table(name if len(fleets) == 1 else f"{name} {place}", fleet, document, where).written()
        for place, (where, fleet) in enumerate(fleets, 1)
    ]


def _is_plain(text: str) -> bool:
    """Whether a text with the line "ships:" lists ships as plain text and not as a YAML list."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    place = next((number for number, line in enumerate(lines) if line == "ships:"), 0)
    return place + 1 < len(lines) and not lines[place + 1].startswith("- ")


def _yaml(text: str) -> Document:
    try:
        return parse_yaml(text, Path("-"))
    except DataError as error:
        place = "" if error.line is None else f"line {error.line}: "
        raise NotationError(f"{place}{error.message}.") from None


def _json(text: str) -> list[Any]:
    try:
        return [parse_json(text)]
    except ValueError as whole:
        lines = [line for line in text.splitlines() if line.strip()]
        try:
            if len(lines) > 1:
                return [parse_json(line) for line in lines]
        except ValueError:
            pass
        raise NotationError(f"{str(whole)[0].upper()}{str(whole)[1:]}.") from None


def _fleets(value: Any) -> Iterator[tuple[Where, Any]]:
    """The fleets of a value, one or a list of them, each with the way to it."""
    where: Where = ()
    if isinstance(value, dict) and isinstance(value.get("fleets"), list):
        where, value = ("fleets",), value["fleets"]
    if isinstance(value, list):
        yield from (((*where, index), fleet) for index, fleet in enumerate(value))
    else:
        yield where, value


@dataclass(frozen=True)
class _Table:
    """A fleet that is written as a table; of one that was YAML the lines are known."""

    name: str
    value: Any
    document: Document | None
    where: Where

    def written(self) -> WrittenFleet:
        """The fleet as a sheet."""
        if not isinstance(self.value, dict):
            raise self._error(f"a fleet is a table with `ships`, and this is {_quoted(self.value)}.")
        written = self._begun(self.value)
        self._tell_what_is_no_part(written)
        for key in _BUILD:
            points = self.value.get(key)
            if points is not None:
                if type(points) is not int:
                    raise self._error(f"a build total is a number, and {_quoted(points)} is none.", key)
                written.build = build_total(points, self._place(key))
        if isinstance(self.value.get("edition"), str):
            written.edition = edition_name(self.value["edition"])
        for index, entry in enumerate(self._entries(self.value.get("ships"), "ships")):
            self._ship(written, entry, "ships", index)
        for key, section in _LISTS.items():
            self._rows(written, section, self.value.get(key), key)
        written.coins += self._coins()
        return written

    def _begun(self, value: dict[str, Any]) -> WrittenFleet:
        """The sheet with the fleet's name, and what it holds as plain text."""
        name = next((value[key] for key in _NAMED if isinstance(value.get(key), str)), self.name)[:80]
        for key in _AS_TEXT:
            if key in value:
                return read_text("\n".join(text for _, text in self._texts(value[key], key)), name)
        return WrittenFleet(name)

    def _tell_what_is_no_part(self, written: WrittenFleet) -> None:
        for key in self.value:
            if key not in _PARTS:
                parts = ", ".join(_PARTS)
                written.notes.append(
                    f"{self._place(key)}{str(key)[:40]!r} is no part of a fleet and is left aside;"
                    f" there are {parts}."
                )

    def _ship(self, written: WrittenFleet, entry: Any, *where: Key) -> None:
        """A ship as a line of text, or as a table with what is aboard her."""
        if isinstance(entry, str):
            read_row(written, "ships", entry, self._line(*where))
            return
        if not isinstance(entry, dict) or not isinstance(entry.get("ship"), str):
            raise self._error("an entry of `ships` is a text or a table with `ship`.", *where)
        for key in entry:
            if key not in ("ship", *_ABOARD):
                parts = ", ".join(("ship", *_ABOARD))
                raise self._error(f"{str(key)[:40]!r} is no part of a ship; there are {parts}.", *where, key)
        read_row(written, "ships", entry["ship"], self._line(*where, "ship"))
        for key in _ABOARD:
            self._rows(written, "aboard", entry.get(key), *where, key)

    def _rows(self, written: WrittenFleet, section: str, value: Any, *where: Key) -> None:
        for line, text in self._texts(value, *where):
            read_row(written, section, text, line)

    def _coins(self) -> list[int]:
        coins = self._entries(self.value.get("coins"), "coins")
        if len(coins) > COUNT_LIMIT:
            raise self._error(f"a fleet brings no more than {COUNT_LIMIT} coins.", "coins")
        for index, coin in enumerate(coins):
            if type(coin) is not int or not 0 <= coin <= _COIN_LIMIT:
                message = f"a coin is worth 0 to {_COIN_LIMIT} gold, and {_quoted(coin)} is not."
                raise self._error(message, "coins", index)
        return coins

    def _texts(self, value: Any, *where: Key) -> list[tuple[int, str]]:
        """A text, or a list of texts, each with its line."""
        if isinstance(value, str):
            return [(self._line(*where), value)]
        texts = []
        for index, entry in enumerate(self._entries(value, *where)):
            if not isinstance(entry, str):
                raise self._error(f"`{where[-1]}` holds names, and {_quoted(entry)} is none.", *where, index)
            texts.append((self._line(*where, index), entry))
        return texts

    def _entries(self, value: Any, *where: Key) -> list[Any]:
        if value is None:
            return []
        if not isinstance(value, list):
            raise self._error(f"`{where[-1]}` must be a list, and is {_quoted(value)}.", *where)
        return value

    def _line(self, *where: Key) -> int:
        return self.document.line(*self.where, *where) if self.document is not None else 0

    def _place(self, *where: Key) -> str:
        return at_line(self._line(*where)) or f"{self.name}: "

    def _error(self, message: str, *where: Key) -> NotationError:
        return NotationError(self._place(*where) + message)


def _quoted(value: Any) -> str:
    return repr(value)[:40] if not isinstance(value, dict | list) else f"a {type(value).__name__}"
