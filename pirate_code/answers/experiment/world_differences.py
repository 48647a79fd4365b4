"""Compares four worlds fact by fact: what each of the two does alone, and what both do together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pirate_code.answers.experiment.finding import Name
from pirate_code.scenarios.outcome_facts import Facts, Key

# What becomes of a fact when both are there.
#   kept      one of them changes it, and still does
#   undone    one of them changes it, and no longer does
#   altered   one of them changes it, and now otherwise
#   new       neither changes it, and both together do
#   added     both change it, and the changes add up
#   once      both change it, and together it is changed as by one of them
#   clash     both change it in different ways, and one of them wins
Fate = Literal["kept", "undone", "altered", "new", "added", "once", "clash"]
Side = Literal["x", "y", "both"]


@dataclass(frozen=True)
class Difference:
    """One fact that is not the same in all four worlds, and how the two changed it."""

    key: Key
    fate: Fate
    of: Side  # whose change it is; for a clash, who wins
    values: tuple[Any, Any, Any, Any]

    @property
    def is_event(self) -> bool:
        """Whether it is an event, not a state."""
        return self.key[0] == "event"


def differences(worlds: Mapping[Name, Facts]) -> list[Difference]:
    """Every fact that differs between the worlds."""
    return list(_differences(worlds))


def _differences(worlds: Mapping[Name, Facts]) -> Iterator[Difference]:
    neither, x, y, both = (worlds[name] for name in ("neither", "x", "y", "both"))
    for key in dict.fromkeys((*neither, *x, *y, *both)):
        n, a, b, ab = (world.get(key, _nothing(key)) for world in (neither, x, y, both))
        if n == a == b == ab:
            continue
        fate, of = _fate(n, a, b, ab)
        yield Difference(key, fate, of, (n, a, b, ab))


def _nothing(key: Key) -> Any:
    return 0 if key[0] == "event" else None


def _fate(n: Any, x: Any, y: Any, both: Any) -> tuple[Fate, Side]:
    if x == n and y == n:
        return "new", "both"
    if y == n:
        return _alone(n, x, both), "x"
    if x == n:
        return _alone(n, y, both), "y"
    numbers = all(isinstance(value, int) and not isinstance(value, bool) for value in (n, x, y, both))
    if numbers and both == x + y - n:
        return "added", "both"
    if both == x == y:
        return "once", "both"
    if both == n:
        return "undone", "both"
    if numbers and (x > n) == (y > n):
        return ("once" if both in (x, y) else "altered"), "both"
    return ("clash", "x" if both == x else "y") if both in (x, y) else ("altered", "both")


def _alone(n: Any, changed: Any, both: Any) -> Fate:
    return "kept" if both == changed else "undone" if both == n else "altered"
