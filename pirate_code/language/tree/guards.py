"""Guards and the facts they test: when, how often, if, how long."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, field_validator, model_validator

from pirate_code.language.times import PHRASES
from pirate_code.language.tree.amounts import Amount, CountOf, Dice, Difference, Number, Result, StatOf
from pirate_code.language.tree.base import Faces, Node
from pirate_code.language.tree.events import Event
from pirate_code.language.tree.filters import Filter, Involved, is_attribute
from pirate_code.language.tree.pieces import Selector, is_amount


class Limit(Node):
    """How often: once per turn, twice per game, once per action, once for each trigger, once."""

    kind: Literal["limit"] = "limit"
    per: Literal["turn", "action", "game", "trigger"]
    times: int = Field(default=1, ge=1, le=4)

    @model_validator(mode="after")
    def _can_be_counted(self) -> Self:
        if self.times > 1 and self.per not in {"turn", "game"}:
            raise ValueError("more than once is counted in a turn or in a game")
        return self


class Trigger(Node):
    """When, before or after an event; `also` holds others, any of which will do as well."""

    kind: Literal["trigger"] = "trigger"
    moment: Literal[
        "when", "after", "before", "each_time", "next_time", "first_time", "turn_after", "in_order_to"
    ]
    event: Event
    also: tuple[Event, ...] = Field(default=(), max_length=3)
    strength: Literal["do", "may", "must", "cannot", "need_not", "not", "would"] = "do"

    @property
    def events(self) -> tuple[Event, ...]:
        """Every event that will do."""
        return (self.event, *self.also)

    @model_validator(mode="after")
    def _is_a_trigger(self) -> Self:
        if self.also and (self.moment == "in_order_to" or self.strength not in {"do", "would"}):
            raise ValueError("any of several events happens, or would happen")
        if self.moment == "when" and self.strength not in {"do", "would"}:
            raise ValueError("that something may, must or cannot happen is a condition")
        if self.moment == "in_order_to" and (self.strength != "do" or self.event.time is not None):
            raise ValueError("what something is done for is an event alone")
        if (self.also or self.strength != "do") and not all(event.has_subject for event in self.events):
            raise ValueError("the event has nobody who does it and nothing it is done to")
        return self


class Moment(Node):
    """A point of the turn: beginning, end, any time, of whose turn; or setup, or on reveal."""

    kind: Literal["moment"] = "moment"
    at: Literal["beginning", "end", "during", "setup", "any_time", "free_action", "there"]
    whose: (
        Literal[
            "your",
            "next_yours",
            "each",
            "each_yours",
            "its",
            "its_next",
            "each_of_its",
            "one_yours",
            "next_player",
            "opponents",
            "this",
            "move",
            "game",
        ]
        | None
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


def in_order(guards: tuple[Guard, ...]) -> tuple[Guard, ...]:
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


def predicate(filter_: Filter) -> Filter:
    """A filter that can stand after "is"."""
    if is_attribute(filter_):
        raise ValueError("what a piece is, is no word that stands before a noun only")
    if isinstance(filter_, Involved) and filter_.role == "times":
        raise ValueError("only times are counted by an event")
    return filter_


class Matches(Node):
    """A piece matches a filter."""

    kind: Literal["matches"] = "matches"
    subject: Selector
    filter: Annotated[Filter, AfterValidator(predicate)]


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


def are_events(fact: Fact) -> bool:
    """Whether any of some events will do, as a trigger says it."""
    if not isinstance(fact, Facts) or fact.join != "or":
        return False
    strengths = {one.strength if isinstance(one, Happens) else None for one in fact.facts}
    return strengths in ({"do"}, {"would"})


Fact = Annotated[Matches | Happens | Able | Done | Tied | Facts, Field(discriminator="kind")]
