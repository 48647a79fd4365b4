"""Islands: markers of who explored them, and what mysterious islands do to those who dock."""

from pirate_code.board.state import OUT
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.happen.islands import visit
from tests.rules.positions import Table

LOST_OR_FOUND = (
    "1-2: Eliminate one of this ship's masts.\n3-4: No effect.\n"
    "5-6: The next time you give this ship a move action, she gets +L to her base move."
)


def test_the_visitor_of_a_mysterious_island_rolls_for_its_effect() -> None:
    table = Table()
    island, ship = table.island(0, 0, line=LOST_OR_FOUND), table.ship(0, 150, 0)
    other = table.ship(0, 600, 0)
    island.face_up = False
    table.run(visit(table.game, ship, island), dice=[2])
    assert island.face_up
    assert (ship.standing, other.standing) == (2, 3)


def test_only_the_island_that_is_visited_acts() -> None:
    table = Table()
    island, ship = table.island(0, 0, line=LOST_OR_FOUND), table.ship(0, 150, 0)
    table.island(600, 600, line=LOST_OR_FOUND)
    table.run(visit(table.game, ship, island), dice=[1])
    assert ship.standing == 2


def test_no_effect_is_none() -> None:
    table = Table()
    island, ship = table.island(0, 0, line=LOST_OR_FOUND), table.ship(0, 150, 0)
    table.run(visit(table.game, ship, island), dice=[3])
    assert ship.standing == 3


def test_a_mysterious_island_with_a_fort_has_no_effect() -> None:
    table = Table()
    island, ship = table.island(0, 0, line=LOST_OR_FOUND), table.ship(0, 150, 0)
    fort = table.crew(ship, kind="fort", name="Fort", cannons="3S")
    table.state.put(fort, island.id)
    table.run(visit(table.game, ship, island))
    assert ship.standing == 3


def test_a_chart_changes_the_roll_for_effect_of_its_ship() -> None:
    table = Table()
    island, ship = table.island(0, 0, line=LOST_OR_FOUND), table.ship(0, 150, 0)
    line = "When this ship rolls for effect at a mysterious island, add 2 to the die roll result."
    table.crew(ship, line, kind="treasure", nation=None)
    table.run(visit(table.game, ship, island), dice=[2])
    assert ship.standing == 3


def test_an_island_is_marked_from_within_s_without_a_look() -> None:
    table = Table()
    line = "Once per turn, if this ship is within S of an island, you may mark the island as explored without"
    line += " docking at it. The island becomes unexplored in regards to all other players."
    island = table.island(0, 0)
    table.ship(0, 130, 0, line=line)
    coin = table.coin(island, 5)
    island.explored = frozenset({1})
    ((_, found),) = table.game.active.offers(0)
    table.run(table.game.active.use(found))
    assert island.explored == {0}
    assert coin.known == frozenset()


def test_crew_desert_to_another_island() -> None:
    table = Table()
    island = table.island(0, 0, line="1-6: Place a crew from this ship on this island.")
    ship = table.ship(0, 150, 0)
    crew = table.crew(ship)
    table.run(visit(table.game, ship, island), dice=[4])
    assert crew.where == island.id


def test_treasure_is_moved_at_random_to_another_wild_island() -> None:
    table = Table()
    line = "1-6: Randomly move two treasure coins from this island to another wild island."
    island, other, ship = table.island(0, 0, line=line), table.island(600, 600), table.ship(0, 150, 0)
    coins = [table.coin(island, value) for value in (1, 2, 3)]
    table.run(visit(table.game, ship, island), dice=[4])
    assert sum(coin.where == other.id for coin in coins) == 2
    assert not any(coin.where == OUT for coin in coins)


def test_an_island_becomes_unexplored_for_a_player() -> None:
    table = Table()
    island = table.island(0, 0)
    island.explored = frozenset({0, 1})
    table.propose(Event("mark", object=island.id, player=0, manner=frozenset({"as_unexplored"})))
    assert island.explored == {1}


NOT_AT_ONCE = (
    "1-2: This ship can't explore this island. She must leave and dock again to try.\n3-4: No effect.\n"
    "5-6: The next time you give this ship a move action, add L to her base move."
)


def test_an_island_that_must_be_left_first_cannot_be_explored_until_she_has_left_it() -> None:
    table = Table()
    island, ship = table.island(0, 0, line=NOT_AT_ONCE), table.ship(0, 150, 0)
    other = table.ship(0, 600, 0)
    explores = Event("explore", agent=ship.id, object=island.id, at=island.id, player=0)
    explores.cause = Cause("ability", ship.id)
    table.run(visit(table.game, ship, island), dice=[2])
    assert not table.game.allows(explores)
    assert table.game.allows(explores.but(agent=other.id))
    table.run(table.game.propose(Event("leave", agent=ship.id, object=island.id, player=0)))
    assert table.game.allows(explores)
