"""The votes of claims: how much each counts by how well it fits, and what they leave open."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from pirate_code.answers.claims import ScoredClaim
from pirate_code.answers.prepared_question import PreparedQuestion
from pirate_code.answers.ruling_index import Claim

Join = Literal["forth", "back", "one", "none"]
_VOTERS = 8  # claims that vote
_ALL = 2.0  # what their votes come to, all together
_SHARP = 1.5  # how fast a vote gets lighter as its claim fits worse
_FITS = 4.0  # what the words of a claim count for its vote, beside its score
_SCORED = 0.6
# A claim that joins two things of the question counts more than one that speaks of one of them, or of none.
_JOINED: dict[Join, float] = {"forth": 3.0, "back": 2.0, "one": 1.0, "none": 0.5}


def votes(case: PreparedQuestion, claims: Sequence[ScoredClaim]) -> list[tuple[ScoredClaim, float]]:
    """The claims that vote on a question, the best first given, each with what it counts."""
    voters = claims[:_VOTERS]
    fits = [_SCORED * weighed.score + _FITS * weighed.covers for weighed in voters]
    counts = [
        math.exp((fit - max(fits)) / _SHARP) * _JOINED[joins(case, weighed.claim)]
        for weighed, fit in zip(voters, fits, strict=True)
    ]
    return [(weighed, _ALL * count / sum(counts)) for weighed, count in zip(voters, counts, strict=True)]


def left_open(case: PreparedQuestion, claims: Sequence[ScoredClaim]) -> ScoredClaim | None:
    """The claim that counts most, if it joins two things on a condition of which the question has no word."""
    best, _ = max(votes(case, claims), key=lambda pair: pair[1])
    joined = joins(case, best.claim) in ("forth", "back")
    return best if joined and best.claim.holds == "when" and not best.met else None


def joins(case: PreparedQuestion, claim: Claim) -> Join:
    """Whether a claim joins two things of a question, in its order or back, or has one of them, or none."""
    subject, object_ = (
        [place for place, thing in enumerate(case.things) if entry in thing]
        for entry in (claim.subject_id, claim.object_id)
    )
    itself = claim.subject_id == claim.object_id
    pairs = [(one, other) for one in subject for other in object_ if one != other or itself]
    if pairs:
        return "forth" if any(one <= other for one, other in pairs) else "back"
    return "one" if subject or object_ else "none"
