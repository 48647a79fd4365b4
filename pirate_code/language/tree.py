"""Effect trees: what an ability line says, as frozen, closed families of nodes.

An `Ability` has guards (limit, trigger, moment, condition, span) and one effect. Effects act on events; events and
conditions speak of pieces through selectors; selectors narrow with filters. There is no node for raw text.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

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
Name = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[A-Z\"][\w'\"#.,! -]*$")]


class Node(BaseModel):
    """A frozen node of a tree."""

    model_config = ConfigDict(frozen=True, extra="forbid")


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
    what: Selector


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
    right: Amount


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


class SameNumber(Node):
    """The same number as was just counted, or that many as the die showed."""

    kind: Literal["same_number"] = "same_number"


Amount = Annotated[
    Number | Dice | CountOf | StatOf | Result | Difference | UpTo | AtLeast | AsMuchAs | SameNumber,
    Field(discriminator="kind"),
]


class Distance(Node):
    """Segments in order, each the short (S) or the long (L) side of a card."""

    kind: Literal["distance"] = "distance"
    segments: tuple[Literal["S", "L"], ...] = Field(min_length=1, max_length=MAX_SEGMENTS)


# ---------------------------------------------------------------- filters


class OfNation(Node):
    """Belongs to a nation, or to any nation but that."""

    kind: Literal["nation"] = "nation"
    nation: NationName
    negated: bool = False


class HasKeyword(Node):
    """Has a keyword, printed or as full text."""

    kind: Literal["keyword"] = "keyword"
    keyword: KeywordName


class NamedLike(Node):
    """Has a word in its name."""

    kind: Literal["name_has"] = "name_has"
    name: Name


class InState(Node):
    """Is in a state, or is not."""

    kind: Literal["state"] = "state"
    state: StateName
    negated: bool = False


class Within(Node):
    """Is within a distance of a piece; `beyond` also puts a lower bound."""

    kind: Literal["within"] = "within"
    distance: Distance
    of: Selector | None = None
    beyond: Distance | None = None


class Located(Node):
    """Is on, in, at or next to something."""

    kind: Literal["located"] = "located"
    place: Literal["on", "in", "at", "from", "of", "under", "next_to", "for", "by", "with"]
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
    amount: Amount


class Extreme(Node):
    """Has the highest or lowest value of a stat."""

    kind: Literal["extreme"] = "extreme"
    most: Literal["highest", "lowest"]
    stat: Stat


class OfRange(Node):
    """A cannon of this range, and of this rank if one is named."""

    kind: Literal["range"] = "range"
    range: Distance
    rank: int | None = Field(default=None, ge=1, le=6)


class ChosenBy(Node):
    """Chosen by someone else than the rules would say."""

    kind: Literal["chosen_by"] = "chosen_by"
    who: Selector


class Involved(Node):
    """Takes part in an event: "that ship she touches"; the piece fills the slot left open."""

    kind: Literal["involved"] = "involved"
    event: Event
    negated: bool = False


class IsA(Node):
    """Is a piece of that description."""

    kind: Literal["is_a"] = "is_a"
    what: Selector
    negated: bool = False


class Except(Node):
    """But not these."""

    kind: Literal["except"] = "except"
    what: Selector


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
    | ChosenBy
    | Involved
    | IsA
    | Except
    | OutsideGame,
    Field(discriminator="kind"),
]

# ---------------------------------------------------------------- selectors

Which = Literal["a", "any", "each", "all", "no", "the", "this", "that", "target", "both", "neither", "another"]


class Pieces(Node):
    """Pieces of one noun: which, how many, whose, and what narrows them down."""

    kind: Literal["pieces"] = "pieces"
    noun: NounName
    which: Which | None = None
    count: Amount | None = None
    of: Selector | None = None
    filters: tuple[Filter, ...] = Field(default=(), max_length=8)


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
    who: Literal["you", "opponent", "left", "right", "active", "each"]


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
    near: Within | None = None
    distance: Distance | None = None
    amount: Amount | None = None
    manner: tuple[Manner, ...] = Field(default=(), max_length=4)


# ---------------------------------------------------------------- guards


class Limit(Node):
    """How often: once per turn, once per action, once for each trigger, once."""

    kind: Literal["limit"] = "limit"
    per: Literal["turn", "action", "game"]


class Trigger(Node):
    """When, before or after an event, or instead of it."""

    kind: Literal["trigger"] = "trigger"
    moment: Literal["when", "after", "before", "instead_of", "first_time", "next_time", "part_of", "each_time"]
    event: Event
    would: bool = False


class Moment(Node):
    """A point of the turn: beginning, end, any time, of whose turn; or setup, or on reveal."""

    kind: Literal["moment"] = "moment"
    at: Literal["beginning", "end", "during", "setup", "revealed", "any_time"]
    whose: Literal["your", "next_yours", "each", "each_yours", "this", "its", "next_its", "one_yours", "next_player"] | None
    whose = None


class Condition(Node):
    """A fact that must hold."""

    kind: Literal["condition"] = "condition"
    fact: Fact
    negated: bool = False


class Rolled(Node):
    """The die shows one of these faces; `each` acts once for every die that does."""

    kind: Literal["rolled"] = "rolled"
    faces: tuple[int, ...] = Field(min_length=1, max_length=6)
    each: bool = False


class Span(Node):
    """How long the effect lasts."""

    kind: Literal["span"] = "span"
    lasts: Literal["this_turn", "that_turn", "next_turn", "your_next_turn", "her_next_turn", "game", "that_action"]
    turns: Amount | None = None


class Until(Node):
    """The effect lasts until an event or a moment."""

    kind: Literal["until"] = "until"
    end: Event | Moment


Guard = Annotated[Limit | Trigger | Moment | Condition | Rolled | Span | Until, Field(discriminator="kind")]

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


class Able(Node):
    """It can be done."""

    kind: Literal["able"] = "able"


class Done(Node):
    """The player chose to do it."""

    kind: Literal["done"] = "done"


class Both(Node):
    """All of these facts, or any of them."""

    kind: Literal["facts"] = "facts"
    join: Literal["and", "or"]
    facts: tuple[Fact, ...] = Field(min_length=2, max_length=4)


Fact = Annotated[Matches | Happens | Able | Done | Both, Field(discriminator="kind")]

# ---------------------------------------------------------------- effects


class Happen(Node):
    """An event is caused, permitted, required or forbidden."""

    kind: Literal["happen"] = "happen"
    strength: Literal["do", "may", "must", "cannot", "must_not"] = "do"
    event: Event


class Change(Node):
    """A stat is raised, lowered, multiplied or set."""

    kind: Literal["change"] = "change"
    stat: Stat
    of: Selector
    by: Literal["add", "subtract", "multiply", "set", "match"]
    amount: Amount | Distance | Selector
    against: Selector | None = None
    per: Selector | None = None
    strength: Literal["do", "may"] = "do"


class Become(Node):
    """A piece turns into, or counts as, something."""

    kind: Literal["become"] = "become"
    subject: Selector
    filter: Filter
    strength: Literal["do", "may", "must", "cannot"] = "do"


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
    faces: tuple[int, ...] = Field(min_length=1, max_length=6)
    each: bool = False
    title: Name | None = None
    effect: Effect


class Table(Node):
    """A roll and its outcomes; on a mysterious island the roll is the island's own."""

    kind: Literal["table"] = "table"
    roll: Happen | None = None
    per: Selector | None = None
    outcomes: tuple[Outcome, ...] = Field(min_length=1, max_length=6)


class Pay(Node):
    """A cost paid to get an effect: "eliminate one crew to give this ship an extra action"."""

    kind: Literal["pay"] = "pay"
    cost: Happen
    gain: Effect


class Sequence(Node):
    """Effects one after the other."""

    kind: Literal["sequence"] = "sequence"
    steps: tuple[Effect, ...] = Field(min_length=2, max_length=12)


class Choice(Node):
    """Some of these effects, chosen by the player."""

    kind: Literal["choice"] = "choice"
    pick: int = Field(default=1, ge=1, le=6)
    options: tuple[Effect, ...] = Field(min_length=2, max_length=8)


class Instead(Node):
    """This happens in place of what would have."""

    kind: Literal["instead"] = "instead"
    effect: Effect


class Guarded(Node):
    """An effect with guards of its own, inside an ability."""

    kind: Literal["guarded"] = "guarded"
    guards: tuple[Guard, ...] = Field(min_length=1, max_length=6)
    effect: Effect


Effect = Annotated[
    Happen
    | Change
    | Become
    | Gain
    | KeywordAbility
    | Nothing
    | Table
    | Pay
    | Sequence
    | Choice
    | Instead
    | Guarded,
    Field(discriminator="kind"),
]


class Ability(Node):
    """One ability of a line: its guards and its effect."""

    kind: Literal["ability"] = "ability"
    title: Name | None = None
    guards: tuple[Guard, ...] = Field(default=(), max_length=8)
    effect: Effect
