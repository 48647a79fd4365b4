"""Other forms of a search: with words that may go on, and as it is typed."""

from __future__ import annotations

import re

from pirate_code.core.query import All, Either, Filter, Not, Query, Words


def begun(query: Query) -> Query:
    """Return a search whose words may go on: "sub" finds what begins so."""
    match query:
        case Words(text, prefix=False):
            return Words(text, prefix=True)
        case All(terms):
            return All(tuple(map(begun, terms)))
        case Either(terms):
            return Either(tuple(map(begun, terms)))
    return query


def written(query: Query) -> str:
    """Return a search as it is typed.

    >>> from pirate_code.core.query import parse
    >>> written(parse('-kind:crew (nation:"jade rebellion" or turtle*)'))
    '-kind:crew (nation:"jade rebellion" or turtle*)'
    """
    match query:
        case Words(text, prefix):
            return _in_quotes(f"{text}*" if prefix else text)
        case Filter(name, operator, values):
            return name + operator + ",".join(map(_in_quotes, values))
        case Not(All() as term):
            return f"-({written(term)})"
        case Not(term):
            return f"-{written(term)}"
        case All(terms):
            return " ".join(map(written, terms))
        case Either(terms):
            return f"({' or '.join(map(written, terms))})"


def _in_quotes(text: str) -> str:
    return f'"{text}"' if re.search(r"[\s(),]", text) else text
