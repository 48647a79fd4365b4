"""The answer: verdict, relation, an explanation, and the rulings that decide, ranked and cited."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, Literal

from pirate_code.answers.claims import Claim, claims_between, claims_of, rulings_for
from pirate_code.answers.question import Question, understand
from pirate_code.library.lookup import Meaning

Verdict = Literal["yes", "no", "depends"]
SHOWN = 5
_THINGS = 5  # of a question, that are tried with each other
_SURE = 0.35  # a claim that fits worse than this decides nothing


@dataclass(frozen=True)
class Cited:
    """A ruling that bears on the answer."""

    id: str
    section: str
    items: str
    says: str
    citation: str
    score: float


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
    words = tuple(f"{x.name} {y.name}".casefold().replace('"', "").split())
    return _answer(db, Question(text, (x, y), (), relation, denied=False, words=words))


def _answer(db: sqlite3.Connection, question: Question) -> Answer:
    x, y, claims = _best_pair(db, question)
    ranked = rulings_for(db, question, claims)
    if not claims:
        claims = claims_of(db, list(ranked)[:2], question.relation)
    best = claims[0] if claims and claims[0].score >= _SURE else None
    verdict = _verdict(claims, question) if best is not None else None
    rulings = _cited(db, ranked, best)
    return Answer(
        question.text,
        x,
        y,
        verdict if rulings else None,
        best.relation if best is not None else question.relation,
        _explained(best, rulings, verdict),
        rulings,
        question.alternatives,
    )


def _best_pair(
    db: sqlite3.Connection, question: Question
) -> tuple[Meaning | None, Meaning | None, list[Claim]]:
    """The two things of a question that claims speak of best; the first two if none does."""
    found: list[tuple[Meaning, Meaning, list[Claim]]] = []
    for x, y in combinations(question.things[:_THINGS], 2):
        claims = claims_between(db, x, y, question.relation)
        if claims:
            found.append((x, y, claims))
    if found:
        return max(found, key=lambda pair: pair[2][0].score)
    first, second = (*question.things, None, None)[:2]
    return first, second, []


def _verdict(claims: Sequence[Claim], question: Question) -> Verdict:
    """What the best claims say together; a condition, or claims that differ, make it depend."""
    top = [claim for claim in claims if claim.score >= claims[0].score - 0.05]
    said = {claim.says for claim in top}
    if len(said) > 1 or all(claim.holds == "when" for claim in top):
        return "depends"
    return "yes" if said.pop() != question.denied else "no"


def _cited(db: sqlite3.Connection, ranked: dict[str, float], best: Claim | None) -> tuple[Cited, ...]:
    order = sorted(
        ranked, key=lambda ruling: (best is None or ruling != best.ruling, -ranked[ruling], ruling)
    )
    found = []
    for ruling in order[:SHOWN]:
        row = db.execute(
            "SELECT section, items, says, citation FROM rulings "
            "JOIN citations ON ruling_id = id WHERE id = ?",
            (ruling,),
        ).fetchone()
        if row is not None and row[2]:
            found.append(Cited(ruling, row[0], row[1], row[2], row[3], round(ranked[ruling], 3)))
    return tuple(found)


def _explained(best: Claim | None, rulings: Sequence[Cited], verdict: Verdict | None) -> str:
    if best is None or not rulings:
        return "Nothing that is written down decides this; the rulings below come nearest."
    condition = f" It depends: {best.condition}." if verdict == "depends" and best.condition else ""
    deciding = next((ruling for ruling in rulings if ruling.id == best.ruling), rulings[0])
    return f"{deciding.says}{condition}"
