"""Whether what the rulings say comes to a yes or a no: signs, each with a weight, added up.

A sign is the vote of a claim, by what is asked and what it claims, or the way in which a clause of the ruling
speaks: it denies, permits, commands, limits; or the vote of a question with a known answer that is like the
one asked. Positive signs stand for yes. The weights in db/weights.yaml were fitted by bench/fit_answers.py on
questions with known answers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from pirate_code.answers.alike import Alike, signs_of_alike
from pirate_code.answers.case import Case, share
from pirate_code.answers.claims import Weighed
from pirate_code.answers.reading import Clause, clauses
from pirate_code.answers.shelf import Ruling
from pirate_code.answers.tables import tables
from pirate_code.answers.votes import signs_of_votes
from pirate_code.answers.words import stem, words_of
from pirate_code.data import folder, load_yaml

_SENTENCE = 0.25  # what the words of a sentence count for its clauses
_CLEAR = 6.0  # how much more the best clause counts than the next


def leaning(case: Case, claims: Sequence[Weighed], likes: Sequence[Alike]) -> float:
    """How much the rulings lean towards yes; a no is negative."""
    known = weights()
    lean = sum(known.get(name, 0.0) * value for name, value in signs(case, claims, likes).items())
    return -lean if case.question.denied else lean


def signs(case: Case, claims: Sequence[Weighed], likes: Sequence[Alike]) -> dict[str, float]:
    """The signs that claims, like questions and the deciding ruling give, by name."""
    found = signs_of_votes(case, claims) | signs_of_alike(case, likes)
    ruling = case.shelf.rulings[claims[0].claim.ruling]
    said = clauses(ruling.says)
    told = {each: _told(case, ruling, each) for each in said}
    main = [each for each in said if each.main] or list(said)
    best = max(main, key=told.__getitem__)
    asked = manner(case)
    how = "permits" if best.permits else "commands" if best.commands else "states"
    found[f"clause {asked} {how}"] = -1.0 if best.denies else 1.0
    found["clauses"] = _weighed([(told[each], -1.0 if each.denies else 1.0) for each in main])
    found["ruling denies nothing"] = -1.0 if any(each.denies for each in said) else 1.0
    if best.limits:
        found["clause limits"] = -1.0
    if tables().reading["many"] & set(case.question.words):
        found["many asked"] = -1.0 if any(each.limits for each in said) else 1.0
    told_of, asked_of = (
        frozenset(map(stem, words)) for words in (words_of(ruling.says), case.question.words)
    )
    if told_of & _stems("spares"):
        found["ruling spares"] = -1.0
    if (asked_of & _stems("loses")) - told_of:
        found["loss asked"] = -1.0
    if asked == "must":
        found["command asked"] = 1.0 if best.commands else -1.0
    return found


def _told(case: Case, ruling: Ruling, clause: Clause) -> float:
    words = case.beside(ruling)
    return share(case, words, clause.stems) + _SENTENCE * share(case, words, clause.sentence)


def _weighed(values: Sequence[tuple[float, float]]) -> float:
    """The mean of some values, those that are told best counting most."""
    best = max(told for told, _ in values)
    counts = [math.exp(_CLEAR * (told - best)) for told, _ in values]
    return sum(count * value for count, (_, value) in zip(counts, values, strict=True)) / sum(counts)


def manner(case: Case) -> str:
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
    return frozenset(map(stem, tables().reading[name]))


@cache
def _phrases(name: str) -> frozenset[str]:
    return tables().reading[f"asks {name}"]


@cache
def weights() -> dict[str, float]:
    """What each sign counts, from db/weights.yaml."""
    document = load_yaml(folder("db") / "weights.yaml")
    data = document.data
    if not isinstance(data, dict) or not all(isinstance(value, int | float) for value in data.values()):
        raise document.error("the file gives every sign a number")
    return {str(name): float(value) for name, value in data.items()}
