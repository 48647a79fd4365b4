"""Suggests a better fleet: the fewest changes that make it legal, then crew and ships for the points left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from pirate_code.board.card import Card
from pirate_code.board.fleet import Fleet, Manned
from pirate_code.fleets.card_pool import Pool
from pirate_code.fleets.fleet_position import FleetPosition
from pirate_code.fleets.legality import Finding, FleetCase, findings
from pirate_code.fleets.notation_reading import Reading, described
from pirate_code.fleets.ownership import OWNED_PIECES, Owned
from pirate_code.library.pieces import load_sets
from pirate_code.rules.building import book
from pirate_code.rules.edition import Edition
from pirate_code.rules.names import is_generic, words_of

_STEPS = 60
_FILLED = 40
_INSTEAD = 4  # ships that are tried in the place of one that is not owned
_Part = TypeVar("_Part")
_PLACES = ("crew", "forts", "events", "treasure", "islands")


@dataclass(frozen=True)
class Suggestion:
    """A fleet as it could be, and what was changed, in sentences."""

    fleet: Fleet
    changes: tuple[str, ...]
    legal: bool


@dataclass(frozen=True)
class _Step:
    fleet: Fleet
    says: str


def suggest(reading: Reading, pool: Pool, *, fill: bool = True, owned: Owned | None = None) -> Suggestion:
    """A legal fleet near the one that was read; with `fill` its points are used up as far as they can be.

    With `owned` it has only pieces that are owned, and none more often.
    """
    return _FleetImprover(reading, pool, owned).suggest(fill=fill)


class _FleetImprover:
    def __init__(self, reading: Reading, pool: Pool, owned: Owned | None = None) -> None:
        self.reading, self.pool, self.owned = reading, pool, owned
        self.edition: Edition = reading.edition
        self.card_status = replace(reading.card_status, unknown=())
        released = {each.id for each in load_sets() if each.released}
        self.cards = [
            pool.cards[key]
            for key in pool.cards
            if key.partition("-")[0] in released
            and key not in pool.retired
            and (owned is None or owned.counts.get(key))
        ]
        self.generic: dict[tuple[str | None, str], Card] = {}
        for card in self.cards:
            if card.kind == "crew" and is_generic(card.name):
                self.generic.setdefault((card.nation, " ".join(words_of(card.name))), card)

    def suggest(self, *, fill: bool) -> Suggestion:
        fleet = self.reading.fleet
        changes = [f"Left out: {sentence}" for sentence in self.reading.card_status.unknown]
        for _ in range(_STEPS):
            broken = self.broken(fleet)
            if not broken:
                break
            step = self._better(fleet, broken)
            if step is None:
                break
            fleet = step.fleet
            changes.append(step.says)
        legal = not self.broken(fleet)
        if legal:
            for step in self._own_nation(fleet):
                fleet = step.fleet
                changes.append(step.says)
            for _ in range(_FILLED if fill else 0):
                more = self._more(fleet)
                if more is None:
                    break
                fleet = more.fleet
                changes.append(more.says)
        return Suggestion(fleet, tuple(changes), legal)

    # --- putting right --------------------------------------------------------------------------------

    def broken(self, fleet: Fleet) -> list[Finding]:
        """The rules that a fleet breaks, and what of it is not owned."""
        case = FleetCase(FleetPosition(fleet, self.edition), self.reading.points, self.card_status)
        lacking = self.owned.findings(fleet) if self.owned is not None else ()
        return [*lacking, *findings(case, warnings=False)]

    def _measure(self, fleet: Fleet) -> tuple[int, int, int]:
        """How wrong a fleet is: rules broken, and points and spaces too many; and what it costs."""
        position = FleetPosition(fleet, self.edition)
        case = FleetCase(position, self.reading.points, self.card_status)
        broken = sum(1 for _ in findings(case, warnings=False))
        broken += self.owned.lacks(fleet) if self.owned is not None else 0
        total = position.total()
        over = max(0, total - self.reading.points - position.extra())
        for ship in position.ships:
            aboard = position.aboard(ship)
            over += max(0, sum(map(position.placed_cost, aboard)) - position.limit(ship))
            over += max(0, sum(map(position.space, aboard)) - position.room(ship))
        return broken, over, total

    def _better(self, fleet: Fleet, broken: list[Finding]) -> _Step | None:
        """The step that puts most right at the least loss; None if no step helps."""
        rules, over, total = self._measure(fleet)
        best: tuple[tuple[int, int], _Step] | None = None
        for step in self._steps(fleet, broken[0]):
            rules_then, over_then, total_then = self._measure(step.fleet)
            if (rules_then, over_then) >= (rules, over):
                continue
            wasted = max(0, total - total_then - (over - over_then))
            key = (over_then + wasted, rules_then)
            if best is None or key < best[0]:
                best = (key, step)
        return best[1] if best is not None else None

    def _steps(self, fleet: Fleet, finding: Finding) -> Iterator[_Step]:
        """What could be done about a broken rule."""
        if fleet.coins:
            yield _Step(replace(fleet, coins=()), "Brought the coins that the rules ask for.")
        if not any(manned.ship.kind == "ship" for manned in fleet.ships):
            yield from self._ships(fleet, self.reading.points)
        if finding.rule is OWNED_PIECES:
            yield from self._exchanges(fleet, set(finding.pieces))
        wanted = set(finding.pieces)
        for place, manned in enumerate(fleet.ships):
            for number, card in enumerate(manned.aboard):
                if wanted and card.id not in wanted:
                    continue
                left = _without(fleet, place, number)
                yield _Step(left, f"Left out {described(card)} from {manned.ship.name}.")
                own = self._of_nation(card, manned.ship.nation)
                if own is not None:
                    yield _Step(
                        _with(left, place, own), f"Took {described(own)} instead of {described(card)}."
                    )
                for other, ship in enumerate(fleet.ships):
                    if other != place:
                        moved = _with(left, other, card)
                        yield _Step(moved, f"Moved {described(card)} to {ship.ship.name}.")
            if not wanted or manned.ship.id in wanted:
                ships = (*fleet.ships[:place], *fleet.ships[place + 1 :])
                if ships:
                    sentence = f"Left out {described(manned.ship)} with what was aboard."
                    yield _Step(replace(fleet, ships=ships), sentence)
        for name in _PLACES:
            cards: tuple[Card, ...] = getattr(fleet, name)
            for number, card in enumerate(cards):
                if not wanted or card.id in wanted:
                    kept: dict[str, tuple[Card, ...]] = {name: (*cards[:number], *cards[number + 1 :])}
                    yield _Step(replace(fleet, **kept), f"Left out {described(card)}.")  # type: ignore[arg-type]

    def _of_nation(self, card: Card, nation: str | None) -> Card | None:
        """The generic crew of the same name and of a ship's nation."""
        if card.kind != "crew" or card.nation == nation:
            return None
        return self.generic.get((nation, " ".join(words_of(card.name))))

    def _exchanges(self, fleet: Fleet, wanted: set[str]) -> Iterator[_Step]:
        """Pieces that are owned in the place of those that are not."""
        for place, manned in enumerate(fleet.ships):
            for other in self._owned_instead(manned.ship) if manned.ship.id in wanted else ():
                ships = _swapped(fleet.ships, place, replace(manned, ship=other))
                says = f"Took {described(other)} instead of {described(manned.ship)}."
                yield _Step(replace(fleet, ships=ships), says)
            for number, card in enumerate(manned.aboard):
                for other in self._owned_instead(card) if card.id in wanted else ():
                    changed = _manned(fleet, place, _swapped(manned.aboard, number, other))
                    yield _Step(changed, f"Took {described(other)} instead of {described(card)}.")

    def _owned_instead(self, card: Card) -> list[Card]:
        """What is owned and could stand in for a piece that is not: of its name, or a ship of its nation."""
        assert self.owned is not None
        cheaper = [
            other
            for other in self.cards
            if card.kind == other.kind == "ship"
            and other.nation == card.nation
            and other.points <= card.points
            and other.base_move
        ]
        cheaper.sort(key=lambda other: (-other.points, other.id))
        return list(dict.fromkeys((*self.owned.namesakes(card), *cheaper[:_INSTEAD])))

    def _own_nation(self, fleet: Fleet) -> Iterator[_Step]:
        """Swap generic crew that are of no use on a foreign ship for those of her nation."""
        for place, manned in enumerate(fleet.ships):
            for number, card in enumerate(manned.aboard):
                own = self._of_nation(card, manned.ship.nation)
                if own is None:
                    continue
                changed = _manned(fleet, place, _swapped(fleet.ships[place].aboard, number, own))
                if not self.broken(changed):
                    fleet = changed
                    yield _Step(fleet, f"Took {described(own)} instead of {described(card)}.")

    # --- filling up -----------------------------------------------------------------------------------

    def _more(self, fleet: Fleet) -> _Step | None:
        """One more crew or ship for the points that are left, the dearest that is legal."""
        position = FleetPosition(fleet, self.edition)
        left = self.reading.points + position.extra() - position.total()
        if left <= 0:
            return None
        for step in (*self._crew(fleet, left), *self._ships(fleet, left)):
            if not self.broken(step.fleet):
                return step
        return None

    def _crew(self, fleet: Fleet, left: int) -> list[_Step]:
        """Generic crew for ships that have none of the sort, in the order in which the book names them."""
        steps: list[tuple[int, int, _Step]] = []
        for order, name in enumerate(book().generic_crew):
            for place, manned in enumerate(fleet.ships):
                card = self.generic.get((manned.ship.nation, " ".join(words_of(name))))
                known = {words_of(other.name) for other in manned.aboard}
                if card is None or not 0 < card.points <= left or words_of(name) in known:
                    continue
                sentence = f"Added {described(card)} to {manned.ship.name}."
                steps.append((len(manned.aboard), order, _Step(_with(fleet, place, card), sentence)))
        return [step for *_, step in sorted(steps, key=lambda each: each[:2])]

    def _ships(self, fleet: Fleet, left: int) -> list[_Step]:
        """Ships of nations that sail in the fleet already, the dearest first."""
        nations = {manned.ship.nation for manned in fleet.ships} or {None}
        ships = [
            card
            for card in self.cards
            if card.kind == "ship"
            and 0 < card.points <= left
            and (card.nation in nations or nations == {None})
            and card.base_move
        ]
        ships.sort(key=lambda card: (-card.points, card.id))
        return [
            _Step(replace(fleet, ships=(*fleet.ships, Manned(card))), f"Added {described(card)}.")
            for card in ships[:20]
        ]


def _swapped(parts: tuple[_Part, ...], number: int, other: _Part) -> tuple[_Part, ...]:
    return (*parts[:number], other, *parts[number + 1 :])


def _without(fleet: Fleet, place: int, number: int) -> Fleet:
    aboard = fleet.ships[place].aboard
    return _manned(fleet, place, (*aboard[:number], *aboard[number + 1 :]))


def _with(fleet: Fleet, place: int, card: Card) -> Fleet:
    return _manned(fleet, place, (*fleet.ships[place].aboard, card))


def _manned(fleet: Fleet, place: int, aboard: Iterable[Card]) -> Fleet:
    ships = list(fleet.ships)
    ships[place] = replace(ships[place], aboard=tuple(aboard))
    return replace(fleet, ships=tuple(ships))
