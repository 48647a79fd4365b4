"""Actions 2 to 4: find a merchant, loot her, convert her to one's own use."""

from __future__ import annotations

from pirate_code.blackbeard import fate, harbours
from pirate_code.blackbeard.actions.offer import offer
from pirate_code.blackbeard.decision import Kind, Option, Steps
from pirate_code.blackbeard.game import Game
from pirate_code.blackbeard.hunting import Stage, window
from pirate_code.blackbeard.state import Captive, Next, Pirate, Revelry
from pirate_code.blackbeard.strength import crew, rating

FOUND = 7
POOR, RICH = 3, 8  # cargo results that cost loyalty, and that gain it


def options(game: Game, pirate: Pirate) -> list[Option]:
    """The merchants to be found, the one that may be looted or converted."""
    found: list[Option] = []
    if game.at_sea(pirate):
        for port in game.values.ports_of[pirate.place]:
            if game.state.ports[port].merchant is not None:
                found.append(offer(pirate, "find", port))
    if (
        pirate.next is Next.LOOT
        and pirate.next_about is not None
        and _is_there(game, pirate, pirate.next_about)
    ):
        found.append(offer(pirate, "loot", pirate.next_about))
    if pirate.next is Next.CONVERT:
        found.append(offer(pirate, "convert", pirate.next_about))
    return found


def _is_there(game: Game, pirate: Pirate, port: str) -> bool:
    """Whether a merchant that a pirate has found is still in his sea."""
    merchant = game.state.ports[port].merchant
    return merchant is not None and merchant.face_up and game.port(port).sea == pirate.place


def find(game: Game, pirate: Pirate, port: str) -> Steps[None]:
    """Look for the merchant of a port: 1d6 and ability make 7."""
    game.state.turn.merchant = port
    yield from window(game, Stage.ANNOUNCED, "find", pirate)
    merchant = game.state.ports[port].merchant
    if merchant is None:
        return
    result = yield from game.roll(1, "find", pirate)
    result += rating(game, pirate, "ability") + int(merchant.face_up)
    if result >= FOUND:
        merchant.face_up = True
        pirate.next, pirate.next_about = Next.LOOT, port
    game.note("find", pirate=pirate.id, port=port, found=result >= FOUND, merchant=merchant.counter)


def loot(game: Game, pirate: Pirate, port: str) -> Steps[None]:
    """Board the merchant that was found: cargo, a hostage, notoriety, and revelry if he likes."""
    state = game.state
    state.turn.merchant = port
    yield from window(game, Stage.ANNOUNCED, "loot", pirate)
    merchant = state.ports[port].merchant
    if merchant is None:
        return
    kind = game.values.merchants[merchant.counter]
    result = (yield from game.roll(1, "cargo", pirate)) + kind.cargo
    region = game.values.seas[game.port(port).sea].region
    table = game.values.rules.cargo[region]
    doubloons = table[min(result, len(table)) - 1]
    options = [Option(True, "yes", value=doubloons), Option(False, "no")]
    takes = yield from game.choose(pirate.player, Kind.CARGO, options, pirate.id, port)
    game.note("loot", pirate=pirate.id, port=port, doubloons=doubloons, taken=bool(takes))
    if takes:
        yield from fate.load(game, pirate, doubloons, "cargo")
        yield from window(game, Stage.PERFORMING, "loot", pirate)
        if state.turn.merchant is not None:
            yield from _hostage(game, pirate, port)
    state.turn.merchant = None
    harbours.return_merchant(game, port)
    fate.gain_notoriety(game, pirate, result, "loot")
    convertible = kind.type in game.values.ships
    if convertible:
        pirate.next, pirate.next_about = Next.CONVERT, kind.type
    loyalty = -1 if not takes or result <= POOR else 1 if result >= RICH else 0
    yield from fate.change_loyalty(game, pirate, loyalty, "cargo")
    if pirate.revelry is None and (yield from game.agrees(pirate.player, Kind.REVEL, pirate.id)):
        fate.revel(game, pirate, Revelry.VOLUNTARY)


def _hostage(game: Game, pirate: Pirate, port: str) -> Steps[None]:
    """A hostage is kept for ransom, or tortured for what he knows of the port."""
    if not game.state.hostages:
        return
    pool = game.state.hostages
    counter = pool[game.state.dice.below(len(pool))]
    hostage = game.values.hostages[counter]
    options = [Option(word, word, (counter,)) for word in ("ransom", "torture")]
    answer = yield from game.choose(pirate.player, Kind.HOSTAGE, options, pirate.id, port)
    if answer == "ransom":
        pool.remove(counter)
        pirate.hostages.append(Captive(counter, game.port(port).nation))
        game.note("hostage", pirate=pirate.id, hostage=counter, nation=game.port(port).nation)
        return
    result = yield from game.roll(1, "torture", pirate)
    talks = result > min(game.card(one).cruelty for one in crew(game, pirate))
    if talks:
        for one in crew(game, pirate):
            one.information[port] = one.information.get(port, 0) + hostage.information
    game.note("torture", pirate=pirate.id, hostage=counter, port=port, talks=talks)
    fate.gain_notoriety(game, pirate, hostage.value, "torture")
    yield from fate.change_loyalty(game, pirate, 1, "torture")


def convert(game: Game, pirate: Pirate, ship: str) -> Steps[None]:
    """Take the merchant for his own ship: undamaged, with more holds or fewer."""
    yield from window(game, Stage.ANNOUNCED, "convert", pirate)
    before, after = game.ship(pirate).holds, game.values.ships[ship].holds
    while len(pirate.holds) > after:
        options = [Option(hold, f"hold {hold + 1}", value=held) for hold, held in enumerate(pirate.holds)]
        hold = yield from game.choose(pirate.player, Kind.HOLD, options, pirate.id, "lose")
        fate.put_in_hold(game, pirate, hold, -pirate.holds[hold], "no hold")
        del pirate.holds[hold]
    pirate.holds += [0] * (after - len(pirate.holds))
    pirate.ship, pirate.speed_hits, pirate.combat_hits = ship, 0, 0
    game.note("converted_ship", pirate=pirate.id, ship=ship)
    change = (after > before) - (after < before)
    yield from fate.change_loyalty(game, pirate, change, "ship", allies=False)
    yield from window(game, Stage.DONE, "convert", pirate)
