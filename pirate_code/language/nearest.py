"""The known line nearest to one that does not parse, by the words they share."""

from __future__ import annotations

import re
from functools import cache

from pirate_code.glossary import builtin_lines


@cache
def _known() -> list[tuple[str, frozenset[str]]]:
    return [(line, _words(line)) for line in builtin_lines()]


def _words(line: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z0-9+]+", line.lower()[:2_000]))


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
