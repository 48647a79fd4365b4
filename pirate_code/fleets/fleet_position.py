"""A fleet that is being built: what its pieces cost, how much a ship holds, and what abilities change.

The fleet stands in a position of its own, so that abilities change costs and space here as they do in play,
by their trees. Nothing here knows an ability by name. What the numbers mean for a fleet, `legality` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pirate_code.board.card import CardFacts
from pirate_code.board.fleet import Fleet
from pirate_code.board.refs import Matter, Ref, Seat
from pirate_code.board.state import ASIDE, SEA, Piece, State
from pirate_code.rules import capacity, pipeline, stats
from pirate_code.rules.edition import Edition, load_edition
from pirate_code.rules.event import Event
from pirate_code.rules.game import Game
from pirate_code.rules.happen import carrying  # noqa: F401  it bans what crew cannot use aboard a foreign ship
from pirate_code.rules.program import nouns
from pirate_code.rules.program.amounts import Amount, StatOf, UpTo
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.effects import FORBIDDING, Become, Change, Effect, Happen
from pirate_code.rules.program.filters import Filter, Has, Located
from pirate_code.rules.program.lower.clauses import acts_in_setup
from pirate_code.rules.program.ops import Op
from pirate_code.rules.program.selectors import Selector

BUILDER = 0
_BUILD = Event("build", agent=Seat(BUILDER), object=Matter("fleet"), player=BUILDER)


class FleetStatement(NamedTuple):
    """What an ability of a piece says about the fleet."""

    piece: Piece
    op: Op
    amount: int = 0
    others: tuple[Piece, ...] = ()


class FleetPosition:
    """A position that holds one fleet, so that abilities act on it while it is built."""

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
        for entry, change in self.game.active.lasting_changes("point_cost"):
            if entry.source != piece.id or change.by != "set":
                continue
            if isinstance(change.amount, StatOf) and change.amount.of.noun:
                value = sum(other.card.points for other in self.brought(piece, change.amount.of.noun))
        return value

    def brought(self, piece: Piece, noun: str) -> list[Piece]:
        """The pieces of a noun that come with a piece: those of its nation, one for each that brings some."""
        pieces = [
            other
            for other in self.state.pieces
            if nouns.is_a(self.game, other.id, noun) and other.nation == piece.nation
        ]
        bringers = [
            statement.piece for statement in self.bringers(noun) if statement.piece.nation == piece.nation
        ]
        place = bringers.index(piece)
        last = place == len(bringers) - 1
        return pieces[place:] if last else pieces[place : place + 1]

    def bringers(self, noun: str) -> list[FleetStatement]:
        """The pieces that bring others of a noun with them and bear their cost."""
        statements = []
        for entry, change in self.game.active.lasting_changes("point_cost"):
            if isinstance(change.amount, StatOf) and change.amount.of.noun == noun:
                statements.append(FleetStatement(self.state.pieces[entry.source], entry.op))
        return statements

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
        return max((statement.amount for statement in self.extras()), default=0)

    def extras(self) -> list[FleetStatement]:
        """The abilities that allow points beyond the build total, and how many."""
        statements = []
        for entry in self.game.active.entries("permit", _BUILD.type):
            using = entry.op.pattern.using if entry.op.pattern is not None else None
            if using is not None and using.count is not None:
                acting = self.game.active.acts(entry, None)
                if acting is not None and self.game.state.pieces[entry.source].where >= 0:
                    most = using.count.bounds(acting.ctx)[1]
                    statements.append(FleetStatement(self.state.pieces[entry.source], entry.op, most))
        return statements

    # --- what a ship carries --------------------------------------------------------------------------

    def limit(self, ship: Piece) -> int:
        """How many points of crew and equipment a ship carries."""
        return ship.card.points

    def space(self, piece: Piece) -> int:
        """The cargo spaces that a piece aboard takes up."""
        changes = self.game.active.lasting_changes("cargo_space")
        for entry, change in changes:
            # "Crew placed on this ship cost no points, but they always each take up one cargo space."
            if change.modal == "must" and change.by == "set":
                match = self.game.active.acts(entry, None)
                if match is not None and self._speaks_of(entry.source, change, piece, match.ctx):
                    return change.amount.value(match.ctx)
        if acts_in_setup(piece.card.abilities, piece.kind) or all(
            entry.source != piece.id for entry, _ in changes
        ):
            return capacity.space_of(self.game, piece)
        self.state.turn_face(piece, False)  # "no cargo space when revealed": until then it needs room
        needs = capacity.space_of(self.game, piece)
        self.state.turn_face(piece, True)
        return needs

    def _speaks_of(self, source: int, change: Change, piece: Piece, ctx: Context) -> bool:
        """Whether a change is of a piece; "they" are those that the same card speaks of just before."""
        if not change.of.is_that:
            return change.of.fits(piece.id, ctx)
        return any(
            entry.source == source and other.of.fits(piece.id, ctx)
            for entry, other in self.game.active.lasting_changes("point_cost")
        )

    def room(self, ship: Piece) -> int:
        """The cargo spaces of a ship with those that abilities and links give her."""
        return capacity.total(self.game, ship)

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

    def most_aboard(self, ship: Piece) -> Iterator[tuple[FleetStatement, list[Piece]]]:
        """The most pieces of a sort that abilities let a ship be assigned, and those that she is."""
        for entry in self.game.active.entries("permit", "assign"):
            event = entry.op.pattern
            what = event.object if event is not None else None
            if what is None or not isinstance(what.count, UpTo):
                continue
            ctx = self.game.active.context(entry, None)
            if event is None or event.to is None or ship.id not in event.to.find(ctx):
                continue
            most = what.count.bounds(ctx)[1]
            sort = what.but(count=None)
            carried = [piece for piece in self.aboard(ship) if sort.fits(piece.id, ctx)]
            yield FleetStatement(self.state.pieces[entry.source], entry.op, most), carried

    def useless(self, piece: Piece) -> str | None:
        """Why a piece cannot use its abilities where it is, or None."""
        if not piece.card.abilities or self.game.active.usable(piece.id):
            return None
        asked = Event("use", agent=piece.id, object=Matter("ability", piece.id), at=piece.where)
        return pipeline.forbidden(self.game, asked)

    # --- what abilities say of the fleet --------------------------------------------------------------

    def barred(self) -> Iterator[FleetStatement]:
        """What an ability says can never be in the fleet, and is."""
        for kind in ("has", "located"):
            for entry, effect in self.game.active.holds(kind):
                if effect.modal not in FORBIDDING:
                    continue
                ctx = self.game.active.context(entry, _BUILD)
                others = _is_so(effect.filter, ctx) if _holds_when_building(entry.op, ctx) else None
                if others is not None:
                    pieces = tuple(self.state.pieces[ref] for ref in others if isinstance(ref, int))
                    yield FleetStatement(self.state.pieces[entry.source], entry.op, others=pieces)

    def surcharges(self) -> Iterator[FleetStatement]:
        """What a piece may be made to cost more during setup."""
        for entry in self.game.active.entries("when", "setup"):
            first = entry.op.effect.first if entry.op.effect is not None else None
            if not isinstance(first, Change) or (first.stat, first.by) != ("point_cost", "add"):
                continue
            if isinstance(first.amount, Amount) and first.amount.exact is not None:
                yield FleetStatement(self.state.pieces[entry.source], entry.op, first.amount.exact)

    def _link_as_abilities_say(self) -> None:
        """Link each crew that chooses one in setup to a crew aboard: one of its own ship, if there is one."""
        for entry in self.game.active.entries("when", "setup"):
            steps = entry.op.effect.steps if entry.op.effect is not None else ()
            chosen = next((what for step in steps if (what := _chosen(step)) is not None), None)
            linked = any(isinstance(step, Become) and step.filter.state == "linked" for step in steps)
            match = self.game.active.acts(entry, None)
            if chosen is None or not linked or match is None:
                continue
            source = self.state.pieces[entry.source]
            others = [
                self.state.pieces[ref]
                for ref in chosen.but(count=None).find(match.ctx)
                if isinstance(ref, int) and ref != source.id
            ]
            others.sort(key=lambda other: other.where != source.where)
            if others:
                source.linked |= {others[0].card.name}


def _chosen(step: Effect) -> Selector | None:
    """What is chosen in a step."""
    if not isinstance(step, Happen) or step.spec.type != "choose" or not step.spec.noun:
        return None
    return step.spec.object


def _holds_when_building(op: Op, ctx: Context) -> bool:
    """Whether the guards of an op hold while the fleet is built.

    Such an op binds a fleet even if its piece sails where it cannot use abilities.
    """
    return op.guards.hold(ctx, _BUILD)


def _is_so(filter_: Filter, ctx: Context) -> list[Ref] | None:
    """What a fleet has too many of, or a piece cannot sail with; None if that is not so."""
    if isinstance(filter_, Has) and filter_.what.count is not None:
        owned = filter_.wanted.find(ctx)
        least, most = filter_.what.count.bounds(ctx)
        return owned if least <= len(owned) <= most else None
    if isinstance(filter_, Located) and filter_.what.noun == "fleet":
        beside = [
            [ref for ref in each.same_as.find(ctx) if ref != ctx.source]
            for each in filter_.what.filters
            if each.same_as is not None
        ]
        return [ref for others in beside for ref in others] if all(beside) else None
    return [] if filter_.holds(ctx.source, ctx) else None


def cost_of(card: CardFacts, edition: Edition) -> int:
    """What a card costs by itself."""
    if card.kind == "fort":
        return card.gold if edition.forts_in_build_total else 0
    return card.points
