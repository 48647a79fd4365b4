"""Amounts and distances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import Field, model_validator

from pirate_code.language.tree.base import MAX_NUMBER, MAX_SEGMENTS, Node, Stat

if TYPE_CHECKING:  # nodes refer to each other in a circle; the package puts these names in
    from pirate_code.language.tree.pieces import Pieces, Selector


class Number(Node):
    """A fixed number."""

    kind: Literal["number"] = "number"
    value: int = Field(ge=0, le=MAX_NUMBER)


class Unstated(Node):
    """A number that a line leaves open: the X of "+X gold", for which each card prints its own."""

    kind: Literal["unstated"] = "unstated"


class Dice(Node):
    """The sum of some six-sided dice."""

    kind: Literal["dice"] = "dice"
    count: int = Field(default=1, ge=1, le=20)


class CountOf(Node):
    """How many pieces a selector finds: "the number of crew on this ship"."""

    kind: Literal["count_of"] = "count_of"
    what: Pieces

    @model_validator(mode="after")
    def _counts_pieces(self) -> Self:
        if (
            self.what.which in {"which", "both"}
            or self.what.noun == "time"
            or isinstance(self.what.count, AsMuchAs)
        ):
            raise ValueError("pieces are counted: not times, not both of them, not as many as fit")
        return self


class StatOf(Node):
    """A stat of a piece: "its point cost"."""

    kind: Literal["stat_of"] = "stat_of"
    stat: Stat
    of: Selector


class Result(Node):
    """The result of the roll just made; `dice` rolled together count as their total."""

    kind: Literal["result"] = "result"


class Difference(Node):
    """One amount less another: "6 minus the number of crew"."""

    kind: Literal["difference"] = "difference"
    left: Number
    right: CountOf


class UpTo(Node):
    """Any number up to an amount; `None` is any number at all."""

    kind: Literal["up_to"] = "up_to"
    limit: Number | None = None


class AtLeast(Node):
    """An amount or more."""

    kind: Literal["at_least"] = "at_least"
    limit: Number


class AsMuchAs(Node):
    """As much as the ship can carry."""

    kind: Literal["as_much_as_fits"] = "as_much_as_fits"


class MoreThan(Node):
    """More than a number."""

    kind: Literal["more_than"] = "more_than"
    limit: Number


class FewerThan(Node):
    """Fewer than a number."""

    kind: Literal["fewer_than"] = "fewer_than"
    limit: Number


class AllBut(Node):
    """All of them less a number."""

    kind: Literal["all_but"] = "all_but"
    limit: Number


class Half(Node):
    """Half of them; of an odd number, the half that is rounded up or down."""

    kind: Literal["half"] = "half"
    rounded: Literal["up", "down"]


class SameNumber(Node):
    """The same number as was just counted, or that many as the die showed."""

    kind: Literal["same_number"] = "same_number"


Amount = Annotated[
    Number
    | Unstated
    | Dice
    | CountOf
    | StatOf
    | Result
    | Difference
    | UpTo
    | AtLeast
    | MoreThan
    | FewerThan
    | AllBut
    | Half
    | AsMuchAs
    | SameNumber,
    Field(discriminator="kind"),
]


class Distance(Node):
    """Segments in order, each the short (S) or the long (L) side of a card."""

    kind: Literal["distance"] = "distance"
    segments: tuple[Literal["S", "L"], ...] = Field(min_length=1, max_length=MAX_SEGMENTS)


def straight(distance: Distance) -> bool:
    """Whether a distance can be written as a number of times one side of the card."""
    return len(set(distance.segments)) == 1 and len(distance.segments) <= 9
