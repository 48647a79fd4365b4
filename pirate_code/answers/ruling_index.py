"""The rulings of a library by word and by entry, for ranking them against a question.

The library holds the index. What a question needs of it is read once and kept while the library is the same.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pirate_code.library.file_cache import cached_by_file
from pirate_code.library.stemming import stem, words_of

_WITH_ENTRY = (
    "SELECT ruling_id, max(is_about) FROM ("
    "SELECT ruling_id, 1 AS is_about FROM ruling_about WHERE entry_id = :entry"
    " UNION ALL SELECT ruling_id, 0 FROM claims WHERE subject_id = :entry"
    " UNION ALL SELECT ruling_id, 0 FROM claims WHERE object_id = :entry"
    ") JOIN rulings ON rulings.id = ruling_id WHERE says IS NOT NULL GROUP BY ruling_id ORDER BY ruling_id"
)
_CLAIMS = (
    "SELECT ruling_id, subject, relation, object, holds, condition, subject_id, object_id"
    " FROM claims WHERE ruling_id = ? ORDER BY position"
)


class Claim(NamedTuple):
    """A claim of a ruling."""

    ruling: str
    subject: str
    relation: str
    object: str
    holds: str
    condition: str | None
    subject_id: str
    object_id: str


class RulingQuestion(NamedTuple):
    """A question that a ruling answers: yes, no, depends, or a value."""

    ruling: str
    question: str
    answer: str
    condition: str | None
    value: str | None = None


class Entry(NamedTuple):
    """Something that rulings are about: what kind of thing it is, and its name."""

    kind: str
    name: str


class Place(NamedTuple):
    """Where a ruling stands."""

    section: str
    basic: bool  # it is a base rule, which the Code goes before


class GramVector(NamedTuple):
    """A word, or two, of a question: how rare it is, and its vector."""

    rarity: float
    vector: Sequence[int]


class RulingVector(NamedTuple):
    """How a ruling answers: yes to questions whose vector points the way of its own."""

    bias: float
    scale: float
    vector: Sequence[int]


@dataclass(frozen=True, eq=False)
class Ruling:
    """A ruling: what it says, claims and answers. Each is read once, so it is known by itself."""

    says: str
    place: Place
    heading: frozenset[str]  # stems of its section's name
    claims: tuple[Claim, ...]
    asked: tuple[RulingQuestion, ...]


@dataclass(frozen=True)
class _Read:
    """What was read of the index of one library."""

    places: dict[str, Place]  # of all rulings with a statement
    rarity: dict[str, float]  # of all words
    rulings: dict[str, Ruling] = field(default_factory=dict)
    near_word: dict[str, list[tuple[str, float]]] = field(default_factory=dict)
    with_word: dict[str, frozenset[str]] = field(default_factory=dict)
    with_entry: dict[str, list[tuple[str, bool]]] = field(default_factory=dict)
    about: dict[str, list[Entry]] = field(default_factory=dict)


class RulingIndex:
    """All rulings with a statement, and how rare each word and entry is among them."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._read = _read(db)

    @property
    def places(self) -> Mapping[str, Place]:
        """Where each ruling stands."""
        return self._read.places

    @property
    def rarity(self) -> Mapping[str, float]:
        """How rare each word is."""
        return self._read.rarity

    def entry_rarity(self, entry: str) -> float:
        """How rare an entry is."""
        return _rarity(len(self.with_entry(entry)), len(self.places))

    def with_entry(self, entry: str) -> list[tuple[str, bool]]:
        """The rulings that claim something of an entry, and whether they are about it."""
        known = self._read.with_entry
        if entry not in known:
            rows = self._db.execute(_WITH_ENTRY, {"entry": entry})
            known[entry] = [(id_, bool(about)) for id_, about in rows]
        return known[entry]

    def ruling(self, id_: str) -> Ruling:
        """A ruling with all that it claims."""
        known = self._read.rulings
        if id_ not in known:
            known[id_] = self._ruling(id_)
        return known[id_]

    def _ruling(self, id_: str) -> Ruling:
        place = self.places[id_]
        (says,) = self._db.execute("SELECT says FROM rulings WHERE id = ?", (id_,)).fetchone()
        asked = self._db.execute(
            "SELECT ruling_id, question, answer, condition, value FROM asked WHERE ruling_id = ?"
            " ORDER BY position",
            (id_,),
        )
        return Ruling(
            says,
            place,
            frozenset(map(stem, words_of(place.section))),
            tuple(Claim(*row) for row in self._db.execute(_CLAIMS, (id_,))),
            tuple(RulingQuestion(*row) for row in asked),
        )

    def about(self, ruling: str) -> list[Entry]:
        """What a ruling is about."""
        known = self._read.about
        if ruling not in known:
            statement = (
                "SELECT kind, name FROM ruling_about JOIN entries ON entries.id = entry_id"
                " WHERE ruling_id = ? ORDER BY position"
            )
            known[ruling] = [Entry(*row) for row in self._db.execute(statement, (ruling,))]
        return known[ruling]

    def entries(self, ids: Iterable[str]) -> list[Entry]:
        """The entries of some ids."""
        statement = "SELECT kind, name FROM entries WHERE id = ?"
        return [Entry(*row) for id_ in ids for row in self._db.execute(statement, (id_,))]

    def entry_names(self, entries: Mapping[str, float]) -> list[str]:
        """What some entries are called; a line has no name."""
        statement = "SELECT name FROM entries WHERE kind <> 'line' AND id = ?"
        rows = (self._db.execute(statement, (entry,)).fetchone() for entry in entries)
        return [row[0] for row in rows if row is not None]

    def entry_called(self, name: str) -> str | None:
        """The entry of a name."""
        row = self._db.execute("SELECT id FROM entries WHERE kind <> 'line' AND name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def vocabulary(self) -> frozenset[str]:
        """Every word that rulings use, as it is spelt."""
        return _vocabulary(self._db)

    def nearness(self, words: Mapping[str, float]) -> dict[str, float]:
        """How near each ruling is to some weighed words."""
        found: dict[str, float] = {}
        for word, weight in words.items():
            for id_, part in self._near_word(word):
                found[id_] = found.get(id_, 0.0) + weight * self.rarity[word] * part
        return found

    def has(self, ruling: str, word: str) -> bool:
        """Whether a ruling, a question that it answers, or its heading has a word."""
        self._near_word(word)
        return ruling in self._read.with_word[word]

    def gram_vectors(self, grams: Iterable[str]) -> list[GramVector]:
        """The vectors of those grams of a question that have one."""
        statement = "SELECT rarity, vector FROM gram_vectors WHERE gram = ?"
        rows = (self._db.execute(statement, (gram,)).fetchone() for gram in sorted(grams))
        return [GramVector(row[0], memoryview(row[1]).cast("b")) for row in rows if row is not None]

    def ruling_vector(self, ruling: str) -> RulingVector | None:
        """The vector of a ruling, if it has one."""
        statement = "SELECT bias, scale, vector FROM ruling_vectors WHERE ruling_id = ?"
        row = self._db.execute(statement, (ruling,)).fetchone()
        return None if row is None else RulingVector(row[0], row[1], memoryview(row[2]).cast("b"))

    def _near_word(self, word: str) -> list[tuple[str, float]]:
        known = self._read.near_word
        if word not in known:
            statement = "SELECT ruling_id, weight FROM ruling_words WHERE word = ? ORDER BY ruling_id"
            known[word] = [(id_, weight) for id_, weight in self._db.execute(statement, (word,))]
            self._read.with_word[word] = frozenset(id_ for id_, _ in known[word])
        return known[word]


def _rarity(count: int, total: int) -> float:
    """How rare a word or entry is that so many of all rulings have."""
    return math.log(1 + total / (0.5 + count))


@cached_by_file
def _read(db: sqlite3.Connection) -> _Read:
    rows = db.execute("SELECT id, section, part = 'base rules' FROM rulings WHERE says IS NOT NULL")
    places = {id_: Place(section, bool(basic)) for id_, section, basic in rows}
    counts = db.execute("SELECT word, count(*) FROM ruling_words GROUP BY word")
    return _Read(places, {word: _rarity(count, len(places)) for word, count in counts})


@cached_by_file
def _vocabulary(db: sqlite3.Connection) -> frozenset[str]:
    return frozenset(word for (word,) in db.execute("SELECT word FROM ruling_spellings"))
