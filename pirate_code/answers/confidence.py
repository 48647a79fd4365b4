"""How far a verdict can be trusted: the chance that it is right makes it sure, likely or open.

The weights (db/verdict_weights.yaml) are fitted on questions read by weights of other sections; `sure at` is
the chance from which on 95 in 100 of those were right.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, get_args

from pirate_code.answers.reading import Reading
from pirate_code.answers.weights import weights

if TYPE_CHECKING:
    from pirate_code.answers.prepared_question import PreparedQuestion

Sureness = Literal["sure", "likely", "open"]
SURENESS: tuple[Sureness, ...] = get_args(Sureness)
_FIRST = 5  # statements that count most, of which it is asked how well they fit
_TELLING = ("asked", "clause", "wordings", "vectors")  # sources whose own odds tell how sure a verdict is
_STRONG = 4.0  # odds beyond which nothing gets surer


def chance_right(verdict: str, reading: Reading, case: PreparedQuestion) -> float:
    """The chance that a verdict is right."""
    known = weights()
    value = sum(
        known.get(f"right {name}", 0.0) * each for name, each in grounds(verdict, reading, case).items()
    )
    return 1 / (1 + math.exp(-value))


def grounds(verdict: str, reading: Reading, case: PreparedQuestion) -> dict[str, float]:
    """What speaks for a verdict: how strongly its sources speak, and how much of the question they cover."""
    side = 1.0 if verdict == "yes" else -1.0
    first = [(each.features, count) for each, count in reading.counts[:_FIRST]]
    whole = sum(count for _, count in first)
    asked, told = (sum(features[place] * count for features, count in first) / whole for place in (1, 2))
    statements = side * max(-_STRONG, min(_STRONG, reading.odds))
    depends = verdict == "depends"
    frame = case.question.frame
    return {
        "one": 1.0,
        "statements": 0.0 if depends else statements,
        **{f"by {source}": 0.0 if depends else side * reading.by_source[source] for source in _TELLING},
        "open": reading.depends if not depends else 1 - reading.depends,
        "asked": asked,
        "told": told,
        "best": reading.counts[0][1],
        "situation": float(frame is not None and bool(frame.told)),
    }


def sureness_of(chance: float, *, parsed: bool) -> Sureness:
    """What a chance to be right makes a verdict; a question that does not parse is never answered surely."""
    known = weights()
    if chance >= known["sure at"] and parsed:
        return "sure"
    return "likely" if chance >= known["open below"] else "open"


def sureness_of_value(likeness: float) -> Sureness:
    """What the likeness of the wording that has a value makes of it."""
    return "sure" if likeness >= weights()["value sure at"] else "likely"
