"""Gaps, contact and overlap of shapes on the table."""

from __future__ import annotations

import copy
import json
import math
import pickle
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirate_code.board.geometry import (
    TOLERANCE,
    GapAt,
    Point,
    Shape,
    box_at,
    boxes_within,
    carry,
    contains,
    crosses,
    gap,
    meetings,
    nearest,
    overlaps,
    place,
    put,
    reach,
    rectangle,
    shift,
    touches,
    toward,
    within,
)
from pirate_code.board.outlines import Outline, load_outlines
from pirate_code.board.pose import Pose
from tests.board.strategies import angles, numbers, outlines, poses, shapes

tables = settings(settings.get_profile("tables"))

SQUARE = rectangle(0, 0, 10, 10)
# A harbour: a square with a bay cut into its upper side.
HARBOUR = Shape([(0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (10, 10), (10, 30), (0, 30)])


def edges(shape: Shape) -> list[tuple[Point, Point]]:
    return list(pairwise([*shape.points, shape.points[0]]))


def test_a_pose_is_rounded_and_its_heading_lies_within_a_circle() -> None:
    assert Pose(1 / 3, -1e-9, 725) == (0.333333, 0.0, 5.0)
    assert Pose(0, 0, -90).heading == 270
    assert Pose(0, 0, -1e-12).heading == 0
    assert Pose(0, 0, 359.9999999).heading == 0
    assert json.dumps(Pose(-0.0, -1e-9, -0.0)) == "[0.0, 0.0, 0.0]"


@tables
@given(numbers, numbers, st.floats(-1000, 1000))
def test_rounding_a_pose_again_changes_nothing(x: float, y: float, heading: float) -> None:
    pose = Pose(x / 3, y / 7, heading)
    assert Pose(*pose) == pose
    assert repr(Pose(*json.loads(json.dumps(pose)))) == repr(pose)
    assert pickle.loads(pickle.dumps(pose)) == copy.deepcopy(pose) == pose


def test_the_gap_is_measured_between_the_nearest_parts() -> None:
    assert gap(SQUARE, rectangle(15, 2, 20, 8)) == 5
    assert gap(SQUARE, rectangle(13, 14, 20, 20)) == pytest.approx(5)
    assert gap(SQUARE, rectangle(4, 4, 6, 6)) == 0


def test_contact_is_no_overlap() -> None:
    side_by_side = rectangle(10, 0, 20, 10)
    assert touches(SQUARE, side_by_side)
    assert not overlaps(SQUARE, side_by_side)
    assert overlaps(SQUARE, shift(side_by_side, -2 * TOLERANCE, 0))
    assert not touches(SQUARE, shift(side_by_side, 2 * TOLERANCE, 0))
    assert touches(SQUARE, rectangle(10, 10, 20, 20))


def test_within_counts_the_distance_itself() -> None:
    assert within(5, SQUARE, rectangle(15, 0, 20, 10))
    assert not within(4.9, SQUARE, rectangle(15, 0, 20, 10))


def test_a_ship_in_a_bay_lies_over_nothing() -> None:
    boat = rectangle(12, 15, 18, 25)
    assert not overlaps(boat, HARBOUR)
    assert gap(boat, HARBOUR) == 2
    assert overlaps(rectangle(5, 15, 18, 25), HARBOUR)


def test_a_point_is_in_a_shape_or_some_way_off() -> None:
    assert contains(SQUARE, (10, 5))
    assert contains(HARBOUR, (5, 20))
    assert not contains(HARBOUR, (15, 20))
    assert reach((15, 20), HARBOUR) == 5
    assert reach((5, 5), SQUARE) == 0
    assert nearest((13, 14), SQUARE) == (10, 10)


def test_a_line_crosses_a_shape_only_through_its_inside() -> None:
    assert crosses(SQUARE, (-5, 5), (15, 5))
    assert crosses(SQUARE, (5, 5), (15, 5))
    assert not crosses(SQUARE, (-5, 10), (15, 10))
    assert not crosses(SQUARE, (-5, 5), (-1, 5))
    assert not crosses(SQUARE, (5, 15), (15, 5))


@pytest.mark.parametrize("x", [0.5, 5, 9.5, 20.5, 29.5])
def test_a_line_crosses_the_moles_of_a_harbour_and_not_its_bay(x: float) -> None:
    assert crosses(HARBOUR, (x, 40), (x, 11))
    assert not crosses(HARBOUR, (15, 40), (15, 11))
    assert crosses(HARBOUR, (-5, 10.5), (35, 10.5))


@pytest.mark.parametrize("seam", [((10, 9), (10, -5)), ((-5, 10), (9.9, 10)), ((20, 9), (20, -5))])
def test_a_line_along_a_seam_of_the_pieces_is_inside(seam: tuple[Point, Point]) -> None:
    assert crosses(HARBOUR, *seam)


@pytest.mark.parametrize(
    "points", [[(0, 0), (1, 0)], [(0, 0), (5, 0), (9, 0)], [(0, 0), (9, 9), (9, 0), (0, 9)]]
)
def test_what_encloses_nothing_is_no_shape(points: list[Point]) -> None:
    with pytest.raises(ValueError, match=r"corners that enclose|must not cross"):
        Shape(points)


@pytest.mark.parametrize("outline", load_outlines().values(), ids=lambda outline: outline.name)
def test_the_convex_pieces_of_an_outline_make_up_the_whole(outline: Outline) -> None:
    def area(points: tuple[Point, ...]) -> float:
        return sum(a * d - b * c for (a, b), (c, d) in pairwise([*points, points[0]])) / 2

    pieces = outline.shape.pieces
    assert sum(area(piece.ring[: piece.corners]) for piece in pieces) == pytest.approx(area(outline.points))


@tables
@given(shapes, shapes)
def test_gap_contact_and_overlap_do_not_depend_on_the_order(a: Shape, b: Shape) -> None:
    assert gap(a, b) == pytest.approx(gap(b, a), abs=1e-9)
    assert overlaps(a, b) == overlaps(b, a)
    assert touches(a, b) == touches(b, a)
    assert not overlaps(a, b) or gap(a, b) == 0


@tables
@given(shapes, shapes, numbers, numbers)
def test_the_gap_at_a_shift_is_that_of_the_shifted_shape(a: Shape, b: Shape, dx: float, dy: float) -> None:
    assert GapAt(a, b)(dx, dy) == pytest.approx(gap(shift(a, dx, dy), b), abs=1e-6)


@tables
@given(shapes, poses, shapes, st.floats(0, 300))
def test_what_is_left_out_by_its_box_is_not_within_the_distance(
    a: Shape, pose: Pose, b: Shape, distance: float
) -> None:
    assert box_at(a, pose) == put(a, pose).box
    assert boxes_within(distance, box_at(a, pose), [b]) or not within(distance, put(a, pose), b)


@tables
@given(shapes, shapes)
def test_the_gap_is_the_least_distance_of_corners_from_the_other_shape(a: Shape, b: Shape) -> None:
    if gap(a, b) > 0:
        corners = [reach(point, b) for point in a.points] + [reach(point, a) for point in b.points]
        assert gap(a, b) == pytest.approx(min(corners), abs=1e-6)
    else:
        met = any(contains(b, point) for point in a.points) or any(contains(a, point) for point in b.points)
        assert met or any(crosses(b, *edge) for edge in edges(a))


@tables
@given(shapes, shapes, st.builds(Pose, numbers, numbers, angles))
def test_turning_the_whole_table_changes_no_gap(a: Shape, b: Shape, table: Pose) -> None:
    assert gap(put(a, table), put(b, table)) == pytest.approx(gap(a, b), abs=1e-6)


@tables
@given(shapes, shapes, angles)
def test_a_shape_that_meets_another_touches_it_there(a: Shape, b: Shape, heading: float) -> None:
    ux, uy = toward(heading)
    for met in meetings(a, b, ux, uy, 1000):
        if met.enter > 0:
            assert touches(shift(a, met.touch * ux, met.touch * uy), b)
        middle = (max(met.enter, 0) + met.leave) / 2
        assert gap(shift(a, middle * ux, middle * uy), b) == 0


@tables
@given(outlines, poses)
def test_a_placed_outline_is_carried_point_by_point(outline: Outline, pose: Pose) -> None:
    placed = set(place(outline, pose).points)
    for point in outline.points:
        assert min(math.dist(carry(point, pose), other) for other in placed) < 1e-9
