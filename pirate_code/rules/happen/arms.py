"""Arms that can be swung out: which way they lie as the game begins.

Later one lies where it last touched something; one that has explored by the hull lies along the deck again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.state import Piece
from pirate_code.rules import table
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.program.filters import Within

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

_WAYS = 8  # directions that are offered, from the bow round


def lay_out(game: Game, ship: Piece, player: int) -> Steps[None]:
    """Her player lays her arm as he likes before the game: moving parts move in an action only afterwards.

    Ruling moving-parts-move-only-with-a-fitting-action.
    """
    reach = _reach(game, ship) if ship.parts.get("arm") else 0.0
    if not reach:
        return
    turns = [round(360 / _WAYS * way) for way in range(_WAYS)]
    options = [Option(None, "her arm lies along her deck")]
    options += [Option(turn, f"her arm lies out {_side(turn)}") for turn in turns]
    turn = yield from game.choose(player, Kind.PICK, options, subject=ship.id, event="swing")
    if turn is not None:
        table.swing_out(game.state, ship, float(turn), reach)


def _reach(game: Game, ship: Piece) -> float:
    """How far from her hull her arm can touch something, in millimetres."""
    for entry in game.active.entries("permit", "touch"):
        pattern = entry.op.pattern
        if entry.source == ship.id and pattern is not None and pattern.object is not None:
            told = (found for found in pattern.object.filters if isinstance(found, Within))
            return max((table.length(found.distance) for found in told), default=0.0)
    return 0.0


def _side(turn: int) -> str:
    """A direction off the bow, in words."""
    if turn in {0, 180}:
        return "astern" if turn else "ahead"
    return f"{min(turn, 360 - turn)}° to {'port' if turn < 180 else 'starboard'}"
