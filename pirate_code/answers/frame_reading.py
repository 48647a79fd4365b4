"""Reads the frame of a question, by grammar/questions.lark. Only a question in words needs it, and Lark.

A text that is no question by the grammar, such as a mere list of words, has a frame of which everything is
asked; its answer is never sure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from lark import Lark, Token, Tree, UnexpectedInput

from pirate_code.answers.frame import Frame, Kind, denies, manner_of
from pirate_code.data import folder
from pirate_code.library.stemming import words_of

_KEPT = 4096  # frames that are kept: those of all questions near one
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
    return _framed(told, sentences[-1]) or _unparsed(bare)


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


def _unparsed(text: str) -> Frame:
    words = tuple(words_of(text))
    return Frame((), words, "yes or no", manner_of(words), denies(words, asks=False), parsed=False)


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
