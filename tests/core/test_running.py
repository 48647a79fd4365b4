"""A game stops at decisions, takes answers, and can be copied at any moment."""

from __future__ import annotations

import pytest

from pirate_code.core.decision import IllegalAnswer
from tests.core.nim import Heap, Nim, match, nim


def test_a_game_goes_on_from_decision_to_decision_until_it_is_over() -> None:
    game = nim(1).start()
    before = game.state.coins
    assert [option.name for option in game.decision.options] == ["take 1", "take 2", "take 3"]  # type: ignore[union-attr]
    game.answer(3)
    assert game.state.coins in {before - 3, before - 4}
    while game.decision is not None:
        game.answer(1)
    assert game.state.coins == 0
    assert game.result in {0, 1}
    with pytest.raises(IllegalAnswer, match="waits for no decision"):
        game.answer(1)


def test_an_illegal_answer_is_refused_and_changes_nothing() -> None:
    game = nim(1).start()
    coins, asked = game.state.coins, game.decision
    with pytest.raises(IllegalAnswer, match="4 is no answer to the decision 'take'; one of these is: 1"):
        game.answer(4)
    assert (game.state.coins, game.decision, game.log) == (coins, asked, [])


@pytest.mark.parametrize("seed", range(20))
def test_a_copy_comes_out_the_same_and_goes_its_own_way(seed: int) -> None:
    game = nim(seed).start()
    game.answer(1)
    game.answer(2)
    copy = game.copy()
    assert copy.decision == game.decision and copy.log == game.log
    for one in (game, copy):
        while one.decision is not None:
            one.answer(1)
    assert (copy.result, copy.log) == (game.result, game.log)
    assert copy.state is not game.state


def test_a_game_is_gone_on_with_from_its_last_calm_position() -> None:
    game = nim(3).start()
    game.answer(2)
    state, since = game.kept()
    again = Nim(state).resume(match, since)
    assert again.decision == game.decision
    assert again.state.coins == game.state.coins


def test_a_game_without_work_does_not_start() -> None:
    with pytest.raises(ValueError, match="needs work to start"):
        Nim(Heap(3, 0, nim(1).state.dice)).start()
