"""Decisions: the engine stops at a choice, says who chooses among what, and goes on when told.

A decision is data: its kind, the piece and the event it is about, and options that carry references and
values. Sentences for people are made from it elsewhere; nothing that plays reads them. Each game has its own
kinds of decisions (`Kind_co`) and its own references to what is on the table (`Ref_co`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, overload

from pirate_code.core.dice import Dice

Answer: TypeAlias = Any  # what JSON can say: a number, a text, a list, a table
Kind_co = TypeVar("Kind_co", bound=StrEnum, covariant=True)
Ref_co = TypeVar("Ref_co", covariant=True)
T = TypeVar("T")
K = TypeVar("K", bound=StrEnum)
R = TypeVar("R")


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


class Candidate:
    """Something that might be an option. Whether it is one is found out only when somebody wants to know."""

    __slots__ = ("_option", "_tested")

    def __init__(self) -> None:
        self._tested = False
        self._option: Option[Any] | None = None

    @property
    def option(self) -> Option[Any] | None:
        """The option, or None if it is not legal as things stand."""
        if not self._tested:
            self._tested = True
            self._option = self.test()
        return self._option

    def test(self) -> Option[Any] | None:
        """Find out whether it is legal."""
        raise NotImplementedError

    def may_be(self, answer: Answer) -> bool:
        """Whether this could be the option of an answer: quick, and never wrong when it says no."""
        raise NotImplementedError


C = TypeVar("C", bound=Candidate)


class Candidates(Sequence[Option[Any]], Generic[C]):
    """Options that are found out only as far as somebody looks: most candidates take long to test.

    They can be listed, in the order of the candidates, or one of them can be drawn, each as likely. `last`
    comes after the others; if it is a last resort, it is an option only where there is no other. Tests run
    inside `reading`, all of them at once if there is one.
    """

    __slots__ = ("_all", "_last", "_last_resort", "_reading", "_untested", "known")

    def __init__(
        self,
        candidates: Sequence[C],
        last: Option[Any] | None = None,
        *,
        last_resort: bool = False,
        reading: AbstractContextManager[None] | None = None,
    ) -> None:
        self._all = candidates
        self._last = last
        self._last_resort = last_resort
        self._reading = reading
        self._untested: Iterator[Option[Any]] = self._legal()
        self.known: list[Option[Any]] = []  # those that were listed so far

    def draw(self, dice: Dice) -> Option[Any]:
        """One of the options, each as likely: candidates are drawn and tested until one is legal."""
        left: list[C | None] = list(self._all)
        if self._last is not None and not self._last_resort:
            left.append(None)
        while left:
            drawn = dice.below(len(left))
            option = self._tested(left[drawn])
            if option is not None:
                return option
            left[drawn] = left[-1]
            left.pop()
        if self._last is None:
            raise LookupError("There is no option to draw.")
        return self._last

    def by_promise(self, promise: Callable[[C], float]) -> Iterator[tuple[float, Option[Any]]]:
        """The options with what each promises, the most promising first, then the last option.

        Each is tested when its turn comes, so whoever stops early has tested few.
        """
        found = False
        ranked = sorted(((promise(candidate), candidate) for candidate in self._all), key=lambda one: -one[0])
        for worth, candidate in ranked:
            option = self._tested(candidate)
            if option is not None:
                found = True
                yield worth, option
        if self._last is not None and not (found and self._last_resort):
            yield float("-inf"), self._last

    def find(self, answer: Answer) -> C | None:
        """The candidate of an answer, if that is legal; None is also for the last option."""
        for candidate in self._all:
            if candidate.may_be(answer):
                option = self._tested(candidate)
                if option is not None and option.answer == answer:
                    return candidate
        return None

    def offers(self, answer: Answer) -> bool:
        """Whether an answer is that of an option."""
        if self._last is not None and self._last.answer == answer:
            return not self._last_resort or self[0] is self._last
        return self.find(answer) is not None

    def _tested(self, candidate: C | None) -> Option[Any] | None:
        if candidate is None:
            return self._last
        if self._reading is None:
            return candidate.option
        with self._reading:
            return candidate.option

    def _legal(self) -> Iterator[Option[Any]]:
        """The options in their order, each tested when its turn comes."""
        none = True
        for candidate in self._all:
            option = candidate.option
            if option is not None:
                none = False
                yield option
        if self._last is not None and (none or not self._last_resort):
            yield self._last

    def __iter__(self) -> Iterator[Option[Any]]:
        """The options in their order."""
        index = 0
        while self._finds(index):
            yield self.known[index]
            index += 1

    @overload
    def __getitem__(self, index: int) -> Option[Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Option[Any]]: ...
    def __getitem__(self, index: int | slice) -> Option[Any] | Sequence[Option[Any]]:
        """One of the options, or some."""
        if isinstance(index, slice) or index < 0 or not self._finds(index):
            self._find_all()
        return self.known[index]

    def __len__(self) -> int:
        """How many there are."""
        self._find_all()
        return len(self.known)

    def __bool__(self) -> bool:
        """Whether there is any."""
        return self._last is not None or self._finds(0)

    def __eq__(self, other: object) -> bool:
        """Whether the same is offered."""
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def _find_all(self) -> None:
        if self._reading is None:
            self.known += self._untested
        else:
            with self._reading:
                self.known += self._untested

    def _finds(self, index: int) -> bool:
        if self._reading is not None:
            self._find_all()
            return index < len(self.known)
        while len(self.known) <= index:
            option = next(self._untested, None)
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

    def draw(self, dice: Dice) -> Option[Ref_co]:
        """One of the options, each as likely; no more of them are found out than that takes."""
        if isinstance(self.options, Candidates):
            return self.options.draw(dice)
        return self.options[dice.below(len(self.options))]

    def refuses(self, answer: Answer) -> str | None:
        """Why an answer is not legal, in a sentence; None if it is."""
        if isinstance(self.options, Candidates):
            if self.options.offers(answer):
                return None
        elif any(option.answer == answer for option in self.options):
            return None
        if self.check is not None:
            return self.check(answer)
        legal = ", ".join(repr(option.answer) for option in self.options[:8])
        about = f"{self.kind}: {self.event}" if self.event is not None else str(self.kind)
        return f"{answer!r} is no answer to the decision {about!r}; one of these is: {legal}."


def yes_or_no(refs: tuple[T, ...] = (), does: AbilityInfo | None = None) -> tuple[Option[T], Option[T]]:
    """The two options of a decision that is agreed to or not."""
    return Option(True, "yes", refs, does=does), Option(False, "no")


def choose(
    player: int, kind: K, options: Sequence[Option[R]], subject: R | None = None, event: str | None = None
) -> Generator[Decision[K, R], Answer, Answer]:
    """Ask a player for one of some options; a single one is no choice."""
    if len(options) == 1:
        return options[0].answer
    answer = yield Decision(player, kind, subject, event, tuple(options))
    return answer


def agree(
    player: int,
    kind: K,
    subject: R | None,
    event: str | None,
    refs: tuple[R, ...] = (),
    *,
    does: AbilityInfo | None = None,
) -> Generator[Decision[K, R], Answer, bool]:
    """Ask a player for yes or no."""
    answer = yield Decision(player, kind, subject, event, yes_or_no(refs, does))
    return bool(answer)


class IllegalAnswer(ValueError):
    """An answer that a decision does not allow; nothing has changed."""
