"""No swallowed words: every word of a line that carries meaning must come back out of its tree.

The canonical wording is made from the tree alone, so a word that the tree lost is missing there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from pirate_code.glossary import follows_nations
from pirate_code.language import tree as t
from pirate_code.language.normalise import sentences
from pirate_code.language.render import render
from pirate_code.language.terminals import any_of
from pirate_code.language.words import NUMBER_WORDS, load_words

# Words that say the same: the first of each row stands for all of it.
_SAME = {
    "when": (
        "when",
        "whenever",
        "if",
        "as long as",
        "while",
        "each time",
        "any time",
        "so that",
        "in case",
        "only when",
    ),
    "cannot": ("cannot", "do not", "does not", "did not"),
    "each": ("each", "every"),
    "may": ("may",),
    "must": ("must",),
    "must not": ("must not",),
    "unless": ("unless",),
    "not within": ("not within",),
    "until": ("until",),
    "instead": ("instead", "rather than"),
    "once per turn": ("once per turn",),
    "only": ("only",),
    "another": ("another",),
}
# Classes of nouns whose words must come back; the rest comes back as other nodes.
_PIECES = frozenset({"ships", "parts", "cargo", "places", "terrain", "pieces", "people", "tokens"})
# "You must roll a 6 to hit" comes back as "unless you roll a 6, you cannot hit".
_STANDS_FOR = {"must": "unless"}
# What stands before a state of pieces, which may come back as a word that describes them.
_BEFORE_A_STATE = ("as long as", "if", "when", "while")
_ROWS = {word: row for row, words in _SAME.items() for word in words}


@follows_nations
@cache
def _pattern() -> re.Pattern[str]:
    words = load_words()
    return re.compile(
        rf"(?P<dice>(?P<dice_count>\d*)d6\b)"
        rf"|(?P<run>\b[1-6]-[1-6]\b)"
        rf"|(?P<gun>(?<=rank )\d [SL]-range\b|\b\d ?[SL] (?=(?:[a-z]+ )?(?:cannon|gun|attack)))"
        rf"|(?P<distance>(?<![\w'])(?:\d+ ?)?[SL](?:\+[SL])*\b)"
        # "Enemy ships cannot move while docked" comes back as "enemy docked ships cannot move".
        rf"|(?P<state>(?<=[a-z] )(?:{any_of(_BEFORE_A_STATE)}) (?=(?:within|{any_of(words.state_words)})\b))"
        rf"|(?P<row>\b(?:{any_of(_ROWS)})\b)"
        rf"|(?P<keyword>\b(?:{any_of(words.keyword_words)})\b)"
        rf"|(?P<non>\bnon-(?=[A-Z]))"
        rf"|(?P<nation>\b(?:{any_of([*words.nation_words, *words.nation_nouns])})\b)"
        rf"|(?P<noun>\b(?:{any_of(words.nouns)})\b)"
        rf"|(?P<number>(?<!this )\b(?:\d+|{any_of(NUMBER_WORDS)})\b|(?<=[+-])X\b)"
    )


def meanings(line: str) -> Counter[str]:
    """The words of a line that carry meaning, in one spelling each, counted."""
    words = load_words()
    counts: Counter[str] = Counter()
    row = None
    for sentence in sentences(line):
        if sentence.faces and sentence.faces != row:
            counts.update(f"number {face}" for face in sentence.faces.split("-"))
        row = sentence.faces
        for match in _pattern().finditer(sentence.text):
            kind, text = str(match.lastgroup), match[0]
            if kind in {"dice", "dice_count"}:
                counts["die"] += int(match["dice_count"] or 1)
            elif kind == "run":
                counts.update(f"number {face}" for face in text.split("-"))
            elif kind == "gun":
                counts.update((f"number {text[0]}", f"distance {text.replace(' ', '')[1]}"))
            elif kind == "distance":
                times = re.match(r"\d+", text)
                sides = re.findall("[SL]", text)
                counts[f"distance {sides[0]}"] += int(times[0]) if times else 1
                counts.update(f"distance {side}" for side in sides[1:])
            elif kind == "state":
                continue
            elif kind == "row":
                counts[_ROWS[text]] += 1
            elif kind == "keyword":
                counts[f"name {words.keyword_words[text]}"] += 1
            elif kind == "non":
                counts["non-"] += 1
            elif kind == "nation":
                counts[f"name {words.nation_words.get(text) or words.nation_nouns[text]}"] += 1
            elif kind == "noun":
                noun = words.nouns[text]
                if noun == "die":
                    counts["die"] += 1
                elif words.noun_class[noun] in _PIECES:
                    counts["piece player" if noun == "opponent" else f"piece {noun}"] += 1
            else:
                number = NUMBER_WORDS.index(text) if text in NUMBER_WORDS else text.lstrip("0") or 0
                counts[f"number {number}"] += 1
    return counts


def swallowed(text: str, abilities: Sequence[t.Ability]) -> list[str]:
    """Words of the line that carry meaning and that no node of its trees accounts for."""
    missing = meanings(text)
    if abilities:
        missing.subtract(meanings(render(abilities)))
    for word, other in _STANDS_FOR.items():
        missing[word] -= max(-missing[other], 0)
    return sorted(word for word, count in missing.items() if count > 0)
