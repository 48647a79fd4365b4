"""Nim with a heap of random size: the smallest game that the core can play. Who takes the last coin wins."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from pirate_code.core import decision as core
from pirate_code.core.decision import Answer, Option
from pirate_code.core.dice import Dice
from pirate_code.core.running import Running


class Kind(StrEnum):
    """All that is ever decided."""

    TAKE = "take"


Decision: TypeAlias = core.Decision[Kind, str]


@dataclass
class Heap:
    """So many coins, whose turn it is, and the dice."""

    coins: int
    turn: int
    dice: Dice

    def restore(self) -> Heap:
        """A heap that goes its own way."""
        return replace(self, dice=self.dice.copy())


class Nim(Running[Heap, Decision]):
    """A game of Nim that is going on."""

    def snapshot(self) -> Heap:
        return self.state.restore()

    def with_position(self, state: Heap) -> Nim:
        return Nim(state)


def nim(seed: int) -> Nim:
    """A game with a heap that follows from the seed."""
    dice = Dice(seed)
    return Nim(Heap(10 + dice.roll(), 0, dice), match)


def match(game: Nim) -> Generator[Decision, Answer, int]:
    """Play until the heap is empty; now and then the wind takes a coin. Ends with the winner."""
    heap = game.state
    while heap.coins:
        game.calm()
        options = tuple(
            Option(count, f"take {count}", ("heap",)) for count in range(1, min(3, heap.coins) + 1)
        )
        taken = yield core.Decision(heap.turn, Kind.TAKE, "heap", None, options)
        heap.coins -= taken
        game.log.append((heap.turn, taken))
        if heap.coins > 1 and heap.dice.roll() == 6:
            heap.coins -= 1
            game.log.append(("wind", 1))
        if heap.coins:
            heap.turn = 1 - heap.turn
    return heap.turn


def lines(game: Nim) -> list[str]:
    """The log as text."""
    return [f"{who} {count}" for who, count in game.log]
