"""What an ability says "when" something comes about stays so as long as it can be seen."""

from __future__ import annotations

from pirate_code.rules import stats
from tests.rules.positions import Table


def test_a_ship_that_has_reached_her_cargo_limit_is_slow_as_long_as_she_is_full() -> None:
    table = Table()
    ship = table.ship(
        0, 0, 0, line="This ship's base move becomes S when she reaches her cargo limit.", cargo=2, move="L+L"
    )
    home = table.island(500, 0, home=0)
    first, second = table.coin(ship, 1), table.coin(home, 2)
    assert stats.of(table.game, "base_move", ship.id) == ("L", "L")
    table.state.put(second, ship.id)
    assert stats.of(table.game, "base_move", ship.id) == ("S",)
    table.state.put(first, home.id)
    assert stats.of(table.game, "base_move", ship.id) == ("L", "L")
