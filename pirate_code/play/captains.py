"""Captains: whoever answers the decisions of a player.

A captain is given a decision and a way to look at the table as that player sees it. Each has dice of its own,
so that the same seed gives the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from pirate_code.board.state import State
from pirate_code.core.dice import Dice
from pirate_code.play.greedy import Curious, Greedy, Raider
from pirate_code.rules.decision import Answer, Decision

Look = Callable[[], State]
_STRIDE = 0x2545F4914F6CDD1D  # keeps the dice of the captains of one game apart


class Captain(Protocol):
    """Answers the decisions of one player."""

    def answer(self, decision: Decision, look: Look) -> Answer:
        """One of the answers that a decision allows; `look` shows the table as the player sees it."""


class Random:
    """Takes any option, each as likely."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def answer(self, decision: Decision, look: Look) -> Answer:
        """Any of the options."""
        return decision.options[self.dice.below(len(decision.options))].answer


MakeCaptain = Callable[[Dice], Captain]
CAPTAINS: dict[str, MakeCaptain] = {
    "random": Random,
    "greedy": Greedy,
    "raider": Raider,
    "curious": Curious,
}
NO_BOTS: Mapping[str, MakeCaptain] = {}


def captain(name: str, seed: int, player: int, bots: Mapping[str, MakeCaptain] = NO_BOTS) -> Captain:
    """A captain by name, of ours or of the bots given, for a player of a game with that seed."""
    make = CAPTAINS.get(name) or bots.get(name)
    if make is None:
        raise ValueError(f"There is no captain {name!r}; there are {', '.join((*CAPTAINS, *bots))}.")
    return make(Dice(seed ^ ((player + 1) * _STRIDE)))
