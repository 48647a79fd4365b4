"""Abilities of equal rank that conflict: whoever controls the piece says which of them wins.

Bans, duties and leave never tie, for their ranks differ. What can tie are two abilities that settle the same
stat of a piece differently: "this ship's base move becomes S", "this ship's base move becomes L".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.rules import stats
from pirate_code.rules.decision import Kind, Option, Steps

if TYPE_CHECKING:
    from pirate_code.board.state import Piece
    from pirate_code.rules.active import Match
    from pirate_code.rules.game import Game


def settle(game: Game) -> Steps[None]:
    """Ask about every conflict that nobody was asked about yet (ability-conflict-of-equal-rank)."""
    contested = game.active.contested()
    with game.cache:
        if not any(_is_open(game, stat, piece) for stat in contested for piece in game.state.ships()):
            return
    for stat in contested:
        for piece in game.state.ships():
            if _is_open(game, stat, piece):
                yield from _ask(game, stat, piece, stats.rivals(game, stat, piece))


def _is_open(game: Game, stat: str, piece: Piece) -> bool:
    """Whether abilities conflict about a stat of a piece, and none of them has been put first."""
    rivals = stats.rivals(game, stat, piece)
    return bool(rivals) and game.state.precedence.get((stat, piece.id)) not in {one.source for one in rivals}


def _ask(game: Game, stat: str, piece: Piece, rivals: list[Match]) -> Steps[None]:
    assert piece.controller is not None
    options = [
        Option(one.source, f"{game.name(one.source)}: {one.op.says}", (one.source,), does=one.op)
        for one in rivals
    ]
    answer = yield from game.choose(piece.controller, Kind.PRECEDENCE, options, subject=piece.id)
    game.state.precedence[stat, piece.id] = answer
    game.state.stamp += 1
