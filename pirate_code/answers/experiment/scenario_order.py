"""Which of two things comes first in a position of a ruling, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from pirate_code.answers.experiment.finding import Name
from pirate_code.answers.experiment.scenario_worlds import Course, WorldResult

_OTHER: dict[str, Name] = {"x": "y", "y": "x"}


def order_of(results: Mapping[Name, WorldResult], deeds: frozenset[str]) -> str | None:
    """Which of the two comes first in every step in which both come; None if neither always does.

    A deed comes when it is done. An ability comes when it makes something happen, or when something
    happens that does not without it.
    """
    both = results["both"]
    firsts: set[str] = set()
    for step, course in enumerate(both.courses):
        places = {key: _first(key, step, course, results, deeds) for key in ("x", "y")}
        x, y = places["x"], places["y"]
        if x is not None and y is not None and x != y:
            firsts.add("x" if x < y else "y")
    return firsts.pop() if len(firsts) == 1 else None


def _first(
    key: str, step: int, course: Course, results: Mapping[Name, WorldResult], deeds: frozenset[str]
) -> int | None:
    acts = results["both"].firsts[key].get(step)
    if key in deeds:
        return acts
    without = results[_OTHER[key]].courses
    return min(
        (place for place in (acts, _arising(course, without[step])) if place is not None), default=None
    )


def _arising(course: Course, without: Course) -> int | None:
    """The place of the first event of a step that does not happen in another world."""
    return next(_new(course, without), None)


def _new(course: Course, without: Course) -> Iterator[int]:
    left = Counter(without[1])
    for place, event in enumerate(course[1]):
        if left[event] > 0:
            left[event] -= 1
        else:
            yield place
