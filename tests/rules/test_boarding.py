"""Boarding: who starts it, the rolls, and what the loser gives up."""

from __future__ import annotations

from typing import Any

from pirate_code.board.state import Piece
from tests.rules.at_sea import ahead, events, give
from tests.rules.positions import Table

YES, NO = True, False


def meeting(line: str = "", other: str = "", **facts: Any) -> tuple[Table, Piece, Piece]:
    """A ship that will ram another when she goes straight ahead."""
    table = Table()
    ship = table.ship(0, 0, 0, line=line, move="L", name="Rammer", **facts)
    enemy = table.ship(1, 100, 0, 90, line=other, name="Target")
    return table, ship, enemy


def test_masts_are_added_and_the_loser_chooses_what_is_lost() -> None:
    table, ship, enemy = meeting()
    crew, coin = table.crew(enemy), table.coin(enemy, 4)
    enemy.masts = (1, 1, 0)
    table.propose(give(ship), [ahead("L"), YES, coin.id], dice=[1, 3, 3])
    assert table.asked[-1].player == 1
    assert coin.where == ship.id
    assert crew.where == enemy.id


def test_equal_totals_have_no_result() -> None:
    table, ship, enemy = meeting()
    crew = table.crew(enemy)
    table.propose(give(ship), [ahead("L"), YES], dice=[1, 3, 3])
    assert not events(table, "win")
    assert crew.where == enemy.id


def test_the_rammed_player_may_board_when_the_rammer_does_not() -> None:
    table, ship, enemy = meeting()
    crew = table.crew(ship)
    table.propose(give(ship), [ahead("L"), NO, YES], dice=[1, 6, 1])
    assert events(table, "win")[0]["agent"] == enemy.id
    assert crew.where != ship.id


def test_there_is_one_boarding_at_most() -> None:
    table, ship, _ = meeting()
    table.propose(give(ship), [ahead("L"), YES], dice=[1, 1, 1])
    assert len(events(table, "initiate")) == 1


def test_the_winner_without_room_takes_a_crew() -> None:
    table, ship, enemy = meeting(cargo=1)
    table.coin(ship, 1)
    crew, coin = table.crew(enemy), table.coin(enemy, 4)
    table.propose(give(ship), [ahead("L"), YES], dice=[1, 6, 1])
    assert coin.where == enemy.id
    assert crew.where != enemy.id


def test_an_ability_adds_to_boarding_rolls() -> None:
    table, ship, enemy = meeting(line="This ship gets +2 to her boarding rolls.")
    coin = table.coin(enemy, 4)
    table.propose(give(ship), [ahead("L"), YES], dice=[1, 2, 3])
    assert coin.where == ship.id


def test_a_longship_that_rams_adds_one() -> None:
    table, ship, enemy = meeting(line="Longship.")
    coin = table.coin(enemy, 4)
    table.propose(give(ship), [ahead("L"), NO, YES], dice=[1, 3, 3])
    assert coin.where == ship.id


def test_an_ability_takes_all_crew_and_leaves_the_loser_no_choice() -> None:
    line = "If this ship succeeds at a boarding party, she may eliminate all of the other ship's crew."
    table, ship, enemy = meeting(line=line)
    crew = [table.crew(enemy), table.crew(enemy)]
    coin = table.coin(enemy, 4)
    table.propose(give(ship), [ahead("L"), YES, YES], dice=[1, 6, 1])
    assert all(one.where != enemy.id for one in crew)
    assert coin.where == enemy.id


def test_the_winner_may_decline_an_ability_and_the_loser_chooses() -> None:
    line = "If this ship succeeds at a boarding party, she may eliminate all of the other ship's crew."
    table, ship, enemy = meeting(line=line)
    table.crew(enemy)
    coin = table.coin(enemy, 4)
    table.propose(give(ship), [ahead("L"), YES, NO, coin.id], dice=[1, 6, 1])
    assert coin.where == ship.id


def test_an_ability_takes_as_much_treasure_as_fits() -> None:
    line = (
        "If this ship wins a boarding party, she can take as much treasure from that ship as she can carry."
    )
    table, ship, enemy = meeting(line=line, cargo=2)
    gold = [table.coin(enemy, value) for value in (1, 2, 3)]
    table.propose(give(ship), [ahead("L"), YES, YES], dice=[1, 6, 1])
    assert sum(coin.where == ship.id for coin in gold) == 2


def test_a_sea_monster_also_eliminates_a_mast() -> None:
    table = Table()
    line = "Sea Monster. If this sea monster succeeds at a boarding party, it also eliminates a mast."
    monster = table.ship(0, 0, 0, kind="sea creature", line=line, move="L", masts=4)
    enemy = table.ship(1, 110, 0, 90)
    table.crew(enemy)
    table.propose(give(monster), [ahead("L"), YES], dice=[1, 6, 1])
    assert enemy.standing == 2


def test_boarding_within_s_needs_no_ram_and_leaves_the_other_no_bonus() -> None:
    table = Table()
    line = (
        "As part of a move action, this ship may initiate a boarding party against a ship up to S away from "
        "her, without having to ram. The boarded ship may not use any boarding bonuses."
    )
    ship = table.ship(0, 0, 0, line=line, move="S")
    enemy = table.ship(1, 0, 60, line="This ship gets +2 to her boarding rolls.")
    coin = table.coin(enemy, 2)
    table.propose(give(ship), [YES, "stop"], dice=[3, 2])
    assert not events(table, "ram")
    assert coin.where == ship.id
    assert len(events(table, "initiate")) == 1


def test_a_turtle_ship_with_panels_is_not_boarded() -> None:
    table, ship, enemy = meeting(other="Turtle Ship.")
    enemy.parts["panel"] = 2
    table.propose(give(ship), [ahead("L"), NO], dice=[1])  # she herself may board
    assert [decision.player for decision in table.asked if decision.event == "board"] == [1]
