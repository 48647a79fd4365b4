"""The choices of a decision as a person is offered them: each once, by a name that no other has.

The engine lists what is legal, and may list one thing in two ways: a course that ends at the same place, two
crew of one card. A place has only numbers there; here it is told where that is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from pirate_code.board.pose import Pose
from pirate_code.board.state import State
from pirate_code.core.dice import Dice
from pirate_code.rules.decision import Decision, Kind, Option
from pirate_code.rules.game import Game
from pirate_code.rules.happen.shooting import has_target
from pirate_code.rules.phrasing import without_brackets
from pirate_code.views.seat import SeatView
from pirate_code.views.whereabouts import berth_name, place_name

_PLACE = 2  # numbers that a place has at least


class Offered(NamedTuple):
    """An option with its number on the engine's list and its name; `idle` if nothing can come of it."""

    number: int
    name: str
    option: Option
    idle: bool = False


def offered(game: Game, view: SeatView, decision: Decision, seed: int) -> list[Offered]:
    """The choices of a decision in the order in which they are shown.

    Those that the player cannot tell apart come in an order made from `seed` that says nothing.
    """
    seen = view.seen
    named = [_named(game, seen, decision, number, option) for number, option in enumerate(decision.options)]
    different = _once(view, decision, named)
    several = {name for name, count in Counter(one.name for one in different).items() if count > 1}
    placed = [_aboard(seen, one) if one.name in several else one for one in different]
    return _mixed(view, list(_numbered(placed)), seed)


def _mixed(view: SeatView, choices: list[Offered], seed: int) -> list[Offered]:
    """With those exchanged that look alike to the player; the names stay where they are."""
    alike: dict[object, list[int]] = {}
    for place, one in enumerate(choices):
        if any(ref in view.hidden for ref in one.option.refs):
            face = (one.option.name, tuple(view.face_of(ref) for ref in one.option.refs))
            alike.setdefault(face, []).append(place)
    dice, mixed = Dice(seed), list(choices)
    for places in alike.values():
        others = list(places)
        dice.shuffle(others)
        for place, other in zip(places, others, strict=True):
            mixed[place] = choices[other]._replace(name=choices[place].name)
    return mixed


def _named(game: Game, seen: State, decision: Decision, number: int, option: Option) -> Offered:
    pose = pose_of(decision, option) if decision.kind is Kind.PLACE else None
    if pose is not None and isinstance(decision.subject, int):
        return Offered(number, _place(seen, decision, option, pose), option)
    if decision.kind is Kind.TURN and _shoots_at_nobody(game, option):
        return Offered(number, f"{option.name} (nobody is in reach yet)", option, idle=True)
    if option.does is not None:
        says = option.does.says
        return Offered(number, option.name.replace(says, without_brackets(says)), option)
    return Offered(number, option.name, option)


def pose_of(decision: Decision, option: Option) -> Pose | None:
    """The place that an option of a place stands for."""
    value = option.value if option.value is not None else option.answer
    if decision.event == "flags" or not isinstance(value, list | tuple) or len(value) < _PLACE:
        return None
    return Pose(*(float(number) for number in (*value, 0.0)[:3]))


def _place(seen: State, decision: Decision, option: Option, pose: Pose) -> str:
    assert isinstance(decision.subject, int)
    piece = seen.pieces[decision.subject]
    land = next((seen.pieces[ref] for ref in option.refs if isinstance(ref, int)), None)
    if not option.name.startswith("at "):
        return option.name
    if decision.event == "dock" and land is not None and land.pose is not None:
        return berth_name(land, pose)
    return place_name(seen, piece, pose, decision.player)


def _shoots_at_nobody(game: Game, option: Option) -> bool:
    """Whether a ship would be given a shoot action with nobody in reach; only an ability can use it."""
    answer = option.answer
    if not isinstance(answer, dict) or answer.get("give") != "shoot_action":
        return False
    return not has_target(game, game.piece(answer["to"]))


def _aboard(seen: State, one: Offered) -> Offered:
    """A choice of a piece that others are like, with the ship or island where it is."""
    ref = next((ref for ref in one.option.refs if isinstance(ref, int)), None)
    where = seen.pieces[ref].where if ref is not None else -1
    return one._replace(name=f"{one.name} ({seen.pieces[where].card.name})") if where >= 0 else one


def _once(view: SeatView, decision: Decision, choices: Iterable[Offered]) -> list[Offered]:
    """Without those that are another one again: the same end of a course, or the same card at one place."""
    found: dict[object, Offered] = {}
    for one in choices:
        found.setdefault((one.name, _what(view, decision, one.option)), one)
    return list(found.values())


def _what(view: SeatView, decision: Decision, option: Option) -> object:
    """What sets an option apart from others of its name."""
    if decision.kind is Kind.COURSE and isinstance(option.value, list):
        return tuple(round(number) for number in option.value)
    pieces = [view.seen.pieces[ref] for ref in option.refs if isinstance(ref, int) and ref not in view.hidden]
    if decision.kind is not Kind.PLACE and pieces and len(pieces) == len(option.refs):
        cards = ((one.card.id, one.where, tuple(sorted(one.states)), one.face_up) for one in pieces)
        return tuple(one.id if one.where < 0 else card for one, card in zip(pieces, cards, strict=True))
    return str(option.answer)


def _numbered(choices: list[Offered]) -> Iterable[Offered]:
    """Those that still have one name are told apart by where they are, or by a number."""
    several = Counter(one.name for one in choices)
    so_far: Counter[str] = Counter()
    for one in choices:
        so_far[one.name] += 1
        answer = one.option.answer
        if several[one.name] == 1:
            yield one
        elif isinstance(answer, list | tuple) and len(answer) >= _PLACE:
            yield one._replace(name=f"{one.name} ({', '.join(f'{float(part):.0f}' for part in answer[:2])})")
        else:
            yield one._replace(name=f"{one.name} ({so_far[one.name]})")
