"""Random captains play fifty games between random legal fleets; nothing is ever so that cannot be."""

from __future__ import annotations

import pytest

from pirate_code.play.cards import builtin
from pirate_code.play.many import Order, Run, play_one

GAMES, TURNS = 50, 6


@pytest.mark.parametrize("seed", range(1, GAMES + 1))
def test_a_random_game_ends_and_breaks_no_rule(seed: int) -> None:
    report = play_one(Run(builtin(), turn_limit=TURNS), Order(seed))
    assert not report.failure, report.trace
    assert report.ended
    assert report.decisions > 0
