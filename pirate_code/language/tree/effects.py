"""Effects, and the ability that carries one."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from pirate_code.language.tree.amounts import (
    CountOf,
    Dice,
    Difference,
    Distance,
    Number,
    Result,
    StatOf,
    Unstated,
)
from pirate_code.language.tree.base import Faces, KeywordName, Name, NationName, Node, Stat
from pirate_code.language.tree.events import Event, is_plain_stat
from pirate_code.language.tree.filters import Filter
from pirate_code.language.tree.guards import ForEach, Guard, Rolled, in_order, predicate
from pirate_code.language.tree.pieces import Pieces, Selector, is_amount
from pirate_code.language.words import load_words


class Happen(Node):
    """An event is caused, permitted, required or forbidden."""

    kind: Literal["happen"] = "happen"
    strength: Literal["do", "may", "must", "cannot", "must_not", "need_not"] = "do"
    event: Event

    @model_validator(mode="after")
    def _is_an_event(self) -> Self:
        if self.event.time is not None:
            raise ValueError("the time of what happens is a guard")
        event = self.event
        gains = event.type == "gain" and event.agent and event.object and self.strength == "do"
        if gains and event == Event.model_construct(type="gain", agent=event.agent, object=event.object):
            raise ValueError("that a piece gains something is a gain, not an event")
        return self


class Change(Node):
    """A stat is raised, lowered, multiplied or set."""

    kind: Literal["change"] = "change"
    stat: Stat
    of: Selector
    by: Literal["add", "subtract", "multiply", "set", "match"]
    amount: Number | Unstated | Dice | CountOf | StatOf | Result | Difference | Distance | Pieces = Field(
        discriminator="kind"
    )
    against: Selector | None = None
    per: Selector | None = None
    most: Number | Distance | None = Field(default=None, discriminator="kind")
    strength: Literal["do", "may", "must", "cannot", "must_not"] = "do"

    @model_validator(mode="after")
    def _has_a_limit(self) -> Self:
        if self.most is not None and (self.per is None or self.by not in {"add", "subtract"}):
            raise ValueError("only what is added for each of several things has a maximum")
        if self.most is not None and type(self.most) is not type(self.amount):
            raise ValueError("a maximum is counted in what is added: numbers, or S and L")
        return self

    @model_validator(mode="after")
    def _can_be_done(self) -> Self:
        if self.by in {"add", "subtract"} and not isinstance(self.amount, Number | Unstated | Distance):
            raise ValueError("a stat is raised or lowered by a number or a distance")
        if self.by not in {"add", "subtract"} and isinstance(self.amount, Unstated):
            raise ValueError("a number is left open only where a stat is raised or lowered by it")
        if self.by == "multiply" and not isinstance(self.amount, Number):
            raise ValueError("a stat is multiplied by a number")
        if isinstance(self.amount, Pieces) and (self.by != "match" or is_amount(self.amount)):
            raise ValueError("a stat is set to an amount; it matches pieces")
        if isinstance(self.amount, Pieces) and self.amount.of is not None and is_plain_stat(self.amount):
            raise ValueError("the stat of a piece is a stat_of")
        return self


class Become(Node):
    """A piece turns into, or counts as, something."""

    kind: Literal["become"] = "become"
    subject: Selector
    filter: Annotated[Filter, AfterValidator(predicate)]
    strength: Literal["do", "may", "must", "cannot", "must_not", "need_not"] = "do"


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


def for_each_as_per(guards: tuple[Guard, ...], effect: Any) -> bool:
    """Whether "for each" stands before what is added to a stat, where a change says it itself."""
    each = [guard for guard in guards if isinstance(guard, ForEach)]
    added = isinstance(effect, Change) and effect.by in {"add", "subtract"} and effect.per is None
    return added and len(each) == 1


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
    guards: Annotated[tuple[Guard, ...], AfterValidator(in_order)] = Field(min_length=1, max_length=8)
    effect: Inner

    @model_validator(mode="after")
    def _is_flat(self) -> Self:
        if isinstance(self.effect, Guarded):
            raise ValueError("guards of a guarded effect belong together")
        if for_each_as_per(self.guards, self.effect):
            raise ValueError("what is added to a stat for each piece is one change")
        return self


Effect = Annotated[
    Happen | Change | Become | Gain | Nothing | Table | Pay | Sequence | Choice | Guarded,
    Field(discriminator="kind"),
]


class Ability(Node):
    """One ability of a line: its guards and its effect."""

    kind: Literal["ability"] = "ability"
    title: Name | None = None
    guards: Annotated[tuple[Guard, ...], AfterValidator(in_order)] = Field(default=(), max_length=8)
    effect: Happen | Change | Become | Gain | KeywordAbility | Nothing | Table | Pay | Sequence | Choice = (
        Field(discriminator="kind")
    )

    @model_validator(mode="after")
    def _keyword_stands_alone(self) -> Self:
        if isinstance(self.effect, KeywordAbility) and (self.guards or self.title):
            raise ValueError("a keyword has no guards of its own; its definition has them")
        if for_each_as_per(self.guards, self.effect):
            raise ValueError("what is added to a stat for each piece is one change")
        if isinstance(self.effect, Table) and self.effect.roll is None and (self.guards or self.title):
            raise ValueError("a mysterious island has no guards; its outcomes have them")
        return self
