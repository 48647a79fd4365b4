"""What can be spoken of at the table: pieces by their number, parts of pieces, players, and matters."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias


class Source(Enum):
    """Where a part comes from."""

    CARD = "card"  # printed on the card of the piece; a cannon has the number of its mast
    SECOND = "second"  # a second cannon at the mast of that number
    LENT = "lent"  # an ability that is in force lends it
    GIVEN = "given"  # the piece was given it for good


class Part(NamedTuple):
    """A part of a piece: its third mast, the cannon at it, a panel. Each source numbers its own from 0."""

    of: int
    noun: str
    number: int
    source: Source = Source.CARD

    @property
    def label(self) -> int | str:
        """Which one it is among the parts of its piece: a number, or a word and a number."""
        return self.number if self.source is Source.CARD else f"{self.source.value} {self.number}"


class Seat(NamedTuple):
    """A player, by place at the table."""

    player: int


class Matter(NamedTuple):
    """What is no piece: an action, a hit, an ability, a roll. `of` is the piece it belongs to."""

    noun: str
    of: int | None = None
    number: int = 0


class AbilityRef(NamedTuple):
    """An ability of a piece, by its place on the card."""

    piece: int
    number: int


Ref: TypeAlias = int | Part | Seat | Matter


def as_answer(ref: Ref) -> object:
    """A thing as an answer to a decision: what JSON can say."""
    if isinstance(ref, int):
        return ref
    return [ref.of, ref.noun, ref.label] if isinstance(ref, Part) else list(ref)
