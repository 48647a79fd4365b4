"""Cargo that takes other cargo with it when it leaves: a player who may not lose that one keeps both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.rules.event import Event
from pirate_code.rules.program.effects import Happen
from pirate_code.rules.program.performing import LOSSES, OWN_WILL, PICKED
from pirate_code.rules.registry import banned

if TYPE_CHECKING:
    from pirate_code.board.state import Piece
    from pirate_code.rules.game import Game


@banned("unload", "load")
def _leaves_her(game: Game, event: Event) -> str | None:
    """Nobody unloads what binds a crew that he may not lose (manawa-no-kowhatu-ransom-binds-the-owner)."""
    piece = game.piece(event.object) if isinstance(event.object, int) else None
    ship = game.state.ship_of(piece) if piece is not None else None
    if piece is None or ship is None or ship is piece or ship.controller != event.player:
        return None
    causing = game.piece(event.cause.piece) if event.cause.piece is not None else None
    demanded = causing is not None and game.active.player_of(causing) != event.player
    return None if demanded else _binds(game, piece, ship, ship.controller)


@banned("eliminate", "remove")
def _is_given_up(game: Game, event: Event) -> str | None:
    """Nor does he give it up for anything, or pick it where other things can go."""
    piece = game.piece(event.object) if isinstance(event.object, int) else None
    if piece is None or not event.manner & {OWN_WILL, PICKED}:
        return None
    ship = game.state.ship_of(piece)
    if ship is None or ship is piece or (PICKED not in event.manner and ship.controller != event.player):
        return None
    return _binds(game, piece, ship, ship.controller)


def _binds(game: Game, piece: Piece, ship: Piece, player: int | None) -> str | None:
    """Why a player may not part with cargo: what would be lost with it, he may not give up."""
    if not game.active.listens("when", "remove"):
        return None
    gone = Event("remove", object=piece.id, source=ship.id, player=player)
    for found in list(game.active.matching("when", gone)):
        first = found.op.effect.first if found.op.effect is not None else None
        if found.op.optional or not isinstance(first, Happen) or first.spec.type not in LOSSES:
            continue
        lost = first.spec.object.find(found.ctx) if first.spec.object is not None else []
        for other in lost:
            loss = Event(first.spec.type, object=other, player=player, manner=frozenset({OWN_WILL}))
            for ban in game.active.matching("forbid", loss) if other != piece.id else ():
                if ban.op.pattern is not None and OWN_WILL in ban.op.pattern.manner:
                    return f"{game.name(other)} would go with {piece.card.name}: {ban.op.says}"
    return None
