"""What the rulings say to a question: the claim that decides it, the verdict, and the rulings, ranked."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pirate_code.answers.claims import ScoredClaim, claims_for, rulings_for
from pirate_code.answers.comparison import compared_statements
from pirate_code.answers.confidence import chance_right
from pirate_code.answers.direct_clause import direct_clause
from pirate_code.answers.explanation import explained
from pirate_code.answers.frame import Frame
from pirate_code.answers.prepared_question import PreparedQuestion, prepare
from pirate_code.answers.question import Question
from pirate_code.answers.reading import Reading, read, with_readers
from pirate_code.answers.scope import beside_the_matter
from pirate_code.answers.situation import played_deed
from pirate_code.answers.value_told import ToldValue, value_told
from pirate_code.answers.vectors import odds_by_vectors
from pirate_code.answers.votes import left_open
from pirate_code.answers.weights import weights
from pirate_code.answers.wordings import wording_votes
from pirate_code.library.lookup import Meaning

Verdict = Literal["yes", "no", "depends"]
_FITS = 0.6  # a claim that fits worse than this decides nothing
_DEPENDS = 0.5  # the share of what statements count, from which on it depends
_READ_OFF = 0.4  # what the statement that counts most is worth, beside the best claim
_DEED = 0.25  # what it costs a ruling that it speaks of nothing that is asked beside the names
_STRANGE = 9.0  # what a word counts that no ruling has
_FOREIGN = 0.5  # what a ruling counts that is about something special which is not asked about
_SECTION_AGAIN = 0.8  # what the second ruling of a section counts beside those of others


@dataclass(frozen=True)
class RulingVerdict:
    """The verdict of the rulings on a question; without a claim no ruling decides it."""

    x: Meaning | None
    y: Meaning | None
    claim: ScoredClaim | None
    verdict: Verdict | None
    explanation: str | None
    rulings: dict[str, float]
    chance: float = 0.0  # that the verdict is right
    value: ToldValue | None = None  # where yes or no is no answer


def ruling_verdict(db: sqlite3.Connection, question: Question) -> RulingVerdict:
    """Find the rulings that decide a question, and their verdict."""
    case = prepare(db, question)
    near = rulings_for(case)
    foreign = beside_the_matter(case, list(near))
    deciding = {id_: score for id_, score in near.items() if id_ not in foreign}
    claims = claims_for(case, deciding)
    best = (left_open(case, claims) or claims[0]) if claims else None
    x, y = _pair(question, case, best)
    reading = read(compared_statements(case, deciding))
    ranked = _ranked(case, near, claims, reading, foreign)
    frame = question.frame
    if frame is not None and frame.kind != "yes or no":
        return RulingVerdict(x, y, best, None, None, ranked, value=value_told(case, frame, ranked))
    if reading is None or not claims or fit_of(case, claims[0]) < _FITS:
        return RulingVerdict(x, y, best, None, None, ranked)
    learned = odds_by_vectors(case, reading.by_ruling())
    reading = with_readers(reading, wording_votes(case, deciding), learned)
    verdict, chance = _likeliest(reading, case)
    direct = direct_clause(case, reading, list(ranked))
    if direct is not None and direct.truth != verdict and chance < weights()["sure at"]:
        verdict, chance = direct.truth, weights()["open below"]
    explanation = explained(case, reading, verdict, list(ranked), direct)
    return _with_played(db, RulingVerdict(x, y, best, verdict, explanation, ranked, chance), frame)


def _with_played(db: sqlite3.Connection, found: RulingVerdict, frame: Frame | None) -> RulingVerdict:
    """What the rulings say beside what is seen where the deed is played: both make it sure.

    Where they differ it is not sure, and what was played counts; "it depends" is not seen on one table.
    """
    played = played_deed(db, frame) if frame is not None else None
    if played is None or found.verdict == "depends":
        return found
    if played.verdict == found.verdict:
        return replace(found, chance=max(found.chance, weights()["sure at"]))
    return replace(found, verdict=played.verdict, explanation=played.sentence, chance=weights()["open below"])


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


def fit_of(case: PreparedQuestion, best: ScoredClaim) -> float:
    """How well the best claim fits, for what the words of the question could have fitted."""
    most = sum(weight * case.index.rarity.get(word, _STRANGE) for word, weight in case.words.items())
    return best.score / max(1.0, most)


def verdict_of(reading: Reading) -> Verdict:
    """What statements and wordings come to."""
    if reading.depends > _DEPENDS:
        return "depends"
    return "yes" if reading.odds > 0 else "no"


def _likeliest(reading: Reading, case: PreparedQuestion) -> tuple[Verdict, float]:
    """The verdict, and its chance to be right; a mere guess that it depends gives way."""
    verdict = verdict_of(reading)
    chance = chance_right(verdict, reading, case)
    if verdict == "depends" and chance < weights()["open below"]:
        decided: Verdict = "yes" if reading.odds > 0 else "no"
        return max(
            (verdict, chance), (decided, chance_right(decided, reading, case)), key=lambda each: each[1]
        )
    return verdict, chance


def _ranked(
    case: PreparedQuestion,
    near: dict[str, float],
    claims: Sequence[ScoredClaim],
    reading: Reading | None,
    foreign: Collection[str],
) -> dict[str, float]:
    """The rulings, each by its best claim, by what its statements count, and by the deed of which it speaks.

    A section's second ruling comes after the first of others.
    """
    scores = {id_: score * (_FOREIGN if id_ in foreign else 1.0) for id_, score in near.items()}
    for weighed in reversed(claims):
        scores[weighed.claim.ruling] = weighed.score
    read_off = reading.by_ruling() if reading is not None else {}
    most, counts_most = max(scores.values(), default=0.0), max(read_off.values(), default=1.0)
    for id_, count in read_off.items():
        scores[id_] += _READ_OFF * most * count / counts_most
    if reading is not None:
        for id_, share in reading.deeds().items():
            scores[id_] *= 1 - _DEED * (1 - share)
    order = sorted(scores, key=lambda id_: (-scores[id_], id_))
    seen: set[str] = set()
    ranked = {}
    for id_ in order:
        section = case.index.places[id_].section
        ranked[id_] = scores[id_] * (_SECTION_AGAIN if section in seen else 1.0)
        seen.add(section)
    return dict(sorted(ranked.items(), key=lambda pair: (-pair[1], pair[0])))
