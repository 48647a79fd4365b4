"""Captains: whoever answers the decisions of a player.

A captain is given a decision and a way to look at the table as that player sees it. Each has dice of its own,
so that the same seed gives the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeAlias, TypeVar

from pirate_code.core.decision import Answer, Decision
from pirate_code.core.dice import Dice

AnyDecision_contra = TypeVar("AnyDecision_contra", bound=Decision[Any, Any], contravariant=True)
AnyDecision = TypeVar("AnyDecision", bound=Decision[Any, Any])
View = TypeVar("View")
View_contra = TypeVar("View_contra", contravariant=True)
_STRIDE = 0x2545F4914F6CDD1D  # keeps the dice of the captains of one game apart


class Captain(Protocol[AnyDecision_contra, View_contra]):
    """Answers the decisions of one player."""

    def answer(self, decision: AnyDecision_contra, look: Callable[[], View_contra]) -> Answer:
        """One of the answers that a decision allows; `look` shows the table as the player sees it."""


MakeCaptain: TypeAlias = Callable[[Dice], Captain[AnyDecision, View]]


class Random:
    """Takes any option, each as likely."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def answer(self, decision: Decision[Any, Any], look: Callable[[], object]) -> Answer:
        """Any of the options."""
        return decision.draw(self.dice).answer


def dismiss(captains: Iterable[object]) -> None:
    """Let captains go when their game is over: those that hold on to something have a method `close`."""
    for captain in captains:
        close = getattr(captain, "close", None)
        if callable(close):
            close()


def captain_of(
    makers: Mapping[str, MakeCaptain[AnyDecision, View]], name: str, seed: int, player: int
) -> Captain[AnyDecision, View]:
    """A captain by name for a player of a game with that seed."""
    make = makers.get(name)
    if make is None:
        raise ValueError(f"There is no captain {name!r}; there are {', '.join(makers)}.")
    return make(Dice(seed ^ ((player + 1) * _STRIDE)))
