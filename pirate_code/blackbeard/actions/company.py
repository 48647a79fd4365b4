"""Actions 8 to 10: grab another pirate's booty, recover from revelry, form an alliance."""

from __future__ import annotations

from math import ceil

from pirate_code.blackbeard import fate
from pirate_code.blackbeard.actions.offer import offer
from pirate_code.blackbeard.decision import Kind, Option, Steps
from pirate_code.blackbeard.game import Game, Moment, Trigger
from pirate_code.blackbeard.hunting import Stage, window
from pirate_code.blackbeard.state import Pirate, Revelry
from pirate_code.blackbeard.strength import crew, rating

GRABBER = 1  # to the roll of the pirate who grabs
RECOVERIES = {Revelry.VOLUNTARY: 1, Revelry.INVOLUNTARY: 2}  # actions that it takes


def options(game: Game, pirate: Pirate) -> list[Option]:
    """Whose booty could be grabbed, and with whom a pirate could ally himself."""
    if not game.in_port(pirate):
        return []
    here = [one for one in game.state.at(pirate.place) if one is not pirate]
    found = [
        offer(pirate, "grab", one.id)
        for one in here
        if one.player != pirate.player and one.revelry and one.booty
    ]
    if pirate.ally is None:
        found += [
            offer(pirate, "ally", one.id) for one in here if one.player == pirate.player and one.ally is None
        ]
    return found


def parting_options(pirate: Pirate) -> list[Option]:
    """Leaving an ally, which is free anywhere and at any time."""
    return [] if pirate.ally is None else [offer(pirate, "part", pirate.ally)]


def recovery_options(game: Game, pirate: Pirate) -> list[Option]:
    """Recovery, for a crew that revels in port."""
    return [offer(pirate, "recover")] if pirate.revelry and game.in_port(pirate) else []


def grab(game: Game, pirate: Pirate, victim_name: str) -> Steps[None]:
    """Both roll 1d6 and add their ability: booty changes hands, or the grabber is a fool, or they fight."""
    yield from window(game, Stage.ANNOUNCED, "grab", pirate)
    victim = game.state.pirates.get(victim_name)
    if victim is None or victim.place != pirate.place:
        return
    moment = Moment(Trigger.BOOTY_GRAB, victim, "grab")
    yield from game.respond(game, moment)
    own = (yield from game.roll(1, "grab", pirate)) + rating(game, pirate, "ability") + GRABBER
    his = (yield from game.roll(1, "keep", victim)) + rating(game, victim, "ability") + moment.bonus
    game.note("grab", pirate=pirate.id, victim=victim.id, result=[own, his])
    if own < his:
        yield from fate.change_loyalty(game, pirate, -2, "grab")
    elif own == his:
        yield from _quarrel(game, pirate, victim)
    else:
        tenths = min(10, (yield from game.roll(1, "share", pirate)) + own - his)
        amount = ceil(victim.booty * tenths / 10)
        yield from fate.take_from_holds(game, victim, amount, "grabbed")
        yield from fate.add_to_holds(game, pirate, amount, "grabbed")
    yield from game.respond(game, Moment(Trigger.AFTER_IN_PORT, pirate, "grab"))


def _quarrel(game: Game, pirate: Pirate, victim: Pirate) -> Steps[None]:
    """A duel over booty: the loser dies, the winner has what he likes of his goods, or his ship."""
    while not (margin := (yield from fate.fight_duel(game, pirate, victim))):
        if not (yield from game.agrees(pirate.player, Kind.AGAIN, pirate.id, victim.id)):
            return
        if not (yield from game.agrees(victim.player, Kind.AGAIN, victim.id, pirate.id)):
            return
    winner, loser = (pirate, victim) if margin > 0 else (victim, pirate)
    fate.break_alliance(game, loser)
    options = [Option(word, word) for word in ("goods", "ship", "nothing")]
    spoils = yield from game.choose(winner.player, Kind.SPOILS, options, winner.id, loser.id)
    if spoils == "ship":
        yield from _take_ship(game, winner, loser)
    elif spoils == "goods":
        yield from _take_goods(game, winner, loser)
    fate.eliminate(game, loser, "duel")


def _take_goods(game: Game, winner: Pirate, loser: Pirate) -> Steps[None]:
    booty = loser.booty
    for hold, held in enumerate(loser.holds):
        fate.put_in_hold(game, loser, hold, -held, "duel")
    yield from fate.add_to_holds(game, winner, booty, "duel")
    winner.hostages, loser.hostages = [*winner.hostages, *loser.hostages], []


def _take_ship(game: Game, winner: Pirate, loser: Pirate) -> Steps[None]:
    """The winner goes aboard the loser's ship with all that both have."""
    booty = winner.booty
    for hold, held in enumerate(winner.holds):
        fate.put_in_hold(game, winner, hold, -held, "duel")
    winner.holds = [0] * len(loser.holds)
    winner.ship, winner.guns = loser.ship, winner.guns or loser.guns
    winner.speed_hits, winner.combat_hits = loser.speed_hits, loser.combat_hits
    for hold, held in enumerate(list(loser.holds)):
        fate.put_in_hold(game, loser, hold, -held, "duel")
        fate.put_in_hold(game, winner, hold, held, "duel")
    yield from fate.add_to_holds(game, winner, booty, "duel")
    winner.hostages, loser.hostages = [*winner.hostages, *loser.hostages], []
    game.note("converted_ship", pirate=winner.id, ship=winner.ship)


def recover(game: Game, pirate: Pirate, about: str | None) -> Steps[None]:
    """One recovery action: after one, or two of what was involuntary, the crew is loyal and sober."""
    yield from window(game, Stage.ANNOUNCED, "recover", pirate)
    if pirate.revelry is None:
        return
    pirate.recovered += 1
    if pirate.recovered >= RECOVERIES[pirate.revelry]:
        for one in crew(game, pirate):
            one.revelry, one.recovered = None, 0
        game.note("recovered", pirate=pirate.id)
        gain = 3 if game.port(pirate.place).nation == "pirate" else 1
        yield from fate.change_loyalty(game, pirate, gain, "recovered")
    yield from game.respond(game, Moment(Trigger.AFTER_IN_PORT, pirate, "recover"))


def ally(game: Game, pirate: Pirate, other_name: str) -> Steps[None]:
    """Two pirates of one player go together."""
    yield from window(game, Stage.ANNOUNCED, "ally", pirate)
    other = game.state.pirates.get(other_name)
    if other is not None and other.place == pirate.place and other.ally is None:
        pirate.ally, other.ally = other.id, pirate.id
        game.note("alliance", pirate=pirate.id, ally=other.id)
    yield from game.respond(game, Moment(Trigger.AFTER_IN_PORT, pirate, "ally"))
