"""Dice: modifiers, results that count, rolls made again."""

import pytest

from pirate_code.board.refs import Matter
from pirate_code.board.state import GONE
from pirate_code.rules import event_facts as facts
from pirate_code.rules.event import Event, face
from tests.rules.guns import REROLL, duel, mast, shoot
from tests.rules.positions import Table


@pytest.mark.parametrize(
    ("shown", "amount", "counts"), [(1, 3, 1), (2, 0, 1), (5, 7, 6), (4, 5, 5), (0, 0, 0)]
)
def test_a_modified_cannon_roll_counts_within_1_to_6_and_a_1_is_a_1(
    shown: int, amount: int, counts: int
) -> None:
    roll = Event("roll", object=Matter("cannon_roll", 0), amount=amount, facts={facts.SHOWN: shown})
    assert face(roll) == counts


def test_another_roll_of_1_may_be_raised() -> None:
    assert face(Event("roll", object=Matter("die_roll", 0), amount=2, facts={facts.SHOWN: 1})) == 2


def test_a_roll_that_is_only_compared_may_be_more_than_6() -> None:
    table, ship, target = duel("This ship gets +1 to her cannon rolls.", cannons="6S")
    shoot(table, ship, [[0, target.id], mast(target, 0)], dice=[6])
    assert target.standing == 2


def test_a_bonus_told_of_shots_is_one_of_this_ships_cannon_rolls() -> None:
    line = "If this ship has a Captain, add +1 to the die roll for all cannon shots."
    table, ship, target = duel(line, cannons="3S")
    shoot(table, ship, [[0, target.id]], dice=[3])
    assert target.standing == 3
    table.crew(ship, "Captain.")
    table.state.turn.actions.clear()
    shoot(table, ship, [[0, target.id], mast(target, 0)], dice=[3])
    assert target.standing == 2
    table.state.turn.player = 1
    shoot(table, target, [[1, ship.id], None], dice=[3])
    assert ship.standing == 1


_GRAPPLE = (
    "Once per turn when this ship is given a shoot action, one of her cannons can shoot a grapple shot. "
    "If it hits, do not eliminate a mast; instead this ship can initiate a boarding party against the "
    "target. If the cannon roll is a 1, remove this crew from the game."
)


@pytest.mark.parametrize(("dice", "left"), [([1], False), ([2], True), ([6, 1, 6], True), ([6, 6, 1], True)])
def test_the_1_of_a_boarding_party_is_no_cannon_roll_of_1(dice: list[int], left: bool) -> None:
    table, ship, target = duel(masts=1, cannons="3S")
    table.crew(target), table.crew(ship)
    hook = table.crew(ship, _GRAPPLE)
    shoot(table, ship, dice=dice)
    assert (hook.where == ship.id) == left


def test_who_must_roll_a_6_for_one_ship_need_not_for_another() -> None:
    line = "You may double the range of this ship's cannons each turn, but you must roll a 6 to hit."
    table, ship, target = duel(line, masts=1, cannons="3S")
    other = table.ship(0, 0, 120, masts=1, cannons="3S")
    doubles = [found for option, found in table.game.active.offers(0)]
    table.run(table.game.active.use(doubles[0]))
    shoot(table, ship, [[0, target.id]], dice=[5])
    assert target.standing == 3
    shoot(table, other, [[0, target.id], mast(target, 0)], dice=[5])
    assert target.standing == 2


def test_rolls_against_a_ship_are_reduced() -> None:
    line = "All cannon rolls made by Cursed ships against this ship are reduced by 1."
    table, ship, target = duel(target=line)
    ship.nation = "cursed"
    shoot(table, ship, [[0, target.id], [1, target.id], mast(target, 0), None], dice=[4, 5])
    assert target.standing == 2


def test_every_roll_made_for_a_ship_is_reduced() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    line = (
        "This ship gets –1 to the result of every die roll you make for her. At the beginning of each of "
        "your turns, roll a d6. On a result of 6, the player to your right places Albatross on another of "
        "your ships. Albatross cannot be unloaded unless the ship it is on sinks."
    )
    table.crew(ship, line, name="Albatross", kind="treasure")
    rolled = Event("roll", agent=ship.id, object=Matter("die_roll", ship.id), player=0)
    assert table.run(table.game.roll(rolled), dice=[4]) == 3


def test_a_reroll_is_made_before_anything_looks_at_the_die() -> None:
    line = f"{REROLL} Eliminate one of this ship's masts when she rolls a 1 on any cannon roll."
    table, ship, target = duel(line)
    shoot(table, ship, [[0, target.id], True, mast(target, 0), None], dice=[1, 6])
    assert ship.standing == 3
    assert target.standing == 2


def test_a_reroll_serves_one_die_a_turn() -> None:
    table, ship, target = duel(REROLL)
    shoot(table, ship, [[0, target.id], False, [1, target.id], True, [2, target.id]], dice=[2, 3, 1, 2])
    assert target.standing == 3


def test_two_dice_for_every_cannon_of_the_action() -> None:
    line = (
        "Once per turn when this ship is given a shoot action, choose a cannon and roll 2d6. Choose the "
        "result you want to use."
    )
    table, ship, target = duel(line)
    shoot(table, ship, dice=[2, 6, 1, 5, 3, 2])
    assert target.standing == 1


def test_the_better_of_two_dice_once_an_action() -> None:
    line = (
        "Once each time this ship is given an action, you can roll 2d6 any time you would roll a d6. "
        "Choose the result you want to use."
    )
    table, ship, target = duel(line)
    shoot(table, ship, [[0, target.id], True, 6, mast(target, 0), [1, target.id], None], dice=[2, 6, 3])
    assert target.masts[0] == GONE
    assert target.standing == 2
