"""Dice that record how their results are used, so that results with the same outcome are tried only once.

A tracked number remembers from which dice it was computed. Every comparison that the rules make with it
("more than 3?") is recorded; all results with which the comparisons come out the same have the same outcome.
The engine calls such numbers `Rolled`; where it needs a plain one it reads it exactly, which is recorded too.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from pirate_code.core.dice import Dice, Rolled

Purpose = str  # what a die is rolled for


class DiceResult:
    """The results of some dice; all other dice show the same number."""

    __slots__ = ("faces", "rest")

    def __init__(self, rest: int, faces: Mapping[Purpose, int]) -> None:
        self.rest, self.faces = rest, faces

    def __getitem__(self, purpose: Purpose) -> int:
        """The face of the die that is rolled for this."""
        return self.faces.get(purpose, self.rest)


Number = Callable[[DiceResult], int]  # what a number would be with a result
Compares = Callable[[int, int], bool]
Question = tuple[Compares, Number, Number, bool]


class Comparisons:
    """The comparisons that were made with some dice, and their outcomes."""

    __slots__ = ("asked",)

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def hold(self, result: DiceResult) -> bool:
        """Whether all comparisons would have the same outcome with this result."""
        return all(asks(left(result), right(result)) is outcome for asks, left, right, outcome in self.asked)


class TrackedNumber(int):
    """A number computed from dice, which records every comparison.

    >>> dice = TrackedDice(DiceResult(5, {}))
    >>> dice.roll() + 1 > 4, dice.answers.hold(DiceResult(4, {})), dice.answers.hold(DiceResult(3, {}))
    (True, True, False)
    """

    of: Number
    answers: Comparisons

    @classmethod
    def made(cls, shown: int, of: Number, answers: Comparisons) -> TrackedNumber:
        """A number that is this now, and would be that with another result."""
        face = cls(shown)
        face.of, face.answers = of, answers
        return face

    @property
    def plain(self) -> int:
        """The number, without recording that it was read."""
        return int.__int__(self)

    def ask(self, asks: Compares, other: int) -> bool:
        """Compare it with another number, and record the outcome."""
        outcome = asks(self.plain, _plain(other))
        self.answers.asked.append((asks, self.of, _number(other), outcome))
        return outcome

    def __int__(self) -> int:
        """The number; reading it exactly is recorded as a comparison."""
        self.ask(operator.eq, self.plain)
        return self.plain

    __index__ = __trunc__ = __int__

    def __float__(self) -> float:
        """The number as a length."""
        return float(int(self))

    def __truediv__(self, other: float) -> float:
        """A part of the number."""
        return int(self) / other

    def __neg__(self) -> int:
        """The number taken away."""
        return 0 - self

    def __hash__(self) -> int:
        """The hash of the number."""
        return hash(int(self))

    def __bool__(self) -> bool:
        """Whether it is not zero."""
        return self != 0

    def __repr__(self) -> str:
        """The number; text for people is not recorded."""
        return repr(self.plain)

    def __format__(self, how: str) -> str:
        """The number, in a sentence."""
        return format(self.plain, how)


class TrackedDice(Dice):
    """Dice that show a face for everything that is rolled for, in whatever order; they remember it.

    So a roll that is made in one world alone takes nobody else's die in it.
    """

    __slots__ = ("answers", "name", "result", "rolled")

    def __init__(self, result: DiceResult, name: Callable[[Any], Purpose] = str) -> None:
        super().__init__(1)
        self.result, self.name = result, name
        self.rolled: dict[Purpose, int] = {}
        self.answers = Comparisons()

    def roll(self, what_for: Hashable = None) -> Rolled:
        """The die that is rolled for this; rolled for the same once more, it is another one."""
        purpose = self.name(what_for)
        while purpose in self.rolled:
            purpose += ", once more"
        self.rolled[purpose] = self.result[purpose]
        return TrackedNumber.made(self.rolled[purpose], operator.itemgetter(purpose), self.answers)


def _number(value: int) -> Number:
    return value.of if isinstance(value, TrackedNumber) else lambda _: value


def _plain(value: int) -> int:
    return value.plain if isinstance(value, TrackedNumber) else value


def _compares(asks: Compares) -> Callable[[TrackedNumber, object], object]:
    def compare(self: TrackedNumber, other: object) -> object:
        return self.ask(asks, other) if isinstance(other, int) else NotImplemented

    return compare


def _reckons(does: Callable[[int, int], int]) -> Callable[[TrackedNumber, object], object]:
    """A sum that would be another with other dice."""

    def reckon(self: TrackedNumber, other: object) -> object:
        if not isinstance(other, int):
            return NotImplemented
        left, right = self.of, _number(other)
        value = does(self.plain, _plain(other))
        return TrackedNumber.made(value, lambda result: does(left(result), right(result)), self.answers)

    return reckon


def _turned_round(does: Callable[[int, int], int]) -> Callable[[int, int], int]:
    return lambda left, right: does(right, left)


for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(TrackedNumber, f"__{_name}__", _compares(getattr(operator, _name)))
for _name in ("add", "sub", "mul", "floordiv", "mod"):
    setattr(TrackedNumber, f"__{_name}__", _reckons(getattr(operator, _name)))
    setattr(TrackedNumber, f"__r{_name}__", _reckons(_turned_round(getattr(operator, _name))))
