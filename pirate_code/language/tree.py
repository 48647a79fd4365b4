"""Effect trees: what an ability line says, as frozen, closed families of nodes.

An `Ability` has guards (limit, trigger, moment, condition, span) and one effect. Effects act on events;
events and conditions speak of pieces through selectors; selectors narrow with filters. There is no node for
raw text. Trees that would be said in the same words are made one tree, or refused with a reason.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from pirate_code.language.times import PHRASES
from pirate_code.language.words import load_words

MAX_NUMBER = 999
MAX_SEGMENTS = 12


def _word(table: str) -> Any:
    """A string that must be an id of that table of the vocabulary; the schema lists them all."""
    known = tuple(getattr(load_words(), table))

    def check(value: str) -> str:
        if value not in known:
            raise ValueError(f"{value!r} is not one of the {table} of grammar/words.yaml")
        return value

    return Annotated[str, AfterValidator(check), WithJsonSchema({"type": "string", "enum": sorted(known)})]


NounName: Any = _word("noun_one")
EventType: Any = _word("verbs")
StateName: Any = _word("states")
Stat: Any = _word("stats")
Manner: Any = _word("manners")
NationName: Any = _word("nations")
KeywordName: Any = _word("keywords")
Name = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[A-Za-z#][\w'.!-]*(?: [\w'.!-]+)*$")]


def _run(faces: tuple[int, ...]) -> tuple[int, ...]:
    """Die results follow each other without a gap."""
    if list(faces) != list(range(faces[0], faces[-1] + 1)) or not 1 <= faces[0] <= faces[-1] <= 6:
        raise ValueError(f"the die results {faces} are not a run between 1 and 6")
    return faces


Faces = Annotated[tuple[int, ...], Field(min_length=1, max_length=6), AfterValidator(_run)]


class Node(BaseModel):
    """A frozen node of a tree."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def but(self, **changes: Any) -> Self:
        """This node with some fields changed, checked like a new one."""
        return type(self)(**{**dict(self), **changes})


# ---------------------------------------------------------------- amounts and distances


class Number(Node):
    """A fixed number."""

    kind: Literal["number"] = "number"
    value: int = Field(ge=0, le=MAX_NUMBER)


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


class AllBut(Node):
    """All of them less a number."""

    kind: Literal["all_but"] = "all_but"
    limit: Number


class SameNumber(Node):
    """The same number as was just counted, or that many as the die showed."""

    kind: Literal["same_number"] = "same_number"


Amount = Annotated[
    Number
    | Dice
    | CountOf
    | StatOf
    | Result
    | Difference
    | UpTo
    | AtLeast
    | MoreThan
    | AllBut
    | AsMuchAs
    | SameNumber,
    Field(discriminator="kind"),
]


class Distance(Node):
    """Segments in order, each the short (S) or the long (L) side of a card."""

    kind: Literal["distance"] = "distance"
    segments: tuple[Literal["S", "L"], ...] = Field(min_length=1, max_length=MAX_SEGMENTS)


def _straight(distance: Distance) -> bool:
    """Whether a distance can be told as a number of times one side of the card."""
    return len(set(distance.segments)) == 1 and len(distance.segments) <= 9


# ---------------------------------------------------------------- filters

POST_STATES = frozenset({"in_play", "in_range", "there"})
# States that can be told toward a piece: "linked to this crew", "friendly to this ship", "full of gold".
_TOWARD = (
    frozenset(load_words().states) - load_words().attributes - POST_STATES - set(load_words().manners)
) | {
    "friendly",
    "full",
}


def stands_before(found: Filter) -> bool:
    """Whether a filter is said before the noun: "enemy ship", "non-English crew", "L-range cannon"."""
    if isinstance(found, InState):
        return not found.negated and found.toward is None and found.state not in POST_STATES
    return isinstance(found, OfNation | OfRange)


def is_attribute(found: Filter) -> bool:
    """Whether a filter is a word that stands before a noun only: "extra", "captured", "other"."""
    return isinstance(found, InState) and found.toward is None and found.state in load_words().attributes


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
        if self.toward is not None and self.state not in _TOWARD:
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
            raise ValueError("between two distances is told from a piece, S or L at either end")
        if self.exactly and (self.of is None or self.beyond is not None or not _straight(self.distance)):
            raise ValueError("an exact distance is told from a piece, along one side of the card")
        return self


class Located(Node):
    """Is on, in, at or next to something."""

    kind: Literal["located"] = "located"
    place: Literal["on", "in", "at", "from", "as", "than", "docked_at"]
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
    compare: Literal["equal", "at_most", "at_least"] = "equal"
    amount: Number | StatOf | Distance = Field(discriminator="kind")


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
            raise ValueError("the owner of a stat is told by its increase")
        if self.role in {"where", "times"} and not self.event.has_subject:
            raise ValueError("somebody does it, or it is done to something")
        return self

    @model_validator(mode="after")
    def _has_one_time(self) -> Self:
        if self.when is None:
            return self
        only = self.when.moment == "when" and "only" in self.event.manner
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
        if len(self.wide.segments) > 1 or not _straight(self.long):
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


def _one_gun(filters: tuple[Filter, ...]) -> tuple[Filter, ...]:
    """A range and a rank told apart are of one cannon."""
    guns = [found for found in filters if isinstance(found, OfRange)]
    if len(guns) != 2 or {guns[0].range, guns[1].range}.isdisjoint({None}) or guns[0].range == guns[1].range:
        return filters
    if (guns[0].rank is None) == (guns[1].rank is None):
        return filters
    gun = OfRange(range=guns[0].range or guns[1].range, rank=guns[0].rank or guns[1].rank)
    return (*(found for found in filters if not isinstance(found, OfRange)), gun)


def _place(found: Filter) -> int:
    """Where a filter is said: state, nation and range before the noun; short phrases, clauses, amounts."""
    if isinstance(found, OfNation):
        return 2 if found.negated else 1
    if stands_before(found):
        return 0 if isinstance(found, InState) else 3
    if isinstance(found, StatIs):
        return 7 if found.compare == "equal" and not isinstance(found.amount, Distance) else 6
    short = isinstance(found, Within) and not (found.negated and found.of is None)
    if isinstance(found, Located):
        short = found.place != "at"
    if isinstance(found, Has):
        short = found.negated
    if isinstance(found, InState):
        short = found.state in POST_STATES and not found.negated
    return 5 if not short and isinstance(found, InState | Within | Located | Has | IsA | Involved) else 4


# ---------------------------------------------------------------- selectors

# "This captured crew" is the crew just spoken of, not the card's own.
SPOKEN_OF = frozenset({"captured", "chosen", "boarded", "damaged", "affected", "traded"})
Which = Literal["a", "any", "each", "all", "no", "the", "this", "that", "another", "both", "which"]


class Pieces(Node):
    """Pieces of one noun: which, how many, whose, and what narrows them down."""

    kind: Literal["pieces"] = "pieces"
    noun: NounName
    which: Which | None = None
    count: Number | UpTo | AtLeast | MoreThan | AllBut | AsMuchAs | SameNumber | None = Field(
        default=None, discriminator="kind"
    )
    of: Selector | None = None
    filters: tuple[Filter, ...] = Field(default=(), max_length=8)

    @field_validator("filters")
    @classmethod
    def _in_order(cls, filters: tuple[Filter, ...]) -> tuple[Filter, ...]:
        """What stands before the noun comes before what stands after it; nothing is said twice."""
        return tuple(sorted(dict.fromkeys(_one_gun(filters)), key=_place))

    @model_validator(mode="after")
    def _can_be_said(self) -> Self:
        if self.which in {"this", "that"}:
            plain = self.of is None and all(stands_before(found) for found in self.filters)
            counted = self.count is None or (isinstance(self.count, Number) and not self.filters)
            if not (plain and counted):
                raise ValueError("'this' and 'that' name a piece; nothing narrows it down further")
        states = {found.state for found in self.filters if isinstance(found, InState)}
        if self.which == "this" and states & SPOKEN_OF:
            raise ValueError("'this captured crew' is that crew: the one just spoken of")
        if self.which == "which":
            asked = self.filters[0] if len(self.filters) == 1 else None
            asks = isinstance(asked, Involved) and asked.when is None and asked.role not in {"where", "times"}
            if not asks or self.of is not None or self.count is not None:
                raise ValueError("'which' asks for the piece of one event")
        if isinstance(self.count, AsMuchAs) and self.which is not None:
            raise ValueError("'as much as fits' counts by itself")
        return self

    @model_validator(mode="after")
    def _has_no_shorter_form(self) -> Self:
        active = InState(state="active") in self.filters
        if self.noun == "player" and self.which in {"the", None} and active:
            raise ValueError("the active player is a person")
        if self.noun == "number" and self.of is not None and self.which in {"the", "any"}:
            raise ValueError("a number of pieces is a count of them")
        if sum(isinstance(found, OfRange) for found in self.filters) > 1:
            raise ValueError("a cannon has one range and one rank")
        times = [found for found in self.filters if isinstance(found, Involved) and found.role == "times"]
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
            raise ValueError("only the player to the left is told from somebody else")
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


def is_stat(piece: Selector | None) -> bool:
    """Whether a selector names a stat: "this ship's base move"."""
    return isinstance(piece, Pieces) and piece.noun in load_words().stats and piece.count is None


# ---------------------------------------------------------------- events


class Event(Node):
    """Something that happens at the table: a type and its slots."""

    kind: Literal["event"] = "event"
    type: EventType
    agent: Selector | None = None
    object: Selector | None = None
    to: Selector | None = None
    source: Selector | None = None
    at: Selector | None = None
    against: Selector | None = None
    using: Selector | None = None
    exchange: Selector | None = None
    role: Selector | None = None
    near: Within | Touching | None = Field(default=None, discriminator="kind")
    distance: Distance | None = None
    amount: Amount | None = None
    per: Selector | None = None
    means: Event | None = None
    manner: tuple[Manner, ...] = Field(default=(), max_length=5)
    time: Span | Moment | None = Field(default=None, discriminator="kind")

    @property
    def has_subject(self) -> bool:
        """Whether a clause about the event has somebody or something to begin with."""
        return self.agent is not None or self.object is not None

    @field_validator("manner")
    @classmethod
    def _in_one_order(cls, manner: tuple[str, ...]) -> tuple[str, ...]:
        """Two manners hold together, whichever is said first."""
        if "always" in manner:
            raise ValueError("what always happens must happen: 'always' is a strength")
        return tuple(sorted(set(manner)))

    @field_validator("amount")
    @classmethod
    def _can_be_done(cls, amount: Amount | None) -> Amount | None:
        if amount is not None and not isinstance(amount, Number | Dice | CountOf | Difference | Result):
            raise ValueError("the amount of an event is a number, dice, a count, a difference or a result")
        return amount

    @model_validator(mode="after")
    def _is_an_event(self) -> Self:
        if self.means is not None and (self.means.time is not None or is_amount(self.means.agent)):
            raise ValueError("what something is done by is done by a piece, and at the same time")
        if self.type == "shoot" and self.at is not None and self.object is None:
            raise ValueError("to shoot at something is the event shoot_at")
        near = self.near
        if isinstance(near, Within) and near.negated and (near.of is None or near.beyond or near.exactly):
            raise ValueError("an event happens within a distance of a piece, or not within it")
        value = self.amount or self.distance
        changes = {
            "add": _is_plain_stat(self.to) and isinstance(value, Number | Distance),
            "subtract": _is_plain_stat(self.source) and isinstance(value, Number | Distance),
            "double": is_stat(self.object),
            "multiply": is_stat(self.object) and isinstance(self.amount, Number),
            "increase": is_stat(self.object) and isinstance(value, Number | Distance),
            "reduce": is_stat(self.object) and isinstance(value, Number | Distance),
            "cost": self.agent is not None and is_amount(self.object),
            "take_up": self.agent is not None and _is_space(self.object),
        }
        if changes.get(self.type):
            raise ValueError("a stat that is raised, lowered or set is a change, not an event")
        return self


def _is_plain_stat(piece: Selector | None) -> bool:
    return isinstance(piece, Pieces) and piece.noun in load_words().stats and not piece.filters


def _is_space(piece: Selector | None) -> bool:
    plain = Pieces(noun="cargo_space")
    return piece == plain or (isinstance(piece, Pieces) and piece.noun == "cargo_space" and is_amount(piece))


# ---------------------------------------------------------------- guards


class Limit(Node):
    """How often: once per turn, once per action, once for each trigger, once."""

    kind: Literal["limit"] = "limit"
    per: Literal["turn", "action", "game", "trigger"]


class Trigger(Node):
    """When, before or after an event, or instead of it."""

    kind: Literal["trigger"] = "trigger"
    moment: Literal[
        "when", "after", "before", "each_time", "next_time", "first_time", "turn_after", "in_order_to"
    ]
    event: Event
    strength: Literal["do", "may", "must", "cannot", "need_not", "not", "would"] = "do"

    @model_validator(mode="after")
    def _is_a_trigger(self) -> Self:
        if self.moment == "when" and self.strength not in {"do", "would"}:
            raise ValueError("that something may, must or cannot happen is a condition")
        if self.moment == "in_order_to" and (self.strength != "do" or self.event.time is not None):
            raise ValueError("what something is done for is an event alone")
        if not self.event.has_subject and self.strength != "do":
            raise ValueError("nobody can, must or cannot do it")
        return self


class Moment(Node):
    """A point of the turn: beginning, end, any time, of whose turn; or setup, or on reveal."""

    kind: Literal["moment"] = "moment"
    at: Literal["beginning", "end", "during", "setup", "any_time", "free_action", "there"]
    whose: (
        Literal["your", "next_yours", "each", "each_yours", "its", "one_yours", "next_player", "move"] | None
    ) = None

    @model_validator(mode="after")
    def _has_a_phrase(self) -> Self:
        if ("moment", self.at, self.whose) not in PHRASES:
            raise ValueError(f"no phrase says {self.at} of {self.whose}")
        return self


class Condition(Node):
    """A fact that must hold."""

    kind: Literal["condition"] = "condition"
    fact: Fact
    negated: bool = False
    even: bool = False

    @model_validator(mode="after")
    def _has_one_word(self) -> Self:
        if (self.negated and self.even) or (isinstance(self.fact, Tied) and (self.negated or self.even)):
            raise ValueError("a condition is said with one of 'if', 'unless' and 'even if'; a tie with none")
        return self


class PartOf(Node):
    """As part of, or during, an action or another thing that takes time."""

    kind: Literal["part_of"] = "part_of"
    what: Selector


class ForEach(Node):
    """Once for each of these."""

    kind: Literal["for_each"] = "for_each"
    what: Selector


class Instead(Node):
    """In place of what would have happened: of an event, of a thing, or of what the line just spoke of."""

    kind: Literal["instead"] = "instead"
    of: Event | Selector | None = Field(default=None, discriminator="kind")

    @model_validator(mode="after")
    def _is_done_by_a_piece(self) -> Self:
        if isinstance(self.of, Event) and is_amount(self.of.agent):
            raise ValueError("an amount does nothing that could be done otherwise")
        return self


class Rolled(Node):
    """The die shows one of these faces; `each` acts once for every die that does."""

    kind: Literal["rolled"] = "rolled"
    faces: Faces
    each: bool = False


class Span(Node):
    """How long the effect lasts."""

    kind: Literal["span"] = "span"
    lasts: Literal[
        "this_turn",
        "that_turn",
        "next_turn",
        "your_next_turn",
        "her_next_turn",
        "target_next_turn",
        "game",
        "that_action",
    ]


class ForTurns(Node):
    """The effect lasts a number of turns."""

    kind: Literal["for_turns"] = "for_turns"
    turns: Amount

    @field_validator("turns")
    @classmethod
    def _is_known(cls, turns: Amount) -> Amount:
        if not isinstance(turns, Number | Dice | CountOf | StatOf | Result | Difference):
            raise ValueError("a number of turns is known: a number, dice, a count, a stat or a result")
        return turns


class Until(Node):
    """The effect lasts until an event or a moment."""

    kind: Literal["until"] = "until"
    end: Event | Moment | Matches | Facts = Field(discriminator="kind")

    @model_validator(mode="after")
    def _has_a_phrase(self) -> Self:
        if isinstance(self.end, Moment) and ("until", self.end.at, self.end.whose) not in PHRASES:
            raise ValueError(f"no phrase says until {self.end.at} of {self.end.whose}")
        return self


Guard = Annotated[
    Limit | Trigger | Moment | PartOf | ForEach | Instead | Condition | Rolled | Span | ForTurns | Until,
    Field(discriminator="kind"),
]

# Guards in the order in which they are said.
GUARDS = (Limit, Moment, Trigger, PartOf, ForEach, Condition, Rolled, Instead, Span, ForTurns, Until)


def _in_order(guards: tuple[Guard, ...]) -> tuple[Guard, ...]:
    """Guards hold together, whichever is said first; the same guard holds once."""
    if sum(isinstance(guard, Rolled) for guard in set(guards)) > 1:
        raise ValueError("one die shows one run of results")
    if sum(isinstance(guard, Until) for guard in set(guards)) > 1:
        raise ValueError("an effect lasts until one thing; several are joined by 'and' or 'or'")
    return tuple(
        sorted(dict.fromkeys(guards), key=lambda guard: (GUARDS.index(type(guard)), asks_if_done(guard)))
    )


def asks_if_done(guard: Guard) -> bool:
    """Whether a guard ends in "you do", which is said right before its comma."""
    fact = guard.fact if isinstance(guard, Condition) else guard.end if isinstance(guard, Until) else None
    return isinstance(fact, Done) or (isinstance(fact, Facts) and isinstance(fact.facts[-1], Done))


def _predicate(found: Filter) -> Filter:
    """A filter that can be told of a piece after "is"."""
    if is_attribute(found):
        raise ValueError("what a piece is, is no word that stands before a noun only")
    if isinstance(found, Involved) and found.role == "times":
        raise ValueError("only times are counted by an event")
    return found


# ---------------------------------------------------------------- facts


class Matches(Node):
    """A piece matches a filter."""

    kind: Literal["matches"] = "matches"
    subject: Selector
    filter: Annotated[Filter, AfterValidator(_predicate)]


class Happens(Node):
    """An event happens or has happened."""

    kind: Literal["happens"] = "happens"
    event: Event
    strength: Literal["do", "may", "must", "cannot", "need_not", "not", "would"] = "do"

    @model_validator(mode="after")
    def _is_somebody(self) -> Self:
        if not self.event.has_subject and self.strength != "do":
            raise ValueError("nobody can, must or cannot do it")
        return self


class Able(Node):
    """It can be done."""

    kind: Literal["able"] = "able"


class Done(Node):
    """The player chose to do it."""

    kind: Literal["done"] = "done"


class Tied(Node):
    """The results are equal."""

    kind: Literal["tied"] = "tied"


class Facts(Node):
    """All of these facts, or any of them."""

    kind: Literal["facts"] = "facts"
    join: Literal["and", "or"]
    facts: tuple[Matches | Happens | Done, ...] = Field(min_length=2, max_length=4)


Fact = Annotated[Matches | Happens | Able | Done | Tied | Facts, Field(discriminator="kind")]

# ---------------------------------------------------------------- effects


class Happen(Node):
    """An event is caused, permitted, required or forbidden."""

    kind: Literal["happen"] = "happen"
    strength: Literal["do", "may", "must", "cannot", "need_not"] = "do"
    event: Event

    @model_validator(mode="after")
    def _is_an_event(self) -> Self:
        if self.event.time is not None:
            raise ValueError("the time of what happens is a guard")
        event = self.event
        gain = Event(type="gain", agent=event.agent, object=event.object)
        if self.strength == "do" and event.agent and event.object and event == gain:
            raise ValueError("that a piece gains something is a gain, not an event")
        return self


class Change(Node):
    """A stat is raised, lowered, multiplied or set."""

    kind: Literal["change"] = "change"
    stat: Stat
    of: Selector
    by: Literal["add", "subtract", "multiply", "set", "match"]
    amount: Number | Dice | CountOf | StatOf | Result | Difference | Distance | Pieces = Field(
        discriminator="kind"
    )
    against: Selector | None = None
    per: Selector | None = None
    strength: Literal["do", "may", "must", "cannot"] = "do"

    @model_validator(mode="after")
    def _can_be_done(self) -> Self:
        if self.by in {"add", "subtract"} and not isinstance(self.amount, Number | Distance):
            raise ValueError("a stat is raised or lowered by a number or a distance")
        if self.by == "multiply" and not isinstance(self.amount, Number):
            raise ValueError("a stat is multiplied by a number")
        if isinstance(self.amount, Pieces) and (self.by != "match" or is_amount(self.amount)):
            raise ValueError("a stat is set to an amount; it matches pieces")
        if isinstance(self.amount, Pieces) and self.amount.of is not None and _is_plain_stat(self.amount):
            raise ValueError("the stat of a piece is a stat_of")
        return self


class Become(Node):
    """A piece turns into, or counts as, something."""

    kind: Literal["become"] = "become"
    subject: Selector
    filter: Annotated[Filter, AfterValidator(_predicate)]
    strength: Literal["do", "may", "must", "cannot", "need_not"] = "do"


class Gain(Node):
    """A piece gains a keyword, a cannon, an ability."""

    kind: Literal["gain"] = "gain"
    who: Selector
    what: Selector


class KeywordAbility(Node):
    """The piece has a keyword; its parameter is a nation."""

    kind: Literal["has_keyword"] = "has_keyword"
    keyword: KeywordName
    nation: NationName | None = None

    @model_validator(mode="after")
    def _takes_a_nation(self) -> Self:
        if self.nation is not None and not load_words().keyword_parameters[self.keyword]:
            raise ValueError(f"the keyword {self.keyword} takes no nation")
        return self


class Nothing(Node):
    """No effect."""

    kind: Literal["nothing"] = "nothing"


class Outcome(Node):
    """What a die result leads to."""

    kind: Literal["outcome"] = "outcome"
    faces: Faces
    each: bool = False
    title: Name | None = None
    effect: Inner

    @model_validator(mode="after")
    def _has_one_result(self) -> Self:
        if isinstance(self.effect, Guarded) and any(
            isinstance(guard, Rolled) for guard in self.effect.guards
        ):
            raise ValueError("an outcome has one run of die results")
        return self


class Table(Node):
    """A roll and its outcomes; on a mysterious island the roll is the island's own."""

    kind: Literal["table"] = "table"
    roll: Happen | None = None
    outcomes: tuple[Outcome, ...] = Field(min_length=1, max_length=6)

    @model_validator(mode="after")
    def _is_a_table(self) -> Self:
        if self.roll is not None and self.roll.event.type != "roll":
            raise ValueError("a table begins with a roll")
        if self.roll is not None and any(outcome.title for outcome in self.outcomes):
            raise ValueError("only the outcomes of a mysterious island have titles")
        if self.roll is None and any(outcome.each for outcome in self.outcomes):
            raise ValueError("a mysterious island rolls one die, so nothing happens for every die")
        if self.roll is None:
            faces = [face for outcome in self.outcomes for face in outcome.faces]
            if len(faces) != len(set(faces)):
                raise ValueError("a die result leads to one outcome of a mysterious island")
        return self


def _inside(effect: Effect) -> Effect:
    """An effect inside another: the table of a mysterious island is a whole ability."""
    if isinstance(effect, Table) and effect.roll is None:
        raise ValueError("a table without a roll is a whole mysterious island")
    return effect


Inner = Annotated["Effect", AfterValidator(_inside)]


class Pay(Node):
    """A cost paid to get an effect: "eliminate one crew to give this ship an extra action"."""

    kind: Literal["pay"] = "pay"
    cost: Happen
    gain: Inner


class Sequence(Node):
    """Effects one after the other."""

    kind: Literal["sequence"] = "sequence"
    steps: tuple[Inner, ...] = Field(min_length=2, max_length=24)

    @model_validator(mode="after")
    def _is_flat(self) -> Self:
        if any(isinstance(step, Sequence) for step in self.steps):
            raise ValueError("a sequence inside a sequence is one sequence")
        for before, step in pairwise(self.steps):
            rolled = (
                [guard for guard in step.guards if isinstance(guard, Rolled)]
                if isinstance(step, Guarded)
                else []
            )
            if len(rolled) == 1 and _rolls(before):
                raise ValueError("the outcomes of a roll are one table with it")
        return self


def _rolls(effect: Effect) -> bool:
    if isinstance(effect, Guarded):
        return _rolls(effect.effect)
    return isinstance(effect, Table) or (isinstance(effect, Happen) and effect.event.type == "roll")


class Choice(Node):
    """Some of these effects, chosen by the player."""

    kind: Literal["choice"] = "choice"
    pick: int = Field(default=1, ge=1, le=6)
    options: tuple[Inner, ...] = Field(min_length=2, max_length=8)

    @model_validator(mode="after")
    def _leaves_a_choice(self) -> Self:
        if self.pick > min(3, len(self.options)):
            raise ValueError("one, two or three of the options are chosen, and no more than there are")
        return self


class Guarded(Node):
    """An effect with guards of its own, inside an ability."""

    kind: Literal["guarded"] = "guarded"
    guards: Annotated[tuple[Guard, ...], AfterValidator(_in_order)] = Field(min_length=1, max_length=8)
    effect: Inner

    @model_validator(mode="after")
    def _is_flat(self) -> Self:
        if isinstance(self.effect, Guarded):
            raise ValueError("guards of a guarded effect belong together")
        return self


Effect = Annotated[
    Happen | Change | Become | Gain | Nothing | Table | Pay | Sequence | Choice | Guarded,
    Field(discriminator="kind"),
]


class Ability(Node):
    """One ability of a line: its guards and its effect."""

    kind: Literal["ability"] = "ability"
    title: Name | None = None
    guards: Annotated[tuple[Guard, ...], AfterValidator(_in_order)] = Field(default=(), max_length=8)
    effect: Happen | Change | Become | Gain | KeywordAbility | Nothing | Table | Pay | Sequence | Choice = (
        Field(discriminator="kind")
    )

    @model_validator(mode="after")
    def _keyword_stands_alone(self) -> Self:
        if isinstance(self.effect, KeywordAbility) and (self.guards or self.title):
            raise ValueError("a keyword has no guards of its own; its definition has them")
        if isinstance(self.effect, Table) and self.effect.roll is None and (self.guards or self.title):
            raise ValueError("a mysterious island has no guards; its outcomes have them")
        return self
