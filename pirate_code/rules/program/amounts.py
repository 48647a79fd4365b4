"""Amounts on a position: numbers, counts and stats as things stand. Dice are rolled elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pirate_code.core.dice import Rolled
from pirate_code.rules.program.node import Node

if TYPE_CHECKING:
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.selectors import Selector

MANY = 99


@dataclass(frozen=True, slots=True, eq=False)
class Amount(Node):
    """How much, or how many."""

    def value(self, ctx: Context) -> Rolled:
        """The amount as one number."""
        return self.bounds(ctx)[1]

    def bounds(self, ctx: Context) -> tuple[int, int]:
        """The least and the most that it allows."""
        exact = int(self.value(ctx))
        return exact, exact

    @property
    def exact(self) -> int | None:
        """The number, if it is a plain one."""
        return None

    @property
    def segments(self) -> tuple[str, ...]:
        """The segments, if it is a distance."""
        return ()

    def share(self, available: int) -> int | None:
        """How many of so many are meant, if that goes by how many there are."""
        return None

    @property
    def dice(self) -> int:
        """How many dice are rolled for it."""
        return 0


@dataclass(frozen=True, slots=True, eq=False)
class Number(Amount):
    """A plain number."""

    number: int

    def value(self, ctx: Context) -> int:
        """The number."""
        return self.number

    @property
    def exact(self) -> int:
        """The number."""
        return self.number


@dataclass(frozen=True, slots=True, eq=False)
class Unstated(Amount):
    """The X of a wording that stands for many."""

    def value(self, ctx: Context) -> int:
        """Nothing is known of it."""
        return 0


@dataclass(frozen=True, slots=True, eq=False)
class Dice(Amount):
    """The sum of some dice, which were rolled before."""

    number: int = 1

    @property
    def dice(self) -> int:
        """How many dice are rolled."""
        return self.number

    def value(self, ctx: Context) -> Rolled:
        """What was rolled last."""
        return ctx.result


@dataclass(frozen=True, slots=True, eq=False)
class Result(Amount):
    """The result of the last roll."""

    def value(self, ctx: Context) -> Rolled:
        """What was rolled last."""
        return ctx.result


@dataclass(frozen=True, slots=True, eq=False)
class SameNumber(Amount):
    """As many as were just counted, or as the die showed."""

    def value(self, ctx: Context) -> Rolled:
        """What was counted or rolled last."""
        return ctx.count or ctx.result


@dataclass(frozen=True, slots=True, eq=False)
class CountOf(Amount):
    """How many things there are."""

    what: Selector

    def value(self, ctx: Context) -> int:
        """As many as are found."""
        return len(self.what.find(ctx))


@dataclass(frozen=True, slots=True, eq=False)
class StatOf(Amount):
    """A stat of some things, added up."""

    stat: str
    of: Selector

    def value(self, ctx: Context) -> int:
        """The sum of those that are numbers."""
        found = [ctx.game.stat(self.stat, ref, ctx.event) for ref in self.of.find(ctx)]
        return sum(number for number in found if isinstance(number, int))


@dataclass(frozen=True, slots=True, eq=False)
class Difference(Amount):
    """One amount less another, never less than nothing."""

    left: Amount
    right: Amount

    def value(self, ctx: Context) -> Rolled:
        """The difference."""
        return max(0, self.left.value(ctx) - self.right.value(ctx))


@dataclass(frozen=True, slots=True, eq=False)
class Between(Amount):
    """Any number from one to another: "up to 2", "at least 3", "as much as she can carry"."""

    least: int
    most: int

    def bounds(self, ctx: Context) -> tuple[int, int]:
        """From the least to the most."""
        return self.least, self.most


@dataclass(frozen=True, slots=True, eq=False)
class UpTo(Between):
    """Any number up to a limit."""


@dataclass(frozen=True, slots=True, eq=False)
class AtLeast(Between):
    """A number or more."""


@dataclass(frozen=True, slots=True, eq=False)
class MoreThan(Between):
    """More than a number."""


@dataclass(frozen=True, slots=True, eq=False)
class AllBut(Between):
    """All of them less a number."""

    less: int = 0

    def share(self, available: int) -> int:
        """All others."""
        return max(0, available - self.less)


@dataclass(frozen=True, slots=True, eq=False)
class Half(Between):
    """Half of them."""

    rounded_up: bool = False

    def share(self, available: int) -> int:
        """The half, rounded."""
        return (available + self.rounded_up) // 2


@dataclass(frozen=True, slots=True, eq=False)
class Distance(Amount):
    """Segments in order, each the short (S) or the long (L) side of a card."""

    parts: tuple[str, ...]

    def bounds(self, ctx: Context) -> tuple[int, int]:
        """How many segments there are."""
        return len(self.parts), len(self.parts)

    @property
    def segments(self) -> tuple[str, ...]:
        """The segments."""
        return self.parts
