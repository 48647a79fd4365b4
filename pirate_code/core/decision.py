"""Decisions: the engine stops at a choice, says who chooses among what, and goes on when told.

A decision is data: its kind, the piece and the event it is about, and options that carry references and
values. Sentences for people are made from it elsewhere; nothing that plays reads them. Each game has its own
kinds of decisions (`Kind_co`) and its own references to what is on the table (`Ref_co`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, overload

Answer: TypeAlias = Any  # what JSON can say: a number, a text, a list, a table
Kind_co = TypeVar("Kind_co", bound=StrEnum, covariant=True)
Ref_co = TypeVar("Ref_co", covariant=True)
T = TypeVar("T")


class AbilityInfo(Protocol):
    """What is known of an ability, or of a part of one, before it is used."""

    @property
    def says(self) -> str:
        """Its words, for people."""

    @property
    def events(self) -> frozenset[str]:
        """The types of the events that it causes, allows or forbids."""


@dataclass(frozen=True, slots=True)
class Option(Generic[Ref_co]):
    """One of the answers to a decision.

    `name` is stable: scenarios choose by it. `refs` are the things that the option is about, `value` a number
    or a place that is not in the answer itself, `does` the ability that would be used.
    """

    answer: Answer
    name: str
    refs: tuple[Ref_co, ...] = ()
    value: Any = None
    does: AbilityInfo | None = field(default=None, compare=False)


class Listed(Sequence[T]):
    """Options that are found out only as far as somebody looks: courses are many, and dear."""

    __slots__ = ("_rest", "known")

    def __init__(self, options: Iterator[T]) -> None:
        self._rest = options
        self.known: list[T] = []

    def __iter__(self) -> Iterator[T]:
        """The options in their order."""
        index = 0
        while self._finds(index):
            yield self.known[index]
            index += 1

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
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
class Decision(Generic[Kind_co, Ref_co]):
    """A choice of one player.

    `subject` is the piece, part or player that it is about, `event` the type of the event. Any answer of
    `options` is legal. Where a free value may be given as well (a heading, a place), `check` returns the
    sentence that says why an answer is not legal, or None.
    """

    player: int
    kind: Kind_co
    subject: Ref_co | None
    event: str | None
    options: Sequence[Option[Ref_co]]
    check: Callable[[Answer], str | None] | None = field(default=None, compare=False)

    def refuses(self, answer: Answer) -> str | None:
        """Why an answer is not legal, in a sentence; None if it is."""
        if any(option.answer == answer for option in self.options):
            return None
        if self.check is not None:
            return self.check(answer)
        legal = ", ".join(repr(option.answer) for option in self.options[:8])
        about = f"{self.kind}: {self.event}" if self.event is not None else str(self.kind)
        return f"{answer!r} is no answer to the decision {about!r}; one of these is: {legal}."


def yes_or_no(refs: tuple[T, ...] = (), does: AbilityInfo | None = None) -> tuple[Option[T], Option[T]]:
    """The two options of a decision that is agreed to or not."""
    return Option(True, "yes", refs, does=does), Option(False, "no")


class IllegalAnswer(ValueError):
    """An answer that a decision does not allow; nothing has changed."""
