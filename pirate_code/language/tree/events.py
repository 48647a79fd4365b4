"""Events: what happens at the table, a type and its slots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Self

from pydantic import Field, field_validator, model_validator

from pirate_code.language.tree.amounts import (
    Amount,
    AtLeast,
    CountOf,
    Dice,
    Difference,
    Distance,
    Number,
    Result,
    UpTo,
)
from pirate_code.language.tree.base import EventType, Manner, Node
from pirate_code.language.tree.filters import Located, Touching, Within
from pirate_code.language.tree.pieces import Pieces, Selector, can_be_eliminated, is_amount, is_stat
from pirate_code.language.words import load_words

if TYPE_CHECKING:  # nodes refer to each other in a circle; the package puts these names in
    from pirate_code.language.tree.guards import Moment, Span


# Events that a manner says are not done: "without ramming", "without docking", "without a die roll".
_MANNERS = frozenset({"ram", "dock", "turn", "roll"})


# Events whose amount may lie between two numbers: "rolls at least 4", "wins by at least 3".
_BETWEEN = frozenset({"roll", "win"})


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
    near: Within | Touching | Located | None = Field(default=None, discriminator="kind")
    distance: Distance | None = None
    amount: Amount | None = None
    per: Selector | None = None
    means: Event | None = None
    without: Event | None = None
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
        known = Number | Dice | CountOf | Difference | Result | AtLeast | UpTo
        if amount is not None and not isinstance(amount, known):
            raise ValueError("the amount of an event is a number, dice, a count, a difference or a result")
        return amount

    @model_validator(mode="after")
    def _is_an_event(self) -> Self:
        if self.means is not None and self.without is not None:
            raise ValueError("an event is done by another or without another")
        other = self.means or self.without
        if other is not None and (other.time is not None or is_amount(other.agent)):
            raise ValueError("what something is done by or without is done by a piece, and at the same time")
        if self.without is not None and self.without.type in _MANNERS:
            raise ValueError(f"to do something without the event {self.without.type} is a manner")
        if isinstance(self.amount, UpTo) and self.amount.limit is None:
            raise ValueError("a roll of any number at all is just a roll")
        if isinstance(self.amount, AtLeast | UpTo) and self.type not in _BETWEEN:
            raise ValueError(
                "only a roll, and by how much a boarding party is won, is told as at least so much"
            )
        if isinstance(self.near, Located) and self.near.place != "under":
            raise ValueError("where an event happens is a slot of its own, unless it is under a piece")
        if self.type == "lose" and can_be_eliminated(self.object):
            raise ValueError("parts and cargo that are lost are eliminated")
        if self.type == "shoot" and self.at is not None and self.object is None:
            raise ValueError("to shoot at something is the event shoot_at")
        near = self.near
        if isinstance(near, Within) and near.negated and (near.of is None or near.beyond or near.exactly):
            raise ValueError("an event happens within a distance of a piece, or not within it")
        value = self.amount or self.distance
        changes = {
            "add": is_plain_stat(self.to) and isinstance(value, Number | Distance),
            "subtract": is_plain_stat(self.source) and isinstance(value, Number | Distance),
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


def is_plain_stat(piece: Selector | None) -> bool:
    return isinstance(piece, Pieces) and piece.noun in load_words().stats and not piece.filters


def _is_space(piece: Selector | None) -> bool:
    if not isinstance(piece, Pieces) or piece.noun != "cargo_space":
        return False
    return piece == Pieces.model_construct(noun="cargo_space") or is_amount(piece)
