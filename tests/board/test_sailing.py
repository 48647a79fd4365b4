"""Ships move by segments, stop at contact, and are set down over nothing."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirate_code.board.geometry import L, S, Shape, carry, overlaps, place, put, rectangle, touches
from pirate_code.board.outlines import Outline, hull, island, load_outlines, terrain
from pirate_code.board.pose import Pose
from pirate_code.board.sailing import (
    Arrival,
    astern,
    beside,
    drift,
    headings,
    leaving,
    legal_turn,
    placements,
    reverse,
    sail,
    segment,
    stern_turn,
    turning_limit,
)
from tests.board.strategies import angles, hulls, poses, seas

tables = settings(settings.get_profile("tables"))
turns = st.one_of(st.sampled_from([0.0, 90.0, -90.0, 150.0]), st.integers(-1700, 1700).map(lambda n: n / 10))
lengths = st.sampled_from([S, L, 10.0])

SHIP = hull(3)
AHEAD = Pose(0, 0, 0)
Sea = tuple[Outline, Pose, list[tuple[int, Shape]]]


def free(pose: Pose, outline: Outline, obstacles: list[tuple[int, Shape]]) -> bool:
    return not any(overlaps(place(outline, pose), shape) for _, shape in obstacles)


def test_a_segment_dead_ahead_moves_her_by_its_length() -> None:
    assert segment(SHIP, AHEAD, S, 0) == (57.5, 0, 0)


@pytest.mark.parametrize("reference", [0, 1])
def test_the_point_of_the_bow_that_is_measured_from_lies_at_the_end_of_the_bar(reference: int) -> None:
    point = SHIP.references[reference]
    start = carry(point, AHEAD)
    end = carry(point, segment(SHIP, AHEAD, L, 90, reference))
    assert end == pytest.approx((start[0], start[1] + L), abs=1e-5)
    assert segment(SHIP, AHEAD, L, 90, reference).heading == 90


def test_the_hull_limits_how_far_she_turns() -> None:
    limit = turning_limit(SHIP)
    assert legal_turn(SHIP, limit)
    assert legal_turn(SHIP, -limit)
    assert not legal_turn(SHIP, limit + 1)
    assert not legal_turn(SHIP, 360 - limit - 1)
    assert legal_turn(hull(4, frozenset({"sea-monster"})), 180)


def test_she_stops_where_her_bow_first_touches() -> None:
    wall = rectangle(39 + 40, -100, 200, 100)
    arrival = sail(SHIP, AHEAD, L, 0, [("wall", wall)])
    assert arrival == Arrival(Pose(40, 0, 0), 40, ("wall",), (True,), ())


def test_her_side_may_touch_instead_of_her_bow() -> None:
    rock = rectangle(60, 10, 80, 30)
    arrival = sail(SHIP, AHEAD, L, 0, [("rock", rock)])
    assert arrival.contact == ("rock",)
    assert arrival.bow == (False,)
    assert arrival.length < L


def test_she_touches_two_things_at_once() -> None:
    arrival = sail(
        SHIP,
        AHEAD,
        L,
        0,
        [("a", rectangle(60, 2, 90, 50)), ("b", rectangle(60, -50, 90, -2)), ("c", rectangle(0, 50, 9, 60))],
    )
    assert arrival.contact == ("a", "b")
    assert arrival.bow == (True, True)


def test_a_ship_alongside_sails_away_forward() -> None:
    other = rectangle(-50, 12, 100, 40)
    arrival = sail(SHIP, AHEAD, L, 0, [("other", other)])
    assert arrival.length == L
    assert arrival.contact == ("other",)
    assert sail(SHIP, arrival.pose, L, 0, [("other", other)]).contact == ()


def test_a_ship_at_a_shore_does_not_sail_through_it() -> None:
    shore = rectangle(39, -100, 200, 100)
    arrival = sail(SHIP, AHEAD, L, 0, [("shore", shore)])
    assert (arrival.pose, arrival.length, arrival.contact) == (AHEAD, 0, ("shore",))
    assert sail(SHIP, AHEAD, L, 45, [("shore", shore)]).length == 0


def test_she_is_picked_up_over_what_the_turn_leaves_behind() -> None:
    shore = rectangle(39, -100, 200, 100)
    arrival = sail(SHIP, AHEAD, L, 150, [("shore", shore)])
    assert (arrival.length, arrival.contact, arrival.blocked) == (L, (), ())


def test_she_cannot_be_set_down_with_her_stern_on_the_shore() -> None:
    shore = rectangle(39, -100, 200, 100)
    arrival = sail(SHIP, AHEAD, S, 150, [("shore", shore)])
    assert arrival == Arrival(AHEAD, 0, (), (), ("shore",))


def test_she_does_not_push_through_a_canoe_at_her_shoulder() -> None:
    paddled = hull(1, frozenset({"native-canoe"}))
    lying = drift(paddled, Pose(80, -50, 45), 100, 135, [("ship", place(SHIP, AHEAD))])
    assert lying.contact == ("ship",)
    canoe = place(paddled, lying.pose)
    for turn in (0, -5, -10, -20):
        arrival = sail(SHIP, AHEAD, L, turn, [("canoe", canoe)], reference=0)
        assert arrival.length < 10
        assert arrival.contact == ("canoe",) or arrival.blocked == ("canoe",)


HULLS = [name for name, outline in load_outlines().items() if outline.bow_zone]


@pytest.mark.parametrize("name", HULLS)
@pytest.mark.parametrize("which", [0, 2])
def test_every_ship_docked_anywhere_can_leave_with_one_short_segment(name: str, which: int) -> None:
    outline, shore = load_outlines()[name], place(island(which), Pose(0, 0, 0))
    docked = list(placements(outline, shore))
    assert len(docked) > 15
    for pose in docked[::4]:
        ways = (
            sail(outline, pose, S, turn, [("island", shore)], reference=reference)
            for turn in reversed(headings(25, outline.turning_limit))
            for reference in range(len(outline.references))
        )
        assert any(not way.contact and not way.blocked for way in ways)


@tables
@given(seas(), lengths, turns, st.integers(0, 1))
def test_sailing_ends_over_nothing_in_contact_only_where_it_says(
    sea: Sea, length: float, turn: float, side: int
) -> None:
    outline, pose, obstacles = sea
    arrival = sail(outline, pose, length, turn, obstacles, reference=side % len(outline.references))
    assert 0 <= arrival.length <= length
    assert free(arrival.pose, outline, obstacles)
    if arrival.blocked:
        assert (arrival.pose, arrival.length) == (pose, 0)
        return
    hull_shape = place(outline, arrival.pose)
    assert set(arrival.contact) == {key for key, shape in obstacles if touches(hull_shape, shape)}
    if arrival.length < length:
        assert arrival.contact


@tables
@given(seas(), angles)
def test_sailing_a_second_time_goes_no_farther(sea: Sea, turn: float) -> None:
    outline, pose, obstacles = sea
    arrival = sail(outline, pose, L, turn, obstacles)
    if not arrival.blocked and arrival.length < L:
        assert sail(outline, arrival.pose, L, 0, obstacles).length < 0.01


@tables
@given(seas(), turns, poses)
def test_turning_the_whole_table_turns_every_move(sea: Sea, turn: float, table: Pose) -> None:
    outline, pose, obstacles = sea
    x, y = carry((pose.x, pose.y), table)
    turned = Pose(x, y, pose.heading + table.heading)
    here = sail(outline, pose, L, turn, obstacles)
    there = sail(outline, turned, L, turn, [(key, put(shape, table)) for key, shape in obstacles])
    assert there.length == pytest.approx(here.length, abs=0.05)
    assert math.dist(carry((here.pose.x, here.pose.y), table), there.pose[:2]) < 0.05


@tables
@given(seas(), angles)
def test_drifting_keeps_the_heading_and_ends_over_nothing(sea: Sea, direction: float) -> None:
    outline, pose, obstacles = sea
    arrival = drift(outline, pose, L, direction, obstacles)
    assert arrival.pose.heading == pose.heading
    assert free(arrival.pose, outline, obstacles)
    assert arrival.length <= L
    assert arrival.length == L or arrival.contact


@tables
@given(seas(), st.integers(-180, 180))
def test_a_stern_turn_stops_at_contact(sea: Sea, turn: int) -> None:
    outline, pose, obstacles = sea
    arrival = stern_turn(outline, pose, turn, obstacles)
    assert free(arrival.pose, outline, obstacles)
    assert arrival.length <= abs(turn)
    assert arrival.length == abs(turn) or arrival.contact


def test_an_iceberg_moves_straight_and_stops_at_a_ship() -> None:
    ship = place(SHIP, Pose(0, 60, 0))
    arrival = drift(terrain("iceberg"), Pose(0, 0, 0), S, 90, [("ship", ship)])
    assert arrival.contact == ("ship",)
    assert arrival.pose.heading == 0
    assert arrival.pose.y == pytest.approx(60 - 12 - 27, abs=3)


@tables
@given(hulls, poses)
def test_reversed_twice_she_lies_as_before(outline: Outline, pose: Pose) -> None:
    about = reverse(outline, pose)
    assert carry(outline.bow, about) == pytest.approx(carry(outline.stern, pose), abs=1e-5)
    assert reverse(outline, about) == pytest.approx(pose, abs=1e-5)


@tables
@given(hulls, poses, angles)
def test_a_turn_on_the_stern_leaves_the_stern_where_it_is(outline: Outline, pose: Pose, turn: float) -> None:
    turned = stern_turn(outline, pose, turn).pose
    assert carry(outline.stern, turned) == pytest.approx(carry(outline.stern, pose), abs=1e-5)


def test_a_towed_ship_lies_straight_behind_or_else_at_an_angle() -> None:
    derelict = hull(2)
    straight = astern(SHIP, AHEAD, derelict)
    assert straight == Pose(-39 - 33, 0, 0)
    pier = rectangle(-120, 4, -60, 30)
    bent = astern(SHIP, AHEAD, derelict, [("pier", pier)])
    assert bent is not None
    assert 0 < bent.heading < 60
    assert not overlaps(place(derelict, bent), pier)
    assert touches(place(derelict, bent), place(SHIP, AHEAD))
    assert astern(SHIP, AHEAD, derelict, [("wall", rectangle(-60, -90, -40, 90))]) is None


def test_docked_ships_touch_the_island_with_their_bows() -> None:
    shore = place(island(0), Pose(300, 200, 30))
    others = [("neighbour", place(SHIP, next(placements(SHIP, shore))))]
    docked = list(placements(SHIP, shore, others))
    assert 10 < len(docked) < len(list(placements(SHIP, shore)))
    for pose in docked:
        assert SHIP.bow_zone is not None
        assert touches(put(SHIP.bow_zone, pose), shore)
        assert not overlaps(place(SHIP, pose), shore)
        assert not overlaps(place(SHIP, pose), others[0][1])


def test_a_piece_set_beside_a_ship_touches_her() -> None:
    ship = place(SHIP, Pose(100, 100, 77))
    poses = list(beside(hull(5), ship, [("wall", rectangle(-100, 140, 300, 200))]))
    assert poses
    for pose in poses:
        assert touches(place(hull(5), pose), ship)
        assert not overlaps(place(hull(5), pose), ship)


def test_a_ship_leaves_the_fog_near_the_number_and_faces_away() -> None:
    fog, lying = terrain("fog-bank"), Pose(50, 50, 20)
    bank = place(fog, lying)
    for number in fog.numbers:
        spot = carry(number, lying)
        pose = next(leaving(SHIP, bank, spot))
        assert touches(place(SHIP, pose), bank)
        assert not overlaps(place(SHIP, pose), bank)
        assert math.dist(carry(SHIP.stern, pose), spot) < 12
        assert math.dist(carry(SHIP.bow, pose), spot) > SHIP.length - 12


@pytest.mark.parametrize("n", [1, 2, 9, 13, 25])
@pytest.mark.parametrize("limit", [90.0, 160.3, 180.0])
def test_headings_are_few_different_and_even_to_both_sides(n: int, limit: float) -> None:
    offered = headings(n, limit)
    assert offered[0] == 0
    assert len(set(offered)) == len(offered) <= n + 2
    assert {abs(turn) for turn in offered} == {
        abs(-turn) for turn in offered if -turn in offered or turn == 180
    }
    assert max(offered) <= limit
    assert n < 9 or 90 in offered
