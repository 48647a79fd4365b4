"""Plans voyages for gold: which ship fetches what from where, and when she brings home what she has.

All ships of a fleet are planned together. Voyages are compared by the gold that they bring home in a turn;
what one ship will fetch, the next does not count. Treasure that was not seen counts as the average of what it
may be; an enemy who is nearer may have fetched it before.
"""

from __future__ import annotations

from functools import cached_property
from math import dist
from typing import NamedTuple

from pirate_code.board import geometry
from pirate_code.board.state import Piece
from pirate_code.play.greedy import Greedy
from pirate_code.play.prospects import LENGTH, Prospects, never_home

_UNSEEN = 1.9  # what a treasure is worth that was not seen
_EXPLORING = 1.0  # turns that it takes to land and explore
_TAKEN = 0.5  # what is left to hope for where an enemy is before one
_RISK = 0.35  # turns of delay that each gold aboard is worth: what is not home may be lost


class Voyage(NamedTuple):
    """A way for a ship to bring gold home, by an island or without."""

    worth: float  # gold a turn
    ship: int
    island: int | None
    coins: tuple[int, ...] = ()


class Voyages(Prospects):
    """The table as one player sees it, with the voyages of his fleet planned."""

    def own_goal(self, ship: Piece) -> Piece | None:
        """By her voyage; a ship that has none goes at an enemy, as any captain's."""
        voyage = self._voyages.get(ship.id)
        if voyage is None:
            return self._without_treasure(ship)
        return self.state.pieces[voyage.island] if voyage.island is not None else self.state.home(self.player)

    def _without_treasure(self, ship: Piece) -> Piece | None:
        home = self.state.home(self.player)
        enemies = [other for other in self.state.ships() if other.controller != self.player]
        if ship.standing and enemies:
            return min(enemies, key=lambda other: (-self.laden(other), self.away(ship, other), other.id))
        return home

    @cached_property
    def _voyages(self) -> dict[int, Voyage]:
        """The best voyage of each ship, the best of all first."""
        left = [ship for ship in self.state.ships(self.player) if ship.pose is not None and ship.standing]
        taken: set[int] = set()
        planned: dict[int, Voyage] = {}
        while left:
            best = max(
                (voyage for ship in left for voyage in self._choices(ship, taken)),
                key=lambda voyage: (voyage.worth, -voyage.ship),
                default=None,
            )
            if best is None or best.worth <= 0.0:
                break
            planned[best.ship] = best
            taken.update(best.coins)
            left = [ship for ship in left if ship.id != best.ship]
        return planned

    def _choices(self, ship: Piece, taken: set[int]) -> list[Voyage]:
        home = self.state.home(self.player)
        if home is None or never_home(ship.card) or ship.pose is None or home.pose is None:
            return []
        speed = sum(LENGTH.get(segment, 0.0) for segment in ship.card.base_move) or geometry.S
        here = ship.pose[:2]
        aboard = sum(self._value(piece) for piece in self.state.treasure(ship.id))
        found = []
        if aboard > 0:
            found.append(Voyage(aboard / self._turns(dist(here, home.pose[:2]), speed), ship.id, None))
        room = self.space(ship)
        if room <= 0:
            return found
        for island in self._rich:
            if island.pose is None or not self._goes_to(ship, island):
                continue
            coins = [piece for piece in self.state.treasure(island.id) if piece.id not in taken]
            best = sorted(coins, key=lambda piece: (-self._value(piece), piece.id))[:room]
            gold = sum(self._value(piece) for piece in best)
            if gold <= 0:
                continue
            if ship.docked != island.id:
                gold *= self._hope(island, dist(here, island.pose[:2]) / speed)
            way = dist(here, island.pose[:2]) + dist(island.pose[:2], home.pose[:2])
            turns = self._turns(way, speed) + _EXPLORING + _RISK * aboard
            fetched = tuple(piece.id for piece in best)
            found.append(Voyage((aboard + gold) / turns, ship.id, island.id, fetched))
        return found

    @cached_property
    def _rich(self) -> list[Piece]:
        return [island for island in self.state.islands() if self._worth(island)]

    @staticmethod
    def _turns(way: float, speed: float) -> float:
        return max(1.0, way / speed)

    def _hope(self, island: Piece, turns: float) -> float:
        """How much of the treasure of an island may still be there."""
        for enemy in self.state.ships():
            if enemy.controller == self.player or enemy.pose is None or island.pose is None:
                continue
            if not enemy.standing or self.space(enemy) <= 0:
                continue
            speed = sum(LENGTH.get(segment, 0.0) for segment in enemy.card.base_move) or geometry.S
            if dist(enemy.pose[:2], island.pose[:2]) / speed + 1.0 < turns:
                return _TAKEN
        return 1.0

    def _value(self, piece: Piece) -> float:
        """What a treasure is worth as far as the player knows."""
        holder = self.state.pieces[piece.where]
        own = self.player in piece.known or holder.controller == self.player or piece.face_up
        return float(piece.value) if own else _UNSEEN


class Voyager(Greedy):
    """As greedy as any, but plans the voyages of all his ships together."""

    prospects = Voyages
