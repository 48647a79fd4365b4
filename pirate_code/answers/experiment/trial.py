"""Trials: one deed on one table, with the same dice in all four worlds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from pirate_code.answers.experiment.experiment_file import Deed
from pirate_code.answers.experiment.finding import NAMES, Name
from pirate_code.answers.experiment.meetings import OFFER, acts
from pirate_code.answers.experiment.subject import Subject
from pirate_code.answers.experiment.world_differences import Difference, differences
from pirate_code.answers.experiment.world_runs import runs_of, world_of
from pirate_code.answers.experiment.worlds import PlayedDeed, RunResult, Setting
from pirate_code.core.dice import Dice
from pirate_code.core.tracked_dice import DiceResult, Purpose
from pirate_code.language.tree import Pieces
from pirate_code.language.walk import walk
from pirate_code.rules import stats
from pirate_code.scenarios.format import Step
from pirate_code.scenarios.position_text import piece_names

if TYPE_CHECKING:
    from pirate_code.answers.experiment.scenario_worlds import PlayedScenario

ENUMERATED = 3  # dice of which all results are tried
_SAMPLES = 12  # of more dice
_FACES = (6, 1, 5, 2, 4, 3)
EVEN: tuple[DiceResult, ...] = tuple(DiceResult(face, {}) for face in _FACES)  # every die shows the same


@dataclass(frozen=True)
class Trial:
    """What came of a deed in the four worlds."""

    setting: Setting
    deed: Deed
    result: DiceResult
    x: Subject
    y: Subject
    tried: dict[Name, RunResult]
    differences: tuple[Difference, ...]
    touching: bool  # the rules ask for what one of them does while the other is there

    def acting(self, name: Name) -> tuple[str, ...]:
        """Which of the two makes something happen in a world, in the order in which they first do."""
        return self.tried[name].acted

    @property
    def first(self) -> str | None:
        """Which of the two comes first, if both come."""
        acting = self.acting("both")
        return acting[0] if len(acting) > 1 else None

    @property
    def faces(self) -> tuple[int, ...]:
        """What the dice show that are rolled in any of the worlds."""
        return tuple(self.result[purpose] for purpose in _dice(self.tried))

    @property
    def source(self) -> str | None:
        """The ruling whose position it is; None for a table that was made."""
        return None

    @property
    def x_gives_y(self) -> bool:
        """Whether a ship has the keyword y in the world without it, because x gives it."""
        keywords = {one.keyword for one in self.y.abilities}
        game = self.play("x").game
        return any(keywords & set(stats.keywords(game, ship)) for ship in game.state.ships())

    def steps(self) -> tuple[Step, ...]:
        """What is done where both are there, by the names of the pieces on the table."""
        world = world_of(self.setting, "both", self.x, self.y)
        names = piece_names(world.state)
        return tuple(
            step if step.use is None else step.model_copy(update={"use": names[world.numbers[step.use]]})
            for step in world.steps_of(self.deed)
        )

    def play(self, name: Name) -> PlayedDeed | PlayedScenario:
        """The deed again in one of the worlds, with all that happened in it."""
        return world_of(self.setting, name, self.x, self.y).play(self.deed, self.result)


class TrialRunner:
    """Runs one deed in the four worlds of one setting, with different dice."""

    def __init__(self, setting: Setting, deed: Deed, x: Subject, y: Subject) -> None:
        self.setting, self.deed, self.x, self.y = setting, deed, x, y
        self.dice: dict[Purpose, None] = {}  # that are rolled in some world
        self._runs = {name: runs_of(setting, name, x, y, deed) for name in NAMES}
        self._courses: list[list[RunResult]] = []  # the ways that things went
        self._unasked: dict[tuple[Name, int], bool] = {}

    @property
    def work(self) -> int:
        """How much was looked up and offered."""
        tried = {id(one): one for course in self._courses for one in course}
        return sum(one.work for one in tried.values())

    def trials(self) -> Iterator[Trial]:
        """A trial for every way that things can go, with all results of the dice or some if they are many."""
        yield from self._those_of(EVEN[:1])
        yield from self._those_of(EVEN[1:] if self.dice else ())
        size = 0
        while size < len(self.dice) <= ENUMERATED:  # with other results more may be rolled
            size = len(self.dice)
            yield from self._those_of(_every_result_of(tuple(self.dice)))
        if len(self.dice) > ENUMERATED:
            yield from self._those_of(_some_results_of(tuple(self.dice)))

    def _those_of(self, results: Iterable[DiceResult]) -> Iterator[Trial]:
        """Trials with some results; of those with which all goes the same way, the first is enough."""
        left = [result for result in results if not any(_goes(course, result) for course in self._courses)]
        while left:
            trial = self.trial(left[0])
            left = [result for result in left[1:] if not _goes(self._courses[-1], result)]
            if trial is not None:
                yield trial

    def trial(self, result: DiceResult) -> Trial | None:
        """The four worlds with these dice; None if the two cannot meet in them, or if only luck differs."""
        neither = self._runs["neither"].tried(result)
        x = self._without("x", neither) or self._runs["x"].tried(result)
        y = self._without("y", neither) or self._runs["y"].tried(result)
        tried: dict[Name, RunResult] = {"neither": neither, "x": x, "y": y}
        if met := self._meet(tried):
            tried["both"] = self._with_one(x, y) or self._runs["both"].tried(result)
        self._courses.append(list(tried.values()))
        self.dice |= _dice(tried)
        if not met or (result.faces and not _is_fair(tried)):
            return None
        found = differences({name: one.facts for name, one in tried.items()})
        touching = self._touch(tried)
        return Trial(self.setting, self.deed, result, self.x, self.y, tried, tuple(found), touching)

    def _meet(self, tried: dict[Name, RunResult]) -> bool:
        """Whether the rules ask for what one of them does while the other is there, and one of them acts."""
        if self.x.feature is not None or self.y.feature is not None:
            return True
        acted = any(tried[name].facts != tried["neither"].facts for name in ("x", "y"))
        return self._touch(tried) and (acted or OFFER in acts(self.x) | acts(self.y))

    def _touch(self, tried: dict[Name, RunResult]) -> bool:
        x, y = acts(self.x), acts(self.y)
        return bool(y & tried["x"].lookups or x & tried["y"].lookups) or OFFER in x | y

    def _with_one(self, x: RunResult, y: RunResult) -> RunResult | None:
        """What comes of a deed with both, if the rules never ask for what one of them does.

        Who deals with abilities may find the other's, even if nothing ever asks what it does.
        """
        if _deals_with_abilities(self.x) or _deals_with_abilities(self.y):
            return None
        return self._without("y", x) or self._without("x", y)

    def _without(self, name: Name, tried: RunResult) -> RunResult | None:
        """What comes of a deed with one of the two as well, if the rules never ask for what it does."""
        key = name, id(tried)
        if key not in self._unasked:
            self._unasked[key] = self._is_unasked(name, tried)
        return tried if self._unasked[key] else None

    def _is_unasked(self, name: Name, tried: RunResult) -> bool:
        subject = self.x if name == "x" else self.y
        if subject.feature is not None or acts(subject) & tried.lookups:
            return False
        here, there = (world_of(self.setting, each, self.x, self.y) for each in (name, "neither"))
        return here.built == there.built


@cache
def _deals_with_abilities(subject: Subject) -> bool:
    """Whether a thing speaks of the abilities of others: it cancels or copies them, or keeps them."""
    return any(
        isinstance(node, Pieces) and node.noun == "ability"
        for one in subject.abilities
        for node in walk(one.tree)
    )


def _every_result_of(dice: tuple[Purpose, ...]) -> Iterator[DiceResult]:
    for faces in product(_FACES, repeat=len(dice)):
        yield DiceResult(_FACES[0], dict(zip(dice, faces, strict=True)))


def _some_results_of(dice: tuple[Purpose, ...]) -> Iterator[DiceResult]:
    chance = Dice(len(dice))  # the same ones every time
    for _ in range(_SAMPLES):
        yield DiceResult(chance.roll(), {purpose: chance.roll() for purpose in dice})


def _goes(course: list[RunResult], result: DiceResult) -> bool:
    """Whether with this result all would go the way it went."""
    return all(tried.answers.hold(result) for tried in course)


def _dice(tried: dict[Name, RunResult]) -> dict[Purpose, None]:
    """What is rolled for in any of the worlds."""
    return dict.fromkeys(purpose for one in tried.values() for purpose in one.rolled)


def _is_fair(tried: dict[Name, RunResult]) -> bool:
    """Whether one of the worlds rolls all the dice: else luck in one is held against bad luck in another."""
    return len(_dice(tried)) == max(len(one.rolled) for one in tried.values())
