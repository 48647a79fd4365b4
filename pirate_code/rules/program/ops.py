"""Ops: what a program does to events, stats and moments. A card's program is a tuple of them.

| verb | what it does |
|---|---|
| forbid, permit, require, spare | to an event, as long as its guards hold |
| state | something is so: "hull pieces count as masts" |
| replace | something else happens instead of an event |
| before, when, after, rescue, swap | something happens at an event |
| modify, hold, gain | changes a stat, keeps a piece in a state, gives it a keyword or part |
| offer | something that the player may start when it is calm |
| outcome | what a roll that is going on leads to |
| ends | what is done at every turn is done no more after this event |
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from pirate_code.language import tree as t
from pirate_code.rules.program.effects import Become, Change, Effect, Gain, Happen, Table
from pirate_code.rules.program.filters import Has
from pirate_code.rules.program.node import Node
from pirate_code.rules.program.wording import tree_text

if TYPE_CHECKING:
    from pirate_code.rules.program.event_spec import EventSpec
    from pirate_code.rules.program.guards import Guards


class Rank(IntEnum):
    """Which of two abilities wins that conflict: the one of the higher rank (ability-conflict-ranks)."""

    MAY = 1  # may, can, and all other wording
    CANNOT = 2  # cannot, do not, only
    MUST = 3  # must, always
    MUST_NOT = 4  # must not, never


_RANKS = {"must_not": Rank.MUST_NOT, "must": Rank.MUST, "cannot": Rank.CANNOT}


@dataclass(frozen=True, slots=True, eq=False)
class Op(Node):
    """One thing that an ability does.

    `on` is the event, stat or moment that it acts on; `number` says which ability of its card it is part of.
    Two ops with the same `key` are of the same ability, in whatever wording.
    """

    verb: str
    on: str
    guards: Guards
    number: int
    key: str
    tree: t.Ability | t.Effect
    pattern: EventSpec | None = None
    effect: Effect | None = None
    optional: bool = False
    moment: str = ""  # how the trigger is told: "next_time", "turn_after" ...
    each: bool = False  # every piece on a ship that has it uses it for itself
    until: bool = False  # done again and again until an op "ends" of the same ability has acted
    gained: str = ""  # the keyword that its ship has from this card or another: an ability of the ship's own

    @property
    def says(self) -> str:
        """The ability in words, for people."""
        return tree_text(self.tree)

    @property
    def rank(self) -> Rank:
        """Its place in the order of abilities that conflict."""
        return _RANKS.get(self.effect.strength, Rank.MAY) if self.effect is not None else Rank.MAY

    @property
    def events(self) -> frozenset[str]:
        """The types of the events that it causes, allows or forbids."""
        return self.effect.events if self.effect is not None else frozenset()

    @property
    def rolls(self) -> bool:
        """Whether a die decides what is done."""
        return isinstance(self.effect, Table)

    @property
    def rerolls(self) -> bool:
        """Whether a die is rolled again."""
        first = self.effect.first if self.effect is not None else None
        return isinstance(first, Happen) and first.spec.type == "reroll"

    @property
    def sets_value(self) -> bool:
        """Whether it settles what a treasure is worth."""
        return self.effect is not None and any(map(_sets_value, self.effect.steps))


def _sets_value(effect: Effect) -> bool:
    inner = effect.inner
    if not isinstance(inner, Change) or inner.stat != "gold_value":
        return False
    return inner is not effect or inner.by == "set"


@dataclass(frozen=True, slots=True, eq=False)
class Modify(Op):
    """Changes a stat."""

    @property
    def change(self) -> Change:
        """The change."""
        assert isinstance(self.effect, Change)
        return self.effect


@dataclass(frozen=True, slots=True, eq=False)
class Hold(Op):
    """Keeps a piece in a state, or out of it."""

    @property
    def become(self) -> Become:
        """What it is kept in."""
        assert isinstance(self.effect, Become)
        return self.effect


@dataclass(frozen=True, slots=True, eq=False)
class Gains(Op):
    """Gives pieces a keyword, a cannon, an ability."""

    @property
    def gain(self) -> Gain:
        """What is gained."""
        assert isinstance(self.effect, Gain)
        return self.effect


def action_rank(op: Op) -> int:
    """Which ops act first at one moment: what rolls again or switches abilities off, then what multiplies.

    Who may ignore a hit does so before it sets her on fire (fire-mast-and-defensive-pieces).
    """
    if op.rerolls or switches_off(op.effect) or _says_no_effect(op.effect) or _may_ignore_hits(op.effect):
        return 0
    first = op.effect.first if op.effect is not None else None
    if isinstance(first, Change) and first.by == "multiply":
        return 1  # gold-modifiers-multiply-before-they-add
    return 2


def _may_ignore_hits(effect: Effect | None) -> bool:
    return effect is not None and any(
        isinstance(one, Happen) and (one.spec.type, one.spec.noun) == ("ignore", "hit")
        for one in effect.walk()
    )


def _says_no_effect(effect: Effect | None) -> bool:
    """Whether an effect says that a card has none: "if this ship loads Scurvy, it has no effect"."""
    first = effect.first if effect is not None else None
    found = first.filter if isinstance(first, Become) else None
    return isinstance(found, Has) and (found.what.noun, found.what.which) == ("effect", "no")


def switches_off(effect: Effect | None) -> bool:
    """Whether an effect keeps others from using abilities."""
    return effect is not None and any(
        isinstance(one, Happen) and one.forbids and one.spec.type == "use" for one in effect.walk()
    )
