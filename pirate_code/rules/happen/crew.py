"""Crew that change hands: assigned to ships, captured and possessed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.state import Piece
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.happen import carrying, treasure
from pirate_code.rules.registry import happens

if TYPE_CHECKING:
    from pirate_code.rules.game import Game


@happens("assign", "reassign")
def _assign(game: Game, event: Event) -> Steps[None]:
    """Cargo comes aboard a ship to serve there; it follows her controller."""
    to = treasure.taken_to(game, event)
    if not isinstance(event.object, int) or to is None:
        event.facts["failed"] = True
        return
    piece = game.piece(event.object)
    yield from treasure.moved(game, event, to.id)
    if piece.where == to.id:
        piece.role = ""  # a captive that is assigned serves: it is crew, not cargo (capture-shanghai)


@happens("capture")
def _capture(game: Game, event: Event) -> Steps[None]:
    """A crew becomes a captive: cargo of the ship that holds it, with no abilities; a ship changes hands."""
    if not isinstance(event.object, int):
        event.facts["failed"] = True
        return
    piece, to = game.piece(event.object), treasure.taken_to(game, event)
    if piece.kind in carrying.HULLS:
        change_hands(game, piece, event)
        return
    if to is None:
        event.facts["failed"] = True
        return
    if (yield from treasure.moved(game, event, to.id)) and to.controller != piece.owner:
        piece.role = "cargo"
        game.state.mark(piece, "captive")


def change_hands(game: Game, ship: Piece, event: Event) -> None:
    """A ship and everything aboard her comes under the player who captures her."""
    player = event.player
    if isinstance(event.agent, int):
        player = game.piece(event.agent).controller
    game.state.give_to(ship, player)
    for piece in carrying.cargo(game, ship):
        game.state.give_to(piece, player)


@happens("possess")
def _possess(game: Game, event: Event) -> Steps[None]:
    """A crew is named before the dice tell what comes of it (possession-target-is-named-first)."""
    yield from ()
