"""Facts of what came of a deed: where everything is, what was done, what could be done."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Any

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import ASIDE, FIRE, LOST, OUT, SEA, Piece, State
from pirate_code.rules import capacity, stats
from pirate_code.rules.actions import move_segments
from pirate_code.rules.event import Event
from pirate_code.rules.game import Game
from pirate_code.rules.happen import giving
from pirate_code.rules.program.lower import derived

Key = tuple[str, ...]
Facts = dict[Key, Any]
_PLACES = {SEA: "at sea", OUT: "out of the game", LOST: "eliminated", ASIDE: "aside"}
_STEP = 5.0  # millimetres that make no difference
_TURN = 15.0  # degrees
_ACTIONS = ("move_action", "shoot_action", "explore_action", "repair_action")
# Steps in between, which tell nothing that is not told by others.
_QUIET = frozenset({"part", "use", "transfer", "turn_beginning", "turn_end", "end", "resolve", "shoot_at"})


def facts(game: Game, before: State, numbers: dict[str, int], refused: Iterable[str]) -> Facts:
    """How everything is after a deed, what happened, and which steps of it were refused."""
    names = names_of(numbers)
    result: Facts = {("refused", step): True for step in refused}
    for piece in game.state.pieces:
        was = before.pieces[piece.id] if piece.id < len(before.pieces) else piece
        name = names.get(piece.id, piece.card.name)
        result |= _piece(game, names, name, piece)
        if piece.pose is not None and was.pose is not None and piece.kind != "island":
            moved = hypot(piece.pose.x - was.pose.x, piece.pose.y - was.pose.y)
            result[name, "moved"] = round(moved / _STEP)
            result[name, "turned"] = round((piece.pose.heading - was.pose.heading) % 360 / _TURN)
    for key in {"x", "y"} & numbers.keys():
        result["usable", key] = game.active.usable(numbers[key])
    for lasting in game.state.lasting:
        if lasting.effect is derived.copied() and isinstance(lasting.said[0], Matter):
            copied = names.get(lasting.said[0].of if lasting.said[0].of is not None else -1, "")
            result["copies", names.get(lasting.source, ""), copied] = True
    _events(result, game, names)
    return result


def names_of(numbers: dict[str, int]) -> dict[int, str]:
    """The names of the pieces of a table; a ship that has what is asked about keeps her own."""
    names = {number: name for name, number in numbers.items() if name in {"x", "y"}}
    return names | {number: name for name, number in numbers.items() if name not in {"x", "y"}}


def standing(game: Game, numbers: dict[str, int]) -> Facts:
    """What every ship can do and is, by the abilities in force, without anything being done."""
    names = names_of(numbers)
    result: Facts = {}
    for ship in game.state.ships():
        _standing(result, game, names.get(ship.id, ship.card.name), ship)
    return result


def _piece(game: Game, names: dict[int, str], name: str, piece: Piece) -> Facts:
    result: Facts = {
        (name, "place"): _PLACES.get(piece.where) or names.get(piece.where, "elsewhere"),
        (name, "face up"): piece.face_up,
        (name, "controller"): piece.controller,
    }
    if piece.kind == "treasure":
        result[name, "worth"] = piece.value
    elif piece.kind in {"ship", "sea creature", "fort"}:
        result[name, "masts"] = piece.standing
        result[name, "fire masts"] = piece.masts.count(FIRE)
        result[name, "states"] = tuple(sorted(piece.states))
        result[name, "docked"] = _name(piece.docked, names)
        result[name, "pinned by"] = _name(piece.pinned_by, names)
        result[name, "towed by"] = _name(piece.towed_by, names)
        result[name, "actions"] = len(game.state.turn.actions.get(piece.id, ()))
        result[name, "extra actions"] = len(game.state.turn.extra.get(piece.id, ()))
        for noun, number in piece.parts.items():
            result[name, noun] = number
        if piece.given_cannons:
            result[name, "cannon"] = len(piece.given_cannons)
        for state, part in piece.part_states:
            result[name, f"{part.noun} {part.label}"] = state
    return result


def _name(number: int | None, names: dict[int, str]) -> str | None:
    return None if number is None else names.get(number)


def _standing(result: Facts, game: Game, name: str, ship: Piece) -> None:
    base, more = move_segments.segments(game, ship)
    result[name, "move"] = len(base) + len(more)
    result[name, "segments"] = "+".join((*base, *more))
    result[name, "capacity"] = capacity.total(game, ship)
    result[name, "space"] = capacity.space_left(game, ship)
    result[name, "nation"] = stats.nation(game, ship)
    result[name, "cost"] = stats.number(game, "point_cost", ship.id)
    others = [other for other in game.state.ships() if other.controller != ship.controller]
    for other in others[:1]:
        roll = Event("roll", agent=ship.id, against=other.id)
        for stat in ("cannon_roll", "boarding_roll"):
            result[name, stat] = stats.of(game, stat, ship.id, roll)
        gun = Part(ship.id, "cannon", 0)
        result[name, "range"] = "+".join(stats.reach(game, gun, roll)) if ship.card.cannons else ""
    for action in _ACTIONS:
        asked = giving.asked(ship, action, ship.controller or 0)
        result[name, f"may be given a {action.replace('_', ' ')}"] = game.allows(asked)


def _events(result: Facts, game: Game, names: dict[int, str]) -> None:
    for what, kind, slots, _, manner, _, _ in game.log:
        if kind in _QUIET or what not in {"happens", "rolled"}:
            continue
        slot_values = dict(slots)
        key = (
            "event",
            kind,
            called(slot_values.get("agent"), names),
            called(slot_values.get("object") or slot_values.get("to"), names),
            *manner,
        )
        result[key] = result.get(key, 0) + 1


def called(ref: Ref | None, names: dict[int, str]) -> str:
    """A piece, or a part or a matter of it, by name."""
    if ref is None:
        return ""
    if isinstance(ref, Seat):
        return f"player {ref.player + 1}"
    if isinstance(ref, Part):
        return f"{ref.noun} of {names.get(ref.of, '')}"
    if isinstance(ref, Matter):
        return f"{ref.noun} of {names.get(ref.of, '')}" if ref.of is not None else ref.noun
    return names.get(ref, "")
