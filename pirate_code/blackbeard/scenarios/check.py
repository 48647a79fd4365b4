"""Checks a scenario: it must hold, and fail when anything that it gives is taken away, or nothing is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from pirate_code.blackbeard.scenarios.format import Given, Part, Scenario
from pirate_code.blackbeard.scenarios.run import run

P = TypeVar("P", bound=Part)


def faults(scenario: Scenario, *, ablate: bool = True) -> Iterator[str]:
    """Sentences that say why a scenario does not hold, or shows nothing of what it gives."""
    done = run(scenario)
    yield from done.faults
    if done.faults or not ablate:
        return
    without = list(ablations(scenario))
    if not without:
        yield "it gives nothing and does nothing, so it shows nothing."
    for name, poorer in without:
        holds = not run(poorer).faults
        vain = any(name == one or name.endswith(f" of {one}") for one in scenario.in_vain)
        if holds and not vain:
            yield f"it holds without {name} too, so it shows nothing of it."
        if name in scenario.in_vain and not holds:
            yield f"it does not hold without {name}, so that is not in vain."
    for name in scenario.in_vain:
        if name not in dict(without):
            yield f"{name} is not given, so it cannot be in vain."


def ablations(scenario: Scenario) -> Iterator[tuple[str, Scenario]]:
    """The scenario without its steps, and without each thing that is given, or one field of it."""
    if scenario.when:
        yield "what is done", scenario.model_copy(update={"when": (), "dice": (), "choices": ()})
    for name, given in _poorer(scenario.given):
        yield name, scenario.model_copy(update={"given": given})


def _poorer(given: Given) -> Iterator[tuple[str, Given]]:
    for key in given.model_fields_set:
        value = getattr(given, key)
        if not isinstance(value, dict):
            yield key, _without(given, key)
            continue
        for name, one in value.items():
            rest = {other: kept for other, kept in value.items() if other != name}
            if isinstance(one, tuple):  # a hand of cards, each of which must matter
                for card in one:
                    fewer = list(one)
                    fewer.remove(card)
                    yield (
                        f"{card} of player {name}",
                        given.model_copy(update={key: {**rest, name: tuple(fewer)}}),
                    )
                continue
            yield name if isinstance(name, str) else f"{key} {name}", given.model_copy(update={key: rest})
            if isinstance(one, Part):
                for field, poorer in _fields(one):
                    yield f"{field} of {name}", given.model_copy(update={key: {**value, name: poorer}})


def _fields(part: Part) -> Iterator[tuple[str, Part]]:
    """A part without each of its fields, and without each field of a part in it."""
    for field in part.model_fields_set:
        yield field, _without(part, field)
        inner = getattr(part, field)
        if isinstance(inner, Part):
            for name, poorer in _fields(inner):
                yield f"{name} of {field}", part.model_copy(update={field: poorer})


def _without(part: P, field: str) -> P:
    """A part with the default in place of one of its fields."""
    return type(part).model_validate(
        {key: value for key, value in part.model_dump(exclude_unset=True).items() if key != field}
    )
