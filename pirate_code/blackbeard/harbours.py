"""Ports: whom they welcome, governors who come and go, merchants in their boxes, and pirates put to sea."""

from __future__ import annotations

from enum import StrEnum

from pirate_code.blackbeard import fate
from pirate_code.blackbeard.game import ActionOver, Game
from pirate_code.blackbeard.state import ANTI, MerchantAtSea, Pirate
from pirate_code.blackbeard.values import D66


class Status(StrEnum):
    """What a port is to one pirate."""

    PIRATE = "pirate"
    HAVEN = "haven"
    PRO = "pro-pirate"
    NEUTRAL = "neutral"
    ANTI = "anti-pirate"


def status(game: Game, pirate: Pirate, port: str) -> Status:
    """What a port is to a pirate: his havens, letters and attacks count before the governor does."""
    nation = game.port(port).nation
    if nation == "pirate":
        return Status.PIRATE
    if port in pirate.havens:
        return Status.HAVEN
    if nation in pirate.attacked:
        return Status.ANTI
    if nation in pirate.letters and pirate.ally is None:
        return Status.PRO
    governor = game.state.ports[port].governor
    if governor is None:
        return Status.NEUTRAL
    return Status.ANTI if governor == ANTI else Status.PRO


def may_enter(game: Game, pirate: Pirate, port: str) -> bool:
    """Whether a pirate may sail into a port."""
    return not game.state.ports[port].destroyed and status(game, pirate, port) is not Status.ANTI


def governor_for(game: Game, port: str) -> str | None:
    """The governor of a port who favours pirates, by his name."""
    governor = game.state.ports[port].governor
    return None if governor == ANTI else governor


def next_free(game: Game, number: int, *, taken: set[str]) -> str | None:
    """The port of a result of d66, or the next higher one that is neither taken nor a pirate port, if any."""
    start = D66.index(number)
    for result in (*D66[start:], *D66[:start]):
        port = game.values.port_numbers[result]
        if port not in taken and game.port(port).nation != "pirate":
            return port
    return None


# --- governors ------------------------------------------------------------------------------------------


def remove_governor(game: Game, port: str) -> None:
    """A governor leaves; the port is neutral, and no haven any more."""
    here = game.state.ports[port]
    if here.governor is None:
        return
    if here.governor == ANTI:
        game.state.anti_governors += 1
    else:
        game.state.governors_gone.append(here.governor)
    governor, here.governor = here.governor, None
    game.note("governor_gone", port=port, governor=governor)
    lose_haven(game, port)


def place_anti_governor(game: Game, port: str) -> None:
    """A governor against pirates takes a port over and ousts all pirates."""
    remove_governor(game, port)
    if game.state.anti_governors == 0:
        return
    game.state.anti_governors -= 1
    game.state.ports[port].governor = ANTI
    game.note("governor", port=port, governor=ANTI)
    oust(game, port, "governor")


def lose_haven(game: Game, port: str, of: Pirate | None = None) -> None:
    """A port is a safe haven no more, to one pirate or to all."""
    for pirate in game.state.pirates.values():
        if port in pirate.havens and (of is None or of is pirate):
            pirate.havens.remove(port)
            game.note("haven_lost", pirate=pirate.id, port=port)


def oust(game: Game, port: str, why: str) -> None:
    """All pirates of a port go to the adjoining sea; whoever was doing something there stops."""
    acting = False
    for pirate in game.state.at(port):
        move(game, pirate, game.port(port).sea, why)
        acting = acting or pirate.id == game.state.turn.acting
    if acting:
        raise ActionOver


def move(game: Game, pirate: Pirate, place: str, why: str) -> None:
    """Put a pirate somewhere; in port scurvy ends."""
    game.note("moved", pirate=pirate.id, place=place, from_place=pirate.place, why=why)
    pirate.place = place
    if place in game.values.ports and pirate.scurvy:
        pirate.scurvy = False
        game.note("scurvy_over", pirate=pirate.id)


def destroy(game: Game, port: str) -> None:
    """A port is destroyed and of no use any more; pirates who are left there put to sea."""
    here = game.state.ports[port]
    if here.destroyed:
        return
    here.destroyed = True
    game.note("port_destroyed", port=port)
    remove_governor(game, port)
    if here.merchant is not None:
        return_merchant(game, port)
    lose_haven(game, port)
    oust(game, port, "destroyed")


def kill_everyone(game: Game, port: str) -> None:
    """Governors, pirates and hostages in a port die."""
    remove_governor(game, port)
    pirates = sorted(game.state.at(port), key=lambda pirate: pirate.id == game.state.turn.acting)
    for pirate in pirates:
        fate.eliminate(game, pirate, "disaster")


# --- merchants ------------------------------------------------------------------------------------------


def merchants_at_sea(game: Game) -> list[str]:
    """The ports with a merchant in their box."""
    return [port for port, here in game.state.ports.items() if here.merchant is not None]


def place_merchants(game: Game, count: int) -> None:
    """Put so many merchants into boxes by d66, face down."""
    for _ in range(count):
        taken = {port for port, here in game.state.ports.items() if here.merchant or here.destroyed}
        port = next_free(game, game.d66("merchant"), taken=taken)
        if port is None or not game.state.merchants:
            return
        game.state.ports[port].merchant = MerchantAtSea(game.draw(game.state.merchants))
        game.note("merchant", port=port)


def return_merchant(game: Game, port: str) -> None:
    """A merchant goes back into the cup."""
    here = game.state.ports[port]
    if here.merchant is not None:
        game.state.merchants.append(here.merchant.counter)
        here.merchant = None
        game.note("merchant_gone", port=port)
