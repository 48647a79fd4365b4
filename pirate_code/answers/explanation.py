"""Explains a verdict in one or two sentences: the verdict, and the sentence of a ruling that bears on it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pirate_code.answers.direct_clause import DirectClause
from pirate_code.answers.prepared_question import PreparedQuestion, share
from pirate_code.answers.reading import Reading
from pirate_code.answers.statements import Statement
from pirate_code.answers.voice import is_turned
from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import stem, stems_of

_NEAREST = 3  # rulings of which one explains
_BESIDE = 0.1  # what a ruling counts that speaks of nothing asked beside the names
_TOLD = 0.5  # what the words of the situation count beside those that ask
_SENTENCES = re.compile(r"(?<=[.!?])\s+")


def explained(
    case: PreparedQuestion,
    reading: Reading,
    verdict: str,
    nearest: Sequence[str],
    direct: DirectClause | None = None,
) -> str:
    """The verdict with its reason: of the nearest rulings, the one whose statements speak most for it.

    A clause that answers the question by itself is the reason; a ruling that does not speak of the deed asked
    about is hardly one.
    """
    if direct is not None and direct.truth == verdict:
        says = case.index.ruling(direct.ruling).says
        sentence = next((each for each in _SENTENCES.split(says) if direct.text in each), says)
        return f"{verdict.capitalize()}: {_continued(_ended(sentence))}"
    counts = dict.fromkeys(nearest[:_NEAREST], 0.0)
    deeds = reading.deeds()
    for each, count in reading.counts:
        if each.ruling in counts and each.truth == verdict:
            counts[each.ruling] += count * max(deeds[each.ruling], _BESIDE)
    deciding = max(counts, key=counts.__getitem__)
    reason = _sentence(case, case.index.ruling(deciding).says)
    if verdict != "depends":
        return f"{verdict.capitalize()}: {_continued(reason)}"
    left = (each.statement for each, _ in reading.counts if each.ruling in counts)
    condition = next((stated for stated in left if stated.condition is not None), None)
    return f"{_depends(condition)} {reason}" if condition is not None else f"It depends: {_continued(reason)}"


def _depends(statement: Statement) -> str:
    if statement.claim is not None:
        return f"It depends: {statement.condition}."
    return f"It depends on {statement.condition}."


def _sentence(case: PreparedQuestion, says: str) -> str:
    """The sentence of a ruling that speaks most of what is asked."""
    weights = _asked(case)
    asked = case.question.frame.asked if case.question.frame is not None else ()
    sentence = max(
        _SENTENCES.split(says),
        key=lambda each: (not is_turned(asked, each), share(case, weights, stems_of(each))),
    )
    return _ended(sentence)


def _ended(sentence: str) -> str:
    """A sentence with its capital and its stop."""
    ended = sentence.rstrip(";")
    return f"{ended[0].upper()}{ended[1:]}" + ("" if ended.endswith((".", "!", "?")) else ".")


def _asked(case: PreparedQuestion) -> Mapping[str, float]:
    frame = case.question.frame
    if frame is None:
        return case.words
    told, asked = (tuple(map(stem, words)) for words in (frame.told, frame.asked))
    return dict.fromkeys(told, _TOLD) | dict.fromkeys(asked, 1.0)


def _continued(sentence: str) -> str:
    """A sentence after a colon: it begins small, unless with a name."""
    first = sentence.split(" ", 1)[0].casefold()
    small = (
        question_words().empty | question_words().reading["subordinates"] | {"only", "every", "each", "no"}
    )
    return sentence[0].lower() + sentence[1:] if first in small and first != "i" else sentence
