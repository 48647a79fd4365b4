"""Shares have Wilson's intervals; ratings are those under which the games are likeliest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pirate_code.core.rating import MEAN, Score, ratings, wilson


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_the_interval_is_that_of_wilson(points: float, games: int, low: float, high: float) -> None:
    found = wilson(points, games)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)


@given(st.integers(1, 10_000).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games))))
def test_the_share_lies_in_its_interval_and_more_games_make_it_narrower(counted: tuple[int, int]) -> None:
    points, games = counted
    found = wilson(points, games)
    assert 0.0 <= found.low <= found.share <= found.high <= 1.0
    assert wilson(points * 4, games * 4).margin < found.margin


def test_without_games_everything_is_possible() -> None:
    assert wilson(0, 0)[1:] == (0.0, 1.0)


def test_who_wins_ten_of_eleven_is_four_hundred_ahead() -> None:
    one, other = ratings(2, {(0, 1): Score(10_000, 1_000)})
    assert one.elo - other.elo == pytest.approx(400, abs=1)
    assert one.elo + other.elo == pytest.approx(2 * MEAN)
    assert one.margin == pytest.approx(other.margin)


def test_who_always_wins_has_a_rating_all_the_same() -> None:
    best, middle, worst = ratings(3, {(0, 1): Score(20, 0), (0, 2): Score(20, 0), (1, 2): Score(20, 0)})
    assert 1500 < best.elo < 3000
    assert best.elo > middle.elo > worst.elo
    assert middle.elo == pytest.approx(MEAN)


def test_a_margin_shrinks_as_games_are_played() -> None:
    few, many = (ratings(2, {(0, 1): Score(each, each)})[0].margin for each in (10, 1000))
    assert many < few / 5
