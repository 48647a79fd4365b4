"""Lines of fire from a mast, ranges, and strips of sea."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirate_code.board.fire import best_shot, in_range, line_of_fire, masts, path_strip, rigging
from pirate_code.board.geometry import L, Point, S, Shape, contains, crosses, place, put, reach, rectangle
from pirate_code.board.outlines import fort, hull
from pirate_code.board.pose import Pose
from tests.board.strategies import numbers, poses, shapes

tables = settings(settings.get_profile("tables"))
points = st.tuples(numbers, numbers)

TARGET = rectangle(50, -10, 70, 10)
MAST = (0.0, 0.0)


def test_a_target_in_the_open_is_shot_at_its_nearest_part() -> None:
    assert line_of_fire(MAST, TARGET)
    assert best_shot(MAST, TARGET) == (50, 0)


def test_range_is_measured_from_the_mast() -> None:
    assert in_range(MAST, TARGET, S)
    assert in_range((-7.5, 0), TARGET, S)
    assert not in_range((-7.6, 0), TARGET, S)


def test_an_island_that_hides_the_whole_target_blocks() -> None:
    assert not line_of_fire(MAST, TARGET, [rectangle(20, -10, 30, 10)])


def test_a_part_in_sight_is_enough() -> None:
    shot = best_shot(MAST, TARGET, [rectangle(20, -10, 30, 3)])
    assert shot == pytest.approx((50, 7.5), abs=0.01)
    assert line_of_fire(MAST, TARGET, [rectangle(20, -10, 30, 3)])


def test_a_line_passes_between_two_blockers() -> None:
    gate = [rectangle(20, -30, 30, -2), rectangle(20, 1, 30, 30)]
    assert line_of_fire(MAST, TARGET, gate)
    assert not line_of_fire(MAST, TARGET, [*gate, rectangle(40, -4, 42, 3)])


def test_what_lies_behind_or_beyond_blocks_nothing() -> None:
    assert line_of_fire(MAST, TARGET, [rectangle(71, -50, 80, 50), rectangle(-20, -50, -1, 50)])


def test_a_hidden_near_part_does_not_bring_a_far_one_into_range() -> None:
    screen = [rectangle(20, -1, 30, 1)]
    assert best_shot(MAST, TARGET, screen, 50) is None
    assert best_shot(MAST, TARGET, screen, 51) is not None


def test_a_wing_that_hangs_over_an_island_is_in_sight() -> None:
    shore = rectangle(45, -20, 75, 5)
    shot = best_shot(MAST, TARGET, [shore])
    assert shot == pytest.approx((50, 5.56), abs=0.01)


def test_a_mast_above_its_target_sees_it() -> None:
    assert best_shot((60, 0), TARGET, [rectangle(20, -10, 30, 10)]) == (60, 0)


def test_her_own_rigging_blocks_a_shot_along_the_keel() -> None:
    ship, pose = hull(3), Pose(0, 0, 0)
    middle = masts(ship, pose)[1]
    fore, _, aft = rigging(ship, pose)
    ahead, abeam = rectangle(90, -3, 100, 3), rectangle(-5, 40, 5, 60)
    assert not line_of_fire(middle, ahead, [fore, aft])
    assert line_of_fire(middle, ahead, [aft])
    assert line_of_fire(middle, abeam, [fore, aft])
    assert rigging(hull(2, frozenset({"submarine"})), pose) == ()


def test_a_fort_has_a_place_for_each_flag() -> None:
    assert len(masts(fort(), Pose(10, 10, 45))) == 8


def test_a_wave_covers_a_strip_ahead() -> None:
    wave = path_strip(Pose(10, 10, 90), S, 3 * L)
    assert contains(wave, (10, 10 + 3 * L))
    assert contains(wave, (10 + S / 2, 50))
    assert not contains(wave, (10, 9))
    assert not contains(wave, (11 + S / 2, 50))


@tables
@given(points, shapes, st.lists(shapes, max_size=3))
def test_a_shot_reaches_the_target_past_all_blockers(
    mast: Point, target: Shape, blockers: list[Shape]
) -> None:
    shot = best_shot(mast, target, blockers)
    assert line_of_fire(mast, target, blockers) == (shot is not None)
    if shot is not None:
        assert reach(shot, target) < 0.01
        assert not any(crosses(shape, mast, shot) for shape in blockers)


@tables
@given(points, shapes, st.lists(shapes, max_size=3), st.integers(0, 40))
def test_no_clear_line_is_overlooked(mast: Point, target: Shape, blockers: list[Shape], part: int) -> None:
    a, b = target.points[part % len(target.points) - 1], target.points[part % len(target.points)]
    aim = (a[0] + (b[0] - a[0]) * part / 41, a[1] + (b[1] - a[1]) * part / 41)
    if not any(crosses(shape, mast, aim) for shape in blockers):
        assert line_of_fire(mast, target, blockers)


@tables
@given(points, shapes, st.lists(shapes, max_size=2), poses)
def test_turning_the_whole_table_turns_the_line(
    mast: Point, target: Shape, blockers: list[Shape], table: Pose
) -> None:
    here = best_shot(mast, target, blockers)
    x, y = mast
    c, s = math.cos(math.radians(table.heading)), math.sin(math.radians(table.heading))
    turned = (table.x + c * x - s * y, table.y + s * x + c * y)
    there = best_shot(turned, put(target, table), [put(shape, table) for shape in blockers])
    assert (here is None) == (there is None)
    if here is not None and there is not None:
        assert math.dist(mast, here) == pytest.approx(math.dist(turned, there), abs=0.02)


def test_the_shot_is_the_same_whatever_the_order_of_blockers() -> None:
    blockers = [place(hull(n), Pose(20 + 3 * n, 5 * n, 40 * n)) for n in (1, 2, 3)]
    assert best_shot(MAST, TARGET, blockers) == best_shot(MAST, TARGET, blockers[::-1])
