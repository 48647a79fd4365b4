"""What a search with misspelt words was perhaps meant to be."""

from __future__ import annotations

import difflib
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator

from pirate_code.core.query import All, Either, Filter, Query, Words, replaced
from pirate_code.library.file_cache import cached_by_file
from pirate_code.library.search_conditions import TABLES, match
from pirate_code.library.search_filters import ALIASES, FILTERS, InWords
from pirate_code.library.stemming import words_of

_NEAR = 0.75
_SHORTEST = 4  # letters of a word that may be misspelt
_LOOKED_AT = 6  # words that come near
_ALMOST = 0.02  # of likeness, that says nothing
_MOST = 4  # words that are put right


@cached_by_file
def known_words(db: sqlite3.Connection) -> Counter[str]:
    """Return every word of the names, rulings and ability lines of a library, and how often each stands."""
    texts = (
        "SELECT key FROM names WHERE type <> 'ability'",
        "SELECT word FROM ruling_spellings",
        "SELECT text FROM abilities",
    )
    words = (word for text in texts for (row,) in db.execute(text) for word in words_of(row))
    return Counter(word for word in words if len(word) >= _SHORTEST and word.isalpha())


def respelt(db: sqlite3.Connection, query: Query, text: str) -> str:
    """Return a search with its misspelt words put right; nothing if there is none, or none comes near."""
    right = text
    for word in list(dict.fromkeys(_words(query)))[:_MOST]:
        if _stands_somewhere(db, word):
            continue
        if meant := _nearest(word, known_words(db)):
            right = replaced(right, word, meant) or right
    return right if right != text else ""


def _nearest(word: str, known: Counter[str]) -> str:
    """Return the known word that comes nearest; of several that come almost as near, the most common."""
    near = difflib.get_close_matches(word, known, _LOOKED_AT, _NEAR)
    likeness = {each: difflib.SequenceMatcher(None, word, each).ratio() for each in near}
    best = [each for each in near if likeness[each] >= likeness[near[0]] - _ALMOST]
    return max(best, key=known.__getitem__, default="")


def _words(query: Query) -> Iterator[str]:
    """Yield the words that a row should have, somewhere or where a filter looks for words."""
    match query:
        case Words(text, prefix=False):
            yield from (word for word in re.findall(r"\w+", text.lower()) if len(word) >= _SHORTEST)
        case Filter(name, ":" | "=", values):
            kind = FILTERS.get(ALIASES.get(name, name))
            if kind is not None and isinstance(kind.conditions, InWords):
                for value in values:
                    yield from _words(Words(value))
        case All(terms) | Either(terms):
            for term in terms:
                yield from _words(term)


def _stands_somewhere(db: sqlite3.Connection, word: str) -> bool:
    return any(
        db.execute(
            f"SELECT 1 FROM {table}_fts WHERE {table}_fts MATCH ? LIMIT 1", (match(Words(word)),)
        ).fetchone()
        for table in TABLES.values()
    )
