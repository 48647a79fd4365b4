"""Random fleets that follow the building rules, drawn from any cards; the same dice draw the same fleet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pirate_code.board.card import Card, CardFacts
from pirate_code.board.fleet import Fleet, Manned
from pirate_code.core.dice import Dice
from pirate_code.fleets.card_pool import Pool
from pirate_code.fleets.fleet_position import FleetPosition, cost_of
from pirate_code.fleets.legality import violations
from pirate_code.fleets.ownership import Owned
from pirate_code.rules.edition import Edition, load_edition

_TRIES = 40
_SHIPS = 6
_COMPANY = 4  # the cheapest crew of a nation, of whom one may be needed
_CREW_SHARE = 3  # about a third of the points is left for crew, if there are any


class NoLegalFleet(ValueError):
    """No legal fleet could be drawn from the cards."""


@dataclass(frozen=True)
class Extras:
    """How much beside ships and crew a random fleet may bring at most."""

    forts: int = 1
    events: int = 1
    treasure: int = 3
    islands: int = 1
    terrain: int = 2
    collection: int = 6


def random_fleet(
    pool: Pool,
    total: int,
    dice: Dice,
    edition: Edition | None = None,
    *,
    wanted: Sequence[Card] = (),
    extras: Extras | None = None,
    official: bool = True,
    owned: Owned | None = None,
) -> Fleet:
    """A random legal fleet of at most `total` points; `wanted` cards go in first, wherever they may.

    A fleet that is not for official play may have pieces that were never released, or that are retired.
    With `owned` it has no more of a piece than are owned.
    """
    edition = edition or load_edition()
    drawer = _RandomFleetBuilder(pool, total, dice, edition, official=official, owned=owned)
    for _ in range(_TRIES):
        fleet = drawer.ships(wanted)
        if fleet is not None:
            return drawer.crew(drawer.extras(fleet, wanted, extras or Extras()), wanted)
    raise NoLegalFleet(f"No legal fleet of {total} points can be drawn from {len(pool.cards)} cards.")


class _RandomFleetBuilder:
    def __init__(
        self,
        pool: Pool,
        total: int,
        dice: Dice,
        edition: Edition,
        *,
        official: bool,
        owned: Owned | None,
    ) -> None:
        self.pool, self.total, self.dice, self.edition = pool, total, dice, edition
        self.official, self.owned = official, owned
        self.hulls = self.of_kind("ship", "sea creature")
        self.hands = self.of_kind("crew", "equipment")

    def of_kind(self, *kinds: str) -> list[CardFacts]:
        """The cards of some kinds that may be played."""
        cards = self.pool.of_kind(*kinds)
        barred = self.pool.retired
        return [card for card in cards if not self.official or not (card.custom or card.id in barred)]

    def pick(self, cards: Sequence[CardFacts]) -> Card:
        """One of the cards, each as likely."""
        return self.pool.card(cards[self.dice.below(len(cards))])

    def legal(self, fleet: Fleet) -> bool:
        """Whether a fleet may be played, with what is owned."""
        if self.owned is not None and self.owned.lacks(fleet):
            return False
        broken = violations(FleetPosition(fleet, self.edition), self.total, official=self.official)
        return next(broken, None) is None

    def ships(self, wanted: Sequence[Card]) -> Fleet | None:
        """A fleet of bare ships, at least one of which can sail by herself."""
        first = [card for card in wanted if card.kind in {"ship", "sea creature"}]
        first += [ship for card in wanted if (ship := self._ship_for(card)) is not None]
        first = [*self._flagship(first), *first]
        fleet = Fleet("random", ())
        for card in first:
            more = self._with_ship(fleet, card)
            fleet = more if more is not fleet else self._with_company(fleet, card)
        for_ships = self.total - (self.total // _CREW_SHARE if self.hands else 0)
        for _ in range(1 + self.dice.below(_SHIPS)):
            left = for_ships - _points(fleet)
            hulls = [card for card in self.hulls if cost_of(card, self.edition) <= left]
            if not hulls:
                break
            fleet = self._with_ship(fleet, self.pick(hulls))
        if not any(_sails(manned.ship) for manned in fleet.ships):
            sailing = [card for card in self.hulls if _sails(card)]
            fleet = self._with_ship(fleet, self.pick(sailing)) if sailing else fleet
        return fleet if any(_sails(manned.ship) for manned in fleet.ships) else None

    def _flagship(self, others: Sequence[CardFacts]) -> list[Card]:
        """A ship for those who cannot make a fleet by themselves, such as sea creatures, if they need one."""
        left = self.total - sum(cost_of(card, self.edition) for card in others)
        fit = [card for card in self.hulls if _sails(card) and cost_of(card, self.edition) <= left]
        needed = bool(others) and not any(_sails(card) for card in others)
        return [self.pick(fit)] if needed and fit else []

    def _ship_for(self, card: Card) -> Card | None:
        """A ship that a wanted crew can sail on or a wanted fort needs: of its nation, and dear enough."""
        if card.kind not in {"crew", "equipment", "fort"}:
            return None
        fit = [
            ship
            for ship in self.hulls
            if ship.points >= card.points
            and ship.points + card.points <= self.total
            and ship.cargo > 0
            and ship.kind == "ship"
            and card.nation in {None, ship.nation}
        ]
        return self.pick(fit) if fit else None

    def _with_ship(self, fleet: Fleet, card: Card) -> Fleet:
        more = replace(fleet, ships=(*fleet.ships, Manned(card)))
        return more if self.legal(more) else fleet

    def _with_company(self, fleet: Fleet, card: Card) -> Fleet:
        """The fleet with a hull that needs somebody of her nation aboard a ship, and with these two."""
        left = self.total - _points(fleet) - card.points
        fit = [
            ship
            for ship in self.hulls
            if ship.nation == card.nation
            and ship.points <= left
            and _sails(ship)
            and not self.pool.card(ship).keywords
        ]
        crew = [hand for hand in self.hands if hand.kind == "crew" and hand.nation == card.nation]
        ship = self.pick(fit) if fit else card
        for hand in sorted(crew, key=lambda hand: (hand.points, hand.id))[:_COMPANY]:
            more = replace(fleet, ships=(*fleet.ships, Manned(ship, (self.pool.card(hand),)), Manned(card)))
            if fit and self.legal(more):
                return more
        return fleet

    def crew(self, fleet: Fleet, wanted: Sequence[Card]) -> Fleet:
        """The fleet with crew and equipment for the points that are left."""
        for card in wanted:
            if card.kind in {"crew", "equipment"}:
                for number in range(len(fleet.ships)):
                    more = self._aboard(fleet, number, card)
                    if more is not fleet:
                        fleet = more
                        break
        for _ in range(4 * len(fleet.ships)):
            number = self.dice.below(len(fleet.ships))
            nation = fleet.ships[number].ship.nation
            left = self.total - _points(fleet)
            # Three crew of four are of the ship's nation, for others cannot use their abilities there.
            own = self.dice.below(4) > 0
            hands = [
                card
                for card in self.hands
                if card.points <= left and (not own or card.nation in {None, nation})
            ]
            if hands:
                fleet = self._aboard(fleet, number, self.pick(hands))
        return fleet

    def _aboard(self, fleet: Fleet, number: int, card: Card) -> Fleet:
        ships = list(fleet.ships)
        ships[number] = replace(ships[number], aboard=(*ships[number].aboard, card))
        more = replace(fleet, ships=tuple(ships))
        return more if self.legal(more) else fleet

    def extras(self, fleet: Fleet, wanted: Sequence[Card], extras: Extras) -> Fleet:
        """The fleet with forts, events, treasure, islands and terrain."""
        for kind, place, most in (
            ("fort", "forts", extras.forts),
            ("event", "events", extras.events),
            ("treasure", "treasure", extras.treasure),
            ("island", "islands", extras.islands),
        ):
            cards = [card for card in wanted if card.kind == kind]
            known = self.of_kind(kind)
            if known:
                cards += [self.pick(known) for _ in range(self.dice.below(most + 1))]
            for card in cards:
                held: tuple[Card, ...] = getattr(fleet, place)
                if card.name in {other.name for other in held}:
                    continue
                changed: dict[str, Any] = {place: (*held, card)}
                more = replace(fleet, **changed)
                fleet = more if self.legal(more) else fleet
        laid = self.edition.terrain
        count = self.dice.below(extras.terrain + 1) if laid else 0
        terrain = tuple(laid[self.dice.below(len(laid))] for _ in range(count))
        outside = [
            card
            for kind in ("crew", "equipment", "event", "treasure")
            if (others := self.pool.of_kind(kind))
            for card in [self.pick(others) for _ in range(extras.collection // 3)]
        ]
        return replace(fleet, terrain=terrain, collection=tuple(outside))


def _points(fleet: Fleet) -> int:
    return sum(card.points for card in fleet.cards())


def _sails(card: CardFacts) -> bool:
    return card.kind == "ship" and bool(card.base_move) and card.cargo > 0
