"""An index of the rulings of a library by word and by entry, for ranking them against a question."""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from pirate_code.answers.question_words import question_words
from pirate_code.answers.stemming import stem, words_of
from pirate_code.library.file_cache import cached_by_file

# How much a word counts by where it stands in a ruling.
_WEIGHTS = {"section": 3.0, "about": 1.5, "says": 1.0, "claims": 0.6, "line": 0.6}
_SATURATION, _LENGTH = 1.2, 0.5  # the two constants of BM25
_NAMES = 8192  # names whose words are kept: most stand in many claims


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
    """A question that a ruling answers: yes, no or depends."""

    ruling: str
    question: str
    answer: str
    condition: str | None


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
    asked: list[RulingQuestion] = field(default_factory=list)


@dataclass
class RulingIndex:
    """All rulings with a statement, and how rare each word and entry is among them."""

    rulings: dict[str, Ruling]
    rarity: dict[str, float]
    entry_rarity: dict[str, float]
    by_entry: dict[str, list[str]]
    by_word: dict[str, list[str]]
    names: dict[str, str]  # of entries
    sizes: dict[str, float]  # how long each ruling is, for the mean of all

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every word that rulings use."""
        return frozenset(word for ruling in self.rulings.values() for word in words_of(ruling.says))

    def nearness(self, words: Mapping[str, float]) -> dict[str, float]:
        """How near each ruling is to some weighed words, by BM25."""
        found: dict[str, float] = {}
        for word, weight in words.items():
            for id_ in self.by_word.get(word, ()):
                count = self.rulings[id_].words[word]
                length = 1 - _LENGTH + _LENGTH * self.sizes[id_]
                part = count * (_SATURATION + 1) / (count + _SATURATION * length)
                found[id_] = found.get(id_, 0.0) + weight * self.rarity[word] * part
        return found


@cached_by_file
def ruling_index(db: sqlite3.Connection) -> RulingIndex:
    """The index of the rulings of a library."""
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
            for part in (claim.subject, claim.object, claim.condition or ""):
                _weigh(rulings[claim.ruling].words, part, _WEIGHTS["claims"])
    statement = "SELECT ruling_id, question, answer, condition FROM asked ORDER BY ruling_id, position"
    for row in db.execute(statement):
        rulings[row[0]].asked.append(RulingQuestion(*row))
    names = "SELECT id, name FROM entries WHERE kind <> 'line' ORDER BY id"
    return _indexed(rulings, dict(db.execute(names)))


def _indexed(rulings: dict[str, Ruling], names: dict[str, str]) -> RulingIndex:
    by_word: dict[str, list[str]] = {}
    by_entry: dict[str, list[str]] = {}
    for ruling in rulings.values():
        for word in ruling.words:
            by_word.setdefault(word, []).append(ruling.id)
        entries = dict.fromkeys(ruling.about)
        for claim in ruling.claims:
            entries |= dict.fromkeys((claim.subject_id, claim.object_id))
        for entry in entries:
            by_entry.setdefault(entry, []).append(ruling.id)
    lengths = {id_: sum(ruling.words.values()) for id_, ruling in rulings.items()}
    mean = sum(lengths.values()) / max(1, len(lengths))
    return RulingIndex(
        rulings,
        _rarity(by_word, len(rulings)),
        _rarity(by_entry, len(rulings)),
        by_entry,
        by_word,
        names,
        {id_: length / mean for id_, length in lengths.items()},
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
    for word, count in _counted(text):
        words[word] = words.get(word, 0.0) + weight * count


@lru_cache(maxsize=_NAMES)
def _counted(text: str) -> tuple[tuple[str, int], ...]:
    """The stems of a text that are not empty, and how often each stands in it."""
    empty = question_words().empty
    found = Counter(map(stem, words_of(text)))
    return tuple((word, count) for word, count in found.items() if word not in empty)
