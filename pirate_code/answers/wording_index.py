"""The questions that a ruling answers (its wordings), by the stems and grams that they have.

A ruling has many wordings, and few are like a question. Here is found which share most with it, by adding up
what each shares. Only those are compared in full: as statements (comparison.py), as questions
(similar_questions.py) and by their bare words (wordings.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from sys import intern

from pirate_code.answers.ruling_index import Ruling, RulingQuestion
from pirate_code.library.stemming import compared, in_common_words, words_of

_KEPT = 4_096  # rulings whose wordings are kept: all of them


class Wordings:
    """Some questions, each known by its place among them, and which of them have a stem or a gram."""

    def __init__(self, questions: Sequence[RulingQuestion]) -> None:
        self.questions = questions
        self._rarities: list[float] | None = None
        self._words = [list(map(intern, words_of(each.question))) for each in questions]

    @cached_property
    def with_stem(self) -> dict[str, tuple[int, ...]]:
        """The questions that have a stem, for each stem."""
        return _places(self._stems)

    @cached_property
    def stem_counts(self) -> list[int]:
        """How many stems each question has."""
        return list(map(len, self._stems))

    def rarities(self, rarity: Mapping[str, float]) -> list[float]:
        """How rare the stems of each question are together; they are added up once, for its library."""
        if self._rarities is None:
            weights = {word: rarity.get(word, 0.0) for word in self.with_stem}
            self._rarities = added_up(self.with_stem, weights, len(self.questions))
        return self._rarities

    @cached_property
    def _stems(self) -> list[tuple[str, ...]]:
        return [compared(in_common_words(words)) for words in self._words]

    @cached_property
    def with_gram(self) -> dict[str, tuple[int, ...]]:
        """The questions that have a word, or two that stand side by side, for each of these."""
        return _places(grams(words) for words in self._words)

    @cached_property
    def lengths(self) -> list[int]:
        """How many words each question has."""
        return list(map(len, self._words))

    def gram_set(self, place: int) -> frozenset[str]:
        """The words of a question, and each two that stand side by side."""
        return grams(self._words[place])


def added_up(
    places: Mapping[str, Sequence[int]], weights: Mapping[str, float], questions: int
) -> list[float]:
    """What the weighed stems or grams that each question has come to."""
    sums = [0.0] * questions
    for word, weight in weights.items():
        for place in places.get(word, ()):
            sums[place] += weight
    return sums


@lru_cache(maxsize=_KEPT)
def wordings_with(ruling: Ruling, *, values: bool) -> Wordings:
    """The questions that a ruling answers by a value, or those that it answers by yes, no or depends."""
    return Wordings([each for each in ruling.asked if (each.answer == "value") is values])


def grams(words: Sequence[str]) -> frozenset[str]:
    """Words, and each two that stand side by side."""
    return frozenset(words).union([f"{first} {second}" for first, second in pairwise(words)])


def _places(having: Iterable[Iterable[str]]) -> dict[str, tuple[int, ...]]:
    found: dict[str, list[int]] = defaultdict(list)
    for place, each in enumerate(having):
        for word in each:
            found[word].append(place)
    return {word: tuple(places) for word, places in found.items()}
