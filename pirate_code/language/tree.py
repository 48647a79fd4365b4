"""Effect trees: what an ability line says, as frozen, closed families of nodes.

An `Ability` has guards (limit, trigger, moment, condition, span) and one effect. Effects act on events; events and
conditions speak of pieces through selectors; selectors narrow with filters. There is no node for raw text.
"""

from __future__ import annotations

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


# ---------------------------------------------------------------- filters

POST_STATES = frozenset({"in_play", "in_range", "there"})


def stands_before(found: Filter) -> bool:
    """Whether a filter is said before the noun: "enemy ship", "non-English crew", "L-range cannon"."""
    if isinstance(found, InState):
        return not found.negated and found.toward is None and found.state not in POST_STATES
    return isinstance(found, OfNation | OfRange)


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


class Within(Node):
    """Is within a distance of a piece; `beyond` also puts a lower bound."""

    kind: Literal["within"] = "within"
    distance: Distance
    of: Selector | None = None
    beyond: Distance | None = None
    exactly: bool = False
    negated: bool = False


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
    strength: Literal["do", "may", "must", "cannot", "need_not", "would"] = "do"
    when: Trigger | None = None


class IsA(Node):
    """Is a piece of that description."""

    kind: Literal["is_a"] = "is_a"
    what: Pieces | Named | KeywordItself | Person | Group | CountOf = Field(discriminator="kind")
    negated: bool = False


class Except(Node):
    """But not these."""

    kind: Literal["except"] = "except"
    what: Selector


class Including(Node):
    """Even these."""

    kind: Literal["including"] = "including"
    what: Selector


class Equals(Node):
    """As many as, or worth as much as, an amount."""

    kind: Literal["equals"] = "equals"
    amount: Number | CountOf | StatOf | Result | Difference = Field(discriminator="kind")


class Sized(Node):
    """So wide and so long."""

    kind: Literal["sized"] = "sized"
    wide: Distance
    long: Distance


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

# ---------------------------------------------------------------- selectors

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
        """What stands before the noun comes before what stands after it."""
        return tuple(sorted(filters, key=lambda found: not stands_before(found)))

    @model_validator(mode="after")
    def _can_be_said(self) -> Self:
        if self.which in {"this", "that"}:
            plain = self.of is None and all(stands_before(found) for found in self.filters)
            counted = self.count is None or (isinstance(self.count, Number) and not self.filters)
            if not (plain and counted):
                raise ValueError("'this' and 'that' name a piece; nothing narrows it down further")
        if self.which == "which":
            asks = len(self.filters) == 1 and isinstance(self.filters[0], Involved)
            if not asks or self.of is not None or self.count is not None:
                raise ValueError("'which' asks for the piece of one event")
        if isinstance(self.count, AsMuchAs) and self.which is not None:
            raise ValueError("'as much as fits' counts by itself")
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
    near: Within | None = None
    distance: Distance | None = None
    amount: Amount | None = None
    per: Selector | None = None
    means: Event | None = None
    manner: tuple[Manner, ...] = Field(default=(), max_length=5)
    time: Span | Moment | None = Field(default=None, discriminator="kind")


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
    strength: Literal["do", "may", "must", "cannot", "need_not", "would"] = "do"


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


class Until(Node):
    """The effect lasts until an event or a moment."""

    kind: Literal["until"] = "until"
    end: Event | Moment | Matches | Facts = Field(discriminator="kind")


Guard = Annotated[
    Limit | Trigger | Moment | PartOf | ForEach | Instead | Condition | Rolled | Span | ForTurns | Until,
    Field(discriminator="kind"),
]

# ---------------------------------------------------------------- facts


class Matches(Node):
    """A piece matches a filter."""

    kind: Literal["matches"] = "matches"
    subject: Selector
    filter: Filter


class Happens(Node):
    """An event happens or has happened."""

    kind: Literal["happens"] = "happens"
    event: Event
    strength: Literal["do", "may", "must", "cannot", "need_not", "would"] = "do"


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


class Become(Node):
    """A piece turns into, or counts as, something."""

    kind: Literal["become"] = "become"
    subject: Selector
    filter: Filter
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


class Nothing(Node):
    """No effect."""

    kind: Literal["nothing"] = "nothing"


class Outcome(Node):
    """What a die result leads to."""

    kind: Literal["outcome"] = "outcome"
    faces: Faces
    each: bool = False
    title: Name | None = None
    effect: Effect


class Table(Node):
    """A roll and its outcomes; on a mysterious island the roll is the island's own."""

    kind: Literal["table"] = "table"
    roll: Happen | None = None
    outcomes: tuple[Outcome, ...] = Field(min_length=1, max_length=6)


class Pay(Node):
    """A cost paid to get an effect: "eliminate one crew to give this ship an extra action"."""

    kind: Literal["pay"] = "pay"
    cost: Happen
    gain: Effect


class Sequence(Node):
    """Effects one after the other."""

    kind: Literal["sequence"] = "sequence"
    steps: tuple[Effect, ...] = Field(min_length=2, max_length=24)

    @model_validator(mode="after")
    def _is_flat(self) -> Self:
        if any(isinstance(step, Sequence) for step in self.steps):
            raise ValueError("a sequence inside a sequence is one sequence")
        return self


class Choice(Node):
    """Some of these effects, chosen by the player."""

    kind: Literal["choice"] = "choice"
    pick: int = Field(default=1, ge=1, le=6)
    options: tuple[Effect, ...] = Field(min_length=2, max_length=8)


class Guarded(Node):
    """An effect with guards of its own, inside an ability."""

    kind: Literal["guarded"] = "guarded"
    guards: tuple[Guard, ...] = Field(min_length=1, max_length=8)
    effect: Effect

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
    guards: tuple[Guard, ...] = Field(default=(), max_length=8)
    effect: Happen | Change | Become | Gain | KeywordAbility | Nothing | Table | Pay | Sequence | Choice = (
        Field(discriminator="kind")
    )

    @model_validator(mode="after")
    def _keyword_stands_alone(self) -> Self:
        if isinstance(self.effect, KeywordAbility) and (self.guards or self.title):
            raise ValueError("a keyword has no guards of its own; its definition has them")
        return self
