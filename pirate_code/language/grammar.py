"""The grammar as one LALR parser."""

from __future__ import annotations

from functools import cache

from lark import Lark
from lark.lexer import PatternRE, PatternStr, TerminalDef

from pirate_code.glossary import follows_nations
from pirate_code.language.lexer import SharedLexer
from pirate_code.language.terminals import grammar_text


def _whole_words(terminal: TerminalDef) -> None:
    """A literal that ends in a letter matches whole words only."""
    if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value[-1:].isalpha():
        terminal.pattern = PatternRE(terminal.pattern.to_regexp() + r"\b", terminal.pattern.flags)


@follows_nations
@cache
def lark() -> Lark:
    """The parser of one sentence."""
    return grammar({"ContextualLexer": SharedLexer})


def grammar(plugins: dict[str, type]) -> Lark:
    """The grammar as a parser; `plugins` take the place of parts of Lark."""
    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        edit_terminals=_whole_words,
        maybe_placeholders=False,
        propagate_positions=False,
        _plugins=plugins,
    )
