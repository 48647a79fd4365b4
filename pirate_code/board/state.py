"""A position: every piece, where it is, whose turn it is, what still lasts. Plain data that copies cheaply.

Whoever moves a piece between places, turns it over or changes who controls it does so through `State`,
because which abilities are in force depends on it: `stamp` changes then. `place_stamp` changes with every
piece that is moved between places, also with coins, which have no abilities.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import repeat
from operator import attrgetter
from typing import Any, NamedTuple

from pirate_code.board.card import Cannon, Card
from pirate_code.board.geometry import Point
from pirate_code.board.pose import Pose
from pirate_code.board.refs import AbilityRef, Part, Ref
from pirate_code.core.dice import Dice

# Where a piece can be when it is not aboard, on or in another piece (then its place is that piece's number).
SEA = -1  # on the table, at its pose
OUT = -2  # removed from the game
LOST = -3  # eliminated: an ability may bring it back
ASIDE = -4  # in a player's collection, or in hand: not in play yet

# What stands in the place of a mast, segment, hull piece or fort flag.
GONE, UP, FIRE = 0, 1, 2


class PartState(NamedTuple):
    """A state that a part of a piece is in."""

    state: str
    part: Part


# What there is to know of a piece.
PIECE_FIELDS = (
    "arm",
    "cancelled",
    "card",
    "controller",
    "docked",
    "explored",
    "explored_by",
    "face_up",
    "given_cannons",
    "home",
    "id",
    "kind",
    "known",
    "lent_by",
    "linked",
    "linked_by",
    "loaded_from",
    "lost_in",
    "masts",
    "nation",
    "outline",
    "owner",
    "part_states",
    "parts",
    "pinned_by",
    "pose",
    "role",
    "scuttled_by",
    "ship_at_setup",
    "states",
    "surrounds",
    "target",
    "towed_by",
    "value",
    "where",
)


class Piece:
    """One piece of the game, with everything about it that can change."""

    __slots__ = PIECE_FIELDS

    def __init__(self, number: int, card: Card, owner: int | None = None, where: int = ASIDE) -> None:
        self.id = number
        self.card = card
        self.kind = card.kind
        self.owner = owner
        self.controller = owner
        self.where = where
        self.pose: Pose | None = None
        self.outline = ""
        self.masts: tuple[int, ...] = (UP,) * (card.masts or len(card.cannons))
        self.parts: dict[str, int] = {}  # panels, secondary hulls, blades ... that are left
        self.part_states: frozenset[PartState] = frozenset()  # a cannon is jammed ...
        self.given_cannons: tuple[Cannon, ...] = ()  # beyond those of the card, for good, at no mast
        self.nation = card.nation
        self.face_up = True
        self.states: frozenset[str] = frozenset()  # submerged, ghostly, wreck, sunk, lost in fog, tangled ...
        self.docked: int | None = None  # the island or fort
        self.pinned_by: int | None = None
        self.towed_by: int | None = None
        self.home: int | None = None  # the player whose home island this is
        self.explored: frozenset[int] = frozenset()  # players who have marked this island
        self.explored_by: frozenset[int] = frozenset()  # players of whom a ship has explored this island
        self.known: frozenset[int] = frozenset()  # players who have seen its face
        self.value = card.gold if card.kind == "treasure" else 0  # a fort's gold is what it costs
        self.role = ""  # "cargo": a crew carried as a captive
        self.linked: frozenset[str] = frozenset(card.links)
        self.linked_by: AbilityRef | None = None  # what linked it in the course of the game
        self.cancelled = False
        self.lent_by: int | None = None  # the player whose fleet she is in while another commands her
        self.scuttled_by: int | None = None  # the player at whose next turn she sinks
        self.surrounds: int | None = None  # the ship that a creature came round
        self.arm: Point | None = None  # where the end of her arm is, seen from her; None: along the deck
        self.target: int | None = None  # the ship that was declared to be its target
        self.lost_in: int | None = None  # the fog bank
        self.loaded_from: int | None = None  # where it lay before it was last loaded
        self.ship_at_setup: int | None = None  # the ship that it is assigned to when the game begins

    def copy(self) -> Piece:
        """The same piece in another position."""
        return _piece(_all_of(self), self.parts)

    @property
    def standing(self) -> int:
        """How many masts (segments, flags) are left, burning ones not counted."""
        return self.masts.count(UP)

    @property
    def bare(self) -> bool:
        """Whether it has lost every mast, or the flag of a flotilla; a canoe never had one to lose."""
        return not self.standing and ("mast" not in self.parts or self.parts.get("flag") == 0)

    @property
    def afloat(self) -> bool:
        """Whether it is a ship or sea creature on the table."""
        return self.kind in {"ship", "sea creature"} and self.where == SEA

    @property
    def is_unique(self) -> bool:
        """Whether it has a text of its own, and is no crew that lies face down among the treasure."""
        return bool(self.card.abilities) and self.kind == self.card.kind

    @property
    def in_play(self) -> bool:
        """Whether it is on the table, or aboard or on something that is."""
        return self.where >= SEA

    def __repr__(self) -> str:
        return f"<{self.id} {self.card.name}>"


_all_of = attrgetter(*PIECE_FIELDS)
_CARD = PIECE_FIELDS.index("card")


def _piece(values: tuple[Any, ...], parts: dict[str, int]) -> Piece:
    """A piece of which everything is as told."""
    new = Piece(0, values[_CARD])
    for _ in map(setattr, repeat(new), PIECE_FIELDS, values):  # a third of the time of a loop
        pass
    new.parts = dict(parts)
    return new


class Until(Enum):
    """When an effect that lasts ends."""

    GAME = "game"  # never
    TURN = "turn"  # with this turn
    CARD = "card"  # when its card is gone or face down
    NEXT_TURN = "next_turn"  # it holds in the next turn of a player only, and ends with that
    BEGINNING = "beginning"  # when the next turn of a player begins
    TURNS = "turns"  # with the turn of that number
    EVENT = "event"  # when the event or the fact comes that it tells of
    NEXT_TIME = "next_time"  # when it has acted once
    MEANWHILE = "meanwhile"  # with the event, or the shot, that carries it


class End(NamedTuple):
    """The moment at which an effect ends; for turns of a player, which player and after which turn."""

    until: Until
    player: int | None = None
    turn: int = 0


@dataclass(slots=True)
class Lasting:
    """An effect that goes on, seen from a piece, with what its words referred to, until it ends.

    What the effect does, the rules know; the board carries it along.
    """

    effect: object
    source: int
    player: int
    said: tuple[Ref, ...]
    ends: End
    number: int = 0  # of the ability it comes from; -1: none that could be cancelled
    aboard: int | None = None  # the ship that its piece was on when it began: "this ship", wherever it goes


class ExtraAction(NamedTuple):
    """An action beyond the first that a ship may be given, and the ability it comes from."""

    noun: str
    by: AbilityRef | None = None


class Use(NamedTuple):
    """A use of an ability that a limit counts: once in a turn, an action or the game.

    The holder is the ship that it is used once on, or the piece itself. `actions` tells with which
    action of the turn it was used, free ones told apart, where an ability may be used again with the next.
    """

    holder: int
    ability: str
    limit: str
    actions: int = 0

    def so_often(self, times: int) -> Iterator[Use]:
        """This use and those after it that a limit of so many allows."""
        return (self._replace(actions=self.actions + more) for more in range(times))


class TallyEntry(NamedTuple):
    """What a card has made a coin worth, beyond what is printed on it; at a player's home island."""

    player: int
    coin: int
    source: int


class Bonus(NamedTuple):
    """What a card will have made a coin worth when that comes home."""

    coin: int
    source: int


class Phase(Enum):
    """Where a game stands in its setup, or in the turn that is going on."""

    FIRST_PLAYER = "setup"
    ISLANDS = "setup islands"
    TERRAIN = "setup terrain"
    HOMES = "setup homes"
    CREW = "setup crew"
    TREASURE = "setup treasure"
    SETUP_ABILITIES = "setup abilities"
    READY = "ready"  # setup is done, the first turn has not begun
    BEGINNING = "begin"
    RESPONSES = "responses"  # the other players may use abilities
    ACTIONS = "actions"
    END = "end"


SETUP_PHASES = (
    Phase.FIRST_PLAYER,
    Phase.ISLANDS,
    Phase.TERRAIN,
    Phase.HOMES,
    Phase.CREW,
    Phase.TREASURE,
    Phase.SETUP_ABILITIES,
)


@dataclass(slots=True)
class Turn:
    """What has happened in the turn that is going on."""

    number: int = 0
    player: int = 0
    phase: Phase = Phase.FIRST_PLAYER
    responder: int = 1  # who is next to use abilities: so many places after the player
    actions: dict[int, tuple[str, ...]] = field(default_factory=dict)  # full actions given, by ship
    extra: dict[int, tuple[ExtraAction, ...]] = field(default_factory=dict)  # by ship
    used: set[Use] = field(default_factory=set)
    done: tuple[tuple[str, Ref | None, Ref | None], ...] = ()  # events of this turn: type, agent, object
    began_docked: dict[int, int] = field(default_factory=dict)  # ships that began this turn docked, and where
    ratings: dict[int, int] = field(default_factory=dict)  # rolled for terrain, by piece
    shown: frozenset[int] = frozenset()  # pieces that their players have revealed
    handled: frozenset[int] = frozenset()  # crew and equipment that has been moved in port
    landed: dict[int, int] = field(default_factory=dict)  # of it what waits ashore, and who put it there
    helped: frozenset[int] = frozenset()  # ships that a trade current has helped
    commander: int | None = None  # who gives the player's ships their actions in his place
    orders_over: bool = False  # the commander gives none, or no more

    def copy(self) -> Turn:
        """The same turn in another position."""
        return Turn(
            self.number,
            self.player,
            self.phase,
            self.responder,
            dict(self.actions),
            dict(self.extra),
            set(self.used),
            self.done,
            dict(self.began_docked),
            dict(self.ratings),
            self.shown,
            self.handled,
            dict(self.landed),
            self.helped,
            self.commander,
            self.orders_over,
        )


class _Sorted:
    """The hulls, the forts with them, and the islands among some pieces."""

    __slots__ = ("actors", "count", "hulls", "islands")

    def __init__(self, pieces: list[Piece]) -> None:
        self.count = len(pieces)
        self.actors = [piece for piece in pieces if piece.kind in {"ship", "sea creature", "fort"}]
        self.hulls = [piece for piece in self.actors if piece.kind != "fort"]
        self.islands = [piece for piece in pieces if piece.kind == "island"]


POSITION_FIELDS = (
    "bonuses",
    "dice",
    "edition",
    "first_player",
    "gold_made",
    "lasting",
    "out",
    "over",
    "pieces",
    "place_stamp",
    "players",
    "precedence",
    "progress",
    "quiet_turns",
    "stamp",
    "starting_gold",
    "table_size",
    "tally",
    "turn",
    "used",
)


ABANDONED = "abandoned"  # a state of crew that lie among the treasure until they are shown


def _settle_kind(piece: Piece) -> None:
    """Abandoned crew are treasure while they lie face down: abandoned-crew-face-down-is-standard-treasure."""
    if ABANDONED in piece.states:
        piece.kind = piece.card.kind if piece.face_up else "treasure"


class State:
    """A whole position."""

    __slots__ = ("_aboard", "_aboard_stamp", "_by_kind", *POSITION_FIELDS)

    def __init__(self, players: int, seed: int = 0, edition: str = "code") -> None:
        self.players = players
        self.edition = edition
        self.pieces: list[Piece] = []
        self._by_kind = _Sorted(self.pieces)
        self.turn = Turn()
        self.lasting: list[Lasting] = []
        self.dice = Dice(seed)
        self.table_size = (0, 0)  # width and height in millimetres from a corner at the origin; 0: open sea
        self.first_player: int | None = None
        self.starting_gold: int | None = None  # none in a position that was not set up by the rules
        self.gold_made = 0  # gold that abilities made of nothing, less what they took away
        self.tally: dict[TallyEntry, int] = {}
        self.bonuses: dict[Bonus, int] = {}
        self.used: frozenset[Use] = frozenset()  # what can be used once in a game
        self.over: frozenset[AbilityRef] = frozenset()  # abilities that have ended for good
        self.quiet_turns = 0  # turns since something changed that could end the game
        self.progress: int | None = None  # a checksum of what could end the game
        self.out: frozenset[int] = frozenset()  # players who are out of the game
        # Which of the abilities wins that settle a stat of a piece differently: the piece that has it.
        self.precedence: dict[tuple[str, int], int] = {}
        self.stamp = 0
        self.place_stamp = 0
        self._aboard: dict[int, list[Piece]] = {}
        self._aboard_stamp = -1

    def copy(self) -> State:
        """A position that goes its own way from here."""
        new = self._without_pieces()
        new.pieces = [piece.copy() for piece in self.pieces]
        return new

    def _without_pieces(self) -> State:
        new = State(self.players, edition=self.edition)
        new.out, new.stamp, new.place_stamp = self.out, self.stamp, self.place_stamp
        new.turn = self.turn.copy()
        new.lasting = list(self.lasting)
        new.dice = self.dice.copy()
        new.table_size, new.first_player = self.table_size, self.first_player
        new.starting_gold, new.gold_made = self.starting_gold, self.gold_made
        new.tally, new.bonuses = dict(self.tally), dict(self.bonuses)
        new.used, new.over = self.used, self.over
        new.quiet_turns, new.progress = self.quiet_turns, self.progress
        new.precedence = dict(self.precedence)
        return new

    def add(self, card: Card, owner: int | None = None, where: int = ASIDE) -> Piece:
        """A new piece of a card."""
        piece = Piece(len(self.pieces), card, owner, where)
        self.pieces.append(piece)
        self.stamp += 1
        self.place_stamp += 1
        return piece

    def put(self, piece: Piece, where: int) -> None:
        """Move a piece to a place: aboard another piece, or one of the places above."""
        piece.where = where
        self.place_stamp += 1
        if piece.kind != "treasure" or piece.card.abilities:  # a coin has no part in what is in force
            self.stamp += 1

    def is_used(self, use: Use) -> bool:
        """Whether an ability has been used so: in this turn, or in the whole game."""
        return use in (self.used if use.limit == "game" else self.turn.used)

    def use_up(self, use: Use) -> None:
        """Note that an ability has been used so."""
        if use.limit == "game":
            self.used |= {use}
        else:
            self.turn.used.add(use)

    def turn_face(self, piece: Piece, up: bool) -> None:
        """Turn a piece face up or face down."""
        if piece.face_up != up:
            piece.face_up = up
            _settle_kind(piece)
            self.stamp += 1

    def mark(self, piece: Piece, state: str, on: bool = True) -> None:
        """Put a piece into a state, or take it out of it."""
        piece.states = piece.states | {state} if on else piece.states - {state}
        _settle_kind(piece)
        self.stamp += 1

    def give_to(self, piece: Piece, player: int | None) -> None:
        """Change who controls a piece."""
        piece.controller = player
        self.stamp += 1

    def aboard(self, place: int) -> Iterator[Piece]:
        """Everything aboard a ship, on an island or in a fort."""
        return iter(self._by_place().get(place, ()))

    def has_aboard(self, place: int) -> bool:
        """Whether anything is aboard a ship, on an island or in a fort."""
        return place in self._by_place()

    def _by_place(self) -> dict[int, list[Piece]]:
        """What is aboard of what: sorted again when a piece has been moved."""
        if self._aboard_stamp != self.place_stamp:
            self._aboard_stamp = self.place_stamp
            self._aboard = {}
            for piece in self.pieces:
                if piece.where >= 0:
                    self._aboard.setdefault(piece.where, []).append(piece)
        return self._aboard

    def crew(self, ship: int) -> list[Piece]:
        """The crew of a ship; captives carried as cargo are none."""
        return [piece for piece in self.aboard(ship) if piece.kind == "crew" and piece.role != "cargo"]

    def treasure(self, place: int) -> list[Piece]:
        """The treasure on a ship or island."""
        return [piece for piece in self.aboard(place) if piece.kind == "treasure"]

    def ships(self, player: int | None = None) -> list[Piece]:
        """Ships and sea creatures on the table, of one player or of all."""
        hulls = self._sorted().hulls
        if player is None:
            return [piece for piece in hulls if piece.where == SEA]
        return [piece for piece in hulls if piece.where == SEA and piece.controller == player]

    def actors(self, player: int) -> list[Piece]:
        """Ships, sea creatures and forts of a player that are in play, abandoned forts too."""
        return [piece for piece in self._sorted().actors if piece.controller == player and piece.where >= SEA]

    def islands(self) -> list[Piece]:
        """Islands on the table."""
        return [piece for piece in self._sorted().islands if piece.where == SEA]

    def _sorted(self) -> _Sorted:
        """The pieces by kind, which never changes: sorted again when some have been added."""
        if self._by_kind.count != len(self.pieces):
            self._by_kind = _Sorted(self.pieces)
        return self._by_kind

    def home(self, player: int) -> Piece | None:
        """A player's home island."""
        for piece in self._sorted().islands:
            if piece.home == player and piece.where == SEA:
                return piece
        return None

    def ship_of(self, piece: Piece) -> Piece | None:
        """The ship, creature or fort that a piece is or is aboard of; none on an island."""
        here = piece
        while here.where >= 0:
            if here.kind in {"ship", "sea creature", "fort"}:
                return here
            here = self.pieces[here.where]
        return here if here.kind in {"ship", "sea creature", "fort"} and here.where == SEA else None


class Snapshot:
    """A position at one moment, from which it can be restored later.

    A game takes one at every calm moment and restores few of them; taking one costs a fifth of a copy.
    """

    __slots__ = ("_parts", "_pieces", "_rest")

    def __init__(self, state: State) -> None:
        self._rest = state._without_pieces()
        self._pieces = [_all_of(piece) for piece in state.pieces]
        # The one thing about a piece that is changed in place.
        self._parts = {piece.id: dict(piece.parts) for piece in state.pieces if piece.parts}

    def restore(self) -> State:
        """The position as it was, to go its own way from there."""
        new = self._rest.copy()
        new.pieces = [
            _piece(values, self._parts.get(number, {})) for number, values in enumerate(self._pieces)
        ]
        return new
