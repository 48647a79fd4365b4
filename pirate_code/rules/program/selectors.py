"""Selectors: which things of a position an ability speaks of, and whether a thing is one of them.

`find` lists them, `fits` tests one; `referents` tells what a word refers back to ("that ship", "the target").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import ASIDE, Piece
from pirate_code.core.dice import Rolled
from pirate_code.rules.event import chain
from pirate_code.rules.program.abilities import same_ability
from pirate_code.rules.program.amounts import Amount
from pirate_code.rules.program.extremes import extremes
from pirate_code.rules.program.filters import (
    Extreme,
    Filter,
    Involved,
    of_another_nation,
    of_nationality,
)
from pirate_code.rules.program.node import Node
from pirate_code.rules.program.nouns import (
    ABILITIES,
    ACTIONS,
    OWN_NAMES,
    PIECES,
    PLAYERS,
    ROLLS,
    all_of,
    is_a,
)
from pirate_code.rules.program.referents import (
    at_hand,
    attacker,
    concerns,
    is_own,
    last_spoken_of,
    targets_of,
)
from pirate_code.rules.program.states import player_of

if TYPE_CHECKING:
    from pirate_code.rules.program.context import Context, Engine

BACKWARD = frozenset({"that", "the", "both"})
_FIELDS = ("noun", "which", "count", "of", "filters")
_HULLS = frozenset({"ship", "sea creature"})
UNIQUE = "unique_treasure"
# Words that reach farther than their noun: "this card", a target.
_WIDE = frozenset({"card", "game_piece", "target"})


@dataclass(frozen=True, slots=True, eq=False)
class Selector(Node):
    """Things that an ability names; most are told by a noun, and the others leave it empty."""

    noun: str = ""
    which: str | None = None
    count: Amount | None = None
    of: Selector | None = None
    filters: tuple[Filter, ...] = ()

    # --- what is asked of a position -----------------------------------------------------------------------

    def find(self, ctx: Context) -> list[Ref]:
        """Everything that is named, as the position stands; the count is not applied."""
        raise NotImplementedError

    def fits(self, ref: Ref, ctx: Context) -> bool:
        """Whether a thing is one of those that are named."""
        raise NotImplementedError

    def cannot_be(self, ref: Ref, game: Engine) -> bool:
        """Whether a thing cannot be meant, by the noun alone: quick, and most are not."""
        return False

    def how_many(self, available: int, ctx: Context) -> tuple[int, int]:
        """The least and the most things that are asked for, of so many."""
        return available, available

    def value(self, ctx: Context) -> Rolled:
        """As an amount: the last result, or how many there are."""
        return ctx.result if self.noun in {"result", "die_roll"} else len(self.find(ctx))

    # --- what is known of the words ------------------------------------------------------------------------

    @property
    def is_this(self) -> bool:
        """Whether it is this ship, this crew, this card."""
        return self.which == "this"

    @property
    def is_that(self) -> bool:
        """Whether it is something that was spoken of."""
        return self.which == "that"

    @property
    def members(self) -> tuple[Selector, ...]:
        """The selectors that it is made of; most are made of themselves."""
        return (self,)

    @property
    def is_any_of(self) -> bool:
        """Whether any one of several selectors is enough."""
        return False

    @property
    def is_all_of(self) -> bool:
        """Whether several selectors are named together."""
        return False

    @property
    def keyword(self) -> str:
        """The keyword that it is, if it is one."""
        return ""

    @property
    def name(self) -> str:
        """The name of the piece that it is, if it is told by its name."""
        return ""

    @property
    def segments(self) -> tuple[str, ...]:
        """Things are no distance."""
        return ()

    @property
    def is_player(self) -> bool:
        """Whether it is a player, told as "you" or "the player to your left"."""
        return False

    def has_state(self, *states: str) -> bool:
        """Whether a state narrows it down: "enemy", "nearest", "random"."""
        return any(found.state in states for found in self.filters)

    @property
    def names_some(self) -> bool:
        """Whether somebody picks which ones: "a ship", "one crew", "any two masts"."""
        return self.which in {"a", "any", "another"} or (
            self.count is not None and self.count.exact is not None
        )


@dataclass(frozen=True, slots=True, eq=False)
class Several(Selector):
    """Several selectors: all of them, or any of them."""

    parts: tuple[Selector, ...] = ()
    join: str = "and"

    def find(self, ctx: Context) -> list[Ref]:
        """What any of them finds."""
        return list(dict.fromkeys(ref for part in self.parts for ref in part.find(ctx)))

    def fits(self, ref: Ref, ctx: Context) -> bool:
        """Whether it is one of any of them."""
        return any(part.fits(ref, ctx) for part in self.parts)

    def how_many(self, available: int, ctx: Context) -> tuple[int, int]:
        """From the least that any asks for to the most."""
        bounds = [part.how_many(available, ctx) for part in self.parts]
        return min(low for low, _ in bounds), max(high for _, high in bounds)

    @property
    def members(self) -> tuple[Selector, ...]:
        """The parts."""
        return self.parts

    @property
    def is_any_of(self) -> bool:
        """Whether one is enough."""
        return self.join == "or"

    @property
    def is_all_of(self) -> bool:
        """Whether they are named together."""
        return self.join == "and"

    @property
    def names_some(self) -> bool:
        """Whether somebody picks which."""
        return self.join == "or" and all(part.names_some for part in self.parts)


@dataclass(frozen=True, slots=True, eq=False)
class Player(Selector):
    """A player, seen from the player of the card: you, the one to the left or right, whose turn it is."""

    who: str = "you"

    def find(self, ctx: Context) -> list[Ref]:
        """The seat."""
        return [Seat(self.seat(ctx))]

    def fits(self, ref: Ref, ctx: Context) -> bool:
        """Whether it is that player."""
        return isinstance(ref, Seat) and ref.player == self.seat(ctx)

    def seat(self, ctx: Context) -> int:
        """The number of the player."""
        if self.who == "you":
            return ctx.player
        state = ctx.state
        if self.who == "active":
            return state.turn.player
        start = ctx.player
        if self.of is not None:
            start = next((ref.player for ref in self.of.find(ctx) if isinstance(ref, Seat)), start)
        player, step = start, 1 if self.who == "left" else -1
        while True:
            player = (player + step) % state.players
            if player not in state.out or player == start:
                return player

    @property
    def is_player(self) -> bool:
        """It is one."""
        return True


def _is_called(piece: Piece, name: str) -> bool:
    """Whether a piece has a name; as "Mutiny!" is called Mutiny, "Potions & Brews" Potions and Brews."""
    return name in (piece.card.name, piece.card.name.rstrip("!"), piece.card.name.replace("&", "and"))


@dataclass(frozen=True, slots=True, eq=False)
class Named(Selector):
    """The piece of that name, often the card itself."""

    called: str = ""

    def find(self, ctx: Context) -> list[Ref]:
        """This card wherever it is, if it calls itself so; else those of that name that are in play."""
        if self.is_own(ctx):
            return [ctx.source]
        return [piece.id for piece in ctx.state.pieces if _is_called(piece, self.called) and piece.in_play]

    def fits(self, ref: Ref, ctx: Context) -> bool:
        """Whether it has that name, or is an ability of what has it."""
        of = ref.of if isinstance(ref, Matter) and ref.noun == "ability" else ref
        if not isinstance(of, int):
            return False
        return _is_called(ctx.state.pieces[of], self.called) or (of == ctx.source and self.is_own(ctx))

    def is_own(self, ctx: Context) -> bool:
        """Whether the card calls itself so, by its whole name or without a title ("Captain Davy Jones")."""
        return _is_called(ctx.card, self.called) or ctx.card.card.name.endswith(f" {self.called}")

    @property
    def name(self) -> str:
        """The name."""
        return self.called


@dataclass(frozen=True, slots=True, eq=False)
class KeywordItself(Selector):
    """A keyword spoken of as a thing: "the Fear keyword"."""

    id: str = ""

    def find(self, ctx: Context) -> list[Ref]:
        """The keyword as a matter."""
        return [Matter(self.id)]

    def fits(self, ref: Ref, ctx: Context) -> bool:
        """Whether it is that keyword, or an ability that is."""
        if not isinstance(ref, Matter):
            return False
        if ref.noun == self.id:
            return True
        abilities = (
            ctx.state.pieces[ref.of].card.abilities if ref.noun == "ability" and ref.of is not None else ()
        )
        return 0 <= ref.number < len(abilities) and abilities[ref.number].keyword == self.id

    @property
    def keyword(self) -> str:
        """The keyword."""
        return self.id


@dataclass(frozen=True, slots=True, eq=False)
class Pieces(Selector):
    """Things of one noun: which, how many, whose, and what narrows them down."""

    def but(self, **changes: object) -> Self:
        """This selector with some fields changed; "this" and any other word are told by different classes."""
        fields = {name: changes.get(name, getattr(self, name)) for name in _FIELDS}
        return pieces(**fields)  # type: ignore[return-value, arg-type]

    def find(self, ctx: Context) -> list[Ref]:
        """Everything that is named; a selector of no piece (an action, a hit) names a matter."""
        if self.which in BACKWARD and self.of is None and not self._is_extreme:
            doer = self._doer(ctx)
            said = doer if doer is not None else last_spoken_of(self, ctx)
            if said is not None:
                return list(ctx.together) if said in ctx.together and self.which == "that" else [said]
        if (self.noun, self.which) == ("game_piece", "each") and not self.filters and self.of is None:
            return list(ctx.together)  # "each" alone: of what was just chosen or lost, none if nothing was
        if self._is_target_of_actions:
            return list(targets_of(self.of, ctx)) if self.of is not None else []
        if self.noun == "attacker" and (ship := attacker(ctx)) is not None:
            return [ship]
        if self.noun == "opponent" and self.of is not None:
            return _opponents_of(self.of, ctx)
        if self.noun in PLAYERS and self.of is not None:
            return _players_of(self.noun, self.of, ctx)
        everything: Sequence[Ref] = all_of(ctx.game, self.noun)
        if any(found.is_outside for found in self.filters):
            everything = [
                piece.id
                for piece in ctx.state.pieces
                if piece.where == ASIDE and is_a(ctx.game, piece.id, self.noun)
            ]
        if ctx.shown and self.noun == UNIQUE:
            everything = [*everything, *ctx.shown]
        owners = self.of.find(ctx) if self.of is not None and everything and _has_owners(self.of) else None
        found = [ref for ref in everything if self._is_one(ref, ctx, owners)]
        if not found and self.noun not in PIECES and self.noun not in {"ability", *ABILITIES}:
            found = [Matter(self.noun, ctx.ship.id if ctx.ship else None)]
        return extremes(self.filters, found, ctx)

    def fits(self, ref: Ref, ctx: Context) -> bool:
        """Whether a thing is one of them."""
        return self._is_one(ref, ctx, None)

    def _is_one(self, ref: Ref, ctx: Context, owners: list[Ref] | None) -> bool:
        """Whether a thing is one of them; `owners` is what `of` finds, if that is known."""
        if self._is_target_of_actions and self.of is not None:
            return ref in targets_of(self.of, ctx)
        if self.which == "that" or (self.which == "the" and self._is_told_of(ctx)):
            said = last_spoken_of(self, ctx)
            if said is not None:
                return ref == said or same_ability(ref, said, ctx.state)
        noun = self.noun
        if noun == "opponent" and isinstance(ref, Seat) and ref.player == ctx.player:
            return False
        known = (noun == UNIQUE and ref in ctx.shown) or (noun == "action" and self._is_free_action(ref))
        if not known and not is_a(ctx.game, ref, noun) and not ctx.game.counts_as(ref, noun):
            return isinstance(ref, Matter) and noun not in PIECES and ref.noun == noun
        if noun == "crew" and isinstance(ref, int) and self._passes_by(ctx.state.pieces[ref]):
            return False
        if self.which == "another" and (ref == ctx.source if noun == "game_piece" else is_own(ref, ctx)):
            return False
        if isinstance(ref, Matter) and not self._is_of_number(ref):
            return False
        if self.of is not None and not _belongs(_holder(ref, noun), self.of, ctx, owners):
            return False
        for found in self.filters:  # noqa: SIM110 (asked so often that a generator would show)
            if not found.holds(ref, ctx):
                return False
        return True

    def _passes_by(self, crew: Piece) -> bool:
        """Whether words on crew pass by a captive worth gold: capture-gold-makes-generic-cargo."""
        return crew.role == "cargo" and not self.has_state("captured")

    def _doer(self, ctx: Context) -> int | None:
        """Who does what is going on, where that is told: "the ship that pinned you" is not the pinned one."""
        told = {one.spec.type for one in self.filters if isinstance(one, Involved) and one.role == "agent"}
        for event in chain(ctx.event) if told else ():
            by = event.agent
            if event.type in told and isinstance(by, int) and is_a(ctx.game, by, self.noun):
                return by
        return None

    def _is_told_of(self, ctx: Context) -> bool:
        """Whether "the" target is meant, or "the iceberg" that the words have placed before."""
        if self.noun == "target":
            return True
        plain = self.noun in PIECES and self.of is None and not self.filters
        return plain and any(isinstance(ref, int) and is_a(ctx.game, ref, self.noun) for ref in ctx.said)

    def _is_free_action(self, ref: Ref) -> bool:
        """ "Actions" are free ones too, "an action" is none (natives-stop-every-kind-of-action)."""
        plain = self.which is None and self.count is None
        return plain and isinstance(ref, Matter) and ref.noun == "free_action"

    @property
    def _is_target_of_actions(self) -> bool:
        """Whether they are those at whom actions were aimed: "the targets of the shoot actions"."""
        return self.noun == "target" and self.of is not None and self.of.noun in ACTIONS

    @property
    def _is_extreme(self) -> bool:
        """Whether "the" one with the most or fewest of something is meant, not one spoken of before."""
        extremes_of = (narrow for narrow in self.filters if isinstance(narrow, Extreme))
        return self.which == "the" and any(narrow.counted is not None for narrow in extremes_of)

    def _is_of_number(self, ref: Matter) -> bool:
        """Whether one thing is asked for and it is one, or all together and it is the end of them all."""
        if ref.noun == "movement_segment":
            return (ref.number < 0) == (self.which == "all")
        if ref.noun in ROLLS:
            return (ref.number < 0) == (self.noun == "die" and self.which == "all")
        return True

    def cannot_be(self, ref: Ref, game: Engine) -> bool:
        """Whether the noun rules a thing out, and no ability says that anything counts as something else."""
        if self.noun in _WIDE or not isinstance(ref, int):
            return False
        return not is_a(game, ref, self.noun) and not game.has_counting_abilities()

    def how_many(self, available: int, ctx: Context) -> tuple[int, int]:
        """What the count says; "a", "any" and "another" are one, "no" and "neither" none."""
        if self.which == "no":
            return 0, 0
        if self.count is not None:
            least, most = self.count.bounds(ctx)
            if (share := self.count.share(available)) is not None:
                least = most = share
            return min(least, available), min(most, available)
        if self.which in {"a", "any", "another"} or self._is_highest:
            return min(1, available), min(1, available)
        return available, available

    @property
    def _is_highest(self) -> bool:
        """Whether one of several is meant although they are equal: "the crew with the highest point cost"."""
        told = {one.stat for one in self.filters if isinstance(one, Extreme)}
        return self.which == "the" and not told.isdisjoint({"point_cost", "gold_value"})


@dataclass(frozen=True, slots=True, eq=False)
class This(Pieces):
    """This ship is the ship that the card is or is on; this crew, fort, island or card is the card itself."""

    def find(self, ctx: Context) -> list[Ref]:
        """The one thing."""
        card, ship, noun = ctx.card, ctx.ship, self.noun
        own = card is ship or card.kind not in _HULLS
        if noun == "ship" and own and ship is not None and ship.kind in _HULLS:  # asked more than all else
            return [ship.id]
        if noun in {"card", "game_piece"} or (is_a(ctx.game, card.id, noun) and card is not ship):
            return [card.id]
        if ship is not None and is_a(ctx.game, ship.id, noun):
            return [ship.id]
        if (near := at_hand(noun, ctx)) is not None:
            return near
        if ctx.event is not None and not ctx.said and not concerns(ctx.event, card):
            return []
        if (
            ctx.event is not None
        ):  # an island speaks of the ship that docks, treasure of the ship that loads it
            for slot in (ctx.event.agent, ctx.event.object, ctx.event.at, ctx.event.to):
                if slot is not None and is_a(ctx.game, slot, noun):
                    return [slot]
        said = last_spoken_of(self, ctx)
        return [] if said is None else [said]

    def fits(self, ref: Ref, ctx: Context) -> bool:
        """Whether it is the one."""
        return not self.cannot_be(ref, ctx.game) and ref in self.find(ctx)


@dataclass(frozen=True, slots=True, eq=False)
class OwnName(Pieces):
    """A token by the name that it shares with others: what it says of them holds for itself."""

    def find(self, ctx: Context) -> list[Ref]:
        """The card itself, if it is so called and all that is told of it is so."""
        if any(found.is_outside for found in self.filters):
            return Pieces.find(self, ctx)
        return [ctx.source] if self.fits(ctx.source, ctx) else []

    def fits(self, ref: Ref, ctx: Context) -> bool:
        """Whether it is the card itself."""
        if ref != ctx.source or not is_a(ctx.game, ref, self.noun):
            return False
        return all(found.holds(ref, ctx) for found in self.filters)


@dataclass(frozen=True, slots=True, eq=False)
class Nations(Pieces):
    """The different nations of some pieces, to be counted: one piece stands for each."""

    def find(self, ctx: Context) -> list[Ref]:
        """The first piece of each nation."""
        found: dict[str, Ref] = {}
        for ref in self.of.find(ctx) if self.of is not None else ():
            piece = ctx.piece(ref)
            nation = ctx.game.nation(piece) if piece is not None else None
            if nation is not None:
                found.setdefault(nation, ref)
        return list(found.values())


def pieces(
    noun: str,
    which: str | None = None,
    count: Amount | None = None,
    of: Selector | None = None,
    filters: tuple[Filter, ...] = (),
) -> Pieces:
    """A selector of things of one noun."""
    made = This if which == "this" else OwnName if noun in OWN_NAMES else Pieces
    if (
        noun in {"nation", "nationality"}
        and of is not None
        and any(one.state == "different" for one in filters)
    ):
        made = Nations
    return made(noun, which, count, of, filters)


THIS_SHIP = pieces("ship", "this")
THIS_CARD = pieces("card", "this")


# --- whose things are --------------------------------------------------------------------------------------


def _opponents_of(of: Selector, ctx: Context) -> list[Ref]:
    """Whom a ship boards, rams or shoots at, or by whom she is; else the players against her own."""
    owners = of.find(ctx)
    for event in chain(ctx.event):
        sides = (event.agent, event.object, event.against)
        pieces = [piece.id for ref in sides if ref is not None and (piece := ctx.piece(ref)) is not None]
        others = [number for number in pieces if number not in owners]
        if others and len(others) < len(pieces):
            return [others[0]]
    own = {player_of(ref, ctx) for ref in owners}
    return [Seat(player) for player in range(ctx.state.players) if player not in own | ctx.state.out]


def _players_of(noun: str, of: Selector, ctx: Context) -> list[Ref]:
    """The controller or owner of a piece."""
    found: list[Ref] = []
    for ref in of.find(ctx):
        piece = ctx.piece(ref)
        player = None if piece is None else piece.owner if noun == "owner" else piece.controller
        if player is not None:
            found.append(Seat(player))
    return found


def _player_of_piece(piece: Piece) -> int | None:
    """Whose a piece is; a home island is its player's."""
    return piece.home if piece.kind == "island" and piece.home is not None else piece.controller


def _has_owners(of: Selector) -> bool:
    """Whether what is somebody's is told by looking for the owners."""
    return not isinstance(of, Player) and of.noun not in {"nationality", "nation"}


def _holder(ref: Ref, noun: str) -> Ref:
    """What stands for a thing when it is asked whose it is: a ship's crew abilities are those of her crew."""
    return ref.of if noun == "crew_ability" and isinstance(ref, Matter) and ref.of is not None else ref


def _belongs(ref: Ref, of: Selector, ctx: Context, owners: list[Ref] | None = None) -> bool:
    """Whether a thing is somebody's: part of a piece, aboard, on an island, of a player, of a nation."""
    if isinstance(of, Player):
        piece = ctx.piece(ref)
        return isinstance(ref, Matter) if piece is None else _player_of_piece(piece) == of.seat(ctx)
    if of.noun == "nationality":
        return of_nationality(of, ref, ctx)
    if of.noun == "nation" and of.which == "another":
        return of_another_nation(ref, ctx)
    if owners is None:
        owners = of.find(ctx)
    if isinstance(ref, Part):
        return ref.of in owners
    if isinstance(ref, Matter):
        if ref.of is None or ref.of in owners:
            return True
        controller = ctx.state.pieces[ref.of].controller  # an action is of the ship, and so of her player
        return controller is not None and Seat(controller) in owners
    if isinstance(ref, Seat):
        return ref in owners
    return _is_of_one(ctx.state.pieces[ref], owners, ctx)


def _is_of_one(piece: Piece, owners: Sequence[Ref], ctx: Context) -> bool:
    """Whether a piece is one of some things, aboard one, or of one of some players."""
    for owner in owners:
        if isinstance(owner, Seat):
            if _player_of_piece(piece) == owner.player:
                return True
        elif owner in {piece.where, piece.id}:
            return True
        elif piece.kind == "island" and isinstance(owner, int) and ctx.state.pieces[owner].where == piece.id:
            return True  # an island is that of what lies on it: "its island"
        elif isinstance(owner, int) and piece.home is not None:  # a ship's home island is her player's
            return piece.home == ctx.state.pieces[owner].controller
    return False
