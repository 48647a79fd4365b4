"""How a ship is steered: the segments that she has, and the courses that may be chosen for one of them.

An answer is {"segment": "S", "turn": degrees to port, "from": which point of the bow, "length": millimetres};
or with "direction" in place of "turn" for a piece that moves without turning; or "stop". A good list is
offered; any other legal course is taken as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import dist, isfinite
from typing import Any, NamedTuple

from pirate_code.board import geometry, sailing
from pirate_code.board.outlines import Outline
from pirate_code.board.pose import Pose
from pirate_code.board.refs import Matter, Ref
from pirate_code.board.state import GONE, Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules import stats, table
from pirate_code.rules.decision import Candidate, Candidates, Decision, Kind, Option, Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.game import Game
from pirate_code.rules.happen.sailing import EDGE, HULLS, Waters, passed
from pirate_code.rules.program.context import Value
from pirate_code.rules.program.guards import Condition, Happens

Obstacles = list[tuple[int, geometry.Shape]]

STOP = "stop"
_TURNS = 9  # of an offered list: every 45 degrees as far as the hull lets her, and the limit
_DIRECTIONS = 13  # for a piece that moves without turning: every 30 degrees
_SIDES = 2  # the points of a ship's bow: to port and to starboard
_AIMED = 4  # courses at the nearest pieces
_NEAR = 1e-6


# --- which segments ----------------------------------------------------------------------------------------


def segments(game: Game, ship: Piece, event: Event | None = None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The segments of her base move, and those that abilities add to it (moving-extra-segments-come-last).

    A derelict in tow leaves her S to which bonuses are added; a flotilla leaves her what is printed and takes
    the bonuses of ship and crew (move-order-printed-segments, helmsman-adds-to-a-reduced-base-move). A base
    move of D or T has no length (sea-dragon-cancelled).
    """
    printed = tuple(segment for segment in ship.card.base_move if segment in table.SEGMENT)
    towed = next((piece for piece in game.state.ships() if piece.towed_by == ship.id), None)
    move = Matter("base_move", ship.id)
    if towed is not None and game.allows(Event("reduce", agent=towed.id, object=move)):
        printed = ("S",)
    for noun in ("ship_ability", "crew_ability") if towed is not None else ():
        if not game.allows(Event("change", agent=Matter(noun, ship.id), object=move)):
            return () if stats.lacks_bare_move(game, ship) else printed, ()
    if _rows(game, ship, event):
        total = _without_masts(game, ship, printed, event)
    else:
        total = stats.changed(game, "base_move", ship.id, printed, event)
    base, added = _split(printed, total if isinstance(total, tuple) else printed)
    more = next((facts.ADDED.of(found) for found in chain(event) if facts.ADDED.is_known(found)), ())
    return base, (*added, *more)


def _rows(game: Game, ship: Piece, event: Event | None) -> bool:
    """Whether she moves only as she could when derelict (becalmed-ships-that-row)."""
    action = Matter("move_action", ship.id)
    given = Event("give", object=action, to=ship.id, player=ship.controller, within=event)
    return ship.standing > 0 and any(
        any(_asks_what_she_could(one) for one in found.op.guards.conditions)
        and found.op.pattern is not None
        and found.op.pattern.matches(game.active.context(found, given), given)
        for found in game.active.entries("forbid", "give")
    )


def _asks_what_she_could(one: Condition) -> bool:
    fact = one.fact
    return one.negated and isinstance(fact, Happens) and (fact.strength, fact.spec.type) == ("may", "move")


def _without_masts(game: Game, ship: Piece, printed: tuple[str, ...], event: Event | None) -> Value:
    """Her move as it would be if all her masts were gone."""
    masts, ship.masts = ship.masts, (GONE,) * len(ship.masts)
    try:
        with game.cache.supposing():
            return stats.changed(game, "base_move", ship.id, printed, event)
    finally:
        ship.masts = masts


def extent(segment: str) -> float:
    """How long a segment is in millimetres; "L+L" is two of them in one line."""
    return table.length(tuple(segment.split("+")))


def _split(printed: tuple[str, ...], total: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Tell what was added from what was there; a move that was set to another is all of it base move."""
    added = list(total)
    base = []
    for segment in printed:
        if segment in added:
            added.remove(segment)
            base.append(segment)
    return (tuple(base), tuple(added)) if base else (total, ())


# --- courses -----------------------------------------------------------------------------------------------


class Helm(NamedTuple):
    """A ship that is about to move one segment: her form, what lies round her, and what is left to her."""

    game: Game
    ship: Piece
    outline: Outline
    waters: Waters
    left: tuple[str, ...]
    reference: int | None  # the point of the bow that this move is measured from, once it is chosen
    sideways: bool  # she moves in any direction and keeps her heading
    turns: bool  # she may turn
    directions: tuple[float, ...] = ()  # where it is told which way she is moved
    allowed: Callable[[Pose], bool] | None = None  # where she may not be set down everywhere

    @property
    def limit(self) -> float:
        """How far she may turn to either side."""
        return self.outline.turning_limit if self.turns else 0.0


class Course(NamedTuple):
    """A segment as it is sailed: where she ends, and the terrain that she went over."""

    segment: str
    reference: int
    arrival: sailing.Arrival[int]
    over: tuple[int, ...]


def steer(helm: Helm, player: int, may_stop: bool = True) -> Steps[Course | None]:
    """Let a player choose a course for one of the segments that are left; None if she stops."""
    offered = Candidates(_courses(helm), Option(STOP, "stop here"), last_resort=not may_stop)

    def check(answer: Any) -> str | None:
        course = course_of(helm, answer)
        return course if isinstance(course, str) else None

    answer = yield Decision(player, Kind.COURSE, helm.ship.id, "move", offered, check)
    if answer == STOP:
        return None
    candidate = offered.find(answer)
    course = candidate.course if candidate is not None else course_of(helm, answer)
    assert isinstance(course, Course)
    return course


def course_of(helm: Helm, answer: Any) -> Course | str:
    """The course that an answer stands for, or why it is not legal."""
    if not isinstance(answer, dict):
        return f"{answer!r} is no course; one is a table with segment, turn, from and length, or {STOP!r}."
    segment = answer.get("segment")
    if segment not in helm.left:
        return f"{helm.ship.card.name} has no segment {segment!r} left, only {'+'.join(helm.left)}."
    far = answer.get("length", extent(segment))
    angle = answer.get("direction" if helm.sideways else "turn", 0.0)
    reference = answer.get("from", helm.reference or 0)
    if not all(isinstance(value, int | float) and isfinite(value) for value in (far, angle)):
        return "The turn and the length of a course are numbers."
    if not 0.0 < far <= extent(segment) + _NEAR:
        return f"A segment {segment} is at most {extent(segment)} mm long and more than nothing."
    if helm.directions and angle not in helm.directions:
        return "The direction is told already."
    if reference not in range(len(helm.outline.references) or 1):
        return f"There is no point {reference!r} to measure from."
    if not helm.sideways and helm.reference not in {None, reference}:
        return "One move action is measured from one point of the bow."
    if not helm.sideways and not _may_turn(helm, angle):
        return f"{helm.ship.card.name} turns by {helm.limit:g} degrees at most."
    return _sail(helm, segment, float(angle), float(far), int(reference))


def _may_turn(helm: Helm, angle: float) -> bool:
    return abs(angle) <= _NEAR or (helm.turns and sailing.legal_turn(helm.outline, angle))


def _sail(helm: Helm, segment: str, angle: float, far: float, reference: int) -> Course | str:
    """Sail a course, or say what is in the way where she would have to be set down."""
    pose, outline, solid = helm.ship.pose, helm.outline, helm.waters.solid
    assert pose is not None
    if helm.sideways:
        arrival = sailing.drift(outline, pose, far, angle, solid)
    else:
        arrival = sailing.sail(outline, pose, far, angle, solid, reference=reference)
    if arrival.blocked:
        return f"{_name(helm.game, arrival.blocked[0])} is in the way where she would be set down."
    if arrival.length <= geometry.TOLERANCE:
        return "She would not move at all."
    if helm.allowed is not None and not helm.allowed(arrival.pose):
        return f"{helm.ship.card.name} may not be moved there."
    below = helm.waters.under(outline, arrival.pose)
    if below is not None and not _gets_past(helm, segment, reference, arrival.pose):
        return f"She cannot end her move over {_name(helm.game, below)}."
    over = tuple(passed(helm.game, outline, arrival, angle if helm.sideways else None, helm.waters))
    return Course(segment, reference, arrival, over)


def _gets_past(helm: Helm, segment: str, reference: int, pose: Pose) -> bool:
    """Whether another segment brings her off what she lies over (submerged-ships-pass-over-and-under)."""
    rest = list(helm.left)
    rest.remove(segment)
    for other in dict.fromkeys(rest):
        for angle in sailing.headings(_TURNS, helm.limit or 180.0):
            if helm.sideways:
                course = sailing.drift(helm.outline, pose, extent(other), angle, helm.waters.solid)
            else:
                turn = angle if helm.limit else 0.0
                solid = helm.waters.solid
                course = sailing.sail(helm.outline, pose, extent(other), turn, solid, reference=reference)
            if not course.blocked and helm.waters.under(helm.outline, course.pose) is None:
                return True
    return False


# --- the list ----------------------------------------------------------------------------------------------


class _Leg:
    """One of the segments that are left to a helm, and the courses of the list that are sailed with it."""

    __slots__ = ("_aimed", "candidates", "full", "helm", "passable", "segment")

    def __init__(self, helm: Helm, segment: str, passable: Obstacles) -> None:
        self.helm = helm
        self.segment = segment
        self.full = extent(segment)
        self.passable = passable
        self.candidates: list[CandidateCourse] = []
        self._aimed: list[float] | None = None
        for angle, length in _even(helm, self.full):
            self._add(angle, length)
        for nth in range(0 if helm.sideways else _AIMED):
            self._add(None, self.full, nth)

    def _add(self, angle: float | None, length: float, nth: int = 0) -> None:
        """A course, and the one that halts at the first contact with what she could go through."""
        for short in (False, True) if self.passable else (False,):
            self.candidates.append(CandidateCourse(self, angle, length, nth=nth, short=short))

    def aimed(self) -> list[float]:
        """The turns at what is near; looked for once."""
        if self._aimed is None:
            self._aimed = _aimed(self.helm, self.full)
        return self._aimed


class CandidateCourse(Candidate):
    """A course of the list: a turn (or direction) and a length, or one straight at the nth piece near her."""

    __slots__ = ("_angle", "_leg", "_length", "_nth", "_number", "_short", "course")

    def __init__(self, leg: _Leg, angle: float | None, length: float, *, nth: int, short: bool) -> None:
        super().__init__()
        self._leg = leg
        self._number = len(leg.candidates)
        self._angle = angle
        self._length = length
        self._nth = nth
        self._short = short
        self.course: Course | None = None

    def angle(self) -> float | None:
        """The turn; None if fewer pieces than that are near."""
        if self._angle is None:
            aimed = self._leg.aimed()
            self._angle = aimed[self._nth] if self._nth < len(aimed) else None
        return self._angle

    def way(self) -> tuple[geometry.Point, geometry.Point] | None:
        """From where to where her bow goes if nothing is in the way; None where there is no such course."""
        helm, angle = self._leg.helm, self.angle()
        pose = helm.ship.pose
        if angle is None or pose is None:
            return None
        if helm.sideways:
            begin = geometry.carry(helm.outline.bow, pose)
            dx, dy = geometry.toward(angle)
        else:
            point = _points(helm, angle)[0]
            begin = geometry.carry(helm.outline.bow, sailing.segment(helm.outline, pose, 0.0, angle, point))
            dx, dy = geometry.toward(pose.heading + angle)
        return begin, (begin[0] + self._length * dx, begin[1] + self._length * dy)

    def test(self) -> Option | None:
        """Sail it, and see that no course before it has the same answer."""
        helm, angle = self._leg.helm, self.angle()
        if angle is None:
            return None
        points, length = _points(helm, angle), self._length
        if self._short:
            first = _first_contact(helm, angle, length, points[0], self._leg.passable)
            if first is None:
                return None
            points, length = points[:1], first
        for point in points:
            course = _sail(helm, self._leg.segment, angle, length, point)
            if isinstance(course, Course):
                answer = _answer(helm, course, angle, length)
                if self._is_repeated(round(angle, 3), answer):
                    return None
                self.course = course
                name, place = _course_name(helm.game, answer, course), list(course.arrival.pose)
                return Option(answer, name, _touched(course), place)
        return None

    def _is_repeated(self, angle: float, answer: dict[str, Any]) -> bool:
        """Whether a course before it on the list, which then has the same turn, has the same answer."""
        for other in self._leg.candidates[: self._number]:
            turn = other.angle()
            if turn is not None and round(turn, 3) == angle:
                option = other.option
                if option is not None and option.answer == answer:
                    return True
        return False

    def may_be(self, answer: Any) -> bool:
        """Whether the segment, the turn and the length are those of the answer."""
        if not isinstance(answer, dict) or answer.get("segment") != self._leg.segment:
            return False
        if not self._short and round(self._length, 6) != answer.get("length"):
            return False
        angle = self.angle()
        wanted = answer.get("direction" if self._leg.helm.sideways else "turn")
        return angle is not None and bool(round(angle, 3) == wanted)


def _courses(helm: Helm) -> list[CandidateCourse]:
    """The list: even turns at full length, some at half, and straight at what is near, with every segment."""
    passable = _passable(helm)
    return [
        candidate
        for segment in dict.fromkeys(helm.left)
        for candidate in _Leg(helm, segment, passable).candidates
    ]


def _even(helm: Helm, full: float) -> Iterator[tuple[float, float]]:
    """Even turns (or directions) and lengths to offer for a segment."""
    if helm.sideways:
        for angle in helm.directions or sailing.headings(_DIRECTIONS):
            yield angle, full
        return
    turns = sailing.headings(_TURNS, helm.limit) if helm.limit else (0.0,)
    for angle in turns:
        yield angle, full
    for angle in turns[:3]:
        yield angle, full / 2


def _aimed(helm: Helm, full: float) -> list[float]:
    """The turns that head straight for the nearest ships and islands within reach."""
    pose = helm.ship.pose
    assert pose is not None
    point = geometry.carry(helm.outline.bow, pose)
    reachable = []
    for number, shape in (*helm.waters.solid, *helm.waters.soft, *helm.waters.open):
        if number == EDGE:
            continue
        if geometry.away_from_box(point, shape) > full:  # most lie farther off than she can sail
            continue
        near = geometry.nearest(point, shape)
        away = dist(point, near)
        turn = round((geometry.bearing(point, near) - pose.heading + 180.0) % 360.0 - 180.0, 3)
        if geometry.TOLERANCE < away <= full and _may_turn(helm, turn):
            reachable.append((away, number, turn))
    return [turn for _, _, turn in sorted(reachable)[:_AIMED]]


def _points(helm: Helm, angle: float) -> tuple[int, ...]:
    """The points to measure from: on the side that she turns to, or the other where that is blocked."""
    if helm.reference is not None:
        return (helm.reference,)
    if helm.sideways or len(helm.outline.references) != _SIDES:
        return (0,)
    return (1, 0) if angle < 0 else (0, 1)


def _passable(helm: Helm) -> Obstacles:
    """The ships and islands that she may go through."""
    return [
        (number, shape)
        for number, shape in (*helm.waters.soft, *helm.waters.open)
        if helm.game.piece(number).kind in HULLS or helm.game.piece(number).kind == "island"
    ]


def _first_contact(
    helm: Helm, angle: float, length: float, reference: int, passable: Obstacles
) -> float | None:
    """Where on a course she first touches something that she may go through."""
    pose = helm.ship.pose
    assert pose is not None
    every = [*helm.waters.solid, *passable]
    if helm.sideways:
        arrival = sailing.drift(helm.outline, pose, length, angle, every)
    else:
        arrival = sailing.sail(helm.outline, pose, length, angle, every, reference=reference)
    numbers = {number for number, _ in passable}
    met = not arrival.blocked and numbers & set(arrival.contact)
    return arrival.length if met and geometry.TOLERANCE < arrival.length < length - _NEAR else None


def _answer(helm: Helm, course: Course, angle: float, length: float) -> dict[str, Any]:
    angle, length = round(angle, 3), round(length, 6)
    if helm.sideways:
        return {"segment": course.segment, "direction": angle, "length": length}
    return {"segment": course.segment, "turn": angle, "from": course.reference, "length": length}


def _course_name(game: Game, answer: dict[str, Any], course: Course) -> str:
    """The name of a course: its segment, to which side, how far, and what she then touches."""
    angle = answer.get("turn", answer.get("direction", 0.0))
    degrees = f"{abs(angle):.1f}".removesuffix(".0")
    side = "straight ahead" if not angle else f"{degrees}° to {'port' if angle > 0 else 'starboard'}"
    if "direction" in answer:
        side = f"toward {angle % 360:g}°"
    words = f"{answer['segment']} {side}"
    if course.arrival.length < extent(answer["segment"]) - _NEAR:
        words += f", {course.arrival.length:.0f} mm"
    touched = [_name(game, number) for number in course.arrival.contact]
    return f"{words}, touching {', '.join(dict.fromkeys(touched))}" if touched else words


def _touched(course: Course) -> tuple[Ref, ...]:
    """What a ship touches at the end of a course."""
    return tuple(Matter("edge") if number == EDGE else number for number in course.arrival.contact)


def _name(game: Game, number: int) -> str:
    return "the edge of the table" if number == EDGE else game.name(number)
