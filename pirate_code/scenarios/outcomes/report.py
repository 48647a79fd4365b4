"""Everything that can come of a position, ready to be told: outcomes with chances, choices and accounts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from pirate_code.rules.game import Game
from pirate_code.scenarios.format import Given, Scenario
from pirate_code.scenarios.outcomes import tree
from pirate_code.scenarios.outcomes.ending import Endings, step_name
from pirate_code.scenarios.outcomes.path import Fork, Pick, PlayedPath, TriedPosition
from pirate_code.scenarios.outcomes.search import SAMPLES, WORK, FoundOutcome, Search, search
from pirate_code.views.account import account

WAYS = 12  # that are told of one outcome
WHO_CHOOSES = ("we choose", "they choose", "the third player chooses")


@dataclass(frozen=True)
class Outcome:
    """Something that can come of it.

    `least` and `most` are how likely it is if all players choose against it and for it; where paths were
    drawn both are None and `seen` says how many of them led there.
    """

    says: tuple[str, ...]
    least: Fraction | None
    most: Fraction | None
    seen: int
    ways: tuple[tuple[tuple[str, str], ...], ...]
    path: tuple[Pick, ...] = field(repr=False)
    account: tuple[str, ...] = ()

    @property
    def chance(self) -> str | None:
        """How likely it is, for people: "1/6 (16.7%)"; None where paths were drawn."""
        if self.least is None or self.most is None:
            return None
        if self.least == self.most:
            return _share(self.least)
        return f"{_share(self.least)} to {_share(self.most)}, as players choose"

    def as_json(self) -> dict[str, Any]:
        """The outcome as plain data."""
        data: dict[str, Any] = {"says": list(self.says), "account": list(self.account)}
        if self.least is None or self.most is None:
            return data | {"seen": self.seen}
        chance = {"least": str(self.least), "most": str(self.most), "says": self.chance}
        ways = [[{"at": at, "takes": takes} for at, takes in way] for way in self.ways]
        return data | {"chance": chance, "ways": ways}


@dataclass(frozen=True)
class Report:
    """What can come of a position, the likeliest first; the tree if every path was played."""

    position: TriedPosition = field(repr=False)
    outcomes: tuple[Outcome, ...]
    root: tree.Node | None
    paths: int
    notes: tuple[str, ...]
    always: tuple[str, ...]  # what is so in every outcome, and is not told of each

    @property
    def is_complete(self) -> bool:
        """Whether every path was played."""
        return self.root is not None and not self.position.few_courses

    @property
    def summary(self) -> str:
        """How it was found, in a sentence."""
        ways = f"{self.paths:,} {'path' if self.paths == 1 else 'paths'}"
        count = f"{len(self.outcomes):,} {'outcome' if len(self.outcomes) == 1 else 'outcomes'}"
        if self.is_complete:
            return f"All choices and dice were tried, on {ways}: {count}."
        if self.root is not None:
            return (
                f"All choices and dice were tried on {ways}, of all courses that touch the same only one: "
                f"{count}; another course may lead to others."
            )
        return (
            f"The choices and dice are too many to try them all. {ways} were drawn, always the same ones: "
            f"{count}; there may be others."
        )

    def play(self, outcome: Outcome, kind: type[Game] = Game) -> PlayedPath:
        """The path of an outcome once more, with a game of one's own kind."""
        return self.position.play(outcome.path, _first, kind)

    def as_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "summary": self.summary,
            "complete": self.is_complete,
            "paths": self.paths,
            "notes": list(self.notes),
            "always": list(self.always),
            "outcomes": [
                {"number": number} | outcome.as_json() for number, outcome in enumerate(self.outcomes, 1)
            ],
            "tree": node_json(self.root) if self.root is not None else None,
        }


class TreeLine(NamedTuple):
    """A fork or a branch of the tree, as a line for people; a branch may lead to an outcome at once."""

    depth: int
    text: str
    outcome: int | None = None


def tree_lines(node: tree.Node | None, depth: int = 0) -> Iterator[TreeLine]:
    """The tree, a line for each fork and each branch."""
    if not isinstance(node, tree.ForkNode):
        return
    yield TreeLine(
        depth, f"{node.says} ({WHO_CHOOSES[node.player]})" if node.player is not None else node.says
    )
    for branch in node.branches:
        share = f" [{branch.share}]" if branch.share is not None else ""
        words = f"{tree.in_words(branch)}{share}"
        if isinstance(branch.then, tree.Leaf):
            yield TreeLine(depth + 1, words, branch.then.outcome)
        else:
            yield TreeLine(depth + 1, words)
            yield from tree_lines(branch.then, depth + 2)


def _first(fork: Fork) -> int:
    return 0


def tried(scenario: Scenario, given: dict[str, Given], *, work: int = WORK, samples: int = SAMPLES) -> Report:
    """Everything that can come of the steps of a scenario; raises ScenarioError if it cannot be set up."""
    position = TriedPosition(scenario, given)
    endings = Endings(position)
    found = search(position, endings.of, work, samples)
    return _Reporter(position, endings, found).report()


class _Reporter:
    """Puts what was found in order and in words."""

    def __init__(self, position: TriedPosition, endings: Endings, found: Search) -> None:
        self.position, self.endings, self.found = position, endings, found

    def report(self) -> Report:
        found = self.found
        made = [self.outcome(number, outcome) for number, outcome in enumerate(found.outcomes)]
        order = sorted(range(len(made)), key=lambda number: _rank(made[number]))
        root = found.root
        if root is not None:
            root = _renumbered(root, {old: new for new, old in enumerate(order, 1)})
        notes = tuple(f"Step {number}: {what} was never asked for." for number, what in sorted(found.unused))
        outcomes = [made[number] for number in order]
        always = _in_all(outcomes)
        return Report(
            self.position,
            tuple(replace(one, says=_but(one.says, always)) for one in outcomes),
            root,
            found.paths,
            notes,
            always,
        )

    def outcome(self, number: int, found: FoundOutcome) -> Outcome:
        path = self.position.play(found.path, _first)
        refused = {f"the {step_name(step)} is refused": why for step, why in path.refused}
        says = [_with_reason(words, refused) for words in self.endings.words(found.facts)]
        told = tuple(line.strip() for line in account(path.game.log, path.game.state) if line != "Setup")
        root = self.found.root
        if root is None:
            return Outcome(_or_nothing(says), None, None, self.found.seen[number], (), found.path, told)
        least, most = tree.chances(root, number)
        ways = tuple(tree.ways_to(root, number, WAYS))
        return Outcome(_or_nothing(says), least, most, 0, ways, found.path, told)


def _in_all(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """What every one of several outcomes says."""
    if len(outcomes) < 2:
        return ()
    first, *others = (outcome.says for outcome in outcomes)
    return tuple(words for words in first if all(words in says for says in others))


def _but(says: tuple[str, ...], always: tuple[str, ...]) -> tuple[str, ...]:
    """What an outcome says beyond what all of them say."""
    return tuple(words for words in says if words not in always) or ("Nothing else.",)


def _or_nothing(says: list[str]) -> tuple[str, ...]:
    return tuple(says) or ("Nothing is other than it was.",)


def _with_reason(words: str, refused: dict[str, str]) -> str:
    why = refused.get(f"{words[:1].lower()}{words[1:]}".removesuffix("."))
    return words if why is None else f"{words.removesuffix('.')}: {why}"


def _rank(outcome: Outcome) -> tuple[Fraction | int, ...]:
    if outcome.least is None or outcome.most is None:
        return (-outcome.seen,)
    return (-outcome.most, -outcome.least)


def _renumbered(node: tree.Node, numbers: dict[int, int]) -> tree.Node:
    if isinstance(node, tree.Leaf):
        return tree.Leaf(numbers[node.outcome])
    branches = tuple(
        tree.Branch(branch.ways, branch.share, _renumbered(branch.then, numbers)) for branch in node.branches
    )
    return tree.ForkNode(node.player, node.says, branches, node.worth)


def node_json(node: tree.Node) -> dict[str, Any]:
    """A tree as plain data."""
    if isinstance(node, tree.Leaf):
        return {"outcome": node.outcome}
    return {
        "who": "chance" if node.player is None else WHO_CHOOSES[node.player],
        "at": node.says,
        "branches": [
            {"ways": list(branch.ways), "share": None if branch.share is None else str(branch.share)}
            | {"then": node_json(branch.then)}
            for branch in node.branches
        ],
    }


def _share(share: Fraction) -> str:
    return f"{share} ({float(share) * 100:.3g}%)" if share.denominator > 1 else f"{int(share) * 100}%"
