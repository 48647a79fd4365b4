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


class Counting(Nim):
    """Nim that counts how often its position was kept."""

    kept_positions = 0

    def snapshot(self) -> Heap:
        self.kept_positions += 1
        return super().snapshot()

    def with_position(self, state: Heap) -> Counting:
        return Counting(state)


def long_game() -> Counting:
    """A game of so many coins that it takes more than a hundred answers."""
    return Counting(Heap(200, 0, nim(1).state.dice), match).start()


def test_a_game_that_nobody_copies_keeps_its_position_seldom() -> None:
    game = long_game()
    for _ in range(96):
        game.answer(1)
    assert game.kept_positions < 12


def test_a_game_that_is_copied_keeps_every_calm_position_from_then_on() -> None:
    game = long_game()
    for _ in range(7):
        game.answer(1)
    copy = game.copy()
    assert (copy.state.coins, copy.log, copy.decision) == (game.state.coins, game.log, game.decision)
    assert game.kept()[1] == [], "the first copy has answered again what came since the last kept position"
    before = game.kept_positions
    for _ in range(5):
        game.answer(1)
    assert game.kept_positions == before + 5
    assert game.kept()[1] == []


def test_a_position_that_was_kept_long_ago_leads_to_the_same_game() -> None:
    game = long_game()
    for number in range(70):
        game.answer(1 + number % 2)
        state, since = long_game_after(number + 1).kept()
        again = Nim(state).resume(match, since)
        assert (again.state.coins, again.decision) == (game.state.coins, game.decision)


def long_game_after(answers: int) -> Counting:
    """A long game in which so many answers were given."""
    game = long_game()
    for number in range(answers):
        game.answer(1 + number % 2)
    return game


def test_a_game_without_work_does_not_start() -> None:
    with pytest.raises(ValueError, match="needs work to start"):
        Nim(Heap(3, 0, nim(1).state.dice)).start()
