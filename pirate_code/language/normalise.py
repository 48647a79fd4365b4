"""From a printed line to sentences in one spelling: quotes, dashes, can and may, dice, result ranges, lists.

It knows spelling, not meaning: what a word means is for the grammar and the builder.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from pirate_code.language.errors import LanguageError
from pirate_code.language.words import load_words

MAX_LINE = 10_000
MAX_DEPTH = 12

Replacement = str | Callable[[re.Match[str]], str]

_CHARACTERS = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " ", "\u2212": "-"}
    | dict.fromkeys("\u2010\u2011\u2012\u2013", "-")
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffd\u200b-\u200f\ufeff]")

# One spelling for one meaning, applied in order to a whole line.
_SPELLING: list[tuple[re.Pattern[str], Replacement]] = [
    (re.compile(pattern), replacement)
    for pattern, replacement in [
        (r"\s+", " "),
        (r"\u2014", " - "),
        (r" ([,.;:!])(?=\s|$)", r"\1"),
        (r"\(see [^()]*\)", ""),
        (r"\bas (she|it) can carry\b", r"as \1 has room for"),
        (r"\b(bonuses) she may have\b", r"\1 she has"),
        (r"\balways each\b", "always"),
        (r"\b[Cc]an(?:not|'t| not)\b|\b[Mm]ay (?:not|never)\b", "cannot"),
        (r"\bcannot only\b", "may only"),
        (r"\b[Cc]an\b", "may"),
        (r"\b([Dd])on't\b", r"\1o not"),
        (r"\b(is|are|was|does|did|has)n't\b", r"\1 not"),
        (r"\b([Ss]he|[Ii]t|[Hh]e)'s\b(?= (?:within|docked|touching|derelict))", r"\1 is"),
        (r"\b[Ff]ace[- ]?down\b", "face down"),
        (r"\b[Ff]ace[- ]?up\b", "face up"),
        (r"\b([Rr])e-roll", r"\1eroll"),
        (r"\b[Nn]on ?- ?(?=[A-Za-z])", "non-"),
        (r"\b(?:1 ?)?[dD]6\b", "d6"),
        (r"\b(\d+) ?[dD]6\b", r"\1d6"),
        (r"\b(?:a|one) d6\b", "d6"),
        (r"\btwo d6\b", "2d6"),
        (r"\b(\d{1,2}) ([SL])\b(?![-'])", r"\1\2"),
        (r"\b([SL])[ -]ranges?\b", r"\1-range"),
        (r"([+-]) ([SL\d])\b", r"\1\2"),
        (r"\bRank\b", "rank"),
        (r"\bwithin ([SL])-range\b", r"within \1"),
        (r"\b(her|its) move is\b", r"\1 base move is"),
        (
            r",(?= (?:using|without|until|even if|even those|except (?!that)|if able|instead of|per the|on a one-for-one)\b)",
            "",
        ),
        (r"(except \w+), (?=when)", r"\1 "),
        (r", but before\b", " before"),
        (r"\b([Aa]s a free action),", r"\1"),
        (r"\b(?:[Ss]imply|now) ", ""),
        (r"\bdo not need to\b", "do not have to"),
        (r"\bsuch an? ", "that "),
        (r"\b[Ii]f this results\b", "if it results"),
        (r"\binstead of to\b", "instead of"),
        (r"\b(move) only (?=[SL]\b)", r"only \1 "),
        (r"\bhow much gold (.+?) is worth\b", r"the gold value of \1"),
        (r"([SL]-range cannon),? with a rank of (\d)", r"rank \2 \1"),
        (r"\b(dock(?:ed|s)) here\b", r"\1 at this fort"),
        (r"\bfor \+(?=\d+ gold)", "for "),
        (r"(\bwithin ([SL]) of [^,.;]*?) and \2 of ", r"\1 and "),
        (r"'s (\w+) ([^.]*) instead of its own\b", r"'s \1 \2 instead of its \1"),
        (r"\baboard only\b", "only aboard"),
        (r"\b(move|shoot) or (\w+) action\b", r"\1 action or \2 action"),
        (r"\bis either\b", "is"),
        (r"\ball the (?!\w+'s)", "all "),
        (r"\bshort range\b", "S-range"),
        (r"\bNo [Ee]ffect\b", "No effect"),
        (r"\"([^\"]*)!\"", r'"\1".'),
        (r'"([a-z ]+)"(?! in (?:its|the) name)', r"\1"),
        (r"\bHome Island\b", "home island"),
        (r"\bTrade Current\b(?!:)", "trade current"),
        (r"\bcaptain crew\b", "Captain crew"),
        (r"\brange of ([SL])\b", r"range of \1"),
        (r"\b([Oo])n (?:a |the )?(?:die )?(?:results?|rolls?) of ", r"\1n "),
        (r"\b(?:a )?results? of (?=[1-6])", ""),
        (r"\bcannon roll of (?=[1-6])", ""),
        (r"\b([1-6]) (?:or|to) ([1-6])\b(?! cargo)", r"\1-\2"),
        (r"\b([1-6]) ?- ?([1-6])\b", r"\1-\2"),
        (
            r" ?\((?:islands are|masts still|it may|they do) [^()]*\)(?=\.)",
            lambda m: "; " + m[0].strip(" ()"),
        ),
        (r"(\w+ed); (\w+) still may be\b", r"\1; \2 may be \1"),
        (r"\b(?:still|successfully) ", ""),
        (r" at all(?=[.;]|$)", ""),
        (r"\beither (?=an? )", ""),
        (r"\bof both\b", "of"),
        (r"\bany place\b", "anywhere"),
        (r"(die roll), (?=you must)", r"\1; "),
        (r"\bon the same turn,", "in the same turn,"),
        (r" \((except|only|even|and|then|that)\b([^()]*)\)", r" \1\2"),
        (r"\b[Cc]rew or ship abilities\b", "crew abilities or ship abilities"),
        (r"\b(\w+)'s\b(?=[ ,.])", lambda m: f"{m[1]} 's" if m[1][0].islower() else m[0]),
    ]
]
# A sentence that ends at a line's end closes its ability; rows of a table go together.
_HARD_BREAK = re.compile(r"(?<=\.)[ \t]*\r?\n\s*(?![1-6]\s*[-\u2013]\s*[1-6])")
_ENDS = re.compile(r"(?<=[.!?])[\"')]*\s+(?=[\w\"(])")
_FACES = re.compile(r"(?:^|(?<=\s))([1-6]-[1-6]): ?")
_TITLE = re.compile(r"^((?:[A-Z][\w']*)(?: (?:[A-Z][\w']*|of|the|from))*)(?:--|:|!) ?(?=\S)")
_SUBTITLE = re.compile(r"^((?:[A-Z][\w']*)(?: (?:[A-Z][\w']*|of|the|from))*)\. (?=[A-Z])")


_COMMA_BEFORE_YOU = re.compile(r"^((?:[Ww]hen|[Ww]hile|[Ii]f) [^,;]*?[^,;]) (?=you (?:may|must)\b)")


@dataclass(frozen=True)
class Sentence:
    """One sentence to parse, where it began in the line, and what stood before it."""

    text: str
    start: int
    title: str | None = None
    faces: str | None = None
    apart: bool = False


def spell(line: str) -> str:
    """The line in one spelling; `spell("She can't move 2 L.")` is "She cannot move 2L."."""
    line = line.translate(_CHARACTERS)
    for pattern, replacement in _SPELLING:
        line = pattern.sub(replacement, line)
    line = _two_nations().sub(r"\1 \4 \2 \3 \4", line)
    line = _two_keywords().sub(r"the \1 keyword and the \2 keyword", line)
    line = _keyword_spellings().sub(_keyword_as_printed, line)
    return re.sub(r"(?<=[:;,] )[A-Z][a-z]*\b(?! [A-Z]|--|:)", _lower_known, line.strip())


@cache
def _two_nations() -> re.Pattern[str]:
    """ "English and American crew" speaks of English crew and American crew."""
    nations = "|".join(load_words().nation_words)
    return re.compile(rf"\b({nations}) (and|or) ({nations}) (ships|crew|forts|ship|fort)\b")


@cache
def _two_keywords() -> re.Pattern[str]:
    """ "the Eternal and Fear keywords" are the Eternal keyword and the Fear keyword."""
    names = "|".join(load_words().keyword_words)
    return re.compile(rf"\bthe ({names}) and ({names}) keywords\b")


@cache
def _keyword_spellings() -> re.Pattern[str]:
    """Keywords in any mixture of capitals, as long as they begin with one."""
    names = "|".join(f"{name[0]}(?i:{re.escape(name[1:])})" for name in load_words().keyword_words)
    return re.compile(rf"\b(?:{names})\b")


def _keyword_as_printed(match: re.Match[str]) -> str:
    return _keyword_cases()[match[0].lower()]


@cache
def _keyword_cases() -> dict[str, str]:
    return {name.lower(): name for name in load_words().keyword_words}


@cache
def _openers() -> frozenset[str]:
    """First words that are lower case inside a sentence: everything that is no name."""
    words = load_words()
    known: set[str] = set(
        [
            "a",
            "an",
            "any",
            "all",
            "another",
            "as",
            "at",
            "after",
            "before",
            "both",
            "by",
            "choose",
            "crew",
            "each",
            "either",
            "every",
            "few",
            "for",
            "give",
            "if",
            "in",
            "instead",
            "it",
            "its",
            "she",
            "he",
            "her",
            "his",
            "they",
            "their",
            "you",
            "your",
            "no",
            "not",
            "on",
            "once",
            "one",
            "or",
            "only",
            "other",
            "that",
            "the",
            "there",
            "these",
            "this",
            "those",
            "to",
            "two",
            "three",
            "until",
            "unless",
            "up",
            "when",
            "whenever",
            "while",
            "with",
            "within",
            "neither",
            "none",
            "then",
            "even",
            "so",
            "do",
            "during",
            "which",
            "where",
            "may",
            "must",
            "cannot",
            "does",
        ]
    )
    for table in (words.nouns, words.state_words, words.manner_words, *words.forms.values()):
        known.update(spelling.split(" ")[0] for spelling in table if spelling[0].islower())
    return frozenset(known)


@cache
def _describers() -> frozenset[str]:
    """Nouns and states that may begin a name, as in "Sunken Treasure"."""
    words = load_words()
    verbs = set(words.forms["base"])
    return frozenset(
        word for table in (words.nouns, words.state_words) for word in table if word not in verbs
    )


def _lower_known(match: re.Match[str]) -> str:
    word = match[0]
    nations_and_keywords = load_words().nation_words.keys() | load_words().keyword_words.keys()
    return word.lower() if word.lower() in _openers() and word not in nations_and_keywords else word


def _lower_first(text: str) -> str:
    text = _COMMA_BEFORE_YOU.sub(r"\1, ", text)
    word = re.match(r"[A-Za-z]+", text)
    keywords = load_words().keyword_words
    if word is None or any(
        text.startswith(name) for name in keywords if text[len(name) : len(name) + 1] in " ,.;:"
    ):
        return text
    follows_name = re.match(r" [A-Z]", text[word.end() :]) and word[0].lower() in _describers()
    if word[0].lower() in _openers() and not follows_name:
        return word[0].lower() + text[word.end() :]
    return text


def _check(line: str) -> None:
    if not line.strip():
        raise LanguageError("the line is empty; an ability line has at least one word", column=1)
    if len(line) > MAX_LINE:
        raise LanguageError(
            f"the line has {len(line):,} characters; at most {MAX_LINE:,} are read", column=MAX_LINE + 1
        )
    control = _CONTROL.search(line.replace("\n", " ").replace("\r", " ").replace("\t", " "))
    if control:
        raise LanguageError(
            f"character {control[0]!r} does not belong in an ability line", column=control.start() + 1
        )
    depth = 0
    for column, character in enumerate(line, 1):
        depth += (character == "(") - (character == ")")
        if depth > MAX_DEPTH:
            raise LanguageError(f"parentheses are nested deeper than {MAX_DEPTH}", column=column)


def sentences(line: str) -> list[Sentence]:
    """Split a line into sentences to parse.

    >>> [s.text for s in sentences("Schooner. This ship can't be pinned.")]
    ['Schooner', 'this ship cannot be pinned']
    """
    _check(line)
    found: list[Sentence] = []
    for number, part in enumerate(_HARD_BREAK.split(line)):
        begun = _paragraph(part)
        if number and begun:
            begun[0] = replace(begun[0], apart=True)
        found.extend(begun)
    return found


def _paragraph(line: str) -> list[Sentence]:
    text = spell(line)
    found: list[Sentence] = []
    parts = _FACES.split(text)
    for number in range(0, len(parts), 2):
        faces = parts[number - 1] if number else None
        found.extend(_sentences(parts[number], faces, text))
    return found


def _sentences(text: str, faces: str | None, whole: str) -> list[Sentence]:
    found = []
    for number, part in enumerate(_titled(text.strip(), faces is not None)):
        title, body = part
        for piece in _ENDS.split(body):
            piece = (
                piece.strip().removeprefix("(").strip()
                if piece.count("(") > piece.count(")")
                else piece.strip()
            )
            if piece.count(")") > piece.count("("):
                piece = piece.removesuffix(")")
            piece = piece.rstrip(".!) " if "(" not in piece else ".! ")
            if piece:
                found.append(Sentence(_lower_first(piece), max(whole.find(piece), 0), title, faces))
                title = None
            faces = faces if number == 0 else faces
    return found


def _titled(text: str, in_table: bool) -> list[tuple[str | None, str]]:
    """Cut a text at its titles ("Trade Current: ..."), keyword parameters aside."""
    keywords = load_words().keyword_words
    cut: list[tuple[str | None, str]] = []
    rest, title, start = text, None, 0
    for match in re.finditer(r"(?:^|(?<=[.!] )|(?<=\())(?=[A-Z])", text):
        found = _TITLE.match(text[match.start() :]) or (
            _SUBTITLE.match(text[match.start() :]) if in_table and match.start() == 0 else None
        )
        if not found or any(
            found[1] in name or found[1].endswith(name) for name in keywords if ":" in found[0]
        ):
            if not (found and "Domain" in found[1]):
                continue
        if found[1] in {"No", "No effect", "No Effect", "Roll"} or match.start() < start:
            continue
        if before := text[start : match.start()].strip(" ("):
            cut.append((title, before))
        title, start = found[1], match.start() + found.end()
        rest = text[start:]
    cut.append((title, rest if start else text))
    return cut
