"""Words as they are matched: stems, synonyms replaced by a common word, spelling mistakes corrected."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cache, lru_cache

from pirate_code.core.naming import folded
from pirate_code.library.question_words import question_words

_WORD = re.compile(r"[a-z0-9+]+")
_ENDINGS = (
    *("ations", "ation", "ating", "ated", "ates", "ate", "ments", "ment", "ings", "ing", "ions", "ion"),
    *("ies", "ied", "ves", "es", "ed", "ly", "e", "s"),
)
_SHORTEST = 3  # letters of a stem
_SURE = 5  # letters of a word that may be a slip
_TEXTS = 32_768  # whose stems are kept
_GAP = " ... "  # where other words stand in a phrase
_BETWEEN = 6  # of them, at most
_LETTERS, _VOWELS = "abcdefghijklmnopqrstuvwxyz", "aeiouy"


def words_of(text: str) -> list[str]:
    """The words of a text, folded.

    >>> words_of("Can't the S-boarder act?")
    ['cant', 'the', 's', 'boarder', 'act']
    """
    return _WORD.findall(folded(text))


@cache
def stem(word: str) -> str:
    """A word without its ending, and the common word for it.

    >>> stem("ramming"), stem("rams"), stem("eliminated"), stem("elimination"), stem("killed")
    ('ram', 'ram', 'elimin', 'elimin', 'elimin')
    """
    common = question_words().words.get(word)
    if common is None:
        common = _common_words().get(_cut(word), word)
    return _cut(common)


@cache
def _common_words() -> dict[str, str]:
    """The common word for each word that has one, by the word without its ending."""
    single = {word: common for word, common in question_words().words.items() if " " not in word}
    return {_cut(word): common for word, common in single.items()}


@lru_cache(maxsize=_TEXTS)
def stems_of(text: str) -> tuple[str, ...]:
    """The stems of a text, each once, without words that say nothing.

    >>> stems_of("The ship rams a ship")
    ('ship', 'ram')
    """
    return tuple(dict.fromkeys(stem(word) for word in words_of(text) if word not in question_words().empty))


def compared(words: Iterable[str]) -> tuple[str, ...]:
    """The stems of words as they are compared, each once; a pair of opposites counts as one word."""
    left, sides = _left_out(), question_words().contraries
    stems = (f"~{sides[word][0]}" if word in sides else stem(word) for word in words if word not in left)
    return tuple(dict.fromkeys(stems))


@cache
def _left_out() -> frozenset[str]:
    known = question_words()
    return (known.empty | known.asking) - known.reading["many"]


def in_common_words(words: Sequence[str]) -> list[str]:
    """Words with every phrase that has a common word replaced by it.

    >>> in_common_words(["can", "he", "switch", "off", "eternal"])
    ['can', 'he', 'cancel', 'eternal']
    """
    text = f" {' '.join(words)} "
    by_first = question_words().phrases_by_first
    begun = {place for word in words for place in by_first.get(word, ())}
    for _, phrase, common in sorted(begun):
        text = _parted(text, phrase, common) if _GAP in phrase else text.replace(phrase, common)
    return text.split()


def _parted(text: str, phrase: str, common: str) -> str:
    """A text with the common word in place of a phrase whose two parts stand round a few other words.

    >>> _parted(" does it keep my ship from docking ", " keep ... from ", " prevent ")
    ' does it prevent my ship docking '
    """
    first, second = phrase.split(_GAP)
    return re.sub(rf"{first} ((?:\S+ ){{1,{_BETWEEN}}}?){second}", rf"{common}\1", text)


def _cut(word: str) -> str:
    if word.isdigit() or len(word) <= _SHORTEST:
        return word
    for ending in _ENDINGS:
        bare = word.removesuffix(ending)
        if bare == word or len(bare) < _SHORTEST or (ending == "s" and word.endswith(("ss", "us", "is"))):
            continue
        if ending in ("ies", "ied"):
            return bare + "y"
        doubled = len(bare) > _SHORTEST and bare[-1] == bare[-2] and bare[-1] not in "aeiouslf"
        return bare[:-1] if doubled else bare
    return word


def singular(word: str) -> str:
    """A name's word without the ending of a plural.

    >>> singular("galleys"), singular("canoes"), singular("bodies"), singular("compass")
    ('galley', 'canoe', 'body', 'compass')
    """
    if len(word) <= _SHORTEST or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > _SHORTEST + 2:
        return word[:-3] + "y"
    return word.removesuffix("s")


def spelt_right(word: str, known: Set[str]) -> str | None:
    """The known word that a misspelt one was meant to be; nothing if it is known, short, or no slip.

    >>> spelt_right("helmsmann", {"helmsman"}), spelt_right("shoves", {"shores"})
    ('helmsman', None)
    """
    forms = (word, singular(word), f"{word}s", f"{word}d")
    if len(word) < _SURE or word.isdigit() or any(form in known for form in forms):
        return None
    near = sorted({slip for slip in _slips(word) if slip in known and slip[0] == word[0]})
    return max(near, key=lambda each: difflib.SequenceMatcher(None, word, each).ratio(), default=None)


def _slips(word: str) -> Iterator[str]:
    """Every word that is one slip away: a letter too many or too few, two swapped, one vowel for another.

    The last letters are left alone: another ending makes another word. So does another consonant.
    """
    for place in range(1, len(word) + 1):
        head, tail = word[:place], word[place:]
        if tail and (len(tail) > 1 or tail == head[-1]):
            yield head + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        for letter in _LETTERS if tail else head[-1]:
            yield head + letter + tail
            if tail[1:] and tail[0] in _VOWELS and letter in _VOWELS:
                yield head + letter + tail[1:]
