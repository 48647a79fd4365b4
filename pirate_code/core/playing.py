"""Plays a game to its end: captains answer its decisions, or answers that were recorded are given again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from pirate_code.core.captains import Captain
from pirate_code.core.decision import Answer, Decision
from pirate_code.core.running import Running

DECISION_LIMIT = 60_000
AnyDecision = TypeVar("AnyDecision", bound=Decision[Any, Any])
View = TypeVar("View")


class EndlessGame(Exception):
    """A game that does not come to an end."""


class OtherDecision(Exception):
    """A game that is played again asks for another kind of decision than was taken."""


class Taken(NamedTuple):
    """A decision that was taken: its kind, and the answer."""

    kind: str
    answer: Answer


def answers(
    game: Running[Any, AnyDecision],
    captains: Sequence[Captain[AnyDecision, View]],
    look: Callable[[int], View],
) -> Iterator[Taken]:
    """Let the captains answer a game that has started; yields each answer before it is given.

    `look` shows the table as a player sees it.
    """
    count = 0
    while game.decision is not None:
        count += 1
        if count > DECISION_LIMIT:
            raise EndlessGame(f"the game did not end in {DECISION_LIMIT:,} decisions")
        player = game.decision.player
        answer = captains[player].answer(game.decision, lambda player=player: look(player))  # type: ignore[misc]
        yield Taken(game.decision.kind.value, answer)
        game.answer(answer)


def follow(game: Running[Any, Any], decisions: Iterable[Taken]) -> Iterator[Taken]:
    """Give a game that has started the answers of decisions that were taken before; yields each before."""
    for taken in decisions:
        if game.decision is None:
            return
        yield taken
        if game.decision.kind != taken.kind:
            raise OtherDecision(
                f"it is {taken.kind!r} in the file, and {game.decision.kind.value!r} is asked for"
            )
        game.answer(taken.answer)
