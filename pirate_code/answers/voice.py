"""Who does a deed and to whom it is done: "can she be rammed?" is not answered by "she may ram"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import in_common_words, stem, words_of

_BEFORE = 2  # words between which the passive is told: "be rammed", "be safely rammed"
_KEPT = 32_768  # texts
_QUESTIONS = 64


def is_turned(asked: tuple[str, ...], text: str) -> bool:
    """Whether a question asks what is done to a thing, and a text only tells that the thing does it."""
    suffered = _suffered(asked)
    return bool(suffered) and any(_does(_words(text), deed, subject) for deed, subject in suffered)


@lru_cache(maxsize=_KEPT)
def _words(text: str) -> tuple[str, ...]:
    """The words of a text as they are compared."""
    return tuple(in_common_words(words_of(text)))


@lru_cache(maxsize=_QUESTIONS)
def _suffered(spoken: tuple[str, ...]) -> list[tuple[str, frozenset[str]]]:
    """The deeds that a question asks about in the passive, each with the things to which they are done."""
    asked = in_common_words(spoken)
    known = question_words()
    left = known.empty | known.asking
    return [
        (stem(word), frozenset(stem(each) for each in asked[:place] if each not in left))
        for place, word in enumerate(asked)
        if _is_directed(word) and _is_passive(asked, place)
    ]


def _does(words: Sequence[str], deed: str, subject: frozenset[str]) -> bool:
    """Whether words tell a deed of a thing in the active, and nowhere that it is done to anything."""
    places = [place for place, word in enumerate(words) if stem(word) == deed]
    if not places or any(_is_passive(words, place) for place in places):
        return False
    first, last = places[0], places[-1]
    before, after = ({stem(word) for word in part} for part in (words[:first], words[last + 1 :]))
    return bool(subject) and subject <= before and not subject & after


def _is_directed(word: str) -> bool:
    return stem(word) in {stem(each) for each in question_words().reading["directed"]}


def _is_passive(words: Sequence[str], place: int) -> bool:
    """Whether a verb stands in the passive: a participle soon after a form of to be."""
    participle = words[place].endswith("ed") or words[place] == "shot"
    being = question_words().reading["being"]
    return participle and bool(being & set(words[max(0, place - _BEFORE) : place]))
