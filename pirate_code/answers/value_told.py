"""What is told to a question that yes or no does not answer: the ruling that tells it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pirate_code.answers.frame import Frame
from pirate_code.answers.prepared_question import PreparedQuestion, share
from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import stem, stems_of, words_of

_RULINGS = 5  # the nearest ones, among which the sentence is looked for
_SENTENCES = re.compile(r"(?<=[.!?])\s+")
_TOLD = 0.4  # what the words of the situation count beside those that ask
_FITS = 1.0  # what it counts that a sentence has a word of the kind that is asked for


def value_told(case: PreparedQuestion, frame: Frame, ranked: Mapping[str, float]) -> tuple[str, str] | None:
    """The ruling with the sentence that tells what is asked, and all it says; nothing if none comes near."""
    nearest = list(ranked)[:_RULINGS]
    if not nearest:
        return None
    best = ranked[nearest[0]]
    scored = [
        (ranked[id_] / best + _fit(case, frame, sentence), -place, id_, sentence)
        for place, id_ in enumerate(nearest)
        for sentence in _SENTENCES.split(case.index.ruling(id_).says)
    ]
    _, _, id_, _ = max(scored)
    return id_, case.index.ruling(id_).says


def _fit(case: PreparedQuestion, frame: Frame, sentence: str) -> float:
    """How well a sentence fits what is asked, and whether it tells something of the kind."""
    left_out = question_words().empty | question_words().asking
    weights = {stem(word): _TOLD for word in frame.told if word not in left_out}
    weights |= {stem(word): 1.0 for word in frame.asked if word not in left_out}
    telling = question_words().telling.get(frame.kind, frozenset())
    return share(case, weights, stems_of(sentence)) + (_FITS if telling & set(words_of(sentence)) else 0.0)
