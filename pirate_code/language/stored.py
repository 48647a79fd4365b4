"""Trees that were read before: whoever keeps them lends them, and no grammar is needed to read them again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pydantic import TypeAdapter

from pirate_code.language.tree import Ability, Event, Pieces

_LENT: dict[str, str] = {}


def lend(trees: Mapping[str, str]) -> None:
    """Lend texts with their trees as JSON; `parse` reads these texts no more."""
    _LENT.update(trees)


def recall(text: str) -> tuple[Ability, ...] | None:
    """The trees of a text that were lent, or None."""
    return trees(_LENT[text]) if text in _LENT else None


@cache
def trees(json: str) -> tuple[Ability, ...]:
    """Trees from their JSON."""
    return _adapter().validate_json(json)


@cache
def _adapter() -> TypeAdapter[tuple[Ability, ...]]:
    # Each refers to nearly all other nodes. In this order a later schema takes over what an earlier one has;
    # left to themselves, most would be made several times.
    for node in (Event, Pieces, Ability):
        node.model_rebuild()
    return TypeAdapter(tuple[Ability, ...])
