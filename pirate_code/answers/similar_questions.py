"""How similar the question asked is to those that a ruling answers, by stems, other names and their order."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from pirate_code.answers.prepared_question import PreparedQuestion
from pirate_code.answers.ruling_index import Ruling
from pirate_code.answers.wording_index import Wordings, added_up, wordings_with
from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import compared, in_common_words, words_of

_STRANGE = 6.0  # how rare a word is that no ruling has
_ORDER = 0.2  # what it costs if the words that both have stand in another order
_FORMS = 32_768  # forms that are kept
_MEASURED = 12  # questions of a ruling that are measured
_GIVEN = 0.3  # what a word counts that only says in which case
_TOLD = re.compile(r".*[.!;]\s+")  # sentences before the one that asks
AGAINST = ("prevents", "protects-against", "excludes")  # relations that keep something from happening


@dataclass(frozen=True)
class QuestionForm:
    """A question as it is compared: its stems in their order, and those that only say in which case."""

    stems: tuple[str, ...]
    given: frozenset[str] = frozenset()  # "If a doctor saves him, ..."


def best_similarity(case: PreparedQuestion, ruling: Ruling) -> float:
    """The highest similarity between the question asked and those that a ruling answers.

    Only those are measured that share most with it, for how much both say.
    """
    form, rarity = form_asked(case), case.index.rarity
    counts = {word: _GIVEN if word in form.given else 1.0 for word in form.stems}
    whole = sum(rarity.get(word, _STRANGE) * count for word, count in counts.items())
    wanted = {word: rarity.get(word, _STRANGE) * (1 + count) for word, count in counts.items()}
    alike: list[tuple[float, int, str]] = []
    for wordings in (wordings_with(ruling, values=values) for values in (False, True)):
        shared = added_up(wordings.with_stem, wanted | _otherwise(case, wordings), len(wordings.questions))
        told = zip(shared, wordings.rarities(rarity), wordings.questions, strict=True)
        alike += [
            (part / (whole + all_), -place, each.question) for place, (part, all_, each) in enumerate(told)
        ]
    nearest = heapq.nlargest(_MEASURED, alike)
    return max((_similarity(case, form, form_of(text)) for _, _, text in nearest), default=0.0)


def _otherwise(case: PreparedQuestion, wordings: Wordings) -> dict[str, float]:
    """The stems by which some wordings call the things of a question otherwise: they stand for its own."""
    known, rarity = wordings.with_stem.keys(), case.index.rarity
    found: dict[str, float] = {}
    for spoken, names in case.called:
        own = sum(rarity.get(word, _STRANGE) for word in spoken)
        for name in names:
            if name <= known:
                found |= {word: rarity.get(word, _STRANGE) + own / len(name) for word in name - spoken}
    return found


def form_asked(case: PreparedQuestion) -> QuestionForm:
    """The form of the question that is asked."""
    question = case.question
    if question.asked:
        return _formed(question.words, _case_of(question.text))
    return QuestionForm(tuple(dict.fromkeys(case.words)))


@lru_cache(maxsize=_FORMS)
def form_of(text: str) -> QuestionForm:
    """The form of a question that a ruling answers."""
    return _formed(tuple(words_of(text)), _case_of(text))


def _case_of(text: str) -> tuple[str, ...]:
    """The words of a question that say in which case it is asked."""
    told = _TOLD.match(text)
    first, comma, _ = text[told.end() if told else 0 :].partition(",")
    words = tuple(words_of(first)) if comma else ()
    before = tuple(words_of(told[0])) if told else ()
    return before + words if words and words[0] in question_words().reading["subordinates"] else before


@lru_cache(maxsize=64)
def _formed(written: tuple[str, ...], case: tuple[str, ...]) -> QuestionForm:
    words = in_common_words(written)
    stems = compared(words)
    return QuestionForm(stems, frozenset(stems) - set(compared(words[len(in_common_words(case)) :])))


def _similarity(case: PreparedQuestion, one: QuestionForm, other: QuestionForm) -> float:
    """How similar two questions are by their words, rare ones counting more; things may have other names."""
    rarity = case.index.rarity
    shared = [word for word in one.stems if word in other.stems]
    here, there = set(shared), set(shared)
    for spoken, names in case.called:
        if not spoken <= here and (name := next((name for name in names if name <= set(other.stems)), None)):
            here |= spoken & set(one.stems)
            there |= name
    if not here:
        return 0.0

    def count(words: Iterable[str], form: QuestionForm) -> float:
        return sum(rarity.get(word, _STRANGE) * (_GIVEN if word in form.given else 1.0) for word in words)

    both = count(here, one) + count(there, other)
    whole = count(one.stems, one) + count(other.stems, other)
    pairs = list(combinations(shared, 2))
    crossed = sum(other.stems.index(first) > other.stems.index(second) for first, second in pairs)
    kept = 1 - _ORDER * crossed / len(pairs) if pairs else 1.0
    return both / whole * kept
