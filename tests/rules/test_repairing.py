"""Repairing: who gets masts back, and where."""

from pirate_code.board.refs import Part
from pirate_code.board.state import FIRE, GONE, UP, Piece
from pirate_code.rules.event import Event
from tests.rules.guns import given, mast
from tests.rules.positions import Table


def damaged(line: str = "", home: bool = True) -> tuple[Table, Piece]:
    """A ship with one mast left, docked at her home island."""
    table = Table()
    island = table.island(200, 0, home=0 if home else None)
    ship = table.ship(0, 0, 0, line=line)
    ship.masts, ship.docked = (UP, GONE, GONE), island.id
    return table, ship


def may_repair(table: Table, ship: Piece) -> bool:
    """Whether a ship can be given a repair action."""
    return table.game.allows(given(ship, "repair_action"))


def test_a_repair_action_brings_back_one_mast() -> None:
    table, ship = damaged()
    table.propose(given(ship, "repair_action"), [mast(ship, 2)])
    assert ship.masts == (UP, GONE, UP)


def test_a_whole_ship_is_not_repaired() -> None:
    table, ship = damaged()
    ship.masts = (UP, UP, UP)
    assert not may_repair(table, ship)


def test_ships_are_repaired_at_home_or_at_a_fort_of_their_own() -> None:
    table, ship = damaged(home=False)
    assert not may_repair(table, ship)
    assert ship.docked is not None
    fort = table.crew(ship, kind="fort", name="Fort", cannons="3L")
    table.state.put(fort, ship.docked)
    assert may_repair(table, ship)
    table.state.give_to(fort, 1)
    assert not may_repair(table, ship)


def test_a_ship_may_repair_at_sea_if_her_ability_says_so() -> None:
    table, ship = damaged("This ship may repair at sea or at any island.", home=False)
    assert may_repair(table, ship)
    ship.docked = None
    assert may_repair(table, ship)


def test_a_fire_mast_is_not_repaired() -> None:
    table, ship = damaged()
    ship.masts = (UP, FIRE, UP)
    assert not may_repair(table, ship)


def test_masts_that_were_removed_are_repaired_like_those_eliminated() -> None:
    table, ship = damaged()
    ship.masts = (UP, UP, UP)
    table.propose(Event("remove", object=Part(ship.id, "mast", 0), source=ship.id))
    table.propose(given(ship, "repair_action"))
    assert ship.standing == 3


def test_a_fort_repairs_all_masts_of_a_ship_that_docks() -> None:
    table, ship = damaged(home=False)
    assert ship.docked is not None
    line = "When a ship docks here, you may repair all of her masts."
    fort = table.crew(ship, line, kind="fort", name="Fort", cannons="3L")
    table.state.put(fort, ship.docked)
    table.propose(Event("dock", agent=ship.id, at=fort.id, player=0), [True])
    assert ship.standing == 3
