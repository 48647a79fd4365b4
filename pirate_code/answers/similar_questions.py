"""Finds the questions answered by rulings that are most similar to the one asked; their answers vote."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from pirate_code.answers.prepared_question import PreparedQuestion
from pirate_code.answers.question import is_denied, relation_of
from pirate_code.answers.ruling_index import Ruling, RulingQuestion
from pirate_code.answers.voice import is_turned
from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import in_common_words, stem, words_of

_VOTERS = 8  # questions that vote
_SHARP = 0.08  # how fast a vote gets lighter as its question is less alike
_STRANGE = 6.0  # how rare a word is that no ruling has
_ORDER = 0.2  # what it costs if the words that both have stand in another order
_BASIC = 0.9  # the Code goes before the base rules
_FORMS = 16384  # forms that are kept
_OPEN = 0.7  # the share of votes that leaves a question open
_ASKS_THE_SAME = 0.8  # the similarity that the best one needs for that
_GIVEN = 0.3  # what a word counts that only says in which case
_TOLD = re.compile(r".*[.!;]\s+")  # sentences before the one that asks
AGAINST = ("prevents", "protects-against", "excludes")  # relations that keep something from happening


@dataclass(frozen=True)
class QuestionForm:
    """A question as it is compared: its stems in their order, how it asks, and whether it denies."""

    stems: tuple[str, ...]
    manner: str
    denied: bool
    sides: frozenset[tuple[str, bool]] = frozenset()  # matters that words and contraries speak of
    given: frozenset[str] = frozenset()  # stems that only say in which case: "If a doctor saves him, ..."


@dataclass(frozen=True)
class SimilarQuestion:
    """A question that a ruling answers, how similar it is to the one asked, and the weight of its vote."""

    asked: RulingQuestion
    form: QuestionForm
    similarity: float
    vote: float
    turned: bool  # it asks for the contrary: whether a thing is lost, not whether it is kept


def best_similarity(case: PreparedQuestion, ruling: Ruling) -> float:
    """The highest similarity between the question asked and those that a ruling answers."""
    form = form_asked(case)
    return max((_similarity(case, form, form_of(each.question))[0] for each in ruling.asked), default=0.0)


def most_similar(case: PreparedQuestion, rulings: Iterable[str]) -> list[SimilarQuestion]:
    """The questions most similar to the one asked, of some rulings; the best first."""
    form = form_asked(case)
    frame = case.question.frame
    similar = []
    for ruling in map(case.index.ruling, rulings):
        for each in ruling.asked:
            if frame is not None and is_turned(frame.asked, each.question):
                continue
            value, turned = _similarity(case, form, form_of(each.question))
            similar.append((value * (_BASIC if ruling.place.basic else 1.0), turned, each))
    best = sorted(similar, key=lambda one: -one[0])[:_VOTERS]
    shares = [math.exp((value - best[0][0]) / _SHARP) for value, _, _ in best]
    return [
        SimilarQuestion(each, form_of(each.question), value, share / sum(shares), turned)
        for (value, turned, each), share in zip(best, shares, strict=True)
    ]


def depends_on(similar: Sequence[SimilarQuestion]) -> str | None:
    """What an answer depends on, if nearly the same question has that answer."""
    depend = [each for each in similar if each.asked.answer == "depends"]
    if not depend or similar[0].similarity < _ASKS_THE_SAME or sum(each.vote for each in depend) < _OPEN:
        return None
    return depend[0].asked.condition


def form_asked(case: PreparedQuestion) -> QuestionForm:
    """The form of the question that is asked."""
    question = case.question
    if question.asked:
        return _formed(question.words, question.denied, _case_of(question.text))
    return QuestionForm(tuple(dict.fromkeys(case.words)), "names", denied=False)


@lru_cache(maxsize=_FORMS)
def form_of(text: str) -> QuestionForm:
    """The form of a question that a ruling answers."""
    return _formed(tuple(words_of(text)), is_denied(text), _case_of(text))


def _case_of(text: str) -> tuple[str, ...]:
    """The words of a question that say in which case it is asked."""
    told = _TOLD.match(text)
    first, comma, _ = text[told.end() if told else 0 :].partition(",")
    words = tuple(words_of(first)) if comma else ()
    before = tuple(words_of(told[0])) if told else ()
    return before + words if words and words[0] in question_words().reading["subordinates"] else before


@lru_cache(maxsize=64)
def _formed(written: tuple[str, ...], denied: bool, case: tuple[str, ...]) -> QuestionForm:
    words = in_common_words(written)
    main = words[len(in_common_words(case)) :]
    sides = {known for word in words if (known := question_words().contraries.get(word)) is not None}
    stems = _stems(words)
    given = frozenset(stems) - set(_stems(main))
    return QuestionForm(stems, _manner(main), denied, frozenset(sides), given)


def _stems(words: Iterable[str]) -> tuple[str, ...]:
    """The words as they are compared, each once; a pair of opposites counts as one word."""
    known = question_words()
    left = (known.empty | known.asking) - known.reading["many"]
    sides = known.contraries
    stems = (f"~{sides[word][0]}" if word in sides else stem(word) for word in words if word not in left)
    return tuple(dict.fromkeys(stems))


def _manner(words: Sequence[str]) -> str:
    """How a question asks: for a duty, for leave not to do it, against something, or for it."""
    text = f" {' '.join(words)} "
    for manner in ("optional", "must"):
        if any(f" {phrase} " in text for phrase in question_words().manners[manner]):
            return manner
    return "against" if relation_of(text) in AGAINST else "for"


def _similarity(case: PreparedQuestion, one: QuestionForm, other: QuestionForm) -> tuple[float, bool]:
    """How similar two questions are by their words, rare ones counting more, and whether one is the contrary.

    A thing may be called otherwise, and what one keeps the other may lose.
    """
    rarity = case.index.rarity
    shared = [word for word in one.stems if word in other.stems]
    here, there = set(shared), set(shared)
    for spoken, names in case.called:
        if not spoken <= here and (name := next((name for name in names if name <= set(other.stems)), None)):
            here |= spoken & set(one.stems)
            there |= name
    if not here:
        return 0.0, False

    def count(words: Iterable[str], form: QuestionForm) -> float:
        return sum(rarity.get(word, _STRANGE) * (_GIVEN if word in form.given else 1.0) for word in words)

    both = count(here, one) + count(there, other)
    whole = count(one.stems, one) + count(other.stems, other)
    pairs = list(combinations(shared, 2))
    crossed = sum(other.stems.index(first) > other.stems.index(second) for first, second in pairs)
    kept = 1 - _ORDER * crossed / len(pairs) if pairs else 1.0
    return both / whole * kept, any((matter, not affirms) in other.sides for matter, affirms in one.sides)
