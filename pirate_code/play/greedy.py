"""The greedy captain: goes for gold, brings it home, shoots what comes into range, repairs what is broken.

It looks one decision ahead and sees only what its player may see. What it has no opinion on, it leaves to its
dice. A raider is as greedy, but goes for the enemy's ships before it goes for gold, and spares nothing. A
curious captain raids with every other ship only, and wants treasure with words on it more than gold. A
settler builds forts, uses its cards and goes to mysterious islands first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import dist
from typing import Any

from pirate_code.board import geometry, sailing
from pirate_code.board.outlines import load_outlines
from pirate_code.board.refs import Matter
from pirate_code.board.state import Piece, State
from pirate_code.core.dice import Dice
from pirate_code.play.prospects import NO_ORDERS, PLAIN, Orders, Prospects, Traits
from pirate_code.rules.actions.move_segments import CandidateCourse
from pirate_code.rules.decision import Answer, Candidate, Candidates, Decision, Kind, Option

Look = Callable[[], State]
Opinion = Callable[[Prospects, Option], float]
_NEVER, _THERE = -1e9, 1000.0  # what a course is worth that is not taken, and one that leads to the goal
_WRECK = 65.0  # to look at what a derelict has
_ROOM, _CROWDED = 90.0, 3.0  # how far from each other ships lie well, and what less than that costs
_BEAM = 12.0  # a goal that is so near to the way of her bow may be touched
_NEAR = 4 * geometry.L  # within this it matters what form a goal has
_ORDERED = 80.0  # an action that is ordered
_TRIES = 2  # an ability that comes to nothing is not used more often than this in one turn
# What is worth doing without an action: crew face up use their abilities, gold in a fort counts as at home.
_WORTH = {"reveal": 25.0, "untangle": 45.0, "build": 5.0}
_STRANGE = 30.0  # what a treasure with words on it is worth to the curious: more than any gold


class Greedy:
    """Takes the option that looks best now."""

    traits = PLAIN
    prospects: type[Prospects] = Prospects

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.orders: Orders = NO_ORDERS
        self._turn = -1
        self._tried: list[Answer] = []

    def answer(self, decision: Decision, look: Look) -> Answer:
        """The best option, any of them if several are; in one turn nothing is tried again and again."""
        kind, event = decision.kind, decision.event
        choose = _OPINIONS.get((kind, event)) or _OPINIONS.get((kind, None))
        if choose is None and kind is not Kind.COURSE:
            return decision.draw(self.dice).answer
        table = self.prospects(look(), decision, self.traits, self.orders)
        if table.state.turn.number != self._turn:
            self._turn, self._tried = table.state.turn.number, []
        if choose is None:
            return self._course(table, decision).answer
        scores = [self._score(choose, table, option) for option in decision.options]
        best = max(scores)
        picked = self._any(o for o, score in zip(decision.options, scores, strict=True) if score == best)
        self._tried.append(picked.answer)
        return picked.answer

    def _course(self, table: Prospects, decision: Decision) -> Option:
        """The course that brings a ship nearest to her goal; any, if she has none."""
        helm, courses = _helm(table), decision.options
        if helm is None:
            return decision.draw(self.dice)
        if isinstance(courses, Candidates):
            return helm.best(courses) or decision.draw(self.dice)
        return max(courses, key=helm.worth)

    def _score(self, choose: Opinion, table: Prospects, option: Option) -> float:
        again = isinstance(option.answer, dict) and "use" in option.answer
        if again and self._tried.count(option.answer) >= _TRIES:
            return _NEVER
        return choose(table, option)

    def _any(self, options: Iterable[Option]) -> Option:
        choices = list(options)
        return choices[self.dice.below(len(choices))]


class Raider(Greedy):
    """Goes for enemies first."""

    traits = Traits(raids=True)


class Curious(Raider):
    """Wants to see everything happen: some of its ships go for enemies, the others for treasure."""

    traits = Traits(raids=True, curious=True)


class Settler(Greedy):
    """Builds forts as soon as one can be paid for, uses every card it has, and looks for strange islands."""

    traits = Traits(settles=True)


def _turn(table: Prospects, option: Option) -> float:
    """How much it is worth to do this next."""
    answer = option.answer
    if answer is None:
        return 0.0
    if not isinstance(answer, dict):
        return -1.0
    if "use" in answer:
        return -1.0 if table.spares(option) else 30.0
    if "give" not in answer:
        return next((worth for what, worth in _WORTH.items() if what in answer), -1.0)
    ship = table.state.pieces[answer["to"]]
    island = table.state.pieces[ship.docked] if ship.docked is not None else None
    order = table.orders.get(ship.id)
    if order is not None and order.action is not None and order.turn == table.state.turn.number:
        return _ORDERED if order.action == answer["give"] else -1.0
    match answer["give"]:
        case "explore_action":
            here = island is not None and island.home is None and table._worth(island)
            if table.space(ship) <= 0:
                return -1.0
            return 100.0 if here else _WRECK if island is None and table.finds_at_sea(ship) else -1.0
        case "shoot_action":
            return 60.0 if table.in_reach(ship) else -1.0
        case "repair_action":
            return 40.0 + 15 * (len(ship.masts) - ship.standing)
        case "move_action":
            goal = table.goal(ship)
            if goal is None or goal is island:
                return -1.0
            return 70.0 if table.laden(ship) else 50.0
    return -1.0


class _Helm:
    """A ship that is steered to her goal: how near to it a course brings her."""

    def __init__(self, table: Prospects, ship: Piece, goal: Piece) -> None:
        assert ship.pose is not None
        assert goal.pose is not None
        self.table, self.ship, self.goal, self.pose = table, ship, goal, ship.pose
        self.outline = load_outlines()[ship.outline]
        self.target = geometry.place(load_outlines()[goal.outline], goal.pose)
        x, y, radius = geometry.circle(self.target)
        self._middle, self._radius = (x, y), radius
        self._is_near = dist(ship.pose[:2], self._middle) < radius + _NEAR

    def away(self, bow: geometry.Point) -> float:
        """How far her goal is then; from afar it is enough to know how far its middle is."""
        return geometry.reach(bow, self.target) if self._is_near else dist(bow, self._middle) - self._radius

    def _touches(self, bow: geometry.Point) -> bool:
        near = dist(bow, self._middle) - self._radius < _BEAM
        return near and geometry.reach(bow, self.target) < _BEAM

    def promise(self, course: Candidate) -> float:
        """What may come of a course at best, before it is known what is in the way."""
        way = course.way() if isinstance(course, CandidateCourse) else None
        if way is None:
            return _NEVER
        (x, y), end = way
        away = self.away(end)
        if self._is_near:
            passes = ((x + part * (end[0] - x), y + part * (end[1] - y)) for part in (0.4, 0.7))
            if away < _BEAM or any(self._touches(point) for point in passes):
                return _THERE
        return -away

    def worth(self, option: Option) -> float:
        """How good a course is, now that it is known what she touches on it."""
        answer = option.answer
        if not isinstance(answer, dict):
            # She stops only where she wants to be: whoever is hemmed in has to get out somehow.
            return 0.0 if self.ship.docked == self.goal.id else _NEVER
        if self.goal.id in option.refs:
            return _THERE
        length = float(answer.get("length", 0.0))
        if "turn" in answer:
            turn, point = answer["turn"], answer.get("from", 0)
            pose = sailing.segment(self.outline, self.pose, length, turn, point)
            bow = geometry.carry(self.outline.bow, pose)
        else:
            dx, dy = geometry.toward(float(answer.get("direction", self.pose.heading)))
            bow = (self.pose.x + length * dx, self.pose.y + length * dy)
        return -self.away(bow) - self.table.in_the_way(option)

    def best(self, courses: Candidates[Candidate]) -> Option | None:
        """The best course; none is tested that cannot be better than one that was."""
        best, found = _NEVER, None
        for promise, option in courses.by_promise(self.promise):
            if found is not None and best >= promise:
                break
            worth = self.worth(option)
            if found is None or worth > best:
                best, found = worth, option
        return found


def _helm(table: Prospects) -> _Helm | None:
    ship = table.ship()
    goal = table.goal(ship) if ship is not None else None
    if ship is None or goal is None or ship.pose is None or goal.pose is None:
        return None
    return _Helm(table, ship, goal)


def _off(table: Prospects, option: Option) -> float:
    """By how many degrees she heads past her goal after a turn."""
    ship = table.ship()
    goal = table.goal(ship) if ship is not None else None
    if ship is None or goal is None or ship.pose is None or goal.pose is None:
        return 0.0
    wanted = geometry.bearing(ship.pose[:2], goal.pose[:2]) - ship.pose.heading
    turn = float(option.answer) if isinstance(option.answer, int | float) else 0.0
    return abs((wanted - turn + 180.0) % 360.0 - 180.0)


def _rotate(table: Prospects, option: Option) -> float:
    """Turn toward the goal."""
    return -_off(table, option) - table.collision(option)


def _come_about(table: Prospects, option: Option) -> float:
    """Turning on the spot costs the action: only if the goal lies behind her."""
    return -_off(table, option) - table.collision(option) - (110.0 if option.answer is not None else 0.0)


def _dock(table: Prospects, option: Option) -> float:
    """Lie on the side of the island from which the way is shortest, and clear of the others of the fleet."""
    rich = [island for island in table.state.islands() if island.home is None and island.pose is not None]
    if not isinstance(option.answer, list) or len(option.answer) != 3 or not rich:
        return 0.0
    here = (float(option.answer[0]), float(option.answer[1]))
    away = min(dist(here, island.pose[:2]) for island in rich if island.pose is not None)
    fleet = [ship.pose for ship in table.state.ships(table.player) if ship.pose is not None]
    crowd = sum(max(0.0, _ROOM - dist(here, pose[:2])) for pose in fleet if dist(here, pose[:2]) > 0.0)
    return -away - _CROWDED * crowd


def _cargo(table: Prospects, option: Option) -> float:
    """Load the dearest treasure; leave crew where they are."""
    answer = option.answer
    if answer is None:
        return 0.0
    if isinstance(answer, dict) and "load" in answer:
        piece = table.state.pieces[answer["load"]]
        if table.curious and piece.kind == "treasure" and piece.card.line:
            return _STRANGE
        return float(piece.value) if piece.kind == "treasure" else -1.0
    return -1.0


def _yes(table: Prospects, option: Option) -> float:
    """What may be done is mostly worth doing."""
    return 1.0 if option.answer is True else 0.0


def _use(table: Prospects, option: Option) -> float:
    """An ability is used unless it costs something."""
    return 1.0 if (option.answer is True) != table.spares(table.decision.options[0]) else 0.0


def _busy(table: Prospects, option: Option) -> float:
    """With a move: explore first, then shoot."""
    return {"explore": 2.0, "shoot": 1.0}.get(str(option.answer), 0.0)


def _board(table: Prospects, option: Option) -> float:
    """Board with more masts and crew than the other has; a raider always."""
    if table.raids:
        return _yes(table, option)
    both = {table.decision.subject, *table.decision.options[0].refs}
    strength = {True: 0, False: 0}
    for ship in table.state.ships():
        if ship.id in both:
            strength[ship.controller == table.player] += ship.standing + len(table.state.crew(ship.id))
    return 1.0 if (option.answer is True) == (strength[True] >= strength[False]) else 0.0


def _something(table: Prospects, option: Option) -> float:
    """Do what can be done rather than nothing."""
    return 0.0 if option.answer is None else 1.0


def _target(table: Prospects, option: Option) -> float:
    """Shoot at ships with gold aboard first, then at those that cost most; not at what no longer sails."""
    numbers = [ref for ref in option.refs if isinstance(ref, int)]
    if option.answer is None or not numbers:
        return _something(table, option)
    piece = table.state.pieces[numbers[-1]]
    if piece.controller == table.player:
        return -1.0
    gold = sum(max(coin.value, 1) for coin in table.state.treasure(piece.id))
    sails = piece.standing > 0 or piece.kind not in {"ship", "sea creature"}
    return 1.0 + (gold + 0.1 * piece.card.points if sails else 0.0)


def _victim(table: Prospects, option: Option) -> float:
    """What is bad for a piece happens to the dearest of the others, or else to the least of one's own."""
    holders = [ref.of if isinstance(ref, Matter) else ref for ref in option.refs]
    numbers = [ref for ref in holders if isinstance(ref, int)]
    if not numbers:
        return 0.0
    piece = table.state.pieces[numbers[0]]
    ship = table.state.ship_of(piece)
    own = table.player in {piece.controller, ship.controller if ship is not None else None}
    worth = 1.0 + piece.value + piece.card.points
    return -worth if own else worth


def _worth_least(table: Prospects, option: Option) -> float:
    """Give up what is worth least."""
    answer: Any = option.answer
    if not isinstance(answer, int) or isinstance(answer, bool) or answer >= len(table.state.pieces):
        return 0.0
    piece = table.state.pieces[answer]
    return -float(piece.value + piece.card.points)


# By kind and event; None stands for any event.
_OPINIONS: dict[tuple[Kind, str | None], Opinion] = {
    (Kind.TURN, None): _turn,
    (Kind.COME_ABOUT, None): _come_about,
    (Kind.HEADING, None): _rotate,
    (Kind.PLACE, "dock"): _dock,
    (Kind.CARGO, None): _cargo,
    (Kind.ACTION, "move"): _busy,
    (Kind.AGREE, "unload"): _yes,
    (Kind.AGREE, "board"): _board,
    (Kind.USE, None): _use,
    (Kind.TARGET, None): _target,
    **{(Kind.PICK, event): _victim for event in ("cancel", "eliminate", "remove", "sink", "damage", "hit")},
    (Kind.PICK, "shoot"): _something,
    (Kind.PICK, "ram"): _something,
    (Kind.EXCESS, None): _worth_least,
}
