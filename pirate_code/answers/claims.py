"""What the rulings claim: claims and rulings weighed by how well they answer a question."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from pirate_code.answers.prepared_question import PreparedQuestion, share
from pirate_code.answers.question import stand_ins
from pirate_code.answers.ruling_clauses import clauses
from pirate_code.answers.ruling_index import Claim
from pirate_code.answers.similar_questions import best_similarity
from pirate_code.library.stemming import stems_of

_ABOUT, _CLAIMED = 1.0, 0.7  # a ruling is about a thing, or only claims something of it
_BASIC = 0.65  # the Code goes before the base rules
_THINGS_COUNT = 1.0  # beside words
_PAIR = 1.8  # a claim that joins two things of the question
_ALONE = 0.3  # a claim that speaks of one of them only
_SAME, _STAND_IN = 2.0, 1.0  # a claim of the relation asked, or of one that answers for it
_COVER = 6.0  # a claim whose words are all those of the question
_ASKED = 15.0  # a ruling that answers just what is asked
_READ = 8.0  # a clause of the ruling that has all words of the question
_SHOWN = 40


@dataclass(frozen=True)
class ScoredClaim:
    """A claim that answers a question: how well, and whether it says yes."""

    claim: Claim
    score: float
    says: bool
    covers: float  # the share of what is asked that the claim speaks of
    met: float  # the share of its condition that stands in the question


def rulings_for(case: PreparedQuestion) -> dict[str, float]:
    """Rulings that come near a question, the nearest first."""
    found = dict(case.index.nearness(case.words))
    for thing in case.things:
        best: dict[str, float] = {}
        for entry, weight in thing.items():
            for id_, about in case.index.with_entry(entry):
                value = (_ABOUT if about else _CLAIMED) * weight * case.index.entry_rarity(entry)
                best[id_] = max(value, best.get(id_, 0.0))
        for id_, value in best.items():
            found[id_] = found.get(id_, 0.0) + _THINGS_COUNT * value
    for id_ in found:
        if case.index.places[id_].basic:
            found[id_] *= _BASIC
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def claims_for(case: PreparedQuestion, rulings: Mapping[str, float]) -> list[ScoredClaim]:
    """Claims of the rulings that come near a question, the best first."""
    found = []
    for id_ in list(rulings)[:_SHOWN]:
        ruling = case.index.ruling(id_)
        words = case.beside(ruling)
        near = rulings[id_] + _ASKED * best_similarity(case, ruling)
        near += _READ * max((share(case, words, each.stems) for each in clauses(ruling.says)), default=0.0)
        found += [_weighed(case, words, claim, near) for claim in ruling.claims]
    return sorted(found, key=lambda weighed: -weighed.score)


def _weighed(
    case: PreparedQuestion, words: Mapping[str, float], claim: Claim, nearness: float
) -> ScoredClaim:
    relation = case.question.relation
    wanted = stand_ins(relation) if relation is not None else {}
    score = nearness + _PAIR * _joined(case, claim)
    if claim.relation == relation:
        score += _SAME
    elif relation is None or claim.relation in wanted:
        score += _STAND_IN
    covers = share(case, words, stems_of(f"{claim.subject} {claim.object} {claim.condition or ''}"))
    score += _COVER * covers
    same = wanted.get(claim.relation, True)
    met = share(case, dict.fromkeys(stems_of(claim.condition or ""), 1.0), set(case.words))
    return ScoredClaim(claim, score, (claim.holds != "no") == same, covers, met)


def _joined(case: PreparedQuestion, claim: Claim) -> float:
    """How well a claim joins two things of a question, rare ones counting more; one alone counts less."""
    subject, object_ = (
        [thing[end] * case.index.entry_rarity(end) if end in thing else 0.0 for thing in case.things]
        for end in (claim.subject_id, claim.object_id)
    )
    both = max(
        (_mean(one, other) for i, one in enumerate(subject) for j, other in enumerate(object_) if i != j),
        default=0.0,
    )
    if claim.subject_id == claim.object_id and len(case.things) == 1:
        both = max(subject, default=0.0)
    return max(both, _ALONE * max([*subject, *object_], default=0.0))


def _mean(one: float, other: float) -> float:
    return math.sqrt(one * other)
