"""What of a fleet a collection does not have, counted by copies.

Printings that play the same are one piece. That a piece is not owned breaks no rule of the game: it is told
beside the rules, and suggestions and random fleets keep to what is there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from pirate_code.board.card import Card, CardFacts
from pirate_code.board.fleet import Fleet
from pirate_code.fleets.card_pool import Pool
from pirate_code.fleets.legality import Finding
from pirate_code.fleets.notation_reading import plays_as
from pirate_code.rules.building import Rule
from pirate_code.rules.names import words_of

OWNED_PIECES = Rule(
    id="owned-pieces",
    name="Owned pieces",
    says="Every piece of the fleet is in the collection, as many times as the fleet has it.",
    rulings={"code": ()},
)
_Name = tuple[str, tuple[str, ...]]  # the kind and the words of a name


class Owned:
    """The pieces of a pool that somebody owns, and how many of each."""

    def __init__(self, pool: Pool, counts: Mapping[str, int]) -> None:
        """`counts` is how many are owned, by the ids of pieces."""
        self.pool, self.counts = pool, counts
        known = (*pool.facts.values(), *(each.card for each in pool.unplayable if each.card is not None))
        self._by_name: dict[_Name, list[CardFacts]] = {}
        for card in known:
            if counts.get(card.id):
                self._by_name.setdefault(_name(card), []).append(card)
        self._copies: dict[str, int] = {}
        self._first_alike: dict[tuple[object, ...], str] = {}
        self._groups: dict[str, str] = {}

    def __contains__(self, card: CardFacts) -> bool:
        """Whether there is one of a card, in any printing that plays the same."""
        return bool(self.copies(card))

    def namesakes(self, card: CardFacts) -> list[Card]:
        """The owned cards of the same kind and name."""
        return [self.pool.card(each) for each in self._by_name.get(_name(card), ())]

    def copies(self, card: CardFacts) -> int:
        """How many of a card are owned, in all printings that play the same."""
        if card.id not in self._copies:
            self._copies[card.id] = sum(self.counts[key] for key in self.alike(card))
        return self._copies[card.id]

    def alike(self, card: CardFacts) -> list[str]:
        """The ids of the owned printings that play the same as a card."""
        group = self._group(card)
        return [each.id for each in self.namesakes(card) if self._group(each) == group]

    def _group(self, card: CardFacts) -> str:
        """The id of the first card met that plays the same under the same name."""
        if card.id not in self._groups:
            key = (_name(card), plays_as(self.pool.card(card)))
            self._groups[card.id] = self._first_alike.setdefault(key, card.id)
        return self._groups[card.id]

    def missing(self, cards: Iterable[Card]) -> Iterator[tuple[Card, int]]:
        """Cards of which there are not as many, each with how many would be needed."""
        return ((card, needed) for card, needed in self.needs(cards) if needed > self.copies(card))

    def needs(self, cards: Iterable[Card]) -> Iterator[tuple[Card, int]]:
        """Cards once, whatever their printing, each with how many are needed."""
        needed: Counter[str] = Counter()
        first: dict[str, Card] = {}
        for card in cards:
            group = self._group(card)
            needed[group] += 1
            first.setdefault(group, card)
        for group, card in first.items():
            yield card, needed[group]

    def lacks(self, fleet: Fleet) -> int:
        """How many pieces of a fleet are missing, every copy counted."""
        return sum(needed - self.copies(card) for card, needed in self.missing(fleet.cards()))

    def findings(self, fleet: Fleet) -> Iterator[Finding]:
        """A sentence for each piece of which a fleet has more than are owned."""
        for card, needed in self.missing(fleet.cards()):
            there, called = self.copies(card), f"{card.name} ({card.id})"
            says = (
                f"The fleet has {needed} of {called}, and the collection {there}."
                if there
                else f"{called} is not in the collection."
            )
            others = [each.id for each in self.namesakes(card) if self._group(each) != self._group(card)]
            named = f" Of that name it has {', '.join(others)}." if others else ""
            yield Finding(
                OWNED_PIECES,
                says + named,
                f"Take another piece, or add {card.id} to the collection.",
                (),
                None,
                (card.id,),
            )


def _name(card: CardFacts) -> _Name:
    return card.kind, words_of(card.name)
