"""Which facts tell in full what a scenario says must be true of a piece."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pirate_code.scenarios.outcome_facts import Key

# What `then` says of a piece, and the facts that tell it in full.
_FACETS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("aboard", "on ", "in ", "eliminated", "out of the game", "gone"), ("place",)),
    (("sunk",), ("place", "docked")),
    (("docked",), ("docked",)),
    (("pinned",), ("pinned by",)),
    (("towed",), ("towed by",)),
    (("face",), ("face up",)),
    (("masts", "derelict"), ("masts",)),
    (("fire masts",), ("fire masts",)),
    (("move",), ("move",)),
    (("at", "within", "touching"), ("moved",)),
    (("space", "capacity", "worth", "nation", "cost", "controller", "cannon_roll", "boarding_roll"), ()),
)


def facets_told(then: Mapping[str, Any]) -> Iterator[Key]:
    """The facts that tell in full what must be true of a piece."""
    for name, wanted in then.items():
        for each in listed(wanted):
            for words in each if isinstance(each, dict) else (str(each).removeprefix("not "),):
                yield from facets_of(name, str(words))


def facets_of(name: str, words: str) -> Iterator[Key]:
    for begins, facets in _FACETS:
        if words.startswith(begins):
            yield from ((name, facet) for facet in facets or (words,))


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]
