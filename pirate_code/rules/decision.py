"""Decisions: the engine stops at a choice, says who chooses among what, and goes on when told."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

Answer: TypeAlias = Any  # what JSON can say: a number, a text, a list, a table
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Option:
    """One of the answers to a decision, and what it means in words."""

    answer: Answer
    says: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice of one player.

    Any answer of `options` is legal. Where a free value may be given as well (a heading, a place), `check`
    returns the sentence that says why an answer is not legal, or None.
    """

    player: int
    asks: str
    about: str
    options: tuple[Option, ...]
    check: Callable[[Answer], str | None] | None = field(default=None, compare=False)

    def refuses(self, answer: Answer) -> str | None:
        """Why an answer is not legal, in a sentence; None if it is."""
        if any(option.answer == answer for option in self.options):
            return None
        if self.check is not None:
            return self.check(answer)
        legal = ", ".join(repr(option.answer) for option in self.options[:8])
        return f"{answer!r} is no answer to {self.asks!r}; one of these is: {legal}."


Steps: TypeAlias = Generator[Decision, Answer, T]  # work that stops at decisions and ends with a result


class IllegalAnswer(ValueError):
    """An answer that a decision does not allow; nothing has changed."""
