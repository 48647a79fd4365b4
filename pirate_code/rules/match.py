"""A whole game: setup, then turn after turn until an end condition is met.

`Game(...).start(match)` begins one; started again from any calm position it goes on from there.
"""

from __future__ import annotations

from pirate_code.board.state import Phase
from pirate_code.rules import ending, setup, turn
from pirate_code.rules.decision import Steps
from pirate_code.rules.ending import Result
from pirate_code.rules.game import Game
from pirate_code.rules.registry import load_rules

__all__ = ["Result", "match"]


def match(game: Game) -> Steps[Result]:
    """Play a game to its end."""
    load_rules()
    yield from setup.set_up(game)
    state = game.state
    if state.turn.phase is Phase.READY:
        turn.open_turn(game, setup.in_order(game)[0])
    while True:
        why = ending.why_over(game)
        if why is None:
            yield from turn.take_turn(game, ending.EndWatch(game).is_over)
            why = ending.why_over(game)
        if why is not None:
            return ending.result(game, why)
        ending.note_progress(game)
        turn.open_turn(game, turn.next_player(game))
