"""The account tells why something could be done, and what a fight between two ships came to."""

from __future__ import annotations

from typing import Any

from pirate_code.board.refs import Matter
from pirate_code.board.state import Piece
from pirate_code.rules.actions.explore import exploring
from pirate_code.rules.event import Event
from pirate_code.rules.happen.giving import asked, order
from pirate_code.views.account import account
from tests.rules.at_sea import ahead, give
from tests.rules.positions import Table

YES, NO = True, False
SACRIFICE = "Once per turn, you may eliminate one of this ship's crew to give her an extra action."
GRAPPLE = "Once per turn, this ship may initiate a boarding party against an enemy ship within S."


def told(table: Table) -> list[str]:
    return [line.strip() for line in account(table.game.log, table.state)]


def meeting(line: str = "", other: str = "") -> tuple[Table, Piece, Piece]:
    """A ship that will ram another when she goes straight ahead."""
    table = Table()
    ship = table.ship(0, 0, 0, line=line, move="L", name="Rammer")
    return table, ship, table.ship(1, 100, 0, 90, line=other, name="Target")


def test_a_ram_is_told_with_what_it_had_to_beat_and_what_it_cost() -> None:
    table, ship, enemy = meeting()
    table.propose(give(ship), [ahead("L"), [enemy.id, "mast", 0], NO, NO], dice=[4])
    assert told(table) == [
        "Rammer moves.",
        "Rammer rams Target with her bow: 4 against 3 masts; Target loses her first mast and pins Rammer.",
    ]


def test_a_ram_that_takes_nothing_says_so() -> None:
    table, ship, _ = meeting()
    table.propose(give(ship), [ahead("L"), NO, NO], dice=[3])
    ram = "Rammer rams Target with her bow: 3 against 3 masts; Target keeps her masts and pins Rammer."
    assert told(table)[-1] == ram


def test_a_boarding_is_one_sentence_with_both_rolls_and_what_is_lost() -> None:
    table, ship, enemy = meeting()
    mate = table.crew(enemy, name="Mate")
    enemy.masts = (1, 1, 0)
    table.propose(give(ship), [ahead("L"), YES], dice=[1, 3, 3])
    assert mate.where != enemy.id
    assert told(table)[-1] == (
        "Rammer boards Target: 3 +3 for masts against 3 +2 for masts; Rammer wins and eliminates Mate."
    )


def test_a_tie_is_told_as_one() -> None:
    table, ship, enemy = meeting()
    table.crew(enemy)
    table.propose(give(ship), [ahead("L"), YES], dice=[1, 3, 3])
    assert told(table)[-1] == "Rammer boards Target: 3 +3 for masts against 3 +3 for masts; a tie."


def test_who_wins_against_a_ship_with_nothing_aboard_gets_nothing() -> None:
    table, ship, _ = meeting()
    table.propose(give(ship), [ahead("L"), YES], dice=[1, 6, 1])
    assert told(table)[-1].endswith("; Rammer wins, and Target loses nothing.")


def test_a_bonus_in_a_boarding_names_its_piece() -> None:
    table, ship, enemy = meeting(line="+1 to her boarding rolls.")
    table.crew(enemy)
    table.propose(give(ship), [ahead("L"), YES], dice=[1, 3, 3])
    assert "3 +3 for masts, +1 by Rammer against 3 +3 for masts" in told(table)[-1]


def test_a_boarding_without_a_ram_names_the_ability_that_starts_it() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line=GRAPPLE, name="Grappler")
    table.ship(1, 60, 0, 90, name="Target")
    _, found = table.game.active.offers(0)[0]
    table.run(table.game.active.use(found), dice=[6, 1])
    assert ship.afloat
    assert told(table)[-1].endswith("(Grappler lets her board).")


def docked(table: Table) -> tuple[Piece, Piece]:
    island, ship = table.island(0, 0), table.ship(0, 100, 0, name="Ours")
    ship.docked = island.id
    return island, ship


def move(ship: Piece) -> Event:
    return Event("give", object=Matter("move_action", ship.id), to=ship.id, player=0)


def test_exploring_at_once_names_the_crew_that_lets_her() -> None:
    table = Table()
    island, ship = docked(table)
    table.crew(ship, "Explorer.", name="Scout")
    table.run(exploring(table.game, ship, island, move(ship)))
    assert told(table) == ["Ours explores Island 0 (Scout lets her explore) and unloads Scout."]


def test_exploring_by_the_plain_rule_tells_the_rule() -> None:
    table = Table()
    island, ship = docked(table)
    table.state.turn.began_docked[ship.id] = island.id
    table.run(exploring(table.game, ship, island))
    assert told(table) == ["Ours explores Island 0 (docked there since the turn began)."]
    table.game.log.clear()
    table.run(exploring(table.game, ship, island, move(ship)))
    assert told(table) == ["Ours explores Island 0 (it bears her marker)."]


def test_a_tow_says_that_she_is_derelict_and_changes_hands() -> None:
    table = Table()
    ship, wreck = table.ship(0, 0, 0, move="L", name="Tug"), table.ship(1, 0, -51, 90, name="Hulk")
    wreck.masts = (0, 0, 0)
    table.propose(give(ship), [wreck.id, "stop"])
    assert told(table)[-1] == "Tug tows Hulk (a derelict, captured by it) and moves."


def test_an_extra_action_names_whose_ability_gave_it() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S", line=SACRIFICE, name="Ours")
    table.crew(ship, name="Mate")
    _, found = table.game.active.offers(0)[0]
    sails: list[Any] = [ahead("S")]
    table.run(order(table.game, asked(ship, "move_action", 0)), sails)
    table.run(table.game.active.use(found))
    table.run(order(table.game, asked(ship, "move_action", 0)), sails)
    assert told(table)[-1] == "Ours moves (an extra action by Ours)."
