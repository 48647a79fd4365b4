"""A fleet on the stocks: what its pieces cost, how much a ship holds, and what forbids it.

The fleet stands in a position of its own, so that abilities change costs and space here as they do in play,
by their trees. Nothing here knows an ability by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from pirate_code.board.card import Card
from pirate_code.board.refs import Matter, Seat
from pirate_code.board.state import ASIDE, SEA, Piece, State
from pirate_code.fleets.fleet import Fleet
from pirate_code.language import tree as t
from pirate_code.library.terms import fold
from pirate_code.rules import stats
from pirate_code.rules.edition import Edition, load_edition
from pirate_code.rules.event import Event
from pirate_code.rules.game import Game
from pirate_code.rules.meaning import amounts, filters, select
from pirate_code.rules.meaning.context import Context

_BUILDER = 0
# Generic crew and equipment may be repeated (ruling no-duplicates-rule-what-it-covers).
_UNIQUE = frozenset({"ship", "sea creature", "crew", "event", "fort"})


class Yard:
    """The position in which a fleet is built."""

    def __init__(self, fleet: Fleet, edition: Edition | None = None) -> None:
        self.fleet = fleet
        self.edition = edition or load_edition()
        self.state = State(1, 0, self.edition.id)
        self.ships: list[Piece] = []
        for manned in fleet.ships:
            ship = self.state.add(manned.ship, _BUILDER, SEA)
            self.ships.append(ship)
            for card in manned.aboard:
                self.state.add(card, _BUILDER, ship.id)
        for card in (*fleet.crew, *fleet.forts, *fleet.events):
            self.state.add(card, _BUILDER, ASIDE)
        self.game = Game(self.state, self.edition)

    def placing(self, piece: Piece) -> Event:
        """The event in which a piece comes aboard."""
        return Event("place", object=piece.id, to=piece.where, player=_BUILDER)

    def cost(self, piece: Piece) -> int:
        """What a piece costs in points, where it is placed."""
        if piece.kind == "fort" and not self.edition.forts_in_build_total:
            return 0
        if piece.kind == "fort":
            return piece.card.gold
        event = self.placing(piece) if piece.where >= 0 else None
        return max(0, stats.number(self.game, "point_cost", piece.id, event))

    def total(self) -> int:
        """What the whole fleet costs."""
        return sum(self.cost(piece) for piece in self.state.pieces)

    def extra(self) -> int:
        """The points beyond the build total that abilities allow."""
        build = Event("build", agent=Seat(_BUILDER), object=Matter("fleet"), player=_BUILDER)
        more = 0
        for entry in self.game.force.entries("permit", build.type):
            using = entry.clause.pattern.using if entry.clause.pattern is not None else None
            if isinstance(using, t.Pieces) and using.count is not None:
                ctx = self.game.force.context(entry, build)
                more = max(more, amounts.bounds(using.count, ctx)[1])
        return more

    def faults(self, total: int, generic: Collection[str] = ()) -> Iterator[str]:
        """Sentences that say why the fleet cannot be played with that build total; none if it can."""
        yield from self._duplicates(generic)
        cost, limit = self.total(), total + self.extra()
        if cost > limit:
            yield f"The fleet costs {cost} points, and the build total is {limit}."
        if not any(ship.kind == "ship" for ship in self.ships):
            yield "The fleet has no ship."
        for ship in self.ships:
            yield from self._overloaded(ship)
        yield from self._barred()

    def _duplicates(self, generic: Collection[str]) -> Iterator[str]:
        named = Counter(
            (piece.kind, fold(piece.card.name))
            for piece in self.state.pieces
            if piece.kind in _UNIQUE and piece.card.id not in generic
        )
        for (kind, name), count in named.items():
            if count > 1:
                yield f"The {kind} {name} is in the fleet {count} times."

    def _overloaded(self, ship: Piece) -> Iterator[str]:
        name, aboard = ship.card.name, list(self.state.aboard(ship.id))
        cost = sum(self.cost(piece) for piece in aboard)
        if cost > ship.card.points:
            yield f"{name}: what is aboard costs {cost} points, and she carries {ship.card.points} at most."
        space = sum(stats.number(self.game, "cargo_space", piece.id, self.placing(piece)) for piece in aboard)
        room = stats.number(self.game, "cargo_space", ship.id)
        if space > room:
            yield f"{name}: what is aboard takes {space} cargo spaces, and she has {room}."
        for piece in aboard:
            # Ruling zero-point-crew-needs-its-own-nationality.
            if piece.kind == "crew" and piece.card.points == 0 and piece.nation != ship.nation:
                yield f"{piece.card.name} costs no points and can sail only on a ship of its own nation."
            carried = Event("carry", agent=ship.id, object=piece.id, player=_BUILDER)
            assigned = Event("assign", object=piece.id, to=ship.id, player=_BUILDER)
            if not all(self.game.allows(event) for event in (carried, assigned, self.placing(piece))):
                yield f"{name} cannot carry {piece.card.name}."

    def _barred(self) -> Iterator[str]:
        """What an ability says can never be in the fleet."""
        build = Event("build", agent=Seat(_BUILDER), object=Matter("fleet"), player=_BUILDER)
        for kind in ("has", "located"):
            for entry in self.game.force.entries("hold", kind):
                effect = entry.clause.effect
                if not isinstance(effect, t.Become) or effect.strength != "cannot":
                    continue
                found = self.game.force.acts(entry, build)
                if found is not None and _is_so(effect.filter, found.ctx):
                    yield f"{self.game.name(entry.source)}: {entry.clause.says}"


def _is_so(filter_: t.Filter, ctx: Context) -> bool:
    """Whether the fleet has too many of something, or holds what a piece cannot sail with."""
    if isinstance(filter_, t.Has) and isinstance(filter_.what, t.Pieces) and filter_.what.count is not None:
        owned = select.find(filter_.what.but(which="a", count=None), ctx)
        least, most = amounts.bounds(filter_.what.count, ctx)
        return least <= len(owned) <= most
    if isinstance(filter_, t.Located) and isinstance(filter_.what, t.Pieces) and filter_.what.noun == "fleet":
        beside = [
            found.what
            for found in filter_.what.filters
            if isinstance(found, t.Located) and found.place == "as"
        ]
        return all(any(ref != ctx.source for ref in select.find(other, ctx)) for other in beside)
    return filters.holds(filter_, ctx.source, ctx)


def cost_of(card: Card, edition: Edition) -> int:
    """What a card costs by itself."""
    if card.kind == "fort":
        return card.gold if edition.forts_in_build_total else 0
    return card.points
