"""Names as people type them, and the known name that was perhaps meant."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_DROPPED = dict.fromkeys(map(ord, "’‘“”"))
_NEAR = 0.6
_FEW = 30
_NAMES = 16_384  # whose folded forms are kept: every name of a library


@lru_cache(maxsize=_NAMES)
def folded(text: str) -> str:
    """Return a name as people type it: small letters, no accents or quotation marks, blanks for hyphens.

    >>> folded("L’Épée-du-Roi")
    'lepee du roi'
    """
    if not text.isascii():
        bare = unicodedata.normalize("NFKD", text.translate(_DROPPED))
        text = "".join(char for char in bare if not unicodedata.combining(char))
    plain = text.replace("'", "").replace('"', "").replace("`", "").replace("-", " ")
    return " ".join(plain.casefold().split())


def near(given: str, known: Iterable[str]) -> str:
    """Return the known name that was perhaps meant; nothing if none comes near."""
    by_form = {folded(name): name for name in reversed(list(known))}
    found = difflib.get_close_matches(folded(given), by_form, 1, _NEAR)
    return by_form[found[0]] if found else ""


def nearest(given: str, known: Iterable[str], values: Iterable[str] | None = None) -> str:
    """Return the end of a sentence: the known name that was perhaps meant, or all values if they are few."""
    names = list(known)
    if meant := near(given, names):
        return f"; did you mean {meant}?"
    *others, last = sorted(set(names if values is None else values), key=str.casefold)
    if len(others) >= _FEW:
        return "."
    return f"; it can be {', '.join(others)} or {last}." if others else f"; it can be {last}."
