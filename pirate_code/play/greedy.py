"""The greedy captain: goes for gold, brings it home, shoots what comes into range, repairs what is broken.

It looks one decision ahead and sees only what its player may see. What it has no opinion on, it leaves to its
dice. A raider is as greedy, but goes for the enemy's ships before it goes for gold, and spares nothing. A
curious captain raids with every other ship only, and wants treasure with words on it more than gold. A
settler builds forts, uses its cards and goes to mysterious islands first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from math import dist
from typing import Any

from pirate_code.board import geometry, sailing
from pirate_code.board.card import Card
from pirate_code.board.outlines import load_outlines
from pirate_code.board.state import ASIDE, Piece, State
from pirate_code.core.dice import Dice
from pirate_code.rules.decision import Answer, Decision, Kind, Option
from pirate_code.rules.program.lower.clauses import ops_of
from pirate_code.rules.program.selectors import Selector

Look = Callable[[], State]
Opinion = Callable[["_Table", Option], float]
# What an ability speaks of that is seldom worth doing of one's own accord.
_COSTLY = frozenset({"eliminate", "scuttle", "remove", "sink"})
_NEVER = -1e9
_TRIES = 2  # an ability that comes to nothing is not used more often than this in one turn
# What is worth doing without an action: crew face up use their abilities, gold in a fort counts as at home.
_WORTH = {"reveal": 25.0, "untangle": 45.0, "build": 5.0}
_STRANGE = 30.0  # what a treasure with words on it is worth to the curious: more than any gold
_HULLS = frozenset({"ship", "sea creature"})
_STOPPED, _COLLISION = 100.0, 2000.0  # what it costs to be stopped on the way, and to be stopped by one's own
_FEW = 2  # free cargo spaces below which a laden ship goes home


class Greedy:
    """Takes the option that looks best now."""

    raids = False
    curious = False
    settles = False

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self._turn = -1
        self._tried: list[Answer] = []

    def answer(self, decision: Decision, look: Look) -> Answer:
        """The best option, any of them if several are; in one turn nothing is tried again and again."""
        kind, event = decision.kind, decision.event
        choose = _OPINIONS.get((kind, event)) or _OPINIONS.get((kind, None))
        if choose is None:
            return self._any(decision.options).answer
        table = _Table(look(), decision, self.raids, self.curious, self.settles)
        if table.state.turn.number != self._turn:
            self._turn, self._tried = table.state.turn.number, []
        scores = [self._score(choose, table, option) for option in decision.options]
        best = max(scores)
        picked = self._any(o for o, score in zip(decision.options, scores, strict=True) if score == best)
        self._tried.append(picked.answer)
        return picked.answer

    def _score(self, choose: Opinion, table: _Table, option: Option) -> float:
        again = isinstance(option.answer, dict) and "use" in option.answer
        if again and self._tried.count(option.answer) >= _TRIES:
            return _NEVER
        return choose(table, option)

    def _any(self, options: Iterable[Option]) -> Option:
        choices = list(options)
        return choices[self.dice.below(len(choices))]


class Raider(Greedy):
    """Goes for enemies first."""

    raids = True


class Curious(Raider):
    """Wants to see everything happen: some of its ships go for enemies, the others for treasure."""

    curious = True


class Settler(Greedy):
    """Builds forts as soon as one can be paid for, uses every card it has, and looks for strange islands."""

    settles = True


class _Table:
    """The table as one player sees it, and what is worth going for."""

    def __init__(
        self,
        state: State,
        decision: Decision,
        raids: bool = False,
        curious: bool = False,
        settles: bool = False,
    ) -> None:
        self.state, self.player, self.decision = state, decision.player, decision
        self.raids, self.curious, self.settles = raids, curious, settles

    def ship(self) -> Piece | None:
        """The ship that a decision is about, if she is ours."""
        ours = self.state.ships(self.player)
        return next((ship for ship in ours if ship.id == self.decision.subject), None)

    def laden(self, ship: Piece) -> int:
        """The treasure aboard."""
        return len(self.state.treasure(ship.id))

    def space(self, ship: Piece) -> int:
        """About how many more treasures she can load."""
        return ship.card.cargo - sum(1 for _ in self.state.aboard(ship.id))

    def goal(self, ship: Piece) -> Piece | None:
        """Where she should go: home with treasure, else to the nearest that is left, else at an enemy.

        A raider goes at an enemy before it goes for treasure.
        """
        home = self.state.home(self.player)
        site = self._site(ship) if self.settles and not self.laden(ship) else None
        if site is not None:
            return site
        rich = [island for island in self.state.islands() if self._goes_to(ship, island)]
        full = self.space(ship) <= 0 or (self.laden(ship) > 0 and (self.space(ship) < _FEW or not rich))
        trades = not _never_home(ship.card)
        if home is not None and full and self.laden(ship) and trades:
            return home
        enemies = [other for other in self.state.ships() if other.controller != self.player]
        fights = bool(enemies) and ship.standing > 0
        raids = self.raids and not (self.curious and ship.id % 2)
        if rich and self.space(ship) > 0 and trades and not (raids and fights):
            return min(rich, key=lambda island: (self._plain(island), self.away(ship, island), island.id))
        if fights:
            return min(enemies, key=lambda other: (self.away(ship, other), other.id))
        return home

    def _plain(self, island: Piece) -> bool:
        """Whether an island can wait: a settler goes to those with effects first."""
        return self.settles and not island.card.abilities

    def _site(self, ship: Piece) -> Piece | None:
        """Where a fort can be built that the gold at home pays for: at the nearest explored island."""
        home = self.state.home(self.player)
        gold = sum(piece.value for piece in self.state.treasure(home.id)) if home is not None else 0
        forts = [piece for piece in self.state.pieces if piece.kind == "fort"]
        if not any(
            fort.where == ASIDE and fort.owner == self.player and fort.card.gold <= gold for fort in forts
        ):
            return None
        taken = {fort.where for fort in forts}
        free = [island for island in self.state.islands() if island.home is None and island.id not in taken]
        explored = [island for island in free if self.player in island.explored]
        return min(explored, key=lambda island: (self.away(ship, island), island.id), default=None)

    def _goes_to(self, ship: Piece, island: Piece) -> bool:
        """Whether she may fetch treasure there: a wild island, or another's home if a card says so."""
        if island.home is not None:
            cards = (ship, *self.state.crew(ship.id))
            if island.home == self.player or not any(_docks_at_homes(piece.card) for piece in cards):
                return False
        return self._worth(island)

    def spares(self, option: Option) -> bool:
        """Whether it is better not to use the ability of an option."""
        return (
            not self.raids
            and not self.settles
            and option.does is not None
            and not _COSTLY.isdisjoint(option.does.events)
        )

    def in_reach(self, ship: Piece) -> bool:
        """Whether an enemy may be near enough to be shot at."""
        if ship.kind == "fort" or ship.pose is None:
            return True
        reach = load_outlines()[ship.outline].length / 2 + geometry.L
        enemies = (other for other in self.state.pieces if other.controller not in {None, self.player})
        return any(other.in_play and self.away(ship, other) <= reach for other in enemies)

    def in_the_way(self, option: Option) -> float:
        """What it costs to touch something on the way, and more if it is one of her own fleet."""
        touched = (self.state.pieces[ref] for ref in option.refs if isinstance(ref, int))
        own = any(piece.kind in _HULLS and piece.controller == self.player for piece in touched)
        return _COLLISION if own else _STOPPED if option.refs else 0.0

    def _worth(self, island: Piece) -> bool:
        """Whether there is treasure there that may be worth something."""
        treasure = self.state.treasure(island.id)
        return any(piece.value > 0 or self.player not in piece.known for piece in treasure)

    def away(self, ship: Piece, place: Piece) -> float:
        """How far a piece is from a ship; a fort is where its island is."""
        if place.kind == "fort" and place.where >= 0:
            place = self.state.pieces[place.where]
        if ship.pose is None or place.pose is None:
            return float("inf")
        outline = load_outlines()[place.outline]
        return geometry.reach(ship.pose[:2], geometry.place(outline, place.pose))


def _never_home(card: Card) -> bool:
    """Whether her own card keeps a ship from docking at home: she brings no gold there."""
    return any(not at.filters for at in _homes_in(card, "forbid"))


def _docks_at_homes(card: Card) -> bool:
    """Whether a card lets a ship dock at the home islands of others."""
    return any(True for _ in _homes_in(card, "permit"))


@cache
def _homes_in(card: Card, verb: str) -> tuple[Selector, ...]:
    """The home islands that a card speaks of where it permits or forbids docking."""
    homes = []
    for op in ops_of(card.abilities, card.kind):
        at = op.pattern.at if op.verb == verb and op.on == "dock" and op.pattern is not None else None
        if at is not None and at.noun == "home_island":
            homes.append(at)
    return tuple(homes)


def _turn(table: _Table, option: Option) -> float:
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
    match answer["give"]:
        case "explore_action":
            here = island is not None and island.home is None and table._worth(island)
            return 100.0 if here and table.space(ship) > 0 else -1.0
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


def _move(table: _Table, option: Option) -> float:
    """How near to her goal a course brings the ship."""
    ship = table.ship()
    goal = table.goal(ship) if ship is not None else None
    if ship is None or goal is None or ship.pose is None or goal.pose is None:
        return 0.0
    target = geometry.place(load_outlines()[goal.outline], goal.pose)
    answer = option.answer
    if isinstance(answer, dict):
        if goal.id in option.refs:
            return 1000.0
        outline = load_outlines()[ship.outline]
        length = float(answer.get("length", 0.0))
        if "turn" in answer:
            pose = sailing.segment(outline, ship.pose, length, answer["turn"], answer.get("from", 0))
            bow = geometry.carry(outline.bow, pose)
        else:
            dx, dy = geometry.toward(float(answer.get("direction", ship.pose.heading)))
            bow = (ship.pose.x + length * dx, ship.pose.y + length * dy)
        return -geometry.reach(bow, target) - table.in_the_way(option)
    # She stops only where she wants to be: whoever is hemmed in has to get out somehow.
    return 0.0 if ship.docked == goal.id else _NEVER


def _off(table: _Table, option: Option) -> float:
    """By how many degrees she heads past her goal after a turn."""
    ship = table.ship()
    goal = table.goal(ship) if ship is not None else None
    if ship is None or goal is None or ship.pose is None or goal.pose is None:
        return 0.0
    wanted = geometry.bearing(ship.pose[:2], goal.pose[:2]) - ship.pose.heading
    turn = float(option.answer) if isinstance(option.answer, int | float) else 0.0
    return abs((wanted - turn + 180.0) % 360.0 - 180.0)


def _rotate(table: _Table, option: Option) -> float:
    """Turn toward the goal."""
    return -_off(table, option)


def _come_about(table: _Table, option: Option) -> float:
    """Turning on the spot costs the action: only if the goal lies behind her."""
    return -_off(table, option) - (110.0 if option.answer is not None else 0.0)


def _dock(table: _Table, option: Option) -> float:
    """Lie on the side of the island from which the way is shortest, with the bow outward."""
    rich = [island for island in table.state.islands() if island.home is None and island.pose is not None]
    if not isinstance(option.answer, list) or len(option.answer) != 3 or not rich:
        return 0.0
    here = (float(option.answer[0]), float(option.answer[1]))
    return -min(dist(here, island.pose[:2]) for island in rich if island.pose is not None)


def _cargo(table: _Table, option: Option) -> float:
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


def _yes(table: _Table, option: Option) -> float:
    """What may be done is mostly worth doing."""
    return 1.0 if option.answer is True else 0.0


def _use(table: _Table, option: Option) -> float:
    """An ability is used unless it costs something."""
    return 1.0 if (option.answer is True) != table.spares(table.decision.options[0]) else 0.0


def _busy(table: _Table, option: Option) -> float:
    """With a move: explore first, then shoot."""
    return {"explore": 2.0, "shoot": 1.0}.get(str(option.answer), 0.0)


def _board(table: _Table, option: Option) -> float:
    """Board with more masts and crew than the other has; a raider always."""
    if table.raids:
        return _yes(table, option)
    both = {table.decision.subject, *table.decision.options[0].refs}
    strength = {True: 0, False: 0}
    for ship in table.state.ships():
        if ship.id in both:
            strength[ship.controller == table.player] += ship.standing + len(table.state.crew(ship.id))
    return 1.0 if (option.answer is True) == (strength[True] >= strength[False]) else 0.0


def _something(table: _Table, option: Option) -> float:
    """Do what can be done rather than nothing."""
    return 0.0 if option.answer is None else 1.0


def _worth_least(table: _Table, option: Option) -> float:
    """Give up what is worth least."""
    answer: Any = option.answer
    if not isinstance(answer, int) or isinstance(answer, bool) or answer >= len(table.state.pieces):
        return 0.0
    piece = table.state.pieces[answer]
    return -float(piece.value + piece.card.points)


# By kind and event; None stands for any event.
_OPINIONS: dict[tuple[Kind, str | None], Opinion] = {
    (Kind.TURN, None): _turn,
    (Kind.COURSE, None): _move,
    (Kind.COME_ABOUT, None): _come_about,
    (Kind.HEADING, None): _rotate,
    (Kind.PLACE, "dock"): _dock,
    (Kind.CARGO, None): _cargo,
    (Kind.ACTION, "move"): _busy,
    (Kind.AGREE, "unload"): _yes,
    (Kind.AGREE, "board"): _board,
    (Kind.USE, None): _use,
    (Kind.TARGET, None): _something,
    (Kind.PICK, "shoot"): _something,
    (Kind.PICK, "ram"): _something,
    (Kind.EXCESS, None): _worth_least,
}
