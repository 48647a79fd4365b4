"""Free actions that are given to a ship by herself: a scuttle attempt, crew put ashore or taken on in port.

They count as no action of hers; but who may be given no actions at all is not given these either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter
from pirate_code.board.state import Piece, Use
from pirate_code.rules.event import Event
from pirate_code.rules.program.lower.derived import gives_up_the_turn

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

_NONE_LEFT = "free actions given up"


def may_be_given(game: Game, ship: Piece) -> bool:
    """Whether a ship may be given a free action now (natives-stop-every-kind-of-action)."""
    if _given_up(ship) in game.state.turn.used:
        return False
    free = Event("give", object=Matter("free_action", ship.id), to=ship.id, player=ship.controller)
    return not any(True for _ in game.active.matching("forbid", free))


def give_up(game: Game, ship: Piece) -> None:
    """Who gave up her action "this turn" is given nothing more (mycron-costs-every-action-of-his-ship)."""
    for entry in game.active.entries("replace", "give"):
        is_hers = game.state.ship_of(game.piece(entry.source)) is ship
        if is_hers and gives_up_the_turn(entry.op.tree):
            game.state.turn.used.add(_given_up(ship))


def _given_up(ship: Piece) -> Use:
    return Use(ship.id, _NONE_LEFT, "turn")
