"""Fits the weights of db/weights.yaml: how much each sign counts for a yes or a no.

    python bench/fit_answers.py tests/answers/questions/development.jsonl --db LIBRARY

Logistic regression, held near what the signs mean. It prints how well weights do on sections that they were
not fitted on (each eighth of the sections in turn), then the file.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pirate_code.answers.batch import KnownQuestion, question_of, read_questions
from pirate_code.answers.claims import claims_for, like_questions, rulings_for
from pirate_code.answers.leaning import signs
from pirate_code.answers.prepared_question import prepare
from pirate_code.answers.similar_questions import depends_on
from pirate_code.answers.votes import left_open

FOLDS = 8
STEPS, RATE, SHRINK = 200, 0.5, 0.02
# By how like another question is, and by how the two ask.
ALIKE = {"same": 5.0, "near": 4.0, "like": 2.5, "far": 1.2}
MANNERS = {
    frozenset(("for", "against")): -0.5,
    frozenset(("must", "optional")): -0.5,
    frozenset(("must", "for")): 0.3,
    frozenset(("must", "against")): 0.3,
    frozenset(("optional", "for")): 0.3,
    frozenset(("optional", "against")): 0.3,
}
JOINED = 2.0
SURE = {"sure": 1.0, "met": 0.5, "when": 0.3}
# By what is asked and what is claimed, and where it matters by which of the two acts.
PRIORS = {
    "same": 1.0,
    "any for forth": 1.0,
    "any for back": 0.7,
    "any needs": 0.4,
    "any against forth": 0.5,
    "any over forth": 0.5,
    "any against back": -0.8,
    "any over back": -0.8,
    "for for": 0.8,
    "for against": -0.8,
    "for over": 0.3,
    "for needs": -0.2,
    "against for": -0.4,
    "against against": 0.8,
    "against over": 0.6,
    "over for": 0.4,
    "over against": 0.3,
    "over over": 0.6,
    "needs for": 0.3,
    "needs needs": 1.0,
    "may for": 0.8,
    "may against": -0.8,
    "may over": 0.3,
    "may needs": -0.2,
    "same for back": 0.5,
    "same against back": -0.3,
    "same over back": -0.3,
    "same needs back": 0.3,
    "for for back": 0.6,
    "for over back": -0.3,
    "may for back": 0.7,
    "may over back": -0.3,
    "against for back": -0.2,
    "against against back": -0.4,
    "against over back": -0.5,
    "over for back": -0.2,
    "over against back": -0.8,
    "over over back": -0.5,
    "needs needs back": 0.5,
}
Signs = dict[str, float]


def main() -> None:
    """Fit the weights and print them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("questions", type=Path)
    parser.add_argument("--db", type=Path, required=True)
    given = parser.parse_args()
    db = sqlite3.connect(f"{given.db.resolve().as_uri()}?mode=ro", uri=True)
    cases = [case for known in read_questions(given.questions) if (case := read(db, known))]
    plain = [case for case in cases if case.known.answer != "depends"]
    right = []
    for fold in range(FOLDS):
        weights = fitted([case for case in plain if part(case.known) != fold])
        right += [case for case in cases if part(case.known) == fold and case.told(weights)]
    sure = sum(case.known.answer != "depends" for case in right)
    print(f"# right on other sections: {len(right) / len(cases):.3f} of {len(cases)} questions,")
    print(f"# {sure / len(plain):.3f} of the {len(plain)} that are answered by yes or no")
    for name, value in sorted(fitted(plain).items()):
        print(f"{name}: {value:.2f}")


@dataclass(frozen=True)
class Read:
    """A question with its answer, the signs of a yes, and whether what is claimed leaves it open."""

    known: KnownQuestion
    signs: Signs
    open: bool

    @property
    def yes(self) -> int:
        """One for a yes, minus one for a no."""
        return 1 if self.known.answer == "yes" else -1

    def told(self, weights: Signs) -> bool:
        """Whether weights tell the answer."""
        told = "depends" if self.open else "yes" if lean(weights, self.signs) > 0 else "no"
        return told == self.known.answer


def read(db: sqlite3.Connection, known: KnownQuestion) -> Read | None:
    """A question read, its signs turned round if it is denied."""
    question = question_of(db, known)
    if question is None:
        return None
    case = prepare(db, question)
    claims = claims_for(case, rulings_for(case))
    if not claims:
        return None
    turned = -1.0 if question.denied else 1.0
    likes = like_questions(case, claims)
    found = {name: turned * value for name, value in signs(case, claims, likes).items()}
    left = left_open(case, claims) is not None or depends_on(likes) is not None
    return Read(known, found, left)


def part(known: KnownQuestion) -> int:
    """The fold of a question: one for all questions of a section."""
    return hashlib.sha256((known.section or "").encode()).digest()[1] % FOLDS


def fitted(cases: Sequence[Read]) -> Signs:
    """Weights that make the known answers likely, held near what the signs mean."""
    first = {name: prior(name) for name in sorted({name for case in cases for name in case.signs})}
    weights = dict(first)
    for _ in range(STEPS):
        slope = dict.fromkeys(weights, 0.0)
        for case in cases:
            doubt = 1 / (1 + math.exp(max(-30.0, min(30.0, case.yes * lean(weights, case.signs)))))
            for name, value in case.signs.items():
                slope[name] += case.yes * value * doubt / len(cases)
        for name, meant in first.items():
            weights[name] += RATE * (slope[name] - SHRINK * (weights[name] - meant))
    return weights


def prior(name: str) -> float:
    """What a sign should count by its meaning, before any question is seen."""
    words = name.split()
    if words[0] == "alike":
        return MANNERS.get(frozenset(words[1:3]), 1.0) * ALIKE[words[-1]]
    if words[0] != "claim":
        return 0.4
    asked, claimed, sure = words[1], words[2], SURE[words[-1]]
    if asked == "same" and words[3] == "forth":  # it says of both just what is asked
        sure *= JOINED
    return sure * PRIORS.get(
        f"{asked} {claimed} {words[3]}", PRIORS.get(f"{asked} {claimed}", PRIORS.get(asked, 0.0))
    )


def lean(weights: Signs, found: Signs) -> float:
    """How much some signs lean towards yes."""
    return sum(weights.get(name, 0.0) * value for name, value in found.items())


if __name__ == "__main__":
    main()
