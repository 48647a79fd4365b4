"""A game that is going on: it stops at decisions, takes answers, and writes down what happens.

The work of a game is a generator, which cannot be copied; so at calm moments (before a player chooses what
to do next) the position is kept, with the answers given since. Copying or saving a game in the middle of an
action goes back to that moment and answers again; that is exact, because chance is part of the position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

from pirate_code.core.decision import Answer, Decision, IllegalAnswer

Position = TypeVar("Position")
Position_co = TypeVar("Position_co", covariant=True)
AnyDecision = TypeVar("AnyDecision", bound=Decision[Any, Any])
Entry: TypeAlias = tuple[Any, ...]  # a fact of the log; what stands in it is the game's own affair
_SELDOM = 16  # answers after which the position of a game is kept again that nobody has copied or saved yet
Work: TypeAlias = Callable[[Any], Generator[AnyDecision, Answer, Any]]  # what a game does, from a calm moment


class Snapshot(Protocol[Position_co]):
    """A position at one moment, from which it can be restored later."""

    def restore(self) -> Position_co:
        """The position as it was, to go its own way from there."""


class Running(ABC, Generic[Position, AnyDecision]):
    """A position, the work that goes on with it, and the decision that it waits for."""

    def __init__(self, state: Position, work: Work[AnyDecision] | None = None) -> None:
        self.state = state
        self.log: list[Entry] = []
        self.decision: AnyDecision | None = None
        self.result: Any = None
        self._work = work
        self._calm: Snapshot[Position] = self.snapshot()
        self._since: list[Answer] = []
        self._is_copied = False  # whether anybody has asked for a kept position
        self._logged = 0
        self._run: Generator[AnyDecision, Answer, Any] | None = None

    @abstractmethod
    def snapshot(self) -> Snapshot[Position]:
        """Keep the position as it is now."""

    @abstractmethod
    def with_position(self, state: Position) -> Self:
        """A game by the same rules with another position."""

    def start(self, work: Work[AnyDecision] | None = None) -> Self:
        """Begin (or go on from a calm moment): run until the first decision, or to the end."""
        if work is not None:
            self._work = work
        if self._work is None:
            raise ValueError("A game needs work to start: give a function that plays it.")
        self._run = self._work(self)
        self._advance(self._run, None)
        return self

    def answer(self, answer: Answer) -> None:
        """Answer the decision; an illegal answer is refused with the reason and changes nothing."""
        if self.decision is None or self._run is None:
            raise IllegalAnswer("The game waits for no decision.")
        reason = self.decision.refuses(answer)
        if reason is not None:
            raise IllegalAnswer(reason)
        self._since.append(answer)
        self._advance(self._run, answer)

    def _advance(self, run: Generator[AnyDecision, Answer, Any], answer: Answer) -> None:
        try:
            self.decision = run.send(answer)
        except StopIteration as end:
            self.decision, self.result = None, end.value

    def calm(self) -> None:
        """Keep the position: from here the game can be gone on with by itself.

        Keeping takes time, and most games are played to their end and never copied: those keep few.
        """
        if not self._is_copied and 0 < len(self._since) < _SELDOM:
            return
        self._calm = self.snapshot()
        self._since = []
        self._logged = len(self.log)

    def kept(self) -> tuple[Position, list[Answer]]:
        """The last position that was kept and the answers since: enough to go on from here."""
        self._is_copied = True
        return self._calm.restore(), list(self._since)

    def resume(self, work: Work[AnyDecision], answers: Sequence[Answer]) -> Self:
        """Go on with a game from a calm position and the answers that were given since."""
        self.start(work)
        for answer in answers:
            self.answer(answer)
        return self

    def copy(self) -> Self:
        """A game that goes its own way from here; what the copy keeps on its way here serves this one too."""
        self._is_copied = True
        new = self.with_position(self._calm.restore())
        new._work, new._is_copied = self._work, True
        new.log = self.log[: self._logged]
        new._logged = self._logged
        if self._run is not None:
            new.start()
            for answer in self._since:
                new.answer(answer)
            self._calm, self._since, self._logged = new._calm, list(new._since), new._logged
        return new
