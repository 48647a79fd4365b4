"""At any decision of a random game: every option is accepted, nothing else is, and the game can be kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pirate_code.core.dice import Dice
from pirate_code.core.saving import dumps, loads
from pirate_code.fleets.card_pool import builtin
from pirate_code.play.game import Played
from pirate_code.play.many import Order, Run, draw
from pirate_code.rules import saving
from pirate_code.rules.decision import Answer, Decision, IllegalAnswer
from pirate_code.rules.game import Game
from pirate_code.rules.match import match

RUN = Run(builtin(), watched=False, turn_limit=2, close=True)
SEEDS = range(1, 5)
NONSENSE: tuple[Any, ...] = (
    "sink them all",
    -1,
    10**9,
    True,
    None,
    [],
    [1, 2, 3, 4],
    {},
    {"use": -5},
    float("nan"),
)


def a_game(seed: int) -> Played:
    """A random game before its first decision."""
    played = draw(RUN, Order(seed))
    played.game.start(match)
    return played


def decisions(game: Game, dice: Dice) -> Iterator[Decision]:
    """Every decision of a game, answered at random afterwards."""
    while game.decision is not None:
        yield game.decision
        options = game.decision.options
        game.answer(options[dice.below(len(options))].answer)


def saved(game: Game) -> str:
    """The whole position as text."""
    return dumps(saving.save(game.state))


def wrong(decision: Decision, dice: Dice) -> Iterator[Answer]:
    """Answers that a decision does not allow: nonsense, and options that are not quite right."""
    option = decision.options[dice.below(len(decision.options))].answer
    almost: list[Any] = [[option], {"answer": option}, str(option) + "?"]
    if isinstance(option, dict):
        almost += [{**option, "and": 1}, dict.fromkeys(option, -9)]
    for answer in (*NONSENSE, *almost):
        if decision.refuses(answer) is not None:
            yield answer


@pytest.mark.parametrize("seed", SEEDS)
def test_an_illegal_answer_is_refused_with_the_reason_and_changes_nothing(seed: int) -> None:
    game, dice, tried = a_game(seed).game, Dice(seed), 0
    for decision in decisions(game, dice):
        assert all(decision.refuses(option.answer) is None for option in decision.options)
        if dice.below(4):
            continue
        before, entries = saved(game), len(game.log)
        for answer in wrong(decision, dice):
            with pytest.raises(IllegalAnswer, match=r"\w+ .*\w"):
                game.answer(answer)
            tried += 1
        assert game.decision is decision
        assert saved(game) == before
        assert len(game.log) == entries
    assert tried


@pytest.mark.parametrize("seed", SEEDS)
def test_every_option_can_be_taken(seed: int) -> None:
    game, dice = a_game(seed).game, Dice(seed)
    for decision in decisions(game, dice):
        if dice.below(10) == 0:
            before = saved(game)
            for option in decision.options[:12]:
                game.copy().answer(option.answer)
            assert saved(game) == before


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_that_was_kept_as_json_goes_on_the_same(seed: int) -> None:
    played, dice = a_game(seed), Dice(seed)
    first = played.game
    moments = decisions(first, dice)
    for _ in range(8 + 4 * seed):
        next(moments)
    state, since = first.kept()
    data = loads(dumps({"state": saving.save(state), "since": since}))
    second = Game(saving.load(data["state"]), played.edition).resume(match, data["since"])
    while first.decision is not None:
        assert second.decision == first.decision
        options = first.decision.options
        answer = options[dice.below(len(options))].answer
        first.answer(answer)
        second.answer(loads(dumps(answer)))
    assert second.result == first.result
    assert saved(second) == saved(first)
