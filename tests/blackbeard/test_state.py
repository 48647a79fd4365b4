"""A position that is kept is whole, and goes its own way."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from pirate_code.blackbeard.game import Game
from pirate_code.blackbeard.match import match
from pirate_code.blackbeard.setup import new_game
from pirate_code.blackbeard.state import Snapshot
from pirate_code.blackbeard.values import standard_values
from pirate_code.core.dice import Dice


def game_after(seed: int, decisions: int) -> Game:
    """A game after so many decisions of random captains."""
    game, dice = new_game(standard_values(), 2 + seed % 4, seed).start(match), Dice(seed)
    for _ in range(decisions):
        if game.decision is None:
            break
        options = game.decision.options
        game.answer(options[dice.below(len(options))].answer)
    return game


def changeable(value: Any, found: dict[int, str], where: str = "state") -> dict[int, str]:
    """Everything in a value that could be changed in place, by its identity."""
    if isinstance(value, list | dict):
        found[id(value)] = where
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, one in items:
            changeable(one, found, f"{where}[{key!r}]")
    elif hasattr(type(value), "__slots__") and not isinstance(value, str | int):
        found[id(value)] = where
        for name in type(value).__slots__:
            changeable(getattr(value, name), found, f"{where}.{name}")
    return found


@pytest.mark.parametrize("seed", range(6))
def test_a_kept_position_is_equal_and_shares_nothing_that_can_change(seed: int) -> None:
    game = game_after(seed, 150)  # held: what a game that is let go was doing ends, and changes its position
    state = game.state
    kept = Snapshot(state)
    first, second = kept.restore(), kept.restore()
    assert pickle.dumps(first) == pickle.dumps(second)
    first.dice, dice = state.dice, first.dice  # dice have no equality of their own
    assert first == state
    assert (dice.state, dice.ready) == (state.dice.state, state.dice.ready)
    first.dice = dice
    shared = changeable(state, {}).keys() & changeable(first, {}).keys()
    assert [changeable(first, {})[one] for one in shared] == []
