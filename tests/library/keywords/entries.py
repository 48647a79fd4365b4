"""The keywords and nations of db/, and every line that an entry holds."""

from __future__ import annotations

from collections.abc import Iterator

from pirate_code.glossary import (
    Keyword,
    Nation,
    load_keywords,
    load_nations,
)
from pirate_code.language import tree as t

KEYWORDS = {keyword.id: keyword for keyword in load_keywords()}
NATIONS = {nation.id: nation for nation in load_nations()}
MARKERS = {
    "emperors-commander",
    "filching-gold",
    "hoarding-gold",
    "joysides-attack",
    "junk",
    "unholy-light",
}


def all_nations(keyword: Keyword) -> list[dict[str, Nation]]:
    """What the letters in the keyword's name can stand for, in every printing of it."""
    seen = [value for parameter in keyword.parameters.values() for value in parameter.values]
    return [dict.fromkeys(keyword.parameters, NATIONS[value]) for value in seen] or [{}]


def spoken(keyword: Keyword) -> list[str]:
    """Every line of an entry: definition, versions and text forms, for every nation."""
    lines: list[str] = []
    for nations in all_nations(keyword):
        lines.extend(keyword.abilities(nations))
        lines.extend(keyword.wordings(nations))
        for version in keyword.versions:
            lines.extend(keyword.abilities(nations, version.name))
    return list(dict.fromkeys(lines))


def nodes(value: object) -> Iterator[t.Node]:
    """Every node of a tree, the outer ones first."""
    if isinstance(value, t.Node):
        yield value
        for name in type(value).model_fields:
            yield from nodes(getattr(value, name))
    elif isinstance(value, tuple):
        for member in value:
            yield from nodes(member)
