"""Positions as tidy YAML that a person can read and change: of a scenario, or as the engine has them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pirate_code.board.card import Card
from pirate_code.board.state import ASIDE, FIRE, GONE, LOST, OUT, SEA, Piece, State
from pirate_code.language import LanguageError, parse, render
from pirate_code.rules.program.abilities import Ability
from pirate_code.rules.program.abilities import abilities as abilities_of
from pirate_code.scenarios.format import SIDES, Given, Scenario, Step

Data = dict[str, Any]
_PLAIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9_+'°()./-]| (?=[A-Za-z0-9(]))*")
# What other readers of YAML take for something else than a word.
_WORDS = frozenset({"true", "false", "null", "yes", "no"})
_SIDES = {number: side for side, number in SIDES.items()}
_NATIONS = {0: "english", 1: "french", 2: "spanish"}
_USUAL: Data = {"masts": 3, "move": "S+S", "cargo": 5, "cost": 10}
_CREW_COST = 3
_HEAD = ("title", "edition", "rules", "players", "gold", "build", "play", "table")


def written(data: Mapping[str, Any]) -> str:
    """A position as YAML: a line for each piece and each step."""
    lines = [f"{key}: {_flow(data[key])}" for key in _HEAD if key in data]
    lines.append("given:" if data.get("given") else "given: {}")
    lines += [f"  {_flow(name)}: {_flow(piece)}" for name, piece in data.get("given", {}).items()]
    if data.get("when"):
        lines.append("when:")
        lines += [f"  - {_flow(step)}" for step in data["when"]]
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_flow(key)}: {_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.casefold() not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)


def scenario_data(scenario: Scenario, given: Mapping[str, Given]) -> Data:
    """A scenario with all its pieces as plain data, without what must be true in the end."""
    head = scenario.model_dump(include=set(_HEAD), exclude_defaults=True)
    data = {key: head[key] for key in _HEAD if key in head}
    data["given"] = {name: piece_data(piece) for name, piece in given.items()}
    if scenario.when:
        data["when"] = [step_data(step) for step in scenario.when]
    return data


def piece_data(piece: Given) -> Data:
    """What is told of a piece."""
    return _short(piece.model_dump(by_alias=True, exclude_defaults=True))


def step_data(step: Step) -> Data:
    """What is told of a step."""
    return _short(step.model_dump(by_alias=True, exclude_defaults=True))


def _short(data: Data) -> Data:
    """A list of one is written as that one, but for numbers of a place."""
    return {key: value if key == "at" else _alone(value) for key, value in data.items()}


def _alone(value: Any) -> Any:
    is_one = isinstance(value, list | tuple) and len(value) == 1 and not isinstance(value[0], list | tuple)
    return value[0] if is_one else value


# --- a position of the engine -------------------------------------------------------------------------------


def state_data(state: State) -> Data:
    """The pieces of a position of the engine as a scenario gives them, each where it lies."""
    names = piece_names(state)
    pieces = [piece for piece in state.pieces if piece.where not in {OUT, LOST} and _is_somewhere(piece)]
    return {names[piece.id]: _given(state, names, piece) for piece in pieces}


def _is_somewhere(piece: Piece) -> bool:
    return piece.where != ASIDE or piece.kind in {"event", "fort"}


def piece_names(state: State) -> dict[int, str]:
    """Names of pieces, each only once."""
    names: dict[int, str] = {}
    taken: set[str] = set()
    for piece in state.pieces:
        name, number = piece.card.name[:50], 2
        while name in taken:
            name, number = f"{piece.card.name[:50]} {number}", number + 1
        names[piece.id] = name
        taken.add(name)
    return names


def _given(state: State, names: dict[int, str], piece: Piece) -> Data:
    data = dict(_kind(names, piece))
    card = piece.card
    if card.name != names[piece.id] and data.get("coin") is None:
        data["name"] = card.name
    if card.abilities:
        data["says"] = _line(card)
    if piece.afloat or piece.kind == "fort":
        data |= _ship(piece)
    elif piece.kind == "crew" and card.points != _CREW_COST:
        data["cost"] = card.points
    usual = state.pieces[piece.where].card.nation if piece.where >= 0 else _NATIONS.get(piece.owner or 0)
    if piece.kind in {"ship", "sea creature", "crew", "fort"} and card.nation not in {None, usual}:
        data["nation"] = card.nation
    if piece.pose is not None and piece.where == SEA and piece.kind != "fort":
        data["at"] = [round(number, 1) for number in piece.pose]
    if not piece.face_up and "coin" not in data:
        data["face"] = "down"
    return data | _relations(names, piece)


def _line(card: Card) -> str:
    """The printed line; the wording of the abilities, if the card has others than it prints."""
    try:
        if card.line and abilities_of(parse(card.line)) == card.abilities:
            return card.line
    except LanguageError:  # a line that is not read any more; its trees still have words
        pass
    return " ".join(render([each.tree for each in card.abilities if isinstance(each, Ability)]).split("\n"))


def _kind(names: dict[int, str], piece: Piece) -> Iterator[tuple[str, Any]]:
    side = _SIDES.get(piece.controller if piece.controller is not None else -1, "ours")
    place = names.get(piece.where)
    match piece.kind:
        case "ship":
            yield "ship", side
        case "sea creature":
            yield "creature", side
        case "fort":
            yield "fort", side
            if place is not None:
                yield "on", place
        case "island":
            yield "island", "wild" if piece.home is None else _SIDES[piece.home]
        case "terrain":
            yield "terrain", (piece.card.terrain or "").replace("-", "_")
        case "treasure" if not piece.card.abilities:
            yield "coin", int(piece.value)
            yield "on", place
        case "event":
            yield "event", side
        case kind:
            yield kind, place


def _ship(piece: Piece) -> Data:
    card = piece.card
    data: Data = {}
    if piece.afloat:
        printed = {"masts": card.masts, "move": "+".join(card.base_move), "cargo": card.cargo}
        printed["cost"] = card.points
        data = {key: value for key, value in printed.items() if value != _USUAL[key]}
    cannons = "-".join(f"{gun.rank}{gun.range}" for gun in card.cannons)
    if cannons != "-".join(["3S"] * card.masts):
        data["cannons"] = cannons
    for key, mast in (("lost", GONE), ("fire", FIRE)):
        if count := piece.masts.count(mast):
            data[key] = count
    if piece.states:
        data["is"] = sorted(piece.states)
    return data


def _relations(names: dict[int, str], piece: Piece) -> Data:
    ties = {"docked": piece.docked, "pinned by": piece.pinned_by, "towed by": piece.towed_by}
    data: Data = {key: names[number] for key, number in ties.items() if number is not None}
    if piece.kind == "island" and piece.explored_by:
        data["explored by"] = [_SIDES[player] for player in sorted(piece.explored_by) if player in _SIDES]
    return data
