"""Whether rulings say yes to a question, by vectors of its words and of the rulings.

A reader beside those of statements and of wordings, and the only one that knows which words turn an answer
round: keep, lose, safe, too late. bench/fit_vectors.py learned that from the wordings of all rulings.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from pirate_code.answers.prepared_question import PreparedQuestion
from pirate_code.library.question_grams import question_grams


def odds_by_vectors(case: PreparedQuestion, rulings: Mapping[str, float]) -> float:
    """The logarithm of the odds of yes, by rulings that count so much; 0 if none of them has a vector."""
    asked = _vector(case)
    whole = odds = 0.0
    for id_, count in rulings.items():
        known = case.index.ruling_vector(id_)
        if known is not None and asked:
            product = sum(one * other for one, other in zip(asked, known.vector, strict=True))
            odds += count * (known.scale * product + known.bias)
            whole += count
    return odds / whole if whole else 0.0


def _vector(case: PreparedQuestion) -> Sequence[float]:
    """The vectors of the grams of a question together, rare ones counting more; none if none is known."""
    grams = case.index.gram_vectors(question_grams(case.question.text))
    if not grams:
        return ()
    length = math.sqrt(sum(rarity**2 for rarity, _ in grams))
    return [
        sum(rarity * number for (rarity, _), number in zip(grams, numbers, strict=True)) / length
        for numbers in zip(*(vector for _, vector in grams), strict=True)
    ]
