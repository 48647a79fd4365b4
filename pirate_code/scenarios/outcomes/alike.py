"""Results of dice with which everything goes the same way, so that one path stands for many."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import product

from pirate_code.core.tracked_dice import DiceResult, Purpose, Question
from pirate_code.scenarios.outcomes.path import PlayedPath, keeps_track


class _ReadDice(dict[Purpose, int]):
    """Faces of dice that write down which of them are read."""

    def __init__(self, faces: Mapping[Purpose, int]) -> None:
        super().__init__(faces)
        self.read: set[Purpose] = set()

    def get(self, key: Purpose, default: int = 0) -> int:  # type: ignore[override]
        """The face of a die."""
        self.read.add(key)
        return super().get(key, default)


class DicePath:
    """A path, and the faces of its dice that it stands for."""

    def __init__(self, path: PlayedPath) -> None:
        self.path = path
        self._faces: dict[Purpose, tuple[int, ...]] = {}

    def stand_for(self, fork: int, branches: tuple[int, ...]) -> None:
        """From now on it stands for all these branches of a die, together with those of the later dice."""
        self._faces[str(fork)] = tuple(branch + 1 for branch in branches)

    def allows(self, fork: int, branch: int) -> bool:
        """Whether all goes the same way with another face of a die, whatever the later dice show.

        They show one of the faces that the path stands for already. Earlier dice show what they show on it.
        """
        die = str(fork)
        return keeps_track() and all(
            self._holds(question, dice - {die}, {die: branch + 1})
            for question, dice in self._asked
            if die in dice
        )

    @cached_property
    def _asked(self) -> list[tuple[Question, set[Purpose]]]:
        """What the rules asked of the dice, each with the dice that it depends on."""
        asked = []
        for question in self.path.answers.asked:
            reading = _ReadDice(self.path.faces)
            result = DiceResult(0, reading)
            question[1](result), question[2](result)
            asked.append((question, reading.read))
        return asked

    def _holds(self, question: Question, others: set[Purpose], faces: dict[Purpose, int]) -> bool:
        asks, left, right, outcome = question
        later = sorted(others & self._faces.keys())
        for combined in product(*(self._faces[die] for die in later)):
            result = DiceResult(0, self.path.faces | dict(zip(later, combined, strict=True)) | faces)
            if asks(left(result), right(result)) is not outcome:
                return False
        return True
