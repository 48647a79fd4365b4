"""Filters: what narrows pieces down."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import Field, model_validator

from pirate_code.language.tree.amounts import CountOf, Difference, Distance, Number, Result, StatOf, straight
from pirate_code.language.tree.base import KeywordName, Name, NationName, Node, Stat, StateName
from pirate_code.language.words import load_words

if TYPE_CHECKING:  # nodes refer to each other in a circle; the package puts these names in
    from pirate_code.language.tree.events import Event
    from pirate_code.language.tree.guards import Trigger
    from pirate_code.language.tree.pieces import (
        Group,
        KeywordItself,
        Named,
        Person,
        Pieces,
        Selector,
        is_amount,
    )

POST_STATES = frozenset({"in_play", "in_range", "there"})


@cache
def _toward() -> frozenset[str]:
    """States that can be told toward a piece: "linked to this crew", "full of gold"."""
    words = load_words()
    return (frozenset(words.states) - words.attributes - POST_STATES - set(words.manners)) | {"friendly"}


def stands_before(filter_: Filter) -> bool:
    """Whether a filter is said before the noun: "enemy ship", "non-English crew", "L-range cannon"."""
    if isinstance(filter_, InState):
        return not filter_.negated and filter_.toward is None and filter_.state not in POST_STATES
    return isinstance(filter_, OfNation | OfRange)


def is_attribute(filter_: Filter) -> bool:
    """Whether a filter is a word that stands before a noun only: "extra", "captured", "other"."""
    return (
        isinstance(filter_, InState) and filter_.toward is None and filter_.state in load_words().attributes
    )


class OfNation(Node):
    """Belongs to a nation, or to any nation but that."""

    kind: Literal["nation"] = "nation"
    nation: NationName
    negated: bool = False


class HasKeyword(Node):
    """Has a keyword, printed or as full text."""

    kind: Literal["keyword"] = "keyword"
    keyword: KeywordName
    or_name: Name | None = None


class NamedLike(Node):
    """Has a word in its name."""

    kind: Literal["name_has"] = "name_has"
    name: Name


class InState(Node):
    """Is in a state, or is not."""

    kind: Literal["state"] = "state"
    state: StateName
    negated: bool = False
    toward: Selector | None = None

    @model_validator(mode="after")
    def _is_a_state(self) -> Self:
        if self.toward is not None and self.state not in _toward():
            raise ValueError(f"a piece is not {self.state} toward another")
        if self.negated and is_attribute(self):
            raise ValueError(f"{self.state!r} is said before a noun only, and never denied")
        return self


class Within(Node):
    """Is within a distance of a piece; `beyond` also puts a lower bound."""

    kind: Literal["within"] = "within"
    distance: Distance
    of: Selector | None = None
    beyond: Distance | None = None
    exactly: bool = False
    negated: bool = False

    @model_validator(mode="after")
    def _is_one_measure(self) -> Self:
        if self.beyond is not None and (
            self.of is None or len(self.beyond.segments + self.distance.segments) > 2
        ):
            raise ValueError("between two distances is measured from a piece, S or L at either end")
        if self.exactly and (self.of is None or self.beyond is not None or not straight(self.distance)):
            raise ValueError("an exact distance is measured from a piece, along one side of the card")
        return self


class Located(Node):
    """Is on, under, in, at or next to something."""

    kind: Literal["located"] = "located"
    place: Literal["on", "under", "in", "at", "from", "as", "than", "docked_at"]
    what: Selector


class Touching(Node):
    """Touches a piece."""

    kind: Literal["touching"] = "touching"
    what: Selector


class Has(Node):
    """Has or carries something, or nothing of the kind."""

    kind: Literal["has"] = "has"
    what: Selector
    negated: bool = False


class StatIs(Node):
    """A stat compared with an amount: "with point cost 3 or less"."""

    kind: Literal["stat_is"] = "stat_is"
    stat: Stat
    compare: Literal["equal", "at_most", "at_least", "less_than", "more_than"] = "equal"
    amount: Number | StatOf | Distance = Field(discriminator="kind")

    @model_validator(mode="after")
    def _is_told_so(self) -> Self:
        if self.compare in {"less_than", "more_than"} and isinstance(self.amount, StatOf):
            raise ValueError("a stat is more or less than a number or a distance")
        return self


class Extreme(Node):
    """Has the highest or lowest value of a stat."""

    kind: Literal["extreme"] = "extreme"
    most: Literal["highest", "lowest"]
    stat: Stat


class OfRange(Node):
    """A cannon of this range, and of this rank if one is named."""

    kind: Literal["range"] = "range"
    range: Literal["S", "L"] | None = None
    rank: int | None = Field(default=None, ge=1, le=6)

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.range is None and self.rank is None:
            raise ValueError("a cannon is described by its range, its rank or both")
        return self


class Involved(Node):
    """Takes part in an event, as the one who does it or the one it is done to: "any ship she touches"."""

    kind: Literal["involved"] = "involved"
    role: Literal["agent", "object", "owner", "where", "times"]
    event: Event
    strength: Literal["do", "may", "must", "cannot", "need_not", "not", "would"] = "do"
    when: Trigger | None = None

    @model_validator(mode="after")
    def _leaves_its_place_open(self) -> Self:
        if self.role in {"agent", "object"} and getattr(self.event, self.role) is not None:
            raise ValueError(f"the piece itself is the {self.role} of the event")
        if (
            self.role == "agent"
            and self.event.type == "carry"
            and self.event.object
            and self.strength == "do"
        ):
            raise ValueError("a piece that carries something has it")
        if self.role == "object" and is_amount(self.event.agent):
            raise ValueError("an amount does nothing to a piece")
        if self.role == "owner" and self.event != Event(type="increase", object=self.event.object):
            raise ValueError("a piece owns a stat that is increased, and nothing else")
        if self.role in {"where", "times"} and not self.event.has_subject:
            raise ValueError("somebody does it, or it is done to something")
        return self

    @model_validator(mode="after")
    def _has_one_time(self) -> Self:
        if self.when is None:
            return self
        only = self.when.moment == "when" and "only" in self.event.manner
        if self.when.also:
            raise ValueError("a clause about a piece has one event as its time")
        if self.role not in {"agent", "object"} or not (only or self.when.moment == "after"):
            raise ValueError("a piece does something only when, or after, something else happens")
        return self


class IsA(Node):
    """Is a piece of that description."""

    kind: Literal["is_a"] = "is_a"
    what: Pieces | Named | KeywordItself | Person | Group | CountOf = Field(discriminator="kind")
    negated: bool = False

    @model_validator(mode="after")
    def _is_a_piece(self) -> Self:
        if is_amount(self.what):
            raise ValueError("so many points or so much gold is an amount, not a piece")
        return self


class Except(Node):
    """But not these."""

    kind: Literal["except"] = "except"
    what: Selector


class Including(Node):
    """Even these."""

    kind: Literal["including"] = "including"
    what: Selector


class Equals(Node):
    """As much as an amount, or more, or less."""

    kind: Literal["equals"] = "equals"
    compare: Literal["equal", "more", "less"] = "equal"
    amount: Number | CountOf | StatOf | Result | Difference = Field(discriminator="kind")


class Sized(Node):
    """So wide and so long."""

    kind: Literal["sized"] = "sized"
    wide: Distance
    long: Distance

    @model_validator(mode="after")
    def _is_a_strip(self) -> Self:
        if len(self.wide.segments) > 1 or not straight(self.long):
            raise ValueError("a strip is S or L wide, and long along one side of the card")
        return self


class OutsideGame(Node):
    """Comes from outside the game, out of a player's collection."""

    kind: Literal["outside_game"] = "outside_game"


Filter = Annotated[
    OfNation
    | HasKeyword
    | NamedLike
    | InState
    | Within
    | Located
    | Touching
    | Has
    | StatIs
    | Extreme
    | OfRange
    | Involved
    | IsA
    | Except
    | Including
    | Equals
    | Sized
    | OutsideGame,
    Field(discriminator="kind"),
]


def one_gun(filters: tuple[Filter, ...]) -> tuple[Filter, ...]:
    """A range and a rank in two filters are of one cannon."""
    guns = [filter_ for filter_ in filters if isinstance(filter_, OfRange)]
    if len(guns) != 2 or {guns[0].range, guns[1].range}.isdisjoint({None}) or guns[0].range == guns[1].range:
        return filters
    if (guns[0].rank is None) == (guns[1].rank is None):
        return filters
    gun = OfRange(range=guns[0].range or guns[1].range, rank=guns[0].rank or guns[1].rank)
    return (*(filter_ for filter_ in filters if not isinstance(filter_, OfRange)), gun)


def place(filter_: Filter) -> int:
    """Where a filter is said: state, nation and range before the noun; short phrases, clauses, amounts."""
    if isinstance(filter_, OfNation):
        return 2 if filter_.negated else 1
    if stands_before(filter_):
        return 0 if isinstance(filter_, InState) else 3
    if isinstance(filter_, StatIs):
        return 7 if filter_.compare == "equal" and not isinstance(filter_.amount, Distance) else 6
    short = isinstance(filter_, Within) and not (filter_.negated and filter_.of is None)
    if isinstance(filter_, Located):
        short = filter_.place != "at"
    if isinstance(filter_, Has):
        short = filter_.negated
    if isinstance(filter_, InState):
        short = filter_.state in POST_STATES and not filter_.negated
    return 5 if not short and isinstance(filter_, InState | Within | Located | Has | IsA | Involved) else 4
