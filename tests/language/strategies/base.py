"""What every strategy is made of: nodes of one kind, from words of the vocabulary.

A new noun, verb or keyword is tried as soon as it is written down. What is left out on purpose says so
where it is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, get_args

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import ValidationError

from pirate_code.language import tree as t
from tests.language.strategies.unsaid import UNSAID, WORDS

DEPTH = 2
N = TypeVar("N", bound=t.Node)

NOUNS = sorted(WORDS.noun_one)
VERBS = sorted(WORDS.verbs)
# "Zero gold" is read as a number of gold pieces, so that state never comes out of a line.
STATES = sorted(set(WORDS.states) - {"zero_gold"})
STATS = sorted(WORDS.stats)
# "From outside the game" always tells where a piece comes from, and what always happens must happen.
MANNERS = sorted(set(WORDS.manners) - {"from_outside", "always"})
NATIONS = sorted(WORDS.nations)
KEYWORDS = sorted(WORDS.keywords)
NAMES = (
    "Davy Jones",
    "Blackbeard",
    "Calypso",
    "El Fantasma",
    "Jack Hawkins",
    "HMS Titan",
    "O'Brien",
    "Flying Dutchman",
    "Hammersmith",
    "Jonah",
    "Papa Doc",
)
STRENGTHS = ("do", "may", "must", "cannot", "need_not", "would")
SLOTS = ("to", "source", "at", "against", "using", "exchange", "role", "per")


def brief(make: Callable[..., SearchStrategy[Any]]) -> Callable[..., SearchStrategy[Any]]:
    """Make a strategy once for the same arguments, and call it by its name where it is spoken of."""
    made = cache(make)

    def draw_from(draw: st.DrawFn, *arguments: Any, **named: Any) -> Any:
        return draw(made(*arguments, **named))

    draw_from.__name__ = make.__name__
    return st.composite(draw_from)


def node(kind: type[N], **fields: SearchStrategy[Any]) -> SearchStrategy[N]:
    """Nodes of one kind; field values that its validators refuse together are thrown away."""

    def build(values: dict[str, Any]) -> N | None:
        try:
            built = kind(**values)
        except ValidationError:
            return None
        return None if any(left_out(built) for left_out in UNSAID.get(kind, ())) else built

    built = st.fixed_dictionaries(dict(fields)).map(build)
    return built.filter(lambda found: found is not None)  # type: ignore[return-value]


def maybe(strategy: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """Mostly nothing."""
    return st.none() | st.none() | strategy


def literals(kind: type[t.Node], field: str) -> SearchStrategy[Any]:
    """The values a field of fixed words may take."""
    annotation = kind.model_fields[field].annotation
    return st.sampled_from(
        [word for option in (annotation, *get_args(annotation)) for word in _words(option)]
    )


def _words(annotation: Any) -> tuple[Any, ...]:
    return tuple(word for word in get_args(annotation) if isinstance(word, str))
