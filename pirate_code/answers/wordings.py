"""What the wordings most like a question say, by the bare words and the pairs of words that both have.

A reader beside that of statements, and a simple one: it knows no stems, names, deeds or directions, only
how rare each word and pair is among the wordings of the nearest rulings. So it errs elsewhere, and where
both agree a verdict is surer.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pirate_code.answers.prepared_question import PreparedQuestion
from pirate_code.answers.ruling_index import RulingQuestion
from pirate_code.library.stemming import words_of

NEAREST = 30  # rulings whose wordings are looked at
_VOTERS = 50  # wordings that vote
_SHARP = 0.06  # how fast a vote gets lighter as its wording is less alike
_FEW = 0.05  # what yes and no have before any vote
_KEPT = 32_768  # wordings


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
    nearest = list(rulings)[:NEAREST]
    asked = [
        each for id_ in nearest for each in case.index.ruling(id_).asked if (each.answer == "value") is values
    ]
    held = grams_of(case.question.text)
    grams = [grams_of(each.question) for each in asked]
    counts = Counter(gram for each in grams for gram in each)
    weights = {gram: (1 + math.log((1 + len(asked)) / (1 + count))) ** 2 for gram, count in counts.items()}
    strange = (1 + math.log(1 + len(asked))) ** 2
    whole = math.sqrt(sum(weights.get(gram, strange) for gram in held))
    found = []
    for wording, each in zip(asked, grams, strict=True):
        shared = sum(weights[gram] for gram in each & held)
        found.append(LikeWording(shared / math.sqrt(sum(weights[gram] for gram in each)) / whole, wording))
    return sorted(found, key=lambda like: -like.likeness)


@lru_cache(maxsize=_KEPT)
def grams_of(text: str) -> frozenset[str]:
    """The words of a text, and each two that stand side by side.

    >>> sorted(grams_of("Can she ram?"))
    ['can', 'can she', 'ram', 'she', 'she ram']
    """
    words = words_of(text)
    return frozenset(words).union(f"{first} {second}" for first, second in pairwise(words))
