"""Docking: where a ship docks, what follows at once, and leaving."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pirate_code.board.geometry import overlaps, touches
from pirate_code.board.pose import Pose
from pirate_code.board.refs import Matter
from pirate_code.board.state import SEA, Piece
from pirate_code.core.dice import Dice
from pirate_code.rules.decision import Candidates
from pirate_code.rules.event import Event
from pirate_code.rules.happen.docking import berths, some_berths
from pirate_code.rules.happen.sailing import shape_of
from tests.rules.at_sea import ahead, events, give
from tests.rules.positions import Table, card


def fort(table: Table, island: Piece, player: int) -> Piece:
    """A fort on an island."""
    return table.state.add(card("Fort", "fort", cannons="3S-3S"), player, island.id)


def test_a_ship_whose_bow_touches_an_island_is_docked_there() -> None:
    table = Table()
    ship, island = table.ship(0, 0, 0, move="L"), table.island(120, 0)
    table.propose(give(ship), [ahead("L")])
    assert ship.docked == island.id
    assert events(table, "dock") == [{"agent": ship.id, "at": island.id}]


def test_a_ship_that_touches_an_island_with_her_side_only_is_not_docked() -> None:
    table = Table()
    ship, island = table.ship(0, 0, 0, 90), table.island(120, 0)
    push = Event("move", object=ship.id, distance=("L",), player=1)
    table.propose(push, [{"segment": "L", "direction": 0.0}])
    assert events(table, "touch") == [{"agent": ship.id, "object": island.id}]
    assert ship.docked is None


def test_a_ship_that_is_moved_by_something_docks_too() -> None:
    table = Table()
    ship, island = table.ship(0, 0, 0), table.island(120, 0)
    table.propose(
        Event("move", object=ship.id, distance=("L",), player=1), [{"segment": "L", "direction": 0.0}]
    )
    assert ship.docked == island.id


def test_nobody_docks_at_the_home_island_of_an_opponent() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L+L")
    table.island(120, 0, home=1)
    table.propose(give(ship), [ahead("L")])
    assert ship.docked is None
    assert len(table.asked) == 1  # the contact has stopped her all the same


def test_an_ability_lets_a_ship_dock_at_an_enemy_home_island() -> None:
    table = Table()
    line = "This ship may dock at an enemy home island and load one treasure."
    ship, island = table.ship(0, 0, 0, line=line, move="L"), table.island(120, 0, home=1)
    table.propose(give(ship), [ahead("L")])
    assert ship.docked == island.id


def test_an_explorer_does_not_open_enemy_home_islands() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L")
    table.crew(ship, "Explorer.")
    table.island(120, 0, home=1)
    table.propose(give(ship), [ahead("L")])
    assert ship.docked is None


def test_an_enemy_fort_closes_its_island() -> None:
    table = Table()
    ship, island = table.ship(0, 0, 0), table.island(120, 0)
    built = fort(table, island, 1)
    assert not table.game.allows(Event("dock", agent=ship.id, at=built.id))
    assert not table.game.allows(Event("dock", agent=ship.id, at=island.id))


def test_gold_is_unloaded_at_home_by_itself() -> None:
    table = Table()
    ship, home = table.ship(0, 0, 0, move="L"), table.island(120, 0, home=0)
    gold = [table.coin(ship, value) for value in (2, 5)]
    table.propose(give(ship), [ahead("L")])
    assert [coin.where for coin in gold] == [home.id, home.id]


def test_a_ship_that_sails_off_has_left_the_island() -> None:
    table = Table()
    ship, island = table.ship(0, 0, 0, move="L"), table.island(120, 0)
    table.propose(give(ship), [ahead("L")])
    table.state.turn.actions.clear()
    table.propose(give(ship), [ahead("L", -120, **{"from": 0})])
    assert ship.docked is None
    assert events(table, "leave") == [{"agent": ship.id, "object": island.id}]


def test_a_mysterious_island_is_rolled_for_before_gold_is_unloaded_or_anything_explored() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L")
    line = "1-2: Eliminate a crew from this ship. 3-4: No effect. 5-6: No effect."
    table.island(120, 0, line=line)
    crew = table.crew(ship)
    table.propose(give(ship), [ahead("L")], dice=[1])
    assert crew.where != ship.id


def test_a_marked_island_is_explored_as_part_of_the_move_that_docks_there() -> None:
    table = Table()
    ship, island = table.ship(0, 0, 0, move="L"), table.island(120, 0)
    coin = table.coin(island, 3)
    island.explored = frozenset({0})
    table.propose(give(ship), [ahead("L"), "explore", {"load": coin.id}])
    assert coin.where == ship.id


def test_without_marker_or_explorer_nothing_is_explored_with_a_move() -> None:
    table = Table()
    ship, island = table.ship(0, 0, 0, move="L"), table.island(120, 0)
    table.coin(island, 3)
    table.propose(give(ship), [ahead("L")])
    assert not events(table, "explore")


def test_an_explorer_explores_where_her_move_docks_her() -> None:
    table = Table()
    ship, island = table.ship(0, 0, 0, move="L"), table.island(120, 0)
    table.crew(ship, "Explorer.")
    coin = table.coin(island, 3)
    table.propose(give(ship), [ahead("L"), "explore", {"load": coin.id}])
    assert coin.where == ship.id


def test_a_ship_that_was_docked_already_explores_nothing_with_a_move_action() -> None:
    table = Table()
    ship, island = table.ship(0, 0, 0, move="L"), table.island(120, 0)
    table.propose(give(ship), [ahead("L")])
    island.explored = frozenset({0})
    table.state.turn.actions.clear()
    table.propose(give(ship), ["stop"])
    assert not events(table, "explore")


def test_berths_touch_the_island_with_the_bow_and_nothing_else() -> None:
    table = Table()
    island = table.island(0, 0, home=0)
    ships = [table.ship(0, 900, 900 + 100 * number) for number in range(4)]
    for ship in ships:
        ship.pose = Pose(*some_berths(table.game, ship, island)[0].answer)
        assert touches(shape_of(ship), shape_of(island))
    for one in ships:
        assert not any(overlaps(shape_of(one), shape_of(other)) for other in ships if other is not one)


def test_an_eternal_ship_comes_back_docked_at_home() -> None:
    table = Table()
    ship, home = table.ship(0, 0, 0, line="Eternal."), table.island(600, 600, home=0)
    table.propose(Event("sink", agent=None, object=ship.id))
    assert ship.where == SEA
    assert ship.docked == home.id
    assert touches(shape_of(ship), shape_of(home))


def test_a_ship_in_tow_docks_with_the_one_that_tows_her() -> None:
    table = Table()
    ship, wreck = table.ship(0, 0, 0, move="L"), table.ship(0, -90, 0)
    wreck.masts, wreck.towed_by = (0, 0, 0), ship.id
    island = table.island(100, 0)
    table.propose(give(ship), [False, ahead("S")])
    assert ship.docked == wreck.docked == island.id


def test_the_move_action_of_a_docking_is_part_of_no_other_action() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L")
    table.island(120, 0)
    table.propose(give(ship), [ahead("L")])
    assert events(table, "resolve") == [{"agent": ship.id, "object": Matter("move_action", ship.id)}]


def _straight_home(*in_between: str) -> tuple[Table, Piece, Piece]:
    table = Table()
    home, ship = table.island(0, 0, home=0), table.ship(0, 500, 0, 180)
    for what in in_between:
        table.terrain(what, 250, 0)
    line = (
        "Load this treasure face down. You can reveal it when you give this ship a move action and can draw "
        "a straight line (that does not cross a game piece, terrain, or other island) from this ship's bow "
        "to your home island. Dock this ship at your home island."
    )
    table.crew(ship, line, kind="treasure", nation=None).face_up = False
    return table, home, ship


def test_a_ship_with_a_clear_line_from_her_bow_is_docked_at_home() -> None:
    table, home, ship = _straight_home()
    table.propose(give(ship), [True])
    assert ship.docked == home.id


def test_a_line_that_crosses_terrain_docks_nobody() -> None:
    table, _, ship = _straight_home("reef")
    table.propose(give(ship))
    assert not any(decision.event == "reveal" for decision in table.asked)
    assert ship.docked is None


def test_no_line_is_drawn_over_her_own_deck() -> None:
    table, _, ship = _straight_home()
    ship.pose = Pose(500, 0, 0)
    table.propose(give(ship))
    assert ship.docked is None


def test_a_ship_is_docked_where_the_fewest_coins_are() -> None:
    table = Table()
    line = (
        "When this ship touches another ship, dock this ship at the wild island with the fewest coins on it."
    )
    ship, other = table.ship(0, 0, 0, line=line), table.ship(1, 60, 0)
    rich, poor = table.island(400, 0), table.island(0, 400)
    for island, count in ((rich, 3), (poor, 1)):
        for _ in range(count):
            table.coin(island, 2)
    table.propose(Event("touch", agent=ship.id, object=other.id, player=0))
    assert ship.docked == poor.id


@settings(max_examples=25, deadline=None)
@given(
    neighbours=st.lists(st.tuples(st.integers(-150, 150), st.integers(-150, 150)), max_size=3),
    seed=st.integers(0, 1000),
)
def test_every_listed_berth_can_be_drawn_and_nothing_else(
    neighbours: list[tuple[int, int]], seed: int
) -> None:
    table, dice = Table(), Dice(seed)
    island = table.island(0, 0, home=0)
    ship = table.ship(0, 900, 900)
    for x, y in neighbours:
        table.ship(1, x, y)
    listed = [list(pose) for pose in berths(table.game, ship, island)]
    options = some_berths(table.game, ship, island)
    assert isinstance(options, Candidates)
    drawn = [options.draw(dice).answer for _ in range(40 * len(listed))]
    assert {tuple(answer) for answer in drawn} == {tuple(answer) for answer in listed}
    assert [option.answer for option in options] == listed
    assert all(options.offers(answer) for answer in listed)
    assert not options.offers([listed[0][0] + 1.0, *listed[0][1:]] if listed else [0.0, 0.0, 0.0])
