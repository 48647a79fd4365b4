"""Sinking: what becomes of the ship, her gold and her cargo."""

import pytest

from pirate_code.board.state import GONE, LOST, OUT, SEA, Piece
from pirate_code.rules.event import Event
from pirate_code.rules.happen import damage
from tests.rules.guns import duel, shoot
from tests.rules.positions import Table


def sunk(*coins: int, players: int = 2) -> tuple[Table, Piece, Piece, list[Piece]]:
    """A derelict with these coins aboard is sunk by a shot."""
    table = Table(players)
    homes = [table.island(400 * player, 900, home=player) for player in range(players)]
    ship, target = table.ship(0, 0, 0), table.ship(1, 0, 60)
    for value in coins:
        table.coin(target, value)
    target.masts = (GONE, GONE, GONE)
    shoot(table, ship, [[0, target.id]], dice=[6])
    return table, ship, target, homes


def tied(table: Table, to: Piece) -> Piece:
    """A ship that another tows and pins."""
    ship = table.ship(1, 300, 300)
    ship.towed_by = ship.pinned_by = to.id
    return ship


def gold(table: Table, place: Piece) -> list[int]:
    """The coins at a place."""
    return sorted(piece.value for piece in table.state.treasure(place.id))


def test_one_coin_of_5_becomes_3_for_the_attacker_and_2_for_the_owner() -> None:
    """The Code's example of a coin that must be changed."""
    table, _, _, (mine, theirs) = sunk(5)
    assert (gold(table, mine), gold(table, theirs)) == ([3], [2])
    assert sorted(piece.card.gold for piece in table.state.pieces if piece.kind == "treasure") == [2, 3]


@pytest.mark.parametrize(
    ("coins", "attacker", "owner"),
    [
        ((), [], []),
        ((1,), [1], []),
        ((1, 1), [1], [1]),
        ((4, 3, 1), [4], [1, 3]),
        ((2, 2, 1), [1, 2], [2]),
        ((5, 1), [3], [1, 2]),
        ((6, 2, 1), [5], [1, 1, 2]),
    ],
)
def test_gold_is_shared_evenly_and_the_odd_gold_is_the_attackers(
    coins: tuple[int, ...], attacker: list[int], owner: list[int]
) -> None:
    table, _, target, (mine, theirs) = sunk(*coins)
    assert target.where == OUT
    assert sum(gold(table, mine)) == (sum(coins) + 1) // 2
    assert sum(gold(table, mine)) + sum(gold(table, theirs)) == sum(coins)
    assert (gold(table, mine), gold(table, theirs)) == (attacker, owner)


def test_with_more_than_two_players_the_gold_goes_down_with_the_ship() -> None:
    table, _, _, homes = sunk(5, 2, players=3)
    assert all(not gold(table, home) for home in homes)
    assert {piece.where for piece in table.state.pieces if piece.kind == "treasure"} == {OUT}


def test_crew_equipment_and_unique_treasure_are_removed_from_the_game() -> None:
    table, ship, target = duel()
    table.island(400, 900, home=0)
    crew = table.crew(target)
    equipment = table.crew(target, kind="equipment")
    unique = table.crew(target, "This ship gets +1 to her cannon rolls.", kind="treasure")
    target.masts = (GONE, GONE, GONE)
    shoot(table, ship, [[0, target.id]], dice=[6])
    assert [piece.where for piece in (crew, equipment, unique)] == [OUT, OUT, OUT]


def test_crew_that_cannot_be_eliminated_goes_down_with_the_ship() -> None:
    table, ship, target = duel(target="This ship's crew cannot be eliminated unless she sinks.")
    crew = table.crew(target)
    table.propose(Event("eliminate", agent=ship.id, object=crew.id, player=0))
    assert crew.where == target.id
    target.masts = (GONE, GONE, GONE)
    shoot(table, ship, [[0, target.id]], dice=[6])
    assert crew.where == OUT


def test_a_ship_that_cannot_sink_does_not() -> None:
    table, ship, target = duel(target="This ship cannot sink, but she can be scuttled.")
    target.masts = (GONE, GONE, GONE)
    shoot(table, ship, [[0, target.id], None], dice=[6])
    assert target.afloat


def test_who_sinks_another_ship_may_repair_a_mast() -> None:
    table, ship, target = duel("When this ship sinks another ship, you may repair one of this ship's masts.")
    ship.masts = (ship.masts[0], ship.masts[1], GONE)
    target.masts = (GONE, GONE, GONE)
    shoot(table, ship, [[0, target.id], True], dice=[6])
    assert ship.standing == 3


def test_an_eternal_ship_comes_home_without_her_treasure_and_with_her_crew() -> None:
    table, ship, target = duel(target="Eternal.")
    mine, theirs = table.island(600, 900, home=0), table.island(-600, 900, home=1)
    crew, coin = table.crew(target), table.coin(target, 5)
    target.masts = (GONE, GONE, GONE)
    shoot(table, ship, [[0, target.id]], dice=[6])
    assert target.where == SEA
    assert target.docked == theirs.id
    assert crew.where == target.id
    assert coin.where == mine.id
    assert gold(table, theirs) == [2]


def test_what_a_lost_ship_was_tied_to_is_free() -> None:
    table, ship, target = duel()
    other = tied(table, target)
    target.masts = (GONE, GONE, GONE)
    shoot(table, ship, [[0, target.id]], dice=[6])
    assert (other.towed_by, other.pinned_by) == (None, None)


def test_an_eliminated_ship_takes_her_cargo_along() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    crew = table.crew(ship)
    table.run(damage._lose_piece(table.game, ship, Event("eliminate", object=ship.id), LOST))
    assert (ship.where, crew.where) == (LOST, LOST)


def test_a_ship_of_a_ransom_crew_that_sinks_earns_one_gold() -> None:
    table, ship, target = duel()
    home = table.island(600, 900, home=0)
    table.island(-600, 900, home=1)
    table.crew(target, "Ransom.")
    target.masts = (GONE, GONE, GONE)
    shoot(table, ship, [[0, target.id]], dice=[6])
    assert gold(table, home) == [1]
