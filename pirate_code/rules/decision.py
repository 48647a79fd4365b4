"""Decisions: the engine stops at a choice, says who chooses among what, and goes on when told."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar, overload

Answer: TypeAlias = Any  # what JSON can say: a number, a text, a list, a table
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Option:
    """One of the answers to a decision, and what it means in words."""

    answer: Answer
    says: str


class Listed(Sequence[Option]):
    """Options that are found out only as far as somebody looks: courses are many, and dear."""

    __slots__ = ("_rest", "known")

    def __init__(self, options: Iterator[Option]) -> None:
        self._rest = options
        self.known: list[Option] = []

    def __iter__(self) -> Iterator[Option]:
        """The options in their order."""
        index = 0
        while self._finds(index):
            yield self.known[index]
            index += 1

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | Sequence[Option]:
        """One of the options, or some."""
        if isinstance(index, slice) or index < 0 or not self._finds(index):
            self.known += self._rest
        return self.known[index]

    def __len__(self) -> int:
        """How many there are."""
        self.known += self._rest
        return len(self.known)

    def __eq__(self, other: object) -> bool:
        """Whether the same is offered."""
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def _finds(self, index: int) -> bool:
        while len(self.known) <= index:
            option = next(self._rest, None)
            if option is None:
                return False
            self.known.append(option)
        return True


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice of one player.

    Any answer of `options` is legal. Where a free value may be given as well (a heading, a place), `check`
    returns the sentence that says why an answer is not legal, or None.
    """

    player: int
    asks: str
    about: str
    options: Sequence[Option]
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
