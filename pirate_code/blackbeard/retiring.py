"""Retirement by a letter of marque, which a card may cross, and under a general pardon."""

from __future__ import annotations

from pirate_code.blackbeard import fate
from pirate_code.blackbeard.decision import Steps
from pirate_code.blackbeard.game import Game, Moment, Trigger
from pirate_code.blackbeard.state import Pirate

PARDONING = "english"  # the nation whose ports pardon


def by_letter(game: Game, pirate: Pirate, how: str) -> Steps[None]:
    """A pirate says that he retires by a letter of marque; unless a card stops him, he does."""
    game.note("retiring", pirate=pirate.id, how=how)
    moment = Moment(Trigger.RETIRES, pirate)
    yield from game.respond(game, moment)
    if not moment.stopped and pirate.id in game.state.pirates:
        fate.retire(game, pirate, how)


def pardon(game: Game, pirate: Pirate) -> None:
    """While a general pardon is in force, who enters an English port has his booty converted and retires."""
    if game.state.pardon is None or pirate.place not in game.values.ports:
        return
    if game.port(pirate.place).nation != PARDONING:
        return
    for hold, held in enumerate(pirate.holds):
        fate.put_in_hold(game, pirate, hold, -held, "converted")
        fate.change_net_worth(game, pirate, held, "converted")
    fate.retire(game, pirate, "pardon")
