"""Giving actions: who may be given which, how often, and what abilities add."""

from __future__ import annotations

from typing import Any

import pytest

from pirate_code.board.refs import AbilityRef, Matter
from pirate_code.board.state import FIRE, GONE, UP, ExtraAction, Piece
from pirate_code.rules.event import Event
from pirate_code.rules.happen import becoming, giving
from pirate_code.rules.happen.giving import asked, given, has_action_left, order
from tests.rules.at_sea import ahead, events, give
from tests.rules.positions import Table

EXTRA = "Once per turn, roll a d6. On a 5 or 6, this ship can be given an extra action."
TWICE = (
    "Once per turn before you give this ship an action, roll a d6."
    " On a 5 or 6, this ship may be given the same action twice."
)
SACRIFICE = "Once per turn, you may eliminate one of this ship's crew to give her an extra action."
MYCRON = (
    "Instead of giving this ship an action this turn, you may give another ship in your fleet two actions."
)
POWER = (
    "Once per turn, roll a d6. On a 1-4, you may give this ship an extra action; on a 5, you may give any"
    " ship you control an extra action; on a 6, you may give an enemy ship an action."
)
PUSHER = (
    "Give this ship a move action but do not move her. Instead, roll a d6."
    " On a result of 5 or 6, move an enemy ship L in any direction."
)
WIND = (
    "1-2: No effect.\n3-4: No effect.\n"
    "5-6: The next time you give this ship a move action, add L to her base move."
)


def may(table: Table, piece: Piece, noun: str) -> bool:
    return table.game.allows(asked(piece, noun, 0))


def use(table: Table, answers: list[Any] | None = None, dice: list[int] | None = None) -> None:
    """Use the first ability that is offered."""
    _, found = table.game.active.offers(0)[0]
    table.run(table.game.active.use(found), answers or [], dice or [])


def sail(table: Table, ship: Piece, answers: list[Any] | None = None, dice: list[int] | None = None) -> bool:
    """Give a move action, by which she sails S ahead unless told otherwise."""
    answers = [ahead("S")] if answers is None else answers
    return bool(table.run(order(table.game, asked(ship, "move_action", 0)), answers, dice or []))


# --- who may be given what -------------------------------------------------------------------------------


def test_a_derelict_can_only_explore_and_be_repaired() -> None:
    table = Table()
    home = table.island(0, 0, home=0)
    ship = table.ship(0, 100, 0, 180)
    ship.masts, ship.docked = (GONE,) * 3, home.id
    assert not may(table, ship, "move_action")
    assert not may(table, ship, "shoot_action")
    assert may(table, ship, "repair_action")


def test_an_oarsman_lets_a_derelict_move() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    ship.masts = (GONE,) * 3
    table.crew(ship, "Oarsman.")
    assert may(table, ship, "move_action")


def test_a_pinned_ship_is_given_no_move_action() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0), table.ship(1, 300, 0)
    ship.pinned_by = other.id
    assert not may(table, ship, "move_action")


def test_a_fort_only_shoots_and_a_wreck_does_nothing() -> None:
    table = Table()
    island = table.island(0, 0)
    fort = table.crew(island, kind="fort", cannons="3S-3S", nation="english")
    fort.owner = fort.controller = 0
    ship = table.ship(0, 300, 0)
    table.state.mark(ship, "wreck")
    for noun in ("move_action", "explore_action", "repair_action"):
        assert not may(table, fort, noun)
        assert not may(table, ship, noun)


def test_a_sea_creature_neither_explores_nor_is_repaired() -> None:
    table = Table()
    beast = table.ship(
        0, 0, 0, kind="sea creature", masts=4, cannons="3S-3S-3S-3S", nation="cursed", move="L"
    )
    assert may(table, beast, "move_action")
    assert not may(table, beast, "explore_action")
    assert not may(table, beast, "repair_action")


# --- how often -------------------------------------------------------------------------------------------


def test_a_ship_is_given_one_action_a_turn() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S")
    assert sail(table, ship)
    assert not sail(table, ship, [])
    assert given(table.game, ship) == ("move_action",)


def test_an_extra_action_comes_on_top_and_two_are_the_most() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S", line=EXTRA)
    use(table, dice=[5])
    giving.grant(table.game, ship, "shoot_action")
    assert sail(table, ship)
    assert sail(table, ship)
    assert not has_action_left(table.game, ship)
    assert not sail(table, ship, [])


def test_a_low_roll_gives_no_extra_action() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S", line=EXTRA)
    use(table, dice=[4])
    sail(table, ship)
    assert not has_action_left(table.game, ship)
    assert not table.game.active.offers(0)


def test_the_same_action_twice_gives_that_action_and_no_other() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S", line=TWICE)
    sail(table, ship, [True, ahead("S")], [6])
    assert has_action_left(table.game, ship, "move_action")
    assert not has_action_left(table.game, ship, "explore_action")


def test_a_sacrificed_crew_gives_an_extra_action_only_if_it_stays_eliminated() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S", line=SACRIFICE)
    mate = table.crew(ship)
    use(table)
    assert not mate.in_play
    assert table.state.turn.extra == {ship.id: (ExtraAction("action", AbilityRef(ship.id, 0)),)}


def test_giving_up_an_action_lets_another_ship_have_two() -> None:
    table = Table()
    giver = table.ship(0, 0, 0, line=MYCRON)
    other = table.ship(0, 300, 0, move="S")
    table.run(order(table.game, asked(giver, "move_action", 0)), [True])
    assert not has_action_left(table.game, giver)
    assert sail(table, other)
    assert sail(table, other)
    assert not has_action_left(table.game, other)


def test_an_enemy_ship_obeys_for_one_action_and_keeps_her_owner() -> None:
    table = Table()
    table.ship(0, 0, 0, line=POWER)
    enemy = table.ship(1, 300, 0, move="S")
    use(table, [True, ahead("S")], [6])
    assert enemy.pose is not None and enemy.pose.x > 300
    assert enemy.controller == 1
    assert [decision.player for decision in table.asked] == [0, 0]


def test_a_move_action_may_be_given_up_for_something_else() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line=PUSHER)
    table.ship(1, 500, 0)
    sail(table, ship, [True], [2])
    assert given(table.game, ship) == ("move_action",)
    assert not events(table, "move")


def test_fire_masts_are_rolled_for_before_each_full_action() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S")
    ship.masts = (UP, UP, FIRE)
    sail(table, ship, [ahead("S")], [6])
    assert ship.masts == (UP, UP, GONE)


def test_after_an_action_it_is_resolved_once() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S")
    sail(table, ship)
    assert [event["object"] for event in events(table, "resolve")] == [Matter("move_action", ship.id)]


def test_a_bonus_for_the_next_move_action_is_used_up_by_it() -> None:
    table = Table()
    island = table.island(0, 0, line=WIND)
    ship = table.ship(0, 100, 0, 180, move="S")
    table.propose(Event("visit", agent=ship.id, object=island.id, player=0), dice=[5])
    table.propose(give(ship), [ahead("S", 90), ahead("L", **{"from": 0})])
    assert not table.state.lasting


def test_a_ship_that_never_had_masts_moves_and_shoots_as_her_card_says() -> None:
    table = Table()
    canoe = table.ship(0, 0, 0, line="Native Canoe.", cannons="2S", masts=1, move="S+L")
    table.ship(1, 0, 60)
    becoming.fit_out(table.game, canoe)
    assert canoe.masts == ()
    assert table.game.allows(asked(canoe, "move_action", 0))
    assert table.game.allows(asked(canoe, "shoot_action", 0))
    assert table.propose(give(canoe), [ahead("S"), ahead("L")])
    assert canoe.pose is not None and canoe.pose.x > 0


def test_no_more_than_so_many_are_given_actions_each_turn() -> None:
    table = Table()
    one, other = (table.ship(0, 0, y, line="Native Canoe.") for y in (0, 300))
    assert table.game.allows(asked(one, "move_action", 0))
    table.state.turn.actions[one.id] = ("move_action",)
    assert not table.game.allows(asked(other, "move_action", 0))
    assert table.game.allows(asked(one, "move_action", 0))


@pytest.mark.parametrize(
    "line",
    [
        SACRIFICE,
        EXTRA,
    ],
)
def test_an_extra_action_waits_for_its_players_turn(line: str) -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    table.crew(ship, line)
    table.crew(ship)
    offered = {}
    for player in (1, 0):
        table.state.turn.player = player
        offered[player] = bool(table.game.active.offers(0))
    assert offered == {1: False, 0: True}
