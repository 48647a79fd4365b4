"""YAML as plain data, with the line on which each part of it stands.

It reads what other people wrote: no key twice, no aliases, no tags, bounded depth and number of parts.
"""

from __future__ import annotations

import math
import re
from collections.abc import Hashable
from typing import Any

import yaml

Where = tuple[str | int, ...]
Lines = dict[Where, int]

DEPTH_LIMIT = 60
PARTS_LIMIT = 200_000

_TAG = "tag:yaml.org,2002:"
_TEXT = _TAG + "str"

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


class YamlError(ValueError):
    """A text is not YAML that is read here; `line` says where, if that is known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        """Keep what is wrong and where."""
        super().__init__(message)
        self.message, self.line = message, line


def parse(text: str) -> tuple[Any, Lines]:
    """Return the data of a text, and the line of each part by the keys and indexes that lead to it."""
    try:
        reader = _Reader(text)
        return reader.document(), reader.lines
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = str(getattr(error, "problem", None) or getattr(error, "reason", None))
        words = next((ours for theirs, ours in _NOT_YAML.items() if theirs in problem), "it breaks off here")
        raise YamlError(f"this is not YAML: {words}", mark.line + 1 if mark else None) from None


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


class _Reader:
    """Builds data while the text is read: what is nested too deep, or has too many parts, is refused."""

    def __init__(self, text: str) -> None:
        self.loader = _Loader(text)
        self.lines: Lines = {}
        self.depth = self.parts = 0

    def document(self) -> Any:
        """The data of the only document of the text; None if there is none."""
        try:
            self._next()  # the stream begins
            if isinstance(self._next(), yaml.StreamEndEvent):
                return None
            data = self._value(self._next(), ())
            self._next()  # the document ends
            event = self._next()
            if not isinstance(event, yaml.StreamEndEvent):
                raise YamlError("this is not YAML: there is a second document in it", _line(event))
            return data
        finally:
            self.loader.dispose()

    def _next(self) -> yaml.Event:
        event: yaml.Event = self.loader.get_event()
        return event

    def _value(self, event: yaml.Event, where: Where) -> Any:
        """Read the part that begins with an event, and note the line of each part of it."""
        self.lines.setdefault(where, _line(event))
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        self._count(event)
        self.depth += 1
        if self.depth > DEPTH_LIMIT:
            raise YamlError(f"the data is nested deeper than {DEPTH_LIMIT} levels", _line(event))
        is_map = isinstance(event, yaml.MappingStartEvent)
        tag = getattr(event, "tag", None)
        if tag not in (None, "!", _TAG + ("map" if is_map else "seq")):
            raise YamlError(f"a list or mapping is no plain {_kind(tag)} value", _line(event))
        data = self._map(where) if is_map else self._list(where)
        self.depth -= 1
        return data

    def _count(self, event: yaml.Event) -> None:
        self.parts += 1
        if self.parts > PARTS_LIMIT:
            raise YamlError(f"the data has more than {PARTS_LIMIT:,} parts", _line(event))
        if isinstance(event, yaml.AliasEvent):
            raise YamlError(f"aliases (*{event.anchor}) are not used here", _line(event))

    def _list(self, where: Where) -> list[Any]:
        built: list[Any] = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            built.append(self._value(event, (*where, len(built))))
        return built

    def _map(self, where: Where) -> dict[Hashable, Any]:
        """Read a mapping; a key that comes twice is an error and not a silent replacement."""
        built: dict[Hashable, Any] = {}
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            line = _line(event)
            if not isinstance(event, yaml.ScalarEvent):
                self._count(event)
                raise YamlError("a list or mapping used as a key is not read", line)
            key = self._scalar(event)
            if key in built:
                first = self.lines[(*where, key)]
                raise YamlError(f"the key {key!r} is here twice (first on line {first})", line)
            self.lines[(*where, key)] = line
            built[key] = self._value(self._next(), (*where, key))
        return built

    def _scalar(self, event: yaml.ScalarEvent) -> Any:
        """Read one plain value by its tag, or by what it looks like if it has none."""
        self._count(event)
        text, tag = event.value, event.tag
        if tag is None or tag == "!":
            looks_special = event.implicit[0] and text[:1] in _Loader.yaml_implicit_resolvers
            tag = self.loader.resolve(yaml.ScalarNode, text, (True, False)) if looks_special else _TEXT
        if tag == _TEXT:
            return text
        kind = _kind(tag)
        try:
            match kind:
                case "int":
                    return int(text)
                case "float" if math.isfinite(number := float(text)):
                    return number
                case "bool" if text in ("true", "false"):
                    return text == "true"
                case "null":
                    return None
        except ValueError:
            pass
        raise YamlError(f"{text[:60]!r} is no plain {kind} value", _line(event))


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark is not None else 1


def _kind(tag: str) -> str:
    return tag.removeprefix(_TAG)[:60]
