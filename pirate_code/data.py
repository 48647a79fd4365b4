"""Finds and reads the data folders (grammar, db, rulings), in a checkout and in an installed wheel.

Files are read with a size limit, and a fault in one is told with its file and line. What the data means
is for others to know.
"""

from __future__ import annotations

import json
import math
import os
import re
import stat
from collections.abc import Hashable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Literal, NoReturn

import yaml

DataFolder = Literal["grammar", "db", "rulings"]
Key = str | int
Where = tuple[Key, ...]

TEXT_LIMIT = 4_000_000
DEPTH_LIMIT = 60
PARTS_LIMIT = 200_000
JSON_DEPTH_LIMIT = 200
_PATH_SHOWN = 300

_PACKAGE = Path(__file__).resolve().parent
_TAG = "tag:yaml.org,2002:"
# A string of JSON, ended or not, or a mark that opens or closes something.
_NESTING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)

# What the YAML library says, in part, and what is told instead.
_NOT_YAML = {
    "mapping values are not allowed": "a colon stands where none may be; put the text in quotes",
    "could not find expected ':'": "a colon is missing",
    "',' or '": "a comma or a closing bracket is missing",
    "unexpected end of stream": "a quote is never closed",
    "cannot start any token": "a tab or a sign such as @ or % begins a value",
    "characters are not allowed": "there is a character that is no text",
    "another document": "there is a second document in it",
    "expected": "this line is not indented as those around it, or a dash or a colon is missing",
}


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
    lines: dict[Where, int] = field(repr=False)

    def line(self, *where: Key) -> int:
        """Return the line of the part reached by these keys and indexes, or of the nearest part around it."""
        while where and where not in self.lines:
            where = where[:-1]
        return self.lines.get(where, 1)

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


def load_yaml(path: Path, limit: int = TEXT_LIMIT) -> Document:
    """Read one YAML file: plain data only, no key twice, no aliases, no tags, bounded size and depth."""
    return parse_yaml(read_text(path, limit), path)


def parse_yaml(text: str, path: Path) -> Document:
    """Read YAML that came from somewhere; the path only says where in messages."""
    try:
        _refuse_size(text, path)
        root = yaml.compose(text, Loader=_Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = str(getattr(error, "problem", None) or getattr(error, "reason", None))
        words = next((ours for theirs, ours in _NOT_YAML.items() if theirs in problem), "it breaks off here")
        raise DataError(f"this is not YAML: {words}", path, mark.line + 1 if mark else None) from None
    lines: dict[Where, int] = {}
    return Document(path, None if root is None else _build(root, (), lines, path), lines)


# YAML 1.1 reads `no`, `on`, `010` and `1:30` as something else than what was written, so the loader knows
# only the core types.
class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """A safe loader that reads null, true, false and decimal numbers, and everything else as text."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012


_Loader.add_implicit_resolver(_TAG + "null", re.compile(r"(?:~|null)?\Z"), ["~", "n", ""])
_Loader.add_implicit_resolver(_TAG + "bool", re.compile(r"(?:true|false)\Z"), ["t", "f"])
_Loader.add_implicit_resolver(_TAG + "int", re.compile(r"[-+]?[0-9]{1,18}\Z"), list("-+0123456789"))
_Loader.add_implicit_resolver(
    _TAG + "float", re.compile(r"[-+]?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?\Z"), list("-+0123456789")
)


def _refuse_size(text: str, path: Path) -> None:
    """Refuse nesting that would exhaust the stack, very many parts, and aliases, before any tree is built."""
    depth = parts = 0
    for event in yaml.parse(text, Loader=_Loader):
        line = event.start_mark.line + 1 if event.start_mark else None
        parts += isinstance(event, yaml.NodeEvent)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.AliasEvent):
            raise DataError(f"aliases (*{event.anchor}) are not used here", path, line)
        if depth > DEPTH_LIMIT:
            raise DataError(f"the data is nested deeper than {DEPTH_LIMIT} levels", path, line)
        if parts > PARTS_LIMIT:
            raise DataError(f"the data has more than {PARTS_LIMIT:,} parts", path, line)


def _build(node: yaml.Node, where: Where, lines: dict[Where, int], path: Path) -> Any:
    """Turn a YAML node into plain data and note the line of each part."""
    lines.setdefault(where, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode) and node.tag == _TAG + "map":
        return _build_map(node, where, lines, path)
    if isinstance(node, yaml.SequenceNode) and node.tag == _TAG + "seq":
        return [_build(item, (*where, index), lines, path) for index, item in enumerate(node.value)]
    return _scalar(node, path)


def _build_map(
    node: yaml.MappingNode, where: Where, lines: dict[Where, int], path: Path
) -> dict[Hashable, Any]:
    """Build a mapping; a key that comes twice is an error and not a silent replacement."""
    built: dict[Hashable, Any] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        key = _scalar(key_node, path)
        if key in built:
            first = lines[(*where, key)]
            raise DataError(f"the key {key!r} is here twice (first on line {first})", path, line)
        lines[(*where, key)] = line
        built[key] = _build(value_node, (*where, key), lines, path)
    return built


def _scalar(node: yaml.Node, path: Path) -> Any:
    """Read one plain value by the type the loader gave it."""
    kind = node.tag.removeprefix(_TAG)
    if isinstance(node, yaml.ScalarNode):
        try:
            match kind:
                case "str":
                    return node.value
                case "int":
                    return int(node.value)
                case "float" if math.isfinite(number := float(node.value)):
                    return number
                case "bool" if node.value in ("true", "false"):
                    return node.value == "true"
                case "null":
                    return None
        except ValueError:
            pass
    if not isinstance(node, yaml.ScalarNode) and kind in ("map", "seq"):
        raise DataError("a list or mapping used as a key is not read", path, node.start_mark.line + 1)
    shown = repr(node.value[:60]) if isinstance(node, yaml.ScalarNode) else "a list or mapping"
    raise DataError(f"{shown} is no plain {kind[:60]} value", path, node.start_mark.line + 1)
