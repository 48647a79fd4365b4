"""Hunters against pirates: interception, battle with commissioners and warships, attacks on ports."""

from __future__ import annotations

from contextlib import suppress

from pirate_code.blackbeard import fate, harbours, retiring
from pirate_code.blackbeard.decision import Kind, Option, Steps
from pirate_code.blackbeard.game import ActionOver, Game
from pirate_code.blackbeard.state import Commissioner, Pirate
from pirate_code.blackbeard.strength import combat, crew, rating, speed
from pirate_code.blackbeard.values import Hunter

MOVED = -1  # to the interception of a commissioner who came from another sea


def merchant_escapes(game: Game) -> bool:
    """The merchant that the action is about gets away; whether there is one."""
    port, game.state.turn.merchant = game.state.turn.merchant, None
    if port is not None:
        harbours.return_merchant(game, port)
    return port is not None


def _evades(game: Game, pirate: Pirate, hunter: str, hunter_speed: int) -> Steps[bool]:
    """Both roll 1d6 and add their speed; the hunter must have more."""
    his = yield from game.roll(1, "intercept")
    own = yield from game.roll(1, "evade", pirate)
    totals = [his + hunter_speed, own + speed(game, pirate, attacked=True)]
    game.note("interception", pirate=pirate.id, hunter=hunter, result=totals)
    return totals[0] <= totals[1]


def _battle(game: Game, pirate: Pirate, hunter: str, hunter_combat: int) -> Steps[int]:
    """What the pirate's result is more than the hunter's."""
    own = yield from game.roll(1, "battle", pirate)
    his = yield from game.roll(1, "battle")
    own += combat(game, pirate, attacked=True) + rating(game, pirate, "ability")
    his += hunter_combat
    game.note("battle", pirate=pirate.id, hunter=hunter, result=[own, his])
    return own - his


def commissioner_attacks(
    game: Game, hunter: Commissioner, pirate: Pirate, action: str, *, came: bool
) -> Steps[None]:
    """A commissioner intercepts a pirate and fights him; ActionOver if the pirate's action ends by it."""
    game.note("attack", hunter=hunter.id, player=hunter.player, pirate=pirate.id)
    options = [Option("evade", "evade"), Option("fight", "fight")]
    stand = yield from game.choose(pirate.player, Kind.STAND, options, pirate.id, hunter.id)
    if stand == "evade":
        penalty = MOVED if came else 0
        if (yield from _evades(game, pirate, hunter.id, hunter.speed + penalty)):
            game.note("evaded", pirate=pirate.id, hunter=hunter.id)
            merchant_escapes(game)
            if action != "move":
                raise ActionOver
            return
        merchant_escapes(game)
        if pirate.letters and pirate.ally is None:
            gives_up = yield from game.agrees(pirate.player, Kind.SURRENDER, pirate.id, hunter.id)
            if gives_up:
                yield from retiring.by_letter(game, pirate, "surrender")
                return
    margin = yield from _battle(game, pirate, hunter.id, hunter.combat)
    if margin < 0:
        for one in reversed(crew(game, pirate)):
            fate.eliminate(game, one, "commissioner", hunter)
        return
    del game.state.commissioners[hunter.id]
    (game.state.locker if hunter.pirate else game.state.commissioners_gone).append(hunter.id)
    game.note("commissioner_lost", hunter=hunter.id, pirate=pirate.id)
    fate.gain_notoriety(game, pirate, 2 * hunter.combat, "commissioner")
    yield from fate.change_loyalty(game, pirate, 1, "commissioner")
    fate.score(game, hunter.player, fate.POINT_FOR_DAMAGE, "damage", pirate.id)
    yield from fate.combat_hits(game, pirate, 1, "commissioner")


def warship_attacks(game: Game, sea: str, player: int, pirate: Pirate) -> Steps[None]:
    """The warship of a sea intercepts a pirate and fights him; ActionOver if his action is cancelled."""
    name = game.state.warships[sea]
    ship: Hunter = game.values.warships[name]
    game.note("attack", hunter=name, player=player, pirate=pirate.id)
    if (yield from _evades(game, pirate, name, ship.speed)):
        game.note("evaded", pirate=pirate.id, hunter=name)
        if merchant_escapes(game):
            raise ActionOver
        return
    margin = yield from _battle(game, pirate, name, ship.combat)
    if margin > 0:
        del game.state.warships[sea]
        game.state.warship_cup.append(name)
        game.note("warship_lost", hunter=name, pirate=pirate.id)
        fate.gain_notoriety(game, pirate, ship.combat, "warship")
        fate.score(game, player, fate.POINT_FOR_DAMAGE, "damage", pirate.id)
        yield from fate.combat_hits(game, pirate, 1, "warship")
        return
    merchant_escapes(game)
    if margin < 0:
        fate.score(game, player, fate.POINT_FOR_DAMAGE, "damage", pirate.id)
        yield from fate.combat_hits(game, pirate, -margin, "warship")
    yield from fate.change_loyalty(game, pirate, -1, "warship")
    raise ActionOver


def destroy_port(game: Game, hunter: Commissioner, port: str) -> Steps[None]:
    """A commissioner attacks a pirate port; every pirate there must have less than he for it to fall."""
    pirates = game.state.at(port)
    game.note("port_attacked", hunter=hunter.id, port=port)
    if pirates:
        his = (yield from game.roll(1, "destroy")) + hunter.combat
        for pirate in pirates:
            own = yield from game.roll(1, "defend", pirate)
            if own + combat(game, pirate, attacked=True) >= his:
                game.note("port_held", port=port, pirate=pirate.id)
                return
    acting = game.state.turn.acting
    with suppress(ActionOver):  # the action of a pirate who is put to sea ends when all have suffered
        harbours.destroy(game, port)
    for pirate in sorted(pirates, key=lambda pirate: pirate.id == acting):
        if pirate.id in game.state.pirates:
            yield from fate.combat_hits(game, pirate, 1, "port")
    if any(pirate.id == acting for pirate in pirates):
        raise ActionOver


def oust(game: Game, hunter: Commissioner, pirate: Pirate) -> Steps[None]:
    """A commissioner drives all pirates out of a port, or each of them is the prouder for it."""
    port = pirate.place
    here = game.state.at(port)
    game.note("port_attacked", hunter=hunter.id, port=port)
    his = (yield from game.roll(1, "oust")) + hunter.combat
    own = (yield from game.roll(1, "stay", pirate)) + sum(
        combat(game, one, attacked=True) for one in here if one.ally is None or one.ally > one.id
    )
    if his > own:
        harbours.oust(game, port, "commissioner")
    for one in here:
        one.notoriety += 1
        game.note("notoriety", pirate=one.id, amount=1, why="stayed")
