"""Terrain that speeds ships up: once in a turn a friendly one sails farther ("Trade Current")."""

from __future__ import annotations

from pirate_code.board.state import End, Lasting, Piece, Until
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.game import Game
from pirate_code.rules.happen import sailing
from pirate_code.rules.happen.terrain import effect_of, terrain_effect
from pirate_code.rules.program.lower.derived import farther
from pirate_code.terrain import SpeedUp


@terrain_effect("speed up")
def _sail_over(game: Game, ship: Piece, current: Piece, event: Event) -> Steps[None]:
    """A current helps in the middle of a move action, too; what is towed over it gains nothing."""
    move = next((found for found in chain(event) if found.type == "move" and found.agent == ship.id), None)
    effect = effect_of(current, SpeedUp)
    if move is None or effect is None or not facts.ACTION.of(move):
        return
    if _helps(game, ship, current):
        facts.LEGS.of(move).append(((), (effect.segment,)))
    yield from ()


def begin_move(game: Game, ship: Piece, give: Event) -> None:
    """A ship that begins a move action in contact with a friendly current has its help."""
    for number in sailing.contacts(game, ship):
        current = game.piece(number)
        effect = effect_of(current, SpeedUp)
        if effect is not None and _helps(game, ship, current):
            player = ship.controller if ship.controller is not None else game.state.turn.player
            helped = Lasting(farther(effect.segment), ship.id, player, (), End(Until.TURN))
            game.bar(give, helped)


def _helps(game: Game, ship: Piece, current: Piece) -> bool:
    """Whether a current helps her now; it then counts as used, once in the turn whatever she meets."""
    turn = game.state.turn
    if current.controller != ship.controller or ship.id in turn.helped:
        return False
    turn.helped |= {ship.id}
    return True
