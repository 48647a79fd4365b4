"""Scores whether the rulings mean yes or no: a weighted sum of signs.

A sign is the vote of a claim, by what is asked and what it claims, or the way in which a clause of the ruling
speaks: it denies, permits, commands, limits; or the vote of a question with a known answer that is like the
one asked. Positive signs stand for yes. The weights in db/weights.yaml were fitted by bench/fit_answers.py on
questions with known answers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from pirate_code.answers.claims import ScoredClaim
from pirate_code.answers.prepared_question import PreparedQuestion, share
from pirate_code.answers.ruling_clauses import Clause, clauses
from pirate_code.answers.ruling_index import Ruling
from pirate_code.answers.similar_questions import SimilarQuestion, signs_of_similar
from pirate_code.answers.votes import signs_of_votes
from pirate_code.answers.weights import weights
from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import stem, words_of

_SENTENCE = 0.25  # what the words of a sentence count for its clauses
_CLEAR = 6.0  # how much more the best clause counts than the next


def leaning(case: PreparedQuestion, claims: Sequence[ScoredClaim], likes: Sequence[SimilarQuestion]) -> float:
    """How much the rulings lean towards yes; a no is negative."""
    known = weights()
    lean = sum(known.get(name, 0.0) * value for name, value in signs(case, claims, likes).items())
    return -lean if case.question.denied else lean


def signs(
    case: PreparedQuestion, claims: Sequence[ScoredClaim], likes: Sequence[SimilarQuestion]
) -> dict[str, float]:
    """The signs that claims, like questions and the deciding ruling give, by name."""
    signs_by_name = signs_of_votes(case, claims) | signs_of_similar(case, likes)
    ruling = case.index.ruling(claims[0].claim.ruling)
    ruling_clauses = clauses(ruling.says)
    fits = {each: _fit(case, ruling, each) for each in ruling_clauses}
    main = [each for each in ruling_clauses if each.main] or list(ruling_clauses)
    best = max(main, key=fits.__getitem__)
    asked = manner(case)
    how = "permits" if best.permits else "commands" if best.commands else "states"
    signs_by_name[f"clause {asked} {how}"] = -1.0 if best.denies else 1.0
    signs_by_name["clauses"] = _weighed([(fits[each], -1.0 if each.denies else 1.0) for each in main])
    signs_by_name["ruling denies nothing"] = -1.0 if any(each.denies for each in ruling_clauses) else 1.0
    if best.limits:
        signs_by_name["clause limits"] = -1.0
    if question_words().reading["many"] & set(case.question.words):
        signs_by_name["many asked"] = -1.0 if any(each.limits for each in ruling_clauses) else 1.0
    ruling_stems, question_stems = (
        frozenset(map(stem, words)) for words in (words_of(ruling.says), case.question.words)
    )
    if ruling_stems & _stems("spares"):
        signs_by_name["ruling spares"] = -1.0
    if (question_stems & _stems("loses")) - ruling_stems:
        signs_by_name["loss asked"] = -1.0
    if asked == "must":
        signs_by_name["command asked"] = 1.0 if best.commands else -1.0
    return signs_by_name


def _fit(case: PreparedQuestion, ruling: Ruling, clause: Clause) -> float:
    words = case.beside(ruling)
    return share(case, words, clause.stems) + _SENTENCE * share(case, words, clause.sentence)


def _weighed(values: Sequence[tuple[float, float]]) -> float:
    """The mean of some values, those that are told best counting most."""
    best = max(fit for fit, _ in values)
    counts = [math.exp(_CLEAR * (fit - best)) for fit, _ in values]
    return sum(count * value for count, (_, value) in zip(counts, values, strict=True)) / sum(counts)


def manner(case: PreparedQuestion) -> str:
    """How a question asks: for leave, for a duty, what is, what happens, or only of two names."""
    words = case.question.words
    if not case.question.asked:
        return "names"
    for name in ("must", "can"):
        if _phrases(name) & set(words):
            return name
    return "is" if words and words[0] in ("is", "are", "isnt", "arent") else "does"


@cache
def _stems(name: str) -> frozenset[str]:
    return frozenset(map(stem, question_words().reading[name]))


@cache
def _phrases(name: str) -> frozenset[str]:
    return question_words().reading[f"asks {name}"]
