"""Fits db/verdict_weights.yaml: what each statement counts for a verdict, and how sure the verdict is.

    python bench/fit_verdicts.py --db LIBRARY \
        --fit tests/answers/questions/{development,held-out,situations,composed,calibration,strangers}.jsonl \
        --calibrate tests/answers/questions/{second_calibration,players,judges,everyday}.jsonl

1. What makes a statement of a ruling count, and how its truth is carried over
   (pirate_code/answers/reading.py): the known answers are made likely, and the sections that decide them.
2. The chance to be right (pirate_code/answers/confidence.py), on the files to calibrate on alone, which the
   first step does not see; each fifth of their sections is judged by the other four, and so it is told from
   which chance on a verdict is sure. Questions of the first step look surer than those of another hand.

With --keep what statements count stays as it is in db/verdict_weights.yaml, and only the second step is done.
It prints how well that does on sections that nothing was fitted on, then the file. Needs numpy.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias
from unittest.mock import patch

import numpy as np
import numpy.typing as npt

from pirate_code.answers import confidence, reading
from pirate_code.answers.batch import KnownQuestion, question_of, read_questions, tells
from pirate_code.answers.claims import claims_for, rulings_for
from pirate_code.answers.comparison import FEATURES, ComparedStatement, compared_statements
from pirate_code.answers.headings import same_heading
from pirate_code.answers.prepared_question import PreparedQuestion, prepare
from pirate_code.answers.ruling_verdict import ruling_verdict, verdict_of
from pirate_code.answers.scope import beside_the_matter
from pirate_code.answers.vectors import odds_by_vectors
from pirate_code.answers.weights import weights
from pirate_code.answers.wordings import WordingVotes, wording_votes

FOLDS = 5
STEPS, SAMPLE, RATE, SHRINK = 300, 300, 0.05, 0.0003
PARTINGS = 10  # ways to part the sections to calibrate on
NEVER = 2.0  # no chance and no likeness is as much
SHRINK_GROUNDS = 10.0  # how much evidence a ground needs to count
KEPT = 100  # statements of a question, those that fit best by what features mean
SECTION = 1.0  # what it counts to find the deciding section, beside the verdict
SURE_RIGHT, OPEN_RIGHT = 0.95, 1 / 3  # less than a guess among three verdicts is none
LABEL = re.compile(r"[^.?:]{1,88}\??: (?=[A-Z])")  # "Captain and Helmsman: ..."
KINDS = ("asked", "claim", "clause", "open", "hedge")
# What features and signs should count by their meaning, before any question is seen.
FEATURE_PRIORS = {
    "asked": 3,
    "both": 3,
    "covered": 2,
    "near": 2,
    "deed": 1,
    "crossed": -0.5,
    "contrast": -0.5,
    "whole": 2,
    "settled": -2,
    "telling both": 3,
    "telling asked": 1,
    "telling covered": 1,
    "turned": -1,
}
KIND_PRIORS = {"open": -1, "hedge": -2}
Array: TypeAlias = npt.NDArray[np.float64]
Weights = dict[str, float]


@dataclass
class Known:
    """A question with a known answer, held against the statements of rulings."""

    known: KnownQuestion
    case: PreparedQuestion
    statements: list[ComparedStatement]
    votes: WordingVotes
    features: Array  # a row for each statement, a column for each feature
    kinds: npt.NDArray[np.int64]
    signs: npt.NDArray[np.int64]
    truth: Array
    deciding: npt.NDArray[np.bool_]

    @property
    def fold(self) -> int:
        """One for all questions of a section."""
        return hashlib.sha256((self.known.section or "").encode()).digest()[1] % FOLDS


Readings: TypeAlias = Sequence[tuple[Known, reading.Reading]]


class Signs:
    """The signs that occur, by number."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, sign: str) -> int:
        """The number of a sign, a new one if it is new."""
        return self.numbers.setdefault(sign, len(self.numbers))


def main() -> None:
    """Fit the weights and print them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--fit", type=Path, nargs="+", default=[])
    parser.add_argument("--keep", action="store_true", help="fit only how sure a verdict is")
    parser.add_argument("--calibrate", type=Path, nargs="+", required=True)
    parser.add_argument("--db", type=Path, required=True)
    given = parser.parse_args()
    db = sqlite3.connect(f"{given.db.resolve().as_uri()}?mode=ro", uri=True)
    lines = dict(db.execute("SELECT id, line FROM rulings"))
    signs = Signs()
    by_file = {
        path: [each for known in read_questions(path) if (each := held(db, bare(known), signs, lines))]
        for path in dict.fromkeys((*given.fit, *given.calibrate))
    }
    fit = [each for path in given.fit for each in by_file[path]]
    whole = kept_weights() if given.keep else fit_statements(fit, signs)
    fresh = [(each, read_with(whole, each)) for path in given.calibrate for each in by_file[path]]
    whole |= sureness_weights(fresh)
    whole |= value_threshold(db, [known for path in given.calibrate for known in read_questions(path)])
    for name, value in sorted(whole.items()):
        print(f"{name}: {value:.3f}")


def kept_weights() -> Weights:
    """What statements count, as db/verdict_weights.yaml has it."""
    others = ("right ", "sure at", "open below")
    return {name: value for name, value in weights().items() if not name.startswith(others)}


def fit_statements(questions: Sequence[Known], signs: Signs) -> Weights:
    """What statements count, fitted; how well that does on other sections is printed."""
    apart: list[tuple[Known, reading.Reading]] = []
    for fold in range(FOLDS):
        others = as_weights(fitted([each for each in questions if each.fold != fold], signs), signs)
        apart += [(each, read_with(others, each)) for each in questions if each.fold == fold]
    _, right = grounds_of(apart)
    print(f"# {len(apart)} questions, read by weights of other sections: {right.mean():.3f} right")
    return as_weights(fitted(questions, signs), signs)


def bare(known: KnownQuestion) -> KnownQuestion:
    """A question as somebody asks it: in words alone, without the things given with it or before a colon."""
    if known.question is None:
        return known
    label = LABEL.match(known.question)
    return replace(known, x=None, y=None, question=known.question[label.end() if label else 0 :])


def held(
    db: sqlite3.Connection, known: KnownQuestion, signs: Signs, lines: dict[str, str | None]
) -> Known | None:
    """A known question held against statements; nothing if it is none, or if no ruling comes near."""
    question = question_of(db, known) if known.answer != "value" else None
    if question is None:
        return None
    case = prepare(db, question)
    near = rulings_for(case)
    foreign = beside_the_matter(case, list(near))
    near = {id_: score for id_, score in near.items() if id_ not in foreign}
    claims = claims_for(case, near)
    found = compared_statements(case, near)
    if not claims or not found:
        return None
    features = np.array([each.features for each in found])
    kinds = np.array([KINDS.index(each.statement.kind) for each in found])
    best = np.argsort(-(features * kind_priors()[kinds]).sum(1), kind="stable")[:KEPT]
    found = [found[place] for place in best]
    return Known(
        known,
        case,
        found,
        wording_votes(case, near),
        features[best],
        kinds[best],
        np.array([signs.number(each.sign) for each in found]),
        np.array([{"yes": 1.0, "no": -1.0}.get(each.truth, 0.0) for each in found]),
        np.array([decides(case, known, each.ruling, lines) for each in found]),
    )


def decides(case: PreparedQuestion, known: KnownQuestion, ruling: str, lines: dict[str, str | None]) -> bool:
    """Whether a ruling is of the section that decides a question."""
    headings = (case.index.places[ruling].section, lines.get(ruling))
    return known.section is not None and any(same_heading(known.section, each) for each in headings if each)


def kind_priors() -> Array:
    """What features should count by their meaning, a row for each kind of statement."""
    rows = np.array([[float(FEATURE_PRIORS.get(name, 0.0)) for name in FEATURES]] * len(KINDS))
    rows[:, FEATURES.index("one")] = [KIND_PRIORS.get(kind, 0.0) for kind in KINDS]
    return rows


def sign_prior(sign: str) -> float:
    """How strongly a truth should be carried over by its meaning."""
    if sign == "open":
        return 0.0
    source, asked, stated, *more = sign.split()
    if {asked, stated} == {"must", "optional"} or (stated == "against" and "back" in more):
        return -0.7
    alike = source == "asked" and asked in (stated, "names")
    value = 0.7 if source == "clause" else 1.5 if alike else 0.8
    return value * (0.6 if "turned" in more else 1.0) * (0.5 if "contrast" in more else 1.0)


def fitted(questions: Sequence[Known], signs: Signs) -> tuple[Array, Array]:
    """Weights that make known answers and deciding sections likely, held near what they mean (Adam)."""
    first = np.concatenate((kind_priors().ravel(), [sign_prior(sign) for sign in signs.numbers]))
    features = len(KINDS) * len(FEATURES)
    values, mean, square = first.copy(), np.zeros_like(first), np.zeros_like(first)
    draw = np.random.default_rng(1)
    for step in range(1, STEPS + 1):
        slope = np.zeros_like(first)
        chosen = draw.choice(len(questions), min(SAMPLE, len(questions)), replace=False)
        for place in chosen:
            add_slope(
                questions[place], values[:features], values[features:], slope[:features], slope[features:]
            )
        slope = slope / len(chosen) + SHRINK * (values - first)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        rate = RATE if step < 0.7 * STEPS else 0.3 * RATE
        values -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-6)
    return values[:features], values[features:]


def add_slope(question: Known, weigh: Array, carry: Array, by_feature: Array, by_sign: Array) -> None:
    """Add the slope of what one question costs: minus the logarithm of the chance of its answer."""
    scores = (question.features * weigh.reshape(len(KINDS), -1)[question.kinds]).sum(1)
    counts = np.exp(scores - scores.max())
    counts /= counts.sum()
    open_ = question.truth == 0
    carried = 1 / (1 + np.exp(-question.truth * carry[question.signs]))
    decided = counts[~open_].sum() + 1e-9
    depends = min(max(counts[open_].sum(), 1e-3), 0.98)
    yes = min(max(float((counts * carried)[~open_].sum() / decided), 1e-3), 1 - 1e-3)
    slope = np.zeros_like(counts)
    if question.known.answer == "depends":
        slope[open_] -= 1 / depends
    else:
        side = 1 if question.known.answer == "yes" else -1
        chance = yes if side == 1 else 1 - yes
        slope[open_] += 1 / (1 - depends)
        slope[~open_] -= side / chance * (carried - yes)[~open_] / decided
        part = -side / chance * counts / decided * carried * (1 - carried) * question.truth
        np.add.at(by_sign, question.signs[~open_], part[~open_])
    if question.deciding.any():
        slope[question.deciding] -= SECTION / (counts[question.deciding].sum() + 1e-6)
    part = (counts * (slope - (counts * slope).sum()))[:, None] * question.features
    np.add.at(by_feature.reshape(len(KINDS), -1), question.kinds, part)


def as_weights(values: tuple[Array, Array], signs: Signs) -> Weights:
    """Fitted values by their names."""
    features, carried = values
    names = [f"{kind} {name}" for kind in KINDS for name in FEATURES]
    return dict(zip(names, map(float, features), strict=True)) | {
        f"carried {sign}": float(carried[number]) for sign, number in signs.numbers.items()
    }


def read_with(fitted_weights: Weights, question: Known) -> reading.Reading:
    """What the statements of a question come to by some weights."""
    with patch.object(reading, "weights", lambda: fitted_weights):
        reading.weights_by_kind.cache_clear()
        found = reading.read(question.statements)
    reading.weights_by_kind.cache_clear()
    assert found is not None
    return reading.with_readers(found, question.votes, odds_by_vectors(question.case, found.by_ruling()))


def sureness_weights(fresh: Readings) -> Weights:
    """How the chance to be right follows from the grounds, and from which chance on a verdict is sure."""
    rows, right = grounds_of(fresh)
    chances = unseen_chances(rows, right.astype(float), [each.known.section or "" for each, _ in fresh])
    names = list(confidence.grounds("yes", fresh[0][1], fresh[0][0].case))
    found = zip((f"right {name}" for name in names), regression(rows, right.astype(float)), strict=True)
    sure = threshold(chances, right)
    told = chances >= sure
    print(f"# {len(fresh)} to calibrate on: {right.mean():.3f} right")
    print(f"# sure: {told.mean():.3f} of them, {right[told].mean():.3f} right")
    return dict(found) | {"sure at": sure, "open below": OPEN_RIGHT}


def unseen_chances(rows: Array, right: Array, sections: Sequence[str]) -> Array:
    """The chance of each verdict by questions of other sections, the mean of several ways to part them."""
    names = sorted(set(sections))
    draw = np.random.default_rng(1)
    chances = np.zeros(len(rows))
    for _ in range(PARTINGS):
        parts = dict(zip(names, draw.permutation(len(names)) % FOLDS, strict=True))
        folds = np.array([parts[each] for each in sections])
        for fold in range(FOLDS):
            others = folds != fold
            values = regression(rows[others], right[others])
            chances[~others] += 1 / (1 + np.exp(-rows[~others] @ values)) / PARTINGS
    return chances


def value_threshold(db: sqlite3.Connection, questions: Sequence[KnownQuestion]) -> Weights:
    """How like a wording must be for its value to be told surely."""
    likeness, right = [], []
    for known in questions:
        question = question_of(db, bare(known)) if known.answer == "value" else None
        told = ruling_verdict(db, question).value if question is not None else None
        if told is not None:
            likeness.append(told.likeness)
            right.append(tells(f"{told.value or ''} {told.says}", known.value or ""))
    return {"value sure at": threshold(np.array(likeness), np.array(right))}


def grounds_of(readings: Readings) -> tuple[Array, npt.NDArray[np.bool_]]:
    """What speaks for each verdict, a row for each question, and whether it is right."""
    verdicts = [verdict_of(found) for _, found in readings]
    both = list(zip(readings, verdicts, strict=True))
    rows = [list(confidence.grounds(said, found, each.case).values()) for (each, found), said in both]
    return np.array(rows), np.array([said == each.known.answer for (each, _), said in both])


def threshold(chances: Array, right: npt.NDArray[np.bool_]) -> float:
    """The least chance from which on enough verdicts are right."""
    order = np.argsort(-chances)
    share = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    enough = np.nonzero(share >= SURE_RIGHT)[0]
    return float(chances[order[enough[-1]]]) if len(enough) else NEVER


def regression(rows: Array, known: Array, shrink: float = SHRINK_GROUNDS, steps: int = 30) -> list[float]:
    """Logistic regression by Newton's method, every ground on one scale; the first column is not shrunk."""
    middle, width = rows.mean(0), rows.std(0)
    width[width == 0] = 1.0
    middle[0], width[0] = 0.0, 1.0
    scaled = (rows - middle) / width
    values = np.zeros(rows.shape[1])
    held_back = np.full(rows.shape[1], shrink)
    held_back[0] = 1e-6
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-scaled @ values))
        slope = scaled.T @ (chance - known) + held_back * values
        curve = (scaled * (chance * (1 - chance))[:, None]).T @ scaled + np.diag(held_back)
        values -= np.linalg.solve(curve, slope)
    values /= width
    values[0] -= float(middle[1:] @ values[1:])
    return [float(value) for value in values]


if __name__ == "__main__":
    main()
