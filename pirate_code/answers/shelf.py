"""The rulings of a library as questions are held against them: words, what they are about, claims."""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pirate_code.answers.kept import kept
from pirate_code.answers.tables import tables
from pirate_code.answers.words import stem, words_of

# How much a word counts by where it stands in a ruling.
_WEIGHTS = {"section": 3.0, "about": 1.5, "says": 1.0, "claims": 0.6, "line": 0.6}
_SATURATION, _LENGTH = 1.2, 0.5  # the two constants of BM25


@dataclass(frozen=True)
class Claim:
    """A claim of a ruling."""

    ruling: str
    subject: str
    relation: str
    object: str
    holds: str
    condition: str | None
    subject_id: str
    object_id: str


@dataclass
class Ruling:
    """A ruling: its words, weighed by where they stand, and the entries that it is about."""

    id: str
    section: str
    says: str
    basic: bool  # a base rule, which the Code goes before
    words: dict[str, float] = field(default_factory=dict)
    heading: frozenset[str] = frozenset()  # stems of its section's name
    about: list[str] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)


@dataclass
class Shelf:
    """All rulings that say something, and how rare each word and entry is among them."""

    rulings: dict[str, Ruling]
    rarity: dict[str, float]
    entry_rarity: dict[str, float]
    by_entry: dict[str, list[str]]
    by_word: dict[str, list[str]]
    vocabulary: set[str]
    length: float

    def nearness(self, words: Mapping[str, float]) -> dict[str, float]:
        """How near each ruling is to some weighed words, by BM25."""
        found: dict[str, float] = {}
        for word, weight in words.items():
            for id_ in self.by_word.get(word, ()):
                ruling = self.rulings[id_]
                count = ruling.words[word]
                size = sum(ruling.words.values()) / self.length
                part = count * (_SATURATION + 1) / (count + _SATURATION * (1 - _LENGTH + _LENGTH * size))
                found[id_] = found.get(id_, 0.0) + weight * self.rarity[word] * part
        return found


@kept
def shelf_of(db: sqlite3.Connection) -> Shelf:
    """The rulings of a library."""
    rulings = {
        id_: Ruling(
            id_, section, says, part == "base rules", _weighed(section, says, line), _heading(section)
        )
        for id_, section, says, line, part in db.execute(
            "SELECT id, section, says, line, part FROM rulings WHERE says IS NOT NULL ORDER BY id"
        )
    }
    statement = (
        "SELECT ruling_id, entry_id, name FROM ruling_about JOIN entries ON entries.id = entry_id "
        "ORDER BY ruling_id, position"
    )
    for id_, entry, name in db.execute(statement):
        if id_ in rulings:
            rulings[id_].about.append(entry)
            _weigh(rulings[id_].words, name, _WEIGHTS["about"])
    columns = "ruling_id, subject, relation, object, holds, condition, subject_id, object_id"
    for row in db.execute(f"SELECT {columns} FROM claims ORDER BY ruling_id, position"):
        claim = Claim(*row)
        if claim.ruling in rulings:
            rulings[claim.ruling].claims.append(claim)
            said = f"{claim.subject} {claim.object} {claim.condition or ''}"
            _weigh(rulings[claim.ruling].words, said, _WEIGHTS["claims"])
    return _shelved(rulings)


def _shelved(rulings: dict[str, Ruling]) -> Shelf:
    by_word: dict[str, list[str]] = {}
    by_entry: dict[str, list[str]] = {}
    vocabulary: set[str] = set()
    for ruling in rulings.values():
        for word in ruling.words:
            by_word.setdefault(word, []).append(ruling.id)
        entries = dict.fromkeys(ruling.about)
        for claim in ruling.claims:
            entries |= dict.fromkeys((claim.subject_id, claim.object_id))
        for entry in entries:
            by_entry.setdefault(entry, []).append(ruling.id)
        vocabulary.update(words_of(ruling.says))
    length = sum(sum(ruling.words.values()) for ruling in rulings.values()) / max(1, len(rulings))
    return Shelf(
        rulings,
        _rarity(by_word, len(rulings)),
        _rarity(by_entry, len(rulings)),
        by_entry,
        by_word,
        vocabulary,
        length,
    )


def _rarity(found: Mapping[str, Iterable[str]], total: int) -> dict[str, float]:
    return {
        name: math.log(1 + total / (0.5 + count))
        for name, count in ((name, len(list(ids))) for name, ids in found.items())
    }


def _heading(section: str) -> frozenset[str]:
    return frozenset(map(stem, words_of(section)))


def _weighed(section: str, says: str, line: str | None) -> dict[str, float]:
    words: dict[str, float] = {}
    for text, place in ((section, "section"), (says, "says"), (line or "", "line")):
        _weigh(words, text, _WEIGHTS[place])
    return words


def _weigh(words: dict[str, float], text: str, weight: float) -> None:
    for word, count in Counter(map(stem, words_of(text))).items():
        if word not in tables().empty:
            words[word] = words.get(word, 0.0) + weight * count
