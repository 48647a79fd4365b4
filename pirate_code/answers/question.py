"""Questions understood: the things named in them, the relation asked for, and whether it is denied."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pirate_code.answers.frame import Frame, denies
from pirate_code.answers.name_finder import NameInText, corrected, named
from pirate_code.answers.ruling_index import RulingIndex
from pirate_code.library.lookup import Meaning
from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import words_of

LENGTH_LIMIT = 1_000
_OTHERS = 3  # meanings of a name that are told beside the one taken


@dataclass(frozen=True)
class Question:
    """What is asked: the things named, what else they could be, the relation, and whether it is denied."""

    text: str
    things: tuple[Meaning, ...]
    alternatives: tuple[Meaning, ...]
    relation: str | None
    denied: bool
    words: tuple[str, ...]
    spoken: tuple[tuple[str, ...], ...] = ()  # the words that each thing is called by
    slips: tuple[tuple[str, str], ...] = ()  # words as they were written, and as they were taken
    asked: bool = True  # in words; else only two names are given
    frame: Frame | None = None  # of a question in words


def is_askable(db: sqlite3.Connection, question: Question) -> bool:
    """Whether rulings can be looked up for a question: it names something, or asks who, when or the like.

    Of a question for yes or no that names nothing, words that it shares with a ruling by chance would decide.
    """
    if question.things:
        return True
    frame = question.frame
    if frame is None or not frame.parsed or frame.kind == "yes or no":
        return False
    told = set(question.words) - question_words().empty - question_words().asking
    return bool(told & RulingIndex(db).vocabulary())


def understand(db: sqlite3.Connection, text: str) -> Question:
    """Read a question in plain English."""
    from pirate_code.answers.frame_reading import frame_of  # loads Lark, which two names do not need

    written = words_of(text)
    frame = frame_of(text)
    words = corrected(db, written, RulingIndex(db).vocabulary() | question_words().known)
    found = list(named(db, words, question_words().empty | question_words().asking | _asking_words()))
    taken = {place for name in found for place in range(name.start, name.end)}
    spoken: dict[Meaning, tuple[str, ...]] = {}
    for name in found:
        spoken.setdefault(name.meanings[0], tuple(words[name.start : name.end]))
    rest = [word for place, word in enumerate(words) if place not in taken]
    asking = set(frame.asked)
    relation = _asked([word for word in words if word in asking], [word for word in rest if word in asking])
    return Question(
        text,
        tuple(spoken),
        tuple(_alternatives(found)),
        relation or _asked(words, rest),
        frame.denied,
        tuple(words),
        tuple(spoken.values()),
        tuple((was, now) for was, now in zip(written, words, strict=True) if was != now),
        frame=frame,
    )


def _asked(words: Sequence[str], rest: Sequence[str]) -> str | None:
    """The relation that a question asks for; "can it ... after that?" asks for leave."""
    relation = relation_of(" ".join(rest)) or relation_of(" ".join(words))
    if relation not in ("applies-before", "applies-after"):
        return relation
    asking = next((word for word in words if word in question_words().asking), "")
    return "allows" if relation_of(asking) == "allows" else relation


def _alternatives(found: Sequence[NameInText]) -> list[Meaning]:
    others = (other for name in found for other in name.meanings[1 : 1 + _OTHERS])
    return list(dict.fromkeys(other for other in others if other.type != "section"))


def is_denied(text: str) -> bool:
    """Whether a question asks for the contrary: "does it not ...?", "so it cannot ..., right?".

    "Can't it ...?" asks the same as "can it ...?"; what a clause denies is part of the case.
    """
    sentence = re.split(r"(?<=[.?!])\s+", text.strip())[-1]
    words = words_of(sentence.split(",")[-1] if sentence[:3].casefold() == "if " else sentence)
    return denies(words, asks=bool(words) and words[0] in question_words().asking)


def relation_of(text: str) -> str | None:
    """The relation that a text asks for; the most telling words decide."""
    padded = f" {text} "
    for relation, phrases in question_words().relations.items():
        if any(f" {phrase} " in padded for phrase in phrases):
            return relation
    return None


def stand_ins(relation: str) -> dict[str, bool]:
    """The relations that answer for one, each with whether it says the same or the opposite."""
    return question_words().answers.get(relation, {relation: True})


@cache
def _asking_words() -> frozenset[str]:
    """Single words that ask for a relation: in a question they name nothing."""
    phrases = (phrase for listed in question_words().relations.values() for phrase in listed)
    return frozenset(phrase for phrase in phrases if " " not in phrase)
