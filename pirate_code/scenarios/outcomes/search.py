"""Finds everything that can come of a position: all paths, or a sample of them where they are too many.

A die is not tried with all its faces. It writes down what the rules ask of it ("more than 3?"), and faces
with which all answers are the same, on every path that follows, lead to the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pirate_code.core.dice import Dice
from pirate_code.scenarios.outcomes import tree
from pirate_code.scenarios.outcomes.alike import DicePath
from pirate_code.scenarios.outcomes.path import Fork, Pick, PlayedPath, TriedPosition

WORK = 3_000  # steps that are taken on all paths together; beyond that, paths are drawn
SAMPLES = 400  # paths that are drawn
_FORKS = 120  # of one path; longer ones are not followed branch by branch
_DRAWN = 20_000  # forks of all paths that are drawn
_SEED = 17


@dataclass(frozen=True)
class FoundOutcome:
    """Something that can come of it: the facts that tell it apart, and the shortest path that leads there."""

    facts: Any
    path: tuple[Pick, ...]


@dataclass
class Search:
    """What a search has found: outcomes in the order in which they came, and the tree, or a sample."""

    outcomes: list[FoundOutcome] = field(default_factory=list)
    root: tree.Node | None = None  # None if paths were drawn
    seen: list[int] = field(default_factory=list)  # how many of the drawn paths lead to each outcome
    paths: int = 0
    unused: set[tuple[int, str]] = field(default_factory=set)  # written in a step, and asked for on no path


Facts = Callable[[PlayedPath], Any]  # what tells the ends of paths apart: something that can be compared


def search(position: TriedPosition, facts: Facts, work: int = WORK, samples: int = SAMPLES) -> Search:
    """Play all paths of a position.

    If they are too many, all with few courses; if those are, too, some that are drawn, always the same ones.
    """
    for few_courses in (False, True):
        position.few_courses = few_courses
        try:
            return _Explorer(position, facts, work).explored()
        except _TooManyPaths:
            continue
    position.few_courses = False
    return _Sampler(position, facts, samples).sampled()


class _TooManyPaths(Exception):
    """The paths of a position are more than may be played."""


class _Player:
    """Plays paths and tells their outcomes apart."""

    def __init__(self, position: TriedPosition, facts: Facts) -> None:
        self.position, self.facts = position, facts
        self.found = Search()
        self._numbers: dict[Any, int] = {}
        self._first = True

    def play(self, told: tuple[Pick, ...], decide: Callable[[Fork], int]) -> PlayedPath:
        path = self.position.play(told, decide)
        unused = set(path.unused)
        self.found.unused = unused if self._first else self.found.unused & unused
        self._first = False
        self.found.paths += 1
        return path

    def outcome(self, path: PlayedPath) -> int:
        """The number of the outcome of a path."""
        facts = self.facts(path)
        if facts not in self._numbers:
            self._numbers[facts] = len(self._numbers)
            self.found.outcomes.append(FoundOutcome(facts, path.picks))
            self.found.seen.append(0)
        number = self._numbers[facts]
        if len(path.picks) < len(self.found.outcomes[number].path):
            self.found.outcomes[number] = FoundOutcome(facts, path.picks)
        return number


class _Explorer(_Player):
    """Plays every path."""

    def __init__(self, position: TriedPosition, facts: Facts, work: int) -> None:
        super().__init__(position, facts)
        self.left = work
        self.steps = max(1, len(position.scenario.when))

    def explored(self) -> Search:
        self.found.root, _ = self._node(self._play(()), 0)
        return self.found

    def _play(self, told: tuple[Pick, ...]) -> PlayedPath:
        self.left -= self.steps
        if self.left < 0:
            raise _TooManyPaths
        path = self.play(told, lambda fork: 0)
        if len(path.forks) > _FORKS:
            raise _TooManyPaths
        return path

    def _node(self, path: PlayedPath, depth: int) -> tuple[tree.Node, list[DicePath]]:
        """The tree from a place of a path on, and all paths that were played in it."""
        if depth == len(path.forks):
            return tree.Leaf(self.outcome(path)), [DicePath(path)]
        fork = path.forks[depth]
        return self._chance(path, depth) if fork.player is None else self._choice(path, depth)

    def _choice(self, path: PlayedPath, depth: int) -> tuple[tree.Node, list[DicePath]]:
        fork, told = path.forks[depth], path.picks[:depth]
        assert fork.player is not None
        branches, played = [], []
        for number, name in enumerate(fork.branches):
            taken = path if number == path.picks[depth].branch else self._play((*told, fork.pick(number)))
            node, paths = self._node(taken, depth + 1)
            branches.append((name, node))
            played += paths
        return tree.choice(fork.player, fork.says, branches), played

    def _chance(self, path: PlayedPath, depth: int) -> tuple[tree.Node, list[DicePath]]:
        fork, told = path.forks[depth], path.picks[:depth]
        branches, played = [], []
        left = list(range(len(fork.branches)))
        share = Fraction(1, len(fork.branches))
        while left:
            number = left.pop(0)
            taken = path if number == path.picks[depth].branch else self._play((*told, fork.pick(number)))
            node, paths = self._node(taken, depth + 1)
            same = [other for other in left if fork.is_die and all(one.allows(depth, other) for one in paths)]
            left = [other for other in left if other not in same]
            for one in paths:
                one.stand_for(depth, (number, *same))
            branches += [(fork.branches[each], share, node) for each in (number, *same)]
            played += paths
        return tree.chance(fork.says, branches), played


class _Sampler(_Player):
    """Plays some paths, on which everything is drawn."""

    def __init__(self, position: TriedPosition, facts: Facts, samples: int) -> None:
        super().__init__(position, facts)
        self.samples, self.dice = samples, Dice(_SEED)

    def sampled(self) -> Search:
        drawn = 0
        while self.found.paths < self.samples and drawn < _DRAWN:
            path = self.play((), lambda fork: self.dice.below(len(fork.branches)))
            self.found.seen[self.outcome(path)] += 1
            drawn += len(path.forks)
        return self.found
