"""Changes of a position by the fields of a form: a piece is put there, moved or removed; a step is given.

The position is plain data as a scenario gives it. What the fields say is not checked here: whoever reads the
position afterwards tells what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pirate_code.scenarios.scenario_cards import named_ability
from pirate_code.web.work.library import Refused

Data = dict[str, Any]
Fields = Mapping[str, str]
FindLine = Callable[[str], str | None]  # the printed line of a piece of the library, by its name

SIDED = ("ship", "creature", "fort", "event", "island")  # of one of the players
ABOARD = ("crew", "equipment", "treasure")
NUMBERS = ("masts", "cargo", "cost", "lost", "fire")
WORDS = ("cannons", "move", "nation")
# How a form says where a piece lies, and the key of a scenario with what stands before the name.
PLACES = {
    "within S of": ("within", "S of "),
    "within L of": ("within", "L of "),
    "beyond S of": ("beyond", "S of "),
    "beyond L of": ("beyond", "L of "),
    "touching": ("touching", ""),
    "bow on": ("bow on", ""),
    "docked at": ("docked", ""),
}
_WHERE = frozenset({"within", "beyond", "touching", "bow on", "docked", "facing", "at"})
_DIGITS = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,3})?")
GIVEN = ("move", "shoot", "explore", "repair")


def edited(data: Data, fields: Fields, find_line: FindLine) -> Data:
    """The position with the change that the fields ask for under `do`."""
    pieces: Data = dict(data.get("given", {}))
    changed = dict(data) | {"given": pieces}
    match fields.get("do", ""):
        case "put":
            changed["given"] = _put(pieces, fields, find_line)
        case "remove":
            changed["given"] = _without(pieces, _known(pieces, fields))
        case "move":
            name = _known(pieces, fields)
            at = [_number(fields, key) for key in ("x", "y", "heading")]
            kept = {key: value for key, value in pieces[name].items() if key not in _WHERE}
            pieces[name] = kept | {"at": at}
        case "step":
            changed["when"] = [_step(fields)]
        case "also":
            changed["when"] = [*data.get("when", ()), _step(fields)]
        case "":
            pass
        case other:
            raise Refused(f"`do` is put, remove, move, step or also, and not {other[:20]!r}.")
    return changed


def _known(pieces: Data, fields: Fields) -> str:
    name = fields.get("piece", "")
    if name not in pieces:
        raise Refused(f"No piece is called {name[:60]!r}; there are {', '.join(pieces)[:300] or 'none'}.")
    return name


def _without(pieces: Data, gone: str) -> Data:
    """The pieces without one, and without what is aboard of it; who was placed by it lies anywhere."""
    left: Data = {}
    for name, piece in pieces.items():
        aboard = gone in (piece.get("on"), *(piece.get(kind) for kind in ABOARD))
        if name != gone and not aboard:
            left[name] = {key: value for key, value in piece.items() if not _names(key, value, gone)}
    return left


def _names(key: str, value: Any, name: str) -> bool:
    """Whether what is told of a piece tells it by another."""
    if key in {"within", "beyond"}:
        return str(value).partition(" of ")[2] == name
    return key in {*_WHERE, "pinned by", "towed by"} and value == name


def _put(pieces: Data, fields: Fields, find_line: FindLine) -> Data:
    """The pieces with one that is new, or as the form has it now; it keeps its place among the others."""
    was = fields.get("was", "")
    name = fields.get("name", "").strip() or was or _new_name(pieces, fields.get("kind", ""))
    if name != was and name in pieces:
        raise Refused(f"There is a piece called {name[:60]!r} already.")
    old = pieces.get(was, {})
    piece = _piece(fields, find_line)
    if not _WHERE & piece.keys():  # the form says nothing of it: it lies where it lay
        piece |= {key: value for key, value in old.items() if key in _WHERE}
    if was not in pieces:
        return pieces | {name: piece}
    return {
        (name if key == was else key): piece if key == was else _renamed(other, was, name)
        for key, other in pieces.items()
    }


def _renamed(piece: Data, was: str, name: str) -> Data:
    """A piece that is told by another, by the new name of that one."""

    def new(key: str, value: Any) -> Any:
        if _names(key, value, was) or (key in {"on", *ABOARD} and value == was):
            return f"{value.partition(' of ')[0]} of {name}" if key in {"within", "beyond"} else name
        return value

    return {key: new(key, value) for key, value in piece.items()}


def _new_name(pieces: Data, kind: str) -> str:
    first = kind.capitalize() or "Piece"
    return next(name for number in range(1, 300) if (name := f"{first} {number}") not in pieces)


def _piece(fields: Fields, find_line: FindLine) -> Data:
    kind, on = fields.get("kind", ""), fields.get("on", "").strip()
    if kind in SIDED:
        piece: Data = {kind: fields.get("whose") or ("wild" if kind == "island" else "ours")}
        if kind == "fort" and on:
            piece["on"] = on
    elif kind in ABOARD:
        if not on:
            raise Refused(f"A piece of the kind {kind} is on a ship or an island: say which.")
        piece = {kind: on}
    elif kind == "coin":
        piece = {"coin": _whole(fields, "worth", 1)} | ({"on": on} if on else {})
    elif kind == "terrain":
        piece = {"terrain": fields.get("terrain") or "reef"}
    else:
        raise Refused(f"A piece is one of {', '.join((*SIDED, *ABOARD, 'coin', 'terrain'))}.")
    piece |= _ability(fields.get("ability", "").strip(), find_line)
    piece |= {key: _whole(fields, key, 0) for key in NUMBERS if fields.get(key, "").strip()}
    piece |= {key: fields[key].strip() for key in WORDS if fields.get(key, "").strip()}
    if states := [word.strip() for word in fields.get("is", "").split(",") if word.strip()]:
        piece["is"] = states
    return piece | _place(fields)


def _ability(words: str, find_line: FindLine) -> Data:
    """An ability: names of db/keywords, the name of a piece of the library that has it, or its words."""
    if not words:
        return {}
    names = [name.strip() for name in words.split(",")]
    if all(named_ability(name) is not None for name in names):
        return {"has": names if len(names) > 1 else names[0]}
    return {"says": find_line(words) or words}


def _place(fields: Fields) -> Data:
    piece: Data = {}
    place, other = fields.get("place", ""), fields.get("by", "").strip()
    if place in PLACES and other:
        key, before = PLACES[place]
        piece[key] = before + other
    if facing := fields.get("facing", "").strip():
        piece["facing"] = facing
    if all(fields.get(key, "").strip() for key in ("x", "y")) and not piece:
        piece["at"] = [_number(fields, "x"), _number(fields, "y"), _number(fields, "heading")]
    return piece


def _step(fields: Fields) -> Data:
    """What is done: an action that is given, an ability that is used, a turn that begins, or an event."""
    what, who = fields.get("action", ""), fields.get("to", "").strip()
    if what in GIVEN:
        step: Data = {"give": what, "to": who}
    elif what == "use":
        step = {"use": who}
    elif what == "turn":
        step = {"turn": who or "theirs"}
    elif what == "do":
        step = {"do": fields.get("event", "").strip()}
    else:
        step = {"event": fields.get("event", "").strip().replace(" ", "_")} | ({"object": who} if who else {})
    if dice := re.findall(r"[0-9]+", fields.get("dice", "")):
        step["dice"] = [int(face[:3]) for face in dice[:40]]
    if chosen := [word.strip() for word in fields.get("choose", "").split(",") if word.strip()]:
        step["choose"] = chosen
    return step


def _whole(fields: Fields, key: str, usual: int) -> int:
    text = fields.get(key, "").strip()
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise Refused(f"`{key}` is a whole number, and {text[:20]!r} is not.")
    return int(text)


def _number(fields: Fields, key: str) -> float:
    text = fields.get(key, "").strip() or "0"
    if _DIGITS.fullmatch(text) is None:
        raise Refused(f"`{key}` is a number of millimetres or degrees, and {text[:20]!r} is not.")
    return float(text)
