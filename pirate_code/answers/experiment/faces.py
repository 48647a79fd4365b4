"""Dice that learn from one roll what others would do: results that come to the same need not be tried.

A face is a number that remembers from which dice it comes. Whatever the rules ask of it ("more than 3?") is
written down with the answer; with all results for which the same answers hold, a deed goes the same way.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from pirate_code.core.dice import Dice

Purpose = str  # what a die is rolled for


class Result:
    """What dice show: some of them these faces, all the rest the same."""

    __slots__ = ("faces", "rest")

    def __init__(self, rest: int, faces: Mapping[Purpose, int]) -> None:
        self.rest, self.faces = rest, faces

    def __getitem__(self, purpose: Purpose) -> int:
        """The face of the die that is rolled for this."""
        return self.faces.get(purpose, self.rest)


Number = Callable[[Result], int]  # what a number would be with a result
Compares = Callable[[int, int], bool]
Question = tuple[Compares, Number, Number, bool]


class Answers:
    """What was asked of some dice, and what they said."""

    __slots__ = ("asked",)

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def hold(self, result: Result) -> bool:
        """Whether with this result all the answers would be the same."""
        return all(asks(left(result), right(result)) is said for asks, left, right, said in self.asked)


class Face(int):
    """A number that comes from dice.

    >>> dice = Faces(Result(5, {}))
    >>> dice.roll() + 1 > 4, dice.answers.hold(Result(4, {})), dice.answers.hold(Result(3, {}))
    (True, True, False)
    """

    of: Number
    answers: Answers

    @classmethod
    def made(cls, shown: int, of: Number, answers: Answers) -> Face:
        """A number that is this now, and would be that with another result."""
        face = cls(shown)
        face.of, face.answers = of, answers
        return face

    @property
    def plain(self) -> int:
        """The number alone, without asking for it."""
        return int.__int__(self)

    def ask(self, asks: Compares, other: int) -> bool:
        """Compare it with another number, and write down what came of it."""
        said = asks(self.plain, _plain(other))
        self.answers.asked.append((asks, self.of, _number(other), said))
        return said

    def __int__(self) -> int:
        """The number; who wants to know it exactly goes on with this one alone."""
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
        """Whether it is not nothing."""
        return self != 0

    def __repr__(self) -> str:
        """The number; what people read decides nothing."""
        return repr(self.plain)

    def __format__(self, how: str) -> str:
        """The number, in a sentence."""
        return format(self.plain, how)


class Faces(Dice):
    """Dice that show a face for everything that is rolled for, in whatever order; they remember it.

    So a roll that is made in one world alone takes nobody else's die in it.
    """

    __slots__ = ("answers", "name", "result", "rolled")

    def __init__(self, result: Result, name: Callable[[Any], Purpose] = str) -> None:
        super().__init__(1)
        self.result, self.name = result, name
        self.rolled: dict[Purpose, int] = {}
        self.answers = Answers()

    def roll(self, what_for: Hashable = None) -> int:
        """The die that is rolled for this; rolled for the same once more, it is another one."""
        purpose = self.name(what_for)
        while purpose in self.rolled:
            purpose += ", once more"
        self.rolled[purpose] = self.result[purpose]
        return Face.made(self.rolled[purpose], operator.itemgetter(purpose), self.answers)


def _number(value: int) -> Number:
    return value.of if isinstance(value, Face) else lambda _: value


def _plain(value: int) -> int:
    return value.plain if isinstance(value, Face) else value


def _compares(asks: Compares) -> Callable[[Face, object], object]:
    def compare(self: Face, other: object) -> object:
        return self.ask(asks, other) if isinstance(other, int) else NotImplemented

    return compare


def _reckons(does: Callable[[int, int], int]) -> Callable[[Face, object], object]:
    """A sum that would be another with other dice."""

    def reckon(self: Face, other: object) -> object:
        if not isinstance(other, int):
            return NotImplemented
        left, right = self.of, _number(other)
        value = does(self.plain, _plain(other))
        return Face.made(value, lambda result: does(left(result), right(result)), self.answers)

    return reckon


def _turned_round(does: Callable[[int, int], int]) -> Callable[[int, int], int]:
    return lambda left, right: does(right, left)


for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Face, f"__{_name}__", _compares(getattr(operator, _name)))
for _name in ("add", "sub", "mul", "floordiv", "mod"):
    setattr(Face, f"__{_name}__", _reckons(getattr(operator, _name)))
    setattr(Face, f"__r{_name}__", _reckons(_turned_round(getattr(operator, _name))))
