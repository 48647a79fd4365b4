"""The limits of what a ship carries, what follows from them, and who can use abilities aboard.

Everything that brings cargo aboard asks `no_room`; what no longer fits later goes by `settle`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from pirate_code.board.state import ABANDONED, SETUP_PHASES, Piece
from pirate_code.rules import stats
from pirate_code.rules.capacity import (
    HULLS,
    cargo,
    fits_as_printed,
    is_link_held,
    linked,
    over_the_limit,
    points_of,
    space_left,
    space_of,
)
from pirate_code.rules.choice import Choice
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.happen import free_actions
from pirate_code.rules.program.amounts import UpTo
from pirate_code.rules.program.effects import Become
from pirate_code.rules.program.filters import Has
from pirate_code.rules.program.lower.clauses import ops_of
from pirate_code.rules.registry import banned, closes

if TYPE_CHECKING:
    from pirate_code.board.card import AbilityOfCard
    from pirate_code.rules.game import Game

EXCESS = Cause("cargo beyond the limits of a ship")
DOCKED = Cause("crew transfer while docked")


# --- what can come aboard --------------------------------------------------------------------------------


def no_room(game: Game, ship: Piece, *pieces: Piece) -> str | None:
    """Why a ship cannot carry these pieces as well, or None. Each is looked at as if it were aboard."""
    for piece in pieces:
        serves = _would_serve(ship, piece)
        free = serves and piece.card.points == 0 and ABANDONED not in piece.states
        if free and not _of_one_nation(game, ship, piece):
            return f"{piece.card.name} costs no points and serves only on ships of its own nation"
        if not game.allows(Event("carry", agent=ship.id, object=piece.id)):
            return f"{ship.card.name} cannot carry {piece.card.name}"
        if serves and piece.where != ship.id and _crew_over(game, ship) >= 0:
            return f"{ship.card.name} has as many crew as she may have"
    if not any(piece.card.abilities for piece in pieces) and fits_as_printed(game, ship, pieces):
        return None
    places = [piece.where for piece in pieces]
    hidden = [piece for piece in pieces if "outside" in piece.states and not piece.face_up]
    with game.active.supposing(), game.cache:
        for piece in hidden:  # castaway-crew-comes-face-up
            piece.face_up = True
        _all_at(game, pieces, [ship.id] * len(pieces))
        try:
            space, over = space_left(game, ship), over_the_limit(game, ship) or ()
            needs = sum(space_of(game, piece) for piece in pieces)
            costs = sum(points_of(game, piece) for piece in pieces if piece.kind in over)
        finally:
            _all_at(game, pieces, places)
            for piece in hidden:
                piece.face_up = False
    if space < 0 and needs > 0:
        return f"{ship.card.name} has no cargo space left"
    if costs > 0:
        return f"{ship.card.name} cannot carry so many points of crew and equipment"
    return None


def swap_overloads(game: Game, one: Piece, other: Piece) -> str | None:
    """Why two pieces cannot change places, or None: a ship would have too much aboard.

    Ruling treasure-for-crew-swap-fails.
    """
    pieces, places = (one, other), [one.where, other.where]
    ships = [game.piece(place) for place in places if game.piece(place).kind in HULLS]
    before = [(space_left(game, ship), bool(over_the_limit(game, ship))) for ship in ships]
    with game.active.supposing(), game.cache:
        _all_at(game, pieces, places[::-1])
        try:
            after = [(space_left(game, ship), bool(over_the_limit(game, ship))) for ship in ships]
        finally:
            _all_at(game, pieces, places)
    for ship, (room, over), (room_then, over_then) in zip(ships, before, after, strict=True):
        if room_then < min(room, 0) or (over_then and not over):
            return f"{ship.card.name} would carry too much"
    return None


def _crew_over(game: Game, ship: Piece) -> int:
    """By how many the crew of a ship exceed what an ability lets her have; less than none if it is fewer."""
    limits = [found.most for found in _crew_limits(game, ship)]
    serving = [crew for crew in game.state.crew(ship.id) if crew.role != "cargo"]
    return len(serving) - min(limits) if limits else -1


def _crew_limits(game: Game, ship: Piece) -> Iterator[UpTo]:
    """What abilities say of how many crew a ship may have: three-crew-limit-only-a-canceller-lifts-it."""
    for entry in game.active.entries("permit", "assign"):
        pattern, found = entry.op.pattern, game.active.acts(entry, None)
        what = pattern.object if pattern is not None else None
        if found is None or pattern is None or pattern.to is None or what is None:
            continue
        if isinstance(what.count, UpTo) and pattern.to.fits(ship.id, found.ctx):
            yield what.count
    for entry, become in game.active.holds("has"):
        found = game.active.acts(entry, None)
        what = become.filter.what if isinstance(become.filter, Has) else None
        if (
            found is None
            or what is None
            or what.noun != "crew"
            or not become.subject.fits(ship.id, found.ctx)
        ):
            continue
        if isinstance(what.count, UpTo):
            yield what.count


def _all_at(game: Game, pieces: tuple[Piece, ...], places: list[int]) -> None:
    """Put pieces somewhere to see how it would be; only those with abilities change what is in force."""
    state = game.state
    for piece, place in zip(pieces, places, strict=True):
        stamp = state.stamp
        state.put(piece, place)
        if not piece.card.abilities or not piece.face_up:
            state.stamp = stamp


def _would_serve(ship: Piece, piece: Piece) -> bool:
    """Whether a piece would be crew aboard a ship: a captive is cargo, and crew again with its owner."""
    captive = piece.role == "cargo" or "captive" in piece.states
    return piece.kind == "crew" and not (captive and ship.controller != piece.owner)


def _of_one_nation(game: Game, ship: Piece, crew: Piece) -> bool:
    nation = stats.nation(game, crew)
    return nation is None or nation == stats.nation(game, ship)


# --- who can use abilities -------------------------------------------------------------------------------


@banned("use")
def _cannot_use(game: Game, event: Event) -> str | None:
    """Crew use their abilities aboard ships of their nation only; aboard a wreck nobody does."""
    if not isinstance(event.agent, int):
        return None
    piece = game.piece(event.agent)
    ship = game.state.ship_of(piece)
    if ship is not None and "wreck" in ship.states:
        return "the abilities of a wreck and of those aboard are dead"
    if piece.kind != "crew":
        return None
    if piece.role == "cargo":
        return f"{piece.card.name} is carried as cargo"
    if ship is None or ship.kind == "fort":
        return None if _is_armed(piece.card.abilities) else "crew on an island or in a fort use no abilities"
    if ABANDONED in piece.states:  # they serve whoever finds them
        return None
    if _of_one_nation(game, ship, piece) or _in_a_link(game, ship, piece):
        return None
    return f"{piece.card.name} is not of the nation of {ship.card.name}"


@cache
def _is_armed(abilities: tuple[AbilityOfCard, ...]) -> bool:
    """Whether a crew has a gun of its own: such crew serve ashore as well (section Marine)."""
    return any(
        isinstance(op.effect, Become)
        and isinstance(op.effect.filter, Has)
        and op.effect.filter.what.noun == "gun"
        for op in ops_of(abilities, "crew")
    )


def _in_a_link(game: Game, ship: Piece, crew: Piece) -> bool:
    """For linked crew the nationality does not count (links-disregard-nationality)."""
    if crew.linked and not is_link_held(game, crew):
        return False
    return linked(crew, ship) or any(
        linked(crew, other) for other in game.state.crew(ship.id) if other is not crew
    )


@banned("reveal")
def _one_crew_too_many(game: Game, event: Event) -> str | None:
    """Who may have no more crew shows no abandoned crew (three-crew-limit-and-abandoned-crew)."""
    piece = game.piece(event.object) if isinstance(event.object, int) else None
    ship = game.state.ship_of(piece) if piece is not None and piece.kind == "treasure" else None
    if piece is None or ship is None or ABANDONED not in piece.states or _crew_over(game, ship) < 0:
        return None
    return f"{ship.card.name} has as many crew as she may have"


# --- what no longer fits ---------------------------------------------------------------------------------


@closes(
    "eliminate",
    "remove",
    "turn",
    "reveal",
    "show",
    "transfer",
    "unload",
    "place",
    "become",
    "gain",
    "capture",
)
@closes("cancel", "give", "sink", "turn_beginning", "turn_end")
def _afterwards(game: Game, event: Event) -> Steps[None]:
    """What changes who is aboard or in force may leave a ship with too much."""
    part = any(outer is not event and outer.type in _LOSSES for outer in game.going_on)
    if game.state.turn.phase not in SETUP_PHASES and not part:  # a part waits for the whole
        yield from settle(game, event)


_LOSSES = frozenset({"eliminate", "remove", "capture"})


def settle(game: Game, event: Event | None = None) -> Steps[None]:
    """Remove from the game what ships can carry no longer: crew and equipment first, then treasure.

    For the end of everything that can change a limit (cargo-that-goes-in-an-illegal-situation). Who goes may
    be the one who made others cheaper, or gave them room: then more must go.
    """
    ships = game.state.ships()
    if game.settled == _limits(game, ships):  # nothing has changed since all was well
        return
    lightened = True
    while lightened:
        lightened = False
        with game.cache:
            full = any(_carries_too_much(game, ship) for ship in ships)
        for ship in ships if full else ():
            while (yield from _lighten(game, ship, event)):
                lightened = True
    game.settled = _limits(game, game.state.ships())


def _limits(game: Game, ships: list[Piece]) -> object:
    """What the limits of all ships and their cargo depend on."""
    state = game.state
    return state.stamp, state.place_stamp, [(ship.docked, ship.masts) for ship in ships]


def _lighten(game: Game, ship: Piece, event: Event | None) -> Steps[bool]:
    """Remove one piece from a ship that carries too much; whether one went."""
    if not game.state.has_aboard(ship.id):
        return False
    if not _takes_crew(game, ship) and (yield from _drop(game, ship, event, lambda *_: 1, ("crew",))):
        return True
    if _crew_over(game, ship) > 0 and (yield from _drop(game, ship, event, lambda *_: 1, ("crew",))):
        return True
    over = over_the_limit(game, ship)
    if over is not None and (yield from _drop(game, ship, event, points_of, over)):
        return True
    if not _is_overfull(game, ship):
        return False
    if (yield from _drop(game, ship, event, space_of, ("crew", "equipment"))):
        return True
    return (yield from _drop(game, ship, event, space_of, ("treasure",)))


def _carries_too_much(game: Game, ship: Piece) -> bool:
    if not game.state.has_aboard(ship.id):
        return False
    if not _takes_crew(game, ship) or _crew_over(game, ship) > 0:
        return True
    if fits_as_printed(game, ship):
        return False
    return over_the_limit(game, ship) is not None or _is_overfull(game, ship)


def _is_overfull(game: Game, ship: Piece) -> bool:
    """Whether cargo has no room; a treasure that needs several spaces makes do with those there are.

    See sunken-treasure-makes-room-for-itself, fruit-makes-room-for-itself.
    """
    left = space_left(game, ship)
    if left >= 0:
        return False
    needs = [space_of(game, piece) for piece in cargo(game, ship) if piece.kind == "treasure"]
    return left + sum(need for need in needs if need > 1) < 0


def _takes_crew(game: Game, ship: Piece) -> bool:
    """Whether she may have crew: sea creatures only by an ability (titan-cancelled-loses-its-crew)."""
    if ship.kind != "sea creature":
        return True
    aboard = [piece for piece in cargo(game, ship) if piece.kind == "crew" and piece.role != "cargo"]
    return not aboard or game.permits(Event("assign", object=aboard[0].id, to=ship.id))


def _drop(
    game: Game, ship: Piece, event: Event | None, measure: object, kinds: tuple[str, ...]
) -> Steps[bool]:
    """Let a player pick a piece that takes up what is lacking, and remove it; whether one went."""
    assert callable(measure)
    found = [piece for piece in cargo(game, ship) if piece.kind in kinds and measure(game, piece) > 0]
    found = [piece for piece in found if not is_kept(game, ship, piece)]
    if not found:
        return False
    options = [Option(piece.id, piece.card.name, (piece.id,)) for piece in found]
    player = ship.controller if ship.controller is not None else game.state.turn.player
    picked = yield from game.choose(player, Kind.EXCESS, options, subject=ship.id, event="remove")
    yield from game.propose(Event("result_in", agent=ship.id, object=picked, player=player, within=event))
    if game.piece(picked).where != ship.id:
        return True
    removed = Event(
        "remove",
        object=picked,
        source=ship.id,
        player=player,
        manner=frozenset({"from_game"}),
        cause=EXCESS,
        within=event,
    )
    yield from game.propose(removed)
    return game.piece(picked).where != ship.id


def is_kept(game: Game, ship: Piece, piece: Piece) -> bool:
    """Whether an ability keeps a treasure aboard whatever she carries (fruit-makes-room-for-itself)."""
    off = Event("unload", agent=ship.id, object=piece.id, source=ship.id, player=ship.controller)
    return piece.kind == "treasure" and any(True for _ in game.active.matching("forbid", off))


# --- the free transfer while docked ----------------------------------------------------------------------


def cargo_choices(game: Game, player: int) -> list[Transfer]:
    """What a player might do with crew and equipment now: each piece is put ashore or taken on once a turn.

    A docked ship leaves crew and equipment at her island or fort, or takes some aboard
    (docking-drops-off-and-takes-on-crew-cursed-seas); from ship to ship it goes by way of the island, so that
    what one ship has put ashore another may take on in the same turn.
    """
    found: list[Transfer] = []
    for ship in game.state.ships(player):
        if ship.docked is None:
            continue
        island = game.piece(ship.docked)
        found += [Transfer(game, ship, piece, "unload", island) for piece in _movable(game, ship, ship)]
        for place in (island, *_fort_there(game, ship, island)):
            found += [Transfer(game, ship, piece, "load", place) for piece in _movable(game, place, ship)]
    return found


def _fort_there(game: Game, ship: Piece, island: Piece) -> list[Piece]:
    """The fort of her own fleet on the island where a ship is docked."""
    here = game.state.aboard(island.id)
    return [piece for piece in here if piece.kind == "fort" and piece.controller == ship.controller]


def _movable(game: Game, place: Piece, ship: Piece) -> list[Piece]:
    """Crew and equipment there that has not been moved this turn, or was put ashore by another ship."""
    turn = game.state.turn
    return [
        piece
        for piece in cargo(game, place)
        if piece.kind in {"crew", "equipment"}
        and piece.role != "cargo"
        and (piece.id not in turn.handled or turn.landed.get(piece.id, ship.id) != ship.id)
    ]


class Transfer(Choice):
    """To put a crew or equipment ashore from a docked ship, or to take it aboard."""

    __slots__ = ("_game", "_piece", "_place", "_ship", "_what")

    def __init__(self, game: Game, ship: Piece, piece: Piece, what: str, place: Piece) -> None:
        super().__init__({what: piece.id, "ship": ship.id})
        self._game, self._ship, self._piece, self._what, self._place = game, ship, piece, what, place

    def _event(self) -> Event:
        return Event(
            self._what,
            agent=self._ship.id,
            object=self._piece.id,
            at=self._place.id,
            source=self._piece.where,
            player=self._ship.controller,
            cause=DOCKED,
        )

    def test(self) -> Option | None:
        """Whether it may be done now."""
        if not self._game.allows(self._event()) or not free_actions.may_be_given(self._game, self._ship):
            return None
        piece, ship = self._piece, self._ship
        deed = f"take {piece.card.name} aboard"
        if self._what == "unload":
            deed = f"put {piece.card.name} ashore from"
        return Option(self.answer, f"{deed} {ship.card.name}", (piece.id, ship.id))

    def work(self) -> Steps[object]:
        """Do it; the piece is not moved again in this turn, unless another ship takes it on."""
        turn = self._game.state.turn
        turn.handled |= {self._piece.id}
        if self._what == "unload":
            turn.landed[self._piece.id] = self._ship.id
        else:
            turn.landed.pop(self._piece.id, None)
        return (yield from self._game.propose(self._event()))
