"""Action 5: what can be done in port, in this order, all for one action.

Hostages are ransomed, booty becomes net worth, damage is repaired, a governor is bribed for a safe haven, and
the crew revels: of itself where booty was converted, else if the pirate lets it.
"""

from __future__ import annotations

from math import ceil

from pirate_code.blackbeard import fate
from pirate_code.blackbeard.actions.offer import offer
from pirate_code.blackbeard.decision import Kind, Option, Steps
from pirate_code.blackbeard.game import Game, Moment, Trigger
from pirate_code.blackbeard.harbours import Status, governor_for, status
from pirate_code.blackbeard.hunting import Stage, window
from pirate_code.blackbeard.state import Pirate, Revelry
from pirate_code.blackbeard.strength import crew

BRIBE = 100  # for each pip of 1d6
RANSOM = 10  # doubloons for each pip of 2d6, for each point of the hostage's value
HAVEN_REPAIRS = 2
WELCOMING = frozenset({Status.PRO, Status.HAVEN, Status.NEUTRAL})


def options(game: Game, pirate: Pirate) -> list[Option]:
    """Activities in port, for a pirate who lies in one."""
    return [offer(pirate, "in port", pirate.place)] if game.in_port(pirate) else []


def do(game: Game, pirate: Pirate, port: str) -> Steps[None]:
    """The five activities, one after the other; a letter of marque may be played before the last."""
    yield from window(game, Stage.ANNOUNCED, "in port", pirate)
    game.note("in_port", pirate=pirate.id, port=port)
    for one in crew(game, pirate):
        yield from _ransom(game, one, port)
    converted = False
    for one in crew(game, pirate):
        converted = (yield from _convert(game, one, port)) or converted
    yield from _refit(game, pirate, port)
    yield from _haven(game, pirate, port)
    yield from game.respond(game, Moment(Trigger.IN_PORT, pirate, "in port"))
    if converted:
        fate.revel(game, pirate, Revelry.INVOLUNTARY)
    elif pirate.revelry is None and (yield from game.agrees(pirate.player, Kind.REVEL, pirate.id)):
        fate.revel(game, pirate, Revelry.VOLUNTARY)
    yield from game.respond(game, Moment(Trigger.AFTER_IN_PORT, pirate, "in port"))


def _ransom(game: Game, pirate: Pirate, port: str) -> Steps[None]:
    nation = game.port(port).nation
    if nation in game.values.rules.no_ransom or status(game, pirate, port) not in WELCOMING:
        return
    for captive in [one for one in pirate.hostages if one.nation == nation]:
        if not (yield from game.agrees(pirate.player, Kind.ACTIVITY, pirate.id, "ransom", captive.counter)):
            continue
        value = game.values.hostages[captive.counter].value
        paid = (yield from game.roll(2, "ransom", pirate)) * value * RANSOM
        pirate.hostages.remove(captive)
        game.state.hostages.append(captive.counter)
        game.note("ransom", pirate=pirate.id, hostage=captive.counter, doubloons=paid)
        yield from fate.add_to_holds(game, pirate, paid, "ransom")


def worth(game: Game, pirate: Pirate, port: str, booty: int) -> int | None:
    """The net worth of booty in a port; none if it cannot be converted there."""
    match status(game, pirate, port):
        case Status.ANTI:
            return None
        case Status.NEUTRAL:
            return booty // 2
        case Status.HAVEN:
            return ceil(booty * 11 / 10)
        case _:
            return booty


def _convert(game: Game, pirate: Pirate, port: str) -> Steps[bool]:
    """Empty as many holds as the pirate likes; whether he did."""
    converted = False
    for hold, held in enumerate(list(pirate.holds)):
        gained = worth(game, pirate, port, held)
        if not held or gained is None:
            continue
        options = [Option(True, "yes", value=gained), Option(False, "no")]
        if (yield from game.choose(pirate.player, Kind.ACTIVITY, options, pirate.id, "convert")):
            fate.put_in_hold(game, pirate, hold, -held, "converted")
            fate.change_net_worth(game, pirate, gained, "converted")
            converted = True
    return converted


def _refit(game: Game, pirate: Pirate, port: str) -> Steps[None]:
    how = status(game, pirate, port)
    damage = sum(one.speed_hits + one.combat_hits for one in crew(game, pirate))
    if not damage or how is Status.ANTI or game.port(port).nation in game.values.rules.no_refit:
        return
    if not (yield from game.agrees(pirate.player, Kind.ACTIVITY, pirate.id, "refit")):
        return
    if how is Status.PIRATE:
        repairs = damage
    else:
        repairs = ceil((yield from game.roll(1, "refit", pirate)) / 2)
        repairs += HAVEN_REPAIRS if how is Status.HAVEN else 0
    for _ in range(min(repairs, damage)):
        yield from _repair(game, pirate)


def _repair(game: Game, pirate: Pirate) -> Steps[None]:
    """One hit less, on the track that the pirate chooses; of allies, on either ship."""
    tracks = [
        Option([one.id, track], f"{one.id}: {track}", (one.id,), hits)
        for one in crew(game, pirate)
        for track, hits in (("speed", one.speed_hits), ("combat", one.combat_hits))
        if hits
    ]
    name, track = yield from game.choose(pirate.player, Kind.SHARE, tracks, pirate.id, "repair")
    one = game.state.pirates[name]
    if track == "speed":
        one.speed_hits -= 1
    else:
        one.combat_hits -= 1
    game.note("repaired", pirate=name, track=track)


def _haven(game: Game, pirate: Pirate, port: str) -> Steps[None]:
    """Bribe the governor for a safe haven: once each, and not where another pirate has his."""
    governor = governor_for(game, port)
    if governor is None or governor in pirate.bribed or status(game, pirate, port) is not Status.PRO:
        return
    if any(port in other.havens for other in game.state.pirates.values()):
        return
    if not (yield from game.agrees(pirate.player, Kind.ACTIVITY, pirate.id, "haven", port)):
        return
    price = (yield from game.roll(1, "bribe", pirate)) * BRIBE
    pirate.bribed.append(governor)
    pays = price <= pirate.net_worth and (yield from pay(game, pirate, price, governor))
    game.note("haven_bought", pirate=pirate.id, port=port, price=price, paid=pays)
    if pays:
        fate.change_net_worth(game, pirate, -price, "bribe")
        pirate.havens.append(port)


def pay(game: Game, pirate: Pirate, price: int, governor: str) -> Steps[bool]:
    """Ask a pirate whether he pays a bribe now that he knows its price."""
    options = [Option(True, "yes", (governor,), price), Option(False, "no", (governor,))]
    answer = yield from game.choose(pirate.player, Kind.BRIBE, options, pirate.id, governor)
    return bool(answer)
