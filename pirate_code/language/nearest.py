"""The known line nearest to one that does not parse, by the words they share; the word that was meant."""

from __future__ import annotations

import difflib
import re
from functools import cache

from pirate_code.glossary import builtin_lines, load_keywords

_ALIKE = 0.8
_GUESSES = 3
_SHORT = 4  # letters of a word that is not guessed at


@cache
def _known() -> list[tuple[str, frozenset[str]]]:
    return [(line, _words(line)) for line in builtin_lines()]


def _words(line: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z0-9+]+", line.lower()[:2_000]))


@cache
def _vocabulary() -> frozenset[str]:
    names = (keyword.name for keyword in load_keywords())
    return frozenset(
        word for text in (*builtin_lines(), *names) for word in re.findall(r"[a-z]+", text.lower())
    )


def spellings(word: str) -> list[str]:
    """Words of known lines that a misspelt one was perhaps meant to be, the likeliest first.

    >>> spellings("pined")
    ['pinned', 'printed']
    """
    given = word.lower().strip(".,;:!?'\"’")[:40]
    if len(given) < _SHORT or not given.isalpha() or given in _vocabulary():
        return []
    return difflib.get_close_matches(given, sorted(_vocabulary()), _GUESSES, _ALIKE)


def nearest(line: str) -> str | None:
    """The known line that shares most words; None when nothing much is shared.

    >>> nearest("Ship gets +S to the base move")
    'This ship gets +S to her base move.'
    """
    words = _words(line)
    best, score = None, 0.3
    for known, its_words in _known():
        shared = len(words & its_words) / (len(words | its_words) or 1)
        if shared > score:
            best, score = known, shared
    return best
