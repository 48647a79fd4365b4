"""How much of a set of lines the language holds: parsed, corrected, words lost, round trips, rules used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from lark import Tree

from pirate_code.language.account import swallowed
from pirate_code.language.corrections import corrected, load_corrections
from pirate_code.language.errors import LanguageError
from pirate_code.language.grammar import lark
from pirate_code.language.normalise import sentences
from pirate_code.language.parse import parse
from pirate_code.language.render import render
from pirate_code.language.sense import Names, line_faults


@dataclass
class Coverage:
    """The measured numbers, and every line that falls short."""

    lines: int = 0
    distinct: int = 0
    parsed: int = 0
    corrected: int = 0
    rules: int = 0
    single_use_rules: list[str] = field(default_factory=list)
    failures: list[LanguageError] = field(default_factory=list)
    senseless: list[tuple[str, str]] = field(default_factory=list)  # lines with what does not fit in them
    swallowed: list[tuple[str, list[str]]] = field(default_factory=list)
    round_trip_failures: list[str] = field(default_factory=list)


def measure(
    lines: Iterable[str], tick: Callable[[], None] = lambda: None, names: Names | None = None
) -> Coverage:
    """Measure these lines; `tick` is called after each distinct one; `names` are of pieces they may name."""
    coverage = Coverage()
    counted = Counter(line.strip() for line in lines if line.strip())
    coverage.lines, coverage.distinct = sum(counted.values()), len(counted)
    used: dict[str, set[str]] = {rule: set() for rule in _rules()}
    for line in counted:
        _measure_line(line, coverage, used, names)
        tick()
    coverage.rules = len(used)
    coverage.single_use_rules = sorted(rule for rule, where in used.items() if len(where) == 1)
    return coverage


def _measure_line(line: str, coverage: Coverage, used: dict[str, set[str]], names: Names | None) -> None:
    text = corrected(line)
    coverage.corrected += line in load_corrections()
    try:
        abilities = parse(text)
    except LanguageError as error:
        error.text = line
        coverage.failures.append(error)
        return
    coverage.parsed += 1
    fault = next(line_faults(text, names), None)
    if fault is not None:
        coverage.senseless.append((line, fault))
    lost = swallowed(text, abilities)
    if lost:
        coverage.swallowed.append((line, lost))
    try:
        back = parse(render(abilities))
    except LanguageError:
        back = ()
    if back != abilities:
        coverage.round_trip_failures.append(line)
    for sentence in sentences(text):
        for rule in _used(lark().parse(sentence.text)):
            used[rule].add(line)


@cache
def _rules() -> tuple[str, ...]:
    """The named rules and alternatives of the grammar, without Lark's own helpers for repetition."""
    names = {
        str(rule.alias or rule.origin.name) for rule in lark().rules if not rule.origin.name.startswith("__")
    }
    return tuple(sorted(name for name in names if not name.startswith("_") and name not in _INLINED))


# Rules with "?" leave no trace of their own in a parse tree when they have one child.
_INLINED = frozenset({"nps", "np", "core", "clause", "fact", "pred", "open_head"})


def _used(tree: Tree[Any]) -> set[str]:
    return {str(node.data) for node in tree.iter_subtrees()}
