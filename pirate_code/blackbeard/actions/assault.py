"""Actions 6 and 7: attack a port, and sack it."""

from __future__ import annotations

from pirate_code.blackbeard import fate, harbours, retiring
from pirate_code.blackbeard.actions.offer import offer
from pirate_code.blackbeard.decision import Option, Steps
from pirate_code.blackbeard.game import Game
from pirate_code.blackbeard.hunting import Stage, window
from pirate_code.blackbeard.state import Next, Pirate, Revelry
from pirate_code.blackbeard.strength import combat, crew, rating

DOUBLOONS = 100  # for each pip of as many dice as the port's value
ATTACKED, SACKED = 2, 3  # notoriety for each point of the port's value


def options(game: Game, pirate: Pirate) -> list[Option]:
    """The ports that a pirate could attack from his sea, and the one that he may sack."""
    found: list[Option] = []
    if game.at_sea(pirate):
        for port in game.values.ports_of[pirate.place]:
            if game.port(port).nation != "pirate" and not game.state.ports[port].destroyed:
                found.append(offer(pirate, "attack", port))
    if pirate.next is Next.SACK and pirate.next_about == pirate.place:
        found.append(offer(pirate, "sack", pirate.place))
    return found


def attack(game: Game, pirate: Pirate, port: str) -> Steps[None]:
    """Storm a port; whatever comes of it, its nation remembers."""
    yield from window(game, Stage.ANNOUNCED, "attack", pirate)
    here, values = game.state.ports[port], game.port(port)
    before, here.attacked = here.attacked, True
    for one in crew(game, pirate):
        _remember(game, one, port)
    own = yield from game.roll(1, "attack", pirate)
    own += combat(game, pirate) + rating(game, pirate, "ability") + pirate.information.get(port, 0)
    defense = (yield from game.roll(2 if before else 1, "defense")) + values.defense
    game.note("assault", pirate=pirate.id, port=port, result=[own, defense])
    if own <= defense:
        yield from fate.combat_hits(game, pirate, defense - own, "port")
        yield from window(game, Stage.DONE, "attack", pirate)
        return
    for one in crew(game, pirate):
        harbours.move(game, one, port, "stormed")
    pirate.next, pirate.next_about = Next.SACK, port
    fate.gain_notoriety(game, pirate, ATTACKED * values.value, "port")
    booty = (yield from game.roll(values.value, "booty", pirate)) * DOUBLOONS if values.value else 0
    yield from fate.load(game, pirate, booty, "port")
    yield from fate.change_loyalty(game, pirate, 1, "port")
    yield from fate.combat_hits(game, pirate, 1, "port")
    for one in reversed(crew(game, pirate)):
        retiring.pardon(game, one)


def _remember(game: Game, pirate: Pirate, port: str) -> None:
    """The nation of the port holds the attack against a pirate: no letter, no haven here."""
    nation = game.port(port).nation
    if nation not in pirate.attacked:
        pirate.attacked.append(nation)
    if nation in pirate.letters:
        pirate.letters.remove(nation)
    harbours.lose_haven(game, port, pirate)


def sack(game: Game, pirate: Pirate, port: str) -> Steps[None]:
    """Burn the port: 1d6 and cruelty must be more than its defense."""
    yield from window(game, Stage.ANNOUNCED, "sack", pirate)
    result = (yield from game.roll(1, "sack", pirate)) + rating(game, pirate, "cruelty")
    values = game.port(port)
    game.note("sack", pirate=pirate.id, port=port, result=[result, values.defense])
    if result <= values.defense:
        return
    for one in crew(game, pirate):
        harbours.move(game, one, values.sea, "sacked")
    harbours.destroy(game, port)
    fate.gain_notoriety(game, pirate, SACKED * values.value, "sack")
    fate.revel(game, pirate, Revelry.INVOLUNTARY)
    yield from fate.change_loyalty(game, pirate, 1, "sack")
