"""Ridge regression over sparse rows: a weight for every feature, and how far it is off on rows left out.

Small and exact: the normal equations are solved by Cholesky's method. It knows nothing of pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import sqrt

Features = Mapping[str, float]
FOLDS = 10
PENALTY = 3.0
RARE = 4  # a feature of fewer rows says too little
BASE = "base"  # every row has it, and it is not held down
_LEAST = 1e-9


@dataclass(frozen=True)
class Row:
    """What is known of one case: its features and its value. Rows of one group are left out together."""

    features: Features
    value: float
    group: str


@dataclass(frozen=True)
class Model:
    """Weights of features, and by how much rows that were left out differ from what the others foretell."""

    weights: Mapping[str, float]
    misses: tuple[float, ...]  # true value less estimate, for every row when its fold was left out, sorted
    rows: int

    def estimate(self, features: Features) -> float:
        """Return the value that these features come to; one that was not seen counts nothing."""
        return sum(self.weights.get(name, 0.0) * amount for name, amount in features.items())

    @property
    def mean_error(self) -> float:
        """The mean distance from the true value on rows that were left out."""
        return sum(map(abs, self.misses)) / len(self.misses)

    def interval(self, share: float) -> tuple[float, float]:
        """Return how far below and above an estimate the middle `share` of values that were left out lie."""
        tail = (1 - share) / 2
        last = len(self.misses) - 1
        return self.misses[round(last * tail)], self.misses[round(last * (1 - tail))]


def fit(rows: Sequence[Row]) -> Model:
    """Fit the weights, and leave out a fold at a time to see how far off they are."""
    seen = Counter(name for row in rows for name in row.features)
    names = [BASE, *sorted(name for name, count in seen.items() if count >= RARE and name != BASE)]
    place = {name: index for index, name in enumerate(names)}
    whole = _Sums(len(names))
    folds = [_Sums(len(names)) for _ in range(FOLDS)]
    for row in rows:
        cells = [(place[name], amount) for name, amount in row.features.items() if name in place]
        for sums in (whole, folds[_fold(row.group)]):
            sums.add(cells, row.value)
    misses: list[float] = []
    for number, fold in enumerate(folds):
        left = Model(dict(zip(names, (whole - fold).solved(), strict=True)), (), 0)
        misses += [row.value - left.estimate(row.features) for row in rows if _fold(row.group) == number]
    return Model(dict(zip(names, whole.solved(), strict=True)), tuple(sorted(misses)), len(rows))


def _fold(group: str) -> int:
    return sha256(group.encode()).digest()[0] % FOLDS


class _Sums:
    """The sums of products of features with each other and with the value."""

    def __init__(self, size: int) -> None:
        self.products = [[0.0] * size for _ in range(size)]
        self.values = [0.0] * size

    def add(self, cells: Iterable[tuple[int, float]], value: float) -> None:
        held = list(cells)
        for index, amount in held:
            row = self.products[index]
            for other, much in held:
                row[other] += amount * much
            self.values[index] += amount * value

    def __sub__(self, other: _Sums) -> _Sums:
        less = _Sums(0)
        less.products = [
            [one - two for one, two in zip(mine, theirs, strict=True)]
            for mine, theirs in zip(self.products, other.products, strict=True)
        ]
        less.values = [one - two for one, two in zip(self.values, other.values, strict=True)]
        return less

    def solved(self) -> list[float]:
        """Return the weights: (products + penalty) weights = values, by Cholesky's method."""
        lower: list[list[float]] = []
        between: list[float] = []
        for index, row in enumerate(self.products):
            new: list[float] = []
            for other, known in enumerate(lower):
                dot = sum(one * two for one, two in zip(new, known, strict=False))
                new.append((row[other] - dot) / known[other])
            penalty = PENALTY if index else _LEAST
            new.append(sqrt(max(row[index] + penalty - sum(part * part for part in new), _LEAST)))
            lower.append(new)
            dot = sum(one * two for one, two in zip(new, between, strict=False))
            between.append((self.values[index] - dot) / new[index])
        weights = [0.0] * len(lower)
        for index in reversed(range(len(lower))):
            dot = sum(lower[later][index] * weights[later] for later in range(index + 1, len(lower)))
            weights[index] = (between[index] - dot) / lower[index][index]
        return weights
