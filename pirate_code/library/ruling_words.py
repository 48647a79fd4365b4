"""The words of rulings as a library stores them, so that nobody weighs them again for every question.

How near a ruling is to a word follows BM25: rare words count more, and a word says less in a long ruling.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from pirate_code.library import tables
from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import stem, words_of

# How much a word counts by where it stands in a ruling.
_WEIGHTS = {"section": 3.0, "about": 1.5, "says": 1.0, "claims": 0.6, "line": 0.6, "asked": 0.3}
_SATURATION, _LENGTH = 1.2, 0.5  # the two constants of BM25
_NAMES = 8192  # names whose words are kept: most stand in many claims


def ruling_word_rows(db: sqlite3.Connection) -> list[tables.Values]:
    """Return the stems of every ruling with a statement, and how much each says about that ruling."""
    return [
        tables.values(tables.RulingWord, word=word, ruling_id=id_, weight=weight)
        for word, id_, weight in sorted(_word_weights(db))
    ]


def _word_weights(db: sqlite3.Connection) -> Iterator[tuple[str, str, float]]:
    rulings = _weighed_words(db)
    lengths = {id_: sum(words.values()) for id_, words in rulings.items()}
    mean = sum(lengths.values()) / max(1, len(lengths))
    for id_, words in rulings.items():
        length = 1 - _LENGTH + _LENGTH * (lengths[id_] / mean)
        for word, count in words.items():
            yield word, id_, count * (_SATURATION + 1) / (count + _SATURATION * length)


def spelling_rows(db: sqlite3.Connection) -> Iterator[tables.Values]:
    """Yield every word that rulings use, as it is spelt."""
    statements = db.execute("SELECT says FROM rulings WHERE says IS NOT NULL")
    for word in sorted({word for (says,) in statements for word in words_of(says)}):
        yield tables.values(tables.RulingSpelling, word=word)


def _weighed_words(db: sqlite3.Connection) -> dict[str, dict[str, float]]:
    """The stems of every ruling, each weighed by where it stands and how often."""
    rulings: dict[str, dict[str, float]] = {}
    statement = "SELECT id, section, says, line FROM rulings WHERE says IS NOT NULL ORDER BY id"
    for id_, section, says, line in db.execute(statement):
        words = rulings[id_] = {}
        for text, place in ((section, "section"), (says, "says"), (line or "", "line")):
            _weigh(words, text, _WEIGHTS[place])
    statement = (
        "SELECT ruling_id, name FROM ruling_about JOIN entries ON entries.id = entry_id "
        "ORDER BY ruling_id, position"
    )
    for id_, name in db.execute(statement):
        if id_ in rulings:
            _weigh(rulings[id_], name, _WEIGHTS["about"])
    statement = "SELECT ruling_id, subject, object, condition FROM claims ORDER BY ruling_id, position"
    for id_, *parts in db.execute(statement):
        if id_ in rulings:
            for part in parts:
                _weigh(rulings[id_], part or "", _WEIGHTS["claims"])
    for id_, question in db.execute("SELECT ruling_id, question FROM asked ORDER BY ruling_id, position"):
        if id_ in rulings:
            _weigh(rulings[id_], question, _WEIGHTS["asked"])
    return rulings


def _weigh(words: dict[str, float], text: str, weight: float) -> None:
    for word, count in _counted(text):
        words[word] = words.get(word, 0.0) + weight * count


@lru_cache(maxsize=_NAMES)
def _counted(text: str) -> tuple[tuple[str, int], ...]:
    """The stems of a text that are not empty, and how often each stands in it."""
    empty = question_words().empty
    found = Counter(map(stem, words_of(text)))
    return tuple((word, count) for word, count in found.items() if word not in empty)
