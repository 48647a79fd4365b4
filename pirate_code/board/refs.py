"""What can be spoken of at the table: pieces by their number, parts of pieces, players, and matters."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Part(NamedTuple):
    """A part of a piece: its third mast, the cannon at it, a panel."""

    of: int
    noun: str
    number: int


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
    return ref if isinstance(ref, int) else list(ref)
