"""Tokens on the sea that go toward something by themselves, round whatever is in their way.

A token goes as far as its words say unless something stops it. Its player picks the way, which brings it
nearer if any does, and touches no island and no terrain but that to which it goes (turtles-way-home).
"""

from __future__ import annotations

from typing import NamedTuple

from pirate_code.board import geometry, sailing
from pirate_code.board.pose import Pose
from pirate_code.board.state import Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules import table
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Event
from pirate_code.rules.game import Game
from pirate_code.rules.happen.sailing import HULLS, contacts, outline_of, shape_of, waters

_STEP = 15  # degrees between the directions that are tried


class _Way(NamedTuple):
    """A way that a token can go: whether it gets nearer, goes as far as it should, and runs into a ship."""

    angle: float
    pose: Pose
    nearer: bool
    far_enough: bool
    strikes: bool


def go_toward(game: Game, token: Piece, place: Piece, moved: Event) -> Steps[bool]:
    """Let a token go toward a place, the way that its player picks; it stays where it has come to."""
    if place.id in _at_hand(game, token):
        return False
    ways = _best(_ways(game, token, place, moved))
    if not ways:
        return False
    player = moved.player if moved.player is not None else game.state.turn.player
    options = [Option(way.angle, f"toward {way.angle:g}°") for way in ways]
    angle = yield from game.choose(player, Kind.DIRECTION, options, subject=token.id, event="move")
    facts.POSE.put(moved, next(way.pose for way in ways if way.angle == angle))
    return (yield from game.propose(moved))


def _best(ways: list[_Way]) -> list[_Way]:
    """Those that go nearer and the whole way, if there are any; else those nearer, else the whole way."""
    ways = sorted(ways, key=lambda way: way.strikes)
    both = [way for way in ways if way.nearer and way.far_enough]
    return both or [way for way in ways if way.nearer] or [way for way in ways if way.far_enough]


def _ways(game: Game, token: Piece, place: Piece, moved: Event) -> list[_Way]:
    """The ways of a token, the straightest first; none that ends at an island or terrain on the way."""
    assert token.pose is not None
    outline, far, there = outline_of(token), table.length(moved.distance), shape_of(place)
    here = (token.pose.x, token.pose.y)
    straight = geometry.bearing(here, geometry.nearest(here, there)) % 360.0
    now = geometry.gap(shape_of(token), there)
    before, lying = _at_hand(game, token), waters(game, token, moved).solid
    found = []
    for angle in _directions(round(straight, 3)):
        course = sailing.drift(outline, token.pose, far, angle, lying)
        met = [number for number in course.contact if number not in {place.id, *before}]
        shut = any(number >= 0 and game.piece(number).kind not in HULLS for number in met)
        if shut or course.length <= geometry.TOLERANCE:
            continue
        nearer = geometry.gap(geometry.place(outline, course.pose), there) < now
        whole = course.length >= far - geometry.TOLERANCE or place.id in course.contact
        found.append(_Way(angle, course.pose, nearer, whole, bool(met)))
    return found


def _directions(straight: float) -> list[float]:
    """The straight way, and others by how far they are from it."""
    others = [float(angle) for angle in range(0, 360, _STEP) if angle != straight]
    return [straight, *sorted(others, key=lambda angle: abs((angle - straight + 180.0) % 360.0 - 180.0))]


def _at_hand(game: Game, token: Piece) -> frozenset[int]:
    """What a token touches."""
    return frozenset(contacts(game, token))
