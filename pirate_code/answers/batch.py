"""Many questions with known answers: how often the verdict is right, and the deciding section is found."""

from __future__ import annotations

import re
import reprlib
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pirate_code.answers.answer import Answer, about, answer_to
from pirate_code.answers.confidence import SURENESS
from pirate_code.answers.headings import Headings
from pirate_code.answers.name_finder import meant_by
from pirate_code.answers.question import LENGTH_LIMIT, Question, is_askable, understand
from pirate_code.data import DataError, parse_json, read_text
from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import stem, words_of

FIRST = 3  # rulings among which the deciding section must stand
_ANSWERS = ("yes", "no", "depends", "value")
_KINDS = ("lookup", "told", "composed")
_FIELDS = ("x", "y", "question", "answer", "code_section", "kind", "reasoning", "value")
_QUESTIONS_LIMIT = 100_000
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class KnownQuestion:
    """A question whose answer is known: in words, or two things, or both."""

    line: int
    question: str | None
    x: str | None
    y: str | None
    answer: str
    section: str | None
    kind: str | None = None  # lookup, told (a situation and a question) or composed (of several rulings)
    value: str | None = None  # what the answer tells, where it is no yes or no


@dataclass(frozen=True)
class AnsweredQuestion:
    """What a known question was answered with."""

    known: KnownQuestion
    answer: Answer | None  # nothing if it was not understood
    seconds: float
    found: bool  # the deciding section stands among the first rulings

    @property
    def verdict(self) -> str | None:
        """The verdict that was given."""
        return None if self.answer is None else self.answer.verdict

    @property
    def right(self) -> bool:
        """Whether the verdict is the known one; where none can be given, whether the known value is told."""
        if self.known.answer != "value":
            return self.verdict == self.known.answer
        if self.answer is None or self.answer.verdict is not None or self.answer.value is None:
            return False
        return tells(f"{self.answer.value}. {self.answer.explanation}", self.known.value or "")

    @property
    def misplaced(self) -> bool:
        """Whether a question that is not answered by yes or no got such a verdict."""
        return self.known.answer == "value" and self.verdict is not None

    @property
    def sureness(self) -> str:
        """How sure the answer is; what is not understood is open."""
        return "open" if self.answer is None else self.answer.sureness

    @property
    def groundless(self) -> bool:
        """Whether there is a verdict without a citation or a witness."""
        answer = self.answer
        if answer is None or answer.verdict is None:
            return False
        return not answer.rulings and getattr(answer, "finding", None) is None


def read_questions(path: Path) -> list[KnownQuestion]:
    """Read a file of questions, one JSON object a line; what is wrong is told with its line."""
    questions = [_known(path, number, text) for number, text in _lines(path)]
    if not questions:
        raise DataError("there are no questions in the file", path)
    return questions


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    for number, text in enumerate(read_text(path).split("\n"), 1):
        if number > _QUESTIONS_LIMIT:
            raise DataError(f"a file has at most {_QUESTIONS_LIMIT:,} lines", path, number)
        if text.strip():
            yield number, text


def _known(path: Path, line: int, text: str) -> KnownQuestion:
    try:
        data = parse_json(text)
    except ValueError as error:
        raise DataError(str(error), path, line) from None
    if not isinstance(data, dict):
        raise DataError("a question is a JSON object", path, line)
    values = {name: _text(path, line, name, data.get(name)) for name in _FIELDS}
    if values["question"] is None and None in (values["x"], values["y"]):
        raise DataError('a question has "question", or both "x" and "y"', path, line)
    answer = re.match(r"[a-z]+", (values["answer"] or "").casefold())
    if answer is None or answer[0] not in _ANSWERS:
        given = reprlib.repr(data.get("answer"))
        raise DataError(f'"answer" is yes, no, depends or value, not {given}', path, line)
    if answer[0] == "value" and values["value"] is None:
        raise DataError('beside the answer "value" stands the "value" that is right', path, line)
    kind = values["kind"] or values["reasoning"]
    if kind is not None and kind not in _KINDS:
        raise DataError(f'"kind" is {", ".join(_KINDS[:-1])} or {_KINDS[-1]}, not {kind!r}', path, line)
    section, value = values["code_section"], values["value"]
    return KnownQuestion(line, values["question"], values["x"], values["y"], answer[0], section, kind, value)


def _text(path: Path, line: int, name: str, value: object) -> str | None:
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise DataError(f'"{name}" is a text, not {reprlib.repr(value)}', path, line)
    if len(value) > LENGTH_LIMIT:
        raise DataError(f'"{name}" has more than {LENGTH_LIMIT:,} characters', path, line)
    return value


def tells(text: str, value: str) -> bool:
    """Whether a text tells a value: every word of it that says something stands in the text.

    >>> tells("A tie is won by nobody.", "the attacker"), tells("She rolls two dice.", "2")
    (False, True)
    """
    return bool(value) and _value_words(value) <= _value_words(text)


def _value_words(text: str) -> frozenset[str]:
    """The stems of a text, numbers as digits; of empty words alone all of them."""
    numbers = question_words().numbers
    words = [numbers.get(word, word) for word in words_of(text)]
    telling = [word for word in words if word not in question_words().empty]
    return frozenset(map(stem, telling or words))


def try_all(
    db: sqlite3.Connection, questions: Iterable[KnownQuestion], tell: Progress, *, trying: bool = False
) -> list[AnsweredQuestion]:
    """Answer every question."""
    asked, headings = list(questions), Headings(db)
    results = []
    for done, known in enumerate(asked):
        tell("asking", done, len(asked))
        began = time.perf_counter()
        question = question_of(db, known)
        answer = None if question is None else answer_to(db, question, trying=trying)
        seconds = time.perf_counter() - began
        first = answer.rulings[:FIRST] if answer is not None else ()
        found = any(headings.stands_under(ruling.id, known.section or "") for ruling in first)
        results.append(AnsweredQuestion(known, answer, seconds, found))
    tell("asking", len(asked), len(asked))
    return results


def question_of(db: sqlite3.Connection, known: KnownQuestion) -> Question | None:
    """A known question as it is understood; nothing if a name means nothing, or if it names nothing.

    Of a question in words, x and y are things that it is about, whatever it calls them. What names nothing
    and asks for yes or no is no question.
    """
    x, y = (meant_by(db, name) if name else [] for name in (known.x, known.y))
    if known.question is None:
        return about(x[0], y[0]) if x and y else None
    question = understand(db, known.question)
    unnamed = [meanings[0] for meanings in (x, y) if meanings and meanings[0] not in question.things]
    if not unnamed and not is_askable(db, question):
        return None
    return replace(
        question,
        things=(*question.things, *unnamed),
        spoken=(*question.spoken, *(() for _ in unnamed)),
    )


def summary(tried: list[AnsweredQuestion]) -> dict[str, Any]:
    """The measurement as plain data: shares right and found, by relation too, and how long it took."""
    seconds = [each.seconds for each in tried]
    by_relation: dict[str, list[AnsweredQuestion]] = {}
    for each in tried:
        relation = None if each.answer is None else each.answer.relation
        by_relation.setdefault(relation or "none", []).append(each)
    return {
        **_shares(tried),
        "not_understood": sum(each.answer is None for each in tried),
        "undecided": sum(each.answer is not None and each.verdict is None for each in tried),
        "verdicts_without_citation_or_witness": sum(each.groundless for each in tried),
        "faults": sum(len(each.answer.faults) for each in tried if each.answer is not None),
        "yes_or_no_to_other_questions": sum(each.misplaced for each in tried),
        "by_sureness": {
            name: _shares([each for each in tried if each.sureness == name]) for name in SURENESS
        },
        "by_kind": {
            name: _shares([each for each in tried if (each.known.kind or "unknown") == name])
            for name in (*_KINDS, "unknown")
        },
        "by_relation": {name: _shares(by_relation[name]) for name in sorted(by_relation)},
        "by_answer": {
            name: _shares([each for each in tried if each.known.answer == name]) for name in _ANSWERS
        },
        "seconds": {
            "total": round(sum(seconds), 3),
            "median": round(statistics.median(seconds), 4),
            "longest": round(max(seconds), 4),
        },
    }


def _shares(tried: list[AnsweredQuestion]) -> dict[str, Any]:
    sectioned = [each for each in tried if each.known.section is not None]
    return {
        "questions": len(tried),
        "right": sum(each.right for each in tried),
        "with_section": len(sectioned),
        "found": sum(each.found for each in sectioned),
    }
