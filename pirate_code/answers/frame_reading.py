"""Reads the frame of a question, by grammar/questions.lark. Only a question in words needs it, and Lark.

A text that is no question by the grammar, such as a mere list of words, has a frame of which everything is
asked; its answer is never sure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from lark import Lark, Token, Tree, UnexpectedInput

from pirate_code.answers.frame import Frame, Kind, denies, manner_of
from pirate_code.data import folder
from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import words_of

_KEPT = 4096  # frames that are kept: those of all questions near one
# A sentence that begins so has its verb before its subject when it asks.
_PLACED = (
    "in",
    "on",
    "at",
    "with",
    "without",
    "after",
    "before",
    "during",
    "by",
    "for",
    "from",
    "under",
    "next",
    "given",
)
_TIMES = ("before", "after", "first", "begin", "begins", "beginning", "start")
_SHORTEST_CASE = 2  # the place of the last word of "if she sinks"
_BEFORE = ("who", "which", "that", "thats", "where", "what")  # a clause begins that a question word stands in
_TAGS = ("right", "correct", "yes", "no", "true")  # "..., right?" asks for yes or no


@lru_cache(maxsize=_KEPT)
def frame_of(text: str) -> Frame:
    """The frame of a question."""
    bare = text.strip()
    closed = bare if bare.endswith(("?", ".", "!")) else f"{bare}?"
    try:
        sentences = [part for part in _grammar().parse(closed).children if isinstance(part, Tree)]
    except UnexpectedInput:
        return _unparsed(bare)
    told = [word for sentence in sentences[:-1] for word in _words(sentence)]
    found = _framed(told, sentences[-1])
    if found is None and bare.endswith("?"):
        found = _turned_late(told, sentences[-1]) or _after_a_story(sentences)
    return _choosing(found, words_of(bare)) if found else _unparsed(bare)


def _choosing(frame: Frame, words: Sequence[str]) -> Frame:
    """The frame of a question that offers two of which one is so: "Is it before or after the move?"."""
    against = question_words().contrasts
    for one, joined, other in zip(words, words[1:], words[2:], strict=False):
        if joined == "or" and other in against.get(one, ()) and frame.manner in ("happens", "is"):
            return replace(frame, kind="when" if one in _TIMES else "which")
    return frame


def _framed(told: list[str], sentence: Tree[Token]) -> Frame | None:
    """The frame of a sentence that asks; nothing if none of its clauses asks."""
    clauses = [part for part in sentence.children if isinstance(part, Tree)]
    asking = [place for place, part in enumerate(clauses) if part.data in ("polar", "open", "time")]
    if not asking:
        return _tagged(told, clauses) or _asked_late(told, clauses)
    place, asked = asking[-1], list[str]()
    main = clauses[place]
    for part in clauses:
        inside, cases = _parted(part)
        if part.data == "case" or part in clauses[:place]:
            told = [*told, *inside, *cases]
        else:
            asked += inside
            told = [*told, *cases]
    kind: Kind = "yes or no" if main.data == "polar" else _kind(main)
    return Frame(tuple(told), tuple(asked), kind, manner_of(asked), denies(asked, asks=True), parsed=True)


def _tagged(told: list[str], clauses: Sequence[Tree[Token]]) -> Frame | None:
    """The frame of a statement with a tag: "A galley cannot be pinned, right?"."""
    words = [word for part in clauses for word in _words(part)]
    if not words or words[-1] not in _TAGS:
        return None
    asked = words[:-1]
    return Frame(
        tuple(told), tuple(asked), "yes or no", manner_of(asked), denies(asked, asks=False), parsed=True
    )


def _asked_late(told: list[str], clauses: Sequence[Tree[Token]]) -> Frame | None:
    """The frame of a sentence with its question word inside: "A boarding that is tied is won by whom?"."""
    words = [word for part in clauses for word in _words(part)]
    plain = (part for part in clauses if part.data == "plain")
    tokens = [token for part in plain for token in part.children if isinstance(token, Token)]
    kinds = [_kind_of(token) for token in tokens if token.type == "WHICH" and token.lower() != "which"]
    if not kinds:
        return None
    return Frame(tuple(told), tuple(words), kinds[-1], manner_of(words), denied=False, parsed=True)


def _turned_late(told: list[str], sentence: Tree[Token]) -> Frame | None:
    """The frame of a question without a comma: "If she sinks does her gold sink?", "In a tie do both lose?".

    What has its verb in its place is a statement that is asked about: "So they cannot be combined?".
    """
    tokens = list(sentence.scan_values(lambda value: isinstance(value, Token)))
    verbs = [place for place, token in enumerate(tokens) if token.type == "AUXILIARY"]
    if not verbs:
        return None
    words = [list(_spoken(token)) for token in tokens]
    opening = tokens[0].type in ("CASE", "WHEN")
    turned = [place for place in verbs if words[place - 1][-1:] not in ([each] for each in _BEFORE)]
    if (opening and turned and turned[-1] > _SHORTEST_CASE) or str(tokens[0]).lower() in _PLACED:
        place = turned[-1] if opening else verbs[0]
        before, asked = _flat(words[:place]), _flat(words[place:])
        return Frame(
            (*told, *before),
            asked,
            "yes or no",
            manner_of(asked),
            denies(asked, asks=True),
            parsed=True,
        )
    if opening:
        return None
    asked = _flat(words)
    return Frame(tuple(told), asked, "yes or no", manner_of(asked), denies(asked, asks=False), parsed=True)


def _after_a_story(sentences: Sequence[Tree[Token]]) -> Frame | None:
    """The frame of words without a verb that ask about what is told: "She tows a foe. Legal?"."""
    if len(sentences) == 1:
        return None
    told = [word for sentence in sentences[:-1] for word in _words(sentence)]
    words = _words(sentences[-1])
    if not question_words().reading["judges"].issuperset(words):
        denied = denies(words, asks=False)
        return Frame(tuple(told), tuple(words), "yes or no", "happens", denied, parsed=True)
    asked = _words(sentences[-2])
    denied = denies(asked, asks=False)
    return Frame(tuple(told[: -len(asked)]), tuple(asked), "yes or no", "may", denied, parsed=True)


def _flat(words: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(word for each in words for word in each)


def _unparsed(text: str) -> Frame:
    words = tuple(words_of(text))
    known = question_words()
    amount = text.endswith("?") and not known.asking & set(words) and known.amounts & set(words)
    kind: Kind = "how many" if amount else "yes or no"
    return Frame((), words, kind, manner_of(words), denies(words, asks=False), parsed=False)


def _parted(part: Tree[Token]) -> tuple[list[str], list[str]]:
    """The words of a clause itself, and those of the cases that it ends with."""
    cases = [word for case in part.children if isinstance(case, Tree) for word in _words(case)]
    own = [word for token in part.children if isinstance(token, Token) for word in _spoken(token)]
    return own, cases


def _words(part: Tree[Token]) -> list[str]:
    return [
        word for token in part.scan_values(lambda value: isinstance(value, Token)) for word in _spoken(token)
    ]


def _spoken(token: Token) -> Iterator[str]:
    """The words of a token; what is quoted neither denies nor asks."""
    for word in words_of(token):
        if token.type == "QUOTED" and word in ("not", "never", "cannot"):
            continue
        yield word


def _kind(clause: Tree[Token]) -> Kind:
    """What a clause asks for that does not ask for yes or no."""
    return "when" if clause.data == "time" else _kind_of(str(clause.children[0]))


def _kind_of(token: str) -> Kind:
    """What a question word asks for."""
    words = words_of(token)
    kinds: dict[str, Kind] = {
        **dict.fromkeys(("who", "whom", "whose"), "who"),
        "which": "which",
        "what": "what",
        "where": "where",
        "why": "why",
    }
    if "how" in words:
        return "how many" if words[-1] != "how" else "how"
    return next((kinds[word] for word in words if word in kinds), "what")


@cache
def _grammar() -> Lark:
    text = (folder("grammar") / "questions.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", maybe_placeholders=False)
