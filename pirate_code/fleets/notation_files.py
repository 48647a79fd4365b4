"""Written fleets from files and streams: plain text, YAML, JSON and JSON lines, one fleet or several."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, BinaryIO

from pirate_code.data import DataError, parse_yaml
from pirate_code.data import read_text as read_file
from pirate_code.fleets.notation import (
    COUNT_LIMIT,
    NotationError,
    Sheet,
    build_total,
    read_row,
    read_text,
)

SIZE_LIMIT = 200_000
FLEETS_LIMIT = 200
_TABLES = (".yaml", ".yml")
_JSON = (".json", ".jsonl", ".ndjson")
_LISTS = ("forts", "events", "treasure", "islands", "terrain")
_ABOARD = ("crew", "equipment", "aboard")
_AS_TEXT = ("lines", "text", "fleet")


def read_path(path: Path) -> list[Sheet]:
    """The fleets of a file; what is wrong is told with the file."""
    try:
        return read(read_file(path, SIZE_LIMIT), path.stem, path.suffix.lower(), path)
    except NotationError as error:
        raise NotationError(f"{path}: {error}") from None
    except DataError as error:
        raise NotationError(str(error)) from None


def read_stream(stream: BinaryIO) -> list[Sheet]:
    """The fleets of a stream, of which no more is read than a fleet may have."""
    raw = stream.read(SIZE_LIMIT + 1)
    if len(raw) > SIZE_LIMIT:
        raise NotationError(f"What was given is larger than {SIZE_LIMIT:,} bytes.")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(f"Byte {raw[error.start]:#04x} is not UTF-8 text.") from None
    try:
        return read(text, "fleet", "", Path("-"))
    except DataError as error:
        raise NotationError(str(error)) from None


def read(text: str, name: str, suffix: str = "", path: Path | None = None) -> list[Sheet]:
    """The fleets of a text, by the ending of its file or by how it looks."""
    if "\0" in text:
        raise NotationError("This is not text: it holds zero bytes.")
    if not text.strip():
        raise NotationError("There is no fleet: the text is empty.")
    looks_json = text.lstrip()[0] in "{["
    looks_yaml = any(line.rstrip() in {"ships:", "- ships:"} for line in text.splitlines())
    if suffix in _JSON or (looks_json and suffix not in _TABLES):
        values = _json(text)
    elif suffix in _TABLES or (looks_yaml and "\n" in text and not _is_plain(text)):
        values = [parse_yaml(text, path or Path("-")).data]
    else:
        return [read_text(text, name)]
    fleets = [fleet for value in values for fleet in _fleets(value)]
    if len(fleets) > FLEETS_LIMIT:
        raise NotationError(
            f"No more than {FLEETS_LIMIT} fleets are read at once, and here are {len(fleets)}."
        )
    return [
        _sheet(fleet, name if len(fleets) == 1 else f"{name} {place}")
        for place, fleet in enumerate(fleets, 1)
    ]


def _is_plain(text: str) -> bool:
    """Whether a text with the line "ships:" lists ships as plain text and not as a YAML list."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    place = next((number for number, line in enumerate(lines) if line == "ships:"), 0)
    return place + 1 < len(lines) and not lines[place + 1].startswith("- ")


def _json(text: str) -> list[Any]:
    try:
        return [json.loads(text)]
    except RecursionError:
        raise NotationError("The JSON is nested too deeply.") from None
    except ValueError as whole:
        lines = [line for line in text.splitlines() if line.strip()]
        try:
            if len(lines) > 1:
                return [json.loads(line) for line in lines]
        except (ValueError, RecursionError):
            pass
        raise NotationError(f"This is not JSON: {whole}.") from None


def _fleets(value: Any) -> list[Any]:
    """The fleets of a value: one, or a list of them."""
    if isinstance(value, dict) and isinstance(value.get("fleets"), list):
        value = value["fleets"]
    return value if isinstance(value, list) else [value]


def _sheet(value: Any, name: str) -> Sheet:
    """A fleet that is written as a table."""
    if not isinstance(value, dict):
        raise NotationError(f"{name}: a fleet is a table with `ships`, and this is {_said(value)}.")
    called = next((value[key] for key in ("name", "id") if isinstance(value.get(key), str)), name)
    for key in _AS_TEXT:
        if key in value:
            sheet = read_text("\n".join(_texts(value[key], f"{name}: {key}")), called[:80])
            break
    else:
        sheet = Sheet(called[:80])
    for key in ("build", "build_total", "points"):
        points = value.get(key)
        if points is not None:
            if not isinstance(points, int) or isinstance(points, bool):
                raise NotationError(f"{name}: a build total is a number, and {_said(points)} is none.")
            sheet.build = build_total(points, f"{name}: ")
    if isinstance(value.get("edition"), str):
        sheet.edition = value["edition"].lower().replace(" ", "-")
    for entry in _entries(value.get("ships"), f"{name}: ships"):
        _ship(sheet, entry, name)
    for key in _LISTS:
        for text in _texts(value.get(key), f"{name}: {key}"):
            read_row(sheet, key, text, 0)
    for text in _texts(value.get("crew"), f"{name}: crew"):
        read_row(sheet, "ashore", text, 0)
    coins = _entries(value.get("coins"), f"{name}: coins")
    if len(coins) > COUNT_LIMIT or not all(type(coin) is int and 0 <= coin <= 20 for coin in coins):
        raise NotationError(f"{name}: coins are up to {COUNT_LIMIT} numbers from 0 to 20.")
    sheet.coins += coins
    return sheet


def _ship(sheet: Sheet, entry: Any, name: str) -> None:
    """A ship as a line of text, or as a table with what is aboard her."""
    if isinstance(entry, str):
        read_row(sheet, "ships", entry, 0)
        return
    if not isinstance(entry, dict) or not isinstance(entry.get("ship"), str):
        raise NotationError(f"{name}: an entry of `ships` is a text or a table with `ship`.")
    read_row(sheet, "ships", entry["ship"], 0)
    for key in _ABOARD:
        for text in _texts(entry.get(key), f"{name}: {key}"):
            read_row(sheet, "aboard", text, 0)


def _texts(value: Any, where: str) -> list[str]:
    """A text, or a list of texts."""
    entries = [value] if isinstance(value, str) else _entries(value, where)
    for entry in entries:
        if not isinstance(entry, str):
            raise NotationError(f"{where} holds names, and {_said(entry)} is none.")
    return entries


def _entries(value: Any, where: str) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise NotationError(f"{where} must be a list, and is {_said(value)}.")
    return value


def _said(value: Any) -> str:
    return repr(value)[:40] if not isinstance(value, dict | list) else f"a {type(value).__name__}"
