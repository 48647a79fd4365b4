"""Facts of a position in words: "Prey has 2 masts"."""

from __future__ import annotations

from typing import Any

from pirate_code.scenarios.outcome_facts import Key

_SIDES = {0: "ours", 1: "theirs", None: "nobody's"}
_PLAYERS = {"ours": "we have", "theirs": "they have", "third": "the third player has"}
_MILLIMETRES = 5
_DEGREES = 15


def fact(key: Key, value: Any, names: dict[str, str]) -> str:
    """A fact in words: "Prey has 2 masts"."""
    if key[0] == "refused":
        return f"the {key[1]} is {'refused' if value else 'allowed'}"
    if key[0] == "usable":
        return f"{names[key[1]]} {'can' if value else 'cannot'} be used"
    if key[0] == "copies":
        who, other = names.get(key[1], key[1]), names.get(key[2], key[2])
        return f"{who} {'has' if value else 'does not have'} the ability of {other}"
    if key[0] == "event":
        return _happened(key, value, names)
    if key[0] == "is":
        return f"{key[1]} {'is' if value else 'is not'} {key[2].replace('-', ' ')}"
    if key[0] == "has":
        return f"{key[1]} {'has' if value else 'does not have'} the keyword {key[2].replace('-', ' ')}"
    if key[0] == "done to":
        return f"{names[key[1]]} {'is' if value else 'is not'} done to {key[2]}"
    if key[0] == "choice":
        return f"in step {key[1]} {key[2]!r} {'can' if value else 'cannot'} be chosen"
    if key[0] in {"done", "occurs", "then"}:
        return _of_scenario(key, value, names)
    name, what = names.get(key[0], key[0]), key[1]
    if value is None and what in {"place", "face up", "worth", "masts", "moved", "turned", "states"}:
        return f"there is no {name}"
    match what:
        case "place":
            return f"{name} is {_place(value, names)}"
        case "face up":
            return f"{name} lies face {'up' if value else 'down'}"
        case "controller":
            return f"{name} is {whose(value)}"
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
            has = _PLAYERS.get(name, f"{name} has")
            return f"{has} {value if value is not None else 'no'} {counted.replace('_', ' ')}"


def _of_scenario(key: Key, value: Any, names: dict[str, str]) -> str:
    """A fact of a scenario: a step, a deed that comes about or may, or something that must be true."""
    may = "can" if value else "cannot"
    if key[0] == "done":
        return f"step {key[1]} ({key[2]}) {may} be done"
    if key[0] == "occurs" and len(key) == 2:
        return f"{names[key[1]]} comes about" if value else f"{names[key[1]]} does not come about"
    told = key[2:] if key[0] == "occurs" else key[1:]
    if told[0] in {"allowed", "offered"}:
        return f"{told[2]} {may} happen" if told[0] == "allowed" else f"{told[2]} {may} be used"
    is_so = "is" if value else "is not"
    return f"{told[0]} {is_so} {told[1]}" if len(told) == 2 else f"{told[1]} of {told[0]} {is_so} {told[2]}"


def whose(player: int | None) -> str:
    """Whose a piece is, seen from our side."""
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
