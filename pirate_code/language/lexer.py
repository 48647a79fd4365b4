"""Lark's contextual lexer with one pattern a terminal, shared by all states of the parser.

Lark joins the terminals of every state into one pattern. Our terminals hold long word lists and most states
allow most of them, so that compiling those patterns took longer than reading all lines that we know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any, NamedTuple

from lark.common import LexerConf
from lark.lexer import BasicLexer, ContextualLexer, Scanner, TerminalDef
from lark.utils import TextSlice

# A terminal that is nothing but words, and the letter that it begins with.
_WORDS = re.compile(r"([A-Za-z])(?:[A-Za-z]|\\? )*\\b")


class _Terminal(NamedTuple):
    """A terminal, and the letter that it begins with if there is only one."""

    name: str
    match: Callable[[str, int, int], re.Match[str] | None]
    letter: str | None


class TerminalScanner(Scanner):
    """Tries terminals one after the other, in the order in which Lark would have joined them."""

    def _build_mres(self, terminals: Sequence[TerminalDef], max_size: int) -> list[_Terminal]:
        """Compile every terminal by itself."""
        self._by_letter: dict[str, list[_Terminal]] = {}
        return [_terminal(each.name, each.pattern.to_regexp()) for each in terminals]

    def match(self, text: TextSlice[str], pos: int) -> tuple[str, str] | None:
        """The text and name of the first terminal that stands at this place."""
        whole, end = text.text, text.end
        for name, match, _ in self._beginning_with(whole[pos : pos + 1]):
            if found := match(whole, pos, end):
                return found.group(), name
        return None

    def _beginning_with(self, letter: str) -> list[_Terminal]:
        """The terminals that may begin with a letter."""
        known = self._by_letter.get(letter)
        if known is None:
            known = [each for each in self._mres if each.letter in (None, letter)]
            self._by_letter[letter] = known
        return known


class StateLexer(BasicLexer):
    """The lexer of one state of the parser."""

    def _build_scanner(self) -> Scanner:
        """Prepare the terminals; none of ours needs a callback."""
        self.callback = {}
        return TerminalScanner(self.terminals, self.g_regex_flags, self.re, self.use_bytes)  # type: ignore[no-untyped-call]


class SharedLexer(ContextualLexer):
    """The lexer of the whole grammar."""

    BasicLexer = StateLexer

    def __init__(self, conf: LexerConf, states: dict[int, Collection[str]], always_accept: Any = ()) -> None:
        """Leave out Lark's check of every terminal in every state: `compiled` refuses what is no pattern."""
        conf.skip_validation = True
        super().__init__(conf, states, always_accept)


@cache
def _terminal(name: str, pattern: str) -> _Terminal:
    words = _WORDS.fullmatch(pattern)
    return _Terminal(name, compiled(pattern).match, words[1] if words else None)


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, compiled once."""
    return re.compile(pattern)
