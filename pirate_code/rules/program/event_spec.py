"""What an ability says of an event: its type and who has which part in it.

As a pattern it tells whether something that happens is what the ability speaks of: a slot that is left open
fits anything, and what fits is remembered in the context, so that "that ship" finds it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part, Ref, Seat, Source
from pirate_code.rules import event_facts as facts
from pirate_code.rules.event import Event, chain, face, made_for
from pirate_code.rules.events import SLOTS, VISIBLE
from pirate_code.rules.program import relations
from pirate_code.rules.program.amounts import Amount, AtLeast, Between, MoreThan
from pirate_code.rules.program.filters import Filter
from pirate_code.rules.program.node import Node
from pirate_code.rules.program.nouns import TERRAIN

if TYPE_CHECKING:
    from pirate_code.board.state import Piece
    from pirate_code.core.dice import Rolled
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.guards import Moment
    from pirate_code.rules.program.selectors import Selector

# A player is meant by what he controls, and a ship by her cannons: "when you hit", "when this ship hits".
_PLAYERS = frozenset({"player", "opponent"})
_WHOLE = frozenset({"agent", "object", "against", "using", "at", "source"})
# What a ship does with cargo, which cards tell without her: "after loading treasure, ...".
_OF_CARGO = frozenset({"load", "unload", "look_at"})
# "This ship sinks" is told of the ship that goes down: what the rules write as the object of the event.
_OF_ITSELF = frozenset({"sink", "surface", "submerge", "drift"})
_TESTED_MANNERS = frozenset({"face_up", "face_down", "from_game", "without_docking", "own_will"})


@dataclass(frozen=True, slots=True, eq=False)
class EventSpec(Node):
    """An event as an ability tells it."""

    type: str
    agent: Selector | None = None
    object: Selector | None = None
    to: Selector | None = None
    source: Selector | None = None
    at: Selector | None = None
    against: Selector | None = None
    using: Selector | None = None
    exchange: Selector | None = None
    role: Selector | None = None
    near: Filter | None = None
    distance: tuple[str, ...] = ()
    amount: Amount | None = None
    per: Selector | None = None
    means: EventSpec | None = None
    manner: frozenset[str] = frozenset()
    time: Moment | None = None
    filled: tuple[tuple[str, Selector], ...] = field(init=False)  # the slots that are named
    is_of_this_ship: bool = field(init=False)  # who does it is not told: "after loading treasure"

    def __post_init__(self) -> None:
        """Find out once what is asked whenever anything happens."""
        object.__setattr__(self, "filled", tuple(self._filled()))
        object.__setattr__(self, "is_of_this_ship", self._is_of_this_ship())

    def slot(self, name: str) -> Selector | None:
        """What stands in a slot."""
        found: Selector | None = getattr(self, name)
        return found

    @property
    def noun(self) -> str:
        """The noun of what it is done to."""
        return self.object.noun if self.object is not None else ""

    def matches(self, ctx: Context, event: Event) -> bool:
        """Whether something that happens is this; what it met is remembered then."""
        if event.type != self.type or "same_time" in self.manner or facts.RAMMED.of(event):
            return False  # one event is never of several things at the same time
        if not (self.manner & _TESTED_MANNERS) <= event.manner:
            return False
        own = {ctx.ship.id, Seat(ctx.player)} if self.is_of_this_ship and ctx.ship is not None else None
        if own is not None and event.agent not in own:
            return False
        if self.amount is not None and not self._is_as_much(self.amount, ctx, event):
            return False
        if "this_way" in self.manner and event.cause.piece != ctx.source:
            return False
        met: list[Ref] = []
        for slot, selector in self.filled:
            if slot == "object" and isinstance(event.role, Matter):
                ref = _declared(selector, event.role, event.object, ctx)
            else:
                ref = _fitting(slot, selector, event, ctx)
            if ref is None or (slot == "to" and not _is_one_too_many(selector, ref, ctx)):
                return False
            if slot == "agent" and not self._are_together(selector, ref, event, ctx):
                return False
            if slot == "object" and not (
                _is_enough_gold(selector, event, ctx) and self._is_last(selector, event, ctx)
            ):
                return False
            if not selector.is_this:
                met.append(ref)  # "that ship" is never this one
        if self.near is not None:  # "when a ship moves within S of her": where it is now
            moved = event.object if event.object is not None else event.agent
            if moved is None or not self.near.holds(moved, ctx):
                return False
        ctx.say(*met)
        return True

    def _is_as_much(self, amount: Amount, ctx: Context, event: Event) -> bool:
        """Whether a die shows what is told of it, and a boarding party was won by so much."""
        if self.type == "win":
            return within(facts.MARGIN.get(event, None), amount, ctx)
        if self.type != "roll" or (amount.exact is None and not isinstance(amount, Between)):
            return True
        return within(face(event), amount, ctx)

    def _is_last(self, selector: Selector, event: Event, ctx: Context) -> bool:
        """Whether none of "all" that is told is left besides: "once all her crew have been eliminated"."""
        if self.type != "eliminate" or not all(one.which == "all" for one in selector.members):
            return True
        left = (ref for one in selector.members for ref in one.find(ctx) if not isinstance(ref, Matter))
        return all(ref == event.object for ref in left)

    @property
    def is_of_several(self) -> bool:
        """Whether several must have done it in one turn: "if two or more canoes hit the same ship"."""
        counted = self.agent.count if self.agent is not None else None
        return isinstance(counted, AtLeast) and counted.least > 1

    def _are_together(self, selector: Selector, ref: Ref, event: Event, ctx: Context) -> bool:
        """Whether just as many as are asked for have now done it to the same thing in this turn."""
        if not self.is_of_several or not isinstance(selector.count, AtLeast):
            return True
        done = {
            _whole(agent) or agent
            for kind, agent, what in ctx.state.turn.done
            if kind == self.type and what == event.object and agent is not None and agent != event.agent
        }
        others = {one for one in done if selector.fits(one, ctx)}
        return ref not in others and len(others) + 1 == selector.count.least

    def has_come(self, ctx: Context, event: Event) -> bool:
        """Whether it is what has just happened."""
        return self.matches(ctx, event)

    def _filled(self) -> list[tuple[str, Selector]]:
        """The slots that are told, as the rules write them."""
        slots = [(slot, found) for slot in SLOTS if (found := self.slot(slot)) is not None]
        if self.type in _OF_ITSELF and self.object is None:
            return [("object" if slot == "agent" else slot, found) for slot, found in slots]
        if self.type == "touch" and self.agent is not None and self.agent.noun in TERRAIN:
            other = {"agent": "object", "object": "agent"}  # the rules tell it of the ship
            return [(other.get(slot, slot), found) for slot, found in slots]
        return slots

    def _is_of_this_ship(self) -> bool:
        """ "After the first movement segment", "after loading treasure": who is not told is this ship."""
        what = self.object
        if self.agent is not None or what is None or not what.noun or what.of is not None:
            return False
        segment = self.type == "end" and what.noun == "movement_segment"
        return segment or (self.type in _OF_CARGO and what.which is None)

    def involves(self, role: str, ref: Ref, ctx: Context) -> bool:
        """Whether a thing has its part in such an event: going on, of this turn, or what touches now."""
        if self.type == "choose" and role == "object" and self.agent is not None:
            return True  # who chooses is for whoever picks to know
        if self.type == "choose" and role == "object" and self.source is not None:
            chosen = ctx.piece(ref)  # "chosen randomly from other wild islands": it lies there
            return chosen is not None and chosen.where in self.source.find(ctx)
        if self.type in VISIBLE:
            return relations.relates(ctx, self, role, ref)
        if self.type == "take" and role == "object" and self._is_taken(ref, ctx):
            return True
        if self.type == "make" and role == "object" and self.exchange is not None:
            return self._is_rolled_for(ctx)
        if self.type == "possess" and isinstance(ref, Matter):  # an ability is the piece's that has it
            return ref.of is not None and (self.agent is None or self.agent.fits(ref.of, ctx))
        piece = ctx.piece(ref)
        if self.type == "explore" and role == "object" and self._was_explored(piece, ctx):
            return True
        if self.type in {"place", "assign"} and role == "object" and self.to is not None:
            return piece is not None and piece.where in self.to.find(ctx)  # placed on a ship: aboard her
        if self.type == "remain" and role == "agent" and self.at is not None:
            return piece is not None and piece.where in self.at.find(ctx)
        for event in relations.recent(ctx, self.type):
            part = event.agent if role == "agent" else event.object
            if role == "where":
                part = event.at if event.at is not None else event.source
            if (part == ref or (isinstance(part, Part) and part.of == ref)) and self.matches(
                ctx.copy(), event
            ):
                return True
        return False

    def _was_explored(self, island: Piece | None, ctx: Context) -> bool:
        """Whether a ship of a player has explored an island, on this turn or earlier: "that you explored"."""
        if island is None or self.agent is None:
            return False
        return any(self.agent.fits(Seat(player), ctx) for player in island.explored_by)

    def _is_taken(self, ref: Ref, ctx: Context) -> bool:
        """Whether a treasure was loaded in this turn by the ship that visits the island."""
        if ctx.card.kind != "island":
            return False
        ships = {one for one in ctx.said if isinstance(one, int) and ctx.state.pieces[one].afloat}
        return any(
            kind == "load" and what == ref and agent in ships for kind, agent, what in ctx.state.turn.done
        )

    def _is_rolled_for(self, ctx: Context) -> bool:
        """Whether the roll that is going on is made for such a ship: "any die rolls made for ships ..."."""
        roll = next((found for found in chain(ctx.event) if found.type == "roll"), None)
        ship = made_for(roll) if roll is not None else None
        return ship is not None and self.exchange is not None and self.exchange.fits(ship, ctx)


def within(number: Rolled | None, amount: Amount, ctx: Context) -> bool:
    """Whether a number that is known lies between the bounds of an amount."""
    least, most = amount.bounds(ctx)
    return number is not None and least <= number <= most


def _is_one_too_many(selector: Selector, ref: Ref, ctx: Context) -> bool:
    """Whether so many others were given actions that this one is "more than one"; where none is told, yes."""
    if not isinstance(selector.count, MoreThan):
        return True
    given = [one for one in ctx.state.turn.actions if one != ref and selector.fits(one, ctx)]
    return len(given) >= selector.count.least - 1


def _is_enough_gold(selector: Selector, event: Event, ctx: Context) -> bool:
    """Whether so much gold has come together in this turn: "if a ship unloads at least 4 gold"."""
    if selector.noun != "gold" or not isinstance(selector.count, AtLeast):
        return True
    done = {what for kind, who, what in ctx.state.turn.done if (kind, who) == (event.type, event.agent)}
    pieces = map(ctx.piece, done | {event.object})
    return sum(piece.value for piece in pieces if piece is not None) >= selector.count.least


def _declared(selector: Selector, role: Matter, ref: Ref | None, ctx: Context) -> Ref | None:
    """What is declared to be somebody's target, if that is told; "another" is not the one there was."""
    if selector.noun != role.noun:
        return None
    if selector.of is not None:
        return ref if selector.fits(role, ctx) else None
    return ref if role.of == ctx.source and ref not in ctx.said else None


def _fitting(slot: str, selector: Selector, event: Event, ctx: Context) -> Ref | None:
    """The thing in a slot that fits, or what it is part of, or who controls it."""
    ref: Ref | None = getattr(event, slot)
    player_meant = selector.is_player or selector.noun in _PLAYERS
    if ref is None and slot == "agent" and player_meant and event.player is not None:
        ref = Seat(event.player)  # what an ability does, its player does: "when an opponent eliminates"
    if ref is None and slot == "agent":
        ref = _island_behind(event, ctx)
    if slot == "agent" and isinstance(event.using, Matter) and selector.fits(event.using, ctx):
        return event.using  # what is done with a shot is done by it: "if the chain shot hits"
    if ref is None:
        return None
    if selector.fits(ref, ctx):
        return ref
    if slot == "agent" and event.type == "use" and isinstance(event.at, int) and event.at >= 0:
        user = ctx.piece(ref)  # a ship uses the abilities of her crew: "she cannot use her crew abilities"
        if user is not None and user.kind == "crew" and selector.fits(event.at, ctx):
            return event.at
    return _whole_that_fits(ref, selector, ctx) if slot in _WHOLE else None


def _island_behind(event: Event, ctx: Context) -> int | None:
    """The mysterious island that does it (ransom-crew-only-enemies-eliminate)."""
    piece = ctx.piece(event.cause.piece) if event.cause.piece is not None else None
    return piece.id if piece is not None and piece.kind == "island" else None


def _whole_that_fits(ref: Ref, selector: Selector, ctx: Context) -> Ref | None:
    """What a thing is part of, or the thing itself if its player is meant."""
    whole = _whole(ref)
    if whole is not None and selector.fits(whole, ctx):
        return whole
    if isinstance(ref, Part) and ref.source is Source.LENT:  # a Musketeer hits with the cannon that he gives
        lender = ctx.game.lender(ref)
        if lender is not None and lender != whole and selector.fits(lender, ctx):
            return lender
    piece = ctx.piece(ref)
    if piece is not None and piece.controller is not None and selector.fits(Seat(piece.controller), ctx):
        ctx.say(Seat(piece.controller))
        return ref
    return None


def _whole(ref: Ref) -> int | None:
    """The piece that a part is of; what a ship's ramming does, she does."""
    if isinstance(ref, Part):
        return ref.of
    return ref.of if isinstance(ref, Matter) and ref.noun == "ramming" else None
