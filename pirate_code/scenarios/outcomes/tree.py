"""The tree of everything that can come of a position: forks, branches with their chances, and outcomes.

Branches from which the same can come are one branch. What can come of a place is its `worth`: an outcome,
what chance makes of other worths, or the worths among which a player chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

Worth: TypeAlias = tuple[object, ...]
_WAYS = 4  # of a branch that are told


@dataclass(frozen=True)
class Leaf:
    """The end of a path: the number of its outcome."""

    outcome: int

    @property
    def worth(self) -> Worth:
        """The outcome itself."""
        return ("outcome", self.outcome)

    def chance(self, outcome: int, pick: Callable[[Sequence[Fraction]], Fraction]) -> Fraction:
        """Certain, or impossible."""
        return Fraction(outcome == self.outcome)


@dataclass(frozen=True)
class Branch:
    """What leads on from a fork: one or more ways from which the same can come, and how likely they are.

    A way that is chosen has no share. What follows is told as it is after the first of the ways.
    """

    ways: tuple[str, ...]
    share: Fraction | None
    then: Node


@dataclass(frozen=True)
class ForkNode:
    """A choice of a player, or chance."""

    player: int | None
    says: str
    branches: tuple[Branch, ...]
    worth: Worth = field(repr=False)

    def chance(self, outcome: int, pick: Callable[[Sequence[Fraction]], Fraction]) -> Fraction:
        """How likely an outcome is if every player picks what the function picks."""
        chances = [branch.then.chance(outcome, pick) for branch in self.branches]
        if self.player is not None:
            return pick(chances)
        shares = (branch.share or Fraction(0) for branch in self.branches)
        return sum((share * chance for share, chance in zip(shares, chances, strict=True)), Fraction(0))


Node: TypeAlias = Leaf | ForkNode


def choice(player: int, says: str, branches: Sequence[tuple[str, Node]]) -> Node:
    """A choice of a player; none at all, if the same comes of every option."""
    folded = _folded([(way, None, node) for way, node in branches])
    if len(folded) == 1:
        return folded[0].then
    worths: set[Worth] = set()
    for branch in folded:
        worths |= _offers(player, branch.then.worth)
    return ForkNode(player, says, folded, ("choice", player, frozenset(worths)))


def chance(says: str, branches: Sequence[tuple[str, Fraction, Node]]) -> Node:
    """What chance decides; nothing, if the same comes of every result. Two dice in a row are one chance."""
    folded = _folded(branches)
    if len(folded) == 1:
        return folded[0].then
    next_die = {
        branch.then.says
        for branch in folded
        if isinstance(branch.then, ForkNode) and branch.then.player is None
    }
    if len(next_die) == 1:
        says = f"{says}, then {next_die.pop()}"
        folded = _folded([part for branch in folded for part in _both_dice(branch)])
    shares: dict[Worth, Fraction] = {}
    for branch in folded:
        for worth, share in _weights(branch.then.worth):
            shares[worth] = shares.get(worth, Fraction(0)) + share * (branch.share or Fraction(0))
    return ForkNode(None, says, folded, ("chance", frozenset(shares.items())))


def _folded(branches: Sequence[tuple[str, Fraction | None, Node]]) -> tuple[Branch, ...]:
    """Branches of the same worth made one, in the order in which they first come."""
    by_worth: dict[Worth, list[tuple[str, Fraction | None, Node]]] = {}
    for branch in branches:
        by_worth.setdefault(branch[2].worth, []).append(branch)
    return tuple(_joined(same) for same in by_worth.values())


def _both_dice(branch: Branch) -> Iterator[tuple[str, Fraction, Node]]:
    """A branch taken apart by the die that follows; one after which none is rolled stays whole."""
    first, share, node = in_words(branch), branch.share or Fraction(0), branch.then
    if isinstance(node, Leaf) or node.player is not None:
        yield first, share, node
        return
    for second in node.branches:
        yield f"{first} and {in_words(second)}", share * (second.share or Fraction(0)), second.then


def _joined(same: list[tuple[str, Fraction | None, Node]]) -> Branch:
    ways = tuple(dict.fromkeys(way for way, _, _ in same))
    shares = [share for _, share, _ in same if share is not None]
    return Branch(ways, sum(shares, Fraction(0)) if shares else None, same[0][2])


def _offers(player: int, worth: Worth) -> frozenset[Worth]:
    """What a player can have at a place: all that he can choose there, if it is his own choice again."""
    if worth[0] == "choice" and worth[1] == player:
        offers = worth[2]
        assert isinstance(offers, frozenset)
        return offers
    return frozenset({worth})


def _weights(worth: Worth) -> list[tuple[Worth, Fraction]]:
    """What chance makes of a place, each with its share: one die after another is one chance."""
    if worth[0] == "chance":
        weights = worth[1]
        assert isinstance(weights, frozenset)
        return list(weights)
    return [(worth, Fraction(1))]


def chances(root: Node, outcome: int) -> tuple[Fraction, Fraction]:
    """How likely an outcome is: if all choose against it, and if all choose for it."""
    return root.chance(outcome, min), root.chance(outcome, max)


def ways_to(root: Node, outcome: int, most: int) -> list[tuple[tuple[str, str], ...]]:
    """Choices and results that lead to an outcome, as pairs of what is asked and what is taken."""
    found: list[tuple[tuple[str, str], ...]] = []
    for way in _ways(root, outcome):
        found.append(way)
        if len(found) == most:
            break
    return found


def _ways(node: Node, outcome: int) -> Iterator[tuple[tuple[str, str], ...]]:
    if isinstance(node, Leaf):
        if node.outcome == outcome:
            yield ()
        return
    for branch in node.branches:
        for rest in _ways(branch.then, outcome):
            yield (node.says, in_words(branch)), *rest


def in_words(branch: Branch) -> str:
    """The ways of a branch: "1 to 3", "yes", "cannon 1 at Prey or cannon 2 at Prey"."""
    if all(way.isdigit() for way in branch.ways):
        faces = sorted(map(int, branch.ways))
        if len(faces) > 2 and faces[-1] - faces[0] == len(faces) - 1:
            return f"{faces[0]} to {faces[-1]}"
        return " or ".join(map(str, faces))
    joint = " or " if branch.share is None else "; "
    if len(branch.ways) > _WAYS:
        return f"{joint.join(branch.ways[:_WAYS])}{joint}{len(branch.ways) - _WAYS} more"
    return joint.join(branch.ways)
