"""What the rulings claim: claims that speak of two things, and the rulings that come near a question."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from pirate_code.answers.question import Question, stand_ins
from pirate_code.library.lookup import Meaning

# How near a thing is to what a claim speaks of: itself, what it is called, what its line says, its keywords.
_ITSELF, _CALLED, _LINE, _KEYWORD = 1.0, 0.9, 0.8, 0.7
_BOTH_WAYS = frozenset({"stacks", "combines", "excludes"})
_CANDIDATES = 60


@dataclass(frozen=True)
class Claim:
    """A claim that answers a question: how well, and whether it says yes."""

    ruling: str
    subject: str
    relation: str
    object: str
    holds: str
    condition: str | None
    score: float
    says: bool


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
    return found


def _of_lines(add: object, lines: str, value: str) -> None:
    """What a thing's lines are, are called and have as keywords."""
    assert callable(add)
    add(f"SELECT id FROM entries WHERE ability_id IN ({lines})", value, _LINE)
    called = f"SELECT term_id FROM term_ability WHERE ability_id IN ({lines})"
    add(f"SELECT id FROM entries WHERE term_id IN ({called})", value, _LINE)
    keywords = (
        f"SELECT keyword_id FROM ability_keyword WHERE how IN ('has', 'text') AND ability_id IN ({lines})"
    )
    add(f"SELECT id FROM entries WHERE keyword_id IN ({keywords})", value, _KEYWORD)


def claims_between(db: sqlite3.Connection, x: Meaning, y: Meaning, relation: str | None) -> list[Claim]:
    """Claims that speak of both, best first; with a relation only those that answer for it."""
    near_x, near_y = near(db, x), near(db, y)
    wanted = stand_ins(relation) if relation is not None else {}
    found = []
    for row in _rows(db, near_x, near_y):
        forward = row["subject_id"] in near_x and row["object_id"] in near_y
        backward = row["object_id"] in near_x and row["subject_id"] in near_y
        if not forward and not backward:
            continue
        if relation is not None and row["relation"] not in wanted:
            continue
        near_subject, near_object = (near_x, near_y) if forward else (near_y, near_x)
        score = near_subject[row["subject_id"]] * near_object[row["object_id"]]
        if not forward and row["relation"] not in _BOTH_WAYS:
            score *= 0.8
        if relation is not None and row["relation"] != relation:
            score *= 0.75
        same = wanted.get(row["relation"], True)
        found.append(_claim(row, score, (row["holds"] != "no") == same))
    return sorted(found, key=lambda claim: -claim.score)


def _rows(db: sqlite3.Connection, near_x: dict[str, float], near_y: dict[str, float]) -> list[sqlite3.Row]:
    ids = list({*near_x, *near_y})
    marks = ", ".join("?" * len(ids))
    statement = f"SELECT * FROM claims WHERE subject_id IN ({marks}) AND object_id IN ({marks})"
    cursor = db.cursor()
    cursor.row_factory = sqlite3.Row
    return cursor.execute(statement, (*ids, *ids)).fetchall()


def _claim(row: sqlite3.Row, score: float, says: bool) -> Claim:
    return Claim(
        row["ruling_id"],
        row["subject"],
        row["relation"],
        row["object"],
        row["holds"],
        row["condition"],
        score,
        says,
    )


def claims_of(db: sqlite3.Connection, rulings: Sequence[str], relation: str | None) -> list[Claim]:
    """Claims of some rulings that answer for a relation, the best ruling first."""
    wanted = stand_ins(relation) if relation is not None else {}
    cursor = db.cursor()
    cursor.row_factory = sqlite3.Row
    found = []
    for place, ruling in enumerate(rulings):
        for row in cursor.execute("SELECT * FROM claims WHERE ruling_id = ? ORDER BY position", (ruling,)):
            if relation is None or row["relation"] in wanted:
                same = wanted.get(row["relation"], True)
                score = (0.5 if row["relation"] == relation else 0.4) / (1 + place)
                found.append(_claim(row, score, (row["holds"] != "no") == same))
    return sorted(found, key=lambda claim: -claim.score)


def rulings_for(db: sqlite3.Connection, question: Question, claims: Sequence[Claim]) -> dict[str, float]:
    """Rulings that come near a question, with how near: by claims, by what they are about, by their words."""
    found: dict[str, float] = {}

    def add(ruling: str, score: float) -> None:
        found[ruling] = found.get(ruling, 0.0) + score

    for claim in claims[:_CANDIDATES]:
        found[claim.ruling] = max(found.get(claim.ruling, 0.0), 3.0 * claim.score)
    for thing in question.things[:4]:
        for entry, weight in near(db, thing).items():
            for (ruling,) in db.execute("SELECT ruling_id FROM ruling_about WHERE entry_id = ?", (entry,)):
                add(ruling, weight)
    for place, ruling in enumerate(_by_words(db, question)):
        add(ruling, 1.5 * (1 - place / _CANDIDATES))
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def _by_words(db: sqlite3.Connection, question: Question) -> list[str]:
    """Rulings that have words of the question, best first."""
    if not question.words:
        return []
    match = " OR ".join(f'"{word}"' for word in dict.fromkeys(question.words))
    statement = (
        "SELECT rulings.id FROM rulings_fts JOIN rulings ON rulings.rowid = rulings_fts.rowid "
        "WHERE rulings_fts MATCH ? AND rulings.says IS NOT NULL ORDER BY rank LIMIT ?"
    )
    return [row[0] for row in db.execute(statement, (match, _CANDIDATES))]
