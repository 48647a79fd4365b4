"""Keywords by their definitions: text of db/keywords, parsed by the same grammar as any line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pirate_code.glossary import Keyword, Nation, follows_nations, load_keywords, load_nations
from pirate_code.language import tree as t
from pirate_code.language.parse import parse


@follows_nations
@cache
def define(keyword: str, nation: str | None = None, version: str | None = None) -> tuple[t.Ability, ...]:
    """The abilities a keyword stands for, in the version of that name; none for a type marker.

    >>> [ability.effect.kind for ability in define("schooner")]
    ['happen']
    """
    entry = next(entry for entry in load_keywords() if entry.id == keyword)
    nations = {found.id: found for found in load_nations()}
    lines = _lines(entry, nations[nation] if nation else next(iter(nations.values())), version)
    return tuple(ability for line in lines for ability in parse(line))


def _lines(entry: Keyword, nation: Nation, version: str | None = None) -> tuple[str, ...]:
    return entry.abilities(dict.fromkeys(entry.parameters, nation), version)


def versions() -> dict[str, tuple[str, ...]]:
    """The names of the other versions that keywords have, by keyword."""
    return {
        entry.id: tuple(version.name for version in entry.versions)
        for entry in load_keywords()
        if entry.versions
    }


def definition_texts() -> Iterator[str]:
    """Every text that `define` reads."""
    for entry in load_keywords():
        for nation in load_nations() if entry.parameters else load_nations()[:1]:
            for version in (None, *(other.name for other in entry.versions)):
                yield from _lines(entry, nation, version)
