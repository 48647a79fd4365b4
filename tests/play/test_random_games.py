"""Fifty games between random legal fleets; nothing is ever so that cannot be."""

from __future__ import annotations

import pytest

from pirate_code.fleets.card_pool import builtin
from pirate_code.play.many import Order, Run, play_one

GAMES, TURNS = 50, 4
CAPTAINS = (("random",), ("raider", "random"), ("greedy", "raider"))


@pytest.mark.parametrize("seed", range(1, GAMES + 1))
def test_a_random_game_ends_and_breaks_no_rule(seed: int) -> None:
    run = Run(builtin(), turn_limit=TURNS, close=seed % 5 == 0)
    report = play_one(run, Order(seed, captains=CAPTAINS[seed % len(CAPTAINS)]))
    assert not report.failure, report.trace
    assert report.ended
    assert report.decisions > 0
