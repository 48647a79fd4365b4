"""What `then` asks about, as values that can be compared between games: not whether it is as it should be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pirate_code.rules.game import Game
from pirate_code.scenarios.expectations import check, holdings, value_of
from pirate_code.scenarios.format import SIDES
from pirate_code.scenarios.piece_names import ScenarioError, ScenarioPieces

Probe = tuple[str, ...]
# What is asked, and what is the same asked the other way round.
_DENIED = {"forbidden": "allowed", "not offered": "offered"}


def probe(game: Game, pieces: ScenarioPieces, then: dict[str, Any]) -> Iterator[tuple[Probe, bool]]:
    """Everything that must be true, one by one, and whether it is; what must not be, as its contrary."""
    for name, wanted in then.items():
        for each in wanted if isinstance(wanted, list) else [wanted]:
            yield from _each(game, pieces, name, each)


def _each(game: Game, pieces: ScenarioPieces, name: str, wanted: Any) -> Iterator[tuple[Probe, bool]]:
    if name in _DENIED or name in _DENIED.values():
        asked = _DENIED.get(name, name)
        kind = str(wanted.get("event", "")) if isinstance(wanted, dict) else ""
        yield (asked, kind, _text(wanted)), not any(check(game, pieces, asked, wanted))
    elif isinstance(wanted, dict):
        for key, value in wanted.items():
            yield (name, str(key), str(value)), not any(check(game, pieces, name, {key: value}))
    else:
        words = str(wanted)
        denied = words.startswith("not ")
        plain = words.removeprefix("not ")
        yield (name, plain), not any(check(game, pieces, name, plain if denied else wanted))


def numbers(game: Game, pieces: ScenarioPieces, then: dict[str, Any]) -> Iterator[tuple[Probe, int]]:
    """What must be a certain number, told by piece or player and what is counted, and the number it is."""
    for name, wanted in then.items():
        for each in wanted if isinstance(wanted, list) else [wanted]:
            for key, value in each.items() if isinstance(each, dict) and "event" not in each else ():
                if isinstance(value, int) and not isinstance(value, bool):
                    actual = _actual(game, pieces, name, str(key))
                    if isinstance(actual, int):
                        yield (name, str(key)), actual


def _actual(game: Game, pieces: ScenarioPieces, name: str, key: str) -> Any:
    """A number of a piece or player; None if there is none."""
    if name in pieces:
        try:
            return value_of(game, pieces, pieces.named(name), key)
        except ScenarioError:
            return None
    return holdings(game, SIDES[name]).get(key) if name in SIDES else None


def _text(wanted: Any) -> str:
    if not isinstance(wanted, dict):
        return str(wanted)
    kind = wanted.get("event", "")
    agent, target = wanted.get("agent", ""), wanted.get("object", wanted.get("to", ""))
    return " ".join(str(word) for word in (agent, str(kind).replace("_", " "), target) if word)
