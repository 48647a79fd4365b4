"""The grammar: grammar/*.lark joined, filled with the vocabulary, and made into one LALR parser."""

from __future__ import annotations

import re
from functools import cache

from lark import Lark
from lark.lexer import PatternRE, PatternStr, TerminalDef

from pirate_code.data import folder, read_text
from pirate_code.language.terminals import fill, word_lists
from pirate_code.language.words import load_words

LAYERS = ("terms", "selectors", "conditions", "timings", "effects", "ability")


def grammar_text() -> str:
    """The layers of grammar/, lowest first, as one grammar."""
    layers = (read_text(folder("grammar") / f"{layer}.lark") for layer in LAYERS)
    return fill("\n".join(layers), word_lists(load_words())) + '\n%ignore " "\n'


def _whole_words(terminal: TerminalDef) -> None:
    """A literal that ends in a letter matches whole words only."""
    if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value[-1:].isalpha():
        terminal.pattern = PatternRE(terminal.pattern.to_regexp() + r"\b", terminal.pattern.flags)


@cache
def lark() -> Lark:
    """The parser of one sentence."""
    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        edit_terminals=_whole_words,
        maybe_placeholders=False,
        propagate_positions=False,
    )


@cache
def terminal(name: str) -> re.Pattern[str]:
    """The pattern of a terminal, its word lists put in; read off the text, for which no parser is needed."""
    definition = re.search(rf"^{name}(?:\.\d+)?: /(.+)/$", grammar_text(), re.MULTILINE)
    if definition is None:
        raise LookupError(f"the grammar has no terminal {name} on a line of its own")
    return re.compile(definition[1].replace(r"\/", "/"))
