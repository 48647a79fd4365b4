"""Terrain: reefs, Sargasso Seas, fog banks, icebergs, whirlpools and trade currents."""

from __future__ import annotations

from typing import Any

import pytest

from pirate_code.board.geometry import S
from pirate_code.board.refs import Part, Seat, as_answer
from pirate_code.board.state import GONE, OUT, UP, Piece
from pirate_code.rules import stats, turn
from pirate_code.rules.choice import legal
from pirate_code.rules.decision import Kind
from pirate_code.rules.event import Event
from pirate_code.rules.happen import drifting, giving, terrain_fog, terrain_sargasso
from tests.rules.at_sea import ahead, give
from tests.rules.positions import Table


def touch(ship: Piece, place: Piece) -> Event:
    return Event("touch", agent=ship.id, object=place.id, player=ship.controller)


def at_sea(terrain: str, masts: int = 3, **facts: Any) -> tuple[Table, Piece, Piece]:
    """A ship with a piece of terrain right ahead of her bow, S away."""
    table = Table()
    ship = table.ship(0, 0, 0, cannons="-".join(["3S"] * masts), **({"move": "L"} | facts))
    return table, ship, table.terrain(terrain, 120, 0)


# --- reefs -----------------------------------------------------------------------------------------------


def test_a_three_master_loses_nothing_on_a_reef_rated_four() -> None:
    table, ship, reef = at_sea("reef", 3)
    table.propose(touch(ship, reef), dice=[4])
    assert ship.standing == 3


def test_a_four_master_loses_two_masts_on_a_reef_rated_two() -> None:
    table, ship, reef = at_sea("reef", 4)
    table.propose(touch(ship, reef), dice=[2])
    assert ship.standing == 2


def test_a_reef_rated_as_high_as_her_masts_does_nothing() -> None:
    table, ship, reef = at_sea("reef", 3)
    table.propose(touch(ship, reef), dice=[3])
    assert ship.standing == 3


def test_the_masts_she_was_built_with_count_not_those_she_has_left() -> None:
    table, ship, reef = at_sea("reef", 4)
    ship.masts = (UP, UP, GONE, GONE)
    table.propose(touch(ship, reef), dice=[3])
    assert ship.standing == 1
    assert "wreck" not in ship.states


def test_her_player_picks_the_masts_that_fall() -> None:
    table, ship, reef = at_sea("reef", 4)
    masts = [as_answer(Part(ship.id, "mast", number)) for number in (3, 0)]
    table.propose(touch(ship, reef), answers=masts, dice=[2])
    assert ship.masts == (GONE, UP, UP, GONE)
    assert {decision.player for decision in table.asked} == {0}


def test_more_damage_than_masts_wrecks_her_and_leaves_her_to_nobody() -> None:
    table, ship, reef = at_sea("reef", 4)
    ship.masts = (UP, GONE, GONE, GONE)
    coin = table.coin(ship, 3)
    table.propose(touch(ship, reef), dice=[1])
    assert "wreck" in ship.states
    assert ship.controller is None
    assert coin.where == ship.id
    assert not table.game.allows(give(ship, "repair_action"))


def test_as_much_damage_as_masts_leaves_a_derelict_and_no_wreck() -> None:
    table, ship, reef = at_sea("reef", 4)
    ship.masts = (UP, UP, GONE, GONE)
    table.propose(touch(ship, reef), dice=[2])
    assert ship.standing == 0
    assert "wreck" not in ship.states


def test_the_rating_of_a_reef_holds_until_the_turn_ends() -> None:
    table, ship, reef = at_sea("reef", 3)
    other = table.ship(0, 0, 300)
    table.propose(touch(ship, reef), dice=[2])
    table.propose(touch(other, reef))
    assert (ship.standing, other.standing) == (2, 2)


def test_a_ship_that_sails_onto_a_reef_rolls_and_moves_on() -> None:
    table, ship, _ = at_sea("reef", 3, move="L+L")
    mast = as_answer(Part(ship.id, "mast", 0))
    table.propose(give(ship), answers=[ahead("L"), mast, ahead("L", **{"from": 0})], dice=[2])
    assert ship.standing == 2
    assert ship.pose is not None and ship.pose.x > 120


def test_a_ship_that_ignores_terrain_sails_over_a_reef() -> None:
    table, ship, _ = at_sea(
        "reef",
        3,
        move="L",
        line="This ship ignores terrain when given move actions (islands are not terrain).",
    )
    table.propose(give(ship), answers=[ahead("L")])
    assert ship.standing == 3


# --- Sargasso Seas ---------------------------------------------------------------------------------------


def test_a_three_master_is_tangled_in_a_sargasso_sea_rated_four() -> None:
    table, ship, weeds = at_sea("sargasso_sea", 3)
    table.propose(touch(ship, weeds), dice=[4])
    assert "tangled" in ship.states
    assert not table.game.allows(give(ship))
    assert table.game.allows(Event("move", object=ship.id, player=1))


def test_a_four_master_is_not_tangled_in_a_sargasso_sea_rated_two() -> None:
    table, ship, weeds = at_sea("sargasso_sea", 4)
    table.propose(touch(ship, weeds), dice=[2])
    assert "tangled" not in ship.states


def test_a_sargasso_sea_rated_as_high_as_her_masts_lets_her_go() -> None:
    table, ship, weeds = at_sea("sargasso_sea", 3)
    table.propose(touch(ship, weeds), dice=[3])
    assert "tangled" not in ship.states


def test_a_tangled_ship_that_cannot_be_given_an_action_is_not_asked_to_use_one() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="This ship cannot be given actions.")
    table.terrain("sargasso_sea", 30, 0)
    table.state.mark(ship, "tangled")
    assert legal(terrain_sargasso.untangle_choices(table.game, 0)) == []


@pytest.mark.parametrize(("rolled", "free"), [(4, True), (3, False)])
def test_a_tangled_ship_uses_her_action_to_get_free_with_more_than_six(rolled: int, free: bool) -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    table.terrain("sargasso_sea", 30, 0)
    table.state.mark(ship, "tangled")
    (choice,) = legal(terrain_sargasso.untangle_choices(table.game, 0))
    assert choice.answer == {"untangle": ship.id}
    table.run(choice.work(), dice=[rolled])
    assert ("tangled" not in ship.states) == free
    assert giving.given(table.game, ship) == ("action",)
    assert not giving.has_action_left(table.game, ship)


def test_a_ship_carried_out_of_the_weeds_is_no_longer_tangled() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    table.terrain("sargasso_sea", 300, 0)
    table.state.mark(ship, "tangled")
    terrain_sargasso.tidy(table.game)
    assert "tangled" not in ship.states


# --- fog banks -------------------------------------------------------------------------------------------


def test_a_ship_that_touches_fog_is_lost_and_her_move_ends() -> None:
    table, ship, fog = at_sea("fog_bank", 3, move="L+L")
    table.propose(give(ship), answers=[ahead("L")])
    assert "lost" in ship.states
    assert ship.pose is not None and fog.pose is not None
    assert (ship.pose.x, ship.pose.y) == (fog.pose.x, fog.pose.y)


def test_a_lost_ship_neither_shoots_nor_is_shot_at_nor_rammed() -> None:
    table, ship, fog = at_sea("fog_bank", 3)
    other = table.ship(1, 0, 60)
    table.propose(touch(ship, fog))
    for kind in ("shoot_at", "ram", "pin", "board"):
        assert not table.game.allows(Event(kind, agent=other.id, object=ship.id))
        assert not table.game.allows(Event(kind, agent=ship.id, object=other.id))
    assert not table.game.allows(give(ship, "shoot_action"))


def test_a_lost_ship_comes_out_at_the_number_rolled_and_moves_on_from_there() -> None:
    table, ship, fog = at_sea("fog_bank", 3, move="S")
    table.propose(touch(ship, fog))
    table.propose(give(ship), answers=[0, ahead("S")], dice=[4])
    assert "lost" not in ship.states
    assert ship.pose is not None and fog.pose is not None
    assert ship.pose.y < fog.pose.y - 26 - S  # the 4 is at the lower edge


def test_a_ship_with_a_derelict_in_tow_is_lost_together_with_her() -> None:
    table, ship, fog = at_sea("fog_bank", 3)
    derelict = table.ship(0, -80, 0)
    derelict.masts, derelict.towed_by = (GONE,) * 3, ship.id
    table.propose(touch(ship, fog))
    assert "lost" in derelict.states


def test_when_smoke_is_taken_away_those_lost_in_it_come_out() -> None:
    table, ship, fog = at_sea("fog_bank", 3)
    table.propose(touch(ship, fog))
    table.state.put(fog, OUT)
    table.run(terrain_fog.lift(table.game, Event("turn", player=0)), dice=[1])
    assert "lost" not in ship.states


def test_a_fog_jumper_comes_out_of_another_fog_bank_on_her_next_turn() -> None:
    line = (
        "If this ship ends her turn in a fog bank, on her next turn she may use her move action"
        " to move out of any other fog bank in play."
    )
    table, ship, fog = at_sea("fog_bank", 3, line=line)
    table.terrain("fog_bank", 900, 0)
    turn.open_turn(table.game, 0)
    table.run(turn.take_turn(table.game, lambda: False), [None])
    assert not table.state.lasting
    turn.open_turn(table.game, 0)
    table.propose(touch(ship, fog))
    table.run(turn.take_turn(table.game, lambda: False), [None])
    turn.open_turn(table.game, 0)
    table.run(turn.take_turn(table.game, lambda: False), [{"use": ship.id, "nth": 0}, 0, "stop", None], [2])
    assert "lost" not in ship.states
    assert ship.pose is not None and ship.pose.x > 900


# --- icebergs --------------------------------------------------------------------------------------------


def begin() -> Event:
    return Event("turn_beginning", agent=Seat(0), player=0)


def test_an_iceberg_drifts_away_from_the_number_rolled_if_its_own_number_came() -> None:
    table = Table()
    iceberg = table.terrain("iceberg", 0, 0)
    iceberg.value = 3
    table.run(drifting.roll_for_drift(table.game, begin()), dice=[2])
    assert iceberg.pose is not None and (iceberg.pose.x, iceberg.pose.y) == (0, 0)
    table.run(drifting.roll_for_drift(table.game, begin()), dice=[3, 6])
    assert iceberg.pose.x == pytest.approx(-S)
    assert iceberg.pose.y == pytest.approx(0)


def test_an_iceberg_that_drifts_into_a_ship_stops_and_takes_one_mast_and_no_more() -> None:
    table = Table()
    iceberg = table.terrain("iceberg", 0, 0)
    iceberg.value = 3
    ship = table.ship(0, -100, 0, heading=180)
    for _ in range(2):
        table.run(drifting.roll_for_drift(table.game, begin()), dice=[3, 6])
    assert ship.standing == 2


def test_an_iceberg_takes_a_mast_but_sinks_nobody() -> None:
    table, ship, iceberg = at_sea("iceberg", 3)
    ship.masts = (GONE,) * 3
    table.propose(touch(ship, iceberg))
    assert ship.afloat


def test_an_iceberg_that_hits_an_island_never_drifts_again() -> None:
    table = Table()
    iceberg = table.terrain("iceberg", 0, 0)
    iceberg.value = 1
    table.island(-110, 0)
    table.run(drifting.roll_for_drift(table.game, begin()), dice=[1, 6])
    at = iceberg.pose
    table.run(drifting.roll_for_drift(table.game, begin()), dice=[1, 3])
    assert iceberg.pose == at


def test_a_ship_that_sails_into_an_iceberg_stops_and_loses_a_mast() -> None:
    table, ship, _ = at_sea("iceberg", 3, move="L+L")
    table.propose(give(ship), answers=[ahead("L")])
    assert ship.standing == 2


def test_an_icebreaker_breaks_the_iceberg_and_keeps_her_masts() -> None:
    table, ship, iceberg = at_sea("iceberg", 3, move="L", line="Icebreaker.")
    table.propose(give(ship), answers=[ahead("L")])
    assert iceberg.where == OUT
    assert ship.standing == 3


# --- whirlpools ------------------------------------------------------------------------------------------


def test_a_ship_may_go_through_a_whirlpool_and_a_four_costs_her_something() -> None:
    table, ship, _ = at_sea("whirlpool", 3, move="L+L")
    other = table.terrain("whirlpool", 600, 300)
    table.propose(give(ship), answers=[ahead("L"), [other.id, 0], ["mast", 0]], dice=[4])
    assert ship.standing == 2
    assert ship.pose is not None and ship.pose.x > 500
    assert not any(decision.kind is Kind.COURSE for decision in table.asked[2:])


def test_a_whirlpool_is_never_forced_and_one_alone_leads_nowhere() -> None:
    table, ship, pool = at_sea("whirlpool", 3)
    table.propose(touch(ship, pool))
    assert not table.asked
    table.terrain("whirlpool", 600, 300)
    table.propose(touch(ship, pool), answers=[None])
    assert ship.pose is not None and ship.pose.x == 0


def test_a_whirlpool_takes_treasure_or_crew_but_no_equipment() -> None:
    table, ship, pool = at_sea("whirlpool", 3)
    other = table.terrain("whirlpool", 600, 300)
    coin, mate = table.coin(ship, 2), table.crew(ship)
    table.crew(ship, kind="equipment")
    table.propose(touch(ship, pool), answers=[[other.id, 0], ["cargo", coin.id]], dice=[6])
    offered = [option.answer for option in table.asked[-1].options]
    assert offered == [["mast", 0], ["mast", 1], ["mast", 2], ["cargo", coin.id], ["cargo", mate.id]]
    assert not coin.in_play


def test_a_low_roll_at_a_whirlpool_costs_nothing() -> None:
    table, ship, pool = at_sea("whirlpool", 3)
    other = table.terrain("whirlpool", 600, 300)
    table.propose(touch(ship, pool), answers=[[other.id, 0]], dice=[3])
    assert ship.standing == 3


# --- trade currents --------------------------------------------------------------------------------------


def test_a_ship_that_begins_on_a_friendly_current_sails_s_farther_once_a_turn() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S")
    current = table.terrain("trade_current", 0, 20)
    current.controller = 0
    table.propose(give(ship), answers=[ahead("S"), ahead("S", **{"from": 0})])
    assert ship.pose is not None and ship.pose.x == pytest.approx(2 * S)
    assert stats.base_move(table.game, ship) == ("S",)
    ship.pose = ship.pose._replace(x=0)
    table.propose(give(ship), answers=[ahead("S")])
    assert ship.pose.x == pytest.approx(S)


def test_a_ship_that_sails_over_a_friendly_current_gains_s_in_that_move() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L")
    current = table.terrain("trade_current", 120, 0)
    current.controller = 0
    table.propose(give(ship), answers=[ahead("L"), ahead("S", **{"from": 0})])
    assert ship.pose is not None and ship.pose.x > 140


def test_an_enemy_current_is_open_sea() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S")
    table.terrain("trade_current", 0, 20).controller = 1
    table.propose(give(ship), answers=[ahead("S")])
    assert ship.pose is not None and ship.pose.x == pytest.approx(S)
