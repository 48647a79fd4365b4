"""Reads a verdict off the statements of rulings: each counts by how well it fits, and carries its truth over.

The better a statement fits, the more it counts; together they come to a chance of yes, and to one that it
depends. The weights (db/verdict_weights.yaml) are fitted by bench/fit_verdicts.py on known answers.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from pirate_code.answers.comparison import FEATURES, ComparedStatement
from pirate_code.answers.weights import weights
from pirate_code.answers.wordings import WordingVotes

SOURCES = ("asked", "claim", "clause")
_NEAREST = 50  # statements of which a verdict is read off: many that fit badly would outweigh a few that fit
_LEAST = 0.001  # no chance is nothing
_FEW = 0.02  # the share that a source needs to tell anything
_VOTES = 0.8  # what the odds by wordings count beside those by statements
_VECTORS = 1.0  # and those by vectors
_LEFT_OPEN = 2.0  # how much less than even odds make it depend
_RARELY = 0.02  # no share of votes that it depends is less, or more than all but this
_UNKNOWN = 0.5  # how strongly a truth is carried over in a way that no question showed


@dataclass(frozen=True)
class Reading:
    """What statements come to: the chance of yes (if not open), that it depends, and what each counts."""

    yes: float
    depends: float
    counts: Sequence[tuple[ComparedStatement, float]]  # those that count most first
    by_source: Mapping[str, float] = field(default_factory=dict)  # odds of yes by statements of one kind

    @property
    def odds(self) -> float:
        """The logarithm of the odds of yes."""
        return _odds(self.yes)

    def deeds(self) -> dict[str, float]:
        """The share of what is asked beside the names of which each ruling speaks."""
        place = FEATURES.index("deed whole")
        return {each.ruling: each.features[place] for each, _ in self.counts}

    def by_ruling(self) -> dict[str, float]:
        """What the statements of each ruling count together."""
        found: dict[str, float] = {}
        for each, count in self.counts:
            found[each.ruling] = found.get(each.ruling, 0.0) + count
        return found


def read(compared: Sequence[ComparedStatement]) -> Reading | None:
    """What statements come to; nothing if there are none."""
    if not compared:
        return None
    fitted = weights()
    nearest = heapq.nlargest(_NEAREST, ((_score(each), -place) for place, each in enumerate(compared)))
    best = nearest[0][0]
    counts = [math.exp(score - best) for score, _ in nearest]
    compared = [compared[-place] for _, place in nearest]
    whole = sum(counts)
    yes = decided = 0.0
    sources = {source: [_FEW * whole / 2, _FEW * whole] for source in SOURCES}
    for each, count in zip(compared, counts, strict=True):
        if each.truth != "depends":
            strength = fitted.get(f"carried {each.sign}", _UNKNOWN)
            part = count * _logistic(strength if each.truth == "yes" else -strength)
            decided, yes = decided + count, yes + part
            of = sources[each.statement.source]
            of[0], of[1] = of[0] + part, of[1] + count
    ordered = sorted(
        zip(compared, (count / whole for count in counts), strict=True), key=lambda pair: -pair[1]
    )
    by_source = {source: _odds(_chance(part / all_)) for source, (part, all_) in sources.items()}
    chance = _chance(yes / decided if decided else 0.5)
    return Reading(chance, _chance(1 - decided / whole), ordered, by_source)


def _score(compared: ComparedStatement) -> float:
    """How well a statement fits."""
    known = weights_by_kind()[compared.statement.kind]
    return sum(weight * value for weight, value in zip(known, compared.features, strict=True))


def with_readers(found: Reading, votes: WordingVotes, learned: float) -> Reading:
    """What statements, the wordings most like the question and vectors (odds of yes) come to together."""
    depends = _odds(found.depends) + _VOTES * _odds(min(max(votes.depends, _RARELY), 1 - _RARELY))
    return replace(
        found,
        yes=_chance(_logistic(found.odds + _VOTES * votes.odds + _VECTORS * learned)),
        depends=_chance(_logistic(depends + _LEFT_OPEN)),
        by_source={**found.by_source, "wordings": votes.odds, "vectors": learned},
    )


def _odds(chance: float) -> float:
    return math.log(chance / (1 - chance))


def _chance(value: float) -> float:
    return min(max(value, _LEAST), 1 - _LEAST)


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-value))


@cache
def weights_by_kind() -> Mapping[str, tuple[float, ...]]:
    """The weight of each feature, by kind of statement."""
    known = weights()
    kinds = ("asked", "claim", "clause", "open", "hedge")
    return {kind: tuple(known.get(f"{kind} {name}", 0.0) for name in FEATURES) for kind in kinds}
