"""Facts, positions and findings in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pirate_code.answers.experiment.outcome_facts import Key
from pirate_code.answers.experiment.subject import Subject
from pirate_code.answers.experiment.world_differences import Difference
from pirate_code.answers.experiment.worlds import AFLOAT, THEIRS, Placement, Setting
from pirate_code.board.state import SEA, Piece, State

_SIDES = {0: "ours", 1: "theirs", None: "nobody's"}
_MILLIMETRES = 5
_DEGREES = 15


def fact(key: Key, value: Any, names: dict[str, str]) -> str:
    """A fact in words: "Prey has 2 masts"."""
    if key[0] == "refused":
        return f"the {key[1]} is {'refused' if value else 'allowed'}"
    if key[0] == "usable":
        return f"{names[key[1]]} {'can' if value else 'cannot'} be used"
    if key[0] == "copies":
        who, whose = names.get(key[1], key[1]), names.get(key[2], key[2])
        return f"{who} {'has' if value else 'does not have'} the ability of {whose}"
    if key[0] == "event":
        return _happened(key, value, names)
    name, what = names.get(key[0], key[0]), key[1]
    if value is None and what in {"place", "face up", "worth", "masts", "moved", "turned", "states"}:
        return f"there is no {name}"
    match what:
        case "place":
            return f"{name} is {_place(value, names)}"
        case "face up":
            return f"{name} lies face {'up' if value else 'down'}"
        case "controller":
            return f"{name} is {_whose(value)}"
        case "worth":
            return f"{name} is worth {value} gold"
        case "states":
            return f"{name} is {', '.join(value).replace('_', ' ') if value else 'as usual'}"
        case "docked" | "pinned by" | "towed by":
            words = what if what != "docked" else "docked at"
            return (
                f"{name} is {words} {names.get(value, value)}" if value else f"{name} is not {words} anything"
            )
        case "moved":
            return f"{name} has moved {(value or 0) * _MILLIMETRES} mm"
        case "turned":
            return f"{name} has turned by {(value or 0) * _DEGREES} degrees"
        case _ if what.startswith("may "):
            return f"{name} {what if value else what.replace('may ', 'may not ', 1)}"
        case "segments" | "nation" | "range":
            return f"{name} has {'no ' if not value else ''}{what} {value or ''}".strip()
        case "cannon_roll" | "boarding_roll":
            return f"{name} has {value:+d} to {what.replace('_', ' ')}s" if isinstance(value, int) else name
        case _:
            counted = what.removesuffix("s") if value == 1 else what
            return f"{name} has {value if value is not None else 'no'} {counted.replace('_', ' ')}"


def _whose(player: int | None) -> str:
    return _SIDES.get(player, "a third player's")


def _place(value: Any, names: dict[str, str]) -> str:
    plain = value in {"at sea", "out of the game", "eliminated", "aside", "elsewhere"}
    return str(value) if plain else f"on {names.get(value, value)}"


def _happened(key: Key, value: int, names: dict[str, str]) -> str:
    _, kind, agent, target, *_ = key
    sentence = " ".join(
        word for word in (names.get(agent, agent), kind.replace("_", " "), names.get(target, target)) if word
    )
    return f"it happens {value} times: {sentence}" if value != 1 else f"it happens: {sentence}"


def position(state: State, setting: Setting, x: Subject, y: Subject) -> tuple[str, ...]:
    """The table in words: every ship and island with what is aboard, and who has what is asked about."""
    lines = [_described(state, piece) for piece in state.pieces if piece.where == SEA]
    lines += list(_having(setting.x, x))
    lines += list(_having(setting.y, y))
    return tuple(lines)


def _having(placement: Placement, subject: Subject) -> Iterator[str]:
    if placement.kind in AFLOAT:
        yield f"{placement.ship} has {subject.name}."
    elif placement.kind == "event":
        yield f"{subject.name} is an event that {'we' if placement.ship != THEIRS else 'they'} hold."


def _described(state: State, piece: Piece) -> str:
    aboard = [_cargo(other) for other in state.aboard(piece.id)]
    whose = _whose(piece.controller) if piece.kind in AFLOAT else None
    facts = []
    if piece.kind in AFLOAT:
        facts.append(f"{whose}, {piece.standing} of {len(piece.masts)} masts")
        if piece.docked is not None:
            facts.append(f"docked at {state.pieces[piece.docked].card.name}")
    elif piece.home is not None:
        facts.append(f"{'our' if piece.home == 0 else 'their'} home island")
    else:
        facts.append(piece.kind if piece.kind != "island" else "a wild island")
    held = f"; on it: {', '.join(aboard)}" if aboard else ""
    return f"{piece.card.name}: {', '.join(facts)}{held}."


def _cargo(piece: Piece) -> str:
    down = " face down" if not piece.face_up and piece.kind != "treasure" else ""
    return (
        f"{piece.card.name} ({piece.kind}{down})"
        if not piece.card.name.endswith(" gold")
        else piece.card.name
    )


def difference_text(difference: Difference, names: dict[str, str]) -> tuple[str, str, str, str]:
    """What a sign tells of each of the four worlds."""
    n, x, y, both = (fact(difference.key, value, names) for value in difference.values)
    return n, x, y, both
