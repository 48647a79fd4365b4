"""Reads a ruling clause by clause: what each speaks of, whether it denies, permits, commands or limits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import stems_of, words_of

_SENTENCES = re.compile(r"(?<=[.;:!?])\s+")
_CLAUSES = re.compile(r",\s+|\s+(?=(?:but|unless|though|because|except|until|and (?:no|not|cannot|never))\b)")
_NEAR = 3  # words after a relative pronoun that belong to its clause


@dataclass(frozen=True)
class Clause:
    """A clause of a ruling: its stems, those of its sentence, and how it says what it says."""

    text: str
    whole: str  # the sentence that it stands in
    stems: frozenset[str]
    sentence: frozenset[str]
    denies: bool
    permits: bool
    commands: bool
    limits: bool
    main: bool
    hedges: bool = False  # it begins with unless, except or until


@lru_cache(maxsize=4096)
def clauses(says: str) -> tuple[Clause, ...]:
    """The clauses of a ruling."""
    found: list[Clause] = []
    for sentence in _SENTENCES.split(says):
        parts = list(_joined(_CLAUSES.split(sentence)))
        whole = frozenset(stems_of(sentence))
        for part in parts:
            found.append(_clause(part, sentence, whole))
    return tuple(found)


def _joined(parts: Sequence[str]) -> Iterator[str]:
    """Parts of a sentence that are clauses; what only goes on with a list stays with its clause."""
    held = ""
    for part in parts:
        starts = _begins(part, "subordinates") or _begins(part, "hedges") or _begins(part, "continues")
        if held and (starts or _begins(held, "subordinates") or _begins(held, "hedges")):
            yield held
            held = part
        else:
            held = f"{held}, {part}" if held else part
    if held:
        yield held


def _begins(part: str, key: str) -> bool:
    words = words_of(part)
    return bool(words) and words[0] in question_words().reading[key]


def _clause(part: str, whole: str, sentence: frozenset[str]) -> Clause:
    words = words_of(part)
    marks = question_words().reading
    present = set(words)
    return Clause(
        part,
        whole,
        frozenset(stems_of(part)),
        sentence,
        any(_denies(words, place) for place in range(len(words))),
        bool(present & marks["permits"]),
        bool(present & marks["commands"]),
        bool(present & marks["limits"]),
        not _begins(part, "subordinates") and not _begins(part, "hedges"),
        _begins(part, "hedges"),
    )


def _denies(words: Sequence[str], place: int) -> bool:
    """Whether a word denies its clause, and not only what a relative clause says of a thing in it."""
    marks = question_words().reading
    if words[place] not in marks["denies"] or words[place - 1 : place] == ["with"]:
        return False
    return not marks["relatives"] & set(words[max(0, place - _NEAR) : place])
