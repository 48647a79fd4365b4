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
        _refuse_size(text)
        root = yaml.compose(text, Loader=_Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = str(getattr(error, "problem", None) or getattr(error, "reason", None))
        words = next((ours for theirs, ours in _NOT_YAML.items() if theirs in problem), "it breaks off here")
        raise YamlError(f"this is not YAML: {words}", mark.line + 1 if mark else None) from None
    lines: Lines = {}
    return None if root is None else _build(root, (), lines), lines


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


def _refuse_size(text: str) -> None:
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
            raise YamlError(f"aliases (*{event.anchor}) are not used here", line)
        if depth > DEPTH_LIMIT:
            raise YamlError(f"the data is nested deeper than {DEPTH_LIMIT} levels", line)
        if parts > PARTS_LIMIT:
            raise YamlError(f"the data has more than {PARTS_LIMIT:,} parts", line)


def _build(node: yaml.Node, where: Where, lines: Lines) -> Any:
    """Turn a YAML node into plain data and note the line of each part."""
    lines.setdefault(where, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode) and node.tag == _TAG + "map":
        return _build_map(node, where, lines)
    if isinstance(node, yaml.SequenceNode) and node.tag == _TAG + "seq":
        return [_build(item, (*where, index), lines) for index, item in enumerate(node.value)]
    return _scalar(node)


def _build_map(node: yaml.MappingNode, where: Where, lines: Lines) -> dict[Hashable, Any]:
    """Build a mapping; a key that comes twice is an error and not a silent replacement."""
    built: dict[Hashable, Any] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        key = _scalar(key_node)
        if key in built:
            first = lines[(*where, key)]
            raise YamlError(f"the key {key!r} is here twice (first on line {first})", line)
        lines[(*where, key)] = line
        built[key] = _build(value_node, (*where, key), lines)
    return built


def _scalar(node: yaml.Node) -> Any:
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
        raise YamlError("a list or mapping used as a key is not read", node.start_mark.line + 1)
    shown = repr(node.value[:60]) if isinstance(node, yaml.ScalarNode) else "a list or mapping"
    raise YamlError(f"{shown} is no plain {kind[:60]} value", node.start_mark.line + 1)
