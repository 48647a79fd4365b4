"""A collection: how many of each piece somebody owns, and how many more are wanted.

It knows no file and no library. Pieces go by their ids; rows that no library knows are kept as they were.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

LARGEST = 9_999
PIECES_LIMIT = 10_000


class CollectionError(ValueError):
    """A collection cannot be read, changed or written; every line of the message is a sentence."""


class Holding(NamedTuple):
    """How many of a piece are owned, and how many more are wanted."""

    owned: int = 0
    wanted: int = 0

    def __bool__(self) -> bool:
        """Whether there is anything to keep."""
        return self.owned > 0 or self.wanted > 0

    def plus(self, owned: int, wanted: int) -> Holding:
        """Return the numbers with others added, which may be negative."""
        return Holding(self.owned + owned, self.wanted + wanted)


@dataclass(frozen=True)
class Collection:
    """Holdings by the ids of pieces, and beside them rows whose id the library does not know."""

    pieces: Mapping[str, Holding] = field(default_factory=dict)
    unknown: Mapping[str, Holding] = field(default_factory=dict)

    @property
    def owned(self) -> dict[str, int]:
        """How many are owned of each piece of which there is one at least."""
        return {key: held.owned for key, held in self.pieces.items() if held.owned}

    @property
    def wanted(self) -> dict[str, int]:
        """How many more are wanted of each piece that is wanted."""
        return {key: held.wanted for key, held in self.pieces.items() if held.wanted}

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """The numbers by what a search calls them."""
        return {"owned": self.owned, "wanted": self.wanted}

    def with_pieces(self, changed: Mapping[str, Holding], unknown: Mapping[str, Holding]) -> Collection:
        """Return the collection with some holdings replaced; one that is empty is taken out."""
        made = Collection(_kept(self.pieces, changed), _kept(self.unknown, unknown))
        if (count := len(made.pieces) + len(made.unknown)) > PIECES_LIMIT:
            raise CollectionError(f"A collection has at most {PIECES_LIMIT:,} pieces; this has {count:,}.")
        return made

    def changed(self, names: Mapping[str, str], owned: int, wanted: int) -> Collection:
        """Return the collection with so many more or fewer of each piece; `names` is by their ids."""
        changes: dict[str, Holding] = {}
        for key, name in names.items():
            before = self.pieces.get(key, Holding())
            after = before.plus(owned, wanted)
            for what, count, change, there in (
                ("own", after.owned, owned, before.owned),
                ("want", after.wanted, wanted, before.wanted),
            ):
                if count < 0:
                    raise CollectionError(
                        f"You {what} {there} of {name} ({key}), from which {-change} cannot be taken away."
                    )
                if count > LARGEST:
                    raise CollectionError(f"Of {name} ({key}) you can {what} at most {LARGEST:,}.")
            changes[key] = after
        return self.with_pieces(changes, {})


def _kept(before: Mapping[str, Holding], changed: Mapping[str, Holding]) -> dict[str, Holding]:
    return {key: held for key, held in {**before, **changed}.items() if held}
