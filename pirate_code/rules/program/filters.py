"""Filters: whether a thing is English, submerged, within S of another, the dearest of them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import ASIDE, Piece
from pirate_code.glossary import titles
from pirate_code.rules import table
from pirate_code.rules.event import Event, chain, face
from pirate_code.rules.program.abilities import means_keyword
from pirate_code.rules.program.amounts import Amount
from pirate_code.rules.program.context import is_number
from pirate_code.rules.program.node import Node
from pirate_code.rules.program.nouns import ROLLS, full_number
from pirate_code.rules.program.relations import is_apart
from pirate_code.rules.program.states import STATES, StateTest, among_first, in_path, player_of

if TYPE_CHECKING:
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.event_spec import EventSpec
    from pirate_code.rules.program.guards import Trigger
    from pirate_code.rules.program.selectors import Selector

_SPACES = frozenset({"cargo_capacity", "cargo_space"})
COMPARES: dict[str, Callable[[int, int], bool]] = {
    "equal": operator.eq,
    "at_most": operator.le,
    "at_least": operator.ge,
    "less_than": operator.lt,
    "more_than": operator.gt,
    "more": operator.gt,
    "less": operator.lt,
}


@dataclass(frozen=True, slots=True, eq=False)
class Filter(Node):
    """Something that narrows things down."""

    def holds(self, ref: Ref, ctx: Context) -> bool:
        """Whether a thing passes."""
        return True

    @property
    def state(self) -> str:
        """The state that is asked for, if it is one."""
        return ""

    @property
    def is_plain(self) -> bool:
        """Whether it is told of the thing alone, and not toward another."""
        return True

    @property
    def nation(self) -> str:
        """The nation that is asked for, if it is one."""
        return ""

    @property
    def is_denied(self) -> bool:
        """Whether it asks for things that are not so."""
        return False

    @property
    def is_outside(self) -> bool:
        """Whether it asks for pieces from outside the game."""
        return False

    @property
    def is_place(self) -> bool:
        """Whether it says where a thing is."""
        return False

    @property
    def same_as(self) -> Selector | None:
        """What a thing is told to be like: "the same nationality as this ship"."""
        return None

    @property
    def event(self) -> EventSpec | None:
        """The event that a thing has its part in."""
        return None


@dataclass(frozen=True, slots=True, eq=False)
class OfNation(Filter):
    """Belongs to a nation, or to any nation but that."""

    id: str
    negated: bool = False

    def holds(self, ref: Ref, ctx: Context) -> bool:
        """Whether its nationality is that one now."""
        piece = ctx.piece(ref)
        return piece is not None and (ctx.game.nation(piece) == self.id) != self.negated

    @property
    def nation(self) -> str:
        """The nation."""
        return self.id

    @property
    def is_denied(self) -> bool:
        """Whether any other nation is meant."""
        return self.negated


@dataclass(frozen=True, slots=True, eq=False)
class HasKeyword(Filter):
    """Has a keyword, printed or as full text."""

    keyword: str
    or_name: str | None = None

    def holds(self, ref: Ref, ctx: Context) -> bool:
        """Whether it has it now, or prints what it means."""
        piece = ctx.piece(ref)
        if piece is None or (piece.kind == "crew" and piece.in_play and not piece.face_up):
            return False  # what lies face down is not in play (copy-only-face-up-abilities)
        if self.or_name is not None and self._is_named_so(piece.card.name):
            return True
        return self.keyword in ctx.game.keywords(piece) or means_keyword(piece.card, self.keyword)

    def _is_named_so(self, name: str) -> bool:
        """Whether a name has that word, or the keyword's title (captain-crew-means-ability-or-name)."""
        return not {self.or_name, *titles(self.keyword)}.isdisjoint(name.replace(",", " ").split())


@dataclass(frozen=True, slots=True, eq=False)
class NamedLike(Filter):
    """Has a word in its name."""

    name: str

    def holds(self, ref: Ref, ctx: Context) -> bool:
        """Whether the name holds it, in capitals or not."""
        piece = ctx.piece(ref)
        return piece is not None and self.name.casefold() in piece.card.name.casefold()


@dataclass(frozen=True, slots=True, eq=False)
class InState(Filter):
    """Is in a state, or is not."""

    id: str
    negated: bool
    toward: Selector | None
    test: StateTest | None  # how it is seen; without one it is marked on the piece

    def holds(self, ref: Ref, ctx: Context) -> bool:
        """Whether an ability keeps it so, or it is so."""
        held = ctx.game.held(self.id, ref)
        if held is not None:
            return held != self.negated
        if self.test is None:
            piece = ctx.piece(ref)
            return (piece is not None and self.id in piece.states) != self.negated
        return self.test(ref, ctx, self.toward) != self.negated

    @property
    def state(self) -> str:
        """The state."""
        return self.id

    @property
    def is_plain(self) -> bool:
        """Whether it is told toward nothing."""
        return self.toward is None

    @property
    def is_denied(self) -> bool:
        """Whether it must not be so."""
        return self.negated


def in_state(state: str, negated: bool = False, toward: Selector | None = None) -> InState:
    """The filter of a state."""
    return InState(state, negated, toward, STATES.get(state))


def among_the_first(number: int) -> InState:
    """The filter of what is one of the first so many."""
    return InState("first", False, None, among_first(number))


@dataclass(frozen=True, slots=True, eq=False)
class Within(Filter):
    """Is within a distance of a piece; `beyond` also puts a lower bound."""

    distance: tuple[str, ...]
    of: Selector | None = None
    beyond: tuple[str, ...] = ()
    exactly: bool = False
    negated: bool = False

    def holds(self, ref: Ref, ctx: Context) -> bool:
        """Whether any of the others is near enough."""
        piece = _place_of(ref, ctx)
        if piece is None:
            return False
        others: list[Ref] = self.of.find(ctx) if self.of is not None else [ctx.ship.id] if ctx.ship else []
        return any(self._is_near_to(piece, other, ctx) for other in others) != self.negated

    def met(self, ref: Ref, ctx: Context) -> tuple[Ref, ...]:
        """Those of them that are near enough to a piece, the nearest last."""
        piece = _place_of(ref, ctx)
        if piece is None or self.of is None:
            return ()
        found = [
            (table.gap(ctx.state, piece, other), thing)
            for thing in self.of.find(ctx)
            if isinstance(thing, int) and self._is_near(piece, other := ctx.state.pieces[thing], ctx)
        ]
        return tuple(thing for _, thing in sorted(found, reverse=True))

    def _is_near_to(self, piece: Piece, thing: Ref, ctx: Context) -> bool:
        """Whether a piece is near enough to another, or to a mast: that is where it stands on its ship."""
        other = _place_of(thing, ctx)
        if other is None or not (isinstance(thing, Part) and thing.noun == "mast"):
            return self._is_near(piece, other, ctx)
        if _is_aboard(piece, other) or _fog_between(piece, other, ctx):
            return False
        return ctx.game.reaches(thing, piece, table.length(self.distance), table.length(self.beyond))

    def _is_near(self, piece: Piece, other: Piece | None, ctx: Context) -> bool:
        if other is None or _is_aboard(piece, other) or _fog_between(piece, other, ctx):
            return False
        if not table.within(ctx.state, piece, other, self.distance):
            return False
        return not self.beyond or not table.within(ctx.state, piece, other, self.beyond)

    @property
    def is_denied(self) -> bool:
        """Whether it must be farther away."""
        return self.negated


def _fog_between(piece: Piece, other: Piece, ctx: Context) -> bool:
    """Whether one of two ships is lost in fog: no range reaches from it, or into it."""
    ships = [ctx.state.ship_of(found) for found in (piece, other)]
    return ships[0] is not ships[1] and any(ship is not None and "lost" in ship.states for ship in ships)


def _is_aboard(piece: Piece, other: Piece) -> bool:
    """Whether a piece is another or aboard it: a distance begins outside (cancel-friends-but-not-aboard)."""
    return piece is other or (other.afloat and piece.where == other.id)


def _place_of(thing: Ref, ctx: Context) -> Piece | None:
    """The piece that a distance is measured from or to; an attack comes from whoever makes it."""
    if isinstance(thing, Matter):
        return ctx.state.pieces[thing.of] if thing.of is not None else None
    return ctx.piece(thing)


@dataclass(frozen=True, slots=True, eq=False)
class Located(Filter):
    """Is on, in, at or next to something."""

    place: str
    what: Selector

    def holds(self, ref: Ref, ctx: Context) -> bool:
        """Whether it is there."""
        if isinstance(ref, Matter) and ref.of is not None:
            ref = ref.of  # an ability is where the piece is that has it
        piece = ctx.piece(ref)
        if self.what.noun == "path":
            return in_path(ref, ctx)
        if self.what.noun == "cargo_capacity":
            return piece is not None and ctx.game.space_left(piece) <= 0
        if self.what.noun == "turn":  # "the same ship in the same turn": what is there is there in this turn
            return True
        places = self.what.find(ctx)
        if self.place == "as":
            others = [ctx.piece(place) for place in places]
            return piece is not None and any(one is not None and one.nation == piece.nation for one in others)
        if piece is None:
            return isinstance(ref, Matter)
        if isinstance(ref, Part) and self.place in {"on", "from"}:
            return ref.of in places
        if self.what.noun == "fleet":
            owners = self.what.of.find(ctx) if self.what.of is not None else [Seat(ctx.player)]
            return any(isinstance(owner, Seat) and piece.controller == owner.player for owner in owners)
        if self.place == "docked_at" or (self.place == "at" and piece.afloat):
            return piece.docked is not None and (
                piece.docked in places or _fort_at(piece.docked, places, ctx)
            )
        return any(
            piece.where == place
            or (isinstance(place, int) and table.on(ctx.state, piece, ctx.state.pieces[place]))
            for place in places
        )

    @property
    def is_place(self) -> bool:
        """It is one."""
        return True

    @property
    def same_as(self) -> Selector | None:
        """What it is told to be like."""
        return self.what if self.place == "as" else None


def _fort_at(island: int, places: list[Ref], ctx: Context) -> bool:
    """A fort stands on its island: who is docked at the one is docked at the other."""
    return any(isinstance(place, int) and ctx.state.pieces[place].where == island for place in places)


@dataclass(frozen=True, slots=True, eq=False)
class Touching(Filter):
    """Touches a piece."""

    what: Selector

    def holds(self, ref: Ref, ctx: Context) -> bool:
        """Whether it touches any of them."""
        return next(self._touched(ref, ctx), None) is not None

    def met(self, ref: Ref, ctx: Context) -> tuple[Ref, ...]:
        """Those of them that it touches."""
        return tuple(self._touched(ref, ctx))

    def _touched(self, ref: Ref, ctx: Context) -> Iterator[Ref]:
        piece = ctx.piece(ref)
        if piece is not None:
            yield from (
                other
                for other in self.what.find(ctx)
                if _touches(other, piece, ctx) or _reaches(ref, other, ctx)
            )


def _reaches(part: Ref, ref: Ref, ctx: Context) -> bool:
    """Whether an arm or blade touches a piece that its ship does not: "her arm is touching an island"."""
    other = ctx.piece(ref)
    if not isinstance(part, Part) or other is None or other.id == part.of:
        return False
    if is_apart(ctx.state.pieces[part.of], other):
        return False
    return ctx.game.permits(Event("touch", agent=part, object=other.id))


def _touches(ref: Ref, piece: Piece, ctx: Context) -> bool:
    """Whether a thing touches a piece; a blade touches whatever it is told to reach."""
    other = ctx.piece(ref)
    if other is None or other is piece or is_apart(piece, other):
        return False
    if isinstance(ref, Part) and ctx.game.permits(Event("touch", agent=ref, object=piece.id)):
        return True
    return table.touching(ctx.state, piece, other)


@dataclass(frozen=True, slots=True, eq=False)
class Has(Filter):
    """Has or carries something, or nothing of the kind."""

    what: Selector
    wanted: Selector  # the same, however many there are
    negated: bool = False

    def holds(self, ref: Ref, ctx: Context) -> bool:
        """Whether it has as many as are asked for."""
        return self._has(self.what, self.wanted, ref, ctx) != self.negated

    def _has(self, what: Selector, wanted: Selector, ref: Ref, ctx: Context) -> bool:
        if what.keyword:
            piece = ctx.piece(ref)
            return piece is not None and what.keyword in ctx.game.keywords(piece)
        if what.is_any_of or what.is_all_of:
            pairs = zip(what.members, wanted.members, strict=True)
            held = (self._has(one, any_of_it, ref, ctx) for one, any_of_it in pairs)
            return all(held) if what.is_all_of else any(held)
        if not what.noun:
            return any(_holder(ctx, thing) == ref for thing in what.find(ctx))
        least, most = (0, 0) if what.which == "no" else (1, 99)
        if what.which == "all":  # "as long as she has all of her masts"
            least = full_number(ctx.piece(ref), what.noun)
        if what.count is not None:
            least, most = what.count.bounds(ctx)
        if what.noun in _SPACES:  # "when she has no available cargo capacity"
            ship = ctx.piece(ref)
            return ship is not None and least <= max(0, ctx.game.space_left(ship)) <= most
        inner = ctx.copy()
        inner.say(ref)
        owned = [thing for thing in wanted.find(inner) if has_it(ctx, ref, thing)]
        if what.which == "another":
            owned = [thing for thing in owned if thing != ctx.source]
        return least <= len(owned) <= most

    @property
    def is_denied(self) -> bool:
        """Whether it must have nothing of the kind."""
        return self.negated


def has_it(ctx: Context, ref: Ref, thing: Ref) -> bool:
    """Whether a piece has a thing aboard or as its part; a fleet has all that its player controls."""
    if isinstance(ref, Matter) and ref.noun == "fleet":
        return player_of(thing, ctx) == ctx.player
    return _holder(ctx, thing) == ref


def _holder(ctx: Context, thing: Ref) -> Ref | None:
    if isinstance(thing, Part):
        return thing.of
    return ctx.state.pieces[thing].where if isinstance(thing, int) else None


@dataclass(frozen=True, slots=True, eq=False)
class StatIs(Filter):
    """A stat compared with an amount: "with point cost 3 or less"."""

    stat: str
    compare: str
    amount: Amount

    def holds(self, ref: Ref, ctx: Context) -> bool:
        """Whether the stat is so now; the roll of a cannon is the one it is making."""
        value = ctx.game.stat(self.stat, ref, ctx.event)
        if self.stat in ROLLS and isinstance(ref, Part):
            rolls = (event for event in chain(ctx.event) if event.type == "roll" and event.agent == ref)
            value = next((face(roll) for roll in rolls), 0)
        if self.amount.segments:
            return value == self.amount.segments
        wanted = self.amount.value(ctx)
        return is_number(value) and COMPARES[self.compare](value, wanted)


@dataclass(frozen=True, slots=True, eq=False)
class Extreme(Filter):
    """Has the highest or lowest value of a stat, or the most or fewest of what is `counted`.

    `extremes.extremes` sorts that out among all that pass.
    """

    most: str
    stat: str = ""
    counted: Selector | None = None


@dataclass(frozen=True, slots=True, eq=False)
class OfRange(Filter):
    """A cannon of this range, and of this rank if one is named."""

    range: str | None = None
    rank: int | None = None

    def holds(self, ref: Ref, ctx: Context) -> bool:
        """Whether the cannon is so now."""
        if not isinstance(ref, Part):
            return False
        cannon = ctx.game.cannon(ref)
        return self.range in {None, cannon.range} and self.rank in {None, cannon.rank}


@dataclass(frozen=True, slots=True, eq=False)
class Involved(Filter):
    """Takes part in an event, as the one who does it or the one it is done to: "any ship she touches"."""

    role: str
    spec: EventSpec
    strength: str = "do"
    when: Trigger | None = None

    def holds(self, ref: Ref, ctx: Context) -> bool:
        """Whether it has its part in an event: going on, of this turn, or what touches now."""
        return self.spec.involves(self.role, ref, ctx)

    @property
    def event(self) -> EventSpec:
        """The event."""
        return self.spec


@dataclass(frozen=True, slots=True, eq=False)
class IsA(Filter):
    """Is a piece of that description."""

    what: Selector
    negated: bool = False

    def holds(self, ref: Ref, ctx: Context) -> bool:
        """Whether it is one."""
        return self.what.fits(ref, ctx) != self.negated

    @property
    def is_denied(self) -> bool:
        """Whether it must be none."""
        return self.negated


@dataclass(frozen=True, slots=True, eq=False)
class Except(Filter):
    """But not these."""

    what: Selector

    def holds(self, ref: Ref, ctx: Context) -> bool:
        """Whether it is none of them."""
        return not self.what.fits(ref, ctx)


@dataclass(frozen=True, slots=True, eq=False)
class Including(Filter):
    """Even these: it narrows nothing down."""


@dataclass(frozen=True, slots=True, eq=False)
class Equals(Filter):
    """As much as an amount, or more, or less."""

    compare: str
    amount: Amount

    def holds(self, ref: Ref, ctx: Context) -> bool:
        """Whether the last result is so."""
        return COMPARES[self.compare](ctx.result, self.amount.value(ctx))


@dataclass(frozen=True, slots=True, eq=False)
class Sized(Filter):
    """So wide and so long."""

    wide: tuple[str, ...]
    long: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class OutsideGame(Filter):
    """Comes from outside the game, out of a player's collection."""

    def holds(self, ref: Ref, ctx: Context) -> bool:
        """Whether it is set aside."""
        return isinstance(ref, int) and ctx.state.pieces[ref].where == ASIDE

    @property
    def is_outside(self) -> bool:
        """It is."""
        return True


def of_nationality(of: Selector, ref: Ref, ctx: Context) -> bool:
    """Of the same nationality as something, this card if nothing is named."""
    piece = ctx.piece(ref)
    if of.which == "any":
        return piece is not None
    like = [found.same_as for found in of.filters if found.same_as is not None]
    others = [ctx.piece(other) for other in like[0].find(ctx)] if like else [ctx.card]
    return piece is not None and any(
        other is not None and ctx.game.nation(other) == ctx.game.nation(piece) for other in others
    )


def of_another_nation(ref: Ref, ctx: Context) -> bool:
    """Of another nation than those that the card has named, or than its own if it has named none."""
    piece = ctx.piece(ref)
    named = {nation for ability in ctx.card.card.abilities for nation in ability.nations}
    if piece is None:
        return False
    nation = ctx.game.nation(piece)
    return nation not in named if named else nation != ctx.card.nation
