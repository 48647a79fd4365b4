"""From a line to abilities: correct, split, read sentence by sentence, join what belongs together.

It loads Lark and the builders of trees, so `parse` imports it only for a text whose tree is not stored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from pydantic import ValidationError

from pirate_code.glossary import follows_nations
from pirate_code.language import tree as t
from pirate_code.language.build import Builder
from pirate_code.language.build.clause import BuildError
from pirate_code.language.build.mentions import Key, Mentions
from pirate_code.language.corrections import corrected
from pirate_code.language.errors import LanguageError
from pirate_code.language.expected import describe
from pirate_code.language.grammar import lark
from pirate_code.language.join import Part, join
from pirate_code.language.limits import MAX_LEVELS, MAX_NODES, MAX_READ, size, too_deep
from pirate_code.language.nearest import nearest, spellings
from pirate_code.language.normalise import Sentence, sentences
from pirate_code.language.words import load_words
from pirate_code.validation_messages import plainly

_LINES = 4096  # lines and sentences that are kept as they were read
# What the parts of a tree that hold several things are made of.
_THINGS = {
    "also": "other events that set off one ability",
    "facts": "conditions joined by 'and' or 'or'",
    "filters": "words that describe one piece",
    "guards": "conditions and times of one effect",
    "manner": "words that say how one thing is done",
    "members": "pieces joined by 'and' or 'or'",
    "options": "options of one choice",
    "outcomes": "results of one roll",
    "steps": "steps of one ability",
}


def read(text: str) -> tuple[t.Ability, ...]:
    """The abilities of a line; a line that does not parse raises LanguageError."""
    try:
        return _read_all(corrected(text))
    except LanguageError as error:
        error.text = text
        error.column = _column(text, error)
        word = _meant(text, error.word)
        if word is not None:
            error.message += f" (did you mean {word!r}?)"
            error.args = (error.message,)
        error.nearest = nearest(text if word is None else text.replace(error.word, word))
        raise


def _meant(text: str, misspelt: str) -> str | None:
    """The word with which a line would be understood, if one is only misspelt."""
    for word in spellings(misspelt):
        try:
            _read_all(corrected(text.replace(misspelt, word)))
        except LanguageError:
            continue
        return word
    return None


def _column(text: str, error: LanguageError) -> int:
    """Where the word that does not fit stands in the line as it was written."""
    if not error.word:
        return min(error.column, len(text) + 1)
    starts = [match.start() for match in re.finditer(re.escape(error.word), text, re.IGNORECASE)]
    return min(starts, key=lambda start: abs(start + 1 - error.column), default=error.column - 1) + 1


@follows_nations
@lru_cache(maxsize=_LINES)
def _read_all(text: str) -> tuple[t.Ability, ...]:
    mentions = Mentions()
    parts: list[Part] = []
    deepest = _Deepest()
    nodes = 0
    for sentence in _split(text):
        read = _read(sentence, mentions.key())
        parts.append(Part(sentence, read.result, read.carried))
        mentions = _after(read)
        levels, more = read.size
        nodes += more
        deepest.add(levels, read.column + sentence.start)
    if not parts:
        raise LanguageError("the line has no sentence; an ability line has at least one")
    if nodes > MAX_NODES:
        raise LanguageError(f"the line says too much: its trees have more than {MAX_NODES:,} nodes")
    try:
        abilities = join(parts)
    except BuildError as error:
        raise LanguageError(str(error)) from None
    except ValidationError as error:
        raise LanguageError(f"the sentences do not fit together: {plainly(error, _THINGS)}") from None
    if size(abilities)[0] > MAX_LEVELS:
        raise too_deep(deepest.column)
    return abilities


@follows_nations
@lru_cache(maxsize=_LINES)
def _split(text: str) -> tuple[Sentence, ...]:
    """The sentences of a line."""
    return tuple(sentences(text))


@dataclass
class _Deepest:
    """Where the deepest sentence of a line has its deepest phrase."""

    levels: int = 0
    column: int = 1

    def add(self, depth: int, column: int) -> None:
        if depth > self.levels:
            self.levels, self.column = depth, column


def refers_to_nothing(text: str) -> bool:
    """Whether a line that parses says "it" or "they" with nothing to refer to."""
    mentions = Mentions()
    for sentence in _split(corrected(text)):
        read = _read(sentence, mentions.key())
        if read.unresolved:
            return True
        mentions = _after(read)
    return False


def _after(read: _Read) -> Mentions:
    """What the next sentence may refer to; a keyword that is a kind of creature tells what "it" is."""
    before = list(read.after[0])
    words = load_words()
    for one in read.result if isinstance(read.result, list) else ():
        noun = one.keyword if isinstance(one, t.KeywordAbility) else ""
        if words.noun_class.get(noun) == "ships" and noun not in _SHE:
            before.append(t.Pieces(noun=noun, which="this"))
    return Mentions(before=before, topic=read.after[1])


# Kinds of ships by their keyword; what they print says "this ship" and "she".
_SHE = frozenset({"turtle_ship", "longship", "galley", "schooner", "junk", "catamaran", "submarine"})


class _Read(NamedTuple):
    """What a sentence says, whether it needs an earlier one, and what a later one may refer to."""

    result: Any
    carried: bool
    after: Key
    column: int
    size: tuple[int, int]  # levels and nodes of its tree
    unresolved: bool


def _read(sentence: Sentence, before: Key) -> _Read:
    try:
        return _sentence(sentence.text, before if not sentence.apart else ((), None))
    except LanguageError as error:
        error.column += sentence.start
        raise


@follows_nations
@lru_cache(maxsize=_LINES)
def _sentence(text: str, before: Key) -> _Read:
    builder = Builder(Mentions(before=list(before[0]), topic=before[1]))
    try:
        read = lark().parse(text)
        column = _deepest_column(read)
        result = builder.transform(read)
    except UnexpectedInput as error:
        raise _unexpected(text, error) from None
    except BuildError as error:
        raise LanguageError(str(error)) from None
    except ValidationError as error:
        raise LanguageError(f"the sentence says something no tree holds: {plainly(error, _THINGS)}") from None
    carried = builder.mentions.carried
    builder.mentions.next_sentence()
    return _Read(result, carried, builder.mentions.key(), column, size(result), builder.mentions.unresolved)


def _deepest_column(read: Tree[Token]) -> int:
    """Return where in its sentence the deepest phrase begins; refuse a sentence too deep to be built.

    This does not recurse: a sentence may be read far deeper than Python can follow.
    """
    below: list[tuple[Tree[Token] | Token, int]] = [(read, 0)]
    deepest, column = 0, 1
    while below:
        node, depth = below.pop()
        if isinstance(node, Tree):
            below += [(child, depth + 1) for child in reversed(node.children)]
        elif depth > deepest:
            deepest, column = depth, node.column or 1
            if depth > MAX_READ:
                raise too_deep(column)
    return column


def _unexpected(text: str, error: UnexpectedInput) -> LanguageError:
    ended = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    column = (
        error.column if isinstance(error.column, int) and error.column > 0 and not ended else len(text) + 1
    )
    return describe(text, column, error)


def clear_caches() -> None:
    """Forget lines and sentences read before; the grammar stays."""
    for cached in (_read_all, _split, _sentence):
        cached.cache_clear()
