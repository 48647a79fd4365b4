"""How good contestants are, from the games between them: shares with their intervals, and Elo ratings."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_CONFIDENCE = 1.959964  # standard errors on either side that hold 95 of 100
MEAN = 1500.0  # the rating of an average contestant
_SCALE = 400 / math.log(10)  # ratings that stand for odds of e
_PRIOR = (
    1.0  # games that everybody is taken to have drawn against an average contestant, so that all is finite
)
_STEPS = 100
_CLOSE = 1e-9


class Interval(NamedTuple):
    """A share and between which two shares the true one lies, 95 times of 100."""

    share: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half of its width."""
        return (self.high - self.low) / 2


def wilson(points: float, games: int) -> Interval:
    """Wilson's interval of a share; a draw counts as half a point, which makes it wider than it needs to be.

    >>> wilson(7, 10)
    Interval(share=0.7, low=0.396..., high=0.892...)
    """
    if games == 0:
        return Interval(0.0, 0.0, 1.0)
    share, z2 = points / games, _CONFIDENCE**2
    centre = (share + z2 / (2 * games)) / (1 + z2 / games)
    spread = math.sqrt(share * (1 - share) / games + z2 / (4 * games**2))
    margin = _CONFIDENCE * spread / (1 + z2 / games)
    return Interval(share, max(0.0, min(share, centre - margin)), min(1.0, max(share, centre + margin)))


class Score(NamedTuple):
    """Points of two contestants against each other: a game won is one, a draw half for each."""

    first: float
    second: float


class Rating(NamedTuple):
    """An Elo rating, and how far from it the true one lies, 95 times of 100."""

    elo: float
    margin: float


def ratings(count: int, scores: Mapping[tuple[int, int], Score]) -> list[Rating]:
    """The ratings of contestants under which their scores are likeliest (Bradley and Terry), 1500 on average.

    Newton's method on the likelihood, with a draw against an average contestant for everybody.
    """
    strength = [0.0] * count
    for _ in range(_STEPS):
        gradient, curvature = _derivatives(strength, scores)
        step = _solved(curvature, gradient)
        strength = [value + change for value, change in zip(strength, step, strict=True)]
        if max(map(abs, step), default=0.0) < _CLOSE:
            break
    _, curvature = _derivatives(strength, scores)
    mean = sum(strength) / max(1, count)
    found = []
    for place in range(count):
        from_mean = [(1.0 if other == place else 0.0) - 1 / count for other in range(count)]
        spread = _solved(curvature, from_mean)
        variance = sum(one * other for one, other in zip(from_mean, spread, strict=True))
        found.append(
            Rating(MEAN + _SCALE * (strength[place] - mean), _CONFIDENCE * _SCALE * math.sqrt(variance))
        )
    return found


def _derivatives(
    strength: Sequence[float], scores: Mapping[tuple[int, int], Score]
) -> tuple[list[float], list[list[float]]]:
    """The gradient of the likelihood's logarithm, and its curvature with the sign turned."""
    count = len(strength)
    gradient, curvature = [0.0] * count, [[0.0] * count for _ in range(count)]
    for place in range(count):
        expected = _expected(strength[place])
        gradient[place] += _PRIOR * (0.5 - expected)
        curvature[place][place] += _PRIOR * expected * (1 - expected)
    for (one, other), score in scores.items():
        games = score.first + score.second
        expected = _expected(strength[one] - strength[other])
        gradient[one] += score.first - games * expected
        gradient[other] -= score.first - games * expected
        weight = games * expected * (1 - expected)
        curvature[one][one] += weight
        curvature[other][other] += weight
        curvature[one][other] -= weight
        curvature[other][one] -= weight
    return gradient, curvature


def _expected(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The vector that a positive definite matrix takes to another one, by Gauss's elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    count = len(rows)
    for place in range(count):
        for below in range(place + 1, count):
            factor = rows[below][place] / rows[place][place]
            if factor:
                for column in range(place, count + 1):
                    rows[below][column] -= factor * rows[place][column]
    found = [0.0] * count
    for place in reversed(range(count)):
        known = sum(rows[place][column] * found[column] for column in range(place + 1, count))
        found[place] = (rows[place][count] - known) / rows[place][place]
    return found
