"""Events go through one pipeline: what may not happen does not, what may does."""

from pirate_code.board.refs import Part
from pirate_code.rules.event import Event
from tests.rules.positions import Table


def test_an_ability_forbids_an_event() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0, line="This ship cannot be pinned."), table.ship(1, 300, 0)
    assert not table.game.allows(Event("pin", agent=other.id, object=ship.id))
    assert table.game.allows(Event("pin", agent=ship.id, object=other.id))


def test_the_same_modifier_counts_once_on_a_ship() -> None:
    from pirate_code.rules import stats

    table = Table()
    ship = table.ship(0, 0, 0, line="This ship gets +1 to her cannon rolls.")
    table.crew(ship, "This ship gets +1 to her cannon rolls.")
    assert stats.of(table.game, "cannon_roll", Part(ship.id, "cannon", 0)) == 1
