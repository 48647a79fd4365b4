"""Crew that change hands: captured for gold or to serve, possessed, won back."""

from pirate_code.board.refs import Matter
from pirate_code.board.state import Piece
from pirate_code.rules import capacity
from pirate_code.rules.event import Event
from pirate_code.rules.happen import treasure
from pirate_code.rules.happen.docking import dock
from tests.rules.positions import Table

FOR_GOLD = (
    "If this ship wins a boarding party, she can capture the crew with the highest point cost instead of"
    " eliminating it. A captured crew becomes cargo worth its point cost in gold when unloaded at your home"
    " island."
)


def captured(table: Table, ship: Piece, crew: Piece) -> bool:
    return table.propose(Event("capture", agent=ship.id, object=crew.id, player=ship.controller))


def test_a_captive_is_cargo_without_abilities_space_or_points() -> None:
    table = Table()
    ship, enemy = table.ship(0, 0, 0), table.ship(1, 0, 20)
    crew = table.crew(enemy, "This ship cannot be pinned.", points=6)
    space = capacity.space_left(table.game, ship)
    assert captured(table, ship, crew)
    assert crew.where == ship.id
    assert not table.game.active.usable(crew.id)
    assert capacity.space_left(table.game, ship) == space
    assert capacity.points_left(table.game, ship) == 10
    assert crew not in table.state.crew(ship.id)


def test_a_captive_is_worth_its_point_cost_when_unloaded_at_home() -> None:
    table = Table()
    home, ship, enemy = (
        table.island(0, 0, home=0),
        table.ship(0, 150, 0, line=FOR_GOLD),
        table.ship(1, 600, 0),
    )
    crew = table.crew(enemy, points=6)
    captured(table, ship, crew)
    assert crew.value == 0
    table.run(dock(table.game, ship, home, Event("move", agent=ship.id, player=0)))
    assert crew.where == home.id
    assert treasure.gold_at_home(table.game, 0) == 6


def test_a_captive_is_worth_nothing_once_the_ability_is_gone() -> None:
    table = Table()
    home, ship, enemy = table.island(0, 0, home=0), table.ship(0, 150, 0), table.ship(1, 600, 0)
    crew = table.crew(enemy, points=6)
    captured(table, ship, crew)
    table.run(dock(table.game, ship, home, Event("move", agent=ship.id, player=0)))
    assert treasure.gold_at_home(table.game, 0) == 0


def test_a_captive_that_its_owner_wins_back_is_crew_again() -> None:
    table = Table()
    ship, enemy = table.ship(0, 0, 0), table.ship(1, 0, 20)
    crew = table.crew(enemy, "This ship cannot be pinned.")
    captured(table, ship, crew)
    assert table.propose(Event("take", agent=enemy.id, object=crew.id, source=ship.id, player=1))
    assert crew.where == enemy.id
    assert table.game.active.usable(crew.id)


def test_a_crew_worth_a_ransom_is_worth_5_gold_to_its_captor() -> None:
    table = Table()
    home, ship, enemy = table.island(0, 0, home=0), table.ship(0, 150, 0), table.ship(1, 600, 0)
    crew = table.crew(enemy, "Ransom.", points=0)
    captured(table, ship, crew)
    table.run(dock(table.game, ship, home, Event("move", agent=ship.id, player=0)))
    assert treasure.gold_at_home(table.game, 0) == 5


def test_a_ship_that_may_captures_instead_of_eliminating() -> None:
    table = Table()
    ship, enemy = table.ship(0, 0, 0, line=FOR_GOLD), table.ship(1, 0, 20)
    table.crew(enemy, points=2)
    dear = table.crew(enemy, points=5)
    won = Event("win", agent=ship.id, object=Matter("boarding_party", ship.id), against=enemy.id, player=0)
    lost = Event("eliminate", agent=ship.id, object=dear.id, source=enemy.id, player=0, within=won)
    assert not table.propose(lost, [True])
    assert dear.where == ship.id
    assert dear.role == "cargo"


def test_a_possessed_crew_takes_the_nation_of_its_new_ship() -> None:
    table = Table()
    line = (
        "If an enemy ship is within S of this ship, you can use this ship's action for the turn to try to"
        " possess a target crew on that ship. Roll a d6; on a result of 6, the target is immediately assigned"
        " to this ship. Its nationality changes to match the nationality of this ship."
    )
    ship, enemy = table.ship(0, 0, 0, line=line), table.ship(1, 0, 40, nation="french")
    crew = table.crew(enemy, "This ship cannot be pinned.", nation="french")
    ((_, found),) = table.game.active.offers(0)
    table.run(table.game.active.use(found), dice=[6])
    assert crew.where == ship.id
    assert table.game.active.usable(crew.id)


def test_a_captured_ship_brings_all_aboard_her() -> None:
    table = Table()
    ship, enemy = table.ship(0, 0, 0), table.ship(1, 0, 20)
    crew, coin = table.crew(enemy), table.coin(enemy, 3)
    captured(table, ship, enemy)
    assert (enemy.controller, crew.controller, coin.controller) == (0, 0, 0)
    assert enemy.owner == 1
