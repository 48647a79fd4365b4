"""Submarines and sea monsters under water, and ghostly ships."""

from __future__ import annotations

import pytest

from pirate_code.board.state import Piece
from pirate_code.rules import turn
from pirate_code.rules.event import Event
from tests.rules.at_sea import give
from tests.rules.positions import Table


def begin(table: Table, answers: list[object], player: int = 0) -> None:
    """Let a turn begin, and no more."""
    turn.open_turn(table.game, player)
    over = iter([False])
    table.run(turn.take_turn(table.game, lambda: next(over, True)), answers)


def submarine(table: Table) -> Piece:
    return table.ship(0, 0, 0, line="Submarine.", cannons="3S-3S")


def go(table: Table, ship: Piece, how: str) -> bool:
    return table.propose(Event(how, agent=ship.id, object=ship.id, player=0))


def test_a_submarine_submerges_and_surfaces_as_her_turn_begins_if_her_player_wants() -> None:
    table = Table()
    ship = submarine(table)
    begin(table, [None])
    assert "submerged" not in ship.states
    begin(table, [0])
    assert "submerged" in ship.states
    begin(table, [1])
    assert "submerged" not in ship.states


def test_she_cannot_submerge_twice_nor_surface_on_the_surface() -> None:
    table = Table()
    ship = submarine(table)
    assert not go(table, ship, "surface")
    assert go(table, ship, "submerge")
    assert not go(table, ship, "submerge")


def test_a_submerged_ship_only_moves_and_docks_nowhere() -> None:
    table = Table()
    ship, island = submarine(table), table.island(200, 0)
    go(table, ship, "submerge")
    assert table.game.allows(give(ship))
    assert not table.game.allows(give(ship, "shoot_action"))
    assert not table.game.allows(Event("dock", agent=ship.id, at=island.id))


def test_a_docked_ship_that_submerges_is_docked_no_longer() -> None:
    table = Table()
    ship, island = submarine(table), table.island(200, 0)
    ship.docked = island.id
    go(table, ship, "submerge")
    assert ship.docked is None


def test_a_submerged_ship_is_no_target() -> None:
    table = Table()
    ship, enemy = submarine(table), table.ship(1, 0, 60)
    assert table.game.allows(Event("shoot_at", agent=enemy.id, object=ship.id))
    go(table, ship, "submerge")
    assert not table.game.allows(Event("shoot_at", agent=enemy.id, object=ship.id))


def test_a_sea_dragon_never_submerges() -> None:
    table = Table()
    beast = table.ship(
        0, 0, 0, kind="sea creature", line="Sea Dragon.", masts=4, cannons="3S-3S-3S-3S", nation="cursed"
    )
    assert not go(table, beast, "submerge")


def test_a_pinned_sea_monster_cannot_submerge_to_escape() -> None:
    table = Table()
    beast = table.ship(
        0, 0, 0, kind="sea creature", line="Sea Monster.", masts=4, cannons="3S-3S-3S-3S", nation="cursed"
    )
    beast.pinned_by = table.ship(1, 300, 0).id
    assert not go(table, beast, "submerge")


def test_a_submarine_whose_keyword_is_cancelled_comes_up_at_once() -> None:
    table = Table()
    ship = submarine(table)
    go(table, ship, "submerge")
    ship.cancelled = True
    begin(table, [])
    assert "submerged" not in ship.states


@pytest.mark.parametrize(("answer", "ghostly"), [(True, True), (False, False)])
def test_a_ghost_ship_is_ghostly_from_one_turn_of_her_player_to_the_next(answer: bool, ghostly: bool) -> None:
    table = Table()
    ship, enemy, island = table.ship(0, 0, 0, line="Ghost Ship."), table.ship(1, 0, 60), table.island(300, 0)
    begin(table, [answer])
    assert table.game.allows(Event("dock", agent=ship.id, at=island.id)) != ghostly
    assert table.game.allows(Event("pin", agent=enemy.id, object=ship.id)) != ghostly
    begin(table, [], player=1)
    assert table.game.allows(Event("dock", agent=ship.id, at=island.id)) != ghostly
    begin(table, [False])
    assert table.game.allows(Event("dock", agent=ship.id, at=island.id))
