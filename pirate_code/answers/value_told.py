"""What is told to a question that yes or no does not answer: a value that a ruling gives, and the ruling.

A question that a ruling answers by a value, if it is like enough to the one asked, tells it. Else the ruling
is told that has a sentence of the kind that is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pirate_code.answers.frame import Frame
from pirate_code.answers.prepared_question import PreparedQuestion, share
from pirate_code.answers.wordings import like_wordings
from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import stem, stems_of, words_of

_RULINGS = 5  # the nearest ones, among which the sentence is looked for
_SENTENCES = re.compile(r"(?<=[.!?])\s+")
_TOLD = 0.4  # what the words of the situation count beside those that ask
_FITS = 1.0  # what it counts that a sentence has a word of the kind that is asked for
_ALIKE = 0.35  # how like a wording must be whose value is told
_NEARER = 0.1  # what it counts that its ruling is the nearest


@dataclass(frozen=True)
class ToldValue:
    """What is told: the ruling, all that it says, and the value itself if one is known."""

    ruling: str
    says: str
    value: str | None = None
    likeness: float = 0.0  # of the wording that has this value


def value_told(case: PreparedQuestion, frame: Frame, ranked: Mapping[str, float]) -> ToldValue | None:
    """The value that is asked for, and the ruling that tells it; nothing if none comes near."""
    if not ranked:
        return None
    return _by_wording(case, ranked) or _by_sentence(case, frame, ranked)


def _by_wording(case: PreparedQuestion, ranked: Mapping[str, float]) -> ToldValue | None:
    """The value of the wording that is most like the question."""
    best = max(ranked.values())
    scored = [
        (like.likeness + _NEARER * ranked[like.wording.ruling] / best, -place, like)
        for place, like in enumerate(like_wordings(case, ranked, values=True))
    ]
    if not scored:
        return None
    _, _, (likeness, wording) = max(scored)
    if likeness < _ALIKE:
        return None
    return ToldValue(wording.ruling, case.index.ruling(wording.ruling).says, wording.value, likeness)


def _by_sentence(case: PreparedQuestion, frame: Frame, ranked: Mapping[str, float]) -> ToldValue:
    """The ruling with the sentence that fits what is asked best."""
    nearest = list(ranked)[:_RULINGS]
    best = ranked[nearest[0]]
    scored = [
        (ranked[id_] / best + _fit(case, frame, sentence), -place, id_, sentence)
        for place, id_ in enumerate(nearest)
        for sentence in _SENTENCES.split(case.index.ruling(id_).says)
    ]
    _, _, id_, _ = max(scored)
    return ToldValue(id_, case.index.ruling(id_).says)


def _fit(case: PreparedQuestion, frame: Frame, sentence: str) -> float:
    """How well a sentence fits what is asked, and whether it tells something of the kind."""
    left_out = question_words().empty | question_words().asking
    weights = {stem(word): _TOLD for word in frame.told if word not in left_out}
    weights |= {stem(word): 1.0 for word in frame.asked if word not in left_out}
    telling = question_words().telling.get(frame.kind, frozenset())
    return share(case, weights, stems_of(sentence)) + (_FITS if telling & set(words_of(sentence)) else 0.0)
