"""What the wordings most like a question say, by the bare words and the pairs of words that both have.

A reader beside that of statements, and a simple one: it knows no stems, names, deeds or directions, only
how rare each word and pair is among the wordings of the nearest rulings. So it errs elsewhere, and where
both agree a verdict is surer.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pirate_code.answers.prepared_question import PreparedQuestion
from pirate_code.answers.ruling_index import RulingQuestion
from pirate_code.answers.wording_index import Wordings, added_up, grams, wordings_with
from pirate_code.library.stemming import words_of

NEAREST = 30  # rulings whose wordings are looked at
_VOTERS = 50  # wordings that vote
_SHARP = 0.06  # how fast a vote gets lighter as its wording is less alike
_FEW = 0.05  # what yes and no have before any vote
_MEASURED = 200  # wordings whose likeness is measured: those that share most for their length


@dataclass(frozen=True)
class WordingVotes:
    """The shares of the votes of the wordings most like a question."""

    yes: float
    no: float
    depends: float

    @property
    def odds(self) -> float:
        """The logarithm of the odds of yes against no."""
        return math.log((self.yes + _FEW) / (self.no + _FEW))


class LikeWording(NamedTuple):
    """A question that a ruling answers, and how like the question asked it is (1: the same)."""

    likeness: float
    wording: RulingQuestion


def wording_votes(case: PreparedQuestion, rulings: Mapping[str, float]) -> WordingVotes:
    """How the wordings of the nearest rulings vote, each by how like the question it is."""
    votes = dict.fromkeys(("yes", "no", "depends"), 0.0)
    voters = like_wordings(case, rulings, values=False)[:_VOTERS]
    for likeness, wording in voters:
        votes[wording.answer] += math.exp((likeness - voters[0].likeness) / _SHARP)
    cast = sum(votes.values()) or 1.0
    return WordingVotes(*(vote / cast for vote in votes.values()))


def like_wordings(case: PreparedQuestion, rulings: Mapping[str, float], *, values: bool) -> list[LikeWording]:
    """The wordings of the nearest rulings that ask for a value, or for yes or no, the most alike first."""
    nearest = [wordings_with(case.index.ruling(id_), values=values) for id_ in list(rulings)[:NEAREST]]
    weights = GramWeights(nearest)
    held = {gram: weights[gram] for gram in grams_of(case.question.text)}
    whole = math.sqrt(sum(held.values()))
    sharing = heapq.nlargest(_MEASURED, _sharing(nearest, held))
    found = []
    for _, order, place, shared in sharing:
        wordings = nearest[-order]
        length = math.sqrt(sum([weights[gram] for gram in wordings.gram_set(-place)]))
        found.append(LikeWording(shared / length / whole, wordings.questions[-place]))
    return sorted(found, key=lambda like: -like.likeness)


def _sharing(
    nearest: Sequence[Wordings], held: Mapping[str, float]
) -> Iterator[tuple[float, int, int, float]]:
    """Of each wording about how like it is, minus the places of its ruling and itself, and what it shares."""
    for order, wordings in enumerate(nearest):
        shared = added_up(wordings.with_gram, held, len(wordings.questions))
        for place, (value, count) in enumerate(zip(shared, wordings.lengths, strict=True)):
            if count:
                yield value / math.sqrt(count), -order, -place, value


class GramWeights(dict[str, float]):
    """What a gram counts among the wordings of some rulings: rare ones count more."""

    def __init__(self, nearest: Sequence[Wordings]) -> None:
        super().__init__()
        self._places = [each.with_gram for each in nearest]
        self._whole = sum(len(each.questions) for each in nearest)

    def __missing__(self, gram: str) -> float:
        count = sum([len(places[gram]) for places in self._places if gram in places])
        weight = self[gram] = (1 + math.log((1 + self._whole) / (1 + count))) ** 2
        return weight


def grams_of(text: str) -> frozenset[str]:
    """The words of a text, and each two that stand side by side.

    >>> sorted(grams_of("Can she ram?"))
    ['can', 'can she', 'ram', 'she', 'she ram']
    """
    return grams(words_of(text))
