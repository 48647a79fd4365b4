"""The answer: verdict, relation, an explanation, and the rulings that decide, ranked and cited."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pirate_code.answers.claims import Weighed
from pirate_code.answers.question import Question, understand
from pirate_code.answers.ruled import Verdict, ruled
from pirate_code.answers.words import words_of
from pirate_code.library.lookup import Meaning

SHOWN = 5


@dataclass(frozen=True)
class Cited:
    """A ruling that bears on the answer."""

    id: str
    section: str
    items: str
    says: str
    citation: str
    score: float
    line: str | None = None  # the printed line that is the section's heading


@dataclass(frozen=True)
class Answer:
    """An answer; without a verdict nothing that is written down decides the question."""

    question: str
    x: Meaning | None
    y: Meaning | None
    verdict: Verdict | None
    relation: str | None
    explanation: str
    rulings: tuple[Cited, ...]
    alternatives: tuple[Meaning, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {
            "question": self.question,
            "x": _plain(self.x),
            "y": _plain(self.y),
            "verdict": self.verdict,
            "relation": self.relation,
            "explanation": self.explanation,
            "rulings": [
                {name: value for name, value in asdict(ruling).items() if name != "citation"}
                for ruling in self.rulings
            ],
            "witness": None,
            "agreement": "claims-only",
            "alternatives": [_plain(other) for other in self.alternatives],
        }


def _plain(thing: Meaning | None) -> dict[str, str] | None:
    return (
        None
        if thing is None
        else {"type": thing.type, "id": thing.id, "name": thing.name, "kind": thing.kind}
    )


def ask(db: sqlite3.Connection, text: str) -> Answer:
    """Answer a question in plain English."""
    return _answer(db, understand(db, text))


def ask_about(db: sqlite3.Connection, x: Meaning, y: Meaning, relation: str | None = None) -> Answer:
    """Answer whether two things interact."""
    text = f"Does {x.name} interact with {y.name}?"
    words = tuple(words_of(f"{x.name} {y.name}"))
    return _answer(db, Question(text, (x, y), (), relation, denied=False, words=words))


def _answer(db: sqlite3.Connection, question: Question) -> Answer:
    found = ruled(db, question)
    rulings = _cited(db, found.rulings)
    verdict = found.verdict if rulings else None
    return Answer(
        question.text,
        found.x,
        found.y,
        verdict,
        found.claim.claim.relation if found.claim is not None else question.relation,
        _explained(found.claim, rulings, verdict),
        rulings,
        question.alternatives,
    )


def _cited(db: sqlite3.Connection, ranked: Mapping[str, float]) -> tuple[Cited, ...]:
    found = []
    for ruling in list(ranked)[:SHOWN]:
        row = db.execute(
            "SELECT section, items, says, citation, line FROM rulings "
            "JOIN citations ON ruling_id = id WHERE id = ?",
            (ruling,),
        ).fetchone()
        found.append(Cited(ruling, row[0], row[1], row[2], row[3], round(ranked[ruling], 3), row[4]))
    return tuple(found)


def _explained(best: Weighed | None, rulings: Sequence[Cited], verdict: Verdict | None) -> str:
    if best is None or not rulings or verdict is None:
        return "Nothing that is written down decides this; the rulings below come nearest."
    condition = best.claim.condition
    added = f" It depends: {condition}." if verdict == "depends" and condition else ""
    deciding = next((ruling for ruling in rulings if ruling.id == best.claim.ruling), rulings[0])
    return f"{deciding.says}{added}"
