"""Dice whose whole state is two numbers and a list, so that a position carries its own chance.

The generator is SplitMix64: the same on every machine and every version of Python.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeAlias, TypeVar

_MASK = (1 << 64) - 1
T = TypeVar("T")
Rolled: TypeAlias = int  # what dice show, or is computed of it; dice may show numbers of their own class


class Dice:
    """Six-sided dice: first those that were laid ready, then the generator.

    >>> Dice(seed=1, ready=[6, 2]).roll()
    6
    """

    __slots__ = ("ready", "state")

    def __init__(self, seed: int, ready: Sequence[int] = ()) -> None:
        self.state = seed & _MASK
        self.ready = list(ready)

    def copy(self) -> Dice:
        """Dice that will show the same."""
        return Dice(self.state, self.ready)

    def roll(self, what_for: Hashable = None) -> Rolled:
        """The next d6; dice that are laid out by hand may look at what it is rolled for."""
        return self.ready.pop(0) if self.ready else self.below(6) + 1

    def below(self, size: int) -> int:
        """A whole number from 0, less than `size`, every one as likely."""
        limit = _MASK - _MASK % size
        while (drawn := self._next()) >= limit:
            pass
        return drawn % size

    def shuffle(self, items: list[T]) -> None:
        """Put a list in random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def _next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)
