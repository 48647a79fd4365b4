"""One way that a position can go: its steps are taken with these choices and these results of chance.

A path is told by its picks, one at each fork. Playing it again from the position gives the same, so a path is
all that must be kept to go back to a fork and take another branch.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

from pirate_code.board.refs import Matter, Ref
from pirate_code.board.state import State
from pirate_code.core.dice import Dice
from pirate_code.core.tracked_dice import Comparisons, TrackedNumber
from pirate_code.rules.actions.move_segments import STOP
from pirate_code.rules.decision import Candidates, Decision, Kind, Option
from pirate_code.rules.event import Event
from pirate_code.rules.game import Game
from pirate_code.rules.phrasing import question
from pirate_code.scenarios.format import Given, Scenario, Step
from pirate_code.scenarios.outcome_facts import called
from pirate_code.scenarios.outcomes.like_guns import without_like_guns
from pirate_code.scenarios.piece_names import ScenarioError, ScenarioPieces
from pirate_code.scenarios.position import set_up
from pirate_code.scenarios.run import ScenarioRun, StepRunner, fits

FACES = 6


UNTOLD = object()


class Pick(NamedTuple):
    """The branch that is taken at a fork; with the answer, where finding it among the options takes long."""

    branch: int
    answer: Any = UNTOLD


@dataclass(frozen=True, slots=True)
class Fork:
    """A place where a path could go on otherwise: a choice of a player, or chance (then nobody's).

    A `die` is one whose comparisons are written down; a draw from a pile is chance, too, and no die.
    """

    player: int | None
    says: str
    branches: tuple[str, ...]
    is_die: bool = False
    answers: tuple[Any, ...] = ()  # of the branches, where finding them again takes long

    def pick(self, branch: int) -> Pick:
        """Take one of the branches."""
        return Pick(branch, self.answers[branch] if self.answers else UNTOLD)


Decide = Callable[[Fork], int]  # which branch is taken where a path is not told any further


@dataclass(frozen=True)
class PlayedPath:
    """A path as it was played to its end."""

    picks: tuple[Pick, ...]
    forks: tuple[Fork, ...]
    game: Game
    answers: Comparisons
    refused: tuple[tuple[Step, str], ...]  # steps that the rules did not allow, and why
    unused: tuple[tuple[int, str], ...]  # what is written in a step, by its number, and was not asked for

    @property
    def faces(self) -> dict[str, int]:
        """What the dice show, by the number of their forks."""
        return {str(at): pick.branch + 1 for at, pick in enumerate(self.picks) if self.forks[at].is_die}


@dataclass
class _Way:
    """A path while it is played."""

    told: Sequence[Pick]
    decide: Decide
    picks: list[Pick] = field(default_factory=list)
    forks: list[Fork] = field(default_factory=list)

    def next_told(self) -> Pick | None:
        return self.told[len(self.picks)] if len(self.picks) < len(self.told) else None

    def take(self, fork: Fork, pick: Pick | None) -> int:
        """Take the branch that was told, or the one that is decided on now."""
        pick = pick or Pick(self.decide(fork))
        if fork is not _SEEN_BEFORE and pick.branch >= len(fork.branches):
            raise ScenarioError(f"there is no branch {pick.branch + 1} where this is asked: {fork.says}")
        self.picks.append(pick)
        self.forks.append(fork)
        return pick.branch


class ForkingDice(Dice):
    """Dice that fall as a path tells: first those that a step lays ready, then each is a fork."""

    __slots__ = ("answers", "name", "way")

    def __init__(self, way: _Way, name: Callable[[Any], str]) -> None:
        super().__init__(1)
        self.way, self.name = way, name
        self.answers = Comparisons()

    def roll(self, what_for: Hashable = None) -> int:
        """A die that was laid ready, or the face that the path tells."""
        if self.ready:
            return self.ready.pop(0)
        fork = Fork(None, self.name(what_for), _FACES, is_die=True)
        purpose = str(len(self.way.picks))
        face = self.way.take(fork, self.way.next_told()) + 1
        return TrackedNumber.made(face, itemgetter(purpose), self.answers)

    def below(self, size: int) -> int:
        """One of some things, each as likely."""
        if size == 1:
            return 0
        return self.way.take(Fork(None, _drawn(size), _counted(size)), self.way.next_told())


_FACES = tuple(str(face) for face in range(1, FACES + 1))


@cache
def _counted(size: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, size + 1))


def _drawn(size: int) -> str:
    return f"One of {size} is drawn"


class _PathRunner(StepRunner):
    """Takes a step: what is written in it goes first, all else is a fork."""

    def __init__(self, game: Game, pieces: ScenarioPieces, step: Step, way: _Way, few_courses: bool) -> None:
        super().__init__(game, pieces, step, ScenarioRun())
        self.way, self.few_courses = way, few_courses

    def answer(self, decision: Decision) -> Any:
        """The choice that is written down, if it fits; else the branch that the path tells."""
        if self.left and (chosen := fits(decision, self.left[0], self.pieces)):
            self.left.pop(0)
            return chosen[0]
        pick, listed = self.way.next_told(), not isinstance(decision.options, Candidates)
        if pick is not None and not listed and pick.answer is not UNTOLD:
            self.way.take(_SEEN_BEFORE, pick)
            return pick.answer
        fork = self._fork(decision, listed)
        if listed and len(fork.branches) == 1:
            return self._options(decision)[0].answer
        branch = self.way.take(fork, pick)
        if not listed:
            self.way.picks[-1] = fork.pick(branch)
        return self._options(decision)[branch].answer

    def _fork(self, decision: Decision, listed: bool) -> Fork:
        options = self._options(decision)
        names = tuple(option.name for option in options)
        answers = () if listed else tuple(option.answer for option in options)
        return Fork(decision.player, question(decision, self.game), names, answers=answers)

    def _options(self, decision: Decision) -> Sequence[Option]:
        """The options, without those that the step says are never taken, unless there are no others."""
        options = without_like_guns(decision, self.game)
        if self.few_courses and decision.kind is Kind.COURSE:
            options = _first_of_each_kind(options)
        if not self.step.never:
            return options
        return [option for option in options if not self._is_barred(decision, option)] or options

    def _is_barred(self, decision: Decision, option: Option) -> bool:
        alone = replace(decision, options=(option,))
        return any(fits(alone, choice, self.pieces, about=False) for choice in self.step.never)


def _first_of_each_kind(courses: Sequence[Option]) -> list[Option]:
    """Of all courses that touch the same things only the first; to stop is another thing."""
    kinds: dict[tuple[Any, bool], Option] = {}
    for course in courses:
        kinds.setdefault((course.refs, course.answer == STOP), course)
    return list(kinds.values())


_SEEN_BEFORE = Fork(None, "", ())  # stands for a fork that an earlier play of the same path has told


class TriedPosition:
    """A position that is set up once, from which paths are played.

    With `few_courses` only the first of all courses that touch the same things is a branch.
    """

    def __init__(self, scenario: Scenario, given: dict[str, Given], *, few_courses: bool = False) -> None:
        game, pieces = set_up(given, scenario)
        self.few_courses = few_courses
        self.scenario, self.edition, self.before = scenario, game.edition, game.state
        self.numbers = {name: piece.id for name, piece in pieces.items()}
        self.names = {number: name for name, number in self.numbers.items()}

    def play(self, told: Sequence[Pick], decide: Decide, kind: type[Game] = Game) -> PlayedPath:
        """Play a path to its end; from where it is not told any further, `decide` takes the branches."""
        state = self.before.copy()
        way = _Way(told, decide)
        state.dice = dice = ForkingDice(way, self._purpose)
        game = kind(state, self.edition)
        pieces = self._pieces(state)
        refused: list[tuple[Step, str]] = []
        unused: list[tuple[int, str]] = []
        for number, step in enumerate(self.scenario.when, 1):
            runner = _PathRunner(game, pieces, step, way, self.few_courses)
            reason = runner.refusal()
            if reason is not None:
                refused.append((step, reason))
                continue
            dice.ready = list(step.dice)
            runner.carry_out()
            unused += [(number, f"the die {face}") for face in dice.ready]
            unused += [(number, f"the choice {choice!r}") for choice in runner.left]
        return PlayedPath(
            tuple(way.picks), tuple(way.forks), game, dice.answers, tuple(refused), tuple(unused)
        )

    def _pieces(self, state: State) -> ScenarioPieces:
        return ScenarioPieces({name: state.pieces[number] for name, number in self.numbers.items()})

    def _purpose(self, what_for: tuple[Ref | None, Ref | None, Any, str] | None) -> str:
        """What a die is rolled for, in words."""
        if what_for is None:
            return "A die is rolled"
        agent, about, _, which = what_for
        who = called(agent, self.names) or "Somebody"
        noun = about.noun.replace("_", " ") if isinstance(about, Matter) else "die roll"
        again = " (the second die)" if which == "second" else ""
        return f"{who[0].upper()}{who[1:]}: {noun}{again}"


@cache
def keeps_track() -> bool:
    """Whether the engine keeps the numbers that write down how they are compared; a compiled one does not."""
    event = Event("roll")
    event.amount = TrackedNumber.made(1, itemgetter("0"), Comparisons())
    return isinstance(event.amount, TrackedNumber)
