"""What things are, read from db/kinds.yaml: smoke is a fog bank, Foul Winds moves a ship from outside."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pirate_code.answers.ruling_index import RulingIndex
from pirate_code.data import folder, load_yaml

_KIND = 0.5  # what a kind counts beside the thing itself; a kind of the kind half as much again
_LEAST = 0.2


@cache
def kinds() -> dict[str, tuple[str, ...]]:
    """The kinds of each name of db/kinds.yaml."""
    document = load_yaml(folder("db") / "kinds.yaml")
    data = document.data
    if not isinstance(data, dict) or not all(
        isinstance(listed, list) and all(isinstance(kind, str) for kind in listed) for listed in data.values()
    ):
        raise document.error("the file gives every name a list of kinds")
    return {str(name): tuple(listed) for name, listed in data.items()}


def with_kinds(index: RulingIndex, entries: Mapping[str, float]) -> dict[str, float]:
    """The entries that a thing is, with those of its kinds."""
    found = dict(entries)
    rising = {name: weight for id_, weight in entries.items() for name in index.entry_names({id_: weight})}
    while rising:
        above: dict[str, float] = {}
        for name, weight in rising.items():
            for each in kinds().get(name, ()) if weight * _KIND >= _LEAST else ():
                if _add(index, found, each, weight * _KIND):
                    above[each] = weight * _KIND
        rising = above
    return found


def _add(index: RulingIndex, found: dict[str, float], name: str, weight: float) -> bool:
    """Add the entry of a name unless it is there with more weight."""
    entry = index.entry_called(name)
    if entry is None or found.get(entry, 0.0) >= weight:
        return False
    found[entry] = weight
    return True
