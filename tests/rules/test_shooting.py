"""Shooting: who can be shot at, from where, and how cannons hit and miss."""

from pirate_code.board.geometry import S
from pirate_code.board.pose import Pose
from pirate_code.board.refs import Matter, Part
from pirate_code.board.state import FIRE, GONE, UP, Piece
from pirate_code.rules import cannons
from pirate_code.rules.actions.shoot import can_shoot, shooting
from pirate_code.rules.cannons import guns, parts
from pirate_code.rules.event import Event
from pirate_code.rules.happen import aiming
from tests.rules.guns import REROLL, duel, given, mast, shoot
from tests.rules.positions import Table

# --- cannon by cannon ------------------------------------------------------------------------------------


def test_every_cannon_shoots_once_and_hits_above_its_rank() -> None:
    table, ship, target = duel()
    shoot(table, ship, dice=[4, 3, 6])
    assert target.standing == 1
    assert [event for event in table.state.turn.done if event[0] == "miss"] == [
        ("miss", Part(ship.id, "cannon", 1), target.id)
    ]


def test_a_player_may_stop_shooting() -> None:
    table, ship, target = duel()
    shoot(table, ship, [[2, target.id], [target.id, "mast", 0], None], dice=[6])
    assert target.masts == (GONE, UP, UP)


def test_the_owner_of_the_target_picks_the_mast() -> None:
    table, ship, target = duel()
    shoot(table, ship, [[0, target.id], [target.id, "mast", 1], None], dice=[6])
    assert target.masts == (UP, GONE, UP)
    picked = next(asked for asked in table.asked if asked.event == "eliminate")
    assert picked.player == 1


def test_a_1_always_misses() -> None:
    table, ship, target = duel("This ship gets +1 to her cannon rolls.", cannons="1S-1S-1S")
    shoot(table, ship, [[0, target.id], None], dice=[1])
    assert target.standing == 3


def test_a_bonus_makes_a_roll_hit() -> None:
    table, ship, target = duel("This ship gets +1 to her cannon rolls against French ships.", nation="french")
    shoot(table, ship, [[0, target.id], [target.id, "mast", 0], None], dice=[3])
    assert target.standing == 2


def test_a_shoot_action_needs_a_valid_target() -> None:
    table, ship, _ = duel(gap=400)
    assert not can_shoot(table.game, ship)
    assert not table.game.allows(given(ship))


def test_a_derelict_is_given_no_shoot_action() -> None:
    table, ship, _ = duel()
    ship.masts = (GONE, GONE, GONE)
    assert not table.game.allows(given(ship))


# --- valid targets ---------------------------------------------------------------------------------------


def aimed_at(table: Table, ship: Piece) -> set[int]:
    """Everybody whom some cannon of a ship can shoot at."""
    whole = Event("shoot", agent=ship.id, within=given(ship))
    return {
        target.id
        for gun in guns(table.game, ship)
        for target in aiming.targets(table.game, gun, ship, None, whole)
    }


def test_nobody_shoots_at_his_own_fleet() -> None:
    table, ship, target = duel()
    table.state.give_to(target, 0)
    assert aimed_at(table, ship) == set()


def test_a_ship_docked_at_her_home_island_is_safe() -> None:
    table, ship, target = duel()
    island = table.island(0, 400, home=1)
    assert aimed_at(table, ship) == {target.id}
    target.docked = island.id
    assert aimed_at(table, ship) == set()
    island.home = 0
    assert aimed_at(table, ship) == {target.id}


def test_a_ship_lost_in_fog_neither_shoots_nor_is_shot_at() -> None:
    table, ship, target = duel()
    table.state.mark(target, "lost")
    assert not can_shoot(table.game, ship)
    assert not can_shoot(table.game, target)


def test_a_ship_that_cannot_be_shot_at_within_s_is_no_target_that_near() -> None:
    line = "This ship cannot be shot at by ships within S of her."
    table, ship, target = duel(target=line, gap=60, cannons="3L-3L-3L")
    assert aimed_at(table, ship) == set()
    target.pose = Pose(0, 90, 0)
    assert aimed_at(table, ship) == {target.id}


def test_a_submerged_ship_is_no_target_but_for_who_shoots_at_submerged_ships() -> None:
    table, ship, target = duel(target="Submarine.")
    table.state.mark(target, "submerged")
    assert aimed_at(table, ship) == set()
    table.crew(ship, "This ship can shoot at submerged ships within S of her.")
    assert aimed_at(table, ship) == {target.id}


def test_a_sea_monster_that_attacks_submarines_shoots_at_submerged_ones() -> None:
    table, ship, target = duel(target="Submarine.")
    table.state.mark(target, "submerged")
    table.crew(ship, "This sea monster can attack submerged submarines.", kind="crew")
    assert aimed_at(table, ship) == set()


# --- range and line of fire ------------------------------------------------------------------------------


def test_range_is_measured_from_the_mast() -> None:
    table, ship, target = duel(gap=65)
    assert aimed_at(table, ship) == {target.id}
    target.pose = Pose(0, 90, 0)
    assert aimed_at(table, ship) == set()
    table.crew(ship, "All of this ship's cannons have L range.")
    assert aimed_at(table, ship) == {target.id}


def test_an_island_blocks_the_line_of_fire() -> None:
    table = Table()
    ship, target = table.ship(0, 0, 0, line="Extended Range.", cannons="3L-3L-3L"), table.ship(1, 0, 150)
    assert aimed_at(table, ship) == {target.id}
    table.island(0, 75)
    assert aimed_at(table, ship) == set()


def test_another_ship_blocks_the_line_of_fire_unless_she_is_submerged() -> None:
    table = Table()
    ship, target = table.ship(0, 0, 0, line="Extended Range.", cannons="3L-3L-3L"), table.ship(1, 0, 100)
    between = table.ship(0, 0, 50, cannons="3S-3S-3S-3S-3S")
    assert aimed_at(table, ship) == set()
    table.state.mark(between, "submerged")
    assert aimed_at(table, ship) == {target.id}


def test_other_ships_do_not_block_who_shoots_past_them() -> None:
    table = Table()
    line = "Extended Range. Other ships do not block this ship's line of fire."
    ship, target = table.ship(0, 0, 0, line=line, cannons="3L-3L-3L"), table.ship(1, 0, 100)
    between = table.ship(1, 0, 50, cannons="3S-3S-3S-3S-3S")
    assert aimed_at(table, ship) == {target.id, between.id}


def test_her_own_masts_block_a_shot_over_the_bow_but_fire_masts_do_not() -> None:
    table = Table()
    ship, target = table.ship(0, 0, 0, cannons="3L-3L-3L"), table.ship(1, 110, 0, heading=90)
    game = table.game
    fore, _, aft = guns(game, ship)
    assert aiming.targets(game, fore, ship, None, None) == [target]
    assert aiming.in_sight(game, aft, ship, target, 500) is False
    ship.masts = (FIRE, GONE, UP)
    assert aiming.in_sight(game, aft, ship, target, 500)


# --- cannons ---------------------------------------------------------------------------------------------


def test_a_longship_shoots_twice_from_each_mast() -> None:
    table, ship, _ = duel("Longship.", cannons="3S-3S")
    assert len(parts(table.game, ship)) == 4
    ship.masts = (UP, GONE)
    assert len(parts(table.game, ship)) == 2


def test_a_musketeer_adds_a_cannon_that_nothing_improves() -> None:
    table, ship, target = duel("This ship gets +1 to her cannon rolls. Extended Range.", cannons="2S")
    table.crew(ship, "Musketeer.")
    assert len(parts(table.game, ship)) == 2
    shoot(table, ship, [["lent 0", target.id], None], dice=[3])
    assert target.standing == 3


def test_cannons_that_cannot_be_eliminated_outlast_their_masts() -> None:
    line = "This ship's cannons can't be eliminated (masts still can be). If derelict, she can't shoot."
    table, ship, target = duel(line)
    ship.masts = (UP, GONE, GONE)
    assert len(parts(table.game, ship)) == 3
    ship.masts = (GONE, GONE, GONE)
    assert not can_shoot(table.game, ship)
    assert target.standing == 3


def test_l_range_cannons_may_shoot_at_a_ship_that_they_cannot_hit() -> None:
    table, ship, target = duel(target="L-range cannons cannot hit this ship.", cannons="3L-3S-3S")
    shoot(table, ship, [[0, target.id], [1, target.id], [target.id, "mast", 0], None], dice=[6, 6])
    assert target.standing == 2


def test_s_cannons_that_reach_l_are_still_s_cannons() -> None:
    line = "All of this ship's cannons have L range."
    table, ship, target = duel(line, target="L-range cannons cannot hit this ship.")
    shoot(table, ship, [[0, target.id], [target.id, "mast", 0], None], dice=[6])
    assert target.standing == 2


# --- once more -------------------------------------------------------------------------------------------


def test_a_cannon_that_missed_shoots_again_once_a_turn() -> None:
    table, ship, target = duel("Once per turn, one of this ship's cannons may shoot again if it misses.")
    shoot(table, ship, [[0, target.id], True, [target.id, "mast", 0], [1, target.id], None], dice=[2, 5, 2])
    assert target.standing == 2


def test_a_reroll_counts_in_place_of_the_first_roll() -> None:
    line = REROLL
    table, ship, target = duel(line)
    shoot(table, ship, [[0, target.id], True, [1, target.id], None], dice=[6, 2, 3])
    assert target.standing == 3


def test_nobody_rerolls_the_roll_of_another_ship() -> None:
    line = REROLL
    table, ship, target = duel(target=line)
    shoot(table, ship, [[0, target.id], [target.id, "mast", 0], None], dice=[6])
    assert target.standing == 2


# --- other ways to shoot ---------------------------------------------------------------------------------


def test_a_captain_shoots_with_the_move_action() -> None:
    table, ship, target = duel("This ship may move and shoot using the same move action.")
    move = given(ship, "move_action")
    asked = Event("shoot", agent=ship.id, using=Matter("move_action", ship.id))
    assert table.game.permits(asked)
    table.run(shooting(table.game, ship, move), [[0, target.id], [target.id, "mast", 0], None], [6])
    assert target.standing == 2


def test_ships_do_not_block_a_fort_but_fog_does() -> None:
    table = Table()
    island = table.island(0, 0)
    fort = table.crew(table.ship(0, 900, 900), kind="fort", name="Fort", cannons="2L-2L")
    table.state.put(fort, island.id)
    target = table.ship(1, 0, 120)
    table.ship(0, 0, 75, cannons="3S-3S-3S-3S-3S")
    assert target.id in aimed_at(table, fort)
    table.terrain("fog-bank", 0, 75)
    assert target.id not in aimed_at(table, fort)


def test_a_hit_takes_a_flag_of_a_fort_and_an_abandoned_one_is_destroyed() -> None:
    table = Table()
    island = table.island(0, 0)
    ship = table.ship(0, 0, 75, cannons="2L-2L-2L")
    fort = table.crew(ship, kind="fort", name="Fort", cannons="3L-3L", nation="french")
    table.state.put(fort, island.id)
    fort.owner = 1
    table.state.give_to(fort, 1)
    coin = table.coin(fort, 5)
    shoot(table, ship, dice=[6, 6, 6])
    assert not fort.in_play
    assert coin.where == island.id


def test_who_may_double_a_range_can_shoot_at_who_is_too_far_off() -> None:
    table, ship, target = duel(cannons="3S", gap=1.5 * S)
    assert not can_shoot(table.game, ship)
    line = "When this ship is given a shoot action you may double the range of one of her cannons."
    table.crew(ship, line, kind="treasure", points=0)
    assert can_shoot(table.game, ship)
    shoot(table, ship, [True, [0, target.id], mast(target, 0)], dice=[6])
    assert target.standing == 2


def test_a_lent_cannon_is_counted_after_the_printed_ones() -> None:
    table, ship, _ = duel(cannons="2S-2S")
    table.crew(ship, "Musketeer.")
    named = [cannons.name_of(table.game, part) for part in parts(table.game, ship)]
    assert named == ["cannon 1", "cannon 2", "cannon 3 (lent)"]
