"""Decisions: the engine stops at a choice, says who chooses among what, and goes on when told.

A decision is data: its kind, the piece and the event it is about, and options that carry references and
values. Sentences for people are made from it elsewhere (`rules/phrasing.py`); nothing that plays reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol, TypeAlias, TypeVar, overload

from pirate_code.board.refs import Ref

Answer: TypeAlias = Any  # what JSON can say: a number, a text, a list, a table
T = TypeVar("T")


class Kind(StrEnum):
    """What sort of choice a decision is; docs/decisions.md tells what the options of each carry."""

    TURN = "turn"  # what to do next: give an action, use an ability, build a fort, or stop
    USE = "use"  # whether to use an ability of the subject: yes or no
    AGREE = "agree"  # whether an event that the rules offer happens: yes or no
    ORDER = "order"  # which of several things comes first
    EFFECT = "effect"  # which of the effects of an ability
    PICK = "pick"  # which piece, part or ability an event is about
    TARGET = "target"  # whom the subject attacks, rams or boards, and with which cannon
    ACTION = "action"  # which action the subject is given or uses
    COURSE = "course"  # how the subject moves one segment, or that she stops
    COME_ABOUT = "come_about"  # by how many degrees the subject turns in place of moving, or that she sails
    HEADING = "heading"  # by how many degrees the subject turns after her move
    DIRECTION = "direction"  # toward which degree of the compass something goes
    PLACE = "place"  # where on the table the subject is put
    CARGO = "cargo"  # what the subject loads or unloads next, or that she is done
    EXCESS = "excess"  # what the subject loses of the cargo that is too much for her
    DIE = "die"  # which of two dice counts
    PRECEDENCE = "precedence"  # which of the abilities wins that settle a stat of the subject differently


class AbilityInfo(Protocol):
    """What is known of an ability, or of a part of one, before it is used."""

    @property
    def says(self) -> str:
        """Its words, for people."""

    @property
    def events(self) -> frozenset[str]:
        """The types of the events that it causes, allows or forbids."""


@dataclass(frozen=True, slots=True)
class Option:
    """One of the answers to a decision.

    `name` is stable: scenarios choose by it. `refs` are the things that the option is about, `value` a number
    or a place that is not in the answer itself, `does` the ability that would be used.
    """

    answer: Answer
    name: str
    refs: tuple[Ref, ...] = ()
    value: Any = None
    does: AbilityInfo | None = field(default=None, compare=False)


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

    `subject` is the piece, part or player that it is about, `event` the type of the event. Any answer of
    `options` is legal. Where a free value may be given as well (a heading, a place), `check` returns the
    sentence that says why an answer is not legal, or None.
    """

    player: int
    kind: Kind
    subject: Ref | None
    event: str | None
    options: Sequence[Option]
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


def yes_or_no(refs: tuple[Ref, ...] = (), does: AbilityInfo | None = None) -> tuple[Option, Option]:
    """The two options of a decision that is agreed to or not."""
    return Option(True, "yes", refs, does=does), Option(False, "no")


Steps: TypeAlias = Generator[Decision, Answer, T]  # work that stops at decisions and ends with a result


class IllegalAnswer(ValueError):
    """An answer that a decision does not allow; nothing has changed."""
