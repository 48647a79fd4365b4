"""A clause that answers a question by itself: it has every word asked, and permits or denies the deed.

Where such a clause differs from what all statements come to, it is right: the verdict agrees with the clause
that is shown for it. A clause that only says in which case something holds ("a ship that docks at her home
island must ...") supposes that the case can occur, and so permits it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pirate_code.answers.comparison import ComparedQuestion, ComparedStatement
from pirate_code.answers.prepared_question import PreparedQuestion
from pirate_code.answers.reading import Reading
from pirate_code.answers.scope import is_foreign, is_plain, is_special
from pirate_code.answers.statements import Truth
from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import compared, in_common_words, stem, stems_of, words_of

_NEAREST = 5  # rulings whose clauses are looked at
_ALL = 0.95  # the share of what is asked that the clause has
_MUCH = 0.3  # the share of the clause that is asked about


@dataclass(frozen=True)
class DirectClause:
    """A clause that answers a question: of which ruling, and what it says."""

    ruling: str
    text: str
    truth: Truth


def direct_clause(case: PreparedQuestion, reading: Reading, nearest: Sequence[str]) -> DirectClause | None:
    """The clause that answers a question which tells no situation; nothing if none does, or if two differ."""
    frame = case.question.frame
    if frame is None or frame.told or not frame.parsed or frame.manner == "must":
        return None
    question = ComparedQuestion(case)
    plain = is_plain(case)
    places = [id_ for id_ in nearest if not (plain and is_foreign(case, id_))][:_NEAREST]
    found = [
        DirectClause(each.ruling, each.statement.text, each.truth)
        for each, _ in reading.counts
        if each.ruling in places and _answers(question, each)
    ]
    if not found:
        found = [each for id_ in places for each in _supposed(question, id_)]
    found.sort(key=lambda each: places.index(each.ruling))
    return found[0] if len({each.truth for each in found}) == 1 else None


def _answers(question: ComparedQuestion, each: ComparedStatement) -> bool:
    stated = each.statement
    if stated.source != "clause" or each.truth == "depends":
        return False
    if not _deed_of(stated.text) & set(question.asked) or _of_others(question, stated.text):
        return False
    if stated.manner != "permits" and stated.truth != "no" and "turned" not in each.sign:
        return False
    special = (entry for entry in question.case.index.about(each.ruling) if is_special(entry))
    names = {word for entry in special for word in stems_of(entry.name)}  # "his ship" may mean a Captain's
    return _covers(question, {*stated.asked, *names}) and (
        question.share(stated.asked, question.stems) >= _MUCH
    )


def _of_others(question: ComparedQuestion, text: str) -> bool:
    """Whether a clause speaks of enemies only, and the question does not."""
    others = question_words().contrasts["own"]
    return bool(others & set(words_of(text))) and not others & set(question.case.question.words)


def _covers(question: ComparedQuestion, stems: Collection[str]) -> bool:
    """Whether stems have all that is asked, beside words that ask for leave or turn the rest round."""
    left = {stem(word) for word in question_words().relations["allows"]} | question.turning
    return question.share([word for word in question.asked if word not in left], stems) >= _ALL


def _supposed(question: ComparedQuestion, ruling: str) -> list[DirectClause]:
    """What a ruling supposes before it permits, denies or commands something else, if that is asked for."""
    frame = question.case.question.frame
    if frame is None or frame.manner != "may" or frame.denied:
        return []
    says = question.case.index.ruling(ruling).says
    for sentence in says.split(". "):
        words = words_of(sentence)
        before = words[: _modal(words)]
        denied = question_words().reading["denies"] & set(before)
        if not denied and _covers(question, compared(in_common_words(before))):
            return [DirectClause(ruling, sentence, "yes")]
    return []


def _modal(words: Sequence[str]) -> int:
    """Where the word stands by which a sentence permits, denies or commands; 0 if it has none."""
    marks = question_words().reading
    modal = marks["permits"] | marks["commands"] | {"cannot"}
    return next((place for place, word in enumerate(words) if word in modal), 0)


def _deed_of(text: str) -> frozenset[str]:
    """The verb that a clause permits or denies, or to which it sets a limit ("boards only after a ram")."""
    words = words_of(text)
    marks = question_words().reading
    empty = question_words().empty | marks["denies"] | marks["limits"]
    for place, word in enumerate(words):
        if word in marks["permits"] | {"cannot", "not"}:
            return frozenset([stem(each) for each in words[place + 1 :] if each not in empty][:1])
        if word == "only" and place:
            return frozenset((stem(words[place - 1]),))
    return frozenset()
