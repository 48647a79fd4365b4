"""The frame of a question: what it tells, what it asks, and what kind of answer it asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pirate_code.library.question_words import question_words

Kind = Literal["yes or no", "who", "which", "how many", "when", "where", "why", "how", "what"]
Manner = Literal["may", "must", "happens", "is"]


@dataclass(frozen=True)
class Frame:
    """A question taken apart: words that tell the situation, words that ask, and how they ask."""

    told: tuple[str, ...]
    asked: tuple[str, ...]
    kind: Kind
    manner: Manner
    denied: bool
    parsed: bool


def manner_of(words: Sequence[str]) -> Manner:
    """How a question asks: for leave, for a duty, what happens, or what is."""
    asks = question_words().reading
    for name in ("must", "can"):
        if asks[f"asks {name}"] & set(words):
            return "must" if name == "must" else "may"
    return "is" if words and words[0] in ("is", "are", "was", "were", "isnt", "arent") else "happens"


def denies(words: Sequence[str], *, asks: bool) -> bool:
    """Whether the words of a main clause ask for the contrary: "does it not ...?".

    "Can't it ...?" asks the same as "can it ...?"; what a clause within denies is part of the case.
    """
    words = list(words)
    if asks and words[1:3] in (["it", "true"], ["it", "right"], ["i", "right"], ["it", "correct"]):
        asks, words = False, words[3:]
        words = words[1:] if words[:1] == ["that"] else words
    if asks and words and words[0].endswith("nt"):
        return False
    return any(_denied_at(words, place, asks) for place in range(len(words)))


def _denied_at(words: Sequence[str], place: int, asks: bool) -> bool:
    """Whether the word at a place denies the whole, and not only a clause."""
    word, before, after = words[place], words[place - 1 : place], words[place + 1 : place + 2]
    if asks:
        negative = word in ("not", "never") and before != ["must"]
    else:
        negative = word in ("not", "never", "cannot") or (
            word in question_words().asking and word.endswith("nt")
        )
    return negative and not question_words().clauses & set(words[:place]) and after not in ([], ["to"])
