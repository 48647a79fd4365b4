"""Selectors: which pieces are spoken of."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from pirate_code.language.tree.amounts import (
    AllBut,
    AsMuchAs,
    AtLeast,
    CountOf,
    FewerThan,
    Half,
    MoreThan,
    Number,
    SameNumber,
    UpTo,
)
from pirate_code.language.tree.base import KeywordName, Name, Node, NounName
from pirate_code.language.tree.filters import (
    Filter,
    InState,
    Involved,
    OfRange,
    one_gun,
    place,
    stands_before,
)
from pirate_code.language.words import load_words

# "This captured crew" is the crew just spoken of, not the card's own.
SPOKEN_OF = frozenset({"captured", "chosen", "boarded", "damaged", "affected", "traded"})
_ACTIVE = InState.model_construct(state="active")
Which = Literal["a", "any", "each", "all", "no", "the", "this", "that", "another", "both", "which"]


class Pieces(Node):
    """Pieces of one noun: which, how many, whose, and what narrows them down."""

    kind: Literal["pieces"] = "pieces"
    noun: NounName
    which: Which | None = None
    count: Number | UpTo | AtLeast | MoreThan | FewerThan | AllBut | Half | AsMuchAs | SameNumber | None = (
        Field(default=None, discriminator="kind")
    )
    of: Selector | None = None
    filters: tuple[Filter, ...] = Field(default=(), max_length=8)

    @field_validator("filters")
    @classmethod
    def in_order(cls, filters: tuple[Filter, ...]) -> tuple[Filter, ...]:
        """What stands before the noun comes before what stands after it; nothing is said twice."""
        return tuple(sorted(dict.fromkeys(one_gun(filters)), key=place))

    @model_validator(mode="after")
    def _can_be_said(self) -> Self:
        if self.which in {"this", "that"}:
            plain = self.of is None and all(stands_before(filter_) for filter_ in self.filters)
            counted = self.count is None or (isinstance(self.count, Number) and not self.filters)
            if not (plain and counted):
                raise ValueError("'this' and 'that' name a piece; nothing narrows it down further")
        states = {filter_.state for filter_ in self.filters if isinstance(filter_, InState)}
        if self.which == "this" and states & SPOKEN_OF:
            raise ValueError("'this captured crew' is that crew: the one just spoken of")
        if self.which == "which":
            asked = self.filters[0] if len(self.filters) == 1 else None
            asks = isinstance(asked, Involved) and asked.when is None and asked.role not in {"where", "times"}
            if not asks or self.of is not None or self.count is not None:
                raise ValueError("'which' asks for the piece of one event")
        if isinstance(self.count, AsMuchAs | Half) and self.which is not None:
            raise ValueError("'as much as fits' and 'half of' count by themselves")
        return self

    @model_validator(mode="after")
    def _has_no_shorter_form(self) -> Self:
        if self.noun == "player" and self.which in {"the", None} and _ACTIVE in self.filters:
            raise ValueError("the active player is a person")
        if self.noun == "number" and self.of is not None and self.which in {"the", "any"}:
            raise ValueError("a number of pieces is a count of them")
        if sum(isinstance(filter_, OfRange) for filter_ in self.filters) > 1:
            raise ValueError("a cannon has one range and one rank")
        times = [
            filter_ for filter_ in self.filters if isinstance(filter_, Involved) and filter_.role == "times"
        ]
        if times and self != Pieces.model_construct(noun="time", which="the", filters=tuple(times[:1])):
            raise ValueError("only times are counted by an event")
        return self


class Named(Node):
    """The piece of that name, often the card itself."""

    kind: Literal["named"] = "named"
    name: Name


class KeywordItself(Node):
    """A keyword spoken of as a thing: "the Fear keyword"."""

    kind: Literal["keyword_itself"] = "keyword_itself"
    keyword: KeywordName


class Person(Node):
    """A player, seen from the controller of the card."""

    kind: Literal["person"] = "person"
    who: Literal["you", "left", "right", "active"]
    of: Selector | None = None

    @model_validator(mode="after")
    def _has_a_side(self) -> Self:
        if self.of is not None and self.who != "left":
            raise ValueError("only the player to the left is counted from somebody else")
        return self


class Group(Node):
    """Several selectors: all of them, or any of them."""

    kind: Literal["group"] = "group"
    join: Literal["and", "or"]
    members: tuple[Selector, ...] = Field(min_length=2, max_length=6)


Selector = Annotated[Pieces | Named | KeywordItself | Person | Group, Field(discriminator="kind")]


def is_amount(piece: Selector | CountOf | None) -> bool:
    """Whether a selector names no pieces but an amount: "the result", "three gold", "no points"."""
    if not isinstance(piece, Pieces):
        return False
    if piece.noun == "result" and piece.which == "the" and piece.of is None and not piece.filters:
        return True
    if (
        piece.noun in {"point", "gold", "cargo_space"}
        and isinstance(piece.count, Number)
        and not piece.filters
    ):
        return True
    return (piece.noun, piece.which) in {("point", "no"), ("cargo_space", "no"), ("cargo_space", "any")}


def can_be_eliminated(piece: Selector | None) -> bool:
    """Whether a selector names parts or cargo of a ship, which are eliminated when they are lost."""
    if isinstance(piece, Group):
        return all(map(can_be_eliminated, piece.members))
    return isinstance(piece, Pieces) and load_words().noun_class[piece.noun] in {"parts", "cargo"}


def is_stat(piece: Selector | None) -> bool:
    """Whether a selector names a stat: "this ship's base move"."""
    return isinstance(piece, Pieces) and piece.noun in load_words().stats and piece.count is None
