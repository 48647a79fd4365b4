"""Finds and reads the data folders (grammar, db, rulings), in a checkout and in an installed wheel.

Files are read with a size limit, and a fault in one is told with its file and line. What the data means
is for others to know.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Literal, NoReturn

DataFolder = Literal["grammar", "db", "rulings"]

Key = str | int
Where = tuple[Key, ...]

TEXT_LIMIT = 4_000_000
JSON_DEPTH_LIMIT = 200
_PATH_SHOWN = 300

_PACKAGE = Path(__file__).resolve().parent
# A string of JSON, ended or not, or a mark that opens or closes something.
_NESTING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)


class DataError(ValueError):
    """A data file is missing or wrong; the message names the file and, where known, the line."""

    def __init__(self, message: str, path: Path | None = None, line: int | None = None) -> None:
        """Keep the parts and join them into `file:line: message`."""
        self.message, self.path, self.line = message, path, line
        shown = _shown(path)
        place = "" if path is None else f"{shown}: " if line is None else f"{shown}:{line}: "
        super().__init__(place + message)


def _shown(path: Path | None) -> str:
    """A path for a message; of a very long one the end."""
    written = str(path)
    return written if len(written) <= _PATH_SHOWN else f"...{written[-_PATH_SHOWN:]}"


def folder(name: DataFolder) -> Path:
    """Return the data folder of that name: the one inside the package, or else the checkout's."""
    for place in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise DataError(f"the {name} folder is missing from this installation of pirate-code; install it again")


def metadata_file() -> Path:
    """Return what tells Datasette about the library: titles, descriptions, queries worth having."""
    for place in (_PACKAGE / "_data", _PACKAGE.parent):
        if (place / "datasette-metadata.json").is_file():
            return place / "datasette-metadata.json"
    raise DataError("datasette-metadata.json is missing from this installation; install pirate-code again")


def open_file(path: Path) -> BinaryIO:
    """Open a file to read its bytes; a pipe that nobody writes to is empty, and is not waited for."""
    file = open(path, "rb", opener=_without_waiting)  # noqa: SIM115 (Path.open takes no opener)
    if stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
        os.set_blocking(file.fileno(), True)
    return file


def _without_waiting(name: str, flags: int) -> int:
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def read_text(path: Path, limit: int = TEXT_LIMIT) -> str:
    """Return a UTF-8 file's text; a file of more than `limit` bytes is refused and not read whole."""
    try:
        with open_file(path) as file:
            raw = file.read(limit + 1)
            is_pipe = stat.S_ISFIFO(os.fstat(file.fileno()).st_mode)
    except FileNotFoundError:
        raise DataError("there is no such file", path) from None
    except OSError as error:
        raise DataError(f"the file cannot be read ({error.strerror or error})", path) from None
    except ValueError as error:
        raise DataError(f"this is no name of a file ({error})") from None
    if is_pipe and not raw:
        raise DataError("nothing comes out of this pipe", path)
    if len(raw) > limit:
        raise DataError(f"the file is larger than {limit:,} bytes", path)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError(f"byte {raw[error.start]:#04x} is not UTF-8 text", path, line) from None


@dataclass(frozen=True)
class Document:
    """The data of one YAML file, and the line on which each part of it stands."""

    path: Path
    data: Any
    lines: Callable[[], dict[Where, int]] = field(repr=False)

    def line(self, *where: Key) -> int:
        """Return the line of the part reached by these keys and indexes, or of the nearest part around it."""
        lines = self.lines()
        while where and where not in lines:
            where = where[:-1]
        return lines.get(where, 1)

    def error(self, message: str, *where: Key) -> DataError:
        """Return an error about the part reached by these keys and indexes, ready to raise."""
        return DataError(message, self.path, self.line(*where))


def parse_json(text: str) -> Any:
    """Read JSON that came from somewhere: no key twice, no NaN; ValueError says what is wrong with it."""
    if _is_deep(text):
        raise ValueError(f"the data is nested deeper than {JSON_DEPTH_LIMIT} levels")
    try:
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}" if "\n" in text else f"column {error.colno}"
        raise ValueError(f"this is not JSON ({place})") from None
    except _NotPlainError:
        raise
    except ValueError:  # Python reads no more digits than its own limit
        raise ValueError("a number has too many digits") from None


def _is_deep(text: str) -> bool:
    """Whether JSON is nested deeper than it may be; how deep Python itself reads depends on its version."""
    depth = 0
    for token in _NESTING.finditer(text):
        mark = text[token.start()]
        depth += (mark in "[{") - (mark in "]}")
        if depth > JSON_DEPTH_LIMIT:
            return True
    return False


class _NotPlainError(ValueError):
    """JSON that Python would read, and that says one thing twice or something that is no number."""


def _no_number(word: str) -> NoReturn:
    raise _NotPlainError(f"{word} is no number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object; a key that comes twice is an error and not a silent replacement."""
    built = dict(pairs)
    if len(built) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for number, key in enumerate(keys) if key in keys[:number])
        raise _NotPlainError(f"the key {twice[:60]!r} is here twice")
    return built


_PARSED: dict[str, str] = {}  # the data of files as JSON, by the digest of their text


def digest_of(text: str) -> str:
    """Return by what the text of a file is known."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def lend_parsed(files: Mapping[str, str]) -> None:
    """Lend the data of files as JSON, by the digests of their texts; reading these takes no YAML parser."""
    _PARSED.update(files)


def load_yaml(path: Path, limit: int = TEXT_LIMIT) -> Document:
    """Read one YAML file: plain data only, no key twice, no aliases, no tags, bounded size and depth."""
    text = read_text(path, limit)
    parsed = _PARSED.get(digest_of(text)) if _PARSED else None
    if parsed is None:
        return parse_yaml(text, path)
    return Document(path, json.loads(parsed), lambda: parse_yaml(text, path).lines())


def parse_yaml(text: str, path: Path) -> Document:
    """Read YAML that came from somewhere; the path only says where in messages."""
    from pirate_code.yaml_text import YamlError, parse

    try:
        data, lines = parse(text)
    except YamlError as error:
        raise DataError(error.message, path, error.line) from None
    return Document(path, data, lambda: lines)
