"""What an ability says "when" something comes about stays so as long as it can be seen."""

from __future__ import annotations

from pirate_code.rules import stats
from tests.rules.positions import Table

HOLDS = "This ship gains the Eternal keyword as long as she has a crew with the Captain keyword."


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


def test_a_keyword_that_depends_on_another_keyword_is_gained() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line=HOLDS)
    assert "eternal" not in stats.keywords(table.game, ship)
    captain = table.crew(ship, line="Captain.")
    assert stats.keywords(table.game, ship) >= {"eternal"}
    assert stats.keywords(table.game, captain) == {"captain"}
