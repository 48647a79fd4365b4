"""Attacks that abilities make: broadsides, blades, swoops, sure hits, second shots."""

from pirate_code.board.refs import Matter, Part
from pirate_code.board.state import FIRE, GONE, OUT, UP, PartState, Piece
from pirate_code.rules import stats
from pirate_code.rules.actions.shoot import can_shoot
from pirate_code.rules.cannons import guns
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.happen import becoming
from tests.rules.guns import duel, given, mast, shoot
from tests.rules.positions import Table


def test_a_broadside_hits_once_for_each_cannon_and_once_more() -> None:
    table, ship, target = duel("Broadsides Attack.", gap=45)
    shoot(table, ship, [True], dice=[4])
    assert target.where == OUT


def test_a_broadside_that_does_not_exceed_the_rank_misses_altogether() -> None:
    table, ship, target = duel("Broadsides Attack.", gap=45)
    shoot(table, ship, [True], dice=[3])
    assert target.standing == 3


def test_who_declines_a_broadside_is_asked_once() -> None:
    table, ship, target = duel("Broadsides Attack.", gap=45)
    shoot(table, ship, [False, [0, target.id], mast(target, 0), [1, target.id], None], dice=[6, 2])
    assert target.standing == 2


def test_a_broadside_passes_over_defences_and_bonuses() -> None:
    line = "Two hits from the same shoot action are required to eliminate one of this ship's masts."
    table, ship, target = duel("Broadsides Attack.", target=line, gap=45, cannons="3S-3S")
    table.crew(ship, "This ship gets +1 to her cannon rolls.")
    shoot(table, ship, [True], dice=[4])
    assert target.standing == 0


def test_l_immunity_is_no_help_against_a_broadside() -> None:
    table, ship, target = duel(
        "Broadsides Attack.", target="L-range cannons cannot hit this ship.", gap=45, cannons="3L-3L"
    )
    shoot(table, ship, [True], dice=[4])
    assert target.standing == 0


def test_a_ship_too_far_for_a_broadside_is_shot_at_as_usual() -> None:
    table, ship, target = duel("Broadsides Attack.", gap=85, cannons="3L-3L-3L")
    shoot(table, ship, [[0, target.id], mast(target, 0), None], dice=[6])
    assert target.standing == 2


def test_a_targeting_scope_hits_without_a_roll_and_removes_a_metal_hull() -> None:
    line = (
        "Load this treasure face down. When this ship is given a shoot action, you may reveal Targeting "
        "Scope; one of this ship's cannons automatically hits an enemy ship within range. Remove Targeting "
        "Scope from the game."
    )
    hull = (
        "This ship's base move becomes S and enemy ships must roll a 6 to hit her. If this ship is hit, "
        "remove Metal Hull from the game."
    )
    table, ship, target = duel()
    scope = table.crew(ship, line, name="Targeting Scope", kind="treasure")
    metal = table.crew(target, hull, name="Metal Hull", kind="treasure")
    shoot(table, ship, [True, [0, target.id], mast(target, 0), None])
    assert target.standing == 2
    assert (scope.where, metal.where) == (OUT, OUT)


def test_a_swoop_eliminates_masts_and_sinks_nobody() -> None:
    table = Table()
    dragon = table.ship(0, 0, 0, line="Sea Dragon.", kind="sea creature", cannons="3S-3S", masts=2)
    target = table.ship(1, 0, 180)
    target.masts = (UP, GONE, GONE)
    assert table.game.allows(given(dragon))
    shoot(table, dragon, [True], dice=[4])
    assert target.standing == 0
    assert target.afloat


def test_a_blade_attack_takes_a_mast_past_the_panels_and_pins() -> None:
    table, ship, target = duel("Scorpion.", target="Turtle Ship.", gap=50)
    for piece in (ship, target):
        becoming.fit_out(table.game, piece)
    shoot(table, ship, [[0, target.id], None, True], dice=[2])
    assert target.standing == 2
    assert target.parts["panel"] == 2


def test_a_parley_ends_the_shooting_at_her_for_the_turn() -> None:
    table, ship, target = duel(target="Parley.")
    mine = table.island(600, 900, home=0)
    table.island(-600, 900, home=1)
    coin = table.coin(target, 3)
    shoot(table, ship, [[0, target.id], True])
    assert coin.where == mine.id
    assert target.standing == 3
    assert not table.game.allows(given(ship))


def bombardier(kind: str) -> tuple[Table, Piece, Piece]:
    """A ship of three masts with a bombardier cannon of that kind."""
    table, ship, target = duel("Bombardier.", cannons="3S-3S-3S-2S", masts=3)
    ship.masts = (UP, UP, UP)
    becoming.fit_out(table.game, ship)
    ship.part_states |= {PartState(kind, Part(ship.id, "cannon", 3))}
    table.state.stamp += 1
    return table, ship, target


def test_a_flamestrike_cannon_sets_a_mast_on_fire() -> None:
    table, ship, target = bombardier("flamestrike")
    shoot(table, ship, [[3, target.id], mast(target, 0), None], dice=[6])
    assert target.masts == (FIRE, UP, UP)


def test_an_artillery_cannon_reaches_twice_as_far() -> None:
    table, ship, _ = bombardier("artillery")
    assert [stats.reach(table.game, Part(ship.id, "cannon", number)) for number in (0, 3)] == [
        ("S",),
        ("S", "S"),
    ]


def test_a_bombardier_cannon_that_rolls_a_1_is_jammed_until_repaired() -> None:
    table, ship, target = bombardier("artillery")
    home = table.island(-300, 0, home=0)
    shoot(table, ship, [[3, target.id], None], dice=[1])
    gun = Part(ship.id, "cannon", 3)
    assert not table.game.allows(Event("shoot", agent=gun))
    assert table.game.allows(Event("shoot", agent=Part(ship.id, "cannon", 0)))
    ship.docked = home.id
    table.propose(given(ship, "repair_action"))
    assert table.game.allows(Event("shoot", agent=gun))


def test_a_deck_cannon_shoots_from_any_part_of_the_ship() -> None:
    line = (
        "Deck Cannon is a 2S cannon not associated with any mast that can be eliminated only when this "
        "ship sinks. When it shoots, you can measure range from any part of this ship."
    )
    table, ship, _ = duel(gap=76)
    table.crew(ship, line, name="Deck Cannon", kind="equipment")
    assert [gun.anywhere for gun in guns(table.game, ship)] == [False, False, False, True]


def test_a_marine_shoots_from_his_ship_by_himself() -> None:
    table, ship, target = duel()
    ship.masts = (GONE, GONE, GONE)
    marine = table.crew(ship, "Marine.")
    assert can_shoot(table.game, marine)
    action = Event(
        "give", object=Matter("shoot_action", marine.id), to=marine.id, player=0, cause=Cause("ability")
    )
    table.propose(action, [["lent 0", target.id], mast(target, 0)], [4])
    assert target.standing == 2


def test_what_raises_the_rank_goes_when_the_shooting_has_done_damage() -> None:
    line = (
        "The rank of each of this ship's cannons is increased by 1. Remove Luddite's Revenge from the game "
        "when this ship succeeds at a shoot action."
    )
    table, ship, target = duel()
    revenge = table.crew(ship, line, name="Luddite's Revenge", kind="treasure")
    shoot(table, ship, [[0, target.id], None], dice=[4])
    assert revenge.where == ship.id
    shoot(table, ship, [[0, target.id], mast(target, 0), [1, target.id], None], dice=[5, 4])
    assert revenge.where == OUT


def test_a_double_shot_that_hits_shoots_again() -> None:
    line = (
        "After using Double Shot, remove it from the game. When this ship is given a shoot action, one of "
        "her cannons can shoot a double shot. Declare which cannon will shoot the double shot before "
        "rolling the d6. If it hits, the cannon can shoot again. If either cannon roll is a 1, eliminate a "
        "mast from this ship."
    )
    table, ship, target = duel()
    table.crew(ship, line, name="Double Shot", kind="equipment")
    answers = [True, 0, [0, target.id], True, mast(target, 0), mast(target, 1), None]
    shoot(table, ship, answers, dice=[6, 6])
    assert target.standing == 1
