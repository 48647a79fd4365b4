"""Islands: what they do to ships that dock at them, and markers of who has explored them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Seat
from pirate_code.board.state import SEA, Piece
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.registry import banned, happens

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

VISITING = Cause("docking at a mysterious island")


def fort_on(game: Game, island: Piece) -> Piece | None:
    """The fort that stands on an island."""
    return next((found for found in game.state.aboard(island.id) if found.kind == "fort"), None)


def island_of(game: Game, piece: Piece) -> Piece | None:
    """The island that a piece lies or stands on, a ship is docked at, or that it is itself."""
    if piece.kind == "island":
        return piece
    where = piece.docked if piece.docked is not None else piece.where
    if where < 0:
        return None
    return island_of(game, game.state.pieces[where])


def visit(game: Game, ship: Piece, island: Piece, event: Event | None = None) -> Steps[None]:
    """What a mysterious island does to a ship that docks there, before anything else is done.

    The first ship to dock turns it over; it is rolled for each time (mysterious-islands-roll-each-time).
    """
    if island.kind != "island" or not island.card.abilities:
        return
    visited = Event(
        "visit",
        agent=ship.id,
        object=island.id,
        at=island.id,
        player=ship.controller,
        cause=VISITING,
        within=event,
    )
    yield from game.propose(visited)


@banned("visit")
def _no_effect(game: Game, event: Event) -> str | None:
    """A mysterious island with a fort on it has no effects; a home island has them only if they show."""
    if not isinstance(event.object, int):
        return None
    island = game.piece(event.object)
    if game.edition.mysterious_islands == "plain":
        return "the players use it as an ordinary island"
    if fort_on(game, island) is not None:
        return "a fort stands on the island"
    if island.home is not None and not island.face_up:
        return "a home island is not turned over"
    return None


@happens("visit")
def _visit(game: Game, event: Event) -> Steps[None]:
    """The island is turned over and stays so."""
    yield from ()
    game.state.turn_face(game.piece(event.object), True)


# --- explored islands ------------------------------------------------------------------------------------


def mark_explored(game: Game, island: Piece, player: int, on: bool = True) -> None:
    """Put a player's marker on an island, or take it away."""
    island.explored = island.explored | {player} if on else island.explored - {player}


def has_explored(game: Game, island: Piece, player: int) -> bool:
    """Whether a ship of the player has explored an island; a marker alone is not enough (forts-marking)."""
    return player in island.explored_by


def note_explored(game: Game, island: Piece, player: int) -> None:
    """A ship of the player has explored an island."""
    island.explored_by |= {player}
    mark_explored(game, island, player)


def forget(game: Game, island: Piece) -> None:
    """An island is unexplored again for everybody."""
    island.explored = island.explored_by = frozenset()


@happens("mark")
def _mark(game: Game, event: Event) -> Steps[None]:
    """An island is marked as explored, or its marker taken away: no look at it, no explore action."""
    yield from ()
    if not isinstance(event.object, int):
        return
    island = game.piece(event.object)
    if island.kind == "island" and island.where == SEA:
        player = event.agent.player if isinstance(event.agent, Seat) else event.player
        if player is not None:
            mark_explored(game, island, player, "as_unexplored" not in event.manner)
