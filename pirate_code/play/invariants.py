"""Checks after every event what must be true of every game, and records which abilities were used.

`CheckedGame` is a game that checks itself; it raises `BrokenInvariant` at the event that broke an invariant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pirate_code.board import geometry
from pirate_code.board.geometry import Shape
from pirate_code.board.observe import observe
from pirate_code.board.outlines import load_outlines
from pirate_code.board.pose import Pose
from pirate_code.board.refs import Matter
from pirate_code.board.state import (
    ASIDE,
    FIRE,
    GONE,
    LOST,
    OUT,
    SEA,
    UP,
    End,
    Lasting,
    Phase,
    Piece,
    State,
    Until,
)
from pirate_code.rules import capacity, table, tally
from pirate_code.rules.ability_index import Entry
from pirate_code.rules.active import ActiveAbilities, Match
from pirate_code.rules.decision import Kind, Steps
from pirate_code.rules.edition import Edition
from pirate_code.rules.event import Event
from pirate_code.rules.game import Game
from pirate_code.rules.happen import carrying, giving, sailing
from pirate_code.rules.program.effects import Change

# What a piece of a kind can be aboard of, on or in.
_HOLDERS = {
    "crew": ("ship", "sea creature", "island", "fort"),
    "equipment": ("ship", "sea creature", "island", "fort"),
    "treasure": ("ship", "sea creature", "island", "fort", "terrain"),
    "event": ("ship", "sea creature", "island", "fort", "terrain"),
    "fort": ("island",),
    "ship": ("island",),
}
# What can lie on the table by itself; tokens of events and of some treasures are put there.
_ON_TABLE = frozenset({"ship", "sea creature", "island", "terrain", "event", "treasure"})
# What lies under or over others, so that hulls may overlap.
_APART = ("submerged", "ghostly", "lost")
_OVERLAP = 1.0  # millimetres of overlap that count as one: moves stop at contact, within rounding
# Effects that are so, and not done.
_STANDING = frozenset({"forbid", "permit", "require", "modify", "hold", "gain", "state", "spare"})


# What only the player decides who controls the piece: kinds of decisions, and events that need agreement.
_OWN = frozenset({Kind.CARGO, Kind.EXCESS})
_AGREED = frozenset({"board", "unload", "let_go", "reveal", "remain"})


class BrokenInvariant(RuntimeError):
    """An invariant of the game is broken."""


class CheckedGame(Game):
    """A game that is checked after every event, and notes the lines of abilities that acted."""

    def __init__(self, state: State, edition: Edition, work: Any = None) -> None:
        super().__init__(state, edition, work)
        self.used: set[str] = set()
        self.seen: set[int] = set()  # pieces that were in play, or events in hand
        self._looked: object = None  # what limits rest on, when all ships were last found to keep them
        self.active = _CheckedAbilities(self)
        self._given: Counter[tuple[int, int]] = Counter()  # full actions, by turn and ship
        self._poses: dict[int, Pose] = {}
        self._placed: set[object] = set()  # what was put somewhere since poses were last looked at
        self._gold = _gold(state)
        self._lasting: list[tuple[Lasting, int]] = []  # effects that last, with the turn of their beginning

    def propose(self, event: Event) -> Steps[bool]:
        """Let an event happen, and look whether all is well."""
        early = self._out_of_turn(event)
        happened = yield from super().propose(event)
        if happened:
            self._count(event)
            if event.type == "place":
                self._placed |= {event.agent, event.object}
        fault = early or self._fault()
        if fault is None and event.within is None:  # who passes through others may lie over them in between
            fault = self._overlapping()
        if fault is not None:
            raise BrokenInvariant(f"after {event.type}: {fault}")
        return happened

    def calm(self) -> None:
        """At a calm moment everybody carries no more than is allowed."""
        super().calm()
        outlasted = self._outlasted()
        if outlasted is not None:
            raise BrokenInvariant(outlasted)
        ships = self.state.ships()
        stamps = (self.state.stamp, self.state.place_stamp)
        looked = (stamps, [(ship.docked, ship.masts, ship.pose) for ship in ships])
        if self.state.turn.number == 0 or looked == self._looked:
            return
        self._looked = looked
        uncovered = self._uncovered()
        if uncovered is not None:
            raise BrokenInvariant(uncovered)
        self.seen |= {
            piece.id
            for piece in self.state.pieces
            if piece.in_play or (piece.kind == "event" and piece.owner is not None)
        }
        for ship in ships:
            if capacity.space_left(self, ship) < 0 and any(self._must_go(ship)):
                raise BrokenInvariant(f"{ship.card.name} carries more than her cargo space")
            if capacity.over_the_limit(self, ship) is not None and capacity.cargo(self, ship):
                raise BrokenInvariant(f"{ship.card.name} carries more points than she may")

    def _outlasted(self) -> str | None:
        """An effect that lasts so long is there until that is over, and not any more then."""
        turn = self.state.turn
        known = {id(lasting): begun for lasting, begun in self._lasting}
        there = {id(lasting) for lasting in self.state.lasting}
        for lasting, begun in self._lasting:
            if id(lasting) not in there and self._is_due_later(lasting.ends, begun):
                return f"an effect of {self.name(lasting.source)} ends too soon ({lasting.ends.until.value})"
        self._lasting = [(lasting, known.get(id(lasting), turn.number)) for lasting in self.state.lasting]
        acting = turn.phase is Phase.ACTIONS  # what ends when a turn begins is over by then
        for lasting, begun in self._lasting:
            until, player, last = lasting.ends
            at_beginning = until is Until.BEGINNING and player == turn.player and acting
            over = begun < turn.number and (until is Until.TURN or at_beginning)
            if over or (until is Until.TURNS and last < turn.number):
                return f"an effect of {self.name(lasting.source)} goes on beyond its end ({until.value})"
        return None

    def _is_due_later(self, ends: End, begun: int) -> bool:
        """Whether what began in that turn has to last beyond this moment."""
        turn = self.state.turn.number
        return (ends.until is Until.TURN and begun == turn) or (
            ends.until is Until.TURNS and turn < ends.turn
        )

    def _uncovered(self) -> str | None:
        """What a player may not see stands in no observation of that player: not its name, line or value."""
        for player in range(self.state.players):
            seen = observe(self.state, player)
            for piece, shown in zip(self.state.pieces, seen.pieces, strict=True):
                own = player in piece.known or piece.owner == player or piece.face_up
                holder = self.state.pieces[piece.where] if piece.where >= 0 else piece
                own = own or player in {holder.controller, holder.home} or piece.where == ASIDE
                told = shown.value or shown.nation or shown.states or shown.parts or shown.linked
                if not own and (told or shown.card.id == piece.card.id):
                    return f"player {player + 1} sees {piece.card.name}, which lies face down"
            if seen.dice.state == self.state.dice.state and self.state.dice.state:
                return f"player {player + 1} sees the dice to come"
        return None

    def _advance(self, *args: Any) -> None:
        """Go on to the next decision, and look whose it is."""
        super()._advance(*args)
        decision = self.decision
        if decision is None:
            return
        turn = self.state.turn
        # Who commands another's ships for a turn answers for them:
        # altar-of-the-loa-controls-ships-within-the-rules.
        commands = decision.player == turn.commander
        acts = decision.kind is Kind.TURN and turn.phase is Phase.ACTIONS
        if acts and decision.player != turn.player and not commands:
            raise BrokenInvariant(
                f"player {decision.player + 1} acts in the turn of player {turn.player + 1}"
            )
        subject = self.state.pieces[decision.subject] if isinstance(decision.subject, int) else None
        own = decision.kind in _OWN or (decision.kind is Kind.AGREE and decision.event in _AGREED)
        whose = self._controller(subject) if own and subject is not None else None
        if whose not in (None, decision.player) and not commands:
            raise BrokenInvariant(f"player {decision.player + 1} chooses for {self.name(decision.subject)}")

    def _controller(self, piece: Piece) -> int | None:
        """Whose piece it is: the player's who controls it, or the ship that it is aboard."""
        ship = self.state.ship_of(piece)
        return piece.controller if ship is None else ship.controller

    def _must_go(self, ship: Piece) -> Iterator[Piece]:
        """What takes up room aboard and is not kept there (fruit-makes-room-for-itself).

        A treasure that needs several spaces makes do with fewer (sunken-treasure-makes-room-for-itself).
        """
        for piece in capacity.cargo(self, ship):
            bulky = piece.kind == "treasure" and capacity.space_of(self, piece) > 1
            if capacity.space_of(self, piece) and not bulky and not carrying.is_kept(self, ship, piece):
                yield piece

    def _fault(self) -> str | None:
        for piece in self.state.pieces:
            fault = _misplaced(self.state, piece)
            if fault is not None:
                return f"{piece.card.name}: {fault}"
        if _gold(self.state) != self._gold:
            return f"there are {_gold(self.state) - self._gold:+} gold that nothing made or spent"
        return self._acted_too_often()

    def _out_of_turn(self, event: Event) -> str | None:
        """An action that no ability gives is given by whose turn it is, to a ship of that player."""
        if event.type != "give" or event.cause.piece is not None:
            return None
        if event.player != self.state.turn.player:
            return f"player {event.player} gives an action in the turn of player {self.state.turn.player}"
        if self.piece(event.to).controller != event.player:
            return f"player {event.player} gives an action to {self.name(event.to)} of another player"
        return None

    def _count(self, event: Event) -> None:
        """Count actions apart from the rules; one that failed was none."""
        noun = event.object.noun if isinstance(event.object, Matter) else ""
        if event.type == "give" and noun in giving.FULL and isinstance(event.to, int):
            self._given[self.state.turn.number, event.to] += 1
        elif event.type == "fail" and isinstance(event.agent, int):
            self._given[self.state.turn.number, event.agent] -= 1

    def _acted_too_often(self) -> str | None:
        turn, limit = self.state.turn, self.edition.action_limit
        for ship, given in turn.actions.items():
            count = max(len(given), self._given[turn.number, ship])
            if count > limit:
                return f"{self.name(ship)} was given {count} actions"
        return None

    def _overlapping(self) -> str | None:
        """Look at the ships that moved since the last event."""
        afloat = [piece for piece in self.state.pieces if piece.afloat and piece.pose is not None]
        moved = [piece for piece in afloat if self._poses.get(piece.id) != piece.pose]
        self._poses = {piece.id: piece.pose for piece in afloat if piece.pose is not None}
        placed, self._placed = self._placed, set()
        for piece in moved:
            shape = _shape(piece)
            solid = [*afloat, *self.state.islands()]
            for other in solid:
                if other is piece or other.pose is None or self._apart(piece) or self._apart(other):
                    continue
                if sailing.among(self, piece, other) or sailing.among(self, other, piece):
                    continue
                if other.kind == "island" and sailing.passes_over(self, piece, other):
                    continue  # it may end its move there too
                if piece.kind == "sea creature" and piece.id in placed and piece.docked == other.id:
                    continue  # it lands there (sea-dragon-on-an-island-and-lines-of-fire)
                if geometry.overlaps(shape, _shape(other), _OVERLAP):
                    return f"{piece.card.name} lies over {other.card.name}"
        return None

    def _apart(self, piece: Piece) -> bool:
        """Whether a piece lies under or over others: in such a state, or a creature around a ship."""
        inside = piece.surrounds
        if inside is not None and table.surrounds(self.state, piece, self.state.pieces[inside]):
            return True
        return any(state in piece.states or self.held(state, piece.id) for state in _APART)


class _CheckedAbilities(ActiveAbilities):
    """Notes which lines act: one that is asked for and holds, or that was used and did something."""

    def acts(self, entry: Entry, event: Event | None) -> Match | None:
        """As in every game; what only has to be so has acted when it fits an event."""
        match = super().acts(entry, event)
        if match is not None and match.op.verb in _STANDING and _is_against(match, event):
            self._note(match)
        return match

    def use(self, match: Match) -> Steps[bool]:
        """As in every game."""
        done = yield from super().use(match)
        if done:
            self._note(match)
        return done

    def _note(self, match: Match) -> None:
        """A clause that a piece gained from another card is none of its own line."""
        game = self.game
        assert isinstance(game, CheckedGame)
        piece = game.state.pieces[match.source]
        own = any(entry.op is match.op for entry in self._entries_of(piece))
        if own or match.lasting is not None:
            game.used.add(piece.card.line)


def _is_against(match: Match, event: Event | None) -> bool:
    """Whether a bonus against somebody is asked for against one of those."""
    against = match.op.effect.against if isinstance(match.op.effect, Change) else None
    if against is None:
        return True
    return event is not None and event.against is not None and against.fits(event.against, match.ctx)


def _misplaced(state: State, piece: Piece) -> str | None:
    """Why a piece is not in exactly one place where it can be, or has masts that cannot be."""
    where = piece.where
    if where >= 0:
        if where >= len(state.pieces) or where == piece.id:
            return f"it is in the place {where}"
        holder = state.pieces[where]
        if holder.kind not in _HOLDERS.get(piece.kind, ()):
            return f"a {piece.kind} is aboard a {holder.kind}"
        if holder.where in {OUT, LOST, ASIDE}:
            return f"it is aboard {holder.card.name}, which is not in play"
    elif where == SEA:
        if piece.kind not in _ON_TABLE and piece.kind not in {"treasure", "event"}:  # tokens lie on the sea
            return f"a {piece.kind} floats in the sea"
        if piece.kind in _ON_TABLE and piece.pose is None:
            return "it is on the table, but nowhere"
    elif where not in {OUT, LOST, ASIDE}:
        return f"it is in the place {where}"
    printed = piece.card.masts or len(piece.card.cannons)
    if piece.masts and len(piece.masts) != printed and piece.kind != "fort":  # some are told to have none
        return f"it has {len(piece.masts)} masts"
    if any(mast not in {GONE, UP, FIRE} for mast in piece.masts) or any(
        count < 0 for count in piece.parts.values()
    ):
        return "a mast or part is neither there nor gone"
    if piece.docked is not None and not 0 <= piece.docked < len(state.pieces):
        return "it is docked nowhere"
    return None


def _gold(state: State) -> int:
    """All the gold that there is, captives and tallies too, less what abilities made of nothing."""
    tallies = sum(tally.of(state, player) for player in range(state.players))
    return sum(piece.value for piece in state.pieces if piece.kind != "terrain") + tallies - state.gold_made


def _shape(piece: Piece) -> Shape:
    assert piece.pose is not None
    return geometry.place(load_outlines()[piece.outline], piece.pose)
