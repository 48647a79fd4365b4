"""Choices of a player when it is calm: an answer, whether it is legal now, and how it is done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from pirate_code.rules.decision import Answer, Candidate, Steps


class Choice(Candidate):
    """Something that a player might do."""

    __slots__ = ("answer",)

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer

    def may_be(self, answer: Answer) -> bool:
        """Whether the answer is that of the choice."""
        return bool(self.answer == answer)

    def work(self) -> Steps[object]:
        """Do it; it must be legal."""
        raise NotImplementedError


C = TypeVar("C", bound=Choice)
Choices = Sequence[Choice]


def legal(choices: Iterable[C]) -> list[C]:
    """Those of the choices that are legal now."""
    return [choice for choice in choices if choice.option is not None]
