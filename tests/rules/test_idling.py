"""Turns that a ship loses, and turns that end for her."""

from __future__ import annotations

from pirate_code.rules import turn
from pirate_code.rules.happen import giving
from tests.rules.at_sea import give
from tests.rules.positions import Table

BELLOW = (
    'Once per turn this ship\'s controller may choose another ship and bellow "HO-HO-HO!" Any crew on the'
    " target falls asleep, and so the target loses her next turn."
)
RELICS = (
    "If one of this ship's masts or crew would be eliminated by a ship, you may give Relics to the attacker"
    " instead, ending that ship's turn."
)


def test_a_ship_that_loses_her_next_turn_is_given_no_action_in_it() -> None:
    table = Table()
    caller, other = table.ship(0, 0, 0, line=BELLOW), table.ship(1, 300, 0)
    ((_, found),) = table.game.active.offers(0)
    table.run(table.game.active.use(found))
    assert caller.afloat
    seen = []
    for player in (1, 0, 1):
        table.run(turn.end(table.game))
        turn.open_turn(table.game, player)
        table.run(turn.begin(table.game))
        seen.append(table.game.allows(giving.asked(other, "move_action", 1)))
    assert seen == [False, True, True]


def test_what_ends_a_ship_s_turn_ends_the_action_that_she_is_given() -> None:
    table = Table()
    prey, hunter = table.ship(0, 0, 0), table.ship(1, 0, 50, cannons="2S-2S-2S")
    relics = table.crew(prey, RELICS, name="Relics", kind="treasure", nation=None)
    table.state.turn.player = 1
    table.run(
        table.game.propose(give(hunter, "shoot_action")), [[0, prey.id], [prey.id, "mast", 0], True], [6]
    )
    assert relics.where == hunter.id
    assert prey.standing == 3
    assert not table.game.allows(giving.asked(hunter, "move_action", 1))
