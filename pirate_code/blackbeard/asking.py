"""Answers questions about Blackbeard.

A value that is asked for is told; a question that a ruling answers in other words gets its verdict; the
others get the nearest rulings and no verdict.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from pirate_code.blackbeard.library import Entry, citation, entries, of_kind
from pirate_code.blackbeard.rulings import load_rulings
from pirate_code.core.naming import folded

_WORD = re.compile(r"[a-z0-9&]+")
_ENDINGS = ("ations", "ation", "ings", "ing", "ions", "ion", "ies", "ied", "es", "ed", "ly", "e", "s")
_SHORTEST = 3  # letters of a stem
# Words that tell nothing about what a question is about.
_COMMON = frozenset(
    _WORD.findall(
        "a an the is are was be do does did can could may might must will would should i my me you your he"
        " his him she her it its they their them of to in on at by for with from as and or if when who what"
        " which how many much that this there have has had get gets any some one still pirate pirates player"
        " ship blackbeard happen happens happened about during"
    )
)
_NEGATIVE = frozenset(
    (
        "not",
        "no",
        "never",
        "cannot",
        "cant",
        "nobody",
        "nothing",
        "none",
        "without",
        "unless",
        "except",
        "only",
    )
)
_VALUE = re.compile(r"^(what|which|how|where|who|when|why)\b")
_YES_OR_NO = re.compile(r"^(is|are|was|can|could|may|might|must|do|does|did|will|would|should|has|have)\b")
_SURE, _LIKELY = 0.85, 0.65  # how alike two questions must be
_NEAR = 0.2  # how much of the question a ruling must speak of to be told
_SUBJECT = 0.5  # how much more it counts if the name of a ruling begins with what is asked about
_TOLD = 4  # rulings
_COUNT = re.compile(r"\b\d+\b")


@dataclass(frozen=True)
class Answer:
    """What is answered, how sure it is, and the rulings that it rests on."""

    question: str
    sureness: Literal["sure", "likely", "open"]
    explanation: str
    verdict: str | None = None
    value: Any = None
    entry: Entry | None = None
    rulings: list[Entry] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The answer for programs."""
        return {
            "game": "blackbeard",
            "question": self.question,
            "verdict": self.verdict,
            "value": self.value,
            "sureness": self.sureness,
            "explanation": self.explanation,
            "about": None if self.entry is None else self.entry.as_json(),
            "rulings": [{"id": one.id, "says": one.text, "citation": citation(one)} for one in self.rulings],
        }


def answered(question: str) -> Answer:
    """The answer to a question in plain English, or to one or two names."""
    near = _nearest(question)
    entry = _named(question)
    if (value := _value(question, entry)) is not None and entry is not None:
        fact, found = value
        ours = " This value is ours: the document does not give it." if entry.assumed else ""
        said = f"{fact.capitalize()} of {entry.name}: {found}.{ours}"
        return Answer(question, "sure", said, value=found, entry=entry)
    alike, asked = _asked_like(question)
    if asked is not None and alike >= _LIKELY:
        ruling, verdict, condition = asked
        said = f"It depends on {condition}." if condition else "A ruling answers this question."
        others = [one for one in near if one.id != ruling.id][: _TOLD - 1]
        sureness: Literal["sure", "likely"] = "sure" if alike >= _SURE else "likely"
        return Answer(question, sureness, said, verdict, entry=entry, rulings=[ruling, *others])
    if near:
        return Answer(question, "open", "No ruling answers just this; these come nearest.", rulings=near)
    if entry is not None and entry.text:
        return Answer(question, "open", entry.text, entry=entry)
    return Answer(question, "open", "No ruling of Blackbeard speaks of this.", entry=entry)


# --- values -------------------------------------------------------------------------------------------------


def _named(question: str) -> Entry | None:
    """The entry whose name is the longest that stands in a question; rulings have no names."""
    text = f" {' '.join(_WORD.findall(folded(question)))} "
    found = [
        entry
        for entry in entries()
        if entry.kind not in ("ruling", "table", "action")
        and f" {' '.join(_WORD.findall(folded(entry.name)))} " in text
    ]
    return max(found, key=lambda entry: len(entry.name), default=None)


def _value(question: str, entry: Entry | None) -> tuple[str, Any] | None:
    """The fact of an entry that a question asks for."""
    if entry is None or not _VALUE.match(folded(question)):
        return None
    text = set(map(_stem, _WORD.findall(folded(question))))
    for fact, value in entry.facts.items():
        if _stem(fact.split()[-1]) in text:
            return fact, value
    if "where" in folded(question).split() and "sea" in entry.facts:
        return "sea", entry.facts["sea"]
    return None


# --- rulings ------------------------------------------------------------------------------------------------


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            bare = word[: -len(ending)]
            return bare[:-1] if bare[-1] == bare[-2:-1] else bare
    return word


def _stems(text: str) -> Counter[str]:
    return Counter(_stem(word) for word in _WORD.findall(folded(text)) if word not in _COMMON)


@cache
def _weights() -> Mapping[str, float]:
    """How much each stem tells: the rarer among the rulings, the more."""
    several = [set(_spoken(one)) for one in of_kind("ruling")]
    count = Counter(stem for stems in several for stem in stems)
    return {stem: math.log(1 + len(several) / number) for stem, number in count.items()}


def _weight(stem: str) -> float:
    weights = _weights()
    return weights.get(stem, max(weights.values()))


def _nearest(question: str) -> list[Entry]:
    """The rulings that speak most of what a question speaks of."""
    scored = []
    for ruling in of_kind("ruling"):
        score = _covered(question, ruling)
        if score >= _NEAR:
            first = _stem(ruling.id.split("-")[0]) in _stems(question)
            scored.append((score * (1 + _SUBJECT * first) / (1 + 0.01 * len(_spoken(ruling))), ruling))
    scored.sort(key=lambda pair: -pair[0])
    return [ruling for _, ruling in scored[:_TOLD]]


def _covered(question: str, ruling: Entry) -> float:
    """How much of what a question speaks of a ruling speaks of too, from 0 to 1."""
    wanted, have = _stems(question), _spoken(ruling)
    total = sum(map(_weight, wanted))
    return sum(_weight(stem) for stem in wanted if stem in have) / total if total else 0.0


def _spoken(ruling: Entry) -> Counter[str]:
    """What a ruling speaks of."""
    return _stems(f"{ruling.text} {' '.join(ruling.about)} {ruling.id}")


def _asked_like(question: str) -> tuple[float, tuple[Entry, str, str | None] | None]:
    """The question of a ruling that is most like this one, and how alike they are; never of other sense."""
    best, found = 0.0, None
    if not _YES_OR_NO.match(folded(question)):
        return best, found
    by_id = {entry.id: entry for entry in of_kind("ruling")}
    for file in load_rulings():
        for ruling in file.rulings:
            for asked in ruling.asked:
                alike = _alike(question, asked.question)
                if alike > best:
                    best, found = alike, (by_id[ruling.id], asked.answer, asked.condition)
    return best, found


def _alike(one: str, other: str) -> float:
    """How alike a question is to one that is answered, all of which it must speak of, from 0 to 1.

    One that denies something is not like one that does not.
    """
    if _senses(one) != _senses(other):
        return 0.0
    first, second = _stems(one), _stems(other)
    if not set(second) <= set(first):
        return 0.0
    both = sum(_weight(stem) ** 2 for stem in first if stem in second)
    lengths = [math.sqrt(sum(_weight(stem) ** 2 for stem in stems)) for stems in (first, second)]
    return both / (lengths[0] * lengths[1]) if all(lengths) else 0.0


def _senses(question: str) -> tuple[Any, ...]:
    """What must be the same: words that deny, numbers, and whether a value is asked for."""
    words = _WORD.findall(folded(question))
    denied = any(word in _NEGATIVE for word in words)
    return denied, sorted(_COUNT.findall(question)), bool(_VALUE.match(folded(question)))
