"""Crew that change hands: assigned to ships, captured and possessed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.state import Piece
from pirate_code.language import tree as t
from pirate_code.rules import pipeline
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.happen import carrying, treasure
from pirate_code.rules.meaning import amounts, select
from pirate_code.rules.registry import banned, happens

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
    if carrying.is_possessed(game, piece):
        game.state.mark(piece, "possessed")
    yield from treasure.moved(game, event, to.id)
    if piece.where != to.id:
        game.state.mark(piece, "possessed", on=False)
    else:
        piece.role = ""  # a captive that is assigned serves: it is crew, not cargo (capture-shanghai)


@banned("transfer")
def _stays_aboard(game: Game, event: Event) -> str | None:
    """Who cannot leave a ship is not taken off her (raft-leaves-what-cannot-go)."""
    if not isinstance(event.object, int) or not isinstance(event.source, int):
        return None
    ship = game.piece(event.source)
    if ship.kind not in carrying.HULLS or event.to == ship.id:
        return None
    leaves = Event("leave", agent=event.object, object=ship.id, player=event.player, within=event)
    return pipeline.forbidden(game, leaves)


@banned("assign", "reassign", "possess")
def _would_be_too_many(game: Game, event: Event) -> str | None:
    """Who joins a fleet that cannot have more of such pieces (limit-one-piece-in-the-fleet)."""
    to = treasure.taken_to(game, event)
    if (
        not isinstance(event.object, int)
        or to is None
        or game.piece(event.object).controller == to.controller
    ):
        return None
    for entry in game.force.entries("hold", "has"):
        kept = entry.clause.effect
        ctx = game.force.context(entry, event)
        if not isinstance(kept, t.Become) or kept.strength != "cannot" or ctx.player != to.controller:
            continue
        what = kept.filter.what if isinstance(kept.filter, t.Has) else None
        if (
            not _is_fleet(kept.subject)
            or not isinstance(what, t.Pieces)
            or not isinstance(what.count, t.MoreThan)
        ):
            continue
        most, _ = amounts.bounds(what.count.limit, ctx)
        own = [piece.id for piece in game.state.pieces if piece.in_play and piece.controller == to.controller]
        if len([ref for ref in (*own, event.object) if select.fits(what.but(count=None), ref, ctx)]) > most:
            return entry.clause.says
    return None


def _is_fleet(subject: t.Selector) -> bool:
    return isinstance(subject, t.Pieces) and subject.noun == "fleet"


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
