"""Sets up the position of a scenario; every counter that it does not name lies in its cup or on a pile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pirate_code.blackbeard.cards import playing
from pirate_code.blackbeard.game import Game
from pirate_code.blackbeard.invariants import Watch
from pirate_code.blackbeard.scenarios.format import (
    Given,
    GivenHostage,
    GivenHunter,
    GivenMerchant,
    GivenPirate,
    GivenPort,
)
from pirate_code.blackbeard.setup import new_game
from pirate_code.blackbeard.state import ANTI, Captive, Commissioner, MerchantAtSea, Next, Pardon, Pirate
from pirate_code.blackbeard.values import (
    Hostage,
    Hunter,
    Merchant,
    PirateCard,
    Port,
    Values,
    standard_values,
)

TURN = 5  # the number of the turn in which a scenario takes place


def values_of(given: Given) -> Values:
    """The values of a scenario: its own pirates and hunters, and its ports where it changes them."""
    base = standard_values()
    pirates = {**given.pirates, **given.in_hand, **given.retired}
    hunters = {**given.commissioners, **given.commissioner_cup}
    warships = {**given.warships, **given.warship_cup}
    hostages = [hostage for pirate in given.pirates.values() for hostage in pirate.hostages]
    hostages += [given.hostage_cup] if given.hostage_cup is not None else []
    merchants = [port.merchant for port in given.ports.values() if port.merchant is not None]
    return replace(
        base,
        pirates={**base.pirates, **{name: _card(name, pirate) for name, pirate in pirates.items()}},
        ports={**base.ports, **{name: _port(base, name, port) for name, port in given.ports.items()}},
        commissioners=_hunters(base.commissioners, hunters, alone=bool(given.commissioner_cup)),
        warships=_hunters(base.warships, warships, alone=bool(given.warship_cup)),
        hostages={
            **({} if given.hostage_cup is not None else base.hostages),
            **{_hostage(one): _hostages(hostages, one) for one in hostages},
        },
        merchants={**{_merchant(one): _merchants(merchants, one) for one in merchants}, **base.merchants},
    )


def _card(name: str, pirate: GivenPirate) -> PirateCard:
    ratings = {key: getattr(pirate, key) for key in ("ability", "cruelty", "leadership", "duel")}
    return PirateCard(
        name=name.title(), initiative=pirate.initiative, cunning=pirate.cunning, assumed=True, **ratings
    )


def _port(base: Values, name: str, port: GivenPort) -> Port:
    changed = {key: getattr(port, key) for key in ("nation", "value", "defense")}
    return base.ports[name].model_copy(
        update={key: value for key, value in changed.items() if value is not None}
    )


def _hunters(base: Mapping[str, Hunter], own: Mapping[str, GivenHunter], *, alone: bool) -> dict[str, Hunter]:
    found = {} if alone else dict(base)
    for name, hunter in own.items():
        found[name] = Hunter(name=name.title(), speed=hunter.speed, combat=hunter.combat, assumed=True)
    return found


def _hostage(one: GivenHostage) -> str:
    return f"given-{one.information}-{one.value}"


def _hostages(several: list[GivenHostage], one: GivenHostage) -> Hostage:
    count = sum(_hostage(other) == _hostage(one) for other in several)
    return Hostage(information=one.information, value=one.value, count=count, assumed=True)


def _merchant(one: GivenMerchant) -> str:
    return f"given-{one.type}-{one.cargo}"


def _merchants(several: list[GivenMerchant], one: GivenMerchant) -> Merchant:
    count = sum(_merchant(other) == _merchant(one) for other in several)
    return Merchant.model_validate({"type": one.type, "cargo": one.cargo, "count": count, "assumed": True})


def set_up(given: Given) -> Game:
    """The position of a scenario, watched: what must always be true is checked after every event."""
    game = new_game(values_of(given), given.players, 1, given.length)
    game.respond = playing.respond
    watch = game.watch = Watch(game.values)
    watch.playing = True
    state = game.state
    state.turn.number, state.turn.player, state.turn.actions = TURN, given.turn_of - 1, given.actions
    state.turn.only = given.initiative_of
    state.governors_gone = list(game.values.rules.governors)
    state.played = dict(given.played)
    state.pardon = None if given.pardon_of is None else Pardon(given.pardon_of - 1)
    cards = [key for key, card in game.values.events.items() for _ in range(card.copies)]
    for seat, hand in given.hands.items():
        for card in hand:
            cards.remove(card)
            state.players[seat - 1].hand.append(card)
    for card in given.deck:
        cards.remove(card)
    state.deck = list(reversed(given.deck))
    for name, one in given.pirates.items():
        state.pirate_deck.remove(name)
        for card in one.keeps:
            cards.remove(card)
        _put_pirate(game, watch, name, one)
    state.discard = cards
    for name, one in given.pirates.items():
        if one.ally is not None:
            state.pirates[name].ally, state.pirates[one.ally].ally = one.ally, name
    _put_ports(game, given)
    _put_hunters(game, given)
    for name, one in given.in_hand.items():
        state.pirate_deck.remove(name)
        state.players[one.of - 1].pirates.append(name)
    for name in given.retired:
        state.pirate_deck.remove(name)
        state.retired.append(name)
    if given.no_pirates_left:
        state.locker += state.pirate_deck
        state.pirate_deck = []
    return game


def _put_pirate(game: Game, watch: Watch, name: str, one: GivenPirate) -> None:
    holds = [*one.holds, *([0] * (game.values.ships[one.ship].holds - len(one.holds)))]
    pirate = Pirate(name, one.of - 1, one.at, one.ship, one.loyalty, one.cunning, 0, holds=holds)
    for field in ("speed_hits", "combat_hits", "net_worth", "notoriety", "scurvy", "guns", "revelry"):
        setattr(pirate, field, getattr(one, field))
    for field in ("letters", "attacked", "havens", "bribed"):
        setattr(pirate, field, list(getattr(one, field)))
    pirate.information = dict(one.information)
    pirate.kept = list(one.keeps)
    pirate.deployed = TURN if one.new else 0
    for what, about in (
        (Next.LOOT, one.may_loot),
        (Next.CONVERT, one.may_convert),
        (Next.SACK, one.may_sack),
    ):
        if about is not None:
            pirate.next, pirate.next_about = what, about
    for hostage in one.hostages:
        game.state.hostages.remove(_hostage(hostage))
        pirate.hostages.append(Captive(_hostage(hostage), hostage.nation))
    game.state.pirates[name] = pirate
    watch.money[name, "doubloons"], watch.money[name, "net_worth"] = pirate.booty, pirate.net_worth
    watch.money[name, "notoriety"] = pirate.notoriety


def _put_ports(game: Game, given: Given) -> None:
    for name, one in given.ports.items():
        here = game.state.ports[name]
        here.attacked, here.destroyed = one.attacked, one.destroyed
        if one.governor == "anti":
            here.governor = ANTI
            game.state.anti_governors -= 1
        elif one.governor is not None:
            here.governor = one.governor
            game.state.governors_gone.remove(one.governor)
        if one.merchant is not None:
            counter = _merchant(one.merchant)
            game.state.merchants.remove(counter)
            here.merchant = MerchantAtSea(counter, one.merchant.face_up)


def _put_hunters(game: Game, given: Given) -> None:
    state = game.state
    for name, one in given.commissioners.items():
        state.commissioner_cup.remove(name)
        state.commissioners[name] = Commissioner(name, one.of - 1, one.at, one.speed, one.combat)
    for name, one in given.warships.items():
        state.warship_cup.remove(name)
        state.warships[one.at] = name
