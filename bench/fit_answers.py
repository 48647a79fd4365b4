"""Fits the weights of db/weights.yaml: how much each sign counts for a yes or a no.

    python bench/fit_answers.py tests/answers/questions/development.jsonl --db LIBRARY

Logistic regression without a constant, so that neither answer is favoured. It prints how well weights do
on sections that they were not fitted on (each eighth of the sections in turn), then the file.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from pirate_code.answers.batch import Known, question_of, read_questions
from pirate_code.answers.claims import case_of, claims_for, rulings_for
from pirate_code.answers.leaning import signs

FOLDS = 8
STEPS, RATE, SHRINK = 200, 0.5, 0.01
SURE = {"sure": 1.0, "met": 0.5, "when": 0.3}
# By what is asked and what is claimed, and for names alone by which of the two acts.
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
}
Signs = dict[str, float]


def main() -> None:
    """Fit the weights and print them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("questions", type=Path)
    parser.add_argument("--db", type=Path, required=True)
    given = parser.parse_args()
    db = sqlite3.connect(f"{given.db.resolve().as_uri()}?mode=ro", uri=True)
    cases = [
        (known, found, 1 if known.answer == "yes" else -1)
        for known in read_questions(given.questions)
        if known.answer != "depends" and (found := signs_of(db, known))
    ]
    right = 0
    for fold in range(FOLDS):
        weights = fitted([(found, sign) for known, found, sign in cases if part(known) != fold])
        right += sum(lean(weights, found) * sign > 0 for known, found, sign in cases if part(known) == fold)
    print(f"# right on other sections: {right / len(cases):.3f} of {len(cases)} questions")
    for name, value in sorted(fitted([(found, sign) for _, found, sign in cases]).items()):
        print(f"{name}: {value:.2f}")


def signs_of(db: sqlite3.Connection, known: Known) -> Signs | None:
    """The signs of a question, turned round if it is denied."""
    question = question_of(db, known)
    if question is None:
        return None
    case = case_of(db, question)
    claims = claims_for(case, rulings_for(case))
    turned = -1.0 if question.denied else 1.0
    return {name: turned * value for name, value in signs(case, claims).items()} if claims else None


def part(known: Known) -> int:
    """The fold of a question: one for all questions of a section."""
    return hashlib.sha256((known.section or "").encode()).digest()[1] % FOLDS


def fitted(cases: Sequence[tuple[Signs, int]]) -> Signs:
    """Weights that make the known answers likely, held near what the signs mean."""
    first = {name: prior(name) for name in sorted({name for found, _ in cases for name in found})}
    weights = dict(first)
    for _ in range(STEPS):
        slope = dict.fromkeys(weights, 0.0)
        for found, sign in cases:
            doubt = 1 / (1 + math.exp(max(-30.0, min(30.0, sign * lean(weights, found)))))
            for name, value in found.items():
                slope[name] += sign * value * doubt / len(cases)
        for name, meant in first.items():
            weights[name] += RATE * (slope[name] - SHRINK * (weights[name] - meant))
    return weights


def prior(name: str) -> float:
    """What a sign should count by its meaning, before any question is seen."""
    words = name.split()
    if words[0] != "claim":
        return 0.4
    asked, claimed, sure = words[1], words[2], SURE[words[-1]]
    return sure * PRIORS.get(
        f"{asked} {claimed} {words[3]}", PRIORS.get(f"{asked} {claimed}", PRIORS.get(asked, 0.0))
    )


def lean(weights: Signs, found: Signs) -> float:
    """How much some signs lean towards yes."""
    return sum(weights.get(name, 0.0) * value for name, value in found.items())


if __name__ == "__main__":
    main()
