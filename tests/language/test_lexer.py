from __future__ import annotations

import pytest
from lark import Lark, Token, Tree, UnexpectedInput

from pirate_code.glossary import builtin_lines
from pirate_code.language.grammar import grammar, lark
from pirate_code.language.lexer import SharedLexer
from pirate_code.language.normalise import sentences

SENTENCES = sorted({sentence.text for line in builtin_lines()[::9] for sentence in sentences(line)})
LARKS_OWN = grammar({})


def outcome(parser: Lark, sentence: str) -> Tree[Token] | tuple[object, ...]:
    try:
        return parser.parse(sentence)
    except UnexpectedInput as error:
        allowed = getattr(error, "allowed", None) or getattr(error, "expected", None)
        return type(error), error.column, sorted(allowed or ())


@pytest.mark.parametrize("sentence", [*SENTENCES, "this ship eats a crew", "she may she", "captain §", ""])
def test_a_sentence_is_read_as_with_the_lexer_of_lark(sentence: str) -> None:
    assert outcome(lark(), sentence) == outcome(LARKS_OWN, sentence)


def test_no_terminal_needs_what_our_lexer_leaves_out() -> None:
    lexer = LARKS_OWN.parser.lexer.root_lexer
    assert lexer.scanner and lexer.callback == {}
    assert isinstance(lark().parser.lexer, SharedLexer)
