"""Guards of an ability: when, how often, if, how long; and the facts that they ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.rules import event_facts as facts
from pirate_code.rules.event import Event, chain, face, is_of_guns
from pirate_code.rules.events import VISIBLE
from pirate_code.rules.program import relations
from pirate_code.rules.program.amounts import Amount, AtLeast
from pirate_code.rules.program.filters import COMPARES, Equals, Filter, Located, StatIs, Touching, Within
from pirate_code.rules.program.node import Node
from pirate_code.rules.program.nouns import PIECES

if TYPE_CHECKING:
    from pirate_code.language import tree as t
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.event_spec import EventSpec
    from pirate_code.rules.program.selectors import Selector


# --- facts --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Fact(Node):
    """Something that is so, or is not."""

    def holds(self, ctx: Context) -> bool:
        """Whether it is so now."""
        return True

    def has_come(self, ctx: Context, event: Event) -> bool:
        """Whether it came with an event that has just happened."""
        return self.holds(ctx)

    @property
    def state_asked(self) -> Filter | None:
        """The filter that a piece is asked to pass, if that is all."""
        return None

    @property
    def event(self) -> EventSpec | None:
        """The event that is asked for, if that is all."""
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Able(Fact):
    """It can be done."""


@dataclass(frozen=True, slots=True, eq=False)
class Done(Fact):
    """The player chose to do it."""

    def holds(self, ctx: Context) -> bool:
        """Whether it was done."""
        return ctx.asked


@dataclass(frozen=True, slots=True, eq=False)
class Tied(Fact):
    """The results are equal."""

    def holds(self, ctx: Context) -> bool:
        """Whether the boarding party that is going on is tied."""
        return ctx.event is not None and facts.TIED.of(ctx.event)


@dataclass(frozen=True, slots=True, eq=False)
class Facts(Fact):
    """All of some facts, or any of them."""

    parts: tuple[Fact, ...]
    join: str

    def holds(self, ctx: Context) -> bool:
        """Whether all or any of them hold; each is asked, for each may remember what it met."""
        found = [part.holds(ctx) for part in self.parts]
        return all(found) if self.join == "and" else any(found)

    def has_come(self, ctx: Context, event: Event) -> bool:
        """Whether any of them has come."""
        return any(part.has_come(ctx, event) for part in self.parts)


@dataclass(frozen=True, slots=True, eq=False)
class Matches(Fact):
    """Some piece of the subject passes a filter."""

    subject: Selector
    filter: Filter

    def holds(self, ctx: Context) -> bool:
        """Whether enough of them pass; who does is remembered."""
        subject = self.subject
        passing = [ref for ref in subject.find(ctx) if self.filter.holds(ref, ctx)]
        if passing and not subject.is_this:
            ctx.say(*self._aboard_of(passing[0], ctx), passing[0])
            ctx.met = tuple(passing) if subject.which in {"a", "another"} else ()
        elif passing and isinstance(self.filter, Touching | Within) and not self.filter.is_denied:
            ctx.met = self.filter.met(passing[0], ctx)  # "if she is touching a ship, ... that ship"
            ctx.say(*ctx.met)
        if subject.count is not None:
            least, most = subject.count.bounds(ctx)
            return least <= len(passing) <= max(most, least)
        return bool(passing)

    def _aboard_of(self, ref: Ref, ctx: Context) -> list[Ref]:
        """The ship that something is said to be on: "if he is on a friendly ship, ... that ship"."""
        piece = ctx.piece(ref) if isinstance(self.filter, Located) else None
        return [piece.where] if piece is not None and piece.where >= 0 else []

    @property
    def state_asked(self) -> Filter:
        """The filter."""
        return self.filter


@dataclass(frozen=True, slots=True, eq=False)
class EachMatches(Fact):
    """Each of several subjects has a piece that passes."""

    parts: tuple[Fact, ...]

    def holds(self, ctx: Context) -> bool:
        """Whether all have."""
        return all(part.holds(ctx) for part in self.parts)


@dataclass(frozen=True, slots=True, eq=False)
class NoneMatches(Fact):
    """No piece of the subject passes a filter: "if no ship is within S"."""

    some: Fact

    def holds(self, ctx: Context) -> bool:
        """Whether none passes."""
        return not self.some.holds(ctx)


@dataclass(frozen=True, slots=True, eq=False)
class OneNation(Fact):
    """Pieces have the same nationality (black-mark-needs-matching-nations-first)."""

    subject: Selector

    def holds(self, ctx: Context) -> bool:
        """Whether they are of one nation."""
        pieces = [ctx.piece(ref) for ref in self.subject.find(ctx)]
        return len({ctx.game.nation(piece) for piece in pieces if piece is not None}) == 1


@dataclass(frozen=True, slots=True, eq=False)
class RollIs(Fact):
    """The roll that is going on counts as something; "any cannon roll" is one of this ship."""

    subject: Selector
    filter: Filter

    def holds(self, ctx: Context) -> bool:
        """Whether it is so."""
        rolled = next((event for event in chain(ctx.event) if event.type == "roll"), None)
        if rolled is not None:
            own = (
                isinstance(rolled.object, Matter) and ctx.ship is not None and rolled.object.of == ctx.ship.id
            )
            others = self.subject.noun == "cannon_roll" and not is_of_guns(rolled)
            if others or (self.subject.which == "any" and not own):
                return False
        shown = face(rolled) if rolled is not None else ctx.result
        if isinstance(self.filter, StatIs) and self.filter.amount.exact is not None:
            return COMPARES[self.filter.compare](shown, self.filter.amount.exact)
        return isinstance(self.filter, Equals) and self.filter.holds(0, ctx)

    @property
    def state_asked(self) -> Filter:
        """The filter."""
        return self.filter


@dataclass(frozen=True, slots=True, eq=False)
class SoManyHits(Fact):
    """The hit that is going on completes so many, of one action or of one turn, or comes after them.

    Every odd hit of two fells nothing (two-hits-for-a-mast-against-two-masts-with-one-hit). What is no hit at
    all, such as a ram, needs none; nor does a piece that is lost when another is hit.
    """

    count: Amount
    of_turn: bool

    def holds(self, ctx: Context) -> bool:
        """Whether it is the one, or one of the later ones."""
        hit = next((event for event in chain(ctx.event) if event.type == "hit"), None)
        lost = ctx.event.object if ctx.event is not None else None
        if hit is None or (isinstance(lost, int) and lost != hit.object):
            return True
        number = (facts.OF_TURN if self.of_turn else facts.OF_ACTION).get(hit, 1)
        if isinstance(self.count, AtLeast):
            return number >= self.count.least
        return number % (self.count.exact or 1) == 0


@dataclass(frozen=True, slots=True, eq=False)
class Happens(Fact):
    """An event is going on, or has happened this turn."""

    spec: EventSpec
    strength: str = "do"

    def holds(self, ctx: Context) -> bool:
        """Whether it is, or whether it is not where that is asked."""
        event = self.spec
        if self.strength == "may" and event.type == "move" and event.agent is not None:
            ships = (ctx.piece(ref) for ref in event.agent.find(ctx))
            return any(ship is not None and ctx.game.moves_without_masts(ship) for ship in ships)
        return self._happened(event, ctx) != (self.strength in {"not", "cannot"})

    def _happened(self, event: EventSpec, ctx: Context) -> bool:
        if event.type in VISIBLE:
            return relations.stands(ctx, event)
        if event.type == "assign" and event.object is not None and event.to is not None:
            return _is_aboard(event.object, event.to, ctx)
        if event.type == "use" and event.object is not None and event.object.noun in PIECES:
            used = event.object.find(ctx)  # a card is used while what its own words say goes on
            return any(found.cause.piece in used for found in chain(ctx.event))
        if event.type == "change":
            return ctx.game.value_was_changed(ctx)
        if event.type == "draw":
            return relations.is_line_clear(ctx, event)
        return any(event.matches(ctx, found) for found in relations.recent(ctx, event.type))

    def has_come(self, ctx: Context, event: Event) -> bool:
        """Whether it has just happened; what can be seen on the table is looked at."""
        if self.strength == "do" and self.spec.type not in VISIBLE:
            return self.spec.matches(ctx, event)
        return self.holds(ctx)

    @property
    def event(self) -> EventSpec:
        """The event."""
        return self.spec


def _is_aboard(what: Selector, ship: Selector, ctx: Context) -> bool:
    """Whether such a piece is assigned to a ship: it serves aboard her now."""
    holders = ship.find(ctx)
    pieces = (ctx.piece(ref) for ref in what.find(ctx))
    return any(piece is not None and piece.role != "cargo" and piece.where in holders for piece in pieces)


# --- guards -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Trigger(Node):
    """When, before or after an event, or any of several."""

    moment: str
    events: tuple[EventSpec, ...]
    strength: str = "do"

    @property
    def event(self) -> EventSpec:
        """The event, or the first of them."""
        return self.events[0]

    def holds(self, ctx: Context, event: Event | None) -> bool:
        """Whether one of them is going on, or has left what can still be seen."""
        going_on = list(_going_on(event))
        if any(wanted.matches(ctx, found) for found in going_on for wanted in self.events):
            return True
        return any(_lasts(wanted, ctx) for wanted in self.events)


def _going_on(event: Event | None) -> Iterator[Event]:
    """The events that are going on; who explores is given an explore action, a free one in a move action."""
    for found in chain(event):
        yield found
        if found.type == "explore" and isinstance(found.agent, int):
            action = Matter("explore_action", found.agent)
            yield Event("give", object=action, to=found.agent, player=found.player, within=found.within)


def _lasts(event: EventSpec, ctx: Context) -> bool:
    """Whether what an event came to is still so.

    A ship that "reaches her cargo limit" has reached it as long as she is full, and a card that "is revealed"
    is so as long as it lies face up.
    """
    if event.type == "reach" and event.agent is not None:
        ships = [ctx.piece(ref) for ref in event.agent.find(ctx)]
        return any(ship is not None and ctx.game.space_left(ship) <= 0 for ship in ships)
    if event.type == "reveal" and event.object is not None:
        cards = [ctx.piece(ref) for ref in event.object.find(ctx)]
        return any(card is not None and card.face_up for card in cards)
    return False


@dataclass(frozen=True, slots=True, eq=False)
class Moment(Node):
    """A point of the turn: beginning, end, any time, of whose turn; or setup, or on reveal."""

    at: str
    whose: str | None = None

    def holds(self, ctx: Context) -> bool:
        """Whether it is the turn of the player that it speaks of; in setup each player acts on his own."""
        if self.at == "setup":
            return ctx.event is None or ctx.event.type != "setup" or ctx.event.player == ctx.player
        active = ctx.state.turn.player
        if self.whose in {"your", "next_yours", "each_yours", "one_yours"}:
            return active == ctx.player
        if self.whose == "opponents":
            return active != ctx.player
        if self.whose == "next_player":
            return active == (ctx.player + 1) % ctx.state.players
        if self.whose == "its":
            ship = ctx.ship
            if ship is None and ctx.card.kind == "island":
                return True  # "at the beginning of his or her turn, the active player ...": of everybody's
            return ship is not None and ship.controller == active
        return True


@dataclass(frozen=True, slots=True, eq=False)
class Condition(Node):
    """A fact that must hold, or must not; "even if" asks for nothing."""

    fact: Fact
    negated: bool = False
    even: bool = False

    def holds(self, ctx: Context) -> bool:
        """Whether it is as it must be."""
        return self.fact.holds(ctx) != self.negated or self.even


@dataclass(frozen=True, slots=True, eq=False)
class Lasts(Node):
    """How long an effect lasts: a span by its name, so many turns, or until an event, a moment or a fact.

    `tree` is kept of what lasts until something: the effect is put in force together with it.
    """

    span: str = ""
    turns: Amount | None = None
    until: EventSpec | Moment | Fact | None = None
    tree: t.Until | None = None

    @property
    def ends_at_moment(self) -> bool:
        """Whether a point of a turn ends it."""
        return isinstance(self.until, Moment)

    def has_come(self, ctx: Context, event: Event) -> bool:
        """Whether what ends it has come with an event that has just happened."""
        if self.until is None or isinstance(self.until, Moment):
            return False
        return self.until.has_come(ctx, event)


@dataclass(frozen=True, slots=True, eq=False)
class Guards(Node):
    """The guards of an ability, by kind."""

    limit: str = ""
    times: int = 1  # how often in a turn or game
    triggers: tuple[Trigger, ...] = ()
    moments: tuple[Moment, ...] = ()
    conditions: tuple[Condition, ...] = ()
    part_of: tuple[Selector, ...] = ()
    for_each: tuple[Selector, ...] = ()
    rolled: tuple[int, ...] = ()  # faces of the roll that is going on
    instead: bool = False
    instead_of: EventSpec | None = None
    lasts: Lasts | None = None

    def hold(self, ctx: Context, event: Event | None) -> bool:
        """Whether all of them hold that can be looked at without asking anybody."""
        for trigger in self.triggers:
            if not trigger.holds(ctx, event):
                return False
        if self.rolled:
            roll = next((found for found in chain(event) if found.type == "roll"), None)
            if roll is None or face(roll) not in self.rolled:
                return False
        for part in self.part_of:
            if not _is_part_of(part, ctx, event):
                return False
        for moment in self.moments:
            if not moment.holds(ctx):
                return False
        return all(condition.holds(ctx) for condition in self.conditions)


def _is_part_of(what: Selector, ctx: Context, event: Event | None) -> bool:
    """Whether it is part of such an action of this ship that something happens."""
    if what.noun == "explore_action" and _explores(ctx, event):
        return True
    return any(
        found.type in {"give", "roll"}
        and found.object is not None
        and what.fits(found.object, ctx)
        and (found.type != "give" or ctx.ship is None or found.to == ctx.ship.id)
        for found in chain(event)
    )


def _explores(ctx: Context, event: Event | None) -> bool:
    """Whether this ship explores, be it for free with the move that docks her."""
    ship = ctx.ship.id if ctx.ship is not None else None
    return any(found.type == "explore" and found.agent == ship for found in chain(event))


def exceeds(event: EventSpec, ctx: Context) -> bool:
    """Whether a result is more than the rank of each cannon that is named."""
    of = event.object.of.find(ctx) if event.object is not None and event.object.of is not None else []
    ranks = [ctx.game.cannon(ref).rank for ref in of if isinstance(ref, Part)]
    return bool(ranks) and ctx.result > max(ranks)
