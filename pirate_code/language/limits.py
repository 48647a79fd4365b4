"""How much one line may say, so that reading it, and whatever is done with its tree, stays quick.

The longest line of any card has 775 characters, 13 levels and 111 nodes. The limits lie far above that. What
is beyond them is refused like any other line that does not parse.
"""

from __future__ import annotations

import re
from typing import Any

from pirate_code.language import tree as t
from pirate_code.language.errors import LanguageError

MAX_LINE = 10_000
MAX_WORD = 60
MAX_LEVELS = 24
MAX_NODES = 4_000
# Each phrase of a line written out in full stands in parentheses of its own.
MAX_PARENTHESES = 2 * MAX_LEVELS
# A level of the tree takes several levels of what the grammar reads; so many never fit into MAX_LEVELS.
MAX_READ = 6 * MAX_LEVELS

_LONG_WORD = re.compile(rf"\w{{{MAX_WORD + 1}}}")


def check_text(line: str) -> None:
    """Refuse a line, a word or a nesting of parentheses that is too long to be read."""
    if len(line) > MAX_LINE:
        much = f"the line has {len(line):,} characters; at most {MAX_LINE:,} are read"
        raise LanguageError(much, column=MAX_LINE + 1)
    if word := _LONG_WORD.search(line):
        long = f"a word is longer than {MAX_WORD} characters"
        raise LanguageError(long, column=word.start() + 1)
    depth = 0
    for column, character in enumerate(line, 1):
        depth += (character == "(") - (character == ")")
        if depth > MAX_PARENTHESES:
            raise LanguageError(f"parentheses are nested more than {MAX_PARENTHESES} deep", column=column)


def too_deep(column: int) -> LanguageError:
    """Return the error for phrases within phrases within phrases."""
    message = f"phrases are nested too deep: their tree would be more than {MAX_LEVELS} levels deep"
    return LanguageError(message, column=column)


def size(node: Any) -> tuple[int, int]:
    """Return how many levels and how many nodes a tree has, written out in full."""
    return _measure(node, {})


def _measure(node: Any, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """Return levels and nodes; a part that stands in several places is measured once."""
    if isinstance(node, t.Node):
        if id(node) not in known:
            levels, nodes = _measure(tuple(node.values()), known)
            known[id(node)] = 1 + levels, 1 + nodes
        return known[id(node)]
    levels = nodes = 0
    if isinstance(node, tuple | list):
        for member in node:
            if member is not None and not isinstance(member, str | int):
                below, more = _measure(member, known)
                levels, nodes = max(levels, below), nodes + more
    return levels, nodes
