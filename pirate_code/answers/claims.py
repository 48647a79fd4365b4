"""What the rulings claim: claims and rulings weighed by how well they answer a question."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from pirate_code.answers.question import Question, stand_ins
from pirate_code.answers.reading import clauses
from pirate_code.answers.shelf import Claim, Ruling, Shelf, shelf_of
from pirate_code.answers.tables import tables
from pirate_code.answers.words import stem, words_of
from pirate_code.library.lookup import Meaning

# How near a thing is to what a claim speaks of: itself, what it is called, what its line says, its keywords.
_ITSELF, _CALLED, _LINE, _KEYWORD = 1.0, 0.9, 0.8, 0.7
_ABOUT, _CLAIMED = 1.0, 0.7  # a ruling is about a thing, or only claims something of it
_BASIC = 0.65  # the Code goes before the base rules
_THINGS_COUNT = 1.0  # beside words
_PAIR = 1.8  # a claim that joins two things of the question
_ALONE = 0.3  # a claim that speaks of one of them only
_SAME, _STAND_IN = 2.0, 1.0  # a claim of the relation asked, or of one that answers for it
_COVER = 6.0  # a claim whose words are all those of the question
_READ = 8.0  # a clause of the ruling that has all words of the question
_HEADING = 0.25  # what a word counts that stands in the heading
_SHOWN = 40
_LINES_OF_PIECES = (
    "SELECT ability_id FROM piece_ability JOIN term_piece USING (piece_id) WHERE in_force AND term_id = ?"
)
# Entries to which a ruling about an entry only sends the reader.
_POINTED = (
    "SELECT there.entry_id FROM ruling_about JOIN rulings ON id = ruling_id "
    "JOIN ruling_see_also AS there USING (ruling_id) "
    "WHERE says IS NULL AND ruling_about.entry_id = ? AND there.entry_id IS NOT NULL"
)


@dataclass(frozen=True)
class Weighed:
    """A claim that answers a question: how well, and whether it says yes."""

    claim: Claim
    score: float
    says: bool
    covers: float  # the share of what is asked that the claim speaks of
    met: float  # the share of its condition that stands in the question


def near(db: sqlite3.Connection, thing: Meaning) -> dict[str, float]:
    """The entries that a thing is, with how near each is to it."""
    column = {"keyword": "keyword_id", "term": "term_id", "piece": "piece_id", "ability": "ability_id"}
    found: dict[str, float] = {}

    def add(statement: str, value: str, weight: float) -> None:
        for (entry,) in db.execute(statement, (value,)):
            found[entry] = max(weight, found.get(entry, 0.0))

    if thing.type == "nation":
        add("SELECT id FROM entries WHERE nation_id = ?", thing.id, _ITSELF)
    elif thing.type in column:
        add(f"SELECT id FROM entries WHERE {column[thing.type]} = ?", thing.id, _ITSELF)
    lines = "SELECT ability_id FROM piece_ability WHERE in_force AND piece_id = ?"
    if thing.type == "piece":
        called = (
            "SELECT entries.id FROM entries JOIN term_piece USING (term_id) WHERE term_piece.piece_id = ?"
        )
        add(called, thing.id, _CALLED)
        _of_lines(add, lines, thing.id)
    elif thing.type == "ability":
        _of_lines(add, "SELECT ?", thing.id)
    elif thing.type == "term":
        _of_lines(add, "SELECT ability_id FROM term_ability WHERE term_id = ?", thing.id)
        _of_lines(add, _LINES_OF_PIECES, thing.id)
    for entry in list(found):
        add(_POINTED, entry, _LINE * found[entry])
    return found


def _of_lines(add: Callable[[str, str, float], None], lines: str, value: str) -> None:
    """What a thing's lines are, are called and have as keywords."""
    add(f"SELECT id FROM entries WHERE ability_id IN ({lines})", value, _LINE)
    called = f"SELECT term_id FROM term_ability WHERE ability_id IN ({lines})"
    add(f"SELECT id FROM entries WHERE term_id IN ({called})", value, _LINE)
    keywords = (
        f"SELECT keyword_id FROM ability_keyword WHERE how IN ('has', 'text') AND ability_id IN ({lines})"
    )
    add(f"SELECT id FROM entries WHERE keyword_id IN ({keywords})", value, _KEYWORD)


@dataclass(frozen=True)
class Case:
    """A question as it is held against rulings: its words and, for each thing, the entries near it."""

    question: Question
    words: Mapping[str, float]
    things: Sequence[Mapping[str, float]]
    shelf: Shelf

    def beside(self, ruling: Ruling) -> dict[str, float]:
        """The words of the question; those of the ruling's heading count little, all its section has them."""
        heading = ruling.heading
        return {word: weight * (_HEADING if word in heading else 1.0) for word, weight in self.words.items()}


def case_of(db: sqlite3.Connection, question: Question) -> Case:
    """Make a question ready to be held against rulings."""
    shelf = shelf_of(db)
    words: dict[str, float] = {}
    for thing in question.things:
        for word in words_of(thing.name) if thing.type != "ability" else ():
            words[stem(word)] = 0.5
    for word in question.words:
        if word not in tables().empty | tables().asking:
            words[stem(word)] = 1.0
    return Case(question, words, [near(db, thing) for thing in question.things], shelf)


def rulings_for(case: Case) -> dict[str, float]:
    """Rulings that come near a question, the nearest first."""
    found = dict(case.shelf.nearness(case.words))
    for thing in case.things:
        best: dict[str, float] = {}
        for entry, weight in thing.items():
            for id_ in case.shelf.by_entry.get(entry, ()):
                ruling = case.shelf.rulings[id_]
                part = _ABOUT if entry in ruling.about else _CLAIMED
                value = part * weight * case.shelf.entry_rarity[entry]
                best[id_] = max(value, best.get(id_, 0.0))
        for id_, value in best.items():
            found[id_] = found.get(id_, 0.0) + _THINGS_COUNT * value
    for id_ in found:
        if case.shelf.rulings[id_].basic:
            found[id_] *= _BASIC
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def claims_for(case: Case, rulings: Mapping[str, float]) -> list[Weighed]:
    """Claims of the rulings that come near a question, the best first."""
    found = []
    for id_ in list(rulings)[:_SHOWN]:
        ruling = case.shelf.rulings[id_]
        for claim in ruling.claims:
            found.append(_weighed(case, ruling, claim, rulings[id_]))
    return sorted(found, key=lambda weighed: -weighed.score)


def _weighed(case: Case, ruling: Ruling, claim: Claim, nearness: float) -> Weighed:
    relation = case.question.relation
    wanted = stand_ins(relation) if relation is not None else {}
    words = case.beside(ruling)
    score = nearness + _PAIR * _joined(case, claim)
    if claim.relation == relation:
        score += _SAME
    elif relation is None or claim.relation in wanted:
        score += _STAND_IN
    covers = share(case, words, _stems(f"{claim.subject} {claim.object} {claim.condition or ''}"))
    score += _COVER * covers + _READ * max(share(case, words, each.stems) for each in clauses(ruling.says))
    same = wanted.get(claim.relation, True)
    met = share(case, dict.fromkeys(_stems(claim.condition or ""), 1.0), set(case.words))
    return Weighed(claim, score, (claim.holds != "no") == same, covers, met)


def _joined(case: Case, claim: Claim) -> float:
    """How well a claim joins two things of a question, rare ones counting more; one alone counts less."""
    rarity = case.shelf.entry_rarity
    subject = [thing.get(claim.subject_id, 0.0) * rarity[claim.subject_id] for thing in case.things]
    object_ = [thing.get(claim.object_id, 0.0) * rarity[claim.object_id] for thing in case.things]
    both = max(
        (_mean(one, other) for i, one in enumerate(subject) for j, other in enumerate(object_) if i != j),
        default=0.0,
    )
    if claim.subject_id == claim.object_id and len(case.things) == 1:
        both = max(subject, default=0.0)
    return max(both, _ALONE * max([*subject, *object_], default=0.0))


def _mean(one: float, other: float) -> float:
    return math.sqrt(one * other)


def _stems(text: str) -> set[str]:
    return {stem(word) for word in words_of(text) if word not in tables().empty}


def share(case: Case, words: Mapping[str, float], among: Collection[str]) -> float:
    """The share of some words, the rare ones counting more, that are among others."""
    rarity = case.shelf.rarity
    whole = sum(weight * rarity.get(word, 3.0) for word, weight in words.items())
    part = sum(weight * rarity.get(word, 3.0) for word, weight in words.items() if word in among)
    return part / whole if whole else 0.0
