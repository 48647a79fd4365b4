"""Crew that change hands: assigned to ships, captured and possessed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.state import ASIDE, Piece
from pirate_code.rules import capacity, pipeline
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.happen import treasure
from pirate_code.rules.program.amounts import MoreThan
from pirate_code.rules.program.effects import Become
from pirate_code.rules.program.filters import Has
from pirate_code.rules.program.lower.clauses import ops_of
from pirate_code.rules.registry import banned, happens

if TYPE_CHECKING:
    from pirate_code.rules.game import Game


@happens("assign", "reassign")
def _assign(game: Game, event: Event) -> Steps[None]:
    """Cargo comes aboard a ship to serve there; it follows her controller."""
    to = treasure.taken_to(game, event)
    if not isinstance(event.object, int) or to is None:
        facts.FAILED.put(event, True)
        return
    piece = game.piece(event.object)
    if capacity.is_possessed(game, piece):
        game.state.mark(piece, "possessed")
    yield from treasure.moved(game, event, to.id)
    if piece.where != to.id:
        game.state.mark(piece, "possessed", on=False)
    else:
        piece.role = ""  # a captive that is assigned serves: it is crew, not cargo (capture-shanghai)


@banned("place")
def _fits_the_fleet(game: Game, event: Event) -> str | None:
    """Who comes from outside the game joins a fleet only if his own words let him (Loyal, Hostile)."""
    piece = game.state.pieces[event.object] if isinstance(event.object, int) else None
    if piece is None or piece.kind != "crew" or piece.where != ASIDE:
        return None
    if game.active.says(piece, "forbid", event):
        return f"{piece.card.name} cannot be in this fleet."
    for other in _mates(game, event):
        if _would_not_serve_with(game, other, piece, event):
            return f"{piece.card.name} cannot be in the fleet of {other.card.name}."
    return None


def _mates(game: Game, event: Event) -> list[Piece]:
    """The crew of the fleet that somebody would join."""
    return [piece for piece in game.state.pieces if piece.kind == "crew" and piece.owner == event.player]


def _would_not_serve_with(game: Game, mate: Piece, piece: Piece, event: Event) -> bool:
    """Whether the words of one who is in the fleet keep another from it.

    Asked is whether he could be brought in himself with the other there, but not without him
    (hostile-counts-when-a-fleet-is-built).
    """
    if not mate.in_play or mate.controller != event.player or not isinstance(event.to, int):
        return False
    asked, state, ship, before = event.but(object=mate.id), game.state, mate.where, piece.controller
    with game.active.supposing(), game.cache:
        state.put(mate, ASIDE)
        try:
            if game.active.says(mate, "forbid", asked):
                return False
            state.put(piece, event.to)
            state.give_to(piece, event.player)
            return game.active.says(mate, "forbid", asked)
        finally:
            state.put(piece, ASIDE)
            state.give_to(piece, before)
            state.put(mate, ship)


@banned("transfer")
def _stays_aboard(game: Game, event: Event) -> str | None:
    """Who cannot leave a ship is not taken off her (raft-leaves-what-cannot-go)."""
    if not isinstance(event.object, int) or not isinstance(event.source, int):
        return None
    ship = game.piece(event.source)
    if ship.kind not in capacity.HULLS or event.to == ship.id:
        return None
    leaves = Event("leave", agent=event.object, object=ship.id, player=event.player, within=event)
    return pipeline.forbidden(game, leaves)


@banned("assign", "reassign", "possess", "capture")
def _would_be_too_many(game: Game, event: Event) -> str | None:
    """Who joins a fleet that cannot have more of such pieces (limit-one-piece-in-the-fleet)."""
    if event.type == "capture" and not _serves_its_captor(game, event):
        return None
    to = treasure.taken_to(game, event)
    if (
        not isinstance(event.object, int)
        or to is None
        or game.piece(event.object).controller == to.controller
    ):
        return None
    for entry in game.active.entries("hold", "has"):
        kept = entry.op.effect
        ctx = game.active.context(entry, event)
        if not isinstance(kept, Become) or kept.modal != "cannot" or ctx.player != to.controller:
            continue
        what = kept.filter.what if isinstance(kept.filter, Has) else None
        if kept.subject.noun != "fleet" or what is None or not isinstance(what.count, MoreThan):
            continue
        most, several = what.count.least - 1, what.but(count=None)
        own = [piece.id for piece in game.state.pieces if piece.in_play and piece.controller == to.controller]
        if len([ref for ref in (*own, event.object) if several.fits(ref, ctx)]) > most:
            return entry.op.says
    return None


def _serves_its_captor(game: Game, event: Event) -> bool:
    """Whether the ability that captures a crew assigns it to the ship at once: it is no mere cargo then."""
    if event.cause.piece is None:
        return False
    piece = game.piece(event.cause.piece)
    ops = ops_of(piece.card.abilities, piece.kind, game.edition.versions)
    return any(op.number == event.cause.ability and "assign" in op.events for op in ops)


@happens("capture")
def _capture(game: Game, event: Event) -> Steps[None]:
    """A crew becomes a captive: cargo of the ship that holds it, with no abilities; a ship changes hands."""
    if not isinstance(event.object, int):
        facts.FAILED.put(event, True)
        return
    piece, to = game.piece(event.object), treasure.taken_to(game, event)
    if piece.kind in capacity.HULLS:
        change_hands(game, piece, event)
        return
    if to is None:
        facts.FAILED.put(event, True)
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
    for piece in capacity.cargo(game, ship):
        game.state.give_to(piece, player)


@happens("possess")
def _possess(game: Game, event: Event) -> Steps[None]:
    """A crew is named before the dice tell what comes of it (possession-target-is-named-first)."""
    yield from ()
