"""What the rulings say to a question: the claim that decides it, the verdict, and the rulings, ranked."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pirate_code.answers.claims import ScoredClaim, claims_for, like_questions, rulings_for
from pirate_code.answers.leaning import leaning
from pirate_code.answers.prepared_question import PreparedQuestion, prepare
from pirate_code.answers.question import Question
from pirate_code.answers.similar_questions import depends_on
from pirate_code.answers.value_told import value_told
from pirate_code.answers.votes import left_open
from pirate_code.library.lookup import Meaning

Verdict = Literal["yes", "no", "depends"]
_SURE = 0.6  # a claim that fits worse than this decides nothing
_STRANGE = 9.0  # what a word counts that no ruling has
_SECTION_AGAIN = 0.8  # what the second ruling of a section counts beside those of others


@dataclass(frozen=True)
class RulingVerdict:
    """The verdict of the rulings on a question; without a claim no ruling decides it."""

    x: Meaning | None
    y: Meaning | None
    claim: ScoredClaim | None
    verdict: Verdict | None
    depends: str | None  # on what, in a sentence
    rulings: dict[str, float]
    value: tuple[str, str] | None = None  # a ruling and its sentence, where yes or no is no answer


def ruling_verdict(db: sqlite3.Connection, question: Question) -> RulingVerdict:
    """Find the rulings that decide a question, and their verdict."""
    case = prepare(db, question)
    near = rulings_for(case)
    claims = claims_for(case, near)
    best = (left_open(case, claims) or claims[0]) if claims else None
    x, y = _pair(question, case, best)
    ranked = _ranked(case, near, claims)
    frame = question.frame
    if frame is not None and frame.kind != "yes or no":
        return RulingVerdict(x, y, best, None, None, ranked, value_told(case, frame, ranked))
    return RulingVerdict(x, y, best, *_verdict(case, claims), ranked)


def _pair(
    question: Question, case: PreparedQuestion, best: ScoredClaim | None
) -> tuple[Meaning | None, Meaning | None]:
    """The two things of a question that the deciding claim joins; the first two if it joins none."""
    things = list(question.things)
    if best is not None:
        ends = (best.claim.subject_id, best.claim.object_id)
        joined = [
            thing for thing, near in zip(things, case.things, strict=True) if any(end in near for end in ends)
        ]
        things = joined[:2] + [thing for thing in things if thing not in joined[:2]]
    first, second = (*things, None, None)[:2]
    return first, second


def sureness(case: PreparedQuestion, best: ScoredClaim) -> float:
    """How well the best claim fits, for what the words of the question could have fitted."""
    most = sum(weight * case.index.rarity.get(word, _STRANGE) for word, weight in case.words.items())
    return best.score / max(1.0, most)


def _verdict(case: PreparedQuestion, claims: Sequence[ScoredClaim]) -> tuple[Verdict | None, str | None]:
    """What claims and rulings come to; a condition of which nothing is asked makes it depend."""
    if not claims or sureness(case, claims[0]) < _SURE:
        return None, None
    likes = like_questions(case, claims)
    if condition := depends_on(likes):
        return "depends", f"It depends on {condition}."
    if left := left_open(case, claims):
        return "depends", f"It depends: {left.claim.condition}."
    return "yes" if leaning(case, claims, likes) > 0 else "no", None


def _ranked(
    case: PreparedQuestion, near: dict[str, float], claims: Sequence[ScoredClaim]
) -> dict[str, float]:
    """The rulings, each by its best claim; a section's second ruling comes after the first of others."""
    scores = dict(near)
    for weighed in reversed(claims):
        scores[weighed.claim.ruling] = weighed.score
    order = sorted(scores, key=lambda id_: (-scores[id_], id_))
    seen: set[str] = set()
    ranked = {}
    for id_ in order:
        section = case.index.places[id_].section
        ranked[id_] = scores[id_] * (_SECTION_AGAIN if section in seen else 1.0)
        seen.add(section)
    return dict(sorted(ranked.items(), key=lambda pair: (-pair[1], pair[0])))
