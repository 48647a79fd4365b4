"""The grams of a question: its stems alone and in pairs, and the words of the sentence that asks.

The reader of vectors knows a question by them; db/question_vectors.json has a vector for each that is common.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pirate_code.library.stemming import in_common_words, stem, words_of

_SENTENCES = re.compile(r"(?<=[.!?;:])\s+")
_NUMBER = "#"  # which number it is says nothing about yes or no


def question_grams(text: str) -> frozenset[str]:
    """Return the grams; those of the sentence that asks have a mark: its words, its beginning and its end.

    >>> sorted(question_grams("I tow 2 hulks. Can she ram?"))[:5]
    ['#', '# hulk', '$she ram', '?can', '?ram']
    """
    stems = [stem(word) for word in in_common_words(_words(text))]
    asking = _words(_SENTENCES.split(text)[-1])
    return frozenset(
        (
            *stems,
            *(f"{first} {second}" for first, second in pairwise(stems)),
            *(f"?{word}" for word in asking),
            *(_marked("^", asking[:length]) for length in (2, 3)),
            _marked("$", asking[-2:]),
        )
    )


def _words(text: str) -> list[str]:
    return [_NUMBER if word.isdigit() else word for word in words_of(text)]


def _marked(mark: str, words: Sequence[str]) -> str:
    return mark + " ".join(words)
