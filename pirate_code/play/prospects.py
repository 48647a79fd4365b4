"""What a captain makes of the table: which of his ships should go where, and what is in the way.

It is the table as his player sees it, with the goals that each ship could have. Orders, where a captain has
given some, come before what a ship would do by herself.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from pirate_code.board import geometry
from pirate_code.board.card import Card
from pirate_code.board.outlines import load_outlines
from pirate_code.board.state import ASIDE, Piece, State
from pirate_code.play.sacrifices import harms_within, sacrifices
from pirate_code.rules.decision import Decision, Option
from pirate_code.rules.program.lower.clauses import ops_of
from pirate_code.rules.program.selectors import Selector
from pirate_code.rules.table import touching

LENGTH = {"S": geometry.S, "L": geometry.L}
_HULLS = frozenset({"ship", "sea creature"})
_STOPPED, _COLLISION = 100.0, 2000.0  # what it costs to be stopped on the way, and to be stopped by one's own
_FEW = 2  # free cargo spaces below which a laden ship goes home


class Order(NamedTuple):
    """What a ship is told to do: an action in that turn, and where she goes until she has been there."""

    turn: int
    action: str | None = None  # None: as she likes; "" none at all
    goal: int | None = None


class Traits(NamedTuple):
    """What a captain cares for beside gold."""

    raids: bool = False
    curious: bool = False
    settles: bool = False


PLAIN = Traits()
Orders = Mapping[int, Order]
NO_ORDERS: Orders = {}


class Prospects:
    """The table as one player sees it, and what is worth going for."""

    def __init__(
        self, state: State, decision: Decision, traits: Traits = PLAIN, orders: Orders = NO_ORDERS
    ) -> None:
        self.state, self.player, self.decision = state, decision.player, decision
        self.raids, self.curious, self.settles = traits
        self.orders = orders
        self._goals: dict[int, Piece | None] = {}

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
        """Where she should go: as she is ordered, or where she would go by herself."""
        if ship.id not in self._goals:
            order = self.orders.get(ship.id)
            ordered = self.state.pieces[order.goal] if order is not None and order.goal is not None else None
            keeps_to_it = ordered is not None and self.is_goal(ship, ordered)
            self._goals[ship.id] = ordered if keeps_to_it else self.own_goal(ship)
        return self._goals[ship.id]

    def is_goal(self, ship: Piece, place: Piece) -> bool:
        """Whether there is something for her to do at a place: an order ends when it is done."""
        if not place.in_play:
            return False
        if place.kind in _HULLS:
            return place.controller != self.player and ship.standing > 0
        if place.home == self.player:
            return self.laden(ship) > 0
        return self.space(ship) > 0 and self._goes_to(ship, place)

    def goals(self, ship: Piece) -> list[Piece]:
        """All places where there is something for her to do, the nearest first."""
        places = [*self.state.islands(), *self.state.ships()]
        found = [place for place in places if self.is_goal(ship, place)]
        return sorted(found, key=lambda place: (self.away(ship, place), place.id))

    def own_goal(self, ship: Piece) -> Piece | None:
        """Home with treasure, else to the nearest that is left, else at an enemy.

        A raider goes at an enemy before it goes for treasure.
        """
        home = self.state.home(self.player)
        site = self._site(ship) if self.settles and not self.laden(ship) else None
        if site is not None:
            return site
        rich = [island for island in self.state.islands() if self._goes_to(ship, island)]
        full = self.space(ship) <= 0 or (self.laden(ship) > 0 and (self.space(ship) < _FEW or not rich))
        trades = not never_home(ship.card)
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

    def finds_at_sea(self, ship: Piece) -> bool:
        """Whether a ship at sea may find treasure: in a wreck that she touches, or by what reaches far."""
        beside = [
            other for other in self.state.ships() if other is not ship and touching(self.state, ship, other)
        ]
        return not beside or any(not other.standing and self._worth(other) for other in beside)

    def spares(self, option: Option) -> bool:
        """Whether it is better not to use the ability of an option."""
        if self.raids or self.settles or option.does is None:
            return False
        return sacrifices(option.does) or self._harms_nobody_else(option)

    def _harms_nobody_else(self, option: Option) -> bool:
        """Whether an ability does harm within a distance in which there is no enemy."""
        reach = harms_within(option.does) if option.does is not None else ()
        number = next((ref for ref in option.refs if isinstance(ref, int)), self.decision.subject)
        if not reach or not isinstance(number, int):
            return False
        ship = self.state.ship_of(self.state.pieces[number])
        return ship is not None and not self._is_enemy_within(ship, sum(map(LENGTH.__getitem__, reach)))

    def in_reach(self, ship: Piece) -> bool:
        """Whether an enemy may be near enough to be shot at."""
        if ship.kind == "fort" or ship.pose is None:
            return True
        return self._is_enemy_within(ship, geometry.L)

    def _is_enemy_within(self, ship: Piece, distance: float) -> bool:
        reach = load_outlines()[ship.outline].length / 2 + distance
        enemies = (other for other in self.state.pieces if other.controller not in {None, self.player})
        return any(other.in_play and self.away(ship, other) <= reach for other in enemies)

    def in_the_way(self, option: Option) -> float:
        """What it costs to touch something on the way, and more if it is one of her own fleet."""
        return self.collision(option) or (_STOPPED if option.refs else 0.0)

    def collision(self, option: Option) -> float:
        """What it costs to run into one of her own fleet."""
        touched = (self.state.pieces[ref] for ref in option.refs if isinstance(ref, int))
        own = any(piece.kind in _HULLS and piece.controller == self.player for piece in touched)
        return _COLLISION if own else 0.0

    def _worth(self, place: Piece) -> bool:
        """Whether there is treasure there that may be worth something."""
        treasure = self.state.treasure(place.id)
        return any(piece.value > 0 or self.player not in piece.known for piece in treasure)

    def away(self, ship: Piece, place: Piece) -> float:
        """How far a piece is from a ship; a fort is where its island is."""
        if place.kind == "fort" and place.where >= 0:
            place = self.state.pieces[place.where]
        if ship.pose is None or place.pose is None:
            return float("inf")
        outline = load_outlines()[place.outline]
        return geometry.reach(ship.pose[:2], geometry.place(outline, place.pose))


def never_home(card: Card) -> bool:
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
