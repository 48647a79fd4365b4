"""Moving: segments, contact, what stops a ship and what lets her go on."""

from __future__ import annotations

import pytest

from pirate_code.board.geometry import L, S, overlaps
from pirate_code.board.pose import Pose
from pirate_code.board.state import Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Decision, IllegalAnswer, Kind
from pirate_code.rules.event import Event
from pirate_code.rules.happen.sailing import shape_of, waters
from tests.rules.at_sea import ahead, events, give
from tests.rules.positions import Table


def test_the_segments_of_a_base_move_are_sailed_in_any_order() -> None:
    for order in (["S", "L"], ["L", "S"]):
        table = Table()
        ship = table.ship(0, 0, 0, move="S+L")
        table.propose(give(ship), [ahead(order[0]), ahead(order[1], 90, **{"from": 0})])
        assert ship.pose is not None and ship.pose.heading == 90
        assert len(events(table, "end")) == 4  # two segments, all of them, the base move


def test_a_ship_may_stop_before_she_has_used_every_segment() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L+L")
    table.propose(give(ship), [ahead("L", length=20.0), "stop"])
    assert ship.pose == Pose(20, 0, 0)


def test_a_course_beyond_the_bar_or_the_hull_is_refused_with_the_reason() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S")
    table.game.start(lambda game: game.propose(give(ship)))
    for answer, reason in [
        (ahead("L"), "no segment 'L' left"),
        (ahead("S", length=S + 1), "at most"),
        (ahead("S", 175.0), "turns by"),
        (ahead("S", length=float("nan")), "numbers"),
        (ahead("S", **{"from": 7}), "no point"),
        ("somewhere", "no course"),
    ]:
        with pytest.raises(IllegalAnswer, match=reason):
            table.game.answer(answer)
    assert ship.pose == Pose(0, 0, 0)


def test_a_move_action_is_measured_from_one_point_of_the_bow() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S+S")
    table.game.start(lambda game: game.propose(give(ship)))
    table.game.answer(ahead("S", 0, **{"from": 1}))
    with pytest.raises(IllegalAnswer, match="one point"):
        table.game.answer(ahead("S", 0, **{"from": 0}))


def test_every_course_that_is_offered_is_legal_when_it_is_given_back() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S+L")
    table.island(120, 30)
    table.ship(1, 60, 40, 90)
    decision = _first(table, ship)
    for option in decision.options:
        assert (
            decision.refuses(dict(option.answer) if isinstance(option.answer, dict) else option.answer)
            is None
        )


def _first(table: Table, ship: Piece) -> Decision:
    table.game.start(lambda game: game.propose(give(ship)))
    assert table.game.decision is not None
    return table.game.decision


def test_contact_stops_a_ship_and_she_loses_the_rest_of_her_move() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L+L")
    friend = table.ship(0, 110, 0, 90)
    table.propose(give(ship), [ahead("L")])
    assert events(table, "touch") == [{"agent": ship.id, "object": friend.id}]
    assert len(table.asked) == 1


def test_bonus_segments_come_after_all_printed_ones() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L")
    table.crew(ship, "This ship gets +S to her base move.")
    table.propose(give(ship), [ahead("L"), ahead("S")])
    assert ship.pose == Pose(L + S, 0, 0)
    assert {option.answer["segment"] for option in table.asked[0].options[:-1]} == {"L"}


def test_no_ship_moves_through_another() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L")
    table.ship(1, 70, 0, 90)
    table.propose(give(ship), [ahead("L")], dice=[1])
    assert ship.pose is not None and ship.pose.x < 40


def test_a_ghostly_ship_sails_through_islands_but_does_not_end_on_one() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="Ghost Ship.", move="L")
    table.island(150, 0)
    table.state.mark(ship, "ghostly")
    table.game.start(lambda game: game.propose(give(ship)))
    with pytest.raises(IllegalAnswer, match="cannot end"):
        table.game.answer(ahead("L"))
    table = Table()
    ship = table.ship(0, 0, 0, line="Ghost Ship.", move="L+L+L")
    table.island(150, 0)
    table.state.mark(ship, "ghostly")
    table.propose(give(ship), [ahead("L")] * 3)
    assert ship.pose == Pose(3 * L, 0, 0)
    assert not events(table, "touch")


def test_a_submerged_ship_passes_below_others() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="Submarine.", move="L+L+L", masts=2, cannons="3S-3S")
    table.ship(1, 80, 0, 90)
    table.state.mark(ship, "submerged")
    table.propose(give(ship), [ahead("L", length=20.0), ahead("L"), ahead("L")])
    assert ship.pose is not None and ship.pose.x > 170
    assert not events(table, "touch")


def test_a_schooner_turns_on_her_stern_after_all_segments() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="Schooner.", move="S+S")
    table.ship(0, 500, 500, line="Schooner.")  # another one has no part in it
    table.propose(give(ship), [ahead(), ahead(), True, 90])
    assert ship.pose is not None and ship.pose.heading == 90
    assert [decision.kind for decision in table.asked] == [Kind.COURSE, Kind.COURSE, Kind.USE, Kind.HEADING]
    assert {decision.subject for decision in table.asked} == {ship.id}


def test_a_schooner_that_touches_a_ship_loses_her_stern_turn() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="Schooner.", move="S+S")
    table.ship(0, 100, 0, 90)
    table.propose(give(ship), [ahead()])
    assert not events(table, "rotate")


def test_a_windcatcher_turns_about_before_her_first_segment() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="Windcatcher.", move="S")
    table.propose(give(ship), [True, ahead()])
    assert ship.pose == Pose(-S, 0, 180)


def test_a_pinned_ship_moves_only_when_something_moves_her() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0), table.ship(1, 60, 0, 90)
    ship.pinned_by = other.id
    assert not table.propose(Event("move", agent=ship.id, object=ship.id, distance=("S",)))
    pushed = Event("move", object=ship.id, distance=("S",), player=1)
    assert table.propose(pushed, [{"segment": "S", "direction": 180.0}])
    assert ship.pose == Pose(-S, 0, 0)
    assert ship.pinned_by is None


def test_a_captain_does_not_free_a_pinned_ship() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0), table.ship(1, 60, 0, 90)
    table.crew(ship, "Captain.")
    ship.pinned_by = other.id
    assert not table.game.allows(give(ship))
    assert not table.game.allows(Event("move", agent=ship.id, object=ship.id))


def test_an_outside_force_leaves_the_heading() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, 30)
    table.propose(
        Event("move", object=ship.id, distance=("L",), player=1), [{"segment": "L", "direction": 90.0}]
    )
    assert ship.pose == Pose(0, L, 30)


def test_the_edge_of_the_table_is_a_wall() -> None:
    table = Table()
    table.state.table_size = (900, 900)
    ship = table.ship(0, 820, 450, move="L")
    table.propose(give(ship), [ahead("L")])
    assert ship.pose == Pose(861, 450, 0)


@pytest.mark.parametrize(("edge", "x"), [("flat", None), ("round", 53.8)])
def test_beyond_the_edge_of_a_flat_or_round_earth(edge: str, x: float | None) -> None:
    table = Table()
    table.game.edition = table.game.edition.but(table_edge=edge)
    table.state.table_size = (900, 900)
    ship = table.ship(0, 870, 450, move="L")
    table.propose(give(ship), [ahead("L")])
    if x is None:
        assert not ship.in_play
    else:
        assert ship.pose == Pose(x, 450, 0)


def test_nobody_sails_over_a_flat_edge_by_the_restarting_rules_but_who_is_moved_goes_over() -> None:
    table = Table(edition="restarting-2024")
    table.game.edition = table.game.edition.but(table_edge="flat")
    table.state.table_size = (900, 900)
    ship = table.ship(0, 820, 450, move="L")
    table.propose(give(ship), [ahead("L")])
    assert ship.pose == Pose(861, 450, 0)
    moved = Event("move", object=ship.id, distance=("L",), player=1)
    table.propose(moved, [{"segment": "L", "direction": 0.0}])
    assert not ship.in_play


def test_coming_about_takes_the_move_action_in_the_old_editions() -> None:
    table = Table(edition="revolution")
    ship = table.ship(0, 0, 0)
    table.propose(give(ship), [180])
    assert ship.pose == Pose(0, 0, 180)


def test_the_opponent_to_the_left_steers_where_a_mysterious_island_says_so() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S")
    order = give(ship)
    facts.MOVER.put(order, 1)
    table.propose(order, [ahead()])
    assert table.asked[0].player == 1


def test_a_ship_moves_s_once_after_unloading() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="Once per turn, this ship can move S after unloading cargo.", move="L")
    home = table.island(120, 0, home=0)
    for value in (3, 5):
        table.coin(ship, value)
    table.propose(give(ship), [ahead("L"), True, ahead("S", 135, **{"from": 1})])
    assert ship.docked is None
    assert sum(piece.value for piece in table.state.treasure(home.id)) == 8


def test_a_ship_does_not_move_after_another_has_unloaded() -> None:
    table = Table()
    table.ship(0, 0, 300, line="Once per turn, this ship can move S after unloading cargo.")
    ship = table.ship(0, 0, 0, move="L")
    table.island(120, 0, home=0)
    table.coin(ship, 3)
    table.propose(give(ship), [ahead("L")])
    assert events(table, "unload")
    assert not any(decision.kind is Kind.USE for decision in table.asked)


def test_a_titan_turns_in_its_first_segment_only() -> None:
    table = Table()
    titan = table.ship(0, 0, 0, kind="sea creature", line="Titan.", move="S+S", masts=4)
    table.game.start(lambda game: game.propose(give(titan)))
    table.game.answer(ahead("S", 90))
    decision = table.game.decision
    assert decision is not None and decision.kind is Kind.USE
    table.game.answer(True)
    table.game.answer({"segment": "S", "direction": 0.0})
    assert titan.pose is not None and titan.pose.heading == 90


def test_screw_engine_gives_each_base_move_its_bonus() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L")
    table.crew(ship, "Helmsman.")
    order = give(ship)
    facts.MOVES.put(order, 2)
    table.propose(order, [ahead("L"), ahead("S"), ahead("L"), ahead("S")])
    assert ship.pose == Pose(2 * L + 2 * S, 0, 0)


def test_a_creature_that_leaves_a_ship_is_not_held_by_her_until_it_is_clear() -> None:
    table = Table()
    prey = table.ship(1, 0, 0, move="S")
    kraken = table.ship(0, 60, 0, kind="sea creature", line="Kraken.", move="S", masts=8)
    table.propose(Event("surround", agent=kraken.id, object=prey.id))
    table.propose(give(kraken), [ahead("S")])
    assert overlaps(shape_of(kraken), shape_of(prey))  # one segment is too short to be clear of her
    assert prey.id not in {number for number, _ in waters(table.game, kraken).solid}
    assert kraken.id not in {number for number, _ in waters(table.game, prey).solid}
    kraken.pose = Pose(300, 0, 0)
    assert prey.id in {number for number, _ in waters(table.game, kraken).solid}
