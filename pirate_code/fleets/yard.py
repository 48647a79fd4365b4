"""A fleet on the stocks: what its pieces cost, how much a ship holds, and what abilities say about it.

The fleet stands in a position of its own, so that abilities change costs and space here as they do in play,
by their trees. Nothing here knows an ability by name. What the numbers mean for a fleet, `legality` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pirate_code.board.card import Card
from pirate_code.board.refs import Matter, Ref, Seat
from pirate_code.board.state import ASIDE, SEA, Piece, State
from pirate_code.fleets.fleet import Fleet
from pirate_code.language import tree as t
from pirate_code.rules import pipeline, stats
from pirate_code.rules.edition import Edition, load_edition
from pirate_code.rules.event import Event
from pirate_code.rules.game import Game
from pirate_code.rules.happen import carrying
from pirate_code.rules.meaning import amounts, filters, nouns, select
from pirate_code.rules.meaning.clauses import Clause
from pirate_code.rules.meaning.context import Context
from pirate_code.rules.setup import acts_in_setup

BUILDER = 0
_BUILD = Event("build", agent=Seat(BUILDER), object=Matter("fleet"), player=BUILDER)


class Said(NamedTuple):
    """What an ability of a piece says about the fleet."""

    piece: Piece
    clause: Clause
    amount: int = 0
    others: tuple[Piece, ...] = ()


class Yard:
    """The position in which a fleet is built."""

    def __init__(self, fleet: Fleet, edition: Edition | None = None) -> None:
        self.fleet = fleet
        self.edition = edition or load_edition()
        self.state = State(1, 0, self.edition.id)
        self.ships: list[Piece] = []
        for manned in fleet.ships:
            ship = self.state.add(manned.ship, BUILDER, SEA)
            self.ships.append(ship)
            for card in manned.aboard:
                self.state.add(card, BUILDER, ship.id)
        for card in (*fleet.crew, *fleet.forts, *fleet.events):
            self.state.add(card, BUILDER, ASIDE)
        self.game = Game(self.state, self.edition)
        self._link_as_abilities_say()

    def aboard(self, ship: Piece) -> list[Piece]:
        """The crew and equipment of a ship."""
        return list(self.state.aboard(ship.id))

    # --- points ---------------------------------------------------------------------------------------

    def cost(self, piece: Piece) -> int:
        """What a piece costs of the build total.

        Others make it cheaper only in setup, when the fleet is built (ruling
        point-reducers-and-modifiers-only-for-the-ship-limit); what its own card says counts at once.
        """
        if piece.kind == "fort":
            return piece.card.gold if self.edition.forts_in_build_total else 0
        counted = Event("count", agent=piece.id, against=Matter("build_total"), player=BUILDER)
        return self.own_cost(piece) if self.game.allows(counted) else 0

    def own_cost(self, piece: Piece) -> int:
        """What a piece costs by its card: as printed, or what the pieces cost that come with it."""
        value = piece.card.points
        for entry in self.game.force.entries("modify", "point_cost"):
            change = entry.clause.effect
            if entry.source != piece.id or not isinstance(change, t.Change) or change.by != "set":
                continue
            if isinstance(change.amount, t.StatOf) and isinstance(change.amount.of, t.Pieces):
                value = sum(other.card.points for other in self.brought(piece, change.amount.of.noun))
        return value

    def brought(self, piece: Piece, noun: str) -> list[Piece]:
        """The pieces of a noun that come with a piece: those of its nation, one for each that brings some."""
        found = [
            other
            for other in self.state.pieces
            if nouns.is_a(self.game, other.id, noun) and other.nation == piece.nation
        ]
        bringers = [said.piece for said in self.bringers(noun) if said.piece.nation == piece.nation]
        place = bringers.index(piece)
        last = place == len(bringers) - 1
        return found[place:] if last else found[place : place + 1]

    def bringers(self, noun: str) -> list[Said]:
        """The pieces that bring others of a noun with them and bear their cost."""
        found = []
        for entry in self.game.force.entries("modify", "point_cost"):
            change = entry.clause.effect
            amount = change.amount if isinstance(change, t.Change) else None
            if isinstance(amount, t.StatOf) and isinstance(amount.of, t.Pieces) and amount.of.noun == noun:
                found.append(Said(self.state.pieces[entry.source], entry.clause))
        return found

    def placed_cost(self, piece: Piece) -> int:
        """What a piece takes up of the point limit of its ship, never less than nothing."""
        own = self.own_cost(piece)
        changing = Event("change", agent=Matter("ability"), object=Matter("point_cost", piece.id))
        if not self.game.allows(changing):  # ruling treasure-ship-crew-cost-their-full-points
            return own
        placing = Event("place", object=piece.id, to=piece.where, player=BUILDER)
        value = stats.changed(self.game, "point_cost", piece.id, own, placing, without=piece.id)
        return max(0, value) if isinstance(value, int) else own

    def total(self) -> int:
        """What the whole fleet costs."""
        return sum(self.cost(piece) for piece in self.state.pieces)

    def extra(self) -> int:
        """The points beyond the build total that abilities allow."""
        return max((said.amount for said in self.extras()), default=0)

    def extras(self) -> list[Said]:
        """The abilities that allow points beyond the build total, and how many."""
        found = []
        for entry in self.game.force.entries("permit", _BUILD.type):
            using = entry.clause.pattern.using if entry.clause.pattern is not None else None
            if isinstance(using, t.Pieces) and using.count is not None:
                acting = self.game.force.acts(entry, None)
                if acting is not None and self.game.state.pieces[entry.source].where >= 0:
                    most = amounts.bounds(using.count, acting.ctx)[1]
                    found.append(Said(self.state.pieces[entry.source], entry.clause, most))
        return found

    # --- what a ship carries --------------------------------------------------------------------------

    def limit(self, ship: Piece) -> int:
        """How many points of crew and equipment a ship carries."""
        return ship.card.points

    def space(self, piece: Piece) -> int:
        """The cargo spaces that a piece aboard takes up."""
        changes = self.game.force.entries("modify", "cargo_space")
        for entry in changes:
            change = entry.clause.effect
            # "Crew placed on this ship cost no points, but they always each take up one cargo space."
            if isinstance(change, t.Change) and change.strength == "must" and change.by == "set":
                found = self.game.force.acts(entry, None)
                if found is not None and self._speaks_of(entry.source, change, piece, found.ctx):
                    return amounts.value(change.amount, found.ctx)
        if acts_in_setup(piece) or all(entry.source != piece.id for entry in changes):
            return carrying.space_of(self.game, piece)
        self.state.turn_face(piece, False)  # "no cargo space when revealed": until then it needs room
        needs = carrying.space_of(self.game, piece)
        self.state.turn_face(piece, True)
        return needs

    def _speaks_of(self, source: int, change: t.Change, piece: Piece, ctx: Context) -> bool:
        """Whether a change is of a piece; "they" are those that the same card speaks of just before."""
        if not isinstance(change.of, t.Pieces) or change.of.which != "that":
            return select.fits(change.of, piece.id, ctx)
        return any(
            entry.source == source
            and isinstance(entry.clause.effect, t.Change)
            and select.fits(entry.clause.effect.of, piece.id, ctx)
            for entry in self.game.force.entries("modify", "point_cost")
        )

    def room(self, ship: Piece) -> int:
        """The cargo spaces of a ship with those that abilities and links give her."""
        return carrying.capacity(self.game, ship)

    def refuses(self, ship: Piece, piece: Piece) -> str | None:
        """Why an ability keeps a piece off a ship, or None."""
        for event in (
            Event("carry", agent=ship.id, object=piece.id, player=BUILDER),
            Event("assign", object=piece.id, to=ship.id, player=BUILDER),
            Event("place", object=piece.id, to=ship.id, player=BUILDER),
        ):
            reason = pipeline.forbidden(self.game, event)
            if reason is not None:
                return reason
        return None

    def most_aboard(self, ship: Piece) -> Iterator[tuple[Said, list[Piece]]]:
        """The most pieces of a sort that abilities let a ship be assigned, and those that she is."""
        for entry in self.game.force.entries("permit", "assign"):
            event = entry.clause.pattern
            what = event.object if event is not None else None
            if not isinstance(what, t.Pieces) or not isinstance(what.count, t.UpTo):
                continue
            ctx = self.game.force.context(entry, None)
            if event is None or event.to is None or ship.id not in select.find(event.to, ctx):
                continue
            most = amounts.bounds(what.count, ctx)[1]
            sort = what.but(count=None)
            carried = [piece for piece in self.aboard(ship) if select.fits(sort, piece.id, ctx)]
            yield Said(self.state.pieces[entry.source], entry.clause, most), carried

    def useless(self, piece: Piece) -> str | None:
        """Why a piece cannot use its abilities where it is, or None."""
        if not piece.card.abilities or self.game.force.usable(piece.id):
            return None
        asked = Event("use", agent=piece.id, object=Matter("ability", piece.id), at=piece.where)
        return pipeline.forbidden(self.game, asked)

    # --- what abilities say of the fleet --------------------------------------------------------------

    def barred(self) -> Iterator[Said]:
        """What an ability says can never be in the fleet, and is."""
        for kind in ("has", "located"):
            for entry in self.game.force.entries("hold", kind):
                effect = entry.clause.effect
                if not isinstance(effect, t.Become) or effect.strength != "cannot":
                    continue
                ctx = self.game.force.context(entry, _BUILD)
                others = _is_so(effect.filter, ctx) if _holds_when_building(entry.clause, ctx) else None
                if others is not None:
                    pieces = tuple(self.state.pieces[ref] for ref in others if isinstance(ref, int))
                    yield Said(self.state.pieces[entry.source], entry.clause, others=pieces)

    def surcharges(self) -> Iterator[Said]:
        """What a piece may be made to cost more during setup."""
        for entry in self.game.force.entries("when", "setup"):
            effect = entry.clause.effect
            first = effect.steps[0] if isinstance(effect, t.Sequence) else effect
            if (
                isinstance(first, t.Change)
                and (first.stat, first.by) == ("point_cost", "add")
                and isinstance(first.amount, t.Number)
            ):
                yield Said(self.state.pieces[entry.source], entry.clause, first.amount.value)

    def _link_as_abilities_say(self) -> None:
        """Link each crew that chooses one in setup to a crew aboard: one of its own ship, if there is one."""
        for entry in self.game.force.entries("when", "setup"):
            steps = entry.clause.effect.steps if isinstance(entry.clause.effect, t.Sequence) else ()
            chosen = next((step.event.object for step in steps if _chooses(step)), None)  # type: ignore[union-attr]
            linked = any(
                isinstance(step, t.Become)
                and isinstance(step.filter, t.InState)
                and step.filter.state == "linked"
                for step in steps
            )
            found = self.game.force.acts(entry, None)
            if chosen is None or not linked or found is None:
                continue
            source = self.state.pieces[entry.source]
            others = [
                self.state.pieces[ref]
                for ref in select.find(chosen.but(count=None), found.ctx)
                if isinstance(ref, int) and ref != source.id
            ]
            others.sort(key=lambda other: other.where != source.where)
            if others:
                source.linked |= {others[0].card.name}

    def faults(self, total: int, *, official: bool = True) -> Iterator[str]:
        """Sentences that say why the fleet cannot be played with that build total; none if it can."""
        from pirate_code.fleets.legality import violations

        for finding in violations(self, total, official=official):
            yield finding.says


def _chooses(step: t.Effect) -> bool:
    return (
        isinstance(step, t.Happen) and step.event.type == "choose" and isinstance(step.event.object, t.Pieces)
    )


def _holds_when_building(clause: Clause, ctx: Context) -> bool:
    """Whether the guards of a clause hold while the fleet is built.

    Such a clause binds a fleet even if its piece sails where it cannot use abilities.
    """
    from pirate_code.rules.meaning.facts import guards_hold

    return guards_hold(clause.guards, ctx, _BUILD)


def _is_so(filter_: t.Filter, ctx: Context) -> list[Ref] | None:
    """What a fleet has too many of, or a piece cannot sail with; None if that is not so."""
    if isinstance(filter_, t.Has) and isinstance(filter_.what, t.Pieces) and filter_.what.count is not None:
        owned = select.find(filter_.what.but(which="a", count=None), ctx)
        least, most = amounts.bounds(filter_.what.count, ctx)
        return owned if least <= len(owned) <= most else None
    if isinstance(filter_, t.Located) and isinstance(filter_.what, t.Pieces) and filter_.what.noun == "fleet":
        beside = [
            [ref for ref in select.find(found.what, ctx) if ref != ctx.source]
            for found in filter_.what.filters
            if isinstance(found, t.Located) and found.place == "as"
        ]
        return [ref for others in beside for ref in others] if all(beside) else None
    return [] if filters.holds(filter_, ctx.source, ctx) else None


def cost_of(card: Card, edition: Edition) -> int:
    """What a card costs by itself."""
    if card.kind == "fort":
        return card.gold if edition.forts_in_build_total else 0
    return card.points
