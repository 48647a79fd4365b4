"""What hits do: masts, defensive pieces, cargo, fire."""

import pytest

from pirate_code.board.refs import Matter, Part
from pirate_code.board.state import FIRE, GONE, LOST, OUT, UP
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.happen import becoming, damage
from tests.rules.guns import duel, given, mast, shoot
from tests.rules.positions import Table


def test_a_hit_on_a_ship_without_masts_sinks_her() -> None:
    table, ship, target = duel()
    target.masts = (GONE, GONE, GONE)
    shoot(table, ship, [[0, target.id]], dice=[6])
    assert target.where == OUT


def test_mast_elimination_without_a_hit_does_not_sink() -> None:
    table, _, target = duel()
    target.masts = (GONE, GONE, UP)
    table.propose(Event("eliminate", object=Part(target.id, "mast", 2), source=target.id))
    assert target.standing == 0
    assert target.afloat


def test_a_sea_creature_dies_with_its_last_segment() -> None:
    table, ship, _ = duel(gap=900)
    creature = table.ship(1, 0, 60, kind="sea creature", cannons="3S-3S", masts=2)
    creature.masts = (UP, GONE)
    shoot(table, ship, [[0, creature.id]], dice=[6])
    assert not creature.in_play


def test_who_pins_with_her_last_mast_gone_holds_nobody() -> None:
    table, ship, target = duel()
    ship.pinned_by = target.id
    target.masts = (GONE, GONE, UP)
    shoot(table, ship, [[0, target.id], None], dice=[6])
    assert ship.pinned_by is None


# --- one hit, one mast, more or less ---------------------------------------------------------------------


def test_two_hits_of_one_action_are_needed_for_a_mast() -> None:
    line = "Two hits from the same shoot action are required to eliminate one of this ship's masts."
    table, ship, target = duel(target=line)
    shoot(table, ship, dice=[6, 6, 6])
    assert target.standing == 2


def test_a_ram_needs_no_two_hits() -> None:
    line = "Two hits from the same shoot action are required to eliminate one of this ship's masts."
    table, ship, target = duel(target=line)
    table.propose(
        Event(
            "eliminate", agent=Matter("ramming", ship.id), object=Part(target.id, "mast", 0), source=target.id
        )
    )
    assert target.standing == 2


def test_two_masts_with_one_hit() -> None:
    table, ship, target = duel("This ship eliminates two masts with one hit.")
    shoot(table, ship, [[0, target.id], mast(target, 0), mast(target, 1), None], dice=[6])
    assert target.masts == (GONE, GONE, UP)


def test_two_masts_with_one_hit_do_not_sink_a_ship_with_one_mast() -> None:
    table, ship, target = duel("This ship eliminates two masts with one hit.")
    target.masts = (UP, GONE, GONE)
    shoot(table, ship, [[0, target.id], None], dice=[6])
    assert target.afloat


def test_two_hits_against_two_masts_odd_hits_fell_nothing_and_even_ones_two() -> None:
    """The Code's example: two hits for a mast against two masts with one hit."""
    line = "Two hits from the same shoot action are required to eliminate one of this ship's masts."
    table, ship, target = duel(
        "This ship eliminates two masts with one hit.", target=line, cannons="3S-3S-3S"
    )
    shoot(table, ship, [[0, target.id], None], dice=[6])
    assert target.standing == 3
    shoot(table, ship, dice=[6, 6, 6])
    assert target.standing == 1


def test_masts_that_fall_only_on_a_6_fall_on_a_modified_6() -> None:
    line = "Masts on this ship cannot be eliminated by shots unless the cannon roll is a 6."
    table, ship, target = duel(target=line)
    shoot(table, ship, dice=[5, 4, 6])
    assert target.standing == 2
    table, ship, target = duel("This ship gets +1 to her cannon rolls.", target=line)
    shoot(table, ship, dice=[5, 4, 6])
    assert target.standing == 1


def test_the_first_hit_of_a_turn_is_ignored_by_a_whole_ship() -> None:
    line = "This ship ignores the first hit she takes each turn as long as she has all of her masts."
    table, ship, target = duel(target=line)
    shoot(table, ship, dice=[6, 6, 2])
    assert target.standing == 2


def test_the_first_two_hits_of_a_turn_are_ignored_and_the_third_is_not() -> None:
    line = "This ship ignores the first two hits she takes each turn."
    table, ship, target = duel(target=line)
    shoot(table, ship, dice=[6, 6, 6])
    assert target.standing == 2


def test_an_extra_mast_for_a_6_and_one_of_her_own_for_a_1() -> None:
    line = (
        "When this ship is given a shoot action, for every cannon roll of 6, the target's controller "
        "eliminates an extra mast. For every 1, eliminate a mast from this ship."
    )
    table, ship, target = duel(line)
    shoot(table, ship, dice=[6, 1, 2])
    assert target.standing == 1
    assert ship.standing == 2


def test_the_shooter_picks_the_mast_if_her_ability_says_so() -> None:
    table, ship, target = duel("When this ship hits another ship, you choose which mast is eliminated.")
    shoot(table, ship, [[0, target.id], mast(target, 2), None], dice=[6])
    assert target.masts == (UP, UP, GONE)
    assert next(asked for asked in table.asked if asked.event == "eliminate").player == 0


def test_a_mast_falls_on_her_own_roll_of_1() -> None:
    table, ship, target = duel("Eliminate one of this ship's masts when she rolls a 1 on any cannon roll.")
    shoot(table, ship, [[0, target.id], mast(ship, 0), None], dice=[1])
    assert ship.masts == (GONE, UP, UP)


@pytest.mark.parametrize("lost", ["eliminated", "removed"])
def test_a_ship_that_sinks_when_her_last_mast_is_lost(lost: str) -> None:
    table, ship, target = duel(target=f"This ship sinks when her last mast is {lost}.")
    target.masts = (UP, UP, GONE)
    shoot(table, ship, [[0, target.id], mast(target, 0), [1, target.id]], dice=[6, 6])
    assert target.where == OUT


# --- defences --------------------------------------------------------------------------------------------


def test_a_hit_costs_a_turtle_ship_a_panel_in_place_of_a_mast() -> None:
    table, ship, target = duel(target="Turtle Ship.", cannons="3S-3S-3S")
    becoming.fit_out(table.game, target)
    assert target.parts["panel"] == 2
    shoot(table, ship, dice=[6, 6, 6])
    assert target.parts["panel"] == 0
    assert target.standing == 2


def test_a_catamaran_rolls_against_every_hit() -> None:
    table, ship, target = duel(target="Catamaran.")
    becoming.fit_out(table.game, target)
    shoot(table, ship, dice=[6, 5, 6, 2, 6, 3])
    assert target.parts["secondary_hull"] == 0
    assert target.standing == 2


def test_a_metal_hull_is_hit_on_a_6_and_then_gone() -> None:
    line = (
        "This ship's base move becomes S and enemy ships must roll a 6 to hit her. If this ship is hit, "
        "remove Metal Hull from the game."
    )
    table, ship, target = duel()
    hull = table.crew(target, line, name="Metal Hull", kind="treasure")
    shoot(table, ship, [[0, target.id], [1, target.id], mast(target, 0), None], dice=[5, 6])
    assert target.standing == 2
    assert hull.where == OUT


def test_a_hit_also_eliminates_a_crew() -> None:
    table, ship, target = duel(
        "Once per turn when this ship hits an enemy ship, also eliminate one crew from that ship."
    )
    own, crew = table.crew(ship), table.crew(target)
    shoot(table, ship, [[0, target.id], mast(target, 0), None], dice=[6])
    assert crew.where == LOST
    assert own.where == ship.id


# --- fire ------------------------------------------------------------------------------------------------

FIREPOT = (
    "Once per turn when this ship is given a shoot action, one of her cannons may shoot a firepot at a "
    "target within S of her. Declare which cannon will shoot the firepot before rolling the d6. If it "
    "hits, the target's controller replaces one of her masts with a fire mast."
)


def test_a_fire_hit_replaces_a_mast_and_eliminates_none() -> None:
    table, ship, target = duel(FIREPOT)
    shoot(table, ship, [True, 0, [0, target.id], mast(target, 1), None], dice=[6])
    assert target.masts == (UP, FIRE, UP)


def test_two_hits_for_a_mast_are_no_shelter_from_fire() -> None:
    line = "Two hits from the same shoot action are required to eliminate one of this ship's masts."
    table, ship, target = duel(FIREPOT, target=line)
    shoot(table, ship, [True, 0, [0, target.id], mast(target, 1), None], dice=[6])
    assert target.masts == (UP, FIRE, UP)


def test_a_fire_hit_takes_a_panel_and_burns_a_mast_as_well() -> None:
    table, ship, target = duel(FIREPOT, target="Turtle Ship.")
    becoming.fit_out(table.game, target)
    shoot(table, ship, [True, 0, [0, target.id], mast(target, 1), None], dice=[6])
    assert target.masts == (UP, FIRE, UP)
    assert target.parts["panel"] == 1


def test_two_masts_with_one_hit_set_no_second_mast_on_fire() -> None:
    table, ship, target = duel(FIREPOT + " This ship eliminates two masts with one hit.")
    shoot(table, ship, [True, 0, [0, target.id], mast(target, 1), None], dice=[6])
    assert target.masts.count(FIRE) == 1
    assert target.standing == 2


def test_fire_spreads_on_a_1_or_2_and_goes_out_on_a_5_or_6() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    ship.masts = (FIRE, UP, UP)
    table.run(damage.burn(table.game, ship, given(ship)), [mast(ship, 2)], [2])
    assert ship.masts == (FIRE, UP, FIRE)
    table.run(damage.burn(table.game, ship, given(ship)), dice=[4, 6])
    assert ship.masts == (FIRE, UP, GONE)


def test_her_home_island_puts_out_her_fires() -> None:
    table = Table()
    ship, home = table.ship(0, 0, 0), table.island(200, 0, home=0)
    ship.masts = (FIRE, UP, UP)
    table.propose(Event("dock", agent=ship.id, at=home.id, player=0))
    assert ship.masts == (GONE, UP, UP)


def test_a_chain_shot_eliminates_no_mast_and_stops_the_target() -> None:
    line = (
        "Once per turn when this ship is given a shoot action, one of her cannons may shoot a chainshot at "
        "a target within S of her. You must declare which cannon will shoot the chainshot before rolling "
        "the d6. If the chainshot hits, do not eliminate a mast; instead, the target cannot move on her "
        "next turn."
    )
    table, ship, target = duel(line)
    shoot(table, ship, [True, 1, [1, target.id], [0, target.id], mast(target, 0), None], dice=[6, 6])
    assert target.masts == (GONE, UP, UP)
    table.state.turn.number, table.state.turn.player = 2, 1
    table.state.stamp += 1
    assert not table.game.allows(Event("move", agent=target.id, player=1))
    assert table.game.allows(Event("move", agent=ship.id, player=0))


def test_a_grape_shot_eliminates_a_crew_in_place_of_a_mast() -> None:
    line = (
        "After using Grape Shot, remove it from the game. When this ship is given a shoot action, one of "
        "her cannons can shoot a grape shot. Declare which cannon will shoot the grape shot before rolling "
        "the d6. If it hits, eliminate a crew instead of a mast."
    )
    table, ship, target = duel()
    grape = table.crew(ship, line, name="Grape Shot", kind="equipment")
    crew = table.crew(target)
    shoot(table, ship, [True, 0, [0, target.id], None], dice=[6])
    assert target.standing == 3
    assert crew.where == LOST
    assert grape.where == OUT


def test_an_exploding_shot_burns_a_mast_and_eliminates_a_crew() -> None:
    line = (
        "Once per turn when this ship is given a shoot action, one of her cannons can shoot an exploding "
        "shot. Declare which cannon will shoot the exploding shot before rolling the d6. If it hits, the "
        "target's controller replaces one mast with a fire mast and eliminates a crew. If the cannon roll "
        "is a 1, remove Exploding Shot from the game and eliminate a mast from this ship."
    )
    table, ship, target = duel()
    shell = table.crew(ship, line, name="Exploding Shot", kind="equipment")
    crew = table.crew(target)
    shoot(table, ship, [True, 0, [0, target.id], mast(target, 0), None], dice=[6])
    assert target.masts == (FIRE, UP, UP)
    assert crew.where == LOST
    assert shell.where == ship.id
    table.state.turn.used.clear()
    shoot(table, ship, [True, 0, [0, target.id], mast(ship, 0), None], dice=[1])
    assert shell.where == OUT
    assert ship.standing == 2


def test_what_is_removed_is_out_of_the_game() -> None:
    table = Table()
    crew = table.crew(table.ship(0, 0, 0))
    table.propose(Event("remove", object=crew.id, manner=frozenset({"from_game"}), cause=Cause("test")))
    assert crew.where == OUT


def test_an_island_that_is_removed_takes_its_treasure_and_its_crew_with_it() -> None:
    table = Table()
    island, ship = table.island(0, 0), table.ship(0, 100, 0)
    coin, castaway = table.coin(island, 3), table.crew(island)
    ship.docked = island.id
    table.propose(Event("remove", object=island.id, manner=frozenset({"from_game"}), cause=Cause("test")))
    assert [piece.where for piece in (island, coin, castaway)] == [OUT, OUT, OUT]
    assert ship.docked is None


def test_hits_take_the_flag_of_a_ship_that_never_had_masts_before_they_sink_her() -> None:
    table, ship, target = duel(target="Flotilla.")
    becoming.fit_out(table.game, target)
    shots = [[0, target.id], [1, target.id], None]
    shoot(table, ship, shots, dice=[6, 6])
    assert (target.masts, target.parts["flag"], target.afloat) == ((), 0, True)
    table.state.turn.actions.clear()
    shoot(table, ship, [[0, target.id]], dice=[6])
    assert target.where == OUT
