"""A fleet: ships with crew and equipment aboard, forts, events, and the treasure and terrain it brings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pirate_code.board.card import Card


@dataclass(frozen=True, slots=True)
class Manned:
    """A ship or sea creature with what is aboard her."""

    ship: Card
    aboard: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Fleet:
    """The pieces that one player brings to a game.

    `treasure` are unique treasures and abandoned crew for the pool, `islands` mysterious islands, `terrain`
    nouns of terrain.
    `crew` is put aboard in setup. `coins` are other coins than the edition's. `collection` stays outside the
    game until an ability brings something in.
    """

    name: str
    ships: tuple[Manned, ...]
    forts: tuple[Card, ...] = ()
    events: tuple[Card, ...] = ()
    treasure: tuple[Card, ...] = ()
    islands: tuple[Card, ...] = ()
    terrain: tuple[str, ...] = ()
    crew: tuple[Card, ...] = ()
    coins: tuple[int, ...] = ()
    collection: tuple[Card, ...] = ()

    def cards(self) -> Iterator[Card]:
        """Every card of the fleet, in order."""
        for manned in self.ships:
            yield manned.ship
            yield from manned.aboard
        yield from (*self.crew, *self.forts, *self.events, *self.treasure, *self.islands)

    def paid(self) -> Iterator[Card]:
        """The cards that cost points; crew among the treasure cost none."""
        return (card for card in self.cards() if card.kind != "crew" or card not in self.treasure)
